//! What people are shown, in text: boards and positions, moves, findings, typed trees.
//!
//! Nothing here reads or writes anything; the caller decides where the text goes and whether it has colours.

mod difference;
mod finding;
mod follow;
mod grid;
mod moves;
mod outcome;
mod picture;
mod plan;
mod report;
mod sight;
pub mod svg;
mod symbols;
mod typed;

pub use difference::{changes, difference, headline};
pub use finding::{FindingRecord, finding};
pub use follow::{FollowError, follow};
pub use moves::{chosen, describe, mover_name, names, site_name};
pub use outcome::outcome;
pub use picture::{Picture, Show};
pub use plan::{by_line, plan, profile};
pub use report::{concise, github, sarif};
pub use sight::{Viewer, is_used, standing};
pub use symbols::Symbols;
pub use typed::typed;
