//! Memoization: values kept from one evaluation to the next.

use crate::engine::bit_sliced::BitSliced;
use crate::engine::context::{Cx, Iterators};
use crate::engine::disjoint_sets::DisjointSets;
use crate::engine::expr::{Expr, ExprValue};
use crate::engine::site_set::SiteSet;
use crate::engine::state::Stamp;
use crate::engine::uses::Uses;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::any::Any;
use std::sync::Arc;

/// The values kept by a context, by slot.
#[derive(Debug, Clone)]
pub(crate) struct Kept {
    /// How many slots there are.
    slots: usize,
    /// Values of expressions.
    values: Memos,
    /// What else is found and kept.
    finds: Vec<Option<Entry<Find>>>,
    /// How often a slot was asked for in vain, and the stamp it was asked with.
    missed: Vec<(Stamp, u32)>,
    /// The last value of an expression with free iterator variables.
    recalled: Vec<Option<Recalled>>,
}

/// What the iterator variables are that an expression uses.
pub(crate) type Bound = [i32; MOST_BOUND];

/// How many iterator variables an expression may use whose last value is recalled.
pub(crate) const MOST_BOUND: usize = 3;

/// The most sites for which values are kept site by site.
const MOST_TABLED: usize = 1024;

/// The most pairs of sites for which values of an expression are kept.
const MOST_PAIRS: usize = 1 << 13;

/// How often a value is done without in a state before it is made.
const MISSES: u32 = 3;

/// A value, and what it was found for: the variables, the stamp, and the clock when it was last known to be so.
#[derive(Debug, Clone, Copy)]
struct Recalled {
    clock: u64,
    stamp: Stamp,
    bound: Bound,
    value: i32,
}

#[derive(Debug, Clone)]
struct Entry<T> {
    /// The clock when it was put there.
    clock: u64,
    stamp: Stamp,
    value: T,
}

type Find = Arc<dyn Any + Send + Sync>;

/// The memo table of the values of one type, by slot.
#[derive(Debug, Clone)]
pub struct Memo<T> {
    values: Vec<Option<Entry<T>>>,
    /// Those that are kept site by site.
    tables: Vec<Vec<Option<T>>>,
    /// Those that are kept for two sites together.
    pairs: Vec<FxHashMap<[i32; 2], T>>,
}

impl<T> Default for Memo<T> {
    fn default() -> Self {
        Memo { values: Vec::new(), tables: Vec::new(), pairs: Vec::new() }
    }
}

/// A type of values that are kept.
pub trait Memoized: Sized {
    /// Those that are kept.
    fn memo(memos: &Memos) -> &Memo<Self>;
    /// The same, to add to them.
    fn memo_mut(memos: &mut Memos) -> &mut Memo<Self>;
}

macro_rules! memos {
    ($($name:ident: $type:ty),+) => {
        /// A memo table for each type of values.
        #[derive(Debug, Clone, Default)]
        pub struct Memos {
            $($name: Memo<$type>,)+
        }

        $(impl Memoized for $type {
            #[inline]
            fn memo(memos: &Memos) -> &Memo<Self> {
                &memos.$name
            }

            #[inline]
            fn memo_mut(memos: &mut Memos) -> &mut Memo<Self> {
                &mut memos.$name
            }
        })+
    };
}

memos! {
    truths: bool,
    integers: i32,
    regions: SiteSet,
    sites: SmallVec<[i32; 4]>,
    arrays: Vec<i32>,
    floats: f32,
    ranges: (i32, i32),
    players: u32,
    places: Option<usize>,
    moved: (Option<usize>, i32),
    groups: Vec<SiteSet>,
    joined: Vec<DisjointSets>,
    numbers: BitSliced,
    nothing: ()
}

/// The place of a slot in a list that grows as it is needed.
fn place_of<T: Clone>(list: &mut Vec<T>, slot: usize, empty: T) -> &mut T {
    if slot >= list.len() {
        list.resize(slot + 1, empty);
    }
    &mut list[slot]
}

