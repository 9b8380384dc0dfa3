//! Evaluators: what a ludeme is lowered to.

use crate::board::{Direction, Relation, SiteType, Topology};
use crate::engine::context::Cx;
use crate::engine::site_set::SiteSet;
use crate::engine::tally::RuleId;
use crate::engine::uses::Uses;
use crate::engine::view::View;
use smallvec::SmallVec;
use std::fmt;

/// An expression of the language that gives a value of type `T`, and what it reads.
pub struct Expr<T> {
    /// What the value depends on.
    pub uses: Uses,
    eval: Eval<T>,
    view: Option<Box<View>>,
}

type EvalFn<T> = Box<dyn Fn(&mut Cx) -> T + Send + Sync>;

type StoredFn<T> = Box<dyn Fn(&Cx) -> &T + Send + Sync>;

enum Eval<T> {
    Constant(T),
    /// It stands in the state.
    Stored(StoredFn<T>),
    /// The constant of this number, nothing for another number.
    Chosen(Box<IntExpr>, Vec<T>, T),
    /// Another expression, whose value is kept in this slot until something it reads changes.
    Kept(usize, Box<Expr<T>>),
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
pub trait Worth: Clone + Default + Send + Sync + 'static {
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
impl Worth for (Option<usize>, i32) {}

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

#[inline]
fn choice<'a, T>(number: i32, constants: &'a [T], none: &'a T) -> &'a T {
    usize::try_from(number).ok().and_then(|number| constants.get(number)).unwrap_or(none)
}

impl<T: Worth> Expr<T> {
    /// A value that never changes.
    pub fn constant(value: T) -> Self {
        Expr { uses: Uses::NONE, eval: Eval::Constant(value), view: None }
    }

    /// A computed value; `uses` must name everything `eval` reads.
    pub fn new(uses: Uses, eval: impl Fn(&mut Cx) -> T + Send + Sync + 'static) -> Self {
        Expr { uses, eval: Eval::Computed(Box::new(eval)), view: None }
    }

    /// A value that stands in the state.
    pub(crate) fn stored(uses: Uses, get: impl Fn(&Cx) -> &T + Send + Sync + 'static) -> Self {
        Expr { uses, eval: Eval::Stored(Box::new(get)), view: None }
    }

    /// The constant of a number, the neutral value for a number that has none.
    pub(crate) fn chosen(number: IntExpr, constants: Vec<T>) -> Self {
        Expr { uses: number.uses, eval: Eval::Chosen(Box::new(number), constants, T::default()), view: None }
    }

    /// An expression whose value is computed once and kept in this slot until something it reads changes. It must not
    /// read iterator variables nor be volatile.
    pub(crate) fn keeping(slot: usize, expr: Expr<T>) -> Self {
        Expr { uses: expr.uses, eval: Eval::Kept(slot, Box::new(expr)), view: None }
    }

    /// The same, known to say this of all sites at once.
    #[must_use]
    pub(crate) fn seen_as(self, view: Option<View>) -> Self {
        Expr { view: view.map(Box::new), ..self }
    }

    /// What it says of all sites at once, where that is known.
    pub(crate) fn view(&self) -> Option<&View> {
        self.view.as_deref()
    }

    /// Looks at the value now, without a copy of it where it stands somewhere.
    #[inline]
    pub(crate) fn look<R>(&self, cx: &mut Cx, see: impl FnOnce(&T) -> R) -> R {
        if !cx.spend(1) {
            return see(&T::default());
        }
        match &self.eval {
            Eval::Constant(value) => see(value),
            Eval::Stored(get) => see(get(cx)),
            Eval::Chosen(number, constants, none) => see(choice(number.eval(cx), constants, none)),
            Eval::Kept(slot, expr) => match cx.kept::<T>(*slot, expr.uses) {
                Some(value) => see(value),
                None => see(&cx.renew(*slot, expr)),
            },
            Eval::Computed(eval) => {
                let value = eval(cx);
                cx.charge(value.work());
                see(&value)
            }
        }
    }

    /// The value now.
    #[inline]
    pub fn eval(&self, cx: &mut Cx) -> T {
        // Whatever goes round and round evaluates something: bounded here, nothing is forgotten.
        if !cx.spend(1) {
            return T::default();
        }
        let value = self.value(cx);
        cx.charge(value.work());
        value
    }

