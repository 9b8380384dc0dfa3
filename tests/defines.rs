//! The defines of the language do what Ludii's do: the published descriptions expand to the same trees with both.

mod common;

use ludemic::KnownDefines;
use ludemic::expand::expand;
use ludemic::source::Sources;

#[test]
fn every_standard_define_can_be_read() {
    let known = KnownDefines::standard();
    assert!(known.problems().is_empty(), "{:?}", known.problems());
    assert_eq!(known.names().count(), 164);
}

#[test]
fn a_folder_comes_before_the_standard() {
    let own = KnownDefines::from_files([("own.def", "(define \"SameTurn\" (is Full)) (define \"Mine\" 3)")]);
    let count = KnownDefines::standard().len();
    let both = own.or(KnownDefines::standard());
    assert_eq!(both.len(), count + 1);
    let mut sources = Sources::new();
    let id = sources.add("t.lud", "(game \"T\" \"SameTurn\" \"Mine\" \"NewTurn\")");
    let (expanded, findings) = expand(&mut sources, id, &[], &both);
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!(expanded.expect("a game").to_string(), "(game \"T\" (is Full) 3 (not (is Prev Mover)))");
}

#[test]
fn a_define_within_another_comes_before_the_standard_from_then_on() {
    let mut sources = Sources::new();
    let text = r#"(define "C" (define "SameTurn" (mine)) (h)) (game "G" ("SameTurn") ("C") ("SameTurn"))"#;
    let id = sources.add("t.lud", text);
    let (expanded, _) = expand(&mut sources, id, &[], &KnownDefines::standard());
    assert_eq!(expanded.expect("a game").to_string(), r#"(game "G" (is Prev Mover) (h) (mine))"#);
}

/// Each of Ludii's defines called with arguments, and all descriptions of the library.
#[test]
fn the_same_trees_as_with_the_library() {
    let Some(reference) = common::reference() else { return };
    let theirs = KnownDefines::load_dir(&reference.join("ludii/def")).expect("the define library");
    let ours = KnownDefines::standard();
    let expanded = |name: &str, text: &str, known: &KnownDefines| {
        let mut sources = Sources::new();
        let id = sources.add(name, text);
        expand(&mut sources, id, &[], known).0.map(|expanded| expanded.to_string())
    };
    let mut differ = Vec::new();
    for name in theirs.names() {
        for arguments in ["", "a1", "a1 a2", "a1 a2 a3", "a1 a2 a3 a4", "~ a2", "~ ~ a3", "x:a1 y:(a2) ~ z:{a4}"] {
            let text = format!(
                "(define \"Columns\" 7)(define \"PiecesOwnedBy\" (own #1))(game \"T\" (\"{name}\" {arguments}))"
            );
            if expanded(name, &text, &theirs) != expanded(name, &text, &ours) {
                differ.push(format!("(\"{name}\" {arguments})"));
            }
        }
    }
    let mut same = 0;
    for (file, _) in common::index(&reference) {
        let text = std::fs::read_to_string(reference.join("ludii/lud").join(&file)).expect("the file can be read");
        match expanded(&file, &text, &theirs) == expanded(&file, &text, &ours) {
            true => same += 1,
            false => differ.push(file),
        }
    }
    println!("defines: {same} descriptions expand to the same tree");
    assert!(differ.is_empty(), "{differ:#?}");
}
