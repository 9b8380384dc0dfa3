//! Games recorded from Ludii 1.3.12, replayed on the published descriptions.
//!
//! Needs the reference folder; says so and passes where there is none.

use ludemic::recording::{Recording, verify};
use ludemic::{Game, KnownDefines};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

fn reference() -> Option<PathBuf> {
    let folder = std::env::var_os("LUDEMIC_REFERENCE").map(PathBuf::from);
    let folder = folder.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"));
    folder.join("ludii/traces").is_dir().then_some(folder)
}

/// The published description of each recorded game, by its name.
fn descriptions(folder: &Path, found: &mut BTreeMap<String, PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            descriptions(&path, found);
        } else if let Some(name) = path.file_stem().and_then(|name| name.to_str()) {
            found.insert(name.to_owned(), path.clone());
        }
    }
}

#[test]
fn every_recording_is_replayed_exactly() {
    let Some(reference) = reference() else {
        println!("skipped: reference folder not found");
        return;
    };
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(reference.join("ludii/traces")).expect("traces").flatten().map(|e| e.path()).collect();
    files.sort();
    let only = std::env::var("LUDEMIC_ONLY").unwrap_or_default();
    files.retain(|file| file.to_string_lossy().contains(&only));
    let mut published = BTreeMap::new();
    descriptions(&reference.join("ludii/lud"), &mut published);
    let (mut plies, mut failures) = (0, Vec::new());
    for file in &files {
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let started = Instant::now();
        let recording = Recording::read(std::fs::File::open(file).expect("a recording")).expect("a whole recording");
        let path = &published[recording.game()];
        let text = std::fs::read_to_string(path).expect("a description");
        let game = match Game::load(recording.game(), &text, &recording.options(), &KnownDefines::none()) {
            Ok(game) => game,
            Err(failure) => {
                failures.push(format!("{name}: {failure}"));
                continue;
            }
        };
        match verify(&game, &recording) {
            Ok(verdict) => {
                plies += verdict.plies;
                match verdict.difference {
                    Some(difference) => failures.push(format!("{name}: {difference}")),
                    None => println!("{name}: {} plies, {:.2?}", verdict.plies, started.elapsed()),
                }
            }
            Err(error) => failures.push(format!("{name}: {error}")),
        }
    }
    println!("recordings: {} passed, {} failed, {plies} plies", files.len() - failures.len(), failures.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
