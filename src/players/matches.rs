//! Games between players, the seats exchanged from game to game.

use super::Player;
use crate::engine::game::Game;
use crate::engine::trial::{PlayError, Trial};
use crate::playouts::{Rewards, rewards, seed};
use std::sync::Arc;

/// Games between players.
///
/// In game 0 the first player is agent 1, the second agent 2 and so on; in game 1 everyone moves on by a seat, and so
/// forth, so that over as many games as there are seats each player has had each. Games 0 and 1 of two players begin
/// with the same course of chance, and so do 2 and 3.
///
/// # Examples
///
/// ```
/// use ludemic::players::{Match, Player, Random};
/// use ludemic::{Game, KnownDefines};
///
/// # let text = r#"(game "Fill" (players 2)
/// #   (equipment { (board (square 2)) (piece "Disc" Each) })
/// #   (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"#;
/// let game = Game::load("fill.lud", text, &[], &KnownDefines::none())?;
/// let games = Match { game: &game, seed: 7, limit: usize::MAX };
/// let (mut a, mut b) = (Random::new(0), Random::new(0));
/// let mut points = [0.0, 0.0];
/// for index in 0..4 {
///     let played = games.play(index, &mut [&mut a, &mut b])?;
///     for (sum, reward) in points.iter_mut().zip(&played.rewards) {
///         *sum += reward;
///     }
/// }
/// assert_eq!(points, [2.0, 2.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Match<'a> {
    /// The game.
    pub game: &'a Arc<Game>,
    /// From which the seeds of all games are derived.
    pub seed: u64,
    /// A game is given up after so many moves, and counts as a draw.
    pub limit: usize,
}

/// A game that has been played.
#[derive(Debug)]
pub struct Played {
    /// What each player got: 1 for a win, 0 for a loss, a half for a draw of two; in the order the players were given.
    pub rewards: Rewards,
    /// For each player the agent that he was, from 1.
    pub agents: Vec<usize>,
    /// The game as it stands at its end.
    pub trial: Trial,
}

impl Match<'_> {
    /// Plays game number `index`.
    ///
    /// # Errors
    ///
    /// [`PlayError::Seats`] when there are not as many players as the game has;
    /// [`PlayError::Fault`] when the rules have no value somewhere, [`PlayError::NoSuchMove`] when a player chooses a
    /// move that is none.
    pub fn play(&self, index: u64, players: &mut [&mut dyn Player]) -> Result<Played, PlayError> {
        self.play_watched(index, players, |_, _| {})
    }

    /// The same; before every move `watch` is shown the position and the number of the move chosen.
    ///
    /// # Errors
    ///
    /// As of [`Match::play`].
    pub fn play_watched(
        &self,
        index: u64,
        players: &mut [&mut dyn Player],
        mut watch: impl FnMut(&mut Trial, usize),
    ) -> Result<Played, PlayError> {
        let (count, seats) = (players.len(), self.game.equipment.players);
        if count == 0 || usize::try_from(seats) != Ok(count) {
            return Err(PlayError::Seats { players: count, seats });
        }
        let shift = (index % count as u64) as usize;
        let round = seed(self.seed, index / count as u64);
        let mut trial = Trial::start(Arc::clone(self.game), round)?;
        for (number, player) in players.iter_mut().enumerate() {
            player.begin(seed(round, 1 + (number + shift) as u64 % count as u64));
        }
        while trial.goes_on(self.limit)? {
            let state = trial.state();
            let agent = usize::try_from(state.agent(trial.chooser()) - 1).unwrap_or(0);
            let Some(player) = players.get_mut((agent + count - shift) % count) else { break };
            let chosen = player.choose(&mut trial)?;
            watch(&mut trial, chosen);
            trial.play(chosen)?;
        }
        let agents: Vec<usize> = (0..count).map(|number| (number + shift) % count + 1).collect();
        let by_agent = rewards(trial.state());
        let rewards = agents.iter().map(|agent| by_agent.get(agent - 1).copied().unwrap_or(0.5)).collect();
        Ok(Played { rewards, agents, trial })
    }
}
