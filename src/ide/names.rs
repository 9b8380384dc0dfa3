//! The names of a text and where they are used: defines, options and their items, pieces, regions and whatever else is
//! named.

use super::rough::Rough;
use super::tree::{Id, Kind, Tree, tag};
use super::{Document, Edit};
use crate::check::DEFINING;
use crate::expand::KnownPlace;
use crate::expand::tree::{Term, TermKind};
use crate::schema::Schema;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

/// What a name is a name of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// A define.
    Define,
    /// The tag of an option.
    Tag,
    /// An argument of the tag of an option.
    Argument,
    /// The heading of an option.
    Heading,
    /// An item of an option.
    Item,
    /// A ruleset.
    Ruleset,
    /// A piece, region, track, phase or another part of the game.
    Part,
}

/// A place where a name is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// What it is a name of.
    pub class: Class,
    /// The name; an item with the heading of its option, an argument with its tag, so that the same names are the same
    /// thing.
    pub name: String,
    /// Where the name is written, without quotes and whatever stands before or behind it.
    pub range: Range<usize>,
    /// Whether it is defined here, and the bytes of the definition.
    pub definition: Option<Range<usize>>,
    /// The head of the clause it stands in, such as `piece`.
    pub head: String,
}

/// All names of a text.
#[derive(Debug, Default)]
pub(super) struct Names {
    pub mentions: Vec<Mention>,
    /// The parts that known defines make, which are defined nowhere in the text, and the ludemes that make them.
    pub made: BTreeMap<String, &'static str>,
    /// The defines of the text.
    defines: HashSet<String>,
}

/// The clauses that name what other clauses refer to: the head of a form of an item with a name.
pub(super) fn names_part(head: &str) -> bool {
    let named = |slot: &crate::schema::Slot| slot.kind == "string" && slot.depth == 0 && slot.name == "name";
    Schema::get().forms_for(head).any(|form| form.kind == "item" && form.slots.iter().any(named))
}

struct Collector<'a> {
    tree: &'a Tree,
    defines: HashSet<&'a str>,
    known: &'a crate::KnownDefines,
    /// The beginnings of strings that turn out to name a part in the expanded game, with the head of the clause.
    parts: HashMap<usize, &'static str>,
    made: &'a BTreeMap<String, &'static str>,
    out: Vec<Mention>,
}

impl Names {
    pub fn of(document: &Document) -> Names {
        let tree = &document.tree;
        let texts = || (0..tree.nodes.len()).filter(|id| tree.get(*id).kind == Kind::Text);
        let is_define = |id: &Id| {
            tree.get(*id).parent.is_some_and(|p| tree.head(p) == Some("define") && tree.item(p, 1) == Some(*id))
        };
        let defines: HashSet<&str> = texts().filter(is_define).map(|id| tree.content(id)).collect();
        let (mut parts, mut made) = (HashMap::new(), BTreeMap::new());
        if let Some(rough) = document.rough() {
            expanded_parts(rough, tree, &mut parts, &mut made);
        }
        let mut collector = Collector { tree, defines, known: &document.known, parts, made: &made, out: Vec::new() };
        for (id, node) in tree.nodes.iter().enumerate() {
            match node.kind {
                Kind::Text => collector.text(id),
                Kind::Tag => collector.tag(id),
                _ => {}
            }
        }
        let defines = collector.defines.iter().map(|name| (*name).to_owned()).collect();
        let mut mentions = collector.out;
        shorten(&mut mentions, &made);
        Names { mentions, made, defines }
    }

    /// Whether the text defines a define of this name.
    pub fn definition_of_define(&self, name: &str) -> bool {
        self.defines.contains(name)
    }

    /// The name written at a place.
    pub fn at(&self, offset: usize) -> Option<&Mention> {
        let touching = self.mentions.iter().filter(|m| (m.range.start..=m.range.end).contains(&offset));
        touching.min_by_key(|mention| mention.range.len())
    }

