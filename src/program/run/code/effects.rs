//! Consequences and end rules.

use super::super::machine::Machine;
use super::super::position::Position;
use super::emit::{Emit, field, flags, place};
use super::helpers;
use crate::program::Program;
use crate::program::ir::{BOUND_REGION, EffectId, EffectNode, EndNode, Ending, RelId, part};
use cranelift_codegen::ir::{Block, InstBuilder, StackSlotData, StackSlotKind, Value, types};

/// The effects that are put off, and the parts of them that may be made up for alone: they are run by themselves.
pub(super) fn put_off(program: &Program) -> Vec<EffectId> {
    let nodes = program.table.effects.nodes().iter();
    let late = nodes.filter_map(|node| if let EffectNode::Late(effect) = node { Some(*effect) } else { None });
    let parts = |effect| match program.table.effect(effect) {
        EffectNode::All(all) if program.lateness.is_some_and(|lateness| lateness.apart) => all.clone(),
        _ => Vec::new(),
    };
    late.flat_map(|effect| std::iter::once(effect).chain(parts(effect))).collect()
}

/// Something to be done once all of an effect has been evaluated.
enum Deed {
    Var(u32, Value, Option<EffectId>),
    Score(Value, Value, Option<EffectId>),
    Again,
}

impl<const W: usize> Emit<'_, '_, W> {
    /// Evaluates an effect and applies it.
    pub(super) fn effect(&mut self, id: EffectId) {
        let program = self.cx.program;
        match *program.table.effect(id) {
            EffectNode::Nothing => {}
            EffectNode::If(condition, yes, no) => {
                let condition = self.truth(condition);
                let then = |emit: &mut Self| {
                    emit.effect(yes);
                    Vec::new()
                };
                self.choose(condition, &[], then, |emit| {
                    no.into_iter().for_each(|no| emit.effect(no));
                    Vec::new()
                });
            }
            EffectNode::Do(prior, next) => {
                self.effect(prior);
                self.effect(next);
            }
            EffectNode::Late(effect) => {
                let effect = self.number(effect.0 as i32);
                let put_off = match program.lateness {
                    Some(lateness) if lateness.all_players => helpers::late_over_all::<W> as *const u8,
                    Some(lateness) if lateness.drops_own() => helpers::late_over_own::<W> as *const u8,
                    _ => helpers::late::<W> as *const u8,
                };
                self.call(put_off, &[self.m, effect], None);
            }
            EffectNode::Remember(value) => {
                let value = self.int(value);
                self.call(helpers::remember::<W> as *const u8, &[self.m, value], None);
                self.forget();
            }
            EffectNode::ForgetAll => {
                self.call(helpers::forget::<W> as *const u8, &[self.m], None);
                self.forget();
            }
            EffectNode::EachGroup(rel, effect) if self.can_go_on(effect) => self.each_group(rel, effect),
            _ => {
                let mut deeds = Vec::new();
                if self.evaluated(id, &mut deeds) {
                    deeds.into_iter().for_each(|deed| self.carry_out(deed));
                } else {
                    self.tell_variables(program.table.effect_needs(id).free);
                    let id = self.number(id.0 as i32);
                    self.call(helpers::effect::<W> as *const u8, &[self.m, id], None);
                    self.forget();
                }
            }
        }
    }

    /// Whether an effect looks at nothing that it changes, so that it makes no difference when it is applied.
    fn can_go_on(&self, id: EffectId) -> bool {
        let needs = self.cx.program.table.effect_needs(id);
        needs.reads & needs.writes == 0 && needs.writes & part::TURN == 0
    }

