//! Wrigglers Squared.
//!
//! How many own stones are beside each point is kept for both players, for all points at once in three sets of bits. A
//! point where a stone would be crowded may not be played, a stone on such a point may be removed: both kinds of moves
//! are one set. Chains are looked at when the game is over.

use super::bits::{Bits, Counts};
use super::{End, Graph, Items, Move, Playout, Random, Record, Rules, words};

/// The game on at most `64 W` points.
pub struct WrigglersSquared<const W: usize> {
    points: usize,
    /// By point, the points beside it.
    beside: Vec<Bits<W>>,
    board: Bits<W>,
    stones: [Bits<W>; 2],
    /// By player, how many own stones are beside each point.
    own_beside: [Counts<W, 3>; 2],
    /// By player, the points beside more than two own stones.
    crowded: [Bits<W>; 2],
    /// 2b: whether the latest change was a placement.
    added_last: bool,
    passed_last: bool,
    /// From 0.
    mover: usize,
    end: Option<End>,
}

pub fn make(_: &Items, board: &Graph) -> Box<dyn super::Game> {
    match words(board.len()) {
        1 | 2 => Box::new(WrigglersSquared::<2>::new(board)),
        3 => Box::new(WrigglersSquared::<3>::new(board)),
        _ => Box::new(WrigglersSquared::<6>::new(board)),
    }
}

impl<const W: usize> WrigglersSquared<W> {
    fn new(board: &Graph) -> Self {
        let mut game = WrigglersSquared {
            points: board.len(),
            beside: board.orthogonal.iter().map(|list| list.iter().copied().collect()).collect(),
            board: (0..board.len()).collect(),
            stones: [Bits::NONE; 2],
            own_beside: [Counts::ZERO; 2],
            crowded: [Bits::NONE; 2],
            added_last: false,
            passed_last: false,
            mover: 0,
            end: None,
        };
        Rules::restart(&mut game);
        game
    }

    /// 2: the points on which a player has a move: empty and not crowded, or own and crowded.
    #[inline(always)]
    fn moves(&self, player: usize) -> Bits<W> {
        let (own, crowded) = (self.stones[player], self.crowded[player]);
        let not = if self.added_last { own ^ crowded } else { own | crowded };
        self.board.and_not(self.stones[1 - player] | not)
    }

    #[inline(always)]
    fn change(&mut self, player: usize, point: usize) {
        let own = &mut self.stones[player];
        own.toggle(point);
        self.added_last = own.has(point);
        let counts = &mut self.own_beside[player];
        if self.added_last {
            counts.raise(self.beside[point]);
        } else {
            counts.lower(self.beside[point]);
        }
        self.crowded[player] = counts.at_least(3);
    }

    fn named(&self, player: usize, point: usize) -> Move {
        if self.stones[player].has(point) {
            Move::Remove { site: point }
        } else {
            Move::Add { site: point, what: player as u8 + 1 }
        }
    }

    /// The stones that are joined with some of them.
    #[inline(always)]
    fn joined(&self, some: Bits<W>, stones: Bits<W>) -> Bits<W> {
        let (mut found, mut fresh) = (some, some);
        while !fresh.is_empty() {
            let beside = fresh.sites().fold(Bits::NONE, |all, point| all | self.beside[point]);
            fresh = (beside & stones).and_not(found);
            found = found | fresh;
        }
        found
    }

    /// 4, 5: the score of a player.
    fn score(&self, player: usize) -> u32 {
        let stones = self.stones[player];
        let branching = stones & self.crowded[player];
        let mut chains = stones.and_not(self.joined(branching, stones));
        let single = chains & self.own_beside[player].equal(0);
        chains = chains.and_not(single);
        let singles = single.count();
        let (mut largest, mut second) = (singles.min(1), singles.saturating_sub(1).min(1));
        while let Some(point) = chains.first() {
            let chain = self.joined(Bits::one(point), chains);
            chains = chains.and_not(chain);
            let size = chain.count();
            second = second.max(size.min(largest));
            largest = largest.max(size);
        }
        largest * second
    }

    /// 3, 5, 6: the winner if `passer` has passed second.
    fn winner(&self, passer: usize) -> End {
        let ahead = self.score(passer) >= self.score(1 - passer);
        End::Win(if ahead { passer } else { 1 - passer } as u8 + 1)
    }
}

impl<const W: usize> Rules for WrigglersSquared<W> {
    fn restart(&mut self) {
        self.stones = [Bits::NONE; 2];
        self.own_beside = [Counts::ZERO; 2];
        self.crowded = [Bits::NONE; 2];
        self.added_last = false;
        self.passed_last = false;
        self.mover = 0;
        self.end = None;
    }

    fn mover(&self) -> u8 {
        self.mover as u8 + 1
    }

    fn legal(&self) -> Vec<Move> {
        let moves = self.moves(self.mover).sites().map(|point| self.named(self.mover, point));
        moves.chain([Move::Pass]).collect()
    }

    fn play(&mut self, m: Move) {
        let passed = if let Move::Add { site, .. } | Move::Remove { site } = m {
            self.change(self.mover, site);
            false
        } else {
            true
        };
        if passed && self.passed_last {
            self.end = Some(self.winner(self.mover));
        } else {
            self.passed_last = passed;
            self.mover = 1 - self.mover;
        }
    }

    fn board(&self) -> Vec<u8> {
        let stone = |point| u8::from(self.stones[0].has(point)) + 2 * u8::from(self.stones[1].has(point));
        (0..self.points).map(stone).collect()
    }

    fn end(&self) -> Option<End> {
        self.end
    }

    fn run<R: Record>(&mut self, random: &mut Random, cap: u32, record: &mut R) -> Playout {
        Rules::restart(self);
        let (mut plies, mut passed) = (0, false);
        loop {
            for player in [0, 1] {
                if plies == cap {
                    return Playout { plies, end: None };
                }
                let moves = self.moves(player).ranked();
                let count = moves.count();
                let drawn = random.below(count + 1);
                plies += 1;
                if drawn < count {
                    let point = moves.nth(drawn);
                    record.note(|| self.named(player, point));
                    self.change(player, point);
                    passed = false;
                } else {
                    record.note(|| Move::Pass);
                    if passed {
                        return Playout { plies, end: Some(self.winner(player)) };
                    }
                    passed = true;
                }
            }
        }
    }
}
