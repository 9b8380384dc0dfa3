//! `(where "name" player|role [state:int] [type])`, `(where int [type])`, `(where Level .. at:int [fromTop:boolean])`:
//! where a component stands.
//!
//! By name: of the lowest component of the player whose numbered name contains it, the first site of the board in the
//! order of the owned lists, with this local state if one is given. By component: the lowest site of the board. By
//! level: the level in the stack on a site, searched from the top, or from the bottom; hands have none. -1 if there is
//! none. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::int("where", "", site).history_dependent(),
    Row::int("where", "Level", level).history_dependent().requires(|needs, _| needs.features.stacking = true),
];

/// The component a ludeme is about, -1 for none, and the local state it must have.
fn component(call: &Ludeme, lo: &mut Lowering) -> Lowered<(IntExpr, Option<IntExpr>)> {
    let Some(name) = call.text("namePiece") else {
        return Ok((lo.int(call, "what")?, None));
    };
    let player = super::player(call, lo)?;
    Ok((super::component_of(name, player, lo), lo.int_opt(call, "state")?))
}

fn site(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let t = lo.site_type(call, "type");
    let sites = lo.board().len(t) as i32;
    lo.reads_lists = true;
    let lowest = call.text("namePiece").is_none();
    let (component, state) = component(call, lo)?;
    Ok(Expr::new(component.uses | uses_of(&state) | Uses::BOARD, move |cx| {
        let Some(component) = usize::try_from(component.eval(cx)).ok().filter(|&c| c > 0) else {
            return -1;
        };
        let state = state.as_ref().map(|state| state.eval(cx));
        let locations = cx.state.locations(component).iter().filter(|s| s.t == t && s.site < sites);
        let mut found =
            locations.filter(|s| state.is_none_or(|state| cx.state.piece(t, s.site, Some(s.level)).state == state));
        let site = if lowest { found.map(|s| s.site).min() } else { found.next().map(|s| s.site) };
        site.unwrap_or(-1)
    }))
}

fn level(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let t = lo.site_type(call, "type");
    let sites = lo.board().len(lo.default_type()) as i32;
    let (component, state) = component(call, lo)?;
    let at = lo.int(call, "at")?;
    let from_top = lo.bool_or(call, "fromTop", true)?;
    Ok(Expr::new(component.uses | uses_of(&state) | at.uses | from_top.uses | Uses::BOARD, move |cx| {
        let (component, at, from_top) = (component.eval(cx), at.eval(cx), from_top.eval(cx));
        if component <= 0 || at >= sites {
            return -1;
        }
        let state = state.as_ref().map(|state| state.eval(cx));
        let height = cx.state.height(t, at);
        let levels = (0..height).map(|step| if from_top { height - 1 - step } else { step });
        let mut found = levels.filter(|&level| {
            let piece = cx.state.piece(t, at, Some(level));
            i32::from(piece.what) == component && state.is_none_or(|state| piece.state == state)
        });
        found.next().unwrap_or(-1)
    }))
}
