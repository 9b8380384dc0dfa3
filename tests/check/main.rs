//! The schema and the checker: the table itself, the published cases of the language, and snippets with mistakes.

mod reader;

use ludemic::check::{check, check_as, check_metadata};
use ludemic::diag::Diagnostic;
use ludemic::expand::tree::{Term, TermKind};
use ludemic::schema::Schema;
use ludemic::source::{SourceId, Sources};
use serde_json::Value as Json;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// The folder of reference cases, where there is one.
fn reference(file: &str) -> Option<Json> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let root = std::env::var_os("LUDEMIC_REFERENCE").map_or(own, PathBuf::from);
    let Ok(text) = std::fs::read_to_string(root.join("spec/cases").join(file)) else {
        println!("skipped: reference folder not found");
        return None;
    };
    Some(serde_json::from_str(&text).expect("a JSON file"))
}

fn one(text: &str) -> Option<Term> {
    reader::read(text, SourceId(0))?.into_iter().next()
}

fn errors(findings: &[Diagnostic]) -> Vec<String> {
    findings.iter().filter(|f| f.is_error()).map(|f| format!("{} {} {:?}", f.code, f.message, f.hints)).collect()
}

#[test]
fn table_is_sound() {
    let schema = Schema::get();
    let mut seen = HashSet::new();
    let mut reachable = HashSet::new();
    for form in schema.forms() {
        assert!(seen.insert(format!("{} {form}", form.kind)), "twice: <{}> {form}", form.kind);
        for (index, slot) in form.slots.iter().enumerate() {
            let kind = schema.kind(slot.kind).expect("interned");
            reachable.extend(kind.accepts.iter().copied());
            reachable.extend(kind.arrays().iter().map(|(kind, _)| *kind));
            for other in &form.slots[..index] {
                let alternatives = slot.labelled && other.labelled && slot.group.is_some() && slot.group == other.group;
                assert!(slot.name != other.name || alternatives, "`{}` twice in {form}", slot.name);
            }
        }
    }
    for kind in schema.kinds() {
        let root = ["game", "metadata"].contains(&kind.name);
        let primitive = ["int", "float", "boolean", "string"].contains(&kind.name);
        let made = schema.forms().iter().any(|form| kind.takes(form.kind_id));
        let words = kind.accepts.iter().any(|&id| !schema.kind_of(id).constants.is_empty());
        assert!(primitive || made || words, "nothing makes <{}>", kind.name);
        assert!(root || reachable.contains(&kind.id), "nothing wants <{}>", kind.name);
    }
    println!("check/schema: {} forms, {} kinds", schema.forms().len(), schema.kinds().len());
}

#[test]
fn vocabulary_is_complete() {
    let Some(json) = reference("vocabulary.json") else { return };
    let schema = Schema::get();
    let unknown: Vec<&String> =
        json["heads"].as_object().expect("heads").keys().filter(|h| !schema.is_head(h)).collect();
    // Names of internal classes that no place of the language wants.
    println!("check/vocabulary: heads without a form: {unknown:?}");
    let constants = json["constants"].as_array().expect("constants");
    let missing: Vec<_> = constants
        .iter()
        .filter_map(Json::as_str)
        .filter(|word| {
            schema.constant(word).is_empty()
                && !schema.forms().iter().any(|f| f.keyword.is_some_and(|k| k.split(' ').any(|k| k == *word)))
        })
        .collect();
    println!("check/vocabulary: constants without a kind: {missing:?}");
}

#[test]
fn language_cases() {
    let Some(json) = reference("language.json") else { return };
    let (mut passed, mut skipped, mut failed) = (0, Vec::new(), Vec::new());
    for case in json.as_array().expect("cases").iter().filter(|case| case["stage"] == "compile") {
        let name = case["name"].as_str().unwrap_or("");
        let Some(terms) = case["input"].as_str().and_then(|text| reader::read(text, SourceId(0))) else {
            skipped.push(name);
            continue;
        };
        let Some(first) = terms.first() else { continue };
        let (ludeme, mut findings) = check(first);
        assert_eq!(ludeme.is_some(), findings.iter().all(|f| !f.is_error()), "{name}");
        let metadata = terms.iter().find(|term| matches!(&term.kind, TermKind::Clause(c) if &*c.head == "metadata"));
        findings.extend(metadata.map(|term| check_metadata(term).1).unwrap_or_default());
        let expect = &case["expect"];
        let code = match expect["error"].as_str() {
            Some("unknown-ludeme") => vec!["LUD0201"],
            Some("unknown-constant") => vec!["LUD0202", "LUD0203"],
            Some("unknown-string") => vec!["LUD0217"],
            _ => vec![],
        };
        let serious: Vec<_> = findings.iter().filter(|f| f.is_error() || metadata.is_some()).collect();
        let ok = if expect["accept"] == true {
            serious.is_empty() && (expect["warns"] != true || !findings.is_empty())
        } else {
            serious.iter().any(|f| code.is_empty() || code.contains(&f.code))
        };
        if ok {
            passed += 1;
        } else {
            failed.push(format!("{name}: {:?}", findings.iter().map(|f| (f.code, &f.message)).collect::<Vec<_>>()));
        }
    }
    println!("check/language: {passed} passed, not readable here: {skipped:?}");
    assert!(failed.is_empty(), "{failed:#?}");
}

