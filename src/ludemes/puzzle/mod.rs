//! Deduction puzzles: constraints on the values of the elements of the board, and what can be asked about them.
//!
//! A game is a puzzle when anything in it is one of these ludemes. It has no pieces: what stands on a site is the value
//! of its variable (`engine/puzzle.rs`), 0 while that is not resolved. (Ludii 1.3.12's behaviour.)

pub(crate) mod all_different;
mod constraints;
pub(crate) mod equipment;
mod for_all;
mod forward_check;
mod hint;
mod is_count;
mod is_solved;
mod is_sum;
mod is_unique;
pub(crate) mod line;
pub(crate) mod ordered;
mod parts;
mod satisfy;
pub(crate) mod set_values;
mod sites_hint;

pub use constraints::Constraints;

use crate::ludemes::prelude::*;

family! { equipment for_all hint is_count is_solved is_sum is_unique satisfy sites_hint }
