//! What commands do with descriptions that cannot be played, or not yet, before anything is played.

use super::{Folder, clean, session};
use std::fs;

const FILL: &str = "tests/games/fill.lud";

/// A right description of a game with cards, which cannot be played yet.
const CARDS: &str = "(game \"Cards\" (players 2)
    (equipment { (board (square 3)) (deck) (piece \"Disc\" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))";

const WRONG: &str = "(game \"Wrong\" (players 2) (equipment { (board (square 3)) (piece \"Disc\" Each) })
    (rules (play (move Add (to (sites Emty)))) (end (if (is Full) (result Mover Win)))))";

#[test]
fn valid_and_not_playable_yet() {
    insta::assert_snapshot!(session(&["check", "-"], CARDS) + &session(&["check", "--playable", "-"], CARDS));
    assert!(session(&["check", "--playable", FILL], "").ends_with(": ok\n=> 0\n"));
    assert!(session(&["check", "--playable", "-"], WRONG).ends_with("=> 1\n"));
}

#[test]
fn boards_of_games_that_cannot_be_played_are_drawn() {
    let shown = session(&["board", "-"], CARDS) + &session(&["board", "-", "--seed", "1"], CARDS);
    insta::assert_snapshot!(shown);
    let svg = session(&["board", "-", "--svg", "-"], CARDS);
    assert!(svg.contains("<svg ") && svg.contains("<title id=\"title\">Cards, start</title>"), "{svg}");
    // A board that cannot be built is no board to look at.
    assert!(session(&["board", "-"], &CARDS.replace("(square 3)", "(square 3000)")).ends_with("=> 1\n"));
}

#[test]
fn all_files_are_checked_before_any_is_played() {
    let folder = Folder::new("checked");
    let (wrong, cards) = (folder.file("wrong.lud"), folder.file("cards.lud"));
    fs::write(&wrong, WRONG).expect("a file is written");
    fs::write(&cards, CARDS).expect("a file is written");
    let shown = session(&["compare", FILL, &wrong, &cards, "-n", "100000000"], "")
        + &session(&["diff", FILL, &wrong, "--plies", "100000000000"], "");
    insta::assert_snapshot!(shown.replace(&wrong, "wrong.lud").replace(&cards, "cards.lud"));
}

#[test]
fn a_warning_is_told_once_whatever_the_item() {
    let text = fs::read_to_string(FILL).expect("a game of the tests") + "\n(define \"Never\" (is Full))\n";
    let folder = Folder::new("warned");
    let file = folder.file("warned.lud");
    fs::write(&file, text).expect("a file is written");
    for every in ["--all-options", "--all-combinations"] {
        let shown = clean(&["check", &file, every]);
        assert_eq!(shown.matches("LUD0125").count(), 1, "{shown}");
        assert!(shown.contains(": ok, 1 warning with "), "{shown}");
    }
}
