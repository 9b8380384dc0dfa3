//! One search: games tried out from a position.

use super::node::Node;
use super::{Advice, Settings};
use crate::engine::trial::PlayError;
use crate::players::greedy::lead;
use crate::playouts::{Chooser, Rewards, Simulation, seed};
use std::sync::Arc;

/// The deepest a tree grows.
const DEEPEST: usize = 400;

/// How many games have to be tried out before anything is concluded from how they went.
const MANY: u32 = 20;

/// After how many moves a game is cut short where games are never decided at random.
const SHORT: usize = 24;

/// Rewards that lie less apart than this are taken to lie so far apart.
const LEAST_SPREAD: f64 = 0.02;

/// Leads at the end of games are at most this, in the mean; more means that scores grow without bound.
const LARGEST_SCALE: f64 = 1e9;

/// What was found out about the game from the games tried out so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Insight {
    /// Games in which the agent who was ahead at the end won, and in which he did not.
    agree: u32,
    disagree: u32,
    /// How many games came to their end, and how many of them gave agents different rewards.
    games: u32,
    decided: u32,
    /// The sum of the leads that were met, without signs, and how many were not 0.
    leads: f64,
    leading: u32,
    /// The sum and the sum of squares of the rewards of agent 1, and how many.
    spread: (f64, f64, f64),
    expects: Vec<f64>,
}

impl Insight {
    /// Whether being ahead in score is worth anything.
    fn trusts(&self) -> bool {
        self.agree + 2 > 2 * self.disagree
    }

    /// Whether games that are played on at random hardly ever decide anything.
    fn is_barren(&self) -> bool {
        self.games >= MANY && self.decided * 10 < self.games
    }

    /// The lead that counts for much: what a player who is ahead is ahead by, in the mean.
    fn scale(&self) -> f64 {
        if self.leading == 0 { 1.0 } else { (self.leads / f64::from(self.leading)).clamp(1.0, LARGEST_SCALE) }
    }

    /// A lead as a value from 0 to 1.
    fn value(&self, lead: i32) -> f64 {
        0.5 + 0.5 * (f64::from(lead) / self.scale()).tanh()
    }

    /// The values of scores for each agent.
    fn values(&mut self, scores: &[i32]) -> Rewards {
        let first = lead(scores, 1);
        if first != 0 {
            self.leads += f64::from(first.unsigned_abs());
            self.leading = self.leading.saturating_add(1);
        }
        (1..=scores.len()).map(|agent| self.value(lead(scores, agent))).collect()
    }

    /// Notes the end of a game.
    fn finished(&mut self, scores: &[i32], rewards: &[f64]) {
        for (index, reward) in rewards.iter().enumerate() {
            let ahead = lead(scores, index + 1) > 0;
            self.agree += u32::from(ahead && *reward > 0.5);
            self.disagree += u32::from(ahead && *reward < 0.5);
        }
        self.games = self.games.saturating_add(1);
        // Alone one either wins or does not.
        let decided = match rewards {
            [alone] => *alone > 0.5,
            all => all.iter().any(|reward| Some(reward) != all.first()),
        };
        self.decided += u32::from(decided);
    }

    fn rewarded(&mut self, rewards: &[f64]) {
        let reward = rewards.first().copied().unwrap_or(0.5);
        let (sum, squares, count) = self.spread;
        self.spread = (sum + reward, squares + reward * reward, count + 1.0);
    }

    /// How far rewards lie apart: about 1 where games are won and lost, less where they differ less.
    fn spread(&self) -> f64 {
        let (sum, squares, count) = self.spread;
        if count < f64::from(MANY) {
            return 1.0;
        }
        (2.0 * (squares / count - (sum / count).powi(2)).max(0.0).sqrt()).max(LEAST_SPREAD)
    }

    /// What the last search expects each agent to get.
    pub fn expects(&self) -> &[f64] {
        &self.expects
    }
}

/// A search under way.
pub(super) struct Search<'a> {
    settings: &'a Settings,
    insight: &'a mut Insight,
    chooser: Chooser,
    seed: u64,
    /// How many games were tried out.
    done: u64,
    /// How many positions the tree has.
    size: usize,
    sums: Vec<f64>,
}

impl<'a> Search<'a> {
    pub fn new(settings: &'a Settings, insight: &'a mut Insight, seed: u64, size: usize) -> Self {
        Search { settings, insight, chooser: Chooser::new(seed), seed, done: 0, size, sums: Vec::new() }
    }

    /// Tries one game out. One that cannot be finished leaves no trace but in the number of visits.
    pub fn iterate(&mut self, root: &mut Node, simulation: &mut dyn Simulation) -> Result<(), PlayError> {
        self.done += 1;
        simulation.rewind(seed(self.seed, self.done));
        let rewards = self.descend(root, simulation, 0)?;
        self.insight.rewarded(&rewards);
        self.sums.resize(rewards.len(), 0.0);
        for (sum, reward) in self.sums.iter_mut().zip(&rewards) {
            *sum += reward;
        }
        Ok(())
    }

