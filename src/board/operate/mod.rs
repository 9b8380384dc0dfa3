//! Operators: graphs from graphs.

mod dual;
mod region;

pub use dual::dual;
pub use region::{clip, hole, keep};
