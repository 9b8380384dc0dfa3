//! The cheapest edit script found from one tree to another, in edit operations on whole ludemes.
//!
//! It is a tree edit distance restricted to what people do when they edit rules: parts are put in, taken out or
//! replaced, a ludeme gets another name over the same arguments, and a part is wrapped in a new one or taken out of
//! one. An operation costs as many points as nodes it touches; the cheapest of those that are tried counts.

use super::tree::{Kind, Tree};
use std::collections::HashMap;

/// An edit operation, in terms of both trees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// The part of A is replaced by that of B.
    Replace(usize, usize),
    /// The ludeme of A gets the name of that of B; steps on the arguments follow by themselves.
    Rename(usize, usize),
    /// Only A has the part.
    Remove(usize),
    /// Only B has the part.
    Insert(usize),
    /// The part of A stands within a new one of B, in the place of the last.
    Wrap { a: usize, shell: usize, hole: usize },
    /// The part of B stood within one of A, in the place of the last.
    Unwrap { b: usize, shell: usize, hole: usize },
}

/// Beyond so many pairs of parts that were compared, parts are replaced as a whole: the trees have little in common.
const MOST_PAIRS: usize = 400_000;

/// The largest alignment of lists that is computed, in pairs of items.
const LARGEST_ALIGNMENT: usize = 4_000_000;

/// Cost of another name of a ludeme.
const RENAME: usize = 2;

/// Cost of a part put around another or taken away from it, besides its own size.
const SHELL: usize = 1;

/// So many other numbers or words in a list are told one by one.
const FEW_LEAVES: usize = 3;

/// How a part of A becomes one of B.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operation {
    Same,
    Replace,
    /// By steps on the children, under another name if the names differ.
    Children,
    Wrap(usize),
    Unwrap(usize),
}

/// What becomes of the children of two parts.
enum Pairing {
    Both(usize, usize),
    OnlyA(usize),
    OnlyB(usize),
}

/// The steps from tree A to tree B, in the order of the text.
pub(super) fn steps(a: &Tree, b: &Tree) -> Vec<Step> {
    let mut script = Script { a, b, known: HashMap::new(), steps: Vec::new() };
    match (a.root(), b.root()) {
        (Some(from), Some(to)) => script.walk(from, to),
        (Some(from), None) => script.steps.push(Step::Remove(from)),
        (None, Some(to)) => script.steps.push(Step::Insert(to)),
        (None, None) => {}
    }
    script.steps
}

struct Script<'t> {
    a: &'t Tree,
    b: &'t Tree,
    known: HashMap<(usize, usize), (usize, Operation)>,
    steps: Vec<Step>,
}

