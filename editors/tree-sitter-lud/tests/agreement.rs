//! The tree agrees with the one that ludemic reads, node by node and byte by byte; where ludemic reads none, it has errors.

use ludemic::source::Sources;
use ludemic::syntax::{Node, NodeKind, parse};
use std::path::{Path, PathBuf};
use tree_sitter::{Parser, Tree, TreeCursor};

#[path = "../../../tests/common/mod.rs"]
mod common;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The codes of texts whose brackets nest too deep, and whose strings hold an odd number of quotes.
const NESTED: &str = "LUD0002";
const ODD_QUOTES: &str = "LUD0008";

/// A node: how deep it is, what it is, its bytes.
type Flat = (usize, &'static str, usize, usize);

fn tree(text: &str) -> Tree {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_lud::LANGUAGE.into()).expect("the version fits");
    parser.parse(text, None).expect("there is no time limit")
}

/// What ludemic reads, or the code of its finding.
fn ours(text: &str) -> Result<Vec<Flat>, &'static str> {
    let mut sources = Sources::new();
    let id = sources.add("text", text);
    let ast = parse(&sources, id).map_err(|finding| finding.code)?;
    let mut out = Vec::new();
    ast.nodes.iter().for_each(|node| flatten(node, 0, &mut out));
    Ok(out)
}

fn flatten(node: &Node, depth: usize, out: &mut Vec<Flat>) {
    let kind = match node.kind {
        NodeKind::Comment => "comment",
        NodeKind::Word(_) => "word",
        NodeKind::Label(_) => "label",
        NodeKind::Plain => "plain",
        NodeKind::Tag => "tag",
        NodeKind::Text => "text",
        NodeKind::Clause(_) => "clause",
        NodeKind::Array(_) => "array",
        NodeKind::Option(_) => "option",
        NodeKind::Item(_) => "item",
        NodeKind::Value => "value",
        NodeKind::Stars => "stars",
        NodeKind::Foreign => "foreign",
    };
    out.push((depth, kind, node.start as usize, node.end as usize));
    node.children().iter().for_each(|child| flatten(child, depth + 1, out));
}

fn theirs(text: &str) -> Option<Vec<Flat>> {
    let tree = tree(text);
    let root = tree.root_node();
    let mut out = Vec::new();
    if root.has_error() {
        return None;
    }
    walk(&mut root.walk(), 0, &mut out);
    Some(out)
}

fn walk(cursor: &mut TreeCursor<'_>, depth: usize, out: &mut Vec<Flat>) {
    if !cursor.goto_first_child() {
        return;
    }
    loop {
        let node = cursor.node();
        let kind = match node.kind() {
            "(" | ")" | "{" | "}" | ":" => None,
            "option" | "item" | "args:" if !node.is_named() => Some("plain"),
            "arguments" | "items" => Some("array"),
            kind => Some(kind),
        };
        if let Some(kind) = kind {
            out.push((depth, kind, node.start_byte(), node.end_byte()));
            walk(cursor, depth + 1, out);
        }
        if !cursor.goto_next_sibling() {
            break;
        }
    }
    cursor.goto_parent();
}

fn texts(folder: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("an entry").path())
        .collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            texts(&entry, out);
        } else if entry.extension().is_some_and(|extension| extension == "lud" || extension == "def") {
            out.push(entry);
        }
    }
}

/// Both trees of a text; what is said where they differ.
fn compare(text: &str) -> Result<bool, String> {
    // Lines that end in CR LF are read as if they ended in LF.
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let (ours, theirs) = match (ours(&text), theirs(&text)) {
        (Ok(ours), Some(theirs)) if ours == theirs => return Ok(true),
        (Ok(ours), Some(theirs)) => (ours, theirs),
        (Err(_), None) => return Ok(false),
        // Texts with a shape that are refused all the same.
        (Err(NESTED | ODD_QUOTES), Some(_)) => return Ok(false),
        (Err(code), Some(_)) => return Err(format!("refused by ludemic with {code}, and no error here")),
        (Ok(_), None) => return Err("an error here, and read by ludemic".to_owned()),
    };
    let at = ours.iter().zip(&theirs).position(|(a, b)| a != b).unwrap_or(ours.len().min(theirs.len()));
    let shown = |list: &[Flat]| match list.get(at) {
        Some(node) => format!("{node:?} {:?}", text.get(node.2..node.3)),
        None => "nothing".to_owned(),
    };
    Err(format!("{}\nis here {}", shown(&ours), shown(&theirs)))
}

