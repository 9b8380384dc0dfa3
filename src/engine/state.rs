//! The state of a game: what changes when a move is applied.

use crate::board::SiteType;
use crate::engine::features::Features;
use crate::engine::journal::{Journal, Undo};
use crate::engine::layout::{Layout, StoreSite};
use crate::engine::scalars::Scalars;
use crate::engine::site_set::SiteSet;
use crate::engine::site_store::{Piece, SiteStore};
use crate::engine::uses::Uses;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// Where a piece stands, in the owned lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Location {
    /// Site type.
    pub t: SiteType,
    /// Global site.
    pub site: i32,
    /// Level in its stack, 0 without stacks.
    pub level: i32,
}

/// How a finished game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndType {
    /// An end rule applied.
    NaturalEnd,
    /// The limit of moves was reached.
    MoveLimit,
    /// The limit of turns was reached.
    TurnLimit,
}

impl EndType {
    /// As Ludii writes it.
    pub fn name(self) -> &'static str {
        ["NaturalEnd", "MoveLimit", "TurnLimit"][self as usize]
    }
}

/// The status of a finished game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Status {
    /// Winner: 0 nobody, players + 1 a tie, -1 abandoned.
    pub winner: i32,
    /// How it ended.
    pub end: EndType,
}

/// The state of a game. Read it through its methods; it is changed only by applying moves.
#[derive(Debug, Clone)]
pub struct State {
    layout: Arc<Layout>,
    stores: Vec<SiteStore>,
    /// By component.
    owned: Vec<Vec<Location>>,
    swap_remove: bool,
    /// Whether a component may be listed on a site where it does not stand.
    only_listed: bool,
    versions: [u64; Uses::PARTS],
    clock: u64,
    journal: Journal,
    scalars: Scalars,
    /// For each mark in use the scalars as they were then, once they have changed.
    saved: Vec<Option<Scalars>>,
}

impl Deref for State {
    type Target = Scalars;

    #[inline]
    fn deref(&self) -> &Scalars {
        &self.scalars
    }
}

impl DerefMut for State {
    #[inline]
    fn deref_mut(&mut self) -> &mut Scalars {
        if let Some(None) = self.saved.last() {
            self.save_scalars();
        }
        &mut self.scalars
    }
}

/// A state to go back to with [`State::roll_back`].
#[derive(Debug, Clone)]
pub(crate) struct Mark {
    entries: usize,
    versions: [u64; Uses::PARTS],
}

impl State {
    /// The state before the start rules.
    pub(crate) fn new(
        layout: Arc<Layout>,
        players: usize,
        components: usize,
        vars: usize,
        features: &Features,
    ) -> Self {
        let counted = if features.counts && !features.stacking { components + 1 } else { 0 };
        State {
            stores: layout.store_sizes().map(|len| SiteStore::new(len, features.stacking, counted)).collect(),
            layout,
            owned: vec![Vec::new(); components + 1],
            swap_remove: features.swap_remove,
            only_listed: false,
            versions: [0; Uses::PARTS],
            clock: 0,
            journal: Journal::default(),
            scalars: Scalars::new(players, vars),
            saved: Vec::new(),
        }
    }

    /// Takes over the contents of another state of the same game, in the memory of this one. The clock goes on, so that
    /// no version number is used twice.
    pub(crate) fn copy_from(&mut self, other: &State) {
        for (store, from) in self.stores.iter_mut().zip(&other.stores) {
            store.copy_from(from);
        }
        for (list, from) in self.owned.iter_mut().zip(&other.owned) {
            list.clone_from(from);
        }
        self.forget_marks();
        self.only_listed = other.only_listed;
        self.clock = self.clock.max(other.clock) + 1;
        self.versions = other.versions;
        self.scalars.clone_from(&other.scalars);
    }

    /// Notes the present state; changes are written to the journal until it is rolled back or released. Marks are
    /// given up in the opposite order to that in which they were set.
    pub(crate) fn mark(&mut self) -> Mark {
        self.saved.push(None);
        Mark { entries: self.journal.open(), versions: self.versions }
    }

    /// Gives up all marks without going back to any.
    pub(crate) fn forget_marks(&mut self) {
        self.journal.forget_marks();
        self.saved.clear();
    }

