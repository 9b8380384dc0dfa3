//! `ludemic profile`: where the time of random games goes, by the ludemes of the description.

use super::input::{Budget, Description};
use super::output::Ui;
use super::program::{NoOpt, obstacle, obstacle_data};
use super::{CANNOT_RUN, CLEAN, Outcome};
use ludemic::players::Clock;
use ludemic::playouts;
use ludemic::program::view::Plan;
use ludemic::program::{Player, Program};
use ludemic::render;
use serde_json::json;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Play random games for a short time and tell which ludemes take the time.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    description: Description,

    #[command(flatten)]
    budget: Budget,

    /// How long to play; the game begun then is played to its end
    #[arg(long, default_value_t = 2.0, value_name = "S", value_parser = duration)]
    seconds: f64,

    /// Seed from which the seed of every game is derived
    #[arg(long, default_value_t = 0, value_name = "S")]
    seed: u64,

    #[command(flatten)]
    no_opt: NoOpt,
}

fn duration(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    if (0.0..=86_400.0).contains(&seconds) { Ok(seconds) } else { Err("from 0 to 86400 seconds".to_owned()) }
}

/// Plays on one thread and prints the tree of the program with the times.
pub fn run(args: &Args, ui: &mut Ui) -> Outcome {
    let rewrites = args.no_opt.rewrites()?;
    let compiled = args.budget.of(args.description.compiled(ui)?);
    let game = compiled.game();
    let player = match Program::new(compiled.typed(), game, &rewrites).and_then(|program| Player::new(program, game)) {
        Ok(player) => player,
        Err(unfit) => {
            if ui.json() {
                ui.object(&json!({ "game": &*game.name, "obstacle": obstacle_data(&compiled, &unfit) }))?;
            }
            ui.finish()?;
            ui.complain(&format!("only a program can be profiled: {}", obstacle(&compiled, &unfit)));
            return Ok(CANNOT_RUN);
        }
    };
    let begin = Instant::now();
    let until = begin + Duration::from_secs_f64(args.seconds);
    let clock: Clock = Arc::new(move || begin.elapsed());
    let mut index = 0;
    let profile = player.profile(&clock, usize::MAX, || {
        if index > 0 && Instant::now() >= until {
            return None;
        }
        index += 1;
        Some(playouts::seed(args.seed, index - 1))
    });
    let plan = Plan::new(&compiled, &player.program, Some(&profile));
    let lines = render::by_line(&plan);
    if ui.json() {
        ui.object(&json!({
            "game": &*game.name,
            "seed": args.seed,
            "playouts": profile.playouts,
            "moves": profile.moves,
            "seconds": profile.elapsed.as_secs_f64(),
            "net_seconds": profile.net().as_secs_f64(),
            "plan": plan,
            "lines": lines.iter().map(|(place, own)| json!({ "place": place, "own": own })).collect::<Vec<_>>(),
        }))?;
    } else {
        ui.print(render::profile(&game.name, &plan, &profile))?;
    }
    Ok(CLEAN)
}
