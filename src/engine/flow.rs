//! The move cycle: legal moves, playing one of them, and what follows.

use crate::engine::compact::CompactMove;
use crate::engine::context::{Cx, Iterators};
use crate::engine::fault::Fault;
use crate::engine::game::{Game, Mode, Repetition};
use crate::engine::mv::Move;
use crate::engine::out::Out;
use crate::engine::rng::GameRng;
use crate::engine::role::bit;
use crate::engine::scalars::Scalars;
use crate::engine::state::EndType;
use crate::engine::uses::Uses;

/// What of a move matters to the turn.
#[derive(Clone, Copy)]
struct MoveSummary {
    pass: bool,
    swap: bool,
    from: i32,
    to: i32,
}

impl MoveSummary {
    fn of(m: &Move) -> MoveSummary {
        MoveSummary { pass: m.is_pass(), swap: m.is_swap(), from: m.from, to: m.to }
    }
}

impl Cx {
    /// The legal moves of the mover, in order, duplicates kept; a forced pass when there is nothing else; empty when
    /// the game is over. Where all players move at once, those of all players, each with its player as mover.
    pub(crate) fn legal_moves(&mut self) -> Vec<Move> {
        let mut out = Out::all();
        self.list_legal(&mut out);
        out.moves
    }

    /// The same for a list of which one move will be drawn, as far as the rules let moves be counted before they are
    /// made.
    pub(crate) fn count_legal(&mut self, out: &mut Out) {
        if self.game.meta.tries() {
            // Whether a move is legal is known once it has been tried.
            let mut all = Out::all();
            self.list_legal(&mut all);
            out.moves.append(&mut all.moves);
        } else {
            self.list_legal(out);
        }
    }

    fn list_legal(&mut self, out: &mut Out) {
        if self.state.is_over() {
            return;
        }
        self.it = Iterators::default();
        match self.game.mode {
            Mode::Alternating => self.with_game(|cx, game| cx.moves_of_mover(game, out)),
            Mode::Simultaneous => self.with_game(|cx, game| cx.moves_of_all(game, out)),
            Mode::Simulation => {
                let moves = self.with_game(|cx, game| game.phases[0].play.list(cx));
                out.moves.extend(Move::merged(moves));
            }
        }
    }

    /// The moves of every player.
    fn moves_of_all(&mut self, game: &Game, out: &mut Out) {
        let mut listed = None;
        for player in 1..=self.state.players {
            out.moves.extend(self.moves_of(game, player, &mut listed));
        }
    }

    /// The moves of each player who is still playing where all move at once.
    pub(super) fn moves_of_each(&mut self, game: &Game) -> Vec<Vec<Move>> {
        let mut listed = None;
        let playing = (1..=self.state.players).filter(|&player| self.state.is_active(player)).collect::<Vec<_>>();
        playing.into_iter().map(|player| self.moves_of(game, player, &mut listed)).collect()
    }

    /// The moves of a player where all move at once: of what the rules of his phase give, with the mover of the turn as
    /// ever, those that are his. Who is still playing and has none passes. (Ludii 1.3.12's behaviour.)
    ///
    /// What the rules of a phase gave that is for others is left in `listed`.
    pub(super) fn moves_of(&mut self, game: &Game, player: i32, listed: &mut Option<(usize, Vec<Move>)>) -> Vec<Move> {
        let phase = self.state.phase(player);
        let moves = match listed.take() {
            Some((of, moves)) if of == phase => moves,
            _ => {
                self.it = Iterators::default();
                game.phases[phase].play.list(self)
            }
        };
        let (mut own, others): (Vec<Move>, Vec<Move>) = moves.into_iter().partition(|m| m.mover == player);
        // Where listing draws no chance, it finds the same moves for the next player.
        *listed = (!game.features.stochastic).then_some((phase, others));
        if own.is_empty() && self.state.is_active(player) {
            own.push(Move::forced_pass(player));
        }
        own
    }

