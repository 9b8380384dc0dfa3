//! The move cycle: a move, its consequences, the end rules, the change of turn.

use super::machine::Machine;
use super::moves::{Choice, Kind};
use crate::engine::state::EndType;
use crate::program::ir::{EffectId, EffectNode, EndNode, Ending, part};

impl<'p, const W: usize> Machine<'p, W> {
    /// Plays the legal move of this number, among those found last; `false` when there is none.
    pub fn play(&mut self, index: usize) -> bool {
        let Some(choice) = self.choice(index) else { return false };
        let is_pass = matches!(choice.kind, Kind::Pass | Kind::Forced);
        let mover = self.position.mover;
        // Listing his moves shows that the mover is not stuck. That is noted only now: the list stays the same however
        // often it is asked for.
        if self.position.stalemated >> mover & 1 == 1 {
            self.set_stale(mover, false);
        }
        if is_pass {
            self.set_stale(mover, choice.kind == Kind::Forced);
        }
        if !self.carried_out_by_code(choice) {
            self.uncoded += 1;
            self.apply(choice);
            for rule in &self.program.ends {
                self.end_rule(rule);
            }
        }
        self.finish_turn(choice.kind == Kind::Swap);
        true
    }

    /// What follows the end rules of a move: the limits, the counter, the change of turn.
    pub(super) fn finish_turn(&mut self, swapped: bool) {
        self.look_at_limits();
        let p = &mut self.position;
        p.counter = p.counter.wrapping_add(1);
        p.prev = p.mover;
        if p.over.is_none() {
            p.mover = p.next;
            if p.prev != p.mover || swapped {
                p.turn += 1;
            }
            p.next = 3 - p.mover;
        }
        self.touch(part::COUNTER);
    }

