//! Recorded games: one JSON object a line, as `docs/recordings.md` describes.
//!
//! [`Recorder`] plays and records a game, [`verify()`] replays a recording and compares every field of every line.
//! [`TrialFile`] does both with the files in which Ludii keeps a game. [`Recording::again`] shows the positions of a
//! recorded game.

mod again;
mod json;
mod read;
mod state;
mod trl;
mod verify;
mod write;

pub use again::AgainError;
pub use json::JsonExtent;
pub use read::{Recording, RecordingError};
pub use state::state;
pub use trl::{TrialFile, TrialFileError, TrialResult};
pub use verify::{Difference, Verdict, verify};
pub use write::{Record, Recorder};
