//! Numbers of move sequences, counted on both sides and compared with the files of `tests/perft`.
//!
//! A file names its game in the first line. A line that begins at the margin is a combination of options, separated by
//! `|`; the indented lines below it give a length and the number of move sequences of this length from the start
//! position, finished shorter games included. All numbers are those of the interpreter and of the rules by hand; a `?`
//! instead of a number makes the test fail and tell it. Counts above `LUDEMIC_PERFT_LIMIT` (20,000 sequences unless it
//! is set) are left out.

use crate::GAMES;
use crate::coverage::uncounted;
use crate::game::{Combination, Rules, load};
use ludemic::Trial;
use std::path::Path;
use std::sync::Arc;

/// The number of move sequences, counted like `Trial::perft`.
fn perft(rules: &dyn Rules, depth: u32) -> u64 {
    if depth == 0 || rules.over().is_some() {
        return 1;
    }
    let legal = rules.legal();
    if depth == 1 {
        return legal.len() as u64;
    }
    let after = legal.into_iter().map(|m| {
        let mut next = rules.boxed_clone();
        next.play(m);
        perft(&*next, depth - 1)
    });
    after.sum()
}

fn parse(line: &str) -> Combination {
    let pairs = line.split('|').map(|choice| choice.trim().split_once('/').expect("Heading/Item"));
    Combination(pairs.map(|(heading, item)| (heading.to_owned(), item.to_owned())).collect())
}

/// Checks a file; gives how many counts were made and left out.
fn check(path: &Path, limit: u64) -> Result<(usize, usize), String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let mut lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let name = lines.next().unwrap_or_default();
    let game = GAMES.iter().find(|game| game.name == name).ok_or(format!("there is no game {name:?}"))?;
    let Some(description) = game.description() else { return Ok((0, 0)) };
    let (mut options, mut position) = (Combination(Vec::new()), None);
    let (mut counted, mut left_out) = (0, 0);
    let mut wrong = Vec::new();
    for line in lines {
        if !line.starts_with(' ') {
            options = parse(line);
            position = None;
            continue;
        }
        let (depth, wanted) = line.trim().split_once(' ').ok_or("depth and number")?;
        let depth: u32 = depth.parse().map_err(|_| format!("no depth: {line}"))?;
        let wanted: Option<u64> = wanted.trim().parse().ok();
        if wanted.is_some_and(|nodes| nodes > limit) {
            left_out += 1;
            continue;
        }
        let (trial, rules) = position.get_or_insert_with(|| {
            let interpreted = load(&description, &options);
            let board = Arc::clone(&interpreted.equipment.board);
            (Trial::start(interpreted, 0), (game.make)(&options, &board))
        });
        let trial = trial.as_mut().map_err(|error| error.to_string())?;
        let found = trial.perft(depth).map_err(|error| error.to_string())?;
        let by_hand = uncounted(|| perft(&**rules, depth));
        counted += 1;
        if Some(found) != wanted || found != by_hand {
            let selections = options.selections().join(" | ");
            wrong.push(format!("{selections}: depth {depth}: interpreter {found}, by hand {by_hand}"));
        }
    }
    if wrong.is_empty() { Ok((counted, left_out)) } else { Err(wrong.join("\n")) }
}

#[test]
fn both_count_the_same_move_sequences() {
    let limit = std::env::var("LUDEMIC_PERFT_LIMIT").ok().and_then(|n| n.parse().ok()).unwrap_or(20_000);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let mut files: Vec<_> = std::fs::read_dir(folder).expect("tests/perft").flatten().map(|e| e.path()).collect();
    files.sort();
    let mut failures = Vec::new();
    for file in &files {
        match check(file, limit) {
            Ok((counted, left_out)) => println!("{}: {counted} counts, {left_out} left out", file.display()),
            Err(error) => failures.push(format!("{}:\n{error}", file.display())),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
