//! The compiled program beside the plain evaluator: same legal moves, positions, results and scores, with all rewrites,
//! with none, with each one alone and with all but one.
//!
//! The short run is part of the tests. The long one prints how many plies were compared in each mode:
//! `cargo test --release --test program -- --ignored --nocapture long_run`.

#[path = "../common/mod.rs"]
mod common;
mod edits;
mod games;
mod grown;
mod library;
mod modes;
mod suite;
mod tree;

use games::{GAMES, all_options, edits, grown, small};
use modes::{Extent, Tally};

/// How far edits are played.
const EDITED: Extent = Extent { games: 1, plies: 40, work: 2_000_000 };
const LONG_EDITED: Extent = Extent { games: 2, plies: 60, ..EDITED };

fn same(tally: &Tally, what: &str) {
    tally.print(what);
    assert!(tally.differences.is_empty(), "{what}: {} differences", tally.differences.len());
}

#[test]
fn games_agree() {
    for (game, _) in GAMES {
        let tally = all_options(game, 400_000, 1);
        assert_eq!(tally.tried, tally.programs, "{game}: all combinations have a program");
        assert_eq!(tally.tried, tally.with_room, "{game}: all combinations are compiled");
        same(&tally, game);
    }
}

#[test]
fn edits_agree() {
    let tally = edits(&small(), 0, 150, EDITED);
    same(&tally, "edits");
    assert!(tally.programs > 20, "hardly any edit has a program");
}

#[test]
fn grown_games_agree() {
    let tally = grown(0, 150, EDITED);
    same(&tally, "grown");
    assert!(tally.programs > 50, "hardly any game has a program");
}

/// The number in a variable of the environment.
fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
#[ignore = "takes minutes"]
fn long_run() {
    let mut whole = Tally::default();
    for (game, combinations) in GAMES {
        let tally = all_options(game, 60_000_000, 8);
        assert_eq!(tally.tried, *combinations as u64, "{game}: combinations");
        assert_eq!(tally.tried, tally.programs, "{game}: all combinations have a program");
        tally.print(game);
        whole += tally;
    }
    let (bases, wanted) = (small(), number("LUDEMIC_PLIES", 100_000));
    let (mut from, mut edited) = (number("LUDEMIC_SEED", 1_000), Tally::default());
    while whole.least() + edited.least() < wanted {
        edited += edits(&bases, from, from + 400, LONG_EDITED);
        from += 400;
    }
    edited.print("edits");
    whole += edited;
    same(&whole, "long run");
    assert!(whole.least() >= wanted);
}

/// Edits alone, as many as asked for, to look for differences.
#[test]
#[ignore = "a search"]
fn search() {
    let from = number("LUDEMIC_SEED", 1_000_000);
    let count = number("LUDEMIC_COUNT", 500);
    same(&edits(&small(), from, from + count, LONG_EDITED), "search");
}

/// The same with games that are made up.
#[test]
#[ignore = "a search"]
fn search_grown() {
    let from = number("LUDEMIC_SEED", 1_000_000);
    let count = number("LUDEMIC_COUNT", 500);
    same(&grown(from, from + count, LONG_EDITED), "search");
}
