//! The files that are made from the grammar are those that it makes. `LUDEMIC_BLESS=1` writes them.

use std::path::Path;
use tree_sitter_generate::{OptLevel, generate_parser_in_directory};

/// A version that older editors read too: Neovim from 0.7, Helix from 22.
const ABI: usize = 14;

#[test]
fn generated_files() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the grammar is around this package");
    let made = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tree-sitter-lud");
    let no_grammar: Option<&Path> = None;
    generate_parser_in_directory(package, Some(&made), no_grammar, ABI, None, Some("node"), true, OptLevel::default())
        .unwrap_or_else(|error| panic!("{error}"));
    for file in ["parser.c", "grammar.json", "node-types.json", "tree_sitter/parser.h"] {
        let (made, kept) = (made.join(file), package.join("src").join(file));
        if std::env::var_os("LUDEMIC_BLESS").is_some() {
            std::fs::create_dir_all(kept.parent().expect("a folder")).expect("a folder");
            std::fs::copy(&made, &kept).expect("a file is written");
        }
        let text = |file: &Path| std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{file:?}: {error}"));
        assert!(text(&made) == text(&kept), "{file} is not what grammar.js makes: LUDEMIC_BLESS=1");
    }
}
