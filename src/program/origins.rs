//! Where the nodes of a program were written.

use super::ir::Table;
use super::view::AnyId;
use crate::diag::Origin;

/// For each node the ludeme that it first came from. Beside the nodes, because equal nodes are one wherever they are
/// written.
#[derive(Debug, Clone, Default)]
pub struct Origins {
    sets: Vec<Origin>,
    ints: Vec<Origin>,
    truths: Vec<Origin>,
    lists: Vec<Origin>,
    moves: Vec<Origin>,
    effects: Vec<Origin>,
    /// Those of the end rules, outermost first, in the order they are written.
    pub ends: Vec<Origin>,
}

impl Origins {
    /// Where a node was written, if any ludeme has claimed it.
    pub fn of(&self, id: impl Into<AnyId>) -> Option<&Origin> {
        match id.into() {
            AnyId::Set(id) => self.sets.get(id.index()),
            AnyId::Int(id) => self.ints.get(id.index()),
            AnyId::Truth(id) => self.truths.get(id.index()),
            AnyId::List(id) => self.lists.get(id.index()),
            AnyId::Moves(id) => self.moves.get(id.index()),
            AnyId::Effect(id) => self.effects.get(id.index()),
        }
    }
}

impl Table {
    /// Claims all nodes that nothing has claimed yet for a ludeme. Called when a ludeme has been built, it leaves to
    /// the ludemes within it what is theirs.
    pub fn claim(&mut self, origin: &Origin) {
        let fill = |origins: &mut Vec<Origin>, nodes: usize| {
            if origins.len() < nodes {
                origins.resize(nodes, origin.clone());
            }
        };
        fill(&mut self.origins.sets, self.sets.nodes().len());
        fill(&mut self.origins.ints, self.ints.nodes().len());
        fill(&mut self.origins.truths, self.bools.nodes().len());
        fill(&mut self.origins.lists, self.lists.nodes().len());
        fill(&mut self.origins.moves, self.moves.nodes().len());
        fill(&mut self.origins.effects, self.effects.nodes().len());
    }
}
