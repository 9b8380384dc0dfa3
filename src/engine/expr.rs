//! Evaluators: what a ludeme is lowered to.

use crate::board::{Direction, SiteType};
use crate::engine::context::Cx;
use crate::engine::fault::Fault;
use crate::engine::mv::Move;
use crate::engine::site_set::SiteSet;
use crate::engine::tally::RuleId;
use crate::engine::uses::Uses;
use smallvec::SmallVec;
use std::fmt;
use std::sync::Arc;

/// An expression of the language that gives a value of type `T`, and what it reads.
pub struct Expr<T> {
    /// What the value depends on.
    pub uses: Uses,
    eval: Eval<T>,
}

type EvalFn<T> = Box<dyn Fn(&mut Cx) -> T + Send + Sync>;

enum Eval<T> {
    Constant(T),
    Computed(EvalFn<T>),
}

/// An integer expression.
pub type IntExpr = Expr<i32>;
/// A boolean expression.
pub type BoolExpr = Expr<bool>;
/// A region expression.
pub type RegionExpr = Expr<SiteSet>;
/// An integer array expression.
pub type IntsExpr = Expr<Vec<i32>>;
/// A real number expression; the language's floats have 32 bits.
pub type FloatExpr = Expr<f32>;
/// A range expression: both ends, inclusive.
pub type RangeExpr = Expr<(i32, i32)>;
/// A list of site indices that came from "a region or an int": ascending, without negative ones.
pub type SitesExpr = Expr<SmallVec<[i32; 4]>>;

/// A value of an expression, and the work of making a copy of it, in the units of [`Cx::spend`].
pub trait Worth: Clone + Default {
    /// The units beyond the one that every evaluation takes.
    fn work(&self) -> u64 {
        0
    }
}

impl Worth for () {}
impl Worth for bool {}
impl Worth for u32 {}
impl Worth for Option<usize> {}
impl Worth for i32 {}
impl Worth for f32 {}
impl Worth for (i32, i32) {}

impl Worth for SiteSet {
    #[inline]
    fn work(&self) -> u64 {
        self.width() as u64 / 4
    }
}

impl Worth for Vec<i32> {
    #[inline]
    fn work(&self) -> u64 {
        4 + self.len() as u64 / 2
    }
}

impl Worth for SmallVec<[i32; 4]> {
    #[inline]
    fn work(&self) -> u64 {
        self.len() as u64 / 2
    }
}

impl<T: Worth> Expr<T> {
    /// A value that never changes.
    pub fn constant(value: T) -> Self {
        Expr { uses: Uses::NONE, eval: Eval::Constant(value) }
    }

    /// A computed value; `uses` must name everything `eval` reads.
    pub fn new(uses: Uses, eval: impl Fn(&mut Cx) -> T + Send + Sync + 'static) -> Self {
        Expr { uses, eval: Eval::Computed(Box::new(eval)) }
    }

    /// The value now.
    #[inline]
    pub fn eval(&self, cx: &mut Cx) -> T {
        // Whatever goes round and round evaluates something: bounded here, nothing is forgotten.
        if !cx.spend(1) {
            return T::default();
        }
        match &self.eval {
            Eval::Constant(value) => {
                cx.charge(value.work());
                value.clone()
            }
            Eval::Computed(eval) => {
                let value = eval(cx);
                cx.charge(value.work());
                value
            }
        }
    }

    /// The value, if it is a constant.
    pub fn as_constant(&self) -> Option<&T> {
        match &self.eval {
            Eval::Constant(value) => Some(value),
            Eval::Computed(_) => None,
        }
    }
}

impl Expr<bool> {
    /// The same, its values counted for this rule. It takes no work of its own, so that counting changes no game.
    pub(crate) fn counted(self, rule: RuleId) -> Self {
        let Eval::Computed(eval) = self.eval else { return self };
        let counted = move |cx: &mut Cx| {
            let value = eval(cx);
            cx.tally.condition(rule, value);
            value
        };
        Expr { uses: self.uses, eval: Eval::Computed(Box::new(counted)) }
    }
}

impl<T: fmt::Debug> fmt::Debug for Expr<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.eval {
            Eval::Constant(value) => write!(f, "{value:?}"),
            Eval::Computed(_) => write!(f, "computed({:?})", self.uses),
        }
    }
}

/// Direction names resolved for a site.
pub type DirectionList = SmallVec<[Direction; 4]>;

type DirectionsFn = Box<dyn Fn(&mut Cx, SiteType, i32, Option<Direction>) -> DirectionList + Send + Sync>;

/// A directions expression: which absolute directions it means at a site.
pub struct DirectionsExpr {
    /// What the value depends on, besides the site.
    pub uses: Uses,
    /// The directions, where they are the same at every site.
    fixed: Option<DirectionList>,
    eval: Option<DirectionsFn>,
}

impl DirectionsExpr {
    /// Absolute directions, the same everywhere.
    pub fn absolute(list: impl IntoIterator<Item = Direction>) -> Self {
        DirectionsExpr { uses: Uses::NONE, fixed: Some(list.into_iter().collect()), eval: None }
    }

    /// Directions that depend on the site or the state.
    pub fn new(
        uses: Uses,
        eval: impl Fn(&mut Cx, SiteType, i32, Option<Direction>) -> DirectionList + Send + Sync + 'static,
    ) -> Self {
        DirectionsExpr { uses, fixed: None, eval: Some(Box::new(eval)) }
    }

