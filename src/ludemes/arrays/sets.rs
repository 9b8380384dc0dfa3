//! `(difference array array|int)`, `(union array array)`, `(union {array ..})`, `(intersection array array)`,
//! `(intersection {array ..})`: arrays as collections.
//!
//! The difference is one of multisets: each element of the second array takes the first equal one out of what is left
//! of the first, whose order stays. The union is the first array as it is, then the elements of the others not yet
//! there. The intersection of two is the elements of the second that occur in the first; that of a list is the elements
//! of the first that occur in every other. (Ludii 1.3.12's behaviour.)

use crate::ludemes::ints::map2;
use crate::ludemes::prelude::*;
use crate::ludemes::registry::Lower;

pub(super) const ROWS: &[Row] = &[
    Row::of("difference", "difference", "", Lower::Ints(difference)),
    Row::ints("union", "", union),
    Row::ints("intersection", "", intersection),
];

fn difference(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntsExpr> {
    let source = lo.ints(call, "source")?;
    if call.get("subtraction").is_none() {
        return Ok(map2(source, lo.int(call, "intToRemove")?, |values, value| without(values, &[value])));
    }
    Ok(map2(source, lo.ints(call, "subtraction")?, |values, away| without(values, &away)))
}

fn without(mut values: Vec<i32>, away: &[i32]) -> Vec<i32> {
    for value in away {
        if let Some(index) = values.iter().position(|v| v == value) {
            values.remove(index);
        }
    }
    values
}

fn lists(call: &Ludeme, lo: &mut Lowering) -> Lowered<Option<Vec<IntsExpr>>> {
    let arrays = call.items("arrays");
    arrays.map(|items| items.iter().map(|item| lo.ints_arg(item)).collect::<Lowered<_>>()).transpose()
}

fn union(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntsExpr> {
    let lists = match lists(call, lo)? {
        Some(lists) => lists,
        None => vec![lo.ints(call, "array1")?, lo.ints(call, "array2")?],
    };
    Ok(Expr::new(uses_of(&lists), move |cx| {
        let mut lists = lists.iter().map(|list| list.eval(cx));
        let mut union = lists.next().unwrap_or_default();
        for value in lists.flatten() {
            if !union.contains(&value) {
                union.push(value);
            }
        }
        union
    }))
}

fn intersection(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntsExpr> {
    let Some(lists) = lists(call, lo)? else {
        return Ok(map2(lo.ints(call, "array1")?, lo.ints(call, "array2")?, |first, mut second| {
            second.retain(|value| first.contains(value));
            second
        }));
    };
    Ok(Expr::new(uses_of(&lists), move |cx| {
        let mut lists = lists.iter().map(|list| list.eval(cx));
        let mut common = lists.next().unwrap_or_default();
        for list in lists {
            common.retain(|value| list.contains(value));
        }
        common
    }))
}
