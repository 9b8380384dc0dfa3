//! Positions written down as keys of a table, and gone back to.

use crate::engine::context::Cx;
use crate::engine::history::MoveHead;
use crate::engine::layout::StoreSite;
use crate::engine::scalars::Scalars;
use crate::engine::site_set::SiteSet;
use crate::engine::site_store::Piece;
use smallvec::SmallVec;
use std::iter::Peekable;

/// Begins what is written of a container, piece by piece.
const PIECES: i32 = -1;
/// Begins the same by the sites of each component, where that tells all.
const SITES: i32 = -5;
/// Begins a piece with data, or one of several on its site.
const DATA: i32 = -4;
/// Begins who made the last moves, and which were passes.
const PASSES: i32 = -2;
/// Begins the sites of the last move.
const LAST: i32 = -3;

impl Cx {
    /// Writes down all that tells the position from others, but for counters and what of the scalars changes seldom.
    pub(super) fn identify(&self, key: &mut Vec<i32>) {
        key.clear();
        let state = &self.state;
        for store in (0..).map_while(|number| state.site_store_at(number)) {
            if store.is_plain() {
                key.push(SITES);
                for (what, sites) in (1..).zip(store.by_component()).filter(|(_, sites)| !sites.is_empty()) {
                    key.push(what);
                    key.extend(sites.words().iter().flat_map(|&word| [word as i32, (word >> 32) as i32]));
                }
                continue;
            }
            key.push(PIECES);
            for (site, piece) in (0..).zip(store.pieces()).filter(|(_, piece)| !piece.is_nothing()) {
                let what = i32::from(piece.what);
                if piece.count == 1 && (piece.state | piece.rotation | piece.value) == 0 {
                    key.extend([site << 16 | what, i32::from(piece.who)]);
                } else {
                    key.extend([DATA, site, what, i32::from(piece.who), piece.count]);
                    key.extend([piece.state, piece.rotation, piece.value]);
                }
            }
        }
        key.push(PIECES);
        state.identify(key);
        let made = self.history.made();
        let passes = self.passes_told();
        key.extend([PASSES, passes.len() as i32]);
        passes.iter().for_each(|made| key.extend([made.mover, i32::from(made.pass)]));
        if self.game.phase(state, state.mover()).asks_back
            && let Some(made) = made.last()
        {
            key.extend([LAST, made.mover, made.from, made.to, made.last.0, made.last.1]);
        }
    }

    /// The last moves from which it is told whether all have passed, now and in the moves to come: no more than
    /// [`Cx::all_passed`] looks at, and none before one that is no pass and that another player's turn comes before.
    fn passes_told(&self) -> &[MoveHead] {
        let made = self.history.made();
        let most = &made[made.len().saturating_sub(2 * self.state.players() as usize + 1)..];
        let end = (1..most.len()).rev().find(|&index| !most[index].pass && most[index - 1].mover != most[index].mover);
        &most[end.unwrap_or(0)..]
    }

    /// Goes from the start, where it is, to a position that [`Cx::identify`] has written down and that nobody has a
    /// rank in, so many moves and turns later. What nothing asks for of the moves made is made up.
    pub(super) fn go_to(&mut self, key: &[i32], moves: usize, turns: i32) {
        let mut words = key.iter().copied().peekable();
        let mut pieces = Vec::new();
        for (number, store) in (0..).map_while(|number| Some((number, self.state.site_store_at(number)?))) {
            let at = |(site, piece)| (StoreSite { store: number, site }, piece);
            if words.next() == Some(SITES) {
                while let Some(what) = words.next_if(|&word| word > 0) {
                    let sites = (0..store.len().div_ceil(64)).map(|_| {
                        let mut half = || u64::from(words.next().unwrap_or(0) as u32);
                        half() | half() << 32
                    });
                    let sites = SiteSet::of_words(&sites.collect::<SmallVec<[u64; 6]>>());
                    pieces.extend(sites.iter().map(|site| at((site as usize, self.piece_of(what)))));
                }
            } else {
                pieces.extend(std::iter::from_fn(|| piece_from(&mut words)).map(at));
            }
        }
        self.state.arrange(&pieces);
        words.next();
        let scalars: &mut Scalars = &mut self.state;
        scalars.take_up(&mut words);
        scalars.counter = scalars.counter.wrapping_add(moves as i32);
        scalars.turn += turns;
        self.recall_moves(&mut words, moves);
        self.state.touch_all();
    }

    /// Appends so many moves, of which as much is right as is written down.
    fn recall_moves(&mut self, words: &mut Peekable<impl Iterator<Item = i32>>, moves: usize) {
        let first = self.history.len();
        let length = first + moves;
        self.history.push_unknown(moves);
        words.next();
        let told = words.next().and_then(|told| usize::try_from(told).ok()).unwrap_or(0);
        for index in length.saturating_sub(told)..length {
            let mut made = MoveHead::UNKNOWN;
            (made.mover, made.pass) = (words.next().unwrap_or(0), words.next() == Some(1));
            if index >= first {
                self.history.change_head(index, made);
            }
        }
        if words.next_if_eq(&LAST).is_some()
            && let Some(mut made) = self.last().copied().filter(|_| moves > 0)
        {
            let mut next = || words.next().unwrap_or(-1);
            (made.mover, made.from, made.to, made.last) = (next(), next(), next(), (next(), next()));
            self.history.change_head(length - 1, made);
        }
    }
}

/// The next piece that is written down of a container, and its site.
fn piece_from(words: &mut Peekable<impl Iterator<Item = i32>>) -> Option<(usize, Piece)> {
    let first = words.next_if(|&word| word != PIECES && word != SITES)?;
    let mut next = || words.next().unwrap_or(0);
    if first != DATA {
        let piece = Piece { what: first as u16, who: next() as u8, count: 1, ..Piece::default() };
        return Some((first as usize >> 16, piece));
    }
    let site = next() as usize;
    let (what, who, count) = (next() as u16, next() as u8, next());
    Some((site, Piece { what, who, count, state: next(), rotation: next(), value: next() }))
}
