//! What differs between two descriptions, by ludeme.

use super::script::{Step, steps};
use super::tree::{Kind, Tree};
use crate::diag::Origin;
use crate::expand::tree::Term;
use crate::pipeline::Checked;
use crate::source::Sources;
use serde::Serialize;
use std::collections::HashMap;

/// What happened to a part of a description on the way from A to B.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ChangeKind {
    /// Something else stands in its place.
    Replaced,
    /// A ludeme has another name, or other keywords, over arguments of the same places.
    Renamed,
    /// Only A has it.
    Removed,
    /// Only B has it.
    Inserted,
    /// B has it around what A has there; `…` stands for that.
    Wrapped,
    /// A has it around what B has there; `…` stands for that.
    Unwrapped,
    /// Both have it, in different places.
    Moved,
}

/// A part of one of the descriptions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Its text, on one line.
    pub text: String,
    /// Where it was written.
    pub origin: Origin,
}

/// One difference, with all the places of the expanded description that it shows in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// What happened.
    pub kind: ChangeKind,
    /// The part of A; `None` for what only B has.
    pub a: Option<Part>,
    /// The part of B; `None` for what only A has.
    pub b: Option<Part>,
    /// The ways to it from the root, by the names of the ludemes around it, labels such as `if:` between them. A define
    /// that is called several times makes several.
    pub paths: Vec<Vec<String>>,
    /// For something that was moved, the way to its place in B.
    pub to: Option<Vec<String>>,
}

/// What differs between two descriptions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// In the rules and the equipment: what play may depend on.
    pub rules: Vec<Change>,
    /// In the name and the metadata, which never change play.
    pub metadata: Vec<Change>,
    /// Whether the rules are the same ludeme by ludeme, so that they cannot be played differently.
    pub same_rules: bool,
}

impl Changes {
    /// Compares two checked descriptions. Layout, comments, the names of defines and the spelling of the same ludemes
    /// make no difference.
    pub fn between(a: &Checked, b: &Checked) -> Changes {
        let mut rules = between(&Tree::of_ludeme(a.typed(), a.sources()), &Tree::of_ludeme(b.typed(), b.sources()));
        let mut metadata: Vec<Change> = Vec::new();
        rules.retain(|change| {
            let name =
                change.paths.iter().all(Vec::is_empty) && is_text(change.a.as_ref()) && is_text(change.b.as_ref());
            if name {
                metadata.push(Change { paths: vec![vec!["name".to_owned()]], ..change.clone() });
            }
            !name
        });
        let tree = |term: Option<&Term>| term.map(Tree::of_term).unwrap_or_default();
        metadata.extend(between(&tree(a.expanded().metadata.as_ref()), &tree(b.expanded().metadata.as_ref())));
        Changes { same_rules: rules.is_empty(), rules, metadata }
    }
}

fn is_text(part: Option<&Part>) -> bool {
    part.is_none_or(|part| part.text.starts_with('"'))
}

