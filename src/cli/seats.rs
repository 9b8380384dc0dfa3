//! Who plays.

use ludemic::Game;
use ludemic::players::Spec;

/// The players of games.
#[derive(clap::Args, Clone)]
pub struct Seats {
    /// Who plays: random, greedy, uct:200 (games tried out for a move), uct:1s (time for a move). One for all seats, or
    /// one for each, separated by commas; from game to game they move on by a seat
    #[arg(long, value_name = "PLAYER[,..]", value_delimiter = ',', default_value = "random")]
    players: Vec<Spec>,
}

impl Seats {
    /// Whether all moves are uniformly random.
    pub fn are_random(&self) -> bool {
        self.players.iter().all(Spec::is_random)
    }

    /// Whether the same seed gives the same games.
    pub fn are_deterministic(&self) -> bool {
        self.players.iter().all(Spec::is_deterministic)
    }

    /// The players of a game for so many; `None` when all moves are random.
    pub fn of(&self, game: &Game) -> Result<Option<Vec<Spec>>, String> {
        let wanted = usize::try_from(game.equipment.players).unwrap_or(0);
        for spec in &self.players {
            spec.fits(game).map_err(|error| format!("--players {spec}: {error}"))?;
        }
        match self.players.as_slice() {
            [one] if one.is_random() => Ok(None),
            [one] => Ok(Some(vec![*one; wanted])),
            all if all.len() == wanted => Ok((!self.are_random()).then(|| all.to_vec())),
            all => Err(format!("--players names {} players, and the game has {wanted}", all.len())),
        }
    }

    /// The players as they were written.
    pub fn name(&self) -> String {
        self.players.iter().map(Spec::to_string).collect::<Vec<_>>().join(",")
    }

    /// Player number `player`, from 1.
    pub fn player(&self, player: usize) -> String {
        let spec = self.players.get(player.saturating_sub(1)).or(self.players.first());
        spec.map(Spec::to_string).unwrap_or_default()
    }

    /// Whether players differ, so that how each did says something.
    pub fn differ(&self) -> bool {
        self.players.windows(2).any(|pair| matches!(pair, [a, b] if a != b))
    }

    /// The players in a sentence: `between …`.
    pub fn told(&self) -> String {
        match self.players.as_slice() {
            [one] => format!("{one} players"),
            all => all.iter().map(Spec::to_string).collect::<Vec<_>>().join(" and "),
        }
    }
}
