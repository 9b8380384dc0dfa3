//! The games of `lud/` that everyone knows: numbers of move sequences, and recordings of other descriptions of the same rules.
//!
//! `tests/perft/known` has a file for each game. `# ` begins a comment that says where numbers come from; a line at the
//! margin is a selection of options, empty after `*`; an indented line is a depth and the number of move sequences.

mod common;

use flate2::read::MultiGzDecoder;
use ludemic::recording::Recording;
use ludemic::{Game, KnownDefines, Trial};
use serde_json::Value;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn started(game: &str, options: &[String], seed: u64) -> Result<Trial, Box<dyn Error>> {
    let text = fs::read_to_string(project("lud").join(format!("{game}.lud")))?;
    Ok(Trial::start(Game::load(game, &text, options, &KnownDefines::none())?, seed)?)
}

/// Counts what a file says; gives how many counts were made.
fn count(path: &Path, limit: u64) -> Result<usize, Box<dyn Error>> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut options = Vec::new();
    let mut counted = 0;
    for line in fs::read_to_string(path)?.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let Some(numbers) = line.strip_prefix("  ") else {
            options = line.split(" | ").filter(|item| *item != "*").map(str::to_owned).collect();
            continue;
        };
        let (depth, wanted) = numbers.split_once(' ').ok_or("a depth and a number")?;
        let wanted: u64 = wanted.trim().replace(',', "").parse()?;
        if wanted > limit {
            continue;
        }
        let found = started(&name, &options, 0)?.perft(depth.parse()?)?;
        if found != wanted {
            return Err(format!("{name} {options:?}: depth {depth}: {found}, expected {wanted}").into());
        }
        counted += 1;
    }
    Ok(counted)
}

fn count_all(limit: u64) {
    let folder = fs::read_dir(project("tests/perft/known")).expect("the folder is there");
    let mut files: Vec<PathBuf> = folder.flatten().map(|entry| entry.path()).collect();
    files.sort();
    let (mut counts, mut wrong) = (0, Vec::new());
    for file in &files {
        match count(file, limit) {
            Ok(counted) => counts += counted,
            Err(error) => wrong.push(error.to_string()),
        }
    }
    println!("well_known: {counts} counts of {} games", files.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(files.len(), RECORDED.len(), "every game has a file");
}

#[test]
fn move_sequences_are_counted_right() {
    count_all(10_000);
}

#[test]
#[ignore = "takes long"]
fn move_sequences_are_counted_right_to_the_end() {
    count_all(u64::MAX);
}

/// A game, the recordings of it, and how a recorded decision is called here.
struct Recorded {
    game: &'static str,
    recordings: &'static str,
    /// Whether a column of the recording is one site, and its discs are levels of it.
    columns: bool,
    /// Whether a game may be over here and played on in the recording: decided, or without a capture for too long.
    sooner: bool,
}

const fn same(game: &'static str, recordings: &'static str) -> Recorded {
    Recorded { game, recordings, columns: false, sooner: false }
}

const RECORDED: &[Recorded] = &[
    same("tic-tac-toe", "board__space__line__Tic-Tac-Toe"),
    same("gomoku", "board__space__line__Gomoku"),
    Recorded { columns: true, ..same("connect-four", "board__space__line__Connect Four") },
    same("hex", "board__space__connection__Hex"),
    same("breakthrough", "board__race__reach__Breakthrough"),
    same("reversi", "board__space__territory__Reversi"),
    same("draughts", "board__war__leaping__diagonal__English Draughts"),
    same("chess", "board__war__replacement__checkmate__chess__Chess"),
    same("go", "board__space__territory__Go"),
    Recorded { sooner: true, ..same("oware", "board__sow__two_rows__Oware") },
    same("nine-mens-morris", "board__space__line__Nine Men's Morris"),
    same("backgammon", "board__race__escape__Backgammon"),
    Recorded { sooner: true, ..same("hnefatafl", "board__war__custodial__Hnefatafl") },
];

/// The number after a name in the text of an action.
fn number(text: &str, name: &str) -> Option<usize> {
    let rest = &text[text.find(name)? + name.len()..];
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..end].parse().ok()
}

