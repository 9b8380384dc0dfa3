//! Wrigglers Squared by hand.
//!
//! The rules of the prose, numbered:
//!
//! 1. The board starts empty, the darker colour (player 1) begins, players alternate.
//! 2. A turn is one of: a) place a stone on an empty point beside at most two stones of one's own; b) remove a stone of
//!    one's own that has more than two of one's own beside it; c) otherwise, pass.
//! 3. The game ends when both players pass.
//! 4. A chain is a set of adjacent stones of a colour without branching.
//! 5. The score is the product of the sizes of the two largest chains. The higher score wins.
//! 6. In a tie the last to play wins.
//!
//! Where the published description departs from the prose:
//!
//! * 2b: a removal is possible only if the latest placement or removal, by whichever player, was a placement (its
//!   variable "Added" belongs to both players).
//! * 2c: passing is always allowed, not only when there is nothing else.
//! * 4: a group that branches anywhere (has a stone with more than two of its own colour beside it) is no chain at all
//!   and scores nothing; it is not cut into chains. A ring is a chain.
//! * 5: a player's score is set when he has moved, a pass included; a player without a second chain scores 0.
//! * 6: "last to play" is the player who made the second of the two passes.

use crate::branches;
use crate::game::{Combination, GameUnderTest, HandMove, Outcome, Rules};
use ludemic::board::{Relation, Topology};
use std::sync::Arc;

branches! {
    RoomToPlace = "2a: an empty point beside at most two own stones",
    TooCrowdedToPlace = "2a: an empty point beside more than two own stones",
    MayRemove = "2b: the latest change was a placement: branching stones are looked for",
    MayNotRemove = "2b: no placement yet, or the latest change was a removal",
    Branching = "2b: a stone that may be removed",
    NotBranching = "2b: a stone that may not be removed",
    Placed = "2a: a placement",
    Removed = "2b: a removal",
    Passed = "2c: a pass after which the game goes on",
    BothPassed = "3: the second pass",
    Chain = "4: a group without branching",
    BranchedGroup = "4: a group with branching",
    NoChain = "5: no chain at all",
    OneChain = "5: one chain",
    TwoChains = "5: two chains",
    MoreChains = "5: more than two chains",
    PasserBehind = "5: the player who passed second has the lower score",
    PasserAhead = "5: the player who passed second has the higher score",
    Tie = "6: equal scores",
}

/// The game.
pub const GAME: GameUnderTest = GameUnderTest {
    name: "Wrigglers Squared",
    file: "wrigglers-squared.lud",
    published: "experimental/Wrigglers Squared.lud",
    combinations: 3,
    make,
    branches,
};

fn make(_: &Combination, board: &Arc<Topology>) -> Box<dyn Rules> {
    // The option "Board" is the size of the board, which is given.
    let sites = board.len(board.default_type());
    Box::new(WrigglersSquared {
        board: Arc::clone(board),
        stones: vec![0; sites],
        mover: 1,
        added_last: false,
        passed_last: false,
        scores: [0, 0],
        outcome: None,
    })
}

#[derive(Clone)]
struct WrigglersSquared {
    board: Arc<Topology>,
    /// By point, the player whose stone it is; 0 for none.
    stones: Vec<u16>,
    mover: u16,
    added_last: bool,
    passed_last: bool,
    scores: [i32; 2],
    outcome: Option<Outcome>,
}

impl WrigglersSquared {
    fn beside(&self, point: usize) -> &[u32] {
        self.board.neighbours(self.board.default_type(), point, Relation::Orthogonal)
    }

    /// How many stones of a player are beside a point.
    fn own_beside(&self, point: usize, player: u16) -> usize {
        self.beside(point).iter().filter(|&&other| self.stones[other as usize] == player).count()
    }

