//! Drawing one of the legal moves, each as likely as any other, where players take turns.
//!
//! A slot of the play rules is drawn until one has a move that the meta rules permit; after some slots in vain the
//! moves are counted, or listed. Where all moves come after a throw of the dice, the dice are thrown first, and stay
//! so.

use crate::engine::action::Action;
use crate::engine::choice::Choice;
use crate::engine::context::Cx;
use crate::engine::fault::Fault;
use crate::engine::game::Game;
use crate::engine::moves::Moves;
use crate::engine::mv::{Item, Move};
use crate::engine::out::{Deferral, Out};
use crate::engine::rng::GameRng;

/// How many slots are looked into for each player where all move at once, before moves are listed.
const LOOKS: i32 = 8;

/// How many slots are looked into, where moves are drawn steadily, before they are listed.
pub(crate) const STEADY_LOOKS: usize = 8;

/// What a move is drawn from.
struct Source<'a, 'g> {
    play: &'a Choice<'g>,
    /// The random stream before anything was asked.
    rng: GameRng,
    /// Whether it is what follows a throw of the dice, which has been carried out.
    led: bool,
}

/// What came of drawing a move.
#[derive(PartialEq, Eq)]
enum Draw {
    /// A move was drawn.
    Move,
    /// There is none.
    None,
    /// Something went wrong.
    Fault,
}

impl Cx {
    /// Draws one of the legal moves; `choose` draws a number from 0 up to but without the one it is given. `false` when
    /// the game is over or something went wrong.
    ///
    /// The move is left in compact form where it may be, and without the throw of the dice before it where that has
    /// been carried out ([`Out::lead`]).
    pub(crate) fn draw_legal(&mut self, game: &Game, out: &mut Out, mut choose: impl FnMut(usize) -> usize) -> bool {
        if self.state.is_over() {
            return false;
        }
        self.it.unset();
        if game.throws_first {
            out.lead().clear();
        }
        if game.draws_ahead && self.take_speculation(out) {
            self.note_listed();
            return true;
        }
        let play = &game.phase(&self.state, self.state.mover).play;
        if game.allows_compact && !game.throws_first && play.draws_slots() && self.draw_once(play, out, &mut choose) {
            return true;
        }
        let (rng, direct) = (self.rng.clone(), play.sequel().is_some());
        let mut play = Choice::of(play);
        play.choose(self);
        // To swap seats comes without a throw.
        let throws = game.throws_first && self.swap_partner().is_none();
        if throws && self.draw_after_throw(&play, direct, out, &mut choose) {
            return true;
        }
        match self.draw_from(&Source { play: &play, rng, led: false }, out, &mut choose) {
            Draw::Move => {}
            Draw::None => out.put(Move::forced_pass(self.state.mover)),
            Draw::Fault => return false,
        }
        self.note_listed();
        true
    }

    /// Draws a slot of play rules, to swap seats being in one of its own behind the others; `false` where it has no
    /// move.
    #[inline]
    fn draw_once(&mut self, play: &Moves, out: &mut Out, choose: &mut impl FnMut(usize) -> usize) -> bool {
        let (partner, mut swaps) = (self.swap_partner(), false);
        let mut found = out.fill(true, |drawn| {
            let mut choose = |slots| {
                let slot = choose(slots + usize::from(partner.is_some()));
                swaps = slot == slots;
                slot
            };
            play.draw(self, &mut choose, drawn);
        });
        if let Some(partner) = partner.filter(|_| swaps) {
            out.put(Move::swap(self.state.mover, partner, self.state.mover));
            found = true;
        }
        if self.fault().is_some() {
            // What was spent in vain does not count, and what fails does so again.
            self.take_fault();
            self.renew_work();
            return false;
        }
        if found {
            out.ski_rental.reward();
            self.note_listed();
        }
        found
    }

    /// Draws one of the legal moves as [`Cx::draw_legal`], in a way that depends on the position alone and not on what
    /// was drawn before.
    pub(crate) fn draw_steadily(&mut self, game: &Game, out: &mut Out, mut choose: impl FnMut(usize) -> usize) -> bool {
        if self.state.is_over() {
            return false;
        }
        let play = self.play_rules_now(game);
        let slots = play.slots(self).unwrap_or(0);
        let looks = if slots == 0 { 0 } else { STEADY_LOOKS };
        if (0..looks).any(|_| self.fill_from_slot(&play, choose(slots), out)) {
            return true;
        }
        let count = self.count_steadily(game, out);
        self.fault().is_none() && self.draw_by_number(game, choose(count), out)
    }

    fn fill_from_slot(&mut self, play: &Choice, slot: usize, out: &mut Out) -> bool {
        let found = out.fill(self.game.allows_compact, |drawn| play.slot(self, slot, drawn)) && self.fault().is_none();
        if found {
            self.note_listed();
        }
        found
    }

    /// How many slots there are to draw steadily from; none where moves have to be listed.
    pub(crate) fn steady_slots(&mut self, game: &Game) -> usize {
        let play = self.play_rules_now(game);
        play.slots(self).unwrap_or(0)
    }

