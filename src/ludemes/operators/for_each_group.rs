//! `(forEach Group [type] [directions] [if:condition] moves [then])`: the moves for each group of connected sites.
//!
//! Without `if:` the groups are connected sites of the mover's pieces, found from the pieces in the order of the owned
//! lists; with it they start on occupied sites of all owners, 0 first, and hold all connected sites, empty ones included,
//! where the condition holds with `to` (at the start `from` too) on the site. `(sites)` is the group, `from` where it was
//! found, `to` the last neighbour looked at. (Ludii 1.3.12's behaviour.)

use super::build::{attach, index};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("forEach", "Group", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let t = lo.site_type(call, "type");
    let directions = lo.directions_or(call, "directions", Direction::Adjacent)?;
    let condition = lo.bool_opt(call, "if")?;
    let moves = lo.moves(call, "moves")?;
    let then = lo.then(call)?;
    let board = lo.board();
    Ok(Moves::generator(move |cx, out| {
        let start = out.here();
        let saved = (cx.it.from, cx.it.to, cx.it.region.take());
        let mover = cx.state.mover();
        let mut done = SiteSet::new();
        for seed in seeds(cx, t, condition.is_none()) {
            if out.full() || !cx.spend(1) {
                break;
            }
            if done.contains(seed) {
                continue;
            }
            (cx.it.from, cx.it.to) = (seed, seed);
            let belongs = |cx: &mut Cx, site: i32| {
                cx.it.to = site;
                match &condition {
                    Some(condition) => condition.eval(cx),
                    None => cx.state.who(t, site) == mover,
                }
            };
            if !belongs(cx, seed) {
                continue;
            }
            let mut group = SiteSet::new();
            group.insert(seed);
            let mut queue = vec![seed];
            let mut next = 0;
            while let Some(&site) = queue.get(next) {
                next += 1;
                for direction in directions.eval(cx, t, site) {
                    for &neighbour in board.steps(t, index(site), direction) {
                        let neighbour = neighbour as i32;
                        if group.contains(neighbour) {
                            continue;
                        }
                        if cx.spend(1) && belongs(cx, neighbour) {
                            group.insert(neighbour);
                            queue.push(neighbour);
                        }
                    }
                }
            }
            done.union_with(&group);
            cx.it.region = Some(Arc::new(group));
            moves.eval(cx, out);
        }
        (cx.it.from, cx.it.to, cx.it.region) = saved;
        attach(out, start, then.as_ref());
    }))
}

/// The sites groups are found from: those of the mover's pieces, or of all pieces owner by owner.
fn seeds(cx: &Cx, t: SiteType, own: bool) -> Vec<i32> {
    let equipment = &cx.game.equipment;
    let owners = if own { cx.state.mover()..=cx.state.mover() } else { 0..=cx.state.players() + 1 };
    owners
        .flat_map(|owner| equipment.components_of(owner))
        .flat_map(|component| cx.state.standings(component))
        .filter(|standing| standing.t == t && standing.site < cx.state.layout().board_len(t))
        .map(|standing| standing.site)
        .collect()
}
