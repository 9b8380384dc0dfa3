//! Brain Coral by hand.
//!
//! The rules of the prose, numbered:
//!
//! 1. The board starts empty. The players take turns to place one stone of their own on an empty site; no passing.
//! 2. After a placement every site of the board, with a stone or without, must be joined by a way of empty sites to an
//!    empty site of the perimeter.
//! 3. The game ends when no placement is left.
//! 4. A player scores a point for each stone of the largest group, and a bonus by option: a) the number of the player's
//!    own groups, b) the number of the opponent's groups, c) none. The higher score wins.
//! 5. Ties by option: A) pairs of equally large groups, one of each player, are put aside, and the largest group that is
//!    left, taken negatively, is its owner's score; if none is left, as B. B) the last to place wins.
//!
//! Where the published description departs from the prose:
//!
//! * 2: it looks only at the new stone's site and those beside it. That is the same, because a site that is not one of
//!   these and got its way through the new stone also has it through an empty site beside the stone. Here, all sites
//!   are looked at.
//! * 4, 5: the scores are set after every move, ties included, and not only at the end.
//! * By option, ways or groups, or both, also use the diagonals of the squares of the board; the prose does not say.

use crate::branches;
use crate::game::{Combination, GameUnderTest, HandMove, Outcome, Rules};
use ludemic::board::{NamedSet, Relation, Topology};
use std::sync::Arc;

branches! {
    Breathes = "2: a placement that leaves every site its way",
    CutsOffEmpty = "2: a placement that takes the way of an empty site",
    CutsOffStone = "2: a placement that takes the way of a stone, or has none itself",
    OnPerimeter = "2: a placement on the perimeter that leaves every site its way",
    GoesOn = "3: placements are left",
    NoPlacementLeft = "3: no placement is left",
    OwnGroups = "4a: the bonus is the number of own groups",
    OpponentsGroups = "4b: the bonus is the number of the opponent's groups",
    NoBonus = "4c: no bonus",
    NoGroup = "4: a player without stones",
    CascadeUnpaired = "5A: a tie broken by groups that are left",
    CascadeOneSided = "5A: a tie in which only one player has groups left",
    CascadePaired = "5A: a tie in which no group is left",
    PlainTie = "5B: a tie that stands",
    LastAhead = "4: the last to place has the higher score",
    LastBehind = "4: the last to place has the lower score",
    LastWinsTie = "5B: the last to place wins a tie",
    LastWinsPaired = "5A: the last to place wins because no group is left",
    NegativeDecides = "5A: negative scores decide",
}

/// The game.
pub const GAME: GameUnderTest = GameUnderTest {
    name: "Brain Coral",
    file: "brain-coral.lud",
    published: "board/space/group/Brain Coral.lud",
    combinations: 240,
    make,
    branches,
};

/// 4: whose groups are a bonus.
#[derive(Clone, Copy, PartialEq)]
enum Bonus {
    Own,
    Opponents,
    Nothing,
}

/// What stays the same during a game.
struct Frame {
    /// By site, the sites that a way leads on to.
    ways: Vec<Vec<u32>>,
    /// By site, the sites with which it forms groups.
    joins: Vec<Vec<u32>>,
    perimeter: Vec<bool>,
    bonus: Bonus,
    cascade: bool,
}

fn make(options: &Combination, board: &Arc<Topology>) -> Box<dyn Rules> {
    // The option "Size" is the size of the board, which is given.
    let grid = options.item("Board Grid");
    let (ways, joins) = if grid.starts_with("TriSquare connections to edge All") {
        (Relation::All, Relation::Adjacent)
    } else if grid.starts_with("TriSquare connections to edge orthogonal only") {
        (Relation::Adjacent, Relation::All)
    } else {
        assert!(grid.starts_with("Hex"), "unknown grid {grid}");
        (Relation::Orthogonal, Relation::Orthogonal)
    };
    let bonus = match options.item("Scoring") {
        "Mover Bonus scoring" => Bonus::Own,
        "Opponent Bonus scoring" => Bonus::Opponents,
        "Largest group only" => Bonus::Nothing,
        other => panic!("unknown scoring {other}"),
    };
    let cascade = match options.item("TieBreaker") {
        "A: Largest group, cascading LOSES" => true,
        "B: Last to place" => false,
        other => panic!("unknown tiebreaker {other}"),
    };
    let t = board.default_type();
    let sites = board.len(t);
    let lists = |relation| (0..sites).map(|site| board.neighbours(t, site, relation).to_vec()).collect();
    let mut perimeter = vec![false; sites];
    for &site in board.named(t, NamedSet::Perimeter) {
        perimeter[site as usize] = true;
    }
    let frame = Frame { ways: lists(ways), joins: lists(joins), perimeter, bonus, cascade };
    let mut game = BrainCoral {
        frame: Arc::new(frame),
        stones: vec![0; sites],
        open: (0..sites as u32).collect(),
        mover: 1,
        scores: [0, 0],
        outcome: None,
    };
    game.close();
    Box::new(game)
}

#[derive(Clone)]
struct BrainCoral {
    frame: Arc<Frame>,
    /// By site, the player whose stone it is; 0 for none.
    stones: Vec<u16>,
    /// The sites on which a stone may be placed, whoever places it. A site that is lost stays lost, because ways only
    /// become fewer.
    open: Vec<u32>,
    mover: u16,
    scores: [i32; 2],
    outcome: Option<Outcome>,
}

