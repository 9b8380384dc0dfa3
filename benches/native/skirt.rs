//! Skirt.
//!
//! Sites are bits of a triangular lattice, so that a step of all sites of a set is a shift. For all sites at once there
//! are kept: the lead of player 1 over player 2 among the stones beside it, which decides placements and where a stone
//! may skirt to, and how many stones of each are beside it, for territory.
//!
//! A random skirting move is drawn from all pairs of a stone that can take a step and a site where it may stop; one flood
//! tells whether it gets there. Territory is looked at only for the player who has placed, and no longer than half of
//! the empty sites can be his.

mod territory;

use super::bits::{Bits, Counts};
use super::lattice::{DIRECTIONS, Lattice};
use super::{End, Graph, Items, Move, Playout, Random, Record, Rules, words};

/// The number that stands for no lead.
const LEVEL: u32 = 8;

/// What a ply may be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    FirstLight,
    SecondLight,
    FirstDark,
    /// 4: the choice, or a ply of dark.
    Choice,
    Play,
}

/// The game on a lattice of at most `64 W` bits. Sites are bits here.
pub struct Skirt<const W: usize, const ROW: u32> {
    sites: Vec<Site<W>>,
    /// By site of the library's board, the bit.
    bit: Vec<usize>,
    board: Bits<W>,
    outer: Bits<W>,
    /// In each direction, the sites from which a step leads to an inner site.
    to_inner: [Bits<W>; DIRECTIONS],
    /// By number of neighbours, the sites that have so many.
    degree: [Bits<W>; 7],
    /// 10: whether there is an even number of sites.
    even: bool,
    double: bool,

    empty: Bits<W>,
    stones: [Bits<W>; 2],
    leads: Counts<W, 4>,
    beside: [Counts<W, 3>; 2],
    stage: Stage,
    /// From 0.
    mover: usize,
    /// 3: the colour of the player who set up, from 0.
    offerer: usize,
    /// 5: whether one placement of the running turn was made.
    placed: bool,
    /// 6: whether the latest change was a skirting move; unset until there was one or a placement in play.
    skirted: Option<bool>,
    end: Option<End>,
}

/// What stays the same about a bit.
#[derive(Clone, Copy)]
struct Site<const W: usize> {
    /// The site of the library's board.
    name: usize,
    beside: Bits<W>,
}

/// Shifts by constants are much faster, for which reason there is a program for each length of a row.
macro_rules! by_row {
    ($items:ident, $board:ident, $lattice:ident, $words:literal: $($row:literal)*) => {
        match $lattice.row {
            $($row => Box::new(Skirt::<$words, $row>::new($items, $board, $lattice)),)*
            other => panic!("rows of {other} bits in {} words", $words),
        }
    };
}

pub fn make(items: &Items, board: &Graph) -> Box<dyn super::Game> {
    let lattice = Lattice::new(board);
    match words(lattice.bits()) {
        1 => by_row!(items, board, lattice, 1: 4 5 6 7 8 9),
        2 => by_row!(items, board, lattice, 2: 8 9 10 11 12),
        3 => by_row!(items, board, lattice, 3: 10 11 12 13 14 15 16),
        _ => by_row!(items, board, lattice, 4: 12 13 14 15 16 17 18),
    }
}

/// The choices of a ply.
struct Choices<const W: usize> {
    placeable: Bits<W>,
    /// The stones that can take a step.
    movable: Bits<W>,
    /// The sites on which one of the player's stones may stop, if it keeps contact.
    stops: Bits<W>,
    /// As `stops`, for a stone that comes from beside.
    stops_beside: Bits<W>,
    swap: bool,
}

impl<const W: usize, const ROW: u32> Skirt<W, ROW> {
    fn new(items: &Items, board: &Graph, lattice: Lattice) -> Self {
        let mut sites = vec![Site { name: 0, beside: Bits::NONE }; 64 * W];
        let (mut outer, mut degree) = (Bits::NONE, [Bits::NONE; 7]);
        for (name, &bit) in lattice.bit.iter().enumerate() {
            let beside: Bits<W> = board.orthogonal[name].iter().map(|&other| lattice.bit[other]).collect();
            sites[bit] = Site { name, beside };
            degree[board.orthogonal[name].len()].insert(bit);
            if board.outer[name] {
                outer.insert(bit);
            }
        }
        let on_board: Bits<W> = lattice.bit.iter().copied().collect();
        let mut game = Skirt {
            sites,
            board: on_board,
            outer,
            to_inner: around(on_board.and_not(outer), ROW),
            bit: lattice.bit,
            degree,
            even: board.len().is_multiple_of(2),
            double: items.item("Alternation") == "Double Turns",
            empty: Bits::NONE,
            stones: [Bits::NONE; 2],
            leads: Counts::ZERO,
            beside: [Counts::ZERO; 2],
            stage: Stage::FirstLight,
            mover: 0,
            offerer: 0,
            placed: false,
            skirted: None,
            end: None,
        };
        Rules::restart(&mut game);
        game
    }

