//! The structure of terms by number (hash consing): equal brackets have equal numbers, wherever they stand.
//!
//! A define that is called in many places leaves as many copies of its body, which differ in their origins alone. In
//! the largest published game three of a hundred clauses are different ones.

use crate::expand::tree::{Term, TermKind};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::Arc;

/// Numbers for brackets: their heads, labels, words and nesting count, strings only as strings, origins not at all.
///
/// Terms are told apart by their address, so the tree must stay where it is.
#[derive(Default)]
pub(super) struct Shapes {
    numbers: FxHashMap<usize, u32>,
    words: FxHashMap<Arc<str>, u32>,
    /// The same by address: copies of a define share their words.
    shared: FxHashMap<usize, u32>,
    known: FxHashMap<SmallVec<[u32; 12]>, u32>,
}

/// What stands for an array in place of a head, and for an item without a label.
const NONE: u32 = 0;

/// What stands for a string.
const TEXT: [u32; 2] = [0, 0];

impl Shapes {
    /// The number of a clause or an array; every other term has that of the empty array.
    pub fn number(&mut self, term: &Term) -> u32 {
        let address = address(term);
        if let Some(&number) = self.numbers.get(&address) {
            return number;
        }
        let items = term.items();
        let head = if let TermKind::Clause(clause) = &term.kind { self.word(&clause.head) } else { NONE };
        let mut key: SmallVec<[u32; 12]> = SmallVec::with_capacity(1 + 3 * items.len());
        key.push(head);
        for item in items {
            key.push(item.label.as_ref().map_or(NONE, |label| self.word(&label.name)));
            key.extend(match &item.kind {
                TermKind::Word(word) => [1, self.word(word)],
                TermKind::Text(_) => TEXT,
                TermKind::Clause(_) | TermKind::Array(_) => [2, self.number(item)],
            });
        }
        let next = u32::try_from(self.known.len()).unwrap_or(u32::MAX);
        let number = *self.known.entry(key).or_insert(next);
        self.numbers.insert(address, number);
        number
    }

    /// The number of a term that [`Shapes::number`] was asked about, or one around it.
    pub fn known(&self, term: &Term) -> Option<u32> {
        self.numbers.get(&address(term)).copied()
    }

    /// The number of a word, from 1.
    fn word(&mut self, word: &Arc<str>) -> u32 {
        let address = Arc::as_ptr(word).addr();
        if let Some(&number) = self.shared.get(&address) {
            return number;
        }
        let next = u32::try_from(self.words.len() + 1).unwrap_or(u32::MAX);
        let number = *self.words.entry(word.clone()).or_insert(next);
        self.shared.insert(address, number);
        number
    }
}

fn address(term: &Term) -> usize {
    std::ptr::from_ref(term).addr()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expand::KnownDefines;
    use crate::pipeline::Parsed;

    /// Whether two clauses of a game have the same number.
    fn alike(a: &str, b: &str) -> bool {
        let text = format!("(game \"T\" {a} {b})");
        let expansion = Parsed::new("t.lud", &text).and_then(|parsed| parsed.expand(&[], &KnownDefines::none()));
        let expansion = expansion.unwrap_or_else(|failure| panic!("{failure}"));
        let TermKind::Clause(game) = &expansion.expanded().game.kind else { panic!("a game") };
        let [_, a, b] = game.items.as_slice() else { panic!("two clauses") };
        let mut shapes = Shapes::default();
        let numbers = (shapes.number(a), shapes.number(b));
        assert_eq!((shapes.known(a), shapes.known(b)), (Some(numbers.0), Some(numbers.1)));
        numbers.0 == numbers.1
    }

    #[test]
    fn equal_structure_is_equal_number() {
        for same in ["(a)", "(a b {c d} (e f:g))", "{}", "{{} (a)}"] {
            assert!(alike(same, same), "{same}");
        }
        assert!(alike("(a \"X\")", "(a \"Y\")"), "strings fit the same slots");
        let others = [
            ("(a b)", "(a c)"),
            ("(a b)", "(b b)"),
            ("(a b)", "(a \"b\")"),
            ("(a b)", "(a (b))"),
            ("(a b)", "(a b:b)"),
            ("(a x:b)", "(a y:b)"),
            ("(a {b})", "(a {b b})"),
            ("(a {b} c)", "(a {b c})"),
            ("{a}", "(a)"),
            ("{(a)}", "{{a}}"),
        ];
        for (a, b) in others {
            assert!(!alike(a, b), "{a} {b}");
        }
    }
}
