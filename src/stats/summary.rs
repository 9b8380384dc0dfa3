//! What every game is asked: result, length, number of choices.

use super::Distribution;
use super::distribution::LARGEST;
use crate::engine::state::EndType;
use crate::engine::trial::PlayError;
use crate::playouts::Playout;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// Thousandths: means of games are summed up as whole numbers of them.
pub(super) const SCALE: u64 = 1000;

/// The most players of a game (Ludii 1.3.12's limit).
const MAX_PLAYERS: usize = 16;

/// How a game came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Outcome {
    /// Won by the player of this number.
    Win(i32),
    /// Over without a winner: drawn, tied, abandoned, or lost by all.
    Draw,
    /// Cut by a limit of moves or turns, that of the rules or that of the series, before it was decided.
    Cut,
}

impl Outcome {
    /// That of a playout.
    pub fn of(playout: &Playout) -> Outcome {
        match (playout.end, playout.winner) {
            (Some(EndType::NaturalEnd), Some(winner)) => Outcome::Win(winner),
            (Some(EndType::NaturalEnd), None) => Outcome::Draw,
            _ => Outcome::Cut,
        }
    }

    /// In words: `P1 wins`, `no winner`, `cut`.
    pub fn words(self) -> String {
        match self {
            Outcome::Win(player) => format!("P{player} wins"),
            Outcome::Draw => "no winner".to_owned(),
            Outcome::Cut => "cut".to_owned(),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win(player) => write!(f, "P{player}"),
            Outcome::Draw => f.write_str("draw"),
            Outcome::Cut => f.write_str("cut"),
        }
    }
}

impl From<Outcome> for String {
    fn from(outcome: Outcome) -> String {
        outcome.to_string()
    }
}

impl TryFrom<String> for Outcome {
    type Error = String;

    fn try_from(text: String) -> Result<Outcome, String> {
        let winner = text.strip_prefix('P').and_then(|number| number.parse().ok());
        match (text.as_str(), winner) {
            ("draw", _) => Ok(Outcome::Draw),
            ("cut", _) => Ok(Outcome::Cut),
            (_, Some(winner)) => Ok(Outcome::Win(winner)),
            _ => Err(format!("`{text}` is no outcome")),
        }
    }
}

/// How one player did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// Games played to an end or a limit.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games without a winner, cut ones included.
    pub draws: u64,
}

impl Score {
    fn merge(&mut self, other: &Score) {
        self.games += other.games;
        self.wins += other.wins;
        self.draws += other.draws;
    }
}

/// What is known of many games.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// How many games were played, those not counted in which the rules failed.
    pub games: u64,
    /// How many games were given up because the rules had no value somewhere.
    pub failures: u64,
    /// The lowest number of a game in which the rules failed, and why.
    pub failure: Option<(u64, String)>,
    /// Lengths in moves by outcome.
    pub outcomes: BTreeMap<Outcome, Distribution>,
    /// How many moves were legal, duplicates counted, before each move of every game (branching factor).
    pub choices: Distribution,
    /// The mean number of legal moves of each game, in thousandths.
    pub breadths: Distribution,
    /// How many moves were the only legal one.
    pub forced: u64,
    /// By player and the seat he had first, where players were told apart.
    pub players: BTreeMap<usize, BTreeMap<usize, Score>>,
}

impl Summary {
    /// Adds playout number `number`; `choices` are the numbers of legal moves before each of its moves.
    pub fn add_playout(&mut self, number: u64, playout: Result<Playout, PlayError>, choices: &[u32]) {
        match playout {
            Ok(playout) => self.add(&playout, choices),
            Err(error) => self.fail(number, error.to_string()),
        }
    }

    /// Adds a game; `choices` are the numbers of legal moves before each of its moves.
    pub fn add(&mut self, playout: &Playout, choices: &[u32]) {
        self.games += 1;
        self.outcomes.entry(Outcome::of(playout)).or_default().add(playout.moves as u64);
        for &count in choices {
            self.choices.add(u64::from(count));
            self.forced += u64::from(count <= 1);
        }
        if !choices.is_empty() {
            let sum: u64 = choices.iter().map(|&count| u64::from(count)).sum();
            let plies = choices.len() as u64;
            self.breadths.add((sum * SCALE + plies / 2) / plies);
        }
    }

    /// Adds how a player did in a game that was added: the seat he had first, both counted from 1, and whether he won;
    /// `None` for a game without a winner.
    pub fn add_player(&mut self, player: usize, seat: usize, won: Option<bool>) {
        let score = self.players.entry(player).or_default().entry(seat).or_default();
        score.games += 1;
        score.wins += u64::from(won == Some(true));
        score.draws += u64::from(won.is_none());
    }

    /// Notes a game in which the rules failed.
    pub fn fail(&mut self, number: u64, reason: String) {
        self.failures += 1;
        self.first_failure(number, reason);
    }

    fn first_failure(&mut self, number: u64, reason: String) {
        if self.failure.as_ref().is_none_or(|(first, _)| number < *first) {
            self.failure = Some((number, reason));
        }
    }

