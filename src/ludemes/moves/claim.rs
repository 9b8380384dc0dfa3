//! `(move Claim [piece] (to ..) [then])`, `(claim ..)`: puts a piece down to claim a site.
//!
//! Like `Add`, with one action and without `apply`. With one site instead of a region the `then` body is evaluated when
//! the move is generated, with `from` and `to` on the site, its actions become part of the move, and the recorded mover
//! is 0. On edges the edge is recorded. (Ludii 1.3.12's behaviour.)

use super::add::Adding;
use super::build::{emit, undecide};
use super::from::Place;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::decision("move", "Claim", |call, lo| lower(call, lo, true)),
    Row::effect("claim", "", |call, lo| lower(call, lo, false)),
];

fn lower(call: &Ludeme, lo: &mut Lowering, decision: bool) -> Lowered<MovesExpr> {
    let adding = Adding::read(call, lo)?;
    let then = lo.then(call)?;
    let single = !matches!(adding.to.place, Place::Region(_));
    let deferrable = !single && lo.defers(call);
    Ok(Moves::deferring(deferrable, move |cx, out| {
        let saved = (cx.it.from, cx.it.to);
        let sites = adding.to.place.sites(cx, cx.it.to);
        'all: for what in adding.components(cx).into_iter().flatten() {
            for &site in &sites {
                if !cx.spend(1) {
                    break 'all;
                }
                cx.it.to = site;
                if !adding.to.allowed(cx) || !out.takes() {
                    continue;
                }
                let action = adding.action(cx, site, what, decision);
                let mut m = Move::of(cx.state.mover(), site, site, action);
                if adding.t == SiteType::Edge {
                    m.edge = site;
                }
                if single {
                    m.mover = 0;
                    cx.it.from = site;
                    for mut extra in then.as_ref().map(|then| then.list(cx)).unwrap_or_default() {
                        undecide(&mut extra);
                        m.items.push(Item::Move(Box::new(extra)));
                    }
                    out.push(m);
                    break 'all;
                }
                emit(out, m, then.as_ref());
                if out.full() {
                    break 'all;
                }
            }
        }
        (cx.it.from, cx.it.to) = saved;
    }))
}
