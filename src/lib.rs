//! ludemic: a native implementation of Ludii's `.lud` language for board games.

pub mod board;
pub mod check;
pub mod codes;
pub mod diag;
pub mod engine;
pub mod expand;
pub mod ludemes;
pub mod pipeline;
pub mod playouts;
pub mod recording;
pub mod render;
pub mod schema;
pub mod source;
pub mod syntax;

pub use engine::game::Game;
pub use engine::mv::Move;
pub use engine::state::State;
pub use engine::trial::{PlayError, Trial};
pub use expand::KnownDefines;
pub use pipeline::{Checked, Compiled, Expansion, Failure, Parsed};
