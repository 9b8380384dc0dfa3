//! A player of one's own, in a match against random moves: `cargo run --release --example my_player [FILE]`.
//!
//! This one looks one move ahead and likes to leave the others little choice.

use ludemic::players::{Match, Player, Random};
use ludemic::{Game, KnownDefines, PlayError, Trial};

/// Takes the move after which the next player has the fewest moves.
struct Cramping;

impl Player for Cramping {
    fn name(&self) -> String {
        "cramping".into()
    }

    fn choose(&mut self, trial: &mut Trial) -> Result<usize, PlayError> {
        let mover = trial.state().mover();
        let mut best = (usize::MAX, 0);
        for index in 0..trial.legal()?.len() {
            // Moves may be tried out, if they are taken back.
            trial.play(index)?;
            let won = trial.state().status().is_some_and(|status| status.winner == mover);
            let choice = if trial.state().mover() == mover && !won { usize::MAX - 1 } else { trial.legal()?.len() };
            trial.undo();
            if won {
                return Ok(index);
            }
            best = best.min((choice, index));
        }
        Ok(best.1)
    }
}

const GAME: &str = r#"(game "Three in a Row"
    (players 2)
    (equipment { (board (square 4)) (piece "Disc" P1) (piece "Cross" P2) })
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))))"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = match std::env::args().nth(1) {
        Some(file) => std::fs::read_to_string(file)?,
        None => GAME.to_owned(),
    };
    let game = Game::load("my-game.lud", &text, &[], &KnownDefines::none())?;
    let games = Match { game: &game, seed: 1, limit: 1000 };
    let (mut mine, mut random) = (Cramping, Random::new(0));
    let mut points = 0.0;
    for index in 0..100 {
        let played = games.play(index, &mut [&mut mine, &mut random])?;
        points += played.rewards[0];
    }
    println!("{}: {points} points of 100 against {} moves", mine.name(), random.name());
    Ok(())
}
