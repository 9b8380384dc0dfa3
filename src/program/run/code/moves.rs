//! Legal moves, and what decisions do.

use super::super::machine::Machine;
use super::super::moves::{Class, ENDS_NOWHERE, ENDS_ON_SET, Family, row};
use super::super::position::Position;
use super::emit::{Emit, End, Listed, Words, constant, field, flags, place};
use super::helpers;
use crate::program::Program;
use crate::program::ir::{IntId, JumpId, MovesId, MovesNode, SetId, SetNode, TemplateId, Var, part};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use std::mem::{offset_of, size_of};

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

/// Whether a generator goes through no sites one by one.
pub(super) fn is_short(program: &Program, id: MovesId) -> bool {
    match *program.table.generator(id) {
        MovesNode::All(ref all) => all.iter().all(|&id| is_short(program, id)),
        MovesNode::If(_, yes, no) => is_short(program, yes) && is_short(program, no),
        MovesNode::Each(..) | MovesNode::EachPiece(_) | MovesNode::Tested(..) => false,
        _ => true,
    }
}

/// Where the moves of a family end, as [`Family`] has it.
#[derive(Clone, Copy)]
enum Ends {
    Set,
    Nowhere,
    Lines(JumpId),
}

/// How many lines of a site are counted on without a loop.
const MOST_UNROLLED: usize = 4;

impl<const W: usize> Emit<'_, '_, W> {
    /// The moves of a generator, instead of those that were found before.
    pub(super) fn legal_moves(&mut self, id: MovesId) {
        self.list(|emit| emit.moves(id));
    }

    /// Lists moves, instead of those that were found before.
    fn list(&mut self, make: impl FnOnce(&mut Self)) {
        let moves = self.number(0);
        self.listed = Some(Listed { end: End::After(0), moves });
        make(self);
        self.tell_listed();
        self.listed = None;
    }

