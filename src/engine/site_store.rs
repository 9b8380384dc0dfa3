//! What stands where: the sites of one site type of one container.

use crate::engine::site_set::SiteSet;
use std::sync::OnceLock;

mod piece;

pub use piece::Piece;
pub(crate) use piece::fold;
use piece::hash_from;

/// The sites of one type of one container, numbered from 0 within it.
///
/// In a game without stacks a site holds one [`Piece`], whose state and value outlive the piece's absence when they
/// were set on an empty site. A site may hold a count of nothing, as the cells do that a large piece covers: it is then
/// neither empty nor occupied. In a stacking game a site holds a list of them, level 0 at the bottom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteStore {
    flat: Vec<Piece>,
    stacks: Option<Vec<Vec<Piece>>>,
    empty: SiteSet,
    /// Of a game without stacks, the sites by their pieces.
    seen: Seen,
    /// The same by the tops of stacks.
    tops: Tops,
    /// By component from 1, the sites where it stands; of a game without stacks.
    placed: Vec<SiteSet>,
    /// By component how many of it stand on all sites, in a game without stacks that counts pieces; empty otherwise.
    counted: Vec<i32>,
    /// The sum of the hashes of all pieces on their sites and levels, where it is kept up to date.
    hash: Option<u64>,
}

/// The sites by the pieces to be seen on them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Seen {
    /// By owner from 1, the sites whose piece is theirs.
    owned: Vec<SiteSet>,
    /// By local state from 1, the sites that have it; the last one, those of all states beyond [`MOST_STATES`].
    in_state: Vec<SiteSet>,
}

impl Seen {
    /// Files a site, one of so many, under the owner and the state of the piece that has taken the place of another.
    #[inline]
    fn file(&mut self, sites: usize, site: usize, old: &Piece, new: &Piece) {
        change_holder(&mut self.owned, sites, site, (usize::from(old.who), usize::from(new.who)));
        self.file_state(sites, site, old.state, new.state);
    }

    /// Files a site under a local state that has taken the place of another.
    #[inline]
    fn file_state(&mut self, sites: usize, site: usize, old: i32, new: i32) {
        if old != new {
            let holder = |state: i32| usize::try_from(state).unwrap_or(usize::MAX).min(MOST_STATES + 1);
            change_holder(&mut self.in_state, sites, site, (holder(old), holder(new)));
        }
    }
}

/// What has been found of the tops of stacks since one of them changed. It makes no difference between stores.
#[derive(Debug, Clone, Default)]
struct Tops(OnceLock<Seen>);

impl PartialEq for Tops {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Tops {}

/// The local states up to which the sites that have them are kept.
const MOST_STATES: usize = 15;

/// Moves a site from the sites of one holder to those of another, who are numbered from 1; 0 is nobody.
#[inline]
fn change_holder(sets: &mut Vec<SiteSet>, sites: usize, site: usize, (old, new): (usize, usize)) {
    if old == new {
        return;
    }
    if let Some(set) = old.checked_sub(1).and_then(|old| sets.get_mut(old)) {
        set.set(site, false);
    }
    let Some(index) = new.checked_sub(1) else { return };
    if index >= sets.len() {
        sets.resize_with(new, || SiteSet::new().widened(sites));
    }
    if let Some(set) = sets.get_mut(index) {
        set.set(site, true);
    }
}

/// Makes the sets of each holder those of another store. Sets that this one has had stay, empty: it will need them again.
fn copy_sets(sets: &mut Vec<SiteSet>, others: &[SiteSet]) {
    sets.resize_with(sets.len().max(others.len()), SiteSet::new);
    let (same, further) = sets.split_at_mut(others.len());
    same.iter_mut().zip(others).for_each(|(set, other)| set.clone_from(other));
    further.iter_mut().for_each(SiteSet::clear);
}

/// Moves what a holder has on a site to another one, where something of another holder may be.
#[inline]
fn move_held(sets: &mut [SiteSet], (from, to): (usize, usize), (holder, other): (usize, usize)) {
    if other != holder
        && let Some(set) = other.checked_sub(1).and_then(|other| sets.get_mut(other))
    {
        set.set(to, false);
    }
    if let Some(set) = holder.checked_sub(1).and_then(|holder| sets.get_mut(holder)) {
        set.set(from, false);
        set.set(to, true);
    }
}

impl SiteStore {
    /// `n` empty sites; the pieces of so many components, nothing among them, are counted.
    pub fn new(n: usize, stacking: bool, counted: usize) -> Self {
        SiteStore {
            flat: if stacking { Vec::new() } else { vec![Piece::default(); n] },
            stacks: stacking.then(|| vec![Vec::new(); n]),
            empty: SiteSet::below(n),
            seen: Seen::default(),
            tops: Tops::default(),
            placed: Vec::new(),
            counted: vec![0; counted],
            hash: Some(0),
        }
    }

