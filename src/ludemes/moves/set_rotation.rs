//! `(move Set Rotation [to] [directions] [previous:] [next:] [then])`, `(set Rotation ..)`: turns a piece.
//!
//! One move per direction listed, then one to the previous and one to the next rotation of the piece, unless these are
//! switched off. There are as many rotations as the board supports directions. Default site: the iterator variable
//! `from`, or where `(to ..)` names none, `to`. (Ludii 1.3.12's behaviour.)

use super::To;
use super::build::{emit, site_type};
use super::from::Sites;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] =
    both_forms!("Set Rotation", "set", "Rotation", |needs, _| needs.features.rotations = true);

fn lower(call: &Ludeme, lo: &mut Lowering, decision: bool) -> Lowered<MovesExpr> {
    let to = To::read(call, lo)?;
    let t = to.as_ref().and_then(|to| to.t).unwrap_or(lo.default_type());
    let directions = match (call.get("directions"), call.get("direction")) {
        (Some(arg), _) => lo.ints_arg(arg)?,
        (None, Some(arg)) => lo.int_arg(arg)?.with(Uses::NONE, |_, direction| vec![direction]),
        (None, None) => Expr::constant(Vec::new()),
    };
    let previous = lo.bool_or(call, "previous", true)?;
    let next = lo.bool_or(call, "next", true)?;
    let then = lo.then(call)?;
    let board = lo.board();
    Ok(Moves::generator(move |cx, out| {
        let sites = if let Some(to) = &to { to.location.sites(cx, cx.it.to) } else { Sites::One(cx.it.from) };
        let Some(site) = sites.nth(0) else { return };
        let mut rotations = directions.eval(cx);
        let all = (board.supported(t, Relation::All).len() as i32).max(1);
        let now = cx.state.piece(t, site, None).rotation;
        if previous.eval(cx) {
            rotations.push(if now > 0 { now - 1 } else { all - 1 });
        }
        if next.eval(cx) {
            rotations.push((now + 1) % all);
        }
        for rotation in rotations {
            let kind = ActionKind::SetRotation { t: site_type(cx, t, site), to: site, rotation };
            emit(out, Move::of(cx.state.mover(), site, site, Action::deciding(kind, decision)), then.as_ref());
        }
    }))
}
