//! Running a program.

mod cycle;
mod effects;
mod lists;
mod machine;
mod moves;
mod open;
mod position;
mod sets;
mod values;

pub use machine::{Machine, Prepared};
pub use moves::{Family, Kind};
pub use position::Position;
