//! Evaluators: what a ludeme is lowered to.

use crate::board::{Direction, SiteType};
use crate::engine::context::{Cx, Iterators};
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
    /// Whether moves may be counted now and made when one of them is drawn.
    lazy: bool,
    /// The moves counted so far.
    batches: Vec<Batch>,
    taking: Taking,
}

/// What a generator does with a move that it finds.
#[derive(Debug, Clone, Copy, Default)]
enum Taking {
    /// It makes the move.
    #[default]
    Every,
    /// It counts it.
    Count(usize),
    /// It leaves out so many and makes the next one.
    One(usize),
}

/// Moves of one generator that have been counted and not made: evaluated again, it makes the one that is drawn.
#[derive(Clone)]
pub(crate) struct Batch {
    generator: Arc<MovesFn>,
    it: Iterators,
    count: usize,
    /// How many moves of the list were made before these.
    made: usize,
    then: SmallVec<[MovesExpr; 2]>,
    mover: Option<i32>,
}

impl fmt::Debug for Batch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} moves", self.count)
    }
}

/// How far a list has come: what follows are the moves of whoever asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Here {
    moves: usize,
    batches: usize,
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

    /// A list for asking whether there is any move to a site, as `Moves::seek` fills it.
    pub fn seeking(site: i32) -> Self {
        Out { sought: Some(site), one_is_enough: true, ..Self::default() }
    }

    /// A list of which one move will be drawn, as `Moves::seek` fills it.
    pub(crate) fn lazy() -> Self {
        Out { lazy: true, ..Self::default() }
    }

    /// Whether a move to this site is of interest.
    pub fn wants(&self, site: i32) -> bool {
        self.sought.is_none_or(|sought| sought == site)
    }

    /// Whether the move that a generator has found is to be made now. Asked once for every move it finds.
    #[inline]
    pub fn takes(&mut self) -> bool {
        match &mut self.taking {
            Taking::Every => true,
            Taking::Count(count) => {
                *count += 1;
                false
            }
            Taking::One(before) => match before.checked_sub(1) {
                Some(left) => {
                    *before = left;
                    false
                }
                None => true,
            },
        }
    }

    /// The same for so many moves at once: which of them is to be made now, if it is not every one.
    #[inline]
    pub fn takes_among(&mut self, found: usize) -> Among {
        match &mut self.taking {
            Taking::Every => Among::Every,
            Taking::Count(count) => {
                *count += found;
                Among::None
            }
            Taking::One(before) if *before < found => Among::One(*before),
            Taking::One(before) => {
                *before -= found;
                Among::None
            }
        }
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
        self.found |= self.one_is_enough && self.sought == Some(m.to) || matches!(self.taking, Taking::One(_));
        self.moves.push(m);
    }

    /// Where the next move will stand.
    pub fn here(&self) -> Here {
        Here { moves: self.moves.len(), batches: self.batches.len() }
    }

    /// Attaches a consequence to every move from a place on, after those attached by inner generators.
    pub fn attach(&mut self, from: Here, then: &MovesExpr) {
        for m in self.moves.iter_mut().skip(from.moves) {
            m.series = None;
            for _ in 0..=usize::from(m.twin) {
                m.then.push(Arc::clone(then));
            }
        }
        for batch in self.batches.iter_mut().skip(from.batches) {
            batch.then.push(Arc::clone(then));
        }
    }

    /// Makes a player the mover of every move from a place on.
    pub fn set_mover(&mut self, from: Here, mover: i32) {
        for m in self.moves.iter_mut().skip(from.moves) {
            m.series = m.series.filter(|_| m.mover == mover);
            m.mover = mover;
        }
        for batch in self.batches.iter_mut().skip(from.batches) {
            batch.mover = Some(mover);
        }
    }

    /// How many moves there are, those not made included.
    pub(crate) fn len(&self) -> usize {
        self.moves.len() + self.batches.iter().map(|batch| batch.count).sum::<usize>()
    }

    /// Whether there is no move.
    pub(crate) fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.batches.is_empty()
    }

    /// The move of this number in the order of the full list, in the state that the list was made for.
    pub(crate) fn draw(&mut self, index: usize, cx: &mut Cx) -> Option<Move> {
        let (mut left, mut made) = (index, 0);
        for batch in &self.batches {
            let before = batch.made - made;
            if left < before {
                break;
            }
            left -= before;
            made = batch.made;
            if left < batch.count {
                return batch.make(left, cx);
            }
            left -= batch.count;
        }
        let at = made + left;
        (at < self.moves.len()).then(|| self.moves.swap_remove(at))
    }

    /// Empties the list for another position.
    pub(crate) fn clear(&mut self) {
        self.moves.clear();
        self.batches.clear();
        self.found = false;
    }
}

