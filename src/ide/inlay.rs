//! What a text leaves unsaid: names of arguments, values of options.

use super::Document;
use super::tree::{Kind, tag};
use super::words::beginning;
use std::ops::Range;

/// How many characters of a value are shown.
const SHOWN: usize = 40;

/// Something shown within a line that is not in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inlay {
    /// Before which byte.
    pub offset: usize,
    /// What is shown.
    pub text: String,
    /// Whether it is the name of the argument that follows; else the value of the tag before it.
    pub argument: bool,
}

impl Document {
    /// The names of arguments that are plain words, numbers and strings, where the name says more than the kind, and
    /// the values that option tags stand for, in a range of the text.
    pub fn inlays(&self, range: Range<usize>) -> Vec<Inlay> {
        let tree = &self.tree;
        let mut out = Vec::new();
        for (id, node) in tree.nodes.iter().enumerate() {
            if node.start < range.start || node.end > range.end {
                continue;
            }
            match node.kind {
                Kind::Word | Kind::Text => out.extend(self.argument(id)),
                Kind::Tag => out.extend(self.value(tree.slice(id), node.end)),
                _ => {}
            }
        }
        out.sort_by_key(|inlay| inlay.offset);
        out
    }

    fn argument(&self, id: usize) -> Option<Inlay> {
        let node = self.tree.get(id);
        let parent = node.parent.filter(|parent| self.tree.get(*parent).kind == Kind::Clause)?;
        let (form, slot) = self.seens().slots(node.start).next()?;
        let several = self.seens().slots(node.start).any(|(_, other)| other.name != slot.name);
        let plain = node.kind == Kind::Text
            || self.tree.slice(id).starts_with(|c: char| c.is_ascii_digit() || c == '-')
            || matches!(self.tree.slice(id), "True" | "False");
        // What stands alone needs no name, and a string behind the head is one.
        let titled = node.kind == Kind::Text && self.tree.item(parent, 1) == Some(id);
        let alone = self.tree.item(parent, 2).is_none() && form.slots.len() == 1;
        let said = slot.labelled
            || slot.name == slot.kind
            || several
            || alone
            || titled
            || self.tree.item(parent, 0) == Some(id);
        let arg = format!("{}:", slot.name);
        (plain && !said).then_some(Inlay { offset: node.start, text: arg, argument: true })
    }

    fn value(&self, slice: &str, offset: usize) -> Option<Inlay> {
        tag(slice, 0)?;
        let word = self.tree.at(offset)?;
        let in_option = self.tree.around(word, "option").is_some();
        let (category, value) = self.option_of(slice.strip_prefix('<')?.strip_suffix('>')?)?;
        let value = self.value_of(category, category.chosen, value).filter(|_| !in_option)?;
        Some(Inlay { offset, text: format!("= {}", beginning(value, SHOWN)), argument: false })
    }
}
