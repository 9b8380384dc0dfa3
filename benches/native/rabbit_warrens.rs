//! Rabbit Warrens.
//!
//! For each player, each cell has a number that orders cells as rule 6 does: first by own stones beside it, then by how
//! few others are. A stone may move to an empty cell with a higher number. A random move is drawn from all pairs of a
//! stone and a cell on its lines until one is legal; where few are, the moves are counted, for a stone at a time, from
//! sets of the cells above each number. Enclosures are looked at when the game is over.

use super::bits::{Bits, Counts};
use super::{End, Graph, Items, Move, Playout, Random, Record, Rules};
use std::cmp::Ordering;

/// The words of a set of cells; there are fewer than 128 cells on both boards.
const W: usize = 2;
const CELLS: usize = 128;

/// The most cells that are listed for a stone; those that touch it are listed twice.
const REACH: usize = 48;

/// In a list of cells reached: the cell is beside the start. Two cells touch more often than that on squares.
const BESIDE: u8 = 128;

/// In a list of cells reached: none. The board has no such cell.
const NOWHERE: u8 = 127;

/// On places that are no cells.
const TAKEN: u8 = u8::MAX;

/// An own stone more counts for more than any number of others.
const OWN: u8 = 8;

/// The length of a side of the board of squares.
const SIDE: usize = 10;

/// The components beside the stones: the counters in the hands.
const HANDS: [u8; 4] = [3, 5, 4, 5];

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

/// Where a stone on a cell may go if nothing is in its way.
#[derive(Clone)]
struct Cell {
    /// The cells on its lines, as often as they are listed.
    reach: [u8; REACH],
    /// The cells on its lines that are not beside it.
    far: Bits<W>,
    /// The cells beside it.
    beside: Bits<W>,
    /// The cells on its lines that touch it.
    touching: Bits<W>,
    /// The list of the cells beside it.
    neighbours: [u8; 6],
    degree: u8,
}

/// The game.
pub struct RabbitWarrens {
    squares: bool,
    cells: usize,
    cell: Vec<Cell>,
    start: Vec<u8>,
    outer: Bits<W>,
    highest_inner: usize,
    /// By cell, 0 for an empty one, otherwise the player.
    board: [u8; CELLS],
    empty: Bits<W>,
    /// By player, the cells of the stones.
    stones: [[u8; 32]; 2],
    /// How many stones a player has; both have as many.
    count: usize,
    /// By player and cell, the number that orders cells.
    rank: [[u8; CELLS]; 2],
    /// By player, how many of the player's stones are beside each cell.
    beside: [Counts<W, 3>; 2],
    /// From 0.
    mover: usize,
    /// Who made the move before, from 0.
    before: Option<usize>,
    turns_passed: u32,
    end: Option<End>,
}

pub fn make(items: &Items, board: &Graph) -> Box<dyn super::Game> {
    Box::new(RabbitWarrens::new(items, board))
}

/// The empty cells by what is beside them.
struct Above {
    /// By number of own stones, those with more.
    more: [Bits<W>; OWN as usize],
    /// By number of own stones, those with as many.
    as_many: [Bits<W>; OWN as usize],
    /// By the second part of a rank, the cells with fewer others.
    fewer: [Bits<W>; OWN as usize],
}

impl Above {
    /// The empty cells of a higher rank.
    #[inline(always)]
    fn rank(&self, rank: u8) -> Bits<W> {
        let (own, rest) = (((rank / OWN) & 7) as usize, (rank % OWN) as usize);
        self.more[own] | (self.as_many[own] & self.fewer[rest])
    }
}

/// A move of a stone in the list of stones.
#[derive(Clone, Copy)]
struct Chosen {
    stone: usize,
    to: usize,
}

