//! Every description of the reference library is read and expanded.

mod common;

use common::index;
use ludemic::diag::Diagnostic;
use ludemic::expand::{KnownDefines, expand};
use ludemic::source::Sources;
use ludemic::syntax::parse;
use std::time::{Duration, Instant};

fn show(sources: &Sources, problem: &Diagnostic) -> String {
    let place = problem.origin.as_ref().map(|origin| sources.line_column(origin.span));
    format!("{} {} at {place:?}", problem.code, problem.message)
}

#[test]
fn the_library_is_read_and_printed_back() {
    let Some(reference) = common::reference() else { return };
    let mut unread = Vec::new();
    for (file, compiles) in index(&reference) {
        let text = std::fs::read_to_string(reference.join("ludii/lud").join(&file)).expect("the file can be read");
        let mut sources = Sources::new();
        let id = sources.add(file.clone(), &text);
        match parse(&sources, id) {
            Ok(ast) => {
                assert_eq!(ast.print(), *ast.text, "{file} is printed as it was read");
            }
            Err(problem) if compiles => unread.push(format!("{file}: {}", show(&sources, &problem))),
            Err(_) => {}
        }
    }
    assert!(unread.is_empty(), "{}", unread.join("\n"));
}

#[test]
fn the_library_expands() {
    let Some(reference) = common::reference() else { return };
    let known = KnownDefines::load_dir(&reference.join("ludii/def")).expect("the defines can be read");
    assert!(known.problems().is_empty(), "{:?}", known.problems());
    let (mut good, mut total, mut failed) = (0, 0, Vec::new());
    let (mut sum, mut slowest) = (Duration::ZERO, (Duration::ZERO, String::new()));
    for (file, compiles) in index(&reference) {
        let text = std::fs::read_to_string(reference.join("ludii/lud").join(&file)).expect("the file can be read");
        let mut sources = Sources::new();
        let id = sources.add(file.clone(), &text);
        let start = Instant::now();
        let (expanded, problems) = expand(&mut sources, id, &[], &known);
        let time = start.elapsed();
        sum += time;
        if time > slowest.0 {
            slowest = (time, file.clone());
        }
        total += 1;
        let error = problems.iter().find(|problem| problem.is_error());
        match (error, &expanded) {
            (None, Some(expanded)) => {
                good += 1;
                if compiles {
                    check_layout(&file, expanded);
                }
            }
            (Some(error), _) if compiles => failed.push(format!("{file}: {}", show(&sources, error))),
            (None, None) => failed.push(format!("{file}: nothing, and no error")),
            _ => {}
        }
    }
    println!("corpus/expand: {good} of {total} expand, {} wanted ones do not; {sum:?} in all", failed.len());
    println!("corpus/expand: the slowest is {} with {:?}", slowest.1, slowest.0);
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn every_option_item_expands() {
    let Some(reference) = common::reference() else { return };
    let known = KnownDefines::load_dir(&reference.join("ludii/def")).expect("the defines can be read");
    let (mut runs, mut incomplete, mut failed) = (0, 0, Vec::new());
    for (file, _) in index(&reference).into_iter().filter(|(_, compiles)| *compiles) {
        let text = std::fs::read_to_string(reference.join("ludii/lud").join(&file)).expect("the file can be read");
        let mut sources = Sources::new();
        let id = sources.add(file.clone(), &text);
        let (expanded, _) = expand(&mut sources, id, &[], &known);
        let Some(expanded) = expanded else { continue };
        let names: Vec<String> = expanded.options.iter().flat_map(|category| category.selections()).collect();
        let chosen: Vec<String> = expanded.chosen().iter().map(ToString::to_string).collect();
        for name in names.into_iter().filter(|name| !chosen.contains(name)) {
            let (_, problems) = expand(&mut sources, id, std::slice::from_ref(&name), &known);
            runs += 1;
            match problems.iter().find(|problem| problem.is_error()) {
                Some(error) if error.code == "LUD0011" => incomplete += 1,
                Some(error) => failed.push(format!("{file} with {name}: {}", show(&sources, error))),
                None => {}
            }
        }
    }
    println!("corpus/options: {runs} items, {incomplete} incomplete, {} failed", failed.len());
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// The layout on many lines holds the same terms as the canonical line.
fn check_layout(file: &str, expanded: &ludemic::expand::Expanded) {
    let mut sources = Sources::new();
    let id = sources.add(file, &expanded.layout());
    let (again, problems) = expand(&mut sources, id, &[], &KnownDefines::none());
    let error = problems.iter().find(|problem| problem.is_error());
    let again = again.unwrap_or_else(|| panic!("{file}: the layout has no game: {error:?}"));
    assert_eq!(again.to_string(), expanded.to_string(), "{file}: {error:?}");
}