    /// What is put off is looked after, as far as this decision concerns it; gives the consequences.
    #[inline]
    fn begin_decision(&mut self, choice: Choice) -> &'p [EffectId] {
        let program = self.program;
        let then = choice.template.map_or(&[][..], |id| &program.table.templates[id.index()].then);
        if !self.waiting.is_empty() {
            let again = then.first().is_some_and(|id| matches!(program.table.effect(*id), EffectNode::Late(_)));
            self.prepare_waiting(again, self.touched_owner(choice));
        }
        then
    }

    /// Plays a decision and looks at the end rules, if there is machine code for that.
    #[inline]
    fn carried_out_by_code(&mut self, choice: Choice) -> bool {
        let Some(code) = self.code else { return false };
        self.begin_decision(choice);
        let is_pass = matches!(choice.kind, Kind::Pass | Kind::Forced);
        self.position.history.push(self.position.mover, is_pass);
        let (class, operand) = choice.kind.parts();
        // Every kind of decision of the program is compiled.
        self.trouble |= !code.apply(self, choice.template, class, choice.to, operand as i32);
        true
    }

    fn apply(&mut self, choice: Choice) {
        let then = self.begin_decision(choice);
        self.vars = [-1; 3];
        let site = usize::try_from(choice.to).unwrap_or(usize::MAX);
        match choice.kind {
            Kind::Add(component) => self.put(site, component),
            Kind::Remove => {
                self.lift(site);
            }
            Kind::From(from) => {
                let component = self.lift(usize::from(from));
                self.put(site, component);
            }
            Kind::Swap => self.position.next = self.position.mover,
            Kind::Pass | Kind::Forced => {}
        }
        let is_pass = matches!(choice.kind, Kind::Pass | Kind::Forced);
        self.position.history.push(self.position.mover, is_pass);
        self.position.last = (choice.from(), choice.to);
        self.touch(part::LAST);
        for &effect in then {
            self.run_effect(effect);
        }
    }

    /// Whose pieces a move changes.
    fn touched_owner(&self, choice: Choice) -> Option<usize> {
        match choice.kind {
            Kind::Add(component) => Some(self.program.owner(i32::from(component))),
            Kind::Remove | Kind::From(_) => {
                let what = usize::try_from(choice.from()).ok().and_then(|site| self.position.what.get(site)).copied();
                Some(self.program.owner(i32::from(what.unwrap_or(0))))
            }
            Kind::Swap | Kind::Pass | Kind::Forced => None,
        }
    }

    /// Puts a component on an empty site.
    fn put(&mut self, site: usize, component: u16) {
        let owner = self.program.owner(i32::from(component));
        let (Some(what), Some(owned)) = (self.position.what.get_mut(site), self.position.owned.get_mut(owner)) else {
            self.trouble = true;
            return;
        };
        if *what != 0 || component == 0 {
            self.trouble = true;
            return;
        }
        *what = component;
        owned.insert(site);
        self.position.empty.remove(site);
        if self.program.ordered {
            self.append_to_order(usize::from(component), site);
        }
        self.touch_owner(owner);
    }

    /// Notes that a piece has appeared.
    pub(super) fn append_to_order(&mut self, component: usize, site: usize) {
        if let Some(order) = self.position.order.get_mut(component) {
            order.push(site as u16);
        }
    }

    /// Notes that a piece has gone.
    pub(super) fn take_from_order(&mut self, component: usize, site: usize) {
        let Some(order) = self.position.order.get_mut(component) else { return };
        // Where it stands cannot be foreseen by the processor, so that all are looked at.
        let here = |other: u16, index, found| if usize::from(other) == site { index } else { found };
        let index = (0..).zip(order.iter()).fold(u16::MAX, |found, (index, &other)| here(other, index, found));
        let index = usize::from(index);
        if index < order.len() {
            if self.program.swap_remove {
                order.swap_remove(index);
            } else {
                order.remove(index);
            }
        }
    }

    /// Takes the piece off a site and gives its component.
    fn lift(&mut self, site: usize) -> u16 {
        let component = match self.position.what.get_mut(site) {
            Some(what) => std::mem::take(what),
            None => 0,
        };
        let owner = self.program.owner(i32::from(component));
        let Some(owned) = self.position.owned.get_mut(owner).filter(|_| component != 0) else {
            self.trouble = true;
            return 0;
        };
        owned.remove(site);
        if site < self.program.board {
            self.position.empty.insert(site);
        }
        if self.program.ordered {
            self.take_from_order(usize::from(component), site);
        }
        self.touch_owner(owner);
        component
    }

    /// Ends that no rule of the description tells of.
    fn look_at_limits(&mut self) {
        let program = self.program;
        if self.position.over.is_none() && !program.no_pass_end && self.position.all_passed() {
            self.position.over = Some((0, EndType::NaturalEnd));
        }
        if self.position.over.is_none() {
            if i64::from(self.position.turn) >= i64::from(program.turn_limit) * 2 {
                self.position.over = Some((0, EndType::TurnLimit));
            } else if self.position.moves() as i64 >= i64::from(program.move_limit) {
                self.position.over = Some((0, EndType::MoveLimit));
            }
        }
    }

    /// Whether a rule, or one of its sub-rules, gave a result.
    fn end_rule(&mut self, rule: &EndNode) -> bool {
        self.begin(rule.cond);
        let holds = self.truth(rule.cond);
        self.finish();
        if !holds {
            return false;
        }
        if rule.subs.iter().any(|sub| self.end_rule(sub)) {
            return true;
        }
        match &rule.ending {
            None => false,
            Some(Ending::ByScore(_)) if !rule.subs.is_empty() => false,
            Some(ending) => {
                self.end(ending);
                true
            }
        }
    }

    pub(super) fn end(&mut self, ending: &Ending) {
        let is_over = self.position.over.is_some();
        match ending {
            Ending::Win(player) | Ending::Loss(player) => {
                let player = self.int(*player);
                if is_over || !(1..=2).contains(&player) {
                    return;
                }
                let winner = if matches!(ending, Ending::Win(_)) { player } else { 3 - player };
                self.position.over = Some((winner, EndType::NaturalEnd));
            }
            Ending::Draw => {
                if !is_over {
                    self.position.over = Some((0, EndType::NaturalEnd));
                }
            }
            Ending::ByScore(finals) => {
                self.settle();
                for &(player, score) in finals {
                    let (player, score) = (self.int(player), self.int(score));
                    if let Some(entry) = usize::try_from(player).ok().and_then(|p| self.position.scores.get_mut(p)) {
                        *entry = score;
                    }
                }
                self.touch(part::SCORES);
                let [_, one, two, ..] = self.position.scores;
                let winner = match one.cmp(&two) {
                    std::cmp::Ordering::Greater => 1,
                    std::cmp::Ordering::Less => 2,
                    std::cmp::Ordering::Equal => 0,
                };
                self.position.over = Some((winner, EndType::NaturalEnd));
            }
        }
    }
}
