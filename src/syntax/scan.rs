//! Brackets, quotes and nesting, checked before the parser spends anything on a text.

use super::MAX_NESTING;
use super::balance::{Bare, Bracket, Mistake, mistake, partner};
use super::lookalikes::{advice, lookalike};
use super::quotes::{Lost, lost};
use crate::diag::{Diagnostic, Origin};
use crate::source::{SourceId, Span};
use std::ops::Range;

struct Scan<'a> {
    /// The text as far as it is looked at.
    text: &'a str,
    /// Where the stretch begins that is looked at.
    start: usize,
    source: SourceId,
    open: Vec<usize>,
    /// The first line that begins with `(` at its very left while a bracket is open.
    suspect: Option<usize>,
    /// The first string that runs over a line which begins with an opening bracket.
    long_string: Option<usize>,
    /// The first string that holds a bracket and ends right before a word: one quote is missing there or too many.
    stray: Option<usize>,
    /// The first string that holds an odd number of escaped quotes.
    odd: Option<Span>,
    /// Opening and closing bracket of the last clause outside all others.
    last: Option<(usize, usize)>,
}

/// Finds the first thing that keeps the brackets and quotes of a stretch of text from matching; `None` when all is
/// well.
///
/// Where a character that only looks like a bracket or a quote stands outside strings, that is told first.
pub(super) fn scan(source: SourceId, text: &str, range: Range<usize>) -> Option<Diagnostic> {
    let text = text.get(..range.end)?;
    let problem = first_problem(source, text, range.clone())?;
    let Some((at, found)) = lookalike(text, range) else { return Some(problem) };
    let origin = Origin::direct(Span { source, start: at as u32, end: (at + found.len_utf8()) as u32 });
    let finding = Diagnostic::error("LUD0007", &origin, format!("the character `{found}` may not stand here"));
    Some(finding.label("only in strings and comments").hint_if(advice(found)))
}

fn first_problem(source: SourceId, text: &str, range: Range<usize>) -> Option<Diagnostic> {
    let mut scan = Scan {
        text,
        start: range.start,
        source,
        open: Vec::new(),
        suspect: None,
        long_string: None,
        stray: None,
        odd: None,
        last: None,
    };
    let bytes = text.as_bytes();
    let mut at = range.start;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => match scan.string(bytes, at) {
                Ok(next) => {
                    at = next;
                    continue;
                }
                Err(problem) => return Some(*problem),
            },
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at = bytes[at..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |n| at + n);
                continue;
            }
            b'(' | b'{' => {
                if let Some(problem) = scan.opener(bytes, at) {
                    return Some(problem);
                }
            }
            b')' | b'}' => {
                if let Some(problem) = scan.closer(bytes, at) {
                    return Some(problem);
                }
            }
            _ => {}
        }
        at += 1;
    }
    scan.end()
}

