//! What stands on the sites, put there from outside the rules.
//!
//! The start rules have been carried out before: scores, teams, costs, what is remembered and where pieces stood at the
//! start are theirs. Nothing of it is a move, so that the history goes on with that of the start rules.

use crate::board::SiteType;
use crate::engine::action::{Action, ActionKind, PieceData};
use crate::engine::context::Cx;
use crate::engine::equipment::ContainerKind;
use crate::engine::fault::RuleError;
use crate::engine::mv::Move;
use crate::engine::repetitions::RepetitionTables;
use crate::engine::residual_data::ResidualData;
use crate::engine::site_store::Piece;
use crate::engine::state::set_of_player;
use crate::engine::uses::Uses;

/// A piece and where it is put.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Placement {
    pub t: SiteType,
    pub site: i32,
    pub piece: Piece,
}

/// Why something cannot be put on its site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Obstacle {
    /// Something stands there.
    Taken,
    /// A part of a large piece would be off the board.
    Outside,
}

impl Cx {
    /// Takes everything off the sites, dice excepted.
    pub(crate) fn clear_sites(&mut self) {
        for container in 0..self.state.layout().containers() {
            if self.game.equipment.containers.get(container).is_some_and(|c| c.kind == ContainerKind::Dice) {
                continue;
            }
            let types = if container == 0 { SiteType::ALL.as_slice() } else { &[SiteType::Cell] };
            for &t in types {
                let number = self.state.layout().store_number(container, t);
                let len = self.state.site_store_at(number).map_or(0, |store| store.len());
                for index in 0..len {
                    let height = self.state.site_store_at(number).map_or(0, |store| store.height(index));
                    let (t, to) = self.state.layout().global(number, index);
                    // Data without a piece, and cells that a large piece covers, are taken away like one.
                    for _ in 0..height.max(1) {
                        if self.state.piece_exactly(t, to, None) != Piece::default() {
                            self.arrange_by(ActionKind::removing(t, to));
                        }
                    }
                }
            }
        }
        self.state.residual_data = ResidualData::default();
        self.state.visited = Default::default();
        self.state.pending = Default::default();
        self.state.touch(Uses::OTHER);
    }

    /// Puts a piece on a site, on top of what stands there where there are stacks.
    pub(crate) fn put_piece(&mut self, put: Placement) -> Result<(), Obstacle> {
        let Placement { t, site: to, piece } = put;
        let what = i32::from(piece.what);
        if !self.game.features.stacking && !self.state.is_empty_site(t, to) {
            return Err(Obstacle::Taken);
        }
        if let Some(placements) = self.game.equipment.placements(what) {
            let cells = placements.cells(to, piece.state);
            if cells.iter().any(|&cell| self.state.layout().place(t, cell).is_none()) {
                return Err(Obstacle::Outside);
            }
            if cells.iter().any(|&cell| !self.state.is_empty_site(t, cell)) {
                return Err(Obstacle::Taken);
            }
        }
        let (count, data, stack) = (piece.count, PieceData::of(piece), self.game.features.stacking);
        self.arrange_by(ActionKind::Add { t: Some(t), to, level: -1, what, count, data, stack });
        Ok(())
    }

    /// Ends the arrangement: `mover` is to move, these players are in these phases, and the game begins here as far as
    /// repetition goes.
    pub(crate) fn arranged(&mut self, mover: Option<i32>, phases: &[(i32, usize)]) -> Result<(), RuleError> {
        for &(player, phase) in phases {
            set_of_player(&mut self.state.phases, player, phase);
        }
        if let Some(mover) = mover {
            self.state.mover = mover;
            self.state.next = self.following(mover);
        }
        self.state.touch_players();
        self.repetitions = RepetitionTables::default();
        self.note_start();
        let keeps = self.game.keeps;
        self.keep_anew(keeps);
        self.take_fault().map_or(Ok(()), Err)
    }

    /// Carries an action out that is no move's.
    pub(crate) fn arrange_by(&mut self, kind: ActionKind) {
        self.renew_work();
        self.apply(&Move::of(0, -1, -1, Action::new(kind)), false, &mut Vec::new());
    }
}
