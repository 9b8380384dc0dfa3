//! Reads the signature notation of `grammar/ludemes/*.ludemes`.

use super::{Form, KindId, Slot};
use pest::Parser;
use pest::iterators::Pair;

/// The pest grammar of the notation.
#[derive(pest_derive::Parser)]
#[grammar = "../grammar/ludemes.pest"]
struct Notation;

/// One side of `<kind> ::= alternative`, as written.
#[derive(Debug)]
pub(super) enum Alternative {
    /// `(head KEYWORD item*)`; kinds have no numbers yet.
    Form(Form),
    /// `<kind>`: everything of that kind is also of this one.
    Kind(&'static str),
    /// `<kind!>`: the literals of that kind are also of this one.
    Literal(&'static str),
    /// `{<kind>}`: an array of that kind is also of this one.
    Array(&'static str, u8),
    /// An enumerated constant.
    Constant(&'static str),
}

/// Every definition of a text, in order: the kind defined, and one of its alternatives.
///
/// # Panics
/// When the text is not in the notation. The texts are part of the program, and a test reads them all.
pub(super) fn read(text: &'static str) -> Vec<(&'static str, Alternative)> {
    let file = match Notation::parse(Rule::file, text) {
        Ok(mut pairs) => pairs.next(),
        Err(error) => panic!("the ludeme signatures are not well formed: {error}"),
    };
    let mut out = Vec::with_capacity(256);
    for definition in file.into_iter().flat_map(Pair::into_inner).filter(|p| p.as_rule() == Rule::definition) {
        let (mut doc, mut kind) = ("", "");
        for part in definition.into_inner() {
            match part.as_rule() {
                Rule::doc => doc = part.as_str().trim_start_matches('/').trim(),
                Rule::name => kind = part.as_str(),
                Rule::form => out.push((kind, Alternative::Form(form(part, doc)))),
                Rule::slot => {
                    let slot = slot(part, false, None);
                    let capital = slot.kind.starts_with(|c: char| c.is_ascii_uppercase());
                    out.push((
                        kind,
                        match (capital, slot.depth, slot.literal) {
                            (true, ..) => Alternative::Constant(slot.kind),
                            (_, 0, true) => Alternative::Literal(slot.kind),
                            (_, 0, false) => Alternative::Kind(slot.kind),
                            (_, depth, _) => Alternative::Array(slot.kind, depth),
                        },
                    ));
                }
                _ => {}
            }
        }
    }
    out
}

fn form(pair: Pair<'static, Rule>, doc: &'static str) -> Form {
    let whole = pair.as_str();
    let offset = pair.as_span().start();
    let (mut head, mut slots, mut groups) = ("", Vec::new(), 0);
    let mut keywords: Option<(usize, usize)> = None;
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::head => head = part.as_str(),
            Rule::keyword => {
                let (start, end) = (part.as_span().start() - offset, part.as_span().end() - offset);
                keywords = Some((keywords.map_or(start, |(first, _)| first), end));
            }
            Rule::optional | Rule::choice => {
                let optional = part.as_rule() == Rule::optional;
                let members: Vec<_> = part.into_inner().collect();
                let group = (members.len() > 1).then(|| {
                    groups += 1;
                    groups
                });
                slots.extend(members.into_iter().map(|member| slot(member, optional, group)));
            }
            Rule::slot => slots.push(slot(part, false, None)),
            _ => {}
        }
    }
    Form::new(head, keywords.and_then(|(start, end)| whole.get(start..end)), slots, doc)
}

fn slot(pair: Pair<'static, Rule>, optional: bool, group: Option<u8>) -> Slot {
    let (name, kind, kind_id) = ("", "", KindId(0));
    let mut out = Slot { name, labelled: false, kind, kind_id, depth: 0, optional, group, literal: false, unit: 0 };
    let mut value = None;
    for part in pair.into_inner() {
        if part.as_rule() == Rule::label {
            out.name = part.as_str();
            out.labelled = true;
        } else {
            value = Some(part);
        }
    }
    while let Some(part) = value.take() {
        match part.as_rule() {
            Rule::array => {
                out.depth += 1;
                value = part.into_inner().next();
            }
            Rule::typed => {
                for inner in part.into_inner() {
                    match inner.as_rule() {
                        Rule::literal => out.literal = true,
                        _ if out.kind.is_empty() => out.kind = inner.as_str(),
                        _ => out.name = inner.as_str(),
                    }
                }
            }
            _ => out.kind = part.as_str(),
        }
    }
    if out.name.is_empty() {
        out.name = out.kind;
    }
    out
}
