//! From the typed tree to evaluators.

use crate::actions;
use crate::board::{Direction, Graph, SiteType, Topology};
use crate::check::typed::{Arg, Ludeme, Value};
use crate::diag::{Diagnostic, Origin};
use crate::engine::context::Cx;
use crate::engine::equipment::{Equipment, NamedRegion};
use crate::engine::expr::{
    BoolExpr, DirectionsExpr, Expr, FloatExpr, IntExpr, IntsExpr, RangeExpr, RegionExpr, SitesExpr, Worth,
};
use crate::engine::fault::{PlaceId, Places};
use crate::engine::features::Features;
use crate::engine::game::Game;
use crate::engine::moves::{Moves, MovesExpr};
use crate::engine::role::Role;
use crate::engine::site_set::SiteSet;
use crate::engine::tally::{RuleId, RuleKind};
use crate::engine::uses::Uses;
use crate::engine::view::{self, Most, View};
use crate::ludemes::puzzle::Constraints;
use crate::ludemes::registry::{self, Hazard, Lower};
use crate::ludemes::watching::Watching;
use indexmap::IndexSet;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// The result of lowering, or the finding at the place of what cannot be played or does not fit.
pub type Lowered<T> = Result<T, Box<Diagnostic>>;

/// Methods that lower the argument of a slot which is mandatory, each by the method for an argument.
macro_rules! of_slots {
    ($(#[$doc:meta] $name:ident by $lower:ident: $given:ty;)*) => {
        $(#[$doc]
        pub fn $name(&mut self, call: &Ludeme, name: &str) -> Lowered<$given> {
            self.$lower(self.required(call, name)?)
        })*
    };
}

/// The same for slots that need not be filled.
macro_rules! if_filled {
    ($(#[$doc:meta] $name:ident by $lower:ident: $given:ty;)*) => {
        $(#[$doc]
        pub fn $name(&mut self, call: &Ludeme, name: &str) -> Lowered<Option<$given>> {
            call.get(name).map(|arg| self.$lower(arg)).transpose()
        })*
    };
}

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
        let most = Most { owner: self.players() + 1, component: self.equipment.components.len() as i32 - 1, sites };
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

    /// The ludeme that an argument is, with how it is lowered. `wanted` says what was expected, for a finding.
    fn clause<'a>(&self, arg: &'a Arg, wanted: &str) -> Lowered<(&'a Ludeme, Lower)> {
        let Value::Ludeme(call) = &arg.value else { return self.misfit(arg, wanted) };
        match registry::find(call) {
            Some(row) => Ok((call, row.lower)),
            None => self.unsupported(&call.origin, format_args!("`({})`", call.form.title())),
        }
    }

    /// Lowers a clause to an expression that knows its place.
    fn placed<T: Worth>(
        &mut self,
        call: &Ludeme,
        lower: fn(&Ludeme, &mut Self) -> Lowered<Expr<T>>,
    ) -> Lowered<Expr<T>> {
        self.placed_rule(RuleKind::Value, call, lower).map(|(value, _)| value)
    }

    /// The same of a rule of this kind, with its number where it is counted.
    fn placed_rule<T: Worth>(
        &mut self,
        kind: RuleKind,
        call: &Ludeme,
        lower: fn(&Ludeme, &mut Self) -> Lowered<Expr<T>>,
    ) -> Lowered<(Expr<T>, RuleId)> {
        let (rule, place) = (self.enter(kind, call), self.place(call));
        let value = lower(call, self)?.at(place);
        self.reads |= value.uses.without_parts();
        self.leave(rule);
        Ok((self.metered(value, rule), rule))
    }

    /// Says that an argument is of another kind than the ludeme takes.
    fn misfit<T>(&self, arg: &Arg, wanted: &str) -> Lowered<T> {
        self.wrong(&arg.origin, format!("expected {wanted} here"))
    }

    /// Lowers an integer argument.
    pub fn int_arg(&mut self, arg: &Arg) -> Lowered<IntExpr> {
        match &arg.value {
            Value::Int(value) => Ok(Expr::constant(*value)),
            Value::Word { word, .. } if Role::parse(word).is_some() => Ok(self.role_arg(arg)?.as_int()),
            _ => match self.clause(arg, "an integer")? {
                (call, Lower::Int(lower)) => self.placed(call, lower),
                _ => self.misfit(arg, "an integer"),
            },
        }
    }

    /// Lowers integer arguments, one after the other.
    pub fn int_args(&mut self, args: &[Arg]) -> Lowered<Vec<IntExpr>> {
        args.iter().map(|arg| self.int_arg(arg)).collect()
    }

    /// Lowers a boolean argument.
    pub fn bool_arg(&mut self, arg: &Arg) -> Lowered<BoolExpr> {
        match &arg.value {
            Value::Bool(value) => Ok(Expr::constant(*value)),
            _ => match self.clause(arg, "a boolean")? {
                (call, Lower::Bool(lower)) => {
                    let (value, rule) = self.placed_rule(RuleKind::Condition, call, lower)?;
                    Ok(if self.counts() { value.counted(rule) } else { value })
                }
                _ => self.misfit(arg, "a boolean"),
            },
        }
    }

    /// Lowers a real number argument.
    pub fn float_arg(&mut self, arg: &Arg) -> Lowered<FloatExpr> {
        match &arg.value {
            Value::Int(value) => Ok(Expr::constant(*value as f32)),
            Value::Float(value) => Ok(Expr::constant(*value as f32)),
            _ => match self.clause(arg, "a number")? {
                (call, Lower::Float(lower)) => self.placed(call, lower),
                (call, Lower::Int(lower)) => {
                    let value = self.placed(call, lower)?;
                    Ok(Expr::new(value.uses, move |cx| value.eval(cx) as f32))
                }
                _ => self.misfit(arg, "a number"),
            },
        }
    }

    /// Lowers an integer array argument; a braced list of integers is one too.
    pub fn ints_arg(&mut self, arg: &Arg) -> Lowered<IntsExpr> {
        match &arg.value {
            Value::Array(items) => {
                let items = self.int_args(items)?;
                Ok(Expr::new(uses_of(&items), move |cx| items.iter().map(|item| item.eval(cx)).collect()))
            }
            _ => match self.clause(arg, "an integer array")? {
                (call, Lower::Ints(lower)) => self.placed(call, lower),
                _ => self.misfit(arg, "an integer array"),
            },
        }
    }

    /// Lowers a region argument.
    pub fn region_arg(&mut self, arg: &Arg) -> Lowered<RegionExpr> {
        match self.clause(arg, "a region")? {
            (call, Lower::Region(lower)) => {
                let region = self.placed(call, lower)?;
                Ok(self.find_once(call, region))
            }
            _ => self.misfit(arg, "a region"),
        }
    }

    /// Whether an argument is a region.
    pub(crate) fn is_region(&self, arg: &Arg) -> bool {
        match &arg.value {
            Value::Ludeme(call) => matches!(registry::find(call).map(|row| row.lower), Some(Lower::Region(_))),
            _ => false,
        }
    }

    /// Lowers an argument that is a region or one site: a region's sites ascending, or the site unless it is
    /// negative (Ludii 1.3.12's behaviour for all such pairs).
    pub fn sites_arg(&mut self, arg: &Arg) -> Lowered<SitesExpr> {
        if self.is_region(arg) {
            let region = self.region_arg(arg)?;
            return Ok(match region.as_constant() {
                Some(sites) => Expr::constant(sites.iter().collect()),
                None => Expr::new(region.uses, move |cx| region.look(cx, |sites| sites.iter().collect())),
            });
        }
        Ok(self.int_arg(arg)?.into_sites())
    }

    /// Lowers an argument that is a region or one site to a set.
    pub fn region_or_site_arg(&mut self, arg: &Arg) -> Lowered<RegionExpr> {
        if self.is_region(arg) {
            return self.region_arg(arg);
        }
        let site = self.int_arg(arg)?;
        Ok(Expr::new(site.uses, move |cx| SiteSet::from_iter([site.eval(cx)])))
    }

    /// Lowers a range argument.
    pub fn range_arg(&mut self, arg: &Arg) -> Lowered<RangeExpr> {
        match self.clause(arg, "a range")? {
            (call, Lower::Range(lower)) => self.placed(call, lower),
            _ => self.misfit(arg, "a range"),
        }
    }

    /// Lowers a directions argument: a direction word or a directions ludeme.
    pub fn directions_arg(&mut self, arg: &Arg) -> Lowered<DirectionsExpr> {
        match &arg.value {
            Value::Word { word, .. } => match Direction::parse(word) {
                Some(direction) => Ok(DirectionsExpr::absolute([direction])),
                None => crate::ludemes::directions::relative(word, self)
                    .ok_or(())
                    .or_else(|()| self.misfit(arg, "a direction")),
            },
            _ => match self.clause(arg, "directions")? {
                (call, Lower::Directions(lower)) => {
                    let directions = lower(call, self)?;
                    self.reads |= directions.uses.without_parts();
                    Ok(directions)
                }
                _ => self.misfit(arg, "directions"),
            },
        }
    }

    /// Lowers a moves argument.
    pub fn moves_arg(&mut self, arg: &Arg) -> Lowered<MovesExpr> {
        match self.clause(arg, "moves")? {
            (call, Lower::Moves(lower)) => {
                let (rule, place) = (self.enter(RuleKind::Moves, call), self.place(call));
                let moves = lower(call, self)?;
                self.leave(rule);
                Ok(Moves::at(self.watched(moves, rule), place))
            }
            _ => self.misfit(arg, "moves"),
        }
    }

    /// Lowers a graph argument.
    pub fn graph_arg(&mut self, arg: &Arg) -> Lowered<Graph> {
        match self.clause(arg, "a graph")? {
            (call, Lower::Graph(lower)) => lower(call, self),
            _ => self.misfit(arg, "a graph"),
        }
    }

    /// The value of a literal dimension.
    pub fn dim_arg(&mut self, arg: &Arg) -> Lowered<i32> {
        match &arg.value {
            Value::Int(value) => Ok(*value),
            _ => match self.clause(arg, "a dimension")? {
                (call, Lower::Dim(lower)) => lower(call, self),
                _ => self.misfit(arg, "a dimension"),
            },
        }
    }

    /// The values of a list of literal dimensions.
    pub fn dims(&mut self, arg: &Arg) -> Lowered<Vec<i32>> {
        arg.each().iter().map(|item| self.dim_arg(item)).collect()
    }

    /// The role an argument names.
    pub fn role_arg(&self, arg: &Arg) -> Lowered<Role> {
        let role = match arg.value {
            Value::Word { word, .. } => Role::parse(word),
            _ => None,
        };
        role.map_or_else(|| self.misfit(arg, "a role"), Ok)
    }

    /// A player given as a role, as `(player <int>)`, or as an integer.
    pub fn player_arg(&mut self, arg: &Arg) -> Lowered<IntExpr> {
        match &arg.value {
            Value::Ludeme(call) if call.form.head == "player" && call.form.kind == "player" => self.int(call, "index"),
            _ => self.int_arg(arg),
        }
    }

    /// The argument of a slot that has to be filled.
    fn required<'a>(&self, call: &'a Ludeme, name: &str) -> Lowered<&'a Arg> {
        match call.get(name) {
            Some(arg) => Ok(arg),
            None => self.wrong(&call.origin, format!("`({})` needs its argument `{name}`", call.form.title())),
        }
    }

    /// The argument of the first of these slots that is filled; `missing` is what is wrong where none is.
    pub(crate) fn one_of<'a>(&self, call: &'a Ludeme, names: &[&str], missing: &str) -> Lowered<&'a Arg> {
        let arg = names.iter().find_map(|name| call.get(name));
        arg.map_or_else(|| self.wrong(&call.origin, missing), Ok)
    }

    of_slots! {
        /// The mandatory integer of this slot.
        int by int_arg: IntExpr;
        /// The mandatory boolean of this slot.
        boolean by bool_arg: BoolExpr;
        /// The mandatory real number of this slot.
        float by float_arg: FloatExpr;
        /// The mandatory integer array of this slot.
        ints by ints_arg: IntsExpr;
        /// The mandatory region of this slot.
        region by region_arg: RegionExpr;
        /// The mandatory directions of this slot.
        directions by directions_arg: DirectionsExpr;
        /// The mandatory moves of this slot.
        moves by moves_arg: MovesExpr;
        /// The mandatory graph of this slot.
        graph by graph_arg: Graph;
        /// The mandatory dimension of this slot.
        dim by dim_arg: i32;
    }

    if_filled! {
        /// The integer of this slot, if it is filled.
        int_opt by int_arg: IntExpr;
        /// The boolean of this slot, if it is filled.
        bool_opt by bool_arg: BoolExpr;
        /// The region of this slot, if it is filled.
        region_opt by region_arg: RegionExpr;
        /// The region or site of this slot, if it is filled.
        sites_opt by sites_arg: SitesExpr;
        /// The range of this slot, if it is filled.
        range_opt by range_arg: RangeExpr;
        /// The moves of this slot, if it is filled.
        moves_opt by moves_arg: MovesExpr;
        /// The dimension of this slot, if it is filled.
        dim_opt by dim_arg: i32;
    }

    /// The integer of this slot, or a default.
    pub fn int_or(&mut self, call: &Ludeme, name: &str, default: i32) -> Lowered<IntExpr> {
        call.get(name).map_or(Ok(Expr::constant(default)), |arg| self.int_arg(arg))
    }

    /// The boolean of this slot, or a default.
    pub fn bool_or(&mut self, call: &Ludeme, name: &str, default: bool) -> Lowered<BoolExpr> {
        call.get(name).map_or(Ok(Expr::constant(default)), |arg| self.bool_arg(arg))
    }

    /// The dimension of this slot, or a default.
    pub fn dim_or(&mut self, call: &Ludeme, name: &str, default: i32) -> Lowered<i32> {
        Ok(self.dim_opt(call, name)?.unwrap_or(default))
    }

    /// The directions of this slot, or one absolute direction.
    pub fn directions_or(&mut self, call: &Ludeme, name: &str, default: Direction) -> Lowered<DirectionsExpr> {
        call.get(name).map_or_else(|| Ok(DirectionsExpr::absolute([default])), |arg| self.directions_arg(arg))
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

    /// The site type of a slot, or the board's default.
    pub fn site_type(&self, call: &Ludeme, name: &str) -> SiteType {
        call.word(name).and_then(SiteType::parse).unwrap_or_else(|| self.default_type())
    }

    /// The role of a slot, if it is filled.
    pub fn role_opt(&self, call: &Ludeme, name: &str) -> Lowered<Option<Role>> {
        call.get(name).map(|arg| self.role_arg(arg)).transpose()
    }
}

/// The number of a name, which is added where it is new.
fn number(names: &mut IndexSet<Arc<str>>, name: &Arc<str>) -> usize {
    names.get_index_of(name).unwrap_or_else(|| names.insert_full(Arc::clone(name)).0)
}

mod keeping;