impl Kept {
    /// So many empty slots.
    pub(crate) fn new(slots: usize) -> Self {
        Kept {
            slots,
            values: Memos::default(),
            finds: Vec::new(),
            missed: vec![(Stamp::NEVER, 0); slots],
            recalled: vec![None; slots],
        }
    }
}

impl Cx {
    /// Where a value that reads these is kept: what depends on whose turn it is has two places in a slot, so that
    /// looking ahead does not do away with what is known of the turn.
    #[inline]
    fn way(&self, slot: usize, uses: Uses) -> usize {
        2 * slot + usize::from(uses.any(Uses::TURN) && self.state.mover & 1 == 1)
    }

    /// Whether a kept value would hide what it was made from, while that is being noted.
    #[inline]
    fn looks_past(&self, uses: Uses) -> bool {
        self.reads.is_some() && uses.any(Uses::VALUES)
    }

    /// What was put into this slot, if nothing in `uses` has changed since.
    #[inline]
    pub(crate) fn kept<T: Memoized>(&self, slot: usize, uses: Uses) -> Option<&T> {
        if self.looks_past(uses) {
            return None;
        }
        let entry = T::memo(&self.kept.values).values.get(self.way(slot, uses))?.as_ref()?;
        let valid = entry.clock == self.state.clock() || entry.stamp == self.state.stamp(uses);
        valid.then_some(&entry.value)
    }

    /// The last value of an expression, if nothing in `uses` and none of its iterator variables has changed since, or
    /// else its value now.
    pub(crate) fn recall(&mut self, slot: usize, variables: &[fn(&Iterators) -> i32], expr: &Expr<i32>) -> i32 {
        // One by one: what has just been written in parts is slow to read as a whole (store forwarding).
        let same = |last: &Recalled| last.bound.iter().zip(variables).all(|(value, read)| *value == read(&self.it));
        match self.kept.recalled.get(slot) {
            Some(Some(last)) if last.clock == self.state.clock() && same(last) => last.value,
            _ => self.recall_or_find(slot, variables, expr),
        }
    }

