//! The search for a difference in play.

use super::exhaust::exhaust;
use super::fast::{Fast, Programs};
use super::found::{Aspect, Found, PlayedMove, aspects};
use super::lockstep::{Line, Lockstep, Plan, Style, Verdict, play};
use super::pair::Pair;
use super::plain::{Match, Plain};
use super::random::{Effort, Monitor};
use crate::pipeline::Compiled;
use crate::program::step::Step;
use crate::render::describe;

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
    /// Whether programs played most of them.
    pub by_program: bool,
}

/// The evaluation work of a search without a limit of its own: some seconds, for one processor.
const WORK: u64 = 480_000_000;

/// How much cheaper than by the plain evaluator a position is by programs, to be on the safe side.
const SPEED_OF_PROGRAMS: u64 = 32;

/// How many moves are played to see what a position costs.
const SAMPLE: usize = 12;

/// Searches for a difference between two versions: all short games first, then random games, short ones first. What is
/// found is made shorter as far as that goes.
///
/// The result depends on the settings alone, unless the monitor stops the search. Work is spread over the threads of the
/// pool that this is called in.
pub fn search(a: &Compiled, b: &Compiled, settings: Settings, monitor: &Monitor) -> Report {
    let pair = Pair::new(a.game(), b.game());
    if let Some(apart) = pair.apart() {
        let start = Plain::new(&pair, settings.seed, None);
        let found = Found {
            moves: Vec::new(),
            shortest: true,
            aspects: vec![Aspect::Apart(apart)],
            a: start.a.trial,
            b: start.b.trial,
        };
        return Report { found: Some(found), depth: None, whole: false, positions: 1, games: 0, by_program: false };
    }
    let stochastic = pair.a.features.stochastic || pair.b.features.stochastic;
    let programs = if stochastic { None } else { Programs::of(a, b) };
    let search = Search { pair: &pair, programs: programs.as_ref(), settings, monitor };
    search.run(stochastic)
}

struct Search<'s> {
    pair: &'s Pair,
    programs: Option<&'s Programs>,
    settings: Settings,
    monitor: &'s Monitor,
}

impl Search<'_> {
    fn run(&self, stochastic: bool) -> Report {
        let budget = self.settings.plies.unwrap_or(WORK);
        let mut effort = Effort {
            left: budget / 4,
            games_left: self.settings.playouts.unwrap_or(u64::MAX),
            games: 0,
            positions: 0,
            seed: self.settings.seed,
            next: 0,
            monitor: self.monitor,
        };
        let exhausted = exhaust(self.pair, self.price(), &mut effort);
        let depth = exhausted.depth.filter(|_| !stochastic);
        let mut report = Report {
            found: None,
            depth,
            whole: exhausted.whole && !stochastic,
            positions: 0,
            games: 0,
            by_program: false,
        };
        let mut line = exhausted.found;
        if line.is_none() && !exhausted.whole {
            let quarter = budget / 4;
            effort.left = effort.left.saturating_add(if self.programs.is_some() { quarter } else { 2 * quarter });
            line = effort.search(&|| self.plain());
            if line.is_none() {
                line = self.by_programs(&mut effort, budget / 2);
                report.by_program = self.programs.is_some();
            }
            line = line.map(|line| self.shorter(&mut effort, line));
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

    fn plain(&self) -> Plain<'_> {
        Plain::new(self.pair, self.settings.seed, self.price())
    }

    /// The cost of a position that programs compare.
    fn fast_price(&self) -> u64 {
        self.price().unwrap_or_else(|| (self.typical() / SPEED_OF_PROGRAMS).max(1))
    }

    /// A shorter game to a difference, as far as that goes.
    fn shorter(&self, effort: &mut Effort, line: Line<Match>) -> Line<Match> {
        let budget = self.settings.plies.unwrap_or(WORK);
        let mut best = line;
        if let Some(programs) = self.programs {
            // Programs are much faster, but have to see the difference.
            let price = self.fast_price();
            let fast = || Fast::new(self.pair, programs, price);
            let steps: Vec<Step> = best.moves.iter().map(|m| m.step).collect();
            let limit = steps.len();
            let (seed, allowance) = (best.seed, u64::MAX);
            let plan = Plan { seed, opening: &steps, style: None, choices: 0, limit, allowance };
            if let Some(seen) = play(&mut fast(), &plan).found {
                effort.left = budget / 2;
                let short = effort.shorten(&fast, seen);
                if let Some(line) = self.confirm(programs, &short)
                    && line.moves.len() < best.moves.len()
                {
                    best = line;
                }
            }
        }
        // The plain evaluator sees more, and perhaps earlier.
        effort.left = budget / 8;
        effort.shorten(&|| self.plain(), best)
    }

    /// Searches by programs; what they find is looked at again by the plain evaluator.
    fn by_programs(&self, effort: &mut Effort, budget: u64) -> Option<Line<Match>> {
        let programs = self.programs?;
        let price = self.fast_price();
        effort.left = budget;
        let line = effort.search(&|| Fast::new(self.pair, programs, price))?;
        self.confirm(programs, &line)
    }

    /// The evaluation work of a position in the middle of a random game.
    fn typical(&self) -> u64 {
        let seed = self.settings.seed;
        let mut side = Plain::new(self.pair, seed, None);
        let (choices, limit) = (seed, SAMPLE);
        let style = Some(Style::Uniform);
        let plan = Plan { seed, opening: &[], style, choices, limit, allowance: WORK / 8 };
        let outcome = play(&mut side, &plan);
        outcome.cost / outcome.positions.max(1)
    }

    /// The same game by the plain evaluator, up to the difference that it sees; `None` if it sees none.
    fn confirm(&self, programs: &Programs, line: &Line<Step>) -> Option<Line<Match>> {
        let mut fast = Fast::new(self.pair, programs, 1);
        let mut plain = self.plain();
        fast.restart(line.seed);
        plain.restart(line.seed);
        let mut moves = Vec::new();
        for step in line.moves.iter().map(Some).chain([None]) {
            match plain.look() {
                Verdict::Differ => return Some(Line { seed: line.seed, moves }),
                Verdict::Over | Verdict::Stuck => return None,
                Verdict::Alike => {}
            }
            let step = step?;
            fast.look();
            let m = plain.moves().iter().find(|m| m.step == *step)?.clone();
            plain.play_match(&m);
            moves.push(m);
        }
        None
    }

    /// Plays a game once more and tells what differs at its end.
    fn tell(&self, line: &Line<Match>, depth: Option<usize>) -> Option<Found> {
        let mut plain = self.plain();
        plain.restart(line.seed);
        let mut moves = Vec::new();
        for m in &line.moves {
            plain.look();
            let index = plain.find(m)?;
            plain.play(index);
            let made = plain.a.trial.as_ref().or(plain.b.trial.as_ref()).and_then(|trial| trial.history().last());
            let made = made.map(|made| PlayedMove { mover: made.mover, text: describe(&self.pair.a, made) });
            moves.extend(made);
        }
        plain.look();
        let aspects = aspects(self.pair, &mut plain.a, &mut plain.b);
        let shortest = depth.is_some_and(|depth| depth + 1 >= line.moves.len()) || line.moves.is_empty();
        (!aspects.is_empty()).then_some(Found { moves, shortest, aspects, a: plain.a.trial, b: plain.b.trial })
    }
}
