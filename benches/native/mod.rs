//! The five games by hand for speed: what an interpreter is measured against.
//!
//! The rules are those of the files of `tests/rules`, where they are told in words and written to be read; the numbers in
//! comments here are theirs. The tests of that folder compare the two.
//!
//! What all five have in common: a position is a few words, updated in place and never copied; nothing is allocated
//! after the start; scores are counted when the game is over; and a random move is drawn without making a list of moves.
//! Where counting the moves costs more than testing one, a move is drawn from a larger set that is easy to count, again
//! until it is legal. That leaves every legal move as likely as any other.

mod bits;
mod brain_coral;
mod dogtown_clans;
mod graph;
mod lattice;
mod rabbit_warrens;
mod random;
mod skirt;
mod topology;
mod wrigglers_squared;

pub use graph::Graph;
pub use random::Random;

/// A move: the decision, without its consequences. Sites are numbered as on the board of the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Move {
    Pass,
    Add { site: usize, what: u8 },
    Remove { site: usize },
    Jump { from: usize, to: usize },
    Swap,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Draw,
    /// The winner, 1 or 2.
    Win(u8),
}

/// A random game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Playout {
    pub plies: u32,
    /// `None` if it was cut off.
    pub end: Option<End>,
}

/// What became of several random games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Total {
    pub plies: u64,
    /// How many were cut off or drawn, won by player 1, won by player 2.
    pub wins: [u64; 3],
}

/// Notes the moves of a random game; where nobody wants to know, nothing is left of it.
pub trait Record {
    fn note(&mut self, m: impl FnOnce() -> Move);
}

impl Record for () {
    #[inline(always)]
    fn note(&mut self, _: impl FnOnce() -> Move) {}
}

impl Record for Vec<Move> {
    fn note(&mut self, m: impl FnOnce() -> Move) {
        self.push(m());
    }
}

/// A game and a position in it.
pub trait Rules {
    /// Back to the start.
    fn restart(&mut self);
    /// The player to move, 1 or 2.
    fn mover(&self) -> u8;
    /// The legal moves in any order, each as often as it is listed.
    fn legal(&self) -> Vec<Move>;
    /// Plays a legal move.
    fn play(&mut self, m: Move);
    /// By site, the piece on it, 0 for none.
    fn board(&self) -> Vec<u8>;
    /// How it ended, if it has.
    fn end(&self) -> Option<End>;
    /// Plays a random game of at most `cap` plies from the start.
    fn run<R: Record>(&mut self, random: &mut Random, cap: u32, record: &mut R) -> Playout;
}

/// [`Rules`] of any kind.
pub trait Game: Send {
    fn restart(&mut self);
    fn mover(&self) -> u8;
    fn legal(&self) -> Vec<Move>;
    fn play(&mut self, m: Move);
    fn board(&self) -> Vec<u8>;
    fn end(&self) -> Option<End>;
    /// Plays a random game and tells its moves.
    fn recorded(&mut self, random: &mut Random, cap: u32) -> (Playout, Vec<Move>);
    /// Plays `n` random games of at most `cap` plies.
    fn playouts(&mut self, n: u64, seed: u64, cap: u32) -> Total;
}

impl<T: Rules + Send> Game for T {
    fn restart(&mut self) {
        Rules::restart(self);
    }

    fn mover(&self) -> u8 {
        Rules::mover(self)
    }

    fn legal(&self) -> Vec<Move> {
        Rules::legal(self)
    }

    fn play(&mut self, m: Move) {
        Rules::play(self, m);
    }

    fn board(&self) -> Vec<u8> {
        Rules::board(self)
    }

    fn end(&self) -> Option<End> {
        Rules::end(self)
    }

    fn recorded(&mut self, random: &mut Random, cap: u32) -> (Playout, Vec<Move>) {
        let mut moves = Vec::new();
        (self.run(random, cap, &mut moves), moves)
    }

    fn playouts(&mut self, n: u64, seed: u64, cap: u32) -> Total {
        let mut random = Random::new(seed);
        let mut total = Total::default();
        for _ in 0..n {
            let playout = self.run(&mut random, cap, &mut ());
            total.plies += u64::from(playout.plies);
            let winner = if let Some(End::Win(winner)) = playout.end { winner } else { 0 };
            total.wins[winner as usize] += 1;
        }
        total
    }
}

/// The items chosen from the options of a game.
pub struct Items(Vec<(String, String)>);

impl Items {
    /// From headings and items.
    pub fn new(pairs: impl IntoIterator<Item = (String, String)>) -> Self {
        Items(pairs.into_iter().collect())
    }

    /// The item of an option. A heading that the game does not have is a mistake in the baselines.
    fn item(&self, heading: &str) -> &str {
        let found = self.0.iter().find(|(of, _)| of == heading);
        &found.unwrap_or_else(|| panic!("no option {heading:?}")).1
    }
}

/// The start position of one of the five games.
pub fn game(name: &str, items: &Items, board: &Graph) -> Box<dyn Game> {
    match name {
        "Brain Coral" => brain_coral::make(items, board),
        "Dogtown Clans" => dogtown_clans::make(items, board),
        "Rabbit Warrens" => rabbit_warrens::make(items, board),
        "Skirt" => skirt::make(items, board),
        "Wrigglers Squared" => wrigglers_squared::make(items, board),
        other => panic!("no baseline for {other:?}"),
    }
}

/// The words that a set of so many sites takes.
fn words(sites: usize) -> usize {
    sites.div_ceil(64)
}