/// The action that decides, in its brackets.
fn deciding(text: &str) -> &str {
    let Some(flag) = text.find("decision=true") else { return text };
    &text[text[..flag].rfind('[').unwrap_or(0)..flag]
}

impl Recorded {
    /// A move by its sites and, where a piece is chosen, the name of the piece without the number of its owner.
    fn decision(&self, text: &str, components: &Value, columns: bool) -> String {
        let action = deciding(text);
        if action.starts_with("[Swap") || action.contains("Pass") {
            return action.split([':', ']']).next().unwrap_or_default().trim_start_matches('[').to_owned();
        }
        let mut to = number(action, "to=").or_else(|| number(action, "from=")).unwrap_or(usize::MAX);
        if columns {
            to += 7 * number(action, "level=").unwrap_or(0);
        }
        let from = number(action, "from=").unwrap_or(to);
        let what = number(action, "what=").filter(|_| action.starts_with("[Promote")).unwrap_or(0);
        let name = components[what.wrapping_sub(1)].as_str().unwrap_or_default();
        format!("{from}>{to} {}", name.trim_end_matches(|c: char| c.is_ascii_digit()))
    }

    /// Plays what was recorded; gives the number of moves.
    fn follow(&self, recording: &Recording) -> Result<usize, Box<dyn Error>> {
        let mut trial = started(self.game, &[], recording.seed())?;
        let names: Vec<Value> =
            trial.game().equipment.components.iter().skip(1).map(|c| Value::from(c.name.to_string())).collect();
        let (theirs, ours) = (&recording.header["components"], &Value::from(names));
        let decisions = |trial: &mut Trial| -> Result<Vec<String>, Box<dyn Error>> {
            Ok(trial.legal()?.iter().map(|m| self.decision(&m.to_string(), ours, false)).collect())
        };
        for (ply, line) in recording.moves.iter().enumerate() {
            let listed = decisions(&mut trial)?;
            let recorded = line["legal"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let mut recorded: Vec<String> = recorded.map(|text| self.decision(text, theirs, self.columns)).collect();
            let mut here = listed.clone();
            recorded.sort();
            recorded.dedup();
            here.sort();
            here.dedup();
            if recorded != here {
                return Err(format!("ply {ply}: recorded {recorded:?}, here {here:?}").into());
            }
            let played = self.decision(line["move"].as_str().unwrap_or_default(), theirs, self.columns);
            let index = listed.iter().position(|text| *text == played);
            trial.play(index.ok_or_else(|| format!("ply {ply}: {played} is not legal here"))?)?;
            if self.sooner && trial.is_over() {
                return Ok(ply + 1);
            }
            if line["over"] != trial.is_over() {
                return Err(format!("ply {ply}: over there {}, here {}", line["over"], trial.is_over()).into());
            }
        }
        Ok(recording.moves.len())
    }
}

#[test]
fn recordings_of_the_same_rules_are_followed() {
    let Some(reference) = common::reference() else { return };
    let (mut followed, mut plies, mut wrong) = (0, 0, Vec::new());
    for recorded in RECORDED {
        for which in ["a", "b"] {
            let file = reference.join(format!("ludii/library/{}_{which}.jsonl.gz", recorded.recordings));
            let input = fs::File::open(&file).expect("a recording");
            let recording = Recording::read(MultiGzDecoder::new(input)).expect("a whole recording");
            match recorded.follow(&recording) {
                Ok(moves) => plies += moves,
                Err(error) => wrong.push(format!("{} {which}: {error}", recorded.game)),
            }
            followed += 1;
        }
    }
    println!("well_known: {followed} recordings followed, {plies} plies, {} differences", wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
