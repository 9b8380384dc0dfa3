//! `(mode ..)`: players take turns (`Alternating`) or move all at once (`Simultaneous`).
//!
//! A game without players is always a simulation, and one player always takes turns, whatever the mode says.
//! (Ludii 1.3.12's behaviour.)
//!
//! Differences: a simulation with players is not carried out, nor are phases of another mode than the game.

use crate::engine::game::Mode;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("mode", "mode", "")];

/// The mode of a game, by its `(mode ..)` if it has one.
pub(super) fn read(call: Option<&Ludeme>, lo: &Lowering) -> Lowered<Mode> {
    match (lo.players(), call.and_then(|call| call.word("mode"))) {
        (0, _) => Ok(Mode::Simulation),
        (1, _) | (_, None | Some("Alternating")) => Ok(Mode::Alternating),
        (_, Some("Simultaneous")) => Ok(Mode::Simultaneous),
        (_, Some(mode)) => match call {
            Some(call) => lo.unsupported(&call.origin, format_args!("mode {mode}")),
            None => Ok(Mode::Alternating),
        },
    }
}
