//! The cases of `tests/suite/diff`: two versions of a game, with what differs in their text and in play.
//!
//! A case is begun by a line `//// name`. The text of version A follows, a line `---`, the text of version B, a line
//! `===`, and what is expected: the changes as people are shown them, then a line about play. A text without `(game` is the
//! argument of `play` in a small game; it stands on line 2.
//!
//! With `LUDEMIC_BLESS` set, what came out is written to the files as the expectation; read it before it is committed.

use ludemic::diff::{Changes, Found, Monitor, Report, Settings, search};
use ludemic::{Checked, KnownDefines, Parsed, render};
use std::fmt::Write;
use std::path::Path;

const SETTINGS: Settings = Settings { seed: 3, plies: Some(4000), playouts: None };

/// A whole game from a text that may be its play rules only.
fn whole(text: &str) -> String {
    if text.contains("(game") {
        return text.to_owned();
    }
    format!(
        "(game \"T\" (players 2) (equipment {{ (board (square 3)) (piece \"Disc\" Each) }}) (rules (play\n{})\n\
         (end (if (is Full) (result Mover Draw)))))\n",
        text.trim_end()
    )
}

fn checked(name: &str, text: &str) -> Checked {
    let parsed = Parsed::new(name, text);
    let checked = parsed.and_then(|parsed| parsed.expand(&[], &KnownDefines::none())?.check());
    checked.unwrap_or_else(|failure| panic!("{name}: {failure}\n{text}"))
}

fn report(a: &str, b: &str, settings: Settings) -> Report {
    let compiled = |name: &str, text: &str| {
        checked(name, &whole(text)).compile().unwrap_or_else(|failure| panic!("{name}: {failure}\n{text}"))
    };
    search(&compiled("a.lud", a), &compiled("b.lud", b), settings, &Monitor::default())
}

/// What a search found, on one line.
fn told(report: &Report) -> String {
    match &report.found {
        Some(found) => {
            let shortest = if found.shortest { "no shorter" } else { "shortest found" };
            format!("after {}: {} ({shortest})", found.moves.len(), render::headline(found))
        }
        None if report.whole => "the same in all games".to_owned(),
        None => "no difference found".to_owned(),
    }
}

fn outcome(a: &str, b: &str) -> String {
    let (left, right) = (checked("a.lud", &whole(a)), checked("b.lud", &whole(b)));
    let changes = Changes::between(&left, &right);
    let mut out = render::changes(&changes, left.sources(), right.sources(), false);
    let play = if changes.same_rules { "cannot differ".to_owned() } else { told(&report(a, b, SETTINGS)) };
    let _ = writeln!(out, "play: {play}");
    out
}

#[test]
fn cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/diff");
    let bless = std::env::var_os("LUDEMIC_BLESS").is_some();
    let mut count = 0;
    let mut wrong = String::new();
    for entry in std::fs::read_dir(&folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("the file is there");
        let mut blessed = String::new();
        for case in text.split("//// ").skip(1) {
            let (name, rest) = case.split_once('\n').expect("a name and texts");
            let (a, rest) = rest.split_once("---\n").expect("version A ends with ---");
            let (b, expected) = rest.split_once("===\n").expect("version B ends with ===");
            let came = outcome(a, b);
            if came.trim() != expected.trim() {
                let _ = writeln!(wrong, "{}: {name}\nexpected\n{expected}came\n{came}", path.display());
            }
            let _ = writeln!(blessed, "//// {name}\n{a}---\n{b}===\n{came}");
            count += 1;
        }
        if bless {
            std::fs::write(&path, blessed).expect("the file can be written");
        }
    }
    assert!(count > 20, "only {count} cases were found");
    assert!(bless || wrong.is_empty(), "{wrong}");
}

/// Play rules that change at a known ply: the counter is -1 before the first move and 0 after it.
fn until(ply: usize) -> String {
    format!("(if (< (counter) {}) (move Add (to (sites Empty))) (move Pass))", ply as i32 - 1)
}

