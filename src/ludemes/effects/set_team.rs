//! `(set Team id {roles} [then])`: puts players into a team, in one move.

use super::build::{Players, emit};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("set", "Team", lower).requires(|needs, _| needs.features.teams = true)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let team = lo.int(call, "team")?;
    let roles = match call.get("roles").map(|arg| &arg.value) {
        Some(Value::Array(roles)) => roles.iter().map(|role| Players::read(role, lo)).collect::<Lowered<Vec<_>>>()?,
        _ => return lo.wrong(&call.origin, "a list of roles is needed"),
    };
    let then = lo.then(call)?;
    Ok(Moves::generator(move |cx, out| {
        let team = team.eval(cx);
        let mut m = Move::new(0);
        for role in &roles {
            for player in role.eval(cx) {
                m.act(ActionKind::AddPlayerToTeam { team, player });
            }
        }
        emit(out, m, then.as_ref());
    }))
}
