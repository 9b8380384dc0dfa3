//! One search: games tried out from a position.

use super::node::Node;
use super::{Advice, Settings};
use crate::engine::trial::PlayError;
use crate::players::greedy::lead;
use crate::playouts::{Chooser, Rewards, Simulation, seed};
use std::sync::Arc;

/// The deepest a tree grows.
const DEEPEST: usize = 400;

/// Leads at the end of games are at most this, in the mean; more means that scores grow without bound.
const LARGEST_SCALE: f64 = 1e9;

/// What was found out about the game from the games tried out so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Insight {
    /// Games in which the agent who was ahead at the end won, and in which he did not.
    agree: u32,
    disagree: u32,
    /// The sum of the leads at the ends of games, without signs, and of how many.
    leads: f64,
    games: u32,
    expects: Vec<f64>,
}

impl Insight {
    /// Whether being ahead in score is worth anything.
    fn trusts(&self) -> bool {
        self.agree + 2 > 2 * self.disagree
    }

    /// The lead that counts for much.
    fn scale(&self) -> f64 {
        if self.games == 0 { 1.0 } else { (self.leads / f64::from(self.games)).clamp(1.0, LARGEST_SCALE) }
    }

    /// A lead as a value from 0 to 1.
    fn value(&self, lead: i32) -> f64 {
        0.5 + 0.5 * (f64::from(lead) / self.scale()).tanh()
    }

    fn note(&mut self, scores: &[i32], rewards: &[f64]) {
        for (index, reward) in rewards.iter().enumerate() {
            let lead = lead(scores, index + 1);
            self.leads += f64::from(lead.unsigned_abs()) / rewards.len() as f64;
            if lead > 0 && *reward > 0.5 {
                self.agree += 1;
            } else if lead > 0 && *reward < 0.5 {
                self.disagree += 1;
            }
        }
        self.games += 1;
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
        let mut best = None;
        let mut record = f64::NEG_INFINITY;
        let mut ties = 0;
        let mut consider = |index: usize, child: usize, search: &mut Self| {
            let Some(entry) = node.moves.get(child) else { return };
            if let Some(proof) = &entry.proof {
                // There is nothing to find out about it, but it can be better than all that is uncertain.
                let bound = proof.get(agent - 1).copied().unwrap_or(0.5);
                if bound > record {
                    (record, best, ties) = (bound, Some((index, child)), 1);
                }
                return;
            }
            let weight = if node.looked { search.settings.bias } else { 1.0 };
            let prior = if trust { f64::from(entry.prior) } else { 0.0 };
            let visits = f64::from(entry.visits) + weight;
            let value = (entry.sum + weight * (mean + prior)) / visits;
            let bound = value + search.settings.exploration * (log / visits).sqrt();
            if bound > record {
                (record, best, ties) = (bound, Some((index, child)), 1);
            } else if bound == record {
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
        for _ in 0..self.settings.cutoff {
            if simulation.is_over() {
                break;
            }
            let count = simulation.count()?;
            simulation.play(self.chooser.choose(count))?;
        }
        let rewards = simulation.rewards();
        Ok(self.judge(simulation, rewards))
    }

    /// The value of the position a game was tried out to.
    fn judge(&mut self, simulation: &mut dyn Simulation, mut rewards: Rewards) -> Rewards {
        let Some(scores) = simulation.scores() else { return rewards };
        let over = simulation.is_over();
        if over {
            self.insight.note(&scores, &rewards);
        }
        if self.insight.trusts() {
            let bonus = if over { self.settings.bonus } else { 1.0 };
            for (index, reward) in rewards.iter_mut().enumerate() {
                *reward += bonus * (self.insight.value(lead(&scores, index + 1)) - *reward);
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
