//! The compiled program: printed, explained, profiled, and played.

use super::{clean, output, session};
use insta::assert_snapshot;
use serde_json::Value;

const NEIGHBOURS: &str = "tests/games/neighbours.lud";
const KINDS: &str = "tests/games/kinds.lud";
const FIVE: &[&str] = &["wrigglers-squared", "rabbit-warrens", "brain-coral", "skirt", "dogtown-clans"];

/// A game whose rules divide by zero on the way.
const DIVIDES: &str = r#"(game "Divides" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (if (< -9 (% 7 (- 3 (counter)))) (move Add (to (sites Empty)))))
        (end (if (no Moves Next) (result Mover Win)))))"#;

/// A score of nobody is stored, which the program leaves to the plain evaluator.
const NOBODY: &str = r#"(game "Nobody" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)) (then (set Score (player (who at:4)) (+ 1 (score Mover))))))
        (end (if (or (< 0 (score Mover)) (no Moves Next)) (result Mover Win)))))"#;

/// A game with a ludeme that has no form over sets.
const ROW: &str = r#"(game "Row" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))))"#;

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&clean(args)).expect("JSON")
}

#[test]
fn the_program_is_printed() {
    let text = clean(&["check", NEIGHBOURS, "--emit", "program"]);
    assert_eq!(text, clean(&["expand", NEIGHBOURS, "--emit", "program"]));
    assert_snapshot!(text);
}

#[test]
fn a_game_without_a_program_says_why() {
    let mut shown = session(&["check", KINDS, "--emit", "program"], "");
    shown.push_str(&session(&["explain", KINDS, "--plan"], ""));
    shown.push_str(&session(&["explain", KINDS, "--plan", "--format", "json"], ""));
    shown.push_str(&session(&["profile", KINDS], ""));
    for args in [&["check", "-", "--emit", "program"][..], &["explain", "-", "--plan"], &["profile", "-"]] {
        shown.push_str(&session(args, ROW));
    }
    assert_snapshot!(shown);
}

#[test]
fn a_program_is_explained() {
    assert_snapshot!(session(&["explain", NEIGHBOURS, "--plan"], ""));
}

#[test]
fn a_program_without_rewrites_is_explained() {
    assert_snapshot!(session(&["explain", NEIGHBOURS, "--plan", "--no-opt", "all"], ""));
}

#[test]
fn plans_of_wrong_arguments() {
    let mut shown = session(&["explain", NEIGHBOURS], "");
    shown.push_str(&session(&["explain", NEIGHBOURS, KINDS, "--plan"], ""));
    shown.push_str(&session(&["explain", "none.lud", "--plan"], ""));
    let wrong = session(&["explain", NEIGHBOURS, "--plan", "--no-opt", "magic"], "");
    assert!(wrong.contains("there is no rewrite `magic`; there are `all`, "), "{wrong}");
    assert!(wrong.ends_with("=> 2\n"), "{wrong}");
    assert_snapshot!(shown);
}

fn branches<'a>(branch: &'a Value, all: &mut Vec<&'a Value>) {
    all.push(branch);
    for inner in branch["uses"].as_array().expect("what a node uses") {
        branches(inner, all);
    }
}

fn all_branches(plan: &Value) -> Vec<&Value> {
    let mut all = Vec::new();
    branches(&plan["play"], &mut all);
    for end in plan["ends"].as_array().expect("end rules") {
        branches(end, &mut all);
    }
    all
}

#[test]
fn plans_of_the_five_games() {
    for name in FIVE {
        let file = format!("lud/{name}.lud");
        let value = json(&["explain", &file, "--plan", "--format", "json"]);
        let all = all_branches(&value["plan"]);
        let barriers = all.iter().filter(|branch| !branch["barrier"].is_null() && branch["again"] == false).count();
        assert_eq!(value["plan"]["barriers"], barriers, "{name}");
        for branch in all {
            assert!(branch["cost"].as_str().is_some_and(|cost| cost.starts_with("O(")), "{name}: {branch}");
            // Whatever stands in the tree comes from a line of the file.
            assert_eq!(branch["place"]["file"], *file, "{name}: {branch}");
        }
        let none = json(&["explain", &file, "--plan", "--no-opt", "all", "--format", "json"]);
        let more = none["plan"]["barriers"].as_u64() > value["plan"]["barriers"].as_u64();
        assert!(more, "{name}: rewrites take nothing out of {}", none["plan"]["barriers"]);
    }
}

