//! The program as people read it: as a table of nodes ([`print()`]) and as a tree in words ([`Plan`]).
//!
//! What every node looks like is said in one place, `shape.rs`; costs follow from the shapes.

mod cost;
mod plan;
mod print;
mod shape;

pub use cost::{Cost, Costs};
pub use plan::{Branch, Made, Place, Plan, Spent, place};
pub use print::{print, used};
pub use shape::{AnyId, Labels};