    /// Plays on from a position of the tree, and notes in it what came of that.
    fn descend(
        &mut self,
        node: &mut Node,
        simulation: &mut dyn Simulation,
        depth: usize,
    ) -> Result<Rewards, PlayError> {
        if let Some(proof) = &node.proof {
            return Ok((**proof).clone());
        }
        if simulation.is_over() {
            let rewards = simulation.rewards();
            if simulation.names().is_none() {
                node.proof = Some(Arc::new(rewards.clone()));
            }
            return Ok(self.judge(simulation, rewards));
        }
        let count = simulation.count()?;
        let names = simulation.names();
        let full = self.size + count > self.settings.memory || depth >= DEEPEST;
        if (node.visits == 0 && depth > 0) || (full && node.moves.is_empty()) {
            return self.rollout(simulation);
        }
        self.expand(node, count, names.as_deref());
        let agent = simulation.agent();
        if names.is_none() && !node.looked && (depth == 0 || node.visits >= self.settings.look) {
            self.look(node, simulation, agent)?;
            if let Some(proof) = &node.proof {
                return Ok((**proof).clone());
            }
        }
        let Some((index, child)) = self.select(node, agent, names.as_deref()) else {
            return self.rollout(simulation);
        };
        simulation.play(index)?;
        let Some(next) = node.moves.get_mut(child) else { return self.rollout(simulation) };
        let result = self.descend(next, simulation, depth + 1);
        next.visits += 1;
        let rewards = result.inspect_err(|_| next.sum += 0.5)?;
        next.sum += rewards.get(agent - 1).copied().unwrap_or(0.5);
        if names.is_none() {
            node.prove(agent);
        }
        Ok(rewards)
    }

    /// Adds the moves that a position does not have yet.
    fn expand(&mut self, node: &mut Node, count: usize, names: Option<&[u64]>) {
        match names {
            None if node.moves.len() < count => {
                self.size += count - node.moves.len();
                node.moves.extend((node.moves.len()..count).map(|index| Node::named(index as u64)));
            }
            None => {}
            Some(names) => {
                for &name in names {
                    if node.moves.iter().all(|child| child.name != name) {
                        self.size += 1;
                        node.moves.push(Node::named(name));
                    }
                }
            }
        }
    }

    /// The move to try, as its number among the legal ones and among those of the node.
    fn select(&mut self, node: &Node, agent: usize, names: Option<&[u64]>) -> Option<(usize, usize)> {
        let trust = self.insight.trusts();
        let base = node
            .moves
            .iter()
            .fold((0.5, 1.0), |(sum, visits), child| (sum + child.sum, visits + f64::from(child.visits)));
        // The value of the position for its mover; what was not tried yet is taken to be as good.
        let mean = base.0 / base.1;
        let log = (base.1 + 1.0).ln();
        let exploration = self.settings.exploration * self.insight.spread();
        let only_open = (base.1 as u64).is_multiple_of(2) && node.moves.iter().any(|child| child.proof.is_none());
        let mut best = None;
        let mut record = f64::NEG_INFINITY;
        let mut ties = 0;
        let mut consider = |index: usize, child: usize, search: &mut Self| {
            let Some(entry) = node.moves.get(child) else { return };
            let bound = match &entry.proof {
                // It can be better than all that is uncertain, but there is nothing to find out about it: every other
                // time the others are looked into.
                Some(_) if only_open => return,
                Some(proof) => proof.get(agent - 1).copied().unwrap_or(0.5),
                None => {
                    let weight = if node.looked { search.settings.bias } else { 1.0 };
                    let prior = if trust { f64::from(entry.prior) } else { 0.0 };
                    let visits = f64::from(entry.visits) + weight;
                    let value = (entry.sum + weight * (mean + prior)) / visits;
                    value + exploration * (log / visits).sqrt()
                }
            };
            if bound > record {
                (record, best, ties) = (bound, Some((index, child)), 1);
            } else if bound == record && entry.proof.is_none() {
                ties += 1;
                if search.chooser.choose(ties) == 0 {
                    best = Some((index, child));
                }
            }
        };
        match names {
            None => (0..node.moves.len()).for_each(|index| consider(index, index, self)),
            Some(names) => {
                for (index, name) in names.iter().enumerate() {
                    if let Some(child) = node.moves.iter().position(|child| child.name == *name) {
                        consider(index, child, self);
                    }
                }
            }
        }
        best
    }

    /// Makes each move of a position once, to see what it does to the score and whether it ends the game.
    fn look(&mut self, node: &mut Node, simulation: &mut dyn Simulation, agent: usize) -> Result<(), PlayError> {
        node.looked = true;
        let before = simulation.scores().map(|scores| self.insight.value(lead(&scores, agent)));
        simulation.mark();
        for (index, child) in node.moves.iter_mut().enumerate() {
            if child.proof.is_some() {
                continue;
            }
            simulation.count()?;
            simulation.play(index)?;
            if simulation.is_over() {
                child.proof = Some(Arc::new(simulation.rewards()));
            } else if let (Some(before), Some(scores)) = (before, simulation.scores()) {
                child.prior = (self.insight.value(lead(&scores, agent)) - before) as f32;
            }
            simulation.back();
        }
        simulation.count()?;
        node.prove(agent);
        Ok(())
    }