    #[cold]
    fn save_scalars(&mut self) {
        if let Some(saved) = self.saved.last_mut() {
            *saved = Some(self.scalars.clone());
        }
    }

    /// Goes back to a mark and gives it up. The clock goes on, so that no version number is used twice.
    pub(crate) fn roll_back(&mut self, mark: Mark) {
        while let Some(entry) = self.journal.pop(mark.entries) {
            self.revert(entry);
        }
        self.journal.close();
        self.versions = mark.versions;
        self.clock += 1;
        if let Some(Some(scalars)) = self.saved.pop() {
            self.scalars = scalars;
        }
    }

    /// Gives up a mark, the changes since staying; they can still be taken back to a mark set before.
    pub(crate) fn release(&mut self, _mark: Mark) {
        self.journal.close();
        let saved = self.saved.pop().flatten();
        if let Some(outer @ None) = self.saved.last_mut() {
            *outer = saved;
        }
    }

    /// How many changes are written down that could be taken back.
    pub(crate) fn changes(&self) -> usize {
        self.journal.len()
    }

    /// Forgets the changes beyond so many, which together change nothing.
    pub(crate) fn forget_changes(&mut self, length: usize) {
        while self.journal.pop(length).is_some() {}
    }

    fn revert(&mut self, entry: Undo) {
        match entry {
            Undo::Piece { place, level, old } => self.stores[place.store].restore(place.site, level, old),
            Undo::Shown { place, old } => drop(self.stores[place.store].show(place.site, old)),
            Undo::Pushed { place, level } => drop(self.stores[place.store].pull(place.site, Some(level))),
            Undo::Pulled { place, level, piece } => self.stores[place.store].push(place.site, Some(level), piece),
            Undo::Owned { what } => drop(self.owned[what].pop()),
            Undo::Disowned { what, index, location } => self.put_back(what, index, location),
            Undo::Shifted { t, site, from, by } => self.shift_levels(t, site, from, by),
            Undo::Swapped { what, index } => self.owned[what].swap(index - 1, index),
        }
    }

    fn put_back(&mut self, what: usize, index: usize, location: Location) {
        let list = &mut self.owned[what];
        if self.swap_remove && index < list.len() {
            let moved = std::mem::replace(&mut list[index], location);
            list.push(moved);
        } else {
            list.insert(index, location);
        }
    }

    /// The numbering of the sites.
    #[inline]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The site store of a container and site type.
    pub fn site_store(&self, container: usize, t: SiteType) -> Option<&SiteStore> {
        self.stores.get(self.layout.store_number(container, t))
    }

    /// The site store of this number, in the order of [`Layout::store_sizes`].
    pub(crate) fn site_store_at(&self, store: usize) -> Option<&SiteStore> {
        self.stores.get(store)
    }

    // Inlined, it copies no more of the piece than is asked for.
    #[inline(always)]
    fn at(&self, t: SiteType, site: i32, level: Option<i32>) -> Piece {
        let Some(place) = self.layout.any_place(t, site) else { return Piece::default() };
        let level = match level {
            Some(level) if level >= 0 => Some(level as usize),
            _ => None,
        };
        self.stores[place.store].piece(place.site, level)
    }

    /// The piece on a site, on top of its stack when no level (or a negative one) is given; the default piece, which
    /// is nothing, for an empty or unknown site. Sites outside the board are found whatever the type.
    #[inline]
    pub fn piece(&self, t: SiteType, site: i32, level: Option<i32>) -> Piece {
        self.at(t, site, level)
    }

    /// The piece on a place, on top of its stack.
    #[inline]
    pub(crate) fn piece_at(&self, place: StoreSite) -> Piece {
        self.stores[place.store].piece(place.site, None)
    }

    /// The height of the stack on a place; 0 or 1 without stacks.
    #[inline]
    pub(crate) fn height_at(&self, place: StoreSite) -> usize {
        self.stores[place.store].height(place.site)
    }

    /// The piece on a site of exactly this type: a hand site is found only as a Cell.
    #[inline]
    pub fn piece_exactly(&self, t: SiteType, site: i32, level: Option<i32>) -> Piece {
        if self.layout.place(t, site).is_some() { self.at(t, site, level) } else { Piece::default() }
    }

