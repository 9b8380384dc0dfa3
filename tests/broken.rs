//! Descriptions with mistakes and what `check` says of each: place, code, hints, trail.

use ludemic::check::example;
use ludemic::codes::CODES;
use ludemic::diag::{Diagnostic, Severity};
use ludemic::render::FindingRecord;
use ludemic::schema::Schema;
use ludemic::source::Sources;
use ludemic::tryout::try_out;
use ludemic::{KnownDefines, Parsed};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Codes that no text of a bearable length shows, that earlier limits forestall, that are about other files,
/// or that games find (tests/stats.rs).
const ELSEWHERE: &[&str] = &["LUD0001", "LUD0009", "LUD0131", "LUD0216", "LUD0501", "LUD0502"];

fn folder(name: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite").join(name);
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("the suite").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

/// All stages, as `ludemic check` takes them.
fn findings(text: &str) -> (Sources, Vec<Diagnostic>) {
    let known = KnownDefines::standard();
    let compiled = Parsed::new("case.lud", text)
        .and_then(|parsed| parsed.expand(&[], &known))
        .and_then(|expansion| expansion.check())
        .and_then(|checked| checked.compile());
    match compiled {
        Ok(compiled) => {
            let mut findings = compiled.findings().to_vec();
            findings.extend(try_out(&compiled));
            (compiled.sources().clone(), findings)
        }
        Err(failure) => (failure.sources, failure.findings),
    }
}

/// One line for each finding, and one for each step of its trail and each hint.
fn shown(text: &str) -> String {
    let (sources, findings) = findings(text);
    let mut out = String::new();
    for finding in &findings {
        let record = FindingRecord::new(&sources, finding);
        let file = record.file.as_deref().filter(|file| *file != "case.lud").map(|file| format!("{file}:"));
        let place = format!("{}:{}", record.line.unwrap_or(0), record.column.unwrap_or(0));
        let severity = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        let _ = writeln!(out, "{}{place} {severity} {} {}", file.unwrap_or_default(), record.code, record.message);
        for step in &record.trail {
            let _ = writeln!(out, "  {step}");
        }
        for hint in &finding.hints {
            let _ = writeln!(out, "  = {hint}");
        }
    }
    out
}

/// `== title`, a text, `--`, the findings. With `LUDEMIC_BLESS` set they are written instead of compared.
#[test]
fn suite() {
    let bless = std::env::var_os("LUDEMIC_BLESS").is_some();
    let (mut passed, mut failed) = (0, Vec::new());
    for path in folder("broken") {
        let text = std::fs::read_to_string(&path).expect("a text");
        let mut blessed = String::new();
        for case in text.split("== ").skip(1) {
            let (title, rest) = case.split_once('\n').expect("a title");
            let (input, expected) = rest.split_once("\n--\n").expect("findings");
            let found = shown(input);
            let _ = write!(blessed, "== {title}\n{input}\n--\n{found}\n");
            if found.trim_end() == expected.trim_end() {
                passed += 1;
            } else {
                failed.push(format!("{}: {title}\nexpected\n{expected}\nfound\n{found}", path.display()));
            }
        }
        if bless {
            std::fs::write(&path, format!("{}\n", blessed.trim_end())).expect("written");
        }
    }
    println!("broken: {passed} passed");
    assert!(bless || failed.is_empty(), "{}", failed.join("\n"));
}

/// Mistakes in well-known games, each one edit: `== title`, the name of the game, `- ` a part of its text, `+ ` what stands
/// there instead, `--`, the first finding with its hints and how many there are.
#[test]
fn mistakes_in_well_known_games() {
    let bless = std::env::var_os("LUDEMIC_BLESS").is_some();
    let (mut passed, mut failed) = (0, Vec::new());
    for path in folder("mistakes") {
        let cases = format!("\n{}", std::fs::read_to_string(&path).expect("a text"));
        let mut blessed = String::new();
        for case in cases.split("\n== ").skip(1) {
            let (title, rest) = case.split_once('\n').expect("a title");
            let (game, rest) = rest.split_once("\n- ").expect("a game");
            let (old, rest) = rest.split_once("\n+").expect("a part of its text");
            let (new, expected) = rest.split_once("\n--").expect("findings");
            let new = new.strip_prefix(' ').unwrap_or(new);
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("lud/{game}.lud"));
            let text = std::fs::read_to_string(file).expect("a game of lud/");
            assert!(text.contains(old), "{title}: {game} has no {old:?}");
            let found = first(&text.replacen(old, new, 1));
            let _ = write!(blessed, "== {title}\n{game}\n- {old}\n+ {new}\n--\n{found}\n");
            if found.trim_end() == expected.trim() {
                passed += 1;
            } else {
                failed.push(format!("{}: {title}\nexpected{expected}\nfound\n{found}", path.display()));
            }
        }
        if bless {
            std::fs::write(&path, format!("{}\n", blessed.trim_end())).expect("written");
        }
    }
    println!("mistakes: {passed} passed");
    assert!(bless || failed.is_empty(), "{}", failed.join("\n"));
    assert!(bless || passed >= 60, "{passed} mistakes");
}

/// The first finding with its trail and hints, and how many findings there are.
fn first(text: &str) -> String {
    let all = shown(text);
    let count = all.lines().filter(|line| !line.starts_with(' ')).count();
    let mut lines = all.lines().peekable();
    let mut out = String::new();
    if let Some(line) = lines.next() {
        let _ = writeln!(out, "{line}");
        while let Some(more) = lines.next_if(|line| line.starts_with("  ")) {
            let _ = writeln!(out, "{more}");
        }
    }
    if count > 1 {
        let _ = writeln!(out, "{count} findings");
    }
    out
}

#[test]
fn every_code_is_shown_by_a_text() {
    let mut seen = String::new();
    for path in ["broken", "mistakes", "check", "expand"].into_iter().flat_map(folder) {
        seen.push_str(&std::fs::read_to_string(path).expect("a text"));
    }
    let missing: Vec<&str> =
        CODES.iter().map(|row| row.code).filter(|code| !seen.contains(code) && !ELSEWHERE.contains(code)).collect();
    assert!(missing.is_empty(), "no text shows {missing:?}");
    let known: BTreeSet<&str> = CODES.iter().map(|row| row.code).collect();
    assert_eq!(known.len(), CODES.len(), "a code stands twice");
    assert!(CODES.is_sorted_by_key(|row| row.code), "the codes are not in order");
}

/// Every form of the language has an example, and it checks.
#[test]
fn every_form_has_an_example() {
    let forms = Schema::get().forms();
    let missing: Vec<String> =
        forms.iter().filter(|form| example(form).is_none()).map(|form| format!("{} {form}", form.kind)).collect();
    println!("examples: {} of {} forms", forms.len() - missing.len(), forms.len());
    assert!(missing.is_empty(), "{missing:#?}");
}

/// Every form says what it is for, in a line that `ludemic explain` prints.
#[test]
fn every_form_has_a_meaning() {
    let forms = Schema::get().forms();
    let missing: Vec<String> =
        forms.iter().filter(|form| form.doc.is_empty()).map(|form| format!("{} {form}", form.kind)).collect();
    assert!(missing.is_empty(), "{missing:#?}");
}
