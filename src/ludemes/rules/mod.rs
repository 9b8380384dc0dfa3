//! The frame of a game: players, mode, rules, phases, meta rules.

mod few_positions;
mod game;
mod matches;
mod meta;
mod mode;
mod phase;
mod players;

use crate::ludemes::prelude::*;
pub(crate) use game::{compile, with_rules_of};
pub use matches::Subgame;
pub(crate) use matches::{MAX_GAMES, compile as compile_match, subgames};
pub(in crate::ludemes) use meta::repeats;
pub(crate) use meta::repetition;

family! { game matches meta mode phase players }

/// The clauses of a slot that holds one or a list of them.
pub(super) fn clauses<'a>(call: &'a Ludeme, name: &str) -> Vec<&'a Ludeme> {
    call.get(name).map_or(&[][..], Arg::each).iter().filter_map(Arg::part).collect()
}
