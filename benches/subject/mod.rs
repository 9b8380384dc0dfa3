//! What the benchmarks measure: the five games with their boards, by the plain evaluator, as a program and by hand.
//!
//! A baseline is handed out after a game in which the plain evaluator has followed it, a program after playouts that
//! the plain evaluator has played as well.

#[path = "../native/mod.rs"]
pub mod native;

use ludemic::engine::action::ActionKind;
use ludemic::playouts::{Evaluator, Series, Statistics};
use ludemic::program::rewrites::Rewrites;
use ludemic::{Compiled, Game, KnownDefines, Parsed, Trial};
use native::{End, Graph, Items, Move};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Names and files of the games.
pub const GAMES: [(&str, &str); 5] = [
    ("Wrigglers Squared", "wrigglers-squared"),
    ("Rabbit Warrens", "rabbit-warrens"),
    ("Brain Coral", "brain-coral"),
    ("Skirt", "skirt"),
    ("Dogtown Clans", "dogtown-clans"),
];

/// The options that change boards; of the others the default is measured.
pub const OF_BOARDS: [&str; 5] = ["Size", "Board", "Board Grid", "Board Size", "Board Type"];

/// The length at which playouts are cut off.
pub const CAP: u32 = 1_000;

/// A game with chosen options.
#[derive(Clone)]
pub struct Subject {
    pub name: &'static str,
    pub file: &'static str,
    /// Heading and item.
    pub items: Vec<(String, String)>,
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let items = self.items.iter().filter(|(heading, _)| OF_BOARDS.contains(&heading.as_str()));
        let items: Vec<&str> = items.map(|(_, item)| item.as_str()).collect();
        f.write_str(&items.join(", "))
    }
}

/// Where the description of a game is.
pub fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("lud").join(format!("{file}.lud"))
}

/// The description of a game.
pub fn text(file: &str) -> String {
    std::fs::read_to_string(path(file)).expect("a description of the project")
}

fn parsed(file: &str) -> Parsed {
    let text = text(file);
    Parsed::new(file, &text).unwrap_or_else(|failure| panic!("{failure}"))
}

/// The default options of a game, or those of each board.
pub fn subjects(name: &str, only_default: bool) -> Vec<Subject> {
    let (name, file) = *GAMES.iter().find(|game| game.0 == name).expect("one of the five games");
    let expansion = parsed(file).expand(&[], &KnownDefines::none()).unwrap_or_else(|failure| panic!("{failure}"));
    let mut subjects = vec![Subject { name, file, items: Vec::new() }];
    for option in &expansion.expanded().options {
        let all = !only_default && OF_BOARDS.contains(&&*option.heading);
        let items: Vec<String> = if all {
            option.items.iter().map(|item| item.name.to_string()).collect()
        } else {
            vec![option.choice().item.to_string()]
        };
        let longer = |subject: &Subject| {
            let with = |item: &String| {
                let mut longer = subject.clone();
                longer.items.push((option.heading.to_string(), item.clone()));
                longer
            };
            items.iter().map(with).collect::<Vec<_>>()
        };
        subjects = subjects.iter().flat_map(longer).collect();
    }
    subjects
}

impl Subject {
    /// The game for the plain evaluator.
    pub fn compiled(&self) -> Compiled {
        let selections: Vec<String> = self.items.iter().map(|(heading, item)| format!("{heading}/{item}")).collect();
        let expansion = parsed(self.file).expand(&selections, &KnownDefines::none());
        let compiled = expansion.and_then(|expansion| expansion.check()?.compile());
        compiled.unwrap_or_else(|failure| panic!("{failure}"))
    }

    /// The baseline, after a game that the interpreter has followed.
    pub fn checked(&self) -> Box<dyn native::Game> {
        self.baseline(self.compiled().game())
    }

