//! What an expression reads: the key under which its value can be kept.

use std::ops::{BitOr, BitOrAssign};

/// A set of things an expression reads: parts of the state, and iterator variables.
///
/// A value computed once stays right as long as nothing its expression reads has changed. Each evaluator node states
/// what it reads; a node that cannot say so states [`Uses::VOLATILE`] and is evaluated afresh every time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Uses(u32);

impl Uses {
    /// Reads nothing: a constant of the board.
    pub const NONE: Uses = Uses(0);
    /// Pieces on sites, with their state, value, rotation and count; and the owned lists.
    pub const BOARD: Uses = Uses(1 | Uses::REACH);
    /// Of [`Uses::BOARD`] only who and what stands on the sites that its iterator variables name.
    pub(crate) const BOARD_HERE: Uses = Uses(1);
    /// Mover, next, previous mover, active players, teams, phases.
    pub const TURN: Uses = Uses(1 << 1);
    /// Named variables and the unnamed one.
    pub const VARS: Uses = Uses(1 << 2 | Uses::FIRST_VARS);
    /// Scores, payoffs, amounts, the pot, values of players.
    pub const SCORES: Uses = Uses(1 << 3);
    /// The moves made so far.
    pub const HISTORY: Uses = Uses(1 << 4);
    /// The counter, and the numbers of the turn and of the moves in it.
    pub const COUNTER: Uses = Uses(1 << 5);
    /// Everything else of the state: pending, remembered, visited, to clear, votes, stalemate and trigger bits, dice.
    pub const OTHER: Uses = Uses(1 << 6);
    /// Of [`Uses::TURN`] what does not change with every move: active players, teams, phases. No expression states it.
    pub const PLAYERS: Uses = Uses(1 << 7);
    /// How many parts of the state are told apart.
    pub const PARTS: usize = 8 + Uses::OWN_VARS;
    /// How far beyond the sites that its iterator variables name it reads the board, as so many bits: one step to an
    /// adjacent site, two, or anywhere.
    const REACH: u32 = 1 << 22 | 1 << 23 | Uses::ANYWHERE;
    const ANYWHERE: u32 = 1 << 24;
    /// How many of the first named variables of a game are parts by themselves, from which bit on.
    const OWN_VARS: usize = 7;
    const FIRST_VAR: usize = 25;
    const FIRST_VARS: u32 = 0x7f << Uses::FIRST_VAR;
    /// Draws random numbers or changes the context: never to be kept.
    pub const VOLATILE: Uses = Uses(1 << 8);
    /// [`Uses::VOLATILE`] only for what its parts, each of which states it, read and change.
    pub const PARTWISE: Uses = Uses(1 << 8 | Uses::BY_PARTS);
    const BY_PARTS: u32 = 1 << 21;
    /// The iterator variable `from`.
    pub const FROM: Uses = Uses(1 << 9);
    /// The iterator variable `to`.
    pub const TO: Uses = Uses(1 << 10);
    /// The iterator variable `site`.
    pub const SITE: Uses = Uses(1 << 11);
    /// The iterator variable `level`.
    pub const LEVEL: Uses = Uses(1 << 12);
    /// The iterator variable `between`.
    pub const BETWEEN: Uses = Uses(1 << 13);
    /// The iterator variable `value`.
    pub const VALUE: Uses = Uses(1 << 14);
    /// The iterator variable `player`.
    pub const PLAYER: Uses = Uses(1 << 15);
    /// The iterator variable `track`.
    pub const TRACK: Uses = Uses(1 << 16);
    /// The iterator variable of dice.
    pub const PIPS: Uses = Uses(1 << 17);
    /// The iterator variables `hint` and `edge`.
    pub const HINT: Uses = Uses(1 << 18);
    /// The iterated region, team or hint region.
    pub const REGION: Uses = Uses(1 << 19);
    /// Of [`Uses::BOARD`] only the values of a puzzle's variables, each asked for by [`Cx::value_of`] or noted by
    /// `Cx::note_read`, so that it can be found out which ones a constraint has looked at.
    ///
    /// [`Cx::value_of`]: crate::engine::context::Cx::value_of
    pub const VALUES: Uses = Uses(1 << 20);
    /// All parts of the state.
    pub const STATE: Uses = Uses(0x7f | 1 << 20 | Uses::REACH | Uses::FIRST_VARS);
    /// All iterator variables.
    pub const ITERATORS: Uses = Uses(0x7ff << 9);

