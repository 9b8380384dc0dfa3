//! Data left above stacks.
//!
//! Each level of a stacking game keeps state, rotation and value by its number, also above the top. They are left
//! behind when a given level is taken out, and shown by the next piece that comes there without data of its own. They
//! stand on no piece and belong to no hash. (Ludii 1.3.12's behaviour.)

use crate::engine::layout::StoreSite;
use crate::engine::site_store::Piece;
use crate::engine::state::State;
use std::collections::BTreeMap;
use std::sync::Arc;

/// State, rotation and value by store, site and level, where not all are 0. Copies share what neither has changed.
#[derive(Debug, Clone, Default)]
pub(crate) struct ResidualData(Arc<BTreeMap<(usize, usize, usize), Data>>);

/// State, rotation and value of a piece.
type Data = (i32, i32, i32);

impl ResidualData {
    /// Whether nothing was left anywhere.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn get(&self, place: StoreSite, level: usize) -> Data {
        self.0.get(&(place.store, place.site, level)).copied().unwrap_or_default()
    }

    fn set(&mut self, place: StoreSite, level: usize, data: Data) {
        let key = (place.store, place.site, level);
        if data != (0, 0, 0) {
            Arc::make_mut(&mut self.0).insert(key, data);
        } else if self.0.contains_key(&key) {
            Arc::make_mut(&mut self.0).remove(&key);
        }
    }

    /// Forgets what was left on a level, because a piece stands there now.
    pub fn cover(&mut self, place: StoreSite, level: usize) {
        self.set(place, level, (0, 0, 0));
    }
}

impl State {
    fn top(&self, place: StoreSite) -> (usize, Piece) {
        let store = self.site_store_at(place.store);
        store.map_or((0, Piece::default()), |store| (store.height(place.site), store.piece(place.site, None)))
    }

    /// Puts a piece without data of its own on a stack: it shows what is left on its level.
    pub(crate) fn push_bare(&mut self, place: StoreSite, mut piece: Piece) {
        let (height, _) = self.top(place);
        (piece.state, piece.rotation, piece.value) = self.residual_data.get(place, height);
        self.push(place, None, piece);
    }

    /// Takes the piece of a level out of a stack. The pieces above sink with their data, but on the level that was the
    /// highest one the data stay as they were.
    pub(crate) fn pull_level(&mut self, place: StoreSite, level: i32) -> Option<Piece> {
        let (height, top) = self.top(place);
        let piece = self.pull(place, Some(level))?;
        let data = (top.state, top.rotation, top.value);
        if data != (0, 0, 0) || !self.residual_data.is_empty() {
            self.residual_data.set(place, height.saturating_sub(1), data);
        }
        Some(piece)
    }
}
