//! Whether a player can move: stalemate, and the look-ahead of `(no Moves Next)`.

use crate::engine::choice::Choice;
use crate::engine::context::Cx;
use crate::engine::fault::Fault;
use crate::engine::game::Game;
use crate::engine::moves::Moves;
use crate::engine::out::{Deferral, Out};
use crate::engine::role::bit;
use crate::engine::speculation::Speculation;
use crate::engine::uses::Uses;

/// How many slots are looked into before moves are listed to see whether there is one.
const GLANCE: usize = 8;

/// So few slots are not looked into, nor those from one site: a list that ends with the first move follows all of them
/// in less time.
const FEW: usize = 32;

impl Cx {
    /// Whether the mover has no move: the play rules yield none that the rules about repetition and suicide allow.
    /// Being able to swap seats is being able to move.
    fn player_cannot_move(&mut self, game: &Game, speculation: Option<&mut Speculation>) -> bool {
        if game.meta.swap && self.count_moves() as i32 == self.state.players - 1 {
            return false;
        }
        let phase = game.phase(&self.state, self.state.mover);
        let Some(speculation) = speculation.filter(|_| phase.draws_ahead) else {
            return self.has_no_move(game, &phase.play);
        };
        if let Some(found) = self.speculate(&phase.play, speculation) {
            return !found;
        }
        let before = self.steady_work_left();
        let stuck = self.has_no_move(game, &phase.play);
        speculation.punish(before.saturating_sub(self.steady_work_left()));
        stuck
    }

    /// Whether play rules have no move that the rules about repetition and suicide allow.
    pub(crate) fn has_no_move(&mut self, game: &Game, play: &Moves) -> bool {
        // A move on the condition that there is one would go down without end.
        if !self.descend() {
            self.fail(Fault::Nesting);
            return true;
        }
        let glanced = self.glance(play, game.meta.tries());
        self.ascend();
        if let Some(found) = glanced {
            return !found;
        }
        if game.meta.no_repeat.is_none() && !game.meta.no_suicide {
            return !self.finds_any(|cx, out| {
                out.can_move = true;
                play.eval(cx, out);
                out.can_move = false;
            });
        }
        let mut out = self.spare_lists.take();
        (out.every_alternative, out.can_move) = (true, true);
        play.eval(self, &mut out);
        (out.every_alternative, out.can_move) = (false, false);
        let found = out.moves.iter_mut().any(|m| self.is_allowed(m));
        out.start_over(Deferral::Nothing);
        self.spare_lists.give(out);
        !found
    }

    /// Whether a generator has a move, by listing them up to the first.
    pub(crate) fn lists_any(&mut self, moves: &Moves) -> bool {
        self.finds_any(|cx, out| moves.eval(cx, out))
    }

    /// Whether there is a move where moves are listed up to the first.
    pub(crate) fn finds_any(&mut self, list: impl FnOnce(&mut Cx, &mut Out)) -> bool {
        let mut out = self.spare_lists.take();
        out.ask_for_any(true);
        list(self, &mut out);
        let found = out.has_any();
        out.ask_for_any(false);
        out.start_over(Deferral::Nothing);
        self.spare_lists.give(out);
        found
    }

    /// Whether a generator has a move, one that the meta rules permit if it is `tried`, as far as counting or a few of
    /// its slots tell; `None` where they do not. In a game that counts the use of its rules nothing is told, so that
    /// every rule that is used is counted.
    pub(crate) fn glance(&mut self, moves: &Moves, tried: bool) -> Option<bool> {
        if !self.game.rules.is_empty() {
            return None;
        }
        if !tried && let Some(found) = moves.any(self) {
            return Some(found);
        }
        if !self.game.features.dice && moves.most_slots().is_some_and(|most| most <= FEW) {
            return None;
        }
        let rng = self.rng.clone();
        let mut moves = Choice::of(moves);
        moves.choose(self);
        if !tried
            && self.game.features.dice
            && let Some(sequel) = moves.sequel()
        {
            // Where nothing follows there is a forced pass. What is done first draws on chance.
            sequel.prior.pass_over(self);
            return Some(true);
        }
        let direct = moves.slots(self);
        if direct.is_some_and(|slots| slots > 0 && (slots <= FEW || moves.is_bounded())) {
            self.rng = rng;
            return None;
        }
        let mut out = self.spare_lists.take();
        let slots = direct.unwrap_or_else(|| {
            out.deferral = Deferral::Finding;
            (out.first_only, out.can_move) = (true, true);
            moves.seek(self, &mut out);
            out.can_move = false;
            out.len()
        });
        let allows_compact = self.game.allows_compact;
        let looks = GLANCE.min(slots);
        let spread = |number: usize| (2 * number + 1) * slots / (2 * looks);
        let found = (0..looks).any(|number| match direct {
            _ if self.fault().is_some() => false,
            Some(_) => {
                out.fill(allows_compact, |drawn| moves.slot(self, spread(number), drawn))
                    && (!tried || out.drawn().is_some_and(|m| self.permits(m)))
            }
            None => {
                out.draw_to(spread(number), self, allows_compact)
                    && (!tried || out.drawn().is_some_and(|m| self.permits(m)))
            }
        });
        out.first_only = false;
        out.start_over(Deferral::Nothing);
        self.spare_lists.give(out);
        // What listing draws it draws once, and it may end before anything is drawn.
        if self.rng != rng {
            self.rng = rng;
            return None;
        }
        if slots == 0 { Some(false) } else { found.then_some(true) }
    }

    /// Sets the stalemate bit of the mover to what is true now.
    pub(super) fn update_stalemate(&mut self, speculation: Option<&mut Speculation>) {
        let mover = self.state.mover;
        let saved = std::mem::take(&mut self.it);
        self.tally.enter_lookahead();
        let stuck = self.with_game(|cx, game| cx.player_cannot_move(game, speculation));
        self.tally.leave_lookahead();
        self.it = saved;
        if stuck {
            self.state.stalemated |= bit(mover);
        } else {
            self.state.stalemated &= !bit(mover);
        }
        self.state.touch(Uses::OTHER);
    }

    /// Sets the stalemate bit of the player due next, looking at the position as if his turn had come.
    ///
    /// He is the mover during the look-ahead and the real mover is the previous one; the bit stays afterwards. Within
    /// a look-ahead nothing happens. (Ludii 1.3.12's behaviour.)
    ///
    /// End rules that ask for it one after the other are given the same answer.
    pub(crate) fn look_ahead_next(&mut self) {
        if self.looking_ahead || self.state.is_over() {
            return;
        }
        let known = (self.state.clock(), self.count_moves());
        if self.looked_ahead == Some(known) && !self.threatening {
            return;
        }
        let (turn, before) = (self.state.whose_turn(), self.state.stalemated);
        let [mover, next, _] = turn;
        self.speculating(|cx, speculation| {
            cx.looking_ahead = true;
            cx.set_turn([next, cx.following(next), mover]);
            cx.update_stalemate(Some(speculation));
            cx.looking_ahead = false;
        });
        self.set_turn(turn);
        // Play rules may ask who is stalemated, and so be other ones now.
        let same = self.state.stalemated == before;
        let lasts = same && !self.game.features.stochastic && !self.threatening && self.fault().is_none();
        self.looked_ahead = lasts.then(|| (self.state.clock(), self.count_moves()));
    }
}