    /// The pieces by site; none of a game with stacks.
    pub(super) fn pieces(&self) -> &[Piece] {
        &self.flat
    }

    /// Takes over the contents of another store of the same size.
    pub(crate) fn copy_from(&mut self, other: &SiteStore) {
        self.flat.clone_from(&other.flat);
        match (&mut self.stacks, &other.stacks) {
            (Some(stacks), Some(others)) => stacks.clone_from(others),
            (stacks, others) => stacks.clone_from(others),
        }
        self.empty.clone_from(&other.empty);
        copy_sets(&mut self.seen.owned, &other.seen.owned);
        copy_sets(&mut self.seen.in_state, &other.seen.in_state);
        self.tops.0.take();
        copy_sets(&mut self.placed, &other.placed);
        self.counted.clone_from(&other.counted);
        self.hash = other.hash;
    }

    /// Whether every site holds one piece without data, or nothing at all: the sites of each component tell all then.
    pub(super) fn is_plain(&self) -> bool {
        let data =
            |piece: &Piece| piece.state | piece.rotation | piece.value | piece.count ^ i32::from(piece.what != 0);
        self.stacks.is_none() && self.flat.iter().fold(0, |all, piece| all | data(piece)) == 0
    }

    /// By component from 1, the sites of a game without stacks where it stands.
    pub(super) fn by_component(&self) -> &[SiteSet] {
        &self.placed
    }

    /// Empties all sites of a game without stacks.
    pub(super) fn clear(&mut self) {
        self.flat.fill(Piece::default());
        self.empty = SiteSet::below(self.flat.len());
        let seen = &mut self.seen;
        seen.owned.iter_mut().chain(&mut seen.in_state).chain(&mut self.placed).for_each(SiteSet::clear);
        self.counted.fill(0);
        self.hash = self.hash.map(|_| 0);
    }

    /// How many sites there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.stacks.as_ref().map_or(self.flat.len(), Vec::len)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether sites hold stacks.
    #[inline]
    pub fn stacking(&self) -> bool {
        self.stacks.is_some()
    }

    /// The hash of what stands where: equal for equal contents.
    pub(crate) fn hash(&self) -> u64 {
        self.hash.unwrap_or_else(|| {
            let flat = self.flat.iter().enumerate().map(|(site, piece)| piece.hash_at(site, 0));
            let stacks = self.stacks.iter().flatten().enumerate().map(|(site, stack)| hash_from(stack, site, 0));
            flat.chain(stacks).fold(0, u64::wrapping_add)
        })
    }

    /// No longer keeps the hash up to date: it is found when it is asked for.
    pub(crate) fn forget_hash(&mut self) {
        self.hash = None;
    }

    /// The empty sites.
    #[inline]
    pub fn empty(&self) -> &SiteSet {
        &self.empty
    }

    /// The sites where a piece of this player stands, of a stack on top; `None` for one who has never had any, and for
    /// nobody.
    #[inline]
    pub(crate) fn owned(&self, player: u8) -> Option<&SiteSet> {
        self.seen().owned.get(usize::from(player).checked_sub(1)?)
    }

    /// The sites of a game without stacks where a component stands, likewise.
    #[inline]
    pub(crate) fn placed(&self, component: usize) -> Option<&SiteSet> {
        self.placed.get(component.checked_sub(1)?)
    }

    /// How many pieces of a component stand on all sites; `None` where they are not counted.
    #[inline]
    pub(crate) fn counted(&self, component: usize) -> Option<i32> {
        self.counted.get(component).copied()
    }

    /// Counts more pieces of a component.
    #[inline]
    fn count_more(&mut self, what: u16, more: i32) {
        if let Some(count) = self.counted.get_mut(usize::from(what)) {
            *count = count.wrapping_add(more);
        }
    }

    /// For each local state from 1 the sites where the piece has it, of a stack on top; all others have state 0. `None`
    /// where that is not kept.
    #[inline]
    pub(crate) fn in_states(&self) -> Option<&[SiteSet]> {
        let states = &self.seen().in_state;
        let beyond = states.get(MOST_STATES).is_some_and(|sites| !sites.is_empty());
        if beyond { None } else { Some(states) }
    }

