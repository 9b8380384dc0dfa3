//! `(set State [type] at:site [level:] n [then])`: sets the local state of a site, empty or not.
//!
//! Nothing for a negative state or a site that does not exist. (Ludii 1.3.12's behaviour.)

use super::set_value::of_site;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("set", "State", lower).requires(Requirements::acts_on)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    of_site(call, lo, |t, to, level, state| ActionKind::SetState { t, to, level, state })
}
