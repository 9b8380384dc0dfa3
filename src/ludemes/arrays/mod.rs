//! Integer arrays.

mod array;
mod if_else;
mod players;
mod results;
mod rotations;
mod sets;
mod sizes;
mod team;
mod values;

use crate::ludemes::Row;

/// The rows of this family, file by file.
pub(super) const FAMILY: &[&[Row]] = &[
    array::ROWS,
    if_else::ROWS,
    players::ROWS,
    results::ROWS,
    rotations::ROWS,
    sets::ROWS,
    sizes::ROWS,
    team::ROWS,
    values::ROWS,
];
