//! A tree-sitter grammar for the `.lud` language of board games.
//!
//! # Examples
//!
//! ```
//! let mut parser = tree_sitter::Parser::new();
//! parser.set_language(&tree_sitter_lud::LANGUAGE.into())?;
//! let tree = parser.parse("(move Add (to (sites Empty)))", None).ok_or("no time limit was set")?;
//! assert!(!tree.root_node().has_error());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use tree_sitter_language::LanguageFn;

#[expect(unsafe_code, reason = "the generated parser is written in C")]
unsafe extern "C" {
    fn tree_sitter_lud() -> *const ();
}

/// The language, for [`tree_sitter::Parser::set_language`](https://docs.rs/tree-sitter).
#[expect(unsafe_code, reason = "the generated function has this type in every version of tree-sitter")]
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_lud) };

/// The query for colours; of several patterns that fit the last one counts.
pub const HIGHLIGHTS_QUERY: &str = include_str!("../../queries/highlights.scm");

/// The query for what may be folded.
pub const FOLDS_QUERY: &str = include_str!("../../queries/folds.scm");

/// The query for text within: the value of an item of an option is text of the language itself.
pub const INJECTIONS_QUERY: &str = include_str!("../../queries/injections.scm");

/// What the kinds of nodes are, as JSON.
pub const NODE_TYPES: &str = include_str!("../../src/node-types.json");
