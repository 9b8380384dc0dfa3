//! Sets as words in registers: loaded and stored, joined, looked at.

use super::emit::{Emit, Words, anywhere, flags};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlags, Value, types};

impl<const W: usize> Emit<'_, '_, W> {
    /// The words of a set in memory.
    pub fn load_set(&mut self, flags: MemFlags, base: Value, offset: i32) -> Words<W> {
        std::array::from_fn(|w| self.b.ins().load(types::I64, flags, base, offset + 8 * w as i32))
    }

    pub fn store_set(&mut self, set: Words<W>, base: Value, offset: i32) {
        for (w, word) in set.into_iter().enumerate() {
            self.b.ins().store(flags(), word, base, offset + 8 * w as i32);
        }
    }

    /// The same two words at a time on processors that have registers for them: what is loaded like this later would have
    /// to wait until single words are in memory.
    pub fn store_pairs(&mut self, set: Words<W>, base: Value, offset: i32) {
        if !cfg!(any(target_arch = "x86_64", target_arch = "aarch64")) {
            return self.store_set(set, base, offset);
        }
        for (index, words) in set.chunks(2).enumerate() {
            let value = match *words {
                [low, high] => {
                    let low = self.b.ins().scalar_to_vector(types::I64X2, low);
                    self.b.ins().insertlane(low, high, 1)
                }
                [single] => single,
                _ => continue,
            };
            self.b.ins().store(anywhere(), value, base, offset + 16 * index as i32);
        }
    }

    pub fn constant_set(&mut self, words: &[u64]) -> Words<W> {
        std::array::from_fn(|w| self.word(words.get(w).copied().unwrap_or(0)))
    }

    pub fn no_sites(&mut self) -> Words<W> {
        let zero = self.word(0);
        [zero; W]
    }

    pub fn each(
        &mut self,
        a: Words<W>,
        b: Words<W>,
        mut join: impl FnMut(&mut Self, Value, Value) -> Value,
    ) -> Words<W> {
        std::array::from_fn(|w| join(self, a[w], b[w]))
    }

    pub fn and(&mut self, a: Words<W>, b: Words<W>) -> Words<W> {
        self.each(a, b, |e, a, b| e.b.ins().band(a, b))
    }

    pub fn or(&mut self, a: Words<W>, b: Words<W>) -> Words<W> {
        self.each(a, b, |e, a, b| e.b.ins().bor(a, b))
    }

    pub fn xor(&mut self, a: Words<W>, b: Words<W>) -> Words<W> {
        self.each(a, b, |e, a, b| e.b.ins().bxor(a, b))
    }

    pub fn minus(&mut self, a: Words<W>, b: Words<W>) -> Words<W> {
        self.each(a, b, |e, a, b| e.b.ins().band_not(a, b))
    }

    /// All words joined by or: 0 for the empty set.
    pub fn any(&mut self, set: Words<W>) -> Value {
        let mut words = set.into_iter();
        let first = words.next();
        let mut all = match first {
            Some(first) => first,
            None => self.word(0),
        };
        for word in words {
            all = self.b.ins().bor(all, word);
        }
        all
    }

    pub fn is_empty(&mut self, set: Words<W>) -> Value {
        let any = self.any(set);
        self.b.ins().icmp_imm(IntCC::Equal, any, 0)
    }

    /// How many sites, as a number of 32 bits.
    pub fn count(&mut self, set: Words<W>) -> Value {
        let counts: Vec<Value> = set.into_iter().map(|word| self.b.ins().popcnt(word)).collect();
        let mut sum = self.word(0);
        for (index, count) in counts.into_iter().enumerate() {
            sum = if index == 0 { count } else { self.b.ins().iadd(sum, count) };
        }
        self.b.ins().ireduce(types::I32, sum)
    }

    /// A set with one site, which is below the number of sites.
    pub fn one(&mut self, site: Value) -> Words<W> {
        let site = self.wide(site);
        let one = self.word(1);
        let bit = self.b.ins().ishl(one, site);
        if W == 1 {
            return [bit; W];
        }
        let word = self.b.ins().ushr_imm(site, 6);
        let zero = self.word(0);
        std::array::from_fn(|w| {
            let here = self.b.ins().icmp_imm(IntCC::Equal, word, w as i64);
            self.b.ins().select(here, bit, zero)
        })
    }

    /// Whether a set has a site, which is below the number of sites.
    pub fn has(&mut self, set: Words<W>, site: Value) -> Value {
        let wide = self.wide(site);
        let mut word = set[0];
        if W > 1 {
            let index = self.b.ins().ushr_imm(wide, 6);
            for (w, other) in set.into_iter().enumerate().skip(1) {
                let here = self.b.ins().icmp_imm(IntCC::Equal, index, w as i64);
                word = self.b.ins().select(here, other, word);
            }
        }
        let shifted = self.b.ins().ushr(word, wide);
        let bit = self.b.ins().band_imm(shifted, 1);
        self.b.ins().ireduce(types::I8, bit)
    }

    /// The lowest site of a set that has one, and the others.
    pub fn lowest(&mut self, set: Words<W>) -> (Value, Words<W>) {
        let mut rest = set;
        let mut site = self.word(0);
        // From the last word down, so that the first with a site decides.
        let mut taken = Vec::new();
        for (w, word) in set.into_iter().enumerate().rev() {
            let place = self.b.ins().ctz(word);
            let place = self.b.ins().iadd_imm(place, 64 * w as i64);
            let some = self.b.ins().icmp_imm(IntCC::NotEqual, word, 0);
            site = if w + 1 == W { place } else { self.b.ins().select(some, place, site) };
            taken.push(some);
        }
        taken.reverse();
        let mut before: Option<Value> = None;
        for w in 0..W {
            let less = self.b.ins().iadd_imm(set[w], -1);
            let without = self.b.ins().band(set[w], less);
            rest[w] = match before {
                None => without,
                Some(before) => self.b.ins().select(before, set[w], without),
            };
            before = Some(match before {
                None => taken[w],
                Some(before) => self.b.ins().bor(before, taken[w]),
            });
        }
        (self.b.ins().ireduce(types::I32, site), rest)
    }
}
