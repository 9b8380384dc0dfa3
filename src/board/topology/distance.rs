//! Distances in steps.

use super::steps::Links;
use crate::board::Relation;
use std::collections::VecDeque;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many distances a table keeps at most.
const MOST_KEPT: usize = 1 << 24;

/// Whether the table of so many sites keeps all that it finds out.
pub(super) fn fits(n: usize) -> bool {
    n.saturating_mul(n) <= MOST_KEPT
}

/// The distance table of one kind and relation; rows are built on first use, and kept while there is room.
#[derive(Debug)]
pub(super) struct Distances {
    rows: Vec<OnceLock<Row>>,
    left: AtomicUsize,
}

/// The distances from one site, and the greatest at which sites are listed.
#[derive(Debug)]
struct Row {
    steps: Vec<i32>,
    listed: i32,
}

impl Distances {
    /// A table for `n` sites.
    pub fn new(n: usize) -> Self {
        Self { rows: (0..n).map(|_| OnceLock::new()).collect(), left: AtomicUsize::new(MOST_KEPT / n.max(1)) }
    }

    fn read<T>(&self, links: &Links, relation: Relation, from: usize, read: impl FnOnce(&Row) -> T) -> Option<T> {
        let kept = self.rows.get(from)?;
        if let Some(row) = kept.get() {
            return Some(read(row));
        }
        let steps = flood(&links.neighbours[relation as usize], from);
        // Ludii raises the limit by one only, so on narrow boards the far sites are never listed.
        let listed = steps.iter().fold(0, |most, &d| if d > most { most + 1 } else { most });
        let row = Row { steps, listed };
        let took = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        Some(if took.is_ok() { read(kept.get_or_init(|| row)) } else { read(&row) })
    }

    /// The steps from one site to another; 0 where there is no way.
    pub fn between(&self, links: &Links, relation: Relation, from: usize, to: usize) -> i32 {
        self.read(links, relation, from, |row| row.steps.get(to).copied()).flatten().unwrap_or(0)
    }

    /// The sites at a distance, as far as Ludii lists them.
    pub fn at(&self, links: &Links, relation: Relation, from: usize, distance: i32) -> Vec<u32> {
        let at = self.read(links, relation, from, |row| {
            let listed = (0..=row.listed).contains(&distance);
            let at = row.steps.iter().enumerate().filter(|(_, d)| listed && **d == distance);
            at.map(|(id, _)| id as u32).collect()
        });
        at.unwrap_or_default()
    }
}

fn flood(neighbours: &[Vec<u32>], from: usize) -> Vec<i32> {
    let mut steps = vec![0; neighbours.len()];
    let mut queue = VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        for &next in &neighbours[at] {
            let next = next as usize;
            if next != from && steps[next] == 0 {
                steps[next] = steps[at] + 1;
                queue.push_back(next);
            }
        }
    }
    steps
}

/// The distance of every site to the nearest of a set, as Ludii's heuristics count it: a flood never enters sites that
/// were sources before.
pub(super) fn to_set(links: &Links, set: &[u32]) -> Vec<i32> {
    let neighbours = &links.neighbours[Relation::Adjacent as usize];
    let n = neighbours.len();
    let mut best: Vec<Option<i32>> = vec![None; n];
    let mut source = vec![false; n];
    // No level at all makes the unreached ones 0.
    let mut most = -1;
    for &start in set {
        source[start as usize] = true;
        best[start as usize] = Some(0);
        let mut seen = vec![false; n];
        seen[start as usize] = true;
        let mut level = vec![start];
        let mut steps = 0;
        while !level.is_empty() {
            steps += 1;
            let mut next = Vec::new();
            for &at in &level {
                for &to in &neighbours[at as usize] {
                    let i = to as usize;
                    if seen[i] || source[i] {
                        continue;
                    }
                    seen[i] = true;
                    next.push(to);
                    if best[i].is_none_or(|known| known > steps) {
                        best[i] = Some(steps);
                        most = most.max(steps);
                    }
                }
            }
            level = next;
        }
    }
    best.into_iter().map(|d| d.unwrap_or(most + 1)).collect()
}
