//! Rabbit Warrens by hand.
//!
//! The rules of the prose, numbered:
//!
//! 1. The stones of both players stand on the board from the start; the player with the better warren wins.
//! 2. An enclosure is a set of connected sites, empty or with stones of the other player, from which there is no way to
//!    the edge of the board or to further sites but across stones of the warren's owner.
//! 3. The score is complexity times free space; free space is the number of empty sites in all enclosures. Complexity
//!    is a) on hexagons the number of enclosures, b) on squares the sum of the larger dimension of each enclosure.
//! 4. Light begins with a single stone move.
//! 5. From then on a turn is two stone moves.
//! 6. A stone moves in a direction of the grid to an empty cell beside a) more stones of its own colour than before, or
//!    b) as many as before, but fewer of the other kind.
//! 7. It moves any distance and over any stones.
//! 8. A player may pass a turn or the rest of it.
//! 9. When both players pass whole turns, one after the other, the game ends and the higher score wins.
//! 10. With equal scores the last player to move loses.
//!
//! Where the published description departs from the prose:
//!
//! * 2: connections are orthogonal, on squares too, where stones that touch by a corner close a loop.
//! * 3a: an enclosure is counted by its highest-numbered cell, which has no higher inner cell in its reach. For the
//!   highest inner cell of the whole board there is nothing to look for, which is taken for reached: the enclosure it is
//!   in adds its free space but is not counted. On squares the outer cells above it are looked for too, and it counts.
//! * 6: the directions are the six of hexagons and all eight of squares; neighbours are counted orthogonally. "The other
//!   kind" is the opponent's stones. The moving stone itself is not counted beside its new cell.
//! * 7: a legal move to a touching cell is listed twice, as a step and as the shortest jump.
//! * 10: it is the player who passed second whose score becomes 0. If both scores were 0 the game is a draw.
//! * The hands show the two factors of the score; they change with every stone move, but not when rule 10 sets a score
//!   to 0.

use crate::branches;
use crate::game::{Combination, GameUnderTest, HandMove, Outcome, Rules};
use crate::replay::Recorded;
use ludemic::board::{Direction, NamedSet, Relation, SiteType, Topology};
use std::sync::Arc;

branches! {
    Opening = "4: the single move of the opening turn",
    FirstOfTwo = "5: a stone move after which the player moves again",
    SecondOfTwo = "5: a stone move that ends the turn",
    MoreOwn = "6a: a cell beside more own stones",
    FewerOthers = "6b: a cell beside as many own and fewer other stones",
    AsManyOthers = "6b: a cell beside as many own and no fewer other stones",
    FewerOwn = "6: a cell beside fewer own stones",
    Step = "7: a move to a touching cell",
    Jump = "7: a move farther away",
    PassedTurn = "8: a whole turn passed after which the game goes on",
    PassedRest = "8: the rest of a turn passed",
    BothPassed = "9: the second whole turn passed",
    OpenArea = "2: an area that reaches the edge",
    Enclosure = "2: an enclosure",
    Prisoner = "2: an enclosure with a stone of the other player",
    Counted = "3a: an enclosure that is counted",
    Uncounted = "3a: the enclosure of the highest inner cell",
    Wide = "3b: an enclosure wider than high",
    High = "3b: an enclosure higher than wide",
    Even = "3b: an enclosure as wide as high",
    PasserAhead = "9: the player who passed second has the higher score",
    PasserBehind = "9: the player who passed second has the lower score",
    TieOfWarrens = "10: equal scores above 0",
    TieOfNothing = "10: no score on either side",
}

/// The game.
pub const GAME: GameUnderTest = GameUnderTest {
    name: "Rabbit Warrens",
    file: "rabbit-warrens.lud",
    published: "experimental/Rabbit Warrens.lud",
    combinations: 2,
    make: |options, board| Box::new(RabbitWarrens::new(options, board)),
    branches,
};

/// 1: the start on hexagons, the top row first: `l` is light (player 1), `b` is burgundy (player 2).
const HEX_START: [&str; 13] = [
    "b l . . b l",
    "l . b . l . b",
    "b . . l b . . l",
    ". l . b . l . b .",
    ". . b l . . b l . .",
    "b . l . b . l . b . l",
    ". l b . . l b . . l b .",
    ". b . l . b . l . b . l .",
    "l . . b l . . b l . . b",
    "b . l . b . l . b . l",
    "l b . . l b . . l b",
    ". l . b . l . b .",
    ". b l . . b l .",
];

/// 1: the start on squares, likewise.
const SQUARE_START: [&str; 10] = [
    ". l . l . . b . b .",
    "l b . b . . l . l b",
    ". . l . l b . b . .",
    "l b . b . . l . l b",
    ". . l . l b . b . .",
    ". . b . b l . l . .",
    "b l . l . . b . b l",
    ". . b . b l . l . .",
    "b l . l . . b . b l",
    ". b . b . . l . l .",
];

/// The length of a side of the board of squares.
const SIDE: usize = 10;

