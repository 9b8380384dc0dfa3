//! Dogtown Clans.
//!
//! For each node the lead of player 1 over player 2 among the stones beside it is kept, for all nodes at once in a few
//! sets of bits. A placement of a player and the removal of a stone of the other change it alike. Who controls what is
//! a comparison with a constant, for which reason the surplus is one.

use super::bits::{Bits, Counts};
use super::{End, Graph, Items, Move, Playout, Random, Record, Rules, words};

/// The component that closes a node.
const CROSS: u8 = 3;

/// The number that stands for no lead.
const LEVEL: u32 = 8;

/// What is to be done.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// 1: player 1 closes nodes; this many are closed.
    Closing(u8),
    /// 2: a single stone of player 2.
    Single,
    /// 3: the first move of a turn.
    First,
    /// 3: the second move of a turn.
    Second,
}

/// The game on nodes of at most `64 W`, with a surplus of `S`, leads taking `P` bits.
pub struct DogtownClans<const W: usize, const P: usize, const S: u32> {
    nodes: usize,
    /// By node, the nodes beside it.
    beside: Vec<Bits<W>>,
    board: Bits<W>,
    empty: Bits<W>,
    stones: [Bits<W>; 2],
    leads: Counts<W, P>,
    stage: Stage,
    /// From 0.
    mover: usize,
    end: Option<End>,
}

pub fn make(items: &Items, board: &Graph) -> Box<dyn super::Game> {
    match words(board.len()) {
        1 => with_words::<1>(items, board),
        2 => with_words::<2>(items, board),
        3 => with_words::<3>(items, board),
        _ => with_words::<4>(items, board),
    }
}

fn with_words<const W: usize>(items: &Items, board: &Graph) -> Box<dyn super::Game> {
    // With up to seven neighbours a lead is from -7 to 7 and takes four bits.
    if items.item("Board Grid") == "Square Diagonal" {
        with_leads::<W, 5>(items, board, &board.all)
    } else {
        with_leads::<W, 4>(items, board, &board.orthogonal)
    }
}

fn with_leads<const W: usize, const P: usize>(
    items: &Items,
    board: &Graph,
    beside: &[Vec<usize>],
) -> Box<dyn super::Game> {
    match items.item("Node-controlling surplus").as_bytes() {
        [b'1', ..] => Box::new(DogtownClans::<W, P, 1>::new(board, beside)),
        [b'2', ..] => Box::new(DogtownClans::<W, P, 2>::new(board, beside)),
        [b'3', ..] => Box::new(DogtownClans::<W, P, 3>::new(board, beside)),
        _ => Box::new(DogtownClans::<W, P, 4>::new(board, beside)),
    }
}

impl<const W: usize, const P: usize, const S: u32> DogtownClans<W, P, S> {
    fn new(board: &Graph, beside: &[Vec<usize>]) -> Self {
        let mut game = DogtownClans {
            nodes: board.len(),
            beside: beside.iter().map(|list| list.iter().copied().collect()).collect(),
            board: (0..board.len()).collect(),
            empty: Bits::NONE,
            stones: [Bits::NONE; 2],
            leads: Counts::ZERO,
            stage: Stage::Single,
            mover: 0,
            end: None,
        };
        Rules::restart(&mut game);
        game
    }

    /// 3: the nodes on which a player has a move, of one kind or the other.
    #[inline(always)]
    fn moves(&self, player: usize) -> Bits<W> {
        let first = self.leads.at_least(LEVEL + S);
        let not_second = self.leads.at_least(LEVEL - S + 1);
        if player == 0 {
            (self.empty & not_second) | (self.stones[1] & first)
        } else {
            self.empty.and_not(first) | self.stones[0].and_not(not_second)
        }
    }

    /// 3: places a stone, or removes the one there.
    #[inline(always)]
    fn change(&mut self, player: usize, node: usize) {
        let bit = Bits::one(node);
        let placed = bit & self.empty;
        self.stones[player] = self.stones[player] | placed;
        self.stones[1 - player] = self.stones[1 - player].and_not(bit);
        self.empty.toggle(node);
        if player == 0 {
            self.leads.raise(self.beside[node]);
        } else {
            self.leads.lower(self.beside[node]);
        }
    }

