//! What meta rules do by themselves: moves made automatically, pieces that drop, pieces that are pinned.

use crate::board::{Direction, SiteType};
use crate::engine::action::{Action, ActionKind, PieceData};
use crate::engine::context::{Cx, Iterators};
use crate::engine::moves::{Moves, MovesExpr};
use crate::engine::mv::Move;
use std::collections::HashMap;
use std::sync::Arc;

impl Cx {
    /// A move with what the meta rules add to it as further consequences: first what is forced, then what drops.
    pub(crate) fn with_meta_rules(&mut self, m: &Move) -> Option<Move> {
        let meta = &self.game.meta;
        let (automove, gravity) = (meta.automove, meta.gravity);
        if !automove && !gravity {
            return None;
        }
        let mut m = m.clone();
        while automove && let Some(forced) = self.forced_after(&m) {
            m.then.push(forced);
        }
        if gravity && let Some(drops) = self.drops_after(&m) {
            m.then.push(drops);
        }
        Some(m)
    }

    /// The moves that a move with its consequences leaves to sites that no other move goes to; `None` when there are
    /// none. They are the mover's, and stay decisions. (Ludii 1.3.12's behaviour.)
    fn forced_after(&mut self, m: &Move) -> Option<MovesExpr> {
        let forced = self.scratch(|cx| {
            cx.apply(m, true, &mut Vec::new());
            cx.it = Iterators::default();
            let game = Arc::clone(&cx.game);
            let moves = game.phase(&cx.state, cx.state.mover()).play.list(cx);
            let mut times: HashMap<i32, usize> = HashMap::new();
            for m in &moves {
                *times.entry(m.to).or_default() += 1;
            }
            moves.into_iter().filter(|m| times.get(&m.to) == Some(&1)).collect::<Vec<_>>()
        });
        // What has gone wrong must not go on for ever.
        listed(forced).filter(|_| self.spend(1))
    }

    /// The drops that a move leads to: as long as there is one, the lowest vertex with a piece and an empty vertex
    /// directly below gives its piece to it. (Ludii 1.3.12's behaviour.)
    fn drops_after(&mut self, m: &Move) -> Option<MovesExpr> {
        let drops = self.try_plain(m, |cx| {
            let mut drops = Vec::new();
            while let Some((from, to)) = cx.next_drop() {
                let drop = Move::of(cx.state.mover(), from, to, drop_action(from, to));
                cx.apply(&drop, false, &mut Vec::new());
                drops.push(drop);
            }
            drops
        });
        listed(drops)
    }

    /// The lowest vertex whose piece drops, and the vertex it drops to.
    fn next_drop(&mut self) -> Option<(i32, i32)> {
        let board = Arc::clone(&self.game.equipment.board);
        let vertices = board.len(SiteType::Vertex);
        if !self.spend(vertices as u64) {
            return None;
        }
        let below = |site: usize| board.steps(SiteType::Vertex, site, Direction::Downward).iter();
        (0..vertices).filter(|&site| self.state.is_occupied(SiteType::Vertex, site as i32)).find_map(|site| {
            let free = below(site).find(|&&to| self.state.is_empty_site(SiteType::Vertex, to as i32))?;
            Some((site as i32, *free as i32))
        })
    }

    /// Whether one of the actions of a move removes a piece that more than one other lies on (Ludii 1.3.12's
    /// behaviour).
    pub(crate) fn is_pinned(&mut self, m: &Move) -> bool {
        let board = &self.game.equipment.board;
        let occupied = |site: i32| self.state.is_occupied(SiteType::Vertex, site);
        m.actions().into_iter().any(|action| match action.kind {
            ActionKind::Remove { t: SiteType::Vertex, to, .. } if occupied(to) => {
                let above =
                    usize::try_from(to).map_or(&[][..], |to| board.steps(SiteType::Vertex, to, Direction::Upward));
                above.iter().filter(|&&site| occupied(site as i32)).count() > 1
            }
            _ => false,
        })
    }
}

/// A consequence that gives these moves, if there are any.
fn listed(moves: Vec<Move>) -> Option<MovesExpr> {
    (!moves.is_empty()).then(|| Moves::generator(move |_, out| out.moves.extend(moves.iter().cloned())))
}

fn drop_action(from: i32, to: i32) -> Action {
    Action::new(ActionKind::Move {
        from_type: SiteType::Vertex,
        from,
        level_from: 0,
        to_type: SiteType::Vertex,
        to,
        level_to: 0,
        data: PieceData::NONE,
        stack: false,
        keeps_data: false,
    })
}
