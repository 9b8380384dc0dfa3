//! `(poly {{x y} ..} [rotns:int])`: an outline, with rotated copies of itself.

use crate::board::Polygon;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("poly", "poly", "")];

/// Reads an argument that is a `(poly ..)`.
pub(super) fn read(arg: &Arg, lo: &mut Lowering) -> Lowered<Polygon> {
    let Value::Ludeme(call) = &arg.value else { return lo.wrong(&arg.origin, "expected `(poly ..)` here") };
    let Some(points) = call.get("pts") else { return lo.wrong(&call.origin, "`(poly ..)` needs points") };
    let point =
        |point: &Arg, lo: &mut Lowering| point.each().iter().map(|x| number(x, lo)).collect::<Lowered<Vec<_>>>();
    let points = points.each().iter().map(|p| point(p, lo)).collect::<Lowered<Vec<_>>>()?;
    let polygon = Polygon::new(&points);
    Ok(match call.get("rotns").map(|arg| &arg.value) {
        Some(Value::Int(k)) => polygon.rotations(*k),
        _ => polygon,
    })
}

/// A coordinate: a real number or a dimension.
fn number(arg: &Arg, lo: &mut Lowering) -> Lowered<f64> {
    if let Value::Float(value) = &arg.value { Ok(*value) } else { Ok(f64::from(lo.dim_arg(arg)?)) }
}
