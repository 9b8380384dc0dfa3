//! Dogtown Clans by hand.
//!
//! The rules of the prose, numbered:
//!
//! 1. Before the game Maroon (player 1) removes up to two nodes of the board.
//! 2. White (player 2) then places one stone on a node that is left.
//! 3. From then on the players alternate, two moves in a turn, without passing. A move is one of:
//!    a) place a stone on an empty node that the opponent does not control;
//!    b) remove a stone of the opponent that one controls.
//! 4. A player controls a node, and what stands on it, when the player's stones beside it outnumber the opponent's by at
//!    least the surplus, an option.
//! 5. A player who cannot complete both moves of a turn loses.
//!
//! Where the published description departs from the prose:
//!
//! * 1: a node is not removed but closed with a neutral cross, which can neither be taken nor counts for control. To
//!   close fewer than two nodes Maroon passes.
//! * 5: whether the second move is possible is found out right after the first, and the game ends there. A player without
//!   a first move makes a forced pass and has lost then.
//! * It keeps scores, which decide nothing: a point for each empty node that a player controls, two for each stone of
//!   the opponent there. Both are set after each whole turn. When the second move is found to be impossible, only the
//!   loser's score is set, for there the loser is also the "next" player. After White's single stone they are set only
//!   if Maroon then has no move.

use crate::branches;
use crate::game::{Combination, GameUnderTest, HandMove, Outcome, Rules};
use ludemic::board::{Relation, Topology};
use std::sync::Arc;

branches! {
    ClosesNode = "1: the first node is closed",
    ClosesSecondNode = "1: the second node is closed",
    ClosesNoMore = "1: Maroon passes after one node",
    ClosesNone = "1: Maroon passes at once",
    FirstStone = "2: White's single stone",
    MayPlace = "3a: an empty node that the opponent does not control",
    MayNotPlace = "3a: an empty node that the opponent controls",
    MayTake = "3b: a stone of the opponent that the mover controls",
    MayNotTake = "3b: a stone of the opponent that the mover does not control",
    Placed = "3a: a placement",
    Took = "3b: a removal",
    FirstMove = "3: the first move of a turn, after which there is a second",
    SecondMove = "3: the second move of a turn",
    NoSecondMove = "5: no second move",
    NoFirstMove = "5: no first move",
    ScoresEmpty = "score: an empty node that is controlled",
    ScoresStone = "score: a stone of the opponent that is controlled",
}

/// The game.
pub const GAME: GameUnderTest = GameUnderTest {
    name: "Dogtown Clans",
    file: "dogtown-clans.lud",
    published: "experimental/Dogtown Clans.lud",
    combinations: 72,
    make,
    branches,
};

/// The component that closes a node.
const CROSS: u16 = 3;

/// What is to be done.
#[derive(Clone, Copy, PartialEq)]
enum Stage {
    /// 1: Maroon closes nodes; this many are closed.
    Closing(usize),
    /// 2: White's single stone.
    Single,
    /// 3: the first move of a turn.
    First,
    /// 3: the second move of a turn.
    Second,
}

fn make(options: &Combination, board: &Arc<Topology>) -> Box<dyn Rules> {
    // The option "Board Size" is the size of the board, which is given.
    let relation = match options.item("Board Grid") {
        "Hex Grid" | "Square grid" => Relation::Orthogonal,
        "Square Diagonal" => Relation::All,
        other => panic!("unknown grid {other}"),
    };
    let surplus = match options.item("Node-controlling surplus").as_bytes() {
        [digit @ b'1'..=b'4', b':', ..] => i32::from(digit - b'0'),
        other => panic!("unknown surplus {other:?}"),
    };
    let t = board.default_type();
    let sites = board.len(t);
    Box::new(DogtownClans {
        beside: (0..sites).map(|site| board.neighbours(t, site, relation).to_vec()).collect(),
        surplus,
        nodes: vec![0; sites],
        mover: 1,
        stage: Stage::Closing(0),
        scores: [0, 0],
        outcome: None,
    })
}

#[derive(Clone)]
struct DogtownClans {
    beside: Arc<[Vec<u32>]>,
    surplus: i32,
    /// By node, the player whose stone it has, or a cross; 0 for neither.
    nodes: Vec<u16>,
    mover: u16,
    stage: Stage,
    scores: [i32; 2],
    outcome: Option<Outcome>,
}

impl DogtownClans {
    /// 4: by how many a player's stones beside a node outnumber the opponent's.
    fn lead(&self, player: u16, node: usize) -> i32 {
        let of = |owner: u16| self.beside[node].iter().filter(|&&other| self.nodes[other as usize] == owner).count();
        of(player) as i32 - of(3 - player) as i32
    }

