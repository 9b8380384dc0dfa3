//! Conditions.

mod all_groups;
mod all_of;
mod all_passed;
mod and;
mod can_move;
mod compare;
mod dice;
mod edge_graph;
mod if_else;
mod is_angle;
mod is_connected;
mod is_crossing;
mod is_flat;
mod is_hidden;
mod is_in;
mod is_last_type;
mod is_line;
mod is_loop;
mod is_occupied;
mod is_parity;
mod is_path;
mod is_pattern;
mod is_pips_match;
mod is_player;
mod is_regular_graph;
mod is_related;
mod is_repeat;
mod is_sides_match;
mod is_state;
mod is_target;
mod is_threatened;
mod is_tree;
mod is_tree_centre;
mod is_within;
mod knots;
mod line_levels;
mod no_moves;
mod no_pieces;
mod not;
mod or;
mod region_list;
mod to_bool;
mod was_pass;
mod xor;

use crate::ludemes::prelude::*;

pub(crate) use is_crossing::Segment;

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
    is_angle::ROWS,
    is_connected::ROWS,
    is_crossing::ROWS,
    is_flat::ROWS,
    is_hidden::ROWS,
    is_in::ROWS,
    is_last_type::ROWS,
    is_line::ROWS,
    is_loop::ROWS,
    is_occupied::ROWS,
    is_parity::ROWS,
    is_path::ROWS,
    is_pattern::ROWS,
    is_pips_match::ROWS,
    is_player::ROWS,
    is_regular_graph::ROWS,
    is_related::ROWS,
    is_repeat::ROWS,
    is_sides_match::ROWS,
    is_state::ROWS,
    is_target::ROWS,
    is_threatened::ROWS,
    is_tree::ROWS,
    is_tree_centre::ROWS,
    is_within::ROWS,
    no_moves::ROWS,
    no_pieces::ROWS,
    not::ROWS,
    or::ROWS,
    to_bool::ROWS,
    was_pass::ROWS,
    xor::ROWS,
];

/// `(and ..)` or `(or ..)`, of which all operands hold or any, as `holds` says.
fn junction(
    call: &Ludeme,
    all: bool,
    lo: &mut Lowering,
    holds: impl Fn(&mut Cx, &[BoolExpr]) -> bool + Send + Sync + 'static,
) -> Lowered<BoolExpr> {
    let parts: Arc<[BoolExpr]> = operands(call, lo)?.into();
    let uses = parts.iter().fold(Uses::NONE, |all, part| all | part.uses);
    let view = view::joined(&parts, all, &lo.board(), |region| lo.keep_view(call, region));
    let view = view.or_else(|| view::while_threatening(&parts, all));
    Ok(Expr::new(uses, move |cx: &mut Cx| holds(cx, &parts)).seen_as(view))
}

/// Its operands: two, or a list.
fn operands(call: &Ludeme, lo: &mut Lowering) -> Lowered<Vec<BoolExpr>> {
    call.args.iter().flatten().flat_map(Arg::each).map(|arg| lo.bool_arg(arg)).collect()
}

/// The player of a slot that holds `(player ..)` or a role.
fn player_or_role(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    match call.get("who").or_else(|| call.get("role")) {
        Some(arg) => lo.player_arg(arg),
        None => lo.wrong(&call.origin, format!("`({})` needs a player", call.form.title())),
    }
}
