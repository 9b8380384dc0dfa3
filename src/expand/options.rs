//! Option categories, and which item of each is used.

use super::problems::{Problems, distance};
use super::rulesets::Ruleset;
use crate::diag::{Diagnostic, Origin};
use crate::source::{SourceId, Span};
use crate::syntax::{Ast, Node, NodeKind, is_item};
use std::collections::HashMap;
use std::sync::Arc;

/// A category of options, such as the board sizes of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionCategory {
    /// The heading shown to people, and the first half of a selection.
    pub heading: Arc<str>,
    /// The name its tags begin with.
    pub tag: Arc<str>,
    /// The names of the values of an item, as the tags write them.
    pub args: Vec<Arc<str>>,
    /// The items, in the order of the file; never empty.
    pub items: Vec<OptionItem>,
    /// The index of the item that is used when none is selected: the first of those with the most stars.
    pub default: usize,
    /// The index of the item in use.
    pub chosen: usize,
    /// The whole definition.
    pub span: Span,
}

/// An item of a category.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionItem {
    /// The name, and the second half of a selection.
    pub name: Arc<str>,
    /// The places of its values, without their angle brackets.
    pub values: Vec<Span>,
    /// The description, white space as written.
    pub description: Arc<str>,
    /// How many stars stand behind it.
    pub stars: usize,
    /// The whole item.
    pub span: Span,
}

/// An item in use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChosenItem {
    /// The heading of its category.
    pub heading: Arc<str>,
    /// Its name.
    pub item: Arc<str>,
}

impl std::fmt::Display for ChosenItem {
    /// As a selection: `Heading/Item`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.heading, self.item)
    }
}

impl OptionCategory {
    /// The selections that name its items.
    pub fn selections(&self) -> impl Iterator<Item = String> + '_ {
        self.items.iter().map(|item| format!("{}/{}", self.heading, item.name))
    }

    /// The names of the tracks that the values of its items declare, in use or not.
    pub(super) fn tracks<'a>(&'a self, text: &'a str) -> impl Iterator<Item = &'a str> {
        let values = self.items.iter().flat_map(|item| &item.values);
        let parts = values.filter_map(|span| text.get(span.start as usize..span.end as usize));
        parts.flat_map(|value| value.split("(track ").skip(1)).filter_map(|track| {
            let (name, _) = track.trim_start().strip_prefix('"')?.split_once('"')?;
            Some(name)
        })
    }

    /// The item in use, as a selection.
    pub fn choice(&self) -> ChosenItem {
        let item = self.items.get(self.chosen).map_or_else(|| Arc::from(""), |item| item.name.clone());
        ChosenItem { heading: self.heading.clone(), item }
    }
}

/// The content of a string node: no quotes, `\"` as apostrophe.
pub(super) fn content(node: &Node, text: &str) -> Arc<str> {
    let quoted = node.slice(text);
    let inner = quoted.strip_prefix('"').and_then(|s| s.strip_suffix('"')).unwrap_or(quoted);
    if inner.contains("\\\"") { inner.replace("\\\"", "'").into() } else { inner.into() }
}

/// The well-formed `(option …)` clauses of a tree, wherever they stand, in the order of the file.
pub(super) fn read(ast: &Ast, problems: &mut Problems) -> Vec<OptionCategory> {
    let mut categories = Vec::new();
    collect(ast, &ast.nodes, &mut categories, problems);
    let mut tags: HashMap<&str, &OptionCategory> = HashMap::new();
    for category in &categories {
        if let Some(first) = tags.get(&*category.tag) {
            problems.push(
                Diagnostic::warning(
                    "LUD0117",
                    &Origin::direct(category.span),
                    format!("the tag `<{}>` belongs to another option already", category.tag),
                )
                .label("this option is never used")
                .also(first.span, "this one has the tag"),
            );
        } else {
            tags.insert(&category.tag, category);
        }
    }
    categories
}

