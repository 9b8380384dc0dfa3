//! The course of games: leads, the ludemes behind the moves, the rules used.

use super::lead::{Lead, lowest_wins};
use super::summary::SCALE;
use super::{Distribution, Outcome};
use crate::engine::tally::Use;
use crate::engine::trial::{PlayError, Trial};
use crate::players::{Match, Player};
use crate::playouts::{Chooser, Playout, Ply, seed};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The seat that a player of a match had first, from 1, and whether he won; `None` for a draw or a game that was cut.
pub type Seat = (usize, Option<bool>);

/// What is seen of one game by looking at each of its positions.
#[derive(Debug, Clone)]
pub struct Course {
    /// What came of it.
    pub playout: Playout,
    /// The numbers of legal moves before each move, duplicates counted.
    pub choices: Vec<u32>,
    /// Its decisions, if they were to be kept.
    pub plies: Vec<Ply>,
    lead: Lead,
    made: Vec<u64>,
    forced_passes: u64,
    swaps: u64,
    others: u64,
    uses: Vec<Use>,
}

/// Looks at a game move by move. The game should be one that counts its rules
/// ([`Compiled::counting`](crate::Compiled::counting)); of another the moves and the scores are seen all the same.
#[derive(Debug)]
pub struct Observer {
    seen: Course,
    keep: bool,
}

impl Observer {
    /// Before the first move.
    pub fn new(trial: &Trial) -> Observer {
        let game = trial.game();
        let mut lead = Lead::new(lowest_wins(game));
        lead.see(trial.state());
        let seen = Course {
            playout: Playout::of(trial),
            choices: Vec::new(),
            plies: Vec::new(),
            lead,
            made: vec![0; game.rules.len()],
            forced_passes: 0,
            swaps: 0,
            others: 0,
            uses: Vec::new(),
        };
        Observer { seen, keep: false }
    }

    /// The same; the decisions are kept.
    #[must_use]
    pub fn keeping(self, keep: bool) -> Observer {
        Observer { keep, ..self }
    }

    /// Plays the legal move of this number and looks at what came of it.
    ///
    /// # Errors
    ///
    /// Those of [`Trial::play`].
    pub fn play(&mut self, trial: &mut Trial, index: usize) -> Result<(), PlayError> {
        let legal = trial.legal()?;
        let seen = &mut self.seen;
        if self.keep {
            seen.plies.extend(legal.get(index).map(|m| Ply::new(legal.len(), m)));
        }
        seen.choices.push(u32::try_from(legal.len()).unwrap_or(u32::MAX));
        let chosen = legal.get(index).map(|m| (m.maker(), m.is_forced(), m.is_swap()));
        trial.play(index)?;
        match chosen {
            Some((Some(rule), ..)) => {
                if let Some(count) = seen.made.get_mut(rule) {
                    *count += 1;
                }
            }
            Some((None, true, _)) => seen.forced_passes += 1,
            Some((None, _, true)) => seen.swaps += 1,
            _ => seen.others += 1,
        }
        seen.lead.see(trial.state());
        Ok(())
    }

    /// After the last move.
    pub fn finish(mut self, trial: &Trial) -> Course {
        self.seen.playout = Playout::of(trial);
        self.seen.uses = trial.uses().to_vec();
        self.seen
    }
}

impl Course {
    /// Plays random game number `index` of this master seed, up to `limit` moves, and looks at all of it. Moves are
    /// taken by their number in the list, which counting the use of rules takes anyhow: the games are others than those
    /// of [`playouts::play`](crate::playouts::play), equally distributed. With `keep` its decisions are kept.
    ///
    /// # Errors
    ///
    /// [`PlayError::Fault`] when the rules have no value somewhere on the way.
    pub fn random(
        game: &Arc<crate::Game>,
        master: u64,
        index: u64,
        limit: usize,
        keep: bool,
    ) -> Result<Course, PlayError> {
        let seed = seed(master, index);
        let mut trial = Trial::start(Arc::clone(game), seed)?;
        let mut observer = Observer::new(&trial).keeping(keep);
        let mut chooser = Chooser::new(seed);
        while trial.goes_on(limit)? {
            let count = trial.legal()?.len();
            observer.play(&mut trial, chooser.choose(count))?;
        }
        Ok(observer.finish(&trial))
    }

    /// How often the lead by score changed; `None` where scores did not change before the last move.
    pub fn lead_changes(&self) -> Option<u64> {
        self.lead.in_play().then_some(self.lead.changes)
    }

    /// When the winner took the lead by score for good, in thousandths of the length; `None` where
    /// [`Course::lead_changes`] is, without a winner, and for one who was not alone in front at the end.
    pub fn decided(&self) -> Option<u64> {
        let Outcome::Win(winner) = Outcome::of(&self.playout) else { return None };
        let since = self.lead.since(winner).filter(|_| self.lead.in_play())?;
        let length = self.choices.len().max(1) as u64;
        Some((since * SCALE + length / 2) / length)
    }

