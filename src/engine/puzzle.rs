//! The state of a deduction puzzle: the values that each element of the board can still take.
//!
//! Every element is a variable. Its value is the only one left, if exactly one is left; what stands on its site shows
//! it, owned by the first player, while the site stays one of the empty ones. Boards of other games have no variables
//! and pay nothing for them. (Ludii 1.3.12's behaviour.)

use crate::board::SiteType;
use crate::engine::context::Cx;
use crate::engine::equipment::Equipment;
use crate::engine::site_set::SiteSet;
use crate::engine::state::State;
use crate::engine::uses::Uses;
use smallvec::SmallVec;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// The greatest value that a variable can take.
pub const GREATEST_VALUE: i32 = 4_095;

/// The values that a variable can still take, none of them negative.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Domain {
    /// Bit v: the value v; the last word is not 0, so that equal sets are equal words.
    words: SmallVec<[u64; 2]>,
}

impl Domain {
    /// All values from 0 up to one.
    pub fn up_to(last: i32) -> Self {
        let mut domain = Domain::default();
        for value in 0..=last.min(GREATEST_VALUE) {
            domain.toggle(value);
        }
        domain
    }

    /// One value; nothing for one that is out of bounds.
    pub fn only(value: i32) -> Self {
        let mut domain = Domain::default();
        domain.toggle(value);
        domain
    }

    /// Puts a value in, or takes it out if it is in. Nothing happens to one that is out of bounds.
    pub fn toggle(&mut self, value: i32) {
        if !(0..=GREATEST_VALUE).contains(&value) {
            return;
        }
        let word = value as usize / 64;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] ^= 1 << (value % 64);
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
    }

    /// The only value, if there is exactly one.
    #[inline]
    pub fn value(&self) -> Option<i32> {
        let (last, rest) = self.words.split_last()?;
        let single = last.is_power_of_two() && rest.iter().all(|&word| word == 0);
        single.then(|| rest.len() as i32 * 64 + last.trailing_zeros() as i32)
    }

    /// The values, ascending.
    pub fn iter(&self) -> impl Iterator<Item = i32> + '_ {
        let bits = |word: u64| (0..64).filter(move |bit| word >> bit & 1 == 1);
        (0..).step_by(64).zip(&self.words).flat_map(move |(base, &word)| bits(word).map(move |bit| base + bit))
    }
}

/// The variables of a puzzle. Copies share what neither of them has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Variables {
    /// By site type, then by site.
    domains: [Arc<Vec<Domain>>; 3],
    /// The sites of the default type that the constraints are about and the player may change, in the order of the
    /// legal moves.
    free: Arc<[i32]>,
    /// Those that the constraints are about.
    open: Arc<SiteSet>,
    /// The type of which those of them that are not resolved are taken for 0, while somebody asks that.
    zeroed: Option<SiteType>,
}

impl Variables {
    /// So many variables of each type, which can take the values from 0 to the last of their type.
    pub(crate) fn new(lens: [usize; 3], lasts: [i32; 3]) -> Self {
        let domains = |t: SiteType| Arc::new(vec![Domain::up_to(lasts[t as usize]); lens[t as usize]]);
        Variables { domains: SiteType::ALL.map(domains), free: Arc::default(), open: Arc::default(), zeroed: None }
    }

    /// Notes which sites the constraints are about, and which of them the player may change, in the order of the legal
    /// moves.
    pub(crate) fn constrain(&mut self, sites: &[i32], free: Vec<i32>) {
        self.open = Arc::new(sites.iter().copied().collect());
        self.free = free.into();
    }

    /// A hash of what all variables can be.
    pub(crate) fn hash_of_domains(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.domains.hash(&mut hasher);
        hasher.finish()
    }
}

impl State {
    /// The values that an element of the board can still take; `None` where the game is no deduction puzzle, or there
    /// is no such element.
    #[inline]
    pub fn possible(&self, t: SiteType, site: i32) -> Option<&Domain> {
        self.variables.as_ref()?.domains[t as usize].get(usize::try_from(site).ok()?)
    }

    /// The value of an element of a deduction puzzle, where only one is left.
    #[inline]
    pub fn solved_value(&self, t: SiteType, site: i32) -> Option<i32> {
        let zero = || {
            let variables = self.variables.as_ref().filter(|variables| variables.zeroed == Some(t))?;
            variables.open.contains(site).then_some(0)
        };
        self.possible(t, site)?.value().or_else(zero)
    }

