//! Players of the computer.

use crate::Session;
use crate::memory::now;
use crate::request::{Course, Description};
use crate::session::Refusal;
use ludemic::players::{Clock, Player, Settings, Spec, Uct};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// How many positions a tree may have: some tens of megabytes.
const TREE: usize = 250_000;

/// A player who goes on from move to move, with what he has thought of before.
pub(crate) struct Thinker {
    description: Description,
    spec: Spec,
    chance: u32,
    player: Box<dyn Player + Send>,
}

/// The number of the move that a player chooses.
pub(crate) fn think(session: &mut Session, course: &Course, player: &str, chance: u32) -> Result<Value, Refusal> {
    let spec: Spec = player.parse().map_err(|error: ludemic::players::SpecError| Refusal::Words(error.to_string()))?;
    let game = session.games.get(&course.description)?;
    spec.fits(game.compiled.game())?;
    let kept = session.thinker.take().filter(|thinker| {
        thinker.spec == spec && thinker.chance == chance && thinker.description == course.description
    });
    let thinker = session.thinker.insert(match kept {
        Some(thinker) => thinker,
        None => {
            let clock: Clock = Arc::new(|| Duration::from_secs_f64(now().max(0.0) / 1e3));
            let mut player: Box<dyn Player + Send> = match spec {
                Spec::Uct(budget) => {
                    let settings = Settings { memory: TREE, ..Settings::default() };
                    Box::new(Uct::new(budget).with_clock(clock).with_settings(settings))
                }
                _ => spec.player(&clock),
            };
            player.begin(u64::from(chance));
            Thinker { description: course.description.clone(), spec, chance, player }
        }
    });
    let trial = game.trial(course)?;
    let count = trial.legal()?.len();
    let index = thinker.player.choose(trial)?;
    Ok(json!({ "index": index, "count": count }))
}
