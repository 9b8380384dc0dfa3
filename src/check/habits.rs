//! Words that people bring along from other languages and from talking about games, and what the language says instead.
//!
//! A suggestion is only made where the word suggested can stand: the caller asks for it by a test.

use crate::expand::OPERATORS;

/// A word in small letters, and the words of the language that can be meant, the likeliest first.
const WORDS: &[(&str, &[&str])] = &[
    ("north", &["N"]),
    ("south", &["S"]),
    ("east", &["E"]),
    ("west", &["W"]),
    ("northeast", &["NE"]),
    ("northwest", &["NW"]),
    ("southeast", &["SE"]),
    ("southwest", &["SW"]),
    ("up", &["N", "Top"]),
    ("down", &["S", "Bottom"]),
    ("left", &["Leftward", "W", "Left"]),
    ("right", &["Rightward", "E", "Right"]),
    ("front", &["Forward"]),
    ("ahead", &["Forward"]),
    ("back", &["Backward"]),
    ("straight", &["Orthogonal"]),
    ("orthogonally", &["Orthogonal"]),
    ("diagonally", &["Diagonal"]),
    ("white", &["P1"]),
    ("first", &["P1"]),
    ("black", &["P2"]),
    ("second", &["P2"]),
    ("me", &["Mover"]),
    ("self", &["Mover"]),
    ("own", &["Mover"]),
    ("opponent", &["Next", "Enemy"]),
    ("other", &["Next", "Enemy"]),
    ("nobody", &["Neutral"]),
    ("noone", &["Neutral"]),
    ("both", &["Each", "All"]),
    ("everyone", &["All", "Each"]),
    ("everybody", &["All", "Each"]),
    ("any", &["All"]),
    ("winner", &["Win"]),
    ("won", &["Win"]),
    ("wins", &["Win"]),
    ("lose", &["Loss"]),
    ("loses", &["Loss"]),
    ("lost", &["Loss"]),
    ("tie", &["Draw"]),
    ("rhombus", &["Diamond"]),
    ("yes", &["True"]),
    ("no", &["False"]),
    ("corner", &["Vertex", "Corners"]),
    ("point", &["Vertex"]),
    ("intersection", &["Vertex"]),
    ("square", &["Cell", "Square"]),
    ("side", &["Edge"]),
    ("rank", &["Row"]),
    ("file", &["Column"]),
];

/// A ludeme as people say it, and how it is written.
const HEADS: &[(&str, &str)] = &[
    ("==", "="),
    ("<>", "!="),
    ("&&", "and"),
    ("&", "and"),
    ("||", "or"),
    ("|", "or"),
    ("!", "not"),
    ("when", "if"),
    ("unless", "if"),
    ("foreach", "forEach"),
    ("minus", "-"),
    ("plus", "+"),
    ("times", "*"),
    ("mod", "%"),
    ("rule", "rules"),
    ("player", "players"),
];

/// A head as people say it, and the clause that says the same.
const CLAUSES: &[(&str, &str, &str)] = &[
    ("win", "result", "(result Mover Win)"),
    ("wins", "result", "(result Mover Win)"),
    ("lose", "result", "(result Mover Loss)"),
    ("loss", "result", "(result Mover Loss)"),
    ("draw", "result", "(result Mover Draw)"),
];

/// The first word that stands for another one and passes a test.
pub(super) fn instead(word: &str, mut fits: impl FnMut(&str) -> bool) -> Option<String> {
    let lower = word.to_lowercase();
    // Player1, player 2, P_3.
    let digits = lower.strip_prefix("player").map(|rest| rest.trim_start_matches(['_', '-']));
    if let Some(number) = digits.and_then(|digits| digits.parse::<u8>().ok()) {
        let role = format!("P{number}");
        return fits(&role).then_some(role);
    }
    let (_, words) = WORDS.iter().find(|(said, _)| *said == lower)?;
    words.iter().find(|word| fits(word)).map(|word| (*word).to_owned())
}

/// The head that is meant by another one.
pub(super) fn head(said: &str) -> Option<&'static str> {
    HEADS.iter().find(|(other, _)| *other == said).map(|(_, head)| *head)
}

/// The clause that is meant by another head, where a test passes its head.
pub(super) fn clause(said: &str, fits: impl Fn(&str) -> bool) -> Option<&'static str> {
    let lower = said.to_lowercase();
    let (_, head, clause) = CLAUSES.iter().find(|(other, ..)| *other == lower)?;
    fits(head).then_some(clause)
}

/// What to write in the place of a word that is a sign of another language, or looks like two numbers.
pub(super) fn sign(word: &str) -> Option<String> {
    if word == "!" {
        return Some("write `(not …)`".into());
    }
    if OPERATORS.contains(&word) {
        return Some(format!("operators come first: `({word} … …)`"));
    }
    if let Some((label, value)) = word.split_once('=') {
        let named =
            label.starts_with(|c: char| c.is_ascii_lowercase()) && label.bytes().all(|b| b.is_ascii_alphabetic());
        return named.then(|| format!("a label ends in a colon: `{label}:{value}`"));
    }
    let (one, other) = word.split_once(['x', 'X'])?;
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    (digits(one) && digits(other)).then(|| format!("numbers are parted by a space: `{one} {other}`"))
}

/// A number that was written as a word.
pub(super) fn number(word: &str) -> Option<usize> {
    const NUMBERS: [&str; 13] =
        ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    NUMBERS.iter().position(|number| number.eq_ignore_ascii_case(word))
}
