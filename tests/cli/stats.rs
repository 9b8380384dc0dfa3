//! `stats` and `compare`: what they print, and results that do not depend on threads nor on being stopped.

use super::{Folder, clean, output, session};
use insta::assert_snapshot;
use serde_json::Value;

const FILL: &str = "tests/games/fill.lud";
const CORNERS: &str = "tests/games/corners.lud";
const DOGTOWN: &str = "lud/dogtown-clans.lud";

fn json(args: &[&str]) -> Value {
    let text = clean(&[args, &["--format", "json"]].concat());
    serde_json::from_str(&text).expect("one JSON object")
}

#[test]
fn stats() {
    assert_snapshot!(session(&["stats", CORNERS, "-n", "500", "--sample", "50", "--seed", "4"], ""));
    assert_snapshot!(session(&["stats", DOGTOWN, "-n", "2000", "--sample", "40", "-o", "Board Size/XSmall"], ""));
}

#[test]
fn stats_of_standard_input() {
    let text = std::fs::read_to_string(FILL).expect("the game is there");
    let args = ["stats", "-", "-n", "30", "--max-moves", "6", "-o", "Board Size/3x3"];
    assert_snapshot!(session(&args, &text));
}

#[test]
fn stats_as_json() {
    let value = json(&["stats", CORNERS, "-n", "200", "--sample", "20"]);
    assert_snapshot!(serde_json::to_string_pretty(&value).expect("JSON is printed"));
}

#[test]
fn stats_as_csv() {
    assert_snapshot!(session(&["stats", FILL, "-n", "20", "--format", "csv"], ""));
    assert_snapshot!(session(&["check", FILL, "--format", "csv"], ""));
}

#[test]
fn stats_are_the_same_on_any_number_of_threads() {
    let one = json(&["stats", DOGTOWN, "-n", "300", "--sample", "30", "-t", "1"]);
    assert_eq!(one["games"], 300);
    for threads in ["2", "5"] {
        assert_eq!(json(&["stats", DOGTOWN, "-n", "300", "--sample", "30", "-t", threads]), one);
    }
}

#[test]
fn stats_draw_charts() {
    let folder = Folder::new("charts");
    let charts = folder.file("charts");
    clean(&["stats", DOGTOWN, "-n", "200", "--sample", "20", "--plot", &charts]);
    let mut names: Vec<String> = std::fs::read_dir(&charts)
        .expect("the folder is made")
        .map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["branching.svg", "lead-changes.svg", "length-by-result.svg", "length.svg"]);
    for name in names {
        let svg = std::fs::read_to_string(std::path::Path::new(&charts).join(&name)).expect("text");
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{name}");
        assert!(svg.contains("Dogtown Clans"), "{name} has a title");
        assert!(svg.matches("<rect").count() + svg.matches("<circle").count() > 5, "{name} has bars or points");
    }
}

#[test]
fn stats_need_a_folder_for_charts() {
    assert_snapshot!(session(&["stats", "tests/games/chance.lud", "-n", "3", "--plot", "Cargo.toml"], ""));
}

#[test]
fn compare() {
    assert_snapshot!(session(&["compare", FILL, CORNERS, "-n", "100"], ""));
    assert_snapshot!(session(&["compare", FILL, "--sweep", "all", "-n", "60", "-o", "Board Size/2x2"], ""));
    let args = ["compare", DOGTOWN, "-n", "400", "--sweep", "Board Grid", "--sweep", "Node-controlling surplus"];
    assert_snapshot!(session(&args, ""));
    let select = ["--select", "Board Size/2x2; Last Cell/Loses", "--select", "Board Size/19x19"];
    assert_snapshot!(session(&[&["compare", FILL, "-n", "10"][..], &select].concat(), ""));
}

#[test]
fn compare_for_programs() {
    let args = ["compare", FILL, "--sweep", "Last Cell", "-n", "20"];
    assert_snapshot!(serde_json::to_string_pretty(&json(&args)).expect("JSON is printed"));
    assert_snapshot!(clean(&[&args[..], &["--format", "csv"]].concat()));
}

#[test]
fn compare_bad_input() {
    for args in [
        &["compare", FILL][..],
        &["compare", FILL, "--sweep", "Board Sise"],
        &["compare", CORNERS, "--sweep", "Board Size"],
        &["compare", FILL, "--select", "Board Size/7x7"],
        &["compare", FILL, "-n", "0", "--sweep", "all"],
        &["compare", FILL, "no-such-file.lud"],
        &["compare", "-", "-"],
        &["compare", FILL, "--sweep", "Board Size", "-o", "Board Size/2x2"],
    ] {
        assert_snapshot!(session(args, ""));
    }
}

