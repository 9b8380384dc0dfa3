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

family! {
    all_groups all_of all_passed and can_move compare dice if_else is_angle is_connected is_crossing is_flat is_hidden
    is_in is_last_type is_line is_loop is_occupied is_parity is_path is_pattern is_pips_match is_player is_regular_graph
    is_related is_repeat is_sides_match is_state is_target is_threatened is_tree is_tree_centre is_within no_moves
    no_pieces not or to_bool was_pass xor
}

/// `(and ..)` or `(or ..)`, of which all operands hold or any, as `holds` says.
fn junction(
    call: &Ludeme,
    all: bool,
    lo: &mut Lowering,
    holds: impl Fn(&mut Cx, &[BoolExpr]) -> bool + Send + Sync + 'static,
) -> Lowered<BoolExpr> {
    let parts: Arc<[BoolExpr]> = lo.operands(call, Lowering::bool_arg)?.into();
    let uses = uses_of(parts.iter());
    let view = view::joined(&parts, all, &lo.board(), |region| lo.keep_view(call, region));
    let view = view.or_else(|| view::while_threatening(&parts, all));
    Ok(Expr::new(uses, move |cx: &mut Cx| holds(cx, &parts)).seen_as(view))
}

/// The player of a slot that holds `(player ..)` or a role.
fn player_or_role(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    lo.player_arg(lo.one_of(call, &["who", "role"], &format!("`({})` needs a player", call.form.title()))?)
}
