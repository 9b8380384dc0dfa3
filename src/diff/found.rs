//! What differs in a position, in terms that people use.

use super::lockstep::{Side, matching, other_sites, same_result};
use super::pair::{Apart, Pair};
use crate::board::SiteType;
use crate::engine::game::Game;
use crate::engine::mv::Move;
use crate::engine::site_store::SiteStore;
use crate::engine::trial::Trial;
use crate::notation::{describe, outcome, site_name};

/// The first position in which two versions differ, and how the game came there.
#[derive(Debug)]
pub struct Found {
    /// The moves, which are legal in both versions.
    pub moves: Vec<PlayedMove>,
    /// Whether it was shown that no shorter game comes to a difference.
    pub shortest: bool,
    /// What differs; never empty.
    pub aspects: Vec<Aspect>,
    /// The game in version A; `None` if it cannot be started.
    pub a: Option<Trial>,
    /// The same game in version B.
    pub b: Option<Trial>,
}

/// A move of the game to a difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedMove {
    /// Who made it.
    pub mover: i32,
    /// What it is, as lists of moves show it.
    pub text: String,
}

/// One thing that differs in a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Aspect {
    /// The versions are not played with the same things, so that no move of one is one of the other.
    Apart(Apart),
    /// The rules fail in one version: why, by version.
    Fails(Option<String>, Option<String>),
    /// The result; `None` for a version that goes on.
    Result(Option<String>, Option<String>),
    /// The player to move.
    Mover(i32, i32),
    /// The score of a player.
    Score {
        /// The player.
        player: i32,
        /// In A.
        a: i32,
        /// In B.
        b: i32,
    },
    /// What stands on a site.
    Piece {
        /// The type of the site.
        t: SiteType,
        /// The site.
        site: i32,
        /// Its name.
        name: String,
        /// What A has there, in words.
        a: String,
        /// What B has there.
        b: String,
    },
    /// The legal moves.
    Moves {
        /// How many are the same in both, repetitions not counted.
        both: usize,
        /// Moves that only A allows.
        only_a: Vec<LegalMove>,
        /// Moves that only B allows.
        only_b: Vec<LegalMove>,
        /// Moves that read alike and do something else: in A and in B.
        other: Vec<(LegalMove, LegalMove)>,
    },
}

/// A legal move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LegalMove {
    /// The move in a few words.
    pub text: String,
    /// The site it ends on, -1 for none.
    pub to: i32,
    /// The actions it consists of, as recordings have them.
    pub actions: String,
}

/// What differs between two positions that were reached by the same moves.
pub(super) fn aspects(pair: &Pair, a: &mut Side, b: &mut Side) -> Vec<Aspect> {
    if a.fault.is_some() || b.fault.is_some() {
        return vec![Aspect::Fails(a.fault.clone(), b.fault.clone())];
    }
    let (Some(left), Some(right)) = (&mut a.trial, &mut b.trial) else { return Vec::new() };
    let mut list = Vec::new();
    let (one, other) = (left.state(), right.state());
    if !same_result(one, other) {
        list.push(Aspect::Result(outcome(one), outcome(other)));
    }
    let over = one.is_over() || other.is_over();
    if !over && one.mover() != other.mover() {
        list.push(Aspect::Mover(one.mover(), other.mover()));
    }
    for player in 1..=one.players() {
        let (a, b) = (one.score(player), other.score(player));
        if a != b {
            list.push(Aspect::Score { player, a, b });
        }
    }
    for (store, place) in other_sites(pair, one, other) {
        let (t, site) = one.layout().global(store, place);
        let content =
            |game: &Game, store: Option<&SiteStore>| store.map_or_else(String::new, |store| stands(game, store, place));
        list.push(Aspect::Piece {
            t,
            site,
            name: site_name(&pair.a, t, site),
            a: content(&pair.a, one.site_store_at(store)),
            b: content(&pair.b, other.site_store_at(store)),
        });
    }
    if !over && one.mover() == other.mover() {
        let failed = |trial: &mut Trial| trial.legal().err().map(|error| error.to_string());
        let faults = (failed(left), failed(right));
        if faults.0.is_some() || faults.1.is_some() {
            list.push(Aspect::Fails(faults.0, faults.1));
        } else {
            list.extend(moves(pair, left, right));
        }
    }
    list
}

/// What stands on a site, in words.
fn stands(game: &Game, store: &SiteStore, site: usize) -> String {
    let height = store.height(site);
    if height == 0 {
        return "nothing".to_owned();
    }
    let levels = (0..height).map(|level| {
        let piece = store.piece(site, Some(level));
        let component = game.equipment.components.get(usize::from(piece.what));
        let mut text = component.map_or_else(|| piece.what.to_string(), |component| component.name.to_string());
        if piece.count > 1 {
            text = format!("{} {text}", piece.count);
        }
        for (what, value) in [("state", piece.state), ("rotation", piece.rotation), ("value", piece.value)] {
            if value != 0 {
                text.push_str(&format!(" with {what} {value}"));
            }
        }
        text
    });
    levels.collect::<Vec<_>>().join(" under ")
}

fn moves(pair: &Pair, a: &mut Trial, b: &mut Trial) -> Option<Aspect> {
    let (left, right) = (a.legal().ok()?, b.legal().ok()?);
    let matching = matching(pair, left, right);
    let told = |game: &Game, moves: &[Move], numbers: &[usize]| -> Vec<LegalMove> {
        let own = numbers.iter().filter_map(|&index| moves.get(index));
        own.map(|m| LegalMove { text: describe(game, m), to: m.to, actions: m.actions_text() }).collect()
    };
    let mut only_a = told(&pair.a, left, &matching.only_a);
    let mut only_b = told(&pair.b, right, &matching.only_b);
    let mut other = Vec::new();
    only_a.retain(|m| {
        let twin = only_b.iter().position(|twin| twin.text == m.text);
        match twin {
            Some(at) => {
                other.push((m.clone(), only_b.remove(at)));
                false
            }
            None => true,
        }
    });
    let differ = !only_a.is_empty() || !only_b.is_empty() || !other.is_empty();
    differ.then_some(Aspect::Moves { both: matching.both.len(), only_a, only_b, other })
}
