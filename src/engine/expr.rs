//! Evaluators: what a ludeme is lowered to.

use crate::engine::bit_sliced::BitSliced;
use crate::engine::context::Cx;
use crate::engine::fault::PlaceId;
use crate::engine::memo::Memoized;
use crate::engine::profile::Meter;
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
    place: PlaceId,
    pub(super) eval: Eval<T>,
    pub(super) view: Option<Box<View>>,
    /// Whether it looks at every site of the board, one by one.
    pub(crate) costly: bool,
    /// Whether it is a region of empty sites alone, or of occupied ones alone.
    pub(crate) filled: Option<Occupancy>,
    span: Option<Span>,
}

/// Whether something stands on each of the sites of a region, or on none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Occupancy {
    Empty,
    Occupied,
}

/// Which sites of the board decide about those of a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Span {
    /// Whether a site is in it depends on who and what stands there alone.
    Each,
    /// It has only sites at most a step, to an adjacent one, from those that its iterator variables name.
    Near,
}

type EvalFn<T> = Box<dyn Fn(&mut Cx) -> T + Send + Sync>;

type StoredFn<T> = Box<dyn Fn(&Cx) -> &T + Send + Sync>;

/// How a value is found. Which way it is stands in a field of its own: told from what the ways hold, it would cost more
/// to read.
#[repr(u8)]
pub(super) enum Eval<T> {
    Computed(EvalFn<T>),
    Constant(T),
    /// What stands in the context.
    Read(fn(&Cx) -> T),
    /// It stands in the state.
    Stored(StoredFn<T>),
    /// The constant of this number, nothing for another number.
    Chosen(Box<IntExpr>, Vec<T>, T),
    /// Another expression, whose value is kept in this slot until something it reads changes.
    Kept(usize, Box<Expr<T>>),
    /// Another expression that depends on nothing but a site, the value of a variable: its values are kept in this
    /// slot, site by site.
    Tabled(usize, Uses, Box<Expr<T>>),
    /// The same of two sites, the values of two variables.
    Paired(usize, [Uses; 2], Box<Expr<T>>),
    /// In another way, which is measured.
    Metered(Meter, Box<Eval<T>>),
}

/// An integer expression.
pub type IntExpr = Expr<i32>;
/// A boolean expression.
pub type BoolExpr = Expr<bool>;
/// A region expression.
pub type RegionExpr = Expr<SiteSet>;
/// An integer array expression.
pub type IntsExpr = Expr<Vec<i32>>;
/// A number for every site of a type.
pub(crate) type SlicedExpr = Expr<BitSliced>;
/// A real number expression; the language's floats have 32 bits.
pub type FloatExpr = Expr<f32>;
/// A range expression: both ends, inclusive.
pub type RangeExpr = Expr<(i32, i32)>;
/// A list of site indices that came from "a region or an int": ascending, without negative ones.
pub type SitesExpr = Expr<SmallVec<[i32; 4]>>;

/// A value of an expression, and the work of making a copy of it, in the units of [`Cx::spend`].
pub trait ExprValue: Memoized + Clone + Default + Send + Sync + 'static {
    /// The units beyond the one that every evaluation takes.
    fn work(&self) -> u64 {
        0
    }
}

impl ExprValue for () {}
impl ExprValue for bool {}
impl ExprValue for u32 {}
impl ExprValue for Option<usize> {}
impl ExprValue for i32 {}
impl ExprValue for f32 {}
impl ExprValue for (i32, i32) {}
impl ExprValue for (Option<usize>, i32) {}

impl ExprValue for SiteSet {
    #[inline]
    fn work(&self) -> u64 {
        self.width() as u64 / 4
    }
}

impl ExprValue for Vec<i32> {
    #[inline]
    fn work(&self) -> u64 {
        4 + self.len() as u64 / 2
    }
}

impl ExprValue for BitSliced {
    #[inline]
    fn work(&self) -> u64 {
        4 + self.sites() as u64 / 2
    }
}

impl ExprValue for SmallVec<[i32; 4]> {
    #[inline]
    fn work(&self) -> u64 {
        self.len() as u64 / 2
    }
}

