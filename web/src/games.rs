//! Games that are kept from one request to the next.

use crate::request::{Course, Description};
use ludemic::render::svg::Look;
use ludemic::{Checked, Compiled, Failure, KnownDefines, Parsed, PlayError, Trial};
use std::sync::Arc;

/// The evaluation work of a ply: a few seconds on a slow telephone.
const WORK: u64 = 40_000_000;

/// The memory of the moves of a ply, and of those that a game remembers.
const MEMORY: u64 = 128 << 20;

/// A game and what is made from it when it is first asked for.
pub struct Game {
    description: Description,
    pub compiled: Compiled,
    pub look: Look,
    /// The last position, by the seed it began from.
    played: Option<(u32, Trial)>,
}

/// The last step, with bounds that suit a page.
pub fn compile(checked: Checked) -> Result<Compiled, Failure> {
    checked.compile().map(|compiled| compiled.with_work(WORK).with_memory(MEMORY))
}

impl Game {
    fn new(description: &Description) -> Result<Game, Failure> {
        let expansion =
            Parsed::new("text", &description.text)?.expand(&description.options, &KnownDefines::standard())?;
        let compiled = compile(expansion.check()?)?;
        let look = Look::of(&compiled);
        Ok(Game { description: description.clone(), compiled, look, played: None })
    }

    /// The position after these moves: of the last one as much is kept as both have in common.
    pub fn trial(&mut self, course: &Course) -> Result<&mut Trial, PlayError> {
        let kept = self.played.take().filter(|(seed, _)| *seed == course.seed);
        let mut trial = match kept {
            Some((_, trial)) => trial,
            None => Trial::start(Arc::clone(self.compiled.game()), u64::from(course.seed))?,
        };
        let common = trial.choices().zip(&course.choices).take_while(|(made, wanted)| made == *wanted).count();
        while trial.choices().len() > common && trial.undo() {}
        for &choice in course.choices.iter().skip(common) {
            trial.play(choice)?;
        }
        Ok(&mut self.played.insert((course.seed, trial)).1)
    }
}

/// The games of the last requests.
#[derive(Default)]
pub struct Games(Vec<Game>);

/// How many are kept.
const KEPT: usize = 2;

impl Games {
    /// A game of these rules.
    ///
    /// # Errors
    ///
    /// What is wrong with the description.
    pub fn get(&mut self, description: &Description) -> Result<&mut Game, Failure> {
        let game = match self.0.iter().position(|game| game.description == *description) {
            Some(at) => self.0.remove(at),
            None => Game::new(description)?,
        };
        self.0.truncate(KEPT - 1);
        self.0.insert(0, game);
        Ok(&mut self.0[0])
    }
}
