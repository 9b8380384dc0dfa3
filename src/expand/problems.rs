//! The diagnostics of an expansion, bounded, and the names that a misspelt one may have been meant for.

use crate::diag::{Diagnostic, Severity};

/// How many warnings, and how many errors, are kept. The first ones tell what is wrong; the rest would only use memory.
const MAX_KEPT: usize = 500;

/// How many characters of a name count when names are compared, so that long names cost no more than short ones.
const COMPARED: usize = 64;

/// Diagnostics in the order they were found.
#[derive(Default)]
pub(super) struct Problems {
    pub list: Vec<Diagnostic>,
    /// How many of them are errors.
    pub errors: usize,
}

impl Problems {
    /// Adds a diagnostic, unless there are very many of its severity.
    pub fn push(&mut self, problem: Diagnostic) {
        let errors = problem.is_error();
        let kept = if errors { self.errors } else { self.list.len() - self.errors };
        if kept < MAX_KEPT {
            self.errors += usize::from(errors);
            self.list.push(problem);
        }
    }

    /// Turns those from an index on into warnings.
    pub fn soften(&mut self, from: usize) {
        for problem in self.list.iter_mut().skip(from).filter(|problem| problem.is_error()) {
            problem.severity = Severity::Warning;
            self.errors -= 1;
        }
    }
}

/// How many edits turn one name into the other, the case of letters aside; only the beginnings of long names count.
pub(super) fn distance(one: &str, two: &str) -> usize {
    let start = |name: &str| name.chars().take(COMPARED).collect::<String>().to_lowercase();
    strsim::damerau_levenshtein(&start(one), &start(two))
}
