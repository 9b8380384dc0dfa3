//! Two versions in step by their programs, which are fast and see only what stands where, whose turn it is, the legal
//! moves and the result. What they find is looked at again by the plain evaluator.

use super::lockstep::{Lockstep, Verdict};
use super::pair::Pair;
use super::plain::distance;
use crate::pipeline::Compiled;
use crate::program::rewrites::Rewrites;
use crate::program::step::{Step, Stepper};
use crate::program::{Player, Program};
use std::collections::HashMap;

/// The programs of two versions.
pub(super) struct Programs {
    a: Player,
    b: Player,
}

impl Programs {
    /// The programs, if both versions have one.
    pub fn of(a: &Compiled, b: &Compiled) -> Option<Programs> {
        let player = |compiled: &Compiled| {
            let program = Program::new(compiled.typed(), compiled.game(), &Rewrites::all()).ok()?;
            Player::new(program, compiled.game()).ok()
        };
        Some(Programs { a: player(a)?, b: player(b)? })
    }
}

/// Two versions in step.
pub(super) struct Fast<'p> {
    pair: &'p Pair,
    a: Box<dyn Stepper + 'p>,
    b: Box<dyn Stepper + 'p>,
    moves: Vec<Step>,
    /// For each of them its number on both sides.
    numbers: Vec<(usize, usize)>,
    looks: u64,
    price: u64,
}

/// Where a move stands in a list, and whether all moves that look like it have the same consequences.
struct Entry {
    index: usize,
    template: usize,
    clear: bool,
}

impl<'p> Fast<'p> {
    /// Two versions at their start; `price` is the cost of a look.
    pub fn new(pair: &'p Pair, programs: &'p Programs, price: u64) -> Self {
        let (a, b) = (programs.a.stepper(), programs.b.stepper());
        Fast { pair, a, b, moves: Vec::new(), numbers: Vec::new(), looks: 0, price }
    }

    fn component(&self, what: u16) -> u16 {
        u16::try_from(self.pair.component(i32::from(what))).unwrap_or(what)
    }
}

/// The moves of a list, each once, in the order of the list.
fn distinct(legal: Vec<(Step, usize)>) -> (Vec<Step>, HashMap<Step, Entry>) {
    let mut known: HashMap<Step, Entry> = HashMap::with_capacity(legal.len());
    let mut order = Vec::with_capacity(legal.len());
    for (index, (step, template)) in legal.into_iter().enumerate() {
        match known.get_mut(&step) {
            Some(entry) => entry.clear &= entry.template == template,
            None => {
                known.insert(step, Entry { index, template, clear: true });
                order.push(step);
            }
        }
    }
    (order, known)
}

impl Lockstep for Fast<'_> {
    type Move = Step;

    fn restart(&mut self, _seed: u64) {
        // Games with chance have no program.
        self.a.restart();
        self.b.restart();
        self.moves.clear();
    }

    fn look(&mut self) -> Verdict {
        self.looks += 1;
        self.moves.clear();
        self.numbers.clear();
        if self.a.gives_up() || self.b.gives_up() {
            return Verdict::Stuck;
        }
        let (what, other) = (self.a.what(), self.b.what());
        let boards = what.iter().zip(other).all(|(a, b)| *a == self.component(*b));
        if self.a.over() != self.b.over() || !boards {
            return Verdict::Differ;
        }
        if self.a.over().is_some() {
            return if self.a.scores() == self.b.scores() { Verdict::Over } else { Verdict::Differ };
        }
        if self.a.mover() != self.b.mover() {
            return Verdict::Differ;
        }
        let (order, left) = distinct(self.a.legal());
        let theirs = self.b.legal().into_iter();
        let theirs = theirs.map(|(step, template)| (Step { what: self.component(step.what), ..step }, template));
        let (_, right) = distinct(theirs.collect());
        if self.a.gives_up() || self.b.gives_up() {
            return Verdict::Stuck;
        }
        if left.len() != right.len() || order.iter().any(|step| !right.contains_key(step)) {
            return Verdict::Differ;
        }
        for step in order {
            if let (Some(a), Some(b)) = (left.get(&step), right.get(&step))
                && a.clear
                && b.clear
            {
                self.moves.push(step);
                self.numbers.push((a.index, b.index));
            }
        }
        Verdict::Alike
    }

    fn moves(&self) -> &[Step] {
        &self.moves
    }

    fn play(&mut self, index: usize) {
        if let Some(&(a, b)) = self.numbers.get(index) {
            self.a.play(a);
            self.b.play(b);
        }
    }

    fn spent(&self) -> u64 {
        self.price * self.looks
    }

    fn close(one: &Step, other: &Step) -> bool {
        Step { what: 0, ..*one } == Step { what: 0, ..*other }
    }

    fn is_pass(m: &Step) -> bool {
        m.pass
    }

    fn end(m: &Step) -> i32 {
        m.to
    }

    fn distance(&self, one: i32, other: i32) -> f64 {
        distance(&self.pair.a, one, other)
    }
}
