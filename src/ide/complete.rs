//! What may be written at a place.

use super::cursor::{Cursor, Writing};
use super::hover::form_text;
use super::names::Class;
use super::rough::Rough;
use super::tree::{Id, Kind};
use super::words::words;
use super::{Document, Edit};
use crate::check::places::{Opening, Wanted, openings};
use crate::expand::tree::{Term, TermKind};
use crate::schema::{Form, Schema, Slot};
use crate::source::on_one_line;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The word that stands for what is still to be written.
const MARK: &str = "LudemicCursor";

/// In how many places of the game one place of the text is looked at.
const MAX_PLACES: usize = 8;

/// What a completion is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CompletionKind {
    /// A word that leads a form.
    Keyword,
    /// A constant of the language.
    Constant,
    /// A label.
    Label,
    /// The tag of an option.
    Tag,
    /// A name of the game.
    Name,
    /// A ludeme.
    Ludeme,
    /// A define.
    Define,
}

/// Something that may be written at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// What it is.
    pub kind: CompletionKind,
    /// What is shown, and compared with what has been typed.
    pub label: String,
    /// One line beside it: a signature, the slot it fills.
    pub detail: String,
    /// The meaning, as Markdown.
    pub text: String,
    /// What is replaced.
    pub range: Range<usize>,
    /// What is written.
    pub insert: String,
    /// The same as a snippet with `${1:…}` for what is to be filled in; the same as `insert` where nothing is.
    pub snippet: String,
    /// Where it stands in the list: smaller first.
    pub rank: u32,
}

impl Document {
    /// What may be written at a place: by the schema, with the slots still open; defines, option tags, names of the
    /// game. In the order of likelihood. What has been typed of a word does not narrow the list: editors do that.
    pub fn complete(&self, offset: usize) -> Vec<Completion> {
        let Some(cursor) = self.cursor(offset) else { return Vec::new() };
        let mut list = List { document: self, cursor: &cursor, items: BTreeMap::new() };
        let outer = cursor.bracket.is_none_or(|id| self.tree.get(id).parent.is_none());
        match cursor.writing {
            Writing::Tag => list.tags(),
            Writing::Head if outer => list.outside(),
            _ => {
                if let Some(openings) = self.openings(&cursor) {
                    list.all(&openings)
                } else {
                    list.outside()
                }
            }
        }
        let mut items: Vec<Completion> = list.items.into_values().collect();
        items.sort_by(|one, other| (one.rank, &one.label).cmp(&(other.rank, &other.label)));
        items
    }

    /// What may stand at the cursor, in each place of the game that the text there has a part in; `None` outside all
    /// brackets.
    fn openings(&self, cursor: &Cursor) -> Option<Vec<Opening>> {
        cursor.bracket?;
        let mark = match cursor.writing {
            Writing::Head | Writing::Item if cursor.range.is_empty() => format!(" {MARK} "),
            _ => MARK.to_owned(),
        };
        let change = || Edit { range: cursor.range.clone(), text: mark.clone() };
        let chosen = |selections: &[String]| {
            let rough = Rough::with(self, vec![change()], selections);
            let found = rough?.roots().flat_map(|(root, kind)| marks(root, Some(kind), cursor)).collect::<Vec<_>>();
            (!found.is_empty()).then_some(found)
        };
        let found = chosen(&self.selections);
        if found.is_some() {
            return found;
        }
        // In the value of an item that is not in use.
        if let Some(selection) = self.item_around(cursor) {
            let mut selections = self.selections.clone();
            let heading = selection.split('/').next().unwrap_or_default().to_owned() + "/";
            selections.retain(|other| !other.starts_with(&heading));
            selections.push(selection);
            let found = chosen(&selections);
            if found.is_some() {
                return found;
            }
        }
        // In a define that nothing calls: as if it were the game, in which anything may stand.
        let found = self.as_game(cursor).map(|changes| {
            let rough = Rough::with(self, changes.into_iter().chain([change()]).collect(), &self.selections);
            rough.map(|rough| openings_in_define(&rough, cursor)).unwrap_or_default()
        });
        Some(found.unwrap_or_default())
    }

    /// The item of an option around the cursor, as a selection.
    fn item_around(&self, cursor: &Cursor) -> Option<String> {
        let tree = &self.tree;
        let around: Vec<Id> = tree.outwards(cursor.bracket?).collect();
        let item = around.iter().copied().rfind(|id| tree.head(*id) == Some("item"))?;
        let option = around.iter().copied().find(|id| tree.head(*id) == Some("option"))?;
        Some(format!("{}/{}", tree.content(tree.item(option, 1)?), tree.content(tree.item(item, 1)?)))
    }

