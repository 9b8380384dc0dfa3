//! The native baselines: random playouts of the five games by hand.
//!
//! `cargo bench --bench native` prints playouts and moves per second for the default options of each game, then measures
//! a hundred playouts on each board. Before a baseline is measured, it plays a game in which every position is compared
//! with the interpreter; and each measured run has to give the same results as the first one.

#[path = "native/mod.rs"]
mod native;

use divan::Bencher;
use divan::counter::ItemsCount;
use ludemic::engine::action::ActionKind;
use ludemic::{Game, KnownDefines, Parsed, Trial};
use native::{End, Graph, Items, Move};
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// Names and files of the games.
const GAMES: [(&str, &str); 5] = [
    ("Wrigglers Squared", "wrigglers-squared"),
    ("Rabbit Warrens", "rabbit-warrens"),
    ("Brain Coral", "brain-coral"),
    ("Skirt", "skirt"),
    ("Dogtown Clans", "dogtown-clans"),
];

/// The options that change boards; of the others the default is measured.
const OF_BOARDS: [&str; 5] = ["Size", "Board", "Board Grid", "Board Size", "Board Type"];

/// The length at which playouts are cut off.
const CAP: u32 = 1_000;

/// A game with chosen options.
#[derive(Clone)]
struct Subject {
    name: &'static str,
    file: &'static str,
    /// Heading and item.
    items: Vec<(String, String)>,
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let items = self.items.iter().filter(|(heading, _)| OF_BOARDS.contains(&heading.as_str()));
        let items: Vec<&str> = items.map(|(_, item)| item.as_str()).collect();
        f.write_str(&items.join(", "))
    }
}

fn parsed(file: &str) -> Parsed {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("lud").join(format!("{file}.lud"));
    let text = std::fs::read_to_string(path).expect("a description of the project");
    Parsed::new(file, &text).unwrap_or_else(|failure| panic!("{failure}"))
}

/// The default options of a game, or those of each board.
fn subjects(name: &str, only_default: bool) -> Vec<Subject> {
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
    fn interpreted(&self) -> Arc<Game> {
        let selections: Vec<String> = self.items.iter().map(|(heading, item)| format!("{heading}/{item}")).collect();
        let expansion = parsed(self.file).expand(&selections, &KnownDefines::none());
        let compiled = expansion.and_then(|expansion| expansion.check()?.compile());
        Arc::clone(compiled.unwrap_or_else(|failure| panic!("{failure}")).game())
    }

    /// The baseline, after a game that the interpreter has followed.
    fn checked(&self) -> Box<dyn native::Game> {
        let game = self.interpreted();
        let graph = Graph::from(&*game.equipment.board);
        let mut baseline = native::game(self.name, &Items::new(self.items.clone()), &graph);
        follow(&game, &mut *baseline).unwrap_or_else(|error| panic!("{} {:?}: {error}", self.name, self.items));
        baseline
    }
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
    let sites = baseline.board().len();
    let longest = (400_000 / (sites * sites)).clamp(3, 200);
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

fn measure(bencher: Bencher, subject: &Subject) {
    let mut baseline = subject.checked();
    let expected = baseline.playouts(100, 1, CAP);
    bencher.counter(ItemsCount::new(expected.plies)).bench_local(|| {
        assert_eq!(baseline.playouts(100, 1, CAP), expected, "the same seed gives the same games");
    });
}

#[divan::bench(args = subjects("Wrigglers Squared", false))]
fn wrigglers_squared(bencher: Bencher, subject: &Subject) {
    measure(bencher, subject);
}

#[divan::bench(args = subjects("Rabbit Warrens", false))]
fn rabbit_warrens(bencher: Bencher, subject: &Subject) {
    measure(bencher, subject);
}

#[divan::bench(args = subjects("Brain Coral", false))]
fn brain_coral(bencher: Bencher, subject: &Subject) {
    measure(bencher, subject);
}

#[divan::bench(args = subjects("Skirt", false))]
fn skirt(bencher: Bencher, subject: &Subject) {
    measure(bencher, subject);
}

#[divan::bench(args = subjects("Dogtown Clans", false))]
fn dogtown_clans(bencher: Bencher, subject: &Subject) {
    measure(bencher, subject);
}

/// Prints the rates for the default options of each game, the best of several short runs.
fn rates() {
    println!("{:18} {:>12} {:>14} {:>14}", "default options", "playouts/s", "moves/s", "moves/playout");
    for subject in GAMES.iter().flat_map(|game| subjects(game.0, true)) {
        let mut baseline = subject.checked();
        let mut best = (0.0, 0.0);
        for seed in 0..20 {
            let (start, mut playouts, mut plies) = (Instant::now(), 0, 0);
            while start.elapsed().as_millis() < 50 {
                plies += baseline.playouts(100, 1_000 * seed + playouts, CAP).plies;
                playouts += 100;
            }
            let seconds = start.elapsed().as_secs_f64();
            let rate = (playouts as f64 / seconds, plies as f64 / playouts as f64);
            best = if rate.0 > best.0 { rate } else { best };
        }
        println!("{:18} {:>12.0} {:>14.0} {:>14.1}", subject.name, best.0, best.0 * best.1, best.1);
    }
}

fn main() {
    let measuring = std::env::args().any(|argument| argument == "--bench");
    if measuring && std::env::args().count() == 2 {
        rates();
    }
    divan::main();
}
