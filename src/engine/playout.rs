//! Playing games that nobody wants to take back.

use crate::engine::context::Cx;
use crate::engine::game::{Game, Mode};
use crate::engine::out::{Later, Out};
use crate::engine::rng::GameRng;
use crate::engine::state::State;
use crate::engine::trial::PlayError;
use std::sync::Arc;

/// Plays one game after the other. Nothing is kept for undoing a move, and where the start rules leave nothing to chance
/// they are carried out once for all games.
#[derive(Debug)]
pub(crate) struct Runner {
    /// The position after the start rules, where it is the same in every game.
    start: Option<Cx>,
    cx: Cx,
    legal: Out,
    /// Whether the legal moves of the present position are listed.
    listed: bool,
}

impl Runner {
    /// Whether it can play a game: one alone, in which players take turns.
    pub fn plays(game: &Game) -> bool {
        game.mode == Mode::Alternating && game.instances.is_none()
    }

    /// The first game, begun.
    pub fn new(game: &Arc<Game>, seed: u64) -> Result<Runner, PlayError> {
        let cx = Cx::start(Arc::clone(game), seed, None)?;
        let start = (!game.features.stochastic).then(|| cx.clone());
        Ok(Runner { start, cx, legal: Out::later(Later::Making), listed: false })
    }

    /// Begins another game.
    pub fn restart(&mut self, seed: u64) -> Result<(), PlayError> {
        self.listed = false;
        self.legal.forget();
        match &self.start {
            Some(start) => {
                self.cx.restart(start);
                self.cx.rng = GameRng::from_state(seed);
            }
            None => self.cx = Cx::start(Arc::clone(&self.cx.game), seed, None)?,
        }
        Ok(())
    }

    /// The state.
    pub fn state(&self) -> &State {
        &self.cx.state
    }

    /// How many moves have been made.
    pub fn len(&self) -> usize {
        self.cx.count_moves()
    }

    /// How many moves are legal, duplicates counted.
    pub fn count(&mut self) -> Result<usize, PlayError> {
        if !self.listed {
            self.cx.renew_work();
            self.legal.start_over(Later::Making);
            self.cx.count_legal(&mut self.legal);
            self.check()?;
            self.listed = true;
        }
        Ok(self.legal.len())
    }

    /// Plays the legal move of this number; [`Runner::count`] has to have been asked for.
    pub fn play(&mut self, index: usize) -> Result<(), PlayError> {
        self.listed = false;
        let count = self.legal.len();
        // To make the move that is drawn may take as much again as to count it.
        self.cx.renew_work();
        let Some(m) = self.legal.draw(index, &mut self.cx) else {
            self.check()?;
            return Err(PlayError::NoSuchMove { index, count });
        };
        self.cx.renew_work();
        self.cx.advance(&m);
        self.check()
    }

    /// Plays a legal move, drawn by numbers from 0 up to but without those that `choose` is given, each move as likely as any
    /// other.
    pub fn draw(&mut self, choose: impl FnMut(usize) -> usize) -> Result<(), PlayError> {
        self.find(choose)?;
        self.make()
    }

    /// Draws a legal move. That does not count as using rules.
    fn find(&mut self, choose: impl FnMut(usize) -> usize) -> Result<(), PlayError> {
        self.listed = false;
        self.cx.renew_work();
        let tally = std::mem::take(&mut self.cx.tally);
        let found = self.cx.draw_legal(&mut self.legal, choose).is_some();
        self.cx.tally = tally;
        self.check()?;
        if found { Ok(()) } else { Err(PlayError::NoSuchMove { index: 0, count: 0 }) }
    }

    /// Makes the move that was drawn.
    fn make(&mut self) -> Result<(), PlayError> {
        self.cx.renew_work();
        if let Some(m) = self.legal.drawn() {
            self.cx.advance(m);
        }
        self.check()
    }

    fn check(&mut self) -> Result<(), PlayError> {
        self.cx.take_fault().map_or(Ok(()), |fault| Err(PlayError::Fault(fault)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::mv::Move;
    use crate::engine::trial::Trial;
    use crate::expand::KnownDefines;
    use crate::playouts::Chooser;
    use std::collections::BTreeMap;
    use std::fmt::Write;
    use std::path::{Path, PathBuf};

    const PLIES: usize = 40;
    /// Draws for each legal move where the frequencies are looked at.
    const DRAWS: usize = 25;

    fn reference() -> Option<PathBuf> {
        let folder = std::env::var_os("LUDEMIC_REFERENCE").map(PathBuf::from);
        let folder = folder.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"));
        folder.join("ludii/lud-index.tsv").is_file().then_some(folder)
    }

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
        let Some(reference) = reference() else {
            println!("skipped: reference folder not found");
            return;
        };
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
}
