//! Simulations that take moves by their number count them and make the one of that number; trials list them. Both play the
//! same games.

use crate::{index, text};
use ludemic::playouts::{Chooser, seed, simulate};
use ludemic::{Game, KnownDefines, PlayError, Trial};
use std::fmt::Write;
use std::sync::Arc;

const PLIES: usize = 60;

/// Plays a game both ways; how many plies were the same, and whether all were.
fn side_by_side(game: &Arc<Game>, seed: u64) -> Result<(usize, bool), PlayError> {
    let mut trial = Trial::start(Arc::clone(game), seed)?;
    let mut simulation = simulate(&trial);
    simulation.rewind(seed);
    trial.reseed(seed);
    let mut chooser = Chooser::new(seed);
    let mut plies = 0;
    while trial.goes_on(PLIES)? {
        let count = trial.legal()?.len();
        if simulation.is_over() || simulation.count()? != count {
            return Ok((plies, false));
        }
        let index = chooser.choose(count);
        trial.play(index)?;
        simulation.play(index)?;
        plies += 1;
    }
    Ok((plies, simulation.is_over() == trial.is_over()))
}

#[test]
fn simulations_are_the_games_of_trials() {
    let Some(reference) = crate::common::reference() else { return };
    let known = KnownDefines::standard();
    let only = std::env::var("LUDEMIC_ONLY").unwrap_or_default();
    let (mut games, mut plies, mut failed) = (0, 0, String::new());
    for (file, _) in index(&reference).iter().filter(|(file, compiles)| *compiles && file.contains(&only)) {
        let Ok(game) = Game::load(file, &text(&reference, file), &[], &known) else { continue };
        games += 1;
        for number in 0..2 {
            match side_by_side(&game, seed(5, number)) {
                Ok((same, true)) => plies += same,
                // What fails once fails both ways; which position it was is told by other tests.
                Err(_) => {}
                Ok((ply, false)) => drop(writeln!(failed, "{file}, game {number}: another game at ply {ply}")),
            }
        }
    }
    println!("simulations: {games} games, {plies} plies");
    assert!(failed.is_empty(), "{failed}");
    assert!(plies > games, "hardly anything was compared");
}