fn collect(ast: &Ast, nodes: &[Node], categories: &mut Vec<OptionCategory>, problems: &mut Problems) {
    for node in nodes {
        match &node.kind {
            NodeKind::Option(parts) => categories.extend(category(ast, node, parts, problems)),
            NodeKind::Clause(inner) | NodeKind::Array(inner) => collect(ast, inner, categories, problems),
            _ => {}
        }
    }
}

/// The name between the angle brackets of a tag.
pub(super) fn tag_name<'a>(node: &Node, text: &'a str) -> &'a str {
    let tag = node.slice(text);
    tag.strip_prefix('<').and_then(|tag| tag.strip_suffix('>')).unwrap_or(tag)
}

fn category(ast: &Ast, node: &Node, parts: &[Node], problems: &mut Problems) -> Option<OptionCategory> {
    let text = &ast.text;
    let span = node.span(ast.source);
    let heading = content(parts.iter().find(|part| part.kind == NodeKind::Text)?, text);
    let tag: Arc<str> = tag_name(parts.iter().find(|part| part.kind == NodeKind::Tag)?, text).into();
    let mut args = Vec::new();
    let mut items = Vec::new();
    for part in parts.iter().filter(|part| matches!(part.kind, NodeKind::Array(_))) {
        let has = |kind| part.children().iter().any(|inner| inner.kind == kind);
        if has(NodeKind::Foreign) && !has(NodeKind::Tag) {
            args.extend(bare_args(ast, part, problems));
            continue;
        }
        for inner in part.children() {
            match &inner.kind {
                NodeKind::Tag => args.push(tag_name(inner, text).into()),
                NodeKind::Item(pieces) => items.extend(item(ast, inner, pieces, problems)),
                NodeKind::Word(_) | NodeKind::Label(_) => problems.push(
                    Diagnostic::warning(
                        "LUD0118",
                        &Origin::direct(inner.span(ast.source)),
                        "only items may stand in an option",
                    )
                    .label("not read; stars count only right behind the bracket of an item"),
                ),
                _ => {}
            }
        }
    }
    if items.is_empty() {
        problems.push(
            Diagnostic::error("LUD0110", &Origin::direct(span), format!("the option \"{heading}\" has no items"))
                .hint("an item is written (item \"Name\" <value> \"description\")"),
        );
        return None;
    }
    let written = parts.iter().find(|part| part.kind == NodeKind::Text)?;
    slash(ast, written, &heading, problems);
    if args.is_empty() && items.iter().any(|item: &OptionItem| !item.values.is_empty()) {
        args.push("".into());
    }
    count_values(&args, &items, problems);
    let most = items.iter().map(|item| item.stars).max().unwrap_or(0);
    let default = items.iter().position(|item| item.stars == most).unwrap_or(0);
    let best = items.iter().filter(|item| item.stars == most).count();
    if best > 1 {
        let (code, what) = match most {
            0 => ("LUD0116", "no item has a star"),
            _ => ("LUD0126", "several items have the most stars"),
        };
        problems.push(
            Diagnostic::warning(code, &Origin::direct(items[default].span), format!("\"{heading}\": {what}"))
                .label("the first of them is the default"),
        );
    }
    Some(OptionCategory { heading, tag, args, items, default, chosen: default, span })
}

/// Reports arguments of an option without their angle brackets; their names all the same, so that what uses them is not
/// reported as well.
fn bare_args(ast: &Ast, list: &Node, problems: &mut Problems) -> Vec<Arc<str>> {
    let names = list.slice(&ast.text).trim_matches(['{', '}']).split_whitespace();
    let names: Vec<&str> = names.map(|name| name.trim_matches(['<', '>'])).collect();
    problems.push(
        Diagnostic::error("LUD0110", &Origin::direct(list.span(ast.source)), "the arguments of an option are tags")
            .label("angle brackets are missing")
            .hint(format!("write `{{<{}>}}`", names.join("> <"))),
    );
    names.into_iter().map(Arc::from).collect()
}