#[test]
fn a_difference_at_a_known_ply_is_found_there() {
    for ply in 0..=7 {
        let report = report("(move Add (to (sites Empty)))", &until(ply), SETTINGS);
        let found = report.found.unwrap_or_else(|| panic!("nothing found at ply {ply}"));
        assert_eq!(found.moves.len(), ply);
    }
}

#[test]
fn a_rare_difference_is_found_and_made_short() {
    // A full row of three own stones in the corner row, which few random games come to early.
    let game = |line: usize| {
        format!(
            "(game \"T\" (players 2) (equipment {{ (board (square 7)) (piece \"Disc\" Each) }})
                (rules (play (move Add (to (sites Empty)))) (end (if (is Line {line}) (result Mover Win)))))"
        )
    };
    let report = report(&game(5), &game(4), Settings { plies: Some(60_000), ..SETTINGS });
    let found = report.found.expect("rows of four come about");
    // P1 needs four stones: moves 1, 3, 5 and 7.
    assert_eq!(found.moves.len(), 7);
}

/// Random games of Hex last for more than a hundred moves; eleven stones in a row are enough, and the twenty-first move is the
/// eleventh of the first player.
#[test]
fn whoever_connects_loses_in_hex() {
    let a = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("lud/hex.lud"));
    let a = a.expect("the game is there");
    let b = a.replace("(result Mover Win)", "(result Mover Loss)");
    assert_ne!(a, b);
    let report = report(&a, &b, Settings { seed: 0, plies: None, playouts: None });
    let found = report.found.expect("games of Hex have a winner");
    let moves = found.moves.len();
    assert!((21..=24).contains(&moves), "{moves} moves after {} positions", report.positions);
}

/// What is to be the same whenever a search is made again.
fn trace(found: &Option<Found>) -> Vec<String> {
    let moves = found.iter().flat_map(|found| &found.moves);
    moves.map(|m| format!("P{} {}", m.mover, m.text)).collect()
}

#[test]
fn threads_do_not_matter_and_seeds_do() {
    let a = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("lud/wrigglers-squared.lud"));
    let a = a.expect("the game is there");
    let b = a.replace("(define \"Roomy\" 2)", "(define \"Roomy\" 3)");
    let on = |threads: usize, seed: u64| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let settings = Settings { seed, plies: Some(20_000), playouts: None };
        let report = pool.install(|| report(&a, &b, settings));
        (trace(&report.found), report.positions, report.games, report.depth)
    };
    let one = on(1, 5);
    assert!(!one.0.is_empty());
    assert_eq!(one, on(3, 5));
    assert_ne!(one.0, on(3, 6).0, "another seed finds another game");
}

#[test]
fn the_budget_is_kept() {
    let a = "(move Add (to (sites Empty)))";
    let b = "(or (move Add (to (sites Empty))) (move Add (to (sites Empty))))";
    let board = |text: &str| whole(text).replace("square 3", "square 9");
    let few = report(&board(a), &board(b), Settings { seed: 0, plies: Some(500), playouts: None });
    assert!(few.found.is_none() && few.positions < 700, "{}", few.positions);
    let games = report(&board(a), &board(b), Settings { seed: 0, plies: None, playouts: Some(20) });
    assert_eq!(games.games, 20);
}

#[test]
fn a_search_can_be_stopped() {
    let a = whole("(move Add (to (sites Empty)))").replace("square 3", "square 9");
    let b = a.replace("(to (sites Empty))", "(to (sites Empty) if:True)");
    let compiled = |text: &str| checked("game.lud", text).compile().unwrap_or_else(|failure| panic!("{failure}"));
    let monitor = Monitor::default();
    monitor.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let report = search(&compiled(&a), &compiled(&b), SETTINGS, &monitor);
    assert!(report.found.is_none() && report.positions < 10);
}
