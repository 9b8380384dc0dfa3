//! Boards against the measurements of Ludii 1.3.12 in the reference folder, built from descriptions.

#[path = "../common/mod.rs"]
mod common;
mod compare;

use flate2::read::GzDecoder;
use ludemic::{Failure, Game, KnownDefines};
use serde_json::Value;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Fixtures of which some attributes, by the start of their names, are known to differ, and why.
const KNOWN: [(&str, &[&str], &str); 3] = [
    ("concentric-square-3-corners", &["Edge all"], "the order of two targets in one direction hangs on the last bit"),
    (
        "celtic-3-4",
        &[
            "Cell diag",
            "Cell off",
            "Cell dirs diag",
            "Cell distinct Diagonal",
            "Cell radials Diagonal",
            "Cell radials Off",
        ],
        "two rounded cells are equally far from the line through a vertex but for the last bit",
    ),
    (
        "quadhex-3-thirds",
        &["Cell diag", "Cell off", "Cell phase", "Cell radials Diagonal", "Cell radials Off"],
        "behind each corner of the triangle two cells are equally far but for the last bit",
    ),
];

fn load(path: &Path) -> Value {
    let bytes = fs::read(path).expect("fixture can be read");
    let mut text = String::new();
    if path.extension().is_some_and(|x| x == "gz") {
        GzDecoder::new(bytes.as_slice()).read_to_string(&mut text).expect("fixture is gzip");
    } else {
        text = String::from_utf8(bytes).expect("fixture is UTF-8");
    }
    serde_json::from_str(&text).expect("fixture is JSON")
}

/// The smallest game on a board.
fn game(board: &str) -> Result<Arc<Game>, Failure> {
    let text = format!(
        "(game \"Board\" (players 2) (equipment {{ {board} (piece \"Disc\" Each) }}) \
         (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Draw)))))"
    );
    Game::load("board.lud", &text, &[], &KnownDefines::none())
}

/// Whether a failure is only that something cannot be played yet.
fn is_unsupported(failure: &Failure) -> bool {
    failure.findings.iter().filter(|finding| finding.is_error()).all(|finding| finding.code == "LUD0401")
}

#[test]
fn boards_equal_the_reference() {
    let Some(reference) = common::reference() else { return };
    let mut paths: Vec<PathBuf> =
        fs::read_dir(reference.join("spec/topology")).expect("folder").flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let (mut passed, mut excused, mut failed, mut missing, mut attributes) = (0, 0, 0, 0, 0);
    for path in paths {
        let file = path.file_name().and_then(|f| f.to_str()).unwrap_or_default();
        let name = file.split('.').next().unwrap_or_default();
        if name.starts_with("equip_") {
            continue;
        }
        let fixture = load(&path);
        let text = fixture["board"].as_str().unwrap_or_default();
        let game = match game(text) {
            Ok(game) => game,
            Err(failure) if is_unsupported(&failure) => {
                missing += 1;
                println!("not supported: {name}: {text}: {failure}");
                continue;
            }
            Err(failure) => {
                failed += 1;
                println!("FAILED {name}: {text}: {failure}");
                continue;
            }
        };
        let board = &game.equipment.board;
        let mut differences = Vec::new();
        attributes += compare::compare(&fixture, board, |attribute, difference| {
            let known = KNOWN.iter().any(|(n, a, _)| *n == name && a.iter().any(|a| attribute.starts_with(a)));
            differences.push((known, format!("{attribute}: {difference}")));
        });
        let unknown: Vec<&String> = differences.iter().filter(|(known, _)| !known).map(|(_, d)| d).collect();
        match unknown.first() {
            None if differences.is_empty() => passed += 1,
            None => excused += 1,
            Some(first) => {
                failed += 1;
                println!("FAILED {name}: {text}: {} attributes; {first}", unknown.len());
                unknown.iter().skip(1).for_each(|d| println!("    {d}"));
            }
        }
        let reason = KNOWN.iter().find(|(n, _, _)| *n == name).map_or("", |(_, _, reason)| reason);
        for (_, difference) in differences.iter().filter(|(known, _)| *known) {
            println!("known difference, {name}, {reason}: {difference}");
        }
    }
    println!(
        "topology: {passed} passed, {failed} failed, {missing} not yet supported, {excused} with known differences"
    );
    println!("{attributes} attributes compared");
    assert_eq!(failed, 0, "boards that differ from the reference");
    common::at_least(164, passed, "topology");
}
