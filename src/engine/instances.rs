//! Matches: games played one after another, what they count, and when the match is over.

use crate::engine::context::{Cx, Iterators};
use crate::engine::ends::EndRules;
use crate::engine::expr::IntExpr;
use crate::engine::fault::Fault;
use crate::engine::game::Game;
use crate::engine::state::of_player;
use std::sync::Arc;

/// The games of a match and the rules between them.
#[derive(Debug)]
pub struct Match {
    pub(crate) instances: Vec<Instance>,
    pub(crate) end: EndRules,
}

impl Match {
    /// The names of the games.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.instances.iter().map(|instance| &*instance.name)
    }
}

/// A game of a match.
#[derive(Debug)]
pub struct Instance {
    /// Its name.
    pub name: Arc<str>,
    /// The game; `None` for the first one, which holds the match.
    pub(crate) game: Option<Arc<Game>>,
    /// Which game follows it.
    pub(crate) next: Option<IntExpr>,
    /// What its winners get.
    pub(crate) result: Option<IntExpr>,
}

/// What a match has come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Points {
    /// Match scores by player, index 0 unused.
    pub scores: Vec<i32>,
    /// Finished games.
    pub trials: i32,
}

impl Points {
    /// At the beginning of a match.
    pub(crate) fn new(players: i32) -> Self {
        Points { scores: vec![0; usize::try_from(players).unwrap_or(0) + 1], trials: 0 }
    }

    /// The match score of a player; 0 outside 1..=players.
    pub fn score(&self, player: i32) -> i32 {
        of_player(&self.scores, player).unwrap_or(0)
    }
}

impl Cx {
    /// Counts the finished game that this is the context of, and gives the number of the next one; `None` where the
    /// match is over, with the result of the state.
    pub(crate) fn finish_instance(&mut self, rules: &Match, index: usize) -> Option<usize> {
        self.it = Iterators::default();
        // What the match asks shares no kept values with the game.
        self.keep_anew(0);
        let instance = rules.instances.get(index);
        let players = self.state.players();
        for player in 1..=players {
            let won = self.state.winners().contains(&player);
            let rank = self.state.rank(player);
            let gained = match instance.and_then(|instance| instance.result.as_ref()).filter(|_| won) {
                Some(result) => result.eval(self),
                None => match players {
                    1 => i32::from(rank == 1.0),
                    2 => 2 - rank.floor() as i32,
                    _ => i32::from(won),
                },
            };
            if let Some(score) = self.points.as_mut().and_then(|points| points.scores.get_mut(player as usize)) {
                *score = score.wrapping_add(gained);
            }
        }
        if let Some(points) = &mut self.points {
            points.trials += 1;
        }
        if self.end_match(&rules.end) {
            let keeps = self.game.keeps;
            self.keep_anew(keeps);
            return None;
        }
        let next = match instance.and_then(|instance| instance.next.as_ref()) {
            Some(next) => next.eval(self),
            None => (index + 1).checked_rem(rules.instances.len()).unwrap_or(0) as i32,
        };
        let known = usize::try_from(next).ok().filter(|&next| next < rules.instances.len());
        known.or_else(|| {
            self.fail(Fault::NoSuchInstance(next));
            Some(index)
        })
    }
}
