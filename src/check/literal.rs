//! What a bare word can stand for.

use super::typed::Value;
use crate::schema::{KindId, Schema};
use std::borrow::Cow;

/// The named integers of Ludii 1.3.12.
pub(super) const NAMED: [(&str, i32); 4] = [("Off", -1), ("Undefined", -1), ("End", -2), ("Infinity", 1_000_000_000)];

/// An integer of 32 bits: sign, digits, leading zeros allowed; or a named one, in its exact case.
pub(super) fn int(word: &str) -> Option<i32> {
    word.parse().ok().or_else(|| NAMED.iter().find(|(name, _)| *name == word).map(|(_, value)| *value))
}

/// Whether the word has the shape of an integer, whatever its size.
pub(super) fn is_integer(word: &str) -> bool {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// A number: any integer, and the decimal forms `1.5`, `.5`, `1.`, `1e5`, `2f`.
pub(super) fn float(word: &str) -> Option<f64> {
    let body = word.strip_suffix(['f', 'F', 'd', 'D']).unwrap_or(word);
    // The standard parser also reads `inf` and `nan`, which the language does not have.
    let plain = body.bytes().all(|b| b.is_ascii_digit() || b".eE+-".contains(&b));
    if plain && body.bytes().any(|b| b.is_ascii_digit()) { body.parse().ok() } else { None }
}

/// `True` or `False` in any letter case.
pub(super) fn boolean(word: &str) -> Option<bool> {
    if word.eq_ignore_ascii_case("true") {
        Some(true)
    } else if word.eq_ignore_ascii_case("false") {
        Some(false)
    } else {
        None
    }
}

/// The constant that a word means for a kind: the enumerated kind that defines it, and its spelling there, which
/// may differ in the case of the first letter.
pub(super) fn constant(word: &str, kind: KindId) -> Option<(&'static str, &'static str)> {
    let schema = Schema::get();
    let wanted = schema.kind_of(kind);
    let capital = capitalised(word);
    schema.constant(&capital).iter().find(|&&id| wanted.takes(id)).and_then(|&id| {
        let kind = schema.kind_of(id);
        kind.constants.iter().find(|name| **name == capital).map(|name| (kind.name, *name))
    })
}

/// The word with its first letter in upper case.
pub(super) fn capitalised(word: &str) -> Cow<'_, str> {
    match word.get(..1) {
        Some(first) if first.bytes().all(|byte| byte.is_ascii_lowercase()) => {
            Cow::Owned(first.to_ascii_uppercase() + word.get(1..).unwrap_or_default())
        }
        _ => Cow::Borrowed(word),
    }
}

/// Whether a word is a keyword, which is capitalised, the case of the word's first letter aside.
pub(super) fn is_keyword(word: &str, keyword: &str) -> bool {
    match (word.as_bytes().split_first(), keyword.as_bytes().split_first()) {
        (Some((first, rest)), Some((capital, tail))) => {
            rest == tail && (first == capital || first.to_ascii_uppercase() == *capital)
        }
        (first, capital) => first == capital,
    }
}

/// The value of a word where a kind is wanted.
pub(super) fn value(word: &str, kind: KindId) -> Option<Value> {
    let schema = Schema::get();
    let (literals, wanted) = (schema.literals(), schema.kind_of(kind));
    if wanted.takes_literal(literals.int)
        && let Some(value) = int(word)
    {
        return Some(Value::Int(value));
    }
    if wanted.takes_literal(literals.float)
        && let Some(value) = float(word)
    {
        return Some(Value::Float(value));
    }
    if wanted.takes_literal(literals.boolean)
        && let Some(value) = boolean(word)
    {
        return Some(Value::Bool(value));
    }
    constant(word, kind).map(|(kind, word)| Value::Word { kind, word })
}