    /// Where a name is written.
    pub fn of_name<'a>(&'a self, class: Class, name: &'a str) -> impl Iterator<Item = &'a Mention> {
        self.mentions.iter().filter(move |mention| mention.class == class && mention.name == name)
    }

    /// The definition of a name.
    pub fn definition<'a>(&'a self, class: Class, name: &'a str) -> Option<&'a Mention> {
        self.of_name(class, name).find(|mention| mention.definition.is_some())
    }
}

/// What the expanded game names: the strings of the text that do, and the names whose strings are not in the text.
fn expanded_parts(
    rough: &Rough,
    tree: &Tree,
    parts: &mut HashMap<usize, &'static str>,
    made: &mut BTreeMap<String, &'static str>,
) {
    Rough::visit(&rough.expanded.game, &mut |term: &Term, _| {
        let TermKind::Clause(clause) = &term.kind else { return };
        let Some(Term { kind: TermKind::Text(name), origin, .. }) = clause.items.first() else { return };
        let Some(form) = Schema::get().forms_for(&clause.head).find(|form| form.kind == "item") else { return };
        if !names_part(form.head) {
            return;
        }
        let place = rough.place(origin).filter(|place| {
            let quoted = tree.text.get(place.clone()).unwrap_or_default();
            quoted.strip_prefix('"').and_then(|text| text.strip_suffix('"')) == Some(&**name)
        });
        match place {
            Some(place) => drop(parts.insert(place.start, form.head)),
            None => drop(made.insert(name.to_string(), form.head)),
        }
    });
}

/// `Disc1` is the piece `Disc` of the first player, unless something is named `Disc1` itself.
fn shorten(mentions: &mut [Mention], made: &BTreeMap<String, &'static str>) {
    let parts = mentions.iter().filter(|mention| mention.class == Class::Part && mention.definition.is_some());
    let defined: HashSet<String> = parts.map(|mention| mention.name.clone()).chain(made.keys().cloned()).collect();
    for mention in mentions.iter_mut().filter(|mention| mention.class == Class::Part) {
        if defined.contains(&mention.name) {
            continue;
        }
        let base = mention.name.trim_end_matches(|c: char| c.is_ascii_digit());
        let bare = base.strip_suffix('P').unwrap_or(base);
        let digits = base.len() < mention.name.len();
        let short = [base, bare].into_iter().find(|name| digits && defined.contains(*name)).map(str::len);
        if let Some(len) = short {
            mention.range.end = mention.range.start + len;
            mention.name.truncate(len);
        }
    }
}

