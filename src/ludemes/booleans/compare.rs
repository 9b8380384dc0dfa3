//! `(= a b)`, `(!= a b)`, `(< a b)`, `(<= a b)`, `(> a b)`, `(>= a b)`: comparisons.
//!
//! Of two integers, the second of which may be a role for `=` and `!=`; or, for these, of two regions, which are equal
//! when they hold the same sites. (Ludii 1.3.12's behaviour outside deduction puzzles.)

use crate::ludemes::ints::{count_steps, map1, map2};
use crate::ludemes::prelude::*;
use crate::ludemes::puzzle;

pub(super) const ROWS: &[Row] = &[
    Row::boolean("=", "", equal),
    Row::boolean("!=", "", unequal),
    Row::boolean("<", "", |call, lo| ordered(|a, b| a < b, call, lo)),
    Row::boolean("<=", "", |call, lo| ordered(|a, b| a <= b, call, lo)),
    Row::boolean(">", "", |call, lo| ordered(|a, b| a > b, call, lo)),
    Row::boolean(">=", "", |call, lo| ordered(|a, b| a >= b, call, lo)),
];

fn equal(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    if call.get("regionA").is_some() {
        return Ok(map2(lo.region(call, "regionA")?, lo.region(call, "regionB")?, |a, b| a == b));
    }
    if let Some(finite) = finite(call, lo)? {
        return Ok(map1(finite, |finite| !finite));
    }
    compared(call, lo, |a, b| a == b)
}

fn unequal(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    if call.get("regionA").is_some() {
        return Ok(map2(lo.region(call, "regionA")?, lo.region(call, "regionB")?, |a, b| a != b));
    }
    if let Some(finite) = finite(call, lo)? {
        return Ok(finite);
    }
    compared(call, lo, |a, b| a != b)
}

/// Whether a number of steps is less than `Infinity`, where it is compared with that: how many need not be known.
fn finite(call: &Ludeme, lo: &mut Lowering) -> Lowered<Option<BoolExpr>> {
    let (Some(a), Some(b)) = (call.get("valueA"), call.get("valueB")) else { return Ok(None) };
    let is_infinity = |arg: &Arg| matches!(arg.value, Value::Int(count_steps::INFINITY));
    if is_infinity(a) {
        count_steps::finite(b, lo)
    } else if is_infinity(b) {
        count_steps::finite(a, lo)
    } else {
        Ok(None)
    }
}

fn compared(call: &Ludeme, lo: &mut Lowering, holds: impl Binary<bool>) -> Lowered<BoolExpr> {
    let a = lo.int(call, "valueA")?;
    let b = lo.int(call, if call.get("roleB").is_some() { "roleB" } else { "valueB" })?;
    Ok(of_integers(call, lo, (a, b), holds))
}

fn ordered(holds: impl Binary<bool>, call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    if lo.features.puzzle {
        return puzzle::ordered::lower(holds, call, lo);
    }
    let (a, b) = (lo.int(call, "valueA")?, lo.int(call, "valueB")?);
    Ok(of_integers(call, lo, (a, b), holds))
}

/// A comparison, for all sites at once where one of the integers tells something of a site.
fn of_integers(
    call: &Ludeme,
    lo: &mut Lowering,
    (mut a, mut b): (IntExpr, IntExpr),
    holds: impl Binary<bool>,
) -> BoolExpr {
    let sign = a.sign(&b, holds).or_else(|| b.sign(&a, |b, a| holds(a, b)));
    if let Some((sign, above)) = sign {
        return map1(sign, move |sign| sign == above);
    }
    let tells = |x: &IntExpr| match x.view() {
        None | Some(View::Numbers(..) | View::Sign(_)) => false,
        Some(View::Through(_, view)) => !matches!(**view, View::Variable(_)),
        Some(_) => true,
    };
    if !(tells(&a) || tells(&b)) || !lo.skips(call) {
        return of_numbers(call, lo, (a, b), holds);
    }
    let (a, b) = (Arc::new(a), Arc::new(b));
    // Of two, the one that goes round within the rounds of the other.
    let outer = |x: &IntExpr| x.uses.any(Uses::FROM);
    let view = if tells(&a) && !(tells(&b) && outer(&a)) {
        of_site(call, lo, (&a, Arc::clone(&b)), holds)
    } else {
        of_site(call, lo, (&b, Arc::clone(&a)), move |b, a| holds(a, b))
    };
    let test = Expr::new(a.uses | b.uses, move |cx: &mut Cx| {
        let a = a.eval(cx);
        holds(a, b.eval(cx))
    });
    test.seen_as(view)
}

/// The view of a comparison of an integer that tells something of a site with another one.
fn of_site(
    call: &Ludeme,
    lo: &mut Lowering,
    (integer, other): (&IntExpr, Arc<IntExpr>),
    holds: impl Binary<bool>,
) -> Option<View> {
    if let Some(&View::Variable(variable)) = integer.view() {
        return Some(view::of_variable(variable, other, lo.most_sites(None), holds));
    }
    if let Some(&View::Count(t, variable)) = integer.view() {
        let sites = lo.most_sites(Some(t));
        return Some(view::of_count((t, variable), other, sites, holds, |region| lo.keep_view(call, region)));
    }
    let uses = other.uses;
    lo.told_of_sites(call, integer, uses, move |cx| {
        let other = other.eval(cx);
        move |_: &Cx, told| holds(told, other)
    })
}

/// A comparison, for all sites at once where there is a number for every site.
fn of_numbers(call: &Ludeme, lo: &mut Lowering, (a, b): (IntExpr, IntExpr), holds: impl Binary<bool>) -> BoolExpr {
    view::compared(a, b, holds, |region| lo.keep_view(call, region)).unwrap_or_else(|both| {
        let (a, b) = *both;
        map2(a, b, holds)
    })
}
