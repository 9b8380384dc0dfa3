//! The stable codes of diagnostics, each with a line of explanation.

/// A code and what it stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code {
    /// The code, such as `LUD0102`.
    pub code: &'static str,
    /// What it stands for, in one line.
    pub meaning: &'static str,
}

const fn row(code: &'static str, meaning: &'static str) -> Code {
    Code { code, meaning }
}

/// The codes of reading (LUD00…), expanding (LUD01…), checking (LUD02…), trying out (LUD04…) and measuring (LUD05…)
/// a text, in order.
pub const CODES: &[Code] = &[
    row("LUD0001", "The text is longer than ludemic reads."),
    row("LUD0002", "Brackets are nested deeper than ludemic reads."),
    row("LUD0003", "A bracket is opened and never closed."),
    row("LUD0004", "A bracket is closed by one of the other kind."),
    row("LUD0005", "A closing bracket closes nothing."),
    row("LUD0006", "A string has no end."),
    row("LUD0007", "A character that may stand only in strings and comments reached the game."),
    row("LUD0008", "A string holds an odd number of escaped quotes, which Ludii cannot read."),
    row("LUD0009", "The text cannot be read."),
    row("LUD0010", "The text holds nothing but comments."),
    row("LUD0011", "The description has parts that a search is to find: it is a reconstruction, and incomplete."),
    row("LUD0101", "A define lacks its quoted name."),
    row("LUD0102", "The text holds no (game …) and no (match …)."),
    row("LUD0103", "A clause begins with a quoted name that no define has."),
    row("LUD0104", "A define is used in its own body, directly or through others."),
    row("LUD0105", "The description expands beyond all bounds."),
    row("LUD0106", "A text with quotes is pasted into a string."),
    row("LUD0107", "Two defines have the same name; the first one counts."),
    row("LUD0108", "The name of a define begins in lower case."),
    row("LUD0109", "A define is given more arguments than it takes."),
    row("LUD0110", "An option or an item of it is malformed."),
    row("LUD0111", "The name of an option or item holds a slash, so that it cannot be selected."),
    row("LUD0112", "A selection names no option item and no ruleset."),
    row("LUD0113", "Selections name two items of one option, or one selection names items of two."),
    row("LUD0114", "The value of an option holds a tag."),
    row("LUD0115", "An item has more or fewer values than its option has tags."),
    row("LUD0116", "No item of an option has a star; the first one is the default."),
    row("LUD0117", "Two options have the same tag; the first one answers it."),
    row("LUD0118", "An option holds something that is no item."),
    row("LUD0119", "A second list of rulesets, which is not read."),
    row("LUD0120", "A ruleset sets an option item that does not exist."),
    row("LUD0121", "No tag in the text names an option."),
    row("LUD0122", "A tag in a string has no value and stays."),
    row("LUD0123", "A tag that no option gives a value."),
    row("LUD0124", "A define of the file counts in place of the known one of the same name."),
    row("LUD0125", "A define is never used."),
    row("LUD0126", "Several items of an option have the most stars; the first of them is the default."),
    row("LUD0127", "A define is called with fewer arguments than everywhere else."),
    row("LUD0130", "A label has nothing to name."),
    row("LUD0131", "A file of the define library cannot be used."),
    row("LUD0132", "A colon without a name before it."),
    row("LUD0133", "White space is missing behind the head of a clause."),
    row("LUD0134", "A pair of brackets around a clause and something else."),
    row("LUD0135", "A clause does not begin with a word."),
    row("LUD0136", "A define is called more often than Ludii carries out."),
    row("LUD0140", "A range is too long."),
    row("LUD0141", "The ends of a range of sites are not sites."),
    row("LUD0142", "A range in a string is written out."),
    row("LUD0143", "A part of the metadata is left out that would be read as something else the next time."),
    row("LUD0150", "A useFor of the metadata names neither an option item nor a ruleset."),
    row("LUD0151", "The metadata stands before the game."),
    row("LUD0152", "A clause outside the game that is not read."),
    row("LUD0201", "A clause begins with a word that is no ludeme."),
    row("LUD0202", "A word that the language does not have."),
    row("LUD0203", "A ludeme does not go with this keyword, or needs one."),
    row("LUD0204", "A ludeme has no argument of this label."),
    row("LUD0205", "An argument stands out of order, or a label is given twice."),
    row("LUD0206", "An argument is of another kind than the place wants."),
    row("LUD0207", "A required argument is missing."),
    row("LUD0208", "A ludeme has one argument too many."),
    row("LUD0209", "A single value stands where an array is wanted."),
    row("LUD0210", "An array stands where a single value is wanted."),
    row("LUD0211", "Two arguments are given that exclude each other."),
    row("LUD0212", "An argument needs a label."),
    row("LUD0213", "An argument has a label that is not wanted."),
    row("LUD0214", "A whole number is too large."),
    row("LUD0215", "The game has no name."),
    row("LUD0216", "Brackets are nested deeper than ludemic checks."),
    row("LUD0217", "A string names nothing."),
    row("LUD0218", "A piece is not named in the equipment."),
    row("LUD0219", "A region is not named in the equipment."),
    row("LUD0220", "A word is written in another case than the language has it."),
    row("LUD0221", "A track is not named in the equipment."),
    row("LUD0222", "A container is not named in the equipment."),
    row("LUD0223", "A phase of this name does not exist."),
    row("LUD0224", "A string is like a name of the game and is none; Ludii lets it pass."),
    row("LUD0225", "A map is not named in the equipment; every key looked up in it stands for itself."),
    row("LUD0226", "A game that a match is made of is not known."),
    row("LUD0230", "A player beyond the number of players."),
    row("LUD0231", "A site, a row or a column that the board and the hands do not have."),
    row("LUD0232", "A point or an edge of a graph has too few or too many elements."),
    row("LUD0233", "The region of an iteration is asked for where no iteration goes on."),
    row("LUD0234", "A variable or remembered value is read that nothing ever sets."),
    row("LUD0235", "The rules ask for dice or hands, and the equipment has none."),
    row("LUD0401", "A ludeme of the language that ludemic cannot play yet; the description is right."),
    row("LUD0402", "Parts of the description do not fit together, so that there is no game."),
    row("LUD0403", "The start rules fail."),
    row("LUD0404", "The rules fail in a short random game."),
    row("LUD0501", "A part of the rules was never used in the games that were played."),
    row("LUD0502", "A condition had the same value each time in the games that were played."),
];

/// What a code stands for; `None` for a code that does not exist. The case of letters does not matter.
pub fn explain(code: &str) -> Option<&'static str> {
    CODES.iter().find(|row| row.code.eq_ignore_ascii_case(code)).map(|row| row.meaning)
}
