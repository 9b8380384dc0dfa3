//! What is drawn beside what is listed: the views of a generator beside each other.

use super::Runner;
use crate::engine::choice::Choice;
use crate::engine::context::Cx;
use crate::engine::fault::Fault;
use crate::engine::game::Game;
use crate::engine::mv::Move;
use crate::engine::out::Out;
use crate::engine::site_set::SiteSet;
use crate::engine::trial::{PlayError, Trial};
use crate::playouts::Chooser;
use statrs::distribution::{ChiSquared, ContinuousCDF};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Draws for each legal move where the frequencies are looked at.
const DRAWS: usize = 25;

/// The most moves of a list whose frequencies are looked at.
const MANY: usize = 40;

/// The most slots of which all are looked into.
const MOST_SLOTS: usize = 4096;

/// A move as others can be told from it: its mover, its text and which consequences it has.
type MoveKey = (i32, String, Vec<usize>);

fn told(m: &Move) -> MoveKey {
    // A pass may come after actions of what was done before, which its text leaves out.
    let text = if m.is_pass() { m.actions_text() } else { m.legal_text() };
    (m.mover, text, m.then.iter().map(|then| Arc::as_ptr(then) as usize).collect())
}

/// The move that was drawn, which stays in compact form if it is.
fn drawn(runner: &mut Runner) -> Result<MoveKey, String> {
    let compact = runner.legal.compact().cloned();
    if let Some(compact) = &compact {
        runner.legal.put(compact.clone().written_out());
    }
    let told = runner.legal.whole().map(|m| told(&m)).ok_or_else(|| "nothing was drawn".to_owned());
    if let Some(compact) = compact {
        runner.legal.leave_compact(compact);
    }
    told
}

/// The least probability, by the chi-squared test, of what is taken for chance: many thousands of lists are looked at.
const CHANCE: f64 = 1e-8;

/// Each of some moves, and how often it is among them.
fn counts(moves: &[Move]) -> BTreeMap<MoveKey, usize> {
    moves.iter().fold(BTreeMap::new(), |mut counts, m| {
        *counts.entry(told(m)).or_insert(0) += 1;
        counts
    })
}

/// Whether the frequencies of moves that are drawn are those of chance where each move is drawn as often as it is
/// listed.
fn frequencies(
    listed: &BTreeMap<MoveKey, usize>,
    mut draw: impl FnMut() -> Result<MoveKey, String>,
) -> Result<(), String> {
    let count: usize = listed.values().sum();
    let draws = DRAWS * count;
    let mut seen = BTreeMap::new();
    for _ in 0..draws {
        *seen.entry(draw()?).or_insert(0.0) += 1.0;
    }
    let square = |(told, &times): (_, &usize)| {
        let expected = (DRAWS * times) as f64;
        let found: f64 = seen.get(told).copied().unwrap_or(0.0);
        (found - expected).powi(2) / expected
    };
    let (sum, free) = (listed.iter().map(square).sum::<f64>(), listed.len().saturating_sub(1) as f64);
    match ChiSquared::new(free).map_or(1.0, |distribution| distribution.sf(sum)) {
        probability if probability < CHANCE => Err(format!("frequencies of a probability of {probability:.1e}")),
        _ => Ok(()),
    }
}

fn find(runner: &mut Runner, chooser: &mut Chooser) -> Result<MoveKey, String> {
    runner.find(|n| chooser.choose(n)).map_err(|error| error.to_string())?;
    drawn(runner)
}

/// Looks at the frequencies of moves after the one that was drawn, which is made again and again.
fn frequencies_ahead(runner: &mut Runner, next: &[Move], chooser: &mut Chooser) -> Result<(), String> {
    let Some(m) = runner.legal.whole() else { return Ok(()) };
    let checkpoint = runner.mark();
    let found = frequencies(&counts(next), || {
        runner.legal.put(m.clone());
        runner.make(|n| chooser.choose(n)).map_err(|error| error.to_string())?;
        let found = find(runner, chooser);
        runner.back(&checkpoint);
        found
    });
    runner.legal.put(m);
    runner.cx.state.forget_marks();
    found.map_err(|error| format!("ahead: {error}"))
}

