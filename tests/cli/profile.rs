//! `explain --plan` and `profile`: what they print.

use super::{Folder, clean, output, session};
use insta::assert_snapshot;
use serde_json::Value;

const FILL: &str = "tests/games/fill.lud";

/// A game whose expressions are evaluated in every way.
const ALL: &str = r#"
(define "Near" (count Pieces All in:(sites Around (to))))
(game "Ways" (players 2)
    (equipment {
        (board (hex 3))
        (piece "Disc" Each (move Step (to if:(is Empty (to)))))
        (regions "Home" P1 (sites Bottom))
    })
    (rules
        (play (or {
            (forEach Piece)
            (move Add (to (sites Empty) if:(< 1 "Near")) (then (if (is In (last To) (sites Outer)) (moveAgain))))
            (move Remove (sites Random (expand (sites Occupied by:Next))))
            (move (from (sites Occupied by:Mover)) (to (sites Empty) if:(< (from) (to))))
        }))
        (end { (if (no Moves Next) (result Mover Win)) (if (>= (count Moves) (+ 3 4)) (result Mover Draw)) })))
"#;

#[test]
fn plans() {
    assert_snapshot!(session(&["explain", FILL, "--plan"], ""));
    assert_snapshot!(session(&["explain", "lud/breakthrough.lud", "--plan", "-o", "Board/6x6"], ""));
    assert_snapshot!(session(&["explain", "-", "--plan"], ALL));
    assert_snapshot!(session(&["explain", FILL, "--plan", "--format", "json"], ""));
}

#[test]
fn plans_that_cannot_be_told() {
    for args in [
        &["explain", FILL][..],
        &["explain", "--plan", "nowhere.lud"],
        &["explain", "--plan", FILL, FILL],
        &["explain", "--plan", "tests/games/trail.lud", "--format", "concise"],
    ] {
        assert_snapshot!(session(args, ""));
    }
}

/// A match is told of game by game.
#[test]
fn matches() {
    let text = r#"(match "Both" (players 2) (games { (subgame "Hex" next:1) (subgame "Go" next:0) })
        (end (if (> (count Trials) 1) (result Mover Win))))"#;
    let folder = Folder::new("profiled-match");
    for (name, file) in [("Hex.lud", "lud/hex.lud"), ("Go.lud", "lud/go.lud")] {
        std::fs::copy(file, folder.file(name)).expect("a copy");
    }
    for args in [&["profile", "-"][..], &["explain", "-", "--plan"]] {
        let out = output(&[args, &["--lud", &folder.file("")]].concat(), text.as_bytes());
        let told = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(told, "ludemic: a match has no rules of its own; ask of its games: Hex, Go\n");
        assert_eq!(out.status.code(), Some(2));
    }
}

#[test]
fn profiles_that_cannot_be_made() {
    for args in [
        &["profile", "nowhere.lud"][..],
        &["profile", FILL, "--seconds", "soon"],
        &["profile", FILL, "--seconds", "1", "-n", "3"],
        &["profile", FILL, "-n", "0"],
        &["profile", "-", "--format", "concise"],
    ] {
        assert_snapshot!(session(args, "(game \"Nothing\")"));
    }
}

/// The profile without what depends on the clock.
#[test]
fn a_profile() {
    let shown = clean(&["profile", "lud/hex.lud", "-n", "3", "--top", "2"]);
    let mut lines = shown.lines();
    assert!(lines.next().is_some_and(|line| line.starts_with("games     3 with ")), "{shown}");
    assert!(lines.next().is_some_and(|line| line.starts_with("views     ") && line.contains('%')), "{shown}");
    assert!(shown.contains("more: --top 0 shows all"), "{shown}");
    assert_eq!(shown.lines().count(), 7, "{shown}");
}

#[test]
fn a_profile_as_json() {
    let profile = || -> Value {
        let text = clean(&["profile", FILL, "-n", "20", "--seed", "7", "--format", "json"]);
        serde_json::from_str(&text).expect("one JSON object")
    };
    let value = profile();
    let sum = |list: Vec<&Value>| list.into_iter().filter_map(Value::as_f64).sum::<f64>();
    let costs = value["costs"].as_array().expect("a list");
    let views = value["views"].as_object().expect("an object");
    assert!((sum(views.values().collect()) - 1.0).abs() < 1e-9, "{value}");
    assert!((sum(costs.iter().map(|cost| &cost["self_share"]).collect()) - 1.0).abs() < 1e-9, "{value}");
    assert_eq!(value["games"], 20);
    // Times differ, the games and how often what is evaluated do not.
    let counts = |value: &Value| {
        let costs = value["costs"].as_array().expect("a list").iter();
        let mut counts: Vec<String> =
            costs.map(|cost| format!("{} {} {}", cost["number"], cost["view"], cost["evaluations"])).collect();
        counts.sort();
        counts
    };
    let again = profile();
    assert_eq!((counts(&value), &value["plies"]), (counts(&again), &again["plies"]));
}

#[test]
fn a_short_profile_plays_one_game() {
    let out = output(&["profile", FILL, "--seconds", "0", "--format", "json"], b"");
    let value: Value = serde_json::from_slice(&out.stdout).expect("one JSON object");
    assert_eq!(value["games"], 1);
}
