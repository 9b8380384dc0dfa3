//! Short games of the five descriptions in `lud/`, told move by move, so that a change of behaviour shows in review; and
//! what is said of descriptions that are broken.

use ludemic::playouts::Chooser;
use ludemic::render::{Picture, describe, finding, outcome};
use ludemic::{Game, KnownDefines, Trial};
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

/// How many moves are told at the beginning of a game, and how many at its end.
const TOLD: usize = 8;

fn read(file: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect("the file is there")
}

/// A random game of at most `moves` moves: the board at first, the moves with who makes them, of how many, and the
/// scores after them, and the board at last. Of a long game, the moves in the middle are left out.
fn annotated(file: &str, selections: &[&str], seed: u64, moves: usize) -> String {
    let selections: Vec<String> = selections.iter().map(|&selection| selection.to_owned()).collect();
    let game: Arc<Game> = Game::load(file, &read(file), &selections, &KnownDefines::none())
        .unwrap_or_else(|failure| panic!("{file}: {failure}"));
    let mut trial = Trial::start(Arc::clone(&game), seed).expect("the game starts");
    let mut text = format!("{} {selections:?}\n", game.name);
    if trial.initial() > 0 {
        let _ = write!(text, "{}", Picture::position(&game, trial.state()));
    }
    let mut chooser = Chooser::new(seed);
    let mut lines = Vec::new();
    while !trial.is_over() && trial.len() < moves {
        let mover = trial.state().mover();
        let count = trial.legal().expect("the rules have a value").len();
        let m = trial.play(chooser.choose(count)).expect("a legal move is accepted");
        let name = describe(&game, m);
        let scores: Vec<i32> = (1..=trial.state().players()).map(|player| trial.state().score(player)).collect();
        lines.push(format!("{:>3}. P{mover} of {count:>3}: {name}  {scores:?}\n", trial.len()));
    }
    let left_out = lines.len().saturating_sub(2 * TOLD);
    for (n, line) in lines.iter().enumerate() {
        if left_out == 0 || !(TOLD..TOLD + left_out).contains(&n) {
            text.push_str(line);
        } else if n == TOLD {
            let _ = writeln!(text, "     ({left_out} moves)");
        }
    }
    let _ = write!(text, "{}", Picture::position(&game, trial.state()));
    text.push_str(&outcome(trial.state()).unwrap_or_else(|| format!("P{} to move", trial.state().mover())));
    text
}

#[test]
fn wrigglers_squared() {
    insta::assert_snapshot!(annotated("lud/wrigglers-squared.lud", &[], 1, 16));
    insta::assert_snapshot!(annotated("lud/wrigglers-squared.lud", &["Board/9"], 4, 1000));
}

#[test]
fn rabbit_warrens() {
    insta::assert_snapshot!(annotated("lud/rabbit-warrens.lud", &[], 1, 8));
    insta::assert_snapshot!(annotated("lud/rabbit-warrens.lud", &["Board Type/Square (10)"], 2, 12));
}

#[test]
fn brain_coral() {
    insta::assert_snapshot!(annotated("lud/brain-coral.lud", &[], 1, 16));
    insta::assert_snapshot!(annotated("lud/brain-coral.lud", &["Size/3 (5 moves each)"], 2, 1000));
}

#[test]
fn skirt() {
    insta::assert_snapshot!(annotated("lud/skirt.lud", &[], 1, 16));
    insta::assert_snapshot!(annotated("lud/skirt.lud", &["Board Size/H1 2-3 (12)"], 2, 1000));
}

#[test]
fn dogtown_clans() {
    insta::assert_snapshot!(annotated("lud/dogtown-clans.lud", &[], 1, 16));
    insta::assert_snapshot!(annotated("lud/dogtown-clans.lud", &["Board Size/XSmall"], 2, 300));
}

/// Everything that is said of a description, as a terminal without colours shows it.
#[test]
fn broken_descriptions() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken");
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort_unstable();
    for name in names {
        let text = read(&format!("tests/broken/{name}"));
        let failure = Game::load(&name, &text, &[], &KnownDefines::none()).expect_err(&name);
        let said: Vec<String> = failure.findings.iter().map(|one| finding(&failure.sources, one, false)).collect();
        insta::assert_snapshot!(name.trim_end_matches(".lud"), said.join("\n\n"));
    }
}
