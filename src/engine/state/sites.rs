//! Changes of what stands where, each written to the journal.

use super::{Location, State};
use crate::board::SiteType;
use crate::engine::journal::Undo;
use crate::engine::layout::StoreSite;
use crate::engine::site_store::{Piece, SiteStore};
use crate::engine::uses::Uses;

impl State {
    #[inline]
    fn disown(&mut self, what: u16, location: Location) {
        let what = usize::from(what);
        if let Some(list) = self.owned.get_mut(what)
            && let Some(index) = list.iter().position(|s| *s == location)
        {
            if self.swap_remove {
                list.swap_remove(index);
            } else {
                list.remove(index);
            }
            self.journal.write(|| Undo::Disowned { what, index, location });
        }
    }

    #[inline]
    fn own(&mut self, what: u16, location: Location) {
        let what = usize::from(what);
        if let Some(list) = self.owned.get_mut(what) {
            list.push(location);
            self.journal.write(|| Undo::Owned { what });
        }
    }

    /// Lists a component on a site where it does not stand.
    pub(crate) fn list_only(&mut self, place: StoreSite, what: u16) {
        let (t, site) = self.layout.global(place.store, place.site);
        self.touch(Uses::BOARD);
        self.only_listed = true;
        self.own(what, Location { t, site, level: 0 });
    }

    /// Replaces what stands on a site of a game without stacks; the default piece empties it.
    #[inline]
    pub(crate) fn put(&mut self, place: StoreSite, piece: Piece) {
        self.touch(Uses::BOARD);
        let old = self.stores[place.store].put(place.site, piece);
        self.journal.write(|| Undo::Piece { place, level: None, old });
        if old.what != piece.what {
            let (t, site) = self.layout.global(place.store, place.site);
            let location = Location { t, site, level: 0 };
            if old.what != 0 {
                self.disown(old.what, location);
            }
            if piece.what != 0 {
                self.own(piece.what, location);
            }
        }
    }

    /// Puts a piece on a site where none is, with the data that the site has; `false`, and nothing is done, where one
    /// is there.
    #[inline]
    pub(crate) fn occupy(&mut self, place: StoreSite, what: u16, who: u8) -> bool {
        let Some(old) = self.stores[place.store].occupy(place.site, what, who) else { return false };
        self.touch(Uses::BOARD);
        self.journal.write(|| Undo::Piece { place, level: None, old });
        let (t, site) = self.layout.global(place.store, place.site);
        self.own(what, Location { t, site, level: 0 });
        true
    }

    /// Moves a piece of a site to another one of the same container and type, as [`State::put`] or [`State::recount`]
    /// would; `false`, and nothing is done, where it is not that simple.
    #[inline]
    pub(crate) fn shift(&mut self, from: StoreSite, to: StoreSite) -> bool {
        if from.store != to.store {
            return false;
        }
        let store = &mut self.stores[from.store];
        let Some([piece, there]) = store.shift(from.site, to.site) else {
            let Some([old, there]) = store.pass_on(from.site, to.site) else { return false };
            self.touch(Uses::BOARD);
            self.journal.write(|| Undo::Piece { place: from, level: None, old });
            self.journal.write(|| Undo::Piece { place: to, level: None, old: there });
            return true;
        };
        self.touch(Uses::BOARD);
        let (t, start) = self.layout.global(from.store, from.site);
        let (_, end) = self.layout.global(to.store, to.site);
        self.journal.write(|| Undo::Piece { place: from, level: None, old: piece });
        self.disown(piece.what, Location { t, site: start, level: 0 });
        self.journal.write(|| Undo::Piece { place: to, level: None, old: there });
        if there.what != 0 {
            self.disown(there.what, Location { t, site: end, level: 0 });
        }
        self.own(piece.what, Location { t, site: end, level: 0 });
        true
    }

    /// Puts these pieces, given in the order of their sites, in the place of all that stands in a game without stacks.
    pub(crate) fn arrange(&mut self, pieces: &[(StoreSite, Piece)]) {
        self.touch(Uses::BOARD);
        self.forget_marks();
        self.stores.iter_mut().for_each(SiteStore::clear);
        self.owned.iter_mut().for_each(Vec::clear);
        for &(place, piece) in pieces {
            self.stores[place.store].put(place.site, piece);
            if piece.what != 0 {
                let (t, site) = self.layout.global(place.store, place.site);
                self.own(piece.what, Location { t, site, level: 0 });
            }
        }
    }

