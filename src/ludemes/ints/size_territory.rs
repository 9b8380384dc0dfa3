//! `(size Territory [type] player|role [direction])`: how many empty sites a player encloses.
//!
//! The total size of the empty areas, connected by steps in the direction (`Adjacent` by default), all of whose
//! neighbours outside belong to the player or players of the role; an area without neighbours counts.
//! (Ludii 1.3.12's behaviour.)
//!
//! Differences: Ludii leaves the iterator variable `to` changed.

use super::group::Growth;
use crate::engine::role::bit;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("size", "Territory", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let direction = call.word("direction").and_then(Direction::parse).unwrap_or(Direction::Adjacent);
    let growth = Growth::along(lo.site_type(call, "type"), direction, lo);
    let players = match lo.role_opt(call, "role")? {
        Some(role) => role.as_players(),
        None => super::map1(super::player(call, lo)?, bit),
    };
    let size = players.with(Uses::BOARD, move |cx, players| {
        let mut seen = SiteSet::new();
        cx.charge(growth.sites() as u64 / 2);
        let mut size = 0;
        for site in 0..growth.sites() {
            if seen.contains(site) || !cx.state.is_empty_site(growth.t, site) {
                continue;
            }
            let mut enclosed = true;
            let area = growth.grow(cx, site, &mut seen, |cx, to| {
                let empty = cx.state.is_empty_site(growth.t, to);
                enclosed &= empty || players & bit(cx.state.who(growth.t, to)) != 0;
                empty
            });
            if enclosed {
                size += area.len() as i32;
            }
        }
        size
    });
    Ok(lo.keep(call, size))
}
