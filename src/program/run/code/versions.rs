//! Noting which parts of the state have changed, for values that are kept until something they read does.

use super::super::machine::Machine;
use super::emit::{Emit, field, flags};
use crate::program::ir::part;
use cranelift_codegen::ir::{InstBuilder, Value, types};

impl<const W: usize> Emit<'_, '_, W> {
    /// Notes that a part of the state has changed, as [`Machine::touch`] does, if anything looks whether it has.
    pub fn touch(&mut self, part: u16) {
        self.outdate(part);
        if self.cx.tables.watched & part == 0 {
            return;
        }
        let clock = self.count_on();
        let index = part.trailing_zeros() as i32 & 15;
        self.store(clock, field!(W, versions) + 8 * index);
    }

    /// Notes that the legal moves are no longer right if they depend on this part of the state.
    fn outdate(&mut self, part: u16) {
        if self.cx.program.play_reads & part != 0 {
            let outdated = self.number(0);
            self.store(outdated, field!(W, legal.current));
            self.ahead = false;
        }
    }

    /// Notes that the pieces of an owner have changed, as [`Machine::touch_owner`] does.
    pub fn touch_owner(&mut self, owner: Value) {
        self.outdate(part::BOARD);
        if self.cx.tables.watched & (part::BOARD | part::MOVERS) == 0 {
            return;
        }
        let clock = self.count_on();
        self.store(clock, field!(W, versions) + 8 * part::BOARD.trailing_zeros() as i32);
        let owner = self.wide(owner);
        let offset = self.b.ins().ishl_imm(owner, 3);
        let at = self.b.ins().iadd(self.m, offset);
        self.b.ins().store(flags(), clock, at, field!(W, owners));
    }

    /// Notes that it is another's turn, as [`Machine::renew`] does.
    pub fn renew(&mut self) {
        if self.cx.tables.watched & part::TURN != 0 {
            self.count_on();
        }
    }

    fn count_on(&mut self) -> Value {
        let clock = self.load(types::I64, field!(W, clock));
        let clock = self.b.ins().iadd_imm(clock, 1);
        self.store(clock, field!(W, clock));
        clock
    }
}
