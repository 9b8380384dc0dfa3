//! What a ply may spend, and where it ran out.
//!
//! A fault uses up what is left of the work, so that whatever is being evaluated comes to its end. On the way out each
//! ludeme that has a place in the text finds the work used up and adds its place to the stack: the places cost nothing
//! before that.

use crate::engine::context::Cx;
use crate::engine::fault::{Fault, PlaceId, RuleError};
use crate::engine::game::Game;
use crate::engine::mv::Item;

/// The most places of a stack that are kept: the innermost ones, and the outermost.
const STACK: usize = 16;

/// The most work that is granted: more than any machine can do.
const MOST_WORK: u64 = i64::MAX as u64;

/// What [`Budget::work`] is where so much is left.
fn before_last(work: u64) -> i64 {
    work.min(MOST_WORK) as i64 - 1
}

/// The work and memory that are left, and the first thing that went wrong.
#[derive(Debug, Clone)]
pub(super) struct Budget {
    /// What [`Budget::work`] is at the beginning of a ply; in the later games of a match, that of the first.
    full: i64,
    memory_limit: u64,
    /// One less than the work that is left: that it is used up shows in the sign, which a processor knows after every
    /// subtraction.
    work: i64,
    /// The work spent on values that are kept.
    kept_work: u64,
    /// The bytes that this ply may still take for what it makes.
    memory: u64,
    /// The bytes that the remembered moves take.
    remembered: u64,
    /// The work of the plies before this one.
    spent: u64,
    /// Whether the work is that of the whole game.
    bounded: bool,
    fault: Option<Fault>,
    /// What [`Budget::work`] was when that was noted.
    left: i64,
    /// The ludemes that were being evaluated then, innermost first.
    stack: Vec<PlaceId>,
}

impl Budget {
    /// That of the first ply.
    pub(super) fn of(game: &Game) -> Self {
        Budget {
            full: before_last(game.work_limit),
            memory_limit: game.memory_limit,
            work: before_last(game.work_limit),
            kept_work: 0,
            memory: game.memory_limit,
            remembered: 0,
            spent: 0,
            bounded: false,
            fault: None,
            left: before_last(0),
            stack: Vec::new(),
        }
    }

    /// Goes to the beginning of another game of the same start.
    pub(super) fn restart(&mut self, start: &Budget) {
        self.remembered = start.remembered;
        self.take();
    }

    /// Gives back what remembered moves took.
    pub(super) fn forget(&mut self, bytes: u64) {
        self.remembered = self.remembered.saturating_sub(bytes);
    }

    /// The bytes that this ply may still take.
    pub(super) fn memory(&self) -> u64 {
        self.memory
    }

    /// Goes back to so many bytes, where what was made since has been given up.
    pub(super) fn put_back(&mut self, memory: u64) {
        self.memory = memory;
    }

    #[cold]
    fn fail(&mut self, fault: Fault) {
        if self.fault.is_none() {
            self.fault = Some(fault);
            self.left = self.work;
        }
        self.work = before_last(0);
    }

    #[cold]
    fn unwind(&mut self, place: PlaceId) {
        // What was charged without being asked for has used it up.
        self.fail(Fault::Work);
        if place == PlaceId::NONE || self.stack.last() == Some(&place) {
            return;
        }
        if self.stack.len() == STACK {
            self.stack.pop();
        }
        self.stack.push(place);
    }

    fn take(&mut self) -> Option<(Fault, Vec<PlaceId>)> {
        let fault = self.fault.take()?;
        self.work = self.left;
        Some((fault, std::mem::take(&mut self.stack)))
    }

    #[inline]
    fn is_used_up(&self) -> bool {
        self.work < 0
    }

    /// The work that is left.
    #[inline]
    fn left(&self) -> u64 {
        let left = if self.fault.is_some() { self.left } else { self.work };
        u64::try_from(left + 1).unwrap_or(0)
    }

    /// Grants work, in the units of [`Budget::work`].
    #[inline]
    fn grant(&mut self, work: i64) {
        match self.fault {
            Some(_) => self.left = work,
            None => self.work = work,
        }
    }

    /// The work of all plies so far.
    #[inline]
    fn spent(&self) -> u64 {
        let left = if self.fault.is_some() { self.left } else { self.work };
        // What is left is never more than at the beginning; of so much a ply, no sum comes near the end of the number.
        self.spent.wrapping_add(self.full.wrapping_sub(left) as u64)
    }

    /// Takes some work away: of so much at a time as a machine does or holds, no sum comes near the ends of the number.
    #[inline]
    fn take_work(&mut self, units: u64) {
        self.work = self.work.wrapping_sub(units as i64);
    }
}

impl Cx {
    /// The first thing that went wrong, if anything has; from then on values mean nothing.
    #[inline]
    pub fn fault(&self) -> Option<&Fault> {
        self.budget.fault.as_ref()
    }

    /// Notes that something went wrong; the first one stays, and nothing more is evaluated.
    pub fn fail(&mut self, fault: Fault) {
        self.budget.fail(fault);
    }