    /// Adds all games of another summary.
    pub fn merge(&mut self, other: &Summary) {
        self.games += other.games;
        self.failures += other.failures;
        if let Some((number, reason)) = &other.failure {
            self.first_failure(*number, reason.clone());
        }
        for (outcome, lengths) in &other.outcomes {
            self.outcomes.entry(*outcome).or_default().merge(lengths);
        }
        self.choices.merge(&other.choices);
        self.breadths.merge(&other.breadths);
        self.forced += other.forced;
        for (player, seats) in &other.players {
            for (seat, score) in seats {
                self.players.entry(*player).or_default().entry(*seat).or_default().merge(score);
            }
        }
    }

    /// Whether the numbers fit together for a game of so many players, which is not certain of what was read from
    /// somewhere.
    pub fn is_sound(&self, players: i32) -> bool {
        let numbered = |number: usize| number <= MAX_PLAYERS;
        let won = |outcome: &Outcome| match outcome {
            Outcome::Win(player) => usize::try_from(*player).is_ok_and(numbered),
            Outcome::Draw | Outcome::Cut => true,
        };
        let games = self.outcomes.values().try_fold(0_u64, |sum, lengths| sum.checked_add(lengths.count));
        let mut seats = self.players.values().flatten();
        usize::try_from(players).is_ok_and(numbered)
            && self.games <= LARGEST
            && self.failures <= LARGEST
            && self.failure.is_some() == (self.failures > 0)
            && games == Some(self.games)
            && self.outcomes.iter().all(|(outcome, lengths)| won(outcome) && lengths.is_sound())
            && self.choices.is_sound()
            && self.breadths.is_sound()
            && self.breadths.count <= self.games
            && self.forced <= self.choices.count
            && self.players.keys().all(|player| numbered(*player))
            && seats.all(|(seat, score)| {
                let decided = score.wins.checked_add(score.draws);
                numbered(*seat) && score.games <= self.games && decided.is_some_and(|sum| sum <= score.games)
            })
    }

    /// How many games came out like this.
    pub fn of(&self, outcome: Outcome) -> u64 {
        self.outcomes.get(&outcome).map_or(0, |lengths| lengths.count)
    }

    /// How many games had a winner.
    pub fn won(&self) -> u64 {
        self.games - self.of(Outcome::Draw) - self.of(Outcome::Cut)
    }

    /// Lengths in moves of all games.
    pub fn lengths(&self) -> Distribution {
        self.outcomes.values().fold(Distribution::default(), |mut all, lengths| {
            all.merge(lengths);
            all
        })
    }

    /// How many moves were chosen among at least two.
    pub fn decisions(&self) -> u64 {
        self.choices.count - self.forced
    }

    /// The mean number of legal moves where there were at least two (Ludii's decision factor); `None` where there never
    /// were.
    pub fn decision_factor(&self) -> Option<f64> {
        let sum = self.choices.sum().checked_sub(u128::from(self.forced))?;
        (self.decisions() > 0).then(|| sum as f64 / self.decisions() as f64)
    }

    /// The mean of the games' mean numbers of legal moves, and its variance; `None` for fewer than two games. Moves of
    /// one game depend on each other; this is what differences are tested by.
    pub fn breadth(&self) -> Option<(f64, f64)> {
        let scale = SCALE as f64;
        Some((self.breadths.mean()? / scale, self.breadths.variance()? / (scale * scale)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn playout(moves: usize, winner: Option<i32>, end: Option<EndType>) -> Playout {
        Playout { moves, winner, end }
    }

    fn three() -> [Summary; 3] {
        let mut all: [Summary; 3] = Default::default();
        let over = Some(EndType::NaturalEnd);
        all[0].add(&playout(3, Some(1), over), &[3, 2, 1]);
        all[0].add_player(1, 2, Some(true));
        all[1].add(&playout(2, None, over), &[4, 1]);
        all[1].fail(9, "nine".into());
        all[2].add(&playout(2, None, None), &[1, 1]);
        all[2].add(&playout(10, Some(2), Some(EndType::TurnLimit)), &[]);
        all[2].fail(4, "four".into());
        all[2].add_player(1, 2, None);
        all
    }

    #[test]
    fn measures_by_hand() {
        let mut all = Summary::default();
        three().iter().for_each(|part| all.merge(part));
        assert_eq!((all.games, all.won(), all.of(Outcome::Draw), all.of(Outcome::Cut)), (4, 1, 1, 2));
        assert_eq!((all.choices.count, all.forced, all.decisions()), (7, 4, 3));
        assert_eq!(all.decision_factor(), Some(3.0));
        // Means 2, 2.5 and 1.
        assert_eq!(all.breadth().map(|(mean, _)| mean), Some(5.5 / 3.0));
        assert_eq!((all.failures, all.failure.clone()), (2, Some((4, "four".into()))));
        assert_eq!(all.players[&1][&2], Score { games: 2, wins: 1, draws: 1 });
    }

    #[test]
    fn merging_in_any_order_is_the_same() {
        let parts = three();
        let merged = |order: [usize; 3]| {
            let mut all = Summary::default();
            order.into_iter().for_each(|index| all.merge(&parts[index]));
            all
        };
        for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            assert_eq!(merged(order), merged([0, 1, 2]));
        }
        let text = serde_json::to_string(&merged([0, 1, 2])).expect("numbers and names");
        assert_eq!(serde_json::from_str::<Summary>(&text).expect("the same"), merged([0, 1, 2]));
    }
}