/// Whether the play rules, asked for moves to each site of the board alone, find one where the list has one.
fn seek(runner: &mut Runner) -> Result<(), String> {
    let (cx, game) = (&mut runner.cx, Arc::clone(&runner.game));
    let play = &game.phase(&cx.state, cx.state.mover()).play;
    cx.renew_work();
    let ends: SiteSet = play.list(cx).iter().map(|m| m.to).filter(|&end| end >= 0).collect();
    // A list that a limit cut short tells nothing.
    if cx.take_fault().is_some() {
        return Ok(());
    }
    for site in 0..cx.state.layout().board_len(cx.state.layout().default_type()) {
        cx.renew_work();
        let mut out = Out::all();
        out.ask_whether(Some(site));
        play.seek(cx, &mut out);
        let found = out.has_found(site);
        if cx.take_fault().is_none() && found != ends.contains(site) {
            return Err(format!("a move to {site}: {found} when it is asked for alone"));
        }
    }
    Ok(())
}

/// The position of a trial as one that nothing has been found out of yet; the same moves have to be listed there.
fn afresh(trial: &Trial) -> Result<Cx, String> {
    let list = |cx: &mut Cx| {
        cx.renew_work();
        let moves = cx.legal_moves();
        cx.take_fault().is_none().then_some(moves)
    };
    let (mut here, mut anew) = (trial.scratch_context(), trial.scratch_context());
    anew.keep_anew(anew.game.keeps);
    if let (Some(listed), Some(found)) = (list(&mut here), list(&mut anew))
        && !found.iter().map(told).eq(listed.iter().map(told))
    {
        return Err(format!("{} moves are listed, {} where nothing is kept", listed.len(), found.len()));
    }
    anew.renew_work();
    Ok(anew)
}

/// All that tells a position from others.
fn identified(cx: &Cx) -> Vec<i32> {
    let mut key = Vec::new();
    cx.identify(&mut key);
    key
}

/// Whether as many moves were counted as are listed, where they have been counted before they are drawn.
fn counted(runner: &mut Runner, listed: usize) -> Result<(), String> {
    let (cx, game) = (&mut runner.cx, Arc::clone(&runner.game));
    if game.meta.tries() || game.meta.pin || game.meta.swap {
        return Ok(());
    }
    cx.renew_work();
    let rng = cx.rng.clone();
    let mut play = Choice::of(&game.phase(&cx.state, cx.state.mover()).play);
    play.choose(cx);
    let count = if play.known(cx) { play.exact(cx, usize::MAX) } else { None };
    cx.rng = rng;
    match count {
        // Who has no move passes.
        Some(count) if cx.take_fault().is_none() && count.max(1) != listed => {
            Err(format!("{count} moves were counted, {listed} are listed"))
        }
        _ => Ok(()),
    }
}

/// Whether the slots together have the moves that are listed, each as often, where moves are drawn from slots.
fn in_slots(runner: &mut Runner, listed: &[Move]) -> Result<(), String> {
    let slots = runner.steady_slots().unwrap_or(0);
    if slots == 0 || slots > MOST_SLOTS || runner.game.meta.tries() || runner.game.meta.pin || runner.game.meta.swap {
        return Ok(());
    }
    let mut found = BTreeMap::new();
    for slot in 0..slots {
        if let Ok(true) = runner.find_in_slot(slot) {
            *found.entry(drawn(runner)?).or_insert(0) += 1;
        }
    }
    // Who has no move passes.
    let passes = found.is_empty() && matches!(listed, [only] if only.is_pass());
    let counted = counts(listed);
    if found == counted || passes {
        return Ok(());
    }
    let (slots, lists) = (found.values().sum::<usize>(), listed.len());
    let missing = counted.keys().find(|&told| found.get(told) != counted.get(told));
    Err(format!("{slots} moves are in slots, {lists} are listed: {missing:?}"))
}

