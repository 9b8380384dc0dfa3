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
use crate::engine::origins::MOST_SITES;
use crate::ludemes::directions::facing_at;
use crate::ludemes::moves::{Between, From, To};
use crate::ludemes::prelude::*;
use std::sync::OnceLock;

pub(super) const ROWS: &[Row] = &[Row::effect("forEach", "Direction", lower)];

struct ForEachDirection {
    from: From,
    directions: DirectionsExpr,
    between: Between,
    to: To,
    moves: Option<MovesExpr>,
    then: Option<MovesExpr>,
    board: Arc<Topology>,
    skips: bool,
    /// For each site, those from which a move could end there; `None` where that is not known.
    origins: OnceLock<Option<Box<[SiteSet]>>>,
}

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let rule = ForEachDirection {
        from: From::read_or_variable(call, lo)?,
        directions: lo.directions_or(call, "directions", Direction::Adjacent)?,
        between: Between::read(call, lo)?,
        to: To::read_or_variable(call, lo)?,
        moves: lo.moves_opt(call, "moves")?,
        then: lo.then(call)?,
        board: lo.board(),
        skips: lo.skips(call),
        origins: OnceLock::new(),
    };
    Ok(Moves::of(false, rule))
}

impl Generator for ForEachDirection {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        let Some(origin) = self.from.start(cx) else { return };
        let t = self.from.t;
        if !occupied(cx, t, cx.it.from) {
            return;
        }
        let start = out.watermark();
        let saved = (cx.it.to, cx.it.between);
        let (min, max) = self.between.range_or(cx, (1, 1));
        let facing = last_step(&self.board, t, cx.it.from, cx.it.to).unwrap_or_else(|| facing_at(cx, t, cx.it.from));
        for direction in self.directions.eval_facing(cx, t, origin, Some(facing)) {
            for radial in self.board.radials(t, index(origin), direction) {
                for (distance, &site) in (0..).zip(radial.path.iter()).skip(1) {
                    if distance > max || out.full() || !cx.spend(1) {
                        break;
                    }
                    let site = site as i32;
                    cx.it.to = site;
                    if distance < min {
                        cx.it.between = site;
                        if !holds(self.between.condition.as_ref(), cx) {
                            break;
                        }
                    }
                    if !self.to.allowed(cx) {
                        break;
                    }
                    if distance < min {
                        continue;
                    }
                    if let Some(moves) = &self.moves {
                        moves.seek(cx, out);
                    } else if let Some(apply) = &self.to.apply
                        && let Some(effect) = &apply.effect
                        && apply.applies(cx)
                    {
                        effect.seek(cx, out);
                    }
                }
            }
        }
        (cx.it.to, cx.it.between) = saved;
        attach(out, start, self.then.as_ref());
    }

    fn origins(&self, _cx: &mut Cx, t: SiteType, _start: i32, end: i32) -> Option<SiteSet> {
        let origins = self.origins.get_or_init(|| self.find_origins()).as_ref().filter(|_| t == self.from.t)?;
        Some(usize::try_from(end).ok().and_then(|end| origins.get(end)).cloned().unwrap_or_default())
    }

    /// The directions are left open: they may depend on the way of another step.
    fn ends(&self, from: i32, to: &SiteSet) -> Option<SiteSet> {
        let (t, most) = (self.from.t, self.between.farthest()?);
        let effect = || self.to.apply.as_ref()?.effect.as_ref();
        let moves = self.moves.as_ref().or_else(effect).filter(|_| self.skips)?;
        let starts = match &self.from.location {
            location if location.is_from() => std::iter::once(from).collect(),
            location if location.names(Uses::TO) => to.clone(),
            _ => return None,
        };
        let every = || self.board.supported(t, Relation::All).iter().chain(&[Direction::Rotational]);
        let lines = starts.iter().flat_map(|start| every().flat_map(move |&d| self.board.radials(t, index(start), d)));
        let reached = lines.flat_map(|line| line.path.iter().skip(1).take(most)).collect();
        moves.ends(from, &reached)
    }
}

impl ForEachDirection {
    fn find_origins(&self) -> Option<Box<[SiteSet]>> {
        let sites = self.board.len(self.from.t);
        let mut origins = vec![SiteSet::new(); if sites > MOST_SITES { 0 } else { sites }];
        for start in 0..origins.len() as i32 {
            for end in &self.ends(start, &SiteSet::new())? {
                if let Some(origins) = origins.get_mut(index(end)) {
                    origins.insert(start);
                }
            }
        }
        (sites <= MOST_SITES).then(|| origins.into_boxed_slice())
    }
}

/// The last of the board's directions in which a step leads from one site to another.
fn last_step(board: &Topology, t: SiteType, from: i32, to: i32) -> Option<Direction> {
    let to = u32::try_from(to).ok()?;
    let ways = board.supported(t, Relation::All).iter().rev();
    ways.copied().find(|&way| board.steps(t, index(from), way).contains(&to))
}
