//! Numbers and truth values; what nodes cost, and between what numbers their values are.

use super::super::machine::Machine;
use super::super::position::Position;
use super::emit::{Emit, constant, field, flags, place};
use super::helpers;
use crate::program::ir::{BoolId, BoolNode, Cmp, IntId, IntNode, SetId, SetNode, Var};
use crate::program::range::{Range, is_bit};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, InstructionData, Opcode, Value, types};
use std::cell::RefCell;
use std::collections::HashMap;

/// The cost of a call of the machine.
const CALL: u32 = 400;

/// What nodes cost, in instructions, roughly.
#[derive(Default)]
pub(super) struct Weights {
    sets: RefCell<HashMap<SetId, u32>>,
    ints: RefCell<HashMap<IntId, u32>>,
    truths: RefCell<HashMap<BoolId, u32>>,
}

fn condition(cmp: Cmp) -> IntCC {
    match cmp {
        Cmp::Eq => IntCC::Equal,
        Cmp::Ne => IntCC::NotEqual,
        Cmp::Lt => IntCC::SignedLessThan,
        Cmp::Le => IntCC::SignedLessThanOrEqual,
        Cmp::Gt => IntCC::SignedGreaterThan,
        Cmp::Ge => IntCC::SignedGreaterThanOrEqual,
    }
}

impl<const W: usize> Emit<'_, '_, W> {
    /// The value of an integer node.
    pub(super) fn int(&mut self, id: IntId) -> Value {
        let free = self.cx.program.table.int_needs(id).free;
        if let Some(known) = self.known_int(id, free) {
            return known;
        }
        let value = self.find_int(id);
        self.know_int(id, value);
        value
    }

    fn find_int(&mut self, id: IntId) -> Value {
        let program = self.cx.program;
        match *program.table.int(id) {
            IntNode::Const(value) => self.number(value),
            IntNode::Var(var) => match self.bound[var as usize] {
                Some(value) => value,
                None => self.number(-1),
            },
            IntNode::Mover => self.load(types::I32, place!(W, mover)),
            IntNode::Next => self.load(types::I32, place!(W, next)),
            IntNode::Prev => self.load(types::I32, place!(W, prev)),
            IntNode::Counter => self.load(types::I32, place!(W, counter)),
            IntNode::LastTo => self.load(types::I32, place!(W, last.1)),
            IntNode::LastFrom => self.load(types::I32, place!(W, last.0)),
            IntNode::Global(index) => {
                if index as usize >= self.cx.prepared.start.vars.len() {
                    return self.number(-1);
                }
                let vars = self.load(types::I64, field!(W, code_kept.vars));
                self.b.ins().load(types::I32, flags(), vars, 4 * index as i32)
            }
            IntNode::Score(player) => {
                let player = self.int(player);
                self.ask(helpers::score::<W> as *const u8, &[self.m, player], types::I32)
            }
            IntNode::Count(set) => {
                let set = self.set(set);
                self.count(set)
            }
            IntNode::Neighbours(site, count) => {
                let (site, valid) = self.site(site);
                let number = self.number_at(count, site);
                self.or_zero(number, valid)
            }
            IntNode::Who(site) => {
                let (site, valid) = self.site(site);
                let what = self.what(site);
                let what = self.wide(what);
                let owners = self.address(&self.cx.program.owners[..]);
                let at = self.b.ins().iadd(owners, what);
                let owner = self.b.ins().load(types::I8, constant(), at, 0);
                let owner = self.b.ins().uextend(types::I32, owner);
                self.or_zero(owner, valid)
            }
            IntNode::Add(a, b) => {
                let (a, b) = (self.int(a), self.int(b));
                self.b.ins().iadd(a, b)
            }
            IntNode::Sub(a, b) => {
                let (a, b) = (self.int(a), self.int(b));
                self.b.ins().isub(a, b)
            }
            IntNode::Mul(a, b) => {
                let (a, b) = (self.int(a), self.int(b));
                self.b.ins().imul(a, b)
            }
            IntNode::Rem(a, b) => match *program.table.int(b) {
                IntNode::Const(b) if b > 0 => {
                    let a = self.int(a);
                    let b = self.number(b);
                    self.b.ins().srem(a, b)
                }
                _ => self.number_by_machine(id),
            },
            IntNode::Max(a, b) => {
                let (a, b) = (self.int(a), self.int(b));
                self.larger(a, b)
            }
            IntNode::Min(a, b) => {
                let (a, b) = (self.int(a), self.int(b));
                self.smaller(a, b)
            }
            IntNode::If(condition, a, b) => {
                let condition = self.truth(condition);
                if self.int_weight(a).saturating_add(self.int_weight(b)) < 20 {
                    let (a, b) = (self.int(a), self.int(b));
                    return self.b.ins().select(condition, a, b);
                }
                let found = self.choose(condition, &[types::I32], |e| vec![e.int(a)], |e| vec![e.int(b)]);
                found[0]
            }
            IntNode::Table(index, ref values, default) => {
                let index = self.int(index);
                let default = self.number(default);
                if values.is_empty() {
                    return default;
                }
                let valid = self.b.ins().icmp_imm(IntCC::UnsignedLessThan, index, values.len() as i64);
                let zero = self.number(0);
                let index = self.b.ins().select(valid, index, zero);
                let index = self.wide(index);
                let offset = self.b.ins().ishl_imm(index, 2);
                let base = self.address(&values[..]);
                let at = self.b.ins().iadd(base, offset);
                let value = self.b.ins().load(types::I32, constant(), at, 0);
                self.b.ins().select(valid, value, default)
            }
            IntNode::MaxOf(_) | IntNode::MinOf(_) | IntNode::SumOf(_) | IntNode::LenOf(_) => self.number_by_machine(id),
        }
    }

