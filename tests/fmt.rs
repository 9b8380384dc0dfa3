//! The canonical layout: it changes no meaning, keeps comments, and laying out once more changes nothing.

mod common;

use ludemic::KnownDefines;
use ludemic::expand::expand;
use ludemic::source::Sources;
use ludemic::syntax::{Ast, parse};

fn read(name: &str, text: &str) -> Option<Ast> {
    let mut sources = Sources::new();
    let id = sources.add(name, text);
    parse(&sources, id).ok()
}

/// What a text expands to, game and metadata, and the codes of what is wrong with it.
fn meaning(name: &str, text: &str, selections: &[String], known: &KnownDefines) -> (Option<String>, Vec<&'static str>) {
    let mut sources = Sources::new();
    let id = sources.add(name, text);
    let (expanded, findings) = expand(&mut sources, id, selections, known);
    let text = expanded.map(|expanded| {
        let metadata = expanded.metadata.as_ref().map(ToString::to_string).unwrap_or_default();
        format!(
            "{expanded}\n{metadata}\n{:?}",
            expanded.options.iter().map(|o| (o.default, o.items.len())).collect::<Vec<_>>()
        )
    });
    (text, findings.into_iter().map(|finding| finding.code).collect())
}

fn comments(text: &str) -> usize {
    text.matches("//").count()
}

#[test]
fn the_library_keeps_its_meaning() {
    let Some(reference) = common::reference() else { return };
    let known = KnownDefines::standard();
    let (mut same, mut unread, mut failed) = (0, 0, Vec::new());
    for (file, _) in common::index(&reference) {
        let text = std::fs::read_to_string(reference.join("ludii/lud").join(&file)).expect("the file can be read");
        let Some(ast) = read(&file, &text) else {
            unread += 1;
            continue;
        };
        let once = ast.format();
        let twice = read(&file, &once).map(|ast| ast.format());
        if twice.as_deref() != Some(&once) {
            failed.push(format!("{file}: not the same the second time"));
        } else if meaning(&file, &text, &[], &known) != meaning(&file, &once, &[], &known) {
            failed.push(format!("{file}: another meaning"));
        } else if comments(&text) != comments(&once) {
            failed.push(format!("{file}: comments are lost"));
        } else {
            same += 1;
        }
    }
    println!("fmt: {same} descriptions keep their meaning, {unread} cannot be read");
    assert!(failed.is_empty(), "{} failed: {failed:#?}", failed.len());
}

/// Texts and their layout, in `tests/suite/fmt.txt`: `==` and a title, the text, `--`, the layout.
#[test]
fn suite() {
    let cases =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/fmt.txt")).expect("the suite");
    let mut passed = 0;
    for case in cases.split("== ").skip(1) {
        let (title, rest) = case.split_once('\n').expect("a title");
        let (input, expected) = rest.split_once("\n--\n").expect("a layout");
        let found = read(title, input).expect("readable").format();
        assert_eq!(found.trim_end(), expected.trim_end(), "{title}");
        passed += 1;
    }
    println!("fmt/suite: {passed} passed");
}

/// The games of the project are laid out as `ludemic fmt` does it.
#[test]
fn the_games_of_the_project_are_laid_out() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/lud");
    for entry in std::fs::read_dir(folder).expect("the folder of games").flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let text = std::fs::read_to_string(&path).expect("the file can be read");
        let laid_out = read(&name.to_string_lossy(), &text).expect("readable").format();
        assert!(laid_out == text, "{} is not laid out: run `ludemic fmt lud`", path.display());
    }
}
