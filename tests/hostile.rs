//! Texts that no one writes in good faith: each gives a diagnostic, soon, and never a panic.

mod common;
#[path = "common/random.rs"]
mod random;

use ludemic::expand::{KnownDefines, expand};
use ludemic::source::Sources;
use ludemic::syntax::parse;
use random::Random;
use std::fmt::Write;
use std::time::{Duration, Instant};

/// The first error of a text. It must come within seconds even in a build without optimisation.
fn first_error(text: &str) -> Option<&'static str> {
    let start = Instant::now();
    let mut sources = Sources::new();
    let id = sources.add("hostile.lud", text);
    if let Ok(ast) = parse(&sources, id) {
        assert_eq!(ast.print(), *ast.text, "printed as it was read");
    }
    let (expanded, problems) = expand(&mut sources, id, &[], &KnownDefines::none());
    assert!(start.elapsed() < Duration::from_secs(20), "took {:?}", start.elapsed());
    assert!(problems.len() <= 1000, "{} diagnostics", problems.len());
    let error = problems.iter().find(|problem| problem.is_error()).map(|problem| problem.code);
    assert!(expanded.is_some() || error.is_some(), "neither a description nor an error");
    if let Some(expanded) = expanded {
        let _ = expanded.layout();
    }
    error
}

#[test]
fn nothing_at_all() {
    assert_eq!(first_error(""), Some("LUD0010"));
    assert_eq!(first_error("// only\n// comments"), Some("LUD0010"));
    assert_eq!(first_error(" \t\n"), Some("LUD0010"));
    assert_eq!(first_error("words and } more"), Some("LUD0005"));
    assert_eq!(first_error("words"), Some("LUD0102"));
}

#[test]
fn noise() {
    let mut random = Random(1);
    for _ in 0..200 {
        let bytes: Vec<u8> = (0..300).map(|_| random.below(256) as u8).collect();
        first_error(&String::from_utf8_lossy(&bytes));
    }
    assert_eq!(first_error("(game \"\0\" \u{1} \u{7f} \u{fffd})"), Some("LUD0007"));
    assert_eq!(first_error(&format!("(game {})", ",".repeat(100_000))), Some("LUD0007"));
}

#[test]
fn tokens_in_any_order() {
    const TOKENS: &[&str] = &[
        "(",
        ")",
        "{",
        "}",
        "\"A\"",
        "\"",
        "#1",
        "~",
        "a:",
        ":",
        "..",
        "1..3",
        "<B:a>",
        "<B>",
        "(define \"A\" ",
        "(game ",
        "(option \"O\" <B> args:{<a>} {(item \"1\" <",
        "> \"d\")*})",
        "(\"A\" ",
        " ",
        "\n",
        "//",
        "[",
        "(metadata ",
        "(useFor ",
        "(rulesets {(ruleset \"R\" {",
        "\\\"",
        "é",
    ];
    let mut random = Random(7);
    for _ in 0..20_000 {
        let mut text = String::new();
        let mut open = String::new();
        for _ in 0..24 {
            let token = TOKENS[random.below(TOKENS.len())];
            text.push_str(token);
            for c in token.chars() {
                match c {
                    '(' => open.push(')'),
                    '{' => open.push('}'),
                    ')' | '}' if open.ends_with(c) => drop(open.pop()),
                    _ => {}
                }
            }
        }
        text.extend(open.chars().rev());
        first_error(&text);
    }
}

#[test]
fn brackets_without_end() {
    for bracket in ["(", "{", "(a ", "((", "(\"A\""] {
        assert_eq!(first_error(&bracket.repeat(100_000)), Some("LUD0002"));
    }
    assert_eq!(first_error(&format!("(game {}", ")".repeat(100_000))), Some("LUD0005"));
    assert_eq!(first_error(&format!("(game {}{})", "(a ".repeat(100), ")".repeat(100))), None);
}

#[test]
fn ranges_without_end() {
    assert_eq!(first_error("(game 1..1000000000)"), Some("LUD0140"));
    assert_eq!(first_error("(game 1..99999999999999999999999999)"), Some("LUD0140"));
    assert_eq!(first_error("(game \"A1\"..\"Z18446744073709551615\")"), Some("LUD0140"));
    assert_eq!(first_error(&format!("(game {})", "0..1000 ".repeat(10_000))), Some("LUD0105"));
    assert_eq!(first_error(&format!("(game \"{}\")", "0..1000 ".repeat(100_000))), Some("LUD0140"));
}

