//! The state that a program plays on.

use crate::engine::state::EndType;
use crate::engine::trial::Trial;
use crate::program::bits::Set;

/// How many owners there may be: nobody, the players, everybody.
pub const OWNERS: usize = 4;

/// A position: sets of sites for owners, and the scalars.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position<const W: usize> {
    /// The sites with pieces of each owner: 0 nobody, then the players, last what is shared.
    pub owned: [Set<W>; OWNERS],
    /// The empty sites of the board.
    pub empty: Set<W>,
    /// The component on each site, 0 for none.
    pub what: Vec<u16>,
    /// For each component the sites it stands on, in the order that decides the order of moves; empty where no rule
    /// depends on it.
    pub order: Vec<Vec<u16>>,
    /// The named variables, -1 while unset.
    pub vars: Vec<i32>,
    /// Scores by player.
    pub scores: [i32; OWNERS],
    /// The counter.
    pub counter: i32,
    /// The player to move.
    pub mover: i32,
    /// The player due next.
    pub next: i32,
    /// The player who moved before.
    pub prev: i32,
    /// Bit p: player p could not move when that was last looked at.
    pub stalemated: u32,
    /// Remembered values.
    pub remembered: Vec<i32>,
    /// Where the last move began and ended, -1 for nowhere.
    pub last: (i32, i32),
    /// All moves: who made them, and whether they were passes.
    pub history: Log,
    /// How many of them were made by the start rules.
    pub initial: usize,
    /// The number of the turn.
    pub turn: i32,
    /// How the game ended, and who won (0 for nobody).
    pub over: Option<(i32, EndType)>,
}

/// Who made each move, and whether it was a pass. Compiled code appends to it.
#[repr(C)]
pub struct Log {
    /// The address of the first entry.
    pub(super) address: usize,
    pub(super) length: usize,
    /// For how many there is room.
    pub(super) room: usize,
    entries: Vec<u8>,
}

/// The bit of a pass in an entry of a [`Log`]; the others are the mover.
pub(super) const PASS: u8 = 1 << 7;

impl Log {
    /// Appends a move.
    #[inline]
    pub fn push(&mut self, mover: i32, pass: bool) {
        if self.length == self.room {
            self.grow();
        }
        if let Some(entry) = self.entries.get_mut(self.length) {
            *entry = (mover as u8 & !PASS) | if pass { PASS } else { 0 };
            self.length += 1;
        }
    }

    /// Makes room for more moves.
    #[inline(never)]
    pub(super) fn grow(&mut self) {
        self.reserve((2 * self.entries.len()).max(64));
    }

    fn reserve(&mut self, room: usize) {
        self.entries.resize(room.max(self.entries.len()), 0);
        (self.room, self.address) = (self.entries.len(), self.entries.as_mut_ptr() as usize);
    }

    fn made(&self) -> &[u8] {
        self.entries.get(..self.length).unwrap_or_default()
    }

    /// The moves, the last first.
    fn backwards(&self) -> impl Iterator<Item = (u8, bool)> {
        self.made().iter().rev().map(|&entry| (entry & !PASS, entry & PASS != 0))
    }

    fn copy_from(&mut self, other: &Log) {
        self.reserve(other.length);
        if let Some(entries) = self.entries.get_mut(..other.length) {
            entries.copy_from_slice(other.made());
        }
        self.length = other.length;
    }
}

impl FromIterator<(i32, bool)> for Log {
    fn from_iter<I: IntoIterator<Item = (i32, bool)>>(moves: I) -> Self {
        let mut log = Log { address: 0, length: 0, room: 0, entries: Vec::new() };
        log.grow();
        moves.into_iter().for_each(|(mover, pass)| log.push(mover, pass));
        log
    }
}

impl Clone for Log {
    fn clone(&self) -> Self {
        self.made().iter().map(|&entry| (i32::from(entry & !PASS), entry & PASS != 0)).collect()
    }
}

impl PartialEq for Log {
    fn eq(&self, other: &Self) -> bool {
        self.made() == other.made()
    }
}

impl Eq for Log {}

impl std::fmt::Debug for Log {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.made()).finish()
    }
}

/// Makes a list that of others, of which there are mostly as many, and often none.
#[inline]
pub(super) fn take_over<T: Copy>(to: &mut Vec<T>, from: &[T]) {
    if to.len() != from.len() {
        to.clear();
        to.extend_from_slice(from);
    } else if !from.is_empty() {
        to.copy_from_slice(from);
    }
}

