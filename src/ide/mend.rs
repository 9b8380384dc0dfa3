//! A text with changes made to it, and the way back from its places to those of the text before.

use super::Edit;
use std::ops::Range;

/// A text that changes were made to.
#[derive(Debug, Clone)]
pub(super) struct Mended {
    pub text: String,
    changes: Vec<Edit>,
}

impl Mended {
    /// Makes changes that do not overlap.
    pub fn new(text: &str, mut changes: Vec<Edit>) -> Mended {
        changes.sort_by_key(|change| change.range.start);
        let mut out = String::with_capacity(text.len() + 16);
        let mut at = 0;
        changes.retain(|change| {
            // What lies within another change has become void.
            let Range { start, end } = change.range;
            let Some(before) = text.get(at..start).filter(|_| text.is_char_boundary(end)) else { return false };
            out.push_str(before);
            out.push_str(&change.text);
            at = end;
            true
        });
        out.push_str(text.get(at..).unwrap_or_default());
        Mended { text: out, changes }
    }

    /// The place in the text before the changes.
    pub fn back(&self, offset: usize) -> usize {
        let (mut old, mut new) = (0, 0);
        for change in &self.changes {
            let start = new + (change.range.start - old);
            if offset <= start {
                break;
            }
            let end = start + change.text.len();
            if offset < end {
                return change.range.start;
            }
            (old, new) = (change.range.end, end);
        }
        old + (offset - new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_lead_back() {
        let change = |start: usize, end: usize, text: &str| Edit { range: start..end, text: text.into() };
        let mended = Mended::new("abcdef", vec![change(4, 5, " "), change(2, 2, "XY"), change(2, 2, "Z")]);
        assert_eq!(mended.text, "abXYZcd f");
        let back: Vec<usize> = (0..=9).map(|at| mended.back(at)).collect();
        assert_eq!(back, [0, 1, 2, 2, 2, 2, 3, 4, 5, 6]);
    }
}
