//! The published descriptions checked to the end: no false alarm, by default and with every option, and no silence.

#[path = "../common/mod.rs"]
mod common;
mod mutants;
mod playouts;
#[path = "../recordings/published.rs"]
#[allow(dead_code, reason = "recordings are replayed by another test program")]
mod published;
#[path = "../common/random.rs"]
mod random;
mod whole;

use common::index;
use ludemic::diag::Diagnostic;
use ludemic::source::Sources;
use ludemic::tryout::try_out;
use ludemic::{KnownDefines, Parsed};
use published::Published;
use std::fmt::Write;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Instant;

/// What cannot be played yet is right all the same.
const NOT_PLAYABLE: &str = "LUD0401";

fn text(reference: &Path, file: &str) -> String {
    std::fs::read_to_string(reference.join("ludii/lud").join(file)).expect("the file can be read")
}

/// What `check` finds in a description.
struct Found {
    sources: Sources,
    findings: Vec<Diagnostic>,
}

impl Found {
    fn errors(&self) -> Vec<&Diagnostic> {
        let is_wrong = |finding: &&Diagnostic| finding.is_error() && finding.code != NOT_PLAYABLE;
        self.findings.iter().filter(is_wrong).collect()
    }

    fn plays(&self) -> bool {
        self.findings.iter().all(|finding| finding.code != NOT_PLAYABLE)
    }

    /// The errors, each on a line with its place.
    fn lines(&self, file: &str) -> String {
        let mut out = String::new();
        for error in self.errors() {
            let place = error.origin.as_ref().map(|origin| self.sources.line_column(origin.span));
            let _ = writeln!(out, "{file} {place:?} {} {}", error.code, error.message);
        }
        out
    }
}

/// The library, in which a match finds its games.
fn library() -> &'static Published {
    static LIBRARY: OnceLock<Published> = OnceLock::new();
    LIBRARY.get_or_init(|| Published::new(&common::reference().expect("the reference folder")))
}

/// All stages, as `ludemic check` takes them.
fn found(file: &str, text: &str, selections: &[String], known: &KnownDefines) -> Found {
    let compiled = Parsed::new(file, text)
        .and_then(|parsed| parsed.expand(selections, known))
        .and_then(|expansion| expansion.check())
        .and_then(|checked| published::compile(checked, known, &|name| library().text(name)));
    match compiled {
        Ok(compiled) => {
            let mut findings = compiled.findings().to_vec();
            findings.extend(try_out(&compiled));
            Found { sources: compiled.sources().clone(), findings }
        }
        Err(failure) => Found { sources: failure.sources, findings: failure.findings },
    }
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
        let found = found(file, &text, &[], &standard);
        playable += usize::from(*compiles && found.plays());
        match (compiles, found.errors().is_empty()) {
            (true, true) => right += 1,
            (true, false) => failed.push_str(&found.lines(file)),
            (false, false) => refused += 1,
            (false, true) => {
                let _ = writeln!(failed, "{file}: no error");
            }
        }
    }
    let time = begin.elapsed();
    println!("library: {right} right ({playable} of them played), {refused} refused as Ludii does");
    println!("library: {time:?}, {:?} a file", time / u32::try_from(index.len()).expect("few"));
    for (file, _) in index.iter().filter(|(_, compiles)| *compiles) {
        failed.push_str(&found(file, &text(&reference, file), &[], &theirs).lines(file));
    }
    assert!(failed.is_empty(), "{failed}");
}

#[test]
fn every_option_and_ruleset_is_well_formed() {
    let Some(reference) = common::reference() else { return };
    let known = KnownDefines::standard();
    let (mut runs, mut incomplete, mut failed) = (0, 0, String::new());
    let begin = Instant::now();
    for (file, _) in index(&reference).iter().filter(|(_, compiles)| *compiles) {
        let text = text(&reference, file);
        for selection in selections(file, &text, &known) {
            let found = Parsed::new(file, &text)
                .and_then(|parsed| parsed.expand(std::slice::from_ref(&selection), &known))
                .and_then(|expansion| expansion.check());
            let findings = match &found {
                Ok(checked) => checked.findings(),
                Err(failure) => &failure.findings,
            };
            let errors: Vec<&Diagnostic> = findings.iter().filter(|finding| finding.is_error()).collect();
            runs += 1;
            match verdict(file, &selection, &errors) {
                Verdict::Right => {}
                Verdict::Incomplete => incomplete += 1,
                Verdict::Wrong => {
                    let _ = writeln!(failed, "{file} with {selection}: {errors:?}");
                }
            }
        }
    }
    println!("library: {runs} selections, {incomplete} of them incomplete reconstructions; {:?}", begin.elapsed());
    assert!(failed.is_empty(), "{failed}");
}

/// Items that Ludii 1.3.12 refuses as well: their values use ludemes that the language no longer has.
const OUTDATED: &[(&str, &str)] = &[("test/old/TestNoLegalMoves.lud", "Board/Hexagon")];

/// What the errors of a description with a selection come to.
enum Verdict {
    Right,
    /// The parts that the selection brings in are still to be found by a search.
    Incomplete,
    Wrong,
}

fn verdict(file: &str, selection: &str, errors: &[&Diagnostic]) -> Verdict {
    let outdated = OUTDATED.contains(&(file, selection));
    match errors {
        [] if !outdated => Verdict::Right,
        [..] if errors.iter().any(|error| error.code == "LUD0011") => Verdict::Incomplete,
        [error, ..] if outdated && error.code == "LUD0201" => Verdict::Right,
        _ => Verdict::Wrong,
    }
}

/// Every other item of the options of a description than its default, and every ruleset.
fn selections(file: &str, text: &str, known: &KnownDefines) -> Vec<String> {
    let Ok(expansion) = Parsed::new(file, text).and_then(|parsed| parsed.expand(&[], known)) else { return Vec::new() };
    expansion.expanded().other_selections()
}
