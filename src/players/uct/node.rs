//! The tree of a search.

use crate::playouts::Rewards;
use std::sync::Arc;

/// A position that was met, as the move that leads to it is valued by the agent who makes that move.
#[derive(Debug, Default)]
pub(super) struct Node {
    /// The name of the move, which is its number unless chance changes what is legal.
    pub name: u64,
    /// How often it was made.
    pub visits: u32,
    /// What it gave in all.
    pub sum: f64,
    /// What the score says of it, added to the value it is given before it has been tried.
    pub prior: f32,
    /// Whether the moves from here were looked at one by one.
    pub looked: bool,
    /// What comes of it with the best play, if that is known.
    pub proof: Option<Arc<Rewards>>,
    /// The moves from here; none before it was visited twice.
    pub moves: Vec<Node>,
}

impl Node {
    pub fn named(name: u64) -> Node {
        Node { name, ..Node::default() }
    }

    /// The mean of what it gave.
    pub fn mean(&self) -> Option<f64> {
        (self.visits > 0).then(|| self.sum / f64::from(self.visits))
    }

    /// How many positions hang on it, itself included.
    pub fn size(&self) -> usize {
        // A stack of its own: a long game makes a deep tree.
        let mut waiting = vec![self];
        let mut size = 0;
        while let Some(node) = waiting.pop() {
            size += 1;
            waiting.extend(&node.moves);
        }
        size
    }

    /// What is known to come of it with the best play of the agent who moves here, from what is known of its moves.
    pub fn prove(&mut self, agent: usize) {
        if self.proof.is_some() || self.moves.is_empty() {
            return;
        }
        let gets = |proof: &Arc<Rewards>| proof.get(agent - 1).copied().unwrap_or(0.5);
        let mut best: Option<&Arc<Rewards>> = None;
        let mut open = false;
        for proof in self.moves.iter().map(|node| &node.proof) {
            match proof {
                Some(proof) if best.is_none_or(|best| gets(proof) > gets(best)) => best = Some(proof),
                Some(_) => {}
                None => open = true,
            }
        }
        let found = best.filter(|best| !open || gets(best) >= 1.0).cloned();
        self.proof = found;
    }
}