    /// For each element of a type its value, where only one is left, and the component that shows it.
    pub(crate) fn shown_values(&self, t: SiteType) -> impl Iterator<Item = (Option<i32>, i32)> + '_ {
        let domains = self.variables.iter().flat_map(move |variables| variables.domains[t as usize].iter());
        let flat = self.site_store(0, t).filter(|store| !store.stacking());
        let shown = move |site: i32| match flat {
            Some(store) => i32::from(store.what(site as usize)),
            None => self.what(t, site),
        };
        (0..).zip(domains).map(move |(site, domain)| (domain.value(), shown(site)))
    }

    /// Replaces the values that an element can take, and gives back those it could take before; `None` where nothing
    /// was done because there is no such element.
    pub(crate) fn restrict(&mut self, t: SiteType, site: i32, domain: Domain) -> Option<Domain> {
        let place = self.layout().place(t, site)?;
        let value = domain.value().unwrap_or(0);
        let slot = Arc::make_mut(&mut self.variables.as_mut()?.domains[t as usize]).get_mut(place.site)?;
        let old = std::mem::replace(slot, domain);
        self.show_value(place, u16::try_from(value).unwrap_or(0));
        Some(old)
    }

    /// Puts a value into the set of an element, or takes it out.
    pub(crate) fn toggle_value(&mut self, t: SiteType, site: i32, value: i32) {
        if let Some(mut domain) = self.possible(t, site).cloned() {
            domain.toggle(value);
            self.restrict(t, site, domain);
        }
    }

    /// The sites that the constraints of a puzzle are about and the player may change.
    pub(crate) fn free_variables(&self) -> Arc<[i32]> {
        self.variables.as_ref().map(|variables| Arc::clone(&variables.free)).unwrap_or_default()
    }
}

impl Cx {
    /// [`State::solved_value`], noted where it is asked which values a constraint looks at.
    #[inline]
    pub fn value_of(&mut self, t: SiteType, site: i32) -> Option<i32> {
        self.note_read(t, site);
        self.state.solved_value(t, site)
    }

    /// Notes that what an element of the board is has been looked at.
    #[inline]
    pub(crate) fn note_read(&mut self, t: SiteType, site: i32) {
        if let Some(reads) = &mut self.reads {
            reads.push((t, site));
        }
    }

    /// What holds where an element has this value, which it does not keep; `false` where there is no such element.
    pub(crate) fn supposing(
        &mut self,
        t: SiteType,
        site: i32,
        value: i32,
        holds: impl FnOnce(&mut Cx) -> bool,
    ) -> bool {
        let length = self.state.changes();
        let Some(old) = self.state.restrict(t, site, Domain::only(value)) else { return false };
        let holds = holds(self);
        self.state.restrict(t, site, old);
        self.state.forget_changes(length);
        holds
    }

    /// Runs something with nothing iterated around it, which does not count as using rules.
    pub(crate) fn with_nothing_bound<T>(&mut self, run: impl FnOnce(&mut Cx) -> T) -> T {
        let around = std::mem::take(&mut self.it);
        self.tally.enter_lookahead();
        let result = run(self);
        self.tally.leave_lookahead();
        self.it = around;
        result
    }

    /// What holds where those of the sites that the constraints are about which are not resolved are 0.
    pub(crate) fn with_zeros(&mut self, t: SiteType, holds: impl FnOnce(&mut Cx) -> bool) -> bool {
        self.take_for_zero(Some(t));
        let holds = holds(self);
        self.take_for_zero(None);
        holds
    }

    fn take_for_zero(&mut self, zeroed: Option<SiteType>) {
        if let Some(variables) = &mut self.state.variables {
            variables.zeroed = zeroed;
            self.state.touch(Uses::BOARD);
        }
    }

    /// Which values something looks at, with its answer.
    pub(crate) fn reads_of<T>(&mut self, look: impl FnOnce(&mut Cx) -> T) -> (T, Vec<(SiteType, i32)>) {
        let around = self.reads.replace(Vec::new());
        let answer = look(self);
        let reads = std::mem::replace(&mut self.reads, around).unwrap_or_default();
        (answer, reads)
    }
}

impl Equipment {
    /// Whether an element of a puzzle that could be something else is known to be 0, which what stands on its site does
    /// not show.
    pub fn is_known_zero(&self, state: &State, t: SiteType, site: usize) -> bool {
        let site = i32::try_from(site).unwrap_or(-1);
        self.puzzle.values[t as usize].1 > 0 && state.solved_value(t, site) == Some(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_domain_is_its_values() {
        let mut domain = Domain::up_to(70);
        assert_eq!(domain.iter().collect::<Vec<_>>(), (0..=70).collect::<Vec<_>>());
        assert_eq!(domain.value(), None);
        (0..=70).filter(|&v| v != 65).for_each(|v| domain.toggle(v));
        assert_eq!(domain.value(), Some(65));
        assert_eq!(domain, Domain::only(65));
        domain.toggle(65);
        assert_eq!((domain.value(), domain), (None, Domain::default()));
    }

    #[test]
    fn values_out_of_bounds_change_nothing() {
        assert_eq!(Domain::only(-1), Domain::default());
        assert_eq!(Domain::only(GREATEST_VALUE + 1), Domain::default());
        assert_eq!(Domain::only(0).words.as_slice(), [1]);
    }
}
