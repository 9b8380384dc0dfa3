//! Defines, options, rulesets and ranges: from the tree of a text to the tree that is left without them.
//!
//! # Steps
//!
//! 1. the options and rulesets are read, and an item of each option is chosen;
//! 2. tags become the values of the chosen items;
//! 3. defines are taken out, calls of them are replaced by their bodies, outermost first;
//! 4. ranges are written out, labels join their items, double brackets collapse;
//! 5. the parts of the metadata that hold for other options are dropped.
//!
//! Ludii does the same on text; doing it on trees gives the same result and keeps every token's place.

mod calls;
mod defines;
mod draft;
mod fill;
mod known;
mod layout;
mod limits;
pub mod metadata;
mod normal;
mod options;
mod problems;
mod ranges;
mod rulesets;
mod tags;
pub mod tree;
mod verdicts;

pub use known::{KnownDefines, KnownPlace};
pub use layout::layout;
pub(crate) use normal::OPERATORS;
pub use options::{ChosenItem, OptionCategory, OptionItem};
pub use rulesets::Ruleset;
pub(crate) use verdicts::ShortCall;

use crate::diag::{Diagnostic, Origin};
use crate::schema::nearest;
use crate::source::{SourceId, Sources, Span};
use crate::syntax::{Ast, NodeKind, parse};
use calls::Expander;
use defines::Table;
use draft::{Draft, Kind};
use limits::Limits;
use metadata::{Info, UseFor};
use normal::Normalizer;
use problems::Problems;
use std::collections::{BTreeSet, HashSet};
use std::fmt;
use std::sync::Arc;
use tags::Lowering;
use tree::{Term, TermKind};

/// The heads of what a description holds one of.
const GAMES: [&str; 2] = ["game", "match"];

/// What a description without a game is answered with.
const A_GAME: &str = "a description holds a (game \"Name\" …) or a (match \"Name\" …)";

/// The heads of what may stand outside all brackets.
const TOP_LEVEL: [&str; 6] = ["game", "match", "metadata", "define", "option", "rulesets"];

/// A description without defines, options and ranges.
#[derive(Debug, Clone)]
pub struct Expanded {
    /// The `(game …)` or `(match …)`.
    pub game: Term,
    /// The `(metadata …)`, without the parts that hold for other options.
    pub metadata: Option<Term>,
    /// What the metadata says of the game.
    pub info: Info,
    /// The options, with the item of each that is in use.
    pub options: Vec<OptionCategory>,
    /// The rulesets.
    pub rulesets: Vec<Ruleset>,
    /// The index of the ruleset in use: the first with settings, all of which are chosen.
    pub ruleset: Option<usize>,
    /// Calls of defines that leave arguments out, each with that in words.
    pub(crate) short_calls: Vec<ShortCall>,
    /// The names of the tracks that the options can declare.
    pub(crate) tracks: BTreeSet<Arc<str>>,
    /// The names of all defines that can be called.
    pub(crate) defines: Vec<Arc<str>>,
}

impl Expanded {
    /// The items in use, one for each option.
    pub fn chosen(&self) -> Vec<ChosenItem> {
        self.options.iter().map(OptionCategory::choice).collect()
    }

    /// Each item that is not in use, and each ruleset that chooses items, as selections: what differs by one selection
    /// from these choices.
    pub fn other_selections(&self) -> Vec<String> {
        let others = |category: &OptionCategory| {
            let chosen = category.chosen;
            let items = category.selections().enumerate().filter(move |(item, _)| *item != chosen);
            items.map(|(_, name)| name).collect::<Vec<_>>()
        };
        let rulesets = self.rulesets.iter().filter(|ruleset| !ruleset.settings.is_empty());
        self.options.iter().flat_map(others).chain(rulesets.map(|ruleset| ruleset.name.to_string())).collect()
    }

    /// The name of the game; empty when it has none.
    pub fn name(&self) -> &str {
        if let Some(TermKind::Text(name)) = self.game.items().first().map(|item| &item.kind) { name } else { "" }
    }

    /// The game and its metadata on lines of at most 100 columns, indented.
    pub fn layout(&self) -> String {
        let mut text = layout(&self.game);
        if let Some(metadata) = &self.metadata {
            text.push('\n');
            text.push_str(&layout(metadata));
        }
        text
    }
}

impl fmt::Display for Expanded {
    /// The game on one line, in the canonical form of [`Term`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.game.fmt(f)
    }
}

/// Expands a text with these selections, each `Heading/Item` or the name of a ruleset.
///
/// The description is `None` when there is nothing to go on with: brackets that do not match, no game, an expansion
/// without end. Otherwise it is there, whatever else the diagnostics say. Texts of known defines that are used are
/// added to `sources`.
pub fn expand(
    sources: &mut Sources,
    id: SourceId,
    selections: &[String],
    known: &KnownDefines,
) -> (Option<Expanded>, Vec<Diagnostic>) {
    match parse(sources, id) {
        Ok(ast) => expand_ast(sources, &ast, selections, known),
        Err(problem) => (None, vec![*problem]),
    }
}

/// The same for a text that has been parsed; it is one of `sources`.
pub(crate) fn expand_ast(
    sources: &mut Sources,
    ast: &Ast,
    selections: &[String],
    known: &KnownDefines,
) -> (Option<Expanded>, Vec<Diagnostic>) {
    if ast.nodes.iter().all(|node| node.kind == NodeKind::Comment) {
        let start = Origin::direct(Span { source: ast.source, start: 0, end: 0 });
        let problem = Diagnostic::error("LUD0010", &start, "the text is empty").hint("a description holds a (game …)");
        return (None, vec![problem]);
    }
    let mut problems = Problems::default();
    let expanded = run(sources, ast, selections, known, &mut problems);
    (expanded, problems.list)
}

