//! Two versions of a game, compared.

use super::{output, session};
use insta::assert_snapshot;

const FILL: &str = "tests/games/fill.lud";

/// The edits of `examples/edits`, each beside the game that its first line names.
fn edit(name: &str) -> String {
    let file = format!("examples/edits/{name}.lud");
    let text = std::fs::read_to_string(&file).expect("the edit is there");
    let first = text.lines().next().expect("a first line");
    let base = first.strip_prefix("// Edit of ").and_then(|rest| rest.split_once(". ")).expect("what was edited").0;
    // Fewer positions than without a limit: the tests are not built for speed.
    session(&["diff", base, &file, "--plies", "12000"], "")
}

#[test]
fn every_edit_is_tested() {
    let source = include_str!("diff.rs");
    let mut count = 0;
    for entry in std::fs::read_dir("examples/edits").expect("the edits are there") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
        assert!(source.contains(&format!("edit(\"{name}\")")), "{name} is not tested");
        count += 1;
    }
    assert_eq!(count, 10);
}

#[test]
fn edit_of_a_threshold() {
    assert_snapshot!(edit("wrigglers-roomy-3"));
}

#[test]
fn edit_that_removes_a_restriction() {
    assert_snapshot!(edit("wrigglers-cut-any-time"));
}

#[test]
fn edit_of_a_tie_break() {
    assert_snapshot!(edit("wrigglers-tie-to-first-pass"));
}

#[test]
fn edit_that_opens_a_loop_hole() {
    assert_snapshot!(edit("brain-coral-looser"));
}

#[test]
fn edit_that_changes_nothing() {
    assert_snapshot!(edit("brain-coral-without-disc"));
}

#[test]
fn edit_of_a_number() {
    assert_snapshot!(edit("dogtown-three-blocks"));
}

#[test]
fn edit_of_a_sign() {
    assert_snapshot!(edit("dogtown-more-than"));
}

#[test]
fn edit_that_loosens_a_restriction() {
    assert_snapshot!(edit("rabbit-own-neighbour"));
}

#[test]
fn edit_of_a_placement() {
    assert_snapshot!(edit("skirt-place-among-equals"));
}

#[test]
fn edit_of_the_board() {
    assert_snapshot!(edit("skirt-small-board"));
}

#[test]
fn help() {
    assert_snapshot!(session(&["diff", "--help"], ""));
}

#[test]
fn two_selections_of_one_file() {
    let mut shown = session(&["diff", FILL, "-o", "Board Size/2x2", "--b", "Last Cell/Loses"], "");
    shown.push_str(&session(&["diff", FILL, "--a", "Board Size/2x2"], ""));
    shown.push_str(&session(&["diff", FILL, FILL], ""));
    shown.push_str(&session(&["diff", FILL, "--b", "Last Cell/Loses", "--text"], ""));
    assert_snapshot!(shown);
}

#[test]
fn as_json() {
    let args = ["diff", FILL, "-o", "Board Size/2x2", "--b", "Last Cell/Loses", "--format", "json"];
    let run = output(&args, b"");
    assert_eq!(run.status.code(), Some(1));
    let value: serde_json::Value = serde_json::from_slice(&run.stdout).expect("JSON");
    assert_snapshot!(serde_json::to_string_pretty(&value).expect("JSON is printed"));
    let same = output(&["diff", FILL, FILL, "--format", "json"], b"");
    let value: serde_json::Value = serde_json::from_slice(&same.stdout).expect("JSON");
    assert_eq!((value["play"]["differs"].as_bool(), same.status.code()), (Some(false), Some(0)));
}

#[test]
fn standard_input_as_a_version() {
    let text = std::fs::read_to_string(FILL)
        .expect("the game is there")
        .replace("(result <Winner> Win)", "(result Mover Draw)");
    assert_snapshot!(session(&["diff", FILL, "-", "-o", "Board Size/2x2"], &text));
}

#[test]
fn what_cannot_be_compared() {
    let mut shown = session(&["diff", FILL], "");
    shown.push_str(&session(&["diff", "-", "-"], ""));
    shown.push_str(&session(&["diff", FILL, "no-such-file.lud"], ""));
    shown.push_str(&session(&["diff", FILL, "-"], "(game \"Broken\""));
    shown.push_str(&session(&["diff", FILL, "--b", "Board Size/5x5"], ""));
    let unplayable = "(game \"Cards\" (players 2) (equipment { (board (square 3)) (deck) (piece \"Disc\" Each) })
        (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))\n";
    shown.push_str(&session(&["diff", FILL, "-"], unplayable));
    assert_snapshot!(shown);
}

#[test]
fn any_number_of_threads_finds_the_same() {
    let on = |threads: &str| {
        let args = ["diff", "lud/wrigglers-squared.lud", "examples/edits/wrigglers-roomy-3.lud"];
        session(&[&args[..], &["--plies", "8000", "--seed", "9", "--threads", threads]].concat(), "")
            .replace(&format!("--threads {threads}"), "")
    };
    assert_eq!(on("1"), on("4"));
}
