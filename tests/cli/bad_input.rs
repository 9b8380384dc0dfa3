//! Bad input: one clear message, the right exit code, soon.

use super::{Folder, output, program, session};
use std::fs;
use std::io::Read;
use std::process::Stdio;

const FILL: &str = "tests/games/fill.lud";

/// A game of this board and these play rules.
fn game(board: &str, play: &str) -> String {
    format!(
        "(game \"A\"\n    (players 2)\n    (equipment {{\n        (board {board})\n        (piece \"Disc\" Each)\n    }})\n    \
         (rules\n        (play {play})\n        (end (if (no Moves Next) (result Mover Win)))\n    )\n)\n"
    )
}

const ADD: &str = "(move Add (to (sites Empty)))";

#[test]
fn descriptions_with_errors() {
    let cases: [(&str, String); 9] = [
        ("empty", String::new()),
        ("noise that is text", "\u{1}\u{7f}\u{0}%§((]\u{feff}\"".to_owned()),
        ("unbalanced", "(game \"A\"\n    (players 2\n    (equipment {})\n)\n".to_owned()),
        ("crossed brackets", "(game \"A\" {(players 2})".to_owned()),
        ("unknown ludeme", game("(square 3)", "(mvoe Add (to (sites Empty)))")),
        ("recursive define", format!("(define \"Loop\" (or {ADD} \"Loop\"))\n{}", game("(square 3)", "\"Loop\""))),
        ("endless range", game("(square 3)", "(move Add (to (sites {1..1000000000})))")),
        ("a million sites", game("(square 1000)", ADD)),
        ("deep nesting", "(and ".repeat(100_000)),
    ];
    let mut shown = String::new();
    for (name, text) in cases {
        let answer = session(&["check", "-"], &text);
        assert!(answer.ends_with("=> 1\n"), "{name}: {answer}");
        shown.push_str(&format!("## {name}\n{answer}\n"));
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn what_cannot_be_read() {
    let folder = Folder::new("unreadable");
    let noise = folder.file("noise.lud");
    let bytes: Vec<u8> = (0..5000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    fs::write(&noise, bytes).expect("a file is written");
    let mut shown = session(&["check", "no-such-file.lud"], "");
    // How long it took is told behind a semicolon.
    for line in session(&["check", "tests/games"], "").lines() {
        let told = if line.contains(" files: ") { line.split("; ").next().unwrap_or(line) } else { line };
        shown.push_str(told);
        shown.push('\n');
    }
    shown.push_str(&session(&["check", &noise], "").replace(&folder.file(""), "FOLDER/"));
    shown.push_str(&session(&["check", FILL, "--defs", "no-such-folder"], ""));
    insta::assert_snapshot!(shown);
    let latin = output(&["info", "-"], b"(game \"Caf\xe9\")");
    assert_eq!(latin.status.code(), Some(2));
    let long = output(&["check", "-"], &vec![b' '; 17 << 20]);
    assert_eq!(long.status.code(), Some(2));
}

#[test]
fn one_missing_file_does_not_hide_the_others() {
    insta::assert_snapshot!(session(&["check", "no-such-file.lud", FILL], ""));
}

#[test]
fn selections() {
    let mut shown = String::new();
    for options in [&["Board Size/4x4"][..], &["Nonsense"], &["Board Size/2x2", "Board Size/3x3"]] {
        let mut args = vec!["info", FILL];
        options.iter().for_each(|option| args.extend(["-o", *option]));
        shown.push_str(&session(&args, ""));
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn arguments() {
    for args in [
        &["frobnicate"][..],
        &["check"],
        &["perft", FILL],
        &["perft", FILL, "-d", "-1"],
        &["playouts", FILL, "-n", "many"],
        &["playouts", FILL, "--threads", "1000000"],
        &["board", FILL, "--type", "Face"],
        &["play", FILL, "--random", "P3"],
        &["play", FILL, "--random", "P0"],
        &["play", "-"],
        &["play", FILL, "--p2", "utc:5"],
        &["play", FILL, "--p3", "random"],
        &["stats", FILL, "--players", "random,random,random"],
        &["compare", FILL, FILL, "--results", "-"],
        &["play", FILL, "--players", "greedy"],
        &["play", FILL, "--players", "human,utc:5"],
        &["play", FILL, "--players", "human,greedy", "--p2", "greedy"],
        &["play", FILL, "--watch"],
        &["verify", "-", "-"],
        &["check", FILL, "--color", "sometimes"],
        &["explain", "flumph"],
    ] {
        let answer = session(args, "");
        assert!(answer.ends_with("=> 2\n"), "{answer}");
    }
    assert!(session(&[FILL], "").contains("`ludemic check tests/games/fill.lud`"));
}

#[test]
fn a_reader_who_has_seen_enough() {
    let mut child = program(&["trace", "lud/dogtown-clans.lud"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut few = [0; 16];
    let mut out = child.stdout.take().expect("standard output is a pipe");
    out.read_exact(&mut few).expect("the program prints");
    drop(out);
    let end = child.wait_with_output().expect("the program ends");
    assert_eq!(end.status.code(), Some(0));
    assert!(end.stderr.is_empty(), "{}", String::from_utf8_lossy(&end.stderr));
}

/// Expansions and boards at the limits stay within a gigabyte of memory, stacks included.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_bounded() {
    let folder = Folder::new("memory");
    let mut bomb = "(define \"D0\" (a a a a a a a a a a))\n".to_owned();
    for i in 1..12 {
        let calls = format!("(\"D{}\")", i - 1).repeat(10);
        bomb.push_str(&format!("(define \"D{i}\" (b {calls}))\n"));
    }
    bomb.push_str("(game \"A\" (\"D11\"))\n");
    for (name, text, code) in
        [("bomb", bomb, 1), ("board", game("(square 200)", ADD), 0), ("brackets", "(".repeat(8 << 20), 1)]
    {
        let file = folder.file(name);
        fs::write(&file, text).expect("a file is written");
        let limited = format!("ulimit -v 1048576; exec {} check {file}", env!("CARGO_BIN_EXE_ludemic"));
        let output = std::process::Command::new("sh").args(["-c", &limited]).output().expect("a shell");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{name}: {told}");
    }
}
