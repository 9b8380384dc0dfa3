//! The dice: where they lie, what they show.

use crate::board::SiteType;
use crate::engine::action::{Action, ActionKind};
use crate::engine::context::Cx;
use crate::engine::mv::Move;
use crate::engine::uses::Uses;

impl Cx {
    /// Puts every die on its site, an initial move each. The dice are the first components, in the order of their
    /// sites.
    pub(crate) fn place_dice(&mut self) {
        for (site, what) in self.game.equipment.dice_sites().zip(1..) {
            let kind = ActionKind::Add {
                t: Some(SiteType::Cell),
                to: site,
                level: -1,
                what,
                count: 1,
                state: -1,
                rotation: -1,
                value: -1,
                stack: false,
            };
            let m = Move::of(0, site, site, Action::new(kind));
            self.apply(&m, true, &mut Vec::new());
        }
    }

    /// Takes the values of the dice from what they show.
    pub(crate) fn read_dice(&mut self) {
        let sites = self.game.equipment.dice_sites();
        self.state.dice = sites.map(|site| self.face(site).unwrap_or(0)).collect();
        self.state.touch(Uses::OTHER);
        self.sum_dice();
    }

    /// Takes the sum of the dice from what they show, used ones included.
    #[inline]
    pub(super) fn sum_dice(&mut self) {
        if self.game.features.dice {
            self.sum_shown();
        }
    }

    fn sum_shown(&mut self) {
        let equipment = &self.game.equipment;
        let room = equipment.dice().and_then(|container| self.state.room(container, SiteType::Cell));
        let Some(room) = room.filter(|room| !room.is_empty()) else { return };
        let shown = (0..room.len()).map(|site| room.piece(site, None));
        let sum = shown.fold(0, |sum: i32, die| sum.wrapping_add(equipment.face(die.what, die.state).unwrap_or(0)));
        if sum != self.state.dice_sum {
            self.state.dice_sum = sum;
            self.state.touch(Uses::OTHER);
        }
    }

    /// What the die on a site shows, used or not; `None` where there is no die.
    pub(crate) fn face(&self, site: i32) -> Option<i32> {
        let piece = self.state.piece(SiteType::Cell, site, None);
        self.game.equipment.face(piece.what, piece.state)
    }

    /// Turns a die to the face of a local state; its value is then what it shows.
    pub(super) fn turn_die(&mut self, site: i32, state: i32) {
        let Some(place) = self.state.layout().any_place(SiteType::Cell, site) else { return };
        self.state.edit(place, None, |piece| piece.state = state);
        let die = self.state.piece_at(place);
        let face = self.game.equipment.face(die.what, die.state).unwrap_or(0);
        let index = usize::try_from(site - self.game.equipment.dice_sites().start);
        if let Some(entry) = index.ok().and_then(|index| self.state.dice.get_mut(index)) {
            *entry = face;
        }
        self.state.touch(Uses::OTHER);
    }
}
