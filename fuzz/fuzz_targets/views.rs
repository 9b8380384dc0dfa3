//! Published descriptions, whole or with some words and clauses changed: the moves that are drawn beside those listed.
#![no_main]

#[path = "../mutate.rs"]
mod mutate;

use arbitrary::Arbitrary;
use ludemic::{KnownDefines, Parsed, compare};
use std::path::PathBuf;
use std::sync::LazyLock;

/// The descriptions: those of the reference folder where it is there, and those of the project.
static TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    let reference = std::env::var_os("LUDEMIC_REFERENCE").map_or_else(beside, PathBuf::from);
    let index = std::fs::read_to_string(reference.join("ludii/lud-index.tsv")).unwrap_or_default();
    let files = index.lines().filter_map(|line| line.split('\t').next());
    let published = files.filter_map(|file| std::fs::read_to_string(reference.join("ludii/lud").join(file)).ok());
    mutate::originals().into_iter().chain(published).collect()
});

static KNOWN: LazyLock<KnownDefines> = LazyLock::new(KnownDefines::standard);

/// The work allowed for a ply.
const WORK: u64 = 1_000_000;

/// The most plies of a game.
const PLIES: usize = 60;

/// Which description, every choice of what is changed in it, and the seed of the game.
#[derive(Debug, Arbitrary)]
struct Input {
    text: u16,
    changes: u8,
    seed: u16,
    choices: Vec<u16>,
}

libfuzzer_sys::fuzz_target!(|input: Input| {
    let mut choices = input.choices.iter();
    let mut choose = |n: usize| usize::from(choices.next().copied().unwrap_or(0)) % n.max(1);
    let mut text = TEXTS[usize::from(input.text) % TEXTS.len()].clone();
    for _ in 0..input.changes % 4 {
        text = mutate::mutate(&text, &mut choose);
    }
    let checked = Parsed::new("input.lud", &text)
        .and_then(|parsed| parsed.expand(&[], &KNOWN))
        .and_then(|expansion| expansion.check());
    let Ok(compiled) = checked.and_then(|checked| checked.compile()) else { return };
    let compiled = compiled.with_work(WORK);
    if let Err(difference) = compare(compiled.game(), input.seed.into(), PLIES, input.seed % 8 == 0) {
        panic!("{difference}:\n{text}");
    }
});
