//! Conditions.

mod and;

use crate::ludemes::prelude::*;

/// The rows of this family, file by file.
pub(super) const FAMILY: &[&[Row]] = &[and::ROWS];

/// The operands of `(and ..)` and `(or ..)`: two, or a list.
fn operands(call: &Ludeme, lo: &mut Lowering) -> Lowered<Vec<BoolExpr>> {
    let mut parts = Vec::new();
    for arg in call.args.iter().flatten() {
        match &arg.value {
            Value::Array(items) => {
                for item in items {
                    parts.push(lo.bool_arg(item)?);
                }
            }
            _ => parts.push(lo.bool_arg(arg)?),
        }
    }
    Ok(parts)
}
