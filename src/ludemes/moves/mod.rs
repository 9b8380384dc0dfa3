//! Moves: generators that are a decision as `(move X ..)` and an effect as `(x ..)`.
//!
//! Both forms of a generator share one lowering; only the decision flag of the main action differs. What they have in
//! common is in `build`; the parts they are written with are in the files of the same names.

use crate::ludemes::Row;

/// The rows of a generator that is a decision as `(move Keyword ..)` and an effect by a head and a keyword of its own:
/// its `lower` is told whether it is the decision.
macro_rules! both_forms {
    ($decision:literal, $head:literal, $effect:literal $(, $requires:expr)?) => {
        &[
            Row::decision("move", $decision, |call, lo| lower(call, lo, true))$(.requires($requires))?,
            Row::effect($head, $effect, |call, lo| lower(call, lo, false))$(.requires($requires))?,
        ]
    };
}

mod add;
mod apply;
mod bet;
mod between;
pub(super) mod build;
mod claim;
mod from;
mod from_to;
mod hop;
mod large;
mod leap;
mod pass;
mod piece;
mod promote;
mod propose;
mod rays;
mod reach;
mod remove;
mod select;
mod set_next_player;
mod set_rotation;
mod shoot;
mod slide;
mod step;
mod swap_pieces;
mod swap_players;
mod then;
mod to;
mod vote;

pub(super) use apply::Apply;
pub(super) use between::Between;
pub(super) use from::{Endpoint, From};
pub(super) use piece::{Pieces, no_piece};
pub(super) use rays::Lines;
pub(super) use to::To;

family! {
    add apply bet between claim from from_to hop leap pass piece promote propose remove select set_next_player
    set_rotation shoot slide step swap_pieces swap_players then to vote
}
