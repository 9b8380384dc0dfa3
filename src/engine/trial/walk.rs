//! Going through games: random ones, and all of them to a depth.

use super::{PlayError, Trial};
use crate::engine::game::Mode;
use crate::engine::rng::GameRng;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

impl Trial {
    /// Plays uniformly random moves until the game is over or `limit` moves have been made; moves that are listed
    /// twice are twice as likely, as in Ludii. The same seed gives the same game.
    ///
    /// # Errors
    ///
    /// [`PlayError::Fault`] when the rules have no value.
    pub fn playout(&mut self, seed: u64, limit: usize) -> Result<(), PlayError> {
        self.playout_seen(seed, limit, |_| ())
    }

    /// The same; `see` is told how many moves are legal before each move.
    pub(crate) fn playout_seen(
        &mut self,
        seed: u64,
        limit: usize,
        mut see: impl FnMut(usize),
    ) -> Result<(), PlayError> {
        let mut chooser = GameRng::from_state(SplitMix64::seed_from_u64(seed).next_u64());
        while self.goes_on(limit)? {
            let count = self.legal()?.len();
            see(count);
            self.play(chooser.index(count))?;
        }
        Ok(())
    }

    /// The number of move sequences of this length from here, shorter finished games included at their end. What all
    /// players do at once is one move.
    ///
    /// # Errors
    ///
    /// [`PlayError::Fault`] when the rules have no value.
    pub fn perft(&mut self, depth: u32) -> Result<u64, PlayError> {
        if depth == 0 || self.is_over() {
            return Ok(1);
        }
        let count = self.legal()?.len();
        let last = self.cx.game.mode != Mode::Simultaneous || self.active().count() == self.chosen.len() + 1;
        if depth == 1 && last {
            return Ok(count.max(1) as u64);
        }
        if count == 0 {
            return Ok(1);
        }
        let mut nodes = 0;
        for index in 0..count {
            self.play(index)?;
            nodes += self.perft(if last { depth - 1 } else { depth })?;
            self.undo();
        }
        Ok(nodes)
    }
}
