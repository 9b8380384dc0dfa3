//! The words that belong to the text and not to the game: defines, options, rulesets.

use crate::source::on_one_line;

/// Heads of clauses that are no ludemes, each with how it is written on the next line and what it means on the one
/// after that.
const WORDS: &str = include_str!("words.txt");

/// These heads, how they are written, and what they mean.
pub(super) fn words() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let mut lines = WORDS.lines();
    std::iter::from_fn(move || Some((lines.next()?, lines.next()?, lines.next()?)))
}

/// How a clause of the text is written and what it means.
pub(super) fn word(head: &str) -> Option<(&'static str, &'static str)> {
    words().find(|(word, ..)| *word == head).map(|(_, form, meaning)| (form, meaning))
}

/// The beginning of a text, on one line.
pub(super) fn beginning(text: &str, length: usize) -> String {
    let line = on_one_line(text);
    let beginning: String = line.chars().take(length).collect();
    if beginning.len() < line.len() { beginning + "…" } else { beginning }
}
