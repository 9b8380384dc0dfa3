//! Findings for programs and for lists: one line each, annotations of GitHub, SARIF.

use super::FindingRecord;
use crate::codes::CODES;
use crate::diag::Diagnostic;
use crate::source::Sources;
use serde_json::{Value, json};
use std::fmt::Write;

/// A finding on one line: `file:line:column: error[LUD0102]: message (hint)`. The text ends with a line end.
pub fn concise(sources: &Sources, finding: &Diagnostic) -> String {
    let record = FindingRecord::new(sources, finding);
    let mut out = String::new();
    if let (Some(file), Some(line), Some(column)) = (&record.file, record.line, record.column) {
        let _ = write!(out, "{file}:{line}:{column}: ");
    }
    let _ = write!(out, "{}[{}]: {}", record.severity, record.code, record.message);
    if let Some(hint) = &record.hint {
        let _ = write!(out, " ({})", hint.replace('\n', "; "));
    }
    out.push('\n');
    out
}

/// A finding as a workflow command of GitHub, which shows it beside the line of a change. The text ends with a line
/// end.
pub fn github(sources: &Sources, finding: &Diagnostic) -> String {
    let record = FindingRecord::new(sources, finding);
    let level = if record.severity == "note" { "notice" } else { record.severity };
    let mut properties: Vec<String> = record.file.iter().map(|file| format!("file={}", property(file))).collect();
    let numbers =
        [("line", record.line), ("col", record.column), ("endLine", record.end_line), ("endColumn", record.end_column)];
    properties.extend(numbers.iter().filter_map(|(name, value)| value.map(|value| format!("{name}={value}"))));
    properties.push(format!("title={}", record.code));
    format!("::{level} {}::{}\n", properties.join(","), escaped(&record.text()))
}

/// What is wrong with a whole file, as a workflow command of GitHub. The text ends with a line end.
pub fn github_file(file: &str, message: &str) -> String {
    format!("::error file={}::{}\n", property(file), escaped(message))
}

fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}

/// Findings as one SARIF 2.1.0 log, which code scanning services read.
pub fn sarif(records: &[FindingRecord]) -> Value {
    let used = CODES.iter().filter(|row| records.iter().any(|record| record.code == row.code));
    let rules: Vec<Value> =
        used.map(|row| json!({ "id": row.code, "shortDescription": { "text": row.meaning } })).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "ludemic", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "columnKind": "unicodeCodePoints",
            "results": records.iter().map(result).collect::<Vec<_>>(),
        }],
    })
}

fn result(record: &FindingRecord) -> Value {
    let mut result = json!({
        "ruleId": record.code,
        "level": record.severity,
        "message": { "text": record.text() },
    });
    if let Some(file) = &record.file {
        result["locations"] = json!([{
            "physicalLocation": {
                "artifactLocation": { "uri": file.replace('\\', "/") },
                "region": {
                    "startLine": record.line,
                    "startColumn": record.column,
                    "endLine": record.end_line,
                    "endColumn": record.end_column,
                },
            },
        }]);
    }
    result
}
