//! What expansion may cost at most, checked before it is spent.

use super::problems::Problems;
use crate::diag::{Diagnostic, Origin};
use crate::source::Span;

/// How many items the rewrites may make. The largest description of Ludii's library needs about a tenth.
const MAX_ITEMS: usize = 2_000_000;

/// How many bytes may be pasted into strings.
const MAX_PASTED: usize = 16 << 20;

/// The deepest nesting of brackets after expansion. Ludii's library nests 44 deep.
const MAX_DEPTH: usize = 256;

/// What is left to spend.
pub(super) struct Limits {
    items: usize,
    bytes: usize,
    /// Whether a limit was reached, and told of.
    pub exhausted: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { items: MAX_ITEMS, bytes: MAX_PASTED, exhausted: false }
    }
}

impl Limits {
    /// Pays for `count` items; false when that is too many, or when any limit has been reached before.
    pub fn spend(&mut self, count: usize, place: Option<Span>, problems: &mut Problems) -> bool {
        let left = self.items.checked_sub(count);
        self.items = left.unwrap_or(0);
        let message = || format!("the description expands to more than {MAX_ITEMS} items");
        self.within(left.is_some(), place, message, problems)
    }

    /// Pays for bytes that are pasted into a string; false as in [`Limits::spend`].
    pub fn paste(&mut self, count: usize, place: Option<Span>, problems: &mut Problems) -> bool {
        let left = self.bytes.checked_sub(count);
        self.bytes = left.unwrap_or(0);
        let message = || format!("more than {MAX_PASTED} bytes are pasted into strings");
        self.within(left.is_some(), place, message, problems)
    }

    /// Checks a nesting depth; false as in [`Limits::spend`].
    pub fn deep(&mut self, depth: usize, place: Span, problems: &mut Problems) -> bool {
        let message = || format!("after expansion brackets are nested more than {MAX_DEPTH} deep");
        self.within(depth <= MAX_DEPTH, Some(place), message, problems)
    }

    /// Ends the expansion for a reason.
    pub fn stop(&mut self, problem: Diagnostic, problems: &mut Problems) {
        if !std::mem::replace(&mut self.exhausted, true) {
            problems.push(problem);
        }
    }

    fn within(&mut self, fits: bool, place: Option<Span>, message: fn() -> String, problems: &mut Problems) -> bool {
        if !fits {
            let problem = match place {
                Some(span) => {
                    Diagnostic::error("LUD0105", &Origin::direct(span), message()).label("the limit is reached here")
                }
                None => Diagnostic::placeless("LUD0105", message()),
            };
            self.stop(problem.hint("look for defines that use others many times over"), problems);
        }
        !self.exhausted
    }
}
