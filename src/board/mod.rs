//! Graphs, site numbering, directions and named site sets.
//!
//! A board is made in two steps. A [`Graph`] is built by one of the generators in [`generate`] and changed by
//! the operators in [`operate`]; then [`Topology::new`] measures it once and answers every question the rules ask
//! about places: neighbours, lines, sides, rows, labels, distances. Order of creation, tolerances and 32-bit
//! rounding follow Ludii 1.3.12, because site numbers depend on them.
//!
//! Nothing here knows rules, pieces, text or syntax.

mod direction;
mod error;
pub mod facing;
pub mod generate;
mod graph;
pub mod operate;
mod polygon;
mod site;
#[cfg(test)]
mod tests;
mod topology;

pub use direction::{Direction, DirectionSet};
pub use error::{BoardError, MAX_ELEMENTS};
pub use graph::{Edge, Face, Graph, Vertex};
pub use polygon::Polygon;
pub use site::{NamedSet, Relation, SiteType};
pub use topology::{Options, Radial, Topology};
