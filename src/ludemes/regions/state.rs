//! `(sites State [type] [state])`: the board sites whose local state is this.
//!
//! Empty sites have state 0, unless a state was set on the bare site; of a stack the top counts. (Ludii 1.3.12's
//! behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("sites", "State", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let t = lo.site_type(call, "elementType");
    let state = lo.int_or(call, "index", -1)?;
    let region = state.with(Uses::BOARD, move |cx, state| {
        let Some(store) = cx.state.site_store(0, t) else { return SiteSet::new() };
        if let Some(states) = store.in_states()
            && let Ok(state) = usize::try_from(state)
            && let Some(state) = state.checked_sub(1)
        {
            return states.get(state).cloned().unwrap_or_default();
        }
        let found: SiteSet =
            (0..store.len()).filter(|&site| store.piece(site, None).state == state).map(|site| site as i32).collect();
        let visited = store.len() as u64;
        cx.spend(visited);
        found
    });
    Ok(lo.keep(call, region))
}
