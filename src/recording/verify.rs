//! Comparing a recording with the rules.

use super::read::{Recording, texts};
use super::write::{header, last_line, legal, move_line};
use crate::engine::game::{Game, Mode};
use crate::engine::trial::{PlayError, Trial};
use serde_json::Value;
use std::fmt;
use std::sync::Arc;

/// The fields that the first line of a recording has to have.
const FIRST_LINE: [&str; 9] =
    ["game", "options", "seed", "players", "sites", "siteType", "components", "stochastic", "start"];

/// The fields that every line of a move has to have.
const MOVE_LINE: [&str; 6] = ["n", "mover", "legal", "move", "state", "over"];

/// The first field that differs.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Difference {
    /// The move at which it does, from 0; `None` for the first or the last line.
    pub ply: Option<usize>,
    /// The field, such as `state.c[0].what[4]`.
    pub field: String,
    /// What the recording has; `None` where it has no such field.
    pub recorded: Option<Value>,
    /// What the rules give; `None` where they give no such field.
    pub found: Option<Value>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ply {
            Some(ply) => write!(f, "ply {ply}, ")?,
            None if self.field.starts_with("result") => {}
            None => write!(f, "before the first move, ")?,
        }
        let required = if self.ply.is_some() { &MOVE_LINE[..] } else { &FIRST_LINE[..] };
        if self.recorded.is_none() && required.contains(&self.field.as_str()) {
            return write!(f, "{}: the recording does not have this field, which it has to have", self.field);
        }
        let show = |value: &Option<Value>| value.as_ref().map_or("nothing".to_owned(), clip);
        write!(f, "{}: recorded {}, found {}", self.field, show(&self.recorded), show(&self.found))
    }
}

/// A value short enough for a message.
fn clip(value: &Value) -> String {
    let text = value.to_string();
    if let Some((end, _)) = text.char_indices().nth(300) { format!("{}…", &text[..end]) } else { text }
}

/// What came of a comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// Moves replayed without a difference.
    pub plies: usize,
    /// Whether the recording ends with a last line (otherwise it was cut).
    pub complete: bool,
    /// The first difference, if there is one.
    pub difference: Option<Difference>,
}

/// Replays a recording with a game and compares every field of every line except `seed`, which only has to be a number.
/// What the recording does not have is a difference, except a last line and, in recordings that were made before these
/// fields, `hidden`, `simultaneous` and `chosen`.
///
/// The recorded move is looked for among the legal moves by its full text, consequences included, and that legal move
/// is applied: applying the recorded actions alone can go astray, because evaluating consequences has effects of its
/// own (Ludii 1.3.12's behaviour).
///
/// # Errors
///
/// [`PlayError`] when the rules have no value somewhere on the way.
pub fn verify(game: &Arc<Game>, recording: &Recording) -> Result<Verdict, PlayError> {
    let mut trial = Trial::start(Arc::clone(game), recording.seed())?;
    let mut plies = 0;
    let difference = compare(game, &mut trial, recording, &mut plies)?;
    Ok(Verdict { plies, complete: recording.last.is_some(), difference })
}

/// The first difference; `plies` counts the moves before it.
fn compare(
    game: &Game,
    trial: &mut Trial,
    recording: &Recording,
    plies: &mut usize,
) -> Result<Option<Difference>, PlayError> {
    let options = recording.options();
    let hidden = recording.shows_hidden();
    let first = header(trial, &options, recording.seed(), hidden);
    // Before anything else differs because of it.
    if let Some(field) = FIRST_LINE.iter().find(|&&field| recording.header.get(field).is_none()) {
        return Ok(differ(field, None, first.get(field).cloned()));
    }
    let seed = recording.header.get("seed");
    if !seed.is_some_and(Value::is_number) {
        return Ok(differ("seed", seed.cloned(), Some(Value::from(recording.seed()))));
    }
    // Older recordings say nothing of moving at once, and have one player's move in each line.
    let alone = game.mode == Mode::Simultaneous && recording.header.get("simultaneous").is_none();
    let except: &[&str] = if alone { &["seed", "simultaneous"] } else { &["seed"] };
    let difference = first_difference("", Some(&recording.header), Some(&first), except);
    if difference.is_some() {
        return Ok(difference);
    }
    for (n, line) in recording.moves.iter().enumerate() {
        if let Some(difference) = replay(trial, n, line, alone, hidden)? {
            return Ok(Some(Difference { ply: Some(n), ..difference }));
        }
        *plies += 1;
    }
    let last = recording.last.as_ref();
    Ok(last.and_then(|last| first_difference("result", Some(last), Some(&last_line(trial)), &[])))
}

/// A difference in a field before the first move or after the last.
pub(super) fn differ(field: &str, recorded: Option<Value>, found: Option<Value>) -> Option<Difference> {
    Some(Difference { ply: None, field: field.to_owned(), recorded, found })
}