    /// Tells the machine of the families written down.
    fn tell_listed(&mut self) {
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
    fn learn_listed(&mut self) {
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
    fn hand_listed(&mut self) -> Vec<Value> {
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
    fn take_listed(&mut self, handed: &[Value]) {
        if let &[end, moves] = handed {
            self.listed = Some(Listed { end: End::At(end), moves });
        }
    }

    /// Appends moves in one of two ways.
    fn list_either(&mut self, condition: Value, yes: impl FnOnce(&mut Self), no: impl FnOnce(&mut Self)) {
        let before = self.listed;
        let no = |emit: &mut Self| {
            emit.listed = before;
            no(emit);
            emit.hand_listed()
        };
        let yes = |emit: &mut Self| {
            yes(emit);
            emit.hand_listed()
        };
        let handed = self.choose(condition, &[types::I64, types::I32], yes, no);
        self.take_listed(&handed);
    }

    /// Appends moves if something holds.
    fn list_if(&mut self, condition: Value, make: impl FnOnce(&mut Self)) {
        self.list_either(condition, make, |_| ());
    }

    /// How many families there are after those of a generator, if that is the same in all positions.
    fn families_after(&self, id: MovesId, before: usize) -> Option<usize> {
        let table = &self.cx.program.table;
        match *table.generator(id) {
            MovesNode::All(ref all) => all.iter().try_fold(before, |families, &id| self.families_after(id, families)),
            MovesNode::If(_, yes, no) => {
                let [yes, no] = [yes, no].map(|id| self.families_after(id, before));
                yes.filter(|_| yes == no)
            }
            MovesNode::Add(_, what, _) if self.is_component(what) => Some(before + 1),
            MovesNode::AddOpen(open) if self.is_component(table.opens[open.index()].what) => Some(before + 1),
            MovesNode::Remove(..) | MovesNode::Pass(_) | MovesNode::Swap(..) => Some(before + 1),
            _ => None,
        }
    }

    /// Appends the moves of a generator.
    fn moves(&mut self, id: MovesId) {
        let program = self.cx.program;
        match *program.table.generator(id) {
            MovesNode::All(ref all) => all.iter().for_each(|&id| self.moves(id)),
            MovesNode::If(condition, yes, no) => {
                let condition = self.truth(condition);
                let after = match self.listed {
                    Some(Listed { end: End::After(before), .. }) => self.families_after(id, before),
                    _ => None,
                };
                let Some(families) = after else {
                    return self.list_either(condition, |emit| emit.moves(yes), |emit| emit.moves(no));
                };
                let before = self.listed;
                let make = |id: MovesId| {
                    move |emit: &mut Self| {
                        emit.listed = before;
                        emit.moves(id);
                        emit.listed.iter().map(|listed| listed.moves).collect()
                    }
                };
                let moves = self.choose(condition, &[types::I32], make(yes), make(no));
                self.listed = moves.first().map(|&moves| Listed { end: End::After(families), moves });
            }
            MovesNode::Add(template, what, sites) => {
                let sites = self.set(sites);
                self.additions(template, what, sites);
            }
            MovesNode::Remove(template, sites) => {
                let pieces = self.has_pieces_only(sites);
                let mut sites = self.set(sites);
                if !pieces {
                    let occupied = self.occupied();
                    sites = self.and(sites, occupied);
                }
                let zero = self.number(0);
                self.push(Some(template), Class::Remove, zero, Ends::Set, sites, None);
            }
            MovesNode::Pass(template) => self.push_one(Some(template), Class::Pass),
            MovesNode::Swap(template, _, _) => self.push_one(Some(template), Class::Swap),
            MovesNode::FromTo(template, from, sites) => self.moves_of_piece(template, from, sites),
            MovesNode::Each(sites, moves) => {
                let sites = self.set(sites);
                self.make_tables(moves, Self::bits(&[Var::Site, Var::To, Var::From]));
                let shared = self.share(moves, &[Var::Site, Var::To], |emit, first, body| {
                    emit.for_sites(sites, &[], &[first], |emit, site, handed| vec![body(emit, site, handed[0])])[0]
                });
                let before = self.hand_listed();
                let after = self.for_sites(sites, &[Var::Site, Var::To], &before, |emit, _, handed| {
                    emit.know_all_shared(&shared);
                    emit.take_listed(handed);
                    emit.moves(moves);
                    emit.hand_listed()
                });
                self.take_listed(&after);
            }
            MovesNode::EachPiece(moves) => self.each_piece(moves),
            MovesNode::Jump(template, from, lines, sites) => self.jump_moves(template, from, lines, sites),
            MovesNode::AddOpen(open) => {
                let node = &program.table.opens[open.index()];
                let sites = self.set(node.sites);
                let room = self.room(1);
                let address = self.room_address(room, 0);
                let index = self.number(open.0 as i32);
                self.call(helpers::open::<W> as *const u8, &[self.m, index, address], None);
                let open = self.load_set(flags(), address, 0);
                let sites = self.and(sites, open);
                self.additions(node.template, node.what, sites);
            }
            MovesNode::Tested(..) => {
                self.tell_listed();
                self.tell_variables(program.table.moves_needs(id).free);
                let id = self.number(id.0 as i32);
                self.call(helpers::moves::<W> as *const u8, &[self.m, id], None);
                self.learn_listed();
            }
        }
    }

    fn additions(&mut self, template: TemplateId, what: IntId, sites: Words<W>) {
        let components = self.cx.program.owners.len() as i32;
        let known = self.is_component(what);
        let what = self.int(what);
        if known {
            return self.push(Some(template), Class::Add, what, Ends::Set, sites, None);
        }
        let index = self.b.ins().iadd_imm(what, -1);
        let valid = self.b.ins().icmp_imm(IntCC::UnsignedLessThan, index, i64::from((components - 1).max(0)));
        self.list_if(valid, |emit| emit.push(Some(template), Class::Add, what, Ends::Set, sites, None));
    }

    /// Whether a set has none but sites with pieces, as far as can be seen at once.
    fn has_pieces_only(&self, set: SetId) -> bool {
        match *self.cx.program.table.set(set) {
            SetNode::Owned(_) => true,
            SetNode::Inter(a, b) => self.has_pieces_only(a) || self.has_pieces_only(b),
            SetNode::Union(a, b) => self.has_pieces_only(a) && self.has_pieces_only(b),
            SetNode::Diff(of, _) | SetNode::Filter(of, ..) => self.has_pieces_only(of),
            _ => false,
        }
    }

    /// Whether a number is that of a component, whatever the position.
    fn is_component(&self, what: IntId) -> bool {
        let components = self.cx.program.owners.len() as i32;
        self.range(what).is_some_and(|(low, high)| low > 0 && high < components)
    }

    fn push_one(&mut self, template: Option<TemplateId>, class: Class) {
        let (zero, one, none) = (self.number(0), self.number(1), self.no_sites());
        self.push(template, class, zero, Ends::Nowhere, none, Some(one));
    }

    /// The one move there is when there is no other.
    pub(super) fn forced_move(&mut self) {
        self.list(|emit| emit.push_one(None, Class::Forced));
    }

    /// Appends a family of moves: so many, or one for each site.
    ///
    /// There may be none. The processor could not foresee where, so that this is not asked: if the number of families is
    /// known, an empty one does no harm, otherwise the next one is written over it.
    fn push(
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
            End::At(family) => {
                let some = self.b.ins().icmp_imm(IntCC::NotEqual, count, 0);
                let some = self.b.ins().uextend(types::I64, some);
                let bytes = self.b.ins().imul_imm(some, size_of::<Family<W>>() as i64);
                End::At(self.b.ins().iadd(family, bytes))
            }
        };
        self.listed = Some(Listed { end, moves });
    }

    /// Moves of the piece on a site, if there is one.
    fn moves_of_piece(&mut self, template: TemplateId, from: IntId, sites: SetId) {
        let (from, valid) = self.site(from);
        let what = self.what(from);
        let mut some = self.b.ins().icmp_imm(IntCC::NotEqual, what, 0);
        if let Some(mask) = valid {
            let mask = self.b.ins().ireduce(types::I8, mask);
            some = self.b.ins().band(some, mask);
        }
        self.list_if(some, |emit| {
            emit.bind(Var::From, from, |emit| {
                let sites = emit.set(sites);
                emit.push(Some(template), Class::From, from, Ends::Set, sites, None);
            });
        });
    }

    fn each_piece(&mut self, moves: MovesId) {
        self.make_tables(moves, Self::bits(&[Var::From]));
        let mover = self.load(types::I32, place!(W, mover));
        for (component, &owner) in self.cx.program.owners.iter().enumerate().skip(1) {
            let owns = self.b.ins().icmp_imm(IntCC::Equal, mover, i64::from(owner));
            self.list_if(owns, |emit| emit.each_of(component, moves));
        }
    }

    /// The moves of each piece of a component that stands on the board, in order.
    fn each_of(&mut self, component: usize, moves: MovesId) {
        let (board, sites) = (self.cx.program.board, self.cx.program.table.sites);
        // Where there are no other sites, only pieces that never move can lie elsewhere.
        let start = self.cx.prepared.start.order.get(component);
        let all_on_board =
            board == sites && start.is_some_and(|order| order.iter().all(|&site| usize::from(site) < board));
        let board = board as i64;
        let room = self.room(1);
        let counted = self.room_address(room, 0);
        let component = self.number(component as i32);
        let sites = self.ask(helpers::order::<W> as *const u8, &[self.m, component, counted], types::I64);
        let count = self.b.ins().load(types::I64, flags(), counted, 0);
        let length = self.b.ins().ishl_imm(count, 1);
        let end = self.b.ins().iadd(sites, length);
        let site_at = |emit: &mut Self, at: Value| {
            let site = emit.b.ins().load(types::I16, flags(), at, 0);
            let site = emit.b.ins().uextend(types::I32, site);
            (site, (!all_on_board).then(|| emit.b.ins().icmp_imm(IntCC::UnsignedLessThan, site, board)))
        };
        let shared = self.share(moves, &[Var::From], |emit, first, body| {
            emit.fold_addresses(sites, end, 2, &[first], |emit, at, handed| {
                let (mut site, on_board) = site_at(emit, at);
                if let Some(on_board) = on_board {
                    // What is found for a site of the board does no harm.
                    let zero = emit.number(0);
                    site = emit.b.ins().select(on_board, site, zero);
                }
                vec![body(emit, site, handed[0])]
            })[0]
        });
        let before = self.hand_listed();
        let after = self.fold_addresses(sites, end, 2, &before, |emit, at, handed| {
            emit.take_listed(handed);
            let (site, on_board) = site_at(emit, at);
            let make = |emit: &mut Self| {
                emit.bind(Var::From, site, |emit| {
                    emit.know_all_shared(&shared);
                    emit.moves(moves);
                });
            };
            match on_board {
                Some(on_board) => emit.list_if(on_board, make),
                None => make(emit),
            }
            emit.hand_listed()
        });
        self.take_listed(&after);
    }

    fn jump_moves(&mut self, template: TemplateId, from: IntId, jump: JumpId, sites: SetId) {
        let (start, valid) = self.site(from);
        let make = |emit: &mut Self| {
            emit.bind(Var::From, start, |emit| {
                let sites = emit.set(sites);
                let count = emit.on_lines(start, jump, sites);
                emit.push(Some(template), Class::From, start, Ends::Lines(jump), sites, Some(count));
            });
        };
        match valid {
            None => make(self),
            Some(mask) => self.list_if(mask, make),
        }
    }

    /// How many sites of a set are on the lines of a site, those on several counted for each.
    fn on_lines(&mut self, site: Value, jump: JumpId, sites: Words<W>) -> Value {
        let (most, ref lines) = self.cx.tables.lines[jump.index()];
        let size = 8 * W as i64;
        let wide = self.wide(site);
        let offset = self.b.ins().imul_imm(wide, size * most as i64);
        let base = self.address(&lines[..]);
        let first = self.b.ins().iadd(base, offset);
        let on_line = |emit: &mut Self, at: Value, offset: i64| {
            let line = emit.load_set(constant(), at, offset as i32);
            let on = emit.and(line, sites);
            emit.count(on)
        };
        let zero = self.number(0);
        if most <= MOST_UNROLLED {
            return (0..most).fold(zero, |sum, index| {
                let count = on_line(self, first, size * index as i64);
                self.b.ins().iadd(sum, count)
            });
        }
        let end = self.b.ins().iadd_imm(first, size * most as i64);
        self.fold_addresses(first, end, size, &[zero], |emit, at, sum| {
            let count = on_line(emit, at, 0);
            vec![emit.b.ins().iadd(sum[0], count)]
        })[0]
    }

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
        self.no_pass = !matches!(class, Class::Pass | Class::Forced) && !self.moves_again();
        if let Some(template) = template {
            for &effect in &self.cx.program.table.templates[template.index()].then {
                self.effect(effect);
            }
        }
        self.ends();
        self.no_pass = false;
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
