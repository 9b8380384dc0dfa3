//! The cases of `tests/suite/expand`: texts with what expansion makes of them.
//!
//! A file holds cases, each begun by a line `//// name`. Comment lines at its start are further inputs, comment lines at
//! its end say what is expected:
//!
//! - `// select Heading/Item`: a selection;
//! - `// known (define …)`: a define of the library;
//! - `// tree …` and `// metadata …`: the result in canonical form; `// tree none` when there is no result;
//! - `// error CODE 3:5` and `// warning CODE 3:5`: a diagnostic and its place, the case's own first line being line 1,
//!   in the order of the diagnostics; `-` stands for no place, and `via "A" 4:7` tells of the trail, innermost first.
//!
//! Everything that is not expected is a failure. With `LUDEMIC_UPDATE` set, what came out is written to the files as the
//! expectation; read it before it is committed.

use ludemic::diag::{Diagnostic, Origin, Via};
use ludemic::expand::{KnownDefines, expand};
use ludemic::source::Sources;
use std::fmt::Write;
use std::path::Path;

const INPUTS: [&str; 2] = ["// select ", "// known "];
const EXPECTATIONS: [&str; 4] = ["// tree ", "// metadata ", "// error ", "// warning "];

fn place(sources: &Sources, origin: &Origin) -> String {
    let show = |span| {
        let (line, column) = sources.line_column(span);
        format!("{line}:{column}")
    };
    let mut text = show(origin.span);
    let mut trail = origin.trail.as_deref();
    while let Some(step) = trail {
        let via = match &step.via {
            Via::Define(name) => format!("\"{name}\""),
            Via::Option { heading, item } => format!("{heading}/{item}"),
            Via::Range => "range".to_string(),
        };
        let _ = write!(text, " via {via} {}", show(step.call));
        trail = step.outer.as_deref();
    }
    text
}

fn line(sources: &Sources, problem: &Diagnostic) -> String {
    let severity = if problem.is_error() { "error" } else { "warning" };
    let place = problem.origin.as_ref().map_or_else(|| "-".to_string(), |origin| place(sources, origin));
    format!("// {severity} {} {place}", problem.code)
}

/// What expansion makes of a case, written as expectations.
fn outcome(case: &str) -> Vec<String> {
    let inputs = |start: &'static str| case.lines().filter_map(move |line| line.strip_prefix(start));
    let selections: Vec<String> = inputs(INPUTS[0]).map(String::from).collect();
    let known = KnownDefines::from_files(inputs(INPUTS[1]).map(|text| ("known.def", text)));
    let mut sources = Sources::new();
    let id = sources.add("case.lud", case);
    let (expanded, problems) = expand(&mut sources, id, &selections, &known);
    let mut lines = Vec::new();
    match &expanded {
        Some(expanded) => {
            lines.push(format!("// tree {expanded}"));
            lines.extend(expanded.metadata.iter().map(|metadata| format!("// metadata {metadata}")));
        }
        None => lines.push("// tree none".to_string()),
    }
    lines.extend(problems.iter().map(|problem| line(&sources, problem)));
    lines
}

fn expectation(line: &str) -> bool {
    EXPECTATIONS.iter().any(|start| line.starts_with(start))
}

#[test]
fn the_suite() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/expand");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("the suite is there").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    let update = std::env::var_os("LUDEMIC_UPDATE").is_some();
    let (mut passed, mut failed) = (0, String::new());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a file of the suite");
        let mut written = String::new();
        for case in text.split("//// ").skip(1) {
            let (name, case) = case.split_once('\n').unwrap_or((case, ""));
            let (wanted, input): (Vec<&str>, Vec<&str>) = case.trim_end().lines().partition(|line| expectation(line));
            let input = input.join("\n");
            let found = outcome(&input);
            if wanted == found {
                passed += 1;
            } else {
                let _ = writeln!(failed, "{}: {name}\n{}", file.display(), found.join("\n"));
            }
            let _ = writeln!(written, "//// {name}\n{input}\n{}\n", found.join("\n"));
        }
        if update {
            std::fs::write(&file, format!("{}\n", written.trim_end())).expect("the suite can be written");
        }
    }
    println!("suite/expand: {passed} passed");
    assert!(update || failed.is_empty(), "these cases came out differently:\n{failed}");
}
