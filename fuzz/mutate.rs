//! Valid descriptions with something changed: words and clauses left out, doubled, exchanged, misspelt.

use std::path::Path;

/// Numbers at which rules may go wrong.
const NUMBERS: [&str; 12] =
    ["0", "-1", "1", "2", "7", "33", "64", "1000", "99999", "2147483647", "-2147483648", "4294967296"];

/// The descriptions that are changed: the games of the project, and small ones for this purpose.
pub fn originals() -> Vec<String> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let project = if project.join("corpus").is_dir() { project.join("..") } else { project.to_path_buf() };
    let mut files: Vec<_> = ["lud", "tests/games", "fuzz/corpus/seeds"]
        .iter()
        .flat_map(|folder| std::fs::read_dir(project.join(folder)).expect("the folder is there"))
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "lud"))
        .collect();
    files.sort_unstable();
    files.iter().map(|file| std::fs::read_to_string(file).expect("a text")).collect()
}

/// The text with one change. `choose(n)` gives a number below `n`.
pub fn mutate(text: &str, choose: &mut impl FnMut(usize) -> usize) -> String {
    let mut tokens = tokens(text);
    if tokens.is_empty() {
        return String::new();
    }
    let at = choose(tokens.len());
    let misspelt;
    match choose(9) {
        0 => drop(tokens.remove(at)),
        1 => tokens.insert(at, tokens[at]),
        2 => {
            let other = choose(tokens.len());
            tokens.swap(at, other);
        }
        3 => {
            misspelt = misspell(tokens[at], choose);
            tokens[at] = &misspelt;
        }
        4 => tokens[at] = tokens[choose(tokens.len())],
        5 => {
            let numbers: Vec<usize> = (0..tokens.len()).filter(|&i| tokens[i].parse::<i64>().is_ok()).collect();
            if !numbers.is_empty() {
                tokens[numbers[at % numbers.len()]] = NUMBERS[choose(NUMBERS.len())];
            }
        }
        6 => drop(tokens.drain(clause(&tokens, at))),
        7 => {
            let copy = tokens[clause(&tokens, at)].to_vec();
            let to = choose(tokens.len());
            tokens.splice(to..to, copy);
        }
        _ => {
            let from = choose(tokens.len());
            let copy = tokens[clause(&tokens, from)].to_vec();
            tokens.splice(clause(&tokens, at), copy);
        }
    }
    tokens.join(" ")
}

/// Brackets, strings and words; comments are left out.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '(' | ')' | '{' | '}' => 1,
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            '/' if rest.starts_with("//") => 0,
            _ => rest.find(|c: char| c.is_whitespace() || "(){}\"".contains(c)).unwrap_or(rest.len()),
        };
        if end == 0 {
            rest = rest.split_once('\n').map_or("", |(_, rest)| rest).trim_start();
            continue;
        }
        tokens.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    tokens
}

/// From the first bracket at or after a token to the one that closes it; the token alone where there is none.
fn clause(tokens: &[&str], at: usize) -> std::ops::Range<usize> {
    let Some(start) = (at..tokens.len()).find(|&i| matches!(tokens[i], "(" | "{")) else { return at..at + 1 };
    let mut depth = 0;
    for (i, token) in tokens.iter().enumerate().skip(start) {
        match *token {
            "(" | "{" => depth += 1,
            ")" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return start..i + 1;
        }
    }
    start..start + 1
}

/// A word with a letter left out, doubled or replaced.
fn misspell(word: &str, choose: &mut impl FnMut(usize) -> usize) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let at = choose(letters.len());
    match choose(3) {
        0 => drop(letters.remove(at)),
        1 => letters.insert(at, letters[at]),
        _ => letters[at] = ['x', 'E', '-', ':', '#', '"', '<', '.', 'é', '0'][choose(10)],
    }
    letters.into_iter().collect()
}
