//! `(forEach Direction [from] [directions] [between] <(to ..) or moves> [then])`: the moves for the sites along each
//! line.
//!
//! A piece must stand on the variable `from`: relative directions are relative to it, also where `(from ..)` is another
//! site. If the variable `to` is set, they are relative to the way of the step from the one to the other instead, if
//! there is one. The rotation is that of the piece on the start. Along each radial the distances up to the maximum of
//! the range of `between` (default 1): nearer sites than its minimum must pass `between if:`, a site where `to if:`
//! does not hold ends the line, and from the minimum on the moves are added with `to` on the site: those given, or the
//! effect of the `apply` in `to`. (Ludii 1.3.12's behaviour.)

use super::build::{attach, holds, index, occupied};
use crate::ludemes::directions::facing_at;
use crate::ludemes::moves::{Between, From, To};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("forEach", "Direction", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let from = From::read_or_variable(call, lo)?;
    let directions = lo.directions_or(call, "directions", Direction::Adjacent)?;
    let between = Between::read(call, lo)?;
    let to = To::read_or_variable(call, lo)?;
    let moves = lo.moves_opt(call, "moves")?;
    let then = lo.then(call)?;
    let board = lo.board();
    let t = from.t;
    Ok(Moves::generator(move |cx, out| {
        let Some(origin) = from.start(cx) else { return };
        if !occupied(cx, t, cx.it.from) {
            return;
        }
        let start = out.watermark();
        let saved = (cx.it.to, cx.it.between);
        let (min, max) = between.range_or(cx, (1, 1));
        let facing = last_step(&board, t, cx.it.from, cx.it.to).unwrap_or_else(|| facing_at(cx, t, cx.it.from));
        for direction in directions.eval_facing(cx, t, origin, Some(facing)) {
            for radial in board.radials(t, index(origin), direction) {
                for (distance, &site) in (0..).zip(radial.path.iter()).skip(1) {
                    if distance > max || out.full() || !cx.spend(1) {
                        break;
                    }
                    let site = site as i32;
                    cx.it.to = site;
                    if distance < min {
                        cx.it.between = site;
                        if !holds(between.condition.as_ref(), cx) {
                            break;
                        }
                    }
                    if !to.allowed(cx) {
                        break;
                    }
                    if distance < min {
                        continue;
                    }
                    if let Some(moves) = &moves {
                        moves.seek(cx, out);
                    } else if let Some(apply) = &to.apply
                        && let Some(effect) = &apply.effect
                        && apply.applies(cx)
                    {
                        effect.seek(cx, out);
                    }
                }
            }
        }
        (cx.it.to, cx.it.between) = saved;
        attach(out, start, then.as_ref());
    }))
}

/// The last of the board's directions in which a step leads from one site to another.
fn last_step(board: &Topology, t: SiteType, from: i32, to: i32) -> Option<Direction> {
    let to = u32::try_from(to).ok()?;
    let ways = board.supported(t, Relation::All).iter().rev();
    ways.copied().find(|&way| board.steps(t, index(from), way).contains(&to))
}