impl BrainCoral {
    /// 2: whether every site still has its way once there is a stone on `site`.
    fn breathes_after(&self, site: u32) -> bool {
        let frame = &*self.frame;
        let empty = |other: usize| self.stones[other] == 0 && other != site as usize;
        // The empty sites with a way, found from the perimeter inwards.
        let mut has_way = vec![false; self.stones.len()];
        let mut found: Vec<usize> = (0..self.stones.len()).filter(|&s| frame.perimeter[s] && empty(s)).collect();
        for &s in &found {
            has_way[s] = true;
        }
        while let Some(s) = found.pop() {
            for &other in &frame.ways[s] {
                let other = other as usize;
                if empty(other) && !has_way[other] {
                    has_way[other] = true;
                    found.push(other);
                }
            }
        }
        for s in 0..self.stones.len() {
            if empty(s) && !has_way[s] {
                Branch::CutsOffEmpty.take();
                return false;
            }
            if !empty(s) && !frame.ways[s].iter().any(|&other| has_way[other as usize]) {
                Branch::CutsOffStone.take();
                return false;
            }
        }
        if frame.perimeter[site as usize] {
            Branch::OnPerimeter.take()
        } else {
            Branch::Breathes.take()
        }
        true
    }

    /// Strikes off the sites that can no longer be played.
    fn close(&mut self) {
        let mut open = std::mem::take(&mut self.open);
        open.retain(|&site| self.stones[site as usize] == 0 && self.breathes_after(site));
        self.open = open;
    }

    /// The sizes of a player's groups.
    fn groups(&self, player: u16) -> Vec<i32> {
        let mut sizes = Vec::new();
        let mut seen = vec![false; self.stones.len()];
        for start in 0..self.stones.len() {
            if self.stones[start] != player || seen[start] {
                continue;
            }
            seen[start] = true;
            let (mut group, mut next) = (vec![start], 0);
            while next < group.len() {
                for &other in &self.frame.joins[group[next]] {
                    let other = other as usize;
                    if self.stones[other] == player && !seen[other] {
                        seen[other] = true;
                        group.push(other);
                    }
                }
                next += 1;
            }
            sizes.push(group.len() as i32);
        }
        sizes
    }

    /// 4, 5: sets both scores.
    fn score(&mut self) {
        let groups = [self.groups(1), self.groups(2)];
        let points = |player: usize| {
            let largest = groups[player].iter().max().copied().unwrap_or_else(|| {
                Branch::NoGroup.take();
                0
            });
            largest
                + match self.frame.bonus {
                    Bonus::Own => {
                        Branch::OwnGroups.take();
                        groups[player].len() as i32
                    }
                    Bonus::Opponents => {
                        Branch::OpponentsGroups.take();
                        groups[1 - player].len() as i32
                    }
                    Bonus::Nothing => {
                        Branch::NoBonus.take();
                        0
                    }
                }
        };
        self.scores = [points(0), points(1)];
        if self.scores[0] != self.scores[1] {
            return;
        }
        if !self.frame.cascade {
            Branch::PlainTie.take();
            return;
        }
        self.scores = [-largest_unpaired(&groups[0], &groups[1]), -largest_unpaired(&groups[1], &groups[0])];
        match self.scores {
            [0, 0] => Branch::CascadePaired.take(),
            [0, _] | [_, 0] => Branch::CascadeOneSided.take(),
            _ => Branch::CascadeUnpaired.take(),
        }
    }

    /// 3, 4, 5: the mover has placed the last stone.
    fn finish(&mut self) {
        let (last, other) = (self.mover, 3 - self.mover);
        let (own, others) = (self.scores[last as usize - 1], self.scores[other as usize - 1]);
        if own < 0 || others < 0 {
            Branch::NegativeDecides.take();
        }
        let winner = if own == others {
            if self.frame.cascade {
                Branch::LastWinsPaired.take()
            } else {
                Branch::LastWinsTie.take()
            }
            last
        } else if own > others {
            Branch::LastAhead.take();
            last
        } else {
            Branch::LastBehind.take();
            other
        };
        self.outcome = Some(Outcome::won_by(i32::from(winner)));
    }
}

/// 5A: the largest of `sizes` once each of `others` has put one of its size aside; 0 if none is left.
fn largest_unpaired(sizes: &[i32], others: &[i32]) -> i32 {
    let mut left = sizes.to_vec();
    for size in others {
        if let Some(paired) = left.iter().position(|other| other == size) {
            left.swap_remove(paired);
        }
    }
    left.into_iter().max().unwrap_or(0)
}

impl Rules for BrainCoral {
    fn legal(&self) -> Vec<HandMove> {
        self.open.iter().map(|&site| HandMove::Add { site, what: self.mover }).collect()
    }

    fn play(&mut self, m: HandMove) {
        let HandMove::Add { site, what } = m else { return };
        self.stones[site as usize] = what;
        self.close();
        self.score();
        if self.open.is_empty() {
            Branch::NoPlacementLeft.take();
            self.finish();
        } else {
            Branch::GoesOn.take();
            self.mover = 3 - self.mover;
        }
    }

    fn board(&self) -> Vec<u16> {
        self.stones.clone()
    }

    fn mover(&self) -> i32 {
        i32::from(self.mover)
    }

    fn scores(&self) -> Option<Vec<i32>> {
        Some(self.scores.to_vec())
    }

    fn over(&self) -> Option<Outcome> {
        self.outcome.clone()
    }

    /// Few stones beside the site keep groups small and of equal size, which makes ties; the second player joins stones.
    fn appeal(&self, m: HandMove) -> i32 {
        let HandMove::Add { site, what } = m else { return 0 };
        let beside = |player: u16| {
            self.frame.joins[site as usize].iter().filter(|&&other| self.stones[other as usize] == player).count()
                as i32
        };
        let apart = self.frame.bonus == Bonus::Own || what == 1;
        if apart { -beside(what) } else { beside(what) }
    }

    fn boxed_clone(&self) -> Box<dyn Rules> {
        Box::new(self.clone())
    }
}
