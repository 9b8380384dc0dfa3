//! What the front end shows to people: the layout of an expanded description, its information, its codes.

use ludemic::codes::{CODES, explain};
use ludemic::expand::{Expanded, KnownDefines, expand};
use ludemic::source::Sources;
use std::collections::BTreeSet;
use std::path::Path;

fn expanded(text: &str) -> Expanded {
    let mut sources = Sources::new();
    let id = sources.add("game.lud", text);
    let (expanded, problems) = expand(&mut sources, id, &[], &KnownDefines::none());
    expanded.unwrap_or_else(|| panic!("{problems:?}"))
}

#[test]
fn long_clauses_are_broken_into_lines() {
    let text = r#"
        (game "Long" (players 2) (equipment {(board (hex 5)) (piece "Marker" Each)})
            (rules (play (move Add (to (sites Empty) if:(and {(is Empty (to)) (not (is Line 3)) (< 1 (count Sites
                in:(sites Around (to))))})))) (end (if (no Moves Next) (result Mover Win)))))
    "#;
    let wanted = r#"(game "Long"
    (players 2)
    (equipment {(board (hex 5)) (piece "Marker" Each)})
    (rules
        (play
            (move Add
                (to
                    (sites Empty)
                    if:(and
                        {
                            (is Empty (to))
                            (not (is Line 3))
                            (< 1 (count Sites in:(sites Around (to))))
                        }
                    )
                )
            )
        )
        (end (if (no Moves Next) (result Mover Win)))
    )
)
"#;
    assert_eq!(expanded(text).layout(), wanted);
}

#[test]
fn the_metadata_tells_of_the_game() {
    let text = r#"
        (game "Known" (players 2))
        (metadata (info {
            (description "Two
                lines.") (rules "First.") (rules "Second.") (aliases {"Other" "Name"}) (author "A \"B\" C") (foo 1)
        }) (graphics {(board Style Go)}))
    "#;
    let expanded = expanded(text);
    assert_eq!(expanded.name(), "Known");
    assert_eq!(expanded.info.description, ["Two lines."]);
    assert_eq!(expanded.info.rules, ["First.", "Second."]);
    assert_eq!(expanded.info.aliases, ["Other", "Name"]);
    assert_eq!(expanded.info.author, ["A 'B' C"]);
}

/// The codes of the form `LUD` and four digits in a text.
fn codes(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("\"LUD").filter_map(|(at, _)| text.get(at + 1..at + 8))
}

#[test]
fn every_code_of_the_front_end_is_explained_and_used() {
    let mut used = BTreeSet::new();
    for folder in ["src/syntax", "src/expand"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        for entry in std::fs::read_dir(folder).expect("the sources are there") {
            let text = std::fs::read_to_string(entry.expect("an entry").path()).expect("a source file");
            used.extend(codes(&text).map(String::from));
        }
    }
    let listed: BTreeSet<String> =
        CODES.iter().map(|row| row.code.to_string()).filter(|code| code.as_str() < "LUD0200").collect();
    assert_eq!(used, listed);
    assert!(CODES.iter().all(|row| explain(&row.code.to_lowercase()) == Some(row.meaning)));
    assert_eq!(explain("LUD9999"), None);
}