/// The error for an `(option …)` that is not well formed: its first item that is none, if there is one.
pub(super) fn malformed(source: SourceId, text: &str, option: &Node) -> Diagnostic {
    let items = option.children().iter().filter(|node| matches!(node.kind, NodeKind::Array(_)));
    let wrong = items.flat_map(Node::children).find(|node| match node.kind {
        NodeKind::Clause(_) => !is_item(node.slice(text)),
        NodeKind::Array(_) => true,
        _ => false,
    });
    let origin = Origin::direct(wrong.unwrap_or(option).span(source));
    let problem = Diagnostic::error("LUD0110", &origin, "this option cannot be read");
    match wrong {
        Some(_) => problem
            .label("this is no item")
            .also(option.span(source), "of this option")
            .hint("an item is written (item \"Name\" <value> … \"description\"), each value closed by `>`"),
        None => problem
            .hint("an option is written (option \"Heading\" <Tag> args:{<arg> …} { (item \"Name\" <value> … \"description\") … })"),
    }
}

fn count_values(args: &[Arc<str>], items: &[OptionItem], problems: &mut Problems) {
    let of = |number: usize, what: &str| format!("{number} {what}{}", if number == 1 { "" } else { "s" });
    for item in items.iter().filter(|item| item.values.len() != args.len()) {
        let (values, tags) = (of(item.values.len(), "value"), of(args.len(), "tag"));
        problems.push(
            Diagnostic::warning(
                "LUD0115",
                &Origin::direct(item.span),
                format!("the item \"{}\" has {values} for {tags}", item.name),
            )
            .label(if item.values.len() < args.len() {
                "the tags without a value stay as they are"
            } else {
                "the last values are not used"
            }),
        );
    }
}

fn slash(ast: &Ast, node: &Node, name: &str, problems: &mut Problems) {
    if name.contains('/') {
        problems.push(
            Diagnostic::error(
                "LUD0111",
                &Origin::direct(node.span(ast.source)),
                "the name of an option or item holds a `/`",
            )
            .label("a selection could not be told apart")
            .hint("the slash separates heading and item in a selection; write the name without it"),
        );
    }
}

fn item(ast: &Ast, node: &Node, pieces: &[Node], problems: &mut Problems) -> Option<OptionItem> {
    let mut texts = pieces.iter().filter(|piece| piece.kind == NodeKind::Text);
    let first = texts.next()?;
    let name = content(first, &ast.text);
    slash(ast, first, &name, problems);
    let description = match texts.next_back() {
        Some(last) => content(last, &ast.text),
        None => {
            problems.push(
                Diagnostic::error(
                    "LUD0110",
                    &Origin::direct(node.span(ast.source)),
                    format!("the item \"{name}\" has no description"),
                )
                .hint("end it with a string, which may be empty: \"\""),
            );
            Arc::from("")
        }
    };
    let mut values = Vec::new();
    let mut stars = 0;
    for piece in pieces {
        match piece.kind {
            NodeKind::Value => {
                values.push(Span { source: ast.source, start: piece.start + 1, end: piece.end.saturating_sub(1) });
            }
            NodeKind::Stars => stars = (piece.end - piece.start) as usize,
            _ => {}
        }
    }
    Some(OptionItem { name, values, description, stars, span: node.span(ast.source) })
}

/// Chooses the items that the selections name. A selection is `Heading/Item`, or the name of a ruleset, which stands
/// for the settings of that ruleset (Ludii takes only the first kind).
pub(super) fn select(
    categories: &mut [OptionCategory],
    rulesets: &[Ruleset],
    selections: &[String],
    problems: &mut Problems,
) {
    let mut picked: Vec<Option<usize>> = vec![None; categories.len()];
    for selection in selections {
        match rulesets.iter().find(|ruleset| *ruleset.name == **selection) {
            Some(ruleset) => {
                for setting in &ruleset.settings {
                    pick(categories, &mut picked, rulesets, setting, problems);
                }
            }
            None => pick(categories, &mut picked, rulesets, selection, problems),
        }
    }
    for (category, choice) in categories.iter_mut().zip(picked) {
        category.chosen = choice.unwrap_or(category.default);
    }
}