    fn named(&self, player: usize, node: usize) -> Move {
        if self.empty.has(node) {
            Move::Add { site: node, what: player as u8 + 1 }
        } else {
            Move::Remove { site: node }
        }
    }

    /// 1: the opening; how many plies it took.
    #[inline(always)]
    fn open<R: Record>(&mut self, random: &mut Random, record: &mut R) -> u32 {
        for closed in 0..2 {
            let free = self.nodes as u32 - closed;
            let drawn = random.below(free + 1);
            if drawn == free {
                record.note(|| Move::Pass);
                return closed + 1;
            }
            let node = self.empty.nth(drawn);
            self.empty.remove(node);
            record.note(|| Move::Add { site: node, what: CROSS });
        }
        2
    }

    /// 2, 3: a random move, if there is one.
    #[inline(always)]
    fn ply<R: Record>(&mut self, player: usize, random: &mut Random, record: &mut R) -> bool {
        let moves = self.moves(player).ranked();
        let count = moves.count();
        if count == 0 {
            return false;
        }
        let node = moves.nth(random.below(count));
        record.note(|| self.named(player, node));
        self.change(player, node);
        true
    }
}

impl<const W: usize, const P: usize, const S: u32> Rules for DogtownClans<W, P, S> {
    fn restart(&mut self) {
        self.empty = self.board;
        self.stones = [Bits::NONE; 2];
        self.leads = Counts::ZERO;
        self.leads.0[3] = self.board;
        self.stage = Stage::Closing(0);
        self.mover = 0;
        self.end = None;
    }

    fn mover(&self) -> u8 {
        self.mover as u8 + 1
    }

    fn legal(&self) -> Vec<Move> {
        if let Stage::Closing(_) = self.stage {
            let closing = self.empty.sites().map(|site| Move::Add { site, what: CROSS });
            return closing.chain([Move::Pass]).collect();
        }
        let moves: Vec<Move> = self.moves(self.mover).sites().map(|node| self.named(self.mover, node)).collect();
        if moves.is_empty() { vec![Move::Pass] } else { moves }
    }

    fn play(&mut self, m: Move) {
        let lost = End::Win(2 - self.mover as u8);
        match (self.stage, m) {
            (Stage::Closing(0), Move::Add { site, .. }) => {
                self.empty.remove(site);
                self.stage = Stage::Closing(1);
                return;
            }
            (Stage::Closing(_), Move::Add { site, .. }) => {
                self.empty.remove(site);
                self.stage = Stage::Single;
            }
            (Stage::Closing(_), _) => self.stage = Stage::Single,
            (_, Move::Add { site, .. } | Move::Remove { site }) => {
                self.change(self.mover, site);
                if self.stage == Stage::First {
                    self.stage = Stage::Second;
                    if self.moves(self.mover).is_empty() {
                        self.end = Some(lost);
                    }
                    return;
                }
                self.stage = Stage::First;
            }
            _ => {
                self.end = Some(lost);
                return;
            }
        }
        self.mover = 1 - self.mover;
    }

    fn board(&self) -> Vec<u8> {
        let what = |node| {
            let marks = [self.empty.has(node), self.stones[0].has(node), self.stones[1].has(node)];
            marks.iter().position(|mark| *mark).map_or(CROSS, |what| what as u8)
        };
        (0..self.nodes).map(what).collect()
    }

    fn end(&self) -> Option<End> {
        self.end
    }

    fn run<R: Record>(&mut self, random: &mut Random, cap: u32, record: &mut R) -> Playout {
        Rules::restart(self);
        // 2: with at most two nodes closed there is room for a stone.
        let mut plies = self.open(random, record);
        self.ply(1, random, record);
        plies += 1;
        loop {
            for player in [0, 1] {
                for first in [true, false] {
                    let lost = Some(End::Win(2 - player as u8));
                    if plies >= cap {
                        return Playout { plies, end: None };
                    }
                    if self.ply(player, random, record) {
                        plies += 1;
                    } else if first {
                        // 5: a forced pass.
                        record.note(|| Move::Pass);
                        return Playout { plies: plies + 1, end: lost };
                    } else {
                        return Playout { plies, end: lost };
                    }
                }
            }
        }
    }
}
