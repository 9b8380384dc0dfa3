//! `(handSite player|role [index])`: a site of the first hand of a player, its first one without an index.
//!
//! The index is not checked; -1 where the player has no hand. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::int("handSite", "", lower).requires(|needs, _| needs.features.counts = true)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let player = super::player(call, lo)?;
    let index = lo.int_or(call, "site", 0)?;
    let first: Vec<i32> = (0..=lo.players() + 1)
        .map(|owner| lo.equipment.hand(owner).and_then(|hand| lo.equipment.layout.stretch(hand)))
        .map(|stretch| stretch.map_or(-1, |stretch| stretch.from))
        .collect();
    Ok(super::map2(player, index, move |player, index| {
        match usize::try_from(player).ok().and_then(|player| first.get(player)) {
            Some(&first) if first >= 0 => first.wrapping_add(index),
            _ => -1,
        }
    }))
}
