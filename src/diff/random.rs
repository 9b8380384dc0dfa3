//! Random games in step, and shorter ones made from a game that was found.

use super::games::{Line, Plan, Played, Style, play};
use super::lockstep::{Lockstep, Match};
use super::spread::spread;
use crate::playouts::{Chooser, seed};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What others may watch of a search, and stop it by.
#[derive(Debug, Default)]
pub struct Monitor {
    /// Set to end the search early, with what was found until then.
    pub stop: AtomicBool,
    /// How many positions have been compared.
    pub positions: AtomicU64,
}

/// What one search may cost, and what it did for it.
pub(super) struct Effort<'a> {
    /// What is left to be spent.
    pub left: u64,
    /// What was spent on games so far.
    pub spent: u64,
    /// Random games left to be played.
    pub games_left: u64,
    /// Random games played.
    pub games: u64,
    /// Positions compared.
    pub positions: u64,
    /// The seed of everything random.
    pub seed: u64,
    /// The number of the next game.
    pub next: u64,
    pub monitor: &'a Monitor,
}

/// Games played at once. A batch is played to its end whatever is found in it, so that the number of threads does not
/// matter; of several games found the shortest counts, then the first.
const BATCH: u64 = 16;

/// The length of the first games. Each round allows twice as many moves, until games end by themselves.
const FIRST_LIMIT: usize = 8;

/// How many batches without a shorter game are enough.
const PATIENCE: u32 = 24;

/// The longest game of which every pair of moves is tried without.
const PAIRS_UP_TO: usize = 100;

/// Makes two versions at their start, for a thread to play.
pub(super) type Make<'a> = dyn Fn() -> Lockstep<'a> + Sync + Send + 'a;

