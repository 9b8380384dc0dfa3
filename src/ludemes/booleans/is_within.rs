//! `(is Within int [type] [at:int | in:region])`: a component stands on one of the sites, the last move's `to` by
//! default; on those of hands whatever the type. (Ludii 1.3.12's behaviour.)

use crate::engine::state::Location;
use crate::ludemes::ints::sites_or_last_to;
use crate::ludemes::prelude::*;
use smallvec::SmallVec;

pub(super) const ROWS: &[Row] = &[Row::boolean("is", "Within", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let t = lo.site_type(call, "type");
    let component = lo.int(call, "what")?;
    let sites = sites_or_last_to(call, lo)?;
    lo.reads_lists = true;
    Ok(Expr::new(component.uses | sites.uses | Uses::BOARD, move |cx| {
        let Some(component) = usize::try_from(component.eval(cx)).ok().filter(|&c| c > 0) else {
            return false;
        };
        let layout = cx.state.layout();
        let in_hand =
            |at: &Location| layout.place(at.t, at.site).is_some_and(|place| place.store >= SiteType::ALL.len());
        let locations = cx.state.locations(component).iter().filter(|at| at.t == t || in_hand(at));
        let location: SmallVec<[i32; 8]> = locations.map(|location| location.site).collect();
        sites.look(cx, |sites| location.iter().any(|site| sites.contains(site)))
    }))
}
