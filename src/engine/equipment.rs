//! Board, hands and pieces, with their numbers and names.

use crate::board::{Direction, SiteType, Topology};
use crate::engine::expr::RegionExpr;
use crate::engine::layout::Layout;
use crate::engine::site_set::SiteSet;
use crate::engine::tile::{Placements, Tile};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::ops::Range;
use std::sync::Arc;

/// A container: the board, a hand, the dice.
#[derive(Debug, Clone)]
pub struct Container {
    /// Its name: `Board`, `Hand1`, `Dice0`.
    pub name: Arc<str>,
    /// What it is.
    pub kind: ContainerKind,
    /// Owner: a player, 0 for a neutral one, players + 1 for a shared one.
    pub owner: i32,
}

/// What a [`Container`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContainerKind {
    /// The board, container 0.
    Board,
    /// A hand.
    Hand,
    /// The dice: one die on each site.
    Dice,
}

/// A component: a kind of piece of one owner.
#[derive(Debug, Clone)]
pub struct Component {
    /// Its full name: `Disc1`, `X0`.
    pub name: Arc<str>,
    /// Its name as declared, without the owner's number.
    pub base: Arc<str>,
    /// Owner: a player, 0 for neutral, players + 1 for shared.
    pub owner: i32,
    /// The direction it faces; its player's where it declares none.
    pub facing: Option<Direction>,
    /// The two states that `(flip ..)` exchanges.
    pub flips: Option<(i32, i32)>,
    /// What a die shows, by its local state; empty for what is no die.
    pub faces: Arc<[i32]>,
    /// What a tile has besides; `None` for a plain piece.
    pub tile: Option<Arc<Tile>>,
}

/// A region of the equipment.
#[derive(Debug, Clone)]
pub struct NamedRegion {
    /// Its name, empty when it has none.
    pub name: Arc<str>,
    /// Owner: a player, 0 when it has none.
    pub owner: i32,
    /// What a puzzle calls it: its name, or `Region` and the owner.
    pub title: Arc<str>,
    /// The listed sites or regions, one by one.
    pub parts: Vec<Arc<RegionExpr>>,
    /// The sites in the order they were listed, where they were.
    pub listed: Option<Arc<[i32]>>,
    /// The families of lists of a puzzle.
    pub families: Arc<[Family]>,
}

/// Lists of sites that the shape of the board gives, as puzzles need them: its rows, its blocks and the like.
#[derive(Debug, Clone)]
pub struct Family {
    /// Whether these are the lists around each site, which count only where that has a value.
    pub centred: bool,
    /// The lists.
    pub lists: Vec<Vec<i32>>,
}

/// A hint of a puzzle: some sites, and for most kinds of puzzles a number that belongs to them.
#[derive(Debug, Clone)]
pub struct Hint {
    /// The sites, in the order they were written.
    pub sites: Vec<i32>,
    /// The same as a region.
    pub region: Arc<SiteSet>,
    /// The number, where one is given.
    pub value: Option<i32>,
}

impl Hint {
    /// The number as the rules read it: 0 where none is given (Ludii 1.3.12's behaviour).
    pub fn number(&self) -> i32 {
        self.value.unwrap_or(0)
    }
}

/// What a deduction puzzle has besides its board; by site type.
#[derive(Debug, Clone, Default)]
pub struct PuzzleEquipment {
    /// The values that elements can take, first and last; (0, 0) where nothing is said of a type.
    pub values: [(i32, i32); 3],
    /// The hints.
    pub hints: [Vec<Hint>; 3],
}

impl PuzzleEquipment {
    /// The last value in the set that an element of each type has at the start. Where a set of cells or edges would
    /// have more than 31 values, all sets are only as wide as their ranges (Ludii 1.3.12's behaviour).
    pub fn lasts(&self) -> [i32; 3] {
        let wide = [SiteType::Cell, SiteType::Edge].iter().any(|&t| {
            let (first, last) = self.values[t as usize];
            last - first + 1 > 31
        });
        self.values.map(|(first, last)| if wide { last - first } else { last })
    }
}

/// A map of the equipment: key to value.
#[derive(Debug, Clone)]
pub struct Map {
    /// Its name, `Map` when it has none.
    pub name: Arc<str>,
    /// Entries in declaration order.
    pub entries: Vec<(i32, i32)>,
}

/// A track of the equipment.
#[derive(Debug, Clone)]
pub struct Track {
    /// Its name.
    pub name: Arc<str>,
    /// Owner, 0 when it has none.
    pub owner: i32,
    /// Its sites in order, equal ones in a row once; -2 is the end.
    pub sites: Vec<i32>,
    /// For each of them how often it was repeated there.
    pub repeats: Vec<u32>,
    /// Whether the last site leads to the first.
    pub looped: bool,
    /// For each site its places, ascending.
    places: FxHashMap<i32, SmallVec<[usize; 2]>>,
}

