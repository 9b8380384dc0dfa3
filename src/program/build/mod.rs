//! From the typed tree to the program: one function for each ludeme that has a form over sets.
//!
//! Everything else is [`Unfit`], and the game is then played by the plain evaluator. What does not depend on the state
//! is computed by the plain evaluator while the program is built.

mod bools;
mod effects;
mod ints;
mod moves;
mod sets;
mod simplify;

use super::ir::{BoolId, BoolNode, Cmp, IntId, IntNode, RelId, SetId, SetNode, Table, Var, Walk};
use super::range::Range;
use super::rewrites::Rewrites;
use super::space::Relation;
use crate::board::{Direction, SiteType, Topology};
use crate::check::typed::{Arg, Ludeme, Value};
use crate::diag::Origin;
use crate::engine::context::Cx;
use crate::engine::expr::Expr;
use crate::engine::game::Game;
use crate::engine::role::Role;
use crate::engine::site_set::SiteSet;
use crate::engine::trial::Trial;
use crate::engine::uses::Uses;
use crate::ludemes::Lowering;
use std::fmt;
use std::sync::Arc;

/// Why a game has no program.
#[derive(Debug, Clone)]
pub struct Unfit {
    /// What has no form over sets.
    pub what: String,
    /// Where it was written, if it is about a place.
    pub origin: Option<Origin>,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} has no form over sets yet", self.what)
    }
}

/// The result of building a part of a program.
pub type Built<T> = Result<T, Unfit>;

/// What is known while a program is built.
pub struct Builder<'g> {
    /// The nodes so far.
    pub table: Table,
    /// The rewrites that are made.
    pub rewrites: &'g Rewrites,
    /// The game.
    pub game: &'g Arc<Game>,
    lowering: Lowering,
    /// Where expressions that read nothing are evaluated.
    scratch: Option<Cx>,
    /// The number of sites that pieces can stand on: those of the board, and the hands behind a board of cells.
    pub universe: usize,
    /// How often what is being built is asked for at most, in one evaluation of what is around it.
    visits: usize,
}

/// The most often that a part of the rules may be asked for by loops within loops: a program counts no work.
const MOST_VISITS: usize = 1 << 20;

/// The one answer to a ludeme without a form over sets.
pub(super) fn unfit<T>(call: &Ludeme) -> Built<T> {
    Err(Unfit { what: format!("`({})`", call.form.title()), origin: Some(call.origin.clone()) })
}

fn unfit_arg<T>(arg: &Arg, what: &str) -> Built<T> {
    Err(Unfit { what: what.to_owned(), origin: Some(arg.origin.clone()) })
}

impl<'g> Builder<'g> {
    /// A builder for a game; `hands` says whether the sites of hands are among those of the sets.
    pub fn new(game: &'g Arc<Game>, rewrites: &'g Rewrites, hands: bool) -> Self {
        let layout = &game.equipment.layout;
        let board = usize::try_from(layout.sites()).unwrap_or(0);
        let universe = match layout.default_type() {
            SiteType::Cell if hands => (1..layout.containers())
                .filter_map(|container| layout.stretch(container))
                .map(|stretch| usize::try_from(stretch.from + stretch.len).unwrap_or(0))
                .fold(board, usize::max),
            _ => board,
        };
        let table = Table { sites: universe, ..Table::default() };
        Builder { table, rewrites, game, lowering: Lowering::resume(game), scratch: None, universe, visits: 1 }
    }

    /// What has been built for a ludeme: the nodes that none within it has claimed come from it.
    fn claimed<T>(&mut self, call: &Ludeme, built: T) -> T {
        self.table.claim(&call.origin);
        built
    }

    /// Builds what a loop over sites asks for at each of them.
    fn each<T>(&mut self, call: &Ludeme, build: impl FnOnce(&mut Self) -> Built<T>) -> Built<T> {
        let before = self.visits;
        self.visits = before.saturating_mul(self.universe.max(1));
        let built = if self.visits > MOST_VISITS { unfit(call) } else { build(self) };
        self.visits = before;
        built
    }

    /// The board.
    pub fn board(&self) -> &Topology {
        &self.game.equipment.board
    }

