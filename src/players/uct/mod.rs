//! Monte Carlo tree search.
//!
//! UCT (Kocsis & Szepesvári 2006): from the position, games are tried out. Within the tree of the positions met before,
//! each player takes the move with the best upper bound on what it gave so far (UCB1); at the edge of the tree the game
//! is played on at random. Beyond that:
//!
//! * **Vectors of rewards**: each agent has a reward of his own and maximises it (max^n; Sturtevant 2008). Nothing
//!   assumes that players alternate: who moves is asked of the position.
//! * **Solver** (Winands, Björnsson & Saito 2008; for several players Nijssen & Winands 2010): a move that leads to the
//!   end of the game has a proven value; a position is proven when a move of its mover is proven to give all, or all
//!   moves are proven. Proven moves are not tried again. Not in games of chance.
//! * **First play urgency** (Gelly & Wang 2006): a move that was not tried yet counts as much as its position, as if it
//!   had been tried a little, so that good moves are followed before all others have been tried.
//! * **Progressive bias** (Chaslot et al. 2008): in games with scores, the moves of a position that is visited often
//!   are looked at one by one, and what they do to the score counts like a few visits. The same look finds moves that
//!   decide the game (decisive moves; Teytaud & Teytaud 2010).
//! * **Score bonus**: of two ways to win or lose, that with the better lead in score is a little better; and a game
//!   that was cut short is valued by the lead (early termination; Lorentz 2008). Whether the score is good for anything
//!   is found out from the games that were tried out: where the player who is ahead does not win more often than not,
//!   the score is left out of account.
//! * **Barren games**: where games that are played on at random hardly ever decide anything, they are cut short and
//!   valued by the scores on the way, not by the end.
//! * **Spread**: exploration is measured in how far rewards lie apart, as UCB1-Tuned does (Auer, Cesa-Bianchi & Fischer
//!   2002), since scores and won games differ by different amounts.
//! * **Reuse**: the tree below the moves that were made is kept for the next move.
//!
//! In games of chance each game that is tried out draws anew what chance does from here on, and moves are known by what
//! they do, not by their number (open loop; for what cannot be foreseen, Cowling, Powley & Whitehouse 2012). Where a
//! description hides something from players, nothing is tried out: all that is hidden would be seen.

mod node;
mod search;

use super::{Budget, Clock, Player};
use crate::engine::trial::{PlayError, Trial};
use crate::playouts::simulate;
use node::Node;
use search::{Insight, Search};
use std::time::Duration;

/// How often the clock is read, in games tried out.
const PERIOD: u32 = 8;

/// What can be set about a [`Uct`].
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// How much a move is preferred for having been tried little: the constant before the root in UCB1.
    pub exploration: f64,
    /// After how many moves at random a game is cut short.
    pub cutoff: usize,
    /// How many positions the tree may have; a hundred bytes or so each. A full tree grows no more.
    pub memory: usize,
    /// How much of the value of a finished game is its lead in score, from 0 to 1.
    pub bonus: f64,
    /// How many visits what the score says of a move counts for.
    pub bias: f64,
    /// After how many visits the moves of a position are looked at one by one; those of the root always are.
    pub look: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { exploration: 0.5, cutoff: 1000, memory: 2_000_000, bonus: 0.1, bias: 3.0, look: 20 }
    }
}

/// What a search says of one legal move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Advice {
    /// The number of the move.
    pub index: usize,
    /// How often it was tried.
    pub visits: u32,
    /// What the mover can expect from it, from 0 to 1; `None` if it was never tried.
    pub value: Option<f64>,
    /// Whether that is certain.
    pub proven: bool,
}

/// A player who tries games out: see the [module](super) and the description in this file.
///
/// # Examples
///
/// ```
/// use ludemic::players::{Budget, Player, Uct};
/// use ludemic::{Game, KnownDefines, Trial};
///
/// let text = r#"(game "Three in a Row" (players 2)
///     (equipment { (board (square 3)) (piece "Disc" P1) (piece "Cross" P2) })
///     (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#;
/// let game = Game::load("three.lud", text, &[], &KnownDefines::none())?;
/// let mut uct = Uct::new(Budget::Iterations(200));
///
/// // Discs on 0 and 1, crosses on 3 and 4: 2 wins.
/// let mut trial = Trial::start(game, 0)?;
/// for index in [0, 2, 0, 1] {
///     trial.play(index)?;
/// }
/// let chosen = uct.choose(&mut trial)?;
/// assert_eq!(trial.play(chosen)?.to, 2);
/// assert!(uct.advice().iter().any(|advice| advice.index == chosen && advice.proven));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Uct {
    budget: Budget,
    settings: Settings,
    clock: Option<Clock>,
    seed: u64,
    /// How many moves were chosen, so that each has chance of its own.
    chosen: u64,
    root: Node,
    /// The moves that lead to the root, by number.
    path: Vec<usize>,
    insight: Insight,
    advice: Vec<Advice>,
    iterations: u32,
    line: Vec<usize>,
}

