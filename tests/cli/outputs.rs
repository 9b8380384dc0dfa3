//! What each command prints.

use super::{clean, output, session};
use insta::assert_snapshot;

const FILL: &str = "tests/games/fill.lud";
const KINDS: &str = "tests/games/kinds.lud";
const CORNERS: &str = "tests/games/corners.lud";
const TRAIL: &str = "tests/games/trail.lud";

#[test]
fn help() {
    assert_snapshot!(session(&["--help"], ""));
}

#[test]
fn check_clean() {
    assert_snapshot!(session(&["check", FILL, KINDS, CORNERS], ""));
}

#[test]
fn check_findings() {
    assert_snapshot!(session(&["check", TRAIL], ""));
}

#[test]
fn check_findings_as_json() {
    let shown = session(&["check", TRAIL, FILL, "--format", "json"], "");
    for line in shown.lines().filter(|line| line.starts_with('{')) {
        let object: serde_json::Value = serde_json::from_str(line).expect("each finding is a JSON object");
        for field in
            ["file", "line", "column", "end_line", "end_column", "code", "severity", "message", "hint", "trail"]
        {
            assert!(object.get(field).is_some(), "{field} is missing: {line}");
        }
    }
    assert_snapshot!(shown);
}

#[test]
fn check_standard_input() {
    assert_snapshot!(session(&["check", "-"], "(game \"A\" (players 2)\n    (equipment {(board (square 3)})\n"));
}

#[test]
fn check_emits_stages() {
    let text = std::fs::read_to_string(FILL).expect("the game is there");
    assert_eq!(clean(&["check", FILL, "--emit", "ast"]), text, "the syntax tree prints back what was read");
    assert_eq!(clean(&["check", FILL, "--emit", "expanded"]), clean(&["expand", FILL]));
    assert_eq!(clean(&["check", FILL, "--emit", "typed"]), clean(&["expand", FILL, "--emit", "typed"]));
}

#[test]
fn info() {
    assert_snapshot!(session(&["info", FILL, "-o", "Ruleset/Short and cruel"], ""));
}

#[test]
fn info_as_json() {
    let text = clean(&["info", FILL, "--format", "json"]);
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_snapshot!(serde_json::to_string_pretty(&value).expect("JSON is printed"));
}

#[test]
fn info_of_a_wrong_description() {
    assert_snapshot!(session(&["info", TRAIL], ""));
}

#[test]
fn expand() {
    assert_snapshot!(session(&["expand", FILL, "-o", "Board Size/2x2"], ""));
}

#[test]
fn expand_typed() {
    assert_snapshot!(session(&["expand", FILL, "--emit", "typed"], ""));
}

#[test]
fn board_numbers() {
    assert_snapshot!(session(&["board", KINDS], ""));
}

#[test]
fn board_labels() {
    assert_snapshot!(session(&["board", FILL, "--labels", "-o", "Board Size/19x19"], ""));
}

#[test]
fn board_vertices() {
    assert_snapshot!(session(&["board", CORNERS], ""));
}

#[test]
fn board_edges() {
    assert_snapshot!(session(&["board", CORNERS, "--type", "edge"], ""));
}

#[test]
fn board_as_json() {
    assert_snapshot!(session(&["board", FILL, "-o", "Board Size/2x2", "--format", "json"], ""));
}

#[test]
fn boards_fit_on_a_screen() {
    for shape in ["(square 19)", "(hex 10)", "(hex Diamond 11)", "(tri 8)", "(tiling T33434 3)", "(celtic 5)"] {
        let text = format!(
            "(game \"A\" (players 2) (equipment {{(board {shape}) (piece \"Disc\" Each)}})
                (rules (play (move Add (to (sites Empty)))) (end (if (no Moves Next) (result Mover Win)))))"
        );
        let output = output(&["board", "-", "--labels"], text.as_bytes());
        assert_eq!(output.status.code(), Some(0), "{shape}: {}", String::from_utf8_lossy(&output.stderr));
        let picture = String::from_utf8_lossy(&output.stdout).into_owned();
        let widest = picture.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        assert!((1..=120).contains(&widest), "{shape} is {widest} columns wide");
        // Labels never touch.
        let labels = picture.split_whitespace().count();
        let numbers = super::output(&["board", "-"], text.as_bytes());
        assert_eq!(labels, String::from_utf8_lossy(&numbers.stdout).split_whitespace().count(), "{shape}");
    }
}

#[test]
fn play_commands() {
    let commands = "help\n5\nA1\nundo\n\nfoo\n0\n9\n4\nmoves\nboard\nsave\nquit\n1\n";
    assert_snapshot!(session(&["play", FILL], commands));
}

#[test]
fn play_to_the_end_and_back() {
    assert_snapshot!(session(&["play", FILL, "-o", "Board Size/2x2"], "1\n1\n1\n1\n1\nrandom\nundo\n"));
}

#[test]
fn play_against_chance() {
    assert_snapshot!(session(&["play", KINDS, "--random", "P2,3", "--seed", "5"], "knight1 d2\nundo\n19\n"));
}

#[test]
fn play_between_players_of_the_machine() {
    let game = || session(&["play", FILL, "--p1", "uct:20", "--p2", "greedy", "--seed", "3"], "");
    let shown = game();
    assert!(shown.contains("1. P1 ") && shown.contains(" wins"), "{shown}");
    assert_eq!(shown, game());
    let same = session(&["play", FILL, "--players", "uct:20,greedy", "--seed", "3"], "");
    assert!(shown.lines().skip(1).eq(same.lines().skip(1)), "{same}");
    let half = session(&["play", FILL, "--p2", "uct:20"], "1\nundo\n1\n");
    assert_eq!(half.matches("1. P1 ").count(), 2, "undo goes back to the person: {half}");
}

