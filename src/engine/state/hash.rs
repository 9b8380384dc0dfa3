//! Hashes of positions and situations.

use super::State;
use crate::engine::site_store::{SiteStore, fold};

/// A hash of numbers in their order, added to another.
fn hash_ints(hash: u64, values: impl IntoIterator<Item = i32>) -> u64 {
    let step =
        |hash: u64, value: i32| fold(hash ^ u64::from(value as u32), 0xe703_7ed1_a0b4_28db) ^ hash.rotate_left(17);
    values.into_iter().fold(hash, step)
}

impl State {
    /// No longer keeps the owned lists: nothing will ask for them.
    pub(crate) fn forget_lists(&mut self) {
        self.owned = Vec::new();
    }

    /// No longer keeps the hash of the position up to date: it is found when it is asked for.
    pub(crate) fn forget_hash(&mut self) {
        self.stores.iter_mut().for_each(SiteStore::forget_hash);
    }

    /// Hash of the position: what stands where with all its data and what of it is hidden, seats, teams and the unnamed
    /// variable. Mover, phases, scores, named variables, counter and remembered values are not part of it (Ludii
    /// 1.3.12's behaviour).
    pub(crate) fn position_hash(&self) -> u64 {
        let stores = self.stores.iter().fold(0, |sum, store| fold(sum ^ store.hash(), 0x9e37_79b9_7f4a_7c15));
        let seats = hash_ints(stores, self.agents.iter().chain(self.teams.iter()).copied());
        let mut hash = hash_ints(seats, [self.temp]);
        if !self.hidden.is_empty() {
            hash = hash_ints(hash, self.hidden.numbers());
        }
        match &self.variables {
            Some(variables) => fold(hash ^ variables.hash_of_domains(), 0x9e37_79b9_7f4a_7c15),
            None => hash,
        }
    }

    /// Hash of position and situation: what stands where with all its data, seats, teams, the unnamed variable, who is
    /// to move and who is due, who is still playing, pending values, triggered and stalemated players, scores. Counter,
    /// phases, named variables and remembered values are not part of it.
    ///
    /// Who is stalemated is noted while legal moves are listed (Ludii 1.3.12's behaviour), so compare hashes of
    /// positions whose legal moves have been asked for, as they are before every move.
    ///
    /// The part of the sites is kept up to date with every change. It is the same for the same state within one build
    /// of the program; it is not meant to be stored.
    pub fn hash(&self) -> u64 {
        self.situation_hash(true)
    }

    /// Hash of the situation: the position, and who is to move with what pending; scores too where the play rules
    /// change them (Ludii 1.3.12's behaviour).
    pub(crate) fn situation_hash(&self, scores: bool) -> u64 {
        let turn = [self.mover, self.next, self.prev, self.moves_this_turn, self.consecutive_passes];
        let bits = [self.active, self.triggered, self.stalemated].map(|bits| bits as i32);
        let mut hash = hash_ints(self.position_hash(), turn.into_iter().chain(bits));
        if !self.pending.is_empty() {
            let mut pending = self.pending.to_vec();
            pending.sort_unstable();
            hash = hash_ints(hash, pending);
        }
        if scores { hash_ints(hash, self.scores.iter().copied()) } else { hash }
    }
}
