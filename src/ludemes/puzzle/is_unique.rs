//! `(is Unique [type])`: no two lists of a family of regions are the same.
//!
//! Two lists whose sites are all resolved are compared value by value along the first. Sites are cells unless a type is
//! named. (Ludii 1.3.12's behaviour.)
//!
//! ASSUMPTION: a list that is longer than the second is not the same.

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] =
    &[Row::boolean("is", "Unique", lower).requires(|needs, _| needs.features.puzzle = true)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let t = call.word("elementType").and_then(SiteType::parse).unwrap_or(SiteType::Cell);
    let families: Vec<_> = lo.regions.iter().map(|region| Arc::clone(&region.families)).collect();
    Ok(Expr::new(Uses::VALUES, move |cx| {
        families.iter().flat_map(|families| families.iter()).all(|family| {
            let values = |list: &Vec<i32>| list.iter().map(|&site| cx.value_of(t, site)).collect();
            let lists: Vec<Vec<i32>> = family.lists.iter().filter_map(values).collect();
            let size = family.lists.iter().map(Vec::len).sum::<usize>() as u64;
            if !cx.spend(size * (1 + lists.len() as u64 / 4)) {
                return false;
            }
            let differ = |(i, a): (usize, &Vec<i32>)| lists[i + 1..].iter().all(|b| !b.starts_with(a));
            lists.iter().enumerate().all(differ)
        })
    }))
}