    /// Draws the move of a slot, if it has one.
    pub(crate) fn draw_from_slot(&mut self, game: &Game, slot: usize, out: &mut Out) -> bool {
        let play = self.play_rules_now(game);
        play.slots(self).is_some() && self.fill_from_slot(&play, slot, out)
    }

    /// Counts the legal moves, or lists them where they cannot be counted.
    pub(crate) fn count_steadily(&mut self, game: &Game, out: &mut Out) -> usize {
        self.renew_work();
        let play = self.play_rules_now(game);
        if let Some(moves) = play.exact(self, usize::MAX) {
            return moves.max(1);
        }
        out.start_over(Deferral::Making);
        self.count_legal(out);
        out.len()
    }

    /// Draws the move of a number below [`Cx::count_steadily`].
    pub(crate) fn draw_by_number(&mut self, game: &Game, number: usize, out: &mut Out) -> bool {
        let play = self.play_rules_now(game);
        let allows_compact = self.game.allows_compact;
        let drawn = match play.exact(self, usize::MAX) {
            Some(0) => {
                out.put(Move::forced_pass(self.state.mover));
                true
            }
            Some(_) => out.fill(allows_compact, |drawn| play.pick(self, number, drawn)),
            None => out.draw_to(number, self, allows_compact),
        };
        let drawn = drawn && self.fault().is_none();
        if drawn {
            self.note_listed();
        }
        drawn
    }

