//! Numbers of neighbours, for all sites at once: a bit set for each weight.

use super::super::machine::Machine;
use super::super::position::OWNERS;
use super::emit::{Compared, Emit, Words, constant, field, flags};
use super::helpers;
use super::tables::{Counted, weights};
use crate::program::ir::{Cmp, CountId, IntId, IntNode, MovesId, MovesNode, RelId, SetId, SetNode, Table};
use crate::program::rewrites::LARGEST_SUM;
use crate::program::space::PLANES;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, StackSlot, Value, types};

/// Planes, the lowest weight first.
type Sum<const W: usize> = Vec<Words<W>>;

impl<const W: usize> Emit<'_, '_, W> {
    /// The numbers of neighbours, as far as they can differ from 0.
    pub(super) fn planes(&mut self, id: CountId) -> Sum<W> {
        let (set, rel) = self.cx.program.table.counts[id.index()];
        let free = self.cx.program.table.set_needs(set).free;
        if let Some(known) = self.known_planes(id, free) {
            return known;
        }
        let planes = self.find_planes(id, set, rel);
        self.know_planes(id, planes.clone());
        planes
    }

    fn find_planes(&mut self, id: CountId, set: SetId, rel: RelId) -> Sum<W> {
        let steps = &self.cx.prepared.steps[rel.index()];
        let most = weights(steps.most());
        match *self.cx.program.table.set(set) {
            SetNode::Const(known) => {
                let planes = steps.count(self.cx.prepared.consts[known.index()]);
                planes.0.iter().take(most).map(|plane| self.constant_set(&plane.0)).collect()
            }
            SetNode::Owned(player) => {
                let (base, valid) = self.planes_of(player, rel);
                let planes = (0..most).map(|k| self.load_set(flags(), base, (8 * W * k) as i32)).collect::<Vec<_>>();
                match valid {
                    None => planes,
                    Some(mask) => planes.into_iter().map(|plane| self.and(plane, [mask; W])).collect(),
                }
            }
            _ => {
                let value = self.set(set);
                let room = self.room(1);
                let address = self.room_address(room, 0);
                self.store_set(value, address, 0);
                let id = self.number(id.0 as i32);
                let counted = helpers::counts::<W> as *const u8;
                let base = self.ask(counted, &[self.m, id, address], types::I64);
                (0..most).map(|k| self.load_set(flags(), base, (8 * W * k) as i32)).collect()
            }
        }
    }

    /// Where the planes of a player are, and a mask where the player may be none.
    fn planes_of(&mut self, player: IntId, rel: RelId) -> (Value, Option<Value>) {
        let base = self.load(types::I64, field!(W, code_kept.planes));
        let Some(counted) = self.cx.tables.counted.iter().find(|counted| counted.rel == rel).copied() else {
            return (base, None);
        };
        let base = self.b.ins().iadd_imm(base, 8 * counted.start as i64);
        let (owner, valid) = self.owner(player);
        let stride = (8 * counted.planes * W) as i64;
        let owner = self.wide(owner);
        let offset = self.b.ins().imul_imm(owner, stride);
        (self.b.ins().iadd(base, offset), valid)
    }

    /// Changes the numbers of neighbours when a piece of an owner appears on a site, or goes.
    pub(super) fn recount(&mut self, owner: Value, site: Value, appears: bool) {
        let all: Vec<Counted> = self.cx.tables.counted.clone();
        for counted in all {
            if let Some(start) = counted.bytes {
                self.recount_single(counted.rel, start, owner, site, if appears { 1 } else { -1 });
            }
            let row = self.row(&self.cx.tables.back[counted.rel.index()], site);
            let mut carry = self.load_set(constant(), row, 0);
            let base = self.load(types::I64, field!(W, code_kept.planes));
            let owner = self.wide(owner);
            let offset = self.b.ins().imul_imm(owner, (8 * counted.planes * W) as i64);
            let base = self.b.ins().iadd(base, offset);
            for k in 0..counted.planes {
                let at = (8 * (counted.start + k * W)) as i32;
                let plane = self.load_set(flags(), base, at);
                let changed = self.xor(plane, carry);
                self.store_set(changed, base, at);
                if k + 1 < counted.planes {
                    carry = if appears { self.and(plane, carry) } else { self.minus(carry, plane) };
                }
            }
        }
    }

