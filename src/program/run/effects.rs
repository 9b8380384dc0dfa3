//! Consequences: evaluated as a whole, then applied.

use super::machine::{Machine, Waiting};
use crate::program::ir::{EffectId, EffectNode, Var, part};
use smallvec::SmallVec;

/// Something to be done.
#[derive(Debug, Clone, Copy)]
enum Deed {
    Var(usize, i32, Option<EffectId>),
    Score(i32, i32, Option<EffectId>),
    Again,
    Remember(i32),
    Forget,
    Do(EffectId, EffectId),
    Late(EffectId),
}

type Deeds = SmallVec<[Deed; 8]>;

impl<const W: usize> Machine<'_, W> {
    /// Evaluates an effect and applies it. What does one thing only is done at once.
    pub(super) fn run_effect(&mut self, id: EffectId) {
        let node = self.program.table.effect(id);
        let single = matches!(
            node,
            EffectNode::If(..)
                | EffectNode::Nothing
                | EffectNode::MoveAgain
                | EffectNode::Late(_)
                | EffectNode::SetVar(..)
        );
        if !single {
            return self.run_together(id);
        }
        self.begin(id);
        match *node {
            EffectNode::If(cond, yes, no) => {
                if self.truth(cond) {
                    self.run_effect(yes);
                } else if let Some(no) = no {
                    self.run_effect(no);
                }
            }
            EffectNode::MoveAgain => self.carry_out(Deed::Again),
            EffectNode::Late(effect) => self.carry_out(Deed::Late(effect)),
            EffectNode::SetVar(index, value, then) => {
                let value = self.int(value);
                self.carry_out(Deed::Var(index as usize, value, then));
            }
            _ => {}
        }
        self.finish();
    }

    #[inline(never)]
    fn run_together(&mut self, id: EffectId) {
        let mut deeds = Deeds::new();
        self.evaluate(id, &mut deeds);
        for &deed in &deeds {
            self.carry_out(deed);
        }
    }

    fn evaluate(&mut self, id: EffectId, deeds: &mut Deeds) {
        self.begin(id);
        let program = self.program;
        match *program.table.effect(id) {
            EffectNode::All(ref all) => {
                for &id in all {
                    self.evaluate(id, deeds);
                }
            }
            EffectNode::If(cond, yes, no) => {
                if self.truth(cond) {
                    self.evaluate(yes, deeds);
                } else if let Some(no) = no {
                    self.evaluate(no, deeds);
                }
            }
            EffectNode::Do(prior, next) => deeds.push(Deed::Do(prior, next)),
            EffectNode::SetVar(index, value, then) => {
                let value = self.int(value);
                deeds.push(Deed::Var(index as usize, value, then));
            }
            EffectNode::SetScore(player, value, then) => {
                let (player, value) = (self.int(player), self.int(value));
                deeds.push(Deed::Score(player, value, then));
            }
            EffectNode::MoveAgain => deeds.push(Deed::Again),
            EffectNode::Remember(value) => {
                let value = self.int(value);
                deeds.push(Deed::Remember(value));
            }
            EffectNode::ForgetAll => deeds.push(Deed::Forget),
            EffectNode::Each(set, effect) => {
                let saved = self.vars;
                for site in self.set(set) {
                    self.vars[Var::Site as usize] = site as i32;
                    self.vars[Var::To as usize] = site as i32;
                    self.evaluate(effect, deeds);
                }
                self.vars = saved;
            }
            EffectNode::EachGroup(rel, effect) => {
                let saved = self.region;
                let own = self.position.of_player(self.position.mover) & self.prepared.board;
                self.each_group(own, rel, |machine, group| {
                    machine.region = group;
                    machine.evaluate(effect, deeds);
                });
                self.region = saved;
            }
            EffectNode::Nothing => {}
            EffectNode::Late(effect) => deeds.push(Deed::Late(effect)),
        }
        self.finish();
    }

    fn carry_out(&mut self, deed: Deed) {
        match deed {
            Deed::Var(index, value, then) => {
                if let Some(var) = self.position.vars.get_mut(index) {
                    *var = value;
                }
                self.touch(part::VARS);
                self.follow(then);
            }
            Deed::Score(player, value, then) => {
                // A role that stands for nobody, as the previous mover before the first ply, has no deed to follow.
                match player {
                    1 | 2 => self.position.scores[player as usize] = value,
                    _ => self.trouble = true,
                }
                self.touch(part::SCORES);
                self.follow(then);
            }
            Deed::Again => {
                self.position.next = self.position.mover;
                self.renew();
            }
            Deed::Remember(value) => self.remember(value),
            Deed::Forget => self.forget_remembered(),
            Deed::Do(prior, next) => {
                self.run_effect(prior);
                self.run_effect(next);
            }
            Deed::Late(effect) => self.put_off(effect),
        }
    }

    /// Remembers a value.
    pub(super) fn remember(&mut self, value: i32) {
        self.position.remembered.push(value);
        self.touch(part::REMEMBERED);
    }

    /// Forgets all values.
    pub(super) fn forget_remembered(&mut self) {
        self.position.remembered.clear();
        self.touch(part::REMEMBERED);
    }

    /// Puts an effect off until what it changes is read.
    pub(super) fn put_off(&mut self, effect: EffectId) {
        self.waiting.push(Waiting::new(effect, self.turn_code()));
    }

    /// The same where that stores over all that was put off before.
    pub(super) fn put_off_over_all(&mut self, effect: EffectId) {
        let new = Waiting::new(effect, self.turn_code());
        match self.waiting.as_mut_slice() {
            [one] => *one = new,
            _ => {
                self.waiting.clear();
                self.waiting.push(new);
            }
        }
    }

    /// The same where that stores over what was put off before as the same player's turn.
    pub(super) fn put_off_over_own(&mut self, effect: EffectId) {
        let new = Waiting::new(effect, self.turn_code());
        let own = |one: &Waiting| one.mover() == new.mover();
        match self.waiting.as_mut_slice() {
            [first, second] if own(first) && !own(second) => (*first, *second) = (*second, new),
            _ => {
                self.waiting.retain(|one| !own(one));
                self.waiting.push(new);
            }
        }
    }

    fn follow(&mut self, then: Option<EffectId>) {
        if let Some(then) = then {
            self.run_effect(then);
        }
    }

    /// Makes up for the effects that have been put off.
    pub fn settle(&mut self) {
        if self.waiting.is_empty() {
            return;
        }
        let waiting = std::mem::take(&mut self.waiting);
        for one in &waiting {
            self.make_up(*one);
        }
    }

    /// Makes up for what has been put off as far as the score of one player depends on it, where that can be done by
    /// itself; `false` where it cannot.
    pub(super) fn settle_score(&mut self, player: i32) -> bool {
        let program = self.program;
        let (&[one], Some(true)) = (self.waiting.as_slice(), program.lateness.map(|lateness| lateness.apart)) else {
            return false;
        };
        if one.has_score(player) {
            return true;
        }
        let EffectNode::All(stores) = program.table.effect(one.effect()) else { return false };
        self.as_of(one, |machine| {
            for &store in stores {
                let EffectNode::SetScore(of, ..) = *program.table.effect(store) else { continue };
                if machine.int(of) == player {
                    machine.run_waiting(store);
                }
            }
        });
        if let Some(one) = self.waiting.first_mut() {
            one.add_score(player);
        }
        true
    }

    fn make_up(&mut self, one: Waiting) {
        self.as_of(one, |machine| machine.run_waiting(one.effect()));
    }

    fn run_waiting(&mut self, effect: EffectId) {
        if !self.code.is_some_and(|code| code.effect(self, effect)) {
            self.run_effect(effect);
        }
    }

    /// Does something as if it were the turn in which an effect was put off.
    fn as_of(&mut self, one: Waiting, act: impl FnOnce(&mut Self)) {
        let p = &mut self.position;
        let turn = (p.mover, p.next, p.prev);
        [p.mover, p.next, p.prev] = one.turn();
        self.renew();
        let vars = std::mem::replace(&mut self.vars, [-1; 3]);
        act(self);
        self.vars = vars;
        let p = &mut self.position;
        (p.mover, p.next, p.prev) = turn;
        self.renew();
    }

    /// Looks after the effects that have been put off, before a move: those that it stores over are dropped, and those
    /// that look at what it changes are made up for.
    pub(super) fn prepare_waiting(&mut self, again: bool, changed: Option<usize>) {
        let Some(lateness) = self.program.lateness else { return };
        if lateness.all_players && again {
            return self.waiting.clear();
        }
        let mover = self.position.mover;
        let own = changed.is_none_or(|owner| usize::try_from(mover) == Ok(owner));
        if lateness.drops_own() && again && own {
            return self.waiting.retain(|one| one.mover() != mover);
        }
        let mut index = 0;
        while let Some(&one) = self.waiting.get(index) {
            let stored_over = again && (lateness.all_players || (lateness.same_for_mover && one.mover() == mover));
            let untouched = match changed {
                None => true,
                Some(owner) => lateness.own_pieces && usize::try_from(one.mover()) != Ok(owner),
            };
            if stored_over && index + 1 == self.waiting.len() {
                self.waiting.pop();
            } else if stored_over {
                self.waiting.remove(index);
            } else if untouched {
                index += 1;
            } else {
                self.waiting.remove(index);
                let others = std::mem::take(&mut self.waiting);
                self.make_up(one);
                self.waiting = others;
            }
        }
    }
}
