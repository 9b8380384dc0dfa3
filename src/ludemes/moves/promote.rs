//! `(move Promote [type] [site] (piece ..) [player or role] [then])`, `(promote ..)`: replaces the component on a site.
//!
//! One move per piece listed. With an owner a name means the owner's first component whose name contains it, without
//! one the component of that full name. The default site is the iterator variable `to`; a negative one gives nothing.
//! (Ludii 1.3.12's behaviour.) A piece that does not exist gives nothing.

use super::Pieces;
use super::build::{emit, site_type};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::decision("move", "Promote", |call, lo| lower(call, lo, true)),
    Row::effect("promote", "", |call, lo| lower(call, lo, false)),
];

fn lower(call: &Ludeme, lo: &mut Lowering, decision: bool) -> Lowered<MovesExpr> {
    let t = lo.site_type(call, "type");
    let site = lo.int_opt(call, "locationFn")?;
    let Some(pieces) = Pieces::read(call, "what", lo)? else {
        return lo.wrong(&call.origin, "a promotion needs a piece");
    };
    let owner = match call.get("who").or_else(|| call.get("role")) {
        Some(arg) => Some(lo.player_arg(arg)?),
        None => None,
    };
    let pieces = if owner.is_none() { pieces.by_full_name(call, lo)? } else { pieces };
    let then = lo.then(call)?;
    let deferrable = lo.defers(call);
    let bound = Some((1, pieces.len())).filter(|_| lo.skips(call));
    Ok(Moves::in_lanes(
        deferrable,
        move || bound,
        move |cx, out| {
            let site = site.as_ref().map_or(cx.it.to, |site| site.eval(cx));
            if site < 0 {
                return;
            }
            for at in 0..pieces.len() {
                let what = match &owner {
                    Some(owner) => {
                        let owner = owner.eval(cx);
                        pieces.component_of(at, owner, cx)
                    }
                    None => pieces.component(at, cx),
                };
                if let Some(what) = what
                    && out.takes()
                {
                    let kind = ActionKind::Promote { t: site_type(cx, t, site), to: site, level: -1, what };
                    emit(out, Move::of(cx.state.mover(), site, site, Action::deciding(kind, decision)), then.as_ref());
                }
                if out.full() {
                    return;
                }
            }
        },
    ))
}
