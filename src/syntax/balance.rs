//! Which bracket is the mistake when the brackets of a text do not match.
//!
//! Where the first closing bracket fails, or the text ends too soon, the mistake is there or somewhere before. Every
//! single edit that can have been meant is tried: a bracket put in, left out or turned into the other kind. The one
//! that leaves the fewest brackets without a partner, and the fewest lines whose indentation is at odds with their
//! brackets, tells.

/// How many brackets before and behind the failure are looked at; what lies farther off says little, and costs time.
const BEFORE: usize = 1200;
const AFTER: usize = 300;

/// What an oddly indented line weighs, and a bracket without a partner. How likely an edit is in itself weighs less
/// than either.
const ODD: usize = 4;
const UNMATCHED: usize = 48;

/// A bracket of the text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bracket {
    /// Its place in the text.
    pub at: usize,
    /// The bracket itself.
    pub byte: u8,
    /// The indentation of its line; a tab counts for four.
    pub indent: usize,
    /// Whether it is the first thing on its line.
    pub first: bool,
    /// Whether it is the first bracket on its line.
    pub leading: bool,
    /// A word before it, and behind the bracket before it, that looks like a ludeme without its bracket.
    pub bare: Option<Bare>,
}

/// A word that looks like a ludeme without its bracket.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bare {
    /// Its place in the text.
    pub at: usize,
    /// The indentation of its line.
    pub indent: usize,
    /// Whether it is the first thing on its line.
    pub first: bool,
}

impl Bracket {
    pub fn opens(&self) -> bool {
        matches!(self.byte, b'(' | b'{')
    }
}

/// The bracket that closes what one opens.
pub(super) fn partner(open: u8) -> u8 {
    if open == b'(' { b')' } else { b'}' }
}

/// What a text lacks or has too much.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mistake {
    /// The bracket at the first place is not closed, though it should be before the bracket at the second.
    Unclosed(usize, Option<usize>),
    /// The bracket at this place is one too many.
    Surplus(usize),
    /// An opening bracket is missing before the bracket at this place.
    Unopened(usize, u8),
    /// The clause that opens at this place lacks the brace behind its head.
    Unbraced(usize),
    /// The bracket at this place is of the wrong kind.
    Kind(usize),
}

/// An open bracket: its kind and the indentation of its line.
type Open = (usize, u8, usize);

#[derive(Clone, Copy)]
enum Edit {
    Flip,
    Close,
    Drop,
    Open(u8),
    /// A brace at the end of the line before, behind the head of the clause that opens there.
    Brace,
}

/// The likeliest mistake in a text whose brackets fail at one of them, or at the end when there are as many before.
pub(super) fn mistake(brackets: &[Bracket], failure: usize) -> Option<Mistake> {
    let (start, end) = (failure.saturating_sub(BEFORE), brackets.len().min(failure + AFTER));
    let mut open: Vec<Open> = Vec::new();
    // The cost and the rank of the best edit so far, and what it says.
    let mut best: Option<(usize, usize, Mistake)> = None;
    let mut odd = 0;
    for index in 0..=failure.min(brackets.len()) {
        let bracket = brackets.get(index);
        if index >= start {
            // In the order in which one would rather have meant them.
            let edits = [Edit::Flip, Edit::Close, Edit::Brace, Edit::Drop, Edit::Open(b'('), Edit::Open(b'{')];
            for (rank, edit) in edits.into_iter().enumerate() {
                let previous = index.checked_sub(1).and_then(|before| brackets.get(before));
                let Some(mistake) = told(edit, bracket, previous, &open) else { continue };
                let limit = best.map_or(usize::MAX, |(cost, ..)| cost);
                let Some(cost) = cost(brackets, index..end, open.clone(), edit, odd, limit) else { continue };
                // Of equal edits the last one counts: there the failure is near.
                if best.is_none_or(|(least, first, _)| cost < least || cost == least && rank <= first) {
                    best = Some((cost, rank, mistake));
                }
            }
        }
        if let Some(bracket) = bracket {
            odd += step(&mut open, bracket, bracket.byte);
        }
    }
    best.map(|(.., mistake)| mistake)
}