    /// The owner of the piece on a site of exactly this type: a hand site is found only as a Cell.
    #[inline]
    pub(crate) fn who_exactly(&self, t: SiteType, site: i32) -> i32 {
        self.layout.place(t, site).map_or(0, |place| i32::from(self.piece_at(place).who))
    }

    /// The component on a site.
    #[inline]
    pub fn what(&self, t: SiteType, site: i32) -> i32 {
        i32::from(self.at(t, site, None).what)
    }

    /// The owner of the piece on a site.
    #[inline]
    pub fn who(&self, t: SiteType, site: i32) -> i32 {
        i32::from(self.at(t, site, None).who)
    }

    /// Height of the stack on a site; 0 or 1 without stacks.
    #[inline]
    pub fn height(&self, t: SiteType, site: i32) -> i32 {
        self.layout.any_place(t, site).map_or(0, |place| self.stores[place.store].height(place.site) as i32)
    }

    /// How many pieces of a component there are in a game that counts them; `None` where that is not kept.
    pub(crate) fn counted(&self, component: usize) -> Option<i32> {
        if self.only_listed {
            return None;
        }
        self.stores.iter().try_fold(0, |sum: i32, store| Some(sum.wrapping_add(store.counted(component)?)))
    }

    /// How many pieces stand on a site of exactly this type: its count, or the height of its stack.
    #[inline]
    pub fn count(&self, t: SiteType, site: i32) -> i32 {
        self.layout.place(t, site).map_or(0, |place| self.stores[place.store].count(place.site))
    }

    /// Whether a site exists and is one of the empty ones: those of a puzzle all are, one with a count of nothing or
    /// covered by a large piece is not.
    #[inline]
    pub fn is_empty_site(&self, t: SiteType, site: i32) -> bool {
        self.layout.any_place(t, site).is_some_and(|place| self.stores[place.store].empty().contains(place.site as i32))
    }

    /// Whether a site exists and something stands on it; of a large piece that is its root alone.
    #[inline]
    pub fn is_occupied(&self, t: SiteType, site: i32) -> bool {
        self.layout.any_place(t, site).is_some_and(|place| self.stores[place.store].height(place.site) > 0)
    }

    /// The empty board sites of a type.
    #[inline]
    pub fn empty_sites(&self, t: SiteType) -> &SiteSet {
        self.stores[t as usize].empty()
    }

    /// Where the pieces of a component stand, in the order that decides the order of legal moves.
    ///
    /// Adding appends. Removing puts the last entry into the hole in games without stacks that use only cells or only
    /// vertices, and keeps the order of the rest in all others (Ludii 1.3.12's behaviour).
    #[inline]
    pub fn locations(&self, component: usize) -> &[Location] {
        debug_assert!(!self.owned.is_empty(), "the owned lists are not kept");
        self.owned.get(component).map_or(&[], Vec::as_slice)
    }

    /// Whether a component may be listed on a site where it does not stand.
    pub(crate) fn lists_more(&self) -> bool {
        self.only_listed
    }

    /// Puts the owned lists of a game without stacks into the order of the sites.
    pub(crate) fn sort_lists(&mut self) {
        for (what, list) in self.owned.iter_mut().enumerate() {
            // All are in order but those that have been put there last.
            for end in 1..list.len() {
                let mut index = end;
                while index > 0 && list[index - 1].site > list[index].site {
                    list.swap(index - 1, index);
                    self.journal.write(|| Undo::Swapped { what, index });
                    index -= 1;
                }
            }
        }
    }
}

/// The entry of a player in a list by player; `None` outside of it.
#[inline]
pub(crate) fn of_player<T: Copy>(list: &[T], player: i32) -> Option<T> {
    list.get(usize::try_from(player).ok()?).copied()
}

/// Changes the entry of a player in a list by player, if there is one.
pub(crate) fn set_of_player<T>(list: &mut [T], player: i32, value: T) {
    if let Some(entry) = usize::try_from(player).ok().and_then(|player| list.get_mut(player)) {
        *entry = value;
    }
}

mod hash;
mod hidden;
mod scalars;
mod sites;
mod stamp;

pub(crate) use stamp::{Contents, Stamp, Turn};