    /// Comes out of the ludeme of this place; where something has gone wrong in it, or the work is used up, the place
    /// is noted.
    #[inline]
    pub(crate) fn leave_ludeme(&mut self, place: PlaceId) {
        if self.budget.is_used_up() {
            self.budget.unwind(place);
        }
    }

    /// Leaves the ludeme of this place without evaluating it: the work is used up. Unless that was so before, the place
    /// is noted.
    #[cold]
    pub(crate) fn skip_ludeme(&mut self, place: PlaceId) {
        if self.budget.stack.is_empty() {
            self.budget.unwind(place);
        }
    }

    /// Comes out of making a move that the play rules gave.
    #[inline]
    pub(crate) fn leave_play_rules(&mut self) {
        if self.budget.is_used_up() {
            self.budget.unwind(self.play_rules().unwrap_or(PlaceId::NONE));
        }
    }

    /// Takes the fault out, with the ludemes in which it happened.
    pub(crate) fn take_fault(&mut self) -> Option<RuleError> {
        let (fault, stack) = self.budget.take()?;
        let stack = if stack.is_empty() { self.play_rules().into_iter().collect() } else { stack };
        Some(RuleError { fault, stack: stack.into_iter().filter_map(|id| self.game.places.get(id)).collect() })
    }

    /// The place of the play rules of the mover's phase.
    fn play_rules(&self) -> Option<PlaceId> {
        let phase = self.state.phase(self.state.mover);
        self.game.phases.get(phase).map(|phase| phase.play.place)
    }

    /// Spends evaluation work; `false` once it is used up.
    #[inline]
    pub fn spend(&mut self, units: u64) -> bool {
        self.budget.take_work(units);
        if self.budget.is_used_up() {
            self.budget.fail(Fault::Work);
            return false;
        }
        true
    }

    /// The work that this ply may still spend.
    #[inline]
    pub(crate) fn work_left(&self) -> u64 {
        self.budget.left()
    }

    /// A number that falls by the work spent, but for that on values that are kept: it does not depend on what was
    /// evaluated before.
    #[inline]
    pub(crate) fn steady_work_left(&self) -> u64 {
        self.work_left() + self.budget.kept_work
    }

    /// Finds something that is kept.
    #[inline]
    pub(crate) fn find_kept<T>(&mut self, find: impl FnOnce(&mut Cx) -> T) -> T {
        let (work, kept_work) = (self.work_left(), self.budget.kept_work);
        let found = find(self);
        self.budget.kept_work = kept_work + work.saturating_sub(self.work_left());
        found
    }

    /// Counts evaluation work that cannot stop half-way; whatever spends next finds it used up.
    #[inline]
    pub(crate) fn charge(&mut self, units: u64) {
        self.budget.take_work(units);
    }

    /// Takes memory for something that a ply makes; `false` once there is none left.
    #[inline]
    pub(crate) fn hold(&mut self, bytes: usize) -> bool {
        self.budget.memory = self.budget.memory.saturating_sub(bytes as u64);
        if self.budget.memory == 0 {
            self.fail(Fault::Memory);
            return false;
        }
        true
    }

    /// Spends the work and takes the memory for an action of a move.
    #[inline]
    pub(crate) fn hold_action(&mut self) -> bool {
        self.spend(1) && self.hold(size_of::<Item>())
    }

    /// Takes memory for the history.
    pub(crate) fn remember(&mut self, bytes: u64) {
        self.budget.remembered += bytes;
        if self.budget.remembered > self.budget.memory_limit {
            self.fail(Fault::Memory);
        }
    }

    /// The bytes that a ply may take, and the history.
    pub(crate) fn memory_limit(&self) -> u64 {
        self.budget.memory_limit
    }

    /// Goes on with the account of a game before it in the match.
    pub(crate) fn inherit_budget(&mut self, earlier: &Cx) {
        self.resume_account(earlier);
        self.budget.remembered = earlier.budget.remembered;
    }

    /// Grants the work and the memory of a new ply.
    #[inline]
    pub(crate) fn renew_work(&mut self) {
        let budget = &mut self.budget;
        budget.memory = budget.memory_limit;
        if !budget.bounded {
            budget.spent = budget.spent();
            budget.grant(budget.full);
        }
    }

    /// Takes over the account of work and the limits.
    pub(crate) fn resume_account(&mut self, other: &Cx) {
        (self.budget.full, self.budget.memory_limit) = (other.budget.full, other.budget.memory_limit);
        self.budget.memory = self.budget.memory_limit;
        self.budget.spent = other.total_work();
        self.budget.bounded = other.budget.bounded;
        self.budget.grant(if other.budget.bounded { before_last(other.work_left()) } else { self.budget.full });
    }

    /// The evaluation work of the whole game so far, as far as it is counted by plies.
    pub(crate) fn total_work(&self) -> u64 {
        self.budget.spent()
    }

    /// Grants so much work for the whole game, instead of that of a ply for each ply.
    pub(crate) fn bound_work(&mut self, units: u64) {
        self.budget.bounded = true;
        self.budget.grant(before_last(units));
    }
}
