//! The published descriptions: which have a program, and what stands in the way of the others.

use crate::common;
use crate::modes::{Extent, Tally, WORK, compare, compile};
use ludemic::KnownDefines;
use ludemic::program::Program;
use ludemic::program::rewrites::Rewrites;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What one description gave.
enum Found {
    /// It is not right, or cannot be played.
    Nothing,
    /// What has no form over sets.
    Unfit(String),
    /// It has a program.
    Program(String, Tally),
}

fn files(folder: &Path, all: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            files(&path, all);
        } else if path.extension().is_some_and(|extension| extension == "lud") {
            all.push(path);
        }
    }
}

fn look(path: &Path) -> Found {
    let Ok(text) = std::fs::read_to_string(path) else { return Found::Nothing };
    let known = KnownDefines::standard();
    let Some(compiled) = compile(&text, &[], &known) else { return Found::Nothing };
    if let Err(unfit) = Program::new(compiled.typed(), compiled.game(), &Rewrites::all()) {
        return Found::Unfit(unfit.what);
    }
    let board = &compiled.game().equipment.board;
    let sites = board.len(board.default_type()).max(1);
    let plies = (1_000_000 / (sites * sites)).clamp(10, 100);
    let tally = compare(&text, &[], &known, Extent { games: 2, plies, work: WORK });
    Found::Program(path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), tally)
}

/// Compares all that have a program, with the default options, and prints what stands in the way of the others.
#[test]
#[ignore = "takes minutes"]
fn library() {
    let Some(reference) = common::reference() else { return };
    let mut all = Vec::new();
    files(&reference.join("ludii/lud"), &mut all);
    all.sort();
    let found: Vec<Found> = all.par_iter().map(|path| look(path)).collect();
    let (mut whole, mut in_the_way, mut programs) = (Tally::default(), BTreeMap::<String, usize>::new(), Vec::new());
    let mut nothing = 0;
    for one in found {
        match one {
            Found::Nothing => nothing += 1,
            Found::Unfit(what) => *in_the_way.entry(what).or_default() += 1,
            Found::Program(name, tally) => {
                programs.push(name);
                whole += tally;
            }
        }
    }
    println!("{} files, {nothing} not playable, {} with a program: {}", all.len(), programs.len(), programs.join(", "));
    let mut in_the_way: Vec<_> = in_the_way.into_iter().collect();
    in_the_way.sort_by_key(|(what, count)| (std::cmp::Reverse(*count), what.clone()));
    for (what, count) in in_the_way {
        println!("{count:>5} {what}");
    }
    crate::same(&whole, "library");
    assert!(!programs.is_empty(), "no description has a program");
}
