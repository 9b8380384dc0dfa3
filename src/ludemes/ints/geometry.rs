//! `(row [type] of:int)`, `(column [type] of:int)`, `(layer of:int [type])`, `(phase [type] of:int)`: where a site
//! lies.
//!
//! -1 for a negative site and for one beyond the board, hands included. (Ludii 1.3.12's behaviour.)
//!
//! A start rule can set the phase of a site.
//!
//! Differences: the phase of a site beyond the board is an error in Ludii.

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::int("row", "", |call, lo| measure(call, Topology::row, lo)),
    Row::int("column", "", |call, lo| measure(call, Topology::column, lo)),
    Row::int("layer", "", |call, lo| measure(call, Topology::layer, lo))
        .requires(|needs, _| needs.features.layered = true),
    Row::int("phase", "", phase),
];

fn phase(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    if !lo.features.set_phases {
        return measure(call, Topology::phase, lo);
    }
    let t = lo.site_type(call, "type");
    let board = lo.board();
    let site = lo.int(call, "of")?;
    Ok(site.with(Uses::OTHER, move |cx, site| {
        let own = || usize::try_from(site).ok().and_then(|site| board.phase(t, site));
        cx.phases.get(&(t, site)).copied().or_else(own).unwrap_or(-1)
    }))
}

fn measure(call: &Ludeme, get: fn(&Topology, SiteType, usize) -> Option<i32>, lo: &mut Lowering) -> Lowered<IntExpr> {
    let t = lo.site_type(call, "type");
    let board = lo.board();
    let site = lo.int(call, "of")?;
    let of = move |site: usize| get(&board, t, site).unwrap_or(-1);
    let view = match site.view() {
        Some(&View::Variable(variable)) => {
            let all = (0..lo.most_sites(Some(t))).map(&of).collect();
            Some(View::Numbers(t, variable, Expr::constant(all)))
        }
        _ => None,
    };
    Ok(super::map1(site, move |site| usize::try_from(site).map_or(-1, &of)).seen_as(view))
}