    fn number_by_machine(&mut self, id: IntId) -> Value {
        self.tell_variables(self.cx.program.table.int_needs(id).free);
        let id = self.number(id.0 as i32);
        self.ask(helpers::int::<W> as *const u8, &[self.m, id], types::I32)
    }

    fn or_zero(&mut self, number: Value, valid: Option<Value>) -> Value {
        match valid {
            None => number,
            Some(mask) => {
                let mask = self.b.ins().ireduce(types::I32, mask);
                self.b.ins().band(number, mask)
            }
        }
    }

    /// The component on a site, which is below the number of sites, as 32 bits.
    pub(super) fn what(&mut self, site: Value) -> Value {
        let at = self.what_address(site);
        let what = self.b.ins().load(types::I16, flags(), at, 0);
        self.b.ins().uextend(types::I32, what)
    }

    pub(super) fn what_address(&mut self, site: Value) -> Value {
        let base = self.load(types::I64, field!(W, code_kept.what));
        let site = self.wide(site);
        let offset = self.b.ins().ishl_imm(site, 1);
        self.b.ins().iadd(base, offset)
    }

    pub(super) fn larger(&mut self, a: Value, b: Value) -> Value {
        let more = self.b.ins().icmp(IntCC::SignedGreaterThan, a, b);
        self.b.ins().select(more, a, b)
    }

    pub(super) fn smaller(&mut self, a: Value, b: Value) -> Value {
        let less = self.b.ins().icmp(IntCC::SignedLessThan, a, b);
        self.b.ins().select(less, a, b)
    }

    /// The number that a value is, if it is known.
    pub(super) fn constant_of(&self, value: Value) -> Option<i32> {
        let made = self.b.func.dfg.value_def(value).inst()?;
        match self.b.func.dfg.insts[made] {
            InstructionData::UnaryImm { opcode: Opcode::Iconst, imm } => Some(imm.bits() as i32),
            _ => None,
        }
    }

    /// The value of a truth node: 0 or 1 in 8 bits.
    pub(super) fn truth(&mut self, id: BoolId) -> Value {
        let free = self.cx.program.table.truth_needs(id).free;
        if let Some(known) = self.known_truth(id, free) {
            return known;
        }
        let value = self.find_truth(id);
        self.know_truth(id, value);
        value
    }

