//! `(set Team n {roles})` as a start rule: puts players into a team.

use super::{StartRule, initial, players};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] =
    &[Row::part("startRule", "set", "Team").requires(|needs, _| needs.features.teams = true)];

/// Reads the rule.
pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<StartRule> {
    let team = lo.int(call, "index")?;
    let roles = call.items("roles").unwrap_or_default().iter();
    let members = roles.map(|item| Ok(players(Some(lo.role_arg(item)?)))).collect::<Lowered<Vec<_>>>()?;
    Ok(StartRule::new(move |cx| {
        let team = team.eval(cx);
        for role in &members {
            for player in role.eval(cx) {
                initial(cx, -1, ActionKind::AddPlayerToTeam { team, player });
            }
        }
    }))
}
