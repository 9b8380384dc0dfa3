//! Random games in step, and shorter ones made from a game that was found.

use super::lockstep::{Line, Lockstep, Outcome, Plan, Style, play};
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
const PAIRS_UP_TO: usize = 64;

impl Effort<'_> {
    pub fn stopped(&self) -> bool {
        self.monitor.stop.load(Ordering::Relaxed)
    }

    fn done(&self) -> bool {
        self.stopped() || self.left == 0 || self.games_left == 0
    }

    /// Plays games on all threads. Gives the best one found, and whether all came to their end.
    fn batch<L: Lockstep>(
        &mut self,
        make: &(impl Fn() -> L + Sync + Send),
        plans: &[Plan<L::Move>],
    ) -> (Option<Line<L::Move>>, bool) {
        let monitor = self.monitor;
        let outcomes: Vec<Outcome<L::Move>> = spread(plans.len(), make, |side, number| {
            let plan = plans.get(number).filter(|_| !monitor.stop.load(Ordering::Relaxed));
            let Some(plan) = plan else { return Outcome { found: None, positions: 0, cost: 0, ended: false } };
            let outcome = play(side, plan);
            monitor.positions.fetch_add(outcome.positions, Ordering::Relaxed);
            outcome
        });
        let mut best: Option<Line<L::Move>> = None;
        let mut ended = true;
        for outcome in outcomes {
            self.left = self.left.saturating_sub(outcome.cost);
            self.positions += outcome.positions;
            ended &= outcome.ended;
            if let Some(line) = outcome.found
                && best.as_ref().is_none_or(|best| line.moves.len() < best.moves.len())
            {
                best = Some(line);
            }
        }
        (best, ended)
    }

    /// Plays random games, short ones first, until one differs or the effort is spent.
    pub fn search<L: Lockstep>(&mut self, make: &(impl Fn() -> L + Sync + Send)) -> Option<Line<L::Move>> {
        let mut limit = FIRST_LIMIT;
        while !self.done() {
            let count = BATCH.min(self.games_left);
            let allowance = self.left / BATCH + 1;
            let plans: Vec<Plan<L::Move>> = (0..count).map(|_| self.plan(&[], limit, allowance)).collect();
            let (found, ended) = self.batch(make, &plans);
            self.games += count;
            self.games_left -= count;
            if found.is_some() {
                return found;
            }
            limit = if ended { usize::MAX } else { limit.saturating_mul(2) };
        }
        None
    }

    fn plan<'m, M>(&mut self, opening: &'m [M], limit: usize, allowance: u64) -> Plan<'m, M> {
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
    pub fn shorten<L: Lockstep>(
        &mut self,
        make: &(impl Fn() -> L + Sync + Send),
        mut best: Line<L::Move>,
    ) -> Line<L::Move> {
        let mut idle = 0;
        while idle < PATIENCE && !self.stopped() && self.left > 0 && !best.moves.is_empty() {
            if idle == 0 {
                best = self.thin_out(make, best);
            }
            let openings: Vec<Vec<L::Move>> = (0..BATCH).map(|_| self.some_of(&best.moves)).collect();
            let limit = best.moves.len().saturating_sub(1);
            let allowance = self.left / BATCH + 1;
            let mut plans = Vec::new();
            for opening in &openings {
                let chance = best.seed;
                plans.push(Plan { seed: chance, ..self.plan(opening, limit, allowance) });
            }
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

    /// A beginning of a game without some of its moves.
    fn some_of<M: Clone>(&mut self, moves: &[M]) -> Vec<M> {
        let mut chooser = Chooser::new(seed(!self.seed, self.next));
        let length = chooser.choose(moves.len() + 1);
        let often = 2 + chooser.choose(8);
        moves.iter().take(length).filter(|_| chooser.choose(often) > 0).cloned().collect()
    }

    /// Leaves out moves as long as the rest still ends in a difference: halves, quarters and so on, then pairs.
    fn thin_out<L: Lockstep>(
        &mut self,
        make: &(impl Fn() -> L + Sync + Send),
        mut best: Line<L::Move>,
    ) -> Line<L::Move> {
        let mut size = best.moves.len() / 2;
        while size > 0 && !self.stopped() && self.left > 0 {
            let count = best.moves.len();
            let cuts: Vec<(usize, usize)> = (0..count.saturating_sub(size - 1)).map(|at| (at, at + size)).collect();
            let tries: Vec<Vec<L::Move>> = cuts
                .iter()
                .map(|&(from, to)| best.moves.iter().take(from).chain(best.moves.iter().skip(to)).cloned().collect())
                .collect();
            match self.try_all(make, &best, &tries) {
                Some(line) => {
                    best = line;
                    size = size.min(best.moves.len());
                }
                None => size = if size > 4 { size / 2 } else { size - 1 },
            }
        }
        while best.moves.len() <= PAIRS_UP_TO && !self.stopped() && self.left > 0 {
            let count = best.moves.len();
            let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
            let tries: Vec<Vec<L::Move>> = pairs
                .map(|(one, other)| {
                    let kept = best.moves.iter().enumerate().filter(|(at, _)| *at != one && *at != other);
                    kept.map(|(_, m)| m.clone()).collect()
                })
                .collect();
            match self.try_all(make, &best, &tries) {
                Some(line) => best = line,
                None => break,
            }
        }
        best
    }

    fn try_all<L: Lockstep>(
        &mut self,
        make: &(impl Fn() -> L + Sync + Send),
        best: &Line<L::Move>,
        tries: &[Vec<L::Move>],
    ) -> Option<Line<L::Move>> {
        let limit = best.moves.len().saturating_sub(1);
        for some in tries.chunks(BATCH as usize * 2) {
            if self.left == 0 || self.stopped() {
                return None;
            }
            let allowance = self.left / BATCH + 1;
            let plan = |opening| Plan { seed: best.seed, opening, style: None, choices: 0, limit, allowance };
            let plans: Vec<Plan<L::Move>> = some.iter().map(|moves| plan(moves.as_slice())).collect();
            if let (Some(line), _) = self.batch(make, &plans) {
                return Some(line);
            }
        }
        None
    }
}