    /// 9: where a player may place a stone.
    #[inline(always)]
    fn placeable(&self, player: usize) -> Bits<W> {
        let ahead = if player == 0 { self.leads.at_least(LEVEL + 1) } else { !self.leads.at_least(LEVEL) };
        self.empty & ahead
    }

    /// 8: where a stone of a player may stop: if it comes from elsewhere, and if it comes from beside.
    #[inline(always)]
    fn stops(&self, player: usize) -> (Bits<W>, Bits<W>) {
        let (far, near) = if player == 0 {
            (self.leads.at_least(LEVEL - 1), self.leads.at_least(LEVEL))
        } else {
            (!self.leads.at_least(LEVEL + 2), !self.leads.at_least(LEVEL + 1))
        };
        (self.empty & far, self.empty & near)
    }

    /// 7: in each direction, the sites from which a step keeps contact with one of the stones.
    #[inline(always)]
    fn contacts(&self, stones: Bits<W>) -> [Bits<W>; DIRECTIONS] {
        let beside = around(stones, ROW);
        std::array::from_fn(|d| beside[(d + 1) % 6] | beside[(d + 5) % 6])
    }

    /// 7, 8: the stones of a player that can take a step.
    #[inline(always)]
    fn movable(&self, player: usize, stops_beside: Bits<W>) -> Bits<W> {
        let contacts = self.contacts(self.stones[0] | self.stones[1]);
        let ends = around(stops_beside, ROW);
        let steps = (0..DIRECTIONS).fold(Bits::NONE, |all, d| all | (contacts[d] & ends[d]));
        self.stones[player] & steps
    }

    /// 7, 8: where a stone can skirt to; if a goal is given, only whether it is reached matters.
    #[inline]
    fn skirting(&self, from: usize, choices: &Choices<W>, goal: Bits<W>) -> Bits<W> {
        let origin = Bits::one(from);
        let contacts = self.contacts((self.stones[0] | self.stones[1]).and_not(origin));
        let beside = self.sites[from].beside;
        let stops = choices.stops.and_not(beside) | (choices.stops_beside & beside);
        let mut reached = origin;
        loop {
            let further = (0..DIRECTIONS).fold(Bits::NONE, |all, d| all | Lattice::step(reached & contacts[d], d, ROW));
            let more = reached | (further & stops);
            if more == reached || !(more & goal).is_empty() {
                return more ^ origin;
            }
            reached = more;
        }
    }

    #[inline(always)]
    fn choices(&self, player: usize, skirting: bool) -> Choices<W> {
        let placeable = self.placeable(player);
        let swap = self.stage == Stage::Choice;
        if !skirting {
            return Choices { placeable, movable: Bits::NONE, stops: Bits::NONE, stops_beside: Bits::NONE, swap };
        }
        let (stops, stops_beside) = self.stops(player);
        Choices { placeable, movable: self.movable(player, stops_beside), stops, stops_beside, swap }
    }

    /// 1: whether a player has a ply in the game.
    #[inline(always)]
    fn has_ply(&self, player: usize, skirting: bool) -> bool {
        if !self.placeable(player).is_empty() {
            return true;
        }
        skirting && !self.movable(player, self.stops(player).1).is_empty()
    }

    /// All moves of a position in the game.
    fn listed(&self, choices: &Choices<W>) -> Vec<Move> {
        let what = self.mover as u8 + 1;
        let mut moves: Vec<Move> =
            choices.placeable.sites().map(|bit| Move::Add { site: self.sites[bit].name, what }).collect();
        if choices.swap {
            moves.push(Move::Swap);
        }
        for from in choices.movable.sites() {
            let goals = self.skirting(from, choices, Bits::NONE).sites();
            moves.extend(goals.map(|to| Move::Jump { from: self.sites[from].name, to: self.sites[to].name }));
        }
        moves
    }

