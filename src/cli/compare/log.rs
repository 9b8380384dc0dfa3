//! The file of results: appended as they come, read when a run continues.
//!
//! The first line says what is compared; each further line has the results of some games of a version. A line that was
//! not written to its end, because the run was ended, is dropped. One run at a time has the file, and every line is on
//! the disk before the next one is begun.

use super::Args;
use super::versions::Source;
use crate::cli::Stop;
use crate::cli::input::reason;
use crate::cli::replace::{sync_folder, unwritable};
use ludemic::engine::game::{MEMORY_LIMIT, WORK_LIMIT};
use ludemic::stats::Summary;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

/// What a file of results says of itself.
const KIND: &str = "ludemic compare";

/// The version of the format.
const FORMAT: u32 = 1;

/// The longest line that is read: a summary is bounded.
const LONGEST: u64 = 16 << 20;

/// What is compared: the first line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    kind: String,
    format: u32,
    ludemic: String,
    games: u64,
    seed: u64,
    players: String,
    max_moves: Option<u64>,
    /// What a ply may cost, where that is not the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    work: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    memory: Option<u64>,
    /// How many games a line is about.
    chunk: u64,
    versions: Vec<Named>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Named {
    name: String,
    file: String,
    options: Vec<String>,
    hash: String,
}

/// What came of some games: every further line.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Line {
    /// The version, by its number in the header.
    pub version: usize,
    /// The number of the first game.
    pub first: u64,
    /// How many games.
    pub games: u64,
    /// The number of players of the version.
    pub players: i32,
    /// What came of them.
    pub summary: Summary,
}

/// The file of results.
pub struct Log {
    path: PathBuf,
    file: File,
}

impl Header {
    /// What these arguments ask for.
    pub fn new(args: &Args, chunk: u64, sources: &[Source]) -> Header {
        let named = |source: &Source| Named {
            name: source.name.clone(),
            file: source.file.clone(),
            options: source.options.clone(),
            hash: source.hash.clone(),
        };
        Header {
            kind: KIND.to_owned(),
            format: FORMAT,
            ludemic: env!("CARGO_PKG_VERSION").to_owned(),
            games: args.games,
            seed: args.settings.seed,
            players: args.seats.name(),
            max_moves: (args.settings.max_moves < usize::MAX).then_some(args.settings.max_moves as u64),
            work: Some(args.budget.work).filter(|work| *work != WORK_LIMIT),
            memory: Some(args.budget.memory).filter(|memory| memory << 20 != MEMORY_LIMIT),
            chunk,
            versions: sources.iter().map(named).collect(),
        }
    }

    /// The first thing in which a file is about something else, in words.
    fn difference(&self, old: &Header) -> Option<String> {
        if (old.kind.as_str(), old.format) != (KIND, FORMAT) {
            return Some("it is not a file of results of this format".to_owned());
        }
        let unlike = |what: &str, old: &str, new: &str| format!("{what} there is {old}, and here {new}");
        let told = |header: &Header| {
            [
                ("the version of ludemic", header.ludemic.clone()),
                ("the number of games", header.games.to_string()),
                ("the seed", header.seed.to_string()),
                ("the limit of moves", header.max_moves.map_or("none".to_owned(), |limit| limit.to_string())),
                ("the players", header.players.clone()),
                ("the number of versions", header.versions.len().to_string()),
            ]
        };
        if let Some(((what, old), (_, new))) = told(old).iter().zip(&told(self)).find(|(old, new)| old != new) {
            return Some(unlike(what, old, new));
        }
        for (old, new) in old.versions.iter().zip(&self.versions) {
            if old.options != new.options || old.name != new.name {
                return Some(unlike("a version", &format!("\"{}\"", old.name), &format!("\"{}\"", new.name)));
            }
            if old.hash != new.hash {
                return Some(format!("the description \"{}\" has changed since", new.name));
            }
        }
        (old != self).then(|| "something else was compared there".to_owned())
    }
}

