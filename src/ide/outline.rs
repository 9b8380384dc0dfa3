//! The outline of a text, and what of it can be folded.

use super::Document;
use super::tree::{Id, Kind};
use crate::source::on_one_line;
use std::ops::Range;

/// What a part of the outline is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SymbolKind {
    /// The game or match.
    Game,
    /// A define.
    Define,
    /// An option.
    Option,
    /// An item of an option, or a ruleset.
    Item,
    /// A part of the equipment with a name of its own.
    Part,
    /// A section such as `equipment` or `end`.
    Section,
    /// The metadata.
    Metadata,
}

/// A part of the outline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// A few words more; may be empty.
    pub detail: String,
    /// What it is.
    pub kind: SymbolKind,
    /// All of it.
    pub range: Range<usize>,
    /// Its name in the text.
    pub selection: Range<usize>,
    /// What it is made of.
    pub children: Vec<Symbol>,
}

/// Lines that can be folded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fold {
    /// All that is folded.
    pub range: Range<usize>,
    /// Whether it is a comment.
    pub comment: bool,
}

/// The clauses whose parts are shown as well.
const SECTIONS: &[&str] =
    &["equipment", "rules", "phase", "start", "play", "end", "meta", "players", "games", "info", "graphics", "ai"];

/// How deep the outline goes, and how much it shows.
const DEPTH: usize = 8;
const MAX_SYMBOLS: usize = 20_000;

impl Document {
    /// The outline: the game with its equipment and rules, defines, options with their items, rulesets, the metadata.
    pub fn symbols(&self) -> Vec<Symbol> {
        let mut left = MAX_SYMBOLS;
        self.tree.items(None).filter_map(|id| self.symbol(id, DEPTH, &mut left)).collect()
    }

    fn symbol(&self, id: Id, depth: usize, left: &mut usize) -> Option<Symbol> {
        let tree = &self.tree;
        let head = tree.head(id)?;
        *left = left.checked_sub(1)?;
        let second = tree.item(id, 1);
        let text = second.filter(|second| tree.get(*second).kind == Kind::Text);
        let in_text = |outer: &str| tree.around(id, outer).is_some();
        let kind = match head {
            "game" | "match" => SymbolKind::Game,
            "define" => SymbolKind::Define,
            "option" => SymbolKind::Option,
            "item" if in_text("option") => SymbolKind::Item,
            "ruleset" => SymbolKind::Item,
            "metadata" => SymbolKind::Metadata,
            "rulesets" => SymbolKind::Section,
            _ if SECTIONS.contains(&head) => SymbolKind::Section,
            _ if in_text("equipment") && tree.ancestors(id).take(2).any(|id| tree.head(id) == Some("equipment")) => {
                SymbolKind::Part
            }
            _ => return None,
        };
        let named = text.filter(|_| !matches!(kind, SymbolKind::Section | SymbolKind::Metadata) || head == "phase");
        let selection = tree.range(named.or(tree.item(id, 0)).unwrap_or(id));
        let name = if let Some(text) = named { on_one_line(tree.content(text)) } else { head.to_owned() };
        let detail = if named.is_some() && kind != SymbolKind::Game { head.to_owned() } else { String::new() };
        let children =
            if depth > 0 && kind != SymbolKind::Define { self.parts(id, depth - 1, left) } else { Vec::new() };
        let name = if name.is_empty() { "…".to_owned() } else { name };
        Some(Symbol { name, detail, kind, range: tree.range(id), selection, children })
    }

    /// The parts of a clause and of the arrays in it.
    fn parts(&self, id: Id, depth: usize, left: &mut usize) -> Vec<Symbol> {
        let tree = &self.tree;
        let mut out = Vec::new();
        for item in tree.items(Some(id)) {
            match tree.get(item).kind {
                Kind::Clause => out.extend(self.symbol(item, depth, left)),
                Kind::Array if depth > 0 => out.extend(self.parts(item, depth - 1, left)),
                _ => {}
            }
        }
        out
    }

    /// What can be folded: brackets and comments of several lines.
    pub fn folds(&self) -> Vec<Fold> {
        let tree = &self.tree;
        let mut folds: Vec<Fold> = Vec::new();
        let mut comment: Option<Range<usize>> = None;
        for node in &tree.nodes {
            let range = node.start..node.end;
            match node.kind {
                Kind::Comment => {
                    let between = comment.as_ref().and_then(|last| self.text.get(last.end..node.start));
                    let next = between.is_some_and(|gap| gap.trim().is_empty() && gap.matches('\n').count() == 1);
                    comment = Some(match comment.take() {
                        Some(last) if next => last.start..node.end,
                        last => {
                            folds.extend(last.map(|range| Fold { range, comment: true }));
                            range
                        }
                    });
                }
                Kind::Clause | Kind::Array => folds.push(Fold { range, comment: false }),
                _ => {}
            }
        }
        folds.extend(comment.map(|range| Fold { range, comment: true }));
        let line = |offset: usize| self.lines.position(&self.text, offset).line;
        folds.retain(|fold| line(fold.range.start) < line(fold.range.end));
        folds.sort_by_key(|fold| fold.range.start);
        folds
    }
}
