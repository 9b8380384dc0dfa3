//! A turn as a whole: the legal moves, one of them drawn, played, and what follows.

use super::super::machine::Machine;
use super::super::moves::{Class, Family, Key, row};
use super::super::position::{PASS, Position};
use super::decisions::decisions;
use super::emit::{Emit, field, flags, place};
use super::helpers;
use crate::program::ir::{EffectNode, TemplateId, part};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value, types};
use cranelift_frontend::Switch;
use std::mem::offset_of;

/// The turn has been finished.
pub(super) const FINISHED: u32 = 0;
/// The end rules have been looked at; the rest is left to the machine.
pub(super) const ENDING: u32 = 1;
/// The same after an exchange of seats.
pub(super) const ENDING_SWAPPED: u32 = 2;

impl<const W: usize> Emit<'_, '_, W> {
    /// Plays random moves, so many at most, until the game is over or something happens that only the plain evaluator can
    /// judge; gives how far the last turn has come.
    pub(super) fn turns(&mut self, most: Value) {
        let (head, again, done) = (self.block(), self.block(), self.block());
        let left = self.b.append_block_param(head, types::I32);
        let known = self.b.append_block_param(head, types::I8);
        self.b.append_block_param(done, types::I32);
        let no = self.b.ins().iconst(types::I8, 0);
        self.jump(head, &[most, no]);
        self.b.switch_to_block(head);
        self.forget();
        let (progress, known) = self.turn(known);
        let trouble = self.load(types::I8, field!(W, trouble));
        let trouble = self.b.ins().uextend(types::I32, trouble);
        let left = self.b.ins().iadd_imm(left, -1);
        let last = self.b.ins().icmp_imm(IntCC::SignedLessThan, left, 1);
        let last = self.b.ins().uextend(types::I32, last);
        let stop = self.b.ins().bor(trouble, last);
        let stop = self.b.ins().bor(stop, progress);
        self.b.ins().brif(stop, done, &[progress.into()], again, &[]);
        self.b.switch_to_block(again);
        self.jump(head, &[left, known]);
        self.b.switch_to_block(done);
        let progress = self.b.block_params(done)[0];
        self.give(progress);
    }

    /// Plays a random move; `known` is whether the legal moves have been found as those of the next turn. Gives how far the
    /// turn has come, and the same for the turn that follows.
    fn turn(&mut self, known: Value) -> (Value, Value) {
        let (known_before, find) = (self.block(), self.block());
        let (found, ready) = (self.block(), self.block());
        self.b.ins().brif(known, known_before, &[], find, &[]);
        self.b.switch_to_block(find);
        self.within(0, Self::up_to_date);
        self.jump(found, &[]);
        // Looking ahead has noted who is stuck.
        self.b.switch_to_block(known_before);
        let total = self.load(types::I32, field!(W, legal.total));
        self.b.ins().brif(total, ready, &[], found, &[]);
        self.b.switch_to_block(found);
        let total = self.load(types::I32, field!(W, legal.total));
        let none = self.b.ins().icmp_imm(IntCC::Equal, total, 0);
        self.when(none, Self::forced_move);
        self.not_stuck();
        self.jump(ready, &[]);
        self.b.switch_to_block(ready);
        self.forget();
        let to = self.ask(helpers::pick::<W>(), &[self.m], types::I32);
        // Apart from where the move ends: what is done with these need not wait for that.
        let family = self.load(types::I64, field!(W, legal.drawn));
        let [chosen, operand] = [offset_of!(Family<W>, row), offset_of!(Family<W>, operand)]
            .map(|at| self.b.ins().load(types::I32, flags(), family, at as i32));
        let (after, none) = (self.block(), self.block());
        let progress = self.b.append_block_param(after, types::I32);
        let known = self.b.append_block_param(after, types::I8);
        let mut switch = Switch::new();
        let decisions = decisions(self.cx.program);
        let blocks: Vec<Block> = decisions.iter().map(|_| self.block()).collect();
        for (&(template, class), &block) in decisions.iter().zip(&blocks) {
            switch.set_entry(row(template, class) as u128, block);
        }
        switch.emit(&mut self.b, chosen, none);
        for (&(template, class), &block) in decisions.iter().zip(&blocks) {
            self.b.switch_to_block(block);
            self.within(0, |emit| {
                emit.forget();
                emit.before_decision(template, class, to, operand);
                emit.decision(template, class, to, operand);
                let progress = emit.finish_turn(class);
                let ahead = emit.b.ins().iconst(types::I8, i64::from(emit.ahead));
                emit.ahead = false;
                emit.jump(after, &[progress, ahead]);
            });
        }
        self.forget();
        self.b.switch_to_block(none);
        self.trouble();
        let finished = self.number(FINISHED as i32);
        let no = self.b.ins().iconst(types::I8, 0);
        self.jump(after, &[finished, no]);
        self.b.switch_to_block(after);
        (progress, known)
    }

