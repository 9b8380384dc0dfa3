//! Mutants of published descriptions: how many are found wrong, and how far from the mutation that is said.

use super::random::Random;
use super::{common, found, index, text};
use ludemic::KnownDefines;
use std::fmt::Write;

/// A token of a text: bytes from and to.
type Token = (usize, usize);

/// The words, strings and brackets of the game, comments left out.
fn tokens(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut at = text.find("(game").unwrap_or(0);
    let end = text[at..].find("\n(option").or(text[at..].find("\n(metadata")).map_or(text.len(), |n| at + n);
    let mut tokens = Vec::new();
    while at < end {
        let from = at;
        match bytes[at] {
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at = bytes[at..].iter().position(|byte| *byte == b'\n').map_or(end, |n| at + n);
                continue;
            }
            b'"' => at += bytes[at + 1..].iter().position(|byte| *byte == b'"').map_or(1, |n| n + 2),
            b'(' | b')' | b'{' | b'}' => at += 1,
            byte if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            _ => {
                while at < end && !bytes[at].is_ascii_whitespace() && !b"(){}\"".contains(&bytes[at]) {
                    at += 1;
                }
                at = at.max(from + 1);
            }
        }
        tokens.push((from, at));
    }
    tokens
}

/// A text with one token deleted, doubled, exchanged with the next one or misspelt.
fn mutant(text: &str, tokens: &[Token], at: usize, kind: usize) -> Option<String> {
    let (from, to) = *tokens.get(at)?;
    let (next_from, next_to) = *tokens.get(at + 1)?;
    let token = text.get(from..to)?;
    let (before, after) = (text.get(..from)?, text.get(to..)?);
    let new = match kind {
        0 => format!("{before}{after}"),
        1 => format!("{before}{token} {token}{after}"),
        2 => format!(
            "{before}{}{}{token}{}",
            text.get(next_from..next_to)?,
            text.get(to..next_from)?,
            text.get(next_to..)?
        ),
        _ => {
            let place = token.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()).map(|(place, _)| place).nth(1)?;
            format!("{before}{}{}{after}", &token[..place], &token[place + 1..])
        }
    };
    (new != text).then_some(new)
}

/// How many of those that are told farthest from the mutation are listed.
const FAR: usize = 25;

/// From each of 100 files one token deleted, doubled, exchanged and misspelt; other tokens for another seed, by
/// `LUDEMIC_SEED`. What is not reported is listed with the warnings it gets.
#[test]
#[ignore = "takes a minute and is for looking at"]
fn mutants() {
    let Some(reference) = common::reference() else { return };
    let known = KnownDefines::standard();
    let files: Vec<String> =
        index(&reference).into_iter().filter(|(_, compiles)| *compiles).map(|(file, _)| file).collect();
    let seed = std::env::var("LUDEMIC_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(7);
    let mut random = Random(seed);
    let kinds = ["deleted", "doubled", "exchanged", "misspelt"];
    let mut distances: Vec<usize> = Vec::new();
    let (mut made, mut reported, mut warned) = ([0; 4], [0; 4], [0; 4]);
    let (mut silent, mut far) = (String::new(), Vec::new());
    for file in files.iter().skip(seed as usize % 8).step_by(8).take(100) {
        let text = text(&reference, file);
        let tokens = tokens(&text);
        for kind in 0..4 {
            let Some((at, new)) = (0..50).find_map(|_| {
                let at = random.below(tokens.len());
                mutant(&text, &tokens, at, kind).map(|new| (at, new))
            }) else {
                continue;
            };
            let line = text[..tokens[at].0].matches('\n').count() + 1;
            made[kind] += 1;
            let found = found(file, &new, &[], &known);
            let place = |finding: &ludemic::diag::Diagnostic| {
                finding.origin.as_ref().map(|origin| found.sources.line_column(origin.span).0)
            };
            if found.errors().is_empty() {
                let shown: Vec<_> = text.lines().skip(line - 1).take(1).collect();
                let token = &text[tokens[at].0..tokens[at].1];
                let _ = writeln!(silent, "{file}:{line}: {} `{token}` in `{}`", kinds[kind], shown.concat().trim());
                let near = found.findings.iter().filter(|finding| place(finding) == Some(line));
                let near: Vec<String> = near.map(|f| format!("    {} {}", f.code, f.message)).collect();
                warned[kind] += usize::from(!near.is_empty());
                near.iter().for_each(|line| silent.push_str(&format!("{line}\n")));
            } else {
                reported[kind] += 1;
                let distance = found.errors().into_iter().filter_map(place).map(|l| l.abs_diff(line)).min();
                distances.extend(distance);
                if distance.is_some_and(|distance| distance > 0) {
                    let token = &text[tokens[at].0..tokens[at].1];
                    far.push((distance, format!("{line}: {} `{token}`: {}", kinds[kind], found.lines(file))));
                }
            }
        }
    }
    distances.sort_unstable();
    let median = distances.get(distances.len() / 2).copied().unwrap_or(usize::MAX);
    println!("{silent}");
    far.sort_unstable_by(|a, b| b.cmp(a));
    far.iter().take(FAR).for_each(|(_, told)| print!("{told}"));
    for kind in 0..4 {
        println!(
            "mutants/{}: {} of {} are errors, {} more have a warning on their line",
            kinds[kind], reported[kind], made[kind], warned[kind]
        );
    }
    let near = distances.iter().filter(|distance| **distance == 0).count();
    println!(
        "mutants: median distance {median} lines, {near} of {} on the line, farthest {:?}",
        distances.len(),
        distances.last()
    );
    assert_eq!(median, 0);
}