    /// 4: the sizes of a player's chains, the largest first.
    fn chains(&self, player: u16) -> Vec<i32> {
        let mut sizes = Vec::new();
        let mut seen = vec![false; self.stones.len()];
        for start in 0..self.stones.len() {
            if self.stones[start] != player || seen[start] {
                continue;
            }
            seen[start] = true;
            let (mut group, mut next) = (vec![start], 0);
            while next < group.len() {
                for &other in self.beside(group[next]) {
                    let other = other as usize;
                    if self.stones[other] == player && !seen[other] {
                        seen[other] = true;
                        group.push(other);
                    }
                }
                next += 1;
            }
            if group.iter().any(|&stone| self.own_beside(stone, player) > 2) {
                Branch::BranchedGroup.take();
            } else {
                Branch::Chain.take();
                sizes.push(group.len() as i32);
            }
        }
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes
    }

    /// 5: the score of a player.
    fn score(&self, player: u16) -> i32 {
        match self.chains(player)[..] {
            [] => Branch::NoChain.take(),
            [_] => Branch::OneChain.take(),
            [a, b] => {
                Branch::TwoChains.take();
                return a * b;
            }
            [a, b, ..] => {
                Branch::MoreChains.take();
                return a * b;
            }
        }
        0
    }

    /// 3, 5, 6: the mover has passed after a pass of the other player.
    fn finish(&mut self) {
        let (passer, other) = (self.mover, 3 - self.mover);
        let (own, others) = (self.scores[passer as usize - 1], self.scores[other as usize - 1]);
        let winner = if own == others {
            Branch::Tie.take();
            passer
        } else if own > others {
            Branch::PasserAhead.take();
            passer
        } else {
            Branch::PasserBehind.take();
            other
        };
        self.outcome = Some(Outcome::won_by(i32::from(winner)));
    }
}

impl Rules for WrigglersSquared {
    fn legal(&self) -> Vec<HandMove> {
        let mut moves = vec![HandMove::Pass];
        for point in (0..self.stones.len()).filter(|&point| self.stones[point] == 0) {
            if self.own_beside(point, self.mover) > 2 {
                Branch::TooCrowdedToPlace.take();
            } else {
                Branch::RoomToPlace.take();
                moves.push(HandMove::Add { site: point as u32, what: self.mover });
            }
        }
        if !self.added_last {
            Branch::MayNotRemove.take();
            return moves;
        }
        Branch::MayRemove.take();
        for point in (0..self.stones.len()).filter(|&point| self.stones[point] == self.mover) {
            if self.own_beside(point, self.mover) > 2 {
                Branch::Branching.take();
                moves.push(HandMove::Remove { site: point as u32 });
            } else {
                Branch::NotBranching.take();
            }
        }
        moves
    }

    fn play(&mut self, m: HandMove) {
        let passed = m == HandMove::Pass;
        match m {
            HandMove::Add { site, what } => {
                Branch::Placed.take();
                self.stones[site as usize] = what;
                self.added_last = true;
            }
            HandMove::Remove { site } => {
                Branch::Removed.take();
                self.stones[site as usize] = 0;
                self.added_last = false;
            }
            _ => {}
        }
        self.scores[self.mover as usize - 1] = self.score(self.mover);
        if passed && self.passed_last {
            Branch::BothPassed.take();
            self.finish();
            return;
        }
        if passed {
            Branch::Passed.take();
        }
        self.passed_last = passed;
        self.mover = 3 - self.mover;
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

    /// Stones side by side: branching groups, removals, full boards. Passes at odd times end games early and late.
    fn appeal(&self, m: HandMove) -> i32 {
        match m {
            HandMove::Add { site, what } => {
                let beside = self.beside(site as usize).iter().filter(|&&other| self.stones[other as usize] == what);
                // Beside a stone that will branch, to be able to remove it.
                let will_branch = beside.clone().any(|&other| self.own_beside(other as usize, what) >= 2);
                beside.count() as i32 + 2 * i32::from(will_branch)
            }
            HandMove::Remove { .. } => 10,
            // Now and then, and then both.
            _ if self.passed_last => {
                if self.scores[0] % 3 == 0 {
                    20
                } else {
                    -1
                }
            }
            _ => {
                if self.stones.iter().filter(|&&stone| stone != 0).count() % 16 == 15 {
                    20
                } else {
                    -1
                }
            }
        }
    }

    fn boxed_clone(&self) -> Box<dyn Rules> {
        Box::new(self.clone())
    }
}
