//! The way from the text of each game to its first legal moves, stage by stage.
//!
//! `cargo bench --bench pipeline`. What a stage gives is looked at before it is measured; the first legal moves are
//! counted by the native baseline as well.

#[allow(dead_code, reason = "each benchmark uses a part of what can be measured")]
mod subject;

use divan::Bencher;
use ludemic::program::rewrites::Rewrites;
use ludemic::program::{Player, Program};
use ludemic::{Checked, Compiled, Expansion, KnownDefines, Parsed, Trial};
use std::sync::Arc;
use subject::{subjects, text};

/// Files of the games.
const FILES: [&str; 5] = ["wrigglers-squared", "rabbit-warrens", "brain-coral", "skirt", "dogtown-clans"];

/// The name that a description gives itself.
fn name(file: &str) -> &'static str {
    subject::GAMES.iter().find(|game| game.1 == file).expect("one of the five games").0
}

fn parsed(file: &str) -> Parsed {
    Parsed::new(file, &text(file)).unwrap_or_else(|failure| panic!("{failure}"))
}

fn expanded(file: &str) -> Expansion {
    parsed(file).expand(&[], &KnownDefines::standard()).unwrap_or_else(|failure| panic!("{failure}"))
}

fn checked(file: &str) -> Checked {
    expanded(file).check().unwrap_or_else(|failure| panic!("{failure}"))
}

fn compiled(file: &str) -> Compiled {
    checked(file).compile().unwrap_or_else(|failure| panic!("{failure}"))
}

#[divan::bench(args = FILES, max_time = 1)]
fn parse(bencher: Bencher, file: &str) {
    let text = text(file);
    assert_eq!(parsed(file).ast().print(), text, "the tree prints back the text");
    bencher.bench(|| {
        let parsed = Parsed::new(file, &text).expect("a right description");
        assert!(!parsed.ast().nodes.is_empty());
        parsed
    });
}

#[divan::bench(max_time = 1)]
fn known_defines(bencher: Bencher) {
    bencher.bench(KnownDefines::standard);
}

#[divan::bench(args = FILES, max_time = 1)]
fn expand(bencher: Bencher, file: &str) {
    let known = KnownDefines::standard();
    let options = expanded(file).expanded().options.len();
    assert!(options > 0, "every game has options");
    bencher.with_inputs(|| parsed(file)).bench_values(|parsed| {
        let expansion = parsed.expand(&[], &known).expect("a right description");
        assert_eq!(expansion.expanded().options.len(), options);
        expansion
    });
}

#[divan::bench(args = FILES, max_time = 1)]
fn check(bencher: Bencher, file: &str) {
    bencher.with_inputs(|| expanded(file)).bench_values(|expansion| {
        let checked = expansion.check().expect("a right description");
        assert_eq!(checked.typed().form.head, "game");
        checked
    });
}

#[divan::bench(args = FILES, max_time = 1)]
fn compile(bencher: Bencher, file: &str) {
    bencher.with_inputs(|| checked(file)).bench_values(|checked| {
        let compiled = checked.compile().expect("a right description");
        assert_eq!(&*compiled.game().name, name(file));
        compiled
    });
}

#[divan::bench(args = FILES, max_time = 1)]
fn program(bencher: Bencher, file: &str) {
    let compiled = compiled(file);
    let player = || {
        let program = Program::new(compiled.typed(), compiled.game(), &Rewrites::all());
        Player::new(program.expect("a game with a program"), compiled.game()).expect("a game that starts")
    };
    let comparison = Player::compare_all(&[player()], compiled.game(), 1, 10);
    assert_eq!(comparison.difference, None, "the program plays as the plain evaluator does");
    assert_eq!(comparison.plies, 10);
    bencher.bench_local(player);
}

#[divan::bench(args = FILES, max_time = 1)]
fn first_moves(bencher: Bencher, file: &str) {
    let game = compiled(file);
    let moves = subjects(name(file), true).remove(0).checked().legal().len();
    bencher.bench_local(|| {
        let mut trial = Trial::start(Arc::clone(game.game()), 0).expect("a game that starts");
        assert_eq!(trial.legal().expect("legal moves").len(), moves, "as many as the baseline has");
    });
}

fn main() {
    divan::main();
}