    /// Finds the legal moves, unless they are known.
    fn up_to_date(&mut self) {
        let key = field!(W, legal.made_for);
        let current = field!(W, legal.current);
        let parts = self.key();
        let find = |emit: &mut Self| {
            match emit.generate {
                Some(generate) => {
                    emit.b.ins().call(generate, &[emit.m]);
                }
                None => emit.legal_moves(emit.cx.program.play),
            }
            for (value, at) in parts {
                emit.store(value, key + at as i32);
            }
            let yes = emit.number(1);
            emit.store(yes, current);
        };
        if std::mem::take(&mut self.outdated) {
            return find(self);
        }
        let known = self.load(types::I32, current);
        let mut differ = self.b.ins().bxor_imm(known, 1);
        for (value, at) in parts {
            let known = self.load(types::I32, key + at as i32);
            let bits = self.b.ins().bxor(known, value);
            differ = self.b.ins().bor(differ, bits);
        }
        self.when(differ, find);
    }

    /// What the legal moves depend on, as [`Key`] has it, and where that stands in there.
    fn key(&mut self) -> [(Value, usize); 2] {
        let program = self.cx.program;
        let [mover, next, prev] =
            [place!(W, mover), place!(W, next), place!(W, prev)].map(|at| self.load(types::I32, at));
        let next = self.b.ins().ishl_imm(next, 8);
        let prev = self.b.ins().ishl_imm(prev, 16);
        let turn = self.b.ins().bor(mover, next);
        let turn = self.b.ins().bor(turn, prev);
        let answers = self.answers(&program.asked);
        [(turn, offset_of!(Key, turn)), (answers, offset_of!(Key, answers))]
    }

    /// Notes that the mover can move after all.
    fn not_stuck(&mut self) {
        let (mover, stale) = (self.load(types::I32, place!(W, mover)), self.load(types::I32, place!(W, stalemated)));
        let one = self.number(1);
        let bit = self.b.ins().ishl(one, mover);
        let stuck = self.b.ins().band(stale, bit);
        self.when(stuck, |emit| {
            let rest = emit.b.ins().band_not(stale, bit);
            emit.store(rest, place!(W, stalemated));
            emit.touch(part::STALE);
        });
    }

    /// Whether the player due next could not move if it were his turn, as [`Machine::no_moves_next`] finds it.
    pub(super) fn no_moves_next(&mut self) -> Value {
        if self.generate.is_none() || !self.cx.program.rewrites.has_legal() {
            let stuck = self.ask(helpers::no_moves_next::<W> as *const u8, &[self.m], types::I8);
            self.forget();
            return stuck;
        }
        if !self.may_be_over {
            let stuck = self.look_ahead();
            self.forget();
            return stuck;
        }
        let over = self.load(types::I8, field!(W, code_kept.over));
        let known = |emit: &mut Self| {
            let [next, stale] = [place!(W, next), place!(W, stalemated)].map(|at| emit.load(types::I32, at));
            let bit = emit.b.ins().ushr(stale, next);
            let bit = emit.b.ins().band_imm(bit, 1);
            vec![emit.b.ins().ireduce(types::I8, bit)]
        };
        let stuck = self.choose(over, &[types::I8], known, |emit| vec![emit.look_ahead()]);
        self.forget();
        stuck[0]
    }