    /// What the play rules of the mover come to now.
    fn play_rules_now<'g>(&mut self, game: &'g Game) -> Choice<'g> {
        self.it.unset();
        let mut play = Choice::of(&game.phase(&self.state, self.state.mover).play);
        play.choose(self);
        play
    }

    /// Draws one of the moves of a player where all move at once. `None` when something went wrong. `listed` as in
    /// [`Cx::moves_of`].
    pub(crate) fn draw_of(
        &mut self,
        game: &Game,
        player: i32,
        listed: &mut Option<(usize, Vec<Move>)>,
        out: &mut Out,
        mut choose: impl FnMut(usize) -> usize,
    ) -> Option<Move> {
        self.it.unset();
        let mut play = Choice::of(&game.phase(&self.state, player).play);
        play.choose(self);
        if let Some(slots @ 1..) = play.slots(self) {
            // The slots are those of all players.
            for _ in 0..LOOKS * self.state.players {
                let found = out.fill(false, |drawn| play.slot(self, choose(slots), drawn));
                match self.fault() {
                    // What was spent in vain does not count, as where players take turns.
                    Some(Fault::Work | Fault::Memory) => break,
                    Some(_) => return None,
                    None if found && out.drawn().is_some_and(|m| m.mover == player) => return out.take_drawn(),
                    None => {}
                }
            }
            self.take_fault();
            self.renew_work();
        }
        let mut own = self.moves_of(game, player, listed);
        (self.fault().is_none() && !own.is_empty()).then(|| own.swap_remove(choose(own.len())))
    }

    /// Throws the dice and draws a move of what follows, where that is what the play rules come to, `direct` if however
    /// the dice lie; a forced pass where nothing follows. `false`, and nothing has happened, where they come to
    /// something else, and where something goes wrong.
    fn draw_after_throw(
        &mut self,
        play: &Choice,
        direct: bool,
        out: &mut Out,
        choose: &mut impl FnMut(usize) -> usize,
    ) -> bool {
        let Some(sequel) = play.sequel() else { return false };
        // Dice that are thrown however they lie may stay as they fall, whatever comes of it.
        let stays = direct && sequel.prior.only_throws();
        let mark = (!stays).then(|| self.state.mark());
        let (before, stalemated) = (self.rng.clone(), self.state.stalemated);
        let mut lead = std::mem::take(out.lead());
        sequel.prior.carry_out(self, &mut lead);
        let rng = self.rng.of_copy();
        let mut after = std::mem::replace(&mut self.rng, rng.clone());
        let follows = play.after(&sequel);
        let drawn = if lead.iter().all(Action::turns_dice) {
            // The rules see it as a position that is only tried out.
            let mut play = follows.clone();
            play.choose(self);
            self.draw_from(&Source { play: &play, rng: rng.clone(), led: true }, out, choose)
        } else {
            Draw::Fault
        };
        if drawn == Draw::None {
            out.fill(false, |drawn| follows.give(Move::forced_pass(self.state.mover), drawn));
        }
        let drawn = drawn != Draw::Fault && self.fault().is_none();
        self.state.stalemated = stalemated;
        if drawn && (direct || !out.drawn_passes()) {
            mark.into_iter().for_each(|mark| self.state.release(mark));
        } else {
            // What a pass does before its actions, it does where the dice lie as they did: it asks whether there are
            // moves.
            mark.into_iter().for_each(|mark| self.state.roll_back(mark));
            if let Some(m) = out.drawn().filter(|_| drawn) {
                m.items.insert_many(0, lead.iter().cloned().map(Item::Action));
            }
            lead.clear();
        }
        *out.lead() = lead;
        if drawn {
            if self.rng != rng {
                after.next_copy();
            }
            self.rng = after;
            self.note_listed();
        } else {
            self.rng = before;
            self.take_fault();
            self.renew_work();
        }
        drawn
    }

    fn draw_from(&mut self, source: &Source, out: &mut Out, choose: &mut impl FnMut(usize) -> usize) -> Draw {
        let play = source.play;
        if (source.led || self.swap_partner().is_none())
            && let Some(slots) = play.slots(self)
        {
            if slots == 0 {
                return Draw::None;
            }
            let counted = if play.counted(self) { self.draw_exact(play, out, choose) } else { None };
            let drawn = counted.or_else(|| self.draw_slot(play, slots, out, choose));
            let drawn = drawn.or_else(|| self.draw_exact(play, out, choose));
            return drawn.unwrap_or_else(|| self.draw_listed(source, out, choose));
        }
        out.start_over(Deferral::Finding);
        play.seek(self, out);
        if !source.led {
            self.offer_swap(out);
        }
        if out.is_empty() {
            return Draw::None;
        }
        let before = self.steady_work_left();
        let mut drawn = 0;
        while !out.is_empty() && out.ski_rental.lasts(drawn, before - self.steady_work_left()) {
            let slots = out.len();
            drawn += 1;
            let allows_compact = self.game.allows_compact;
            let found = out.draw_to(choose(slots), self, allows_compact) && self.is_permitted(out);
            match self.fault() {
                // What was spent in vain does not count: where the moves can be listed, one can be drawn.
                Some(Fault::Work | Fault::Memory) => break,
                Some(_) => return Draw::Fault,
                None if found => {
                    out.ski_rental.reward();
                    return Draw::Move;
                }
                None => {}
            }
        }
        self.draw_listed(source, out, choose)
    }

    /// Draws what a generator finds; whether it is a move that the meta rules permit. Where moves may be left in
    /// compact form, these try none.
    #[inline]
    fn fill_permitted(&mut self, out: &mut Out, find: impl FnOnce(&mut Cx, &mut Out)) -> bool {
        out.fill(self.game.allows_compact, |drawn| find(self, drawn)) && self.is_permitted(out)
    }

    /// Whether nothing has gone wrong and the meta rules permit the move that was drawn.
    #[inline]
    fn is_permitted(&mut self, out: &mut Out) -> bool {
        self.fault().is_none() && (self.game.allows_compact || out.drawn().is_some_and(|m| self.permits(m)))
    }

    /// Draws slots of the play rules until one has a move; `None` after some in vain.
    fn draw_slot(
        &mut self,
        play: &Choice,
        slots: usize,
        out: &mut Out,
        choose: &mut impl FnMut(usize) -> usize,
    ) -> Option<Draw> {
        let before = self.steady_work_left();
        let mut drawn = 0;
        loop {
            drawn += 1;
            let found = self.fill_permitted(out, |cx, drawn| play.slot_among(cx, slots, choose, drawn));
            match self.fault() {
                Some(Fault::Work | Fault::Memory) => return None,
                Some(_) => return Some(Draw::Fault),
                None if found => {
                    out.ski_rental.reward();
                    return Some(Draw::Move);
                }
                None if out.ski_rental.lasts(drawn, before - self.steady_work_left()) => {}
                None => return None,
            }
        }
    }

    /// Draws one of the moves of the play rules where they can be counted without being listed; `None` where they
    /// cannot, and where the meta rules do not permit it.
    fn draw_exact(&mut self, play: &Choice, out: &mut Out, choose: &mut impl FnMut(usize) -> usize) -> Option<Draw> {
        if self.fault().is_some() {
            return None;
        }
        let (known, before) = (play.known(self), self.steady_work_left());
        let moves = play.exact(self, usize::MAX)?;
        let drawn = moves == 0 || self.fill_permitted(out, |cx, drawn| play.pick(cx, choose(moves), drawn));
        if !known {
            out.ski_rental.punish(before.saturating_sub(self.steady_work_left()));
        }
        (drawn && self.fault().is_none()).then_some(if moves == 0 { Draw::None } else { Draw::Move })
    }

    /// Draws one of the moves by counting them, where slots were drawn in vain.
    fn draw_listed(&mut self, source: &Source, out: &mut Out, choose: &mut impl FnMut(usize) -> usize) -> Draw {
        self.take_fault();
        self.renew_work();
        // What listing draws, it draws once.
        self.rng = source.rng.clone();
        out.start_over(Deferral::Making);
        let before = self.steady_work_left();
        if source.led {
            source.play.seek(self, out);
        } else {
            self.count_legal(out);
        }
        out.ski_rental.punish(before - self.steady_work_left());
        if self.fault().is_some() {
            return Draw::Fault;
        }
        self.renew_work();
        match out.len() {
            0 => Draw::None,
            count if out.draw_to(choose(count), self, self.game.allows_compact) => Draw::Move,
            _ => Draw::Fault,
        }
    }

    /// Whether the meta rules permit a move that the play rules give.
    pub(super) fn permits(&mut self, m: &mut Move) -> bool {
        let meta = &self.game.meta;
        let tried = meta.no_repeat.is_some() || meta.no_suicide;
        !(meta.pin && self.is_pinned(m)) && (!tried || self.is_allowed(m))
    }
}
