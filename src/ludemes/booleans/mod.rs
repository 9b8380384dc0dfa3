//! Conditions.

mod all_groups;
mod all_of;
mod all_passed;
mod and;
mod can_move;
mod compare;
mod dice;
mod if_else;
mod is_connected;
mod is_flat;
mod is_in;
mod is_line;
mod is_loop;
mod is_occupied;
mod is_parity;
mod is_pattern;
mod is_player;
mod is_related;
mod is_repeat;
mod is_state;
mod is_target;
mod is_threatened;
mod is_within;
mod no_moves;
mod no_pieces;
mod not;
mod or;
mod region_list;
mod to_bool;
mod was_pass;
mod xor;

use crate::ludemes::prelude::*;

/// The rows of this family, file by file.
pub(super) const FAMILY: &[&[Row]] = &[
    all_groups::ROWS,
    all_of::ROWS,
    all_passed::ROWS,
    and::ROWS,
    can_move::ROWS,
    compare::ROWS,
    dice::ROWS,
    if_else::ROWS,
    is_connected::ROWS,
    is_flat::ROWS,
    is_in::ROWS,
    is_line::ROWS,
    is_loop::ROWS,
    is_occupied::ROWS,
    is_parity::ROWS,
    is_pattern::ROWS,
    is_player::ROWS,
    is_related::ROWS,
    is_repeat::ROWS,
    is_state::ROWS,
    is_target::ROWS,
    is_threatened::ROWS,
    is_within::ROWS,
    no_moves::ROWS,
    no_pieces::ROWS,
    not::ROWS,
    or::ROWS,
    to_bool::ROWS,
    was_pass::ROWS,
    xor::ROWS,
];

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
