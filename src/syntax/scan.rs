//! Brackets, quotes and nesting, checked before the parser spends anything on a text.

use super::MAX_NESTING;
use crate::diag::{Diagnostic, Origin};
use crate::source::{SourceId, Span};
use std::ops::Range;

/// How many places are weighed for a closing bracket that is missing.
const MAX_SUSPECTS: usize = 60;

/// A bracket and the line it is on.
struct Bracket {
    at: usize,
    byte: u8,
    /// The indentation of its line; a tab counts for four.
    indent: usize,
    /// Whether it is the first on its line.
    first: bool,
}

struct Scan<'a> {
    text: &'a str,
    source: SourceId,
    open: Vec<usize>,
    /// The bracket that was open when a line began with `(` at its very left, and the place of that line.
    suspect: Option<(usize, usize)>,
    /// The first string that runs over a line which begins with an opening bracket.
    long_string: Option<usize>,
    /// The first string that holds a bracket and ends right before a word: one quote is missing there or too many.
    stray: Option<usize>,
    /// Opening and closing bracket of the last clause outside all others.
    last: Option<(usize, usize)>,
}

/// Finds the first thing that keeps the brackets and quotes of a stretch of text from matching; `None` when all is well.
pub(super) fn scan(source: SourceId, text: &str, range: Range<usize>) -> Option<Diagnostic> {
    let mut scan = Scan { text, source, open: Vec::new(), suspect: None, long_string: None, stray: None, last: None };
    let bytes = text.as_bytes().get(..range.end)?;
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
            let origin = Origin::direct(Span { source: self.source, start: start as u32, end: at as u32 + 1 });
            return Err(Diagnostic::error("LUD0008", &origin, "a string holds an odd number of `\\\"`")
                .label("Ludii loses track of where this string ends")
                .hint("write the quotes in pairs, or use an apostrophe")
                .into());
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
        self.error("LUD0006", start, "a string is not closed")
            .label("the string that begins here has no end, or ends where another should begin")
            .hint("put a `\"` at its end; a quote inside a string is written `\\\"`")
    }

    fn opener(&mut self, bytes: &[u8], at: usize) -> Option<Diagnostic> {
        let leftmost = at == 0 || bytes[at - 1] == b'\n';
        if leftmost && self.suspect.is_none() {
            self.suspect = self.open.last().map(|open| (*open, at));
        }
        self.open.push(at);
        (self.open.len() > MAX_NESTING).then(|| {
            self.error("LUD0002", at, format!("brackets are nested more than {MAX_NESTING} deep"))
                .label("one level too deep")
                .hint("move an inner part to a define of its own, or look for closing brackets that are missing")
        })
    }

    fn closer(&mut self, bytes: &[u8], at: usize) -> Option<Diagnostic> {
        let close = bytes[at] as char;
        let Some(open) = self.open.pop() else {
            if let Some(start) = self.stray {
                return Some(self.unclosed_string(start));
            }
            let mut problem =
                self.error("LUD0005", at, format!("`{close}` closes nothing")).label("no bracket is open here");
            if let Some((from, to)) = self.last {
                problem = problem
                    .also(self.span(from), "the clause before it begins here")
                    .also(self.span(to), "and has already ended here");
            }
            return Some(problem.hint("remove it, or remove an earlier closing bracket that came too soon"));
        };
        let wanted = if bytes[open] == b'(' { ')' } else { '}' };
        if wanted != close {
            return Some(self.mismatch(open, at));
        }
        if self.open.is_empty() {
            self.last = Some((open, at));
        }
        None
    }

    /// A closing bracket of the wrong kind: where the indentation tells that a bracket before it was never closed, that
    /// one is the mistake.
    fn mismatch(&self, open: usize, at: usize) -> Diagnostic {
        if let Some(start) = self.stray {
            return self.unclosed_string(start);
        }
        let sign = |at: usize| self.text.as_bytes()[at] as char;
        let (opening, close) = (sign(open), sign(at));
        if let Some((unclosed, next)) = self.by_indentation(at + 1).or_else(|| self.closed_further_out(open, at)) {
            let mut problem = self
                .error("LUD0003", unclosed, format!("`{}` is not closed", sign(unclosed)))
                .label("no bracket closes this");
            if next != at {
                let line = self.line(next);
                problem = problem.also(self.span(next), format!("it is still open where line {line} begins"));
            }
            return self.doubt(problem.also(self.span(at), format!("this `{close}` cannot close a `{opening}`")));
        }
        let (wanted, partner) = if opening == '(' { (')', '{') } else { ('}', '(') };
        let problem = self
            .error("LUD0004", at, format!("`{close}` cannot close `{opening}`"))
            .label(format!("`{wanted}` is wanted first"))
            .also(self.span(open), format!("this `{opening}` is still open"))
            .hint(format!("write `{wanted}` here, or put the `{partner}` that is missing before what `{close}` ends"));
        self.doubt(problem)
    }

    /// The bracket that is open and the closing one of the other kind, where that stands below the line of a bracket
    /// further out which it closes.
    fn closed_further_out(&self, open: usize, at: usize) -> Option<(usize, usize)> {
        let partner = if self.text.as_bytes().get(at) == Some(&b')') { b'(' } else { b'{' };
        let outer = self.open.iter().rev().find(|outer| self.text.as_bytes().get(**outer) == Some(&partner))?;
        let close = self.brackets(0).find(|bracket| bracket.at == at)?;
        let outer = self.brackets(0).find(|bracket| bracket.at == *outer)?;
        (close.first && close.indent == outer.indent).then_some((open, at))
    }

    fn end(&self) -> Option<Diagnostic> {
        let innermost = *self.open.last()?;
        if let Some(start) = self.stray {
            return Some(self.unclosed_string(start));
        }
        let (place, next) = match self.by_indentation(self.text.len()).or(self.suspect) {
            Some((open, next)) => (open, Some(next)),
            None => (innermost, None),
        };
        let opening = if self.text.as_bytes()[place] == b'(' { '(' } else { '{' };
        let count = self.open.len();
        let mut problem = self.error("LUD0003", place, format!("`{opening}` is not closed")).label(if count == 1 {
            "no bracket closes this".to_string()
        } else {
            format!("{count} closing brackets are missing")
        });
        if let Some(next) = next {
            problem = problem.also(self.span(next), format!("it is still open where line {} begins", self.line(next)));
        }
        Some(self.doubt(problem))
    }

    /// The bracket that lacks its end and the line before which that belongs, where the indentation of the text up to a
    /// place tells: the one which, were it closed there, would leave the lines most at odds with their brackets in order.
    fn by_indentation(&self, end: usize) -> Option<(usize, usize)> {
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut suspects: Vec<(usize, usize)> = Vec::new();
        for bracket in self.brackets(0).take_while(|bracket| bracket.at < end) {
            if matches!(bracket.byte, b'(' | b'{') {
                if bracket.first
                    && let Some((from, indent)) = open.last()
                    && bracket.indent <= *indent
                    && suspects.len() < MAX_SUSPECTS
                {
                    suspects.push((*from, bracket.at));
                }
                open.push((bracket.at, bracket.indent));
            } else {
                if bracket.first
                    && let Some((from, indent)) = open.last()
                    && bracket.indent < *indent
                    && suspects.len() < MAX_SUSPECTS
                {
                    suspects.push((*from, bracket.at));
                }
                open.pop();
            }
        }
        let cost = |suspect: Option<&(usize, usize)>| {
            let mut odd = 0;
            let mut open: Vec<usize> = Vec::new();
            for bracket in self.brackets(0).take_while(|bracket| bracket.at < end) {
                if suspect.is_some_and(|(_, before)| *before == bracket.at) {
                    open.pop();
                }
                if matches!(bracket.byte, b'(' | b'{') {
                    odd += usize::from(bracket.first && open.last().is_some_and(|indent| bracket.indent <= *indent));
                    open.push(bracket.indent);
                } else {
                    let indent = open.pop();
                    odd += usize::from(bracket.first && indent != Some(bracket.indent));
                }
            }
            odd + open.len()
        };
        let best = suspects.iter().min_by_key(|suspect| cost(Some(suspect)))?;
        (cost(Some(best)) < cost(None)).then_some(*best)
    }

    /// The brackets of the text outside strings and comments.
    fn brackets(&self, from: usize) -> impl Iterator<Item = Bracket> {
        let bytes = self.text.as_bytes();
        let (mut at, mut indent, mut first) = (from, 0, true);
        std::iter::from_fn(move || {
            loop {
                let byte = *bytes.get(at)?;
                let here = at;
                at += 1;
                match byte {
                    b'\n' => (indent, first) = (0, true),
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
                        let bracket = Bracket { at: here, byte, indent, first };
                        first = false;
                        return Some(bracket);
                    }
                    _ => first = false,
                }
            }
        })
    }

    /// Points at a string that may have swallowed brackets.
    fn doubt(&self, problem: Diagnostic) -> Diagnostic {
        match self.long_string {
            Some(start) => {
                problem.also(self.span(start), "the string that begins here runs over the start of a clause")
            }
            None => problem,
        }
    }
}