/// The components beside the stones: the counters in the first and the second hand site of each player.
const HANDS: [u16; 4] = [3, 5, 4, 5];

#[derive(Clone)]
pub struct RabbitWarrens {
    board: Arc<Topology>,
    squares: bool,
    outer: Vec<bool>,
    highest_inner: usize,
    /// By cell, the player whose stone it is; 0 for none.
    stones: Vec<u16>,
    mover: u16,
    /// Who made the move before; 0 at the start.
    before: u16,
    /// How many whole turns in a row were passed.
    turns_passed: u32,
    /// By player, free space and complexity.
    factors: [[i32; 2]; 2],
    scores: [i32; 2],
    outcome: Option<Outcome>,
}

impl RabbitWarrens {
    fn new(options: &Combination, board: &Arc<Topology>) -> Self {
        let squares = options.item("Board Type").starts_with("Square");
        let rows: &[&str] = if squares { &SQUARE_START } else { &HEX_START };
        let marks = rows.iter().rev().flat_map(|row| row.split(' '));
        let stones: Vec<u16> =
            marks.map(|mark| ["l", "b"].iter().position(|of| *of == mark).map_or(0, |p| p as u16 + 1)).collect();
        assert_eq!(stones.len(), board.len(SiteType::Cell), "the start position fits the board");
        let mut outer = vec![false; stones.len()];
        for &cell in board.named(SiteType::Cell, NamedSet::Outer) {
            outer[cell as usize] = true;
        }
        RabbitWarrens {
            board: Arc::clone(board),
            squares,
            highest_inner: outer.iter().rposition(|outer| !outer).unwrap_or(0),
            outer,
            stones,
            mover: 1,
            before: 0,
            turns_passed: 0,
            factors: [[0, 0]; 2],
            scores: [0, 0],
            outcome: None,
        }
    }

    fn beside(&self, cell: usize) -> &[u32] {
        self.board.neighbours(SiteType::Cell, cell, Relation::Orthogonal)
    }

    /// How many stones of a player are beside a cell.
    fn count_beside(&self, cell: usize, player: u16) -> usize {
        self.beside(cell).iter().filter(|&&other| self.stones[other as usize] == player).count()
    }

    /// 6: whether the mover's stone may leave a cell for an empty one.
    fn may_move(&self, from: usize, to: usize) -> bool {
        let (own, other) = (self.mover, 3 - self.mover);
        let left = usize::from(self.beside(to).contains(&(from as u32)));
        let (old, new) = (self.count_beside(from, own), self.count_beside(to, own) - left);
        if new > old {
            Branch::MoreOwn.take();
            return true;
        }
        if new < old {
            Branch::FewerOwn.take();
            return false;
        }
        let fewer = self.count_beside(to, other) < self.count_beside(from, other);
        if fewer {
            Branch::FewerOthers.take()
        } else {
            Branch::AsManyOthers.take()
        }
        fewer
    }

    /// 2: the areas between the stones of a player that do not reach the edge, each with its cells.
    fn enclosures(&self, player: u16) -> Vec<Vec<usize>> {
        let mut seen: Vec<bool> = self.stones.iter().map(|&stone| stone == player).collect();
        let mut enclosures = Vec::new();
        for start in 0..seen.len() {
            if seen[start] {
                continue;
            }
            seen[start] = true;
            let (mut area, mut next) = (vec![start], 0);
            while next < area.len() {
                for &other in self.beside(area[next]) {
                    if !std::mem::replace(&mut seen[other as usize], true) {
                        area.push(other as usize);
                    }
                }
                next += 1;
            }
            if area.iter().any(|&cell| self.outer[cell]) {
                Branch::OpenArea.take();
            } else {
                Branch::Enclosure.take();
                enclosures.push(area);
            }
        }
        enclosures
    }

    /// 3: free space and complexity of a player's warren.
    fn warren(&self, player: u16) -> [i32; 2] {
        let (mut space, mut complexity) = (0, 0);
        for area in self.enclosures(player) {
            let empty = area.iter().filter(|&&cell| self.stones[cell] == 0).count();
            if empty < area.len() {
                Branch::Prisoner.take();
            }
            space += empty as i32;
            if self.squares {
                complexity += dimension(&area);
            } else if area.contains(&self.highest_inner) {
                Branch::Uncounted.take();
            } else {
                Branch::Counted.take();
                complexity += 1;
            }
        }
        [space, complexity]
    }

    fn move_stone(&mut self, from: u32, to: u32) {
        self.stones[from as usize] = 0;
        self.stones[to as usize] = self.mover;
        for player in [1, 2] {
            let [space, complexity] = self.warren(player);
            self.factors[player as usize - 1] = [space, complexity];
            self.scores[player as usize - 1] = space * complexity;
        }
    }