    /// The number of neighbours of a site, which is below the number of sites.
    pub(super) fn number_at(&mut self, id: CountId, site: Value) -> Value {
        let (set, _) = self.cx.program.table.counts[id.index()];
        let free = self.cx.program.table.set_needs(set).free;
        if let Some(row) = self.known_row(id, free) {
            let site = self.wide(site);
            let at = self.b.ins().iadd(row, site);
            let number = self.b.ins().load(types::I8, flags(), at, 0);
            return self.b.ins().uextend(types::I32, number);
        }
        if let Some((player, start)) = self.in_memory(id) {
            return self.number_in_memory(player, start, site);
        }
        let planes = self.planes(id);
        let mut number = self.number(0);
        for (k, plane) in planes.into_iter().enumerate() {
            let bit = self.has(plane, site);
            let bit = self.b.ins().uextend(types::I32, bit);
            let bit = self.b.ins().ishl_imm(bit, k as i64);
            number = self.b.ins().bor(number, bit);
        }
        number
    }

    /// The player among whose pieces neighbours are counted, and where these numbers begin, if they are kept one by one.
    fn in_memory(&self, id: CountId) -> Option<(IntId, usize)> {
        let (set, rel) = self.cx.program.table.counts[id.index()];
        let SetNode::Owned(player) = *self.cx.program.table.set(set) else { return None };
        let counted = self.cx.tables.counted.iter().find(|counted| counted.rel == rel)?;
        Some((player, counted.bytes?))
    }

    /// Where the numbers of neighbours are of the sites that are going to be gone through, a byte for each site, if they are
    /// kept.
    pub(super) fn find_row(&mut self, id: CountId) -> Option<Value> {
        let (player, start) = self.in_memory(id)?;
        let (owner, None) = self.owner(player) else { return None };
        let first = self.number(0);
        let row = self.byte_of(owner, start, first);
        self.know_row(id, row);
        Some(row)
    }

    fn number_in_memory(&mut self, player: IntId, start: usize, site: Value) -> Value {
        let (owner, valid) = self.owner(player);
        let at = self.byte_of(owner, start, site);
        let number = self.b.ins().load(types::I8, flags(), at, 0);
        let number = self.b.ins().uextend(types::I32, number);
        match valid {
            None => number,
            Some(mask) => {
                let mask = self.b.ins().ireduce(types::I32, mask);
                self.b.ins().band(number, mask)
            }
        }
    }

    /// The address of the number of neighbours of a site among the pieces of an owner.
    fn byte_of(&mut self, owner: Value, start: usize, site: Value) -> Value {
        let base = self.load(types::I64, field!(W, code_kept.single));
        let owner = self.wide(owner);
        let row = self.b.ins().imul_imm(owner, self.cx.program.table.sites as i64);
        let base = self.b.ins().iadd(base, row);
        let site = self.wide(site);
        let at = self.b.ins().iadd(base, site);
        self.b.ins().iadd_imm(at, start as i64)
    }

    /// Changes the numbers of neighbours, one by one.
    fn recount_single(&mut self, rel: RelId, start: usize, owner: Value, site: Value, by: i64) {
        let table = self.address(&self.cx.tables.others[rel.index()][..]);
        let wide = self.wide(site);
        let offset = self.b.ins().ishl_imm(wide, 6);
        let row = self.b.ins().iadd(table, offset);
        let count = self.b.ins().load(types::I16, constant(), row, 0);
        let count = self.b.ins().uextend(types::I64, count);
        let length = self.b.ins().ishl_imm(count, 1);
        let first = self.b.ins().iadd_imm(row, 2);
        let end = self.b.ins().iadd(first, length);
        self.for_addresses(first, end, 2, |emit, at| {
            let other = emit.b.ins().load(types::I16, constant(), at, 0);
            let other = emit.b.ins().uextend(types::I32, other);
            let byte = emit.byte_of(owner, start, other);
            let number = emit.b.ins().load(types::I8, flags(), byte, 0);
            let number = emit.b.ins().iadd_imm(number, by);
            emit.b.ins().store(flags(), number, byte, 0);
        });
    }