/// Plays a random game of so many plies at most and looks at each whether the move that is drawn is listed and leads
/// where the listed one leads; now and then, whether moves to a site are found when they alone are asked for, and with
/// `frequencies` whether each is drawn as often as it is listed; also whether what is kept of earlier positions makes a
/// difference. Gives the number of plies.
///
/// No ply of a game that a runner does not lead is looked at. Where the rules have no value, or the work or the memory
/// of a ply is used up, that ends the game; one way may meet a limit where the other does not.
///
/// # Errors
///
/// The first difference, in words.
pub fn compare(game: &Arc<Game>, seed: u64, most: usize, frequencies: bool) -> Result<usize, String> {
    let mut plies = 0;
    if !Runner::leads(game) {
        return Ok(plies);
    }
    match follow(game, seed, most, frequencies, &mut plies) {
        Ok(()) => Ok(plies),
        Err(difference) => Err(format!("seed {seed}, ply {plies}: {difference}")),
    }
}

fn follow(game: &Arc<Game>, seed: u64, most: usize, looks_often: bool, plies: &mut usize) -> Result<(), String> {
    let (mut runner, mut trial) = match (Runner::new(game, seed), Trial::start(Arc::clone(game), seed)) {
        (Ok(runner), Ok(trial)) => (runner, trial),
        (runner, trial) => return failures(runner.err(), trial.err()),
    };
    let mut chooser = Chooser::new(seed);
    while *plies < most && !trial.is_over() {
        let Ok(listed) = trial.legal().map(<[Move]>::to_vec) else { return Ok(()) };
        let often = |plies: usize, listed: &[Move]| {
            // Seats are swapped after the first moves alone.
            let looked_at = plies % 13 == 5 || game.meta.swap && plies == 1;
            looks_often && looked_at && listed.len() <= MANY && !game.features.stochastic
        };
        if often(*plies, &listed) {
            frequencies(&counts(&listed), || find(&mut runner, &mut chooser))?;
        }
        if *plies % 13 == 7 && !game.features.stochastic {
            seek(&mut runner)?;
        }
        if *plies % 13 == 9 && !game.features.stochastic {
            in_slots(&mut runner, &listed)?;
        }
        counted(&mut runner, listed.len())?;
        if let Err(error) = runner.find(|n| chooser.choose(n)) {
            return failures(Some(error), None);
        }
        let drawn = drawn(&mut runner)?;
        let Some(index) = listed.iter().position(|other| told(other) == drawn) else {
            return Err(format!("{drawn:?} is not listed"));
        };
        let mut anew = match *plies % 5 {
            3 if !game.features.stochastic => Some(afresh(&trial)?),
            _ => None,
        };
        if let Some(anew) = &mut anew {
            anew.advance(&listed[index]);
        }
        let mut there = trial.scratch_context();
        runner.legal.lead().iter().for_each(|action| there.execute(&mut action.clone()));
        // A deferred consequence is run now and then; otherwise it is stored anew, and looked at when the game is over.
        if !plies.is_multiple_of(3) {
            runner.cx.run_deferred();
        }
        if runner.cx.deferred.is_none() && runner.state().hash() != there.state.hash() {
            return Err("another position".to_owned());
        }
        let played = trial.play(index).map(drop).err();
        if let Some(mut anew) = anew.filter(|_| played.is_none())
            && anew.take_fault().is_none()
            && identified(&anew) != identified(&trial.scratch_context())
        {
            return Err(format!("{drawn:?} leads elsewhere where nothing is kept"));
        }
        if game.draws_ahead
            && played.is_none()
            && !trial.is_over()
            && let Ok(next) = trial.legal()
            && often(*plies, next)
        {
            frequencies_ahead(&mut runner, next, &mut chooser)?;
        }
        let made = runner.make(|n| chooser.choose(n)).err();
        if made.is_some() || played.is_some() {
            return failures(made, played);
        }
        if runner.state().is_over() != trial.is_over() {
            return Err(format!("{drawn:?} ends the game for one only"));
        }
        if trial.is_over() && runner.state().hash() != trial.state().hash() {
            return Err(format!("{drawn:?} ends the game in another position"));
        }
        *plies += 1;
    }
    Ok(())
}

/// Nothing where both fail, or where a limit was reached.
fn failures(drawn: Option<PlayError>, listed: Option<PlayError>) -> Result<(), String> {
    let limit = |error: &PlayError| matches!(error.fault(), Some(Fault::Work | Fault::Memory));
    match (&drawn, &listed) {
        (Some(_), Some(_)) => Ok(()),
        (Some(one), None) | (None, Some(one)) if limit(one) => Ok(()),
        _ => Err(format!("drawn: {drawn:?}, listed: {listed:?}")),
    }
}
