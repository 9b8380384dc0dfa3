//! Ludii's trial files: one game as lines of text (the format of Ludii 1.3.12).
//!
//! ```text
//! game=<path of the description, or a name>
//! START GAME OPTIONS
//! <Heading/Item, one line for each option>
//! END GAME OPTIONS
//! RNG internal state=<8 signed bytes, the lowest first: the random stream before the start rules>
//! Move=<move>                     those of the start rules first
//! numInitialPlacementMoves=<n>
//! winner=<player>                 these two only when the game is over
//! endtype=<NaturalEnd, MoveLimit or TurnLimit>
//! rankings=0.0,<rank of player 1>,…
//! SANDBOX=false
//! LUDII_VERSION=1.3.12
//! ```
//!
//! Lists of legal moves may stand between the moves and what follows them; they are neither written nor compared.

mod read;
mod replay;

pub use read::TrialFileError;

use crate::engine::state::Status;
use crate::engine::trial::Trial;
use std::fmt;

const OPTIONS_START: &str = "START GAME OPTIONS";
const OPTIONS_END: &str = "END GAME OPTIONS";
const STREAM: &str = "RNG internal state=";
const MOVE: &str = "Move=";

/// The format that is written.
const VERSION: &str = "1.3.12";

/// A game as one of Ludii's trial files tells it.
///
/// # Examples
///
/// ```
/// use ludemic::recording::TrialFile;
/// use ludemic::{Game, KnownDefines, Trial};
///
/// # let text = r#"(game "Fill" (players 2)
/// #   (equipment { (board (square 2)) (piece "Disc" Each) })
/// #   (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"#;
/// let game = Game::load("fill.lud", text, &[], &KnownDefines::none())?;
/// let mut trial = Trial::start(game.clone(), 7)?;
/// trial.playout(1, usize::MAX)?;
/// let text = TrialFile::of(&trial, Vec::new(), 7).to_string();
/// assert!(text.starts_with("game=Fill\n"));
///
/// let read = TrialFile::parse(&text)?;
/// assert_eq!(read.replay(&game)?.difference, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct TrialFile {
    /// The game: a path such as `/lud/board/space/Name.lud`, or a name.
    pub game: String,
    /// The items in use as `Heading/Item`, one for each option of the game.
    pub options: Vec<String>,
    /// The state of the random stream before the start rules, as [`Trial::start`] takes it.
    pub stream: u64,
    /// The moves with their consequences executed and flattened, those of the start rules first.
    pub moves: Vec<String>,
    /// How many of the moves are those of the start rules; `None` where the file does not say.
    pub initial: Option<usize>,
    /// The result; `None` while the game is not over.
    pub result: Option<TrialResult>,
    /// The ranks, player 1 first, 0 for none yet; `None` where the file does not say.
    pub ranking: Option<Vec<f64>>,
}

/// The result in a [`TrialFile`].
#[derive(Debug, Clone, PartialEq)]
pub struct TrialResult {
    /// The winner: 0 for nobody, players + 1 for a tie.
    pub winner: i32,
    /// How it ended; `None` where the file does not say.
    pub end: Option<String>,
}

impl TrialFile {
    /// The trial so far. `options` are the items in use, one for each option; `stream` is what the trial was started
    /// with.
    pub fn of(trial: &Trial, options: Vec<String>, stream: u64) -> Self {
        let (status, ranking) = come_to(trial);
        TrialFile {
            game: trial.game().name.to_string(),
            options,
            stream,
            moves: trial.history().map(ToString::to_string).collect(),
            initial: Some(trial.initial()),
            result: status.map(|status| TrialResult { winner: status.winner, end: Some(status.end.name().to_owned()) }),
            ranking: Some(ranking),
        }
    }

    /// The name of the game: the last part of a path, without `.lud`.
    pub fn name(&self) -> &str {
        let name = self.game.rsplit(['/', '\\']).next().unwrap_or(&self.game);
        name.strip_suffix(".lud").unwrap_or(name)
    }
}

/// What a trial has come to, and the ranks, player 1 first: those of the match, which has none before it is over.
fn come_to(trial: &Trial) -> (Option<Status>, Vec<f64>) {
    let state = trial.state();
    let pending = trial.match_state().is_some() && !trial.is_over();
    let rank = |player| if pending { 0.0 } else { state.rank(player) };
    (state.status().filter(|_| !pending), (1..=state.players()).map(rank).collect())
}

impl fmt::Display for TrialFile {
    /// The file, its last line ended.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "game={}\n{OPTIONS_START}", self.game)?;
        for option in &self.options {
            writeln!(f, "{option}")?;
        }
        let bytes: Vec<String> = self.stream.to_le_bytes().iter().map(|byte| byte.cast_signed().to_string()).collect();
        writeln!(f, "{OPTIONS_END}\n{STREAM}{}", bytes.join(","))?;
        for m in &self.moves {
            writeln!(f, "{MOVE}{m}")?;
        }
        if let Some(initial) = self.initial {
            writeln!(f, "numInitialPlacementMoves={initial}")?;
        }
        if let Some(result) = &self.result {
            writeln!(f, "winner={}", result.winner)?;
            if let Some(end) = &result.end {
                writeln!(f, "endtype={end}")?;
            }
        }
        if let Some(ranking) = &self.ranking {
            // Java writes a whole number with its ".0", and so does Debug.
            let ranks: String = ranking.iter().map(|rank| format!(",{rank:?}")).collect();
            writeln!(f, "rankings=0.0{ranks}")?;
        }
        writeln!(f, "SANDBOX=false\nLUDII_VERSION={VERSION}")
    }
}
