//! What a description makes use of, where that changes how the game is kept or played.

use crate::board::Relation;

/// Properties of a whole description, found before it is lowered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Features {
    /// Sites hold stacks.
    pub stacking: bool,
    /// Sites without stacks count their pieces.
    pub counts: bool,
    /// The owned lists fill holes with their last entry: no stacks, and only cells or only vertices in use.
    pub swap_remove: bool,
    /// Teams are set.
    pub teams: bool,
    /// Scores are shown in recordings.
    pub scores: bool,
    /// Named variables are shown in recordings.
    pub vars: bool,
    /// Dice or other chance.
    pub stochastic: bool,
    /// A hand of dice exists.
    pub dice: bool,
    /// Removals wait for the end of the turn somewhere.
    pub end_of_turn_removal: bool,
    /// Visited sites are asked for.
    pub visited: bool,
    /// All players passing does not end the game.
    pub no_pass_end: bool,
    /// The relation of the one table of distances.
    pub distance: Option<Relation>,
    /// `set Score` or `addScore` occurs in the play rules, so that scores belong to the situation.
    pub play_scores: bool,
    /// Positions of the game are remembered for `is Cycle`.
    pub cycle: bool,
    /// Repetition of positions in the whole game is asked for.
    pub positional: bool,
    /// Repetition of positions within a turn is asked for.
    pub positional_in_turn: bool,
    /// Repetition of situations in the whole game is asked for.
    pub situational: bool,
    /// Repetition of situations within a turn is asked for.
    pub situational_in_turn: bool,
}
