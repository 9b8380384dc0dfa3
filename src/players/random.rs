//! Every move equally likely.

use super::Player;
use crate::engine::trial::{PlayError, Trial};
use crate::playouts::Chooser;

/// Chooses uniformly; moves that are listed twice are twice as likely.
#[derive(Debug, Clone)]
pub struct Random(Chooser);

impl Random {
    /// A player with this seed, until [`Player::begin`] gives another.
    pub fn new(seed: u64) -> Random {
        Random(Chooser::new(seed))
    }
}

impl Player for Random {
    fn name(&self) -> String {
        "random".into()
    }

    fn begin(&mut self, seed: u64) {
        self.0 = Chooser::new(seed);
    }

    fn choose(&mut self, trial: &mut Trial) -> Result<usize, PlayError> {
        let count = trial.legal()?.len();
        Ok(self.0.choose(count))
    }
}