#[test]
fn function_expressions() {
    let Some(json) = reference("functions.json") else { return };
    let (mut passed, mut failed) = (0, Vec::new());
    for case in json["cases"].as_array().expect("cases") {
        let (Some(text), Some(kind)) = (case["expr"].as_str(), case["kind"].as_str()) else { continue };
        let kind = match kind {
            "bool" => "boolean",
            "region" => "sites",
            "array" => "ints",
            other => other,
        };
        let Some(term) = one(text) else {
            failed.push(format!("unreadable {text}"));
            continue;
        };
        let (value, findings) = check_as(&term, kind);
        if value.is_some() { passed += 1 } else { failed.push(format!("{kind} {text}: {:?}", errors(&findings))) }
    }
    println!("check/functions: {passed} passed");
    assert!(failed.is_empty(), "{} failed: {failed:#?}", failed.len());
}

#[test]
fn whole_games() {
    for file in ["flow.json", "moves.json"] {
        let Some(json) = reference(file) else { return };
        let (mut passed, mut skipped, mut failed) = (0, 0, Vec::new());
        for case in json.as_array().expect("cases") {
            let Some(text) = case["lud"].as_str() else { continue };
            let expansion = ["(define", "(option", "(rulesets", ".."].iter().any(|word| text.contains(word));
            let Some(term) = one(text).filter(|_| !expansion) else {
                skipped += 1;
                continue;
            };
            let (ludeme, findings) = check(&term);
            if ludeme.is_some() {
                passed += 1
            } else {
                failed.push(format!("{}: {:?}", case["name"], errors(&findings)))
            }
        }
        println!("check/{file}: {passed} passed, {skipped} need the expander");
        assert!(failed.is_empty(), "{} failed: {failed:#?}", failed.len());
    }
}

/// Every finding of a snippet, one line each: `line:column code message | hint`.
fn findings_of(text: &str) -> String {
    let mut sources = Sources::new();
    let source = sources.add("snippet", text);
    let Some(term) = reader::read(text, source).and_then(|terms| terms.into_iter().next()) else {
        return "unreadable".into();
    };
    let mut out = String::new();
    for finding in check(&term).1 {
        let (line, column) = finding.origin.as_ref().map_or((0, 0), |origin| sources.line_column(origin.span));
        let severity = if finding.is_error() { "error" } else { "warning" };
        out += &format!("{line}:{column} {severity} {} {}\n", finding.code, finding.message);
        for hint in &finding.hints {
            out += &format!("  {hint}\n");
        }
    }
    out
}

/// The snippets of `tests/suite/check`: a title line `== …`, the text, a line `--`, the findings. With `LUDEMIC_BLESS`
/// set, the findings are written instead of compared.
#[test]
fn suite() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/check");
    let bless = std::env::var_os("LUDEMIC_BLESS").is_some();
    let (mut passed, mut failed) = (0, Vec::new());
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("the suite").map(|e| e.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a text");
        let mut blessed = String::new();
        for case in text.split("== ").skip(1) {
            let (title, rest) = case.split_once('\n').expect("a title");
            let (input, expected) = rest.split_once("\n--\n").expect("findings");
            let found = findings_of(input);
            blessed += &format!("== {title}\n{input}\n--\n{found}\n");
            if found.trim_end() == expected.trim_end() {
                passed += 1;
            } else {
                failed.push(format!("{}: {title}\nexpected\n{expected}\nfound\n{found}", path.display()));
            }
        }
        if bless {
            std::fs::write(&path, blessed).expect("written");
        }
    }
    println!("check/suite: {passed} passed");
    assert!(bless || failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn deep_nesting_is_a_finding() {
    let text = format!("{}3{}", "(not ".repeat(300), ")".repeat(300));
    let (value, findings) = check_as(&one(&text).expect("readable"), "boolean");
    assert!(value.is_none() && findings.len() == 1, "{findings:?}");
    let text = format!("{}3{}", "(not ".repeat(1000), ")".repeat(1000));
    let (value, findings) = check_as(&one(&text).expect("readable"), "boolean");
    assert!(value.is_none() && findings.iter().all(|f| f.code == "LUD0216"), "{findings:?}");
}
