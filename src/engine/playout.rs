//! Playing games that nobody wants to take back.

use crate::engine::context::{Checkpoint, Cx};
use crate::engine::game::{Game, Mode};
use crate::engine::mv::Move;
use crate::engine::out::{Deferral, Out};
use crate::engine::profile::Profile;
use crate::engine::rng::GameRng;
use crate::engine::state::State;
use crate::engine::trial::{PlayError, Trial};
use std::sync::Arc;

/// Plays one game after the other, or on from one position again and again. Nothing is kept for undoing a move, and
/// where the start rules draw no chance they are carried out once for all games.
#[derive(Debug)]
pub(crate) struct Runner {
    game: Arc<Game>,
    /// The position that games begin at, where it is the same in every game.
    start: Option<Cx>,
    cx: Cx,
    legal: Out,
    /// Whether the legal moves of the present position are listed.
    listed: bool,
    /// Whether moves are drawn steadily, and the owned lists kept in the order of the sites: in games of few positions.
    steady: bool,
    /// The moves of each player as they were counted last, where all move at once and they are drawn steadily.
    each: Vec<Vec<Move>>,
}

/// How many streams of chance there are for drawing ahead.
const SEEDS: usize = 1 << 30;

impl Runner {
    /// Whether it can play a game: one alone, no match.
    pub fn plays(game: &Game) -> bool {
        game.instances.is_none()
    }

    /// Whether players take turns in a game that it can play, so that it can be led from position to position.
    pub fn leads(game: &Game) -> bool {
        Runner::plays(game) && game.mode == Mode::Alternating
    }

    /// The first game, begun.
    pub fn new(game: &Arc<Game>, seed: u64) -> Result<Runner, PlayError> {
        Runner::first(game, seed, game.has_few_positions())
    }

    /// The same, moves being drawn steadily.
    pub(super) fn steady(game: &Arc<Game>, seed: u64) -> Result<Runner, PlayError> {
        Runner::first(game, seed, true)
    }

    fn first(game: &Arc<Game>, seed: u64, steady: bool) -> Result<Runner, PlayError> {
        let cx = Runner::begin(game, seed, steady)?;
        let start = (cx.rng == GameRng::from_state(seed)).then(|| cx.clone());
        Ok(Runner::with(start, cx, steady))
    }

    fn with(start: Option<Cx>, cx: Cx, steady: bool) -> Runner {
        let (game, legal) = (Arc::clone(&cx.game), Out::deferring(Deferral::Making));
        Runner { game, start, cx, legal, listed: false, steady, each: Vec::new() }
    }

    fn begin(game: &Arc<Game>, seed: u64, steady: bool) -> Result<Cx, PlayError> {
        let mut cx = Cx::start(Arc::clone(game), seed, None)?;
        cx.keep_what_is_read();
        cx.defers_stores = game.defers_stores && !steady;
        if steady {
            cx.state.sort_lists();
        }
        Ok(cx)
    }

    /// Games from the position of a trial, and its legal moves where finding them again would draw on chance again;
    /// `None` for games that it cannot lead.
    pub fn at(trial: &Trial) -> Option<(Runner, Option<Vec<Move>>)> {
        let (mut cx, legal) = trial.position().filter(|(cx, _)| Runner::leads(&cx.game))?;
        cx.state.forget_marks();
        cx.keep_what_is_read();
        cx.forget_counts();
        let legal = if cx.game.features.stochastic { legal } else { None };
        Some((Runner::with(Some(cx.clone()), cx, false), legal))
    }

    /// What was measured so far, where the game is lowered for that.
    pub fn profile(&mut self) -> Option<&mut Profile> {
        self.cx.tally.profile.as_deref_mut()
    }