    /// Notes that a piece has taken the place of another on a site of a game without stacks.
    #[inline]
    fn replaced(&mut self, site: usize, old: &Piece, new: &Piece) {
        if let Some(hash) = &mut self.hash {
            *hash = hash.wrapping_sub(old.hash_at(site, 0)).wrapping_add(new.hash_at(site, 0));
        }
        self.seen.file(self.flat.len(), site, old, new);
    }

    /// The sites by what is to be seen on them: of stacks found when they are asked for, as few rules ask.
    fn seen(&self) -> &Seen {
        match &self.stacks {
            None => &self.seen,
            Some(stacks) => self.tops.0.get_or_init(|| {
                let mut seen = Seen::default();
                let tops = stacks.iter().enumerate().filter_map(|(site, stack)| Some((site, stack.last()?)));
                tops.for_each(|(site, top)| seen.file(stacks.len(), site, &Piece::default(), top));
                seen
            }),
        }
    }

    /// How many levels stand on a site; 0 or 1 in a game without stacks.
    #[inline]
    pub fn height(&self, site: usize) -> usize {
        match &self.stacks {
            Some(stacks) => stacks.get(site).map_or(0, Vec::len),
            None => usize::from(self.flat.get(site).is_some_and(|piece| piece.what != 0)),
        }
    }

    /// The component on a site of a game without stacks, 0 for nothing.
    #[inline]
    pub fn what(&self, site: usize) -> u16 {
        self.flat.get(site).map_or(0, |piece| piece.what)
    }

    /// The owner of the piece on a site of a game without stacks, 0 for nobody.
    #[inline]
    pub fn who(&self, site: usize) -> u8 {
        self.flat.get(site).map_or(0, |piece| piece.who)
    }

    /// How many pieces stand on a site.
    #[inline]
    pub fn count(&self, site: usize) -> i32 {
        match &self.stacks {
            Some(stacks) => stacks.get(site).map_or(0, |stack| stack.len() as i32),
            None => self.flat.get(site).map_or(0, |piece| piece.count),
        }
    }

    /// The sites on which such a number of pieces stands.
    #[inline]
    pub(crate) fn with_count(&self, holds: impl Fn(i32) -> bool) -> SiteSet {
        match &self.stacks {
            Some(stacks) => stacks.iter().map(|stack| holds(stack.len() as i32)).collect(),
            None => self.flat.iter().map(|piece| holds(piece.count)).collect(),
        }
    }

    /// The stacks by site, in a stacking game.
    #[inline]
    pub(crate) fn stacks(&self) -> Option<&[Vec<Piece>]> {
        self.stacks.as_deref()
    }

    /// The piece on a level, the top one for `None`; the default piece where there is none.
    #[inline]
    pub fn piece(&self, site: usize, level: Option<usize>) -> Piece {
        let piece = match &self.stacks {
            Some(stacks) => stacks.get(site).and_then(|stack| match level {
                Some(level) => stack.get(level),
                None => stack.last(),
            }),
            None => self.flat.get(site),
        };
        piece.copied().unwrap_or_default()
    }

    /// Changes the data of a piece on a level, but not its component; the level it was found on (`None` without stacks)
    /// and the piece as it was.
    pub fn edit(
        &mut self,
        site: usize,
        level: Option<usize>,
        change: impl FnOnce(&mut Piece),
    ) -> Option<(Option<usize>, Piece)> {
        let (level, piece) = match &mut self.stacks {
            Some(stacks) => {
                let stack = stacks.get_mut(site)?;
                let index = level.unwrap_or_else(|| stack.len().saturating_sub(1));
                (Some(index), stack.get_mut(index)?)
            }
            None => (None, self.flat.get_mut(site)?),
        };
        let old = *piece;
        change(piece);
        let new = *piece;
        match level {
            Some(level) => {
                if let Some(hash) = &mut self.hash {
                    *hash = hash.wrapping_sub(old.hash_at(site, level)).wrapping_add(new.hash_at(site, level));
                }
                self.tops.0.take();
            }
            None => {
                self.replaced(site, &old, &new);
                self.count_more(old.what, new.count.wrapping_sub(old.count));
            }
        }
        Some((level, old))
    }

