//! Positions to go back to, and positions taken over from a trial.

use super::flat::Air;
use super::machine::{Machine, Waiting, copy_air};
use super::position::Position;
use crate::engine::trial::Trial;

/// All that a machine has to know to play on from a position.
#[derive(Debug, Clone)]
pub struct Snapshot<const W: usize> {
    position: Position<W>,
    waiting: Vec<Waiting>,
    airy: Vec<Air<W>>,
}

impl<const W: usize> Machine<'_, W> {
    /// Takes over the position of a trial of the same game.
    ///
    /// The plain evaluator puts nothing off, so that all that a program knows is in the position.
    pub fn take_over(&mut self, trial: &Trial) {
        let position = Position::of(trial, self.program.table.sites, self.program.ordered);
        self.position.copy_from(&position);
        self.waiting.clear();
        self.anew();
    }

    /// What is needed to go back here.
    pub fn snapshot(&self) -> Snapshot<W> {
        Snapshot { position: self.position.clone(), waiting: self.waiting.clone(), airy: self.airy.clone() }
    }

    /// The same without new memory.
    pub fn snapshot_into(&self, snapshot: &mut Snapshot<W>) {
        snapshot.position.copy_from(&self.position);
        snapshot.waiting.clone_from(&self.waiting);
        copy_air(&mut snapshot.airy, &self.airy);
    }

    /// Goes back to a position.
    pub fn go_back(&mut self, snapshot: &Snapshot<W>) {
        self.position.copy_from(&snapshot.position);
        self.waiting.clone_from(&snapshot.waiting);
        copy_air(&mut self.airy, &snapshot.airy);
        self.anew();
    }
}