impl Log {
    /// Opens a file that is about what the header says, or makes it; gives every line it has.
    pub fn open(path: &Path, header: &Header, give: &mut dyn FnMut(Line)) -> Result<Log, Stop> {
        if path == Path::new("-") {
            let message = "--results needs a file: it is read as well, to continue a run that was stopped";
            return Err(message.into());
        }
        let failed = |error| Stop::CannotRun(format!("cannot use {}: {}", path.display(), reason(&error)));
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        // Until the file is closed; without it two runs would both begin a file, or both play what is missing.
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let message = format!("{} is in use: another run writes its results there", path.display());
                return Err(message.into());
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let mut log = Log { path: path.to_owned(), file };
        let good = log.read(header, give)?;
        log.file.set_len(good).map_err(failed)?;
        if good == 0 {
            log.append(header)?;
            sync_folder(path).map_err(failed)?;
        }
        Ok(log)
    }

    fn refuse<T>(&self, why: &str) -> Result<T, Stop> {
        Err(format!("{} cannot be continued: {why}", self.path.display()).into())
    }

    /// Gives the lines; how many bytes of the file they take: what follows was not written to its end.
    fn read(&self, header: &Header, give: &mut dyn FnMut(Line)) -> Result<u64, Stop> {
        let mut reader = BufReader::new(&self.file);
        let (mut seen, mut good, mut number) = (HashSet::new(), 0, 0_usize);
        let mut text = Vec::new();
        loop {
            text.clear();
            let read = std::io::Read::take(&mut reader, LONGEST).read_until(b'\n', &mut text);
            let length = match read {
                Ok(length) => length as u64,
                Err(error) => return self.refuse(&reason(&error)),
            };
            if length == LONGEST {
                return self.refuse(&format!("line {} is longer than any results", number + 1));
            }
            if length == 0 || text.last() != Some(&b'\n') {
                // A first line that is no header belongs to a file of another kind, which is not to be lost.
                let begun = serde_json::to_string(header).unwrap_or_default();
                if number == 0 && !begun.as_bytes().starts_with(&text) {
                    return self.refuse("it is not a file of results");
                }
                return Ok(good);
            }
            number += 1;
            if number == 1 {
                match serde_json::from_slice::<Header>(&text) {
                    Ok(old) => match header.difference(&old) {
                        Some(difference) => return self.refuse(&difference),
                        None => good += length,
                    },
                    Err(_) => return self.refuse("it is not a file of results"),
                }
                continue;
            }
            let line: Line = match serde_json::from_slice(&text) {
                Ok(line) => line,
                Err(error) => return self.refuse(&format!("line {number}: {error}")),
            };
            let end = line.first.checked_add(line.games).filter(|end| *end <= header.games);
            let whole = line.games == header.chunk || end == Some(header.games);
            let fits = line.version < header.versions.len() && line.first.is_multiple_of(header.chunk.max(1));
            let counted = line.summary.games.checked_add(line.summary.failures) == Some(line.games);
            if end.is_none() || !whole || !fits || !counted {
                return self.refuse(&format!("line {number} is about games that are not asked for"));
            }
            if !line.summary.is_sound(line.players) {
                return self.refuse(&format!("line {number}: its numbers do not fit together"));
            }
            if seen.insert((line.version, line.first)) {
                give(line);
            }
            good += length;
        }
    }

    /// Appends a line; it is on the disk when this returns.
    pub fn append(&mut self, value: &impl Serialize) -> Result<(), Stop> {
        let mut text = serde_json::to_vec(value).map_err(|error| error.to_string())?;
        text.push(b'\n');
        // One call: a run that is ended leaves a line behind or the beginning of one.
        let written = self.file.write_all(&text).and_then(|()| self.file.sync_data());
        written.map_err(|error| unwritable(&self.path, &error))
    }
}
