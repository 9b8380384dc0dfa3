//! Numbers of move sequences, counted on both sides and compared with the files of `tests/perft`.
//!
//! A file names its game in the first line. A line that begins at the margin is a combination of options, separated by
//! `|`; the indented lines below it give a length and the number of move sequences of this length from the start
//! position, finished shorter games included. A length `20+3` stands for sequences of 3 moves in the position after 20
//! moves, of which move number i, from 0, is the one with the number 37 i + 11 (modulo how many there are) in the sorted
//! list. All numbers are those of the interpreter and of the rules by hand; a `?`
//! instead of a number makes the test fail and tell it. Counts above 20,000 are left to the ignored test.

use crate::GAMES;
use crate::coverage::uncounted;
use crate::game::{Combination, HandMove, Rules, load};
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

/// Plays so many moves on both sides, chosen by their number in the sorted list.
fn lead_in(trial: &mut Trial, rules: &mut dyn Rules, plies: usize) -> Result<(), String> {
    for i in 0..plies {
        let list = trial.legal().map_err(|error| error.to_string())?;
        let list = list.iter().map(HandMove::of).collect::<Result<Vec<_>, _>>()?;
        let mut sorted = list.clone();
        sorted.sort_unstable();
        let m = *sorted.get((37 * i + 11) % sorted.len().max(1)).ok_or(format!("the game is over after {i} moves"))?;
        let index = list.iter().position(|other| *other == m).ok_or("no such move")?;
        trial.play(index).map_err(|error| error.to_string())?;
        rules.play(m);
    }
    Ok(())
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
    let (mut options, mut game_of) = (Combination(Vec::new()), None);
    let (mut counted, mut left_out) = (0, 0);
    let mut wrong = Vec::new();
    for line in lines {
        if !line.starts_with(' ') {
            options = parse(line);
            game_of = None;
            continue;
        }
        let (length, wanted) = line.trim().split_once(' ').ok_or("length and number")?;
        let (plies, depth) = length.split_once('+').unwrap_or(("0", length));
        let (Ok(plies), Ok(depth)) = (plies.parse(), depth.parse()) else { return Err(format!("no length: {line}")) };
        let wanted: Option<u64> = wanted.trim().parse().ok();
        if wanted.is_some_and(|nodes| nodes > limit) {
            left_out += 1;
            continue;
        }
        let interpreted = game_of.get_or_insert_with(|| load(&description, &options));
        let mut trial = Trial::start(Arc::clone(interpreted), 0).map_err(|error| error.to_string())?;
        let mut rules = (game.make)(&options, &interpreted.equipment.board);
        uncounted(|| lead_in(&mut trial, &mut *rules, plies))?;
        let found = trial.perft(depth).map_err(|error| error.to_string())?;
        let by_hand = uncounted(|| perft(&*rules, depth));
        counted += 1;
        if Some(found) != wanted || found != by_hand {
            let selections = options.selections().join(" | ");
            wrong.push(format!("{selections}: {length}: interpreter {found}, by hand {by_hand}"));
        }
    }
    if wrong.is_empty() { Ok((counted, left_out)) } else { Err(wrong.join("\n")) }
}

fn check_all(limit: u64) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/perft");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("tests/perft").flatten().map(|e| e.path()).filter(|e| e.is_file()).collect();
    files.sort();
    let mut failures = Vec::new();
    for file in &files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        match check(file, limit) {
            Ok((counted, left_out)) => println!("{name}: {counted} counts, {left_out} left out"),
            Err(error) => failures.push(format!("{name}:\n{error}")),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn both_count_the_same_move_sequences() {
    check_all(20_000);
}

#[test]
#[ignore = "takes long"]
fn both_count_the_same_move_sequences_to_the_end() {
    check_all(u64::MAX);
}