    /// The directions at a site.
    pub fn eval(&self, cx: &mut Cx, t: SiteType, site: i32) -> DirectionList {
        self.eval_facing(cx, t, site, None)
    }

    /// The directions at a site, relative ones for somebody who faces this way instead of the piece there.
    pub fn eval_facing(&self, cx: &mut Cx, t: SiteType, site: i32, facing: Option<Direction>) -> DirectionList {
        match (&self.fixed, &self.eval) {
            (Some(list), _) => list.clone(),
            (None, Some(eval)) => eval(cx, t, site, facing),
            (None, None) => DirectionList::new(),
        }
    }

    /// The directions, where they are the same everywhere.
    pub fn as_absolute(&self) -> Option<&[Direction]> {
        self.fixed.as_deref()
    }
}

impl fmt::Debug for DirectionsExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.fixed)
    }
}

/// The most moves that one list holds; no game comes near, and more would fill the memory.
const MOST_MOVES: usize = 1_000_000;

/// The work of making and keeping a move, in the units of [`Cx::spend`].
const MOVE_WORK: u64 = 100;

/// Where generators put their moves.
#[derive(Debug, Default)]
pub struct Out {
    /// The moves so far, in order, duplicates kept.
    pub moves: Vec<Move>,
    /// Whether one move is all that is asked for.
    pub first_only: bool,
    /// The only recorded destination of interest, if there is one: moves to others may be left out.
    sought: Option<i32>,
    /// Whether the first move to it answers the question.
    one_is_enough: bool,
    found: bool,
}

impl Out {
    /// A list that takes everything.
    pub fn all() -> Self {
        Self::default()
    }

    /// A list for asking whether there is any move.
    pub fn first() -> Self {
        Out { first_only: true, ..Self::default() }
    }

    /// A list for asking whether there is any move to a site, as [`Moves::seek`] fills it.
    pub fn seeking(site: i32) -> Self {
        Out { sought: Some(site), one_is_enough: true, ..Self::default() }
    }

    /// Whether a move to this site is of interest.
    pub fn wants(&self, site: i32) -> bool {
        self.sought.is_none_or(|sought| sought == site)
    }

    /// A list for candidates, of which those to sites of interest may be kept or not.
    pub fn candidates(&self) -> Self {
        Out { sought: self.sought, ..Self::default() }
    }

    /// Whether the question is answered and a generator may stop.
    pub fn full(&self) -> bool {
        self.found || self.first_only && !self.moves.is_empty() || self.moves.len() > MOST_MOVES
    }

    /// Adds a move.
    pub fn push(&mut self, m: Move) {
        self.found |= self.one_is_enough && self.sought == Some(m.to);
        self.moves.push(m);
    }
}

type MovesFn = Box<dyn Fn(&mut Cx, &mut Out) + Send + Sync>;

/// A ludeme that generates moves: a play rule, an effect, a consequence.
pub struct Moves {
    eval: MovesFn,
}

/// A shared move generator; moves hold on to their consequences through it.
pub type MovesExpr = Arc<Moves>;

impl Moves {
    /// A generator.
    pub fn generator(eval: impl Fn(&mut Cx, &mut Out) + Send + Sync + 'static) -> MovesExpr {
        Arc::new(Moves { eval: Box::new(eval) })
    }

    /// The same, its use counted for this rule, and its moves marked as made by it unless a ludeme within has made
    /// them. It takes no work of its own, so that counting changes no game.
    pub(crate) fn counted(inner: MovesExpr, rule: RuleId) -> MovesExpr {
        Moves::generator(move |cx, out| {
            let before = out.moves.len();
            (inner.eval)(cx, out);
            let made = out.moves.get_mut(before..).unwrap_or_default();
            for m in made.iter_mut().filter(|m| m.maker == RuleId::NONE) {
                m.maker = rule;
            }
            let gave = !made.is_empty();
            cx.tally.moves(rule, gave);
        })
    }

    /// Appends the moves it generates now.
    pub fn eval(&self, cx: &mut Cx, out: &mut Out) {
        // Only what passes the question on, knowing that no other move matters, asks for one destination.
        let sought = out.sought.take();
        self.seek(cx, out);
        out.sought = sought;
    }

    /// Appends the moves it generates now; where the list is for one destination, those to others may be missing.
    pub(crate) fn seek(&self, cx: &mut Cx, out: &mut Out) {
        if cx.fault().is_some() || !cx.spend(1) {
            return;
        }
        // A piece whose own moves ask for the moves of its pieces would go down without end.
        if !cx.descend() {
            return cx.fail(Fault::Nesting);
        }
        let before = out.moves.len();
        (self.eval)(cx, out);
        cx.ascend();
        let made = out.moves.len().saturating_sub(before) as u64;
        if made > 0 && !cx.spend(made * MOVE_WORK) || out.moves.len() > MOST_MOVES {
            cx.fail(Fault::Work);
        }
    }

    /// All the moves it generates now.
    pub fn list(&self, cx: &mut Cx) -> Vec<Move> {
        let mut out = Out::all();
        self.eval(cx, &mut out);
        out.moves
    }
}

impl fmt::Debug for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Moves")
    }
}
