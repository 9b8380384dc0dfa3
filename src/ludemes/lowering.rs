//! From the typed tree to evaluators.

use crate::actions;
use crate::board::{SiteType, Topology};
use crate::check::typed::{Arg, Ludeme, Value};
use crate::diag::{Diagnostic, Origin};
use crate::engine::context::Cx;
use crate::engine::equipment::{Equipment, NamedRegion};
use crate::engine::expr::{Expr, IntExpr, RegionExpr};
use crate::engine::fault::{PlaceId, Places};
use crate::engine::features::Features;
use crate::engine::game::Game;
use crate::engine::moves::Moves;
use crate::engine::uses::Uses;
use crate::engine::view::{self, NumberBounds, View};
use crate::ludemes::puzzle::Constraints;
use crate::ludemes::registry::{self, Hazard};
use crate::ludemes::watching::Watching;
use indexmap::IndexSet;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// The result of lowering, or the finding at the place of what cannot be played or does not fit.
pub type Lowered<T> = Result<T, Box<Diagnostic>>;

/// What expressions read together: several, or that of a slot that need not be filled.
pub(crate) fn uses_of<'a, T: 'a>(exprs: impl IntoIterator<Item = &'a Expr<T>>) -> Uses {
    exprs.into_iter().fold(Uses::NONE, |all, expr| all | expr.uses)
}

/// What is known while a description is lowered.
pub struct Lowering {
    /// Board, containers, components.
    pub equipment: Arc<Equipment>,
    /// Regions of the equipment; empty while they are being lowered themselves.
    pub regions: Arc<Vec<NamedRegion>>,
    /// What the description makes use of.
    pub features: Features,
    /// The build type of the board's graph: its default site type.
    pub build: SiteType,
    /// What a deduction puzzle asks for, once that has been read.
    pub puzzle: Option<Arc<Constraints>>,
    /// Whether what is being lowered is evaluated for one track after the other.
    pub(crate) iterates_tracks: bool,
    /// What the expressions read that have been lowered since this was set.
    pub(crate) reads: Uses,
    /// The hash of the text of the consequence that is a dead store until the game is over ([`super::stores`]).
    pub(super) dead_store: Option<u64>,
    /// Whether something reads the owned lists.
    pub(crate) reads_lists: bool,
    /// Names of the phases, in order.
    pub phases: Vec<Arc<str>>,
    /// The regions of the equipment that are drawn anew for each game.
    pub(crate) drawn: Vec<Arc<RegionExpr>>,
    vars: IndexSet<Arc<str>>,
    votes: IndexSet<Arc<str>>,
    first_slot: usize,
    slots: HashMap<(&'static str, String), usize>,
    /// The rules met so far, where they are watched.
    pub(super) watching: Option<Watching>,
    /// Where what is lowered stands; nothing is noted of expressions about a game.
    places: Option<Places>,
}

impl Lowering {
    /// A lowering for this equipment.
    pub(crate) fn new(equipment: Arc<Equipment>, features: Features) -> Self {
        Lowering {
            equipment,
            regions: Arc::default(),
            features,
            build: SiteType::Cell,
            puzzle: None,
            iterates_tracks: false,
            reads: Uses::NONE,
            dead_store: None,
            reads_lists: false,
            phases: Vec::new(),
            drawn: Vec::new(),
            vars: IndexSet::new(),
            votes: IndexSet::new(),
            first_slot: 0,
            slots: HashMap::new(),
            watching: None,
            places: Some(Places::default()),
        }
    }

    /// A lowering that goes on where that of a game stopped, for expressions about it.
    pub(crate) fn resume(game: &Game) -> Self {
        Lowering {
            regions: Arc::clone(&game.regions),
            build: game.equipment.board.default_type(),
            puzzle: game.puzzle.clone(),
            phases: game.phases.iter().map(|phase| Arc::clone(&phase.name)).collect(),
            vars: game.vars.iter().cloned().collect(),
            votes: game.votes.iter().cloned().collect(),
            first_slot: game.keeps,
            places: None,
            ..Lowering::new(Arc::clone(&game.equipment), game.features.clone())
        }
    }

    /// Notes where a ludeme stands.
    pub(crate) fn place(&mut self, call: &Ludeme) -> PlaceId {
        self.places.as_mut().map_or(PlaceId::NONE, |places| places.add(call.form.title(), &call.origin))
    }

    /// The places noted so far.
    pub(crate) fn take_places(&mut self) -> Places {
        self.places.take().unwrap_or_default()
    }

    /// The names of the variables, the strings of proposals and votes, and how many slots there are for kept values.
    pub(crate) fn finish(self) -> (Vec<Arc<str>>, Vec<Arc<str>>, usize) {
        let keeps = self.keeps();
        (self.vars.into_iter().collect(), self.votes.into_iter().collect(), keeps)
    }

    /// The number of slots for kept values so far.
    pub(crate) fn keeps(&self) -> usize {
        self.first_slot + self.slots.len()
    }

    /// The work of trying something out on a copy of the state, in the units of [`Game::work_limit`].
    pub(crate) fn scratch_work(&self) -> u64 {
        50 + self.equipment.layout.sites() as u64 / 2
    }

    /// The board.
    pub fn board(&self) -> Arc<Topology> {
        Arc::clone(&self.equipment.board)
    }

    /// The board's default site type.
    pub fn default_type(&self) -> SiteType {
        self.equipment.board.default_type()
    }

    /// The number of sites of a type, or of the type that has most.
    pub(crate) fn most_sites(&self, t: Option<SiteType>) -> usize {
        self.equipment.board.most_sites(t)
    }

