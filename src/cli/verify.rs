//! `ludemic verify`: recordings against the rules.

use super::input::{Budget, Choice, read, shown, told};
use super::library::load;
use super::output::{Ui, count};
use super::recorded::{Recorded, Unreadable};
use super::{CANNOT_RUN, CLEAN, CommandResult, FINDINGS, Stop};
use ludemic::recording::{Verdict, verify};
use ludemic::{Game, KnownDefines, Parsed};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::Arc;

/// Replay recordings and compare every field of every line.
#[derive(clap::Args)]
pub struct Args {
    /// The description, a .lud file; `-` for standard input
    file: String,

    /// Recordings, .jsonl or .jsonl.gz, or trial files of Ludii, .trl; `-` for standard input
    #[arg(required = true, value_name = "RECORDING")]
    recordings: Vec<String>,

    #[command(flatten)]
    choice: Choice,

    #[command(flatten)]
    budget: Budget,
}

/// What came of one recording; one of another game is wrong.
type Answer = Result<Verdict, Unreadable>;

/// Verifies every recording, each with the options it was recorded with unless some are given.
pub fn run(args: &Args, ui: &mut Ui) -> CommandResult {
    if args.file == "-" && args.recordings.iter().any(|file| file == "-") {
        return Err("only one of description and recordings can be standard input".into());
    }
    let known = args.choice.known(ui)?;
    let text = read(&args.file)?;
    let mut games: HashMap<Vec<String>, Arc<Game>> = HashMap::new();
    let mut code = CLEAN;
    let mut exact = 0;
    for file in &args.recordings {
        let answer = match Recorded::load(file) {
            Err(unreadable) => Err(unreadable),
            Ok(recording) => {
                let selections =
                    if args.choice.options.is_empty() { recording.options() } else { args.choice.options.clone() };
                match games.get(&selections) {
                    Some(game) => replay(game, &recording),
                    None => match load(&args.file, &text, &selections, args.choice.lud.as_deref(), &known) {
                        // Of another game, its options mean nothing here.
                        Err(failure) => match foreign(&args.file, &text, &known, &recording) {
                            Some(message) => Err(Unreadable::Wrong(message)),
                            None => return told(ui, Err(failure)),
                        },
                        Ok(compiled) => {
                            let game = Arc::clone(args.budget.of(compiled).game());
                            let answer = replay(&game, &recording);
                            games.insert(selections, game);
                            answer
                        }
                    },
                }
            }
        };
        let own = match &answer {
            Ok(verdict) if verdict.difference.is_none() => CLEAN,
            Ok(_) | Err(Unreadable::Wrong(_)) => FINDINGS,
            Err(Unreadable::CannotRead(_)) => CANNOT_RUN,
        };
        exact += usize::from(own == CLEAN);
        code = code.max(own);
        tell(file, &answer, ui)?;
    }
    if !ui.json() && args.recordings.len() > 1 {
        ui.line(format!("{exact} of {} agree", count(args.recordings.len(), "recording")))?;
    }
    Ok(code)
}

/// What is wrong with a recording of another game than the description is of.
fn foreign(file: &str, text: &str, known: &KnownDefines, recording: &Recorded) -> Option<String> {
    let expansion = Parsed::new(shown(file), text).ok()?.expand(&[], known).ok()?;
    recording.other_game(expansion.expanded().name())
}

fn replay(game: &Arc<Game>, recording: &Recorded) -> Answer {
    if let Some(message) = recording.other_game(&game.name) {
        return Err(Unreadable::Wrong(message));
    }
    let verdict = match recording {
        Recorded::Lines(recording) => verify(game, recording),
        Recorded::TrialFile(file) => file.replay(game),
    };
    verdict.map_err(|error| Unreadable::Wrong(error.to_string()))
}

fn tell(file: &str, answer: &Answer, ui: &mut Ui) -> Result<(), Stop> {
    let file = shown(file);
    if ui.json() {
        ui.object(&record(file, answer))?;
        return Ok(());
    }
    match answer {
        Ok(verdict) => {
            let cut = if verdict.complete { "" } else { " (the recording was cut; what is there was compared)" };
            match &verdict.difference {
                None => ui.line(format!("{file}: agrees, {}{cut}", count(verdict.plies, "move")))?,
                Some(difference) => ui.line(format!("{file}: differs: {difference}"))?,
            }
        }
        Err(Unreadable::Wrong(message)) => ui.line(format!("{file}: {message}"))?,
        Err(Unreadable::CannotRead(message)) => {
            ui.finish()?;
            ui.complain(&format!("cannot read {file}: {message}"));
        }
    }
    Ok(())
}

fn record(file: &str, answer: &Answer) -> Value {
    match answer {
        Ok(verdict) => json!({
            "file": file,
            "agrees": verdict.difference.is_none(),
            "moves": verdict.plies,
            "complete": verdict.complete,
            "difference": verdict.difference,
        }),
        Err(Unreadable::Wrong(message) | Unreadable::CannotRead(message)) => {
            json!({ "file": file, "agrees": false, "error": message })
        }
    }
}
