//! Recorded games: one JSON object a line, as `docs/recordings.md` describes.
//!
//! [`Recorder`] records a game while it is played, [`verify()`] replays a recording and compares every field of every line.

mod read;
mod state;
mod verify;
mod write;

pub use read::{Recording, RecordingError};
pub use state::state;
pub use verify::{Difference, Verdict, verify};
pub use write::{Record, Recorder};
