//! `Forward`, `FL`, `Rightwards`, `SameDirection` ..: directions relative to the piece on the site.
//!
//! The facing is that of the piece, else of its owner, else `N`, also on an empty site; a rotation of the piece turns
//! it to the right by so many supported directions. What the words mean from there is stated with
//! [`crate::board::facing::Relative`]. `SameDirection` is the first supported direction with a line from the site the
//! last move came from to the one it went to, `OppositeDirection` the same backwards. Supported directions are by
//! default the `Adjacent` ones of the whole board. (Ludii 1.3.12's behaviour.)

use crate::board::facing::{Relative, rotated};
use crate::engine::directions::DirectionList;
use crate::engine::site_store::Piece;
use crate::ludemes::prelude::*;
use std::sync::OnceLock;

/// The directions that a relative direction word means; `None` for another word.
pub(in crate::ludemes) fn relative(word: &str, lo: &mut Lowering) -> Option<DirectionsExpr> {
    let words = [Word::parse(word)?];
    Some(of_words(words.into(), Supported { relation: Relation::Adjacent, by_site: false }, lo))
}

/// A relative direction.
#[derive(Clone, Copy)]
pub(super) enum Word {
    /// Relative to the facing of a piece.
    Facing(Relative),
    /// The way of the last move.
    Same,
    /// The way back.
    Opposite,
}

impl Word {
    pub(super) fn parse(word: &str) -> Option<Word> {
        match word {
            "SameDirection" => Some(Word::Same),
            "OppositeDirection" => Some(Word::Opposite),
            _ => Relative::parse(word).map(Word::Facing),
        }
    }
}

/// Which directions there are to choose from.
#[derive(Clone, Copy)]
pub(super) struct Supported {
    /// Those of steps of this relation.
    pub relation: Relation,
    /// Those of the site only, not of the whole board.
    pub by_site: bool,
}

impl Supported {
    fn at(self, board: &Topology, t: SiteType, site: i32) -> &[Direction] {
        match usize::try_from(site) {
            Ok(site) if self.by_site => board.supported_at(t, site, self.relation),
            _ => board.supported(t, self.relation),
        }
    }
}

/// How many turns of a piece are told apart in a [`Cache`].
const TURNS: usize = 8;

/// The directions of words that depend on the facing and the rotation of a piece alone, resolved once.
struct Cache {
    words: Vec<Relative>,
    relation: Relation,
    /// By site type, facing and rotation.
    lists: Vec<OnceLock<DirectionList>>,
}

impl Cache {
    fn new(words: &[Word], supported: Supported) -> Option<Cache> {
        let facing = |word: &Word| match word {
            Word::Facing(relative) => Some(*relative),
            Word::Same | Word::Opposite => None,
        };
        let words = words.iter().map(facing).collect::<Option<Vec<Relative>>>()?;
        let lists = (0..SiteType::ALL.len() * Direction::ALL.len() * TURNS).map(|_| OnceLock::new()).collect();
        (!supported.by_site).then_some(Cache { words, relation: supported.relation, lists })
    }

    fn directions(&self, board: &Topology, t: SiteType, facing: Direction, turns: usize) -> Option<DirectionList> {
        if turns >= TURNS {
            return None;
        }
        let list = self.lists.get((t as usize * Direction::ALL.len() + facing as usize) * TURNS + turns)?;
        let resolved = list.get_or_init(|| {
            let choice = board.supported(t, self.relation);
            let facing = rotated(facing, turns, choice);
            self.words.iter().flat_map(|word| word.resolve(facing, choice)).collect()
        });
        Some(DirectionList::from_slice(resolved))
    }
}

/// The directions of several relative words, one after the other.
pub(super) fn of_words(words: Vec<Word>, supported: Supported, lo: &Lowering) -> DirectionsExpr {
    let board = lo.board();
    let uses = words.iter().fold(Uses::NONE, |all, word| {
        all | match word {
            Word::Facing(_) => Uses::BOARD,
            Word::Same | Word::Opposite => Uses::HISTORY,
        }
    });
    let cache = Cache::new(&words, supported);
    let most = cache.is_some().then(|| words.clone());
    let resolved = DirectionsExpr::new(uses, move |cx, t, site, facing| {
        if let Some(cache) = &cache {
            let piece = cx.state.piece(t, site, None);
            let facing = facing.unwrap_or_else(|| facing_of(cx, piece));
            let turns = usize::try_from(piece.rotation).unwrap_or(0);
            if let Some(found) = cache.directions(&board, t, facing, turns) {
                return found;
            }
        }
        let choice = supported.at(&board, t, site);
        let mut found = DirectionList::new();
        for word in &words {
            match word {
                Word::Facing(word) => {
                    let facing = facing.unwrap_or_else(|| facing_at(cx, t, site));
                    let turns = usize::try_from(cx.state.piece(t, site, None).rotation).unwrap_or(0);
                    found.extend(word.resolve(rotated(facing, turns, choice), choice));
                }
                Word::Same | Word::Opposite => {
                    let (from, to) = cx.last().map_or((-1, -1), |m| (m.from, m.to));
                    let (from, to) = if let Word::Same = word { (from, to) } else { (to, from) };
                    found.extend(board.direction_to(t, (from, to), choice));
                }
            }
        }
        found
    });
    match most {
        Some(words) => resolved
            .with_most_lanes(move |board, t, lanes| {
                let every = board.supported(t, Relation::All);
                let most = (0..board.len(t)).flat_map(|site| every.iter().map(move |&d| lanes(site, d))).max()?;
                Some(most_of(&words, board, t, supported.relation) * most)
            })
            .by_facing(Direction::ALL.len() * TURNS, |cx, t, site| {
                let piece = cx.state.piece(t, site, None);
                let turns = usize::try_from(piece.rotation).unwrap_or(0);
                (turns < TURNS).then(|| facing_of(cx, piece) as usize * TURNS + turns)
            }),
        None => resolved,
    }
}

/// How many directions words mean at most that depend on a facing, whatever that is.
fn most_of(words: &[Word], board: &Topology, t: SiteType, relation: Relation) -> usize {
    let choice = board.supported(t, relation);
    let meant = |word: &Word, facing: Direction| match word {
        Word::Facing(relative) => relative.resolve(facing, choice).len(),
        Word::Same | Word::Opposite => 1,
    };
    Direction::ALL.iter().map(|&facing| words.iter().map(|word| meant(word, facing)).sum()).max().unwrap_or(0)
}

/// The way the piece on a site looks, its rotation aside.
pub(in crate::ludemes) fn facing_at(cx: &Cx, t: SiteType, site: i32) -> Direction {
    facing_of(cx, cx.state.piece(t, site, None))
}

fn facing_of(cx: &Cx, piece: Piece) -> Direction {
    let equipment = &cx.game.equipment;
    let own = equipment.components.get(usize::from(piece.what)).and_then(|component| component.facing);
    let players = || *equipment.facings.get(usize::from(piece.who))?;
    let facing = if piece.what == 0 { None } else { own.or_else(players) };
    facing.unwrap_or(Direction::N)
}