#[inline]
fn choice<'a, T>(number: i32, constants: &'a [T], none: &'a T) -> &'a T {
    usize::try_from(number).ok().and_then(|number| constants.get(number)).unwrap_or(none)
}

impl<T: ExprValue> Expr<T> {
    /// A value that never changes.
    pub fn constant(value: T) -> Self {
        Expr {
            uses: Uses::NONE,
            place: PlaceId::NONE,
            eval: Eval::Constant(value),
            view: None,
            costly: false,
            filled: None,
            span: None,
        }
    }

    /// A computed value; `uses` must name everything `eval` reads.
    pub fn new(uses: Uses, eval: impl Fn(&mut Cx) -> T + Send + Sync + 'static) -> Self {
        Expr { uses, eval: Eval::Computed(Box::new(eval)), ..Expr::constant(T::default()) }
    }

    /// What a function makes of its value and of the context, of which it reads `uses`.
    pub(crate) fn with<U: ExprValue>(
        self,
        uses: Uses,
        make: impl Fn(&mut Cx, T) -> U + Send + Sync + 'static,
    ) -> Expr<U> {
        Expr::new(self.uses | uses, move |cx| {
            let value = self.eval(cx);
            make(cx, value)
        })
    }

    /// A value that is read at once, in less time than counting that would take; only its size is counted.
    pub(crate) fn read(uses: Uses, get: fn(&Cx) -> T) -> Self {
        Expr { uses, eval: Eval::Read(get), ..Expr::constant(T::default()) }
    }

    /// A value that stands in the state.
    pub(crate) fn stored(uses: Uses, get: impl Fn(&Cx) -> &T + Send + Sync + 'static) -> Self {
        Expr { uses, eval: Eval::Stored(Box::new(get)), ..Expr::constant(T::default()) }
    }

    /// The constant of a number, the neutral value for a number that has none.
    pub(crate) fn chosen(number: IntExpr, constants: Vec<T>) -> Self {
        let uses = number.uses;
        let eval = Eval::Chosen(Box::new(number), constants, T::default());
        Expr { uses, eval, ..Expr::constant(T::default()) }
    }

    /// An expression whose value is computed once and kept in this slot until something it reads changes. It must not
    /// read iterator variables nor be volatile.
    pub(crate) fn keeping(slot: usize, expr: Expr<T>) -> Self {
        let Expr { uses, costly, filled, span, .. } = expr;
        Expr { costly, filled, span, uses, eval: Eval::Kept(slot, Box::new(expr)), ..Expr::constant(T::default()) }
    }

    /// An expression that depends on nothing but a site, the value of this variable: each of its values is computed
    /// once and kept in this slot.
    pub(crate) fn tabled(slot: usize, variable: Uses, mut expr: Expr<T>) -> Self {
        let (costly, span, view) = (expr.costly, expr.span, expr.view.take());
        let eval = Eval::Tabled(slot, variable, Box::new(expr));
        Expr { costly, span, view, uses: variable, eval, ..Expr::constant(T::default()) }
    }

    /// The same for the values of two variables.
    pub(crate) fn paired(slot: usize, variables: [Uses; 2], mut expr: Expr<T>) -> Self {
        let (uses, costly, span, view) = (expr.uses, expr.costly, expr.span, expr.view.take());
        let eval = Eval::Paired(slot, variables, Box::new(expr));
        Expr { costly, span, view, uses, eval, ..Expr::constant(T::default()) }
    }

    /// The same, known to say this of all sites at once.
    #[must_use]
    pub(crate) fn seen_as(self, view: Option<View>) -> Self {
        Expr { view: view.map(Box::new), ..self }
    }

    /// The same, the sites of which are known to depend on the board so.
    #[must_use]
    pub(crate) fn spanning(self, span: Option<Span>) -> Self {
        Expr { span, ..self }
    }

    /// Which sites of the board decide about its sites, where that is known.
    pub(crate) fn span(&self) -> Option<Span> {
        let alike = !self.uses.any(Uses::BOARD | Uses::HISTORY | Uses::ITERATORS | Uses::VOLATILE);
        if alike { Some(Span::Each) } else { self.span }
    }