    /// 9, 10: both players have passed, the mover second.
    fn finish(&mut self) {
        let (passer, other) = (self.mover as usize - 1, 2 - self.mover as usize);
        if self.scores[passer] == self.scores[other] {
            if self.scores[passer] == 0 {
                Branch::TieOfNothing.take()
            } else {
                Branch::TieOfWarrens.take()
            }
            self.scores[passer] = 0;
        } else if self.scores[passer] > self.scores[other] {
            Branch::PasserAhead.take();
        } else {
            Branch::PasserBehind.take();
        }
        self.outcome = Some(match self.scores[0].cmp(&self.scores[1]) {
            std::cmp::Ordering::Greater => Outcome::won_by(1),
            std::cmp::Ordering::Less => Outcome::won_by(2),
            std::cmp::Ordering::Equal => Outcome { winner: 0, ranking: vec![1.5, 1.5] },
        });
    }
}

/// 3b: the larger dimension of a set of squares.
fn dimension(area: &[usize]) -> i32 {
    let extent = |coordinate: fn(usize) -> usize| {
        let values = || area.iter().map(|&cell| coordinate(cell));
        values().max().zip(values().min()).map_or(0, |(most, least)| most - least + 1)
    };
    let (width, height) = (extent(|cell| cell % SIDE), extent(|cell| cell / SIDE));
    match width.cmp(&height) {
        std::cmp::Ordering::Greater => Branch::Wide.take(),
        std::cmp::Ordering::Less => Branch::High.take(),
        std::cmp::Ordering::Equal => Branch::Even.take(),
    }
    width.max(height) as i32
}

impl Rules for RabbitWarrens {
    fn legal(&self) -> Vec<HandMove> {
        let mut moves = vec![HandMove::Pass];
        for from in (0..self.stones.len()).filter(|&cell| self.stones[cell] == self.mover) {
            for line in self.board.radials(SiteType::Cell, from, Direction::Adjacent) {
                for (distance, &to) in line.path.iter().enumerate().skip(1) {
                    if self.stones[to as usize] != 0 || !self.may_move(from, to as usize) {
                        continue;
                    }
                    let m = HandMove::Move { from: from as u32, to };
                    moves.push(m);
                    if distance == 1 {
                        Branch::Step.take();
                        moves.push(m);
                    } else {
                        Branch::Jump.take();
                    }
                }
            }
        }
        moves
    }

    fn play(&mut self, m: HandMove) {
        let fresh = self.before != self.mover;
        let mut again = false;
        if let HandMove::Move { from, to } = m {
            self.move_stone(from, to);
            self.turns_passed = 0;
            again = fresh && self.before != 0;
            match (again, self.before) {
                (true, _) => Branch::FirstOfTwo.take(),
                (false, 0) => Branch::Opening.take(),
                (false, _) => Branch::SecondOfTwo.take(),
            }
        } else if fresh {
            self.turns_passed += 1;
        } else {
            Branch::PassedRest.take();
            self.turns_passed = 0;
        }
        match self.turns_passed {
            0 => {}
            1 => Branch::PassedTurn.take(),
            _ => {
                Branch::BothPassed.take();
                self.finish();
                return;
            }
        }
        self.before = self.mover;
        if !again {
            self.mover = 3 - self.mover;
        }
    }

    fn board(&self) -> Vec<u16> {
        [&self.stones[..], &HANDS].concat()
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

    /// Warrens, and cells that are nearly surrounded; most of all the one whose enclosure is not counted. A player who
    /// cannot enclose more at once passes while the scores are equal, for the sake of ties.
    fn appeal(&self, m: HandMove) -> i32 {
        let mut after = self.clone();
        if let HandMove::Move { from, to } = m {
            after.move_stone(from, to);
        }
        let nearly = |cell: usize| {
            let beside = after.count_beside(cell, self.mover) as i32;
            let rare = cell == self.highest_inner && !self.squares;
            beside * beside * if rare { 10 } else { 1 }
        };
        let open = (0..after.stones.len()).filter(|&cell| !after.outer[cell] && after.stones[cell] != self.mover);
        let player = self.mover as usize - 1;
        let tie = m == HandMove::Pass && self.scores[0] == self.scores[1] && self.scores[0] > 0;
        300 * (after.factors[player][0] + after.scores[player]) + 250 * i32::from(tie) + open.map(nearly).sum::<i32>()
    }

    fn boxed_clone(&self) -> Box<dyn Rules> {
        Box::new(self.clone())
    }
}

impl Recorded for RabbitWarrens {
    fn actions(&self, m: HandMove) -> Vec<String> {
        let HandMove::Move { from, to } = m else { return vec!["[Pass:decision=true]".to_owned()] };
        let beside = self.count_beside(from as usize, self.mover);
        vec![
            format!("[SetVar:name=SitesMoverAroundFrom,value={beside}]"),
            format!("[Move:typeFrom=Cell,from={from},typeTo=Cell,to={to},decision=true]"),
        ]
    }

    fn values(&self) -> Vec<i32> {
        let mut values = vec![0; self.stones.len()];
        values.extend(self.factors.as_flattened());
        values
    }

    fn variables(&self) -> Vec<(&'static str, i32)> {
        Vec::new()
    }
}

#[test]
fn recordings_are_replayed() {
    crate::replay::recordings(&GAME, "rabbit-warrens", RabbitWarrens::new);
}
