//! `(is Pattern {F R ..} [type] [from:int] [what:int | whats:{int ..}])`: pieces stand in a pattern.
//!
//! How it is found: see [`crate::ludemes::regions::pattern`]. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;
use crate::ludemes::regions::pattern::Pattern;

pub(super) const ROWS: &[Row] = &[Row::boolean("is", "Pattern", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let search = Pattern::read(call, lo)?;
    Ok(Expr::new(search.uses, move |cx| search.find(cx).is_some()))
}
