//! What players may not see.
//!
//! Bits per site, level, kind and player. They belong to the state, and decide nothing but what `(is Hidden ..)`,
//! `(sites Hidden ..)` and the comparison of positions find, and what is to be shown to whom: moves are generated as if
//! everything were visible. In a game without stacks a site has one set of bits, whatever the level, which goes with a
//! piece that moves; in a stacking game the bits belong to site and level and never move. (Ludii 1.3.12's behaviour.)

use std::collections::BTreeMap;

/// What of a site is hidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HiddenKind {
    /// Everything about it.
    All,
    /// The component.
    What,
    /// Its owner.
    Who,
    /// The local state.
    State,
    /// The count.
    Count,
    /// The rotation.
    Rotation,
    /// The value.
    Value,
}

impl HiddenKind {
    /// All kinds.
    pub const ALL: [HiddenKind; 7] = {
        use HiddenKind::*;
        [All, What, Who, State, Count, Rotation, Value]
    };

    /// The kind of a word of the language; there is none for [`HiddenKind::All`], which no word means.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().skip(1).find(|kind| kind.name() == word)
    }

    /// As the language spells it; empty for [`HiddenKind::All`].
    pub fn name(self) -> &'static str {
        ["", "What", "Who", "State", "Count", "Rotation", "Value"][self as usize]
    }
}

/// A site of a site store, and a level of it: 0 in games without stacks.
type Spot = (usize, usize, usize);

/// The hidden bits of a state: by spot, then for each kind a set of players (bit p stands for player p). A spot without
/// any is not listed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct HiddenBits(BTreeMap<Spot, [u32; 7]>);

impl HiddenBits {
    /// Whether nothing is hidden from anybody.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The players that this is hidden from.
    pub fn players(&self, spot: Spot, kind: HiddenKind) -> u32 {
        self.0.get(&spot).map_or(0, |bits| bits[kind as usize])
    }

    /// Hides something from some players, or shows it to them.
    pub fn set(&mut self, spot: Spot, kind: HiddenKind, players: u32, hidden: bool) {
        let bits = self.0.entry(spot).or_default();
        let of_kind = &mut bits[kind as usize];
        *of_kind = if hidden { *of_kind | players } else { *of_kind & !players };
        if *bits == [0; 7] {
            self.0.remove(&spot);
        }
    }

    /// Gives one spot the bits of another.
    pub fn copy(&mut self, from: Spot, to: Spot) {
        match self.0.get(&from).copied() {
            Some(bits) => drop(self.0.insert(to, bits)),
            None => self.clear(to),
        }
    }

    /// Takes all bits from a spot.
    pub fn clear(&mut self, spot: Spot) {
        self.0.remove(&spot);
    }

    /// Everything hidden as numbers, the same for the same bits.
    pub fn numbers(&self) -> impl Iterator<Item = i32> {
        let spot = |(store, site, level): Spot| [store as i32, site as i32, level as i32];
        self.0.iter().flat_map(move |(&at, bits)| spot(at).into_iter().chain(bits.iter().map(|&bits| bits as i32)))
    }

    /// The spots of a site store with something hidden of a kind, as site, level and set of players, ascending.
    pub fn of_store(&self, store: usize, kind: HiddenKind) -> impl Iterator<Item = (usize, usize, u32)> {
        let spots = self.0.range((store, 0, 0)..(store + 1, 0, 0));
        spots.map(move |(&(_, site, level), bits)| (site, level, bits[kind as usize])).filter(|entry| entry.2 != 0)
    }
}