    /// The changes that make a game of the define around the cursor.
    fn as_game(&self, cursor: &Cursor) -> Option<Vec<Edit>> {
        let tree = &self.tree;
        let define = tree.outwards(cursor.bracket?).find(|id| tree.head(*id) == Some("define"))?;
        let rename = |head: Id, text: &str| Edit { range: tree.range(head), text: text.to_owned() };
        let games = tree.items(None).filter(|id| matches!(tree.head(*id), Some("game" | "match")));
        let others = games.filter_map(|id| tree.item(id, 0)).map(|head| rename(head, "other"));
        Some(std::iter::once(rename(tree.item(define, 0)?, "game")).chain(others).collect())
    }
}

fn openings_in_define(rough: &Rough, cursor: &Cursor) -> Vec<Opening> {
    let mut found = marks(&rough.expanded.game, None, cursor);
    for opening in &mut found {
        // What stands in the define itself is not the game's.
        let game = |wanted: &Wanted| wanted.slot.is_some_and(|(form, _)| form.kind == "game");
        if opening.wants.as_ref().is_some_and(|wants| wants.is_empty() || wants.iter().any(game)) {
            opening.wants = None;
        }
    }
    found
}

/// The ways to the mark in an expanded tree, and what may stand there.
fn marks(root: &Term, kind: Option<&str>, cursor: &Cursor) -> Vec<Opening> {
    let mut paths: Vec<Vec<usize>> = Vec::new();
    Rough::visit(root, &mut |term, path| {
        let found = match &term.kind {
            TermKind::Word(word) | TermKind::Text(word) => **word == *MARK,
            TermKind::Clause(clause) => match cursor.writing {
                Writing::Head | Writing::Text(true) => clause.head.trim_matches('"') == MARK,
                _ => false,
            },
            TermKind::Array(_) => false,
        };
        if found && paths.len() < MAX_PLACES {
            paths.push(path.to_vec());
        }
    });
    openings(root, kind, &paths)
}

struct List<'a> {
    document: &'a Document,
    cursor: &'a Cursor,
    items: BTreeMap<(CompletionKind, String), Completion>,
}

