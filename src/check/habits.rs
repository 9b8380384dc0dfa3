//! Words that people bring along from other languages and from talking about games, and what the language says instead.
//!
//! A suggestion is only made where the word suggested can stand: the caller asks for it by a test.

use super::home::forms_of;
use super::literal::is_integer;
use crate::expand::OPERATORS;
use crate::expand::tree::{Term, TermKind};

/// Word by word: what sort of line it is, what people write, and what it can stand for.
const HABITS: &str = include_str!("../../grammar/habits");

/// What can be meant by a word of this sort, in small letters.
fn meanings<'a>(sort: &'a str, said: &'a str) -> impl Iterator<Item = &'static str> + 'a {
    HABITS
        .lines()
        .filter_map(move |line| line.strip_prefix(sort)?.strip_prefix(' ')?.strip_prefix(said)?.strip_prefix(' '))
}

/// The first word that stands for another one and passes a test.
pub(super) fn instead(word: &str, mut fits: impl FnMut(&str) -> bool) -> Option<String> {
    let lower = word.to_lowercase();
    // Player1, player 2, P_3.
    let digits = lower.strip_prefix("player").map(|rest| rest.trim_start_matches(['_', '-']));
    if let Some(number) = digits.and_then(|digits| digits.parse::<u8>().ok()) {
        let role = format!("P{number}");
        return fits(&role).then_some(role);
    }
    let mut words = meanings("word", &lower).flat_map(|words| words.split(' '));
    words.find(|word| fits(word)).map(str::to_owned)
}

/// The head that is meant by another one.
pub(super) fn head(said: &str) -> Option<&'static str> {
    meanings("head", said).next()
}

/// The clause that is meant by another head, where a test passes its head.
pub(super) fn clause(said: &str, fits: impl Fn(&str) -> bool) -> Option<&'static str> {
    let lower = said.to_lowercase();
    meanings("clause", &lower).find(|clause| clause.trim_start_matches('(').split([' ', ')']).next().is_some_and(&fits))
}

/// What to do about a word, a label with its colon, or a string (`"`) that a ludeme of some head does not have.
pub(super) fn note(head: &str, said: &str) -> Option<&'static str> {
    meanings("note", &format!("{head} {said}")).next()
}

/// What to do about an argument that one of some ludemes or kinds, or any, does not take: a string, a list, a number, or
/// a clause by its kind or its head.
pub(super) fn sort(places: &[&str], arg: &Term) -> Option<String> {
    let sorts = match &arg.kind {
        TermKind::Text(_) => vec!["\"".into()],
        TermKind::Array(_) => vec!["{".into()],
        TermKind::Word(word) if is_integer(word) => vec!["0".into()],
        TermKind::Word(_) => return None,
        TermKind::Clause(inner) => vec![format!("<{}>", forms_of(inner).first()?.kind), inner.head.to_string()],
    };
    let mut all =
        places.iter().chain(&["any"]).flat_map(|place| sorts.iter().map(move |sort| format!("{place} {sort}")));
    all.find_map(|said| meanings("sort", &said).next().map(str::to_owned))
}

/// What to write for an operator that no space parts from its number.
pub(super) fn glued(word: &str) -> Option<String> {
    let split = |operator: &&&str| word.strip_prefix(**operator).is_some_and(is_integer);
    let operator = OPERATORS.iter().filter(split).max_by_key(|operator| operator.len())?;
    Some(format!("operators stand alone: `({operator} {} …)`", word.strip_prefix(operator)?))
}

/// Whether a word looks like the name of a site, such as A1, and not like a player.
pub(super) fn is_site(word: &str) -> bool {
    let row = word.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let digits = !row.is_empty() && row.len() <= 2 && row.bytes().all(|byte| byte.is_ascii_digit());
    digits && matches!(word.len() - row.len(), 1 | 2) && !word.starts_with('P')
}

/// What to write in the place of a word that is a sign of another language, or looks like two numbers.
pub(super) fn sign(word: &str) -> Option<String> {
    if let Some(said) = meanings("sign", if word.starts_with('#') { "#" } else { word }).next() {
        return Some(said.into());
    }
    if OPERATORS.contains(&word) {
        return Some(format!("operators come first: `({word} … …)`"));
    }
    if let Some((label, value)) = word.split_once('=') {
        let named =
            label.starts_with(|c: char| c.is_ascii_lowercase()) && label.bytes().all(|b| b.is_ascii_alphabetic());
        return named.then(|| format!("a label ends in a colon: `{label}:{value}`"));
    }
    if is_site(word) {
        return Some(format!("names and coordinates stand in quotes: `\"{word}\"`"));
    }
    if let Some((one, other)) = ["-", "..."].into_iter().find_map(|sign| numbers(word, sign)) {
        return Some(format!("a range is written `{one}..{other}`"));
    }
    parted(word)
}

/// Two numbers in one word.
fn numbers<'a>(word: &'a str, sign: &str) -> Option<(&'a str, &'a str)> {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    word.split_once(sign).filter(|(one, other)| digits(one) && digits(other))
}

/// How two numbers are written that stand in one word, such as `3x3` or `2d6`.
pub(super) fn parted(word: &str) -> Option<String> {
    if let Some((count, faces)) = numbers(word, "d") {
        return Some(format!("each number has its label: `d:{faces} num:{count}`"));
    }
    let (one, other) = ["x", "X", "*"].into_iter().find_map(|sign| numbers(word, sign))?;
    Some(format!("numbers are parted by a space: `{one} {other}`"))
}

/// A number that was written as a word.
pub(super) fn number(word: &str) -> Option<&'static str> {
    meanings("number", &word.to_lowercase()).next()
}
