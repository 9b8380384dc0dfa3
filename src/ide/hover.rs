//! The meaning of what stands at a place.

use super::Document;
use super::names::Class;
use super::tree::{Id, Kind};
use super::words::{beginning, word};
use crate::check::example;
use crate::expand::OptionCategory;
use crate::schema::{Form, Schema, Slot};
use std::fmt::Write;
use std::ops::Range;

/// How many forms, lines of a define, and words of a kind are shown.
const FORMS: usize = 6;
const LINES: usize = 40;
const WORDS: usize = 40;

/// A meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hover {
    /// What it is about.
    pub range: Range<usize>,
    /// The meaning, as Markdown.
    pub text: String,
}

fn code(out: &mut String, text: &str) {
    let mut lines = text.lines();
    out.push_str("```ludii\n");
    for line in lines.by_ref().take(LINES) {
        out.push_str(line);
        out.push('\n');
    }
    if lines.next().is_some() {
        out.push_str("…\n");
    }
    out.push_str("```\n");
}

/// A form, what it makes, what it means, and an example.
pub(super) fn form_text(form: &Form, with_example: bool) -> String {
    let mut out = String::new();
    code(&mut out, &format!("{form} : {}", form.kind));
    if !form.doc.is_empty() {
        let _ = writeln!(out, "{}", form.doc);
    }
    if let Some(example) = with_example.then(|| example(form)).flatten() {
        let _ = writeln!(out, "\nsuch as `{example}`");
    }
    out
}

