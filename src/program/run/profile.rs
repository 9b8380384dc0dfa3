//! The time spent on nodes.

use crate::players::Clock;
use crate::program::ir::Table;
use crate::program::view::{AnyId, Spent};
use std::fmt;
use std::time::Duration;

/// The times of a run. Nodes that cost next to nothing are not measured by themselves: their time is that of the node
/// that uses them.
pub struct Profile {
    clock: Clock,
    /// Where the nodes of each kind begin.
    starts: [usize; 6],
    nodes: Vec<Node>,
    open: Vec<Frame>,
    /// What looking at the clock costs.
    look: Duration,
    /// The time of the whole run.
    pub elapsed: Duration,
    /// Moves made in the run.
    pub moves: u64,
    /// Playouts of the run.
    pub playouts: u64,
}

#[derive(Debug, Clone, Copy, Default)]
struct Node {
    calls: u64,
    own: Duration,
    total: Duration,
    /// How many evaluations are under way.
    open: u32,
}

#[derive(Debug)]
struct Frame {
    node: usize,
    begin: Duration,
    /// The time of the nodes within.
    within: Duration,
    /// What measuring those cost.
    lost: Duration,
}

/// How often the clock is looked at to see what that costs.
const TRIALS: u32 = 1000;

impl fmt::Debug for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Profile").field("elapsed", &self.elapsed).field("moves", &self.moves).finish_non_exhaustive()
    }
}

impl Profile {
    /// No times yet, and what they are read from.
    pub fn new(table: &Table, clock: Clock) -> Self {
        let lengths = [
            table.sets.nodes().len(),
            table.ints.nodes().len(),
            table.bools.nodes().len(),
            table.lists.nodes().len(),
            table.moves.nodes().len(),
            table.effects.nodes().len(),
        ];
        let mut starts = [0; 6];
        let mut all = 0;
        for (start, length) in starts.iter_mut().zip(lengths) {
            *start = all;
            all += length;
        }
        let begin = clock();
        let mut last = begin;
        for _ in 0..TRIALS {
            last = clock();
        }
        Profile {
            starts,
            nodes: vec![Node::default(); all],
            open: Vec::new(),
            look: last.saturating_sub(begin) / TRIALS,
            clock,
            elapsed: Duration::ZERO,
            moves: 0,
            playouts: 0,
        }
    }

    fn slot(&self, id: AnyId) -> usize {
        let [sets, ints, truths, lists, moves, effects] = self.starts;
        match id {
            AnyId::Set(id) => sets + id.index(),
            AnyId::Int(id) => ints + id.index(),
            AnyId::Truth(id) => truths + id.index(),
            AnyId::List(id) => lists + id.index(),
            AnyId::Moves(id) => moves + id.index(),
            AnyId::Effect(id) => effects + id.index(),
        }
    }

    /// A node is going to be evaluated.
    pub(super) fn begin(&mut self, id: AnyId) {
        let node = self.slot(id);
        if let Some(node) = self.nodes.get_mut(node) {
            node.open += 1;
        }
        self.open.push(Frame { node, begin: (self.clock)(), within: Duration::ZERO, lost: Duration::ZERO });
    }

    /// The node that was begun last has been evaluated.
    pub(super) fn finish(&mut self) {
        let Some(frame) = self.open.pop() else { return };
        // One of the two looks at the clock falls into the time that they measure.
        let total = (self.clock)().saturating_sub(frame.begin + self.look + frame.lost);
        if let Some(node) = self.nodes.get_mut(frame.node) {
            node.calls += 1;
            node.open = node.open.saturating_sub(1);
            node.own += total.saturating_sub(frame.within);
            if node.open == 0 {
                node.total += total;
            }
        }
        if let Some(outer) = self.open.last_mut() {
            outer.within += total;
            outer.lost += frame.lost + 2 * self.look;
        }
    }

    /// The time that all nodes took together.
    pub fn measured(&self) -> Duration {
        self.nodes.iter().map(|node| node.own).sum()
    }

    /// The time of the run without what measuring cost.
    pub fn net(&self) -> Duration {
        let calls: u64 = self.nodes.iter().map(|node| node.calls).sum();
        let cost = self.look.saturating_mul(u32::try_from(2 * calls).unwrap_or(u32::MAX));
        self.elapsed.saturating_sub(cost).max(self.measured())
    }

    /// The part of the run spent on a node; `None` for a node that was not measured.
    pub fn spent(&self, id: AnyId) -> Option<Spent> {
        let node = self.nodes.get(self.slot(id)).filter(|node| node.calls > 0)?;
        let net = self.net().as_secs_f64().max(f64::MIN_POSITIVE);
        Some(Spent {
            total: node.total.as_secs_f64() / net,
            own: node.own.as_secs_f64() / net,
            calls: node.calls as f64 / self.moves.max(1) as f64,
        })
    }
}