    fn find_truth(&mut self, id: BoolId) -> Value {
        let program = self.cx.program;
        match *program.table.truth(id) {
            BoolNode::Const(value) => self.b.ins().iconst(types::I8, i64::from(value)),
            BoolNode::And(ref all) => self.all_of(all, true),
            BoolNode::Or(ref all) => self.all_of(all, false),
            BoolNode::Not(a) => {
                let a = self.truth(a);
                self.b.ins().bxor_imm(a, 1)
            }
            BoolNode::Compare(cmp, a, b) => {
                let (a, b) = (self.int(a), self.int(b));
                self.b.ins().icmp(condition(cmp), a, b)
            }
            BoolNode::Member(site, set) => {
                let (site, valid) = self.site(site);
                let set = self.set(set);
                let has = self.has(set, site);
                match valid {
                    None => has,
                    Some(mask) => {
                        let mask = self.b.ins().ireduce(types::I8, mask);
                        self.b.ins().band(has, mask)
                    }
                }
            }
            BoolNode::None(set) => {
                let set = self.set(set);
                self.is_empty(set)
            }
            BoolNode::Within(a, b) => {
                let (a, b) = (self.set(a), self.set(b));
                let rest = self.minus(a, b);
                self.is_empty(rest)
            }
            BoolNode::Stale(player) => {
                if !is_bit(self.range(player)) {
                    return self.truth_by_machine(id);
                }
                let player = self.int(player);
                let stale = self.load(types::I32, place!(W, stalemated));
                let shifted = self.b.ins().ushr(stale, player);
                let bit = self.b.ins().band_imm(shifted, 1);
                self.b.ins().ireduce(types::I8, bit)
            }
            BoolNode::NoMovesNext => self.no_moves_next(),
            BoolNode::AllPassed if self.no_pass => self.b.ins().iconst(types::I8, 0),
            BoolNode::AllPassed => {
                let passed = self.all_passed();
                let [length, initial] =
                    [place!(W, history.length), place!(W, initial)].map(|at| self.load(types::I64, at));
                let moves = self.b.ins().isub(length, initial);
                let several = self.b.ins().icmp_imm(IntCC::UnsignedGreaterThan, moves, 1);
                self.b.ins().band(passed, several)
            }
            BoolNode::Every(..) | BoolNode::Reaches(..) | BoolNode::Leads(..) => self.truth_by_machine(id),
        }
    }

    fn truth_by_machine(&mut self, id: BoolId) -> Value {
        let needs = self.cx.program.table.truth_needs(id);
        self.tell_variables(needs.free);
        let id = self.number(id.0 as i32);
        let value = self.ask(helpers::truth::<W> as *const u8, &[self.m, id], types::I8);
        if needs.writes != 0 {
            self.forget();
        }
        value
    }

    /// Whether all of these hold, or one of them.
    fn all_of(&mut self, conditions: &[BoolId], all: bool) -> Value {
        let Some((&first, rest)) = conditions.split_first() else {
            return self.b.ins().iconst(types::I8, i64::from(all));
        };
        let value = self.truth(first);
        if rest.is_empty() {
            return value;
        }
        let weight = rest.iter().fold(0u32, |sum, id| sum.saturating_add(self.truth_weight(*id)));
        let writes = rest.iter().any(|id| self.cx.program.table.truth_needs(*id).writes != 0);
        if weight < 30 && !writes {
            let others = self.all_of(rest, all);
            return if all { self.b.ins().band(value, others) } else { self.b.ins().bor(value, others) };
        }
        let go_on = |e: &mut Self| vec![e.all_of(rest, all)];
        let decided = |e: &mut Self| vec![e.b.ins().iconst(types::I8, i64::from(!all))];
        let found = if all {
            self.choose(value, &[types::I8], go_on, decided)
        } else {
            self.choose(value, &[types::I8], decided, go_on)
        };
        found[0]
    }

    /// The answers to conditions as bits, the last one lowest.
    pub(super) fn answers(&mut self, conditions: &[BoolId]) -> Value {
        let mut answers = self.number(0);
        for &condition in conditions {
            let answer = self.truth(condition);
            let answer = self.b.ins().uextend(types::I32, answer);
            let before = self.b.ins().ishl_imm(answers, 1);
            answers = self.b.ins().bor(before, answer);
        }
        answers
    }

    /// Between what numbers the value of a node is, as far as that is plain to see.
    pub(super) fn range(&self, id: IntId) -> Option<Range> {
        let table = &self.cx.program.table;
        table.range(id, &|node| match *node {
            IntNode::Var(var) => self.bound[var as usize].map(|_| (0, table.sites as i32 - 1)),
            IntNode::Neighbours(_, count) => {
                let (_, rel) = table.counts[count.index()];
                Some((0, self.cx.prepared.steps[rel.index()].most() as i32))
            }
            _ => None,
        })
    }

    // Costs.

