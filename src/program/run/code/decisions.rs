//! What decisions do.

use super::super::moves::Class;
use super::super::position::Position;
use super::emit::{Emit, constant, flags, place};
use super::helpers;
use crate::program::Program;
use crate::program::ir::{MovesNode, TemplateId, part};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};

/// All kinds of decisions of a program: templates, and what the moves do.
pub(super) fn decisions(program: &Program) -> Vec<(Option<TemplateId>, Class)> {
    let mut all = vec![(None, Class::Forced)];
    for node in program.table.moves.nodes() {
        let found = match *node {
            MovesNode::Add(template, ..) => (template, Class::Add),
            MovesNode::AddOpen(open) => (program.table.opens[open.index()].template, Class::Add),
            MovesNode::Remove(template, _) => (template, Class::Remove),
            MovesNode::Pass(template) => (template, Class::Pass),
            MovesNode::Swap(template, ..) => (template, Class::Swap),
            MovesNode::FromTo(template, ..) | MovesNode::Jump(template, ..) => (template, Class::From),
            MovesNode::All(_)
            | MovesNode::If(..)
            | MovesNode::Each(..)
            | MovesNode::EachPiece(_)
            | MovesNode::Tested(..) => continue,
        };
        let found = (Some(found.0), found.1);
        if !all.contains(&found) {
            all.push(found);
        }
    }
    all
}

impl<const W: usize> Emit<'_, '_, W> {
    /// What a decision does, its consequences, the end rules.
    pub(super) fn decision(&mut self, template: Option<TemplateId>, class: Class, to: Value, operand: Value) {
        self.may_be_over = false;
        let mut from = self.number(-1);
        match class {
            Class::Add => {
                self.put(to, operand);
                from = to;
            }
            Class::Remove => {
                self.lift(to);
                from = to;
            }
            Class::From => {
                let component = self.lift(operand);
                self.put(to, component);
                from = operand;
            }
            Class::Swap => {
                let mover = self.load(types::I32, place!(W, mover));
                self.store(mover, place!(W, next));
            }
            Class::Pass | Class::Forced => {}
        }
        self.store(from, place!(W, last.0));
        self.store(to, place!(W, last.1));
        self.touch(part::LAST);
        self.forget();
        let moves_piece = matches!(class, Class::Add | Class::Remove | Class::From);
        self.outdated = moves_piece && self.cx.program.play_reads & part::BOARD != 0;
        self.no_pass = !matches!(class, Class::Pass | Class::Forced) && !self.moves_again();
        if let Some(template) = template {
            for &effect in &self.cx.program.table.templates[template.index()].then {
                self.effect(effect);
            }
        }
        self.ends();
        self.no_pass = false;
        self.outdated = false;
        self.may_be_over = true;
    }

    /// Changes a set of the position by one site.
    fn change(&mut self, base: Value, offset: i32, site: Value, put: bool) {
        let site = self.wide(site);
        let one = self.word(1);
        let bit = self.b.ins().ishl(one, site);
        let word = self.b.ins().ushr_imm(site, 6);
        let word = self.b.ins().ishl_imm(word, 3);
        let at = if W == 1 { base } else { self.b.ins().iadd(base, word) };
        let before = self.b.ins().load(types::I64, flags(), at, offset);
        let after = if put { self.b.ins().bor(before, bit) } else { self.b.ins().band_not(before, bit) };
        self.b.ins().store(flags(), after, at, offset);
    }

    pub(super) fn owner_of(&mut self, component: Value) -> Value {
        let owners = self.address(&self.cx.program.owners[..]);
        let component = self.wide(component);
        let at = self.b.ins().iadd(owners, component);
        let owner = self.b.ins().load(types::I8, constant(), at, 0);
        self.b.ins().uextend(types::I32, owner)
    }

    /// Puts a component on a site, as the machine does.
    fn put(&mut self, site: Value, component: Value) {
        let at = self.what_address(site);
        let before = self.b.ins().load(types::I16, flags(), at, 0);
        let before = self.b.ins().uextend(types::I32, before);
        let occupied = self.b.ins().icmp_imm(IntCC::NotEqual, before, 0);
        let nothing = self.b.ins().icmp_imm(IntCC::Equal, component, 0);
        let wrong = self.b.ins().bor(occupied, nothing);
        let make = |emit: &mut Self| {
            emit.trouble();
            Vec::new()
        };
        self.choose(wrong, &[], make, |emit| {
            let what = emit.b.ins().ireduce(types::I16, component);
            emit.b.ins().store(flags(), what, at, 0);
            let owner = emit.owner_of(component);
            emit.change_sets(owner, site, true);
            if emit.cx.program.ordered {
                emit.call(helpers::appeared::<W> as *const u8, &[emit.m, component, site], None);
            }
            Vec::new()
        });
    }

    /// Takes the piece off a site, as the machine does, and gives its component.
    fn lift(&mut self, site: Value) -> Value {
        let at = self.what_address(site);
        let component = self.b.ins().load(types::I16, flags(), at, 0);
        let component = self.b.ins().uextend(types::I32, component);
        let make = |emit: &mut Self| {
            let zero = emit.b.ins().iconst(types::I16, 0);
            emit.b.ins().store(flags(), zero, at, 0);
            let owner = emit.owner_of(component);
            emit.change_sets(owner, site, false);
            if emit.cx.program.ordered {
                emit.call(helpers::gone::<W> as *const u8, &[emit.m, component, site], None);
            }
            Vec::new()
        };
        self.choose(component, &[], make, |emit| {
            emit.trouble();
            Vec::new()
        });
        component
    }

    fn change_sets(&mut self, owner: Value, site: Value, appears: bool) {
        let wide = self.wide(owner);
        let offset = self.b.ins().imul_imm(wide, 8 * W as i64);
        let base = self.b.ins().iadd(self.m, offset);
        self.change(base, place!(W, owned), site, appears);
        let (board, sites) = (self.cx.program.board, self.cx.program.table.sites);
        if appears || board == sites {
            self.change(self.m, place!(W, empty), site, !appears);
        } else {
            let on_board = self.b.ins().icmp_imm(IntCC::UnsignedLessThan, site, board as i64);
            self.when(on_board, |emit| emit.change(emit.m, place!(W, empty), site, true));
        }
        self.recount(owner, site, appears);
        self.touch_owner(owner);
    }
}