    /// The sites for which sums of numbers of neighbours compare like this.
    pub(super) fn linear(
        &mut self,
        cmp: Cmp,
        left: &[(u32, CountId)],
        right: &[(u32, CountId)],
        plus: IntId,
    ) -> Words<W> {
        let found = match (left, right) {
            (&[(1, a)], []) => {
                let number = match *self.cx.program.table.int(plus) {
                    IntNode::Const(plus) => self.number(plus.wrapping_neg()),
                    _ => {
                        let plus = self.int(plus);
                        self.b.ins().ineg(plus)
                    }
                };
                let range = self.range(plus).and_then(|(low, high)| Some((high.checked_neg()?, low.checked_neg()?)));
                self.compare_number(cmp, a, number, range)
            }
            ([], &[(1, b)]) => {
                let number = self.int(plus);
                self.compare_number(cmp.turned(), b, number, self.range(plus))
            }
            _ => self.compare_sums(cmp, left, right, plus),
        };
        let all = self.constant_set(&self.cx.prepared.all.0);
        self.and(found, all)
    }

    fn full(&mut self) -> Words<W> {
        let full = self.word(u64::MAX);
        [full; W]
    }

    /// Where a number of neighbours compares like this with a number that is the same for all, and that is in some range.
    fn compare_number(&mut self, cmp: Cmp, id: CountId, number: Value, range: Option<(i32, i32)>) -> Words<W> {
        let (set, _) = self.cx.program.table.counts[id.index()];
        let free = self.cx.program.table.set_needs(set).free;
        if let Some(known) = self.known_compared((id, number), free) {
            return self.decide(cmp, known);
        }
        let compared = match self.known_table(id, free).filter(|_| self.constant_of(number).is_none()) {
            Some(table) => self.looked_up(table, id, number, range),
            None => {
                let planes = self.planes(id);
                self.compared(&planes, number)
            }
        };
        self.know_compared((id, number), compared);
        self.decide(cmp, compared)
    }

    /// The largest number of neighbours that a site can have.
    pub(super) fn most(&self, id: CountId) -> u32 {
        let (_, rel) = self.cx.program.table.counts[id.index()];
        self.cx.prepared.steps[rel.index()].most()
    }

    /// Finds how all numbers compare with the numbers of neighbours that a generator compares with a number of each site it
    /// goes through.
    pub(super) fn make_tables(&mut self, moves: MovesId, binds: u8) {
        let mut found = Vec::new();
        compared_in_moves(&self.cx.program.table, moves, binds, &mut found);
        for id in found {
            if self.known_table(id, 0).is_none() && self.most(id) < 1 << (PLANES - 1) {
                let table = self.table(id);
                self.know_table(id, table);
            }
        }
    }

    /// For -1 and each number up to one more than there can be where the numbers of neighbours are greater, and where they are
    /// equal.
    fn table(&mut self, id: CountId) -> StackSlot {
        let most = self.most(id) as usize;
        let room = self.room(2 * (most + 3));
        let base = self.room_address(room, 0);
        let (full, empty) = (self.full(), self.no_sites());
        let mut equal = vec![full];
        for plane in self.planes(id).into_iter().rev() {
            let mut both = Vec::new();
            for set in equal {
                both.push(self.minus(set, plane));
                both.push(self.and(set, plane));
            }
            equal = both;
        }
        let put = |emit: &mut Self, index: usize, greater, equal| {
            emit.store_set(greater, base, (16 * W * index) as i32);
            emit.store_set(equal, base, (16 * W * index + 8 * W) as i32);
        };
        put(self, 0, full, empty);
        let mut greater = full;
        for number in 0..=most {
            let equal = equal.get(number).copied().unwrap_or(empty);
            greater = if number == most { empty } else { self.minus(greater, equal) };
            put(self, number + 1, greater, equal);
        }
        put(self, most + 2, empty, empty);
        room
    }

