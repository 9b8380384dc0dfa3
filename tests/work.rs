//! The work of a ply is bounded in time: rules that ask for as much as they can (`tests/work/rules.txt`) are refused soon.
//!
//! The short run grants a part of the work. `cargo test --release --test work -- --ignored --nocapture` grants all
//! of it and prints what each took.

use ludemic::engine::game::WORK_LIMIT;
use ludemic::{KnownDefines, Parsed, PlayError, Trial};
use std::time::{Duration, Instant};

/// A name, a board and play rules.
struct Case<'a> {
    name: &'a str,
    board: &'a str,
    play: &'a str,
}

fn cases() -> Vec<Case<'static>> {
    let blocks = include_str!("work/rules.txt").split("\n\n").filter_map(|block| block.trim().strip_prefix("# "));
    let read = |block: &'static str| {
        let (title, play) = block.split_once('\n').expect("a title and rules");
        let (name, board) = title.split_once(": ").expect("a name and a board");
        Case { name, board, play }
    };
    blocks.map(read).collect()
}

/// Time this thread has spent working, where the system tells; other programs do not count then.
fn worked(since: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| since.elapsed(), Duration::from_nanos)
}

/// How long the start or one of the first two plies takes at most, and what goes wrong.
fn plies(case: &Case, work: u64) -> (Duration, Option<PlayError>) {
    let (board, play) = (case.board, case.play);
    let text = format!(
        "(game \"Work\" (players 2) (equipment {{ (board {board}) (piece \"Disc\" Each (step (to (apply (remove (to)))))) }})
            (rules
                (start {{ (place \"Disc1\" (sites Bottom)) (place \"Disc2\" (expand (sites Top) steps:4)) }})
                (play {play})
                (end (if (is Line 300) (result Mover Win)))))"
    );
    let compiled = Parsed::new(case.name, text.as_str())
        .and_then(|parsed| parsed.expand(&[], &KnownDefines::none())?.check()?.compile())
        .unwrap_or_else(|failure| panic!("{}: {failure}", case.name));
    let since = Instant::now();
    let before = worked(since);
    let started = Trial::start(compiled.with_work(work).game().clone(), 1);
    let mut longest = worked(since) - before;
    let mut trial = match started {
        Ok(trial) => trial,
        Err(error) => return (longest, Some(error)),
    };
    for _ in 0..2 {
        let before = worked(since);
        let listed = trial.legal().map(<[_]>::len);
        let between = worked(since);
        let played = listed.and_then(|_| trial.play(0).map(|_| ()));
        longest = longest.max(between - before).max(worked(since) - between);
        if let Err(error) = played {
            return (longest, Some(error));
        }
    }
    (longest, None)
}

fn all(work: u64, most: Duration) {
    let mut slow = Vec::new();
    for case in cases() {
        let (took, error) = plies(&case, work);
        println!("{:40} {took:10.3?}  {}", case.name, error.map_or("played".to_owned(), |error| error.to_string()));
        if took > most {
            slow.push(format!("{}: {took:?}", case.name));
        }
    }
    assert!(slow.is_empty(), "{slow:?}");
}

#[test]
fn a_part_of_the_work() {
    all(WORK_LIMIT / 20, Duration::from_secs(10));
}

#[test]
#[ignore = "a minute, with optimisation"]
fn all_the_work() {
    all(WORK_LIMIT, Duration::from_secs(4));
}
