//! `(mode ..)`: players take turns (`Alternating`); the other modes cannot be played yet.

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("mode", "mode", "")];

/// Accepts the mode that is played.
pub(super) fn read(call: &Ludeme, lo: &Lowering) -> Lowered<()> {
    match call.get("mode") {
        Some(arg) if call.word("mode") != Some("Alternating") => {
            lo.unsupported(&arg.origin, format_args!("mode {}", call.word("mode").unwrap_or("?")))
        }
        _ => Ok(()),
    }
}
