//! `(move Vote <strings> [then])`, `(vote ..)`: votes, one move per string, without sites.

use super::propose::each;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = both_forms!("Vote", "vote", "");

fn lower(call: &Ludeme, lo: &mut Lowering, decision: bool) -> Lowered<MovesExpr> {
    let slots = ["message", "messages", "vote", "votes"];
    each(call, &slots, decision, |text, number| ActionKind::Vote { text, number }, lo)
}
