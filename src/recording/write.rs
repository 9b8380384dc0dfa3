//! Writing recordings.

use super::state::state_with;
use crate::engine::game::Game;
use crate::engine::trial::{PlayError, Trial};
use serde_json::{Value, json};
use std::sync::Arc;

/// The lines of a recording, one by one, while a game is played.
///
/// # Examples
///
/// ```
/// use ludemic::recording::Recorder;
/// use ludemic::{Game, KnownDefines, Trial};
///
/// # let text = r#"(game "Fill" (players 2)
/// #   (equipment { (board (square 2)) (piece "Disc" Each) })
/// #   (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"#;
/// let game = Game::load("fill.lud", text, &[], &KnownDefines::none())?;
/// let mut trial = Trial::start(game, 0)?;
/// let mut recorder = Recorder::new(&trial, &[], 0);
/// while !trial.is_over() {
///     recorder.play(&mut trial, 0)?;
/// }
/// assert_eq!(recorder.finish(&trial).lines().len(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Recorder {
    lines: Vec<Value>,
    n: usize,
}

/// A finished recording.
#[derive(Debug, Clone)]
pub struct Record {
    lines: Vec<Value>,
}

impl Recorder {
    /// Begins with the line about the game and its start. `options` are the selections made, empty for defaults.
    pub fn new(trial: &Trial, options: &[String], seed: u64) -> Self {
        Recorder { lines: vec![header(trial, options, seed, trial.game().features.hidden)], n: 0 }
    }

    /// Plays the legal move of this number and records it.
    ///
    /// # Errors
    ///
    /// As [`Trial::play`]; nothing is recorded then.
    pub fn play(&mut self, trial: &mut Trial, index: usize) -> Result<(), PlayError> {
        let legal = legal(trial)?;
        trial.play(index)?;
        let line = move_line(trial, self.n, legal, trial.game().features.hidden);
        self.lines.push(line);
        self.n += 1;
        Ok(())
    }

    /// Drops the last recorded move, after [`Trial::undo`].
    pub fn undo(&mut self) {
        if self.n > 0 {
            self.n -= 1;
            self.lines.pop();
        }
    }

    /// The lines so far.
    pub fn lines(&self) -> &[Value] {
        &self.lines
    }

    /// Ends with the line about the result.
    pub fn finish(mut self, trial: &Trial) -> Record {
        self.lines.push(last_line(trial));
        Record { lines: self.lines }
    }
}

impl Record {
    /// The lines.
    pub fn lines(&self) -> &[Value] {
        &self.lines
    }
}

impl std::fmt::Display for Record {
    /// One JSON object a line.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for line in &self.lines {
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

/// The first line; `hidden` says whether the recording shows what is hidden from players.
pub(super) fn header(trial: &Trial, options: &[String], seed: u64, hidden: bool) -> Value {
    let game: &Arc<Game> = trial.game();
    let equipment = &game.equipment;
    let components: Vec<&str> = equipment.components.iter().skip(1).map(|c| &*c.name).collect();
    let mut line = json!({
        "game": &*game.name,
        "options": options,
        "seed": seed,
        "players": equipment.players,
        "sites": equipment.layout.sites(),
        "siteType": equipment.layout.default_type().name(),
        "components": components,
        "stochastic": game.features.stochastic,
        "start": state_with(game, trial.state(), hidden),
    });
    if let (true, Some(object)) = (hidden, line.as_object_mut()) {
        object.insert("hidden".into(), json!(true));
    }
    line
}

/// The legal moves as text, sorted by code point.
pub(super) fn legal(trial: &mut Trial) -> Result<Vec<String>, PlayError> {
    let mut legal: Vec<String> = trial.legal()?.iter().map(|m| m.legal_text()).collect();
    legal.sort_unstable();
    Ok(legal)
}

/// The line of the move just played.
pub(super) fn move_line(trial: &Trial, n: usize, legal: Vec<String>, hidden: bool) -> Value {
    let last = trial.history().last();
    json!({
        "n": n,
        "mover": last.map_or(0, |m| m.mover),
        "legal": legal,
        "move": last.map(ToString::to_string),
        "state": state_with(trial.game(), trial.state(), hidden),
        "over": trial.is_over(),
    })
}

/// The last line.
pub(super) fn last_line(trial: &Trial) -> Value {
    let mut line = json!({ "over": trial.is_over(), "moves": trial.len() });
    if let (Some(status), Some(object)) = (trial.state().status(), line.as_object_mut()) {
        let ranking: Vec<f64> = (1..=trial.state().players()).map(|p| trial.state().rank(p)).collect();
        object.insert("winner".into(), json!(status.winner));
        object.insert("endType".into(), json!(status.end.name()));
        object.insert("ranking".into(), json!(ranking));
    }
    line
}
