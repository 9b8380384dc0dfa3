//! `(who [type] at:int [level:int])`, `(what ..)`, `(state ..)`, `(rotation ..)`: the piece on a site, by its owner,
//! component, local state and rotation.
//!
//! All are 0 for an empty, negative or unknown site. In a stack, the top is read without a `level:` or with -1, but
//! `what` without a level reads the bottom; a level above the top gives 0. `who` looks only at sites of its type, so
//! that on a board of vertices the untyped one does not see hands; the others find a hand's sites whatever the type.
//! (Ludii 1.3.12's behaviour.)
//!
//! Differences: a site beyond all containers is an error in Ludii.

use crate::engine::site_store::Piece;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::int("who", "", who),
    Row::int("what", "", what),
    Row::int("state", "", state),
    Row::int("rotation", "", rotation),
];

fn who(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let t = lo.site_type(call, "type");
    let site = lo.int(call, "at")?;
    match lo.int_opt(call, "level")? {
        None => {
            let view = View::of_place(&site, |variable| View::Owner(t, variable)).filter(|_| lo.has_views());
            let uses = view::board_at(&site);
            let owner = site.with(uses, move |cx, site| cx.state.who_exactly(t, site));
            Ok(owner.seen_as(view))
        }
        Some(level) => Ok(Expr::new(site.uses | level.uses | Uses::BOARD, move |cx| {
            let (site, level) = (site.eval(cx), level.eval(cx));
            i32::from(cx.state.piece_exactly(t, site, Some(level)).who)
        })),
    }
}

fn what(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    if lo.features.puzzle && !lo.features.stacking && call.get("level").is_none() {
        let t = lo.site_type(call, "type");
        let site = lo.int(call, "at")?;
        return Ok(site.with(Uses::VALUES, move |cx, site| {
            cx.note_read(t, site);
            cx.state.what(t, site)
        }));
    }
    let bottom = lo.features.stacking.then_some(0);
    let what = data(call, bottom, |piece| i32::from(piece.what), lo)?;
    // The state keeps where a component is on top.
    let view = if bottom.is_some() { None } else { of_variable(call, lo, View::Component)? };
    Ok(what.seen_as(view))
}

fn state(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let state = data(call, None, |piece| piece.state, lo)?;
    Ok(state.seen_as(of_variable(call, lo, View::State)?))
}

/// What is told of the site of an iterator variable by itself.
fn of_variable(call: &Ludeme, lo: &mut Lowering, told: fn(SiteType, Uses) -> View) -> Lowered<Option<View>> {
    if call.get("level").is_some() || !lo.has_views() {
        return Ok(None);
    }
    // The argument once more, for what it is.
    let t = lo.site_type(call, "type");
    Ok(View::of_place(&lo.int(call, "at")?, |variable| told(t, variable)))
}

fn rotation(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    data(call, None, |piece| piece.rotation, lo)
}

/// A property of the piece on the site `at:`, on the level `level:` or else this one (`None` for the top).
pub(super) fn data(call: &Ludeme, default: Option<i32>, get: fn(&Piece) -> i32, lo: &mut Lowering) -> Lowered<IntExpr> {
    let t = lo.site_type(call, "type");
    let site = lo.int(call, "at")?;
    match lo.int_opt(call, "level")? {
        None => Ok(site.with(Uses::BOARD, move |cx, site| get(&cx.state.piece(t, site, default)))),
        Some(level) => Ok(Expr::new(site.uses | level.uses | Uses::BOARD, move |cx| {
            let (site, level) = (site.eval(cx), level.eval(cx));
            get(&cx.state.piece(t, site, Some(level)))
        })),
    }
}