    /// Changes how many pieces stand on a site of a game without stacks where some do, and nothing else; what stood
    /// there before.
    #[inline]
    pub fn recount(&mut self, site: usize, count: i32) -> Piece {
        let Some(slot) = self.flat.get_mut(site) else { return Piece::default() };
        let old = *slot;
        slot.count = count;
        if let Some(hash) = &mut self.hash {
            *hash = hash.wrapping_sub(old.hash_at(site, 0)).wrapping_add(slot.hash_at(site, 0));
        }
        self.count_more(old.what, count.wrapping_sub(old.count));
        old
    }

    /// Puts a piece on a site without stacks, replacing what is there, or empties it with the default piece; what was
    /// there before.
    #[inline]
    pub fn put(&mut self, site: usize, piece: Piece) -> Piece {
        let Some(slot) = self.flat.get_mut(site) else { return Piece::default() };
        let old = std::mem::replace(slot, piece);
        self.replaced(site, &old, &piece);
        let components = (usize::from(old.what), usize::from(piece.what));
        change_holder(&mut self.placed, self.flat.len(), site, components);
        self.count_more(old.what, old.count.wrapping_neg());
        self.count_more(piece.what, piece.count);
        self.empty.set(site, piece.what == 0 && piece.count == 0);
        old
    }

    /// Puts a piece on a site of a game without stacks where none is, with the data that the site has; what was there.
    /// `None`, and nothing is done, where a piece is there already.
    #[inline]
    pub fn occupy(&mut self, site: usize, what: u16, who: u8) -> Option<Piece> {
        let slot = self.flat.get_mut(site).filter(|slot| slot.what == 0)?;
        let old = *slot;
        let piece = Piece { what, who, count: 1, ..old };
        *slot = piece;
        if let Some(hash) = &mut self.hash {
            *hash = hash.wrapping_sub(old.hash_at(site, 0)).wrapping_add(piece.hash_at(site, 0));
        }
        let sites = self.flat.len();
        change_holder(&mut self.seen.owned, sites, site, (usize::from(old.who), usize::from(who)));
        change_holder(&mut self.placed, sites, site, (0, usize::from(what)));
        self.count_more(what, 1);
        self.empty.set(site, false);
        Some(old)
    }

    /// Moves one of several pieces of a site of a game that counts them to another one where pieces like it are; what
    /// was on each. `None`, and nothing is done, where it is not so.
    #[inline]
    pub fn pass_on(&mut self, from: usize, to: usize) -> Option<[Piece; 2]> {
        let counts = !self.counted.is_empty();
        let [start, end] = self.flat.get_disjoint_mut([from, to]).ok().filter(|_| counts)?;
        let more = Piece { count: end.count.saturating_add(1), ..*end };
        if start.what == 0 || start.count <= 1 || more != (Piece { count: more.count, ..*start }) {
            return None;
        }
        let (old, there) = (*start, *end);
        start.count -= 1;
        *end = more;
        if let Some(hash) = &mut self.hash {
            let gone = old.hash_at(from, 0).wrapping_add(there.hash_at(to, 0));
            *hash = hash.wrapping_sub(gone).wrapping_add(start.hash_at(from, 0)).wrapping_add(more.hash_at(to, 0));
        }
        self.count_more(old.what, more.count - there.count - 1);
        Some([old, there])
    }

    /// Moves the one piece of a site of a game without stacks to another one, in the place of what is there; the piece,
    /// and what was there. `None`, and nothing is done, where no piece stands alone on the start, or its like is there
    /// already.
    #[inline]
    pub fn shift(&mut self, from: usize, to: usize) -> Option<[Piece; 2]> {
        let [start, end] = self.flat.get_disjoint_mut([from, to]).ok()?;
        if start.what == 0 || start.count != 1 || end.what == start.what {
            return None;
        }
        let (piece, there) = (*start, *end);
        (*start, *end) = (Piece::default(), piece);
        if let Some(hash) = &mut self.hash {
            let gone = piece.hash_at(from, 0).wrapping_add(there.hash_at(to, 0));
            *hash = hash.wrapping_sub(gone).wrapping_add(piece.hash_at(to, 0));
        }
        let holders = |of: fn(&Piece) -> usize| (of(&piece), of(&there));
        move_held(&mut self.seen.owned, (from, to), holders(|piece| usize::from(piece.who)));
        move_held(&mut self.placed, (from, to), holders(|piece| usize::from(piece.what)));
        self.seen.file_state(self.flat.len(), from, piece.state, 0);
        self.seen.file_state(self.flat.len(), to, there.state, piece.state);
        self.count_more(there.what, there.count.wrapping_neg());
        self.empty.set(from, true);
        self.empty.set(to, false);
        Some([piece, there])
    }

