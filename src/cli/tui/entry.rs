//! Legal moves as they can be pointed at.

use super::place::Plan;
use ludemic::board::SiteType;
use ludemic::engine::action::Action;
use ludemic::{Game, Move};

/// A legal move as it can be pointed at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Where it begins, if that is another place than where it ends.
    pub from: Option<usize>,
    /// Where it ends.
    pub to: Option<usize>,
    /// What it is called.
    pub name: String,
}

/// The places of an action: where it begins and where it ends.
pub fn sites(game: &Game, plan: &Plan, action: &Action) -> (Option<usize>, Option<usize>) {
    let default = game.equipment.layout.default_type();
    let types = action.site_types();
    let place = |t: Option<SiteType>, site: i32| {
        let place = plan.find((t.unwrap_or(default), site));
        // Sites of hands are cells, whatever the board is made of.
        place.or_else(|| {
            plan.find((SiteType::Cell, site))
                .filter(|index| plan.places.get(*index).is_some_and(|place| place.container > 0))
        })
    };
    (place(types.0, action.from()), place(types.1, action.to()))
}

/// A move as it can be pointed at.
pub fn entry(game: &Game, plan: &Plan, m: &Move, name: String) -> Entry {
    let decision = m.decision().filter(|_| !m.is_pass() && !m.is_swap());
    match decision.map_or((None, None), |action| sites(game, plan, action)) {
        (Some(begin), Some(end)) if begin != end => Entry { from: Some(begin), to: Some(end), name },
        (begin, end) => Entry { from: None, to: end.or(begin), name },
    }
}
