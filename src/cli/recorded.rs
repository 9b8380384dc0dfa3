//! Recorded games from files, of either kind.

use super::input::{open, reason};
use ludemic::recording::{AgainError, Recording, TrialFile};
use ludemic::{Game, Trial};
use std::io::{self, BufReader, Read};
use std::sync::Arc;

/// The most bytes read of a trial file; the longest games have a few megabytes.
const MAX_TRIAL_FILE: u64 = 128 << 20;

/// Why there is no recording.
pub enum Unreadable {
    /// What was read is none.
    Wrong(String),
    /// Nothing could be read.
    CannotRead(String),
}

/// A recording of either kind.
pub enum Recorded {
    Lines(Recording),
    TrialFile(TrialFile),
}

impl Recorded {
    /// The name of the recorded game.
    fn game(&self) -> &str {
        match self {
            Recorded::Lines(recording) => recording.game(),
            Recorded::TrialFile(file) => file.name(),
        }
    }

    /// What is wrong where it is of another game than this one.
    pub fn other_game(&self, name: &str) -> Option<String> {
        let recorded = self.game();
        (recorded != name)
            .then(|| format!("the recording is of the game \"{recorded}\", the description of \"{name}\""))
    }

    /// The selections the game was recorded with.
    pub fn options(&self) -> Vec<String> {
        match self {
            Recorded::Lines(recording) => recording.options(),
            Recorded::TrialFile(file) => file.options.clone(),
        }
    }

    /// How many moves it has.
    pub fn plies(&self) -> usize {
        match self {
            Recorded::Lines(recording) => recording.moves.len(),
            Recorded::TrialFile(file) => file.plies(),
        }
    }

    /// Plays the first moves again and shows every position on the way.
    pub fn again(&self, game: &Arc<Game>, plies: usize, see: &mut dyn FnMut(&Trial)) -> Result<Trial, AgainError> {
        match self {
            Recorded::Lines(recording) => recording.again(game, plies, see),
            Recorded::TrialFile(file) => file.again(game, plies, see),
        }
    }

    /// Reads a file, `-` for standard input.
    pub fn load(file: &str) -> Result<Recorded, Unreadable> {
        if file == "-" {
            return recorded(io::stdin().lock());
        }
        recorded(open(file).map_err(|error| Unreadable::CannotRead(reason(&error)))?)
    }
}

/// Reads a recording of either kind, which its first bytes tell.
fn recorded(input: impl Read) -> Result<Recorded, Unreadable> {
    let unreadable = |error: &io::Error| Unreadable::CannotRead(reason(error));
    let mut input = BufReader::new(input);
    let mut start = Vec::new();
    input.by_ref().take(16).read_to_end(&mut start).map_err(|error| unreadable(&error))?;
    // What begins so can be neither kind, cut or whole.
    if matches!(start.trim_ascii_start(), [b'(' | b'/', ..]) {
        return Err(Unreadable::CannotRead("it is a description of a game, not a recording".to_owned()));
    }
    let whole = start.as_slice().chain(input);
    if !TrialFile::is_meant(&start) {
        return Recording::read(whole).map(Recorded::Lines).map_err(|error| Unreadable::Wrong(error.to_string()));
    }
    let mut text = Vec::new();
    whole.take(MAX_TRIAL_FILE).read_to_end(&mut text).map_err(|error| unreadable(&error))?;
    if text.len() as u64 == MAX_TRIAL_FILE {
        return Err(Unreadable::Wrong("the trial file is larger than this program reads".to_owned()));
    }
    let read = TrialFile::parse(&String::from_utf8_lossy(&text));
    read.map(Recorded::TrialFile).map_err(|error| Unreadable::Wrong(error.to_string()))
}