fn pick(
    categories: &[OptionCategory],
    picked: &mut [Option<usize>],
    rulesets: &[Ruleset],
    selection: &str,
    problems: &mut Problems,
) {
    let found: Vec<(usize, usize)> = categories
        .iter()
        .enumerate()
        .filter_map(|(c, category)| Some((c, category.selections().position(|name| name == selection)?)))
        .collect();
    match found[..] {
        [] => problems.push(unknown(categories, rulesets, selection)),
        [(c, i)] => match picked[c] {
            Some(other) if other != i => problems.push(
                Diagnostic::placeless("LUD0113", format!("two items of \"{}\" are selected", categories[c].heading))
                    .also(categories[c].items[other].span, "this one")
                    .also(categories[c].items[i].span, "and this one")
                    .hint("select one item of each option"),
            ),
            _ => picked[c] = Some(i),
        },
        [(one, i), (two, j), ..] => problems.push(
            Diagnostic::placeless("LUD0113", format!("\"{selection}\" names items of two options"))
                .also(categories[one].items[i].span, "this one")
                .also(categories[two].items[j].span, "and this one")
                .hint("give the two options different headings"),
        ),
    }
}

/// How many selections are listed when one is wrong: more are no help.
const MAX_LISTED: usize = 12;

/// The selections a description offers, those nearest to `wanted` first.
pub(super) fn nearest(categories: &[OptionCategory], rulesets: &[Ruleset], wanted: &str) -> Vec<String> {
    let rulesets = rulesets.iter().filter(|ruleset| !ruleset.settings.is_empty()).map(|r| r.name.to_string());
    let mut valid: Vec<String> = categories.iter().flat_map(OptionCategory::selections).chain(rulesets).collect();
    valid.sort_by_cached_key(|name| distance(name, wanted));
    valid
}

fn unknown(categories: &[OptionCategory], rulesets: &[Ruleset], selection: &str) -> Diagnostic {
    let problem = Diagnostic::placeless("LUD0112", format!("there is no option item \"{selection}\""));
    let mut valid = nearest(categories, rulesets, selection);
    if valid.is_empty() {
        return problem.hint("this description has no options");
    }
    let further = valid.len().saturating_sub(MAX_LISTED);
    valid.truncate(MAX_LISTED);
    let more = if further > 0 { format!(", and {further} more") } else { String::new() };
    problem.hint(format!("the items are, nearest first: \"{}\"{more}", valid.join("\", \"")))
}

#[cfg(test)]
mod tests {
    use crate::{KnownDefines, Parsed};

    /// Of many items the nearest are named, and how many others there are.
    #[test]
    fn of_many_items_the_nearest_are_named() {
        let items: String = (2..20).map(|size| format!("(item \"{size}\" <{size}> \"of {size}\")")).collect();
        let text = format!(
            "(game \"Many\" (players 2) (equipment {{ (board (square <Size:size>)) }}) (rules (play (move Pass))))
            (option \"Size\" <Size> args:{{ <size> }} {{ {items} }})"
        );
        let parsed = Parsed::new("many.lud", &text).expect("right brackets");
        let failure = parsed.expand(&["Size/21".to_owned()], &KnownDefines::none()).expect_err("no such item");
        let hint = failure.findings.iter().flat_map(|finding| &finding.hints).next().expect("a hint");
        assert!(
            hint.starts_with("the items are, nearest first: \"Size/2\"") && hint.ends_with(", and 6 more"),
            "{hint}"
        );
    }
}
