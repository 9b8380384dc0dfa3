//! Rows of games and moves as Parquet files, for runs on several machines: each plays its part, a shard, of one series.

mod rows;
mod table;

pub use rows::{GameRow, MoveRow};

use super::Stop;
use super::arena::{Part, Piece};
use super::input::reason;
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use table::Table;

/// How many games there are in a piece at most, where each of their moves is kept.
const FEW: u64 = 64;

/// Where rows are written to, and of which games.
#[derive(clap::Args, Clone)]
#[command(next_help_heading = "Rows")]
pub struct Output {
    /// Write one row a game to this folder, as a Parquet file
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Play part I of N of the games only, I from 1: the rows of all parts together are those of one run
    #[arg(long, value_name = "I/N", requires = "out")]
    shard: Option<Shard>,

    /// Write one row a move as well, to a file of its own
    #[arg(long, requires = "out")]
    moves: bool,
}

/// What is kept of games besides their sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// Nothing.
    Nothing,
    /// A row a game.
    Games,
    /// And a row a move.
    Moves,
}

/// One of the equal parts of a series of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Shard {
    index: u64,
    of: u64,
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let wrong = || "a shard is I/N, such as 1/4, with I from 1 to N".to_owned();
        let (index, of) = text.split_once('/').ok_or_else(wrong)?;
        let number = |text: &str| text.parse::<u64>().map_err(|_| wrong());
        let (index, of) = (number(index)?, number(of)?);
        if (1..=of).contains(&index) { Ok(Shard { index, of }) } else { Err(wrong()) }
    }
}

impl Shard {
    /// Those of so many that belong to it.
    fn range(self, count: u64) -> Range<u64> {
        let up_to = |part: u64| (u128::from(count) * u128::from(part) / u128::from(self.of)) as u64;
        up_to(self.index - 1)..up_to(self.index)
    }
}

impl Output {
    /// What is to be kept of the games.
    pub fn keep(&self) -> Keep {
        match (&self.out, self.moves) {
            (None, _) => Keep::Nothing,
            (_, false) => Keep::Games,
            (_, true) => Keep::Moves,
        }
    }

    /// Which part of the games is played, where that is not all.
    pub fn part(&self) -> Option<String> {
        self.shard.filter(|shard| shard.of > 1).map(|shard| shard.to_string())
    }

    /// Which of so many games are played.
    pub fn range(&self, games: u64) -> Range<u64> {
        self.shard.map_or(0..games, |shard| shard.range(games))
    }

    /// How many games a piece has that would have `size`.
    pub fn size(&self, size: u64) -> u64 {
        if self.moves { size.min(FEW) } else { size }
    }

    /// Opens the files for so many games of this command; `None` where none is wanted.
    pub fn open(&self, command: &str, games: u64, seed: u64, pieces: &[Piece]) -> Result<Option<Rows>, Stop> {
        let Some(folder) = &self.out else { return Ok(None) };
        let failed = |error| Stop::CannotRun(format!("cannot use {}: {}", folder.display(), reason(&error)));
        std::fs::create_dir_all(folder).map_err(failed)?;
        let shard = self.shard.unwrap_or(Shard { index: 1, of: 1 });
        let about = [
            ("ludemic", env!("CARGO_PKG_VERSION").to_owned()),
            ("command", command.to_owned()),
            ("games", games.to_string()),
            ("seed", seed.to_string()),
            ("shard", shard.to_string()),
        ];
        // The names are in the order of the parts.
        let width = shard.of.to_string().len();
        let path = |kind: &str| folder.join(format!("{kind}-{:0width$}-of-{}.parquet", shard.index, shard.of));
        let games = Table::create(&path("games"), rows::GAMES, &about)?;
        let moves = if self.moves { Some(Table::create(&path("moves"), rows::MOVES, &about)?) } else { None };
        let order = pieces.iter().map(|piece| (piece.version, piece.first)).collect();
        Ok(Some(Rows { games, moves, order, waiting: BTreeMap::new() }))
    }
}

/// The files while games are played. The rows are in the order of the games, whatever the order in which they end.
pub struct Rows {
    games: Table,
    moves: Option<Table>,
    /// The pieces whose rows have not been written, in order.
    order: VecDeque<(usize, u64)>,
    /// What waits for pieces before it.
    waiting: BTreeMap<(usize, u64), Batch>,
}

/// The rows of a piece.
struct Batch {
    file: String,
    game: String,
    options: String,
    rows: Vec<GameRow>,
}

impl Rows {
    /// Takes the rows of a piece of the version of this file.
    pub fn take(&mut self, part: &mut Part, file: &str) -> Result<(), Stop> {
        let (game, options) = part.identity.clone().unwrap_or_default();
        let batch = Batch { file: file.to_owned(), game, options, rows: std::mem::take(&mut part.rows) };
        self.waiting.insert((part.piece.version, part.piece.first), batch);
        while let Some(batch) = self.order.front().and_then(|next| self.waiting.remove(next)) {
            self.order.pop_front();
            self.write(&batch)?;
        }
        Ok(())
    }

    fn write(&mut self, batch: &Batch) -> Result<(), Stop> {
        for row in &batch.rows {
            let about = [&batch.game, &batch.file, &batch.options];
            rows::game(&mut self.games, about, row)?;
            if let Some(moves) = &mut self.moves {
                for (ply, one) in (1..).zip(&row.plies) {
                    rows::ply(moves, about, row.number, ply, one)?;
                }
            }
        }
        Ok(())
    }

    /// Puts the files in their places; those of a run that was stopped have a name of their own.
    pub fn finish(mut self, interrupted: bool) -> Result<Vec<String>, Stop> {
        for batch in std::mem::take(&mut self.waiting).into_values() {
            self.write(&batch)?;
        }
        let tables = std::iter::once(self.games).chain(self.moves);
        tables.map(|table| Ok(table.finish(interrupted)?.display().to_string())).collect()
    }
}

/// The name of a file that has only the rows up to an interruption.
fn partial(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".partial");
    name.into()
}

#[cfg(test)]
mod tests {
    use super::Shard;

    #[test]
    fn shards_have_every_game_once() {
        for count in [0, 1, 5, 1000, u64::MAX] {
            for of in [1, 4, 7] {
                let ranges: Vec<_> = (1..=of).map(|index| Shard { index, of }.range(count)).collect();
                assert_eq!((ranges[0].start, ranges[of as usize - 1].end), (0, count));
                assert!(ranges.windows(2).all(|pair| pair[0].end == pair[1].start));
            }
        }
    }

    #[test]
    fn what_is_no_shard() {
        for text in ["", "3", "0/4", "5/4", "1/0", "-1/4", "1/4/2", "a/b"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
        assert_eq!("4/4".parse(), Ok(Shard { index: 4, of: 4 }));
    }
}
