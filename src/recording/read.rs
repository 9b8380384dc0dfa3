//! Reading recordings.

use super::json::JsonExtent;
use flate2::read::MultiGzDecoder;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};

/// The longest line read. The largest games of the reference recordings have lines of under 1 MB.
const MAX_LINE: u64 = 64 << 20;

/// The most bytes of a whole recording, unpacked. Those of the reference recordings have up to 6 MB.
const MAX_BYTES: usize = 256 << 20;

/// The most values of a whole recording, which may take 64 bytes each. Those of the reference recordings have up to
/// half a million.
const MAX_VALUES: usize = 8 << 20;

/// The deepest nesting of a line. What is hidden in a stack is at depth 8.
const MAX_DEPTH: usize = 16;

/// Why a recording could not be read. Lines are counted from 1.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the message tells what the fields are")]
pub enum RecordingError {
    /// The bytes could not be read or unpacked.
    #[error("line {line}: {source}")]
    Io { line: usize, source: std::io::Error },
    /// A line is not a JSON object: the recording was cut or is something else.
    #[error("line {line}, column {}: not a whole JSON object; the recording may have been cut there", source.column())]
    Json { line: usize, source: serde_json::Error },
    /// There is no first line.
    #[error("the recording is empty")]
    Empty,
    /// A line or the whole is too long.
    #[error("line {line}: the recording is larger than this program reads")]
    TooLarge { line: usize },
    /// There are more values than the memory is meant to hold.
    #[error("line {line}: the recording has more than {MAX_VALUES} values")]
    TooManyValues { line: usize },
    /// Lists within lists, deeper than a recording has them.
    #[error("line {line}: the values are nested deeper than {MAX_DEPTH}")]
    TooDeep { line: usize },
    /// The first line does not describe a game.
    #[error("the first line has no field `{0}`: this is not a recording")]
    NotARecording(&'static str),
}

/// A recording as it was read: the line about the game, the moves, and the last line unless it was cut.
#[derive(Debug, Clone)]
pub struct Recording {
    /// The first line.
    pub header: Value,
    /// One line a move.
    pub moves: Vec<Value>,
    /// The last line; a recording cut by a time limit has none.
    pub last: Option<Value>,
}

impl Recording {
    /// Reads a recording; gzipped data is recognised.
    ///
    /// # Errors
    ///
    /// [`RecordingError`], with the line.
    pub fn read(input: impl Read) -> Result<Recording, RecordingError> {
        let mut input = BufReader::new(input);
        let start = input.fill_buf().map_err(|source| RecordingError::Io { line: 1, source })?;
        if start.starts_with(&[0x1f, 0x8b]) {
            Self::read_lines(BufReader::new(MultiGzDecoder::new(input)))
        } else {
            Self::read_lines(input)
        }
    }

    fn read_lines(mut input: impl BufRead) -> Result<Recording, RecordingError> {
        let mut lines = Vec::new();
        let mut text = Vec::new();
        let (mut total, mut values) = (0, 0);
        for line in 1.. {
            text.clear();
            let length = (&mut input)
                .take(MAX_LINE)
                .read_until(b'\n', &mut text)
                .map_err(|source| RecordingError::Io { line, source })?;
            if length == 0 {
                break;
            }
            total += length;
            if length as u64 == MAX_LINE || total > MAX_BYTES {
                return Err(RecordingError::TooLarge { line });
            }
            if text.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            let extent = JsonExtent::of(&text);
            if extent.depth > MAX_DEPTH {
                return Err(RecordingError::TooDeep { line });
            }
            values += extent.values;
            if values > MAX_VALUES {
                return Err(RecordingError::TooManyValues { line });
            }
            let object: serde_json::Map<String, Value> =
                serde_json::from_slice(&text).map_err(|source| RecordingError::Json { line, source })?;
            lines.push(Value::Object(object));
        }
        let mut lines = lines.into_iter();
        let header = lines.next().ok_or(RecordingError::Empty)?;
        for field in ["game", "start"] {
            if header.get(field).is_none() {
                return Err(RecordingError::NotARecording(field));
            }
        }
        let mut moves: Vec<Value> = lines.collect();
        let has_last = moves.last().is_some_and(|line| line.get("move").is_none());
        let last = if has_last { moves.pop() } else { None };
        Ok(Recording { header, moves, last })
    }

    /// The name of the recorded game.
    pub fn game(&self) -> &str {
        self.header.get("game").and_then(Value::as_str).unwrap_or("")
    }

    /// The selections the game was recorded with.
    pub fn options(&self) -> Vec<String> {
        texts(&self.header, "options")
    }

    /// Whether it shows what is hidden from players; older recordings do not.
    pub fn shows_hidden(&self) -> bool {
        self.header.get("hidden").and_then(Value::as_bool).unwrap_or(false)
    }

    /// The seed it was recorded with, where it is a number this program can use.
    pub fn seed(&self) -> u64 {
        self.header.get("seed").and_then(Value::as_u64).unwrap_or(0)
    }
}

/// The texts of the list under a key of a line; none where there is no such list.
pub(super) fn texts(line: &Value, key: &str) -> Vec<String> {
    let list = line.get(key).and_then(Value::as_array);
    list.into_iter().flatten().filter_map(|text| text.as_str().map(str::to_owned)).collect()
}
