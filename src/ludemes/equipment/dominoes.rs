//! `(dominoes [upTo:n])`: a whole set of dominoes, up to 6 pips by default.
//!
//! One component `Domino00`, `Domino01`, … for each two values, the smaller first, before all pieces and shared by all.
//! Each covers eight cells, four for each half. (Ludii 1.3.12's behaviour.)

use super::{piece, tile};
use crate::engine::equipment::Component;
use crate::engine::tile::{StepType, Tile};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("item", "dominoes", "").requires(|needs, _| {
    needs.features.hidden = true;
    needs.features.stochastic = true;
    needs.features.dominoes = true;
})];

/// The most pips of a half.
const MAX_PIPS: i32 = 60;

/// The components of all items.
pub(super) fn read_all<'a>(
    items: impl Iterator<Item = &'a Ludeme>,
    board: &Topology,
    players: i32,
    lo: &mut Lowering,
) -> Lowered<Vec<Component>> {
    use StepType::{F, L, R};
    let walk = vec![F, R, F, R, F, L, F, L, F, R, F, R, F];
    let mut components = Vec::new();
    for item in items {
        let up_to = lo.dim_or(item, "upTo", 6)?;
        if up_to > MAX_PIPS {
            return lo.wrong(&item.origin, format!("dominoes cannot have more than {MAX_PIPS} pips on a half"));
        }
        let placements = tile::placements(item, board, std::slice::from_ref(&walk), lo)?;
        for (first, second) in (0..=up_to).flat_map(|i| (i..=up_to).map(move |j| (i, j))) {
            let name: Arc<str> = format!("Domino{first}{second}").into();
            let tile =
                Tile { placements: Some(Arc::clone(&placements)), pips: Some([first, second]), ..Tile::default() };
            let plain = piece::plain(Arc::clone(&name), name, players + 1);
            components.push(Component { tile: Some(Arc::new(tile)), ..plain });
        }
    }
    Ok(components)
}
