//! The pest parser, and its result as a tree of our own.

use super::ast::{Ast, Node, NodeKind};
use super::scan::scan;
use super::{MAX_NESTING, MAX_TEXT};
use crate::diag::{Diagnostic, Origin};
use crate::source::{SourceId, Sources, Span};
use pest::Parser;
use pest::iterators::{Pair, Pairs};
use std::ops::Range;
use std::sync::Arc;

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/lud.pest"]
struct Lud;

/// Reads a text.
///
/// # Errors
///
/// A [`Diagnostic`] when the text is too long, nests deeper than [`MAX_NESTING`], or when its brackets or quotes do not
/// match. Any other text has a tree.
pub fn parse(sources: &Sources, id: SourceId) -> Result<Ast, Box<Diagnostic>> {
    let Some(source) = sources.get(id) else {
        return Err(Diagnostic::placeless("LUD0009", "there is no such text").into());
    };
    let text = source.text.clone();
    if text.len() > MAX_TEXT {
        return Err(Diagnostic::placeless("LUD0001", format!("{} is longer than {MAX_TEXT} bytes", source.name)).into());
    }
    let nodes = parse_part(id, &text, 0..text.len())?;
    Ok(Ast { source: id, text, nodes })
}

/// Reads a stretch of a text as items of their own, such as the value of an option item.
///
/// # Errors
///
/// As [`parse`]; the stretch must lie within the text and its brackets must match within it.
pub fn parse_part(source: SourceId, text: &Arc<str>, range: Range<usize>) -> Result<Vec<Node>, Box<Diagnostic>> {
    if let Some(problem) = scan(source, text, range.clone()) {
        return Err(problem.into());
    }
    let offset = range.start;
    let part = text.get(range.clone()).unwrap_or("");
    match Lud::parse(Rule::document, part) {
        Ok(mut pairs) => {
            let inner = pairs.next().map(Pair::into_inner);
            Ok(inner.map(|pairs| nodes(pairs, offset, offset)).unwrap_or_default())
        }
        Err(error) => {
            let at = match error.location {
                pest::error::InputLocation::Pos(at) | pest::error::InputLocation::Span((at, _)) => at,
            };
            let at = (offset + at) as u32;
            let origin = Origin::direct(Span { source, start: at, end: at + 1 });
            Err(Diagnostic::error("LUD0009", &origin, "this text cannot be read")
                .label(format!("nothing that may stand here; brackets may nest {MAX_NESTING} deep"))
                .into())
        }
    }
}

/// Whether a text is an item of an option, its brackets included.
pub fn is_item(text: &str) -> bool {
    Lud::parse(Rule::option_item, text)
        .is_ok_and(|mut pairs| pairs.next().is_some_and(|pair| pair.as_span().end() == text.len()))
}

/// The nodes of pest's pairs. `offset` is added to every place; `at` is where what precedes the first pair ends.
fn nodes(pairs: Pairs<'_, Rule>, offset: usize, mut at: usize) -> Vec<Node> {
    let mut list = Vec::new();
    for pair in pairs {
        let rule = pair.as_rule();
        if matches!(rule, Rule::EOI | Rule::colon) {
            continue;
        }
        let span = pair.as_span();
        let (start, end) = (offset + span.start(), offset + span.end());
        let glued = start == at;
        at = end;
        let kind = kind(pair, rule, offset, start);
        list.push(Node { start: start as u32, end: end as u32, glued, kind });
    }
    list
}

fn kind(pair: Pair<'_, Rule>, rule: Rule, offset: usize, start: usize) -> NodeKind {
    let inside = |pair: Pair<'_, Rule>| nodes(pair.into_inner(), offset, start + 1);
    match rule {
        Rule::comment => NodeKind::Comment,
        Rule::text => NodeKind::Text,
        Rule::clause => NodeKind::Clause(inside(pair)),
        Rule::array | Rule::option_args | Rule::option_items => NodeKind::Array(inside(pair)),
        Rule::option => NodeKind::Option(inside(pair)),
        Rule::option_item => NodeKind::Item(inside(pair)),
        Rule::token => {
            let label = pair.as_str().ends_with(':');
            let parts = nodes(pair.into_inner(), offset, start);
            if label { NodeKind::Label(parts) } else { NodeKind::Word(parts) }
        }
        Rule::tag_free => NodeKind::Label(Vec::new()),
        Rule::plain | Rule::option_word | Rule::args_label | Rule::item_word => NodeKind::Plain,
        Rule::tag | Rule::option_tag => NodeKind::Tag,
        Rule::value => NodeKind::Value,
        Rule::stars => NodeKind::Stars,
        _ => NodeKind::Foreign,
    }
}