#[test]
fn a_profile_shares_the_time_out() {
    let text = clean(&["profile", NEIGHBOURS, "--seconds", "0.1", "--seed", "3"]);
    assert!(text.contains("neighbours.lud:11: (move Add (to (forEach (sites Empty) if:(<"), "{text}");
    let value = json(&["profile", NEIGHBOURS, "--seconds", "0.1", "--seed", "3", "--format", "json"]);
    assert!(value["playouts"].as_u64() >= Some(1));
    let all = all_branches(&value["plan"]);
    let spent = |name: &str| -> Vec<f64> {
        let first = all.iter().filter(|branch| branch["again"] == false);
        first.filter_map(|branch| branch["spent"][name].as_f64()).collect()
    };
    let own: f64 = spent("own").iter().sum();
    assert!((0.01..=1.001).contains(&own), "{own} of the time");
    assert!(spent("total").iter().all(|total| (0.0..=1.001).contains(total)));
    let by_line: f64 = value["lines"].as_array().expect("lines").iter().filter_map(|line| line["own"].as_f64()).sum();
    assert!((by_line - own).abs() < 1e-6, "{by_line} by line, {own} by node");
}

fn statistics(file: &str, more: &[&str]) -> (Value, Value) {
    let args = [&["playouts", file, "--seed", "11", "--format", "json"], more].concat();
    let value = json(&args);
    (value["evaluator"].clone(), value["statistics"].clone())
}

#[test]
fn the_evaluator_changes_nothing_but_the_speed() {
    for name in FIVE {
        let file = format!("lud/{name}.lud");
        let limit = ["-n", "3", "--max-moves", if *name == "skirt" { "12" } else { "60" }];
        let with = |more: &[&str]| statistics(&file, &[&limit, more].concat());
        let (evaluator, plain) = with(&["--plain"]);
        assert_eq!(evaluator, "plain", "{name}");
        assert_eq!(plain["playouts"], 3, "{name}");
        for more in [&["--threads", "1"], &["--threads", "2"], &["--no-opt", "all"], &["--no-opt", "keep"]] {
            assert_eq!(with(more), (Value::from("program"), plain.clone()), "{name} {more:?}");
        }
    }
}

#[test]
fn many_playouts_are_the_same_on_any_number_of_threads() {
    let with = |more: &[&str]| statistics(NEIGHBOURS, &[&["-n", "400"], more].concat()).1;
    let plain = with(&["--plain", "--threads", "2"]);
    assert_eq!(plain["playouts"], 400);
    assert_eq!(plain, with(&["--threads", "1"]));
    assert_eq!(plain, with(&["--threads", "2"]));
    assert_eq!(plain, with(&["--threads", "5"]));
}

/// What is told of playouts with these arguments as well, and how the program ended.
fn played(description: &str, more: &[&str]) -> (Value, Option<i32>) {
    let args = [&["playouts", "-", "-n", "5", "--format", "json"], more].concat();
    let output = output(&args, description.as_bytes());
    (serde_json::from_slice(&output.stdout).expect("JSON"), output.status.code())
}

#[test]
fn rules_that_may_fail_are_played_plainly() {
    let ((told, status), (plain, _)) = (played(DIVIDES, &[]), played(DIVIDES, &["--plain"]));
    assert_eq!((&told["evaluator"], status), (&Value::from("plain"), Some(1)));
    assert_eq!(told["failures"], 5);
    assert_eq!(told["failure"], plain["failure"]);
}

#[test]
fn what_a_program_cannot_judge_is_played_plainly() {
    let ((told, status), (plain, _)) = (played(NOBODY, &[]), played(NOBODY, &["--plain"]));
    assert_eq!((&told["evaluator"], status), (&Value::from("program"), Some(0)));
    assert_eq!(told["statistics"], plain["statistics"]);
}

#[test]
fn the_evaluator_is_told() {
    let shown = |file: &str| {
        let text = clean(&["playouts", file, "-n", "2", "--max-moves", "3"]);
        text.lines().find(|line| line.starts_with("evaluator")).unwrap_or_default().to_owned()
    };
    assert_eq!(shown(NEIGHBOURS), "evaluator program");
    assert!(shown(KINDS).starts_with("evaluator plain: "), "{}", shown(KINDS));
}