    fn looked_up(
        &mut self,
        table: StackSlot,
        id: CountId,
        mut number: Value,
        range: Option<(i32, i32)>,
    ) -> Compared<W> {
        let most = self.most(id) as i32 + 1;
        if range.is_none_or(|(low, high)| low < -1 || high > most) {
            let (least, most) = (self.number(-1), self.number(most));
            number = self.larger(number, least);
            number = self.smaller(number, most);
        }
        let index = self.b.ins().iadd_imm(number, 1);
        let index = self.wide(index);
        let offset = self.b.ins().imul_imm(index, 16 * W as i64);
        let base = self.room_address(table, 0);
        let at = self.b.ins().iadd(base, offset);
        Compared { greater: self.load_set(flags(), at, 0), equal: self.load_set(flags(), at, 8 * W as i32) }
    }

    fn compared(&mut self, planes: &[Words<W>], number: Value) -> Compared<W> {
        let (mut greater, mut equal) = (self.no_sites(), self.full());
        let constant = self.constant_of(number);
        for (k, &plane) in planes.iter().enumerate().rev() {
            if let Some(number) = constant {
                if number >> k & 1 == 1 {
                    equal = self.and(equal, plane);
                } else {
                    let more = self.and(equal, plane);
                    greater = self.or(greater, more);
                    equal = self.minus(equal, plane);
                }
                continue;
            }
            // A word of ones where the number has this weight.
            let wide = self.wide(number);
            let bit = self.b.ins().ishl_imm(wide, 63 - k as i64);
            let mask = self.b.ins().sshr_imm(bit, 63);
            let differ = self.xor(plane, [mask; W]);
            let more = self.minus(plane, [mask; W]);
            let more = self.and(equal, more);
            greater = self.or(greater, more);
            equal = self.minus(equal, differ);
        }
        let limit = 1i64 << planes.len();
        match constant {
            Some(number) if i64::from(number) >= limit => Compared { greater: self.no_sites(), equal: self.no_sites() },
            Some(number) if number < 0 => Compared { greater: self.full(), equal: self.no_sites() },
            Some(_) => Compared { greater, equal },
            None => {
                let within = self.b.ins().icmp_imm(IntCC::UnsignedLessThan, number, limit);
                let negative = self.b.ins().icmp_imm(IntCC::SignedLessThan, number, 0);
                let within = self.mask(within);
                let negative = self.mask(negative);
                let greater = self.and(greater, [within; W]);
                Compared { greater: self.or(greater, [negative; W]), equal: self.and(equal, [within; W]) }
            }
        }
    }

    /// A word of ones for yes, of zeros for no.
    pub(super) fn mask(&mut self, truth: Value) -> Value {
        let wide = self.b.ins().uextend(types::I64, truth);
        self.b.ins().ineg(wide)
    }

    fn decide(&mut self, cmp: Cmp, compared: Compared<W>) -> Words<W> {
        let Compared { greater, equal } = compared;
        let full = self.full();
        match cmp {
            Cmp::Eq => equal,
            Cmp::Ne => self.minus(full, equal),
            Cmp::Gt => greater,
            Cmp::Ge => self.or(greater, equal),
            Cmp::Lt => {
                let more = self.or(greater, equal);
                self.minus(full, more)
            }
            Cmp::Le => self.minus(full, greater),
        }
    }

    fn compare_sums(&mut self, cmp: Cmp, left: &[(u32, CountId)], right: &[(u32, CountId)], plus: IntId) -> Words<W> {
        let mut a = self.sum(left);
        let mut b = self.sum(right);
        let mut cmp = cmp;
        match *self.cx.program.table.int(plus) {
            IntNode::Const(plus) => {
                let plus = plus.clamp(-(LARGEST_SUM + 1), LARGEST_SUM + 1);
                let (sooner, plus) = sooner_added(cmp, plus);
                cmp = sooner;
                let number = self.constant_planes(plus.unsigned_abs());
                if plus > 0 { a = self.add(&a, &number) } else { b = self.add(&b, &number) }
            }
            _ => {
                let plus = self.int(plus);
                let (low, high) = (self.number(-(LARGEST_SUM + 1)), self.number(LARGEST_SUM + 1));
                let plus = self.larger(plus, low);
                let plus = self.smaller(plus, high);
                let zero = self.number(0);
                let minus = self.b.ins().isub(zero, plus);
                let (more, less) = (self.larger(plus, zero), self.larger(minus, zero));
                let (more, less) = (self.spread_number(more), self.spread_number(less));
                a = self.add(&a, &more);
                b = self.add(&b, &less);
            }
        }
        match cmp {
            Cmp::Gt => self.above(&a, &b, false),
            Cmp::Ge => self.above(&a, &b, true),
            Cmp::Lt => self.above(&b, &a, false),
            Cmp::Le => self.above(&b, &a, true),
            Cmp::Eq | Cmp::Ne => {
                let empty = self.no_sites();
                let mut differ = empty;
                for k in 0..a.len().max(b.len()) {
                    let [a, b] = [&a, &b].map(|sum| sum.get(k).copied().unwrap_or(empty));
                    let here = self.xor(a, b);
                    differ = self.or(differ, here);
                }
                let full = self.full();
                if cmp == Cmp::Ne { differ } else { self.minus(full, differ) }
            }
        }
    }

