//! Counting move sequences, and random playouts of each game on each board: by the program, by hand and, for the default
//! options, by the plain evaluator.
//!
//! `cargo bench --bench playouts`. Counts have to be those of `tests/perft`. Before a program or a baseline is measured,
//! the plain evaluator has played the same games; and each measured run has to give the results of the first one.
//! Items are moves.

#[allow(dead_code, reason = "each benchmark uses a part of what can be measured")]
mod subject;

use divan::Bencher;
use divan::counter::ItemsCount;
use ludemic::Trial;
use ludemic::engine::action::ActionKind;
use ludemic::playouts::Series;
use ludemic::program::rewrites::Rewrites;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use subject::{CAP, GAMES, Subject, statistics, subjects};

/// What is worth counting: below it is mostly overhead, above it takes longer than a benchmark should.
const COUNTS: std::ops::RangeInclusive<u64> = 1_000..=100_000;

/// A count of `tests/perft`.
struct Count {
    subject: Subject,
    /// How many moves are played before anything is counted.
    plies: usize,
    depth: u32,
    nodes: u64,
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} {}+{}", self.subject.name, self.subject, self.plies, self.depth)
    }
}

/// For each combination of options in the files of `tests/perft`, the greatest count worth counting.
fn counts() -> Vec<Count> {
    let mut counts: Vec<Count> = Vec::new();
    for (name, file) in GAMES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft").join(format!("{file}.perft"));
        let text = std::fs::read_to_string(path).expect("counts of the project");
        let mut subject = Subject { name, file, items: Vec::new() };
        let mut best: Option<Count> = None;
        for line in text.lines().filter(|line| !line.starts_with('#') && *line != name) {
            if let Some(line) = line.strip_prefix(' ') {
                let (length, nodes) = line.trim().split_once(' ').expect("length and number");
                let (plies, depth) = length.split_once('+').unwrap_or(("0", length));
                let number = |text: &str| text.trim().parse::<u64>().expect("a number");
                let (plies, depth, nodes) = (number(plies) as usize, number(depth) as u32, number(nodes));
                if COUNTS.contains(&nodes) && best.as_ref().is_none_or(|best| best.nodes < nodes) {
                    best = Some(Count { subject: subject.clone(), plies, depth, nodes });
                }
            } else if !line.is_empty() {
                counts.extend(best.take());
                let pairs = line.split('|').map(|choice| choice.trim().split_once('/').expect("Heading/Item"));
                subject.items = pairs.map(|(heading, item)| (heading.to_owned(), item.to_owned())).collect();
            }
        }
        counts.extend(best);
    }
    counts
}

/// What the files of `tests/perft` sort moves by.
fn order(m: &ludemic::Move) -> (u8, i32, i32) {
    match m.decision().map(|action| &action.kind) {
        Some(&ActionKind::Add { to, what, .. }) => (1, to, what),
        Some(&ActionKind::Remove { to, .. }) => (2, to, 0),
        Some(&ActionKind::Move { from, to, .. }) => (3, from, to),
        Some(ActionKind::Swap { .. }) => (4, 0, 0),
        _ => (0, 0, 0),
    }
}

#[divan::bench(args = counts(), max_time = 1, sample_size = 1)]
fn perft(bencher: Bencher, count: &Count) {
    let mut trial = Trial::start(Arc::clone(count.subject.compiled().game()), 0).expect("a game that starts");
    for i in 0..count.plies {
        let list = trial.legal().expect("legal moves");
        let mut sorted: Vec<usize> = (0..list.len()).collect();
        sorted.sort_by_key(|&index| order(&list[index]));
        let index = sorted[(37 * i + 11) % sorted.len()];
        trial.play(index).expect("a legal move");
    }
    bencher
        .counter(ItemsCount::new(count.nodes))
        .bench_local(|| assert_eq!(trial.perft(count.depth).expect("legal moves"), count.nodes, "as in tests/perft"));
}

/// How many playouts of this kind take some hundredths of a second.
fn enough(mut play: impl FnMut(u64)) -> u64 {
    let mut count = 1;
    loop {
        let start = Instant::now();
        play(count);
        if start.elapsed().as_millis() >= 10 {
            return 2 * count;
        }
        count *= 2;
    }
}

fn by_program(bencher: Bencher, subject: &Subject) {
    let compiled = subject.compiled();
    let series = subject.program(&compiled, &Rewrites::all());
    let count = enough(|count| drop(statistics(&series, count, CAP as usize)));
    let expected = statistics(&series, count, CAP as usize);
    bencher.counter(ItemsCount::new(expected.moves)).bench_local(|| {
        assert_eq!(statistics(&series, count, CAP as usize), expected, "the same seed gives the same games");
    });
}

fn by_hand(bencher: Bencher, subject: &Subject) {
    let mut baseline = subject.checked();
    let count = enough(|count| {
        let _ = baseline.playouts(count, 1, CAP);
    });
    let expected = baseline.playouts(count, 1, CAP);
    bencher.counter(ItemsCount::new(expected.plies)).bench_local(|| {
        assert_eq!(baseline.playouts(count, 1, CAP), expected, "the same seed gives the same games");
    });
}

/// Plays one game to the end by the plain evaluator; the program must have the same result.
fn plainly(bencher: Bencher, subject: &Subject) {
    let compiled = subject.compiled();
    let series = Series::plain(compiled.game());
    let expected = statistics(&Series::new(&compiled, &Rewrites::all()), 1, CAP as usize);
    bencher.counter(ItemsCount::new(expected.moves)).bench_local(|| {
        assert_eq!(statistics(&series, 1, CAP as usize), expected, "the program plays the same game");
    });
}

macro_rules! games {
    ($($module:ident $name:literal)*) => {$(
        mod $module {
            use super::{Bencher, Subject, subjects};

            #[divan::bench(args = subjects($name, false), max_time = 1, sample_size = 1)]
            fn program(bencher: Bencher, subject: &Subject) {
                super::by_program(bencher, subject);
            }

            #[divan::bench(args = subjects($name, false), max_time = 1, sample_size = 1)]
            fn native(bencher: Bencher, subject: &Subject) {
                super::by_hand(bencher, subject);
            }

            #[divan::bench(args = subjects($name, true), max_time = 1, sample_size = 1)]
            fn plain(bencher: Bencher, subject: &Subject) {
                super::plainly(bencher, subject);
            }
        }
    )*};
}

games! {
    wrigglers_squared "Wrigglers Squared"
    rabbit_warrens "Rabbit Warrens"
    brain_coral "Brain Coral"
    skirt "Skirt"
    dogtown_clans "Dogtown Clans"
}

fn main() {
    divan::main();
}
