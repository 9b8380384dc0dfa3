//! `(sqrt a)`, `(log a)`, `(log10 a)`, `(exp a)`, `(sin a)`, `(cos a)`, `(tan a)`, `(toFloat int|boolean)`.
//!
//! Computed in double precision, given in 32 bits. The root of a negative number and the logarithm of zero or less are
//! errors, while the description is read where the operand is constant. (Ludii 1.3.12's behaviour.)

use crate::ludemes::ints::map1;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::float("sqrt", "", |call, lo| partial("sqrt", |a| a >= 0.0, f64::sqrt, call, lo)).may_fail(),
    Row::float("log", "", |call, lo| partial("log", |a| a > 0.0, f64::ln, call, lo)).may_fail(),
    Row::float("log10", "", |call, lo| partial("log10", |a| a > 0.0, f64::log10, call, lo)).may_fail(),
    Row::float("exp", "", |call, lo| total(f64::exp, call, lo)).may_fail(),
    Row::float("sin", "", |call, lo| total(f64::sin, call, lo)).may_fail(),
    Row::float("cos", "", |call, lo| total(f64::cos, call, lo)).may_fail(),
    Row::float("tan", "", |call, lo| total(f64::tan, call, lo)).may_fail(),
    Row::float("toFloat", "", to_float).may_fail(),
];

fn total(function: fn(f64) -> f64, call: &Ludeme, lo: &mut Lowering) -> Lowered<FloatExpr> {
    Ok(map1(lo.float(call, "a")?, move |a| function(f64::from(a)) as f32))
}

fn partial(
    name: &'static str,
    domain: fn(f64) -> bool,
    function: fn(f64) -> f64,
    call: &Ludeme,
    lo: &mut Lowering,
) -> Lowered<FloatExpr> {
    let a = lo.float(call, "a")?;
    if let Some(&a) = a.as_constant() {
        let a = f64::from(a);
        if !domain(a) {
            return lo.wrong(&call.origin, format!("`({name} ..)` has no value here"));
        }
        return Ok(Expr::constant(function(a) as f32));
    }
    Ok(Expr::new(a.uses, move |cx| {
        let a = f64::from(a.eval(cx));
        if !domain(a) {
            cx.fail(Fault::Domain(name));
            return 0.0;
        }
        function(a) as f32
    }))
}

fn to_float(call: &Ludeme, lo: &mut Lowering) -> Lowered<FloatExpr> {
    match lo.bool_opt(call, "boolFn")? {
        Some(condition) => Ok(map1(condition, |holds| if holds { 1.0 } else { 0.0 })),
        None => Ok(map1(lo.int(call, "intFn")?, |value| value as f32)),
    }
}
