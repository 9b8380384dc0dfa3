//! The search for a difference in play.

use super::exhaust::exhaust;
use super::found::{Aspect, Found, PlayedMove, aspects};
use super::games::Line;
use super::lockstep::Lockstep;
use super::pair::Pair;
use super::random::{Effort, Monitor};
use crate::notation::describe;
use crate::pipeline::Compiled;

/// How far to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// The seed of everything random.
    pub seed: u64,
    /// The most positions to compare. Without it the search spends a fixed amount of evaluation work, so that games
    /// that are quick to play are searched further.
    pub plies: Option<u64>,
    /// The most random games to play.
    pub playouts: Option<u64>,
}

/// What a search came to.
#[derive(Debug)]
pub struct Report {
    /// The shortest game found that ends in a difference.
    pub found: Option<Found>,
    /// No game of at most so many moves shows a difference: all were compared. `None` where not even the start was, and
    /// for games with chance.
    pub depth: Option<usize>,
    /// Whether all games there are were compared.
    pub whole: bool,
    /// How many positions were compared.
    pub positions: u64,
    /// How many random games were played.
    pub games: u64,
}

/// The evaluation work of a search without a limit of its own: some seconds, for one processor.
const WORK: u64 = 480_000_000;

/// Searches for a difference between two versions: all short games first, then random games, short ones first. What is
/// found is made shorter as far as that goes.
///
/// The result depends on the settings alone, unless the monitor stops the search. Work is spread over the threads of
/// the pool that this is called in.
pub fn search(a: &Compiled, b: &Compiled, settings: Settings, monitor: &Monitor) -> Report {
    let pair = Pair::new(a.game(), b.game());
    if let Some(apart) = pair.apart() {
        let start = Lockstep::new(&pair, settings.seed, None);
        let found = Found {
            moves: Vec::new(),
            shortest: true,
            aspects: vec![Aspect::Apart(apart)],
            a: start.a.trial,
            b: start.b.trial,
        };
        return Report { found: Some(found), depth: None, whole: false, positions: 1, games: 0 };
    }
    let stochastic = pair.a.features.stochastic || pair.b.features.stochastic;
    Search { pair: &pair, settings, monitor }.run(stochastic)
}

struct Search<'s> {
    pair: &'s Pair,
    settings: Settings,
    monitor: &'s Monitor,
}

impl Search<'_> {
    fn run(&self, stochastic: bool) -> Report {
        let budget = self.settings.plies.unwrap_or(WORK);
        let mut effort = Effort {
            left: budget / 4,
            spent: 0,
            games_left: self.settings.playouts.unwrap_or(u64::MAX),
            games: 0,
            positions: 0,
            seed: self.settings.seed,
            next: 0,
            monitor: self.monitor,
        };
        let exhausted = exhaust(self.pair, self.price(), &mut effort);
        let depth = exhausted.depth.filter(|_| !stochastic);
        let mut report = Report { found: None, depth, whole: exhausted.whole && !stochastic, positions: 0, games: 0 };
        let mut line = exhausted.found;
        if line.is_none() && !exhausted.whole {
            // All that is left of the budget.
            effort.left = budget.saturating_sub(effort.spent).max(budget / 4);
            line = effort.search(&|| self.start(), depth.map_or(0, |depth| depth + 1));
        }
        report.positions = effort.positions;
        report.games = effort.games;
        report.found = line.and_then(|line| self.tell(&line, depth));
        report
    }

    /// The cost of a position; `None` where it is the evaluation work.
    fn price(&self) -> Option<u64> {
        self.settings.plies.map(|_| 1)
    }

    fn start(&self) -> Lockstep<'_> {
        Lockstep::new(self.pair, self.settings.seed, self.price())
    }

    /// Plays a game once more and tells what differs at its end.
    fn tell(&self, line: &Line, depth: Option<usize>) -> Option<Found> {
        let mut step = self.start();
        step.restart(line.seed);
        let mut moves = Vec::new();
        for m in &line.moves {
            step.look();
            let index = step.find(m)?;
            step.play(index);
            let made = step.a.trial.as_ref().or(step.b.trial.as_ref()).and_then(|trial| trial.history().last());
            let made = made.map(|made| PlayedMove { mover: made.mover, text: describe(&self.pair.a, made) });
            moves.extend(made);
        }
        step.look();
        let aspects = aspects(self.pair, &mut step.a, &mut step.b);
        let shortest = depth.is_some_and(|depth| depth + 1 >= line.moves.len()) || line.moves.is_empty();
        (!aspects.is_empty()).then_some(Found { moves, shortest, aspects, a: step.a.trial, b: step.b.trial })
    }
}
