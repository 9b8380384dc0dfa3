//! `(player int)`: a player by index, where a ludeme is about a player; the integer itself. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("player", "player", "")];