    /// The site type that is played on.
    pub fn site_type(&self) -> SiteType {
        self.game.equipment.board.default_type()
    }

    /// Number of board sites.
    pub fn board_sites(&self) -> usize {
        self.board().len(self.site_type())
    }

    /// All sites of the board.
    pub fn whole_board(&mut self) -> SetId {
        let words = self.table.words(0..self.board_sites());
        self.table.constant(words)
    }

    /// A set known before the game.
    pub fn known_set(&mut self, sites: &SiteSet) -> SetId {
        let words = self.table.words(sites.iter().filter_map(|site| usize::try_from(site).ok()));
        self.table.constant(words)
    }

    /// A number.
    pub fn number(&mut self, value: i32) -> IntId {
        self.int_node(IntNode::Const(value))
    }

    /// A truth value known before the game.
    pub fn known(&mut self, value: bool) -> BoolId {
        self.truth_node(BoolNode::Const(value))
    }

    /// An iterator variable.
    pub fn var(&mut self, var: Var) -> IntId {
        self.int_node(IntNode::Var(var))
    }

    /// A comparison.
    pub fn compare(&mut self, cmp: Cmp, a: IntId, b: IntId) -> BoolId {
        self.truth_node(BoolNode::Compare(cmp, a, b))
    }

    /// Sites of both.
    pub fn inter(&mut self, a: SetId, b: SetId) -> SetId {
        self.set_node(SetNode::Inter(a, b))
    }

    /// Sites of either.
    pub fn union(&mut self, a: SetId, b: SetId) -> SetId {
        self.set_node(SetNode::Union(a, b))
    }

    /// Sites of the first alone.
    pub fn diff(&mut self, a: SetId, b: SetId) -> SetId {
        self.set_node(SetNode::Diff(a, b))
    }

    /// The steps in one direction or class of directions, over the site type that is played on.
    pub fn relation(&mut self, direction: Direction) -> RelId {
        let t = self.site_type();
        let near = (0..self.board_sites())
            .map(|site| {
                let mut near: Vec<u16> =
                    self.board().steps(t, site, direction).iter().filter_map(|&to| u16::try_from(to).ok()).collect();
                near.sort_unstable();
                near.dedup();
                near
            })
            .collect();
        self.table.relation(Relation { name: direction.name(), near })
    }

    /// The relation that groups grow along. Where a step has none back, what is a group depends on where it is begun.
    fn group_relation(&mut self, call: &Ludeme, name: &str) -> Built<RelId> {
        let direction = self.direction(call, name)?;
        let rel = self.relation(direction);
        if self.table.rels[rel.index()].is_symmetric() { Ok(rel) } else { unfit(call) }
    }

    /// The direction word of a slot.
    fn direction(&self, call: &Ludeme, name: &str) -> Built<Direction> {
        match call.get(name).map(|arg| &arg.value) {
            None => Ok(Direction::Adjacent),
            Some(Value::Word { word, .. }) => match Direction::parse(word) {
                Some(direction) => Ok(direction),
                None => unfit(call),
            },
            Some(_) => unfit(call),
        }
    }

    /// Refuses a site type other than the one that is played on.
    fn only_default_type(&self, call: &Ludeme, name: &str) -> Built<()> {
        match call.word(name).and_then(SiteType::parse) {
            Some(t) if t != self.site_type() => unfit(call),
            _ => Ok(()),
        }
    }

