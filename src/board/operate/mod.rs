//! Operators: graphs from graphs.

mod add;
mod combine;
mod complete;
mod crossings;
mod dual;
mod layers;
mod region;
mod remove;
mod renumber;
mod subdivide;
mod transform;
mod trim;

pub use add::{Additions, add};
pub use combine::{intersect, merge, union};
pub use complete::{complete, make_faces};
pub use crossings::split_crossings;
pub use dual::dual;
pub use layers::layers;
pub use region::{clip, hole, keep};
pub use remove::{Removals, remove};
pub use renumber::renumber;
pub use subdivide::subdivide;
pub use transform::{rotate, scale, shift, skew};
pub use trim::trim;
