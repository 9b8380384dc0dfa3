//! The sites of a game in one row: what actions and planes are numbered by.

use crate::board::SiteType;
use crate::engine::equipment::ContainerKind;
use crate::engine::game::Game;

/// Sites that something can stand on, in one row: those of the board's default type, of the other types that the rules
/// put something on, then those of the hands. Dice have none.
#[derive(Debug, Clone)]
pub struct Sites {
    stretches: Vec<Stretch>,
    len: usize,
}

/// Sites of one type with consecutive numbers, and where they begin in the row.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    t: SiteType,
    container: usize,
    from: i32,
    len: i32,
    first: i32,
}

impl Sites {
    /// The sites of a game.
    pub fn of(game: &Game) -> Sites {
        let layout = &game.equipment.layout;
        let default = layout.default_type();
        let valued = |t: &SiteType| game.equipment.puzzle.values.get(*t as usize).is_some_and(|range| *range != (0, 0));
        let used = |t: &SiteType| game.features.other_types.contains(t) || game.features.puzzle && valued(t);
        let others = SiteType::ALL.into_iter().filter(|t| *t != default && used(t));
        let mut sites = Sites { stretches: Vec::new(), len: 0 };
        for t in std::iter::once(default).chain(others) {
            sites.add(t, 0, 0, layout.board_len(t));
        }
        for (container, held) in game.equipment.containers.iter().enumerate().skip(1) {
            if held.kind == ContainerKind::Hand
                && let Some(stretch) = layout.stretch(container)
            {
                sites.add(SiteType::Cell, container, stretch.from, stretch.len);
            }
        }
        sites
    }

    fn add(&mut self, t: SiteType, container: usize, from: i32, len: i32) {
        let first = i32::try_from(self.len).unwrap_or(i32::MAX);
        self.stretches.push(Stretch { t, container, from, len, first });
        self.len += usize::try_from(len).unwrap_or(0);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The place of a site in the row; a site outside the board has one whatever type it is named with.
    pub fn place(&self, t: SiteType, site: i32) -> Option<usize> {
        let has = |stretch: &Stretch| (stretch.from..stretch.from + stretch.len).contains(&site);
        let holds = |stretch: &&Stretch| stretch.t == t && has(stretch);
        let outside = |stretch: &&Stretch| stretch.container > 0 && has(stretch);
        let found = self.stretches.iter().find(holds).or_else(|| self.stretches.iter().find(outside))?;
        usize::try_from(found.first + site - found.from).ok()
    }

    /// The site of a place, with its type.
    pub fn site(&self, place: usize) -> Option<(SiteType, i32)> {
        let place = i32::try_from(place).ok()?;
        let found = self.stretches.iter().find(|found| (found.first..found.first + found.len).contains(&place))?;
        Some((found.t, found.from + place - found.first))
    }

    /// All sites in order, with the container they belong to: 0 for the board.
    pub fn iter(&self) -> impl Iterator<Item = (usize, SiteType, i32)> + '_ {
        self.stretches
            .iter()
            .flat_map(|found| (found.from..found.from + found.len).map(move |site| (found.container, found.t, site)))
    }
}