impl RabbitWarrens {
    fn new(items: &Items, board: &Graph) -> Self {
        let squares = items.item("Board Type").starts_with("Square");
        let rows: &[&str] = if squares { &SQUARE_START } else { &HEX_START };
        let marks = rows.iter().rev().flat_map(|row| row.split(' '));
        let start: Vec<u8> =
            marks.map(|mark| ["l", "b"].iter().position(|of| *of == mark).map_or(0, |p| p as u8 + 1)).collect();
        let mut game = RabbitWarrens {
            squares,
            cells: board.len(),
            cell: (0..board.len()).map(|cell| Cell::new(board, cell)).collect(),
            count: start.iter().filter(|&&stone| stone == 1).count(),
            start,
            outer: (0..board.len()).filter(|&cell| board.outer[cell]).collect(),
            highest_inner: board.outer.iter().rposition(|outer| !outer).unwrap_or(0),
            board: [0; CELLS],
            empty: Bits::NONE,
            stones: [[0; 32]; 2],
            rank: [[0; CELLS]; 2],
            beside: [Counts::ZERO; 2],
            mover: 0,
            before: None,
            turns_passed: 0,
            end: None,
        };
        Rules::restart(&mut game);
        game
    }

    /// 6: where stones of a player may go.
    #[inline(always)]
    fn above(&self, player: usize) -> Above {
        let (own, others) = (&self.beside[player], &self.beside[1 - player]);
        Above {
            more: std::array::from_fn(|number| self.empty & own.at_least(number as u32 + 1)),
            as_many: std::array::from_fn(|number| self.empty & own.equal(number as u32)),
            fewer: std::array::from_fn(|rest| !others.at_least(u32::from(OWN) - 1 - rest as u32)),
        }
    }

    /// Where a stone may go, each cell once.
    #[inline(always)]
    fn goals(&self, above: &Above, player: usize, from: usize) -> Bits<W> {
        let rank = self.rank[player][from];
        let cell = &self.cell[from];
        // The stone does not count beside a cell that it comes from.
        (cell.far & above.rank(rank)) | (cell.beside & above.rank(rank + OWN))
    }

    /// Draws from all moves by counting them.
    #[inline(never)]
    fn draw_by_count(&self, player: usize, random: &mut Random) -> Option<Chosen> {
        let above = self.above(player);
        let mut up_to = [0; 32];
        let mut total = 0;
        let stones = &self.stones[player][..self.count];
        for (up_to, &from) in up_to.iter_mut().zip(stones) {
            let goals = self.goals(&above, player, from as usize);
            if !goals.is_empty() {
                total += goals.count() + (goals & self.cell[from as usize].touching).count();
            }
            *up_to = total;
        }
        let mut drawn = random.below(total + 1);
        if drawn == total {
            return None;
        }
        let stone = up_to[..self.count].iter().filter(|&&up_to| up_to <= drawn).count();
        drawn -= if stone == 0 { 0 } else { up_to[stone - 1] };
        let from = stones[stone] as usize;
        let goals = self.goals(&above, player, from);
        let once = goals.count();
        let to = if drawn < once { goals.nth(drawn) } else { (goals & self.cell[from].touching).nth(drawn - once) };
        Some(Chosen { stone, to })
    }

    /// Draws a move, `None` being a pass.
    #[inline(always)]
    fn draw(&self, player: usize, random: &mut Random, tries: u32) -> (Option<Chosen>, u32) {
        let pairs = (self.count * REACH) as u32;
        for tried in 0..tries {
            let drawn = random.below(pairs + 1);
            if drawn == pairs {
                return (None, tried);
            }
            let stone = (drawn as usize / REACH) & 31;
            let from = self.stones[player][stone] as usize;
            let reached = self.cell[from].reach[drawn as usize % REACH];
            let to = (reached & !BESIDE) as usize;
            let rank = self.rank[player][from] + if reached & BESIDE != 0 { OWN } else { 0 };
            if self.rank[player][to] > rank && self.board[to] == 0 {
                return (Some(Chosen { stone, to }), tried);
            }
        }
        (self.draw_by_count(player, random), tries)
    }

