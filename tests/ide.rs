//! What editors ask: hover, completion, names, outline, fixes, on whole texts and on damaged ones.

mod common;
#[path = "common/random.rs"]
mod random;

use ludemic::KnownDefines;
use ludemic::ide::{CompletionKind, Document};
use random::Random;
use std::fmt::Write;

const GAME: &str = include_str!("ide/game.lud");

fn document(text: &str) -> Document {
    Document::new("game.lud", text, &[], &KnownDefines::standard())
}

/// A text with the part behind the nth `mark` replaced, and the place behind what was put in.
fn typed(mark: &str, new: &str) -> (Document, usize) {
    let at = GAME.find(mark).expect("the mark") + mark.len();
    (document(&format!("{}{new}{}", &GAME[..at], &GAME[at..])), at + new.len())
}

#[test]
fn hovers() {
    let document = document(GAME);
    assert!(document.findings().iter().all(|finding| !finding.is_error()), "{:?}", document.findings());
    let mut out = String::new();
    let places = [
        "define",
        "Hop",
        "between if",
        "if:(is Enemy",
        "Jump\" (apply",
        "#1",
        "<Board:size",
        "<Board:shape",
        "Each",
        "Stone\" Each",
        "Stone1",
        "Pawn",
        "ChessPawn",
        "Home\")",
        "3)",
        "option \"",
        "item \"Small",
        "Large\" })",
        "Mover Win",
        "result",
        "Linked",
        "Foreground",
        "sites Top",
    ];
    for place in places {
        let at = GAME.find(place).unwrap_or_else(|| panic!("{place}")) + usize::from(place.starts_with('<'));
        let text = document.hover(at).map(|hover| format!("[{}]\n{}", &GAME[hover.range], hover.text));
        writeln!(out, "-- {place}\n{}\n", text.as_deref().unwrap_or("nothing").trim_end()).unwrap();
    }
    insta::assert_snapshot!(out);
}

/// What is offered, a line for each kind.
fn offered(document: &Document, at: usize) -> String {
    let all = document.complete(at);
    let mut out = String::new();
    for kind in [
        CompletionKind::Keyword,
        CompletionKind::Label,
        CompletionKind::Constant,
        CompletionKind::Tag,
        CompletionKind::Name,
        CompletionKind::Ludeme,
        CompletionKind::Define,
    ] {
        let labels: Vec<&str> = all.iter().filter(|item| item.kind == kind).map(|item| &*item.label).collect();
        if !labels.is_empty() {
            let shown = labels.len().min(8);
            let more = if labels.len() > shown { format!(" … {}", labels.len()) } else { String::new() };
            writeln!(out, "  {kind:?}: {}{more}", labels[..shown].join(" ")).unwrap();
        }
    }
    out
}

#[test]
fn completions() {
    let mut out = String::new();
    let places = [
        ("(regions \"Home\" P1 (sites Bottom))\n", "        (p"),
        ("(regions \"Home\" P1 (sites Bottom))\n", "        (piece \"X\" "),
        ("(regions \"Home\" P1 (sites Bottom))\n", "        (piece \"X\" Each (move "),
        ("(play ", "("),
        ("(play ", "(if "),
        ("(play ", "(move Step "),
        ("(play ", "(move Step (to "),
        ("(play ", "(move Step (to if:"),
        ("(end (if (is Line 3) ", "(result "),
        ("(sites \"", "H"),
        ("(start { ", "(place "),
        ("(start { ", "(place \""),
        ("(start { ", "(\""),
        ("(board (", "<"),
        ("(or {(is Mover P1) (is ", " "),
        ("(or {(is Mover P1) ", "("),
        ("#1", " "),
        ("<(+ 4 ", " "),
        ("{ \"Board/", ""),
        ("(graphics { ", "("),
        ("\"Pawn\" ", "("),
        ("(rulesets { (ruleset \"Ruleset/Large\" { \"Board/Large\" }) })\n", "("),
    ];
    for (mark, new) in places {
        let (document, at) = typed(mark, new);
        let line = document.text()[..at].rsplit('\n').next().unwrap_or_default().trim_start();
        writeln!(out, "{line}‸\n{}", offered(&document, at)).unwrap();
    }
    insta::assert_snapshot!(out);
}