#[test]
fn defines_that_double() {
    let mut text = String::from("(define \"D0\" (f 1 2 3))\n");
    for n in 1..64 {
        let _ = writeln!(text, "(define \"D{n}\" (f \"D{}\" \"D{}\"))", n - 1, n - 1);
    }
    text.push_str("(game \"D63\")");
    assert_eq!(first_error(&text.replace("(game ", "(game \"G\" ")), Some("LUD0105"));

    let mut text = String::from("(define \"D0\" \"x#1#1\" #1)\n");
    for n in 1..64 {
        let _ = writeln!(text, "(define \"D{n}\" (\"D{}\" #1#1))", n - 1);
    }
    text.push_str("(game \"G\" (\"D63\" word))");
    first_error(&text);

    let mut text = String::from("(define \"D0\" (f #1))\n");
    for n in 1..64 {
        let _ = writeln!(text, "(define \"D{n}\" (\"D{}\" (g #1 #1)))", n - 1);
    }
    text.push_str("(game \"G\" (\"D63\" word))");
    assert_eq!(first_error(&text), Some("LUD0105"));
}

#[test]
fn defines_that_chain() {
    for form in ["\"D{}\"", "(f \"D{}\")", "(\"D{}\" (a #1))", "(define \"E{}\" \"D{}\") \"D{}\""] {
        let mut text = String::new();
        for n in 0..5_000 {
            let _ = writeln!(text, "(define \"D{n}\" {})", form.replace("{}", &(n + 1).to_string()));
        }
        text.push_str("(game \"G\" \"D0\")");
        assert_eq!(first_error(&text), Some("LUD0105"), "{form}");
    }
}

#[test]
fn defines_that_turn_in_circles() {
    assert_eq!(first_error("(define \"A\" \"A\") (game \"G\" \"A\")"), Some("LUD0104"));
    assert_eq!(first_error("(define \"A\" \"B\" \"B\") (define \"B\" (f \"A\")) (game \"G\" \"A\")"), Some("LUD0104"));
    assert_eq!(first_error("(define \"A\" (#1 #1)) (game \"G\" (\"A\" \"A\"))"), Some("LUD0105"));
    assert_eq!(first_error("(define \"A\" (define \"B#1\" 1) (\"A\" 1#1)) (game \"G\" (\"A\" 1))"), Some("LUD0104"));
}

#[test]
fn tags_by_the_million() {
    let option = "(option \"O\" <B> args:{<a>} {(item \"1\" <VALUE> \"d\")})";
    let long = format!("{}(game \"G\" {})", option.replace("VALUE", "xyz"), "<B:a>".repeat(1_000_000));
    assert_eq!(first_error(&long), None);
    let big = format!("{}(game \"G\" {})", option.replace("VALUE", &"x ".repeat(100_000)), "<B:a> ".repeat(100_000));
    assert_eq!(first_error(&big), Some("LUD0105"));
    let pasted = format!("{}(game \"{}\")", option.replace("VALUE", &"x ".repeat(100_000)), "<B:a> ".repeat(100_000));
    assert_eq!(first_error(&pasted), Some("LUD0105"));
    first_error(&format!("{}(game \"{}>\")", option, "<".repeat(1_000_000)));
}

#[test]
fn options_by_the_thousand() {
    let mut text = String::new();
    for n in 0..20_000 {
        let _ = writeln!(text, "(option \"O{n}\" <B> args:{{<a>}} {{(item \"1\" <1> \"d\")}})");
    }
    text.push_str("(game \"G\" ");
    text.push_str(&"(\"Unknown\") <X:y> ".repeat(50_000));
    text.push(')');
    assert_eq!(first_error(&text), Some("LUD0103"));
}

#[test]
fn library_files_with_a_piece_missing_or_doubled() {
    let Some(reference) = common::reference() else { return };
    let mut random = Random(3);
    for (file, _) in common::index(&reference).into_iter().step_by(7) {
        let text = std::fs::read_to_string(reference.join("ludii/lud").join(file)).expect("the file can be read");
        for _ in 0..3 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..=random.below(3) {
                let from = random.below(bytes.len());
                let to = (from + random.below(6)).min(bytes.len());
                if random.below(2) == 0 {
                    bytes.drain(from..to);
                } else {
                    let piece = bytes[from..to].to_vec();
                    let at = random.below(bytes.len());
                    bytes.splice(at..at, piece);
                }
            }
            first_error(&String::from_utf8_lossy(&bytes));
        }
    }
}

/// What tells the likeliest mistake among brackets must not cost more the longer words and texts are.
#[test]
fn brackets_that_fail_far_away() {
    assert_eq!(first_error(&format!("(game \"G\" {}}}", "x".repeat(1_000_000))), Some("LUD0004"));
    assert!(first_error(&format!("{}}}", "(x) ".repeat(200_000))).is_some());
    assert!(first_error(&format!("(game {}", "(x) ".repeat(200_000))).is_some());
}
