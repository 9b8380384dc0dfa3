//! Directions.

mod conditional;
mod difference;
mod listed;
mod random;
mod relative;
mod towards;
mod union;

use crate::engine::directions::DirectionList;
use crate::ludemes::prelude::*;

pub(super) use relative::{facing_at, relative};

family! { conditional difference listed random union }

/// The directions of a site with each class of directions replaced by the directions of the class that the site has.
fn specific(board: &Topology, t: SiteType, site: i32, list: &[Direction]) -> DirectionList {
    let Ok(site) = usize::try_from(site) else { return DirectionList::new() };
    let mut all = DirectionList::new();
    for &direction in list {
        if direction.is_specific() {
            all.push(direction);
            continue;
        }
        let relation = Relation::ALL.into_iter().find(|relation| relation.direction() == direction);
        match relation {
            Some(relation) => all.extend_from_slice(board.supported_at(t, site, relation)),
            None => {
                let every = board.supported_at(t, site, Relation::All).iter();
                all.extend(every.copied().filter(|&d| of_class(direction, d)));
            }
        }
    }
    all
}

/// Whether a specific direction belongs to a class that is not a relation.
fn of_class(class: Direction, d: Direction) -> bool {
    match class {
        Direction::SameLayer => (Direction::N..=Direction::NNE).contains(&d),
        Direction::Rotational => (Direction::CW..=Direction::Out).contains(&d),
        Direction::Upward => (Direction::U..=Direction::UNW).contains(&d),
        Direction::Downward => d >= Direction::D,
        _ => false,
    }
}