    #[inline(always)]
    fn change(&mut self, player: usize, chosen: Chosen) {
        let from = self.stones[player][chosen.stone] as usize;
        let to = chosen.to;
        self.stones[player][chosen.stone] = to as u8;
        self.board[from] = 0;
        self.board[to] = player as u8 + 1;
        self.empty.insert(from);
        self.empty.remove(to);
        let [left, reached] = [&self.cell[from], &self.cell[to]];
        self.beside[player].lower(left.beside);
        self.beside[player].raise(reached.beside);
        for &cell in &left.neighbours[..left.degree as usize] {
            let cell = cell as usize & (CELLS - 1);
            self.rank[player][cell] -= OWN;
            self.rank[1 - player][cell] += 1;
        }
        for &cell in &reached.neighbours[..reached.degree as usize] {
            let cell = cell as usize & (CELLS - 1);
            self.rank[player][cell] += OWN;
            self.rank[1 - player][cell] -= 1;
        }
    }

    /// The cells of a set that are joined with some.
    fn joined(&self, some: Bits<W>, set: Bits<W>) -> Bits<W> {
        let (mut found, mut fresh) = (some & set, some & set);
        while !fresh.is_empty() {
            let beside = fresh.sites().fold(Bits::NONE, |all, cell| all | self.cell[cell].beside);
            fresh = (beside & set).and_not(found);
            found = found | fresh;
        }
        found
    }

    /// 2, 3: the score of a player.
    fn score(&self, player: usize) -> u32 {
        let stones: Bits<W> = self.stones[player][..self.count].iter().map(|&cell| cell as usize).collect();
        let board: Bits<W> = (0..self.cells).collect();
        let open = board.and_not(stones);
        let mut enclosed = open.and_not(self.joined(self.outer, open));
        let space = (enclosed & self.empty).count();
        let mut complexity = 0;
        while let Some(cell) = enclosed.first() {
            let area = self.joined(Bits::one(cell), enclosed);
            enclosed = enclosed.and_not(area);
            complexity += if self.squares { dimension(area) } else { u32::from(!area.has(self.highest_inner)) };
        }
        space * complexity
    }

    /// 9, 10: the end after `passer` has passed second.
    fn result(&self, passer: usize) -> End {
        let mut scores = [self.score(0), self.score(1)];
        if scores[0] == scores[1] {
            scores[passer] = 0;
        }
        match scores[0].cmp(&scores[1]) {
            Ordering::Greater => End::Win(1),
            Ordering::Less => End::Win(2),
            Ordering::Equal => End::Draw,
        }
    }
}

impl Cell {
    fn new(board: &Graph, cell: usize) -> Self {
        let beside: Bits<W> = board.orthogonal[cell].iter().copied().collect();
        let mut reach = [NOWHERE; REACH];
        let mut slots = reach.iter_mut();
        let mut list = |to: usize| {
            let slot = slots.next().expect("no more cells are reached than on the largest board");
            *slot = to as u8 | if beside.has(to) { BESIDE } else { 0 };
        };
        let (mut far, mut touching) = (Bits::NONE, Bits::NONE);
        for line in &board.lines[cell] {
            for (distance, &to) in line.iter().enumerate() {
                list(to);
                if distance == 0 {
                    list(to);
                    touching.insert(to);
                }
                if !beside.has(to) {
                    far.insert(to);
                }
            }
        }
        let mut neighbours = [0; 6];
        for (slot, &other) in neighbours.iter_mut().zip(&board.orthogonal[cell]) {
            *slot = other as u8;
        }
        Cell { reach, far, beside, touching, neighbours, degree: board.orthogonal[cell].len() as u8 }
    }
}

/// 3b: the larger dimension of a set of squares.
fn dimension(area: Bits<W>) -> u32 {
    let extent = |coordinate: fn(usize) -> usize| {
        let range = area.sites().map(coordinate).fold((SIDE, 0), |(low, high), at| (low.min(at), high.max(at)));
        (range.1 + 1 - range.0) as u32
    };
    extent(|cell| cell % SIDE).max(extent(|cell| cell / SIDE))
}

