//! What a description makes use of, where that changes how the game is kept or played.

use crate::board::{Relation, SiteType};

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
    /// A deduction puzzle: what is on the board are values of variables.
    pub puzzle: bool,
    /// Start rules set phases of sites.
    pub set_phases: bool,
    /// Dice or other chance.
    pub stochastic: bool,
    /// Pieces have moves of their own that draw chance.
    pub pieces_draw: bool,
    /// A hand of dice exists.
    pub dice: bool,
    /// Removals wait for the end of the turn somewhere.
    pub end_of_turn_removal: bool,
    /// Visited sites are asked for.
    pub visited: bool,
    /// Moves are tried to see whether meta rules permit them.
    pub tries: bool,
    /// All players passing does not end the game.
    pub no_pass_end: bool,
    /// The relation of the one table of distances.
    pub distance: Option<Relation>,
    /// `set Score` or `addScore` occurs in the play rules, so that scores belong to the situation.
    pub play_scores: bool,
    /// `(layer ..)` is asked for, so that rows and columns are those of the clean-up.
    pub layered: bool,
    /// Something may be hidden from players.
    pub hidden: bool,
    /// The board stands for a plane without an end.
    pub boardless: bool,
    /// There are dominoes.
    pub dominoes: bool,
    /// Dominoes are laid along a line of play.
    pub line_of_play: bool,
    /// Positions of the game are remembered for `is Cycle`.
    pub cycle: bool,
    /// Moves may have to lead to another position than one that was remembered.
    pub stored_state: bool,
    /// Repetition of positions in the whole game is asked for.
    pub positional: bool,
    /// Repetition of positions within a turn is asked for.
    pub positional_in_turn: bool,
    /// Whether a player was stalemated when that was last found out is asked for, of others than the mover.
    pub stalemates: bool,
    /// Whether the player due next has a move is asked for.
    pub next_moves: bool,
    /// The counter is set.
    pub sets_counter: bool,
    /// Repetition of situations in the whole game is asked for.
    pub situational: bool,
    /// Repetition of situations within a turn is asked for.
    pub situational_in_turn: bool,
    /// The types of sites, besides the default one, that something is put on, moved or chosen on.
    pub other_types: Vec<SiteType>,
    /// Whether pieces may be turned.
    pub rotations: bool,
    /// The sites are asked for that the last move passed over.
    pub last_between: bool,
    /// Single actions of the last move are asked for: all their sites, the levels or the types of sites of the
    /// decision.
    pub last_actions: bool,
    /// The last site is asked for that an action of the last move was about, those of its consequences included.
    pub last_consequences: bool,
}

impl Features {
    /// Whether more is asked of the last move than its head tells ([`crate::engine::history::Made`]).
    pub(crate) fn last_move(&self) -> bool {
        self.last_between || self.last_actions
    }

    /// Whether what is asked of the last move depends on what is removed when the turn ends.
    pub(crate) fn last_removals(&self) -> bool {
        self.end_of_turn_removal && (self.last_consequences || self.last_move())
    }

    /// Whether positions are compared again and again, by their hashes.
    pub(crate) fn compares_positions(&self) -> bool {
        let repetition = self.positional || self.positional_in_turn || self.situational || self.situational_in_turn;
        repetition || self.cycle || self.stored_state
    }
}