    /// Shows the value of a variable on its site, which stays one of the empty ones; 0 shows nothing.
    pub(crate) fn show_value(&mut self, place: StoreSite, value: u16) {
        self.touch(Uses::BOARD);
        let old = self.stores[place.store].show(place.site, value);
        self.journal.write(|| Undo::Shown { place, old });
    }

    /// Changes the data of a piece (not its component); works on empty sites of games without stacks.
    pub(crate) fn edit(&mut self, place: StoreSite, level: Option<i32>, change: impl FnOnce(&mut Piece)) {
        self.touch(Uses::BOARD);
        let level = level.and_then(|level| usize::try_from(level).ok());
        if let Some((level, old)) = self.stores[place.store].edit(place.site, level, change) {
            self.journal.write(|| Undo::Piece { place, level, old });
        }
    }

    /// Changes how many pieces stand on a site of a game without stacks where some do.
    pub(crate) fn recount(&mut self, place: StoreSite, count: i32) {
        self.touch(Uses::BOARD);
        let old = self.stores[place.store].recount(place.site, count);
        self.journal.write(|| Undo::Piece { place, level: None, old });
    }

    /// Covers a site that nothing stands on by a large piece: it is no longer empty, but nothing is there. `count` is
    /// what it counts as.
    pub(crate) fn cover(&mut self, place: StoreSite, count: i32) {
        let there = self.stores[place.store].piece(place.site, None);
        if there.what == 0 {
            self.put(place, Piece { count, ..there });
        }
    }

    /// Uncovers a site that nothing stands on.
    pub(crate) fn uncover(&mut self, place: StoreSite) {
        if self.stores[place.store].piece(place.site, None).what == 0 {
            self.put(place, Piece::default());
        }
    }

    /// Inserts a piece into a stack, on top for `None`; recorded levels above it rise.
    pub(crate) fn push(&mut self, place: StoreSite, level: Option<i32>, piece: Piece) {
        self.touch(Uses::BOARD);
        let (t, site) = self.layout.global(place.store, place.site);
        let height = self.stores[place.store].height(place.site);
        let at = level.and_then(|l| usize::try_from(l).ok()).unwrap_or(height).min(height);
        if !self.residual_data.is_empty() {
            self.residual_data.cover(place, height);
        }
        self.stores[place.store].push(place.site, Some(at), piece);
        self.journal.write(|| Undo::Pushed { place, level: at });
        if at < height {
            self.shift_levels(t, site, at as i32, 1);
            self.journal.write(|| Undo::Shifted { t, site, from: at as i32 + 1, by: -1 });
        }
        self.own(piece.what, Location { t, site, level: at as i32 });
    }

    /// Takes a piece out of a stack, from the top for `None`; recorded levels above it sink.
    pub(crate) fn pull(&mut self, place: StoreSite, level: Option<i32>) -> Option<Piece> {
        self.touch(Uses::BOARD);
        let (t, site) = self.layout.global(place.store, place.site);
        let height = self.stores[place.store].height(place.site);
        let at = level.and_then(|l| usize::try_from(l).ok()).unwrap_or(height.checked_sub(1)?);
        let piece = self.stores[place.store].pull(place.site, Some(at))?;
        self.journal.write(|| Undo::Pulled { place, level: at, piece });
        self.disown(piece.what, Location { t, site, level: at as i32 });
        if at + 1 < height {
            self.shift_levels(t, site, at as i32 + 1, -1);
            self.journal.write(|| Undo::Shifted { t, site, from: at as i32, by: 1 });
        }
        Some(piece)
    }

    pub(super) fn shift_levels(&mut self, t: SiteType, site: i32, from: i32, by: i32) {
        for location in self.owned.iter_mut().flatten() {
            if location.t == t && location.site == site && location.level >= from {
                location.level += by;
            }
        }
    }
}
