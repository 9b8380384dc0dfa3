//! `(values type (range a b))` of a board, `(hints ["label"] {(hint site [v]) (hint {sites} [v]) ..} [type])`: the
//! values that the elements of a puzzle's board can take, and the hints it gives.
//!
//! A later range or list of hints for the same type replaces an earlier one; a type without a range has only 0. Hints
//! without a number say 0, those without a type are about cells. The label means nothing. (Ludii 1.3.12's behaviour.)
//!
//! Differences: ranges are bounded, and their ends are not negative.

use crate::engine::equipment::{Hint, PuzzleEquipment};
use crate::engine::puzzle::GREATEST_VALUE;
use crate::ludemes::equipment::clauses;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] =
    &[Row::part("values", "values", ""), Row::part("item", "hints", ""), Row::part("hint", "hint", "")];

/// The most words of 64 values that all variables of a board have together.
const MOST_WORDS: usize = 1 << 22;

/// Reads the values of a board.
pub(crate) fn values(board: &Ludeme, topology: &Topology, lo: &mut Lowering) -> Lowered<[(i32, i32); 3]> {
    let mut values = [(0, 0); 3];
    let mut known = false;
    for call in ["values", "valuesArray"].into_iter().filter_map(|name| board.get(name)).flat_map(clauses) {
        let range = lo.range_arg(lo.one_of(call, &["range"], "`(values ..)` needs a range")?)?;
        let Some(&(first, last)) = range.as_constant() else {
            return lo.wrong(&call.origin, "the values of a puzzle are known before it begins");
        };
        if first < 0 || last < first || last > GREATEST_VALUE {
            return lo.wrong(&call.origin, format!("values lie between 0 and {GREATEST_VALUE}, the smaller one first"));
        }
        values[lo.site_type(call, "type") as usize] = (first, last);
        known = true;
    }
    let words = |t: SiteType| topology.len(t).saturating_mul(values[t as usize].1 as usize / 64 + 1);
    if SiteType::ALL.into_iter().map(words).sum::<usize>() > MOST_WORDS {
        return lo.wrong(&board.origin, "there are too many elements that can take too many values");
    }
    if lo.features.puzzle && !known {
        return lo.wrong(&board.origin, "the board of a puzzle needs the values that its sites can take");
    }
    if lo.features.puzzle && lo.features.stacking {
        return lo.unsupported(&board.origin, "a deduction puzzle with stacks");
    }
    Ok(values)
}

/// Reads one `(hints ..)` into the equipment.
pub(crate) fn hints(call: &Ludeme, into: &mut PuzzleEquipment, lo: &Lowering) -> Lowered<()> {
    let t = call.word("type").and_then(SiteType::parse).unwrap_or(SiteType::Cell);
    let mut list = Vec::new();
    for record in call.get("records").into_iter().flat_map(clauses) {
        let sites: Vec<i32> = match (record.get("site"), record.get("region")) {
            (Some(site), _) => int(site).into_iter().collect(),
            (None, Some(region)) => ints(region),
            (None, None) => Vec::new(),
        };
        if sites.is_empty() {
            return lo.wrong(&record.origin, "a hint is about at least one site");
        }
        let value = record.get("hint").and_then(int);
        let region = Arc::new(sites.iter().copied().collect());
        list.push(Hint { sites, region, value });
    }
    into.hints[t as usize] = list;
    Ok(())
}

/// A literal number.
fn int(arg: &Arg) -> Option<i32> {
    if let Value::Int(value) = arg.value { Some(value) } else { None }
}

/// The numbers of a list of literal ones.
pub(crate) fn ints(arg: &Arg) -> Vec<i32> {
    arg.each().iter().filter_map(int).collect()
}
