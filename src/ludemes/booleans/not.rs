//! `(not a)`: the condition does not hold. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("not", "", lower).any_order()];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let part = lo.boolean(call, "a")?;
    if let Some(holds) = part.as_constant() {
        return Ok(Expr::constant(!holds));
    }
    let part = Arc::new(part);
    let threatening = || Some(View::Threatening(!part.while_threatening()?));
    let view = view::negated(&part, |t| lo.most_sites(t)).or_else(threatening);
    Ok(Expr::new(part.uses, move |cx: &mut Cx| !part.eval(cx)).seen_as(view))
}