/// Which of some moves found at once is to be made now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Among {
    /// Every one.
    Every,
    /// None of them.
    None,
    /// The one of this number.
    One(usize),
}

impl Batch {
    fn make(&self, index: usize, cx: &mut Cx) -> Option<Move> {
        let it = std::mem::replace(&mut cx.it, self.it.clone());
        let mut out = Out { taking: Taking::One(index), ..Out::default() };
        (self.generator)(cx, &mut out);
        cx.it = it;
        let mut m = out.moves.pop()?;
        m.then.extend(self.then.iter().cloned());
        m.mover = self.mover.unwrap_or(m.mover);
        Some(m)
    }
}

type MovesFn = dyn Fn(&mut Cx, &mut Out) + Send + Sync;

/// A ludeme that generates moves: a play rule, an effect, a consequence.
pub struct Moves {
    eval: Arc<MovesFn>,
    /// Whether finding its moves and making them can be told apart.
    deferrable: bool,
    /// As a consequence, whether it waits until the moves of all players have been made.
    after_all: bool,
}

/// A shared move generator; moves hold on to their consequences through it.
pub type MovesExpr = Arc<Moves>;

impl Moves {
    /// A generator.
    pub fn generator(eval: impl Fn(&mut Cx, &mut Out) + Send + Sync + 'static) -> MovesExpr {
        Arc::new(Moves { eval: Arc::new(eval), deferrable: false, after_all: false })
    }

    /// A generator that asks [`Out::takes`] before it makes a move, if `deferrable`. Then making a move must not draw
    /// chance, fail, or change anything: it may be made later than it is found, or not at all.
    pub(crate) fn deferring(deferrable: bool, eval: impl Fn(&mut Cx, &mut Out) + Send + Sync + 'static) -> MovesExpr {
        Arc::new(Moves { eval: Arc::new(eval), deferrable, after_all: false })
    }

    /// The same as a consequence that waits until the moves of all players have been made, where they move at once.
    pub(crate) fn after_all(inner: &MovesExpr) -> MovesExpr {
        Arc::new(Moves { eval: Arc::clone(&inner.eval), deferrable: inner.deferrable, after_all: true })
    }

    /// Whether it waits until the moves of all players have been made.
    pub(crate) fn waits(&self) -> bool {
        self.after_all
    }

    /// The same, its use counted for this rule, and its moves marked as made by it unless a ludeme within has made
    /// them. It takes no work of its own, so that counting changes no game.
    pub(crate) fn counted(inner: MovesExpr, rule: RuleId) -> MovesExpr {
        Moves::generator(move |cx, out| {
            let before = out.moves.len();
            let lazy = std::mem::take(&mut out.lazy);
            (inner.eval)(cx, out);
            out.lazy = lazy;
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
        // Only what passes the question on, knowing that no other move matters, asks for one destination; only what
        // never looks at the moves of others leaves them to be made later.
        let asked = (out.sought.take(), std::mem::take(&mut out.lazy));
        self.seek(cx, out);
        (out.sought, out.lazy) = asked;
    }

    /// Appends the moves it generates now; where the list is for one destination, those to others may be missing, and
    /// where one will be drawn, they may be counted only.
    pub(crate) fn seek(&self, cx: &mut Cx, out: &mut Out) {
        if cx.fault().is_some() || !cx.spend(1) {
            return;
        }
        // A piece whose own moves ask for the moves of its pieces would go down without end.
        if !cx.descend() {
            return cx.fail(Fault::Nesting);
        }
        if out.lazy && self.deferrable {
            self.count(cx, out);
            return cx.ascend();
        }
        let before = out.moves.len();
        (self.eval)(cx, out);
        cx.ascend();
        let made = out.moves.len().saturating_sub(before) as u64;
        if made > 0 && !cx.spend(made * MOVE_WORK) || out.moves.len() > MOST_MOVES {
            cx.fail(Fault::Work);
        }
    }

    fn count(&self, cx: &mut Cx, out: &mut Out) {
        let it = cx.it.clone();
        out.taking = Taking::Count(0);
        (self.eval)(cx, out);
        if let Taking::Count(count @ 1..) = std::mem::take(&mut out.taking) {
            let made = out.moves.len();
            let generator = Arc::clone(&self.eval);
            out.batches.push(Batch { generator, it, count, made, then: SmallVec::new(), mover: None });
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
