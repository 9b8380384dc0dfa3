//! Recordings replayed.

use crate::session::Refusal;
use ludemic::recording::{self, Recording};
use ludemic::{KnownDefines, Parsed};
use serde_json::{Value, json};

/// Replays a recording with the rules of a description, under the options that the recording names.
pub(crate) fn verify(text: &str, recording: &str) -> Result<Value, Refusal> {
    let recording = Recording::read(recording.as_bytes()).map_err(|error| Refusal::Words(error.to_string()))?;
    let expansion = Parsed::new("text", text)?.expand(&recording.options(), &KnownDefines::standard())?;
    let compiled = expansion.check()?.compile()?;
    let verdict = recording::verify(compiled.game(), &recording)?;
    Ok(json!({
        "plies": verdict.plies,
        "complete": verdict.complete,
        "difference": verdict.difference.map(|difference| difference.to_string()),
    }))
}
