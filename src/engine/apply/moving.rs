//! Moving what stands on a site: a piece, some of a count, a stack.

use crate::board::SiteType;
use crate::engine::action::{ActionKind, PieceData};
use crate::engine::context::Cx;
use crate::engine::layout::StoreSite;
use crate::engine::site_store::Piece;

/// How a piece goes from a type, site and level to others.
struct Transfer {
    source: (SiteType, i32, i32),
    target: (SiteType, i32, i32),
    data: PieceData,
    /// Whether it stays where it is as well.
    copy: bool,
    keeps_data: bool,
}

impl Cx {
    /// Moves a piece that brings nothing along but itself, where that is all that happens; `false`, and nothing is
    /// done, otherwise.
    #[inline]
    pub(super) fn shift_piece(&mut self, source: (SiteType, i32), target: (SiteType, i32)) -> bool {
        if !self.game.lone_pieces {
            return false;
        }
        self.places(source, target).is_some_and(|(from, to)| self.state.shift(from, to))
    }

    /// Where two sites are, if both exist.
    #[inline]
    fn places(&self, source: (SiteType, i32), target: (SiteType, i32)) -> Option<(StoreSite, StoreSite)> {
        let layout = self.state.layout();
        Some((layout.any_place(source.0, source.1)?, layout.any_place(target.0, target.1)?))
    }

    pub(super) fn move_piece(&mut self, kind: &ActionKind) {
        let transfer = match *kind {
            ActionKind::Move { from_type, from, level_from, to_type, to, level_to, data, stack, keeps_data } => {
                if stack && self.game.features.stacking {
                    let levels = self.state.height(from_type, from);
                    if levels > 0 && (from_type, from) != (to_type, to) {
                        self.note_moved(from, to, self.state.what(from_type, from), 1);
                    }
                    return self.move_stack((from_type, from), (to_type, to), levels);
                }
                let (source, target) = ((from_type, from, level_from), (to_type, to, level_to));
                Transfer { source, target, data, copy: false, keeps_data }
            }
            ActionKind::Copy { from_type, from, level_from, to_type, to, level_to } => {
                let (source, target) = ((from_type, from, level_from), (to_type, to, level_to));
                Transfer { source, target, data: PieceData::NONE, copy: true, keeps_data: true }
            }
            _ => return,
        };
        let Some(places) = self.places((transfer.source.0, transfer.source.1), (transfer.target.0, transfer.target.1))
        else {
            return;
        };
        let stacking = self.game.features.stacking;
        if self.state.height_at(places.0) == 0 || places.0 == places.1 && (transfer.copy || stacking) {
            return;
        }
        if stacking { self.move_level(transfer, places) } else { self.move_one(transfer, places) }
    }

    /// From level to level, or from top to top.
    #[inline]
    fn move_level(
        &mut self,
        Transfer { source, target, data, copy, keeps_data }: Transfer,
        (from, to): (StoreSite, StoreSite),
    ) {
        let level = |level: i32| (level >= 0).then_some(level);
        let piece = if copy {
            Some(self.state.piece(source.0, source.1, level(source.2)))
        } else if source.2 >= 0 {
            self.state.pull_level(from, source.2)
        } else {
            self.state.pull(from, None)
        };
        let Some(mut piece) = piece else { return };
        if !copy {
            self.note_moved(source.1, target.1, i32::from(piece.what), 1);
        }
        if !keeps_data {
            piece = Piece { what: piece.what, who: piece.who, count: 1, ..Piece::default() };
        }
        data.put_into(&mut piece);
        if keeps_data || target.2 >= 0 || !data.is_none() {
            self.state.push(to, level(target.2), piece);
        } else {
            self.state.push_bare(to, piece);
        }
    }

    /// In games without stacks; of several that a site counts one goes.
    #[inline]
    fn move_one(&mut self, Transfer { source, target, data, copy, .. }: Transfer, (from, to): (StoreSite, StoreSite)) {
        let mut piece = self.state.piece_at(from);
        if !copy && piece.count == 1 {
            self.uncover((source.0, source.1), piece);
        }
        if !copy {
            self.note_moved(source.1, target.1, i32::from(piece.what), 1);
            if piece.count > 1 {
                self.state.recount(from, piece.count - 1);
            } else {
                self.state.put(from, Piece::default());
            }
        }
        data.put_into(&mut piece);
        piece.count = 1;
        let there = self.state.piece_at(to);
        if there.what == piece.what && self.game.features.counts {
            // The piece that joins others brings its data along to all of them.
            let joined = Piece { count: there.count.saturating_add(1), ..piece };
            if joined == (Piece { count: joined.count, ..there }) {
                self.state.recount(to, joined.count);
            } else {
                self.state.edit(to, None, |others| *others = joined);
            }
        } else {
            self.state.put(to, piece);
            self.cover((target.0, target.1), piece);
        }
        if !copy {
            self.state.move_hidden(from, to);
            self.lay_domino((target.0, target.1), piece);
        }
    }

    /// Moves so many pieces of a counted site. As many arrive, whether or not there were so many; they bring no data,
    /// and where another component stands they are lost, though listed there. (Ludii 1.3.12's behaviour.)
    pub(super) fn move_count(&mut self, source: (SiteType, i32), target: (SiteType, i32), count: i32) {
        let Some((from, to)) = self.places(source, target) else { return };
        let piece = self.state.piece(source.0, source.1, None);
        let count = self.counted(count);
        if piece.what == 0 || count < 1 {
            return;
        }
        self.note_moved(source.1, target.1, i32::from(piece.what), count);
        if piece.count <= count {
            self.state.put(from, Piece::default());
        } else {
            self.state.recount(from, piece.count.wrapping_sub(count));
        }
        let there = self.state.piece(target.0, target.1, None);
        if there.what == piece.what {
            let count = self.counted(there.count.wrapping_add(count));
            self.state.recount(to, count);
        } else if there.what == 0 {
            self.state.put(to, Piece { what: piece.what, who: piece.who, count, ..there });
        } else {
            self.state.list_only(to, piece.what);
        }
    }

    pub(super) fn move_stack(&mut self, source: (SiteType, i32), target: (SiteType, i32), levels: i32) {
        let Some((from, to)) = self.places(source, target) else { return };
        let height = self.state.height(source.0, source.1);
        if from == to || levels > height {
            return;
        }
        for _ in 0..levels {
            if let Some(piece) = self.state.pull(from, Some(height - levels)) {
                self.state.push(to, None, piece);
            }
        }
    }
}
