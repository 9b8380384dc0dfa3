//! Where a quote was lost.
//!
//! One quote too few turns all strings behind it inside out, so that the first string without an end is at the end of
//! the text. The quote is looked for where it was lost: it is put in at every place of every line with an odd number of
//! quotes, and the place tells that leaves the brackets matching and the strings looking like names and prose.

/// How many places are tried; each of them reads the whole text.
const PLACES: usize = 400;

/// How many bytes are read in all.
const BYTES: usize = 40_000_000;

/// A quote that is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lost {
    /// The string that opens at the first place should end before the second.
    Closing { open: usize, at: usize },
    /// The string that ends at the second place should begin at the first.
    Opening { at: usize, close: usize },
    /// The quote at this place is one too many.
    Surplus(usize),
}

/// A quote put in before a place, or left out there.
#[derive(Debug, Clone, Copy)]
enum Edit {
    Put(usize),
    Drop(usize),
}

/// The likeliest place of a quote that is missing in a text, from this place on.
pub(super) fn lost(text: &str, start: usize) -> Option<Lost> {
    let bytes = text.as_bytes();
    let mut best: Option<(usize, Edit)> = None;
    let mut tried = 0;
    let mut line_start = start;
    for line in text.get(start..)?.split_inclusive('\n') {
        let here = line_start;
        line_start += line.len();
        if quotes(line).is_multiple_of(2) {
            continue;
        }
        let surplus = line.bytes().enumerate().filter(|(_, byte)| *byte == b'"').map(|(at, _)| Edit::Drop(here + at));
        for edit in places(line).map(|at| Edit::Put(here + at)).chain(surplus) {
            tried += 1;
            if tried > PLACES || tried * bytes.len() > BYTES {
                break;
            }
            if let Some(cost) = oddity(bytes, start, edit)
                && best.is_none_or(|(least, _)| cost < least)
            {
                best = Some((cost, edit));
            }
        }
    }
    let at = match best? {
        (_, Edit::Put(at)) => at,
        (_, Edit::Drop(at)) => return Some(Lost::Surplus(at)),
    };
    // Whether the new quote opens a string or closes one is told by how many stand before it.
    let before = open_at(bytes, start, at);
    Some(match before {
        Some(open) => Lost::Closing { open, at },
        None => Lost::Opening { at, close: bytes.get(at..)?.iter().position(|byte| *byte == b'"')? + at },
    })
}

/// The quotes of a line that are not written with a backslash and stand in no comment.
fn quotes(line: &str) -> usize {
    let (mut count, mut before) = (0, b' ');
    for byte in line.bytes() {
        match byte {
            b'"' if before != b'\\' => count += 1,
            b'/' if before == b'/' && count % 2 == 0 => break,
            _ => {}
        }
        before = byte;
    }
    count
}

/// Where in a line a quote could be missing: at the beginnings and ends of words and brackets.
fn places(line: &str) -> impl Iterator<Item = usize> {
    let bytes = line.as_bytes();
    let kind = |byte: u8| match byte {
        b' ' | b'\t' | b'\r' | b'\n' => 0,
        b'(' | b')' | b'{' | b'}' => 1,
        _ => 2,
    };
    (1..bytes.len()).filter(move |&at| {
        let (before, after) = (kind(bytes[at - 1]), kind(bytes[at]));
        line.is_char_boundary(at) && (before != after || before == 1)
    })
}

/// Where the string begins that is open at a place.
fn open_at(bytes: &[u8], start: usize, end: usize) -> Option<usize> {
    let mut open = None;
    let mut at = start;
    while at < end {
        match bytes.get(at)? {
            b'\\' if open.is_some() => at += 1,
            b'"' => open = if open.is_some() { None } else { Some(at) },
            b'/' if open.is_none() && bytes.get(at + 1) == Some(&b'/') => {
                at += bytes.get(at..)?.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
            }
            _ => {}
        }
        at += 1;
    }
    open
}

/// How unlike a description a text is with an edit; `None` where brackets or quotes do not match.
fn oddity(bytes: &[u8], start: usize, edit: Edit) -> Option<usize> {
    let mut open = Vec::new();
    let (place, drop) = match edit {
        Edit::Put(at) => (at, usize::MAX),
        Edit::Drop(at) => (usize::MAX, at),
    };
    let mut cost = usize::from(place == usize::MAX);
    let mut quoted: Option<usize> = None;
    let mut words = 0;
    let mut at = start;
    let mut put = false;
    while at < bytes.len() {
        if at == drop {
            at += 1;
            continue;
        }
        let byte = if at == place && !put { b'"' } else { *bytes.get(at)? };
        let here = at;
        if at == place && !put {
            put = true;
        } else {
            at += 1;
        }
        if let Some(from) = quoted {
            match byte {
                b'"' => {
                    // A string that touches a word on its right was taken apart.
                    cost += 6 * usize::from(bytes.get(at).is_some_and(u8::is_ascii_alphanumeric));
                    cost += usize::from(here.saturating_sub(from) < 2);
                    quoted = None;
                    words = 0;
                }
                b'\\' => at += 1,
                b'(' | b')' => cost += 2,
                b'{' | b'}' => cost += 8,
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => {
                let before = here.checked_sub(1).and_then(|before| bytes.get(before));
                cost += 6 * usize::from(before.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'"'));
                // A ludeme in the string.
                let head = bytes.get(at).is_some_and(u8::is_ascii_lowercase);
                cost += usize::from(head && before == Some(&b'('));
                quoted = Some(here);
            }
            b'/' if bytes.get(at) == Some(&b'/') => {
                at += bytes.get(at..)?.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len() - at);
            }
            b'(' | b'{' => {
                open.push(byte);
                words = 0;
            }
            b')' | b'}' => {
                let opening = open.pop()?;
                if super::balance::partner(opening) != byte {
                    return None;
                }
                words = 0;
            }
            // Prose outside a string: punctuation, and many words in a row.
            b',' | b'.' | b';' | b'\'' | b'?' => cost += 2,
            b' ' => {
                words += usize::from(bytes.get(at).is_some_and(u8::is_ascii_alphabetic));
                cost += usize::from(words > 3);
            }
            _ => {}
        }
    }
    (open.is_empty() && quoted.is_none()).then_some(cost)
}
