//! The way from the text of each game to its first legal moves, stage by stage.
//!
//! `cargo bench --bench pipeline`. What a stage gives is looked at before it is measured.

use divan::Bencher;
use ludemic::{Checked, Compiled, Expansion, KnownDefines, Parsed, Trial};
use std::path::Path;
use std::sync::Arc;

/// Files of the games.
const FILES: [&str; 5] = ["wrigglers-squared", "rabbit-warrens", "brain-coral", "skirt", "dogtown-clans"];

fn text(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("lud").join(format!("{file}.lud"));
    std::fs::read_to_string(path).expect("a description of the project")
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
        assert!(!compiled.game().name.is_empty());
        compiled
    });
}

#[divan::bench(args = FILES, max_time = 1)]
fn first_moves(bencher: Bencher, file: &str) {
    let game = compiled(file);
    bencher.bench_local(|| {
        let mut trial = Trial::start(Arc::clone(game.game()), 0).expect("a game that starts");
        assert!(!trial.legal().expect("legal moves").is_empty());
    });
}

fn main() {
    divan::main();
}
