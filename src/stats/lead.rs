//! Who is ahead by score, and how that changes in the course of a game.

use crate::engine::ends::{Consequence, EndRule, EndRules, IfRule};
use crate::engine::game::Game;
use crate::engine::state::State;

/// The lead from position to position.
#[derive(Debug, Clone)]
pub(super) struct Lead {
    /// Whether low scores are good.
    misere: bool,
    /// Scores of the position looked at last.
    scores: Vec<i32>,
    /// How many positions were looked at.
    positions: u64,
    /// The first position with other scores than the first of all.
    moved: Option<u64>,
    /// The one alone in front last.
    last: Option<i32>,
    /// The one alone in front now, and since which position.
    now: Option<(i32, u64)>,
    /// How often somebody else than the one before came to be alone in front.
    pub changes: u64,
}

impl Lead {
    pub fn new(misere: bool) -> Self {
        Lead { misere, scores: Vec::new(), positions: 0, moved: None, last: None, now: None, changes: 0 }
    }

    /// Looks at the next position.
    pub fn see(&mut self, state: &State) {
        let scores = (1..=state.players()).map(|player| state.score(player));
        if self.positions == 0 {
            self.scores.extend(scores);
        } else if !self.scores.iter().copied().eq(scores.clone()) {
            self.moved.get_or_insert(self.positions);
            self.scores.clear();
            self.scores.extend(scores);
        }
        let leader = self.leader();
        if leader.is_some() && self.last.is_some() && leader != self.last {
            self.changes += 1;
        }
        self.last = leader.or(self.last);
        if self.now.map(|(player, _)| player) != leader {
            self.now = leader.map(|player| (player, self.positions));
        }
        self.positions += 1;
    }

    /// The player alone in front.
    fn leader(&self) -> Option<i32> {
        let key = |score: i32| if self.misere { -i64::from(score) } else { i64::from(score) };
        let best = self.scores.iter().map(|&score| key(score)).max()?;
        let mut first = (1..).zip(&self.scores).filter(|(_, score)| key(**score) == best).map(|(player, _)| player);
        let leader = first.next();
        leader.filter(|_| first.next().is_none())
    }

    /// Whether scores changed before the last position looked at: scores that are only counted up at the end say
    /// nothing of the course of a game.
    pub fn in_play(&self) -> bool {
        self.moved.is_some_and(|moved| moved + 1 < self.positions)
    }

    /// Since which position this player is alone in front, without a break until the last; `None` if he is not.
    pub fn since(&self, player: i32) -> Option<u64> {
        self.now.filter(|(leader, _)| *leader == player).map(|(_, since)| since)
    }
}

/// Whether the lowest score wins: an end rule by score says `misere:True`.
pub(super) fn lowest_wins(game: &Game) -> bool {
    let mut lists = game.end.iter().chain(game.phases.iter().filter_map(|phase| phase.end.as_ref()));
    lists.any(|EndRules(rules)| rules.iter().any(|rule| matches!(rule, EndRule::If(rule) if misere(rule))))
}

fn misere(rule: &IfRule) -> bool {
    let own = match &rule.result {
        Some(Consequence::ByScore(by_score)) => by_score.misere.as_constant() == Some(&true),
        _ => false,
    };
    own || rule.subs.iter().any(misere)
}