    /// Begins another game.
    pub fn restart(&mut self, seed: u64) -> Result<(), PlayError> {
        self.listed = false;
        self.legal.forget();
        match &self.start {
            Some(start) => {
                self.cx.restart(start);
                self.cx.rng = GameRng::from_state(seed);
            }
            None => {
                let cx = Runner::begin(&self.game, seed, self.steady)?;
                let earlier = std::mem::replace(&mut self.cx, cx);
                self.cx.tally.profile = earlier.tally.profile;
            }
        }
        Ok(())
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The state.
    pub fn state(&self) -> &State {
        &self.cx.state
    }

    /// How many moves have been made.
    pub fn len(&self) -> usize {
        self.cx.count_moves()
    }

    /// Whether another move can be made in a game that is given up after `limit` moves; as [`Trial::goes_on`].
    #[inline]
    pub fn goes_on(&mut self, limit: usize) -> Result<bool, PlayError> {
        if self.state().is_over() || self.len() >= limit {
            self.cx.run_deferred();
            return self.check().map(|()| false);
        }
        if self.game.mode == Mode::Simulation {
            let most = usize::try_from(self.game.move_limit).unwrap_or(0);
            return Ok(self.len() < most && self.count()? > 0);
        }
        Ok(true)
    }

    /// How many moves are legal, duplicates counted.
    pub fn count(&mut self) -> Result<usize, PlayError> {
        if !self.listed {
            self.cx.renew_work();
            self.legal.start_over(Deferral::Making);
            self.cx.count_legal(&mut self.legal);
            self.check()?;
            self.listed = true;
        }
        Ok(self.legal.len())
    }

    /// The same, leaving no trace in what is drawn.
    pub fn glance(&mut self) -> Result<usize, PlayError> {
        // What listing draws by chance, drawing a move draws again; and it counts what it would count.
        let (rng, cached_counts, mark) = (self.cx.rng.clone(), self.cx.cached_counts.clone(), self.cx.state.mark());
        let speculation = std::mem::take(&mut self.cx.speculation);
        let count = self.count();
        self.cx.state.roll_back(mark);
        (self.cx.rng, self.cx.cached_counts, self.cx.speculation) = (rng, cached_counts, speculation);
        count
    }

    /// Plays the legal move of this number; [`Runner::count`] has to have been asked for.
    pub fn play(&mut self, index: usize) -> Result<(), PlayError> {
        self.listed = false;
        let count = self.legal.len();
        // To make the move that is drawn may take as much again as to count it.
        self.cx.renew_work();
        let Some(mut m) = self.legal.draw(index, &mut self.cx) else {
            self.check()?;
            return Err(PlayError::NoSuchMove { index, count });
        };
        self.cx.renew_work();
        self.cx.advance_drawn(&self.game, &mut m);
        self.check()
    }

    /// All legal moves, made.
    pub fn list(&mut self) -> Result<Vec<Move>, PlayError> {
        self.listed = false;
        self.cx.renew_work();
        let moves = self.cx.legal_moves();
        self.check()?;
        Ok(moves)
    }

    /// Plays one of them, leaving another move that means nothing.
    pub fn play_listed(&mut self, m: &mut Move) -> Result<(), PlayError> {
        self.listed = false;
        self.cx.renew_work();
        self.cx.advance_drawn(&self.game, m);
        self.check()
    }

    /// Notes the present position, to go back to it.
    pub fn mark(&mut self) -> Checkpoint {
        self.cx.run_deferred();
        self.cx.checkpoint()
    }

    /// Goes back to a position noted in this game; it stays noted.
    pub fn back(&mut self, checkpoint: &Checkpoint) {
        self.listed = false;
        self.cx.take_fault();
        self.cx.deferred = None;
        self.cx.go_back(checkpoint.clone());
        self.cx.state.mark();
        self.cx.forget_speculation();
        self.cx.forget_counts();
    }

    /// Plays a legal move, drawn by numbers from 0 up to but without those that `choose` is given, each move as likely
    /// as any other. Where all players move at once, one is drawn for each of them.
    pub fn draw(&mut self, mut choose: impl FnMut(usize) -> usize) -> Result<(), PlayError> {
        match self.game.mode {
            Mode::Alternating => {
                self.find(&mut choose)?;
                self.make(choose)
            }
            Mode::Simultaneous => self.play_together(choose, |_| {}),
            Mode::Simulation => self.draw_seen(choose, |_, _| {}),
        }
    }

    /// The same; `see` is shown each decision before the move is made, and how many moves it was drawn from.
    pub fn draw_seen(
        &mut self,
        mut choose: impl FnMut(usize) -> usize,
        mut see: impl FnMut(usize, &Move),
    ) -> Result<(), PlayError> {
        match self.game.mode {
            Mode::Alternating => {
                let count = self.glance()?;
                self.find(&mut choose)?;
                if let Some(m) = self.legal.whole() {
                    see(count, &m);
                }
                self.make(choose)
            }
            Mode::Simultaneous => {
                self.glance()?;
                let movers: Vec<i32> = self.legal.moves.iter().map(|m| m.mover).collect();
                let count = |player: i32| movers.iter().filter(|&&mover| mover == player).count();
                self.play_together(choose, |m| see(count(m.mover), m))
            }
            Mode::Simulation => {
                let count = self.count()?;
                let index = choose(count);
                if let Some(m) = self.legal.moves.get(index) {
                    see(count, m);
                }
                self.play(index)
            }
        }
    }

    /// Draws a move of each player, and makes them, which are one move together. Drawing does not count as using rules.
    fn play_together(
        &mut self,
        mut choose: impl FnMut(usize) -> usize,
        mut see: impl FnMut(&Move),
    ) -> Result<(), PlayError> {
        let chosen = match self.steady {
            true => {
                let count = self.count_steadily()?;
                self.choose_of_each(choose(count))
            }
            false => self.draw_of_each(choose)?,
        };
        chosen.iter().for_each(&mut see);
        self.play_listed(&mut Move::together(self.state().players() + 1, chosen))
    }

    fn draw_of_each(&mut self, mut choose: impl FnMut(usize) -> usize) -> Result<Vec<Move>, PlayError> {
        let (mut chosen, mut listed) = (Vec::new(), None);
        for player in 1..=self.state().players() {
            if !self.state().is_active(player) {
                continue;
            }
            let m = self.draw_by(|cx, game, out| cx.draw_of(game, player, &mut listed, out, &mut choose))?;
            chosen.push(m.ok_or(PlayError::NoSuchMove { index: 0, count: 0 })?);
        }
        Ok(chosen)
    }

    /// Draws a legal move. That does not count as using rules.
    fn find(&mut self, choose: impl FnMut(usize) -> usize) -> Result<(), PlayError> {
        let found = match self.steady {
            true => self.draw_by(|cx, game, out| cx.draw_steadily(game, out, choose))?,
            false => self.draw_by(|cx, game, out| cx.draw_legal(game, out, choose))?,
        };
        Runner::drawn(found)
    }

    fn drawn(found: bool) -> Result<(), PlayError> {
        if found { Ok(()) } else { Err(PlayError::NoSuchMove { index: 0, count: 0 }) }
    }

    /// How many slots there are to draw steadily from; none where moves have to be listed.
    pub(super) fn steady_slots(&mut self) -> Result<usize, PlayError> {
        match self.game.mode {
            Mode::Simultaneous => Ok(0),
            _ => self.draw_by(|cx, game, _| cx.steady_slots(game)),
        }
    }

    /// Draws the move of a slot, if it has one.
    pub(super) fn find_in_slot(&mut self, slot: usize) -> Result<bool, PlayError> {
        self.draw_by(|cx, game, out| cx.draw_from_slot(game, slot, out))
    }

    /// How many legal moves there are to draw steadily from by their numbers; where all move at once, in how many ways
    /// they can.
    pub(super) fn count_steadily(&mut self) -> Result<usize, PlayError> {
        if self.game.mode != Mode::Simultaneous {
            return self.draw_by(|cx, game, out| cx.count_steadily(game, out));
        }
        self.each = self.draw_by(|cx, game, _| cx.moves_of_each(game))?;
        Ok(self.each.iter().fold(1, |ways, moves| ways.saturating_mul(moves.len())))
    }

    /// Draws the move of a number.
    pub(super) fn find_by_number(&mut self, number: usize) -> Result<(), PlayError> {
        if self.game.mode == Mode::Simultaneous {
            let chosen = self.choose_of_each(number);
            self.legal.put(Move::together(self.state().players() + 1, chosen));
            return Ok(());
        }
        let found = self.draw_by(|cx, game, out| cx.draw_by_number(game, number, out))?;
        Runner::drawn(found)
    }

    /// One move of each player, chosen in the way of a number below [`Runner::count_steadily`].
    fn choose_of_each(&mut self, mut number: usize) -> Vec<Move> {
        let choose = |mut moves: Vec<Move>| {
            let count = moves.len();
            let chosen = (count > 0).then(|| moves.swap_remove(number % count));
            number /= count.max(1);
            chosen
        };
        std::mem::take(&mut self.each).into_iter().filter_map(choose).collect()
    }

    /// Makes the move that was drawn steadily.
    pub(super) fn make_drawn(&mut self) -> Result<(), PlayError> {
        self.make(|_| 0)
    }

    /// As [`Trial::work`].
    pub(super) fn work(&self) -> u64 {
        self.cx.total_work()
    }

    /// As [`Cx::identify`].
    pub(super) fn identify(&self, key: &mut Vec<i32>) {
        self.cx.identify(key);
    }

    /// Goes to a position that was written down so, so many moves and turns after the start, in a game that starts
    /// without chance.
    pub(super) fn go_to(&mut self, key: &[i32], moves: usize, turns: i32) {
        self.listed = false;
        self.legal.forget();
        if let Some(start) = &self.start {
            self.cx.restart(start);
            self.cx.go_to(key, moves, turns);
        }
    }

    #[inline]
    fn draw_by<T>(&mut self, draw: impl FnOnce(&mut Cx, &Game, &mut Out) -> T) -> Result<T, PlayError> {
        self.listed = false;
        self.cx.renew_work();
        let tally = (!self.game.rules.is_empty()).then(|| std::mem::take(&mut self.cx.tally));
        let drawn = draw(&mut self.cx, &self.game, &mut self.legal);
        if let Some(tally) = tally {
            self.cx.tally = tally;
        }
        self.check().map(|()| drawn)
    }

    /// Makes the move that was drawn; one of the next player may be drawn meanwhile.
    fn make(&mut self, mut choose: impl FnMut(usize) -> usize) -> Result<(), PlayError> {
        self.cx.renew_work();
        if self.game.draws_ahead && !self.steady {
            self.cx.speculate_by(choose(SEEDS) as u64);
        }
        if let Some(compact) = self.legal.compact() {
            self.cx.replace_deferred(&compact.then);
            self.cx.advance_compact(&self.game, compact);
        } else if let Some(m) = self.legal.drawn() {
            self.cx.replace_deferred(&m.then);
            self.cx.advance_drawn(&self.game, m);
        }
        if self.steady {
            self.cx.state.sort_lists();
        }
        self.check()
    }

    #[inline]
    fn check(&mut self) -> Result<(), PlayError> {
        match self.cx.fault() {
            None => Ok(()),
            Some(_) => self.cx.take_fault().map_or(Ok(()), |fault| Err(fault.into())),
        }
    }
}

#[cfg(any(test, fuzzing))]
pub mod compare;
#[cfg(test)]
mod tests;
