//! Rulesets: named lists of selections.

use super::options::{OptionCategory, content, nearest};
use super::problems::Problems;
use crate::diag::{Diagnostic, Origin};
use crate::source::Span;
use crate::syntax::{Ast, Node, NodeKind};
use std::collections::HashSet;
use std::sync::Arc;

/// For so many settings the nearest item is looked for: a hostile text may have very many.
const MAX_GUESSES: usize = 20;

/// A named list of selections. Applying it is selecting its settings; nothing else follows from it in Ludii 1.3.12,
/// whose defaults come from the stars of the options alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruleset {
    /// The name, which begins with `Ruleset/`.
    pub name: Arc<str>,
    /// The selections it stands for. A ruleset without any is not implemented and should not be offered.
    pub settings: Vec<Arc<str>>,
    /// Selections that may be made and keep the ruleset, for display.
    pub variations: Vec<Arc<str>>,
    /// How many stars stand behind it.
    pub stars: usize,
    /// The whole definition.
    pub span: Span,
}

/// The rulesets of the first `(rulesets …)` of a tree, as Ludii counts no later one.
pub(super) fn read(ast: &Ast, categories: &[OptionCategory], problems: &mut Problems) -> Vec<Ruleset> {
    let mut clauses = Vec::new();
    collect(ast, &ast.nodes, &mut clauses);
    for extra in clauses.iter().skip(1) {
        problems.push(
            Diagnostic::warning("LUD0119", &Origin::direct(extra.span(ast.source)), "a second `(rulesets …)`")
                .label("not read"),
        );
    }
    let mut rulesets = Vec::new();
    if let Some(first) = clauses.first() {
        for node in first.children() {
            match &node.kind {
                NodeKind::Array(inner) => list(ast, inner, &mut rulesets, problems),
                _ => list(ast, std::slice::from_ref(node), &mut rulesets, problems),
            }
        }
    }
    let names: HashSet<String> = categories.iter().flat_map(OptionCategory::selections).collect();
    let mut guesses = 0;
    for ruleset in &rulesets {
        for setting in ruleset.settings.iter().filter(|setting| !names.contains(&***setting)) {
            let message = format!("the ruleset \"{}\" sets \"{setting}\", which no option has", ruleset.name);
            let finding = Diagnostic::warning("LUD0120", &Origin::direct(ruleset.span), message);
            guesses += 1;
            let near = if guesses > MAX_GUESSES { Vec::new() } else { nearest(categories, &[], setting) };
            problems.push(finding.hint_if(near.first().map(|near| format!("the nearest item is \"{near}\""))));
        }
    }
    rulesets
}

fn collect<'a>(ast: &Ast, nodes: &'a [Node], clauses: &mut Vec<&'a Node>) {
    for node in nodes {
        if node.head(&ast.text) == Some("rulesets") {
            clauses.push(node);
        } else if matches!(node.kind, NodeKind::Clause(_) | NodeKind::Array(_)) {
            collect(ast, node.children(), clauses);
        }
    }
}

fn list(ast: &Ast, nodes: &[Node], rulesets: &mut Vec<Ruleset>, problems: &mut Problems) {
    for node in nodes {
        if node.head(&ast.text) == Some("ruleset") {
            rulesets.extend(ruleset(ast, node));
        } else if node.glued
            && let Some(last) = rulesets.last_mut()
            && matches!(node.kind, NodeKind::Word(_))
        {
            last.stars = node.slice(&ast.text).bytes().take_while(|b| *b == b'*').count();
        } else if let Some(head) = node.head(&ast.text).filter(|head| *head != "rulesets") {
            let message = format!("`({head} …)` among the rulesets");
            let problem = Diagnostic::warning("LUD0152", &Origin::direct(node.span(ast.source)), message);
            problems.push(problem.label("not read").hint("did you mean `ruleset`?"));
        }
    }
}

fn ruleset(ast: &Ast, node: &Node) -> Option<Ruleset> {
    let name = content(node.children().iter().find(|part| part.kind == NodeKind::Text)?, &ast.text);
    let mut ruleset =
        Ruleset { name, settings: Vec::new(), variations: Vec::new(), stars: 0, span: node.span(ast.source) };
    let mut variations = false;
    for part in node.children() {
        match &part.kind {
            NodeKind::Label(_) => variations = part.slice(&ast.text) == "variations:",
            NodeKind::Array(inner) => {
                let texts = inner.iter().filter(|n| n.kind == NodeKind::Text).map(|n| content(n, &ast.text));
                let list = if variations { &mut ruleset.variations } else { &mut ruleset.settings };
                list.extend(texts);
                variations = false;
            }
            _ => {}
        }
    }
    Some(ruleset)
}

/// The ruleset in use: the first with settings, all of which are chosen.
pub(super) fn active(rulesets: &[Ruleset], categories: &[OptionCategory]) -> Option<usize> {
    let chosen: HashSet<String> = categories.iter().map(|category| category.choice().to_string()).collect();
    rulesets.iter().position(|ruleset| {
        !ruleset.settings.is_empty() && ruleset.settings.iter().all(|setting| chosen.contains(&**setting))
    })
}