    /// Plays game number `index` of a match, and its moves once more on `game` to look at all of it: what players try
    /// out while they think is no part of the course. `game` is that of the match or the same one counting its rules.
    ///
    /// With the course come, for each player in the order they are given, the seat he had first, from 1, and whether he
    /// won; `None` for a draw, and for a game that was cut. With `keep` the decisions of the course are kept.
    ///
    /// # Errors
    ///
    /// Those of [`Match::play`].
    pub fn of_match(
        games: &Match<'_>,
        game: &Arc<crate::Game>,
        index: u64,
        players: &mut [&mut dyn Player],
        keep: bool,
    ) -> Result<(Course, Vec<Seat>), PlayError> {
        let count = players.len().max(1) as u64;
        let played = games.play(index, players)?;
        let moves: Vec<usize> = played.trial.choices().collect();
        let course = Course::replay(game, seed(games.seed, index / count), &moves, keep)?;
        let won = |&reward: &f64| match reward {
            1.0.. => Some(true),
            ..=0.0 => Some(false),
            _ => None,
        };
        let seats = played.agents.into_iter().zip(played.rewards.iter().map(won)).collect();
        Ok((course, seats))
    }

    /// Plays the moves of these numbers from the start that this seed gives, and looks at all of it. With `keep` the
    /// decisions are kept.
    ///
    /// # Errors
    ///
    /// Those of [`Trial::play`].
    pub fn replay(game: &Arc<crate::Game>, seed: u64, moves: &[usize], keep: bool) -> Result<Course, PlayError> {
        let mut trial = Trial::start(Arc::clone(game), seed)?;
        let mut observer = Observer::new(&trial).keeping(keep);
        for &index in moves {
            observer.play(&mut trial, index)?;
        }
        Ok(observer.finish(&trial))
    }
}

/// What is known of the course of many games.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Details {
    /// How many games were looked at.
    pub games: u64,
    /// Moves of all of them.
    pub moves: u64,
    /// In how many of them scores changed before the last move. The measures of the lead are about these.
    pub scored: u64,
    /// How often the lead changed: somebody else than before came to be alone in front by score (Browne's lead change,
    /// by score).
    pub lead_changes: Distribution,
    /// When the winner took the lead for good, in thousandths of the length of the game (Browne's and Ludii's
    /// decisiveness threshold, by score); of the games whose winner was alone in front at the end.
    pub decided: Distribution,
    /// Games with scores whose winner was not alone in front at the end: there, scores do not tell who is ahead.
    pub upsets: u64,
    /// How many moves of those played each rule has made, by [`Game::rules`](crate::Game::rules).
    pub made: Vec<u64>,
    /// Passes because nothing else was legal.
    pub forced_passes: u64,
    /// Swaps by the swap rule.
    pub swaps: u64,
    /// Moves of no known maker.
    pub others: u64,
    /// The use of each rule: two numbers as in [`Use`].
    pub uses: Vec<(u64, u64)>,
}

impl Details {
    /// Adds a game.
    pub fn add(&mut self, course: &Course) {
        self.games += 1;
        self.moves += course.playout.moves as u64;
        if let Some(changes) = course.lead_changes() {
            self.scored += 1;
            self.lead_changes.add(changes);
            if let Outcome::Win(_) = Outcome::of(&course.playout) {
                match course.decided() {
                    Some(decided) => self.decided.add(decided),
                    None => self.upsets += 1,
                }
            }
        }
        add(&mut self.made, &course.made);
        self.forced_passes += course.forced_passes;
        self.swaps += course.swaps;
        self.others += course.others;
        let uses: Vec<(u64, u64)> = course.uses.iter().map(|used| (used.first, used.second)).collect();
        add_pairs(&mut self.uses, &uses);
    }

    /// Adds all games of others of the same description.
    pub fn merge(&mut self, other: &Details) {
        self.games += other.games;
        self.moves += other.moves;
        self.scored += other.scored;
        self.lead_changes.merge(&other.lead_changes);
        self.decided.merge(&other.decided);
        self.upsets += other.upsets;
        add(&mut self.made, &other.made);
        self.forced_passes += other.forced_passes;
        self.swaps += other.swaps;
        self.others += other.others;
        add_pairs(&mut self.uses, &other.uses);
    }
}

fn add(sums: &mut Vec<u64>, more: &[u64]) {
    sums.resize(sums.len().max(more.len()), 0);
    sums.iter_mut().zip(more).for_each(|(sum, count)| *sum += count);
}

fn add_pairs(sums: &mut Vec<(u64, u64)>, more: &[(u64, u64)]) {
    sums.resize(sums.len().max(more.len()), (0, 0));
    for (sum, count) in sums.iter_mut().zip(more) {
        *sum = (sum.0 + count.0, sum.1 + count.1);
    }
}
