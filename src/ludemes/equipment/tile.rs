//! `(tile "Name" [role] [{walk} | {{walk} ..}] [numSides:n] [slots:{n ..} | slotsPerSide:n] [{(path ..) ..}] [flips]
//! [moves])`: a piece with an outline, or with paths across it.
//!
//! It is numbered among the pieces in order of declaration, and shared where no role is given. With a walk it is a
//! large piece that covers several cells ([`crate::engine::tile::Placements`]); with neither walk nor paths it is a
//! plain piece. `numSides:`, and the bounds of state, count and value, have no effect. (Ludii 1.3.12's behaviour.)
//!
//! Differences: a large piece in a game with stacks is not carried out.

use crate::engine::tile::{Path, Placements, StepType, Tile};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("item", "tile", ""), Row::part("path", "path", "")];

/// The most slots of a side; more could not be told apart.
const MAX_SLOTS: i32 = 1_000;

/// What a piece has besides, if it is a tile.
pub(super) fn read(item: &Ludeme, board: &Topology, lo: &mut Lowering) -> Lowered<Option<Arc<Tile>>> {
    let walks = item.get("walk").or_else(|| item.get("walks"));
    let walks = walks.map_or_else(|| Ok(Vec::new()), |arg| StepType::walks(arg, lo))?;
    let paths = item.items("paths").unwrap_or_default().iter().filter_map(Arg::part);
    let paths = paths.map(|path| self::path(path, lo)).collect::<Lowered<Vec<_>>>()?;
    if item.form.head != "tile" {
        return Ok(None);
    }
    let placements = if walks.is_empty() { None } else { Some(placements(item, board, &walks, lo)?) };
    Ok(Some(Arc::new(Tile { placements, paths, slots: slots(item, lo)?, pips: None })))
}

/// Where a piece with these walks can lie.
pub(super) fn placements(
    item: &Ludeme,
    board: &Topology,
    walks: &[Vec<StepType>],
    lo: &Lowering,
) -> Lowered<Arc<Placements>> {
    if lo.features.stacking {
        return lo.unsupported(&item.origin, "large pieces in a game with stacks");
    }
    match Placements::new(board, walks) {
        Some(placements) => Ok(Arc::new(placements)),
        None => lo.wrong(&item.origin, "this piece is too large for this board"),
    }
}

fn path(path: &Ludeme, lo: &mut Lowering) -> Lowered<Path> {
    let mut end = |side: &str, slot: &str| -> Lowered<(usize, usize)> {
        let number = |value: i32| usize::try_from(value).unwrap_or(usize::MAX);
        let slot = lo.dim_or(path, slot, 0)?;
        Ok((number(lo.dim(path, side)?), number(slot)))
    };
    let (from, to) = (end("from", "slotsFrom")?, end("to", "slotsTo")?);
    Ok(Path { from, to, colour: lo.dim(path, "colour")? })
}

fn slots(item: &Ludeme, lo: &mut Lowering) -> Lowered<Vec<usize>> {
    let listed = match item.get("slots") {
        Some(slots @ Arg { value: Value::Array(_), .. }) => lo.dims(slots)?,
        _ => vec![lo.dim_or(item, "slotsPerSide", 1)?],
    };
    if listed.iter().any(|slots| !(0..=MAX_SLOTS).contains(slots)) {
        return lo.wrong(&item.origin, format!("a side has 0 to {MAX_SLOTS} slots"));
    }
    Ok(listed.into_iter().map(|slots| usize::try_from(slots).unwrap_or(0)).collect())
}
