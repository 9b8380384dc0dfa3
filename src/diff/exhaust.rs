//! All games of so many moves in step, as far as there are few enough.

use super::games::Line;
use super::lockstep::{Lockstep, Match, Verdict};
use super::pair::Pair;
use super::random::Effort;
use super::spread::spread;
use std::collections::HashMap;
use std::sync::atomic::Ordering;

/// What came of looking at all short games.
#[derive(Debug, Default)]
pub(super) struct Exhausted {
    /// The shortest game to a difference.
    pub found: Option<Line>,
    /// No game of at most so many moves shows a difference; `None` if the start was not even looked at.
    pub depth: Option<usize>,
    /// Whether no game goes on after so many moves: all there are were compared.
    pub whole: bool,
}

/// What was seen below one first move.
#[derive(Default)]
struct Below {
    found: Option<Vec<Match>>,
    positions: u64,
    /// How many moves lead on from the positions at the depth.
    leads_on: u64,
    cut: bool,
}

struct Walk<'w, 'p> {
    side: &'w mut Lockstep<'p>,
    /// For a position the most moves that were looked ahead from it.
    seen: HashMap<u64, usize>,
    path: Vec<Match>,
    below: Below,
    allowance: u64,
    effort: &'w Effort<'w>,
}

/// Compares all positions after one move, two moves and so on until there are too many of them.
///
/// Positions that were reached before by other moves are left out. What rules may know of a game besides its position
/// and last move, such as that it repeats, is not told apart by this.
pub(super) fn exhaust(pair: &Pair, price: Option<u64>, effort: &mut Effort) -> Exhausted {
    let mut result = Exhausted::default();
    let mut start = Lockstep::new(pair, effort.seed, price);
    let verdict = start.look();
    effort.positions += 1;
    match verdict {
        Verdict::Differ => {
            result.found = Some(Line { seed: effort.seed, moves: Vec::new() });
            return result;
        }
        Verdict::Over | Verdict::Stuck => {
            result.depth = Some(0);
            result.whole = verdict == Verdict::Over;
            return result;
        }
        Verdict::Alike => result.depth = Some(0),
    }
    let roots = start.moves.len();
    let mut each = start.spent() / 2 + 1;
    let mut next = roots as u64;
    for depth in 1.. {
        if next.saturating_mul(each) > effort.left || effort.stopped() {
            break;
        }
        let allowance = effort.left / roots.max(1) as u64 + 1;
        let shared: &Effort = effort;
        let below = |root: usize| {
            let mut side = Lockstep::new(pair, shared.seed, price);
            let before = side.spent();
            let walk = Walk {
                side: &mut side,
                seen: HashMap::new(),
                path: Vec::new(),
                below: Below::default(),
                allowance: before.saturating_add(allowance.saturating_mul(4)),
                effort: shared,
            };
            let below = walk.below(root, depth);
            shared.monitor.positions.fetch_add(below.positions, Ordering::Relaxed);
            (below, side.spent() - before)
        };
        let tasks: Vec<(Below, u64)> = spread(roots, || (), |(), root| below(root));
        let (mut cut, mut positions, mut cost) = (false, 0, 0);
        next = 0;
        for (below, spent) in tasks {
            cut |= below.cut;
            positions += below.positions;
            cost += spent;
            next += below.leads_on;
            if let (None, Some(moves)) = (&result.found, below.found) {
                result.found = Some(Line { seed: effort.seed, moves });
            }
        }
        effort.positions += positions;
        effort.left = effort.left.saturating_sub(cost);
        effort.spent = effort.spent.saturating_add(cost);
        if result.found.is_some() {
            return result;
        }
        if cut {
            break;
        }
        result.depth = Some(depth);
        if next == 0 {
            result.whole = true;
            break;
        }
        each = cost / positions.max(1) + 1;
    }
    result
}

impl Walk<'_, '_> {
    fn below(mut self, root: usize, depth: usize) -> Below {
        if self.side.look() == Verdict::Alike
            && let Some(m) = self.side.moves.get(root).cloned()
        {
            self.down(m, depth);
        }
        self.below
    }

    /// Plays a move and looks at what follows; `false` when nothing more is to be looked at.
    fn down(&mut self, m: Match, depth: usize) -> bool {
        self.side.play_match(&m);
        self.path.push(m);
        let go_on = self.visit(depth - 1);
        self.side.undo();
        self.path.pop();
        go_on
    }

    fn visit(&mut self, left: usize) -> bool {
        if self.effort.stopped() || self.side.spent() > self.allowance {
            self.below.cut = true;
            return false;
        }
        let verdict = self.side.look();
        self.below.positions += 1;
        match verdict {
            Verdict::Differ if left == 0 => {
                self.below.found = Some(self.path.clone());
                return false;
            }
            // Nearer positions were compared before.
            Verdict::Differ | Verdict::Over | Verdict::Stuck => return true,
            Verdict::Alike => {}
        }
        if left == 0 {
            self.below.leads_on += self.side.moves.len() as u64;
            return true;
        }
        let known = self.seen.entry(self.side.hash()).or_default();
        if *known >= left {
            return true;
        }
        *known = left;
        let moves = self.side.moves.to_vec();
        moves.into_iter().all(|m| self.down(m, left))
    }
}