    /// Number of players.
    pub fn players(&self) -> i32 {
        self.equipment.players
    }

    /// The number of a named variable, the same for every mention.
    pub fn var(&mut self, name: &Arc<str>) -> usize {
        number(&mut self.vars, name)
    }

    /// The number of a string of proposals and votes, in order of first appearance.
    pub fn vote(&mut self, text: &Arc<str>) -> i32 {
        number(&mut self.votes, text) as i32
    }

    /// Whether the moves of a generator can be found once and made later, or not at all: finding them draws no chance,
    /// and what is evaluated for a move that is made does not fail either. Where a piece is large, its placements are
    /// listed instead, and how many there are is not known from the sites.
    pub(crate) fn defers(&self, call: &Ludeme) -> bool {
        if self.equipment.has_large_pieces() {
            return false;
        }
        // Consequences are evaluated when the move has been made.
        let parts = call.args.iter().flatten().filter_map(|arg| match &arg.value {
            Value::Ludeme(part) if part.form.head != "then" => Some(part),
            _ => None,
        });
        let hazard = |arg: &Arg| match &arg.value {
            Value::Ludeme(part) => registry::hazard(part, self),
            _ => Hazard::None,
        };
        parts.into_iter().all(|part| {
            let made_with = ["effect", "level", "trail", "state"].into_iter().filter_map(|name| part.get(name));
            registry::hazard(part, self) < Hazard::Draws && made_with.into_iter().all(|arg| hazard(arg) == Hazard::None)
        })
    }

    /// Whether moves of a generator need not be looked for where another one is drawn: nothing that is evaluated to
    /// find or make them fails or draws chance.
    pub(crate) fn skips(&self, call: &Ludeme) -> bool {
        !self.equipment.has_large_pieces() && self.is_harmless(call)
    }

    /// The same where pieces may be large, whose placements are not known from the sites.
    pub(crate) fn is_harmless(&self, call: &Ludeme) -> bool {
        call.args.iter().flatten().all(|arg| self.is_harmless_arg(arg))
    }

    /// Whether evaluating an argument neither fails nor draws chance, so that it may be done more than once, or not at
    /// all.
    pub(crate) fn is_harmless_arg(&self, arg: &Arg) -> bool {
        arg.each().iter().all(|item| match &item.value {
            Value::Ludeme(part) => part.form.head == "then" || registry::hazard(part, self) == Hazard::None,
            _ => true,
        })
    }

    /// Whether the sets of sites that the state keeps say what stands where, on top where there are stacks: every piece
    /// stands on one site.
    pub(crate) fn has_views(&self) -> bool {
        !(self.features.puzzle || self.equipment.has_large_pieces())
    }

    /// The view of the condition `call` on what an integer tells of a site, as [`view::of_site`].
    pub(crate) fn told_of_sites<F, H>(&mut self, call: &Ludeme, integer: &IntExpr, uses: Uses, ask: F) -> Option<View>
    where
        F: Fn(&mut Cx) -> H + Send + Sync + 'static,
        H: Fn(&Cx, i32) -> bool,
    {
        let sites = self.most_sites(integer.view()?.site_type());
        let most =
            NumberBounds { owner: self.players() + 1, component: self.equipment.components.len() as i32 - 1, sites };
        view::of_site(integer, uses, most, ask, |region| self.keep_view(call, region))
    }

    /// Says that something of the language cannot be played yet.
    pub fn unsupported<T>(&self, origin: &Origin, what: impl fmt::Display) -> Lowered<T> {
        Err(Box::new(
            Diagnostic::error("LUD0401", origin, format!("known, not yet playable: {what}"))
                .label("cannot be carried out yet"),
        ))
    }

    /// Says that a value does not fit, with the place.
    pub fn wrong<T>(&self, origin: &Origin, message: impl Into<String>) -> Lowered<T> {
        Err(Box::new(Diagnostic::error("LUD0402", origin, message)))
    }

    /// Lowers something, and tells what all that is evaluated in it reads.
    pub(crate) fn reading<T>(&mut self, lower: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<(T, Uses)> {
        let others = std::mem::take(&mut self.reads);
        let lowered = lower(self);
        let own = std::mem::replace(&mut self.reads, others);
        self.reads |= own;
        Ok((lowered?, own))
    }

    /// The consequence of a ludeme: the body of its `(then ..)`, if it has one.
    pub fn then(&mut self, call: &Ludeme) -> Lowered<Option<Arc<Moves>>> {
        let Some(then) = call.part("then") else { return Ok(None) };
        let (body, own) = self.reading(|lo| lo.moves(then, "moves"))?;
        let (after_all, text) = (then.flag("applyAfterAllMoves", false), actions::consequence(then));
        let other = Uses::COUNTER | Uses::OTHER | Uses::PLAYERS | Uses::VOLATILE;
        let only_stores = self.dead_store == Some(text) && !own.any(other) && self.is_harmless(then);
        Ok(Some(Moves::consequence(&body, after_all, only_stores, text)))
    }

    /// The number of the container of this name.
    pub(crate) fn container(&self, name: &str, at: &Origin) -> Lowered<usize> {
        let found = self.equipment.containers.iter().position(|container| &*container.name == name);
        found.map_or_else(|| self.wrong(at, format!("there is no container `{name}`")), Ok)
    }
}

/// The number of a name, which is added where it is new.
fn number(names: &mut IndexSet<Arc<str>>, name: &Arc<str>) -> usize {
    names.get_index_of(name).unwrap_or_else(|| names.insert_full(Arc::clone(name)).0)
}

mod arguments;
mod keeping;
