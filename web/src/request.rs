//! What can be asked for.

use serde::Deserialize;

/// A description and the options it is played with.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Description {
    /// The text.
    pub text: String,
    /// Selections, each `Heading/Item` or the name of a ruleset.
    #[serde(default)]
    pub options: Vec<String>,
}

/// A game as far as it has been played.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Course {
    /// The game.
    #[serde(flatten)]
    pub description: Description,
    /// Where chance begins.
    #[serde(default)]
    pub seed: u32,
    /// The numbers of the moves that were made, each among those legal then.
    #[serde(default)]
    pub choices: Vec<usize>,
}

/// A request. In JSON `do` says which, in lower case; the other fields stand beside it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Request {
    /// What is wrong with a description, and which options it has.
    Check(Description),
    /// The text laid out as `ludemic fmt` does.
    Format {
        /// The text.
        text: String,
    },
    /// The meaning of what stands at a place, in units of UTF-16.
    Hover {
        /// The description.
        #[serde(flatten)]
        description: Description,
        /// The place.
        at: usize,
    },
    /// What may be written at a place.
    Complete {
        /// The description.
        #[serde(flatten)]
        description: Description,
        /// The place.
        at: usize,
    },
    /// Where the name at a place is defined.
    Definition {
        /// The description.
        #[serde(flatten)]
        description: Description,
        /// The place.
        at: usize,
    },
    /// All places where the name at a place is written.
    References {
        /// The description.
        #[serde(flatten)]
        description: Description,
        /// The place.
        at: usize,
    },
    /// The edits that give the name at a place another one.
    Rename {
        /// The description.
        #[serde(flatten)]
        description: Description,
        /// The place.
        at: usize,
        /// The new name.
        name: String,
    },
    /// What the text leaves unsaid: names of arguments, values of options.
    Inlays(Description),
    /// Edits that mend what is found wrong at a place.
    Fixes {
        /// The description.
        #[serde(flatten)]
        description: Description,
        /// The place.
        at: usize,
    },
    /// A position: its drawing and the legal moves.
    Position(Course),
    /// The move that a player chooses.
    Think {
        /// The position.
        #[serde(flatten)]
        course: Course,
        /// The player, as `random` or `uct:1s`.
        player: String,
        /// The seed of the player's own chance.
        #[serde(default)]
        chance: u32,
    },
    /// Random games, added to those of the requests before.
    Playouts {
        /// The game.
        #[serde(flatten)]
        description: Description,
        /// From which the seed of each game is derived.
        #[serde(default)]
        seed: u32,
        /// The number of the first game; 0 begins anew.
        from: u64,
        /// How many.
        count: u64,
    },
    /// What differs between two versions.
    Compare {
        /// Version A.
        a: Description,
        /// Version B.
        b: Description,
        /// The most positions to compare in play; 0 for the texts alone.
        #[serde(default)]
        plies: u64,
    },
    /// Whether a recorded game goes as the rules say.
    Verify {
        /// The text of the description; the recording says which options.
        text: String,
        /// The recording, unpacked.
        recording: String,
    },
}