    fn moves_of_mover(&mut self, game: &Game, out: &mut Out) {
        game.phase(&self.state, self.state.mover).play.seek(self, out);
        self.offer_swap(out);
        if game.meta.pin {
            out.moves.retain(|m| !self.is_pinned(m));
        }
        if game.meta.no_repeat.is_some() || game.meta.no_suicide {
            let mut index = 0;
            while index < out.moves.len() {
                if self.is_allowed(&mut out.moves[index]) {
                    index += 1;
                } else {
                    out.moves.swap_remove(index);
                }
            }
        }
        if out.is_empty() {
            out.push(Move::forced_pass(self.state.mover));
        }
        self.note_listed();
    }

    /// The swap of seats, where it may be.
    pub(super) fn offer_swap(&self, out: &mut Out) {
        if let Some(partner) = self.swap_partner() {
            out.push(Move::swap(self.state.mover, partner, self.state.mover));
        }
    }

    /// Whose moves have been asked for is not stalemated.
    pub(super) fn note_listed(&mut self) {
        if self.state.stalemated != 0 && self.state.stalemated & bit(self.state.mover) != 0 {
            self.state.stalemated &= !bit(self.state.mover);
            self.state.touch(Uses::OTHER);
        }
    }

    /// With whom the mover may swap seats now, by the swap rule.
    pub(super) fn swap_partner(&self) -> Option<i32> {
        if !self.game.meta.swap || self.count_moves() as i32 != self.state.players - 1 {
            return None;
        }
        self.history.made().iter().rev().map(|m| m.mover).find(|&mover| mover != self.state.mover)
    }

    /// Plays a move out on a scratch copy, end rules and change of turn included, and looks at what came of it.
    pub(crate) fn try_out<T: Default>(&mut self, m: &Move, look: impl FnOnce(&mut Cx) -> T) -> T {
        self.try_with(self.rng.of_copy(), |cx| cx.advance(m), look)
    }

    /// The same with the numbers that would be drawn if the move were made, which are left for that.
    pub(crate) fn foresee<T: Default>(&mut self, m: &Move, look: impl FnOnce(&mut Cx) -> T) -> T {
        let rng = self.stream();
        let seen = self.try_with(self.stream(), |cx| cx.advance(m), look);
        self.rng = rng;
        seen
    }

    /// The same without what meta rules add to the move.
    pub(crate) fn try_plain<T: Default>(&mut self, m: &Move, look: impl FnOnce(&mut Cx) -> T) -> T {
        self.try_with(self.rng.of_copy(), |cx| cx.carry_out(m), look)
    }

    /// Plays on a scratch copy that draws from this stream, and looks at what came of it.
    fn try_with<T: Default>(
        &mut self,
        stream: GameRng,
        play: impl FnOnce(&mut Cx),
        look: impl FnOnce(&mut Cx) -> T,
    ) -> T {
        // A pass that is tried asks whether there is a move, for which meta rules may try it again.
        if !self.descend() {
            self.fail(Fault::Nesting);
            return T::default();
        }
        let met = self.repetitions.mark();
        let seen = self.scratch_with_rng(stream, |cx| {
            play(cx);
            look(cx)
        });
        self.repetitions.roll_back(met);
        self.ascend();
        seen
    }

    /// Whether the rules about repetition and suicide allow a generated move.
    pub(super) fn is_allowed(&mut self, m: &mut Move) -> bool {
        let (no_repeat, no_suicide) = (self.game.meta.no_repeat, self.game.meta.no_suicide);
        if let Some(repetition) = no_repeat
            && !m.is_pass()
            && m.repeats.unwrap_or_else(|| {
                self.scratch(|cx| {
                    cx.apply_listed(m);
                    cx.is_repeated(repetition)
                })
            })
        {
            return false;
        }
        if no_suicide {
            let mover = self.state.mover;
            return !self.try_out(m, |cx| !cx.state.is_active(mover) && cx.state.losers().contains(&mover));
        }
        true
    }

    /// Notes of a move that has just been applied on a copy whether the position has been met before, where meta rules
    /// will ask that. Situations have more to them than the position, and what draws chance leads elsewhere the next
    /// time.
    pub(crate) fn note_repetition(&self, m: &mut Move) {
        let repetition = self.game.meta.no_repeat.filter(|_| !self.game.features.stochastic);
        if let Some(repetition @ (Repetition::Positional | Repetition::PositionalInTurn)) = repetition {
            m.repeats = Some(self.is_repeated(repetition));
        }
    }