    /// The same, known to look at every site of the board one by one, if it does.
    #[must_use]
    pub(crate) fn costly_if(self, costly: bool) -> Self {
        Expr { costly, ..self }
    }

    /// The same, known to have such sites alone, if it has.
    #[must_use]
    pub(crate) fn of_sites(self, filled: Option<Occupancy>) -> Self {
        Expr { filled, ..self }
    }

    /// The same, written at this place.
    #[must_use]
    pub(crate) fn at(self, place: PlaceId) -> Self {
        Expr { place, ..self }
    }

    /// What it says of all sites at once, where that is known.
    pub(crate) fn view(&self) -> Option<&View> {
        self.view.as_deref()
    }

    /// Looks at the value now, without a copy of it where it stands somewhere.
    #[inline]
    pub(crate) fn look<R>(&self, cx: &mut Cx, see: impl FnOnce(&T) -> R) -> R {
        if !cx.spend(1) {
            cx.skip_ludeme(self.place);
            return see(&T::default());
        }
        self.eval.look(cx, self.place, see)
    }

    /// The value now.
    #[inline]
    pub fn eval(&self, cx: &mut Cx) -> T {
        // Most are computed: apart from the others, that takes few registers.
        let eval = match &self.eval {
            Eval::Computed(eval) => eval,
            Eval::Constant(value) => return value.clone(),
            Eval::Read(get) => {
                let value = get(cx);
                cx.charge(value.work());
                return value;
            }
            _ => return self.looked_up(cx),
        };
        // Whatever goes round and round evaluates something: bounded here, nothing is forgotten.
        if !cx.spend(1) {
            cx.skip_ludeme(self.place);
            return T::default();
        }
        let value = eval(cx);
        cx.charge(value.work());
        cx.leave_ludeme(self.place);
        value
    }

    #[inline(never)]
    fn looked_up(&self, cx: &mut Cx) -> T {
        if !cx.spend(1) {
            cx.skip_ludeme(self.place);
            return T::default();
        }
        let value = self.eval.value(cx);
        cx.charge(value.work());
        cx.leave_ludeme(self.place);
        value
    }

    /// Whether its value is computed anew each time.
    pub(crate) fn is_computed(&self) -> bool {
        match &self.eval {
            Eval::Computed(_) => true,
            Eval::Metered(_, inner) => matches!(**inner, Eval::Computed(_)),
            _ => false,
        }
    }

    /// The value, if it is a constant.
    pub fn as_constant(&self) -> Option<&T> {
        if let Eval::Constant(value) = &self.eval { Some(value) } else { None }
    }

    /// Whether its value is kept until something it reads changes.
    pub(crate) fn is_kept(&self) -> bool {
        match &self.eval {
            Eval::Kept(..) => true,
            Eval::Metered(_, inner) => matches!(**inner, Eval::Kept(..)),
            _ => false,
        }
    }

    /// Whether its value is looked up where it is kept or stands in the state.
    pub(super) fn is_looked_up(&self) -> bool {
        matches!(&self.eval, Eval::Kept(..) | Eval::Stored(_) | Eval::Chosen(..))
    }
}

impl<T: ExprValue> Eval<T> {
    #[inline]
    fn look<R>(&self, cx: &mut Cx, place: PlaceId, see: impl FnOnce(&T) -> R) -> R {
        match self {
            Eval::Constant(value) => see(value),
            Eval::Read(get) => {
                let value = get(cx);
                cx.charge(value.work());
                see(&value)
            }
            Eval::Stored(get) => see(get(cx)),
            Eval::Chosen(number, constants, none) => see(choice(number.eval(cx), constants, none)),
            Eval::Kept(slot, expr) => match cx.kept::<T>(*slot, expr.uses) {
                Some(value) => see(value),
                None => see(cx.renew(*slot, expr)),
            },
            Eval::Tabled(slot, variable, expr) => match cx.tabled::<T>(*slot, cx.it.site_of(*variable)) {
                Some(value) => see(value),
                None => see(&cx.tabulate(*slot, cx.it.site_of(*variable), expr)),
            },
            Eval::Paired(slot, variables, expr) => match cx.paired::<T>(*slot, *variables) {
                Some(value) => see(value),
                None => see(&cx.pair(*slot, *variables, expr)),
            },
            Eval::Computed(eval) => {
                let value = eval(cx);
                cx.charge(value.work());
                cx.leave_ludeme(place);
                see(&value)
            }
            Eval::Metered(meter, inner) => cx.measure(*meter, |cx| inner.look(cx, place, see)),
        }
    }