impl Script<'_> {
    fn walk(&mut self, a: usize, b: usize) {
        match self.best(a, b).1 {
            Operation::Same => {}
            Operation::Replace => self.steps.push(Step::Replace(a, b)),
            Operation::Children => {
                if self.a.node(a).name != self.b.node(b).name {
                    self.steps.push(Step::Rename(a, b));
                }
                for pairing in self.align(a, b).1 {
                    match pairing {
                        Pairing::Both(a, b) => self.walk(a, b),
                        Pairing::OnlyA(a) => self.steps.push(Step::Remove(a)),
                        Pairing::OnlyB(b) => self.steps.push(Step::Insert(b)),
                    }
                }
            }
            Operation::Wrap(hole) => {
                self.steps.push(Step::Wrap { a, shell: b, hole });
                self.walk(a, hole);
            }
            Operation::Unwrap(hole) => {
                self.steps.push(Step::Unwrap { b, shell: a, hole });
                self.walk(hole, b);
            }
        }
    }

    /// The cost of the cheapest operation, and the operation.
    fn best(&mut self, a: usize, b: usize) -> (usize, Operation) {
        let (from, to) = (self.a.node(a), self.b.node(b));
        if from.hash == to.hash {
            return (0, Operation::Same);
        }
        let whole = from.size + to.size;
        if from.kind == Kind::Leaf && to.kind == Kind::Leaf {
            return (1, Operation::Replace);
        }
        if let Some(known) = self.known.get(&(a, b)) {
            return *known;
        }
        if self.known.len() >= MOST_PAIRS {
            return (whole, Operation::Replace);
        }
        // Whoever asks for this pair again meanwhile gets the answer that is always right.
        self.known.insert((a, b), (whole, Operation::Replace));
        let mut best = (whole, Operation::Replace);
        if from.kind == to.kind && from.kind != Kind::Leaf {
            let name = if from.name == to.name { 0 } else { RENAME };
            let cost = self.align(a, b).0 + name;
            if name == 0 && self.is_another_list(a, b, cost) {
                best = better(best, (cost, Operation::Replace));
            } else if name == 0 || 2 * cost < whole {
                // Another name over other arguments is another ludeme.
                best = better(best, (cost, Operation::Children));
            }
        }
        // Parts that are alike are looked for within the other one: by their content, or by their name.
        let alike = |tree: &Tree, id: usize, hash: u64, name: &str| {
            let node = tree.node(id);
            node.hash == hash || (node.kind == Kind::Ludeme && node.name == name)
        };
        for hole in self.b.within(b).filter(|&hole| alike(self.b, hole, from.hash, &from.name)) {
            let shell = to.size - self.b.node(hole).size + SHELL;
            if shell < best.0 {
                let cost = shell + self.best(a, hole).0;
                best = better(best, (cost, Operation::Wrap(hole)));
            }
        }
        for hole in self.a.within(a).filter(|&hole| alike(self.a, hole, to.hash, &to.name)) {
            let shell = from.size - self.a.node(hole).size + SHELL;
            if shell < best.0 {
                let cost = shell + self.best(hole, b).0;
                best = better(best, (cost, Operation::Unwrap(hole)));
            }
        }
        self.known.insert((a, b), best);
        best
    }

    /// Whether two lists of numbers or words have so little in common that they are told as a whole.
    fn is_another_list(&self, a: usize, b: usize, cost: usize) -> bool {
        let leaves = |tree: &Tree, id: usize| {
            let children = &tree.node(id).children;
            children.iter().all(|&child| tree.node(child).kind == Kind::Leaf).then_some(children.len())
        };
        match (leaves(self.a, a), leaves(self.b, b)) {
            (Some(left), Some(right)) => cost >= FEW_LEAVES && 2 * cost > left.max(right),
            _ => false,
        }
    }

    /// The cheapest pairing of the children of two parts, in order; only children with the same label are paired.
    fn align(&mut self, a: usize, b: usize) -> (usize, Vec<Pairing>) {
        let (left, right) = (&self.a.node(a).children, &self.b.node(b).children);
        let same = |a: usize, b: usize| {
            let (a, b) = (self.a.node(a), self.b.node(b));
            a.hash == b.hash && a.label == b.label
        };
        let head = left.iter().zip(right).take_while(|(a, b)| same(**a, **b)).count();
        let rest = left[head..].iter().rev().zip(right[head..].iter().rev());
        let tail = rest.take_while(|(a, b)| same(**a, **b)).count();
        let (left, right) = (&left[head..left.len() - tail], &right[head..right.len() - tail]);
        let (n, m) = (left.len(), right.len());
        if n.saturating_mul(m) > LARGEST_ALIGNMENT {
            let cost = left.iter().map(|&a| self.a.node(a).size).sum::<usize>()
                + right.iter().map(|&b| self.b.node(b).size).sum::<usize>();
            let pairings = left.iter().map(|&a| Pairing::OnlyA(a)).chain(right.iter().map(|&b| Pairing::OnlyB(b)));
            return (cost, pairings.collect());
        }
        // cost[i][j]: what is left to do from the i-th child of A and the j-th of B on.
        let width = m + 1;
        let mut cost = vec![0_usize; (n + 1) * width];
        for i in (0..=n).rev() {
            for j in (0..=m).rev() {
                let mut least = if i == n && j == m { 0 } else { usize::MAX };
                if i < n {
                    least = least.min(cost[(i + 1) * width + j] + self.a.node(left[i]).size);
                }
                if j < m {
                    least = least.min(cost[i * width + j + 1] + self.b.node(right[j]).size);
                }
                if let Some(pair) = self.pair(left, right, i, j) {
                    least = least.min(cost[(i + 1) * width + j + 1] + pair);
                }
                cost[i * width + j] = least;
            }
        }
        let (mut i, mut j) = (0, 0);
        let mut pairings = Vec::new();
        while i < n || j < m {
            let here = cost[i * width + j];
            let pair = self.pair(left, right, i, j);
            if pair.is_some_and(|pair| cost[(i + 1) * width + j + 1] + pair == here) {
                pairings.push(Pairing::Both(left[i], right[j]));
                (i, j) = (i + 1, j + 1);
            } else if i < n && cost[(i + 1) * width + j] + self.a.node(left[i]).size == here {
                pairings.push(Pairing::OnlyA(left[i]));
                i += 1;
            } else {
                pairings.push(Pairing::OnlyB(right[j]));
                j += 1;
            }
        }
        (cost[0], pairings)
    }

    fn pair(&mut self, left: &[usize], right: &[usize], i: usize, j: usize) -> Option<usize> {
        let (a, b) = (*left.get(i)?, *right.get(j)?);
        (self.a.node(a).label == self.b.node(b).label).then(|| self.best(a, b).0)
    }
}

fn better(one: (usize, Operation), other: (usize, Operation)) -> (usize, Operation) {
    if other.0 < one.0 { other } else { one }
}
