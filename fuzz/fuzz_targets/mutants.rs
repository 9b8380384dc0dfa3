//! Valid descriptions with some words and clauses changed, through all stages.
#![no_main]

#[path = "../drivers.rs"]
#[allow(dead_code, reason = "each target runs some drivers")]
mod drivers;
#[path = "../mutate.rs"]
mod mutate;

use arbitrary::Arbitrary;
use std::sync::LazyLock;

/// The descriptions that are changed: those in the corpus of the project.
static ORIGINALS: LazyLock<Vec<String>> = LazyLock::new(mutate::originals);

/// Which description, and every choice of what is changed in it.
#[derive(Debug, Arbitrary)]
struct Input {
    original: u8,
    changes: u8,
    choices: Vec<u16>,
}

libfuzzer_sys::fuzz_target!(|input: Input| {
    let mut choices = input.choices.iter();
    let mut choose = |n: usize| usize::from(choices.next().copied().unwrap_or(0)) % n.max(1);
    let mut text = ORIGINALS[usize::from(input.original) % ORIGINALS.len()].clone();
    for _ in 0..=input.changes % 4 {
        text = mutate::mutate(&text, &mut choose);
    }
    drivers::parse(&text);
    drivers::expand(&text);
    drivers::check(&text);
    drivers::play(&text);
});
