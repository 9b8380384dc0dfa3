//! What can be read of a state besides its sites.

use super::{State, Status, of_player};
use crate::engine::role::bit;

impl State {
    /// Number of players.
    #[inline]
    pub fn players(&self) -> i32 {
        self.players
    }

    /// The player to move, from 1.
    #[inline]
    pub fn mover(&self) -> i32 {
        self.mover
    }

    /// The player due after the mover.
    #[inline]
    pub fn next(&self) -> i32 {
        self.next
    }

    /// The player who made the previous move, 0 before the first.
    #[inline]
    pub fn prev(&self) -> i32 {
        self.prev
    }

    /// The counter, -1 before the first move.
    pub fn counter(&self) -> i32 {
        self.counter
    }

    /// The number of the turn, from 1.
    pub fn turn(&self) -> i32 {
        self.turn
    }

    /// How many moves the mover has made in his current turn.
    pub fn moves_this_turn(&self) -> i32 {
        self.moves_this_turn
    }

    /// The phase a player is in, by index.
    #[inline]
    pub fn phase(&self, player: i32) -> usize {
        of_player(&self.phases, player).unwrap_or(0)
    }

    /// The amount of a player; 0 outside 1..=players.
    pub fn amount(&self, player: i32) -> i32 {
        of_player(&self.amounts, player).unwrap_or(0)
    }

    /// The agent who plays for a player; his own index until seats are swapped.
    pub fn agent(&self, player: i32) -> i32 {
        of_player(&self.agents, player).unwrap_or(player)
    }

    /// Whether a player was found unable to move when that was last looked at.
    pub fn is_stalemated(&self, player: i32) -> bool {
        self.stalemated & bit(player) != 0
    }

    /// The unnamed variable, -1 at first.
    pub fn unnamed(&self) -> i32 {
        self.temp
    }

    /// The values of the named variables by variable number, as [`crate::Game::vars`] names them; `None` while never
    /// set.
    pub fn vars(&self) -> &[Option<i32>] {
        &self.vars
    }

    /// The pending values, in the order they were set.
    pub fn pending(&self) -> &[i32] {
        &self.pending
    }

    /// The remembered values without a name, in the order they were remembered.
    pub fn remembered(&self) -> &[i32] {
        &self.remembered
    }

    /// The remembered values by name, in the order the names appeared.
    pub fn remembered_named(&self) -> impl Iterator<Item = (&str, &[i32])> {
        self.remembered_named.iter().map(|(name, values)| (&**name, values.as_slice()))
    }

    /// Open propositions, votes given, and the decision (-1 for none), by the numbers of [`crate::Game::votes`].
    pub fn ballot(&self) -> (&[i32], &[i32], i32) {
        (&self.propositions, &self.votes, self.decided)
    }

    /// What each die shows, in site order: 0 for one that has been used since it was rolled. Empty without dice.
    pub fn dice(&self) -> &[i32] {
        &self.dice
    }

    /// Whether all dice fell alike in the last roll; `false` before the first.
    pub fn dice_equal(&self) -> bool {
        self.dice_equal
    }

    /// The score of a player; 0 outside 1..=players.
    #[inline]
    pub fn score(&self, player: i32) -> i32 {
        of_player(&self.scores, player).unwrap_or(0)
    }

    /// The team of a player; his own index without teams.
    pub fn team(&self, player: i32) -> i32 {
        of_player(&self.teams, player).unwrap_or(player)
    }

    /// Whether a player is still playing.
    #[inline]
    pub fn is_active(&self, player: i32) -> bool {
        (1..=self.players).contains(&player) && self.active >> player & 1 == 1
    }

    /// How many players are still playing.
    pub fn active_players(&self) -> i32 {
        self.active.count_ones() as i32
    }

    /// The status once the game is over.
    pub fn status(&self) -> Option<Status> {
        self.status
    }

    /// Whether the game is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.status.is_some()
    }

    /// The dominoes that nobody has yet, by component, ascending.
    pub fn dominoes_left(&self) -> impl Iterator<Item = i32> {
        self.dominoes.iter().flat_map(|dominoes| dominoes.left.iter())
    }

    /// The value of a variable by number, -1 when never set.
    #[inline]
    pub(crate) fn var(&self, index: usize) -> i32 {
        self.vars.get(index).copied().flatten().unwrap_or(-1)
    }
}
