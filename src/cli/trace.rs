//! `ludemic trace`: the recording of a random game.

use super::input::Description;
use super::output::Ui;
use super::{CLEAN, FINDINGS, Outcome};
use ludemic::Trial;
use ludemic::playouts::Chooser;
use ludemic::recording::Recorder;

/// Record a random game, one JSON object a line.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    description: Description,

    /// Seed of the choice of moves, and of dice and other chance
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,

    /// Stop after so many moves
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true, value_name = "N")]
    max_moves: usize,
}

/// Plays and prints line by line; what was played before a failure of the rules is kept.
pub fn run(args: &Args, ui: &mut Ui) -> Outcome {
    let game = args.description.game(ui)?;
    let mut chooser = Chooser::new(args.seed);
    let mut printed = 0;
    let failed = |ui: &mut Ui, error: &dyn std::fmt::Display| {
        ui.complain(&error.to_string());
        FINDINGS
    };
    let mut trial = match Trial::start(game, args.seed) {
        Ok(trial) => trial,
        Err(error) => return Ok(failed(ui, &error)),
    };
    let mut recorder = Recorder::new(&trial, &args.description.choice.options, args.seed);
    let mut code = CLEAN;
    loop {
        for line in recorder.lines().iter().skip(printed) {
            ui.object(line)?;
        }
        printed = recorder.lines().len();
        if trial.is_over() || trial.len() >= args.max_moves {
            break;
        }
        let played = trial.legal().map(|legal| chooser.choose(legal.len()));
        if let Err(error) = played.and_then(|index| recorder.play(&mut trial, index)) {
            ui.finish()?;
            code = failed(ui, &error);
            break;
        }
    }
    if let Some(last) = recorder.finish(&trial).lines().last() {
        ui.object(last)?;
    }
    Ok(code)
}