    /// Whether the position or situation has been met before.
    pub(crate) fn is_repeated(&self, repetition: Repetition) -> bool {
        let scores = self.game.features.play_scores;
        match repetition {
            Repetition::Positional => self.repetitions.positions.contains(self.state.position_hash()),
            Repetition::PositionalInTurn => self.repetitions.positions_in_turn.contains(self.state.position_hash()),
            Repetition::Situational => self.repetitions.situations.contains(self.state.situation_hash(scores)),
            Repetition::SituationalInTurn => {
                self.repetitions.situations_in_turn.contains(self.state.situation_hash(scores))
            }
        }
    }

    /// Whether the last three blocks of players² positions are equal.
    pub(crate) fn is_cycle(&self) -> bool {
        let block = (self.state.players * self.state.players) as usize;
        let cycle = &self.repetitions.cycle;
        let Some(start) = cycle.len().checked_sub(3 * block) else { return false };
        let last = &cycle[start..];
        last[..block] == last[block..2 * block] && last[block..2 * block] == last[2 * block..]
    }

    /// Whether all players have passed in their last turns.
    pub(crate) fn all_passed(&self) -> bool {
        let n = self.state.players;
        if self.game.mode != Mode::Alternating {
            return false;
        }
        if n == 1 {
            return self.last().is_some_and(|made| made.pass);
        }
        // Of the last player's moves two are looked at, and one of them is a pass.
        let made = self.history.made();
        if !made[made.len().saturating_sub(2)..].iter().any(|made| made.pass) {
            return false;
        }
        let mut rest = made.iter().rev();
        let mut who = self.state.mover;
        let mut passed = false;
        let mut in_turn = 0;
        for _ in 0..n {
            loop {
                let Some(m) = rest.next() else { return passed };
                if in_turn > 1 {
                    return false;
                }
                if m.mover != who {
                    if !passed {
                        return false;
                    }
                    who = m.mover;
                    in_turn = 0;
                    passed = m.pass;
                    break;
                }
                in_turn += 1;
                passed = m.pass;
            }
        }
        true
    }

    /// Plays a legal move: applies it, evaluates the end rules, passes the turn on.
    pub(crate) fn advance(&mut self, m: &Move) {
        match self.with_meta_rules(m) {
            Some(m) => self.carry_out(&m),
            None => self.carry_out(m),
        }
    }

    /// The same for a move that nobody needs any more.
    pub(crate) fn advance_drawn(&mut self, game: &Game, m: &mut Move) {
        if let Some(m) = self.with_meta_rules(m) {
            return self.carry_out(&m);
        }
        let summary = MoveSummary::of(m);
        self.begin_move(summary);
        self.apply_drawn(m, summary.pass);
        self.end_move(game, summary);
    }

    /// The same for a move in compact form.
    pub(crate) fn advance_compact(&mut self, game: &Game, compact: &CompactMove) {
        let summary = MoveSummary { pass: false, swap: false, from: compact.decision.from, to: compact.decision.to };
        self.begin_move(summary);
        self.apply_compact(compact);
        self.end_move(game, summary);
    }

    fn carry_out(&mut self, m: &Move) {
        let summary = MoveSummary::of(m);
        self.begin_move(summary);
        let mut executed = self.spare.take();
        self.apply(m, true, &mut executed);
        self.reuse(executed);
        self.with_game(|cx, game| cx.end_move(game, summary));
    }

    /// What comes before the actions of a move.
    fn begin_move(&mut self, summary: MoveSummary) {
        self.it.unset();
        if self.state.decided != -1 {
            self.state.decided = -1;
            self.state.touch(Uses::OTHER);
        }
        if self.game.mode != Mode::Simulation && summary.pass && self.state.stalemated & bit(self.state.mover) == 0 {
            self.update_stalemate(None);
        }
        if !self.state.pending.is_empty() {
            self.state.pending.clear();
            self.state.touch(Uses::OTHER);
        }
    }