/// The tenth of a second that the smoke test takes is spent on texts cut off, with stretches taken out, and with bytes that
/// mean something put in.
#[test]
fn damaged_texts() {
    let mut random = Random(7);
    let signs = [
        "(",
        ")",
        "{",
        "}",
        "\"",
        "<",
        ">",
        ":",
        "//",
        "#1",
        "\\",
        "\n",
        "🙂",
        "<Board:size>",
        "(define \"X\" \"X\")",
        "1..99",
    ];
    for round in 0..120 {
        let mut text = GAME.to_owned();
        for _ in 0..=round % 3 {
            let at = (0..=random.below(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default();
            match random.below(4) {
                0 => text.truncate(at),
                1 => {
                    let end = (at + random.below(60)).min(text.len());
                    let end = (at..=end).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(at);
                    text.replace_range(at..end, "");
                }
                _ => text.insert_str(at, signs[random.below(signs.len())]),
            }
        }
        everything(&text, &mut random);
    }
    let zeros = String::from_utf8_lossy(&[0, 159, 146, 150, 40, 34, 255, 123, 40, 40]).into_owned();
    let deep = "(".repeat(3000);
    for text in ["", " ", "\u{feff}", "(", ")", "\"", "<", "(game", "(game \"", "(\"", "\r\n(game\r", &zeros, &deep] {
        everything(text, &mut random);
    }
}

/// Asks everything of a text.
fn everything(text: &str, random: &mut Random) {
    let document = document(text);
    let len = document.text().len();
    document.symbols();
    document.folds();
    document.tokens();
    document.inlays(0..len);
    document.fixes(0..len.min(200));
    document.format();
    for _ in 0..6 {
        let at = random.below(len + 2);
        document.hover(at);
        document.complete(at);
        document.definition(at);
        document.references(at);
        let _ = document.rename(at, "Other");
        let position = document.lines().position(document.text(), at);
        document.lines().offset(document.text(), position);
    }
}

#[test]
fn names_lead_to_where_they_are_defined_and_used() {
    let document = document(GAME);
    let at = |mark: &str| GAME.find(mark).expect("the mark");
    let defined = |mark: &str| document.definition(at(mark)).map(|mention| mention.range.start);
    assert_eq!(defined("Jump\" (apply"), Some(at("Jump\" // over")));
    assert_eq!(defined("Stone1"), Some(at("Stone\" Each")));
    assert_eq!(defined("Home\")"), Some(at("Home\" P1")));
    assert_eq!(defined("size>)"), Some(at("size> }")));
    assert_eq!(defined("Large\" }"), Some(at("Large\" <hex>")));
    let renamed = |mark: &str, name: &str| -> Result<String, String> {
        let mut edits = document.rename(at(mark), name)?;
        edits.sort_by_key(|edit| std::cmp::Reverse(edit.range.start));
        let mut text = GAME.to_owned();
        edits.into_iter().for_each(|edit| text.replace_range(edit.range, &edit.text));
        let new = ludemic::ide::Document::new("game.lud", &text, &[], &KnownDefines::standard());
        assert_eq!(new.findings().len(), document.findings().len(), "{mark}: {:?}", new.findings());
        Ok(text)
    };
    let jump = renamed("Jump\" // over", "Leapfrog").expect("a new name");
    assert_eq!((jump.matches("Leapfrog").count(), jump.matches("Jump").count()), (3, 0));
    let stone = renamed("Stone2", "Pebble").expect("a new name");
    assert_eq!((stone.matches("Pebble").count(), stone.matches("Stone").count()), (4, 1));
    assert!(stone.contains("\"Pebble2\""));
    let size = renamed("size> }", "width").expect("a new name");
    assert!(size.contains("<Board:width>)") && size.contains("{ <shape> <width> }"));
    let tag = renamed("Board> args", "Field").expect("a new name");
    assert!(tag.contains("(<Field:shape> <Field:size>)") && tag.contains("\"Board\" <Field>"));
    let item = renamed("Large\" <hex>", "Huge").expect("a new name");
    assert!(item.contains("\"Board/Huge\""));
    assert!(renamed("Stone1", "Rock").is_err(), "taken");
    assert!(renamed("Stone1", "a\"b").is_err(), "cannot be written");
    assert!(renamed("Pawn\" \"Jump", "Bishop").is_ok(), "named by a known define, written here");
    assert!(renamed("ChessPawn", "Other").is_err(), "defined elsewhere");
}

#[test]
fn mistakes_are_mended() {
    let mut out = String::new();
    let cases = [
        ("(play (forEach Piece))", "(play (forEach Peice))"),
        ("(end (if (is Line 3) (result Mover Win)))", "(end (if (is Lien 3) (result Mover Win)))"),
        ("(result Mover Win)", "(result mover Win)"),
        ("(sites Top)", "(sitse Top)"),
        ("(place \"Stone1\"", "(place \"Stoen1\""),
        ("(board (<Board:shape>", "(board (<Board:shap>"),
        ("(\"ChessPawn\"", "(\"ChessPwan\""),
        ("at:(between)", "at(between)"),
        ("(is Enemy (who at:(between)))", "(is Enemy (who (between)))"),
        ("(start { (place", "(start { (place at:"),
        ("(place \"Rock0\" 12)", "(place \"Rock0\" {A1 B2} 12)"),
    ];
    for (old, new) in cases {
        let text = GAME.replace(old, new);
        assert_ne!(text, GAME, "{old}");
        let document = document(&text);
        writeln!(out, "{new}").unwrap();
        let first = document.findings().iter().find(|finding| finding.is_error());
        writeln!(out, "  {}", first.map_or("nothing", |finding| &finding.message)).unwrap();
        for fix in document.fixes(0..text.len()).iter().filter(|fix| document.findings()[fix.finding].is_error()) {
            writeln!(out, "  {}{}", fix.title, if fix.only { "" } else { " (one of several)" }).unwrap();
        }
    }
    insta::assert_snapshot!(out);
}

#[test]
fn outline_folds_tokens_and_inlays() {
    let document = document(GAME);
    let mut out = String::new();
    fn show(symbols: &[ludemic::ide::Symbol], depth: usize, out: &mut String) {
        for symbol in symbols {
            let indent = "  ".repeat(depth);
            writeln!(
                out,
                "{indent}{} {} ({:?}) at {:?}",
                symbol.name,
                symbol.detail,
                symbol.kind,
                &GAME[symbol.selection.clone()]
            )
            .unwrap();
            show(&symbol.children, depth + 1, out);
        }
    }
    show(&document.symbols(), 0, &mut out);
    writeln!(out, "\nfolds").unwrap();
    for fold in document.folds() {
        let line = |at| document.lines().position(GAME, at).line;
        writeln!(out, "  {} to {}", line(fold.range.start), line(fold.range.end)).unwrap();
    }
    writeln!(out, "\ninlays").unwrap();
    for inlay in document.inlays(0..GAME.len()) {
        let line = |text: &str| text.split('\n').next().unwrap_or_default().chars().take(20).collect::<String>();
        writeln!(out, "  {} {}", inlay.text, line(&GAME[inlay.offset..])).unwrap();
    }
    writeln!(out, "\ntokens").unwrap();
    for token in document.tokens() {
        write!(out, " {:?}:{}", token.kind, &GAME[token.range]).unwrap();
    }
    insta::assert_snapshot!(out);
}

/// From a keystroke to the findings, over the published library: `--ignored --nocapture` prints the times.
#[test]
#[ignore = "a measurement"]
fn keystrokes_of_the_library() {
    let Some(folder) = common::reference().map(|folder| folder.join("ludii/lud")) else { return };
    let mut todo = vec![folder];
    let mut times = Vec::new();
    while let Some(path) = todo.pop() {
        if path.is_dir() {
            todo.extend(std::fs::read_dir(&path).expect("a folder").map(|entry| entry.expect("an entry").path()));
            continue;
        }
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let known = KnownDefines::standard();
        // A letter in the middle, and the text as it is.
        let middle = (0..=text.len() / 2).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default();
        let typed = format!("{}x{}", &text[..middle], &text[middle..]);
        for text in [&typed, &text] {
            let begin = std::time::Instant::now();
            let document = Document::new("game.lud", text, &[], &known);
            let findings = begin.elapsed();
            let begin = std::time::Instant::now();
            document.complete(middle);
            times.push((findings, begin.elapsed(), text.len(), path.clone()));
        }
    }
    let count = times.len();
    times.sort_by_key(|(findings, ..)| *findings);
    println!("{count} texts; findings: median {:?}, worst {:?}", times[count / 2].0, times[count - 1]);
    let largest = times.iter().max_by_key(|(.., len, _)| *len).expect("texts");
    println!("largest: {largest:?}");
    times.sort_by_key(|(_, offered, ..)| *offered);
    println!("completion: median {:?}, worst {:?}", times[count / 2].1, times[count - 1]);
}
