//! `(set State [type] at:site [level:] n [then])`: sets the local state of a site, empty or not.
//!
//! Nothing for a negative state or a site that does not exist. (Ludii 1.3.12's behaviour.)

use super::actions;
use super::build::site_type;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("set", "State", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let t = lo.site_type(call, "type");
    let site = lo.int(call, "at")?;
    let level = lo.int_or(call, "level", -1)?;
    let value = lo.int(call, "value")?;
    let then = lo.then(call)?;
    Ok(actions(then, move |cx, act| {
        let to = site.eval(cx);
        let level = level.eval(cx);
        let state = value.eval(cx);
        if state < 0 || cx.state.layout().any_place(t, to).is_none() {
            return;
        }
        act(ActionKind::SetState { t: site_type(cx, t, to), to, level, state });
    }))
}
