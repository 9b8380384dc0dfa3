//! Deduction puzzles of the project: their moves, their end, and what is shown of them.

use ludemic::board::SiteType;
use ludemic::render::{Picture, describe};
use ludemic::{Game, KnownDefines, Trial};
use std::sync::Arc;

const LATIN: &str = include_str!("games/latin.lud");

fn start() -> Trial {
    let game = Game::load("latin.lud", LATIN, &[], &KnownDefines::none()).expect("a puzzle");
    Trial::start(game, 1).expect("a position")
}

fn names(trial: &mut Trial) -> Vec<String> {
    let game = Arc::clone(trial.game());
    trial.legal().expect("moves").iter().map(|m| describe(&game, m)).collect()
}

fn play(trial: &mut Trial, name: &str) {
    let index = names(trial).iter().position(|known| known == name).expect("a legal move");
    trial.play(index).expect("a move");
}

#[test]
fn values_are_offered_that_break_no_constraint() {
    let moves = names(&mut start());
    assert!(moves.contains(&"A1=1".to_owned()) && moves.contains(&"A1=2".to_owned()));
    assert!(!moves.contains(&"A1=4".to_owned()), "a value beyond the range");
    assert!(!moves.contains(&"B1=3".to_owned()), "the column has this value already");
    assert!(!moves.contains(&"C3=2".to_owned()), "the hint says 1");
    assert!(!moves.iter().any(|name| name.starts_with("B2")), "the start rules gave this one");
    assert_eq!(moves.iter().filter(|name| name.contains('~')).count(), 8 * 3);
}

#[test]
fn the_puzzle_is_won_by_its_solution() {
    let mut trial = start();
    for name in ["A1=2", "B1=1", "C1=3", "A2=1", "C2=2", "A3=3", "B3=2"] {
        play(&mut trial, name);
        assert!(!trial.is_over(), "{name}");
    }
    play(&mut trial, "C3=1");
    assert_eq!(trial.state().status().map(|status| status.winner), Some(1));
    let game = Arc::clone(trial.game());
    assert_eq!(
        Picture::position(&game, trial.state()).to_string(),
        "3 3 2 1\n2 1 3 2\n1 2 1 3\n  A B C\nhint 3: A1 B1\nhint 1: C3\n"
    );
}

#[test]
fn taking_back_restores_what_a_site_can_be() {
    let mut trial = start();
    let possible = |trial: &Trial| trial.state().possible(SiteType::Cell, 0).map(|d| d.iter().collect::<Vec<_>>());
    let (before, hash) = (possible(&trial), trial.state().hash());
    assert_eq!(before, Some(vec![0, 1, 2, 3]));
    play(&mut trial, "A1~2");
    assert_eq!(possible(&trial), Some(vec![0, 1, 3]));
    assert_ne!(trial.state().hash(), hash);
    assert!(trial.undo());
    assert_eq!((possible(&trial), trial.state().hash()), (before, hash));
}

#[test]
fn a_value_that_is_known_to_be_zero_is_shown() {
    let mut trial = start();
    for name in ["A1~1", "A1~2", "A1~3"] {
        play(&mut trial, name);
    }
    let game = Arc::clone(trial.game());
    assert_eq!(trial.state().solved_value(SiteType::Cell, 0), Some(0));
    let board = "3 . . .\n2 . 3 .\n1 0 . .\n  A B C\nhint 3: A1 B1\nhint 1: C3\n";
    assert_eq!(Picture::position(&game, trial.state()).to_string(), board);
}

#[test]
fn what_is_no_puzzle_is_refused_with_a_reason() {
    let refused = |from: &str, to: &str| {
        let text = LATIN.replace(from, to);
        assert_ne!(text, LATIN);
        Game::load("latin.lud", &text, &[], &KnownDefines::none()).expect_err("an error").to_string()
    };
    let text = refused(" (values Cell (range 1 3))", "");
    assert!(text.contains("needs the values"), "{text}");
    let text = refused("(range 1 3)", "(range 1 1000000)");
    assert!(text.contains("values lie between"), "{text}");
    let text = refused("{{4 3}}", "{{9 3}}");
    assert!(text.contains("a site of the board"), "{text}");
    let text =
        refused("(satisfy {(is Sum \"Cages\" (hint)) (all Different)})", "(or (satisfy (all Different)) (move Pass))");
    assert!(text.contains("satisfy"), "{text}");
}

#[test]
fn what_was_found_out_about_constraints_is_taken_back_too() {
    let mut trial = start();
    let mut before = vec![names(&mut trial)];
    for step in 0..60 {
        let count = trial.legal().expect("moves").len();
        trial.play(step * 7 % count).map(drop).expect("legal");
        if trial.is_over() {
            break;
        }
        before.push(names(&mut trial));
    }
    // Each position again, without what is remembered of its legal moves.
    let choices: Vec<usize> = trial.choices().collect();
    while trial.undo() {}
    for (choice, wanted) in choices.into_iter().zip(before) {
        assert_eq!(names(&mut trial), wanted);
        trial.play(choice).map(drop).expect("legal");
    }
}