    /// The same where the state is not the one that it was last in: apart, as that takes many registers.
    #[inline(never)]
    fn recall_or_find(&mut self, slot: usize, variables: &[fn(&Iterators) -> i32], expr: &Expr<i32>) -> i32 {
        let mut bound = [0; MOST_BOUND];
        for (value, read) in bound.iter_mut().zip(variables) {
            *value = read(&self.it);
        }
        let (clock, stamp) = (self.state.clock(), self.state.stamp(expr.uses));
        if let Some(Some(last)) = self.kept.recalled.get_mut(slot)
            && last.bound == bound
            && last.stamp == stamp
        {
            last.clock = clock;
            return last.value;
        }
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
    pub(crate) fn tabled<T: Memoized>(&self, slot: usize, site: i32) -> Option<&T> {
        T::memo(&self.kept.values).tables.get(slot)?.get(usize::try_from(site).ok()?)?.as_ref()
    }

    /// Computes the value of an expression for a site and puts it into the table of a slot.
    #[cold]
    pub(crate) fn tabulate<T: ExprValue>(&mut self, slot: usize, site: i32, expr: &Expr<T>) -> T {
        let value = self.find_kept(|cx| expr.eval(cx));
        let site = usize::try_from(site).ok().filter(|&site| site < MOST_TABLED && self.fault().is_none());
        if let Some(site) = site.filter(|_| slot < self.kept.slots) {
            let table = place_of(&mut T::memo_mut(&mut self.kept.values).tables, slot, Vec::new());
            *place_of(table, site, None) = Some(value.clone());
        }
        value
    }

    /// The value of an expression for the sites of two variables, if it is kept in this slot.
    #[inline]
    pub(crate) fn paired<T: Memoized>(&self, slot: usize, variables: [Uses; 2]) -> Option<&T> {
        T::memo(&self.kept.values).pairs.get(slot)?.get(&variables.map(|variable| self.it.site_of(variable)))
    }

    /// Computes the value of an expression for the sites of two variables and keeps it in a slot.
    #[cold]
    pub(crate) fn pair<T: ExprValue>(&mut self, slot: usize, variables: [Uses; 2], expr: &Expr<T>) -> T {
        let sites = variables.map(|variable| self.it.site_of(variable));
        let value = self.find_kept(|cx| expr.eval(cx));
        if slot < self.kept.slots && self.fault().is_none() {
            let pairs = place_of(&mut T::memo_mut(&mut self.kept.values).pairs, slot, FxHashMap::default());
            if pairs.len() < MOST_PAIRS {
                pairs.insert(sites, value.clone());
            }
        }
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
    #[inline]
    pub(crate) fn take_kept<T: Memoized>(&mut self, slot: usize, uses: Uses) -> Option<(T, bool)> {
        let way = self.way(slot, uses);
        let entry = T::memo_mut(&mut self.kept.values).values.get_mut(way)?.take()?;
        Some((entry.value, entry.stamp == self.state.stamp(uses) && !self.looks_past(uses)))
    }

    /// Puts a value into a slot.
    #[inline]
    pub(crate) fn keep<T: Memoized + Clone>(&mut self, slot: usize, uses: Uses, value: T) {
        let (clock, stamp) = (self.state.clock(), self.state.stamp(uses));
        if slot < self.kept.slots {
            let way = self.way(slot, uses);
            *place_of(&mut T::memo_mut(&mut self.kept.values).values, way, None) = Some(Entry { clock, stamp, value });
        }
    }

    /// What is kept in this slot that is no value of an expression, if nothing in `uses` has changed since.
    pub(crate) fn found<T: 'static>(&self, slot: usize, uses: Uses) -> Option<&T> {
        let entry = self.kept.finds.get(self.way(slot, uses))?.as_ref()?;
        let valid = entry.stamp == self.state.stamp(uses) && !self.looks_past(uses);
        entry.value.downcast_ref().filter(|_| valid)
    }

    /// As [`Cx::take_kept`], likewise.
    pub(crate) fn take_found<T: Send + Sync + 'static>(&mut self, slot: usize, uses: Uses) -> Option<(Arc<T>, bool)> {
        let way = self.way(slot, uses);
        let entry = self.kept.finds.get_mut(way)?.take()?;
        let valid = entry.stamp == self.state.stamp(uses) && !self.looks_past(uses);
        Some((entry.value.downcast::<T>().ok()?, valid))
    }

    /// As [`Cx::keep`], likewise.
    pub(crate) fn keep_found<T: Send + Sync + 'static>(&mut self, slot: usize, uses: Uses, value: Arc<T>) {
        if slot < self.kept.slots {
            let way = self.way(slot, uses);
            let place = place_of(&mut self.kept.finds, way, None);
            let (clock, stamp) = (self.state.clock(), self.state.stamp(uses));
            *place = Some(Entry { clock, stamp, value: value as Find });
        }
    }

    /// Computes the value of an expression and keeps it in a slot.
    #[cold]
    pub(crate) fn renew<T: ExprValue>(&mut self, slot: usize, expr: &Expr<T>) -> &T {
        let value = self.find_kept(|cx| expr.eval(cx));
        // What a fault has left is no value to be found again.
        let (clock, stamp) = match self.fault() {
            None => (self.state.clock(), self.state.stamp(expr.uses)),
            Some(_) => (u64::MAX, Stamp::NEVER),
        };
        let way = self.way(slot, expr.uses);
        let entry = place_of(&mut T::memo_mut(&mut self.kept.values).values, way, None);
        &entry.insert(Entry { clock, stamp, value }).value
    }
}