impl Uct {
    /// A player with the usual settings and seed 0.
    pub fn new(budget: Budget) -> Uct {
        Uct {
            budget,
            settings: Settings::default(),
            clock: None,
            seed: 0,
            chosen: 0,
            root: Node::default(),
            path: Vec::new(),
            insight: Insight::default(),
            advice: Vec::new(),
            iterations: 0,
            line: Vec::new(),
        }
    }

    /// The same player with another way to read the time. Without a clock a budget of time is one game tried out.
    pub fn with_clock(mut self, clock: Clock) -> Uct {
        self.clock = Some(clock);
        self
    }

    /// The same player with other settings.
    pub fn with_settings(mut self, settings: Settings) -> Uct {
        self.settings = settings;
        self
    }

    /// What the last search said of the legal moves, the best first.
    pub fn advice(&self) -> &[Advice] {
        &self.advice
    }

    /// How many games the last search tried out.
    pub fn iterations(&self) -> u32 {
        self.iterations
    }

    /// The principal variation of the last search: the numbers of the moves that were tried most, each in the position
    /// after the one before. Where chance has a say only the first is known.
    pub fn line(&self) -> &[usize] {
        &self.line
    }

    /// What the last search expects each agent to get, agent 1 first; empty before a search.
    pub fn expects(&self) -> &[f64] {
        self.insight.expects()
    }

    /// Keeps of the tree what hangs on the position of a trial.
    fn follow(&mut self, trial: &Trial) {
        let stochastic = trial.game().features.stochastic;
        let choices: Vec<usize> = trial.choices().collect();
        let fresh = std::mem::take(&mut self.root);
        let mut kept = None;
        if !stochastic && let Some(new) = choices.strip_prefix(self.path.as_slice()) {
            kept = new
                .iter()
                .try_fold(fresh, |mut node, &index| (index < node.moves.len()).then(|| node.moves.swap_remove(index)));
        }
        self.root = kept.unwrap_or_default();
        self.path = choices;
    }
}

impl Player for Uct {
    fn name(&self) -> String {
        format!("uct:{}", self.budget)
    }

    fn begin(&mut self, seed: u64) {
        self.seed = seed;
        self.chosen = 0;
        self.root = Node::default();
        self.path.clear();
        self.insight = Insight::default();
        self.advice.clear();
    }

    fn choose(&mut self, trial: &mut Trial) -> Result<usize, PlayError> {
        crate::players::thinkable(trial.game())?;
        let count = trial.legal()?.len();
        if count == 0 {
            return Err(PlayError::Over);
        }
        self.follow(trial);
        self.chosen += 1;
        let seed = crate::playouts::seed(self.seed, self.chosen);
        let begin = self.clock.as_ref().map(|clock| clock());
        let mut done = 0u32;
        let mut simulation = simulate(trial);
        let mut search = Search::new(&self.settings, &mut self.insight, seed, self.root.size());
        while match self.budget {
            Budget::Iterations(most) => done < most,
            Budget::Time(most) => done == 0 || !self.clock.as_ref().is_none_or(|clock| over(clock, begin, most, done)),
        } {
            if self.root.proof.is_some() {
                break;
            }
            done = done.saturating_add(1);
            // A game in which the rules fail counts as tried out.
            let _ = search.iterate(&mut self.root, simulation.as_mut());
        }
        simulation.rewind(seed);
        let names = simulation.names();
        self.advice = search.advise(&self.root, simulation.agent(), count, names.as_deref());
        self.iterations = done;
        let best = self.advice.first().map_or(0, |advice| advice.index);
        self.line = vec![best];
        let mut node = self.root.moves.get(best).filter(|_| !trial.game().features.stochastic);
        while let Some(here) = node {
            let tried = here.moves.iter().enumerate().filter(|(_, next)| next.visits > 1);
            let Some((index, next)) = tried.max_by_key(|(index, next)| (next.visits, std::cmp::Reverse(*index))) else {
                break;
            };
            self.line.push(index);
            node = Some(next);
        }
        Ok(best.min(count - 1))
    }
}

fn over(clock: &Clock, begin: Option<Duration>, most: Duration, done: u32) -> bool {
    done.is_multiple_of(PERIOD) && begin.is_none_or(|begin| clock().saturating_sub(begin) >= most)
}
