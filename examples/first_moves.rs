//! Loads a game with options, shows the board and the first legal moves, and plays one.
//!
//! `cargo run --release --example first_moves -- lud/dogtown-clans.lud`

use ludemic::render::{Picture, Show, describe, finding};
use ludemic::{Game, KnownDefines, Trial};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next().unwrap_or_else(|| "lud/dogtown-clans.lud".to_owned());
    let options: Vec<String> = args.collect();
    let text = std::fs::read_to_string(&file)?;
    let game = match Game::load(&file, &text, &options, &KnownDefines::none()) {
        Ok(game) => game,
        Err(failure) => {
            for one in &failure.findings {
                eprintln!("{}", finding(&failure.sources, one, false));
            }
            return Err("the description has errors".into());
        }
    };
    println!("{}", game.name);
    print!("{}", Picture::board(&game).show(Show::Labels));

    let mut trial = Trial::start(game.clone(), 0)?;
    let names: Vec<String> = trial.legal()?.iter().map(|m| describe(&game, m)).collect();
    println!("P{} may play {}", trial.state().mover(), names.join(" "));

    trial.play(0)?;
    print!("{}", Picture::position(&game, trial.state()));
    trial.undo();
    assert_eq!(trial.legal()?.len(), names.len());
    Ok(())
}
