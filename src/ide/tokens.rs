//! What the words of a text are, for colours.

use super::Document;
use super::tree::{Id, Kind};
use super::words::word;
use crate::schema::Schema;
use std::ops::Range;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A comment.
    Comment,
    /// A head that belongs to the text: `define`, `option`.
    Keyword,
    /// The head or keyword of a ludeme.
    Ludeme,
    /// A label, with its colon.
    Label,
    /// A constant of the language.
    Constant,
    /// A number.
    Number,
    /// A string.
    Text,
    /// A string that calls a define or names one.
    Define,
    /// The tag of an option.
    Tag,
    /// A parameter of a define.
    Parameter,
}

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands.
    pub range: Range<usize>,
}

impl Document {
    /// The tokens of the text, in order, none within another. Words that mean nothing have none.
    pub fn tokens(&self) -> Vec<Token> {
        let tree = &self.tree;
        let mut tokens = Vec::new();
        for (id, node) in tree.nodes.iter().enumerate() {
            let kind = match node.kind {
                Kind::Comment => Some(TokenKind::Comment),
                Kind::Tag => Some(TokenKind::Tag),
                Kind::Text => Some(self.string(id)),
                Kind::Label => Some(TokenKind::Label),
                Kind::Word if node.children.is_empty() => self.word(id),
                _ => None,
            };
            if let Some(kind) = kind {
                tokens.push(Token { kind, range: node.start..node.end });
            }
        }
        // A label may be made of tags.
        tokens.sort_by_key(|token| (token.range.start, token.range.end));
        let mut end = 0;
        tokens.retain(|token| {
            let free = token.range.start >= end;
            end = if free { token.range.end } else { end };
            free
        });
        tokens
    }

    fn string(&self, id: Id) -> TokenKind {
        let tree = &self.tree;
        let content = tree.content(id);
        let parent = tree.get(id).parent;
        let named = parent.is_some_and(|p| {
            tree.callee(p) == Some(id) || tree.head(p) == Some("define") && tree.item(p, 1) == Some(id)
        });
        let own = || self.names().definition_of_define(content);
        if named || own() || self.known.contains(content) { TokenKind::Define } else { TokenKind::Text }
    }

    fn word(&self, id: Id) -> Option<TokenKind> {
        let tree = &self.tree;
        let own = tree.slice(id);
        let schema = Schema::get();
        if own.starts_with('#') && own.len() > 1 {
            return Some(TokenKind::Parameter);
        }
        let clause = tree.get(id).parent.filter(|parent| tree.get(*parent).kind == Kind::Clause);
        if let Some(clause) = clause {
            if tree.item(clause, 0) == Some(id) {
                return match word(own) {
                    Some(_) => Some(TokenKind::Keyword),
                    None => schema.is_head(own).then_some(TokenKind::Ludeme),
                };
            }
            let head = tree.head(clause).unwrap_or_default();
            let at = (1..3).find(|at| tree.item(clause, *at) == Some(id));
            let keyword = at.is_some_and(|at| {
                schema
                    .forms_for(head)
                    .any(|form| form.keyword.is_some_and(|all| all.split(' ').nth(at - 1) == Some(own)))
            });
            if keyword {
                return Some(TokenKind::Ludeme);
            }
        }
        let digits = own.trim_start_matches(['-', '+']);
        if digits.starts_with(|c: char| c.is_ascii_digit())
            && own.bytes().all(|b| b.is_ascii_digit() || b"+-.e".contains(&b))
        {
            return Some(TokenKind::Number);
        }
        let constant = !schema.constant(own).is_empty()
            || matches!(own, "True" | "False" | "Off" | "End" | "Undefined" | "Infinity");
        constant.then_some(TokenKind::Constant)
    }
}
