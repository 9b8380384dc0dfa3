//! What people are shown, in text: boards and positions, moves, findings, typed trees.
//!
//! Nothing here reads or writes anything; the caller decides where the text goes and whether it has colours.

mod coordinates;
mod difference;
mod finding;
mod follow;
mod grid;
mod picture;
mod report;
mod sight;
pub mod svg;
mod symbols;
mod typed;

pub use crate::notation::{chosen, describe, mover_name, names, outcome, site_name};
pub use coordinates::coordinates;
pub use difference::{changes, difference, headline};
pub use finding::{FindingRecord, finding};
pub use follow::{FollowError, follow};
pub use picture::{Picture, Show};
pub use report::{concise, github, github_file, sarif};
pub use sight::{Viewer, is_used, levels, standing};
pub use symbols::Symbols;
pub use typed::typed;
