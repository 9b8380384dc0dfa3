//! What the ludemes of a game require of the engine: found before any of them is lowered, as it changes how all are.

use crate::board::SiteType;
use crate::check::typed::{Ludeme, Value};
use crate::engine::features::Features;
use crate::ludemes::registry;
use std::collections::HashSet;

/// What has been found so far, which the row of each ludeme adds to.
pub struct Requirements {
    /// What is told to the engine.
    pub(super) features: Features,
    /// Whether one plays alone.
    pub(super) single_player: bool,
    /// Whether the ludeme may make moves: it belongs to the play rules, or to what the equipment declares.
    pub(super) in_play: bool,
    /// The type of sites that a bare site number means.
    pub(super) default_type: SiteType,
    /// The types of sites that are named.
    named: HashSet<SiteType>,
    /// Those among them that something is put on, moved or chosen on.
    acted_on: HashSet<SiteType>,
}

impl Requirements {
    /// What a typed game for so many players requires.
    pub(super) fn of(game: &Ludeme, players: i32) -> Features {
        let mut all = Requirements {
            features: Features::default(),
            single_player: players == 1,
            in_play: false,
            default_type: SiteType::Cell,
            named: HashSet::new(),
            acted_on: HashSet::new(),
        };
        game.visit(&mut |call| all.add(call));
        all.in_play = true;
        game.visit(&mut |call| {
            if call.form.kind == "play" || call.form.kind == "item" {
                call.args.iter().flatten().for_each(|arg| arg.visit(&mut |call| all.add(call)));
            }
        });
        let Requirements { mut features, default_type, mut named, mut acted_on, .. } = all;
        named.insert(default_type);
        acted_on.remove(&default_type);
        features.other_types = SiteType::ALL.into_iter().filter(|t| acted_on.contains(t)).collect();
        features.swap_remove = !features.stacking && named.len() == 1 && !named.contains(&SiteType::Edge);
        features
    }

    fn add(&mut self, call: &Ludeme) {
        self.named.extend(site_types(call));
        if let Some(row) = registry::find(call) {
            (row.requires)(self, call);
        }
    }

    /// Something happens on sites of the type that is named.
    pub(super) fn acts_on(&mut self, call: &Ludeme) {
        self.acted_on.extend(site_types(call));
    }

    /// There is a container besides the board: its sites are cells, and their pieces are counted.
    pub(super) fn container(&mut self, _: &Ludeme) {
        self.named.insert(SiteType::Cell);
        self.features.counts = true;
    }

    /// Whole stacks may move.
    pub(super) fn stacks(&mut self, call: &Ludeme) {
        self.features.stacking |= call.flag("stack", false);
    }

    /// Pieces may be turned.
    pub(super) fn rotations(&mut self, call: &Ludeme) {
        self.features.rotations |= call.get("rotation").or_else(|| call.get("rotations")).is_some();
    }

    /// Scores are set; where moves do that, they belong to the situation.
    pub(super) fn scores(&mut self, _: &Ludeme) {
        self.features.scores = true;
        self.features.play_scores |= self.in_play;
    }
}

/// The types of sites that a ludeme names itself.
fn site_types(call: &Ludeme) -> impl Iterator<Item = SiteType> {
    call.args.iter().flatten().filter_map(|arg| match arg.value {
        Value::Word { kind: "siteType", word } => SiteType::parse(word),
        _ => None,
    })
}