    /// The names of those that are among `of`.
    pub fn names(self, of: Uses) -> impl Iterator<Item = &'static str> {
        let any_var = u32::from(self.any(Uses::VARS)) << 2;
        let both = (self.0 | any_var) & of.0;
        NAMES.split(' ').enumerate().filter(move |(bit, _)| both >> bit & 1 == 1).map(|(_, name)| name)
    }

    /// The iterator variables that are numbers.
    pub(crate) const NUMBERS: [Uses; 9] = [
        Uses::FROM,
        Uses::TO,
        Uses::SITE,
        Uses::LEVEL,
        Uses::BETWEEN,
        Uses::VALUE,
        Uses::PLAYER,
        Uses::TRACK,
        Uses::PIPS,
    ];

    /// These without what the parts of the expression state themselves.
    pub(crate) fn without_parts(self) -> Uses {
        if self.any(Uses(Uses::BY_PARTS)) { self.without(Uses::PARTWISE) } else { self }
    }

    /// Whether any of `other` is among these.
    #[inline]
    pub fn any(self, other: Uses) -> bool {
        self.0 & other.0 != 0
    }

    /// These without `other`: what remains free when an enclosing ludeme sets `other` itself. Where that sets an
    /// iterator variable, the board may be read anywhere.
    #[must_use]
    #[inline]
    pub fn without(self, other: Uses) -> Uses {
        let left = Uses(self.0 & !other.0);
        let sets = self.0 & other.0 & Uses::ITERATORS.0 != 0;
        if sets && left.0 & 1 != 0 { left | Uses::BOARD } else { left }
    }

    /// A named variable by its number; for a number that none of the first has, all others and the unnamed one.
    pub(crate) fn var(index: usize) -> Uses {
        if index < Uses::OWN_VARS { Uses(1 << (Uses::FIRST_VAR + index)) } else { Uses(1 << 2) }
    }

    /// How many steps from the sites that its iterator variables name it reads the board at most; `None` for anywhere.
    pub(crate) fn reach(self) -> Option<usize> {
        let bits = self.0 & Uses::REACH;
        (bits & Uses::ANYWHERE == 0).then_some(bits.count_ones() as usize)
    }

    /// These where what is read of the board is that of one site alone, which an iterator variable names.
    pub(crate) fn here(self) -> Uses {
        Uses(self.0 & !Uses::REACH)
    }

    /// These where the sites are those next to the ones that its iterator variables name.
    pub(crate) fn one_step_on(self) -> Uses {
        let reach = self.0 & Uses::REACH;
        let wider = (reach << 1 | (self.0 & 1) << 22) & Uses::REACH;
        Uses(self.0 | wider)
    }

    /// The same where `set` are iterator variables that go over such sites.
    pub(crate) fn around(self, set: Uses) -> Uses {
        Uses(self.one_step_on().0 & !set.0)
    }

    /// The numbers of the parts of the state that are read.
    #[inline]
    pub fn parts(self) -> impl Iterator<Item = usize> {
        // What changes a value changes the board.
        let mut left = (self.0 | self.0 >> 20 & 1) & 0xff | self.0 >> Uses::FIRST_VAR << 8;
        std::iter::from_fn(move || {
            let part = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            (part < Uses::PARTS).then_some(part)
        })
    }

    /// The part number of a single part.
    #[inline]
    pub(crate) fn part(self) -> usize {
        let bit = self.0.trailing_zeros() as usize;
        if bit < Uses::FIRST_VAR { bit } else { 8 + bit - Uses::FIRST_VAR }
    }
}

/// Names for people, in the order of the bits.
const NAMES: &str = "board turn variables scores history counter other players volatile from to site level between value player \
                     track pips hint region values";

impl BitOr for Uses {
    type Output = Uses;

    #[inline]
    fn bitor(self, other: Uses) -> Uses {
        Uses(self.0 | other.0)
    }
}

impl BitOrAssign for Uses {
    fn bitor_assign(&mut self, other: Uses) {
        self.0 |= other.0;
    }
}
