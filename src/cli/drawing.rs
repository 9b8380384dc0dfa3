//! Positions of `ludemic board` as SVG and HTML.

use super::board::Args;
use super::input::shown;
use super::output::{Ui, count};
use super::recorded::{Recorded, Unreadable};
use super::replace::replace;
use super::{CLEAN, CommandResult, Stop};
use ludemic::playouts::Chooser;
use ludemic::recording::AgainError;
use ludemic::render::Show;
use ludemic::render::svg::{Drawing, Frame, Look};
use ludemic::{Compiled, PlayError, Trial};
use std::path::Path;
use std::sync::Arc;

/// A position of a game.
pub struct Moment {
    pub compiled: Compiled,
    pub trial: Trial,
    /// How many moves the game has, where that is known.
    pub plies: Option<usize>,
}

/// Writes the pictures that are asked for.
pub fn run(args: &Args, ui: &mut Ui) -> CommandResult {
    if args.svg.as_deref() == Some("-") && args.html.as_deref() == Some("-") {
        return Err("only one of --svg and --html can be standard output".into());
    }
    let mut look = None;
    let mut frames: Vec<Frame> = Vec::new();
    let all = args.strip || args.html.is_some();
    let moment = moment(args, ui, &mut |compiled, trial| {
        if all && (trial.len() as u64).is_multiple_of(args.every) {
            let look = look.get_or_insert_with(|| Look::of(compiled));
            frames.push(Frame::seen(trial, look, args.sight.of(trial)));
        }
    })?;
    let Moment { compiled, trial, .. } = moment.map_err(|message| ui.refuse(message))?;
    args.sight.check(compiled.game())?;
    let look = look.unwrap_or_else(|| Look::of(&compiled));
    let last = Frame::seen(&trial, &look, args.sight.of(&trial));
    if all && !(trial.len() as u64).is_multiple_of(args.every) {
        frames.push(last.clone());
    }
    let info = &compiled.expanded().info;
    let drawing = Drawing::new(compiled.game(), &look)
        .names(args.names().unwrap_or(Show::Pieces))
        .coordinates(args.coordinates)
        .about(&info.rules);
    if let Some(out) = &args.svg {
        let text = if args.strip { drawing.strip(&frames) } else { drawing.position(&last) };
        write(ui, out, &text)?;
    }
    if let Some(out) = &args.html {
        write(ui, out, &drawing.page(&frames))?;
    }
    Ok(CLEAN)
}

fn write(ui: &mut Ui, out: &str, text: &str) -> Result<(), Stop> {
    if out == "-" {
        return Ok(ui.print(text)?);
    }
    replace(Path::new(out), text.as_bytes())
}

/// The game and the position that are asked for: of a recording, of a random game, or the start. `see` is shown every
/// position up to there. Inside, what is wrong with the game or its recording.
pub fn moment(
    args: &Args,
    ui: &mut Ui,
    see: &mut dyn FnMut(&Compiled, &Trial),
) -> Result<Result<Moment, String>, Stop> {
    if let Some(file) = &args.after {
        return recorded(args, file, ui, see);
    }
    let compiled = match args.seed {
        Some(_) => args.game.description.compiled(ui)?,
        None => args.game.description.drawable(ui)?,
    };
    let compiled = args.game.budget.of(compiled);
    let game = |see: &mut dyn FnMut(&Compiled, &Trial)| {
        let mut trial = Trial::start(Arc::clone(compiled.game()), args.seed.unwrap_or(0))?;
        see(&compiled, &trial);
        let Some(seed) = args.seed else { return Ok((trial, 0)) };
        let mut chooser = Chooser::new(seed);
        let wanted = args.ply.unwrap_or(usize::MAX);
        while trial.goes_on(wanted)? {
            let index = chooser.choose(trial.legal()?.len());
            trial.play(index)?;
            see(&compiled, &trial);
        }
        let plies = trial.len();
        Ok::<_, PlayError>((trial, plies))
    };
    let (trial, plies) = match game(see) {
        Ok(played) => played,
        Err(error) => return Ok(Err(error.to_string())),
    };
    if let Some(wanted) = args.ply.filter(|wanted| *wanted > plies) {
        return Err(beyond(wanted, plies, "the game of this seed"));
    }
    let plies = trial.is_over().then_some(plies);
    Ok(Ok(Moment { compiled, trial, plies }))
}

fn recorded(
    args: &Args,
    file: &str,
    ui: &mut Ui,
    see: &mut dyn FnMut(&Compiled, &Trial),
) -> Result<Result<Moment, String>, Stop> {
    if file == "-" && args.game.description.file == "-" {
        return Err("only one of description and recording can be standard input".into());
    }
    let recording = match Recorded::load(file) {
        Ok(recording) => recording,
        // Nothing was replayed yet, so that nothing can differ.
        Err(Unreadable::Wrong(message)) => return Err(format!("{}: {message}", shown(file)).into()),
        Err(Unreadable::CannotRead(message)) => {
            return Err(format!("cannot read {}: {message}", shown(file)).into());
        }
    };
    let plies = recording.plies();
    if let Some(wanted) = args.ply.filter(|wanted| *wanted > plies) {
        return Err(beyond(wanted, plies, shown(file)));
    }
    let given = &args.game.description.choice.options;
    let selections = if given.is_empty() { recording.options() } else { given.clone() };
    let compiled = args.game.budget.of(args.game.description.compiled_with(&selections, ui)?);
    let game = compiled.game();
    if let Some(message) = recording.other_game(&game.name) {
        return Ok(Err(message));
    }
    let wanted = args.ply.unwrap_or(plies);
    match recording.again(game, wanted, &mut |trial| see(&compiled, trial)) {
        Ok(trial) => Ok(Ok(Moment { trial, plies: Some(plies), compiled })),
        Err(error @ AgainError::Illegal { .. }) => Ok(Err(format!("{error}; `ludemic verify` tells what differs"))),
        Err(error) => Ok(Err(error.to_string())),
    }
}

fn beyond(wanted: usize, plies: usize, game: &str) -> Stop {
    let moves = count(plies, "move");
    Stop::CannotRun(format!("--ply {wanted} is beyond the end: {game} has {moves}, and 0 is the start"))
}
