//! `ludemic explain FILE --plan`: the program of a game as a tree.

use super::input::Description;
use super::output::Ui;
use super::program::{NoOpt, explain_obstacle, obstacle_data};
use super::{CLEAN, Outcome};
use ludemic::program::Program;
use ludemic::program::view::{Made, Plan};
use ludemic::render;
use serde_json::json;

/// Prints the program of a game as a tree, and the rewrites; for a game without one, what stands in the way.
pub fn run(description: &Description, no_opt: &NoOpt, ui: &mut Ui) -> Outcome {
    let rewrites = no_opt.rewrites()?;
    let compiled = description.compiled(ui)?;
    let game = compiled.game();
    let built = Program::new(compiled.typed(), game, &rewrites).and_then(|program| {
        let made = Made::of(&compiled, &rewrites)?;
        Ok((program, made))
    });
    let (program, made) = match built {
        Ok(built) => built,
        Err(unfit) if ui.json() => {
            let obstacle = obstacle_data(&compiled, &unfit);
            ui.object(&json!({ "game": &*game.name, "evaluator": "plain", "obstacle": obstacle }))?;
            return Ok(CLEAN);
        }
        Err(unfit) => {
            explain_obstacle(&compiled, &unfit, ui)?;
            return Ok(CLEAN);
        }
    };
    let plan = Plan::new(&compiled, &program, None);
    if ui.json() {
        ui.object(&json!({ "game": &*game.name, "evaluator": "program", "plan": plan, "rewrites": made }))?;
    } else {
        ui.print(render::plan(&game.name, &plan, &made))?;
    }
    Ok(CLEAN)
}
