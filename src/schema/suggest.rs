//! Nearest names: what a misspelt word was probably meant to be.

use super::{Kind, OPERATOR_WORDS, Schema};

/// The shortest word that is taken for the beginning of a longer one.
const ABBREVIATION: usize = 3;

impl Schema {
    /// The head words nearest to a misspelt one; at most three. Where the kind wanted is known, only heads of forms
    /// of that kind.
    pub fn heads_like(&self, word: &str, wanted: Option<&Kind>) -> Vec<&'static str> {
        let words = OPERATOR_WORDS.iter().map(|(word, _)| *word).filter(|_| wanted.is_none());
        let fits = |head: &str| wanted.is_none_or(|wanted| self.forms_for(head).any(|form| wanted.takes(form.kind_id)));
        let heads = || self.by_head.keys().copied().filter(|head| fits(head));
        // An abbreviation says more than a likeness.
        let longer: Vec<&str> =
            heads().filter(|head| word.len() >= ABBREVIATION && head.starts_with(word)).take(2).collect();
        if let [only] = longer.as_slice() {
            return vec![only];
        }
        nearest(word, heads().chain(words))
    }

    /// The head words of the forms whose value is of a kind, in order.
    pub fn heads_of(&self, wanted: &Kind) -> Vec<&'static str> {
        let of = |head: &&str| self.forms_for(head).any(|form| wanted.takes(form.kind_id));
        let mut heads: Vec<&str> = self.by_head.keys().copied().filter(of).collect();
        heads.sort_unstable();
        heads
    }

    /// The constants nearest to a misspelt one; at most three.
    pub fn constants_like(&self, word: &str) -> Vec<&'static str> {
        nearest(word, self.by_constant.keys().copied())
    }
}

/// The names nearest to a word: all that are equally near, at most three, none that is far off. Letter case counts for
/// nothing.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let lower = word.to_lowercase();
    let allowed = match word.chars().count() {
        0..=4 => 1,
        5..=7 => 2,
        _ => 3,
    };
    // Words that differ more than that in length alone need not be compared; the names are ASCII.
    let length = lower.chars().count();
    let near = names.into_iter().filter(|name| !name.is_ascii() || name.len().abs_diff(length) <= allowed);
    let distances = near.map(|name| (strsim::damerau_levenshtein(&lower, &name.to_lowercase()), name));
    // Two short words that share no letter are no suggestion.
    let mut found: Vec<(usize, &str)> =
        distances.filter(|(distance, name)| *distance <= allowed && *distance < name.chars().count()).collect();
    found.sort_unstable();
    found.dedup();
    let best = found.first().map_or(0, |(distance, _)| *distance);
    found.into_iter().take_while(|(distance, _)| *distance == best).take(3).map(|(_, name)| name).collect()
}
