//! Generators: one family of boards each.
//!
//! `build` is the kind of element the board is played on; square and triangular boards are laid out by it.

mod brick;
mod celtic;
mod concentric;
mod explicit;
mod hex;
mod lattice;
mod mancala;
mod quadhex;
mod regular;
mod repeat;
mod spiral;
mod square;
mod tiling;
mod tri;
mod wedge;

pub use brick::{Bricks, brick};
pub use celtic::celtic;
pub use concentric::{Joins, concentric_polygon, concentric_rings, concentric_target};
pub use explicit::explicit;
pub(super) use explicit::{point, vertex};
pub use hex::hex;
pub use lattice::Shape;
pub use mancala::{Store, mancala};
pub use quadhex::{quadhex, quadhex_thirds};
pub use regular::regular;
pub use repeat::repeat;
pub use spiral::spiral;
pub use square::{Diagonals, rectangle, square, square_diamond, square_limping, square_poly, square_sides};
pub use tiling::{Extent, Tiling, tiling};
pub use tri::tri;
pub use wedge::wedge;

/// √3 / 2, the height of a triangle of unit side.
const H: f64 = 0.866_025_403_784_438_6;

/// √3.
const ROOT_3: f64 = 1.732_050_807_568_877_2;
