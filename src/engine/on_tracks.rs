//! Where pieces are on tracks that pass a site more than once.
//!
//! A site then has several indices on its track, and which of them a piece is at follows from how it came there. What
//! is kept is no list of pieces but a number for each track, component and index, changed by the actions as they are
//! executed; it goes astray in stacks, and may fall below 0. It is kept for all tracks as soon as one of them has an
//! inner loop, and belongs to no hash. (Ludii 1.3.12's behaviour.)
//!
//! ASSUMPTION: of a stack that moves as a whole, the piece looked at is the top one.

use crate::engine::context::Cx;
use crate::engine::equipment::{Equipment, Track};
use crate::engine::uses::Uses;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The numbers that are not 0, by track, component and index.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct OnTracks(FxHashMap<(usize, i32, usize), i32>);

impl OnTracks {
    /// All zero; `None` where no track has an inner loop.
    pub fn new(equipment: &Equipment) -> Option<Arc<Self>> {
        equipment.tracks.iter().any(Track::has_inner_loop).then(Arc::default)
    }

    fn get(&self, track: usize, what: i32, index: usize) -> i32 {
        self.0.get(&(track, what, index)).copied().unwrap_or(0)
    }

    fn change(&mut self, track: usize, what: i32, index: usize, by: i32) {
        let entry = self.0.entry((track, what, index)).or_default();
        *entry = entry.wrapping_add(by);
    }
}

impl Cx {
    /// Lets a change see each track, where there is anything to keep.
    fn on_each_track(&mut self, mut change: impl FnMut(&mut OnTracks, usize, &Track)) {
        // Looked at first: asking for what may be changed saves it.
        if self.state.on_tracks.is_none() {
            return;
        }
        let Some(noted) = &mut self.state.on_tracks else { return };
        let noted = Arc::make_mut(noted);
        for (number, track) in self.game.equipment.tracks.iter().enumerate() {
            change(noted, number, track);
        }
        self.charge(self.game.equipment.tracks.len() as u64);
        self.state.touch(Uses::BOARD);
    }

    /// Notes pieces that were put down.
    pub(super) fn note_added(&mut self, site: i32, what: i32, count: i32) {
        self.on_each_track(|noted, number, track| {
            if let Some(&index) = track.places(site).first() {
                noted.change(number, what, index, count);
            }
        });
    }

    /// Notes that a site was cleared of a component.
    pub(super) fn note_removed(&mut self, site: i32, what: i32) {
        self.on_each_track(|noted, number, track| {
            for &index in track.places(site) {
                noted.change(number, what, index, -1);
            }
        });
    }

    /// Notes that pieces moved: from the first index where they are noted to the next one ahead.
    pub(super) fn note_moved(&mut self, from: i32, to: i32, what: i32, count: i32) {
        self.on_each_track(|noted, number, track| {
            let first = track.places(to).first().copied();
            if track.places(from).is_empty() {
                if let Some(first) = first {
                    noted.change(number, what, first, 1);
                }
                return;
            }
            let noted_at = |&&at: &&usize| noted.get(number, what, at) > 0;
            let Some(&at) = track.places(from).iter().find(noted_at) else { return };
            noted.change(number, what, at, -count);
            if let Some(target) = track.places(to).iter().copied().find(|&index| index > at).or(first) {
                noted.change(number, what, target, count);
            }
        });
    }

    /// Whether pieces are followed on a track: it is open, and they are noted at all.
    pub(crate) fn follows(&self, number: usize) -> bool {
        let open = self.game.equipment.tracks.get(number).is_some_and(|track| !track.looped);
        open && self.state.on_tracks.is_some()
    }

    /// The index on a track from which the piece on a site goes on; `None` if there is none.
    ///
    /// The first index of the site, unless the track is open and pieces are noted: then the first index where the piece
    /// is noted. In a stack it is the lowest piece of the player who asks, if he has one there.
    pub(crate) fn index_on_track(&self, number: usize, site: i32, player: i32) -> Option<usize> {
        let track = self.game.equipment.tracks.get(number)?;
        let Some(noted) = self.state.on_tracks.as_ref().filter(|_| !track.looped) else {
            return track.places(site).first().copied();
        };
        let t = self.state.layout().default_type();
        let levels = 0..if self.game.features.stacking { self.state.height(t, site) } else { 0 };
        let own =
            levels.map(|level| self.state.piece(t, site, Some(level))).find(|piece| i32::from(piece.who) == player);
        let what = own.map_or_else(|| self.state.what(t, site), |piece| i32::from(piece.what));
        if what == 0 {
            return track.places(site).first().copied();
        }
        track.places(site).iter().copied().find(|&index| noted.get(number, what, index) > 0)
    }
}
