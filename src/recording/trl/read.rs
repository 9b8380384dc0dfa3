//! Reading trial files, with as much tolerance as Ludii 1.3.12 has.

use super::{MOVE, OPTIONS_END, OPTIONS_START, STREAM, TrialFile, TrialResult};
use std::str::FromStr;

/// Why a text could not be read as a trial file. Lines are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the message tells what the fields are")]
pub enum TrialFileError {
    /// There is no text.
    #[error("the trial file is empty")]
    Empty,
    /// The random stream is not told, so that chance cannot be repeated. Ludii refuses such a file, too.
    #[error("the trial file has no line `RNG internal state=…`")]
    NoStream,
    /// The random stream is told in a way that is no list of eight bytes.
    #[error("line {line}: the state of the random stream is not eight numbers from -128 to 127")]
    Stream { line: usize },
    /// A move that does not end: the file was cut.
    #[error("line {line}: the move has no end; the file may have been cut there")]
    Cut { line: usize },
    /// A number that is none.
    #[error("line {line}: `{text}` is not a number")]
    Number { line: usize, text: String },
    /// There are more options, moves or ranks than any game has.
    #[error("line {line}: the trial file has more of this than is read")]
    TooMany { line: usize },
}

/// The most options a file may tell of, and the most ranks.
const MAX_LIST: usize = 1000;

/// The most moves that are read.
const MAX_MOVES: usize = 1 << 20;

/// How the lines begin that follow the moves and the lists of legal moves.
const END: [&str; 4] = ["numInitialPlacementMoves=", "winner=", "endtype=", "rankings="];

/// The lines that follow the moves: each may be missing, but they come in this order and are looked for once.
struct Rest<'a, I: Iterator<Item = (usize, &'a str)>> {
    lines: std::iter::Peekable<I>,
}

impl<'a, I: Iterator<Item = (usize, &'a str)>> Rest<'a, I> {
    /// The value of the next line if it has this key.
    fn take(&mut self, key: &str) -> Option<(usize, &'a str)> {
        let (line, text) = self.lines.next_if(|(_, text)| text.starts_with(key))?;
        Some((line, text.strip_prefix(key)?))
    }

    /// The same for a number.
    fn number<T: FromStr>(&mut self, key: &str) -> Result<Option<T>, TrialFileError> {
        self.take(key).map(|(line, text)| number(line, text)).transpose()
    }
}

impl TrialFile {
    /// Whether a text is meant to be a trial file: it begins as one.
    pub fn is_meant(text: &[u8]) -> bool {
        text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text).starts_with(b"game=")
    }

    /// Reads a trial file. Lines may end in CRLF; number of start moves, winner, way of ending and ranks may be
    /// missing, but must come in this order; lists of legal moves and everything else are passed over (Ludii 1.3.12's
    /// behaviour). A file without a winner is a game that is not over.
    ///
    /// # Errors
    ///
    /// [`TrialFileError`], with the line.
    pub fn parse(text: &str) -> Result<TrialFile, TrialFileError> {
        let mut lines = (1..).zip(text.trim_start_matches('\u{feff}').lines().map(str::trim_end));
        let (_, first) = lines.next().ok_or(TrialFileError::Empty)?;
        let game = first.strip_prefix("game=").unwrap_or(first).to_owned();
        let (options, (line, stream)) = head(&mut lines)?;
        let stream = bytes(stream).ok_or(TrialFileError::Stream { line })?;

        let mut moves = Vec::new();
        let mut lines = lines.peekable();
        while let Some((line, text)) = lines.next_if(|(_, text)| text.starts_with(MOVE)) {
            let m = text.strip_prefix(MOVE).unwrap_or(text);
            let count = |bracket: char| m.matches(bracket).count();
            if !m.starts_with('[') || !m.ends_with(']') || count('[') != count(']') {
                return Err(TrialFileError::Cut { line });
            }
            if moves.len() == MAX_MOVES {
                return Err(TrialFileError::TooMany { line });
            }
            moves.push(m.to_owned());
        }
        let is_end = |text: &str| END.iter().any(|key| text.starts_with(key));
        let mut rest = Rest { lines: lines.skip_while(|(_, text)| !is_end(text)).peekable() };

        let initial = rest.number("numInitialPlacementMoves=")?;
        let winner = rest.number("winner=")?;
        let end = rest.take("endtype=").map(|(_, text)| text.to_owned());
        let ranking = match rest.take("rankings=") {
            Some((line, text)) if text.split(',').nth(MAX_LIST).is_some() => {
                return Err(TrialFileError::TooMany { line });
            }
            Some((line, text)) => {
                let ranks: Result<Vec<f64>, _> = text.split(',').map(|rank| number(line, rank)).collect();
                // The first is that of no player.
                Some(ranks?.into_iter().skip(1).collect())
            }
            None => None,
        };
        let result = winner.map(|winner| TrialResult { winner, end });
        Ok(TrialFile { game, options, stream, moves, initial, result, ranking })
    }
}

/// The options, and the line with the random stream.
fn head<'a>(lines: impl Iterator<Item = (usize, &'a str)>) -> Result<(Vec<String>, (usize, &'a str)), TrialFileError> {
    let mut options = Vec::new();
    let mut open = false;
    for (line, text) in lines {
        match text {
            OPTIONS_START => open = true,
            OPTIONS_END => open = false,
            _ => match text.strip_prefix(STREAM) {
                Some(stream) => return Ok((options, (line, stream))),
                None if open && options.len() == MAX_LIST => return Err(TrialFileError::TooMany { line }),
                None if open && !text.is_empty() => options.push(text.to_owned()),
                None => {}
            },
        }
    }
    Err(TrialFileError::NoStream)
}

fn bytes(text: &str) -> Option<u64> {
    let list: Option<Vec<u8>> =
        text.split(',').map(|byte| Some(byte.trim().parse::<i8>().ok()?.cast_unsigned())).collect();
    Some(u64::from_le_bytes(list?.try_into().ok()?))
}

fn number<T: FromStr>(line: usize, text: &str) -> Result<T, TrialFileError> {
    text.trim().parse().map_err(|_| TrialFileError::Number { line, text: text.chars().take(40).collect() })
}
