//! Writing recordings.

use super::read::texts;
use super::state::state_with;
use crate::engine::game::{Game, Mode};
use crate::engine::mv::Move;
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
    /// Of a move that all players make at once and some have not chosen yet: the legal moves of all, and those chosen.
    legal: Vec<String>,
    chosen: Vec<String>,
}

/// A finished recording.
#[derive(Debug, Clone)]
pub struct Record {
    lines: Vec<Value>,
}

impl Recorder {
    /// Begins with the line about the game and its start. `options` are the selections made, empty for defaults.
    pub fn new(trial: &Trial, options: &[String], seed: u64) -> Self {
        let first = header(trial, options, seed, trial.game().features.hidden);
        Recorder { lines: vec![first], n: 0, legal: Vec::new(), chosen: Vec::new() }
    }

    /// Plays the legal move of this number and records it. A move that all players make at once is recorded when the
    /// last of them has chosen.
    ///
    /// # Errors
    ///
    /// As [`Trial::play`]; nothing is recorded then.
    pub fn play(&mut self, trial: &mut Trial, index: usize) -> Result<(), PlayError> {
        let all = if trial.chosen().is_empty() { Some(legal(trial)?) } else { None };
        // The move may begin another game of a match.
        let at_once = trial.game().mode == Mode::Simultaneous;
        let text = trial.legal()?.get(index).map(Move::legal_text).unwrap_or_default();
        trial.play(index)?;
        if let Some(all) = all {
            self.legal = all;
            self.chosen.clear();
        }
        self.chosen.push(text);
        if trial.chosen().is_empty() {
            let (legal, chosen) = (std::mem::take(&mut self.legal), std::mem::take(&mut self.chosen));
            let line = move_line(trial, self.n, legal, at_once.then_some(&chosen[..]), self.shows_hidden());
            self.lines.push(line);
            self.n += 1;
        }
        Ok(())
    }

    /// Whether what is hidden from players is shown, as the first line says: games of a match may differ in that.
    fn shows_hidden(&self) -> bool {
        self.lines.first().is_some_and(|line| line.get("hidden").is_some())
    }

    /// Drops the last recorded move, or the last choice of one, after [`Trial::undo`].
    pub fn undo(&mut self) {
        if self.chosen.pop().is_some() || self.n == 0 {
            return;
        }
        self.n -= 1;
        let line = self.lines.pop().unwrap_or_default();
        self.legal = texts(&line, "legal");
        self.chosen = texts(&line, "chosen");
        self.chosen.pop();
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

/// The position, with what the match has come to that it is part of.
fn position(trial: &Trial, hidden: bool) -> Value {
    let mut position = state_with(trial.game(), trial.state(), hidden);
    if let Some(now) = trial.match_state() {
        position["match"] = json!({
            "instance": now.instance,
            "game": now.name,
            "trials": now.trials,
            "over": now.over,
            "scores": now.scores,
        });
    }
    position
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
        "start": position(trial, hidden),
    });
    if hidden {
        line["hidden"] = json!(true);
    }
    if game.mode == Mode::Simultaneous {
        line["simultaneous"] = json!(true);
    }
    line
}

/// The legal moves of all players as text, sorted by code point.
pub(super) fn legal(trial: &mut Trial) -> Result<Vec<String>, PlayError> {
    let mut legal: Vec<String> = trial.legal_of_all()?.iter().map(|m| m.legal_text()).collect();
    legal.sort_unstable();
    Ok(legal)
}

/// The line of the move just played; `chosen` are its parts where all players move at once.
pub(super) fn move_line(trial: &Trial, n: usize, legal: Vec<String>, chosen: Option<&[String]>, hidden: bool) -> Value {
    let last = trial.last_move();
    let mut line = json!({
        "n": n,
        "mover": last.map_or(0, |m| m.mover),
        "legal": legal,
        "move": last.map(ToString::to_string),
        "state": position(trial, hidden),
        "over": trial.is_over(),
    });
    if let Some(chosen) = chosen {
        line["chosen"] = json!(chosen);
    }
    line
}

/// The last line.
pub(super) fn last_line(trial: &Trial) -> Value {
    let mut line = json!({ "over": trial.is_over(), "moves": trial.len() });
    if let Some(status) = trial.state().status().filter(|_| trial.is_over()) {
        let ranking: Vec<f64> = (1..=trial.state().players()).map(|p| trial.state().rank(p)).collect();
        line["winner"] = json!(status.winner);
        line["endType"] = json!(status.end.name());
        line["ranking"] = json!(ranking);
    }
    line
}
