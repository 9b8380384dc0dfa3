//! One move ahead, by the score.

use super::Player;
use crate::engine::trial::{PlayError, Trial};
use crate::playouts::{Chooser, Simulation, simulate};

/// Takes a move that wins at once. Otherwise, in a game with scores, the move after which the score is furthest ahead
/// of the best of the others, and in a game without, any that does not lose at once; by chance among equals.
#[derive(Debug, Clone)]
pub struct Greedy {
    chooser: Chooser,
}

impl Greedy {
    /// A player with this seed, until [`Player::begin`] gives another.
    pub fn new(seed: u64) -> Greedy {
        Greedy { chooser: Chooser::new(seed) }
    }
}

/// How far an agent is ahead of the best of the others.
pub(super) fn lead(scores: &[i32], agent: usize) -> i32 {
    let own = scores.get(agent.wrapping_sub(1)).copied().unwrap_or(0);
    let others = scores.iter().enumerate().filter(|(index, _)| index + 1 != agent).map(|(_, score)| *score);
    own.saturating_sub(others.max().unwrap_or(0))
}

/// How good a position is for an agent: what he gets if the game is over, then how far he is ahead.
fn worth(simulation: &mut dyn Simulation, agent: usize) -> (i32, i32) {
    let lead = simulation.scores().map_or(0, |scores| lead(&scores, agent));
    let result = if simulation.is_over() {
        let reward = simulation.rewards().get(agent.wrapping_sub(1)).copied().unwrap_or(0.5);
        // A draw is no better than going on.
        (reward > 0.5) as i32 - (reward < 0.5) as i32
    } else {
        0
    };
    (result, lead)
}

impl Player for Greedy {
    fn name(&self) -> String {
        "greedy".into()
    }

    fn begin(&mut self, seed: u64) {
        self.chooser = Chooser::new(seed);
    }

    fn choose(&mut self, trial: &mut Trial) -> Result<usize, PlayError> {
        super::thinkable(trial.game())?;
        let count = trial.legal()?.len();
        let mut best = Vec::new();
        let mut record = None;
        let mut simulation = simulate(trial);
        let agent = simulation.agent();
        for index in 0..count {
            simulation.rewind(0);
            let tried = simulation.count().and_then(|_| simulation.play(index));
            let worth = match tried {
                Ok(()) => worth(simulation.as_mut(), agent),
                Err(_) => continue,
            };
            if record.is_none_or(|record| worth > record) {
                best.clear();
                record = Some(worth);
            }
            if record == Some(worth) {
                best.push(index);
            }
        }
        Ok(match best.as_slice() {
            [] => self.chooser.choose(count),
            best => best.get(self.chooser.choose(best.len())).copied().unwrap_or(0),
        })
    }
}
