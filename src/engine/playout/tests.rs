//! What is drawn beside what is listed.

#[path = "../../../tests/common/mod.rs"]
mod common;

use super::*;
use crate::engine::mv::Move;
use crate::engine::trial::Trial;
use crate::expand::KnownDefines;
use crate::playouts::Chooser;
use std::collections::BTreeMap;
use std::fmt::Write;

const PLIES: usize = 40;
/// Draws for each legal move where the frequencies are looked at.
const DRAWS: usize = 25;

/// A move as others can be told from it: its mover, its text and which consequences it has.
type Told = (i32, String, Vec<usize>);

fn told(m: &Move) -> Told {
    (m.mover, m.legal_text(), m.then.iter().map(|then| Arc::as_ptr(then) as usize).collect())
}

/// How far the frequencies of drawn moves are from those of their list: the statistic of the chi-squared test in standard
/// deviations from its mean.
fn misfit(runner: &mut Runner, listed: &BTreeMap<Told, usize>, chooser: &mut Chooser) -> f64 {
    let count: usize = listed.values().sum();
    let draws = DRAWS * count;
    let mut seen = BTreeMap::new();
    for _ in 0..draws {
        runner.find(|n| chooser.choose(n)).expect("there are moves");
        let m = runner.legal.drawn().expect("one was found");
        *seen.entry(told(m)).or_insert(0.0) += 1.0;
    }
    let square = |(told, &times): (_, &usize)| {
        let expected = (DRAWS * times) as f64;
        let found: f64 = seen.get(told).copied().unwrap_or(0.0);
        (found - expected).powi(2) / expected
    };
    let (sum, free) = (listed.iter().map(square).sum::<f64>(), (listed.len() - 1) as f64);
    if free == 0.0 { 0.0 } else { (sum - free) / (2.0 * free).sqrt() }
}

fn compare(game: &Arc<Game>, seed: u64) -> Result<usize, String> {
    let told_error = |error: PlayError| error.to_string();
    let mut runner = Runner::new(game, seed).map_err(told_error)?;
    let mut trial = Trial::start(Arc::clone(game), seed).map_err(told_error)?;
    let mut chooser = Chooser::new(seed);
    let mut plies = 0;
    while plies < PLIES && !trial.is_over() {
        let listed = trial.legal().map_err(told_error)?;
        let mut counts = BTreeMap::new();
        for m in listed {
            *counts.entry(told(m)).or_insert(0) += 1;
        }
        if plies % 13 == 5 && listed.len() <= 40 && !game.features.stochastic {
            let far = misfit(&mut runner, &counts, &mut chooser);
            if far > 8.0 {
                return Err(format!("ply {plies}: frequencies are {far:.1} deviations off"));
            }
        }
        runner.find(|n| chooser.choose(n)).map_err(told_error)?;
        let drawn = told(runner.legal.drawn().ok_or("nothing was drawn")?);
        let Some(index) = listed.iter().position(|other| told(other) == drawn) else {
            return Err(format!("ply {plies}: {drawn:?} is not listed"));
        };
        if runner.state().hash() != trial.state().hash() {
            return Err(format!("ply {plies}: another position"));
        }
        runner.make().map_err(told_error)?;
        trial.play(index).map_err(told_error)?;
        if runner.state().is_over() != trial.is_over() {
            return Err(format!("ply {plies}: {drawn:?} ends the game for one only"));
        }
        plies += 1;
    }
    Ok(plies)
}

/// What is drawn is a listed move, each as often as it is listed, and leads where the listed one leads.
#[test]
fn drawn_moves_are_those_listed() {
    let Some(reference) = common::reference() else { return };
    let known = KnownDefines::standard();
    let only = std::env::var("LUDEMIC_ONLY").unwrap_or_default();
    let index = std::fs::read_to_string(reference.join("ludii/lud-index.tsv")).expect("an index");
    let (mut games, mut plies, mut failed) = (0, 0, String::new());
    for file in index.lines().filter_map(|line| line.split('\t').next()).filter(|file| file.contains(&only)) {
        let Ok(text) = std::fs::read_to_string(reference.join("ludii/lud").join(file)) else { continue };
        let Ok(game) = Game::load(file, &text, &[], &known) else { continue };
        if !Runner::plays(&game) {
            continue;
        }
        games += 1;
        match compare(&game, 5) {
            Ok(made) => plies += made,
            Err(error) => drop(writeln!(failed, "{file}: {error}")),
        }
    }
    println!("drawn: {games} games, {plies} plies");
    assert!(failed.is_empty(), "{failed}");
}