impl List<'_> {
    fn add(
        &mut self,
        kind: CompletionKind,
        label: &str,
        detail: String,
        text: String,
        (insert, snippet): (String, String),
        rank: u32,
    ) {
        let range = self.cursor.range.clone();
        let new = Completion { kind, label: label.to_owned(), detail, text, range, insert, snippet, rank };
        let old = self.items.entry((kind, label.to_owned())).or_insert_with(|| new.clone());
        if new.rank < old.rank {
            *old = new;
        }
    }

    fn plain(&mut self, kind: CompletionKind, word: &str, detail: String, rank: u32) {
        self.add(kind, word, detail, String::new(), (word.to_owned(), word.to_owned()), rank);
    }

    fn all(&mut self, openings: &[Opening]) {
        if let Writing::Text(call) = self.cursor.writing {
            if self.strings() {
                return;
            }
            self.defines(openings, 3);
            if !call {
                self.names(0);
            }
            return;
        }
        if self.cursor.writing == Writing::Item && self.selections() {
            return;
        }
        for opening in openings {
            if self.cursor.writing == Writing::Item {
                for (word, form) in &opening.keywords {
                    let both = ((*word).to_owned(), (*word).to_owned());
                    self.add(CompletionKind::Keyword, word, form.to_string(), form.doc.to_owned(), both, 0);
                }
            }
            match &opening.wants {
                Some(wants) => wants.iter().enumerate().for_each(|(at, wanted)| self.wanted(wanted, at)),
                None => self.anything(),
            }
        }
        if openings.is_empty() {
            self.anything();
        }
        if self.cursor.writing == Writing::Item {
            self.defines(openings, 40);
            self.tags();
        }
        let in_text = |head: &str| self.cursor.bracket.is_some_and(|id| self.document.tree.head(id) == Some(head));
        if in_text("option") || in_text("rulesets") {
            self.outside();
        }
    }

    /// What fills a slot, or is an element of it.
    fn wanted(&mut self, wanted: &Wanted, at: usize) {
        let schema = Schema::get();
        let rank = 4 + 2 * u32::try_from(at.min(15)).unwrap_or(15);
        let slot = wanted.slot.map(|(_, slot)| slot);
        let label = slot.filter(|slot| slot.labelled && wanted.whole && !self.labelled()).map(|slot| slot.name);
        let detail = slot.map(ToString::to_string).unwrap_or_default();
        if self.cursor.writing == Writing::Head {
            let forms = schema.forms().iter().filter(|form| wanted.takes(form) && label.is_none());
            forms.for_each(|form| self.form(form, rank));
            return;
        }
        if let Some(label) = label {
            let text = wanted.slot.map(|(form, _)| form_text(form, false)).unwrap_or_default();
            let both = (format!("{label}:"), format!("{label}:"));
            return self.add(CompletionKind::Label, &format!("{label}:"), detail, text, both, rank);
        }
        if wanted.want.depth > 0 {
            let both = ("{ }".to_owned(), "{ $0 }".to_owned());
            return self.add(CompletionKind::Ludeme, "{ }", detail, String::new(), both, rank);
        }
        let kind = schema.kind_of(wanted.want.kind);
        let literals = schema.literals();
        if kind.takes_literal(literals.boolean) {
            self.plain(CompletionKind::Constant, "True", detail.clone(), rank);
            self.plain(CompletionKind::Constant, "False", detail.clone(), rank);
        }
        if kind.takes_literal(literals.string) {
            self.names(rank);
        }
        for id in &kind.accepts {
            for word in &schema.kind_of(*id).constants {
                self.plain(CompletionKind::Constant, word, detail.clone(), rank);
            }
        }
        if !wanted.want.literal {
            schema.forms().iter().filter(|form| wanted.takes(form)).for_each(|form| self.form(form, rank + 1));
        }
    }

    /// Whether a label stands before the cursor.
    fn labelled(&self) -> bool {
        self.document.text.get(..self.cursor.range.start).is_some_and(|text| text.ends_with(':'))
    }

    /// A ludeme: its head and keyword, and what it requires.
    fn form(&mut self, form: &'static Form, rank: u32) {
        let title = form.title();
        let mut snippet = title.clone();
        let mut insert = title.clone();
        let mut number = 0;
        for unit in form.units.iter().filter(|unit| !unit.optional) {
            let Some(slot) = form.slots.get(unit.first) else { continue };
            number += 1;
            snippet.push_str(&format!(" {}", blank(slot, number)));
        }
        if self.cursor.writing == Writing::Item {
            (insert, snippet) = (format!("({insert} "), format!("({snippet})"));
            if number == 0 {
                insert = format!("({title})");
            }
        }
        let label = if self.cursor.writing == Writing::Item { format!("({title})") } else { title };
        let rank = rank + u32::from(form.units.iter().all(|unit| unit.optional) && !form.units.is_empty());
        self.add(CompletionKind::Ludeme, &label, form.to_string(), form.doc.to_owned(), (insert, snippet), rank);
    }

    /// Where nothing is known of the place: every ludeme.
    fn anything(&mut self) {
        let schema = Schema::get();
        if self.cursor.writing == Writing::Head {
            schema.forms().iter().for_each(|form| self.form(form, 30));
        }
    }

    /// Outside all brackets, and in clauses that belong to the text.
    fn outside(&mut self) {
        for (word, form, meaning) in words() {
            let snippet = match word {
                "define" => "define \"${1:Name}\" $0",
                "option" => {
                    "option \"${1:Heading}\" <${2:Tag}> args:{ <${3:arg}> } {\n    (item \"${4:Name}\" <$5> \"$6\")*\n}"
                }
                "item" => "item \"${1:Name}\" <$2> \"$3\"",
                "rulesets" => "rulesets {\n    $0\n}",
                "ruleset" => "ruleset \"Ruleset/${1:Name}\" { $0 }",
                _ => continue,
            };
            self.bracketed(word, form, meaning, snippet, 2);
        }
        let game = "game \"${1:Name}\"\n    (players ${2:2})\n    (equipment {\n        (board (square ${3:8}))\n        (piece \"${4:Disc}\" Each)\n    })\n    (rules\n        (play $0)\n        (end (if (no Moves Next) (result Mover Win)))\n    )\n";
        let metadata =
            "metadata\n    (info {\n        (description \"${1:What it is.}\")\n        (rules \"$2\")\n    })\n";
        self.bracketed("metadata", "(metadata (info …) (graphics …))", "", metadata, 3);
        self.bracketed("game", "(game \"Name\" …)", "", game, 1);
    }

    /// A clause that belongs to the text, by its first word.
    fn bracketed(&mut self, word: &str, form: &str, meaning: &str, snippet: &str, rank: u32) {
        let both = match self.cursor.writing {
            Writing::Head => (word.to_owned(), snippet.to_owned()),
            _ => (format!("({word} "), format!("({snippet})")),
        };
        self.add(CompletionKind::Keyword, word, form.to_owned(), meaning.to_owned(), both, rank);
    }

    /// Headings and items where a string chooses one; whether it does.
    fn strings(&mut self) -> bool {
        let tree = &self.document.tree;
        let mut around = self.cursor.bracket.into_iter().flat_map(|id| tree.outwards(id));
        let clause = around.find(|id| tree.get(*id).kind == Kind::Clause).and_then(|id| tree.head(id));
        if !matches!(clause, Some("ruleset" | "useFor")) {
            return false;
        }
        let Some(rough) = self.document.rough() else { return true };
        let names = rough.expanded.options.iter().flat_map(|category| category.selections());
        for name in names.collect::<Vec<_>>() {
            self.plain(CompletionKind::Name, &name, "item of an option".to_owned(), 0);
        }
        true
    }

    /// The same where the quotes are still to be written.
    fn selections(&mut self) -> bool {
        if !self.strings() {
            return false;
        }
        for item in self.items.values_mut() {
            item.insert = format!("\"{}\"", item.label);
            item.snippet = item.insert.clone();
        }
        true
    }

    /// The names of pieces, regions and other parts; in quotes where there are none yet.
    fn names(&mut self, rank: u32) {
        let names = self.document.names();
        let here = |range: &Range<usize>| range.start == self.cursor.range.start;
        let mut all: BTreeMap<String, String> = BTreeMap::new();
        for mention in names.mentions.iter().filter(|mention| mention.class == Class::Part && !here(&mention.range)) {
            if mention.definition.is_some() {
                all.insert(mention.name.clone(), mention.head.clone());
            }
        }
        all.extend(names.made.iter().map(|(name, head)| (name.clone(), (*head).to_owned())));
        let pieces: Vec<String> =
            all.iter().filter(|(_, head)| *head == "piece").map(|(name, _)| name.clone()).collect();
        for (name, head) in &all {
            self.quoted(CompletionKind::Name, name, head, rank);
        }
        for name in self.numbered(&pieces) {
            self.quoted(CompletionKind::Name, &name, "piece of a player", rank + 1);
        }
    }

    /// The names of pieces with the numbers of players that the text has them with.
    fn numbered(&self, pieces: &[String]) -> BTreeSet<String> {
        pieces.iter().flat_map(|name| (1..=2).map(move |player| format!("{name}{player}"))).collect()
    }

    /// A name, in quotes where there are none yet.
    fn quoted(&mut self, kind: CompletionKind, name: &str, detail: &str, rank: u32) {
        let in_text = matches!(self.cursor.writing, Writing::Text(_));
        let insert = if in_text { name.to_owned() } else { format!("\"{name}\"") };
        self.add(kind, name, detail.to_owned(), String::new(), (insert.clone(), insert), rank);
    }

    /// Defines of the text, and those of the language.
    fn defines(&mut self, openings: &[Opening], rank: u32) {
        let names = self.document.names();
        let own =
            names.mentions.iter().filter(|mention| mention.class == Class::Define && mention.definition.is_some());
        let own: BTreeSet<&str> = own.map(|mention| &*mention.name).collect();
        for name in &own {
            self.quoted(CompletionKind::Define, name, "define", rank);
        }
        let metadata = openings
            .iter()
            .filter_map(|opening| opening.wants.as_ref())
            .flatten()
            .any(|wanted| wanted.slot.is_some_and(|(form, _)| form.family.starts_with("metadata")));
        if !metadata {
            let known: Vec<&str> = self.document.known.names().filter(|name| !own.contains(name)).collect();
            for name in known {
                self.quoted(CompletionKind::Define, name, "known define", rank + 10);
            }
        }
    }

    /// The tags of the options.
    fn tags(&mut self) {
        let Some(rough) = self.document.rough() else { return };
        let mut tags: Vec<(String, String)> = Vec::new();
        for category in &rough.expanded.options {
            for (value, arg) in category.args.iter().enumerate() {
                let tag =
                    if arg.is_empty() { format!("<{}>", category.tag) } else { format!("<{}:{arg}>", category.tag) };
                let now = self.document.value_of(category, category.chosen, value).unwrap_or_default();
                let now: String = on_one_line(now).chars().take(60).collect();
                tags.push((tag, now));
            }
        }
        let rank = if self.cursor.writing == Writing::Tag { 0 } else { 45 };
        tags.into_iter().for_each(|(tag, now)| self.plain(CompletionKind::Tag, &tag, now, rank));
    }
}

/// A place to be filled in.
fn blank(slot: &Slot, number: usize) -> String {
    let name = if slot.name == slot.kind { slot.kind } else { slot.name };
    let inner = match slot.kind {
        "string" => format!("\"${{{number}:{name}}}\""),
        kind if kind.starts_with(|c: char| c.is_ascii_uppercase()) => kind.to_owned(),
        _ => format!("${{{number}:{name}}}"),
    };
    let depth = usize::from(slot.depth);
    let inner = format!("{}{inner}{}", "{".repeat(depth), "}".repeat(depth));
    if slot.labelled { format!("{}:{inner}", slot.name) } else { inner }
}
