//! A position as it is drawn: pieces, coloured sites, scores, and the move that led to it.

use super::geometry::LocalSite;
use super::look::{Look, Where};
use crate::board::SiteType;
use crate::engine::action::Action;
use crate::engine::equipment::Equipment;
use crate::engine::mv::Move;
use crate::engine::site_store::{Piece, SiteStore};
use crate::engine::trial::Trial;
use crate::render::sight::{Covered, Viewer, covered, is_used};
use crate::render::{describe, mover_name, outcome};

/// One position of a game, to be drawn.
#[derive(Debug, Clone)]
pub struct Frame {
    /// How many moves led to it.
    pub(super) ply: usize,
    pub(super) pieces: Vec<(LocalSite, Stack)>,
    /// The sites of each region of the look, in its order.
    pub(super) regions: Vec<Vec<usize>>,
    /// The sites of each symbol of the look, in its order.
    pub(super) symbols: Vec<Vec<usize>>,
    /// The sites of each part of the board that a player is to join.
    pub(super) goals: Vec<(i32, Vec<usize>)>,
    /// The corners, where whoever joins some of them wins.
    pub(super) corners: Vec<usize>,
    pub(super) last: Option<Last>,
    /// By player, index 0 unused.
    pub(super) scores: Vec<i32>,
    /// Who is to move; 0 when the game is over.
    pub(super) mover: i32,
    pub(super) outcome: Option<String>,
}

/// What stands on a site.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Stack {
    /// From the bottom to the top.
    pub pieces: Vec<Piece>,
    /// How many there are: the height of a stack, or the count of a piece.
    pub many: usize,
    pub part: Part,
}

/// What is drawn of a piece at one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Part {
    /// All of it.
    Whole,
    /// A die that has been used up.
    Used,
    /// The cell that a large piece covers here.
    Cell {
        /// The sides on which it goes on: bits for left, right, top, bottom.
        joined: u8,
        /// The sides of the cell beyond which it does not go on: a bit for each, in the order of its corners.
        border: u32,
        /// Of a domino, the sides beyond which its other half lies, in the same bits.
        parted: u8,
        /// Whether it stands here.
        root: bool,
        /// Of a domino, the pips of this half, and which way the middle of the half lies, right and down.
        half: Option<(i32, i8, i8)>,
    },
}

/// The most levels of a stack that are drawn.
const LEVELS: usize = 7;

/// The move that led to a position.
#[derive(Debug, Clone)]
pub(super) struct Last {
    /// Where it began, if that is another place, and where it ended; for each player where all moved at once.
    pub ways: Vec<(Option<LocalSite>, Option<LocalSite>)>,
    /// `P1 A1-B2`.
    pub text: String,
}

impl Frame {
    /// The position of a trial, all of it. `look` says which sites are coloured.
    pub fn of(trial: &Trial, look: &Look) -> Frame {
        Frame::seen(trial, look, Viewer::All)
    }

    /// The position of a trial as somebody sees it.
    pub fn seen(trial: &Trial, look: &Look, viewer: Viewer) -> Frame {
        let game = trial.game();
        let equipment = &game.equipment;
        let state = trial.state();
        let covered = covered(game, state);
        let mut pieces = Vec::new();
        for container in 0..equipment.containers.len() {
            let types: &[SiteType] = if container == 0 { &SiteType::ALL } else { &[SiteType::Cell] };
            for &t in types {
                let Some(store) = state.site_store(container, t) else { continue };
                let zero = |site: usize| container == 0 && equipment.is_known_zero(state, t, site);
                let number = |site: usize| equipment.layout.global(equipment.layout.store_number(container, t), site);
                let sees = |site: usize, level, piece| viewer.sees(state, number(site), level, piece);
                let large =
                    |site: usize| container == 0 && t == SiteType::Cell && covered.iter().any(|over| over.root == site);
                let sites = (0..store.len()).filter(|&site| !large(site) && (store.height(site) > 0 || zero(site)));
                let seen = |site: usize| stack(store, site, &|level, piece| sees(site, level, piece));
                let seen = |site: usize| match container > 0 && is_used(game, state, number(site).1) {
                    true => Stack { part: Part::Used, ..seen(site) },
                    false => seen(site),
                };
                let stacks = sites.map(|site| (LocalSite { container, t, site }, seen(site)));
                pieces.extend(stacks.filter(|(place, stack)| !stack.pieces.is_empty() || zero(place.site)));
            }
        }
        // What lies higher, as on a pyramid, is drawn later.
        let height = |place: &LocalSite| {
            let at = if place.container == 0 { equipment.board.position(place.t, place.site) } else { None };
            at.map_or(0.0, |(_, _, z)| z)
        };
        pieces.sort_by(|(a, _), (b, _)| height(a).total_cmp(&height(b)));
        pieces.extend(covered.iter().filter_map(|over| {
            let root = (SiteType::Cell, i32::try_from(over.root).unwrap_or(-1));
            let piece = Some(viewer.sees(state, root, 0, over.piece)).filter(|piece| piece.what != 0)?;
            let part = part(equipment, &covered, over);
            let place = LocalSite { container: 0, t: SiteType::Cell, site: over.cell };
            Some((place, Stack { pieces: vec![piece], many: 1, part }))
        }));
        let last = if trial.is_empty() { None } else { trial.history().last() };
        Frame {
            ply: trial.len(),
            pieces,
            regions: look.regions.iter().map(|rule| sites(trial, &rule.sites)).collect(),
            symbols: look.symbols.iter().map(|rule| sites(trial, &rule.sites)).collect(),
            corners: look.corners.iter().filter_map(|&site| usize::try_from(site).ok()).collect(),
            goals: look.goals.iter().map(|(owner, part)| (*owner, sites(trial, part))).collect(),
            last: last.map(|m| Last::of(m, trial, viewer)),
            scores: (0..=state.players()).map(|player| state.score(player)).collect(),
            mover: if trial.is_over() { 0 } else { state.mover() },
            outcome: outcome(state),
        }
    }
}