    #[inline]
    fn value(&self, cx: &mut Cx) -> T {
        match &self.eval {
            Eval::Constant(value) => value.clone(),
            Eval::Stored(get) => get(cx).clone(),
            Eval::Chosen(number, constants, none) => choice(number.eval(cx), constants, none).clone(),
            Eval::Kept(slot, expr) => match cx.kept::<T>(*slot, expr.uses) {
                Some(value) => value.clone(),
                None => cx.renew(*slot, expr),
            },
            Eval::Computed(eval) => eval(cx),
        }
    }

    /// The value, if it is a constant.
    pub fn as_constant(&self) -> Option<&T> {
        match &self.eval {
            Eval::Constant(value) => Some(value),
            _ => None,
        }
    }
}

impl Expr<bool> {
    /// The same, its values counted for this rule. It takes no work of its own, so that counting changes no game.
    pub(crate) fn counted(self, rule: RuleId) -> Self {
        if let Eval::Constant(_) = self.eval {
            return self;
        }
        Expr::new(self.uses, move |cx| {
            let value = self.value(cx);
            cx.tally.condition(rule, value);
            value
        })
    }
}

impl<T: fmt::Debug> fmt::Debug for Expr<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.eval {
            Eval::Constant(value) => write!(f, "{value:?}"),
            Eval::Stored(_) => write!(f, "stored({:?})", self.uses),
            Eval::Chosen(_, constants, _) => write!(f, "one of {constants:?} ({:?})", self.uses),
            Eval::Kept(slot, _) => write!(f, "kept in {slot} ({:?})", self.uses),
            Eval::Computed(_) => write!(f, "computed({:?})", self.uses),
        }
    }
}

/// Direction names resolved for a site.
pub type DirectionList = SmallVec<[Direction; 4]>;

type DirectionsFn = Box<dyn Fn(&mut Cx, SiteType, i32, Option<Direction>) -> DirectionList + Send + Sync>;

type MostFn = Box<dyn Fn(SiteType) -> usize + Send + Sync>;

/// A directions expression: which absolute directions it means at a site.
pub struct DirectionsExpr {
    /// What the value depends on, besides the site.
    pub uses: Uses,
    /// The directions, where they are the same at every site.
    fixed: Option<DirectionList>,
    eval: Option<DirectionsFn>,
    /// How many directions it means at a site of a type at most, where that is known.
    most: Option<MostFn>,
}

impl DirectionsExpr {
    /// Absolute directions, the same everywhere.
    pub fn absolute(list: impl IntoIterator<Item = Direction>) -> Self {
        DirectionsExpr { uses: Uses::NONE, fixed: Some(list.into_iter().collect()), eval: None, most: None }
    }

    /// Directions that depend on the site or the state.
    pub fn new(
        uses: Uses,
        eval: impl Fn(&mut Cx, SiteType, i32, Option<Direction>) -> DirectionList + Send + Sync + 'static,
    ) -> Self {
        DirectionsExpr { uses, fixed: None, eval: Some(Box::new(eval)), most: None }
    }

    /// The same, known to mean no more than so many specific directions at a site of a type.
    #[must_use]
    pub(crate) fn at_most(self, most: impl Fn(SiteType) -> usize + Send + Sync + 'static) -> Self {
        DirectionsExpr { most: Some(Box::new(most)), ..self }
    }

    /// How many lanes there are at most from a site of this type, where a site has so many in a direction.
    pub(crate) fn most_lanes(
        &self,
        board: &Topology,
        t: SiteType,
        lanes: impl Fn(usize, Direction) -> usize,
    ) -> Option<usize> {
        let sites = 0..board.len(t);
        match &self.fixed {
            Some(list) => sites.map(|site| list.iter().map(|&d| lanes(site, d)).sum()).max(),
            None => {
                let supported = board.supported(t, Relation::All);
                let most = sites.flat_map(|site| supported.iter().map(move |&d| (site, d)));
                Some(self.most.as_ref()?(t) * most.map(|(site, d)| lanes(site, d)).max()?)
            }
        }
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
