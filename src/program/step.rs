//! A program played move by move, whatever the width of its sets.

use super::run::{Kind, Machine};
use crate::engine::state::EndType;

/// A legal move of a program, by what it does first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// The component that is put down, 0 for none.
    pub what: u16,
    /// Whether it does nothing but end the turn.
    pub pass: bool,
    /// Whether two seats are exchanged.
    pub swap: bool,
    /// Where it begins, -1 for nowhere.
    pub from: i32,
    /// Where it ends, -1 for nowhere.
    pub to: i32,
    /// Whether a piece is taken off.
    pub remove: bool,
}

/// A game being played by a program, chosen moves and all.
pub trait Stepper {
    /// Goes back to the start of the game.
    fn restart(&mut self);
    /// The legal moves, in the order and with the repetitions of the plain evaluator, each with the number of its
    /// consequences: moves of one number have the same ones.
    fn legal(&mut self) -> Vec<(Step, usize)>;
    /// Plays the legal move of this number among those found last.
    fn play(&mut self, index: usize);
    /// Whether only the plain evaluator can judge the game.
    fn gives_up(&self) -> bool;
    /// Who won (0 for nobody) and how the game ended; `None` while it goes on.
    fn over(&self) -> Option<(i32, EndType)>;
    /// The player to move.
    fn mover(&self) -> i32;
    /// The component on each site, 0 for none.
    fn what(&self) -> &[u16];
    /// The scores of the two players; zeros where no rule stores any. Asking costs time where storing was put off.
    fn scores(&mut self) -> [i32; 2];
}

impl<const W: usize> Stepper for Machine<'_, W> {
    fn restart(&mut self) {
        Machine::restart(self);
    }

    fn legal(&mut self) -> Vec<(Step, usize)> {
        let count = self.find_legal();
        let choices = (0..count).filter_map(|index| self.choice(index));
        let step = choices.map(|choice| {
            let step = Step {
                what: if let Kind::Add(what) = choice.kind { what } else { 0 },
                pass: matches!(choice.kind, Kind::Pass | Kind::Forced),
                swap: choice.kind == Kind::Swap,
                from: choice.from(),
                to: choice.to,
                remove: choice.kind == Kind::Remove,
            };
            (step, choice.template.map_or(0, |template| template.index() + 1))
        });
        step.collect()
    }

    fn play(&mut self, index: usize) {
        Machine::play(self, index);
    }

    fn gives_up(&self) -> bool {
        self.trouble
    }

    fn over(&self) -> Option<(i32, EndType)> {
        self.position.over
    }

    fn mover(&self) -> i32 {
        self.position.mover
    }

    fn what(&self) -> &[u16] {
        &self.position.what
    }

    fn scores(&mut self) -> [i32; 2] {
        if self.stores_scores() { [1, 2].map(|player| self.score(player)) } else { [0; 2] }
    }
}