    /// What comes after a move and its consequences: end rules, phases, the change of turn.
    fn end_move(&mut self, game: &Game, summary: MoveSummary) {
        self.leave_play_rules();
        self.evaluate_ends(game);
        if self.state.active == 0 {
            self.state.prev = self.state.mover;
        } else {
            self.change_phases(game);
        }
        self.state.counter = self.state.counter.wrapping_add(1);
        self.state.touch(Uses::COUNTER);
        self.note_met();
        self.pass_turn(summary);
        self.sum_dice();
    }

    fn evaluate_ends(&mut self, game: &Game) {
        let simulation = game.mode == Mode::Simulation;
        if self.state.active == 0 && !simulation {
            return;
        }
        if let Some(end) = &game.phase(&self.state, self.state.mover).end {
            self.evaluate_end(end);
        }
        if !self.state.is_over()
            && let Some(end) = &game.end
        {
            self.evaluate_end(end);
        }
        if simulation {
            return;
        }
        let turns = i64::from(self.state.turn) >= i64::from(game.turn_limit) * i64::from(self.state.players);
        if self.state.active != 0 && (turns || self.count_moves() as i64 >= i64::from(game.move_limit)) {
            self.run_deferred();
            self.draw(if turns { EndType::TurnLimit } else { EndType::MoveLimit });
        }
    }

    fn change_phases(&mut self, game: &Game) {
        if let [only] = &game.phases[..]
            && only.next.is_empty()
        {
            return;
        }
        let all = self.state.players + 1;
        for player in 1..=self.state.players {
            for way in &game.phase(&self.state, player).next {
                let whose = way.player.eval(self);
                if (whose == player || whose == all) && way.condition.eval(self) {
                    let target = way.target.unwrap_or_else(|| {
                        // The phase that follows that of the entry's player; for an entry for all, the mover's.
                        let of = if whose == all { self.state.mover } else { whose };
                        (self.state.phase(of) + 1) % game.phases.len()
                    });
                    self.state.phases[player as usize] = target;
                    self.state.touch_players();
                    break;
                }
            }
        }
    }

    /// Adds the present position to the lists of those met, where the rules ask for them.
    fn note_met(&mut self) {
        let features = &self.game.features;
        let same_turn = self.state.mover == self.state.prev;
        if features.positional || features.positional_in_turn || features.cycle {
            let hash = self.state.position_hash();
            if features.positional && !same_turn {
                self.repetitions.positions.push(hash);
            }
            if features.positional_in_turn {
                self.repetitions.positions_in_turn.push(hash, same_turn);
            }
            if features.cycle {
                self.repetitions.cycle.push(hash);
            }
        }
        if features.situational || features.situational_in_turn {
            let hash = self.state.situation_hash(features.play_scores);
            if features.situational && !same_turn {
                self.repetitions.situations.push(hash);
            }
            if features.situational_in_turn {
                self.repetitions.situations_in_turn.push(hash, same_turn);
            }
        }
    }

    /// Adds the start position to the lists of those met; situations start with none.
    pub(crate) fn note_start(&mut self) {
        let hash = self.state.position_hash();
        if self.game.features.positional {
            self.repetitions.positions.push(hash);
        }
        if self.game.features.positional_in_turn {
            self.repetitions.positions_in_turn.push(hash, true);
        }
    }

    fn pass_turn(&mut self, summary: MoveSummary) {
        if self.state.active == 0 {
            return;
        }
        let next = self.following(self.state.next);
        if self.game.features.visited {
            let state = &mut self.state;
            if state.mover != state.next {
                state.visited = Default::default();
            } else {
                let visited = &mut state.visited;
                visited.insert(summary.from);
                visited.insert(summary.to);
            }
            state.touch(Uses::OTHER);
        }
        let state: &mut Scalars = &mut self.state;
        state.prev = state.mover;
        state.mover = state.next;
        if state.prev == state.mover && !summary.swap {
            state.moves_this_turn += 1;
        } else {
            state.moves_this_turn = 0;
            state.turn += 1;
        }
        state.consecutive_passes = if summary.pass { state.consecutive_passes + 1 } else { 0 };
        state.next = next;
        self.state.touch(Uses::TURN);
        self.state.touch(Uses::COUNTER);
    }
}
