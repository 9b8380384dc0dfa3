//! Nearest names: what a misspelt word was probably meant to be.

use super::{OPERATOR_WORDS, Schema};

impl Schema {
    /// The head words nearest to a misspelt one, best first; at most three. A head that differs only in the case of
    /// its first letter comes first.
    pub fn heads_like(&self, word: &str) -> Vec<&'static str> {
        let words = OPERATOR_WORDS.iter().map(|(word, _)| *word);
        nearest(word, self.by_head.keys().copied().chain(words))
    }

    /// The constants nearest to a misspelt one, best first; at most three.
    pub fn constants_like(&self, word: &str) -> Vec<&'static str> {
        nearest(word, self.by_constant.keys().copied())
    }
}

/// The names nearest to a word, best first; at most three, none that is far off.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let lower = word.to_lowercase();
    let allowed = match word.chars().count() {
        0..=2 => 1,
        3..=5 => 2,
        _ => 3,
    };
    let mut found: Vec<(usize, &str)> = names
        .into_iter()
        .filter_map(|name| {
            let distance = strsim::damerau_levenshtein(&lower, &name.to_lowercase());
            // Two words that share no letters at all are no suggestion, however short they are.
            (distance <= allowed && distance < name.chars().count()).then_some((distance, name))
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found.into_iter().take(3).map(|(_, name)| name).collect()
}