    /// Where the first sums are greater than the others, or as great.
    fn above(&mut self, a: &[Words<W>], b: &[Words<W>], or_equal: bool) -> Words<W> {
        let full = self.full();
        // What holds by the weights so far, the lowest first; nothing yet where no sum has had any.
        let mut above: Option<Words<W>> = None;
        for k in 0..a.len().max(b.len()) {
            above = match (a.get(k).copied(), b.get(k).copied(), above) {
                (Some(a), Some(b), None) if or_equal => {
                    let less = self.minus(b, a);
                    Some(self.minus(full, less))
                }
                (Some(a), Some(b), None) => Some(self.minus(a, b)),
                (Some(a), Some(b), Some(above)) => {
                    let (more, differ) = (self.minus(a, b), self.xor(a, b));
                    let still = self.minus(above, differ);
                    Some(self.or(more, still))
                }
                (Some(a), None, None) => (!or_equal).then_some(a),
                (Some(a), None, Some(above)) => Some(self.or(a, above)),
                (None, Some(b), None) => or_equal.then(|| self.minus(full, b)),
                (None, Some(b), Some(above)) => Some(self.minus(above, b)),
                (None, None, above) => above,
            };
        }
        match above {
            Some(above) => above,
            None if or_equal => full,
            None => self.no_sites(),
        }
    }

    fn sum(&mut self, terms: &[(u32, CountId)]) -> Sum<W> {
        let mut sum: Sum<W> = Vec::new();
        for &(times, count) in terms {
            let planes = self.planes(count);
            for shift in (0..PLANES).filter(|shift| times >> shift & 1 == 1) {
                let empty = self.no_sites();
                let mut shifted = vec![empty; shift];
                shifted.extend(&planes);
                shifted.truncate(PLANES);
                sum = if sum.is_empty() { shifted } else { self.add(&sum, &shifted) };
            }
        }
        sum
    }

    /// Sums, of as many weights as there may be; what goes beyond the last weight is lost, as in the machine.
    fn add(&mut self, a: &[Words<W>], b: &[Words<W>]) -> Sum<W> {
        if a.is_empty() || b.is_empty() {
            return if a.is_empty() { b.to_vec() } else { a.to_vec() };
        }
        let empty = self.no_sites();
        let mut carry: Option<Words<W>> = None;
        let mut sum = Vec::new();
        for k in 0..a.len().max(b.len()) {
            let (a, b) = (a.get(k).copied(), b.get(k).copied());
            let (digit, over) = match (a, b) {
                (Some(a), Some(b)) => {
                    let half = self.xor(a, b);
                    let both = self.and(a, b);
                    match carry {
                        None => (half, Some(both)),
                        Some(carry) => {
                            let digit = self.xor(half, carry);
                            let more = self.and(half, carry);
                            (digit, Some(self.or(both, more)))
                        }
                    }
                }
                (Some(one), None) | (None, Some(one)) => match carry {
                    None => (one, None),
                    Some(carry) => (self.xor(one, carry), Some(self.and(one, carry))),
                },
                (None, None) => (empty, None),
            };
            sum.push(digit);
            carry = over;
        }
        if let Some(carry) = carry.filter(|_| sum.len() < PLANES) {
            sum.push(carry);
        }
        sum
    }

