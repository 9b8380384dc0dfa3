//! `ludemic trace`: the recording of a random game, as JSON lines or as a trial file of Ludii.

use super::input::Playable;
use super::output::Ui;
use super::{CLEAN, CommandResult, FINDINGS};
use ludemic::expand::ChosenItem;
use ludemic::playouts::Chooser;
use ludemic::recording::{Recorder, TrialFile};
use ludemic::{PlayError, Trial};
use std::sync::Arc;

/// Record a random game, one JSON object a line.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: Playable,

    /// Seed of the choice of moves, and of dice and other chance
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,

    /// Stop after so many moves
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true, value_name = "N")]
    max_moves: usize,
}

/// Plays and prints, JSON lines as the moves are played; what was played before a failure of the rules is kept.
pub fn run(args: &Args, as_trial_file: bool, ui: &mut Ui) -> CommandResult {
    let compiled = args.game.compiled(ui)?;
    let mut trial = Trial::start(Arc::clone(compiled.game()), args.seed).map_err(|error| ui.refuse(error))?;
    let mut recorder = Recorder::new(&trial, &args.game.description.choice.options, args.seed);
    let mut chooser = Chooser::new(args.seed);
    let (mut code, mut printed) = (CLEAN, 0);
    loop {
        for line in recorder.lines().iter().skip(printed).filter(|_| !as_trial_file) {
            ui.object(line)?;
        }
        printed = recorder.lines().len();
        let mut step = || {
            let on = trial.goes_on(args.max_moves)?;
            if on {
                let index = chooser.choose(trial.legal()?.len());
                if as_trial_file {
                    trial.play(index)?;
                } else {
                    recorder.play(&mut trial, index)?;
                }
            }
            Ok::<_, PlayError>(on)
        };
        match step() {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                ui.finish()?;
                ui.complain(&error.to_string());
                code = FINDINGS;
                break;
            }
        }
    }
    if as_trial_file {
        let options = compiled.expanded().chosen().iter().map(ChosenItem::to_string).collect();
        ui.print(TrialFile::of(&trial, options, args.seed))?;
    } else if let Some(last) = recorder.finish(&trial).lines().last() {
        ui.object(last)?;
    }
    Ok(code)
}