    /// Finds the legal moves as if it were the next turn, and notes whether there are none.
    fn look_ahead(&mut self) -> Value {
        let places = [place!(W, mover), place!(W, next), place!(W, prev)];
        let [mover, next, prev] = places.map(|at| self.load(types::I32, at));
        let three = self.number(3);
        let other = self.b.ins().isub(three, next);
        for (value, at) in [next, other, mover].into_iter().zip(places) {
            self.store(value, at);
        }
        self.renew();
        self.forget();
        self.up_to_date();
        let total = self.load(types::I32, field!(W, legal.total));
        let stuck = self.b.ins().icmp_imm(IntCC::Equal, total, 0);
        let now = self.b.ins().uextend(types::I32, stuck);
        let one = self.number(1);
        let bit = self.b.ins().ishl(one, next);
        let stale = self.load(types::I32, place!(W, stalemated));
        let rest = self.b.ins().band_not(stale, bit);
        let now = self.b.ins().ishl(now, next);
        let stale = self.b.ins().bor(rest, now);
        self.store(stale, place!(W, stalemated));
        self.touch(part::STALE);
        for (value, at) in [mover, next, prev].into_iter().zip(places) {
            self.store(value, at);
        }
        self.renew();
        // The answers to conditions about the counter may be others when that has moved on.
        self.ahead = self.cx.program.asked.is_empty();
        stuck
    }

    /// What comes before a decision: what is put off, whether the mover is stuck, the log.
    fn before_decision(&mut self, template: Option<TemplateId>, class: Class, to: Value, operand: Value) {
        let program = self.cx.program;
        let passes = matches!(class, Class::Pass | Class::Forced);
        if passes {
            self.note_pass(class == Class::Forced);
        }
        let then = template.map_or(&[][..], |id| &program.table.templates[id.index()].then);
        let again = then.first().is_some_and(|id| matches!(program.table.effect(*id), EffectNode::Late(_)));
        // What is stored over for all players is dropped when it is put off again.
        if let Some(lateness) = program.lateness.filter(|lateness| !(again && lateness.all_players)) {
            let owner = match class {
                Class::Add => self.owner_of(operand),
                Class::Remove | Class::From => {
                    let what = self.what(if class == Class::From { operand } else { to });
                    self.owner_of(what)
                }
                Class::Pass | Class::Forced | Class::Swap => self.number(-1),
            };
            let prepare = |emit: &mut Self| {
                let again = emit.number(i32::from(again));
                emit.call(helpers::prepare::<W> as *const u8, &[emit.m, again, owner], None);
            };
            if again && lateness.drops_own() {
                // The same holds for what is stored over for the mover, if nothing else concerns what waits.
                let mover = self.load(types::I32, place!(W, mover));
                let others = self.b.ins().icmp(IntCC::NotEqual, owner, mover);
                self.when(others, prepare);
            } else {
                prepare(self);
            }
            self.forget();
        }
        let length = self.load(types::I64, place!(W, history.length));
        let room = self.load(types::I64, place!(W, history.room));
        let full = self.b.ins().icmp(IntCC::Equal, length, room);
        self.when(full, |emit| {
            emit.call(helpers::grow_log::<W> as *const u8, &[emit.m], None);
        });
        let entries = self.load(types::I64, place!(W, history.address));
        let at = self.b.ins().iadd(entries, length);
        let mut entry = self.load(types::I32, place!(W, mover));
        if passes {
            entry = self.b.ins().bor_imm(entry, i64::from(PASS));
        }
        let entry = self.b.ins().ireduce(types::I8, entry);
        self.b.ins().store(flags(), entry, at, 0);
        let length = self.b.ins().iadd_imm(length, 1);
        self.store(length, place!(W, history.length));
    }