    pub(super) fn set_weight(&self, id: SetId) -> u32 {
        if let Some(&known) = self.cx.weights.sets.borrow().get(&id) {
            return known;
        }
        let table = &self.cx.program.table;
        let words = W as u32;
        let weight = match table.set(id) {
            SetNode::Const(_) | SetNode::Empty | SetNode::Bound => words,
            SetNode::Owned(_) | SetNode::One(_) | SetNode::AroundSite(..) => 3 + 2 * words,
            SetNode::Union(a, b) | SetNode::Inter(a, b) | SetNode::Diff(a, b) => {
                self.set_weight(*a).saturating_add(self.set_weight(*b)).saturating_add(words)
            }
            SetNode::If(c, a, b) => self
                .truth_weight(*c)
                .saturating_add(self.set_weight(*a))
                .saturating_add(self.set_weight(*b))
                .saturating_add(words),
            SetNode::Linear { left, right, .. } => {
                let sets = left.iter().chain(right).map(|(_, count)| table.counts[count.index()].0);
                let dear = sets.fold(0u32, |sum, set| {
                    let own = match table.set(set) {
                        SetNode::Owned(_) | SetNode::Const(_) => 0,
                        _ => CALL,
                    };
                    sum.saturating_add(own)
                });
                dear.saturating_add(20 * words)
            }
            SetNode::Alike { near, far, .. } => {
                self.set_weight(*near).saturating_add(self.set_weight(*far)).saturating_add(4 * words)
            }
            _ => CALL,
        };
        self.cx.weights.sets.borrow_mut().insert(id, weight);
        weight
    }

    pub(super) fn int_weight(&self, id: IntId) -> u32 {
        if let Some(&known) = self.cx.weights.ints.borrow().get(&id) {
            return known;
        }
        let table = &self.cx.program.table;
        let weight = match table.int(id) {
            IntNode::Const(_) | IntNode::Var(_) => 0,
            IntNode::Mover
            | IntNode::Next
            | IntNode::Prev
            | IntNode::Counter
            | IntNode::Global(_)
            | IntNode::LastTo
            | IntNode::LastFrom => 1,
            IntNode::Count(set) => self.set_weight(*set).saturating_add(2 * W as u32),
            IntNode::Neighbours(..) => 20,
            IntNode::Who(site) => self.int_weight(*site).saturating_add(5),
            IntNode::Add(a, b) | IntNode::Sub(a, b) | IntNode::Mul(a, b) | IntNode::Max(a, b) | IntNode::Min(a, b) => {
                self.int_weight(*a).saturating_add(self.int_weight(*b)).saturating_add(2)
            }
            IntNode::If(c, a, b) => self
                .truth_weight(*c)
                .saturating_add(self.int_weight(*a))
                .saturating_add(self.int_weight(*b))
                .saturating_add(2),
            IntNode::Table(index, ..) => self.int_weight(*index).saturating_add(6),
            IntNode::Rem(a, b) => match table.int(*b) {
                IntNode::Const(b) if *b > 0 => self.int_weight(*a).saturating_add(8),
                _ => CALL,
            },
            _ => CALL,
        };
        self.cx.weights.ints.borrow_mut().insert(id, weight);
        weight
    }

    pub(super) fn truth_weight(&self, id: BoolId) -> u32 {
        if let Some(&known) = self.cx.weights.truths.borrow().get(&id) {
            return known;
        }
        let table = &self.cx.program.table;
        let weight = match table.truth(id) {
            BoolNode::Const(_) => 0,
            BoolNode::And(all) | BoolNode::Or(all) => {
                all.iter().fold(1, |sum: u32, id| sum.saturating_add(self.truth_weight(*id)))
            }
            BoolNode::Not(a) => self.truth_weight(*a).saturating_add(1),
            BoolNode::Compare(_, a, b) => self.int_weight(*a).saturating_add(self.int_weight(*b)).saturating_add(1),
            BoolNode::Member(site, set) => {
                self.int_weight(*site).saturating_add(self.set_weight(*set)).saturating_add(4)
            }
            BoolNode::None(set) => self.set_weight(*set).saturating_add(W as u32),
            BoolNode::Within(a, b) => {
                self.set_weight(*a).saturating_add(self.set_weight(*b)).saturating_add(2 * W as u32)
            }
            BoolNode::Stale(_) => 4,
            BoolNode::AllPassed => 12,
            _ => CALL,
        };
        self.cx.weights.truths.borrow_mut().insert(id, weight);
        weight
    }

    /// Which of the iterator variables are bound, as bits.
    pub(super) fn bits(vars: &[Var]) -> u8 {
        vars.iter().fold(0, |bits, var| bits | var.bit())
    }
}