    #[inline(always)]
    fn add(&mut self, player: usize, bit: usize) {
        let beside = self.sites[bit].beside;
        self.empty.remove(bit);
        self.stones[player].insert(bit);
        self.beside[player].raise(beside);
        if player == 0 { self.leads.raise(beside) } else { self.leads.lower(beside) }
    }

    #[inline(always)]
    fn skirt(&mut self, player: usize, from: usize, to: usize) {
        let beside = self.sites[from].beside;
        self.empty.insert(from);
        self.stones[player].remove(from);
        self.beside[player].lower(beside);
        if player == 0 {
            self.leads.lower(beside)
        } else {
            self.leads.raise(beside)
        }
        self.add(player, to);
    }

    /// 2, 10: whether a player has won by territory.
    #[inline(always)]
    fn has_majority(&self, player: usize) -> bool {
        let empty = self.empty.count();
        let half_is_enough = self.even && self.offerer == player;
        let needed = if half_is_enough { empty.div_ceil(2) } else { empty / 2 + 1 };
        self.territory(player, needed) >= needed
    }

    /// Draws a ply of the game; there is one.
    #[inline(always)]
    fn draw(&self, choices: &Choices<W>, random: &mut Random) -> Draw {
        let placeable = choices.placeable.count();
        let stones = choices.movable.count();
        let fixed = placeable + u32::from(choices.swap);
        if stones == 0 {
            let drawn = random.below(fixed);
            return if drawn < placeable { Draw::Place(choices.placeable.nth(drawn)) } else { Draw::Swap };
        }
        // Nothing is reached without a stone beside it.
        let occupied = self.stones[0] | self.stones[1];
        let touched = around(occupied, ROW).into_iter().fold(Bits::NONE, |all, set| all | set);
        let stops = choices.stops & touched;
        let all_stops = stops.count();
        loop {
            let drawn = random.below(fixed + stones * all_stops);
            if drawn < placeable {
                return Draw::Place(choices.placeable.nth(drawn));
            }
            if drawn < fixed {
                return Draw::Swap;
            }
            let pair = drawn - fixed;
            let from = choices.movable.nth(pair / all_stops);
            let to = stops.nth(pair % all_stops);
            if self.skirting(from, choices, Bits::one(to)).has(to) {
                return Draw::Skirt(from, to);
            }
        }
    }

    /// 3: the set-up; how many plies it took.
    fn set_up<R: Record>(&mut self, random: &mut Random, record: &mut R) -> u32 {
        for _ in 0..2 {
            let bit = self.empty.nth(random.below(self.empty.count()));
            record.note(|| Move::Add { site: self.sites[bit].name, what: 1 });
            self.add(0, bit);
        }
        let beside = self.empty.and_not(self.beside[0].equal(0));
        let bit = beside.nth(random.below(beside.count()));
        record.note(|| Move::Add { site: self.sites[bit].name, what: 2 });
        self.add(1, bit);
        3
    }
}

/// A ply that was drawn.
enum Draw {
    Place(usize),
    Swap,
    Skirt(usize, usize),
}

/// For each direction, the places from which a step in it leads to one of the set.
#[inline(always)]
fn around<const W: usize>(set: Bits<W>, row: u32) -> [Bits<W>; DIRECTIONS] {
    std::array::from_fn(|d| Lattice::step(set, (d + 3) % 6, row))
}

impl<const W: usize, const ROW: u32> Rules for Skirt<W, ROW> {
    fn restart(&mut self) {
        self.empty = self.board;
        self.stones = [Bits::NONE; 2];
        self.leads = Counts::ZERO;
        self.leads.0[3] = self.board;
        self.beside = [Counts::ZERO; 2];
        self.stage = Stage::FirstLight;
        self.mover = 0;
        self.offerer = 0;
        self.placed = false;
        self.skirted = None;
        self.end = None;
    }

    fn mover(&self) -> u8 {
        self.mover as u8 + 1
    }

