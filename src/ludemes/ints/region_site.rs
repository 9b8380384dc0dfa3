//! `(regionSite region index:int)`: the site of this rank in a region, counted from 0; -1 out of range.
//! (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("regionSite", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let (region, index) = (lo.region(call, "region")?, lo.int(call, "index")?);
    Ok(region.with(index.uses, move |cx, region| {
        usize::try_from(index.eval(cx)).ok().and_then(|index| region.iter().nth(index)).unwrap_or(-1)
    }))
}
