//! Games recorded from Ludii 1.3.12, replayed on the published descriptions.
//!
//! Needs the reference folder; says so and passes where there is none. Without more it replays all of `traces`, and of
//! `library` every fourth recording in the order of the names among those of at most 32 kB packed. `LUDEMIC_ALL=1` replays
//! everything, as `.ci/run` does; `LUDEMIC_ONLY=TEXT` all recordings with the text in their name.

#[path = "../common/mod.rs"]
mod common;

mod cases;
mod coverage;
mod published;

use ludemic::KnownDefines;
use ludemic::recording::{Recording, verify};
use published::{Published, Recorded};
use rayon::prelude::*;
use std::panic::catch_unwind;
use std::time::{Duration, Instant};

/// Of the library every recording is replayed whose number in the list can be divided by this, counted from 0.
const EVERY: usize = 4;

/// And that has at most so many bytes, packed.
const MAX_BYTES: u64 = 32 << 10;

/// How many of the slowest are named.
const SLOWEST: usize = 5;

/// The recordings to replay, and how many there are.
fn chosen(published: &Published) -> (Vec<Recorded>, usize) {
    let mut list = published.recordings();
    let total = list.len();
    if let Ok(only) = std::env::var("LUDEMIC_ONLY") {
        list.retain(|recorded| recorded.name.contains(&only));
    } else if std::env::var_os("LUDEMIC_ALL").is_none() {
        let (traces, library): (Vec<_>, Vec<_>) = list.into_iter().partition(|r| r.name.starts_with("traces/"));
        let small = library.into_iter().step_by(EVERY).filter(|recorded| recorded.size <= MAX_BYTES);
        list = traces.into_iter().chain(small).collect();
    }
    (list, total)
}

/// The moves replayed, or what is wrong.
fn replay(recorded: &Recorded, published: &Published, known: &KnownDefines) -> Result<usize, String> {
    let file = std::fs::File::open(&recorded.path).map_err(|error| error.to_string())?;
    let recording = Recording::read(file).map_err(|error| error.to_string())?;
    let text = std::fs::read_to_string(&recorded.description).map_err(|error| error.to_string())?;
    let game = published::check(recording.game(), &text, &recording.options(), known)
        .and_then(|checked| published::compile(checked, known, &|name| published.text(name)))
        .map_err(|failure| failure.to_string())?;
    let verdict = verify(game.game(), &recording).map_err(|error| error.to_string())?;
    verdict.difference.map_or(Ok(verdict.plies), |difference| Err(difference.to_string()))
}

#[test]
fn every_recording_is_replayed_exactly() {
    let Some(reference) = common::reference() else { return };
    let begin = Instant::now();
    let published = Published::new(&reference);
    let known = KnownDefines::standard();
    let (list, total) = chosen(&published);
    // The largest first, so that no thread is left with one of them at the end.
    let mut order: Vec<&Recorded> = list.iter().collect();
    order.sort_by_key(|recorded| std::cmp::Reverse(recorded.size));
    let replayed = order.par_iter().with_max_len(1).map(|recorded| {
        let started = Instant::now();
        // A panic is a difference like any other: the rest is replayed all the same.
        let outcome = catch_unwind(|| replay(recorded, &published, &known));
        (*recorded, outcome.unwrap_or_else(|_| Err("panicked".to_owned())), started.elapsed())
    });
    let mut replayed: Vec<(&Recorded, Result<usize, String>, Duration)> = replayed.collect();
    replayed.sort_by_key(|(_, _, time)| std::cmp::Reverse(*time));
    for (recorded, _, time) in replayed.iter().take(SLOWEST) {
        println!("recordings: {time:.2?} for {}", recorded.name);
    }
    let plies: usize = replayed.iter().filter_map(|(_, outcome, _)| outcome.as_ref().ok()).sum();
    let mut failed: Vec<String> = replayed
        .iter()
        .filter_map(|(recorded, outcome, _)| Some(format!("{}: {}", recorded.name, outcome.as_ref().err()?)))
        .collect();
    failed.sort();
    let passed = replayed.len() - failed.len();
    println!(
        "recordings: {passed} passed, {} failed, of {total}; {plies} plies, {:.1?}",
        failed.len(),
        begin.elapsed()
    );
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
