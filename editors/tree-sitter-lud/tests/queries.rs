//! The queries fit the grammar, and colour what they should: of several captures of the same text the last counts, as in editors.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use tree_sitter::{Language, Parser, Query, QueryCursor, StreamingIterator};

const SAMPLE: &str = include_str!("highlights/sample.lud");

#[test]
fn highlights() {
    let language = Language::from(tree_sitter_lud::LANGUAGE);
    let mut parser = Parser::new();
    parser.set_language(&language).expect("the version fits");
    let tree = parser.parse(SAMPLE, None).expect("there is no time limit");
    assert!(!tree.root_node().has_error());
    let query = Query::new(&language, tree_sitter_lud::HIGHLIGHTS_QUERY).unwrap_or_else(|error| panic!("{error}"));
    let mut cursor = QueryCursor::new();
    let mut captures = cursor.captures(&query, tree.root_node(), SAMPLE.as_bytes());
    let mut colours: BTreeMap<(usize, usize), (usize, &str)> = BTreeMap::new();
    while let Some((found, index)) = captures.next() {
        let capture = found.captures[*index];
        let name = query.capture_names()[capture.index as usize];
        let colour = colours.entry((capture.node.start_byte(), capture.node.end_byte())).or_default();
        if !name.starts_with('_') && found.pattern_index >= colour.0 {
            *colour = (found.pattern_index, name);
        }
    }
    let mut out = String::new();
    for ((start, end), (_, name)) in colours {
        if name != "punctuation.bracket" {
            writeln!(out, "{name:22} {}", &SAMPLE[start..end]).expect("a string takes everything");
        }
    }
    insta::assert_snapshot!(out);
}

#[test]
fn further_queries() {
    let language = Language::from(tree_sitter_lud::LANGUAGE);
    for query in [tree_sitter_lud::FOLDS_QUERY, tree_sitter_lud::INJECTIONS_QUERY] {
        Query::new(&language, query).unwrap_or_else(|error| panic!("{error}"));
    }
}
