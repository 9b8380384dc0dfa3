//! The metadata: which parts of it hold for the options in use, and what it says of the game.

use super::options::{OptionCategory, nearest};
use super::problems::Problems;
use super::rulesets::Ruleset;
use super::tree::{Clause, Term, TermKind};
use crate::diag::Diagnostic;
use crate::source::on_one_line;
use std::collections::HashSet;

/// What the `(info …)` of the metadata says, each kind in the order of the file, white space collapsed.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
pub struct Info {
    /// What the game is.
    pub description: Vec<String>,
    /// The rules in prose.
    pub rules: Vec<String>,
    /// Where the rules are from.
    pub source: Vec<String>,
    /// Numbers in Ludii's database.
    pub id: Vec<String>,
    /// The Ludii version the file was last adapted to.
    pub version: Vec<String>,
    /// A library path such as `board/space/group`.
    pub classification: Vec<String>,
    /// Who made the game.
    pub author: Vec<String>,
    /// Who else had a part in it or in the description.
    pub credit: Vec<String>,
    /// Where the game is from.
    pub origin: Vec<String>,
    /// Who published it.
    pub publisher: Vec<String>,
    /// When.
    pub date: Vec<String>,
    /// Other names of it.
    pub aliases: Vec<String>,
}

impl Info {
    /// Collects what a `(metadata …)` term says; what it does not understand it leaves out.
    pub fn of(metadata: &Term) -> Self {
        let mut info = Info::default();
        for part in metadata.items() {
            if let TermKind::Clause(part) = &part.kind
                && &*part.head == "info"
            {
                info.list(&part.items);
            }
        }
        info
    }

    fn list(&mut self, items: &[Term]) {
        for item in items {
            match &item.kind {
                TermKind::Array(inner) => self.list(inner),
                TermKind::Clause(clause) => self.entry(clause),
                TermKind::Word(_) | TermKind::Text(_) => {}
            }
        }
    }

    fn entry(&mut self, clause: &Clause) {
        let field = match &*clause.head {
            "description" => &mut self.description,
            "rules" => &mut self.rules,
            "source" => &mut self.source,
            "id" => &mut self.id,
            "version" => &mut self.version,
            "classification" => &mut self.classification,
            "author" => &mut self.author,
            "credit" => &mut self.credit,
            "origin" => &mut self.origin,
            "publisher" => &mut self.publisher,
            "date" => &mut self.date,
            "aliases" => &mut self.aliases,
            _ => return,
        };
        texts(&clause.items, field);
    }
}

fn texts(items: &[Term], out: &mut Vec<String>) {
    for item in items {
        match &item.kind {
            TermKind::Text(text) => out.push(on_one_line(text)),
            TermKind::Array(inner) => texts(inner, out),
            TermKind::Word(_) | TermKind::Clause(_) => {}
        }
    }
}

/// How many wrong names are compared with all valid ones.
const MAX_GUESSES: usize = 20;

/// Resolves the `(useFor …)` clauses of metadata.
pub(super) struct UseFor<'a> {
    categories: &'a [OptionCategory],
    rulesets: &'a [Ruleset],
    /// All names that may be named.
    valid: HashSet<String>,
    /// The names that hold: the chosen items, and the ruleset in use.
    active: HashSet<String>,
    /// The wrong names told of.
    unknown: HashSet<String>,
    problems: &'a mut Problems,
}

impl<'a> UseFor<'a> {
    pub fn new(
        categories: &'a [OptionCategory],
        rulesets: &'a [Ruleset],
        ruleset: Option<usize>,
        problems: &'a mut Problems,
    ) -> Self {
        let valid = categories.iter().flat_map(OptionCategory::selections);
        let valid = valid.chain(rulesets.iter().map(|ruleset| ruleset.name.to_string())).collect();
        let mut active: HashSet<String> = categories.iter().map(|category| category.choice().to_string()).collect();
        active.extend(ruleset.and_then(|index| rulesets.get(index)).map(|ruleset| ruleset.name.to_string()));
        UseFor { categories, rulesets, valid, active, unknown: HashSet::new(), problems }
    }

    /// The items with every `(useFor …)` replaced by its parts or by nothing.
    pub fn filter(&mut self, items: Vec<Term>) -> Vec<Term> {
        let mut out = Vec::with_capacity(items.len());
        for mut item in items {
            match item.kind {
                TermKind::Clause(clause) if &*clause.head == "useFor" => {
                    let mut parts = clause.items;
                    if parts.is_empty() {
                        continue;
                    }
                    let names = parts.remove(0);
                    if self.holds(&names) {
                        out.extend(self.filter(parts));
                    }
                    continue;
                }
                TermKind::Clause(mut clause) => {
                    clause.items = self.filter(clause.items);
                    item.kind = TermKind::Clause(clause);
                }
                TermKind::Array(inner) => item.kind = TermKind::Array(self.filter(inner)),
                TermKind::Word(_) | TermKind::Text(_) => {}
            }
            out.push(item);
        }
        out
    }

    fn holds(&mut self, names: &Term) -> bool {
        match &names.kind {
            // Every name is looked at, so that all wrong ones are told of.
            TermKind::Array(inner) => inner.iter().filter(|name| !self.holds(name)).count() == 0,
            TermKind::Text(name) => {
                if !self.valid.contains(&**name) && self.unknown.insert(name.to_string()) {
                    let mut problem = Diagnostic::error(
                        "LUD0150",
                        &names.origin,
                        format!("`useFor` names \"{name}\", which is neither an option item nor a ruleset"),
                    )
                    .label("no such item or ruleset");
                    if self.unknown.len() <= MAX_GUESSES
                        && let Some(best) = nearest(self.categories, self.rulesets, name).first()
                    {
                        problem = problem.hint(format!("did you mean \"{best}\"?"));
                    }
                    self.problems.push(problem);
                }
                self.active.contains(&**name)
            }
            TermKind::Word(_) | TermKind::Clause(_) => false,
        }
    }
}