impl Rules for RabbitWarrens {
    fn restart(&mut self) {
        self.board = [TAKEN; CELLS];
        self.empty = Bits::NONE;
        self.rank = [[OWN - 1; CELLS]; 2];
        self.beside = [Counts::ZERO; 2];
        let mut placed = [0, 0];
        for cell in 0..self.cells {
            let stone = self.start[cell];
            self.board[cell] = stone;
            if stone == 0 {
                self.empty.insert(cell);
                continue;
            }
            let player = stone as usize - 1;
            self.stones[player][placed[player]] = cell as u8;
            placed[player] += 1;
            self.beside[player].raise(self.cell[cell].beside);
            for other in self.cell[cell].beside.sites() {
                self.rank[player][other] += OWN;
                self.rank[1 - player][other] -= 1;
            }
        }
        self.mover = 0;
        self.before = None;
        self.turns_passed = 0;
        self.end = None;
    }

    fn mover(&self) -> u8 {
        self.mover as u8 + 1
    }

    fn legal(&self) -> Vec<Move> {
        let mut moves = vec![Move::Pass];
        let above = self.above(self.mover);
        for &from in &self.stones[self.mover][..self.count] {
            let from = from as usize;
            let goals = self.goals(&above, self.mover, from);
            let twice = goals & self.cell[from].touching;
            moves.extend(goals.sites().chain(twice.sites()).map(|to| Move::Jump { from, to }));
        }
        moves
    }

    fn play(&mut self, m: Move) {
        let fresh = self.before != Some(self.mover);
        let mut again = false;
        if let Move::Jump { from, to } = m {
            let stone = self.stones[self.mover][..self.count].iter().position(|&cell| cell as usize == from);
            self.change(self.mover, Chosen { stone: stone.unwrap_or(0), to });
            self.turns_passed = 0;
            again = fresh && self.before.is_some();
        } else {
            self.turns_passed = if fresh { self.turns_passed + 1 } else { 0 };
        }
        if self.turns_passed == 2 {
            self.end = Some(self.result(self.mover));
            return;
        }
        self.before = Some(self.mover);
        if !again {
            self.mover = 1 - self.mover;
        }
    }

    fn board(&self) -> Vec<u8> {
        [&self.board[..self.cells], &HANDS].concat()
    }

    fn end(&self) -> Option<End> {
        self.end
    }

    fn run<R: Record>(&mut self, random: &mut Random, cap: u32, record: &mut R) -> Playout {
        Rules::restart(self);
        let (mut plies, mut player, mut moves_left, mut fresh, mut turns_passed) = (0, 0, 1, true, 0);
        let mut tries = MOST_TRIES;
        while plies < cap {
            let (chosen, tried) = self.draw(player, random, tries);
            // Where drawing has failed it is likely to fail again, and the moves are counted at once for a while.
            tries = if tried == tries { LEAST_TRIES } else { MOST_TRIES };
            plies += 1;
            match chosen {
                Some(chosen) => {
                    let from = self.stones[player][chosen.stone] as usize;
                    record.note(|| Move::Jump { from, to: chosen.to });
                    self.change(player, chosen);
                    turns_passed = 0;
                    moves_left -= 1;
                    fresh = false;
                }
                None => {
                    record.note(|| Move::Pass);
                    turns_passed = if fresh { turns_passed + 1 } else { 0 };
                    if turns_passed == 2 {
                        return Playout { plies, end: Some(self.result(player)) };
                    }
                    moves_left = 0;
                }
            }
            if moves_left == 0 {
                player = 1 - player;
                moves_left = 2;
                fresh = true;
            }
        }
        Playout { plies, end: None }
    }
}

/// How often a move is drawn before the moves are counted, and how often where this has failed just before.
const MOST_TRIES: u32 = 16;
const LEAST_TRIES: u32 = 4;