fn sweep<'a>(results: &'a str, threads: &'a str) -> Vec<&'a str> {
    let args = ["compare", DOGTOWN, "-n", "100", "-o", "Board Size/XSmall", "--sweep", "all", "--format", "json"];
    [&args[..], &["--results", results, "-t", threads]].concat()
}

/// A run that was stopped goes on as if nothing had happened, wherever it was stopped: between two lines or within one.
#[test]
fn compare_continues_where_it_was_stopped() {
    let folder = Folder::new("sweep");
    let whole = folder.file("whole.jsonl");
    let result = clean(&sweep(&whole, "2"));
    let written = std::fs::read_to_string(&whole).expect("results");
    let lines: Vec<&str> = written.lines().collect();
    let versions =
        json(&["compare", DOGTOWN, "-n", "1", "-o", "Board Size/XSmall", "--sweep", "all"])["versions"].clone();
    let versions = versions.as_array().map_or(0, Vec::len);
    assert_eq!(lines.len(), 1 + 8 * versions, "a header, and eight lines for each of {versions} versions");
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    for (kept, torn) in [(0, 0), (0, 30), (1, 0), (2, 40), (lines.len() / 2, 7), (lines.len(), 0)] {
        let path = folder.file("stopped.jsonl");
        let mut text: String = lines.iter().take(kept).map(|line| format!("{line}\n")).collect();
        text.extend(lines.get(kept).map(|line| &line[..torn]));
        std::fs::write(&path, &text).expect("a file of results");
        assert_eq!(clean(&sweep(&path, "3")), result, "after {kept} lines and {torn} bytes");
        let after = std::fs::read_to_string(&path).expect("results");
        assert!(after.starts_with(&lines.iter().take(kept).map(|line| format!("{line}\n")).collect::<String>()));
        assert_eq!(sorted(&after), sorted(&written), "after {kept} lines and {torn} bytes");
    }
}

#[test]
fn compare_refuses_results_of_something_else() {
    let folder = Folder::new("refuse");
    let path = folder.file("results.jsonl");
    let game = folder.file("game.lud");
    let text = std::fs::read_to_string(FILL).expect("the game is there");
    std::fs::write(&game, &text).expect("a copy");
    let run = |more: &[&str]| {
        let out = output(&[&["compare", &game, "--sweep", "Last Cell", "--results", &path][..], more].concat(), b"");
        let err = String::from_utf8_lossy(&out.stderr).replace(&path, "RESULTS");
        (out.status.code(), err.trim_end().to_owned())
    };
    assert_eq!(run(&["-n", "16"]).0, Some(0));
    let before = std::fs::read(&path).expect("results");
    let refused = |more: &[&str], why: &str| {
        assert_eq!(run(more), (Some(2), format!("ludemic: RESULTS cannot be continued: {why}")));
        assert_eq!(std::fs::read(&path).expect("results"), before, "the file stays as it was");
    };
    refused(&["-n", "17"], "the number of games there is 16, and here 17");
    refused(&["-n", "16", "--seed", "1"], "the seed there is 0, and here 1");
    refused(&["-n", "16", "--max-moves", "9"], "the limit of moves there is none, and here 9");
    refused(&["-n", "16", "--sweep", "Board Size"], "the number of versions there is 2, and here 6");
    std::fs::write(&game, text.replace("(= 0 (count Sites", "(= 1 (count Sites")).expect("an edit");
    refused(&["-n", "16"], "the description \"Wins\" has changed since");
    std::fs::write(&path, "My notes about games\n").expect("another file");
    let notes = run(&["-n", "16"]);
    assert_eq!(notes, (Some(2), "ludemic: RESULTS cannot be continued: it is not a file of results".to_owned()));
    assert_eq!(std::fs::read(&path).expect("notes"), b"My notes about games\n");
}

/// Of many runs that begin at once one has the file; the others say so, and the file is as if they had not been.
#[test]
fn compare_has_one_writer() {
    let folder = Folder::new("writers");
    for round in 0..5 {
        let path = folder.file(&format!("results{round}.jsonl"));
        let args = ["compare", FILL, "--sweep", "Last Cell", "-n", "400", "-t", "1", "--results", &path];
        let runs: Vec<_> = (0..6)
            .map(|_| {
                std::thread::spawn({
                    let args = args.map(str::to_owned);
                    move || {
                        let args: Vec<&str> = args.iter().map(String::as_str).collect();
                        let out = output(&args, b"");
                        (out.status.code(), String::from_utf8_lossy(&out.stderr).into_owned())
                    }
                })
            })
            .collect();
        let mut done = 0;
        for run in runs {
            match run.join().expect("the run ends") {
                (Some(0), _) => done += 1,
                (Some(2), told) => assert!(told.contains("is in use: another run"), "{told}"),
                other => panic!("{other:?}"),
            }
        }
        assert!(done > 0);
        let text = std::fs::read_to_string(&path).expect("results");
        assert_eq!(text.matches("\"kind\"").count(), 1, "{text}");
        let mut lines: Vec<String> = text
            .lines()
            .skip(1)
            .map(|line| {
                let line: Value = serde_json::from_str(line).expect("JSON");
                format!("{} {}", line["version"], line["first"])
            })
            .collect();
        let all = lines.len();
        lines.sort_unstable();
        lines.dedup();
        assert_eq!(lines.len(), all, "each part of the games once");
    }
}

