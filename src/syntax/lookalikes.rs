//! Characters that look like others: what editors and copied texts put in the place of a quote, a bracket or a sign.

use std::ops::Range;

/// Characters, and what they stand for.
const ALIKE: &[(&str, &str)] = &[
    ("\u{201C}\u{201D}\u{201E}\u{AB}\u{BB}\u{2033}\u{2018}\u{2019}\u{FF02}'`", "\""),
    ("\u{2013}\u{2014}\u{2212}", "-"),
    ("\u{2264}", "<="),
    ("\u{2265}", ">="),
    ("\u{2260}", "!="),
    ("\u{D7}", "*"),
    ("\u{F7}", "/"),
    ("\u{FF08}", "("),
    ("\u{FF09}", ")"),
    ("\u{FF5B}", "{"),
    ("\u{FF5D}", "}"),
    ("\u{FF1A}", ":"),
];

/// Spaces that no reader tells from an ordinary one, and signs that cannot be seen at all.
const SPACES: &[char] =
    &['\u{A0}', '\u{2002}', '\u{2003}', '\u{2009}', '\u{202F}', '\u{3000}', '\u{200B}', '\u{FEFF}', '\u{2060}'];

/// What to write instead of a character that may not stand outside strings, where that is known.
pub(crate) fn advice(found: char) -> Option<String> {
    if SPACES.contains(&found) {
        return Some("it looks like a space and is none: write an ordinary one".into());
    }
    let (_, instead) = ALIKE.iter().find(|(alike, _)| alike.contains(found))?;
    Some(match *instead {
        "\"" => "strings are written in straight double quotes: `\"…\"`".into(),
        instead => format!("write `{instead}`"),
    })
}

/// How a character is shown that cannot be told from a space.
pub(crate) fn name(found: char) -> String {
    if SPACES.contains(&found) { format!("U+{:04X}", u32::from(found)) } else { found.to_string() }
}

/// The first character outside strings and comments that only looks like a quote or a bracket.
pub(super) fn lookalike(text: &str, range: Range<usize>) -> Option<(usize, char)> {
    let stretch = text.get(range.clone())?;
    let (mut quoted, mut comment) = (false, false);
    let mut before = ' ';
    for (at, c) in stretch.char_indices() {
        match c {
            '\n' => comment = false,
            '"' if !(comment || quoted && before == '\\') => quoted = !quoted,
            '/' if before == '/' && !quoted => comment = true,
            _ if comment => {}
            // Prose has apostrophes, and a lost quote turns prose out of its string.
            _ if !quoted
                && !c.is_ascii()
                && ALIKE.iter().any(|(alike, like)| alike.contains(c) && "\"(){}".contains(like)) =>
            {
                return Some((range.start + at, c));
            }
            _ => {}
        }
        before = c;
    }
    None
}
