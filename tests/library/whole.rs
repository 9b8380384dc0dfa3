//! The whole library with the defaults and every selection, started and played for a few moves: one command, with its
//! totals.

use super::{Verdict, common, found, index, selections, text, verdict};
use ludemic::KnownDefines;
use rayon::prelude::*;
use std::time::{Duration, Instant};

/// The time spent on the selections of one file; a file with hundreds of large boards is not worth minutes.
const PATIENCE: Duration = Duration::from_secs(300);

/// How many of the slowest are named.
const SLOWEST: usize = 8;

/// What became of one file.
#[derive(Default)]
struct Outcome {
    /// Whether Ludii 1.3.12 compiles it.
    compiles: bool,
    /// Whether it is right with its defaults.
    right: bool,
    time: Duration,
    /// Selections tried, those that are incomplete reconstructions, and those that no time was left for.
    selections: [usize; 3],
    slowest: Option<(Duration, String)>,
    /// What is not as it should be.
    failed: String,
}

fn look(file: &str, text: &str, compiles: bool, known: &KnownDefines) -> Outcome {
    let begin = Instant::now();
    let defaults = found(file, text, &[], known);
    let mut outcome =
        Outcome { compiles, right: defaults.errors().is_empty(), time: begin.elapsed(), ..Outcome::default() };
    if compiles {
        outcome.failed = defaults.lines(file);
    } else if outcome.right {
        outcome.failed = format!("{file}: no error\n");
    } else if defaults.errors().iter().any(|error| error.origin.is_none()) {
        outcome.failed = format!("{file}: an error without a place\n");
    }
    if !compiles {
        return outcome;
    }
    for selection in selections(file, text, known) {
        if begin.elapsed() > PATIENCE {
            outcome.selections[2] += 1;
            continue;
        }
        let start = Instant::now();
        let found = found(file, text, std::slice::from_ref(&selection), known);
        let time = start.elapsed();
        outcome.selections[0] += 1;
        match verdict(file, &selection, &found.errors()) {
            Verdict::Right => {}
            Verdict::Incomplete => outcome.selections[1] += 1,
            Verdict::Wrong => outcome.failed.push_str(&format!("with {selection}: {}", found.lines(file))),
        }
        if outcome.slowest.as_ref().is_none_or(|(slowest, _)| time > *slowest) {
            outcome.slowest = Some((time, format!("{file} with {selection}")));
        }
    }
    outcome
}

#[test]
#[ignore = "builds and starts thousands of games, which takes minutes"]
fn the_whole_library() {
    let Some(reference) = common::reference() else { return };
    let known = KnownDefines::standard();
    let begin = Instant::now();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("two threads");
    let index = index(&reference);
    let outcomes: Vec<Outcome> = pool.install(|| {
        let look = |(file, compiles): &(String, bool)| look(file, &text(&reference, file), *compiles, &known);
        index.par_iter().map(look).collect()
    });
    let count = |compiles: bool, right: bool| {
        outcomes.iter().filter(|outcome| outcome.compiles == compiles && outcome.right == right).count()
    };
    println!(
        "library: with the defaults {} of {} are right",
        count(true, true),
        count(true, true) + count(true, false)
    );
    println!(
        "library: of those that Ludii refuses {} are refused, {} are not",
        count(false, false),
        count(false, true)
    );
    let time: Duration = outcomes.iter().map(|outcome| outcome.time).sum();
    println!("library: {time:?} for {} files, {:?} a file", outcomes.len(), time / outcomes.len() as u32);
    let mut slow: Vec<(Duration, &str)> =
        outcomes.iter().zip(&index).map(|(outcome, (file, _))| (outcome.time, &**file)).collect();
    slow.sort_unstable_by(|a, b| b.cmp(a));
    slow.iter().take(SLOWEST).for_each(|(time, file)| println!("    {time:?} {file}"));
    let [runs, incomplete, left] = [0, 1, 2].map(|which| outcomes.iter().map(|o| o.selections[which]).sum::<usize>());
    println!("library: {runs} selections started, {incomplete} of them incomplete, {left} not for want of time");
    println!("library: {:?} in all", begin.elapsed());
    let mut slow: Vec<&(Duration, String)> = outcomes.iter().filter_map(|outcome| outcome.slowest.as_ref()).collect();
    slow.sort_unstable_by(|a, b| b.cmp(a));
    slow.iter().take(SLOWEST).for_each(|(time, file)| println!("    {time:?} {file}"));
    let failed: String = outcomes.iter().map(|outcome| &*outcome.failed).collect();
    assert!(failed.is_empty(), "{failed}");
    assert_eq!(left, 0, "selections without a verdict");
}