/// What differs between two trees. The name of the root is in no path.
fn between(a: &Tree, b: &Tree) -> Vec<Change> {
    let (up_a, up_b) = (parents(a), parents(b));
    let mut changes: Vec<Change> = Vec::new();
    for step in together(a, b, steps(a, b)) {
        let (kind, x, y, hole) = match step {
            Joined::One(Step::Replace(x, y)) => (ChangeKind::Replaced, Some(x), Some(y), None),
            Joined::One(Step::Rename(x, y)) => (ChangeKind::Renamed, Some(x), Some(y), None),
            Joined::One(Step::Remove(x)) => (ChangeKind::Removed, Some(x), None, None),
            Joined::One(Step::Insert(y)) => (ChangeKind::Inserted, None, Some(y), None),
            Joined::One(Step::Wrap { shell, hole, .. }) => (ChangeKind::Wrapped, None, Some(shell), Some(hole)),
            Joined::One(Step::Unwrap { shell, hole, .. }) => (ChangeKind::Unwrapped, Some(shell), None, Some(hole)),
            Joined::Moved(x, y) => (ChangeKind::Moved, Some(x), Some(y), None),
        };
        let part = |tree: &Tree, id: usize| {
            let node = tree.node(id);
            let renamed = kind == ChangeKind::Renamed;
            let text = if renamed { format!("({} …)", node.name) } else { tree.text(id, hole) };
            Part { text, origin: node.origin.clone() }
        };
        let (from, into) = (x.map(|x| part(a, x)), y.map(|y| part(b, y)));
        let (left, arrived) = (x.map(|x| path(a, &up_a, x)), y.map(|y| path(b, &up_b, y)));
        let to = arrived.clone().filter(|_| kind == ChangeKind::Moved);
        let path = left.or(arrived).unwrap_or_default();
        let written = |part: &Option<Part>| part.as_ref().map(|part| (part.text.clone(), part.origin.span));
        let known = changes.iter_mut().find(|known| {
            known.kind == kind
                && written(&known.a) == written(&from)
                && written(&known.b) == written(&into)
                && known.kind != ChangeKind::Moved
        });
        match known {
            Some(known) => known.paths.push(path),
            None => changes.push(Change { kind, a: from, b: into, paths: vec![path], to }),
        }
    }
    changes
}

/// A step, or two that are one move.
enum Joined {
    One(Step),
    Moved(usize, usize),
}

/// Joins what is taken out in one place and put in elsewhere.
fn together(a: &Tree, b: &Tree, steps: Vec<Step>) -> Vec<Joined> {
    let mut inserted: HashMap<u64, Vec<usize>> = HashMap::new();
    for step in steps.iter().rev() {
        if let Step::Insert(y) = *step {
            inserted.entry(b.node(y).hash).or_default().push(y);
        }
    }
    let mut arrived = Vec::new();
    let mut joined: Vec<Joined> = Vec::with_capacity(steps.len());
    for step in steps {
        let moved = match step {
            // Numbers and words are too much alike to be said to have moved.
            Step::Remove(x) if a.node(x).kind == Kind::Ludeme => {
                inserted.get_mut(&a.node(x).hash).and_then(Vec::pop).map(|y| (x, y))
            }
            _ => None,
        };
        match moved {
            Some((x, y)) => {
                arrived.push(y);
                joined.push(Joined::Moved(x, y));
            }
            None => joined.push(Joined::One(step)),
        }
    }
    joined.retain(|step| !matches!(step, Joined::One(Step::Insert(y)) if arrived.contains(y)));
    joined
}

/// The parent of every node; the root is its own.
fn parents(tree: &Tree) -> Vec<usize> {
    let count = tree.root().map_or(0, |root| root + 1);
    let mut parents: Vec<usize> = (0..count).collect();
    for id in 0..count {
        for &child in &tree.node(id).children {
            parents[child] = id;
        }
    }
    parents
}

/// The names of the ludemes around a part, outermost first, with labels; the root is left out.
fn path(tree: &Tree, parents: &[usize], id: usize) -> Vec<String> {
    let mut names = Vec::new();
    let mut at = id;
    while parents[at] != at {
        let node = tree.node(at);
        if at != id && node.kind == Kind::Ludeme {
            names.push(node.name.clone());
        }
        if let Some(label) = &node.label {
            names.push(format!("{label}:"));
        }
        at = parents[at];
    }
    names.reverse();
    names
}

/// The place of a part in words: file, line and column, then the define or option that it was written in.
pub fn place(sources: &Sources, origin: &Origin) -> String {
    use crate::diag::Via;
    let mut text = sources.place(origin.span);
    match origin.trail.as_deref().map(|trail| &trail.via) {
        Some(Via::Define(define)) => text.push_str(&format!(", in define \"{define}\"")),
        Some(Via::Option { heading, item }) => text.push_str(&format!(", in option \"{heading}/{item}\"")),
        Some(Via::Range) | None => {}
    }
    text
}