fn replay(
    trial: &mut Trial,
    n: usize,
    line: &Value,
    alone: bool,
    hidden: bool,
) -> Result<Option<Difference>, PlayError> {
    let other_move = |found: Option<Value>| differ("move", line.get("move").cloned(), found);
    if trial.is_over() {
        return Ok(other_move(None));
    }
    let legal = legal(trial)?;
    let all = Value::from(legal.clone());
    if let Some(difference) = legal_difference(line.get("legal"), &legal) {
        return Ok(Some(difference));
    }
    let wanted = line.get("move").and_then(Value::as_str).unwrap_or("");
    let (at_once, chosen) = (trial.game().mode == Mode::Simultaneous, texts(line, "chosen"));
    let played = if alone { play_alone(trial, wanted)? } else { play_chosen(trial, wanted, &chosen)? };
    if !played {
        return Ok(other_move(Some(all)));
    }
    let except: &[&str] = if alone { &["legal", "chosen"] } else { &["legal"] };
    Ok(first_difference("", Some(line), Some(&move_line(trial, n, legal, at_once.then_some(&chosen), hidden)), except))
}

/// Plays a move of one player alone where all move at once, as older recordings have it.
fn play_alone(trial: &mut Trial, wanted: &str) -> Result<bool, PlayError> {
    for index in 0..trial.legal_of_all()?.len() {
        if trial.play_alone(index)?.to_string() == wanted {
            return Ok(true);
        }
        trial.undo();
    }
    Ok(false)
}

/// How many moves are tried for one that all players make at once.
const TRIES: usize = 10_000;

/// Plays the recorded move; where all players move at once, the combination of the moves chosen whose executed text it
/// is. Where nothing says what was chosen, only moves are tried whose actions the recorded move has.
pub(super) fn play_chosen(trial: &mut Trial, wanted: &str, chosen: &[String]) -> Result<bool, PlayError> {
    if trial.game().mode != Mode::Simultaneous {
        return play_recorded(trial, wanted);
    }
    let mut tries = TRIES;
    choose_rest(trial, wanted, chosen, &mut tries)
}

fn choose_rest(trial: &mut Trial, wanted: &str, chosen: &[String], tries: &mut usize) -> Result<bool, PlayError> {
    let place = trial.chosen().len();
    for index in 0..trial.legal()?.len() {
        let fits = trial.legal()?.get(index).is_some_and(|m| match chosen.get(place) {
            Some(text) => m.legal_text() == *text,
            None => m.actions().into_iter().all(|action| wanted.contains(&action.to_string())),
        });
        if !fits {
            continue;
        }
        *tries = tries.saturating_sub(1);
        if *tries == 0 {
            return Ok(false);
        }
        let text = trial.play(index)?.to_string();
        let found = if trial.chosen().is_empty() { text == wanted } else { choose_rest(trial, wanted, chosen, tries)? };
        if found {
            return Ok(true);
        }
        trial.undo();
    }
    Ok(false)
}

/// Plays the legal move whose executed text is the recorded one; `false`, and nothing changed, when there is none.
pub(super) fn play_recorded(trial: &mut Trial, wanted: &str) -> Result<bool, PlayError> {
    let mut failed = None;
    for index in 0..trial.legal()?.len() {
        // What is recorded begins with the sites of the listed move: no need to try one that begins otherwise.
        let begins = trial.legal()?.get(index).is_some_and(|m| {
            let text = m.to_string();
            text.split("actions=").next().is_some_and(|head| wanted.starts_with(head))
        });
        if !begins {
            continue;
        }
        // Played and taken back rather than tried on a copy, which would draw from another random stream.
        match trial.play(index).map(ToString::to_string) {
            Ok(text) if text == wanted => return Ok(true),
            Ok(_) => drop(trial.undo()),
            Err(error) => failed = failed.or(Some(error)),
        }
    }
    failed.map_or(Ok(false), Err)
}

/// What the lists of legal moves differ in: the first move that only one has. A recording without such a list differs.
fn legal_difference(recorded: Option<&Value>, found: &[String]) -> Option<Difference> {
    let texts = recorded.and_then(Value::as_array).and_then(|list| list.iter().map(Value::as_str).collect());
    let Some(list): Option<Vec<&str>> = texts else {
        return differ("legal", recorded.cloned(), Some(Value::from(found)));
    };
    if list.iter().eq(found.iter()) {
        return None;
    }
    let i = list.iter().zip(found).take_while(|(recorded, found)| **recorded == found.as_str()).count();
    let (recorded, found) = match (list.get(i), found.get(i)) {
        (Some(a), Some(b)) if *a < b.as_str() => (Some(Value::from(*a)), None),
        (Some(a), None) => (Some(Value::from(*a)), None),
        (_, b) => (None, b.map(|b| Value::from(b.as_str()))),
    };
    differ(&format!("legal[{i}]"), recorded, found)
}

/// The first field in which two values differ. Numbers are compared by value, the order of fields does not matter.
fn first_difference(
    path: &str,
    recorded: Option<&Value>,
    found: Option<&Value>,
    except: &[&str],
) -> Option<Difference> {
    match (recorded, found) {
        (Some(Value::Object(a)), Some(Value::Object(b))) => {
            let keys = a.keys().chain(b.keys().filter(|key| !a.contains_key(*key)));
            keys.filter(|key| !except.contains(&key.as_str())).find_map(|key| {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                first_difference(&path, a.get(key), b.get(key), &[])
            })
        }
        (Some(Value::Array(a)), Some(Value::Array(b))) => {
            let mut places = 0..a.len().max(b.len());
            places.find_map(|i| first_difference(&format!("{path}[{i}]"), a.get(i), b.get(i), &[]))
        }
        (Some(Value::Number(a)), Some(Value::Number(b))) if a.as_f64() == b.as_f64() => None,
        (a, b) if a == b => None,
        _ => differ(path, recorded.cloned(), found.cloned()),
    }
}