    /// An effect for each group of the mover's pieces.
    fn each_group(&mut self, rel: RelId, effect: EffectId) {
        let mover = self.load(types::I32, place!(W, mover));
        let mover = self.wide(mover);
        let offset = self.b.ins().imul_imm(mover, 8 * W as i64);
        let base = self.b.ins().iadd(self.m, offset);
        let own = self.load_set(flags(), base, place!(W, owned));
        let board = self.constant_set(&self.cx.prepared.board.0);
        let own = self.and(own, board);
        let room = self.room(1);
        let own_at = self.room_address(room, 0);
        self.store_set(own, own_at, 0);
        let steps = self.address(&self.cx.prepared.steps[rel.index()]);
        let counted = self.b.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, 8, 3));
        let count_at = self.b.ins().stack_addr(types::I64, counted, 0);
        let groups = helpers::groups::<W> as *const u8;
        let first = self.ask(groups, &[self.m, steps, own_at, count_at], types::I64);
        let count = self.b.ins().stack_load(types::I64, counted, 0);
        let size = 8 * W as i64;
        let length = self.b.ins().imul_imm(count, size);
        let end = self.b.ins().iadd(first, length);
        let outer = self.region;
        self.for_addresses(first, end, size, |emit, at| {
            let group = emit.load_set(flags(), at, 0);
            emit.within(BOUND_REGION, |emit| {
                emit.region = Some(group);
                emit.effect(effect);
            });
        });
        self.region = outer;
        self.call(helpers::groups_done::<W> as *const u8, &[self.m], None);
        self.forget();
    }

    /// Evaluates what has to be done; `false` for an effect that is left to the machine.
    fn evaluated(&mut self, id: EffectId, deeds: &mut Vec<Deed>) -> bool {
        if !self.is_plain(id) {
            return false;
        }
        match *self.cx.program.table.effect(id) {
            EffectNode::All(ref all) => all.iter().all(|&id| self.evaluated(id, deeds)),
            EffectNode::SetVar(index, value, then) => {
                let value = self.int(value);
                deeds.push(Deed::Var(index, value, then));
                true
            }
            EffectNode::SetScore(player, value, then) => {
                let (player, value) = (self.int(player), self.int(value));
                deeds.push(Deed::Score(player, value, then));
                true
            }
            EffectNode::MoveAgain => {
                deeds.push(Deed::Again);
                true
            }
            _ => true,
        }
    }

    /// Whether it is known without looking at the position which deeds there are.
    fn is_plain(&self, id: EffectId) -> bool {
        match *self.cx.program.table.effect(id) {
            EffectNode::All(ref all) => all.iter().all(|&id| self.is_plain(id)),
            EffectNode::SetScore(player, ..) => self.range(player).is_some_and(|(low, high)| low > 0 && high <= 2),
            EffectNode::SetVar(index, ..) => (index as usize) < self.cx.prepared.start.vars.len(),
            EffectNode::MoveAgain | EffectNode::Nothing => true,
            _ => false,
        }
    }

    fn carry_out(&mut self, deed: Deed) {
        let then = match deed {
            Deed::Var(index, value, then) => {
                let vars = self.load(types::I64, field!(W, code_kept.vars));
                self.b.ins().store(flags(), value, vars, 4 * index as i32);
                self.touch(part::VARS);
                then
            }
            Deed::Score(player, value, then) => {
                let player = self.wide(player);
                let offset = self.b.ins().ishl_imm(player, 2);
                let at = self.b.ins().iadd(self.m, offset);
                self.b.ins().store(flags(), value, at, place!(W, scores));
                self.touch(part::SCORES);
                then
            }
            Deed::Again => {
                let mover = self.load(types::I32, place!(W, mover));
                self.store(mover, place!(W, next));
                self.ahead = false;
                self.renew();
                None
            }
        };
        self.forget();
        if let Some(then) = then {
            self.effect(then);
        }
    }

    /// Looks at the end rules.
    pub(super) fn ends(&mut self) {
        for rule in &self.cx.program.ends {
            let next = self.block();
            self.end_rule(rule, next);
            self.jump(next, &[]);
            self.b.switch_to_block(next);
        }
    }

    /// Goes on to `found` if a rule, or one of its sub-rules, gave a result.
    fn end_rule(&mut self, rule: &EndNode, found: Block) {
        let condition = self.truth(rule.cond);
        self.when(condition, |emit| {
            for sub in &rule.subs {
                emit.end_rule(sub, found);
            }
            let ending = match &rule.ending {
                None => return,
                Some(Ending::ByScore(_)) if !rule.subs.is_empty() => return,
                Some(ending) => ending,
            };
            let (ending, ahead) = (emit.address(ending), emit.ahead);
            emit.call(helpers::end::<W> as *const u8, &[emit.m, ending], None);
            emit.ahead = ahead;
            emit.may_be_over = true;
            emit.forget();
            emit.jump(found, &[]);
            // What follows is never come to, but has to stand in a block.
            let dead = emit.block();
            emit.b.switch_to_block(dead);
        });
    }
}