impl Effort<'_> {
    pub fn stopped(&self) -> bool {
        self.monitor.stop.load(Ordering::Relaxed)
    }

    fn done(&self) -> bool {
        self.stopped() || self.left == 0 || self.games_left == 0
    }

    /// Plays games on all threads. Gives the best one found, and whether all came to their end.
    fn batch(&mut self, make: &Make<'_>, plans: &[Plan<'_>]) -> (Option<Line>, bool) {
        let (lines, ended) = self.all_of(make, plans);
        let found = lines.into_iter().flatten();
        (found.reduce(|best, line| if line.moves.len() < best.moves.len() { line } else { best }), ended)
    }

    /// Plays games on all threads. Gives what each of them found, and whether all came to their end.
    fn all_of(&mut self, make: &Make<'_>, plans: &[Plan<'_>]) -> (Vec<Option<Line>>, bool) {
        let monitor = self.monitor;
        let outcomes: Vec<Played> = spread(plans.len(), make, |side, number| {
            let plan = plans.get(number).filter(|_| !monitor.stop.load(Ordering::Relaxed));
            let Some(plan) = plan else { return Played { found: None, positions: 0, cost: 0, ended: false } };
            let outcome = play(side, plan);
            monitor.positions.fetch_add(outcome.positions, Ordering::Relaxed);
            outcome
        });
        let mut ended = true;
        let mut lines = Vec::with_capacity(plans.len());
        for outcome in outcomes {
            self.left = self.left.saturating_sub(outcome.cost);
            self.spent = self.spent.saturating_add(outcome.cost);
            self.positions += outcome.positions;
            ended &= outcome.ended;
            lines.push(outcome.found);
        }
        (lines, ended)
    }

    /// Plays random games, short ones first, until one differs, and makes it shorter; then others, as far as the effort
    /// goes: what cannot be made shorter any more need not be the shortest there is. A game of `enough` moves is.
    pub fn search(&mut self, make: &Make<'_>, enough: usize) -> Option<Line> {
        let mut limit = FIRST_LIMIT;
        let mut best = self.find(make, &mut limit).map(|line| self.shorten(make, line))?;
        while !self.done() && best.moves.len() > enough {
            let Some(line) = self.find(make, &mut limit).map(|line| self.shorten(make, line)) else { break };
            if line.moves.len() < best.moves.len() {
                best = line;
            }
        }
        Some(best)
    }

    /// Plays random games of at most so many moves, and of more when they lead nowhere, until one differs or the effort
    /// is spent.
    fn find(&mut self, make: &Make<'_>, limit: &mut usize) -> Option<Line> {
        while !self.done() {
            let count = BATCH.min(self.games_left);
            let allowance = self.left / BATCH + 1;
            let plans: Vec<Plan<'_>> = (0..count).map(|_| self.plan(&[], *limit, allowance)).collect();
            let (found, ended) = self.batch(make, &plans);
            self.games += count;
            self.games_left -= count;
            if found.is_some() {
                return found;
            }
            *limit = if ended { usize::MAX } else { limit.saturating_mul(2) };
        }
        None
    }

    fn plan<'m>(&mut self, opening: &'m [Match], limit: usize, allowance: u64) -> Plan<'m> {
        let number = self.next;
        self.next += 1;
        let choices = seed(self.seed, number);
        let style = match number % 4 {
            0 | 2 => Style::Uniform,
            1 => Style::Close,
            _ => Style::Passing,
        };
        Plan { seed: choices, opening, style: Some(style), choices, limit, allowance }
    }

    /// A shorter game than this that ends in a difference, as far as the effort goes: without some of the moves, or
    /// with others in their place.
    fn shorten(&mut self, make: &Make<'_>, mut best: Line) -> Line {
        let mut idle = 0;
        while idle < PATIENCE && !self.stopped() && self.left > 0 && !best.moves.is_empty() {
            if idle == 0 {
                best = self.thin_out(make, best);
            }
            let openings: Vec<Vec<Match>> = (0..BATCH).map(|_| self.some_of(&best.moves)).collect();
            let limit = best.moves.len().saturating_sub(1);
            let allowance = self.left / BATCH + 1;
            let plan = |opening| self.plan(opening, limit, allowance);
            let mut plans: Vec<Plan<'_>> = openings.iter().map(Vec::as_slice).map(plan).collect();
            plans.iter_mut().for_each(|plan| plan.seed = best.seed);
            match self.batch(make, &plans).0 {
                Some(line) => {
                    best = line;
                    idle = 0;
                }
                None => idle += 1,
            }
        }
        best
    }

    /// A beginning of a game without some of its moves; every other time all of it without a few, whose places others
    /// may take at its end.
    fn some_of(&mut self, moves: &[Match]) -> Vec<Match> {
        let mut chooser = Chooser::new(seed(!self.seed, self.next));
        if chooser.choose(2) == 0 {
            let gone: Vec<usize> = (0..2 + chooser.choose(3)).map(|_| chooser.choose(moves.len())).collect();
            return moves.iter().enumerate().filter(|(at, _)| !gone.contains(at)).map(|(_, m)| m.clone()).collect();
        }
        let length = chooser.choose(moves.len() + 1);
        let often = 2 + chooser.choose(8);
        moves.iter().take(length).filter(|_| chooser.choose(often) > 0).cloned().collect()
    }

    /// Leaves out moves as long as the rest still ends in a difference: halves, quarters and so on, then pairs.
    fn thin_out(&mut self, make: &Make<'_>, mut best: Line) -> Line {
        // Where something could be left out last: what comes before has been tried in vain.
        let mut from = 0;
        let mut size = best.moves.len() / 2;
        while size > 0 && !self.stopped() && self.left > 0 {
            let count = best.moves.len();
            let cuts: Vec<Vec<usize>> = (0..count.saturating_sub(size - 1))
                .step_by((size / 4).max(1))
                .map(|at| (at..at + size).collect())
                .collect();
            match self.try_without(make, &best, &cuts, &mut from) {
                Some(line) => {
                    best = line;
                    size = size.min(best.moves.len());
                }
                None => {
                    from = 0;
                    size = if size > 4 { size / 2 } else { size - 1 };
                }
            }
        }
        while best.moves.len() <= PAIRS_UP_TO && !self.stopped() && self.left > 0 {
            let count = best.moves.len();
            let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |other| vec![one, other]));
            match self.try_without(make, &best, &pairs.collect::<Vec<_>>(), &mut from) {
                Some(line) => best = line,
                None => break,
            }
        }
        best
    }

    /// A shorter game without some of the moves: of each cut, by the numbers of moves, it is tried whether the rest
    /// still ends in a difference, and if so without all such cuts of a batch together, so that long games do not get
    /// shorter move by move.
    ///
    /// The cuts, which are in the order of their first moves, are tried from that move on, and then those before;
    /// `from` becomes that of the cuts that have shortened the game.
    fn try_without(&mut self, make: &Make<'_>, best: &Line, cuts: &[Vec<usize>], from: &mut usize) -> Option<Line> {
        let (before, behind) = cuts.split_at(cuts.partition_point(|cut| cut.first().is_some_and(|at| at < from)));
        for some in behind.chunks(BATCH as usize * 2).chain(before.chunks(BATCH as usize * 2)) {
            if self.left == 0 || self.stopped() {
                return None;
            }
            let found = self.without(make, best, some);
            let good = some.iter().zip(&found).filter(|(_, line)| line.is_some()).map(|(cut, _)| cut);
            let mut together: Vec<Vec<usize>> = Vec::new();
            for cut in good {
                if !together.iter().flatten().any(|at| cut.contains(at)) {
                    together.push(cut.clone());
                }
            }
            let shorter = |one: Line, other: Line| {
                if other.moves.len() < one.moves.len() { other } else { one }
            };
            let single = found.into_iter().flatten().reduce(shorter);
            // All of them, half of them, a quarter of them and so on: moves can stand in for each other.
            let sizes = std::iter::successors(Some(together.len()), |size| Some(size / 2)).take_while(|size| *size > 1);
            let unions: Vec<Vec<usize>> = sizes.map(|size| together[..size].concat()).collect();
            let joint = self.without(make, best, &unions).into_iter().flatten().reduce(shorter);
            let line = [single, joint].into_iter().flatten().reduce(shorter);
            if line.is_some() {
                *from = together.first().and_then(|cut| cut.first()).copied().unwrap_or(0);
                return line;
            }
        }
        None
    }

    /// What comes of a game without the moves of each cut.
    fn without(&mut self, make: &Make<'_>, best: &Line, cuts: &[Vec<usize>]) -> Vec<Option<Line>> {
        let kept = |cut: &Vec<usize>| -> Vec<Match> {
            let moves = best.moves.iter().enumerate().filter(|(at, _)| !cut.contains(at));
            moves.map(|(_, m)| m.clone()).collect()
        };
        let tries: Vec<Vec<Match>> = cuts.iter().map(kept).collect();
        let limit = best.moves.len().saturating_sub(1);
        let allowance = self.left / BATCH + 1;
        let plan = |opening| Plan { seed: best.seed, opening, style: None, choices: 0, limit, allowance };
        let plans: Vec<Plan<'_>> = tries.iter().map(|moves| plan(moves.as_slice())).collect();
        self.all_of(make, &plans).0
    }
}
