//! Positions as numbers, for programs that learn: planes over the sites of the board's own graph, and the graph itself.
//!
//! An [`Encoder`] writes a position as planes, each with one number for each of the [`Sites`] that actions are numbered
//! by as well. Boards need not be squares: [`Graph`] has the neighbours as pairs of places, for networks on graphs, the
//! coordinates, and the symmetries of the board as permutations of its places.

mod encoder;
mod graph;

pub use crate::actions::Sites;
pub use encoder::{Encoder, Plane};
pub use graph::Graph;