impl Scan<'_> {
    fn span(&self, at: usize) -> Span {
        Span { source: self.source, start: at as u32, end: at as u32 + 1 }
    }

    fn error(&self, code: &'static str, at: usize, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(code, &Origin::direct(self.span(at)), message)
    }

    fn line(&self, at: usize) -> usize {
        self.text.as_bytes()[..at].iter().filter(|b| **b == b'\n').count() + 1
    }

    /// Passes a string over; the place behind its closing quote.
    fn string(&mut self, bytes: &[u8], start: usize) -> Result<usize, Box<Diagnostic>> {
        let mut escapes = 0;
        let mut at = start + 1;
        loop {
            match bytes.get(at) {
                None => return Err(self.unclosed_string(self.stray.or(self.long_string).unwrap_or(start)).into()),
                Some(b'\\') if bytes.get(at + 1) == Some(&b'"') => {
                    escapes += 1;
                    at += 2;
                }
                Some(b'"') => break,
                Some(b'\n') if bytes.get(at + 1) == Some(&b'(') && self.long_string.is_none() => {
                    self.long_string = Some(start);
                    at += 1;
                }
                Some(_) => at += 1,
            }
        }
        if escapes % 2 == 1 {
            self.odd.get_or_insert(Span { source: self.source, start: start as u32, end: at as u32 + 1 });
        }
        let word = |byte: &u8| byte.is_ascii_alphanumeric();
        if self.stray.is_none()
            && bytes.get(at + 1).is_some_and(word)
            && bytes[start..at].iter().any(|byte| b"(){}".contains(byte))
        {
            self.stray = Some(start);
        }
        Ok(at + 1)
    }

    fn unclosed_string(&self, start: usize) -> Diagnostic {
        match lost(self.text, self.start) {
            Some(Lost::Closing { open, at }) => {
                return self
                    .error("LUD0006", open, "a string is not closed")
                    .label("the string that begins here has no end")
                    .also(self.span(at), "its `\"` is wanted before this")
                    .hint(format!("write `{}\"`", self.text.get(open..at).unwrap_or_default().trim_end()));
            }
            Some(Lost::Opening { at, close }) => {
                return self
                    .error("LUD0006", at, "a string is not opened")
                    .label("a `\"` is wanted before this")
                    .also(self.span(close), "the string that ends here has no beginning")
                    .hint(format!("write `\"{}`", self.text.get(at..=close).unwrap_or_default()));
            }
            Some(Lost::Surplus(at)) => {
                return self
                    .error("LUD0006", at, "a quote is one too many")
                    .label("without it all strings end")
                    .hint("leave it out");
            }
            None => {}
        }
        self.error("LUD0006", start, "a string is not closed")
            .label("the string that begins here has no end, or ends where another should begin")
            .hint("put a `\"` at its end; a quote inside a string is written `\\\"`")
    }

    fn opener(&mut self, bytes: &[u8], at: usize) -> Option<Diagnostic> {
        let leftmost = at == 0 || bytes[at - 1] == b'\n';
        if leftmost && self.suspect.is_none() {
            self.suspect = self.open.last().map(|_| at);
        }
        self.open.push(at);
        (self.open.len() > MAX_NESTING).then(|| {
            self.error("LUD0002", at, format!("brackets are nested more than {MAX_NESTING} deep"))
                .label("one level too deep")
                .hint("move an inner part to a define of its own, or look for closing brackets that are missing")
        })
    }

    fn closer(&mut self, bytes: &[u8], at: usize) -> Option<Diagnostic> {
        let Some(open) = self.open.pop() else { return Some(self.fails(at, None)) };
        if partner(bytes[open]) != bytes[at] {
            return Some(self.fails(at, Some(open)));
        }
        if self.open.is_empty() {
            self.last = Some((open, at));
        }
        None
    }

    /// The end of the text, where brackets may still be open, and a string may hold an odd number of quotes.
    fn end(&self) -> Option<Diagnostic> {
        // A string that takes in brackets tells where a quote was lost, and that this is no string at all.
        if !self.open.is_empty() || self.odd.is_some() && self.stray.is_some() {
            return Some(self.fails(self.text.len(), self.open.last().copied()));
        }
        let odd = Diagnostic::error("LUD0008", &Origin::direct(self.odd?), "a string holds an odd number of `\\\"`");
        let odd = odd.label("Ludii loses track of where this string ends");
        Some(odd.hint("write the quotes in pairs, or use an apostrophe"))
    }

    /// A closing bracket that does not close the one that is open, or the end of the text where one still is.
    fn fails(&self, at: usize, open: Option<usize>) -> Diagnostic {
        if let Some(start) = self.stray {
            return self.unclosed_string(start);
        }
        let sign = |at: usize| self.text.as_bytes().get(at).copied().unwrap_or(b' ') as char;
        let brackets: Vec<Bracket> = self.brackets().collect();
        let limit = self.suspect.unwrap_or(at).min(at);
        let failure = brackets.partition_point(|bracket| bracket.at < limit);
        let problem = match mistake(&brackets, failure) {
            Some(Mistake::Unclosed(place, next)) => self.unclosed(place, next.filter(|next| *next != at)),
            Some(Mistake::Unopened(place, kind)) => {
                let kind = kind as char;
                self.error("LUD0005", place, format!("a `{kind}` is missing"))
                    .label("before this or at the beginning of its line")
                    .hint(format!("put the `{kind}` in that is to be closed by `{}`", partner(kind as u8) as char))
            }
            Some(Mistake::Unbraced(place)) => self
                .error("LUD0005", place, "a `{` is missing")
                .label("behind the word that follows this")
                .hint(format!("put the `{{` in: `{} {{`", self.head(place))),
            Some(Mistake::Kind(place)) if place == at && open.is_some() => {
                let (opening, close) = (open.map_or(' ', sign), sign(at));
                let wanted = partner(opening as u8) as char;
                self.error("LUD0004", at, format!("`{close}` cannot close `{opening}`"))
                    .label(format!("`{wanted}` is wanted first"))
                    .hint(format!("write `{wanted}` for it, or before it"))
            }
            Some(Mistake::Kind(place)) => {
                let other = if matches!(sign(place), '(' | ')') { "braces" } else { "parentheses" };
                self.error("LUD0004", place, format!("`{}` where {other} are wanted", sign(place)))
                    .label("a bracket of the other kind")
                    .hint("a list stands in braces, `{…}`, and a ludeme in parentheses, `(…)`")
            }
            Some(Mistake::Surplus(place)) if place != at => self
                .error("LUD0005", place, format!("`{}` is one too many", sign(place)))
                .label("closes more than it should")
                .hint("leave it out"),
            _ => {
                let problem = self
                    .error("LUD0005", at, format!("`{}` closes nothing", sign(at)))
                    .label("no bracket is open here")
                    .hint("remove it, or remove an earlier closing bracket that came too soon");
                match self.last {
                    Some((from, to)) => problem
                        .also(self.span(from), "the clause before it begins here")
                        .also(self.span(to), "and has already ended here"),
                    None => problem,
                }
            }
        };
        let place = problem.origin.as_ref().map_or(0, |origin| origin.span.start as usize);
        let problem = match open {
            Some(open) if at < self.text.len() => {
                let problem = if open == place {
                    problem
                } else {
                    problem.also(self.span(open), format!("this `{}` is still open", sign(open)))
                };
                if at == place {
                    problem
                } else {
                    problem.also(self.span(at), format!("this `{}` cannot close `{}`", sign(at), sign(open)))
                }
            }
            _ => problem,
        };
        self.doubt(problem)
    }

    /// A bracket and the word behind it.
    fn head(&self, at: usize) -> &str {
        let rest = self.text.get(at..).unwrap_or_default();
        let end = rest.get(1..).and_then(|rest| rest.find(|c: char| !c.is_ascii_alphanumeric()));
        rest.get(..end.map_or(rest.len(), |end| end + 1)).unwrap_or_default()
    }

    /// A bracket that should be closed before another one.
    fn unclosed(&self, place: usize, next: Option<usize>) -> Diagnostic {
        let (opening, closing) = if self.text.as_bytes().get(place) == Some(&b'(') { ('(', ')') } else { ('{', '}') };
        let problem =
            self.error("LUD0003", place, format!("`{opening}` is not closed")).label("no bracket closes this");
        if opening == '(' && self.text.get(place + 1..).is_some_and(|rest| rest.starts_with('(')) {
            return problem.hint("leave one of the two out");
        }
        let what = if opening == '(' { format!("`{} …`", self.head(place)) } else { "this list".to_owned() };
        match next {
            Some(next) if self.line(next) != self.line(place) => problem
                .also(self.span(next), format!("it is still open in line {}", self.line(next)))
                .hint(format!("put the `{closing}` that ends {what} in before line {}", self.line(next))),
            _ => problem.hint(format!("put the `{closing}` in that ends {what}")),
        }
    }

    /// The brackets of the text outside strings and comments.
    fn brackets(&self) -> impl Iterator<Item = Bracket> {
        let bytes = self.text.as_bytes();
        let (mut at, mut indent, mut first, mut leading, mut bare) = (self.start, 0, true, true, None);
        std::iter::from_fn(move || {
            loop {
                let byte = *bytes.get(at)?;
                let here = at;
                at += 1;
                match byte {
                    b'\n' => (indent, first, leading) = (0, true, true),
                    b' ' if first => indent += 1,
                    b'\t' if first => indent += 4,
                    b'/' if bytes.get(at) == Some(&b'/') => {
                        at = bytes.get(at..)?.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |n| at + n);
                    }
                    b'"' => {
                        first = false;
                        while let Some(byte) = bytes.get(at) {
                            at += 1;
                            match byte {
                                b'"' => break,
                                b'\\' if bytes.get(at) == Some(&b'"') => at += 1,
                                _ => {}
                            }
                        }
                    }
                    b'(' | b'{' | b')' | b'}' => {
                        let bracket = Bracket { at: here, byte, indent, first, leading, bare };
                        (first, leading, bare) = (false, false, None);
                        return Some(bracket);
                    }
                    _ => {
                        if bare.is_none() && self.is_bare(here) {
                            bare = Some(Bare { at: here, indent, first });
                        }
                        first = false;
                    }
                }
            }
        })
    }

    /// Whether a word begins here that looks like a ludeme and stands behind no bracket. Constants begin with a capital
    /// letter, labels end in a colon, and tags stand in angle brackets.
    fn is_bare(&self, at: usize) -> bool {
        let (before, rest) = self.text.as_bytes().split_at(at);
        let in_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-<#.".contains(byte);
        // First what costs nothing: this is asked of every letter.
        if !rest.first().is_some_and(u8::is_ascii_lowercase) || before.last().is_some_and(in_word) {
            return false;
        }
        let end = rest.iter().position(|byte| !in_word(byte)).unwrap_or(rest.len());
        before.trim_ascii_end().last() != Some(&b'(') && rest.get(end).is_none_or(|byte| !b":>".contains(byte))
    }

    /// Points at a string that may have swallowed brackets.
    fn doubt(&self, problem: Diagnostic) -> Diagnostic {
        let Some(start) = self.long_string else { return problem };
        problem.also(self.span(start), "the string that begins here runs over the start of a clause")
    }
}
