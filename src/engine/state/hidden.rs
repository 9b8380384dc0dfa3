//! What a state hides from players.

use super::State;
use crate::board::SiteType;
use crate::engine::hidden::HiddenKind;
use crate::engine::layout::StoreSite;
use crate::engine::role::bit;
use crate::engine::site_set::SiteSet;
use crate::engine::uses::Uses;
use std::sync::Arc;

impl State {
    /// The spot of the hidden bits of a site and level.
    fn spot(&self, place: StoreSite, level: i32) -> (usize, usize, usize) {
        let level = if self.stores[place.store].stacking() { usize::try_from(level).unwrap_or(0) } else { 0 };
        (place.store, place.site, level)
    }

    /// Whether something of a site, in a stacking game of a level of it, is hidden from a player; `false` for sites and
    /// players that do not exist. [`HiddenKind::All`] and the other kinds are kept apart: what a player may see of a
    /// kind is hidden by either.
    pub fn is_hidden(&self, t: SiteType, site: i32, level: i32, kind: HiddenKind, player: i32) -> bool {
        let place = self.layout.any_place(t, site);
        let players = place.map_or(0, |place| self.hidden.players(self.spot(place, level), kind));
        players & bit(player) != 0
    }

    /// The board sites of a type of which, on the lowest level, something is hidden from any of these players (bit p
    /// stands for player p).
    pub fn hidden_from(&self, t: SiteType, kind: HiddenKind, players: u32) -> SiteSet {
        let spots = self.hidden.of_store(self.layout.store_number(0, t), kind);
        spots.filter(|spot| spot.1 == 0 && spot.2 & players != 0).map(|spot| spot.0 as i32).collect()
    }

    /// What is hidden in a container: for a kind, sites counted within it, levels and sets of players, ascending.
    pub(crate) fn hidden_in(
        &self,
        container: usize,
        t: SiteType,
        kind: HiddenKind,
    ) -> impl Iterator<Item = (usize, usize, u32)> {
        self.hidden.of_store(self.layout.store_number(container, t), kind)
    }

    /// Hides something of a site from a player, or shows it.
    pub(crate) fn hide(&mut self, place: StoreSite, level: i32, kind: HiddenKind, player: i32, hidden: bool) {
        let spot = self.spot(place, level);
        Arc::make_mut(&mut self.hidden).set(spot, kind, bit(player), hidden);
        self.touch(Uses::OTHER);
    }

    /// Takes what is hidden along with a piece that has moved, in a game without stacks.
    pub(crate) fn move_hidden(&mut self, from: StoreSite, to: StoreSite) {
        if self.hidden.is_empty() {
            return;
        }
        let (source, target) = (self.spot(from, 0), self.spot(to, 0));
        let left = self.stores[from.store].height(from.site) == 0;
        let hidden = Arc::make_mut(&mut self.hidden);
        hidden.copy(source, target);
        if left {
            hidden.clear(source);
        }
        self.touch(Uses::OTHER);
    }
}
