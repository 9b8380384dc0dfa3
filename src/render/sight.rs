//! What can be seen of a position: what is hidden from whom, and what lies over which cells.

use super::symbols::Symbols;
use crate::board::SiteType;
use crate::engine::game::Game;
use crate::engine::hidden::HiddenKind;
use crate::engine::mv::Move;
use crate::engine::site_store::Piece;
use crate::engine::state::State;
use crate::engine::trial::Trial;

/// The component of a piece that is not known to who looks at it; no game has so many.
pub(crate) const UNKNOWN: u16 = u16::MAX;

/// Who looks at a position, in a game that hides something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Viewer {
    /// Somebody who sees everything.
    #[default]
    All,
    /// A player, who does not see what is hidden from him.
    Player(i32),
    /// Somebody who sees only what all players see.
    Nobody,
}

impl Viewer {
    /// Who is to choose a move; once the game is over, or where nobody chooses, everything is shown.
    pub fn mover(trial: &Trial) -> Viewer {
        match trial.chooser() {
            player @ 1.. if !trial.is_over() => Viewer::Player(player),
            _ => Viewer::All,
        }
    }

    /// A piece on a level of a site (numbered as in the whole game), as it is seen. Of a piece whose component or owner
    /// is hidden nothing is seen but that it is there, and its owner where only the component is hidden. A site of
    /// which everything is hidden looks empty: games that hide nothing but what stands somewhere would show it
    /// otherwise.
    pub fn sees(self, state: &State, (t, site): (SiteType, i32), level: usize, piece: Piece) -> Piece {
        let players = match self {
            Viewer::All => return piece,
            Viewer::Player(player) => player..=player,
            Viewer::Nobody => 1..=state.players(),
        };
        let level = i32::try_from(level).unwrap_or(0);
        let hidden = |kind| players.clone().any(|player| state.is_hidden(t, site, level, kind, player));
        if hidden(HiddenKind::All) {
            return Piece::default();
        }
        if piece.what == 0 {
            return piece;
        }
        let shown = |kind, value: i32, otherwise: i32| if hidden(kind) { otherwise } else { value };
        let count = shown(HiddenKind::Count, piece.count, 1);
        if hidden(HiddenKind::What) || hidden(HiddenKind::Who) {
            let who = if hidden(HiddenKind::Who) { 0 } else { piece.who };
            return Piece { what: UNKNOWN, who, count, ..Piece::default() };
        }
        Piece {
            count,
            state: shown(HiddenKind::State, piece.state, 0),
            rotation: shown(HiddenKind::Rotation, piece.rotation, 0),
            value: shown(HiddenKind::Value, piece.value, 0),
            ..piece
        }
    }

    /// Whether a move is seen that led to this state: it is his own, or all its sites are seen.
    pub fn follows(self, game: &Game, state: &State, m: &Move) -> bool {
        let players = match self {
            Viewer::All => return true,
            Viewer::Player(player) if player == m.mover => return true,
            Viewer::Player(player) => player..=player,
            Viewer::Nobody => 1..=state.players(),
        };
        let board = game.equipment.layout.default_type();
        let hidden = |t: Option<SiteType>, site: i32| {
            let t = t.unwrap_or(board);
            site >= 0 && players.clone().any(|player| state.is_hidden(t, site, 0, HiddenKind::All, player))
        };
        !m.actions().into_iter().filter(|action| action.decision).any(|action| {
            let (from, to) = action.site_types();
            hidden(from, action.from()) || hidden(to, action.to())
        })
    }
}

/// What is to be seen at a site of the board or outside it, numbered as in the whole game: a piece, of a large piece
/// each cell that it lies over, and its text; `None` where nothing is.
pub fn standing(trial: &Trial, viewer: Viewer, symbols: &Symbols, at: (SiteType, i32)) -> Option<(Piece, String)> {
    let (game, state, (t, site)) = (trial.game(), trial.state(), at);
    let top = state.piece(t, site, None);
    let level = usize::try_from(state.height(t, site)).unwrap_or(0).saturating_sub(1);
    let piece = viewer.sees(state, (t, site), level, top);
    if piece.what != 0 {
        let count = if game.features.stacking { state.height(t, site) } else { piece.count };
        return Some((piece, symbols.token(&piece, count)));
    }
    if t != SiteType::Cell || usize::try_from(site).is_ok_and(|site| site >= game.equipment.board.len(t)) {
        return None;
    }
    let over = covered(game, state).into_iter().find(|over| usize::try_from(site) == Ok(over.cell))?;
    let piece = viewer.sees(state, (t, i32::try_from(over.root).unwrap_or(-1)), 0, over.piece);
    if piece.what == 0 {
        return None;
    }
    let piece = Piece { state: 0, value: 0, ..piece };
    Some((piece, symbols.token(&piece, 1)))
}

/// The pieces on a site with their signs, from the bottom of a stack to its top; a piece that is counted as often as it
/// is there.
pub fn levels(trial: &Trial, viewer: Viewer, symbols: &Symbols, at: (SiteType, i32)) -> Vec<(Piece, String)> {
    let (game, state, (t, site)) = (trial.game(), trial.state(), at);
    let height = usize::try_from(state.height(t, site)).unwrap_or(0);
    let seen = |level: usize| {
        let at = game.features.stacking.then(|| i32::try_from(level).unwrap_or(0));
        viewer.sees(state, (t, site), level, state.piece(t, site, at))
    };
    let list = match game.features.stacking {
        true => (0..height).map(seen).collect(),
        false => {
            let piece = seen(0);
            vec![piece; usize::try_from(piece.count).unwrap_or(0).max(1)]
        }
    };
    let there = list.into_iter().filter(|piece| piece.what != 0);
    there.map(|piece| (piece, symbols.token(&piece, 1))).collect()
}

/// Whether the site of a die is one whose die has been used up.
pub fn is_used(game: &Game, state: &State, site: i32) -> bool {
    let dice = game.equipment.dice_sites();
    let Some(index) = dice.contains(&site).then(|| usize::try_from(site - dice.start).ok()).flatten() else {
        return false;
    };
    let piece = state.piece(SiteType::Cell, site, None);
    let shown = game.equipment.face(piece.what, piece.state).unwrap_or(0);
    shown != 0 && state.dice.get(index) == Some(&0)
}

/// A cell that a large piece lies over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Covered {
    /// The cell.
    pub cell: usize,
    /// The cell that the piece stands on.
    pub root: usize,
    /// The piece.
    pub piece: Piece,
    /// The pips of the half of a domino that this cell belongs to.
    pub pips: Option<i32>,
}

/// The cells of the board that large pieces lie over, those that they stand on as well.
pub(crate) fn covered(game: &Game, state: &State) -> Vec<Covered> {
    let equipment = &game.equipment;
    let Some(store) = state.site_store(0, SiteType::Cell) else { return Vec::new() };
    if equipment.components.iter().all(|component| component.tile.is_none()) {
        return Vec::new();
    }
    let mut list = Vec::new();
    for root in (0..store.len()).filter(|&root| store.height(root) > 0) {
        let piece = store.piece(root, None);
        let Some(tile) = equipment.tile(i32::from(piece.what)) else { continue };
        let Some(placements) = &tile.placements else { continue };
        let cells = placements.cells(i32::try_from(root).unwrap_or(-1), piece.state);
        for (number, &cell) in cells.iter().enumerate() {
            let Ok(cell) = usize::try_from(cell) else { continue };
            let pips = tile.pips.map(|[first, second]| if 2 * number < cells.len() { first } else { second });
            list.push(Covered { cell, root, piece, pips });
        }
    }
    list
}