    /// 4: whether a player controls a node.
    fn controls(&self, player: u16, node: usize) -> bool {
        self.lead(player, node) >= self.surplus
    }

    /// 3: the moves of a player.
    fn moves(&self, player: u16) -> Vec<HandMove> {
        let opponent = 3 - player;
        let mut moves = Vec::new();
        for node in 0..self.nodes.len() {
            let site = node as u32;
            if self.nodes[node] == 0 {
                if self.controls(opponent, node) {
                    Branch::MayNotPlace.take();
                } else {
                    Branch::MayPlace.take();
                    moves.push(HandMove::Add { site, what: player });
                }
            } else if self.nodes[node] == opponent {
                if self.controls(player, node) {
                    Branch::MayTake.take();
                    moves.push(HandMove::Remove { site });
                } else {
                    Branch::MayNotTake.take();
                }
            }
        }
        moves
    }

    /// Sets the score of a player.
    fn score(&mut self, player: u16) {
        let mut score = 0;
        for node in 0..self.nodes.len() {
            if self.nodes[node] == 0 && self.controls(player, node) {
                Branch::ScoresEmpty.take();
                score += 1;
            } else if self.nodes[node] == 3 - player && self.controls(player, node) {
                Branch::ScoresStone.take();
                score += 2;
            }
        }
        self.scores[player as usize - 1] = score;
    }

    fn score_both(&mut self) {
        self.score(1);
        self.score(2);
    }

    /// The other player's turn begins.
    fn hand_over(&mut self, stage: Stage) {
        self.mover = 3 - self.mover;
        self.stage = stage;
    }

    /// 5: the mover loses.
    fn lose(&mut self) {
        self.outcome = Some(Outcome::won_by(i32::from(3 - self.mover)));
    }
}

impl Rules for DogtownClans {
    fn legal(&self) -> Vec<HandMove> {
        if let Stage::Closing(_) = self.stage {
            let empty = (0..self.nodes.len()).filter(|&node| self.nodes[node] == 0);
            let closing = empty.map(|node| HandMove::Add { site: node as u32, what: CROSS });
            return closing.chain([HandMove::Pass]).collect();
        }
        let moves = self.moves(self.mover);
        if moves.is_empty() { vec![HandMove::Pass] } else { moves }
    }

    fn play(&mut self, m: HandMove) {
        match m {
            HandMove::Add { site, what } => self.nodes[site as usize] = what,
            HandMove::Remove { site } => self.nodes[site as usize] = 0,
            _ => {}
        }
        match (self.stage, m) {
            (Stage::Closing(0), HandMove::Pass) => {
                Branch::ClosesNone.take();
                self.hand_over(Stage::Single);
            }
            (Stage::Closing(_), HandMove::Pass) => {
                Branch::ClosesNoMore.take();
                self.hand_over(Stage::Single);
            }
            (Stage::Closing(0), _) => {
                Branch::ClosesNode.take();
                self.stage = Stage::Closing(1);
            }
            (Stage::Closing(_), _) => {
                Branch::ClosesSecondNode.take();
                self.hand_over(Stage::Single);
            }
            (_, HandMove::Pass) => {
                Branch::NoFirstMove.take();
                self.lose();
            }
            (Stage::Single, _) => {
                Branch::FirstStone.take();
                self.hand_over(Stage::First);
                if self.moves(self.mover).is_empty() {
                    self.score_both();
                }
            }
            (Stage::First, m) => {
                if let HandMove::Add { .. } = m {
                    Branch::Placed.take()
                } else {
                    Branch::Took.take()
                }
                if self.moves(self.mover).is_empty() {
                    Branch::NoSecondMove.take();
                    self.score(self.mover);
                    self.lose();
                } else {
                    Branch::FirstMove.take();
                    self.stage = Stage::Second;
                }
            }
            (Stage::Second, m) => {
                if let HandMove::Add { .. } = m {
                    Branch::Placed.take()
                } else {
                    Branch::Took.take()
                }
                Branch::SecondMove.take();
                self.score_both();
                self.hand_over(Stage::First);
            }
        }
    }

    fn board(&self) -> Vec<u16> {
        self.nodes.clone()
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

    /// Removals, and stones beside many others, which gain control. The second player keeps stones and fills the board.
    fn appeal(&self, m: HandMove) -> i32 {
        match m {
            HandMove::Remove { .. } => {
                if self.mover == 1 {
                    20
                } else {
                    -20
                }
            }
            HandMove::Add { site, what } if what < CROSS => {
                self.beside[site as usize].iter().map(|&other| self.lead(what, other as usize).max(0)).sum()
            }
            _ => 0,
        }
    }

    fn boxed_clone(&self) -> Box<dyn Rules> {
        Box::new(self.clone())
    }
}