    /// A player who passes and was not noted as stuck is so now if the pass was forced.
    fn note_pass(&mut self, forced: bool) {
        let (mover, stale) = (self.load(types::I32, place!(W, mover)), self.load(types::I32, place!(W, stalemated)));
        let one = self.number(1);
        let bit = self.b.ins().ishl(one, mover);
        let noted = self.b.ins().band(stale, bit);
        let unnoted = self.b.ins().icmp_imm(IntCC::Equal, noted, 0);
        self.when(unnoted, |emit| {
            if forced {
                let stale = emit.b.ins().bor(stale, bit);
                emit.store(stale, place!(W, stalemated));
            }
            emit.touch(part::STALE);
        });
        self.forget();
    }

    /// What follows the end rules, as long as the game goes on; gives how far the turn has come. No limit is met: the machine
    /// lets so many turns be played that none can be.
    fn finish_turn(&mut self, class: Class) -> Value {
        let program = self.cx.program;
        let over = self.load(types::I8, field!(W, code_kept.over));
        let mut stop = self.b.ins().icmp_imm(IntCC::NotEqual, over, 0);
        // Who has not passed now may still have done so within the same turn.
        let may_pass = matches!(class, Class::Pass | Class::Forced) || self.moves_again();
        if !program.no_pass_end && may_pass {
            let passed = self.all_passed();
            stop = self.b.ins().bor(stop, passed);
        }
        let turn = self.load(types::I32, place!(W, turn));
        let swapped = class == Class::Swap;
        let found = self.choose(
            stop,
            &[types::I32],
            |emit| vec![emit.number(if swapped { ENDING_SWAPPED } else { ENDING } as i32)],
            |emit| {
                let counter = emit.load(types::I32, place!(W, counter));
                let counter = emit.b.ins().iadd_imm(counter, 1);
                emit.store(counter, place!(W, counter));
                let mover = emit.load(types::I32, place!(W, mover));
                let next = emit.load(types::I32, place!(W, next));
                emit.store(mover, place!(W, prev));
                emit.store(next, place!(W, mover));
                let turned = if swapped {
                    emit.number(1)
                } else {
                    let changes = emit.b.ins().icmp(IntCC::NotEqual, mover, next);
                    emit.b.ins().uextend(types::I32, changes)
                };
                let turn = emit.b.ins().iadd(turn, turned);
                emit.store(turn, place!(W, turn));
                let three = emit.number(3);
                let other = emit.b.ins().isub(three, next);
                emit.store(other, place!(W, next));
                emit.touch(part::COUNTER);
                // A pass changes nothing else, and still it is another's turn.
                emit.renew();
                vec![emit.number(FINISHED as i32)]
            },
        );
        found[0]
    }

    /// Whether all players have passed, as [`Position::all_passed`] finds it. That looks at two moves of a turn at most, so
    /// that one of the last two has been a pass if so.
    pub(super) fn all_passed(&mut self) -> Value {
        let length = self.load(types::I64, place!(W, history.length));
        let some = self.b.ins().icmp_imm(IntCC::UnsignedGreaterThan, length, 1);
        let look = |emit: &mut Self| emit.ask(helpers::all_passed::<W> as *const u8, &[emit.m], types::I8);
        let lately = |emit: &mut Self| {
            let entries = emit.load(types::I64, place!(W, history.address));
            let end = emit.b.ins().iadd(entries, length);
            let [last, before] = [-1, -2].map(|at| emit.b.ins().load(types::I8, flags(), end, at));
            let either = emit.b.ins().bor(last, before);
            let pass = emit.b.ins().band_imm(either, i64::from(PASS));
            emit.choose(pass, &[types::I8], |emit| vec![look(emit)], |emit| vec![emit.b.ins().iconst(types::I8, 0)])
        };
        self.choose(some, &[types::I8], lately, |emit| vec![look(emit)])[0]
    }

    /// Whether any player moves several times in a turn.
    pub(super) fn moves_again(&self) -> bool {
        let table = &self.cx.program.table;
        table.effects.nodes().contains(&EffectNode::MoveAgain)
            || decisions(self.cx.program).iter().any(|(_, class)| *class == Class::Swap)
    }
}