/// What an edit before or of a bracket says of the text; `None` where it cannot be made.
fn told(edit: Edit, bracket: Option<&Bracket>, previous: Option<&Bracket>, open: &[Open]) -> Option<Mistake> {
    match edit {
        Edit::Brace => {
            let opener = previous.filter(|previous| previous.byte == b'(')?;
            bracket.filter(|bracket| bracket.first && bracket.opens()).map(|_| Mistake::Unbraced(opener.at))
        }
        Edit::Flip => bracket.map(|bracket| Mistake::Kind(bracket.at)),
        Edit::Close => open.last().map(|(at, ..)| Mistake::Unclosed(*at, bracket.map(|bracket| bracket.at))),
        Edit::Drop => bracket.map(|bracket| match bracket.opens() {
            true => Mistake::Unclosed(bracket.at, None),
            false => Mistake::Surplus(bracket.at),
        }),
        Edit::Open(kind) => bracket.map(|bracket| match bracket.bare {
            Some(word) if kind == b'(' => Mistake::Unopened(word.at, kind),
            _ => Mistake::Unopened(bracket.at, kind),
        }),
    }
}

/// What speaks against an edit in itself: a ludeme without its bracket says that one is missing there, a bracket alone
/// on its line is seldom one too many.
fn unlikely(edit: Edit, bracket: Option<&Bracket>) -> usize {
    match (edit, bracket) {
        (Edit::Open(b'('), Some(Bracket { bare: Some(_), .. })) => 0,
        (Edit::Open(b'('), _) => 3,
        (Edit::Drop, Some(bracket)) if bracket.first => 2,
        _ => 1,
    }
}

/// How much is wrong with the brackets of a stretch when its first one is edited; `None` when it is more than a limit.
fn cost(
    brackets: &[Bracket],
    stretch: std::ops::Range<usize>,
    mut open: Vec<Open>,
    edit: Edit,
    odd: usize,
    limit: usize,
) -> Option<usize> {
    let last = stretch.end == brackets.len();
    let mut cost = odd + unlikely(edit, brackets.get(stretch.start));
    let mut rest = brackets.get(stretch)?.iter();
    match edit {
        Edit::Close => {
            open.pop();
        }
        Edit::Drop => {
            rest.next();
        }
        Edit::Flip => {
            let bracket = rest.next()?;
            let other = match bracket.byte {
                b'(' => b'{',
                b'{' => b'(',
                b')' => b'}',
                _ => b')',
            };
            cost += step(&mut open, bracket, other);
        }
        Edit::Open(kind) => {
            let bracket = rest.as_slice().first()?;
            let (indent, first) = match bracket.bare {
                Some(word) if kind == b'(' => (word.indent, word.first),
                _ => (bracket.indent, bracket.leading),
            };
            cost += ODD * usize::from(first && is_odd(&open, indent));
            open.push((bracket.at, kind, indent));
        }
        Edit::Brace => {
            let (at, _, indent) = *open.last()?;
            open.push((at, b'{', indent));
        }
    }
    for bracket in rest {
        cost += step(&mut open, bracket, bracket.byte);
        if cost > limit {
            return None;
        }
    }
    if last {
        cost += UNMATCHED * open.len();
    }
    (cost <= limit).then_some(cost)
}

/// Whether a line with this indentation is at odds with the brackets around it: what a brace holds may stand below it.
fn is_odd(open: &[Open], indent: usize) -> bool {
    open.last().is_some_and(|(_, kind, outer)| if *kind == b'{' { indent < *outer } else { indent <= *outer })
}

/// Takes a bracket, read as this kind, and counts what is wrong with it.
fn step(open: &mut Vec<Open>, bracket: &Bracket, kind: u8) -> usize {
    if matches!(kind, b'(' | b'{') {
        let odd = bracket.first && is_odd(open, bracket.indent);
        open.push((bracket.at, kind, bracket.indent));
        return ODD * usize::from(odd);
    }
    let Some((_, opening, indent)) = open.pop() else { return UNMATCHED };
    let odd = bracket.first && bracket.indent != indent;
    ODD * usize::from(odd) + if partner(opening) == kind { 0 } else { UNMATCHED }
}
