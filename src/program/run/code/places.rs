//! Sets in their places on a lattice, where all their sites take a step by one shift.

use super::emit::{Emit, Words, constant};
use super::tables::OnLattice;
use crate::program::ir::{SetId, SetNode};
use crate::program::lattice::{Lattice, Run};
use cranelift_codegen::ir::{InstBuilder, Value, types};

impl<const W: usize> Emit<'_, '_, W> {
    /// The sites of a set in their places on a lattice.
    pub(super) fn lay_out(&mut self, set: Words<W>, lattice: &Lattice) -> Vec<Value> {
        lattice.runs.iter().map(|runs| self.gather(&set, runs)).collect()
    }

    /// A word that is put together from these.
    fn gather(&mut self, words: &[Value], runs: &[Run]) -> Value {
        let mut all = self.word(0);
        for run in runs {
            let Some(&word) = words.get(run.word) else { continue };
            let word = self.b.ins().rotl_imm(word, run.by as i64);
            let word = self.b.ins().band_imm(word, run.mask as i64);
            all = self.b.ins().bor(all, word);
        }
        all
    }

    /// The sites one step on a lattice from those of a set.
    pub(super) fn step(&mut self, set: Words<W>, lattice: &Lattice) -> Words<W> {
        let set = self.lay_out(set, lattice);
        let reached = |w: usize| {
            let mut all = self.word(0);
            for &by in &lattice.by {
                let (by, rest) = (i64::from(by), 64 - i64::from(by));
                let up = self.b.ins().ishl_imm(set[w], by);
                let down = self.b.ins().ushr_imm(set[w], by);
                all = self.b.ins().bor(all, up);
                all = self.b.ins().bor(all, down);
                if let Some(&below) = w.checked_sub(1).and_then(|below| set.get(below)) {
                    let in_from_below = self.b.ins().ushr_imm(below, rest);
                    all = self.b.ins().bor(all, in_from_below);
                }
                if let Some(&above) = set.get(w + 1) {
                    let in_from_above = self.b.ins().ishl_imm(above, rest);
                    all = self.b.ins().bor(all, in_from_above);
                }
            }
            all
        };
        let reached: Vec<Value> = (0..set.len()).map(reached).collect();
        std::array::from_fn(|w| match lattice.back.get(w) {
            Some(runs) => self.gather(&reached, runs),
            None => self.word(0),
        })
    }

    /// The places of a set on the lattice of a walk. What depends on these variables is made up of what does not.
    pub(super) fn places(&mut self, id: SetId, walk: &OnLattice, vars: u8) -> Vec<Value> {
        let free = self.cx.program.table.set_needs(id).free;
        if let Some(known) = self.known_places((id, walk.rel), free) {
            return known;
        }
        let made = self.find_places(id, walk, vars);
        self.know_places((id, walk.rel), made.clone());
        made
    }

    fn find_places(&mut self, id: SetId, walk: &OnLattice, vars: u8) -> Vec<Value> {
        let table = &self.cx.program.table;
        let lattice = &*walk.lattice;
        if table.set_needs(id).free & vars != 0 {
            let parts = parts(table.set(id)).map(|parts| parts.map(|part| self.places(part, walk, vars)));
            match (table.set(id), parts) {
                (SetNode::Union(..), Some([a, b])) => return self.each_place(a, b, |e, a, b| e.b.ins().bor(a, b)),
                (SetNode::Inter(..), Some([a, b])) => return self.each_place(a, b, |e, a, b| e.b.ins().band(a, b)),
                (SetNode::Diff(..), Some([a, b])) => return self.each_place(a, b, |e, a, b| e.b.ins().band_not(a, b)),
                (&SetNode::If(condition, ..), Some([a, b])) => {
                    let condition = self.truth(condition);
                    return self.each_place(a, b, |e, a, b| e.b.ins().select(condition, a, b));
                }
                (&SetNode::One(site), _) => {
                    if let (site, None) = self.site(site) {
                        return self.places_at(&lattice.ones, site, lattice.words);
                    }
                }
                (&SetNode::AroundSite(site, rel, false), _) if rel == walk.rel => {
                    if let (site, None) = self.site(site) {
                        return self.places_at(&lattice.near, site, lattice.words);
                    }
                }
                _ => {}
            }
        }
        let set = self.set(id);
        self.lay_out(set, lattice)
    }

    /// Finds the places of what a set is made up of that does not depend on these variables.
    pub(super) fn find_places_ahead(&mut self, id: SetId, walk: &OnLattice, vars: u8) {
        let table = &self.cx.program.table;
        if table.set_needs(id).free & vars == 0 {
            self.places(id, walk, vars);
        } else {
            for part in parts(table.set(id)).into_iter().flatten() {
                self.find_places_ahead(part, walk, vars);
            }
        }
    }

    pub(super) fn each_place(
        &mut self,
        a: Vec<Value>,
        b: Vec<Value>,
        mut join: impl FnMut(&mut Self, Value, Value) -> Value,
    ) -> Vec<Value> {
        a.into_iter().zip(b).map(|(a, b)| join(self, a, b)).collect()
    }

    /// The places for a site in a table.
    pub(super) fn places_at(&mut self, table: &[u64], site: Value, words: usize) -> Vec<Value> {
        let base = self.address(table);
        let site = self.wide(site);
        let offset = self.b.ins().imul_imm(site, 8 * words as i64);
        let row = self.b.ins().iadd(base, offset);
        (0..words).map(|word| self.b.ins().load(types::I64, constant(), row, 8 * word as i32)).collect()
    }
}

/// The two sets that make up another, place by place.
fn parts(set: &SetNode) -> Option<[SetId; 2]> {
    match *set {
        SetNode::Union(a, b) | SetNode::Inter(a, b) | SetNode::Diff(a, b) | SetNode::If(_, a, b) => Some([a, b]),
        _ => None,
    }
}
