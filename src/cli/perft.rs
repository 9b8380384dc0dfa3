//! `ludemic perft`: sequences of moves to a depth.

use super::input::Playable;
use super::output::Ui;
use super::prose::{rate, seconds, thousands};
use super::{CLEAN, CommandResult};
use ludemic::Trial;
use serde_json::json;
use std::sync::Arc;
use std::time::Instant;

/// Count the sequences of moves to a depth.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: Playable,

    /// How many moves deep to count
    #[arg(short, long, value_name = "N")]
    depth: u32,

    /// Seed of dice and other chance
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,
}

/// Prints the count of every depth as soon as it is known.
pub fn run(args: &Args, ui: &mut Ui) -> CommandResult {
    let game = Arc::clone(args.game.compiled(ui)?.game());
    let mut trial = Trial::start(game, args.seed).map_err(|error| ui.refuse(error))?;
    for depth in 1.min(args.depth)..=args.depth {
        let start = Instant::now();
        let nodes = trial.perft(depth).map_err(|error| ui.refuse(error))?;
        let time = start.elapsed().as_secs_f64();
        let speed = rate(nodes, time);
        let told = format!("depth {depth}: {}  ({}, {speed} nodes/s)", thousands(nodes), seconds(time));
        ui.tell(&json!({ "depth": depth, "nodes": nodes, "seconds": time }), told)?;
        ui.finish()?;
    }
    Ok(CLEAN)
}
