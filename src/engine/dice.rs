//! The dice: where they lie, what they show.

use crate::board::SiteType;
use crate::engine::action::{Action, ActionKind};
use crate::engine::context::Cx;
use crate::engine::equipment::Equipment;
use crate::engine::mv::Move;
use crate::engine::state::State;
use crate::engine::uses::Uses;

impl Cx {
    /// Puts every die on its site, an initial move each. The dice are the first components, in the order of their
    /// sites.
    pub(crate) fn place_dice(&mut self) {
        for (site, what) in self.game.equipment.dice_sites().zip(1..) {
            let kind = ActionKind::adding(SiteType::Cell, site, -1, what);
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
        let store = equipment.dice.and_then(|container| self.state.site_store(container, SiteType::Cell));
        let Some(store) = store.filter(|store| !store.is_empty()) else { return };
        let shown = (0..store.len()).map(|site| store.piece(site, None));
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

    /// Throws all dice without carrying it out; `take` is given the actions.
    pub(crate) fn throw(&mut self, mut take: impl FnMut(Action)) {
        let equal = self.draw_faces(|_, _, site, state| take(Action::new(ActionKind::SetDie { site, state })));
        take(Action::new(ActionKind::SetDiceAllEqual { equal }));
    }

    /// Throws all dice, and appends the actions executed.
    pub(crate) fn throw_dice(&mut self, executed: &mut Vec<Action>) {
        let before = executed.len();
        let equal = self.draw_faces(|state, equipment, site, face| {
            state.turn_die(equipment, site, face);
            executed.push(Action::new(ActionKind::SetDie { site, state: face }));
        });
        self.state.compare_dice(equal);
        executed.push(Action::new(ActionKind::SetDiceAllEqual { equal }));
        let made = executed.len() - before;
        self.charge(made as u64 * self.work_of_action());
        self.hold(made * size_of::<Action>());
    }

    /// Draws a face for each die, in the order of their sites, as `see` is told; whether they are the same by number.
    fn draw_faces(&mut self, mut see: impl FnMut(&mut State, &Equipment, i32, i32)) -> bool {
        let Cx { game, state, rng, .. } = self;
        let (mut first, mut equal) = (None, true);
        for site in game.equipment.dice_sites() {
            let die = state.what(SiteType::Cell, site) as usize;
            let faces = game.equipment.components.get(die).map_or(0, |die| die.faces.len());
            if faces > 0 {
                let face = rng.below(i32::try_from(faces).unwrap_or(i32::MAX));
                equal &= *first.get_or_insert(face) == face;
                see(state, &game.equipment, site, face);
            }
        }
        equal
    }
}

impl State {
    /// Turns a die to a face; its value is then what it shows.
    pub(super) fn turn_die(&mut self, equipment: &Equipment, site: i32, face: i32) {
        let Some(place) = self.layout().any_place(SiteType::Cell, site) else { return };
        let die = self.piece_at(place);
        // Half of all stick dice fall as they lay.
        if die.state != face {
            self.edit(place, None, |piece| piece.state = face);
        }
        let value = equipment.face(die.what, face).unwrap_or(0);
        let index = usize::try_from(site - equipment.dice_sites().start);
        if let Some(entry) = index.ok().and_then(|index| self.dice.get_mut(index)) {
            *entry = value;
        }
        self.touch(Uses::OTHER);
    }

    /// Notes whether all dice fell alike, once they have been thrown.
    pub(super) fn compare_dice(&mut self, equal: bool) {
        self.dice_equal = equal;
        self.dice_sum = self.dice.iter().fold(0, |sum: i32, &value| sum.wrapping_add(value));
        self.touch(Uses::OTHER);
    }
}
