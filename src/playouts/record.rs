//! Playouts decision by decision.

use super::{Chooser, Playout, Series, seed};
use crate::engine::mv::Move;
use crate::engine::playout::Runner;
use crate::engine::trial::{PlayError, Trial};
use std::sync::Arc;

/// A decision of a game. Where players choose at the same time, each of them makes one.
#[derive(Debug, Clone)]
pub struct Ply {
    /// How many moves were legal, duplicates counted.
    pub legal: u32,
    /// The legal move that was chosen, as it was before it was carried out.
    pub chosen: Move,
}

impl Ply {
    pub(crate) fn new(legal: usize, chosen: &Move) -> Ply {
        Ply { legal: u32::try_from(legal).unwrap_or(u32::MAX), chosen: chosen.clone() }
    }
}

impl Series {
    /// Plays playout number `index` of the series of this master seed, up to `limit` moves, and keeps its decisions. It
    /// is the same playout as in [`Series::play`].
    ///
    /// # Errors
    ///
    /// [`PlayError::Fault`] when the rules have no value somewhere on the way.
    ///
    /// # Examples
    ///
    /// ```
    /// use ludemic::playouts::Series;
    /// use ludemic::{Game, KnownDefines};
    ///
    /// let text = r#"(game "Fill" (players 2)
    ///     (equipment { (board (square 2)) (piece "Disc" Each) })
    ///     (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"#;
    /// let game = Game::load("fill.lud", text, &[], &KnownDefines::none())?;
    /// let (playout, plies) = Series::new(&game).record(7, 0, usize::MAX)?;
    /// assert_eq!(playout.winner, Some(2));
    /// assert_eq!(plies.iter().map(|ply| ply.legal).collect::<Vec<_>>(), [4, 3, 2, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn record(&self, master: u64, index: u64, limit: usize) -> Result<(Playout, Vec<Ply>), PlayError> {
        let seed = seed(master, index);
        if !Runner::plays(self.game()) {
            return self.record_trial(seed, limit);
        }
        let mut runner = Runner::new(self.game(), seed)?;
        let mut chooser = Chooser::new(seed);
        let mut plies = Vec::new();
        while runner.goes_on(limit)? {
            runner.draw_seen(|slots| chooser.choose(slots), |count, m| plies.push(Ply::new(count, m)))?;
        }
        Ok((Playout::new(runner.state(), runner.len()), plies))
    }

    fn record_trial(&self, seed: u64, limit: usize) -> Result<(Playout, Vec<Ply>), PlayError> {
        let mut trial = Trial::start(Arc::clone(self.game()), seed)?;
        let mut chooser = Chooser::new(seed);
        let mut plies = Vec::new();
        while trial.goes_on(limit)? {
            let legal = trial.legal()?;
            let index = chooser.choose(legal.len());
            plies.extend(legal.get(index).map(|m| Ply::new(legal.len(), m)));
            trial.play(index)?;
        }
        Ok((Playout::of(&trial), plies))
    }
}
