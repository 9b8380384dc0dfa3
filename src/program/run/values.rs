//! Evaluating integers and truth values.

use super::machine::{KeptNumber, Machine};
use crate::program::ir::{BOUND_REGION, BoolId, BoolNode, IntId, IntNode, SetId, Walk};

impl<const W: usize> Machine<'_, W> {
    /// The value of an integer node. Most are no more than something to be looked up, where they are asked for.
    #[inline(always)]
    pub fn int(&mut self, id: IntId) -> i32 {
        let program = self.program;
        match *program.table.int(id) {
            IntNode::Const(value) => value,
            IntNode::Var(var) => self.vars[var as usize],
            IntNode::Mover => self.position.mover,
            IntNode::Next => self.position.next,
            IntNode::Prev => self.position.prev,
            ref node => self.computed_int(id, node),
        }
    }

    #[inline(never)]
    fn computed_int(&mut self, id: IntId, node: &IntNode) -> i32 {
        match *node {
            IntNode::Const(value) => value,
            IntNode::Var(var) => self.vars[var as usize],
            IntNode::Mover => self.position.mover,
            IntNode::Next => self.position.next,
            IntNode::Prev => self.position.prev,
            IntNode::Counter => self.position.counter,
            IntNode::Global(index) => self.position.vars.get(index as usize).copied().unwrap_or(-1),
            IntNode::Score(player) => {
                let player = self.int(player);
                self.score(player)
            }
            IntNode::Count(set) => self.count_of(id, set),
            IntNode::Neighbours(site, count) => {
                if let Some(known) =
                    self.known.iter().flatten().find(|known| known.site == site && known.count == count)
                {
                    return known.number;
                }
                let site = self.int(site);
                let counted = self.neighbour_counts(count);
                usize::try_from(site).map_or(0, |site| self.counted[counted].1.at(site) as i32)
            }
            IntNode::Who(site) => {
                let site = self.int(site);
                self.position.who(site)
            }
            IntNode::LastTo => self.position.last.1,
            IntNode::LastFrom => self.position.last.0,
            IntNode::Add(a, b) => self.int(a).wrapping_add(self.int(b)),
            IntNode::Sub(a, b) => self.int(a).wrapping_sub(self.int(b)),
            IntNode::Mul(a, b) => self.int(a).wrapping_mul(self.int(b)),
            IntNode::Rem(a, b) => {
                let (a, b) = (self.int(a), self.int(b));
                // Nothing is divided by 0 in a program, and the rest of every division by -1 is 0.
                a.checked_rem(b).unwrap_or(0)
            }
            IntNode::Max(a, b) => self.int(a).max(self.int(b)),
            IntNode::Min(a, b) => self.int(a).min(self.int(b)),
            IntNode::If(cond, a, b) => {
                if self.truth(cond) {
                    self.int(a)
                } else {
                    self.int(b)
                }
            }
            IntNode::Table(index, ref values, default) => {
                let index = self.int(index);
                usize::try_from(index).ok().and_then(|index| values.get(index)).copied().unwrap_or(default)
            }
            IntNode::MaxOf(_) | IntNode::MinOf(_) | IntNode::SumOf(_) | IntNode::LenOf(_) => self.int_of_list(node),
        }
    }

    // By itself: lists need room on the stack, which all other numbers would have to make as well.
    #[inline(never)]
    fn int_of_list(&mut self, node: &IntNode) -> i32 {
        match *node {
            IntNode::MaxOf(list) => {
                let largest = |largest: Option<i32>, value| largest.max(Some(value));
                self.fold_list(list, None, largest).unwrap_or(-1)
            }
            IntNode::MinOf(list) => {
                let least = |least: Option<i32>, value| Some(least.map_or(value, |least| least.min(value)));
                self.fold_list(list, None, least).unwrap_or(-1)
            }
            IntNode::SumOf(list) => self.fold_list(list, 0, i32::wrapping_add),
            IntNode::LenOf(list) => self.fold_list(list, 0, |count, _| count + 1),
            _ => 0,
        }
    }

    /// The number of sites of a set. Where it depends on iterator variables it is asked for several times in a row with
    /// the same values.
    fn count_of(&mut self, id: IntId, set: SetId) -> i32 {
        let needs = self.program.table.int_needs(id);
        if needs.free == 0 || needs.free & BOUND_REGION != 0 || !self.program.rewrites.has_keep() {
            return self.set(set).len() as i32;
        }
        let (stamp, turn) = (self.stamp(needs.reads), self.turn_code());
        let vars = self.vars;
        let slot = id.index();
        let kept = &self.numbers[slot];
        if kept.stamp == stamp && kept.turn == turn && kept.vars == vars {
            return kept.value;
        }
        let value = self.set(set).len() as i32;
        self.numbers[slot] = KeptNumber { stamp, turn, vars, value };
        value
    }

    /// The score of a player, effects that have been put off included.
    pub fn score(&mut self, player: i32) -> i32 {
        if !self.settle_score(player) {
            self.settle();
        }
        usize::try_from(player).ok().and_then(|player| self.position.scores.get(player)).copied().unwrap_or(0)
    }

    /// The value of a truth node.
    pub fn truth(&mut self, id: BoolId) -> bool {
        let program = self.program;
        let node = program.table.truth(id);
        match *node {
            BoolNode::Const(value) => value,
            BoolNode::And(ref all) => all.iter().all(|&id| self.truth(id)),
            BoolNode::Or(ref all) => all.iter().any(|&id| self.truth(id)),
            BoolNode::Not(a) => !self.truth(a),
            BoolNode::Compare(cmp, a, b) => {
                let a = self.int(a);
                cmp.holds(a, self.int(b))
            }
            BoolNode::Member(site, set) => {
                let site = self.int(site);
                self.set(set).has(site)
            }
            BoolNode::None(set) => self.set(set).is_empty(),
            BoolNode::Within(a, b) => {
                let a = self.set(a);
                a.is_empty() || a.within(&self.set(b))
            }
            BoolNode::Every(..) | BoolNode::Reaches(..) | BoolNode::Leads(..) => self.far_truth(id, node),
            BoolNode::NoMovesNext => {
                self.begin(id);
                let stuck = self.no_moves_next();
                self.finish();
                stuck
            }
            BoolNode::Stale(player) => {
                let player = self.int(player);
                u32::try_from(player)
                    .is_ok_and(|player| self.position.stalemated.checked_shr(player).unwrap_or(0) & 1 == 1)
            }
            BoolNode::AllPassed => self.position.moves() >= 2 && self.position.all_passed(),
        }
    }

    #[inline(never)]
    fn far_truth(&mut self, id: BoolId, node: &BoolNode) -> bool {
        match *node {
            BoolNode::Every(set, var, cond) => {
                self.begin(id);
                let set = self.set(set);
                let saved = self.vars[var as usize];
                let mut holds = true;
                for site in set {
                    self.vars[var as usize] = site as i32;
                    if !self.truth(cond) {
                        holds = false;
                        break;
                    }
                }
                self.vars[var as usize] = saved;
                self.finish();
                holds
            }
            BoolNode::Reaches(from, goals, ref walk) => {
                self.begin(id);
                let from = self.int(from);
                let goals = self.set(goals);
                let reaches = self.reaches(from, goals, walk);
                self.finish();
                reaches
            }
            BoolNode::Leads(from, to, ref walk) => {
                let (from, to) = (self.int(from), self.int(to));
                self.begin(id);
                let leads = from < 0 || to < 0 || from == to || self.reached_from(from, walk).has(to);
                self.finish();
                leads
            }
            _ => false,
        }
    }

    fn reaches(&mut self, from: i32, goals: crate::program::bits::Set<W>, walk: &Walk) -> bool {
        from < 0 || goals.is_empty() || goals.has(from) || self.reached_from(from, walk).meets(&goals)
    }
}
