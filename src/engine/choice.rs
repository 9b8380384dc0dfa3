//! What play rules come to now, where they choose among generators of moves.

use crate::engine::context::Cx;
use crate::engine::generator::Choose;
use crate::engine::moves::{Moves, MovesExpr};
use crate::engine::mv::Move;
use crate::engine::out::{Out, Watermark};
use smallvec::SmallVec;

/// One choice among generators.
pub(crate) struct Branch<'a> {
    /// Whose moves are chosen; `None` where there are none.
    pub moves: Option<&'a Moves>,
    /// The consequence that each of them gets.
    pub then: Option<&'a MovesExpr>,
    /// Whether it was chosen because there are some, by counting them.
    pub counted: bool,
}

/// What has all its moves after those of another generator.
#[derive(Clone, Copy)]
pub(crate) struct Sequel<'a> {
    /// What is done first.
    pub prior: &'a Moves,
    /// The moves that are found then.
    pub next: &'a Moves,
    /// The consequence that each of them gets.
    pub then: Option<&'a MovesExpr>,
}

/// What has been chosen in the end: what it is asked is asked of the generator that is left.
#[derive(Clone)]
pub(super) struct Choice<'a> {
    moves: Option<&'a Moves>,
    /// The consequences of its moves, that of the outermost ludeme first.
    then: SmallVec<[&'a MovesExpr; 2]>,
    /// Whether its moves were counted.
    counted: bool,
}

impl<'a> Choice<'a> {
    /// What is still to be chosen: [`Choice::choose`] does so in place, as what has just been written takes long to be
    /// copied.
    #[inline]
    pub fn of(moves: &'a Moves) -> Choice<'a> {
        Choice { moves: Some(moves), then: SmallVec::new(), counted: false }
    }

    /// Chooses now among what is still open.
    pub fn choose(&mut self, cx: &mut Cx) {
        while let Some(branch) = self.moves.and_then(|moves| moves.branch(cx)) {
            (self.moves, self.counted) = (branch.moves, branch.counted);
            self.then.extend(branch.then);
        }
    }

    /// What is done before its moves are found, if something is.
    pub fn sequel(&self) -> Option<Sequel<'a>> {
        self.moves?.sequel()
    }

    /// What comes after that; nothing is chosen yet.
    pub fn after(&self, sequel: &Sequel<'a>) -> Choice<'a> {
        let mut choice = Choice { moves: Some(sequel.next), then: self.then.clone(), counted: false };
        choice.then.extend(sequel.then);
        choice
    }

    /// Appends a move with the consequences that its own would get.
    pub fn give(&self, m: Move, out: &mut Out) {
        let from = out.watermark();
        out.push(m);
        self.attach(out, from);
    }

    fn attach(&self, out: &mut Out, from: Watermark) {
        self.then.iter().rev().for_each(|then| out.attach(from, then));
    }

    /// Lets the generator that is left append moves, which get the consequences.
    #[inline]
    fn append(&self, out: &mut Out, append: impl FnOnce(&Moves, &mut Out)) {
        if let Some(moves) = self.moves {
            let from = out.watermark();
            append(moves, out);
            self.attach(out, from);
        }
    }

    pub fn seek(&self, cx: &mut Cx, out: &mut Out) {
        self.append(out, |moves, out| moves.seek(cx, out));
    }

    pub fn slots(&self, cx: &mut Cx) -> Option<usize> {
        self.moves.map_or(Some(0), |moves| moves.slots(cx))
    }

    /// Whether there are as many slots whatever the state is, as from one site.
    pub fn is_bounded(&self) -> bool {
        self.moves.is_none_or(|moves| moves.most_slots().is_some())
    }

    pub fn slot(&self, cx: &mut Cx, number: usize, out: &mut Out) {
        self.append(out, |moves, out| moves.slot(cx, number, out));
    }

    /// As [`Generator::slot_among`](crate::engine::generator::Generator::slot_among).
    pub fn slot_among(&self, cx: &mut Cx, slots: usize, choose: Choose, out: &mut Out) {
        self.append(out, |moves, out| moves.slot_among(cx, slots, choose, out));
    }

    /// Whether its moves were counted when they were chosen, and there are some, or are known.
    pub fn counted(&self, cx: &Cx) -> bool {
        self.counted || self.known(cx)
    }

    /// Whether its moves may be counted without being listed.
    pub fn counts(&self) -> bool {
        self.moves.is_some_and(Moves::counts)
    }

    /// Whether it is known how many moves there are.
    pub fn known(&self, cx: &Cx) -> bool {
        self.moves.is_some_and(|moves| moves.is_counted(cx))
    }

    pub fn exact(&self, cx: &mut Cx, enough: usize) -> Option<usize> {
        self.moves.and_then(|moves| moves.exact(cx, enough))
    }

    pub fn pick(&self, cx: &mut Cx, number: usize, out: &mut Out) {
        self.append(out, |moves, out| moves.pick(cx, number, out));
    }
}
