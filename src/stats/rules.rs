//! Which rules were used, and which never.

use super::Details;
use crate::diag::Diagnostic;
use crate::engine::tally::{Rule, RuleKind};
use serde::Serialize;
use std::collections::BTreeMap;

/// The code of a rule that was never used.
pub const UNUSED: &str = "LUD0501";
/// The code of a condition that always had the same value.
pub const CONSTANT: &str = "LUD0502";

/// How often a kind of move was played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Kind {
    /// The ludeme that made the moves, such as `move Add`; `forced pass` and `swap` for those that no ludeme made.
    pub title: String,
    /// How many moves of all were of this kind.
    pub moves: u64,
}

/// The kinds of moves that were played, the most frequent first, and those of ludemes that never made one.
pub fn kinds(rules: &[Rule], details: &Details) -> Vec<Kind> {
    let mut sums: BTreeMap<&str, u64> = BTreeMap::new();
    for (rule, &made) in rules.iter().zip(&details.made) {
        if rule.kind == RuleKind::Moves && (made > 0 || rule.title.starts_with("move ")) {
            *sums.entry(&rule.title).or_default() += made;
        }
    }
    for (title, count) in [("forced pass", details.forced_passes), ("swap", details.swaps), ("others", details.others)]
    {
        if count > 0 {
            *sums.entry(title).or_default() += count;
        }
    }
    let mut kinds: Vec<Kind> = sums.into_iter().map(|(title, moves)| Kind { title: title.to_owned(), moves }).collect();
    kinds.sort_by(|a, b| b.moves.cmp(&a.moves).then_with(|| a.title.cmp(&b.title)));
    kinds
}

/// What is known of each rule.
struct Table<'a> {
    rules: &'a [Rule],
    details: &'a Details,
    children: Vec<Vec<usize>>,
}

impl<'a> Table<'a> {
    fn new(rules: &'a [Rule], details: &'a Details) -> Self {
        let mut children = vec![Vec::new(); rules.len()];
        for (index, rule) in rules.iter().enumerate() {
            if let Some(list) = rule.parent.and_then(|parent| children.get_mut(parent)) {
                list.push(index);
            }
        }
        Table { rules, details, children }
    }

    fn uses(&self, index: usize) -> (u64, u64) {
        self.details.uses.get(index).copied().unwrap_or_default()
    }

    fn kind(&self, index: usize) -> Option<RuleKind> {
        self.rules.get(index).map(|rule| rule.kind)
    }

    /// Whether it was never come to, not even in a trial of what would happen.
    fn unreached(&self, index: usize) -> bool {
        match self.kind(index) {
            // An end rule that was looked at is left to its own finding.
            Some(RuleKind::End) => self.uses(index).0 == 0,
            _ => self.uses(index) == (0, 0),
        }
    }

    /// Whether it was never any use.
    fn useless(&self, index: usize) -> bool {
        matches!(self.kind(index), Some(RuleKind::Moves | RuleKind::End)) && self.uses(index).1 == 0
    }

    fn constant(&self, index: usize) -> Option<bool> {
        match (self.kind(index), self.uses(index)) {
            (Some(RuleKind::Condition), (0, yes)) if yes > 0 => Some(true),
            (Some(RuleKind::Condition), (no, 0)) if no > 0 => Some(false),
            _ => None,
        }
    }

    /// Whether something below has a finding of its own for being useless.
    fn useless_within(&self, index: usize) -> bool {
        self.children.get(index).is_some_and(|list| {
            list.iter().any(|&child| {
                let moves = self.kind(child) != Some(RuleKind::Condition);
                (moves && self.useless(child)) || self.useless_within(child)
            })
        })
    }

    fn parent(&self, index: usize) -> Option<usize> {
        self.rules.get(index).and_then(|rule| rule.parent)
    }

    /// What is to be said about a rule; nothing where something around or within it says it better.
    fn finding(&self, index: usize) -> Option<Diagnostic> {
        let rule = self.rules.get(index)?;
        let games = self.details.games;
        let parent = self.parent(index);
        if parent.is_some_and(|parent| self.unreached(parent)) {
            return None;
        }
        let title = &rule.title;
        match rule.kind {
            RuleKind::Moves if self.unreached(index) => {
                let message = format!("`{title}` was never come to in {games} games");
                Some(Diagnostic::warning(UNUSED, &rule.origin, message).label("never used"))
            }
            RuleKind::Moves if self.useless(index) && !self.useless_within(index) => {
                let message = format!("`{title}` never gave a move or an effect in {games} games");
                let times = self.uses(index).0;
                Some(Diagnostic::warning(UNUSED, &rule.origin, message).label(format!("came to nothing {times} times")))
            }
            RuleKind::End if self.useless(index) && !self.useless_within(index) => {
                let message = format!("this end rule never applied in {games} games");
                Some(Diagnostic::warning(UNUSED, &rule.origin, message).label("never ended a game"))
            }
            RuleKind::Condition => self.condition(index, rule),
            _ => None,
        }
    }

    fn condition(&self, index: usize, rule: &Rule) -> Option<Diagnostic> {
        let value = self.constant(index)?;
        // The condition around it says the same, or the rule that it stands before is never used.
        let parent = self.parent(index);
        let said = parent.is_some_and(|parent| match self.kind(parent) {
            Some(RuleKind::Condition) => self.constant(parent).is_some(),
            Some(RuleKind::End) => self.useless(parent),
            _ => self.useless(parent) || self.unused_branch(parent),
        });
        if said {
            return None;
        }
        let times = self.uses(index).0 + self.uses(index).1;
        let message = format!("`{}` was {value} each time in {} games", rule.title, self.details.games);
        let mut finding = Diagnostic::warning(CONSTANT, &rule.origin, message).label(format!("{value} {times} times"));
        finding.severity = crate::diag::Severity::Note;
        Some(finding)
    }

    /// Whether a list of moves right within it was never come to.
    fn unused_branch(&self, index: usize) -> bool {
        let list = self.children.get(index).map(Vec::as_slice).unwrap_or_default();
        list.iter().any(|&child| self.kind(child) == Some(RuleKind::Moves) && self.unreached(child))
    }
}

/// What the games say against the rules, in the order of the rules: as warnings ludemes that were never come to or
/// never gave anything and end rules that never applied ([`UNUSED`]); as notes conditions that were always true or
/// always false ([`CONSTANT`]). Where a rule is unused because of the one around it, only that one is told.
///
/// No games, no findings.
pub fn findings(rules: &[Rule], details: &Details) -> Vec<Diagnostic> {
    if details.games == 0 {
        return Vec::new();
    }
    let table = Table::new(rules, details);
    (0..rules.len()).filter_map(|index| table.finding(index)).collect()
}
