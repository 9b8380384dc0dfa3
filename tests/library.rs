//! The published descriptions checked to the end: no false alarm, by default and with every option, and no silence.

mod common;

use ludemic::diag::Diagnostic;
use ludemic::tryout::try_out;
use ludemic::{KnownDefines, Parsed};
use std::fmt::Write;
use std::path::Path;
use std::time::Instant;

/// What cannot be played yet is right all the same.
const NOT_PLAYABLE: &str = "LUD0401";

/// Descriptions that Ludii 1.3.12 refuses and that are found to be right here.
const LENIENT: &[&str] = &[
    "wip/matthew/backups/Mini Wars (fog).lud",
    "wip/matthew/backups/Mini Wars (movePieceCeckAfter).lud",
    "wip/matthew/backups/Mini Wars (remember).lud",
    "wip/matthew/backups/Mini Wars (slide).lud",
    "wip/puzzle/deduction/Inshi no Heya.lud",
];

fn index(reference: &Path) -> Vec<(String, bool)> {
    let index = std::fs::read_to_string(reference.join("ludii/lud-index.tsv")).expect("the index can be read");
    let rows = index.lines().skip(1).filter_map(|line| {
        let mut fields = line.split('\t');
        Some((fields.next()?.to_string(), fields.next()? == "true"))
    });
    rows.collect()
}

fn text(reference: &Path, file: &str) -> String {
    std::fs::read_to_string(reference.join("ludii/lud").join(file)).expect("the file can be read")
}

/// The errors of a description, each on a line with its place; and whether it can be played.
fn errors(file: &str, text: &str, selections: &[String], known: &KnownDefines) -> (String, bool) {
    let compiled = Parsed::new(file, text)
        .and_then(|parsed| parsed.expand(selections, known))
        .and_then(|expansion| expansion.check())
        .and_then(|checked| checked.compile());
    let (sources, findings) = match compiled {
        Ok(compiled) => (compiled.sources().clone(), try_out(&compiled)),
        Err(failure) => (failure.sources, failure.findings),
    };
    let mut out = String::new();
    let is_wrong = |finding: &&Diagnostic| finding.is_error() && finding.code != NOT_PLAYABLE;
    for finding in findings.iter().filter(is_wrong) {
        let place = finding.origin.as_ref().map(|origin| sources.line_column(origin.span));
        let _ = writeln!(out, "{file} {place:?} {} {}", finding.code, finding.message);
    }
    (out, findings.iter().all(|finding| finding.code != NOT_PLAYABLE))
}

#[test]
fn as_ludii_with_the_defaults() {
    let Some(reference) = common::reference() else { return };
    let standard = KnownDefines::standard();
    let theirs = KnownDefines::load_dir(&reference.join("ludii/def")).expect("the defines");
    let (mut right, mut refused, mut playable, mut failed) = (0, 0, 0, String::new());
    let begin = Instant::now();
    let index = index(&reference);
    for (file, compiles) in &index {
        let text = text(&reference, file);
        let (errors, plays) = errors(file, &text, &[], &standard);
        playable += usize::from(*compiles && plays);
        match (compiles, errors.is_empty()) {
            (true, true) => right += 1,
            (true, false) => failed.push_str(&errors),
            (false, false) => refused += 1,
            (false, true) if LENIENT.contains(&&**file) => {}
            (false, true) => {
                let _ = writeln!(failed, "{file}: no error");
            }
        }
    }
    let time = begin.elapsed();
    println!(
        "library: {right} right ({playable} of them played), {refused} refused as Ludii does, {} not",
        LENIENT.len()
    );
    println!("library: {time:?}, {:?} a file", time / u32::try_from(index.len()).expect("few"));
    for (file, _) in index.iter().filter(|(_, compiles)| *compiles) {
        failed.push_str(&errors(file, &text(&reference, file), &[], &theirs).0);
    }
    assert!(failed.is_empty(), "{failed}");
}

#[test]
fn every_option_and_ruleset_is_well_formed() {
    every_selection(|file, text, selection, known| {
        let checked = Parsed::new(file, text)
            .and_then(|parsed| parsed.expand(selection, known))
            .and_then(|expansion| expansion.check());
        checked.map_or_else(|failure| format!("{file}: {failure}\n"), |_| String::new())
    });
}

