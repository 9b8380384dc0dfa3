//! A position as it is drawn: pieces, coloured sites, scores, and the move that led to it.

use super::geometry::Place;
use super::look::{Look, Where};
use crate::board::SiteType;
use crate::check::typed::Arg;
use crate::engine::action::Action;
use crate::engine::ask::{Answer, Question};
use crate::engine::context::Iterators;
use crate::engine::equipment::Equipment;
use crate::engine::mv::Move;
use crate::engine::room::{Piece, Room};
use crate::engine::trial::Trial;
use crate::render::{describe, outcome};

/// One position of a game, to be drawn.
#[derive(Debug, Clone)]
pub struct Frame {
    /// How many moves led to it.
    pub(super) ply: usize,
    pub(super) pieces: Vec<(Place, Stack)>,
    /// The sites of each region of the look, in its order.
    pub(super) regions: Vec<Vec<usize>>,
    /// The sites of each symbol of the look, in its order.
    pub(super) symbols: Vec<Vec<usize>>,
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
}

/// The most levels of a stack that are drawn.
const LEVELS: usize = 7;

/// The move that led to a position.
#[derive(Debug, Clone)]
pub(super) struct Last {
    pub from: Option<Place>,
    pub to: Option<Place>,
    /// `P1 A1-B2`.
    pub text: String,
}

impl Frame {
    /// The position of a trial. `look` says which sites are coloured.
    pub fn of(trial: &Trial, look: &Look) -> Frame {
        let game = trial.game();
        let equipment = &game.equipment;
        let state = trial.state();
        let mut pieces = Vec::new();
        for container in 0..equipment.containers.len() {
            let types: &[SiteType] = if container == 0 { &SiteType::ALL } else { &[SiteType::Cell] };
            for &t in types {
                let Some(room) = state.room(container, t) else { continue };
                let zero = |site: usize| container == 0 && equipment.is_known_zero(state, t, site);
                let seen = |&site: &usize| room.height(site) > 0 || zero(site);
                let sites = (0..room.len()).filter(seen);
                pieces.extend(sites.map(|site| (Place { container, t, site }, stack(room, site))));
            }
        }
        // What lies higher, as on a pyramid, is drawn later.
        let height = |place: &Place| {
            let at = if place.container == 0 { equipment.board.position(place.t, place.site) } else { None };
            at.map_or(0.0, |(_, _, z)| z)
        };
        pieces.sort_by(|(a, _), (b, _)| height(a).total_cmp(&height(b)));
        let last = if trial.is_empty() { None } else { trial.history().last() };
        Frame {
            ply: trial.len(),
            pieces,
            regions: look.regions.iter().map(|rule| sites(trial, &rule.sites)).collect(),
            symbols: look.symbols.iter().map(|rule| sites(trial, &rule.sites)).collect(),
            last: last.map(|m| Last::of(m, trial)),
            scores: (0..=state.players()).map(|player| state.score(player)).collect(),
            mover: if trial.is_over() { 0 } else { state.mover() },
            outcome: outcome(state),
        }
    }
}

fn stack(room: &Room, site: usize) -> Stack {
    if !room.stacking() {
        let piece = room.piece(site, None);
        return Stack { pieces: vec![piece], many: usize::try_from(piece.count).unwrap_or(1).max(1) };
    }
    let height = room.height(site);
    let pieces = (height.saturating_sub(LEVELS)..height).map(|level| room.piece(site, Some(level))).collect();
    Stack { pieces, many: height }
}

/// The sites that a rule is about; none where the region has no value here.
fn sites(trial: &Trial, places: &Where) -> Vec<usize> {
    let list = match places {
        Where::Sites(list) => list.clone(),
        Where::Region(arg) => region(trial, arg),
    };
    list.into_iter().filter_map(|site| usize::try_from(site).ok()).collect()
}

fn region(trial: &Trial, arg: &Arg) -> Vec<i32> {
    match trial.ask(Question::Region, arg, Iterators::default(), None) {
        Ok(Answer::Region(list)) => list,
        _ => Vec::new(),
    }
}

impl Last {
    fn of(m: &Move, trial: &Trial) -> Last {
        let game = trial.game();
        let equipment = &game.equipment;
        let (from, to) = m.decision_sites();
        let (from_type, to_type) = m.decision().map_or((None, None), Action::site_types);
        let to = place(equipment, to_type, to);
        let from = place(equipment, from_type, from).filter(|from| Some(*from) != to);
        let who = if m.mover > 0 { format!("P{} ", m.mover) } else { String::new() };
        Last { from, to, text: format!("{who}{}", describe(game, m)) }
    }
}

/// The place of a site by its number in the whole game.
fn place(equipment: &Equipment, t: Option<SiteType>, site: i32) -> Option<Place> {
    let t = t.unwrap_or(equipment.layout.default_type());
    let index = usize::try_from(site).ok()?;
    if index < equipment.board.len(t) {
        return Some(Place { container: 0, t, site: index });
    }
    let container = equipment.layout.container_of(site)?;
    let stretch = equipment.layout.stretch(container)?;
    Some(Place { container, t: SiteType::Cell, site: usize::try_from(site - stretch.from).ok()? })
}
