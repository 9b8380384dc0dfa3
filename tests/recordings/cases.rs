//! Small games with a recording each, by subject: `spec/cases` of the reference folder.

use crate::{common, published};
use ludemic::KnownDefines;
use ludemic::recording::{Recording, verify};
use serde_json::Value;
use std::collections::BTreeMap;

/// The files, without their ending.
const FILES: &[&str] = &["moves-again", "chance-and-sowing", "more-kinds", "puzzles-and-graphs"];

/// A ludeme that is known and not playable.
const NOT_PLAYABLE: &str = "LUD0401";

/// What became of a case that did not pass.
enum Failed {
    Differs(String),
    /// It uses what cannot be played.
    Unsupported(String),
}

fn run(case: &Value, known: &KnownDefines) -> Result<(), Failed> {
    let differs = |error: &dyn std::fmt::Display| Failed::Differs(error.to_string());
    let text = case.get("lud").and_then(Value::as_str).unwrap_or("");
    let lines: Vec<String> = case["lines"].as_array().into_iter().flatten().map(Value::to_string).collect();
    let recording = Recording::read(lines.join("\n").as_bytes()).map_err(|error| differs(&error))?;
    let subgame = |name: &str| case.get("library")?.get(name)?.as_str().map(str::to_owned);
    let options = case.get("options").and_then(Value::as_array).into_iter().flatten();
    let options: Vec<String> = options.filter_map(|option| option.as_str().map(str::to_owned)).collect();
    let compiled = published::check(recording.game(), text, &options, known)
        .and_then(|checked| published::compile(checked, known, &subgame))
        .map_err(|failure| match failure.findings.iter().find(|finding| finding.code == NOT_PLAYABLE) {
            Some(finding) => Failed::Unsupported(finding.message.clone()),
            None => differs(&failure),
        })?;
    let verdict = verify(compiled.game(), &recording).map_err(|error| differs(&error))?;
    verdict.difference.map_or(Ok(()), |difference| Err(differs(&difference)))
}

#[test]
fn every_case_is_replayed_exactly() {
    let Some(reference) = common::reference() else { return };
    let known = KnownDefines::standard();
    let only = std::env::var("LUDEMIC_ONLY").unwrap_or_default();
    let (mut differing, mut unsupported) = (Vec::new(), 0);
    for file in FILES {
        let path = reference.join("spec/cases").join(format!("{file}.json"));
        let text = std::fs::read_to_string(path).expect("the cases can be read");
        let cases: Vec<Value> = serde_json::from_str(&text).expect("the cases are JSON");
        let (mut passed, mut failed) = (0, 0);
        let mut missing: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for case in &cases {
            let name = case["name"].as_str().unwrap_or("");
            if !format!("{file}/{name}").contains(&only) {
                continue;
            }
            match run(case, &known) {
                Ok(()) => passed += 1,
                Err(Failed::Differs(why)) => {
                    failed += 1;
                    differing.push(format!("{file}/{name}: {why}"));
                }
                Err(Failed::Unsupported(what)) => missing.entry(what).or_default().push(name),
            }
        }
        for (what, names) in &missing {
            println!("cases/{file}: {what}: {}", names.join(" "));
        }
        let count: usize = missing.values().map(Vec::len).sum();
        unsupported += count;
        println!("cases/{file}: {passed} passed, {failed} failed, {count} not supported");
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
    assert_eq!(unsupported, 0, "every case can be played");
}
