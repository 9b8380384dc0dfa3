//! Rows of games as Parquet: the same whatever the number of shards, in agreement with the sums, kept on Ctrl-C.

use super::{Folder, clean, output, program, session};
use insta::assert_snapshot;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;
use serde_json::Value;
use std::fs::File;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

const CORNERS: &str = "tests/games/corners.lud";
const DICE: &str = "tests/games/dice.lud";
const FILL: &str = "tests/games/fill.lud";

fn reader(path: &Path) -> SerializedFileReader<File> {
    let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    SerializedFileReader::new(file).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The rows of all files of a kind, in the order of their names, as text.
fn rows(folder: &Folder, kind: &str) -> Vec<String> {
    let mut names: Vec<_> =
        std::fs::read_dir(&folder.0).expect("a folder").flatten().map(|entry| entry.path()).collect();
    names.retain(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(kind)));
    names.sort();
    let mut all = Vec::new();
    for path in names {
        all.extend(reader(&path).into_iter().map(|row| row.expect("a row").to_string()));
    }
    all
}

/// The rows of games and moves of a run in so many parts.
fn run(args: &[&str], parts: u32) -> (Vec<String>, Vec<String>) {
    let folder = Folder::new(&format!("shards-{}-{parts}", args.join("-").replace('/', "_")));
    let out = folder.file("");
    for part in 1..=parts {
        let shard = format!("{part}/{parts}");
        clean(&[args, &["--out", &out, "--shard", &shard, "--moves"]].concat());
    }
    (rows(&folder, "games"), rows(&folder, "moves"))
}

#[test]
fn rows_are_the_same_whatever_the_number_of_shards() {
    let runs: [&[&str]; 5] = [
        &["playouts", CORNERS, "-n", "50"],
        &["playouts", DICE, "-n", "40", "--seed", "3"],
        &["stats", CORNERS, "-n", "40", "--sample", "9"],
        &["stats", FILL, "-n", "12", "--players", "greedy,random"],
        &["compare", FILL, "--sweep", "all", "-n", "6"],
    ];
    for args in runs {
        let whole = run(args, 1);
        assert!(whole.0.len() >= 12 && whole.1.len() > whole.0.len(), "{args:?}: {} games", whole.0.len());
        for parts in [4, 7] {
            assert!(run(args, parts) == whole, "{args:?}: {parts} parts have other rows");
        }
    }
}

#[test]
fn rows_agree_with_the_sums() {
    let folder = Folder::new("shards-sums");
    let out = folder.file("");
    let args = ["playouts", CORNERS, "-n", "300", "--format", "json"];
    let sums: Value = serde_json::from_str(&clean(&args)).expect("JSON");
    let kept: Value = serde_json::from_str(&clean(&[&args[..], &["--out", &out, "--moves"]].concat())).expect("JSON");
    assert_eq!(kept["statistics"], sums["statistics"], "rows change no game");
    let games = Path::new(&out).join("games-1-of-1.parquet");
    assert_eq!(kept["written"][0], games.display().to_string());
    let (mut moves, mut won) = (0, 0);
    for (number, row) in (0..).zip(reader(&games)) {
        let row = row.expect("a row");
        assert_eq!(row.get_string(0).expect("the game"), "Corners");
        assert_eq!(row.get_long(3).expect("a number"), number);
        moves += i64::from(row.get_int(6).expect("moves"));
        won += i64::from(row.get_int(7).is_ok_and(|winner| winner == 1));
    }
    assert_eq!(sums["statistics"]["moves"], moves);
    assert_eq!(sums["statistics"]["wins"]["1"], won);
    assert_eq!(rows(&folder, "moves").len() as i64, moves);
    let bare = Folder::new("shards-bare");
    clean(&[&args[..], &["--out", &bare.file("")]].concat());
    assert!(rows(&bare, "games") == rows(&folder, "games"), "whether moves are kept changes no game");
}

#[test]
fn a_row_tells_the_seed_that_shows_its_game_again() {
    let folder = Folder::new("shards-seed");
    clean(&["stats", DICE, "-n", "4", "--out", &folder.file("")]);
    for row in reader(Path::new(&folder.file("games-1-of-1.parquet"))) {
        let row = row.expect("a row");
        let seed = row.get_ulong(4).expect("a seed").to_string();
        let trace = clean(&["trace", DICE, "--seed", &seed]);
        let last: Value = serde_json::from_str(trace.lines().last().expect("a line")).expect("JSON");
        assert_eq!(last["moves"], row.get_int(6).expect("moves"), "{last}");
        assert_eq!(last["winner"], row.get_int(7).expect("a winner"), "{last}");
    }
}

#[test]
fn what_rows_cannot_be() {
    let folder = Folder::new("shards-wrong");
    assert_snapshot!(session(&["playouts", FILL, "--shard", "1/4"], ""));
    assert_snapshot!(session(&["playouts", FILL, "--out", "x", "--shard", "0/4"], ""));
    assert_snapshot!(session(&["compare", FILL, "--sweep", "all", "--out", "x", "--results", "y"], ""));
    assert_snapshot!(session(&["playouts", FILL, "--out", "Cargo.toml"], ""));
    let fails = output(&["stats", "tests/games/no-such.lud", "--out", &folder.file("rows")], b"");
    assert_eq!(fails.status.code(), Some(2));
    assert!(!Path::new(&folder.file("rows")).exists(), "nothing is left behind");
}

#[cfg(unix)]
#[test]
fn rows_until_ctrl_c_are_kept() {
    let folder = Folder::new("shards-stopped");
    let out = folder.file("");
    let args = ["playouts", CORNERS, "-n", "2000000000", "--out", &out, "-t", "1"];
    let mut child = program(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts");
    std::thread::sleep(Duration::from_millis(1500));
    // As a scheduler ends a job.
    let killed = std::process::Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(killed.expect("kill is there").success());
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("the program can be waited for") {
            break status;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "it does not end");
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(status.code(), Some(130));
    let partial = folder.0.join("games-1-of-1.parquet.partial");
    let numbers: Vec<i64> =
        reader(&partial).into_iter().map(|row| row.expect("a row").get_long(3).expect("a number")).collect();
    assert!(numbers.len() > 10 && numbers.iter().copied().eq(0..numbers.len() as i64), "{} rows", numbers.len());
    assert_eq!(std::fs::read_dir(&folder.0).expect("a folder").count(), 1, "nothing but the partial file");
    let names = reader(&partial).metadata().file_metadata().key_value_metadata().cloned().unwrap_or_default();
    assert!(names.iter().any(|pair| pair.key == "interrupted" && pair.value.as_deref() == Some("true")));

    clean(&["playouts", CORNERS, "-n", "20", "--out", &out]);
    assert!(!partial.exists() && folder.0.join("games-1-of-1.parquet").exists(), "the whole replaces the part");
}
