//! A move that is drawn before its turn comes.
//!
//! To find out whether the player due next has a move, one of them is drawn. When his turn comes and nothing has changed since
//! that his play rules read, it is the one that he makes: it is as likely to be any of his moves as one drawn then.

use crate::engine::context::Cx;
use crate::engine::out::Out;
use crate::engine::rng::GameRng;
use crate::engine::uses::Uses;

/// What is the same in the position looked at ahead and in the one when the turn has come; what else there is, play rules that
/// are drawn from ahead do not read.
const SAME: [Uses; 6] = [Uses::BOARD, Uses::VARS, Uses::SCORES, Uses::HISTORY, Uses::OTHER, Uses::PLAYERS];

/// How many slots are drawn before moves are listed to see whether there is one.
const DRAWS: usize = 16;

/// A move of the player due next.
#[derive(Debug, Default)]
pub(crate) struct Ahead {
    /// Where the numbers of the slots come from; `None` where no move is drawn ahead.
    chance: Option<GameRng>,
    /// Holds the move that was drawn last.
    drawn: Option<Box<Out>>,
    /// Whether it was drawn in this look ahead.
    fresh: bool,
    /// Where it is legal: mover, next and previous player, and when the state last changed.
    position: Option<([i32; 3], u64)>,
}

/// A copy of a context has drawn nothing.
impl Clone for Ahead {
    fn clone(&self) -> Self {
        Ahead::default()
    }
}

impl Ahead {
    /// Draws one of so many slots after the other until one has a move; `false` after some in vain.
    pub fn draw(&mut self, slots: usize, mut has_move: impl FnMut(usize) -> bool) -> bool {
        let (Some(chance), Ok(slots @ 1..)) = (&mut self.chance, i32::try_from(slots)) else { return false };
        self.fresh = (0..DRAWS).any(|_| has_move(chance.below(slots) as usize));
        self.fresh
    }

    /// Whether moves may be drawn.
    pub fn draws(&self) -> bool {
        self.chance.is_some()
    }

    /// Keeps the list with the move that was drawn, and gives the one before.
    pub fn keep(&mut self, drawn: Box<Out>) -> Option<Box<Out>> {
        self.drawn.replace(drawn)
    }

    /// Forgets the move that was drawn.
    pub fn forget(&mut self) {
        self.position = None;
    }
}

impl Cx {
    /// Lets a move be drawn ahead in the ply that follows, by chance that this number stands for.
    pub(crate) fn draw_ahead_by(&mut self, seed: u64) {
        self.ahead.chance = Some(GameRng::from_state(seed));
    }

    fn place_in_turn(&self) -> ([i32; 3], u64) {
        let parts = SAME.into_iter().fold(Uses::NONE, |all, part| all | part);
        ([self.state.mover, self.state.next, self.state.prev], self.state.stamp(parts))
    }

    /// Runs a look ahead, during which no other one draws moves, and notes what it has drawn.
    pub(crate) fn drawing_ahead(&mut self, look: impl FnOnce(&mut Cx, &mut Ahead)) {
        let mut ahead = std::mem::take(&mut self.ahead);
        (ahead.fresh, ahead.position) = (false, None);
        look(self, &mut ahead);
        if ahead.fresh && self.fault().is_none() {
            ahead.position = Some(self.place_in_turn());
        }
        self.ahead = ahead;
    }

    /// Puts the move drawn ahead into `out`, if there is one for this position.
    pub(super) fn take_drawn_ahead(&mut self, out: &mut Out) -> bool {
        self.ahead.chance = None;
        if self.ahead.position.take().is_none_or(|position| position != self.place_in_turn()) {
            return false;
        }
        let Some(drawn) = &mut self.ahead.drawn else { return false };
        out.take_over(drawn);
        true
    }
}
