//! A move that is drawn before its turn comes.
//!
//! To find out whether the player due next has a move, one of them is drawn. When his turn comes and nothing has
//! changed since that his play rules read, it is the one that he makes: it is as likely to be any of his moves as one
//! drawn then.

use crate::engine::choice::Choice;
use crate::engine::context::Cx;
use crate::engine::moves::Moves;
use crate::engine::out::{Deferral, Out};
use crate::engine::rng::GameRng;
use crate::engine::ski_rental::SkiRental;
use crate::engine::state::Stamp;
use crate::engine::uses::Uses;

/// The work of a slot beyond what it is charged, beside that of counting moves by sets.
const SLOT_WORK: u64 = 8;

/// A move of the player due next.
#[derive(Debug)]
pub(crate) struct Speculation {
    /// Where the numbers of the slots come from; `None` where no move is drawn ahead.
    chance: Option<GameRng>,
    /// Holds the move that was drawn last.
    drawn: Option<Box<Out>>,
    /// Whether it was drawn in this look ahead.
    fresh: bool,
    /// How long slots are drawn before it is found out in another way whether there is a move.
    ski_rental: SkiRental,
    /// Where it is legal, as [`Cx::position`].
    position: Option<Stamp>,
}

impl Default for Speculation {
    fn default() -> Self {
        Speculation { chance: None, drawn: None, fresh: false, ski_rental: SkiRental::fresh(), position: None }
    }
}

/// A copy of a context has drawn nothing.
impl Clone for Speculation {
    fn clone(&self) -> Self {
        Speculation::default()
    }
}

impl Speculation {
    /// Notes the work of finding out in another way.
    pub fn punish(&mut self, work: u64) {
        if self.chance.is_some() {
            self.ski_rental.punish(work);
        }
    }
}

impl Cx {
    /// Lets a move be drawn ahead in the ply that follows, by chance that this number stands for.
    pub(crate) fn speculate_by(&mut self, seed: u64) {
        if let Some(speculation) = &mut self.speculation {
            speculation.chance = Some(GameRng::from_state(seed));
        }
    }

    /// What is the same while looking ahead and when the turn has come: whose turn it is, and when anything last
    /// changed but the counters, which play rules that are drawn from ahead do not read.
    fn position(&self) -> Stamp {
        self.state.stamp(Uses::STATE.without(Uses::COUNTER))
    }

    /// Runs a look ahead, during which no other one draws moves, and notes what it has drawn.
    pub(crate) fn speculating(&mut self, look: impl FnOnce(&mut Cx, &mut Speculation)) {
        let Some(mut speculation) = self.speculation.take() else { return look(self, &mut Speculation::default()) };
        (speculation.fresh, speculation.position) = (false, None);
        look(self, &mut speculation);
        if speculation.fresh && self.fault().is_none() {
            speculation.position = Some(self.position());
        }
        self.speculation = Some(speculation);
    }

    /// Whether play rules have a move, one of which is drawn to see it; `None` after some slots in vain.
    pub(super) fn speculate(&mut self, play: &Moves, speculation: &mut Speculation) -> Option<bool> {
        let chance = speculation.chance.as_mut()?;
        let mut play = Choice::of(play);
        play.choose(self);
        // What has been counted is there for the next turn.
        if play.counted(self) {
            return None;
        }
        let (mut out, allows_compact) = (self.spare_lists.take(), self.game.allows_compact);
        let direct = play.slots(self);
        let slots = direct.unwrap_or_else(|| {
            out.deferral = Deferral::Finding;
            play.seek(self, &mut out);
            out.len()
        });
        let (before, mut drawn) = (self.steady_work_left(), 0);
        // A set takes many sites for the work that a slot takes for one.
        let each = if play.counts() { SLOT_WORK } else { 0 };
        while slots > 0
            && !speculation.fresh
            && speculation.ski_rental.lasts(drawn, before - self.steady_work_left() + each * drawn as u64)
        {
            let mut choose = |slots: usize| chance.index(slots);
            drawn += 1;
            speculation.fresh = match direct {
                Some(_) => out.fill(allows_compact, |drawn| play.slot_among(self, slots, &mut choose, drawn)),
                None => out.draw_to(choose(slots), self, allows_compact),
            };
            if self.fault().is_some() {
                speculation.fresh = false;
                break;
            }
        }
        out.start_over(Deferral::Nothing);
        let spare = if speculation.fresh {
            speculation.ski_rental.reward();
            speculation.drawn.replace(out)
        } else {
            Some(out)
        };
        spare.into_iter().for_each(|out| self.spare_lists.give(out));
        let told = speculation.fresh || slots == 0 && self.fault().is_none();
        told.then_some(speculation.fresh)
    }

    /// Puts the move drawn ahead into `out`, if there is one for this position.
    pub(super) fn take_speculation(&mut self, out: &mut Out) -> bool {
        let Some(speculation) = &mut self.speculation else { return false };
        speculation.chance = None;
        let position = speculation.position.take();
        if position.is_none_or(|position| position != self.position()) {
            return false;
        }
        let Some(Speculation { drawn: Some(drawn), .. }) = self.speculation.as_deref_mut() else { return false };
        out.take_over(drawn);
        true
    }

    /// Forgets the move that was drawn ahead.
    pub(crate) fn forget_speculation(&mut self) {
        if let Some(speculation) = &mut self.speculation {
            (speculation.position, speculation.ski_rental) = (None, SkiRental::fresh());
        }
    }
}
