//! The stable codes of diagnostics, each with a line of explanation in `codes.txt`.

use std::sync::LazyLock;

/// A code and what it stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code {
    /// The code, such as `LUD0102`.
    pub code: &'static str,
    /// What it stands for, in one line.
    pub meaning: &'static str,
}

/// The codes of reading (LUD00…), expanding (LUD01…), checking (LUD02…), trying out (LUD04…) and measuring (LUD05…)
/// a text, in order.
pub static CODES: LazyLock<Vec<Code>> = LazyLock::new(|| {
    let rows = include_str!("codes.txt").lines().filter_map(|line| line.split_once(' '));
    rows.map(|(code, meaning)| Code { code, meaning }).collect()
});

/// What a code stands for; `None` for a code that does not exist. The case of letters does not matter.
pub fn explain(code: &str) -> Option<&'static str> {
    CODES.iter().find(|row| row.code.eq_ignore_ascii_case(code)).map(|row| row.meaning)
}