    /// Puts back what was on a site, or on a level of its stack, before it was edited or replaced.
    pub fn restore(&mut self, site: usize, level: Option<usize>, old: Piece) {
        match level {
            Some(_) => drop(self.edit(site, level, |piece| *piece = old)),
            None if self
                .flat
                .get(site)
                .is_some_and(|there| there.what != 0 && Piece { count: old.count, ..*there } == old) =>
            {
                self.recount(site, old.count);
            }
            None => drop(self.put(site, old)),
        }
    }

    /// Shows the value of a variable of a puzzle on a site, which stays one of the empty ones; 0 shows nothing.
    ///
    /// Gives back the value that was shown.
    pub fn show(&mut self, site: usize, value: u16) -> u16 {
        let Some(slot) = self.flat.get_mut(site) else { return 0 };
        let there = i32::from(value != 0);
        let new = Piece { what: value, who: u8::from(value != 0), count: there, ..Piece::default() };
        let old = std::mem::replace(slot, new);
        self.replaced(site, &old, &new);
        old.what
    }

    /// Inserts a piece into a stack, on top for `None`.
    pub fn push(&mut self, site: usize, level: Option<usize>, piece: Piece) {
        if let Some(stack) = self.stacks.as_mut().and_then(|stacks| stacks.get_mut(site)) {
            let at = level.unwrap_or(stack.len()).min(stack.len());
            let above = self.hash.map(|hash| hash.wrapping_sub(hash_from(stack, site, at)));
            stack.insert(at, piece);
            self.hash = above.map(|hash| hash.wrapping_add(hash_from(stack, site, at)));
            self.empty.remove(site as i32);
            self.tops.0.take();
        }
    }

    /// Takes a piece out of a stack, from the top for `None`.
    pub fn pull(&mut self, site: usize, level: Option<usize>) -> Option<Piece> {
        let stack = self.stacks.as_mut()?.get_mut(site)?;
        let at = match level {
            Some(level) if level < stack.len() => level,
            Some(_) => return None,
            None => stack.len().checked_sub(1)?,
        };
        let above = self.hash.map(|hash| hash.wrapping_sub(hash_from(stack, site, at)));
        let piece = stack.remove(at);
        self.hash = above.map(|hash| hash.wrapping_add(hash_from(stack, site, at)));
        if stack.is_empty() {
            self.empty.insert(site as i32);
        }
        self.tops.0.take();
        Some(piece)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::SplitMix64;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    const SITES: usize = 70;

    /// What happens in one go beside the same put on the sites one after the other.
    #[test]
    fn what_happens_at_once_leaves_what_the_same_leaves_step_by_step() {
        for counted in [0, 4] {
            let mut chance = SplitMix64::seed_from_u64(5);
            let mut below = |n: u64| chance.next_u64() % n;
            let (mut at_once, mut by_steps) =
                (SiteStore::new(SITES, false, counted), SiteStore::new(SITES, false, counted));
            let mut done = [0; 3];
            for _ in 0..20_000 {
                let (from, to) = (below(SITES as u64) as usize, below(SITES as u64) as usize);
                let (what, who) = (1 + below(3) as u16, 1 + below(2) as u8);
                let (piece, there) = (by_steps.piece(from, None), by_steps.piece(to, None));
                match below(5) {
                    0 if at_once.occupy(to, what, who).is_some() => {
                        by_steps.put(to, Piece { what, who, count: 1, ..there });
                        done[0] += 1;
                    }
                    1 | 2 if at_once.shift(from, to) == Some([piece, there]) => {
                        by_steps.put(from, Piece::default());
                        by_steps.put(to, piece);
                        done[1] += 1;
                    }
                    3 if at_once.pass_on(from, to) == Some([piece, there]) => {
                        by_steps.recount(from, piece.count - 1);
                        by_steps.recount(to, there.count + 1);
                        done[2] += 1;
                    }
                    4 => {
                        let count = if counted > 0 { 1 + below(3) as i32 } else { 1 };
                        let state = below(3) as i32;
                        let put = Piece { what, who: what as u8, count, state, ..Piece::default() };
                        assert_eq!(at_once.put(from, put), by_steps.put(from, put));
                    }
                    _ => {}
                }
                assert_eq!(at_once, by_steps);
            }
            assert_eq!(done.map(|times| times > 100), [true, true, counted > 0]);
        }
    }
}
