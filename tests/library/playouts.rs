//! Playouts that take moves by their number count them and make the one of that number; trials list them. Both play the same
//! games.

use crate::{index, text};
use ludemic::playouts::{Chooser, Series, seed};
use ludemic::{Game, KnownDefines, Trial};
use std::fmt::Write;
use std::sync::Arc;

const PLIES: usize = 60;

/// How many moves were legal before each ply of a game, and who won.
type Course = (Vec<u32>, Option<i32>);

fn by_trial(game: &Arc<Game>, master: u64, number: u64) -> Result<Course, String> {
    let seed = seed(master, number);
    let mut trial = Trial::start(Arc::clone(game), seed).map_err(|error| error.to_string())?;
    let (mut chooser, mut counts) = (Chooser::new(seed), Vec::new());
    while trial.goes_on(PLIES).map_err(|error| error.to_string())? {
        let count = trial.legal().map_err(|error| error.to_string())?.len();
        counts.push(count as u32);
        trial.play(chooser.choose(count)).map_err(|error| error.to_string())?;
    }
    Ok((counts, trial.state().status().map(|status| status.winner)))
}

fn by_playouts(game: &Arc<Game>, master: u64, games: u64) -> Vec<Result<Course, String>> {
    let (mut courses, mut numbers) = (Vec::new(), 0..games);
    Series::plain(game).watch(
        master,
        PLIES,
        || numbers.next(),
        |_, playout, counts| {
            let over = |playout: ludemic::playouts::Playout| playout.end.map(|_| playout.winner.unwrap_or(0));
            courses.push(playout.map(|playout| (counts.to_vec(), over(playout))).map_err(|error| error.to_string()));
            true
        },
    );
    courses
}

#[test]
fn playouts_are_the_games_of_trials() {
    let Some(reference) = crate::common::reference() else { return };
    let known = KnownDefines::standard();
    let only = std::env::var("LUDEMIC_ONLY").unwrap_or_default();
    let (mut games, mut plies, mut failed) = (0, 0, String::new());
    for (file, _) in index(&reference).iter().filter(|(file, compiles)| *compiles && file.contains(&only)) {
        let Ok(game) = Game::load(file, &text(&reference, file), &[], &known) else { continue };
        games += 1;
        for (number, course) in (0..).zip(by_playouts(&game, 5, 2)) {
            // Of a game without a winner a playout says no more than that it is over.
            let listed = by_trial(&game, 5, number).map(|(counts, winner)| {
                let players = 1..=game.equipment.players;
                (counts, winner.map(|winner| if players.contains(&winner) { winner } else { 0 }))
            });
            plies += course.as_ref().map_or(0, |(counts, _)| counts.len());
            if course != listed {
                let _ = writeln!(failed, "{file}, game {number}: {course:?}, by a trial {listed:?}");
            }
        }
    }
    println!("playouts: {games} games, {plies} plies");
    assert!(failed.is_empty(), "{failed}");
}