fn stack(store: &SiteStore, site: usize, sees: &dyn Fn(usize, Piece) -> Piece) -> Stack {
    let part = Part::Whole;
    if !store.stacking() {
        let there = store.piece(site, None);
        let piece = sees(0, there);
        if piece.what == 0 && there.what != 0 {
            return Stack { pieces: Vec::new(), many: 0, part };
        }
        return Stack { pieces: vec![piece], many: usize::try_from(piece.count).unwrap_or(1).max(1), part };
    }
    let height = store.height(site).max(1);
    let levels = height.saturating_sub(LEVELS)..height;
    let drawn = levels.len();
    let pieces: Vec<Piece> =
        levels.map(|level| sees(level, store.piece(site, Some(level)))).filter(|piece| piece.what != 0).collect();
    Stack { many: height + pieces.len() - drawn, pieces, part }
}

/// How a cell of a large piece is drawn: what joins it to the cells beside it that the piece covers too.
fn part(equipment: &Equipment, covered: &[Covered], over: &Covered) -> Part {
    let at = |over: &Covered| equipment.board.position(SiteType::Cell, over.cell).map(|(x, y, _)| (x, y));
    let (x, y) = at(over).unwrap_or_default();
    let own = covered.iter().filter(|other| other.root == over.root);
    let cells: Vec<(f64, f64)> = own.filter_map(at).collect();
    let far = |&(ox, oy): &(f64, f64)| (ox - x).hypot(oy - y);
    let near = cells.iter().map(far).filter(|far| *far > 1e-6).fold(f64::INFINITY, f64::min) * 1.2;
    let side = |dx: f64, dy: f64| match dx.abs() > dy.abs() {
        true => 1u8 << u8::from(dx > 0.0),
        false => 4 << u8::from(dy < 0.0),
    };
    let beside = |cells: &[(f64, f64)]| {
        let near = cells.iter().filter(|cell| far(cell) < near);
        near.fold(0, |bits, (ox, oy)| bits | side(ox - x, oy - y))
    };
    let within = |edge: u32| {
        let cells = equipment.board.edge_cells(edge as usize).iter().map(|&cell| cell as usize);
        let other = cells.filter(|&cell| cell != over.cell).collect::<Vec<_>>();
        covered.iter().any(|one| one.root == over.root && other.contains(&one.cell))
    };
    let sides = equipment.board.cell_edges(over.cell).iter().take(32).enumerate();
    let border = sides.filter(|(_, edge)| !within(**edge)).fold(0, |bits, (side, _)| bits | 1 << side);
    let mut parted = 0;
    let half = over.pips.map(|pips| {
        let place = covered.iter().filter(|other| other.root == over.root).position(|other| other == over);
        let first = place.is_some_and(|place| 2 * place < cells.len());
        let middle = cells.len().div_ceil(2);
        let halves = cells.split_at(middle.min(cells.len()));
        let (half, other) = if first { halves } else { (halves.1, halves.0) };
        parted = beside(other);
        let n = half.len().max(1) as f64;
        let (mx, my) = half.iter().fold((0.0, 0.0), |(mx, my), (ox, oy)| (mx + ox / n, my + oy / n));
        let sign = |far: f64| if far.abs() < 1e-6 { 0 } else { far.signum() as i8 };
        (pips, sign(mx - x), sign(y - my))
    });
    Part::Cell { joined: beside(&cells), border, parted, root: over.cell == over.root, half }
}

/// The sites that a rule is about; none where the region has no value here.
fn sites(trial: &Trial, places: &Where) -> Vec<usize> {
    let list = match places {
        Where::Sites(list) => list.clone(),
        Where::Region(arg) => trial.region(arg).unwrap_or_default(),
    };
    list.into_iter().filter_map(|site| usize::try_from(site).ok()).collect()
}

impl Last {
    fn of(m: &Move, trial: &Trial, viewer: Viewer) -> Last {
        let game = trial.game();
        if !viewer.follows(game, trial.state(), m) {
            return Last { ways: Vec::new(), text: format!("{} unseen", mover_name(game, m.mover)) };
        }
        let equipment = &game.equipment;
        let way = |action: &Action| {
            let (from_type, to_type) = action.site_types();
            let to = place(equipment, to_type, action.to());
            (place(equipment, from_type, action.from()).filter(|from| Some(*from) != to), to)
        };
        let most = if m.mover > equipment.players { usize::MAX } else { 1 };
        let decisions = m.actions().into_iter().filter(|action| action.decision);
        let ways = decisions.take(most).map(way).collect();
        let who = if m.mover > 0 { format!("{} ", mover_name(game, m.mover)) } else { String::new() };
        Last { ways, text: format!("{who}{}", describe(game, m)) }
    }
}

/// The place of a site by its number in the whole game.
pub(super) fn place(equipment: &Equipment, t: Option<SiteType>, site: i32) -> Option<LocalSite> {
    let t = t.unwrap_or(equipment.layout.default_type());
    let index = usize::try_from(site).ok()?;
    if index < equipment.board.len(t) {
        return Some(LocalSite { container: 0, t, site: index });
    }
    let container = equipment.layout.container_of(site)?;
    let stretch = equipment.layout.stretch(container)?;
    Some(LocalSite { container, t: SiteType::Cell, site: usize::try_from(site - stretch.from).ok()? })
}
