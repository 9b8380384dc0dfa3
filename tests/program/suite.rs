//! Small descriptions of our own, below `tests/suite/program`: between them they have every node of programs, and every
//! difference found is kept among them.

use crate::modes::{Extent, Tally, WORK, compare, compile, modes};
use ludemic::KnownDefines;
use ludemic::program::Program;
use std::collections::BTreeSet;
use std::path::Path;

/// The nodes that programs are made of.
const NODES: &[(&str, &[&str])] = &[
    (
        "set",
        &[
            "Const",
            "Empty",
            "Owned",
            "Union",
            "Inter",
            "Diff",
            "If",
            "Filter",
            "Gather",
            "Around",
            "Spread",
            "AroundSite",
            "AroundIf",
            "One",
            "Bound",
            "Linear",
            "Alike",
            "Reaching",
            "ReachedFrom",
        ],
    ),
    (
        "int",
        &[
            "Const",
            "Var",
            "Mover",
            "Next",
            "Prev",
            "Counter",
            "Global",
            "Score",
            "Count",
            "Neighbours",
            "Who",
            "LastTo",
            "LastFrom",
            "Add",
            "Sub",
            "Mul",
            "Rem",
            "Max",
            "Min",
            "If",
            "Table",
            "MaxOf",
            "MinOf",
            "SumOf",
            "LenOf",
        ],
    ),
    (
        "bool",
        &[
            "Const",
            "And",
            "Or",
            "Not",
            "Compare",
            "Member",
            "None",
            "Every",
            "Within",
            "Reaches",
            "Leads",
            "NoMovesNext",
            "Stale",
            "AllPassed",
        ],
    ),
    ("list", &["GroupSizes", "Without", "Single", "Results", "Remembered"]),
    (
        "moves",
        &["All", "If", "Add", "Remove", "Pass", "Swap", "FromTo", "Each", "EachPiece", "Jump", "Tested", "AddOpen"],
    ),
    (
        "effect",
        &[
            "All",
            "If",
            "Do",
            "SetVar",
            "SetScore",
            "MoveAgain",
            "Remember",
            "ForgetAll",
            "Each",
            "EachGroup",
            "Nothing",
            "Late",
        ],
    ),
];

/// The descriptions: file name and text.
pub fn descriptions() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/program");
    let entries = std::fs::read_dir(folder).expect("the suite");
    let mut all: Vec<(String, String)> = entries
        .flatten()
        .map(|entry| {
            let text = std::fs::read_to_string(entry.path()).expect("a text");
            (entry.file_name().to_string_lossy().into_owned(), text)
        })
        .collect();
    all.sort();
    all
}

#[test]
fn suite_agrees() {
    let mut whole = Tally::default();
    for (name, text) in descriptions() {
        let tally = compare(&text, &[], &KnownDefines::none(), Extent { games: 6, plies: 60, work: WORK });
        assert_eq!(tally.compiled, 1, "{name} is not right");
        // What has no form over sets says so at the top.
        assert_eq!(tally.programs == 0, text.starts_with("// Unfit"), "{name}: whether it has a program");
        assert_eq!(tally.programs, tally.with_room, "{name}: whether it is compiled");
        assert!(tally.differences.is_empty(), "{name}: {}", tally.differences.join("\n"));
        whole += tally;
    }
    whole.print("suite");
}

/// The name of a node: the first word of how it is printed for programmers.
fn name(node: &impl std::fmt::Debug) -> String {
    format!("{node:?}").split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned()
}

#[test]
fn every_node_is_in_the_suite() {
    let mut seen = BTreeSet::new();
    for (file, text) in descriptions() {
        let compiled = compile(&text, &[], &KnownDefines::none()).unwrap_or_else(|| panic!("{file} is not right"));
        for (_, rewrites) in modes() {
            let Ok(program) = Program::new(compiled.typed(), compiled.game(), &rewrites) else { continue };
            let table = &program.table;
            seen.extend(table.sets.nodes().iter().map(|node| ("set", name(node))));
            seen.extend(table.ints.nodes().iter().map(|node| ("int", name(node))));
            seen.extend(table.bools.nodes().iter().map(|node| ("bool", name(node))));
            seen.extend(table.lists.nodes().iter().map(|node| ("list", name(node))));
            seen.extend(table.moves.nodes().iter().map(|node| ("moves", name(node))));
            seen.extend(table.effects.nodes().iter().map(|node| ("effect", name(node))));
        }
    }
    let known: BTreeSet<(&str, String)> =
        NODES.iter().flat_map(|(kind, names)| names.iter().map(|name| (*kind, (*name).to_owned()))).collect();
    let missing: Vec<_> = known.difference(&seen).collect();
    assert!(missing.is_empty(), "no description of the suite has {missing:?}");
    let new: Vec<_> = seen.difference(&known).collect();
    assert!(new.is_empty(), "nodes that are not listed above: {new:?}");
}