fn compare_folder(folder: &Path) -> usize {
    let mut files = Vec::new();
    texts(folder, &mut files);
    let mut read = 0;
    for file in &files {
        let text = String::from_utf8_lossy(&std::fs::read(file).expect("a file that can be read")).into_owned();
        match compare(&text) {
            Ok(whole) => read += usize::from(whole),
            Err(difference) => panic!("{}: {difference}", file.display()),
        }
    }
    println!("{}: {} files, {read} of them without error", folder.display(), files.len());
    read
}

#[test]
fn the_library() {
    let beside = Path::new(ROOT).join("../shared");
    let reference = std::env::var_os("LUDEMIC_REFERENCE").map_or(beside, PathBuf::from);
    if !reference.is_dir() {
        return common::skip("reference folder not found");
    }
    common::at_least(952, compare_folder(&reference.join("ludii/lud")), "descriptions");
    common::at_least(164, compare_folder(&reference.join("ludii/def")), "known defines");
}

#[test]
fn own_texts() {
    common::at_least(18, compare_folder(&Path::new(ROOT).join("lud")), "own games");
    compare_folder(&Path::new(ROOT).join("tests"));
}

/// Descriptions cut off and spoiled at many places.
#[test]
fn broken_texts() {
    let mut files = Vec::new();
    texts(&Path::new(ROOT).join("lud"), &mut files);
    let spoils = [
        "",
        "(",
        ")",
        "{",
        "}",
        "\"",
        "<",
        ">",
        ":",
        "/",
        "//",
        "\\",
        "*",
        "é",
        "\u{feff}",
        "<a b:c>",
        "(option ",
        "(item \"x\" <",
    ];
    let (mut whole, mut broken) = (0, 0);
    for file in &files {
        let text = std::fs::read_to_string(file).expect("a file that can be read");
        let places = text.char_indices().map(|(at, _)| at).step_by(1 + text.len() / 4);
        for (place, spoil) in places.flat_map(|place| spoils.map(|spoil| (place, spoil))) {
            let (before, after) = text.split_at(place);
            for spoiled in [format!("{before}{spoil}{after}"), format!("{before}{spoil}")] {
                match compare(&spoiled) {
                    Ok(true) => whole += 1,
                    Ok(false) => broken += 1,
                    Err(difference) => panic!("{} at {place}, `{spoil}`: {difference}", file.display()),
                }
            }
        }
    }
    println!("{whole} texts without error, {broken} with");
    assert!(whole > 1000 && broken > 1000);
}

/// What the grammar decides by looking ahead.
#[test]
fn corners() {
    let texts = [
        "a<b c <d> e<f>g <h i:j k> <l:m:n> <>",
        "a//b\nc / d /e/ f//",
        "a:b a: b :c a::b <t>:x (a):b",
        "\"a\\\"b\" \"c\\\\\" d\" \"e\\f\" \"\n\"",
        "a,b'c$d;é\u{a0}e",
        "(option \"A\" <A> { (item \"x\" <y> \"z\")* (item \"v\" <(< 1 2)> <(> 3 4)> \"\") })",
        "(option // c\n \"A\" // d\n <A b/c:d> args:{ <e> f <g } { word label: (item \"x\")*** * } // e\n)",
        "(option \"A\" <A> args:{ <a//b> <c } > } {})",
        "(option \"A\" <A> args:{ <a//b < }\n } {})",
        "(option \"A\" <A\n> { (item \"x\") })",
        "(option\"A\" <A> {})",
        "(option \"A\" <A> { (piece \"x\") })",
        "(option \"A\" <A> { :a })",
        "(option \"A\" <A> { <a :b })",
        "(option \"A\" <A> { <a :b> a//b\n:c })",
        "(option \"A\" <A> { (item \"x\" <a \"b > c\" d // e > f\n> \"\") })",
        "(option \"A\" <A> { (item \"x\" <a <b:c> d> <<> <(>> \"\") })",
        "(option \"A\" <A> { (item \"x\" <a) })",
        "(define \"x\" (option \"A\" <A> {(item \"b\" <c>)}))",
        "(item \"x\" <y> \"z\") option (options) ( option ) (optional \"A\" <A> {})",
        "{ ( a { b ) } }",
        "(",
        "\"",
        "",
        "\u{feff}// only a comment",
    ];
    for text in texts {
        if let Err(difference) = compare(text) {
            panic!("{text}\n{difference}");
        }
    }
}
