//! Values kept from one evaluation to the next.

use crate::engine::context::{Cx, Iterators};
use crate::engine::expr::{Expr, Worth};
use crate::engine::uses::Uses;
use std::any::Any;
use std::sync::Arc;

/// The values kept by a context, by slot.
#[derive(Debug, Clone)]
pub(crate) struct Kept {
    slots: Vec<Option<Entry>>,
    /// How often a slot was asked for in vain, and the stamp it was asked with.
    missed: Vec<(u64, u32)>,
    /// The last value of an expression with free iterator variables.
    recalled: Vec<Option<Recalled>>,
}

/// What the iterator variables are that an expression uses.
pub(crate) type Bound = [i32; MOST_BOUND];

/// How many iterator variables an expression may use whose last value is recalled.
pub(crate) const MOST_BOUND: usize = 3;

/// The most sites for which values are kept site by site.
const MOST_TABLED: usize = 1024;

/// How often a value is done without in a state before it is made.
const MISSES: u32 = 3;

/// A value, and what it was found for: the variables, the stamp, and the clock when it was last known to be so.
#[derive(Debug, Clone, Copy)]
struct Recalled {
    clock: u64,
    stamp: u64,
    bound: Bound,
    value: i32,
}

#[derive(Debug, Clone)]
struct Entry {
    /// The clock when it was put there.
    clock: u64,
    stamp: u64,
    value: Arc<dyn Any + Send + Sync>,
}

impl Kept {
    /// So many empty slots.
    pub(crate) fn new(slots: usize) -> Self {
        Kept { slots: vec![None; slots], missed: vec![(0, 0); slots], recalled: vec![None; slots] }
    }
}

impl Cx {
    /// Whether a kept value would hide what it was made from, while that is being noted.
    #[inline]
    fn looks_past(&self, uses: Uses) -> bool {
        self.reads.is_some() && uses.any(Uses::VALUES)
    }

    /// What was put into this slot, if nothing in `uses` has changed since.
    #[inline]
    pub(crate) fn kept<T: Send + Sync + 'static>(&self, slot: usize, uses: Uses) -> Option<&T> {
        if self.looks_past(uses) {
            return None;
        }
        let entry = self.kept.slots.get(slot)?.as_ref()?;
        if entry.clock != self.state.clock() && entry.stamp != self.state.stamp(uses) {
            return None;
        }
        entry.value.downcast_ref::<T>()
    }

    /// The last value of an expression, if nothing in `uses` and none of its iterator variables has changed since, or else its
    /// value now.
    pub(crate) fn recall(&mut self, slot: usize, variables: &[fn(&Iterators) -> i32], expr: &Expr<i32>) -> i32 {
        let mut bound = [0; MOST_BOUND];
        for (value, read) in bound.iter_mut().zip(variables) {
            *value = read(&self.it);
        }
        if let Some(Some(last)) = self.kept.recalled.get_mut(slot)
            && last.bound == bound
            && (last.clock == self.state.clock() || last.stamp == self.state.stamp(expr.uses))
        {
            last.clock = self.state.clock();
            return last.value;
        }
        let (clock, stamp) = (self.state.clock(), self.state.stamp(expr.uses));
        let value = self.find_kept(|cx| expr.eval(cx));
        if self.fault().is_none()
            && let Some(entry) = self.kept.recalled.get_mut(slot)
        {
            *entry = Some(Recalled { clock, stamp, bound, value });
        }
        value
    }

    /// The value of an expression for a site, if it is in the table of this slot.
    #[inline]
    pub(crate) fn tabled<T: Send + Sync + 'static>(&self, slot: usize, site: i32) -> Option<&T> {
        let table = self.kept.slots.get(slot)?.as_ref()?.value.downcast_ref::<Vec<Option<T>>>()?;
        table.get(usize::try_from(site).ok()?)?.as_ref()
    }

    /// Computes the value of an expression for a site and puts it into the table of a slot.
    #[cold]
    pub(crate) fn tabulate<T: Worth>(&mut self, slot: usize, site: i32, expr: &Expr<T>) -> T {
        let value = self.find_kept(|cx| expr.eval(cx));
        let site = usize::try_from(site).ok().filter(|&site| site < MOST_TABLED && self.fault().is_none());
        let (Some(site), Some(entry)) = (site, self.kept.slots.get_mut(slot)) else { return value };
        let mut table = match entry.take() {
            Some(Entry { value, .. }) => {
                value.downcast::<Vec<Option<T>>>().map_or_else(|_| Vec::new(), Arc::unwrap_or_clone)
            }
            None => Vec::new(),
        };
        if site >= table.len() {
            table.resize(site + 1, None);
        }
        table[site] = Some(value.clone());
        *entry = Some(Entry { clock: 0, stamp: 0, value: Arc::new(table) });
        value
    }

    /// Whether a slot is worth filling now: it has been asked for a few times since something in `uses` has changed.
    pub(crate) fn is_wanted(&mut self, slot: usize, uses: Uses) -> bool {
        let stamp = self.state.stamp(uses);
        let Some(missed) = self.kept.missed.get_mut(slot) else { return false };
        if missed.0 != stamp {
            *missed = (stamp, 0);
        }
        missed.1 += 1;
        missed.1 > MISSES
    }

    /// Takes what was put into this slot out of it, and says whether nothing in `uses` has changed since: for a value
    /// that is added to and put back, or made anew in the same memory.
    pub(crate) fn take_kept<T: Send + Sync + 'static>(&mut self, slot: usize, uses: Uses) -> Option<(Arc<T>, bool)> {
        let entry = self.kept.slots.get_mut(slot)?.take()?;
        let valid = entry.stamp == self.state.stamp(uses) && !self.looks_past(uses);
        Some((entry.value.downcast::<T>().ok()?, valid))
    }

    /// Puts a value into a slot.
    pub(crate) fn keep<T: Send + Sync + 'static>(&mut self, slot: usize, uses: Uses, value: Arc<T>) {
        let (clock, stamp) = (self.state.clock(), self.state.stamp(uses));
        if let Some(entry) = self.kept.slots.get_mut(slot) {
            *entry = Some(Entry { clock, stamp, value });
        }
    }

    /// Computes the value of an expression and keeps it in a slot, in the memory of the last one.
    #[cold]
    pub(crate) fn renew<T: Worth>(&mut self, slot: usize, expr: &Expr<T>) -> T {
        let value = self.find_kept(|cx| expr.eval(cx));
        if self.fault().is_some() {
            return value;
        }
        let (clock, stamp) = (self.state.clock(), self.state.stamp(expr.uses));
        if let Some(Some(entry)) = self.kept.slots.get_mut(slot)
            && let Some(old) = Arc::get_mut(&mut entry.value).and_then(|old| old.downcast_mut::<T>())
        {
            old.clone_from(&value);
            (entry.clock, entry.stamp) = (clock, stamp);
        } else {
            self.keep(slot, expr.uses, Arc::new(value.clone()));
        }
        value
    }
}
