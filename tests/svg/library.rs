//! Every game of the library drawn: its start and a position of a random game.

use super::{check, common};
use ludemic::playouts::Chooser;
use ludemic::render::Show;
use ludemic::render::svg::{Drawing, Frame, Look};
use ludemic::{Compiled, KnownDefines, Parsed, Trial};
use rayon::prelude::*;
use std::path::Path;
use std::sync::Arc;

/// How many moves are played before the second picture.
const PLIES: usize = 12;

/// Larger texts are not parsed again: the largest boards have tens of thousands of sites.
const LONGEST: usize = 8 << 20;

fn compiled(path: &Path, known: &KnownDefines) -> Option<Compiled> {
    let text = std::fs::read_to_string(path).ok()?;
    let expansion = Parsed::new("library", &text).ok()?.expand(&[], known).ok()?;
    expansion.check().ok()?.compile().ok()
}

/// Draws a game; `false` where it cannot be played yet, an error where its rules fail on the way.
fn draw(path: &Path, known: &KnownDefines) -> bool {
    let Some(compiled) = compiled(path, known) else { return false };
    let look = Look::of(&compiled);
    let Ok(mut trial) = Trial::start(Arc::clone(compiled.game()), 1) else { return false };
    let drawing = Drawing::new(compiled.game(), &look);
    let start = Frame::of(&trial, &look);
    let mut chooser = Chooser::new(1);
    while !trial.is_over() && trial.len() < PLIES {
        let Ok(legal) = trial.legal() else { break };
        let index = chooser.choose(legal.len());
        if trial.play(index).is_err() {
            break;
        }
    }
    let later = Frame::of(&trial, &look);
    let texts = [
        drawing.position(&start),
        drawing.clone().names(Show::Labels).position(&later),
        drawing.strip(&[start.clone(), later.clone()]),
    ];
    for text in texts.iter().filter(|text| text.len() < LONGEST) {
        check(text);
    }
    assert!(drawing.page(&[start, later]).ends_with("</html>\n"));
    true
}

#[test]
#[ignore = "takes minutes: every published description"]
fn every_game_is_drawn() {
    let Some(reference) = common::reference() else { return };
    let files = common::index(&reference);
    let known = KnownDefines::standard();
    let drawn: Vec<(&str, std::thread::Result<bool>)> = files
        .par_iter()
        .map(|(file, _)| {
            let path = reference.join("ludii/lud").join(file);
            (file.as_str(), std::panic::catch_unwind(|| draw(&path, &known)))
        })
        .collect();
    let failed: Vec<&str> = drawn.iter().filter(|(_, done)| done.is_err()).map(|(file, _)| *file).collect();
    let count = drawn.iter().filter(|(_, done)| matches!(done, Ok(true))).count();
    println!("drawn: {count} of {} games", files.len());
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(count > 100, "few of the library can be played");
}
