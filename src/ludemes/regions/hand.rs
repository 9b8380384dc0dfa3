//! `(sites Hand player | role)`: the sites of the first hand of an owner.
//!
//! `Shared` is the first hand of all, whoever owns it; nothing where the owner has none, or where none is named.
//! (Ludii 1.3.12's behaviour.)

use crate::engine::equipment::{ContainerKind, Equipment};
use crate::ludemes::ints::map1;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("sites", "Hand", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let equipment = Arc::clone(&lo.equipment);
    let role = lo.role_opt(call, "role")?;
    if role == Some(Role::Shared) {
        let first = equipment.containers.iter().position(|c| c.kind == ContainerKind::Hand);
        return Ok(Expr::constant(sites(&equipment, first)));
    }
    let Some(owner) = call.get("pid").or_else(|| call.get("role")) else {
        return Ok(Expr::constant(SiteSet::new()));
    };
    let owner = lo.player_arg(owner)?;
    let numbers = 1..=lo.players() + 1;
    Ok(map1(owner, move |owner| {
        let hand = numbers.contains(&owner).then(|| equipment.hand(owner)).flatten();
        sites(&equipment, hand)
    }))
}

fn sites(equipment: &Equipment, container: Option<usize>) -> SiteSet {
    let stretch = container.and_then(|container| equipment.layout.stretch(container));
    stretch.map_or_else(SiteSet::new, |stretch| (stretch.from..stretch.from + stretch.len).collect())
}
