//! Generators: one family of boards each.
//!
//! `build` is the kind of element the board is played on; square and triangular boards are laid out by it.

mod hex;
mod lattice;
mod square;
mod tiling;
mod tri;

pub use hex::hex;
pub use lattice::Shape;
pub use square::{Diagonals, rectangle, square, square_diamond, square_limping, square_poly, square_sides};
pub use tiling::{Extent, Tiling, tiling};
pub use tri::tri;

/// √3 / 2, the height of a triangle of unit side.
const H: f64 = 0.866_025_403_784_438_6;

/// √3.
const ROOT_3: f64 = 1.732_050_807_568_877_2;
