//! The recorded cases of the language: what Ludii 1.3.12 makes of small texts.

mod common;

use ludemic::diag::Diagnostic;
use ludemic::expand::{KnownDefines, expand};
use ludemic::source::Sources;
use serde_json::Value;

/// Where ludemic differs from Ludii on purpose: the case, the outcome here (an error code, or a tree), and why.
const DEVIATIONS: &[(&str, &str, &str)] = &[
    ("form before game becomes the root", "(game \"X\" 2)", "the first game is taken, the other clause reported"),
    ("head needs a separator: paren", "(game \"X\" (foo (bar)))", "the missing space is harmless; a warning"),
    ("head needs a separator: brace", "(game \"X\" (foo {1 2}))", "the missing space is harmless; a warning"),
    ("extra close ignored by expansion", "LUD0005", "Ludii rejects it too, one stage later"),
    ("omitted labelled arg steals the next item", "(game \"X\" (f 1 baz))", "the label goes with its item; a warning"),
    ("define then newline is not a define", "(game \"X\" (f 1))", "any white space is accepted"),
    ("unknown selection reverts to defaults", "LUD0112", "a wrong selection is an error"),
    ("two selections in one category revert to defaults", "LUD0113", "a wrong selection is an error"),
    ("selection is case-sensitive", "LUD0112", "a wrong selection is an error"),
    ("too few item args leave the tag", "LUD0123", "a tag that is left is an error"),
    ("item with no args stops later categories", "(game \"X\" (f 1))", "later options still work"),
    ("nested tag in arg is cut", "LUD0114", "an error that says what is wrong"),
    ("metadata first loses the game", "(game \"X\" 1)", "any order is accepted; a warning"),
];

/// The name that the cases have for an error.
fn kind(code: &str) -> &'static str {
    match code {
        "LUD0003" | "LUD0004" | "LUD0006" | "LUD0008" => "unclosed",
        "LUD0005" => "unbalanced",
        "LUD0007" | "LUD0011" => "bad-character",
        "LUD0010" => "empty",
        "LUD0134" => "double-bracket",
        "LUD0101" => "bad-define",
        "LUD0104" | "LUD0105" => "recursive-define",
        "LUD0140" => "range-too-long",
        "LUD0141" => "bad-site-range",
        "LUD0111" => "bad-option-name",
        "LUD0150" => "unknown-useFor",
        _ => "other",
    }
}

struct Outcome {
    tree: Option<String>,
    metadata: Option<String>,
    problems: Vec<Diagnostic>,
}

impl Outcome {
    fn error(&self) -> Option<&Diagnostic> {
        self.problems.iter().find(|problem| problem.is_error())
    }
}

fn run(input: &str, selections: &[String], known: &KnownDefines) -> Outcome {
    let mut sources = Sources::new();
    let id = sources.add("case.lud", input);
    let (expanded, problems) = expand(&mut sources, id, selections, known);
    Outcome {
        tree: expanded.as_ref().map(|e| e.game.to_string()),
        metadata: expanded.as_ref().and_then(|e| e.metadata.as_ref()).map(ToString::to_string),
        problems,
    }
}

/// What is wrong with an outcome; `None` when all is as expected.
fn check(expect: &Value, outcome: &Outcome) -> Option<String> {
    if let Some(wanted) = expect["error"].as_str() {
        return match outcome.error() {
            Some(error) if kind(error.code) == wanted => None,
            other => Some(format!("wanted the error {wanted}, got {other:?} and {:?}", outcome.tree)),
        };
    }
    if let Some(error) = outcome.error() {
        return Some(format!("wanted no error, got {error:?}"));
    }
    for (field, found) in [("tree", &outcome.tree), ("metadata", &outcome.metadata)] {
        if let Some(wanted) = expect[field].as_str()
            && found.as_deref() != Some(wanted)
        {
            return Some(format!("{field}: wanted {wanted}, got {found:?}"));
        }
    }
    (expect["warns"] == true && outcome.problems.is_empty()).then(|| "wanted a warning".to_string())
}

#[test]
fn expansion_is_as_recorded() {
    let Some(reference) = common::reference() else { return };
    let known = KnownDefines::load_dir(&reference.join("ludii/def")).expect("the defines can be read");
    let text = std::fs::read_to_string(reference.join("spec/cases/language.json")).expect("the cases can be read");
    let cases: Vec<Value> = serde_json::from_str(&text).expect("the cases are JSON");
    let (mut passed, mut deviations, mut failed) = (0, 0, Vec::new());
    for case in cases.iter().filter(|case| case["stage"] == "expand") {
        let name = case["name"].as_str().unwrap_or("");
        let selections: Vec<String> =
            case["options"].as_array().into_iter().flatten().filter_map(Value::as_str).map(String::from).collect();
        let outcome = run(case["input"].as_str().unwrap_or(""), &selections, &known);
        if let Some((_, wanted, _)) = DEVIATIONS.iter().find(|(other, ..)| *other == name) {
            let code = outcome.error().map(|error| error.code);
            if code == Some(wanted) || (code.is_none() && outcome.tree.as_deref() == Some(wanted)) {
                deviations += 1;
            } else {
                failed.push(format!("{name}: wanted {wanted}, got {:?} {:?}", outcome.tree, outcome.problems));
            }
        } else if let Some(reason) = check(&case["expect"], &outcome) {
            failed.push(format!("{name}: {reason}"));
        } else {
            passed += 1;
        }
    }
    println!("language/expand: {passed} passed, {} failed, {deviations} deviations", failed.len());
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    common::at_least(112, passed, "language");
}
