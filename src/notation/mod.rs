//! Moves, sites and results in words short enough for a list.

mod moves;
mod outcome;

pub use moves::{chosen, describe, mover_name, names, site_name, site_of};
pub use outcome::outcome;
