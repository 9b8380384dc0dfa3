//! `(between [before:] [range] [after:] [if:] [trail:] [apply])`: the sites a move passes.

use super::Apply;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("between", "between", "")];

/// The sites between start and destination.
#[derive(Default)]
pub(in crate::ludemes) struct Between {
    /// How many sites may come before them.
    pub before: Option<IntExpr>,
    /// How many there may be, both ends inclusive.
    pub range: Option<RangeExpr>,
    /// How many more sites may follow the first after them.
    pub after: Option<IntExpr>,
    /// What must hold on each of them.
    pub condition: Option<BoolExpr>,
    /// The component left behind.
    pub trail: Option<IntExpr>,
    /// Effects on each of them.
    pub apply: Option<Apply>,
    /// Whether both ends of the range are always the same.
    pub exact: bool,
}

impl Between {
    /// Reads the slot `between` of a ludeme; all defaults where it is empty.
    pub fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<Self> {
        let Some(part) = call.part("between") else {
            return Ok(Between { exact: true, ..Self::default() });
        };
        Ok(Between {
            before: lo.int_opt(part, "before")?,
            range: lo.range_opt(part, "range")?,
            after: lo.int_opt(part, "after")?,
            condition: lo.bool_opt(part, "if")?,
            trail: lo.int_opt(part, "trail")?,
            apply: Apply::read(part, "effect", lo)?,
            exact: part.get("range").is_none_or(|arg| match &arg.value {
                Value::Ludeme(range) => {
                    range.form.head == "exact" || range.get("max").is_none() && range.form.head == "range"
                }
                _ => false,
            }),
        })
    }

    /// How far the range reaches, by default to the next site; `None` where that depends on the state.
    pub fn farthest(&self) -> Option<usize> {
        self.range.as_ref().map_or(Some(1), |range| usize::try_from(range.as_constant()?.1).ok())
    }

    /// What is done on each site between, if anything.
    pub fn effect(&self) -> Option<&Apply> {
        self.apply.as_ref().filter(|apply| apply.effect.is_some())
    }

    /// The range now.
    pub fn range_or(&self, cx: &mut Cx, default: (i32, i32)) -> (i32, i32) {
        self.range.as_ref().map_or(default, |range| range.eval(cx))
    }
}