impl Collector<'_> {
    fn push(&mut self, class: Class, name: &str, range: Range<usize>, definition: Option<Range<usize>>, head: &str) {
        if !name.is_empty() && !name.contains(['#', '<']) {
            self.out.push(Mention { class, name: name.to_owned(), range, definition, head: head.to_owned() });
        }
    }

    /// The nearest clause around an item, arrays passed over.
    fn clause(&self, id: Id) -> Option<Id> {
        self.tree.ancestors(id).find(|id| self.tree.get(*id).kind == Kind::Clause)
    }

    fn text(&mut self, id: Id) {
        let tree = self.tree;
        let node = tree.get(id);
        let content = tree.content(id);
        let range = node.start + 1..node.start + 1 + content.len();
        let Some(parent) = node.parent else { return };
        self.pasted(range.clone());
        let index = (0..3).find(|index| tree.item(parent, *index) == Some(id)).unwrap_or(3);
        let head = tree.head(parent).unwrap_or_default();
        let around = self.clause(id);
        let outer = around.and_then(|clause| tree.head(clause)).unwrap_or_default();
        match (head, index) {
            ("define", 1) => return self.push(Class::Define, content, range, Some(self.tree.range(parent)), head),
            ("option", 1) => return self.push(Class::Heading, content, range, Some(self.tree.range(parent)), head),
            ("ruleset", 1) => return self.push(Class::Ruleset, content, range, Some(self.tree.range(parent)), head),
            ("game" | "match" | "instance" | "subgame", 1) => return,
            ("item", _) if tree.around(parent, "option").is_some() => {
                if index == 1 {
                    let option = tree.around(parent, "option");
                    let heading = option.and_then(|option| tree.item(option, 1)).map(|id| tree.content(id));
                    let name = format!("{}/{content}", heading.unwrap_or_default());
                    return self.push(Class::Item, &name, range, Some(self.tree.range(parent)), head);
                }
                if tree.last(parent) == Some(id) {
                    return;
                }
            }
            _ => {}
        }
        if matches!(outer, "ruleset" | "useFor") && (outer == "ruleset" || head == "useFor" || head.is_empty()) {
            if let Some((heading, _)) = content.split_once('/') {
                let end = range.start + heading.len();
                self.push(Class::Item, content, end + 1..range.end, None, outer);
                self.push(Class::Heading, heading, range.start..end, None, outer);
            }
            self.push(Class::Ruleset, content, range, None, outer);
            return;
        }
        // What is written for people.
        if tree.around(id, "info").is_some() {
            return;
        }
        let metadata = tree.around(id, "metadata").is_some();
        let callee = tree.callee(parent) == Some(id);
        let known = !metadata && self.known.contains(content);
        if callee || self.defines.contains(content) || known {
            return self.push(Class::Define, content, range, None, head);
        }
        let keyword = tree.item(parent, 1).map(|id| tree.slice(id));
        let defining = DEFINING
            .iter()
            .any(|(own, word)| *own == head && (word.is_none() && index == 1 || *word == keyword && index == 2));
        let part = !metadata && index == 1 && names_part(head);
        // A call of a known define that makes a part of this name is where it gets its name.
        let given = tree.callee(parent).and_then(|_| self.made.get(content).copied());
        let made = self.parts.get(&node.start).copied().or(given);
        let defined = made.is_some() || part || defining && head != "var";
        self.push(Class::Part, content, range, defined.then(|| tree.range(parent)), made.unwrap_or(head));
    }

    /// The tags in a string.
    fn pasted(&mut self, range: Range<usize>) {
        let tree = self.tree;
        let mut at = range.start;
        while let Some(from) = tree.text.get(at..range.end).and_then(|rest| rest.find('<')) {
            let start = at + from;
            match tag(&tree.text, start).filter(|end| *end <= range.end) {
                Some(end) => {
                    self.answered(start + 1..end - 1, "");
                    at = end;
                }
                None => at = start + 1,
            }
        }
    }

    /// A tag that stands for the value of an option.
    fn answered(&mut self, range: Range<usize>, head: &str) {
        let Some(inner) = self.tree.text.get(range.clone()) else { return };
        let (name, arg) = inner.split_once(':').map_or((inner, None), |(name, arg)| (name, Some(arg)));
        self.push(Class::Tag, name, range.start..range.start + name.len(), None, head);
        if let Some(arg) = arg {
            let begin = range.start + name.len() + 1;
            self.push(Class::Argument, &format!("{name}:{arg}"), begin..range.end, None, head);
        }
    }

    fn tag(&mut self, id: Id) {
        let tree = self.tree;
        let node = tree.get(id);
        let start = node.start + 1;
        let Some(inner) = tree.text.get(start..node.end - 1) else { return };
        let Some(word) = node.parent else { return };
        let clause = self.clause(word);
        let head = clause.and_then(|clause| tree.head(clause)).unwrap_or_default();
        let option = clause.filter(|_| head == "option");
        if let Some(option) = option {
            let direct = tree.get(word).parent == Some(option);
            let tag = (1..8).find_map(|index| {
                let id = tree.item(option, index)?;
                let text = tree.slice(id).strip_prefix('<')?.strip_suffix('>')?;
                (tree.get(id).kind == Kind::Word).then_some(text)
            });
            let whole = Some(self.tree.range(option));
            match (direct, tag) {
                (true, _) => self.push(Class::Tag, inner, start..node.end - 1, whole, head),
                (false, Some(tag)) => {
                    self.push(Class::Argument, &format!("{tag}:{inner}"), start..node.end - 1, whole, head);
                }
                _ => {}
            }
            return;
        }
        if head == "item" && clause.is_some_and(|clause| tree.around(clause, "option").is_some()) {
            // A value in angle brackets, not a tag.
            return;
        }
        self.answered(start..node.end - 1, head);
    }
}