impl<const W: usize> Position<W> {
    /// The position of a trial, as far as programs know positions.
    pub fn of(trial: &Trial, universe: usize, ordered: bool) -> Self {
        let state = trial.state();
        let game = trial.game();
        let t = game.equipment.board.default_type();
        let board = game.equipment.board.len(t);
        let mut position = Position {
            owned: [Set::EMPTY; OWNERS],
            empty: Set::EMPTY,
            what: vec![0; universe],
            order: vec![Vec::new(); game.equipment.components.len()],
            vars: state.vars().iter().map(|value| value.unwrap_or(-1)).collect(),
            scores: [0; OWNERS],
            counter: state.counter(),
            mover: state.mover(),
            next: state.next(),
            prev: state.prev(),
            stalemated: 0,
            remembered: state.remembered().to_vec(),
            last: trial.history().last().map_or((-1, -1), |m| (m.from, m.to)),
            history: trial.history().map(|m| (m.mover, m.is_pass())).collect(),
            initial: trial.initial(),
            turn: state.turn(),
            over: state.status().map(|status| (status.winner, status.end)),
        };
        for site in 0..universe {
            let piece = state.piece(t, site as i32, None);
            position.what[site] = piece.what;
            if piece.what != 0 {
                if let Some(owned) = position.owned.get_mut(usize::from(piece.who)) {
                    owned.insert(site);
                }
            } else if site < board {
                position.empty.insert(site);
            }
        }
        if ordered {
            for (component, order) in position.order.iter_mut().enumerate() {
                let standings = state.standings(component).iter().filter(|s| s.t == t);
                order.extend(standings.filter_map(|s| u16::try_from(s.site).ok()));
            }
        }
        for player in 1..=game.equipment.players {
            if let Some(score) = position.scores.get_mut(player as usize) {
                *score = state.score(player);
            }
            if state.is_stalemated(player) {
                position.stalemated |= 1 << player;
            }
        }
        position
    }

    /// The pieces of a player; none for a number that is no owner.
    #[inline]
    pub fn of_player(&self, player: i32) -> Set<W> {
        usize::try_from(player).ok().and_then(|player| self.owned.get(player)).copied().unwrap_or_default()
    }

    /// The sites with pieces, those of the hands among them.
    #[inline]
    pub fn occupied(&self) -> Set<W> {
        self.owned.iter().fold(Set::EMPTY, |all, owned| all | *owned)
    }

    /// The owner of the piece on a site, 0 for none.
    #[inline]
    pub fn who(&self, site: i32) -> i32 {
        match usize::try_from(site) {
            Ok(site) => (1..OWNERS).find(|&owner| self.owned[owner].contains(site)).unwrap_or(0) as i32,
            Err(_) => 0,
        }
    }

    /// How many moves have been made.
    pub fn moves(&self) -> usize {
        self.history.length - self.initial
    }

    /// Takes over another position of the same game without giving memory back.
    pub fn copy_from(&mut self, other: &Self) {
        self.owned = other.owned;
        self.empty = other.empty;
        take_over(&mut self.what, &other.what);
        for (order, other) in self.order.iter_mut().zip(&other.order) {
            take_over(order, other);
        }
        take_over(&mut self.vars, &other.vars);
        self.scores = other.scores;
        self.counter = other.counter;
        self.mover = other.mover;
        self.next = other.next;
        self.prev = other.prev;
        self.stalemated = other.stalemated;
        take_over(&mut self.remembered, &other.remembered);
        self.last = other.last;
        self.history.copy_from(&other.history);
        self.initial = other.initial;
        self.turn = other.turn;
        self.over = other.over;
    }

    /// Whether all players have passed in their last turns, as the plain engine finds it from the history.
    pub fn all_passed(&self) -> bool {
        let mut rest = self.history.backwards();
        let mut who = self.mover;
        let mut passed = false;
        let mut in_turn = 0;
        for _ in 0..2 {
            loop {
                let Some((mover, pass)) = rest.next() else { return passed };
                if in_turn > 1 {
                    return false;
                }
                if i32::from(mover) != who {
                    if !passed {
                        return false;
                    }
                    who = i32::from(mover);
                    in_turn = 0;
                    passed = pass;
                    break;
                }
                in_turn += 1;
                passed = pass;
            }
        }
        true
    }
}