#[test]
#[ignore = "builds and starts thousands of games, which takes minutes"]
fn every_option_and_ruleset_starts() {
    every_selection(|file, text, selection, known| errors(file, text, selection, known).0);
}

/// Items that Ludii 1.3.12 refuses as well: their values use ludemes that the language no longer has.
const OUTDATED: &[(&str, &str)] = &[("test/old/TestNoLegalMoves.lud", "Board/Hexagon")];

/// Runs `check` on every description with every other item of its options and every ruleset.
fn every_selection(check: impl Fn(&str, &str, &[String], &KnownDefines) -> String) {
    let Some(reference) = common::reference() else { return };
    let standard = KnownDefines::standard();
    let (mut runs, mut incomplete, mut failed) = (0, 0, String::new());
    let begin = Instant::now();
    for (file, _) in index(&reference).iter().filter(|(_, compiles)| *compiles) {
        let text = text(&reference, file);
        let Ok(expansion) = Parsed::new(file, &text).and_then(|parsed| parsed.expand(&[], &standard)) else { continue };
        let expanded = expansion.expanded();
        let items = expanded.options.iter().flat_map(|category| {
            category.selections().enumerate().filter(|(at, _)| *at != category.chosen).map(|(_, item)| item)
        });
        let rulesets = expanded.rulesets.iter().filter(|ruleset| !ruleset.settings.is_empty());
        for selection in items.chain(rulesets.map(|ruleset| ruleset.name.to_string())) {
            let errors = check(file, &text, std::slice::from_ref(&selection), &standard);
            runs += 1;
            if errors.contains("LUD0011") {
                incomplete += 1;
            } else if OUTDATED.contains(&(file.as_str(), selection.as_str())) {
                assert!(errors.contains("LUD0201"), "{file} with {selection}: {errors}");
            } else if !errors.is_empty() {
                let _ = write!(failed, "with {selection}: {errors}");
            }
        }
    }
    println!("library: {runs} selections, {incomplete} of them incomplete reconstructions; {:?}", begin.elapsed());
    assert!(failed.is_empty(), "{failed}");
}

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

/// Mutants of library files: how many are found wrong, and how far from the mutation that is said.
#[test]
#[ignore = "takes a minute and is for looking at"]
fn mutants() {
    let Some(reference) = common::reference() else { return };
    let known = KnownDefines::standard();
    let files: Vec<String> =
        index(&reference).into_iter().filter(|(_, compiles)| *compiles).map(|(file, _)| file).collect();
    let mut seed = 7_u64;
    let mut random = move |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below.max(1)
    };
    let kinds = ["deleted", "doubled", "exchanged", "misspelt"];
    let mut distances: Vec<usize> = Vec::new();
    let (mut made, mut reported) = ([0; 4], [0; 4]);
    let mut silent = String::new();
    for file in files.iter().step_by(8).take(100) {
        let text = text(&reference, file);
        let tokens = tokens(&text);
        for kind in 0..4 {
            let Some((at, new)) = (0..50).find_map(|_| {
                let at = random(tokens.len());
                mutant(&text, &tokens, at, kind).map(|new| (at, new))
            }) else {
                continue;
            };
            let line = text[..tokens[at].0].matches('\n').count() + 1;
            made[kind] += 1;
            let (errors, _) = errors(file, &new, &[], &known);
            let nearest = errors
                .lines()
                .filter_map(|error| error.split("Some((").nth(1)?.split(',').next()?.parse::<usize>().ok())
                .map(|found| found.abs_diff(line))
                .min();
            if errors.is_empty() {
                let _ = writeln!(silent, "{file}:{line}: {} `{}`", kinds[kind], &text[tokens[at].0..tokens[at].1]);
            } else {
                reported[kind] += 1;
                distances.extend(nearest);
            }
        }
    }
    distances.sort_unstable();
    let median = distances.get(distances.len() / 2).copied().unwrap_or(usize::MAX);
    println!("{silent}");
    for kind in 0..4 {
        println!("mutants/{}: {} of {} are reported", kinds[kind], reported[kind], made[kind]);
    }
    let near = distances.iter().filter(|distance| **distance == 0).count();
    println!(
        "mutants: median distance {median} lines, {near} of {} on the line, farthest {:?}",
        distances.len(),
        distances.last()
    );
    assert_eq!(median, 0);
}
