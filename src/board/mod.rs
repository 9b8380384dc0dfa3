//! Graphs, site numbering, directions and named site sets.

mod direction;
mod error;
pub mod facing;
pub mod generate;
mod graph;
pub mod operate;
mod polygon;
mod site;
mod topology;

pub use direction::{Direction, DirectionSet};
pub use error::{BoardError, MAX_ELEMENTS};
pub use graph::{Edge, Face, Graph, Vertex};
pub use polygon::Polygon;
pub use site::{NamedSet, Relation, SiteType};
pub use topology::{Options, Radial, Topology};
