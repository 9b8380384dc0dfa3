//! Writing down legal moves.
//!
//! They are listed in registers, where the next family goes and how many moves there are; the machine is told at the end.

use super::super::machine::Machine;
use super::super::moves::{Class, ENDS_NOWHERE, ENDS_ON_SET, Family, row};
use super::emit::{Emit, Words, constant, field, flags};
use crate::program::ir::{JumpId, TemplateId};
use cranelift_codegen::ir::{InstBuilder, Type, Value, types};
use std::mem::{offset_of, size_of};

/// Families of legal moves, of which the machine will be told.
#[derive(Clone, Copy)]
pub(super) struct Listed {
    pub end: End,
    /// How many moves these are.
    pub moves: Value,
}

/// Where the next family of moves goes.
#[derive(Clone, Copy)]
pub(super) enum End {
    /// After so many others, whatever the position; some of them may be empty.
    After(usize),
    /// At this address.
    At(Value),
}

/// Where the moves of a family end, as [`Family`] has it.
#[derive(Clone, Copy)]
pub(super) enum Ends {
    Set,
    Nowhere,
    Lines(JumpId),
}

impl<const W: usize> Emit<'_, '_, W> {
    /// Lists moves, instead of those that were found before.
    pub(super) fn list(&mut self, make: impl FnOnce(&mut Self)) {
        let moves = self.number(0);
        self.listed = Some(Listed { end: End::After(0), moves });
        make(self);
        self.tell_listed();
        self.listed = None;
    }

    /// Tells the machine of the families written down.
    pub(super) fn tell_listed(&mut self) {
        let Some(listed) = self.listed else { return };
        let families = match listed.end {
            End::After(families) => self.word(families as u64),
            End::At(end) => {
                let base = self.families();
                let bytes = self.b.ins().isub(end, base);
                self.b.ins().udiv_imm(bytes, size_of::<Family<W>>() as i64)
            }
        };
        self.store(families, field!(W, legal.length));
        self.store(listed.moves, field!(W, legal.total));
    }

    /// The machine has appended moves of its own.
    pub(super) fn learn_listed(&mut self) {
        let length = self.load(types::I64, field!(W, legal.length));
        let end = self.family_at(length);
        let moves = self.load(types::I32, field!(W, legal.total));
        self.listed = Some(Listed { end: End::At(end), moves });
    }

    /// The address of the first family.
    fn families(&mut self) -> Value {
        self.b.ins().load(types::I64, constant(), self.m, field!(W, legal.address))
    }

    /// The address of the family of this number.
    fn family_at(&mut self, number: Value) -> Value {
        let base = self.families();
        let offset = self.b.ins().imul_imm(number, size_of::<Family<W>>() as i64);
        self.b.ins().iadd(base, offset)
    }

    /// What is listed, as values: the address of the next family, and how many moves.
    pub(super) fn hand_listed(&mut self) -> Vec<Value> {
        let Some(listed) = self.listed else { return Vec::new() };
        let end = match listed.end {
            End::After(families) => {
                let families = self.word(families as u64);
                self.family_at(families)
            }
            End::At(end) => end,
        };
        vec![end, listed.moves]
    }

    /// Goes on with what is listed, as [`Self::hand_listed`] gives it.
    pub(super) fn take_listed(&mut self, handed: &[Value]) {
        if let &[end, moves] = handed {
            self.listed = Some(Listed { end: End::At(end), moves });
        }
    }

    /// How many families are written down, if that is the same in all positions.
    pub(super) fn families_listed(&self) -> Option<usize> {
        match self.listed?.end {
            End::After(families) => Some(families),
            End::At(_) => None,
        }
    }

    /// Appends moves in one of two ways; `families` is how many families there are afterwards, if that is known.
    pub(super) fn list_either(
        &mut self,
        condition: Value,
        families: Option<usize>,
        yes: impl FnOnce(&mut Self),
        no: impl FnOnce(&mut Self),
    ) {
        let before = self.listed;
        let hand = |emit: &mut Self| match families {
            Some(_) => emit.listed.iter().map(|listed| listed.moves).collect(),
            None => emit.hand_listed(),
        };
        let yes = |emit: &mut Self| {
            yes(emit);
            hand(emit)
        };
        let no = |emit: &mut Self| {
            emit.listed = before;
            no(emit);
            hand(emit)
        };
        let handed: &[Type] = if families.is_some() { &[types::I32] } else { &[types::I64, types::I32] };
        let handed = self.choose(condition, handed, yes, no);
        match (families, handed.as_slice()) {
            (Some(families), &[moves]) => self.listed = Some(Listed { end: End::After(families), moves }),
            (_, handed) => self.take_listed(handed),
        }
    }

    /// Appends moves if something holds.
    pub(super) fn list_if(&mut self, condition: Value, make: impl FnOnce(&mut Self)) {
        self.list_either(condition, None, make, |_| ());
    }

    pub(super) fn push_one(&mut self, template: Option<TemplateId>, class: Class) {
        let (zero, one, none) = (self.number(0), self.number(1), self.no_sites());
        self.push(template, class, zero, Ends::Nowhere, none, Some(one));
    }

    /// Appends a family of moves: so many, or one for each site.
    ///
    /// There may be none. An empty family does no harm, as the one after it starts with the same move; the processor could
    /// not foresee which are, nor go on before it knows where the next family goes.
    pub(super) fn push(
        &mut self,
        template: Option<TemplateId>,
        class: Class,
        operand: Value,
        ends: Ends,
        set: Words<W>,
        count: Option<Value>,
    ) {
        let Some(&[family, before]) = self.hand_listed().first_chunk() else { return };
        let count = match count {
            Some(count) => count,
            None => self.count(set),
        };
        let row = self.number(row(template, class) as i32);
        let ends = self.number(match ends {
            Ends::Set => ENDS_ON_SET as i32,
            Ends::Nowhere => ENDS_NOWHERE as i32,
            Ends::Lines(jump) => jump.0 as i32,
        });
        for (value, at) in [
            (row, offset_of!(Family<W>, row)),
            (operand, offset_of!(Family<W>, operand)),
            (ends, offset_of!(Family<W>, ends)),
            (before, offset_of!(Family<W>, start)),
        ] {
            self.b.ins().store(flags(), value, family, at as i32);
        }
        self.store_set(set, family, offset_of!(Family<W>, set) as i32);
        let moves = self.b.ins().iadd(before, count);
        let Some(Listed { end, .. }) = self.listed else { return };
        let end = match end {
            End::After(families) => End::After(families + 1),
            End::At(family) => End::At(self.b.ins().iadd_imm(family, size_of::<Family<W>>() as i64)),
        };
        self.listed = Some(Listed { end, moves });
    }
}