impl Track {
    /// A track through the sites of a list.
    pub fn new(name: Arc<str>, owner: i32, list: &[i32], looped: bool) -> Self {
        let places = FxHashMap::default();
        let mut track = Track { name, owner, sites: Vec::new(), repeats: Vec::new(), looped, places };
        for &site in list {
            match track.repeats.last_mut() {
                Some(repeats) if track.sites.last() == Some(&site) => *repeats += 1,
                _ => {
                    track.places.entry(site).or_default().push(track.sites.len());
                    track.sites.push(site);
                    track.repeats.push(0);
                }
            }
        }
        track
    }

    /// The places where it passes a site, ascending.
    #[inline]
    pub fn places(&self, site: i32) -> &[usize] {
        self.places.get(&site).map_or(&[], SmallVec::as_slice)
    }

    /// The place after a place; `None` at the end.
    pub fn after(&self, place: usize) -> Option<usize> {
        match place + 1 {
            next if next < self.sites.len() => Some(next),
            _ if self.looped => Some(0),
            _ => None,
        }
    }

    /// Whether it passes a site more than once and was written without equal sites in a row.
    pub fn has_inner_loop(&self) -> bool {
        self.places.len() < self.sites.len() && self.repeats.iter().all(|&repeats| repeats == 0)
    }

    /// How many bumps there are at a place: repetitions of its site.
    pub fn bumps(&self, place: usize) -> u32 {
        self.repeats.get(place).copied().unwrap_or(0)
    }
}

/// All that a game is played with.
#[derive(Debug, Clone)]
pub struct Equipment {
    /// Number of players.
    pub players: i32,
    /// The direction each player faces, index 0 unused.
    pub facings: Vec<Option<Direction>>,
    /// The board.
    pub board: Arc<Topology>,
    /// The numbering of all sites.
    pub layout: Arc<Layout>,
    /// Containers; the board is the first.
    pub containers: Vec<Container>,
    /// The container of the dice; there is at most one.
    pub dice: Option<usize>,
    /// Components by index; index 0 is nothing.
    pub components: Vec<Component>,
    /// Whether any component is a large piece.
    pub(crate) large: bool,
    /// Maps in declaration order.
    pub maps: Vec<Map>,
    /// Tracks in declaration order.
    pub tracks: Vec<Track>,
    /// Values and hints of a puzzle.
    pub puzzle: PuzzleEquipment,
}

impl Equipment {
    /// Whether there are no components at all: the values of a deduction puzzle stand on its sites instead.
    pub fn has_no_components(&self) -> bool {
        self.components.len() <= 1
    }

    /// The component of this full name.
    pub fn component(&self, name: &str) -> Option<usize> {
        (1..self.components.len()).find(|&i| &*self.components[i].name == name)
    }

    /// The lowest component whose full name contains `name` and who belongs to `owner`.
    pub fn component_of(&self, name: &str, owner: i32) -> Option<usize> {
        (1..self.components.len())
            .find(|&i| self.components[i].owner == owner && self.components[i].name.contains(name))
    }

    /// The indices of the components of an owner, ascending.
    pub fn components_of(&self, owner: i32) -> impl Iterator<Item = usize> {
        (1..self.components.len()).filter(move |&i| self.components[i].owner == owner)
    }

    /// The owner of a component; 0 for nothing.
    #[inline]
    pub fn owner(&self, component: i32) -> i32 {
        usize::try_from(component).ok().and_then(|i| self.components.get(i)).map_or(0, |c| c.owner)
    }

    /// The tile that a component is, if it is one.
    pub fn tile(&self, component: i32) -> Option<&Arc<Tile>> {
        usize::try_from(component).ok().and_then(|i| self.components.get(i))?.tile.as_ref()
    }

    /// The cells that a component covers, if it is a large piece.
    #[inline]
    pub fn placements(&self, component: i32) -> Option<&Placements> {
        self.tile(component)?.placements.as_deref()
    }

    /// Whether any component is a large piece.
    #[inline]
    pub fn has_large_pieces(&self) -> bool {
        self.large
    }

    /// What a component shows in a local state; `None` if it is no die or has no such face.
    pub fn face(&self, component: u16, state: i32) -> Option<i32> {
        self.components.get(usize::from(component))?.faces.get(usize::try_from(state).ok()?).copied()
    }

    /// The sites of the dice; none without dice.
    #[inline]
    pub fn dice_sites(&self) -> Range<i32> {
        let stretch = self.dice.and_then(|container| self.layout.stretch(container));
        stretch.map_or(0..0, |stretch| stretch.from..stretch.from + stretch.len)
    }

    /// The first hand that belongs to an owner.
    pub fn hand(&self, owner: i32) -> Option<usize> {
        self.containers.iter().position(|c| c.kind == ContainerKind::Hand && c.owner == owner)
    }
}