#[test]
fn play_among_random_players() {
    assert_snapshot!(session(&["play", CORNERS, "--random", "all", "--seed", "2"], ""));
}

#[test]
fn perft() {
    let text = clean(&["perft", FILL, "-d", "4"]);
    let counts: Vec<&str> = text.lines().map(|line| line.split("  (").next().unwrap_or("")).collect();
    assert_eq!(counts, ["depth 1: 9", "depth 2: 72", "depth 3: 504", "depth 4: 3,024"]);
    let text = clean(&["perft", FILL, "-d", "2", "--format", "json"]);
    let nodes = text.lines().map(|line| {
        let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
        value["nodes"].as_u64()
    });
    assert_eq!(nodes.collect::<Vec<_>>(), [Some(9), Some(72)]);
}

/// The text without its line of times.
fn timeless(text: &str) -> String {
    text.lines().filter(|line| !line.starts_with("time ")).map(|line| format!("{line}\n")).collect()
}

#[test]
fn playouts() {
    assert_snapshot!(timeless(&session(&["playouts", CORNERS, "-n", "200", "--seed", "4"], "")));
    assert_snapshot!(timeless(&session(&["playouts", KINDS, "-n", "50", "--max-moves", "20"], "")));
}

#[test]
fn playouts_are_the_same_on_any_number_of_threads() {
    let statistics = |threads: &str, seed: &str| {
        let args = ["playouts", CORNERS, "-n", "300", "--seed", seed, "--threads", threads, "--format", "json"];
        let value: serde_json::Value = serde_json::from_str(&clean(&args)).expect("JSON");
        value["statistics"].clone()
    };
    let one = statistics("1", "7");
    assert_eq!(one["playouts"], 300);
    assert_eq!(one, statistics("2", "7"));
    assert_eq!(one, statistics("5", "7"));
    assert_ne!(one, statistics("2", "8"));
}

#[test]
fn explain() {
    let mut shown = session(&["explain", "count Pieces"], "");
    for what in ["siteType", "lud0102", "cuont", "isLine", "(count Pieces Mover)"] {
        shown.push_str(&session(&["explain", what], ""));
    }
    assert_snapshot!(shown);
}

#[test]
fn colours_only_on_request() {
    let escapes = |args: &[&str]| output(args, b"").stdout.contains(&0x1b);
    assert!(!escapes(&["check", TRAIL]), "a pipe is no terminal");
    assert!(escapes(&["check", TRAIL, "--color", "always"]));
    assert!(!escapes(&["check", TRAIL, "--color", "never"]));
    assert!(escapes(&["play", CORNERS, "--random", "all", "--color", "always"]));
}

#[test]
fn the_five_games_are_right() {
    for name in ["brain-coral", "dogtown-clans", "rabbit-warrens", "skirt", "wrigglers-squared"] {
        let file = format!("lud/{name}.lud");
        assert_eq!(clean(&["check", &file]), format!("{file}: ok\n"));
    }
}

#[test]
fn formats_of_findings() {
    let mut shown = String::new();
    for format in ["concise", "github", "sarif"] {
        shown.push_str(&session(&["check", TRAIL, "--format", format], ""));
    }
    assert_snapshot!(shown);
}

#[test]
fn canonical_layout() {
    let text = "(game \"A\" // name\n (players\n 2))\n";
    let mut shown = session(&["fmt", "-"], text);
    shown.push_str(&session(&["fmt", "--check", "-"], text));
    shown.push_str(&session(&["fmt", "--diff", "-"], text));
    shown.push_str(&session(&["fmt", "--check", "-"], "(game \"A\" (players 2))\n"));
    shown.push_str(&session(&["fmt", "-", "--format", "json"], text));
    shown.push_str(&session(&["fmt", "--check", "-", "--format", "json"], text));
    shown.push_str(&session(&["fmt", "--check", "-", "--format", "github"], text));
    shown.push_str(&session(&["expand", "-", "--format", "github"], text));
    assert_snapshot!(shown);
}

#[test]
fn every_option_is_checked() {
    let mut shown = session(&["check", FILL, "--all-options"], "");
    shown.push_str(&session(&["check", FILL, "--all-combinations"], ""));
    shown.push_str(&session(&["check", TRAIL, "--all-options", "--format", "concise"], ""));
    assert_snapshot!(shown);
}

#[test]
fn explains_ludemes_with_examples() {
    let mut shown = session(&["explain", "sites Around"], "");
    shown.push_str(&session(&["explain", "sites", "arround"], ""));
    shown.push_str(&session(&["explain", "StepToEmpty"], ""));
    assert_snapshot!(shown);
}

/// What a ply may cost is said on the command line where games are played.
#[test]
fn budgets() {
    for command in ["playouts", "stats", "trace", "perft", "verify", "board", "play", "compare", "diff"] {
        let help = clean(&[command, "--help"]);
        assert!(help.contains("--work <UNITS>") && help.contains("--memory <MIB>"), "{command}");
    }
    let fails = |more: &[&str]| {
        let out = output(&[&["playouts", "tests/games/fill.lud", "-n", "1"], more].concat(), b"");
        (out.status.code(), String::from_utf8_lossy(&out.stderr).into_owned())
    };
    assert_eq!(fails(&[]).0, Some(0));
    let (code, told) = fails(&["--work", "10"]);
    assert_eq!(code, Some(1));
    assert!(told.contains("more work than is allowed"), "{told}");
    assert_eq!(fails(&["--memory", "0"]).0, Some(2));
}