    /// Plays on at random to the end, or until the game is cut short.
    fn rollout(&mut self, simulation: &mut dyn Simulation) -> Result<Rewards, PlayError> {
        if self.insight.is_barren() && self.insight.trusts() && simulation.scores().is_some() {
            return self.stroll(simulation);
        }
        self.play_on(simulation, self.settings.cutoff)?;
        let rewards = simulation.rewards();
        Ok(self.judge(simulation, rewards))
    }

    fn play_on(&mut self, simulation: &mut dyn Simulation, most: usize) -> Result<(), PlayError> {
        for _ in 0..most {
            if simulation.is_over() {
                break;
            }
            simulation.draw(&mut |count| self.chooser.choose(count))?;
        }
        Ok(())
    }

    /// A short way on at random, valued by the scores along it.
    fn stroll(&mut self, simulation: &mut dyn Simulation) -> Result<Rewards, PlayError> {
        let mut sums = simulation.rewards();
        sums.fill(0.0);
        let mut steps = 0.0;
        for _ in 0..SHORT {
            let Some(scores) = simulation.scores() else { break };
            for (sum, value) in sums.iter_mut().zip(self.insight.values(&scores)) {
                *sum += value;
            }
            steps += 1.0;
            if simulation.is_over() {
                let rewards = simulation.rewards();
                return Ok(self.judge(simulation, rewards));
            }
            self.play_on(simulation, 1)?;
        }
        sums.iter_mut().for_each(|sum| *sum /= steps);
        Ok(sums)
    }

    /// The value of the position a game was tried out to.
    fn judge(&mut self, simulation: &mut dyn Simulation, mut rewards: Rewards) -> Rewards {
        let Some(scores) = simulation.scores() else { return rewards };
        let over = simulation.is_over();
        if over {
            self.insight.finished(&scores, &rewards);
        }
        let values = self.insight.values(&scores);
        if self.insight.trusts() {
            let bonus = if over { self.settings.bonus } else { 1.0 };
            for (reward, value) in rewards.iter_mut().zip(values) {
                *reward += bonus * (value - *reward);
            }
        }
        rewards
    }

    /// What is to be said of the legal moves, by name where moves have names, the best first.
    ///
    /// The best is what surely gives all; then, of what is uncertain, what was tried most (the robust child), unless
    /// something certain gives more than that; what surely gives less comes last.
    pub fn advise(&mut self, root: &Node, agent: usize, count: usize, names: Option<&[u64]>) -> Vec<Advice> {
        let games = self.done.max(1) as f64;
        self.insight.expects = match &root.proof {
            Some(proof) => proof.to_vec(),
            None => self.sums.iter().map(|sum| sum / games).collect(),
        };
        let entry = |index: usize| match names {
            None => root.moves.get(index),
            Some(names) => names.get(index).and_then(|name| root.moves.iter().find(|child| child.name == *name)),
        };
        let gets = |proof: &Rewards| proof.get(agent - 1).copied().unwrap_or(0.5);
        let mut list: Vec<(Advice, f64)> = (0..count)
            .map(|index| {
                let child = entry(index);
                let proven = child.and_then(|child| child.proof.as_deref()).map(gets);
                let value = proven.or_else(|| child.and_then(Node::mean));
                let visits = child.map_or(0, |child| child.visits);
                let prior = child.map_or(0.0, |child| f64::from(child.prior));
                (Advice { index, visits, value, proven: proven.is_some() }, value.unwrap_or(0.0) + prior)
            })
            .collect();
        let uncertain = list.iter().filter(|(advice, _)| !advice.proven);
        let likely = uncertain.max_by_key(|(advice, _)| advice.visits).and_then(|(advice, _)| advice.value);
        // Of equals one by chance.
        for end in (1..list.len()).rev() {
            let other = self.chooser.choose(end + 1);
            list.swap(end, other);
        }
        let class = |advice: &Advice| match (advice.proven, advice.value) {
            (false, _) => 1,
            (true, Some(value)) if value >= 1.0 || likely.is_none_or(|likely| value > likely) => 2,
            (true, _) => 0,
        };
        list.sort_by(|(a, a_value), (b, b_value)| {
            let certain = || if a.proven { b_value.total_cmp(a_value) } else { std::cmp::Ordering::Equal };
            let by_class = class(b).cmp(&class(a)).then_with(certain);
            by_class.then_with(|| b.visits.cmp(&a.visits)).then_with(|| b_value.total_cmp(a_value))
        });
        list.into_iter().map(|(advice, _)| advice).collect()
    }
}
