//! Positions to go back to, and positions taken over from a trial.

use super::machine::{Machine, Waiting};
use super::open::Air;
use super::position::Position;
use crate::engine::trial::Trial;

/// All that a machine has to know to play on from a position.
#[derive(Debug, Clone)]
pub struct Snapshot<const W: usize> {
    position: Position<W>,
    waiting: Vec<Waiting>,
    /// Ways shown to stay open may be shown anew later: they are not kept.
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
        let airy = self.known_air();
        Snapshot { position: self.position.clone(), waiting: self.waiting.clone(), airy }
    }

    /// The same without new memory.
    pub fn snapshot_into(&self, snapshot: &mut Snapshot<W>) {
        snapshot.position.copy_from(&self.position);
        snapshot.waiting.clone_from(&self.waiting);
        snapshot.airy = self.known_air();
    }

    /// Goes back to a position.
    pub fn go_back(&mut self, snapshot: &Snapshot<W>) {
        self.position.copy_from(&snapshot.position);
        self.waiting.clone_from(&snapshot.waiting);
        self.airy.clone_from(&snapshot.airy);
        self.anew();
    }

    fn known_air(&self) -> Vec<Air<W>> {
        let mut airy = self.airy.clone();
        airy.iter_mut().for_each(Air::forget_ways);
        airy
    }
}
