//! A program as a simulation: it takes over the position of a trial and plays on from there.

use super::run::{Kind, Machine, Snapshot};
use crate::engine::trial::{PlayError, Trial};
use crate::playouts::{Rewards, Simulation, draw};
use smallvec::SmallVec;

/// A machine that goes back to one position again and again.
struct Simulated<'p, const W: usize> {
    machine: Machine<'p, W>,
    start: Snapshot<W>,
    mark: Snapshot<W>,
    /// Whether the players have exchanged their seats: at the start, at the mark, now.
    swapped: [bool; 3],
    /// Whether rules can tell the scores.
    scores: bool,
}

const AT_START: usize = 0;
const AT_MARK: usize = 1;
const NOW: usize = 2;

/// A simulation from the position of a trial.
pub(super) fn simulation<'p, const W: usize>(mut machine: Machine<'p, W>, trial: &Trial) -> Box<dyn Simulation + 'p> {
    machine.take_over(trial);
    let start = machine.snapshot();
    let swapped = trial.state().agent(1) == 2;
    let scores = machine.stores_scores();
    Box::new(Simulated { machine, mark: start.clone(), start, swapped: [swapped; 3], scores })
}

impl<const W: usize> Simulated<'_, W> {
    fn seat(&self, player: i32) -> usize {
        let other = self.swapped[NOW];
        usize::from((player == 2) != other)
    }

    fn by_seat<T: Copy>(&self, [one, two]: [T; 2]) -> [T; 2] {
        if self.swapped[NOW] { [two, one] } else { [one, two] }
    }

    fn checked<T>(&self, value: T) -> Result<T, PlayError> {
        if self.machine.trouble { Err(PlayError::Unjudged) } else { Ok(value) }
    }
}

impl<const W: usize> Simulation for Simulated<'_, W> {
    fn rewind(&mut self, _seed: u64) {
        self.machine.go_back(&self.start);
        self.swapped = [self.swapped[AT_START]; 3];
    }

    fn count(&mut self) -> Result<usize, PlayError> {
        if self.machine.position.over.is_some() {
            return Ok(0);
        }
        let count = self.machine.find_legal();
        self.checked(count)
    }

    fn play(&mut self, index: usize) -> Result<(), PlayError> {
        if self.machine.position.over.is_some() {
            return Err(PlayError::Over);
        }
        let swaps = self.machine.choice(index).is_some_and(|choice| choice.kind == Kind::Swap);
        if !self.machine.play(index) {
            let count = self.machine.find_legal();
            return Err(PlayError::NoSuchMove { index, count });
        }
        self.swapped[NOW] ^= swaps;
        self.checked(())
    }

    fn is_over(&self) -> bool {
        self.machine.position.over.is_some()
    }

    fn agent(&self) -> usize {
        self.seat(self.machine.position.mover) + 1
    }

    fn rewards(&self) -> Rewards {
        let winner = self.machine.position.over.map_or(0, |(winner, _)| winner);
        let mut rewards = draw(2);
        if winner == 1 || winner == 2 {
            let seat = self.seat(winner);
            for (index, reward) in rewards.iter_mut().enumerate() {
                *reward = f64::from(u8::from(index == seat));
            }
        }
        rewards
    }

    fn scores(&mut self) -> Option<SmallVec<[i32; 4]>> {
        if !self.scores {
            return None;
        }
        let scores = [self.machine.score(1), self.machine.score(2)];
        Some(self.by_seat(scores).into_iter().collect())
    }

    fn mark(&mut self) {
        self.machine.snapshot_into(&mut self.mark);
        self.swapped[AT_MARK] = self.swapped[NOW];
    }

    fn back(&mut self) {
        self.machine.go_back(&self.mark);
        self.swapped[NOW] = self.swapped[AT_MARK];
    }

    fn names(&mut self) -> Option<Vec<u64>> {
        None
    }
}
