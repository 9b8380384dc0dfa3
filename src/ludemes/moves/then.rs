//! `(then <effect> [applyAfterAllMoves:])`: the consequence of a move, evaluated after the move has been applied.
//!
//! The ludeme around it reads the body; `applyAfterAllMoves:` matters in simultaneous games only.

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("then", "then", "")];
