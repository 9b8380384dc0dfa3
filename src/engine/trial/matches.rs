//! Matches: games of several games, one played after the other.

use super::{PlayError, Trial};
use crate::engine::context::Cx;
use crate::engine::game::Game;
use crate::engine::instances::{Match, Points};
use crate::engine::mv::Move;
use std::sync::Arc;

/// A match being played: what is not about its present game.
#[derive(Debug, Clone)]
pub(super) struct MatchProgress {
    rules: Arc<Match>,
    /// The game that holds the match.
    first: Arc<Game>,
    /// The number of the present game.
    index: usize,
    /// Whether the match is over.
    pub(super) over: bool,
    /// The moves of the games before, start rules included.
    pub(super) history: Vec<Arc<Move>>,
    /// How many of them were made by players.
    pub(super) moves: usize,
    /// How many moves the start rules of the first game made.
    pub(super) initial: usize,
}

/// A finished game of a match that is left behind, and the match as it was then.
#[derive(Debug, Clone)]
pub(super) struct LeftGame {
    /// The game, where another has begun.
    cx: Option<Cx>,
    progress: MatchProgress,
    points: Option<Points>,
}

/// What a match has come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchState<'a> {
    /// The number of the present game among those of the match, from 0.
    pub instance: usize,
    /// Its name.
    pub name: &'a str,
    /// How many games are finished.
    pub trials: i32,
    /// Whether the present game is over.
    pub over: bool,
    /// Match scores, player 1 first.
    pub scores: &'a [i32],
}

impl MatchProgress {
    /// That of a game before its first move, where it is one of several games.
    pub(super) fn start(cx: &Cx) -> Option<MatchProgress> {
        let rules = cx.game.instances.as_ref()?;
        Some(MatchProgress {
            rules: Arc::clone(rules),
            first: Arc::clone(&cx.game),
            index: 0,
            over: false,
            history: Vec::new(),
            moves: 0,
            initial: cx.initial,
        })
    }
}

impl Trial {
    /// What the match has come to that is being played; `None` for a game alone.
    pub fn match_state(&self) -> Option<MatchState<'_>> {
        let (progress, points) = (self.progress.as_ref()?, self.cx.points.as_ref()?);
        Some(MatchState {
            instance: progress.index,
            name: progress.rules.instances.get(progress.index).map_or("", |instance| &*instance.name),
            trials: points.trials,
            over: self.cx.state.is_over(),
            scores: points.scores.get(1..).unwrap_or_default(),
        })
    }

    /// Whether a game of a match is over, and the next one can begin.
    pub(super) fn awaits_next(&self) -> bool {
        self.progress.as_ref().is_some_and(|progress| !progress.over) && self.cx.state.is_over()
    }

    /// Counts the finished game of a match, and begins the next one.
    pub(super) fn next_instance(&mut self, m: Move) -> Result<&Move, PlayError> {
        let Some(mut progress) = self.progress.clone() else { return Err(PlayError::Over) };
        let mut left = LeftGame { cx: None, progress: progress.clone(), points: self.cx.points.clone() };
        self.all = None;
        self.cx.renew_work();
        self.cx.record(m);
        let rules = Arc::clone(&progress.rules);
        match self.cx.finish_instance(&rules, progress.index) {
            None => progress.over = true,
            Some(next) if self.cx.fault().is_none() => {
                let game = rules.instances.get(next).and_then(|instance| instance.game.as_ref());
                let game = Arc::clone(game.unwrap_or(&progress.first));
                progress.index = next;
                progress.moves += self.cx.count_moves();
                progress.history.extend(self.cx.history.written_out().cloned());
                let earlier = std::mem::replace(&mut self.cx, Cx::before_start(game, 0));
                self.cx.inherit_match(&earlier);
                self.cx.set_up();
                left.cx = Some(earlier);
            }
            Some(_) => {}
        }
        self.progress = Some(progress);
        if let Some(before) = self.past.last_mut() {
            before.left = Some(Box::new(left));
        }
        self.ready()
    }

    /// Goes back to a game that was left behind.
    pub(super) fn return_to(&mut self, left: LeftGame) {
        if let Some(cx) = left.cx {
            let later = std::mem::replace(&mut self.cx, cx);
            self.cx.resume_account(&later);
        }
        self.cx.points = left.points;
        self.progress = Some(left.progress);
        let keeps = self.cx.game.keeps;
        self.cx.keep_anew(keeps);
    }
}