impl Document {
    /// The name written at a place.
    pub fn mention(&self, offset: usize) -> Option<&Mention> {
        self.names().at(offset)
    }

    /// Where the name at a place is defined; `None` where it is defined in no place of this text.
    pub fn definition(&self, offset: usize) -> Option<&Mention> {
        let mention = self.mention(offset)?;
        let others = [mention.class, Class::Define, Class::Part];
        others.into_iter().find_map(|class| self.names().definition(class, &mention.name))
    }

    /// Where the known define is written whose name stands at a place; `None` where the text has one of its own.
    pub fn known_definition(&self, offset: usize) -> Option<KnownPlace> {
        let mention = self.mention(offset).filter(|mention| mention.class == Class::Define)?;
        let own = self.names().definition(Class::Define, &mention.name);
        own.is_none().then(|| self.known.place(&mention.name)).flatten()
    }

    /// All places where the name at a place is written, its definition included.
    pub fn references(&self, offset: usize) -> Vec<&Mention> {
        let mention = self.mention(offset).into_iter();
        mention.flat_map(|mention| self.names().of_name(mention.class, &mention.name)).collect()
    }

    /// The edits that give the thing at a place another name.
    ///
    /// # Errors
    ///
    /// What speaks against it, in words: nothing that has a name stands there, it is not defined in this text, or the
    /// name is taken or cannot be written.
    pub fn rename(&self, offset: usize, name: &str) -> Result<Vec<Edit>, String> {
        let mention = self.mention(offset).ok_or("no name of a define, an option, a piece or a region stands here")?;
        let names = self.names();
        if names.definition(mention.class, &mention.name).is_none() {
            return Err(format!("\"{}\" is not defined in this text", mention.name));
        }
        let tag = matches!(mention.class, Class::Tag | Class::Argument);
        let wrong = |c: char| match tag {
            true => !(c.is_ascii_alphanumeric() || "_- ".contains(c)),
            false => "\"\\\n#<".contains(c) || c == '/' && mention.class != Class::Ruleset,
        };
        if name.trim().is_empty()
            || name.chars().any(wrong)
            || tag && !name.starts_with(|c: char| c.is_ascii_alphanumeric())
        {
            return Err(format!("\"{name}\" cannot be written as a name"));
        }
        let full = match mention.class {
            Class::Item => mention.name.split_once('/').map(|(heading, _)| format!("{heading}/{name}")),
            Class::Argument => mention.name.split_once(':').map(|(tag, _)| format!("{tag}:{name}")),
            _ => None,
        };
        let full = full.unwrap_or_else(|| name.to_owned());
        let rivals: &[Class] = match mention.class {
            Class::Define | Class::Part => &[Class::Define, Class::Part],
            _ => &[mention.class],
        };
        let taken = rivals.iter().any(|class| names.definition(*class, &full).is_some())
            || rivals.contains(&Class::Define) && self.known.contains(name)
            || mention.class == Class::Part && names.made.contains_key(name);
        if taken && full != mention.name {
            return Err(format!("\"{name}\" is the name of something else"));
        }
        let own = names.of_name(mention.class, &mention.name);
        Ok(own.map(|mention| Edit { range: mention.range.clone(), text: name.to_owned() }).collect())
    }
}