/// Results that nobody can have written are refused, before they are counted together with others.
#[test]
fn compare_refuses_numbers_that_do_not_fit() {
    let folder = Folder::new("unsound");
    let path = folder.file("results.jsonl");
    let args = ["compare", FILL, "--sweep", "Last Cell", "-n", "16", "--results", &path];
    clean(&args);
    let text = std::fs::read_to_string(&path).expect("results");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut lines = lines.clone();
        change(&mut lines[1]);
        let changed: String = lines.iter().map(|line| format!("{line}\n")).collect();
        std::fs::write(&path, &changed).expect("a change");
        let out = output(&args, b"");
        let told = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(2), "{told}");
        assert!(told.contains("cannot be continued: line 2"), "{told}");
        assert_eq!(std::fs::read_to_string(&path).expect("results"), changed);
    };
    let most = Value::from(u64::MAX);
    refused(&|line| line["players"] = Value::from(i32::MAX));
    refused(&|line| line["summary"]["choices"]["count"] = most.clone());
    refused(&|line| line["summary"]["choices"]["max"] = most.clone());
    refused(&|line| line["summary"]["choices"]["min"] = Value::Null);
    refused(&|line| line["summary"]["choices"]["bins"]["5"] = most.clone());
    refused(&|line| line["summary"]["choices"]["bins"]["4097"] = Value::from(1));
    refused(&|line| line["summary"]["forced"] = most.clone());
    refused(&|line| line["summary"]["outcomes"] = serde_json::json!({}));
    refused(&|line| line["summary"]["failure"] = serde_json::json!([1, "x"]));
    let deep = format!("{}{}{}\n", text.lines().next().unwrap_or(""), "\n", "[".repeat(1_000_000));
    std::fs::write(&path, deep).expect("a change");
    assert_eq!(output(&args, b"").status.code(), Some(2));
}

/// Comments and the layout of a description are no reason to begin again.
#[test]
fn compare_continues_after_a_comment() {
    let folder = Folder::new("comment");
    let (path, game) = (folder.file("results.jsonl"), folder.file("game.lud"));
    let text = std::fs::read_to_string(FILL).expect("the game is there");
    std::fs::write(&game, &text).expect("a copy");
    let args = ["compare", &game, "--sweep", "Last Cell", "-n", "16", "--results", &path];
    let first = clean(&args);
    std::fs::write(&game, format!("// A remark.\n{text}")).expect("a remark");
    assert_eq!(clean(&args), first);
}

/// Who plays changes places from game to game, and what the players think leaves no trace in the use of rules.
#[test]
fn stats_between_players() {
    let args = ["stats", CORNERS, "-n", "40", "--players", "uct:30,random"];
    let one = json(&[&args[..], &["-t", "1"]].concat());
    assert_eq!(json(&[&args[..], &["-t", "3"]].concat()), one, "the same on any number of threads");
    assert_eq!(one["sample"]["games"], 40);
    assert_eq!(one["sample"]["moves"], one["moves"]);
    let players = one["by_player"].as_array().expect("both players");
    let wins = |player: usize| -> u64 {
        let seats = players[player]["seats"].as_array().expect("both seats");
        assert_eq!(seats.len(), 2);
        assert!(seats.iter().all(|seat| seat["score"]["games"] == 20));
        seats.iter().filter_map(|seat| seat["score"]["wins"].as_u64()).sum()
    };
    assert_eq!((players[0]["player"].as_str(), players[1]["player"].as_str()), (Some("uct:30"), Some("random")));
    assert_eq!(wins(0) + wins(1), 40);
    assert!(wins(0) > 28, "thinking wins {} of 40 games", wins(0));
    let moves =
        one["sample"]["rules"].as_array().and_then(|rules| rules.iter().find(|rule| rule["ludeme"] == "move Add"));
    let moves = moves.expect("the one rule that makes moves");
    assert_eq!((&moves["made"], &moves["asked"]), (&one["moves"], &one["moves"]), "tries are not counted");
    assert_snapshot!(session(&args, ""));
    assert_snapshot!(session(&["stats", CORNERS, "-n", "2", "--players", "utc:30"], ""));
    assert_snapshot!(session(&["stats", CORNERS, "-n", "2", "--players", "random,uct:5,random"], ""));
    assert_snapshot!(session(&["compare", CORNERS, FILL, "-n", "4", "--players", "greedy"], ""));
}