    #[inline]
    fn value(&self, cx: &mut Cx) -> T {
        match self {
            Eval::Constant(value) => value.clone(),
            Eval::Read(get) => get(cx),
            Eval::Stored(get) => get(cx).clone(),
            Eval::Chosen(number, constants, none) => choice(number.eval(cx), constants, none).clone(),
            Eval::Kept(slot, expr) => match cx.kept::<T>(*slot, expr.uses) {
                Some(value) => value.clone(),
                None => cx.renew(*slot, expr).clone(),
            },
            Eval::Tabled(slot, variable, expr) => match cx.tabled::<T>(*slot, cx.it.site_of(*variable)) {
                Some(value) => value.clone(),
                None => cx.tabulate(*slot, cx.it.site_of(*variable), expr),
            },
            Eval::Paired(slot, variables, expr) => match cx.paired::<T>(*slot, *variables) {
                Some(value) => value.clone(),
                None => cx.pair(*slot, *variables, expr),
            },
            Eval::Computed(eval) => eval(cx),
            Eval::Metered(meter, inner) => cx.measure(*meter, |cx| inner.value(cx)),
        }
    }
}

impl Eval<SiteSet> {
    #[inline]
    fn known_to_contain(&self, cx: &mut Cx, site: i32) -> Option<bool> {
        let (slot, expr) = match self {
            Eval::Kept(slot, expr) => (*slot, expr),
            Eval::Metered(meter, inner) if matches!(**inner, Eval::Kept(..)) => {
                return cx.measure(*meter, |cx| inner.known_to_contain(cx, site));
            }
            _ => return None,
        };
        if let Some(set) = cx.kept::<SiteSet>(slot, expr.uses) {
            return Some(set.contains(site));
        }
        cx.is_wanted(slot, expr.uses).then(|| cx.renew(slot, expr).contains(site))
    }
}

impl Expr<i32> {
    /// The site of this number; none where it is negative.
    pub(crate) fn into_sites(self) -> SitesExpr {
        self.with(Uses::NONE, |_, site| if site < 0 { SmallVec::new() } else { SmallVec::from_elem(site, 1) })
    }
}

impl Expr<SiteSet> {
    /// Whether a site is among those of a kept set, if the set is known now or has been asked for often enough to be
    /// made.
    #[inline]
    pub(crate) fn known_to_contain(&self, cx: &mut Cx, site: i32) -> Option<bool> {
        self.eval.known_to_contain(cx, site)
    }
}

impl Expr<bool> {
    /// The same, its values counted for this rule. It takes no work of its own, so that counting changes no game.
    pub(crate) fn counted(self, rule: RuleId) -> Self {
        if let Eval::Constant(_) = self.eval {
            return self;
        }
        let place = self.place;
        let counted = Expr::new(self.uses, move |cx| {
            let value = self.eval.value(cx);
            cx.tally.condition(rule, value);
            value
        });
        counted.at(place)
    }
}

impl<T: fmt::Debug> fmt::Debug for Expr<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.eval {
            Eval::Metered(..) => write!(f, "metered({:?})", self.uses),
            Eval::Constant(value) => write!(f, "{value:?}"),
            Eval::Read(_) => write!(f, "read({:?})", self.uses),
            Eval::Stored(_) => write!(f, "stored({:?})", self.uses),
            Eval::Chosen(_, constants, _) => write!(f, "one of {constants:?} ({:?})", self.uses),
            Eval::Kept(slot, _) => write!(f, "kept in {slot} ({:?})", self.uses),
            Eval::Tabled(slot, ..) => write!(f, "kept for each site in {slot} ({:?})", self.uses),
            Eval::Paired(slot, ..) => write!(f, "kept for each two sites in {slot} ({:?})", self.uses),
            Eval::Computed(_) => write!(f, "computed({:?})", self.uses),
        }
    }
}
