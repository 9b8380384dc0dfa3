//! Legal moves.

use super::super::moves::Class;
use super::super::position::Position;
use super::alike::Shared;
use super::emit::{Emit, Words, constant, flags, place};
use super::helpers;
use super::listing::Ends;
use super::pieces;
use crate::program::Program;
use crate::program::ir::{IntId, JumpId, MovesId, MovesNode, SetId, SetNode, TemplateId, Var};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use std::collections::BTreeSet;

/// Whether a generator goes through no sites one by one.
pub(super) fn is_short(program: &Program, id: MovesId) -> bool {
    match *program.table.generator(id) {
        MovesNode::All(ref all) => all.iter().all(|&id| is_short(program, id)),
        MovesNode::If(_, yes, no) => is_short(program, yes) && is_short(program, no),
        MovesNode::Each(..) | MovesNode::EachPiece(_) | MovesNode::Tested(..) => false,
        _ => true,
    }
}

/// How many lines of a site are counted on without a loop.
const MOST_UNROLLED: usize = 4;

/// The pieces of a component.
struct Standing {
    /// Where the first one's site is, in 16 bits.
    first: Value,
    /// Where the last one's ends.
    end: Value,
    /// Whether all of them certainly stand on the board.
    on_board: bool,
}

impl<const W: usize> Emit<'_, '_, W> {
    /// The moves of a generator, instead of those that were found before.
    pub(super) fn legal_moves(&mut self, id: MovesId) {
        self.list(|emit| emit.moves(id));
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
                let families = self.families_listed().and_then(|before| self.families_after(id, before));
                self.list_either(condition, families, |emit| emit.moves(yes), |emit| emit.moves(no));
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
            MovesNode::Each(of, moves) => {
                if let Some(ahead) = self.walk_ahead(of, moves) {
                    let before = self.hand_listed();
                    let after = self.each_ahead(&ahead, &before, |emit, handed| {
                        emit.take_listed(handed);
                        emit.moves(moves);
                        emit.hand_listed()
                    });
                    return self.take_listed(&after);
                }
                let sites = self.set(of);
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

    /// The one move there is when there is no other.
    pub(super) fn forced_move(&mut self) {
        self.list(|emit| emit.push_one(None, Class::Forced));
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
        let owners = &self.cx.program.owners;
        let all: BTreeSet<u8> = owners.iter().skip(1).copied().collect();
        for owner in all {
            let owns = self.b.ins().icmp_imm(IntCC::Equal, mover, i64::from(owner));
            self.list_if(owns, |emit| {
                let components = (1..owners.len()).filter(|&component| owners.get(component) == Some(&owner));
                let standing: Vec<Standing> = components.map(|component| emit.standing(component)).collect();
                emit.each_standing(&standing, moves);
            });
        }
    }

    /// The pieces of a component, in order.
    fn standing(&mut self, component: usize) -> Standing {
        let (board, sites) = (self.cx.program.board, self.cx.program.table.sites);
        // Where there are no other sites, only pieces that never move can lie elsewhere.
        let start = self.cx.prepared.start.order.get(component);
        let on_board = board == sites && start.is_some_and(|order| order.iter().all(|&site| usize::from(site) < board));
        let room = self.room(1);
        let counted = self.room_address(room, 0);
        let component = self.number(component as i32);
        let first = self.ask(helpers::order::<W> as *const u8, &[self.m, component, counted], types::I64);
        let count = self.b.ins().load(types::I64, flags(), counted, 0);
        let length = self.b.ins().ishl_imm(count, 1);
        let end = self.b.ins().iadd(first, length);
        Standing { first, end, on_board }
    }

    /// The moves of each of these pieces that stands on the board.
    fn each_standing(&mut self, all: &[Standing], moves: MovesId) {
        let board = self.cx.program.board as i64;
        let site_at = |emit: &mut Self, at: Value, of: &Standing| {
            let site = emit.b.ins().load(types::I16, flags(), at, 0);
            let site = emit.b.ins().uextend(types::I32, site);
            (site, (!of.on_board).then(|| emit.b.ins().icmp_imm(IntCC::UnsignedLessThan, site, board)))
        };
        let shared = self.share(moves, &[Var::From], |emit, first, body| {
            all.iter().fold(first, |first, of| {
                emit.fold_addresses(of.first, of.end, 2, &[first], |emit, at, handed| {
                    let (site, on_board) = site_at(emit, at, of);
                    let Some(on_board) = on_board else { return vec![body(emit, site, handed[0])] };
                    let zero = emit.number(0);
                    let site = emit.b.ins().select(on_board, site, zero);
                    let with = body(emit, site, handed[0]);
                    vec![emit.b.ins().select(on_board, with, handed[0])]
                })[0]
            })
        });
        for of in all {
            let before = self.hand_listed();
            let after = self.pieces_together(moves, &shared, of, &before).unwrap_or_else(|| {
                self.fold_addresses(of.first, of.end, 2, &before, |emit, at, handed| {
                    emit.take_listed(handed);
                    let (site, on_board) = site_at(emit, at, of);
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
                })
            });
            self.take_listed(&after);
        }
    }

    /// The moves of the pieces of a component, if they are found for all of them at once; what is listed then.
    fn pieces_together(
        &mut self,
        moves: MovesId,
        shared: &[(SetId, Shared)],
        of: &Standing,
        listed: &[Value],
    ) -> Option<Vec<Value>> {
        let pieces = self.cx.tables.pieces.iter().find(|pieces| pieces.moves == moves)?;
        let (_, shared) = shared.iter().find(|(set, _)| *set == pieces.ends)?;
        let &[family, before] = listed.first_chunk()?;
        let (pieces, sets) = (self.address(pieces), self.room_address(shared.room, 0));
        let list = pieces::list::<W>() as *const u8;
        let found = self.ask(list, &[pieces, of.first, of.end, sets, family, before], types::I64);
        let bytes = self.b.ins().ushr_imm(found, 32);
        let moves = self.b.ins().ireduce(types::I32, found);
        Some(vec![self.b.ins().iadd(family, bytes), moves])
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
}