    fn constant_planes(&mut self, number: u32) -> Sum<W> {
        (0..PLANES)
            .take_while(|&k| number >> k != 0)
            .map(|k| if number >> k & 1 == 1 { self.full() } else { self.no_sites() })
            .collect()
    }

    /// The same number, not negative, for all sites.
    fn spread_number(&mut self, number: Value) -> Sum<W> {
        let wide = self.wide(number);
        (0..PLANES)
            .map(|k| {
                let bit = self.b.ins().ishl_imm(wide, 63 - k as i64);
                [self.b.ins().sshr_imm(bit, 63); W]
            })
            .collect()
    }

    /// The owner's number and, where it may be none, a mask for the sets there.
    pub(super) fn owner(&mut self, player: IntId) -> (Value, Option<Value>) {
        let value = self.int(player);
        if self.range(player).is_some_and(|(low, high)| low >= 0 && high < OWNERS as i32) {
            return (value, None);
        }
        let valid = self.b.ins().icmp_imm(IntCC::UnsignedLessThan, value, OWNERS as i64);
        let zero = self.number(0);
        let safe = self.b.ins().select(valid, value, zero);
        (safe, Some(self.mask(valid)))
    }
}

/// The same comparison with a number added to the left side that has more zeros at its end, so that less is added up.
fn sooner_added(cmp: Cmp, plus: i32) -> (Cmp, i32) {
    let other = match cmp {
        Cmp::Gt => (Cmp::Ge, plus - 1),
        Cmp::Ge => (Cmp::Gt, plus + 1),
        Cmp::Lt => (Cmp::Le, plus + 1),
        Cmp::Le => (Cmp::Lt, plus - 1),
        Cmp::Eq | Cmp::Ne => (cmp, plus),
    };
    let sooner = other.1.trailing_zeros() > plus.trailing_zeros() && other.1.abs() <= LARGEST_SUM;
    if sooner { other } else { (cmp, plus) }
}

/// The numbers of neighbours that a generator compares with numbers that depend on these variables.
fn compared_in_moves(table: &Table, id: MovesId, binds: u8, found: &mut Vec<CountId>) {
    match table.generator(id) {
        MovesNode::All(all) => all.iter().for_each(|id| compared_in_moves(table, *id, binds, found)),
        MovesNode::If(_, yes, no) => [yes, no].into_iter().for_each(|id| compared_in_moves(table, *id, binds, found)),
        MovesNode::Add(_, _, set)
        | MovesNode::Remove(_, set)
        | MovesNode::FromTo(_, _, set)
        | MovesNode::Jump(_, _, _, set) => compared_in_set(table, *set, binds, found),
        _ => {}
    }
}

fn compared_in_set(table: &Table, id: SetId, binds: u8, found: &mut Vec<CountId>) {
    match table.set(id) {
        SetNode::Union(a, b)
        | SetNode::Inter(a, b)
        | SetNode::Diff(a, b)
        | SetNode::If(_, a, b)
        | SetNode::Alike { near: a, far: b, .. } => {
            [a, b].into_iter().for_each(|id| compared_in_set(table, *id, binds, found));
        }
        SetNode::Linear { left, right, plus, .. } => {
            if let ([(1, count)], []) | ([], [(1, count)]) = (left.as_slice(), right.as_slice())
                && table.int_needs(*plus).free & binds != 0
                && table.set_needs(table.counts[count.index()].0).free & binds == 0
                && !found.contains(count)
            {
                found.push(*count);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adding_less_changes_no_comparison() {
        for cmp in [Cmp::Eq, Cmp::Ne, Cmp::Lt, Cmp::Le, Cmp::Gt, Cmp::Ge] {
            for plus in -LARGEST_SUM - 1..=LARGEST_SUM + 1 {
                let (other, sooner) = sooner_added(cmp, plus);
                assert!(sooner.abs() <= LARGEST_SUM + 1);
                for (a, b) in (0..=LARGEST_SUM).flat_map(|a| (0..=LARGEST_SUM).map(move |b| (a, b))) {
                    assert_eq!(cmp.holds(a + plus, b), other.holds(a + sooner, b), "{a} + {plus} {cmp:?} {b}");
                }
            }
        }
    }
}
