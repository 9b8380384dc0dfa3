//! `(forEach Team region)`: the union of a region over the teams, with `team` set to the members of each.
//!
//! A game without teams has none. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("forEach", "Team", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let region = lo.region(call, "region")?;
    if !lo.features.teams {
        return Ok(Expr::constant(SiteSet::new()));
    }
    Ok(Expr::new(region.uses | Uses::TURN, move |cx| {
        let mut found = SiteSet::new();
        let saved = cx.it.team.take();
        let players = cx.state.players();
        for team in 1..=players {
            let members: Arc<[i32]> = (1..=players).filter(|&p| cx.state.team(p) == team).collect();
            if !members.is_empty() {
                cx.it.team = Some(members);
                found.union_with(&region.eval(cx));
            }
        }
        cx.it.team = saved;
        found
    }))
}