fn forms_text(forms: &[&'static Form]) -> Option<String> {
    if forms.is_empty() {
        return None;
    }
    let shown = forms.iter().take(FORMS).map(|form| form_text(form, forms.len() <= 2));
    let mut out = shown.collect::<Vec<_>>().join("\n");
    if forms.len() > FORMS {
        let _ = write!(out, "\nand {} more forms", forms.len() - FORMS);
    }
    Some(out)
}

/// A slot of a form, with the words of its kind.
fn slot_text(form: &Form, slot: &Slot) -> String {
    let need = if slot.optional { ", may be left out" } else { "" };
    let mut out = format!("`{slot}` of `{}`{need}\n", form.title());
    let kind = Schema::get().kind_of(slot.kind_id);
    if (2..=WORDS).contains(&kind.constants.len()) {
        let _ = writeln!(out, "\n`<{}>` is one of {}", kind.name, kind.constants.join(", "));
    }
    out.push('\n');
    code(&mut out, &format!("{form} : {}", form.kind));
    let _ = write!(out, "{}", form.doc);
    out
}

impl Document {
    /// The meaning of what stands at a place: of a ludeme, keyword, label or constant by its place, of a define with
    /// its text, of an option tag with its value, of a name with its definition.
    pub fn hover(&self, offset: usize) -> Option<Hover> {
        let id = self.tree.at(offset)?;
        let text = match self.tree.get(id).kind {
            Kind::Word => self.word_text(id),
            Kind::Label => self.label_text(id),
            Kind::Tag => self.tag_text(id),
            Kind::Text => self.name_text(offset, id),
            Kind::Comment | Kind::Clause | Kind::Array | Kind::Foreign => None,
        }?;
        Some(Hover { range: self.tree.range(id), text })
    }

    /// The forms that the clause around a node was taken for; else those of its head.
    fn forms_of(&self, clause: Id) -> Vec<&'static Form> {
        let forms: Vec<&'static Form> = self.seens().forms(self.tree.get(clause).start).collect();
        match forms.is_empty() {
            false => forms,
            true => self.tree.head(clause).into_iter().flat_map(|head| Schema::get().forms_for(head)).collect(),
        }
    }

    fn word_text(&self, id: Id) -> Option<String> {
        let tree = &self.tree;
        let own = tree.slice(id);
        if own.len() == 2 && own.starts_with('#') {
            return self.parameter_text(id);
        }
        let parent = tree.get(id).parent;
        let clause = parent.filter(|parent| tree.get(*parent).kind == Kind::Clause);
        if let Some(clause) = clause.filter(|clause| tree.item(*clause, 0) == Some(id)) {
            let in_option = tree.around(clause, "option").is_some();
            if let Some((form, meaning)) = word(own).filter(|_| own != "item" || in_option) {
                let mut out = String::new();
                code(&mut out, form);
                out.push_str(meaning);
                return Some(out);
            }
            return forms_text(&self.forms_of(clause));
        }
        if let Some(clause) = clause {
            let forms = self.forms_of(clause);
            let keyword = |form: &&&'static Form| {
                let words = form.keyword.into_iter().flat_map(|all| all.split(' '));
                words.enumerate().any(|(at, word)| word == own && tree.item(clause, at + 1) == Some(id))
            };
            let led: Vec<&'static Form> = forms.iter().filter(keyword).copied().collect();
            if !led.is_empty() {
                return forms_text(&led);
            }
        }
        let (form, slot) = self.seens().slots(tree.get(id).start).next()?;
        Some(slot_text(form, slot))
    }

    /// What the calls of a define give for a parameter.
    fn parameter_text(&self, id: Id) -> Option<String> {
        let tree = &self.tree;
        let number: usize = tree.slice(id).get(1..)?.parse().ok()?;
        let define = tree.around(id, "define")?;
        let name = tree.content(tree.item(define, 1)?);
        let mut out = format!("argument {number} of the define \"{name}\"\n");
        let calls = self.names().of_name(Class::Define, name).filter(|mention| mention.definition.is_none());
        let given = calls.filter_map(|mention| {
            let call = tree.get(tree.at(mention.range.start)?).parent?;
            tree.callee(call)?;
            tree.item(call, number)
        });
        for id in given.take(FORMS) {
            code(&mut out, tree.slice(id));
        }
        Some(out)
    }

    fn label_text(&self, id: Id) -> Option<String> {
        let name = self.tree.slice(id).strip_suffix(':')?;
        let clause = self.tree.get(id).parent?;
        let forms = self.forms_of(clause);
        let slots = forms.iter().flat_map(|form| form.slots.iter().map(move |slot| (*form, slot)));
        let (form, slot) = slots.into_iter().find(|(_, slot)| slot.labelled && slot.name == name)?;
        Some(slot_text(form, slot))
    }

    /// The option that a tag belongs to, and the number of the value it asks for.
    pub(super) fn option_of(&self, tag: &str) -> Option<(&OptionCategory, usize)> {
        let (name, arg) = tag.split_once(':').map_or((tag, None), |(name, arg)| (name, Some(arg)));
        let category = self.rough()?.expanded.options.iter().find(|category| *category.tag == *name)?;
        let value = arg.map_or(Some(0), |arg| category.args.iter().position(|other| **other == *arg))?;
        Some((category, value))
    }

    /// The value that an item of an option gives.
    pub(super) fn value_of(&self, category: &OptionCategory, item: usize, value: usize) -> Option<&str> {
        let span = category.items.get(item)?.values.get(value)?;
        self.text.get(self.rough()?.back(*span)?).map(str::trim)
    }

    fn tag_text(&self, id: Id) -> Option<String> {
        let slice = self.tree.slice(id);
        let (category, value) = self.option_of(slice.strip_prefix('<')?.strip_suffix('>')?)?;
        let choice = category.choice();
        let mut out = format!("option \"{}\", item \"{}\" is in use:\n", choice.heading, choice.item);
        code(&mut out, self.value_of(category, category.chosen, value)?);
        for (index, item) in
            category.items.iter().enumerate().filter(|(index, _)| *index != category.chosen).take(WORDS)
        {
            let value = self.value_of(category, index, value).unwrap_or_default();
            let _ = writeln!(out, "- \"{}\": `{}`", item.name, beginning(value, 60));
        }
        Some(out)
    }

    /// A define with its parameters, as it is written.
    pub(super) fn define_text(&self, name: &str) -> Option<String> {
        let own = self.names().definition(Class::Define, name).and_then(|mention| mention.definition.clone());
        let (what, text) = match own.and_then(|place| self.text.get(place)) {
            Some(text) => ("define", text.to_owned()),
            None => ("known define", self.known.text(name)?),
        };
        let count = (1..10).take_while(|number| text.contains(&format!("#{number}"))).count();
        let parameters = match count {
            0 => String::new(),
            1 => " with the argument `#1`".to_owned(),
            _ => format!(" with the arguments `#1` to `#{count}`"),
        };
        let mut out = format!("{what} \"{name}\"{parameters}\n");
        code(&mut out, &text);
        Some(out)
    }

    fn name_text(&self, offset: usize, id: Id) -> Option<String> {
        let mention = self.mention(offset)?;
        if mention.class == Class::Define {
            return self.define_text(&mention.name);
        }
        if mention.class == Class::Item {
            let categories = &self.rough()?.expanded.options;
            let item = categories.iter().flat_map(|c| c.items.iter().map(move |item| (c, item)));
            let name = &mention.name;
            let (category, item) =
                item.into_iter().find(|(c, item)| format!("{}/{}", c.heading, item.name) == *name)?;
            let used = if category.choice().item == item.name { ", in use" } else { "" };
            return Some(format!("item of the option \"{}\"{used}\n\n{}", category.heading, item.description));
        }
        let mut out = String::new();
        if let Some(definition) = self.definition(offset) {
            let text = definition.definition.clone().and_then(|place| self.text.get(place)).unwrap_or_default();
            let _ = writeln!(out, "`{}` \"{}\"", definition.head, definition.name);
            code(&mut out, text);
        } else if let Some(head) = self.names().made.get(&mention.name) {
            let _ = writeln!(out, "`{head}` \"{}\", made by a known define", mention.name);
        }
        if let Some((form, slot)) = self.seens().slots(self.tree.get(id).start).next() {
            let _ = write!(out, "\n{}", slot_text(form, slot));
        }
        (!out.is_empty()).then_some(out)
    }
}
