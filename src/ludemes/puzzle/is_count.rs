//! `(is Count [type] region [of:value] n)`: so many sites of a region have a value (1 by default).
//!
//! No more than that, and as many once all sites of the region are resolved. Without a region it never holds.
//! (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("is", "Count", lower).requires(|needs, _| needs.features.puzzle = true)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let t = lo.site_type(call, "type");
    let wanted = lo.int_or(call, "of", 1)?;
    let result = lo.int(call, "result")?;
    let Some(region) = lo.region_opt(call, "region")? else { return Ok(Expr::constant(false)) };
    Ok(Expr::new(wanted.uses | result.uses | region.uses | Uses::VALUES, move |cx| {
        let (wanted, result) = (wanted.eval(cx), result.eval(cx));
        let (mut count, mut open) = (0, false);
        let region = region.eval(cx);
        cx.charge(region.len() as u64 / 2);
        for site in &region {
            match cx.value_of(t, site) {
                Some(value) => count += i32::from(value == wanted),
                None => open = true,
            }
        }
        count == result || open && count < result
    }))
}
