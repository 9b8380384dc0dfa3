//! Recordings: written, verified, and told what is wrong with them.

use super::{Folder, clean, output, session};
use serde_json::Value;
use std::fs;

const FILL: &str = "tests/games/fill.lud";
const CORNERS: &str = "tests/games/corners.lud";

#[test]
fn trace() {
    insta::assert_snapshot!(session(&["trace", FILL, "-o", "Board Size/2x2", "--seed", "3"], ""));
}

#[test]
fn a_trace_is_a_matter_of_its_seed() {
    let trace = |seed: &str| clean(&["trace", CORNERS, "--seed", seed]);
    assert_eq!(trace("1"), trace("1"));
    assert_ne!(trace("1"), trace("2"));
}

#[test]
fn a_trace_can_be_cut() {
    let text = clean(&["trace", FILL, "--max-moves", "2"]);
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[3]["over"], false);
    assert_eq!(lines[3]["moves"], 2);
}

#[test]
fn traces_agree_with_the_rules() {
    let folder = Folder::new("agree");
    let (cut, whole, packed) = (folder.file("cut.jsonl"), folder.file("whole.jsonl"), folder.file("packed.jsonl.gz"));
    fs::write(&cut, clean(&["trace", FILL, "--max-moves", "3"])).expect("a file is written");
    fs::write(&whole, clean(&["trace", FILL, "-o", "Board Size/2x2"])).expect("a file is written");
    output(&["play", FILL, "--save", &packed], b"1\n2\nundo\n3\n");
    let text = clean(&["verify", FILL, &cut, &whole, &packed]);
    let ends: Vec<&str> = text.lines().filter_map(|line| line.split(": ").nth(1)).collect();
    assert_eq!(ends, ["agrees, 3 moves", "agrees, 4 moves", "agrees, 2 moves"]);
    assert!(text.ends_with("3 of 3 recordings agree\n"));
}

#[test]
fn saving_while_playing() {
    let folder = Folder::new("save");
    let file = folder.file("game.jsonl");
    output(&["play", FILL], format!("1\nsave {file}\n2\n").as_bytes());
    assert_eq!(clean(&["verify", FILL, &file]), format!("{file}: agrees, 1 move\n"));
}

/// Verifies a changed trace, given on standard input.
fn verify(change: impl Fn(&str) -> String) -> String {
    let text = clean(&["trace", FILL, "-o", "Board Size/2x2", "--seed", "3"]);
    session(&["verify", FILL, "-"], &change(&text))
}

#[test]
fn differences_are_named() {
    let mut shown = verify(|text| text.replacen("\"winner\":2", "\"winner\":1", 1));
    shown.push_str(&verify(|text| text.replacen("\"prev\":1", "\"prev\":2", 1)));
    shown
        .push_str(&verify(|text| text.replacen("3>3 [Add:type=Cell,to=3,what=2", "3>3 [Add:type=Cell,to=3,what=1", 1)));
    shown.push_str(&verify(|text| text.replacen("\"Disc1\"", "\"Disk1\"", 1)));
    insta::assert_snapshot!(shown);
}

/// Every field that a recording has to have is missed, and one that is something else is not taken for it.
#[test]
fn missing_fields_are_told() {
    let text = clean(&["trace", FILL, "-o", "Board Size/2x2", "--seed", "3"]);
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let changed = |at: usize, field: &str, value: Option<Value>| {
        let mut lines = lines.clone();
        let object = lines[at].as_object_mut().expect("an object");
        assert!(object.remove(field).is_some(), "{field}");
        object.extend(value.map(|value| (field.to_owned(), value)));
        let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let out = output(&["verify", FILL, "-"], input.as_bytes());
        let told = String::from_utf8_lossy(&out.stdout).into_owned();
        assert_eq!(out.status.code(), Some(1), "{field}: {told}");
        told
    };
    let first = ["game", "options", "seed", "players", "sites", "siteType", "components", "stochastic", "start"];
    let moves = ["n", "mover", "legal", "move", "state", "over"];
    for (at, fields) in [(0, &first[..]), (2, &moves[..]), (5, &["over", "moves", "winner", "endType", "ranking"][..])]
    {
        for field in fields {
            let told = changed(at, field, None);
            assert!(told.contains(field), "{field}: {told}");
            let said = ["have this field", "no field", "recorded nothing"].iter().any(|words| told.contains(words));
            assert!(said, "{field}: {told}");
            changed(at, field, Some(Value::Null));
        }
    }
    let told = "<stdin>: differs: ply 1, legal: the recording does not have this field, which it has to have\n";
    assert_eq!(changed(2, "legal", None), told);
    changed(2, "legal", Some(Value::from(vec![Value::Null])));
    changed(2, "legal", Some(Value::from("0>0 [Add:type=Cell,to=0,what=1,count=1]")));
    changed(0, "seed", Some(Value::from("3")));
}

#[test]
fn what_is_no_recording_is_told() {
    let mut shown = verify(|text| text.get(..text.len() - 200).unwrap_or("").to_owned());
    shown.push_str(&verify(|text| text.replacen("\"game\":\"Fill\"", "\"game\":\"Full\"", 1)));
    shown.push_str(&verify(|text| text.lines().skip(1).map(|line| format!("{line}\n")).collect()));
    shown.push_str(&verify(|_| String::new()));
    shown.push_str(&session(&["verify", FILL, "no-such-file.jsonl"], ""));
    insta::assert_snapshot!(shown);
}

#[test]
fn a_description_is_no_recording() {
    let out = output(&["verify", FILL, FILL], b"");
    assert_eq!(out.status.code(), Some(2));
    let told = format!("ludemic: cannot read {FILL}: it is a description of a game, not a recording\n");
    assert_eq!(String::from_utf8_lossy(&out.stderr), told);
}

#[test]
fn verdicts_as_json() {
    let text =
        clean(&["trace", FILL, "-o", "Board Size/2x2", "--seed", "3"]).replacen("\"winner\":2", "\"winner\":1", 1);
    insta::assert_snapshot!(session(&["verify", FILL, "-", "--format", "json"], &text));
}

#[test]
fn trial_files_both_ways() {
    let folder = Folder::new("trial");
    let file = folder.file("a game without an extension");
    let text = clean(&["trace", FILL, "-o", "Last Cell/Loses", "--format", "trl", "--seed", "3"]);
    assert!(text.contains("\nBoard Size/3x3\nLast Cell/Loses\n"), "{text}");
    fs::write(&file, text.replace('\n', "\r\n")).expect("a file is written");
    assert_eq!(clean(&["verify", FILL, &file]), format!("{file}: agrees, 9 moves\n"));

    let mut shown = session(&["verify", CORNERS, "-"], &text);
    shown.push_str(&session(&["verify", FILL, "-"], &text.replacen("to=3", "to=4", 1)));
    shown.push_str(&session(&["verify", FILL, "-"], text.get(..300).unwrap_or("")));
    shown.push_str(&session(&["check", FILL, "--format", "trl"], ""));
    insta::assert_snapshot!(shown);
}
