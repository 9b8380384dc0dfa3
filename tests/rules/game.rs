//! What a game written by hand offers to be compared with the interpreter.

use crate::common;
use ludemic::board::Topology;
use ludemic::engine::action::ActionKind;
use ludemic::{Game, KnownDefines, Move, Parsed};
use std::path::Path;
use std::sync::Arc;

/// A game by hand: a position and what may be done in it. It uses the board's graph and nothing else of the library.
pub trait Rules: Send {
    /// The legal moves, in any order, each as often as the description lists it. A pass that is forced because there is
    /// nothing else is among them. Not asked when the game is over.
    fn legal(&self) -> Vec<HandMove>;
    /// Plays a legal move.
    fn play(&mut self, m: HandMove);
    /// The component on each site, 0 for none: the board's sites of the default type, then those of the hands.
    fn board(&self) -> Vec<u16>;
    /// The player to move, from 1. Not asked when the game is over.
    fn mover(&self) -> i32;
    /// The scores as they stand after the last move, player 1 first; `None` where the game keeps none.
    fn scores(&self) -> Option<Vec<i32>>;
    /// The outcome once the game is over.
    fn over(&self) -> Option<Outcome>;
    /// How much a legal move leads where rules of this game are rarely at work; the greedy players look for the greatest.
    fn appeal(&self, m: HandMove) -> i32;
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn Rules>;
}

/// A move as both sides name it: the decision, without its consequences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HandMove {
    /// No change of the board.
    Pass,
    /// A piece comes to a site.
    Add {
        /// The site.
        site: u32,
        /// The component.
        what: u16,
    },
    /// A piece leaves the board.
    Remove {
        /// Its site.
        site: u32,
    },
    /// A piece goes elsewhere.
    Move {
        /// The site it leaves.
        from: u32,
        /// The site it goes to.
        to: u32,
    },
    /// The players change sides.
    Swap,
}

impl HandMove {
    /// The decision of a move of the interpreter; its text where the decision is of another kind.
    pub fn of(m: &Move) -> Result<HandMove, String> {
        let unknown = || m.to_string();
        let site = |site: i32| u32::try_from(site).map_err(|_| unknown());
        let action = m.decision().ok_or_else(unknown)?;
        match action.kind {
            ActionKind::Pass { .. } => Ok(HandMove::Pass),
            ActionKind::Swap { .. } => Ok(HandMove::Swap),
            ActionKind::Add { to, what, .. } => {
                Ok(HandMove::Add { site: site(to)?, what: u16::try_from(what).map_err(|_| unknown())? })
            }
            ActionKind::Remove { to, .. } => Ok(HandMove::Remove { site: site(to)? }),
            ActionKind::Move { from, to, .. } => Ok(HandMove::Move { from: site(from)?, to: site(to)? }),
            _ => Err(unknown()),
        }
    }
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The winner: 0 for nobody, one more than there are players for a tie.
    pub winner: i32,
    /// The rank of each player, player 1 first; 1 is best, equal players share the mean.
    pub ranking: Vec<f64>,
}

impl Outcome {
    /// One of two players wins.
    pub fn won_by(winner: i32) -> Self {
        Outcome { winner, ranking: if winner == 1 { vec![1.0, 2.0] } else { vec![2.0, 1.0] } }
    }
}

/// One item of each option: heading and item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Combination(pub Vec<(String, String)>);

impl Combination {
    /// The chosen item of an option. Asking for an option that the description does not have is a failed test.
    pub fn item(&self, heading: &str) -> &str {
        let found = self.0.iter().find(|(of, _)| of == heading);
        &found.unwrap_or_else(|| panic!("no option {heading:?} in {self:?}")).1
    }

    /// As the interpreter wants it.
    pub fn selections(&self) -> Vec<String> {
        self.0.iter().map(|(heading, item)| format!("{heading}/{item}")).collect()
    }
}

/// A game to be compared.
pub struct GameUnderTest {
    /// Its name.
    pub name: &'static str,
    /// The file below `lud`.
    pub file: &'static str,
    /// The published description below the reference folder's `ludii/lud`, used until there is a file of ours.
    pub published: &'static str,
    /// How many option combinations there are.
    pub combinations: usize,
    /// Makes the start position on the board of a combination.
    pub make: fn(&Combination, &Arc<Topology>) -> Box<dyn Rules>,
    /// The branches of the hand-written rules and how often each was taken.
    pub branches: fn() -> Vec<(&'static str, u64)>,
}

impl GameUnderTest {
    /// The text of our description; `None` while there is none.
    pub fn ours(&self) -> Option<String> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("lud").join(self.file);
        std::fs::read_to_string(path).ok()
    }

    /// The text of the description to be compared with; says so and gives `None` where there is none.
    pub fn description(&self) -> Option<String> {
        self.ours().or_else(|| {
            let text = self.original()?;
            println!("{}: lud/{} does not exist, the published description is used", self.name, self.file);
            Some(text)
        })
    }

    /// The text of the published description; says so and gives `None` where there is none.
    pub fn original(&self) -> Option<String> {
        std::fs::read_to_string(common::reference()?.join("ludii/lud").join(self.published)).ok()
    }
}

/// All combinations of the options of a description, the first option changing slowest.
pub fn combinations(text: &str) -> Vec<Combination> {
    let expansion = Parsed::new("description", text).and_then(|parsed| parsed.expand(&[], &KnownDefines::none()));
    let expansion = expansion.unwrap_or_else(|failure| panic!("{failure}"));
    let mut all = vec![Combination(Vec::new())];
    for option in &expansion.expanded().options {
        let longer = |chosen: &Combination| {
            let items = option.items.iter().map(|item| (option.heading.to_string(), item.name.to_string()));
            items.map(|item| Combination([&chosen.0[..], &[item]].concat())).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// The interpreter's game of a combination.
pub fn load(text: &str, combination: &Combination) -> Arc<Game> {
    let game = Game::load("description", text, &combination.selections(), &KnownDefines::none());
    game.unwrap_or_else(|failure| panic!("{combination:?}: {failure}"))
}
