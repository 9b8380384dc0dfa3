//! `docs/json.md` names every field that the commands in it give, and no other.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// The commands of a block and the fields of the table behind it.
#[derive(Default)]
struct Part {
    commands: Vec<String>,
    fields: BTreeSet<String>,
}

/// The parts of the page: a block of commands begins one, a table belongs to the last.
fn parts(text: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for line in text.lines() {
        if line == "```sh" {
            parts.push(Part::default());
        }
        let Some(part) = parts.last_mut() else { continue };
        if let Some(command) = line.strip_prefix("ludemic ") {
            part.commands.push(command.to_owned());
        } else if let Some(cell) = line.strip_prefix("| `").and_then(|rest| rest.split('|').next()) {
            let names = cell.split('`').filter(|name| !matches!(name.trim(), "" | ","));
            part.fields.extend(names.map(str::to_owned));
        }
    }
    parts
}

/// The arguments of a command, those in quotes as one.
fn arguments(command: &str) -> Vec<String> {
    let pieces = command.split('"').enumerate();
    pieces
        .flat_map(|(n, piece)| match n % 2 {
            1 => vec![piece.to_owned()],
            _ => piece.split_whitespace().map(str::to_owned).collect(),
        })
        .collect()
}

/// Collects the paths of all values, and whether any of them has a value.
fn collect(at: &str, value: &Value, found: &mut BTreeMap<String, bool>) {
    match value {
        Value::Object(fields) => {
            note(at, true, found);
            for (key, value) in fields {
                collect(&if at.is_empty() { key.clone() } else { format!("{at}.{key}") }, value, found);
            }
        }
        Value::Array(items) => {
            note(&format!("{at}[]"), !items.is_empty(), found);
            for item in items {
                collect(&format!("{at}[]"), item, found);
            }
        }
        _ => note(at, !value.is_null(), found),
    }
}

fn note(at: &str, has_value: bool, found: &mut BTreeMap<String, bool>) {
    *found.entry(at.to_owned()).or_default() |= has_value;
}

/// Whether a documented path speaks of a path, or of something around or within it.
fn speaks_of(field: &str, path: &str) -> bool {
    match field.strip_suffix(".*") {
        Some(head) => path == head || path.strip_prefix(head).is_some_and(|rest| rest.starts_with('.')),
        None => {
            let within = |a: &str, b: &str| a.strip_prefix(b).is_some_and(|rest| rest.starts_with(['.', '[']));
            field == path || within(field, path)
        }
    }
}

#[test]
fn the_page_names_every_field() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/json.md")).expect("the page");
    let parts = parts(&page);
    assert!(parts.len() > 8, "the page has commands");
    let mut wrong = String::new();
    for part in &parts {
        let mut found = BTreeMap::new();
        for command in &part.commands {
            let output = Command::new(env!("CARGO_BIN_EXE_ludemic"))
                .args(arguments(command))
                .current_dir(root)
                .output()
                .expect("the program runs");
            let text = String::from_utf8(output.stdout).expect("UTF-8");
            assert!(!text.is_empty(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
            for line in text.lines() {
                let value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{command}: {error}: {line}"));
                collect("", &value, &mut found);
            }
        }
        let name = part.commands.first().map_or("", String::as_str);
        for path in found.keys().filter(|path| !path.is_empty()) {
            if !part.fields.iter().any(|field| speaks_of(field, path)) {
                wrong.push_str(&format!("{name}: `{path}` is not told of\n"));
            }
        }
        for field in &part.fields {
            if !found.keys().any(|path| path == field || speaks_of(field, path)) {
                wrong.push_str(&format!("{name}: there is no `{field}`\n"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn fields_and_paths() {
    assert!(speaks_of("a.*", "a.b[].c") && speaks_of("a[].b", "a[]") && speaks_of("a", "a"));
    assert!(!speaks_of("a", "a.b") && !speaks_of("a.*", "ab") && !speaks_of("ab", "a"));
}