    fn legal(&self) -> Vec<Move> {
        let add = |sites: Bits<W>, what| {
            sites.sites().map(move |bit| Move::Add { site: self.sites[bit].name, what }).collect::<Vec<_>>()
        };
        match self.stage {
            Stage::FirstLight | Stage::SecondLight => add(self.empty, 1),
            Stage::FirstDark => add(self.empty.and_not(self.beside[0].equal(0)), 2),
            Stage::Choice | Stage::Play => {
                let moves = self.listed(&self.choices(self.mover, self.skirted != Some(true)));
                if moves.is_empty() { vec![Move::Pass] } else { moves }
            }
        }
    }

    fn play(&mut self, m: Move) {
        let in_game = matches!(self.stage, Stage::Choice | Stage::Play);
        let mut again = false;
        match m {
            Move::Swap => {
                self.offerer = 1;
                again = true;
            }
            Move::Jump { from, to } => {
                self.skirt(self.mover, self.bit[from], self.bit[to]);
                self.skirted = Some(true);
                again = true;
            }
            Move::Add { site, what } => {
                self.add(what as usize - 1, self.bit[site]);
                if in_game {
                    self.skirted = Some(false);
                    again = self.double && !self.placed;
                    self.placed = again;
                } else {
                    again = self.stage != Stage::FirstDark;
                }
            }
            _ => {}
        }
        let next = if again { self.mover } else { 1 - self.mover };
        let stuck = match self.stage {
            Stage::Play => !self.has_ply(next, self.skirted != Some(true)),
            Stage::FirstDark => self.empty.and_not(self.beside[next].equal(0)).is_empty(),
            _ => false,
        };
        let winner = if in_game && self.skirted == Some(false) && self.has_majority(self.mover) {
            Some(self.mover)
        } else if stuck {
            Some(1 - next)
        } else {
            (m == Move::Pass).then_some(1 - self.mover)
        };
        self.end = winner.map(|winner| End::Win(winner as u8 + 1));
        self.stage = match self.stage {
            Stage::FirstLight => Stage::SecondLight,
            Stage::SecondLight => Stage::FirstDark,
            Stage::FirstDark => Stage::Choice,
            Stage::Choice | Stage::Play => Stage::Play,
        };
        self.mover = next;
    }

    fn board(&self) -> Vec<u8> {
        let stone = |&bit: &usize| u8::from(self.stones[0].has(bit)) + 2 * u8::from(self.stones[1].has(bit));
        self.bit.iter().map(stone).collect()
    }

    fn end(&self) -> Option<End> {
        self.end
    }

    fn run<R: Record>(&mut self, random: &mut Random, cap: u32, record: &mut R) -> Playout {
        Rules::restart(self);
        let mut plies = self.set_up(random, record);
        let won = |plies, winner: usize| Playout { plies, end: Some(End::Win(winner as u8 + 1)) };
        let mut player = 1;
        if self.empty.and_not(self.beside[1].equal(0)).is_empty() {
            return won(plies, 0);
        }
        self.stage = Stage::Choice;
        let (mut placed, mut skirted) = (false, None);
        // After the choice it is not certain that there is a ply; later it is, as the game would be over.
        let mut certain = true;
        while plies < cap {
            if !certain && !self.has_ply(player, skirted != Some(true)) {
                record.note(|| Move::Pass);
                plies += 1;
                let by_territory = skirted == Some(false) && self.has_majority(player);
                let stuck = !self.has_ply(1 - player, skirted != Some(true));
                return won(plies, if by_territory || stuck { player } else { 1 - player });
            }
            let choices = self.choices(player, skirted != Some(true));
            let drawn = self.draw(&choices, random);
            plies += 1;
            let mut next = player;
            match drawn {
                Draw::Swap => {
                    record.note(|| Move::Swap);
                    self.offerer = 1;
                }
                Draw::Skirt(from, to) => {
                    record.note(|| Move::Jump { from: self.sites[from].name, to: self.sites[to].name });
                    self.skirt(player, from, to);
                    skirted = Some(true);
                }
                Draw::Place(bit) => {
                    record.note(|| Move::Add { site: self.sites[bit].name, what: player as u8 + 1 });
                    self.add(player, bit);
                    skirted = Some(false);
                    placed = self.double && !placed;
                    next = if placed { player } else { 1 - player };
                    if self.has_majority(player) {
                        return won(plies, player);
                    }
                }
            }
            certain = self.stage == Stage::Play;
            if certain && !self.has_ply(next, skirted != Some(true)) {
                return won(plies, 1 - next);
            }
            self.stage = Stage::Play;
            player = next;
        }
        Playout { plies, end: None }
    }
}