    fn need<'a>(&self, call: &'a Ludeme, name: &str) -> Built<&'a Arg> {
        match call.get(name) {
            Some(arg) => Ok(arg),
            None => unfit(call),
        }
    }

    /// Refuses slots that have no form over sets.
    fn without(&self, call: &Ludeme, names: &[&str]) -> Built<()> {
        if names.iter().any(|name| call.get(name).is_some()) { unfit(call) } else { Ok(()) }
    }

    /// The player a role stands for; players + 1 for everybody.
    fn role(&mut self, role: Role) -> Option<IntId> {
        let players = self.game.equipment.players;
        Some(match role {
            Role::Mover => self.int_node(IntNode::Mover),
            Role::Next => self.int_node(IntNode::Next),
            Role::Prev => self.int_node(IntNode::Prev),
            Role::Neutral => self.number(0),
            Role::Player(n) => self.number(i32::from(n)),
            Role::All | Role::Each | Role::Shared => self.number(players + 1),
            _ => return None,
        })
    }

    fn role_arg(&mut self, arg: &Arg) -> Built<IntId> {
        let role = match &arg.value {
            Value::Word { word, .. } => Role::parse(word),
            _ => None,
        };
        match role.and_then(|role| self.role(role)) {
            Some(id) => Ok(id),
            None => unfit_arg(arg, "this role"),
        }
    }

    /// A player: a role, `(player n)` or an integer.
    fn player_arg(&mut self, arg: &Arg) -> Built<IntId> {
        match &arg.value {
            Value::Word { .. } => self.role_arg(arg),
            Value::Ludeme(call) if call.form.head == "player" && call.form.kind == "player" => {
                let index = self.need(call, "index")?;
                self.sure_player(index)
            }
            _ => self.sure_player(arg),
        }
    }

    /// A number that is that of a player, of nobody or of all in every position. Another would end the game where it is
    /// asked for, and a program may leave out what is never asked for.
    fn sure_player(&mut self, arg: &Arg) -> Built<IntId> {
        let id = self.int_arg(arg)?;
        match self.range(id) {
            Some((low, high)) if low >= 0 && high <= self.game.equipment.players + 1 => Ok(id),
            _ => unfit_arg(arg, "a player who may not exist"),
        }
    }

    /// The score of a player. Others than players and nobody have none, and asking for it would end the game.
    fn score_of(&mut self, arg: &Arg) -> Built<IntNode> {
        let player = self.player_arg(arg)?;
        match self.range(player) {
            Some((low, high)) if low >= 0 && high <= self.game.equipment.players => Ok(IntNode::Score(player)),
            _ => unfit_arg(arg, "a player who may not have a score"),
        }
    }

    /// Between what numbers the value of a node is, as far as that is plain to see.
    fn range(&self, id: IntId) -> Option<Range> {
        self.table.range(id, &|node| match node {
            // One that nothing binds makes the game unfit.
            IntNode::Var(_) => Some((0, i32::try_from(self.universe).ok()?.checked_sub(1)?)),
            _ => None,
        })
    }

    /// The set a region has whatever the state is, if it has one.
    fn static_region(&mut self, arg: &Arg) -> Option<SetId> {
        let region = self.lowering.region_arg(arg).ok()?;
        let sites = self.settled(&region)?;
        Some(self.known_set(&sites))
    }

    fn static_int(&mut self, arg: &Arg) -> Option<i32> {
        let int = self.lowering.int_arg(arg).ok()?;
        self.settled(&int)
    }

    /// The value of an expression that reads nothing.
    fn settled<T: crate::engine::expr::Worth>(&mut self, expr: &Expr<T>) -> Option<T> {
        if let Some(value) = expr.as_constant() {
            return Some(value.clone());
        }
        if expr.uses != Uses::NONE {
            return None;
        }
        if self.scratch.is_none() {
            let trial = Trial::start(Arc::clone(self.game), 0).ok()?;
            self.scratch = Some(trial.scratch_context());
        }
        let cx = self.scratch.as_mut()?;
        let value = expr.eval(cx);
        (cx.take_fault().is_none()).then_some(value)
    }

    /// The value of a static number node.
    pub fn as_number(&self, id: IntId) -> Option<i32> {
        match self.table.int(id) {
            IntNode::Const(value) => Some(*value),
            _ => None,
        }
    }

    /// The steps of a `(step ..)` argument.
    fn walk(&mut self, arg: &Arg) -> Built<Walk> {
        let Value::Ludeme(step) = &arg.value else { return unfit_arg(arg, "this step") };
        self.without(step, &["from"])?;
        let direction = self.direction(step, "directions")?;
        let rel = self.relation(direction);
        let cond = match step.get("to").map(|arg| &arg.value) {
            Some(Value::Ludeme(to)) => match to.get("if") {
                Some(cond) => self.bool_arg(cond)?,
                None => self.known(true),
            },
            _ => self.known(true),
        };
        Ok(self.simple_walk(Walk { rel, cond, clauses: Vec::new(), through: None, leave: None }))
    }
}
