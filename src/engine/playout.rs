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
        let Some(mut m) = self.legal.draw(index, &mut self.cx) else {
            self.check()?;
            return Err(PlayError::NoSuchMove { index, count });
        };
        self.cx.renew_work();
        self.cx.advance_drawn(&mut m);
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
            self.cx.advance_drawn(m);
        }
        self.check()
    }

    fn check(&mut self) -> Result<(), PlayError> {
        self.cx.take_fault().map_or(Ok(()), |fault| Err(PlayError::Fault(fault)))
    }
}

#[cfg(test)]
mod tests;
