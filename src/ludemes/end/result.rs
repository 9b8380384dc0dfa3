//! `(result role outcome)`: what happens to a player.
//!
//! Roles that denote no player of the game are ignored; `All`, `Each` and `Shared` denote everybody. (Ludii 1.3.12's
//! behaviour.)
//!
//! ASSUMPTION: of a team none of whose members is still playing it is ignored, as that of a player is.

use crate::engine::ends::{Outcome, ResultRule};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("result", "result", "")];

impl ResultRule {
    pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<ResultRule> {
        let role = lo.role_arg(lo.one_of(call, &["who"], "a result needs a role")?)?;
        let outcome = match call.word("result") {
            Some("Win") => Outcome::Win,
            Some("Loss") => Outcome::Loss,
            Some("Draw") => Outcome::Draw,
            Some("Tie") => Outcome::Tie,
            _ => Outcome::Abandon,
        };
        let team = match role {
            Role::Team(_) | Role::TeamMover if lo.features.teams => Some(role.as_int()),
            _ => None,
        };
        let player = match role {
            // The number after the last player stands for everybody.
            Role::Player(number) | Role::Team(number) if i32::from(number) > lo.players() => Expr::constant(0),
            role => role.as_int(),
        };
        Ok(ResultRule { player, team, outcome })
    }
}
