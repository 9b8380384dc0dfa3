//! `(set Count [type] at:site n [then])`: sets how many pieces a site counts; 0 empties it.
//!
//! The component is the one that stands there. Nothing for a site that does not exist. (Ludii 1.3.12's behaviour.)

use super::actions;
use super::build::site_type;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("set", "Count", lower).requires(Requirements::acts_on)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let t = lo.site_type(call, "type");
    let site = lo.int(call, "at")?;
    let value = lo.int(call, "value")?;
    let then = lo.then(call)?;
    Ok(actions(then, move |cx, act| {
        let to = site.eval(cx);
        let count = value.eval(cx);
        if cx.state.layout().any_place(t, to).is_none() {
            return;
        }
        let what = cx.state.what(t, to);
        act(ActionKind::SetCount { t: site_type(cx, t, to), to, what, count });
    }))
}