fn run(
    sources: &mut Sources,
    ast: &Ast,
    selections: &[String],
    known: &KnownDefines,
    problems: &mut Problems,
) -> Option<Expanded> {
    let mut limits = Limits::default();
    let mut options = options::read(ast, problems);
    let rulesets = rulesets::read(ast, &options, problems);
    options::select(&mut options, &rulesets, selections, problems);
    let ruleset = rulesets::active(&rulesets, &options);

    let mut lowering = Lowering::new(&options, ast.text.clone(), &mut limits, problems);
    let mut items = lowering.lower(ast.source, &ast.text, &ast.nodes);
    let broken = lowering.finish();

    let mut table = Table::default();
    table.lift(&mut items, false, problems);
    let reported = HashSet::new();
    let items = Expander { table: &mut table, known, sources, limits: &mut limits, problems, reported }.run(items);
    if limits.exhausted {
        return None;
    }
    verdicts::hidden(&table, known, problems);
    // Behind a call that could not be carried out others may be.
    if problems.errors == 0 {
        verdicts::unused(&table, &options, &ast.text, problems);
    }
    verdicts::too_often(&table, problems);
    verdicts::outliers(&table, problems);
    let short = verdicts::short_calls(&table);

    let whole = Span { source: ast.source, start: 0, end: 0 };
    let (game, metadata) = top_level(items, whole, problems);
    let mut normalizer = Normalizer {
        limits: &mut limits,
        problems,
        metadata: false,
        defines: table.list.iter().map(|define| define.name.clone()).chain(known.names().map(Arc::from)).collect(),
        tags: options.iter().flat_map(tags_of).collect(),
        broken,
        foreign: 0,
        guesses: 0,
        incomplete: false,
        quoted: false,
        prose: false,
        listed: false,
    };
    let defines = normalizer.defines.clone();
    let game = normalizer.list(vec![game?]).pop()?;
    normalizer.metadata = true;
    let metadata = metadata.and_then(|metadata| normalizer.list(vec![metadata]).pop());
    if limits.exhausted {
        return None;
    }
    let metadata =
        metadata.and_then(|term| UseFor::new(&options, &rulesets, ruleset, problems).filter(vec![term]).pop());
    let info = metadata.as_ref().map(Info::of).unwrap_or_default();
    let tracks = options.iter().flat_map(|category| category.tracks(&ast.text)).map(Arc::from).collect();
    Some(Expanded { game, metadata, info, options, rulesets, ruleset, short_calls: short, tracks, defines })
}

/// The tags an option answers with the item in use.
fn tags_of(category: &OptionCategory) -> Vec<String> {
    let values = category.items.get(category.chosen).map_or(0, |item| item.values.len());
    category.args.iter().take(values).map(|arg| format!("{}:{arg}", category.tag)).collect()
}

/// Finds the game and the metadata among the items outside all brackets.
fn top_level(items: Vec<Draft>, whole: Span, problems: &mut Problems) -> (Option<Draft>, Option<Draft>) {
    let mut game: Option<Draft> = None;
    let mut metadata: Option<Draft> = None;
    let mut others = Vec::new();
    let word = |item: &&Draft| item.word().is_some_and(|word| GAMES.contains(&word));
    let loose = items.iter().find(word).map(Draft::origin);
    for item in items.into_iter().filter(|item| matches!(item.kind, Kind::Clause(_) | Kind::Array(_))) {
        match item.head() {
            Some("game" | "match") if game.is_none() => {
                if metadata.is_some() {
                    problems.push(
                        Diagnostic::warning("LUD0151", &item.origin(), "the metadata stands before the game")
                            .label("Ludii reads nothing behind the metadata"),
                    );
                }
                game = Some(item);
            }
            Some("metadata") if metadata.is_none() => metadata = Some(item),
            _ => others.push(item),
        }
    }
    if game.is_none() {
        let meant = |item: &&Draft| item.head().is_some_and(|head| !nearest(head, GAMES).is_empty());
        let none = |origin: &Origin| Diagnostic::error("LUD0102", origin, "there is no game in this text");
        let near = others.iter().find(meant);
        problems.push(match (loose, near, others.first()) {
            (Some(word), ..) => none(&word)
                .label("outside all brackets")
                .hint("a game stands in brackets, its first word as well: (game \"Name\" …)"),
            (_, Some(item), _) => {
                let near = item.head().and_then(|head| nearest(head, GAMES).first().copied()).unwrap_or_default();
                none(&item.origin()).label("no game").hint(format!("did you mean `{near}`?"))
            }
            (.., Some(item)) => none(&item.origin()).label("the first of what there is instead").hint(A_GAME),
            (.., None) => none(&Origin::direct(whole)).hint(A_GAME),
        });
        return (None, metadata);
    }
    for item in others.iter().filter(|item| item.items().is_some_and(|items| !items.is_empty())) {
        let what = item.head().map_or_else(|| "brackets".to_string(), |head| format!("`({head} …)`"));
        let problem = Diagnostic::warning("LUD0152", &item.origin(), format!("{what} outside the game"))
            .label("not read; only one game and one metadata clause are");
        let near = item.head().map(|head| nearest(head, TOP_LEVEL)).unwrap_or_default();
        problems.push(match near.first() {
            Some(near) if item.head() != Some(near) => problem.hint(format!("did you mean `{near}`?")),
            _ if matches!(item.head(), Some("include" | "import" | "require" | "use")) => problem.hint(
                "other files are not read in; the folder of the defines that they have is named with `--defs DIR`",
            ),
            _ => problem,
        });
    }
    (game, metadata)
}
