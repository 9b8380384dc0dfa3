//! Where a closing bracket is missing that the layout of a text does not tell: where the text is right with it.
//!
//! Of a clause on one line the brackets alone say no more than that one is missing. So it is put in at one place after
//! the other, and what comes of it is checked.

use crate::check::check_among;
use crate::diag::{Diagnostic, Origin};
use crate::expand::{KnownDefines, expand_ast};
use crate::source::{Source, Sources, Span};
use crate::syntax::{Node, parse};
use std::ops::Range;

/// The longest text and the most places that are tried.
const MOST_BYTES: usize = 1 << 14;
const MOST_PLACES: usize = 160;

/// The longest text of all expansions together.
const MOST_EXPANDED: usize = 1 << 22;

/// The code of an expansion beyond all bounds.
const TOO_LARGE: &str = "LUD0105";

/// The longest clause that a hint shows.
const SHOWN: usize = 60;

/// A finding on a bracket that is not closed, of the one that has to be closed for the text to be right.
pub(super) fn narrowed(sources: &Sources, finding: Diagnostic) -> Diagnostic {
    let Some(span) = finding.origin.as_ref().filter(|_| finding.code == "LUD0003").map(|origin| origin.span) else {
        return finding;
    };
    let Some(source) = sources.get(span.source) else { return finding };
    let (text, start) = (&*source.text, span.start as usize);
    let closing = if text.as_bytes().get(start) == Some(&b'{') { '}' } else { ')' };
    let behind = finding.labels.iter().map(|label| label.span.start as usize).find(|label| *label > start);
    let stretch = start..behind.unwrap_or(text.len());
    let doubled = text.get(stretch.clone()).and_then(|stretch| stretch.find("(("));
    if doubled == Some(0) {
        return finding;
    }
    let Some((open, end)) = place(source, closing, stretch) else { return finding };
    let at = |from: usize, to: usize| Span { start: from as u32, end: to as u32, ..span };
    // A clause without a head of its own is rather opened twice than not closed.
    if let Some(twice) = doubled {
        let place = start + twice;
        return Diagnostic::error("LUD0003", &Origin::direct(at(place, place + 1)), finding.message)
            .label(finding.label)
            .hint("leave one of the two out");
    }
    let clause = text.get(open..end).unwrap_or_default();
    let hint = if clause.len() < SHOWN && !clause.contains('\n') {
        format!("write `{clause}{closing}`")
    } else {
        let line = text.get(..end).unwrap_or_default().matches('\n').count() + 1;
        format!("put the `{closing}` in line {line}, behind `{}`", clause.rsplit(' ').next().unwrap_or(clause))
    };
    Diagnostic::error("LUD0003", &Origin::direct(at(open, open + 1)), finding.message)
        .label(finding.label)
        .also(at(end - 1, end), format!("its `{closing}` is wanted behind this"))
        .hint(hint)
}

/// The bracket that lacks its partner and the end of what that belongs behind, within a stretch of a text, so that there
/// is least wrong with the text; `None` where that is the bracket with which the stretch begins.
fn place(source: &Source, closing: char, stretch: Range<usize>) -> Option<(usize, usize)> {
    let (text, start) = (&*source.text, stretch.start);
    let ends = ends(text, closing as u8, stretch);
    if text.len() > MOST_BYTES || ends.len() > MOST_PLACES {
        return None;
    }
    let known = KnownDefines::standard();
    let (mut best, mut least, mut expanded) = (None, usize::MAX, 0);
    for end in ends {
        let mended = format!("{}{closing}{}", text.get(..end)?, text.get(end..)?);
        let mut sources = Sources::new();
        let id = sources.add(source.name.clone(), &mended);
        let Ok(ast) = parse(&sources, id) else { continue };
        let (tree, mut findings) = expand_ast(&mut sources, &ast, &[], &known);
        expanded += tree.as_ref().map_or(0, |tree| tree.to_string().len());
        if expanded > MOST_EXPANDED || findings.iter().any(|finding| finding.code == TOO_LARGE) {
            return None;
        }
        let Some(tree) = tree else { continue };
        findings.extend(check_among(&tree.game, &tree.tracks).1);
        let errors = findings.iter().filter(|finding| finding.is_error()).count();
        // An early bracket may cut off what is wrong.
        if errors <= least {
            (best, least) = (opening(&ast.nodes, end + 1).map(|open| (open, end)), errors);
        }
    }
    best.filter(|(open, _)| *open != start)
}

/// Where words, strings and brackets end, but for labels and where the same bracket follows on the line.
fn ends(text: &str, closing: u8, stretch: Range<usize>) -> Vec<usize> {
    let bytes = text.as_bytes().get(..stretch.end).unwrap_or_default();
    let (mut ends, mut at) = (Vec::new(), stretch.start);
    let until = |from: usize, ends: &dyn Fn(&u8) -> bool| {
        bytes.iter().skip(from).position(ends).map_or(bytes.len(), |length| from + length)
    };
    while let Some(byte) = bytes.get(at) {
        let open = matches!(byte, b'(' | b'{') || byte.is_ascii_whitespace();
        at = match byte {
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at = until(at, &|byte| *byte == b'\n');
                continue;
            }
            b'"' => until(at + 1, &|byte| *byte == b'"') + 1,
            b')' | b'}' => at + 1,
            _ if open => at + 1,
            _ => until(at, &|byte| byte.is_ascii_whitespace() || b"(){}\"".contains(byte)),
        };
        let label = bytes.get(..at).is_some_and(|before| before.ends_with(b":"));
        let spaces = until(at, &|byte| *byte != b' ');
        if !open && !label && bytes.get(spaces) != Some(&closing) {
            ends.push(at);
        }
    }
    ends
}

/// Where the node begins that ends at a place.
fn opening(nodes: &[Node], end: usize) -> Option<usize> {
    let node = nodes.iter().find(|node| (node.start as usize) < end && end <= node.end as usize)?;
    opening(node.children(), end).or_else(|| (node.end as usize == end).then_some(node.start as usize))
}
