//! The target games a second time, written by hand, and played against the interpreter.
//!
//! The short run is part of the tests. The long one, which must also take every branch of the hand-written rules:
//! `cargo test --release --test rules -- --ignored --nocapture long_run`.

#[path = "../common/mod.rs"]
mod common;

mod brain_coral;
mod coverage;
mod dogtown_clans;
mod driver;
mod game;
mod mutants;
mod perft;
mod rabbit_warrens;
mod replay;
mod skirt;
mod wrigglers_squared;

use driver::{Budget, Report, compare};
use game::GameUnderTest;

/// All games.
const GAMES: &[GameUnderTest] =
    &[wrigglers_squared::GAME, rabbit_warrens::GAME, brain_coral::GAME, skirt::GAME, dogtown_clans::GAME];

/// Every combination at least for a few plies, small boards for several games.
const SHORT: Budget = Budget { work: 12_000_000, least: 2, most: 400 };

/// Several games of every combination.
const LONG: Budget = Budget { work: 200_000_000, least: 60, most: 8_000 };

/// Compares a game with a description and prints a line.
fn run(game: &GameUnderTest, text: &str, budget: Budget) -> Report {
    let report = compare(game, text, budget);
    let branches = (game.branches)();
    let taken = branches.iter().filter(|(_, times)| *times > 0).count();
    println!(
        "{}: {} combinations, {} plies compared, {} games finished, {} disagreements, {taken} of {} branches taken",
        game.name,
        report.combinations,
        report.plies,
        report.finished,
        report.disagreements.len(),
        branches.len(),
    );
    for (branch, _) in branches.iter().filter(|(_, times)| *times == 0) {
        println!("    not taken: {branch}");
    }
    assert_eq!(report.combinations, game.combinations, "{}: option combinations", game.name);
    assert!(report.disagreements.is_empty(), "{}", report.disagreements.join("\n"));
    report
}

fn short(name: &str) {
    let game = GAMES.iter().find(|game| game.name == name).expect("a game of this name");
    if let Some(text) = game.description() {
        run(game, &text, SHORT);
    }
}

#[test]
fn wrigglers_squared_agrees() {
    short("Wrigglers Squared");
}

#[test]
fn brain_coral_agrees() {
    short("Brain Coral");
}

#[test]
fn dogtown_clans_agrees() {
    short("Dogtown Clans");
}

#[test]
fn rabbit_warrens_agrees() {
    short("Rabbit Warrens");
}

#[test]
fn skirt_agrees() {
    short("Skirt");
}

#[test]
#[ignore = "takes minutes"]
fn long_run() {
    let (mut plies, mut never) = (0, Vec::new());
    for game in GAMES {
        let Some(text) = game.description() else { return };
        let report = run(game, &text, LONG);
        plies += report.plies;
        for (branch, times) in (game.branches)() {
            println!("    {times:>10} {branch}");
            if times == 0 {
                never.push(format!("{}: {branch}", game.name));
            }
        }
    }
    println!("{plies} plies compared");
    assert!(plies >= 200_000, "only {plies} plies");
    assert!(never.is_empty(), "branches never taken:\n{}", never.join("\n"));
}

/// Our descriptions mean what the published ones mean: the latter agree with the rules by hand too.
#[test]
#[ignore = "a second short run"]
fn published_descriptions_agree() {
    for game in GAMES {
        if let Some(text) = game.original() {
            run(game, &text, SHORT);
        }
    }
}
