//! `(team)`: the members of the team that is iterated over; nobody outside such an iteration. (Ludii 1.3.12's
//! behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::ints("team", "", lower)];

fn lower(_: &Ludeme, _: &mut Lowering) -> Lowered<IntsExpr> {
    Ok(Expr::new(Uses::REGION, |cx| cx.it.team.as_deref().map(<[i32]>::to_vec).unwrap_or_default()))
}
