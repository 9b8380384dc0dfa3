//! The selections of options that a description is checked with.

use indicatif::{ProgressBar, ProgressStyle};
use ludemic::{KnownDefines, Parsed};

/// Below so many selections nobody waits long enough for a progress bar.
const FEW: usize = 200;

/// Selections one after another; a product of options is not written out.
pub struct Selections {
    listed: Vec<Vec<String>>,
    /// The items of each option, of which every combination is to come.
    product: Vec<Vec<String>>,
    next: usize,
}

impl Selections {
    /// This selection alone.
    pub fn one(selection: Vec<String>) -> Self {
        Selections { listed: vec![selection], product: Vec::new(), next: 0 }
    }

    fn len(&self) -> usize {
        let product = self.product.iter().map(Vec::len).try_fold(1_usize, usize::checked_mul).unwrap_or(usize::MAX);
        if self.product.is_empty() { self.listed.len() } else { product }
    }

    /// The progress through them, on a terminal and when there are many; dropped, it leaves no trace.
    pub fn progress(&self, file: &str) -> ProgressBar {
        if self.len() < FEW {
            return ProgressBar::hidden();
        }
        let style = ProgressStyle::with_template("{msg} {bar:40} {pos}/{len} selections, {eta} left");
        let bar =
            ProgressBar::new(self.len() as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.with_message(file.to_owned())
    }
}

impl Iterator for Selections {
    type Item = Vec<String>;

    fn next(&mut self) -> Option<Vec<String>> {
        let at = self.next;
        self.next += 1;
        if self.product.is_empty() {
            return self.listed.get(at).cloned();
        }
        if at >= self.len() {
            return None;
        }
        let mut rest = at;
        let item = |items: &Vec<String>| {
            let index = rest % items.len();
            rest /= items.len();
            items.get(index).cloned()
        };
        self.product.iter().map(item).collect()
    }
}

/// The defaults, then every other item of every option once and every ruleset once; or every combination of items. A
/// description that cannot be expanded has the defaults alone.
pub fn selections(name: &str, text: &str, known: &KnownDefines, combinations: bool) -> Selections {
    let mut all = Selections::one(Vec::new());
    let Ok(expansion) = Parsed::new(name, text).and_then(|parsed| parsed.expand(&[], known)) else { return all };
    let expanded = expansion.expanded();
    if combinations {
        all.product = expanded.options.iter().map(|category| category.selections().collect()).collect();
        return all;
    }
    all.listed.extend(expanded.other_selections().into_iter().map(|selection| vec![selection]));
    all
}