    /// The baseline of a game that has been compiled from this, after a game that the interpreter has followed.
    pub fn baseline(&self, game: &Arc<Game>) -> Box<dyn native::Game> {
        let graph = Graph::from(&*game.equipment.board);
        let mut baseline = native::game(self.name, &Items::new(self.items.clone()), &graph);
        follow(game, &mut *baseline).unwrap_or_else(|error| panic!("{} {:?}: {error}", self.name, self.items));
        baseline
    }

    /// The program of a game that has been compiled from this, after playouts that the plain evaluator has played too.
    pub fn program(&self, compiled: &Compiled, rewrites: &Rewrites) -> Series {
        let series = Series::new(compiled, rewrites);
        assert_eq!(series.evaluator(), Evaluator::Program, "{} {:?}", self.name, self.items);
        let plain = Series::plain(compiled.game());
        let limit = affordable(sites(compiled.game()));
        assert_eq!(statistics(&series, 2, limit), statistics(&plain, 2, limit), "{} {:?}", self.name, self.items);
        series
    }
}

/// What comes of the first playouts of the series with seed 1.
pub fn statistics(series: &Series, count: u64, limit: usize) -> Statistics {
    series.statistics(1, count, limit).unwrap_or_else(|error| panic!("{error}"))
}

/// The sites of the board.
pub fn sites(game: &Game) -> usize {
    game.equipment.board.len(game.equipment.board.default_type())
}

/// How many plies the plain evaluator can be made to play on so many sites before anything is measured.
fn affordable(sites: usize) -> usize {
    (400_000 / (sites * sites)).clamp(3, 200)
}

/// Time this thread has spent working, where the system tells; other programs do not count then. It is told with a
/// delay of a few milliseconds.
pub fn worked(since: std::time::Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| since.elapsed(), Duration::from_nanos)
}

/// The decision of a move of the interpreter.
fn decision(m: &ludemic::Move) -> Option<Move> {
    let site = |site: i32| usize::try_from(site).ok();
    Some(match m.decision()?.kind {
        ActionKind::Pass { .. } => Move::Pass,
        ActionKind::Swap { .. } => Move::Swap,
        ActionKind::Add { to, what, .. } => Move::Add { site: site(to)?, what: u8::try_from(what).ok()? },
        ActionKind::Remove { to, .. } => Move::Remove { site: site(to)? },
        ActionKind::Move { from, to, .. } => Move::Jump { from: site(from)?, to: site(to)? },
        _ => return None,
    })
}

/// Lets the interpreter follow a playout of a baseline for a while, comparing legal moves and the end.
fn follow(game: &Arc<Game>, baseline: &mut dyn native::Game) -> Result<(), String> {
    let longest = affordable(baseline.board().len());
    let (playout, moves) = baseline.recorded(&mut native::Random::new(7), CAP);
    let mut trial = Trial::start(Arc::clone(game), 0).map_err(|error| error.to_string())?;
    baseline.restart();
    for (ply, m) in moves.into_iter().enumerate().take(longest) {
        let list = trial.legal().map_err(|error| error.to_string())?;
        let list = list.iter().map(decision).collect::<Option<Vec<Move>>>().ok_or("a move of an unknown kind")?;
        let (mut sorted, mut legal) = (list.clone(), baseline.legal());
        sorted.sort_unstable();
        legal.sort_unstable();
        if sorted != legal || trial.state().mover() != i32::from(baseline.mover()) {
            return Err(format!("ply {ply}: the interpreter has {sorted:?}, the baseline {legal:?}"));
        }
        let index = list.iter().position(|other| *other == m).ok_or(format!("ply {ply}: {m:?} is not legal"))?;
        trial.play(index).map_err(|error| error.to_string())?;
        baseline.play(m);
    }
    let winner = |end: End| if let End::Win(winner) = end { i32::from(winner) } else { 0 };
    let found = trial.state().status().map(|status| status.winner);
    let complete = trial.len() - trial.initial() == playout.plies as usize;
    if found != baseline.end().map(winner) || complete && found != playout.end.map(winner) {
        return Err(format!("the interpreter ends with {found:?}, the baseline with {:?}", playout.end));
    }
    Ok(())
}
