//! Measuring what the evaluation of each expression costs.
//!
//! A game that is lowered for it ([`Compiled::profiled`]) has an evaluator around that of each ludeme, and one around
//! each of its views, which reads a clock before and after. They take no work and draw no chance, so that the games
//! stay the same. Any other game has none, and playing it costs nothing more.
//!
//! [`Compiled::profiled`]: crate::Compiled::profiled

use crate::board::SiteType;
use crate::engine::action::{Action, ActionList};
use crate::engine::choice::{Branch, Sequel};
use crate::engine::compact::Effects;
use crate::engine::context::Cx;
use crate::engine::count_cache::{CountedMove, MoveSets};
use crate::engine::expr::{Eval, Expr, ExprValue};
use crate::engine::generator::{Choose, Generator, Sieve, passed_on};
use crate::engine::moves::{Moves, MovesExpr};
use crate::engine::out::{Out, Selection};
use crate::engine::plan::Plan;
use crate::engine::site_set::SiteSet;
use crate::engine::slot_filter::FilterBuilder;
use crate::engine::tally::{Rule, RuleId};
use crate::engine::view::View;
use std::fmt;

/// A clock that the caller has: nanoseconds since some moment.
pub type Clock = fn() -> u64;

/// The view by which an expression was evaluated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ViewKind {
    /// Its value once, for one site where it asks about a site.
    Scalar,
    /// A value was looked up that is kept, or that stands in the state.
    Read,
    /// A kept value was computed again, because something it uses had changed.
    Renewed,
    /// All sites at once, by operations on sets.
    Set,
    /// A number for every site at once.
    Numbers,
    /// Slots, of which one was drawn.
    Slots,
    /// Moves were counted, and one of them made.
    Counted,
    /// The list up to the first move that answers a question.
    First,
    /// The list of all moves.
    Listed,
    /// Effects were applied as they were found, without a list.
    Applied,
    /// No expression: making moves, end rules, turns.
    Engine,
}

impl ViewKind {
    /// All of them.
    pub const ALL: [ViewKind; 11] = {
        use ViewKind::*;
        [Scalar, Read, Renewed, Set, Numbers, Slots, Counted, First, Listed, Applied, Engine]
    };

    /// Its name in one word.
    pub fn name(self) -> &'static str {
        const NAMES: [&str; 11] =
            ["scalar", "read", "renewed", "set", "numbers", "slots", "counted", "first", "listed", "applied", "engine"];
        NAMES[self as usize]
    }
}

/// What a game that is lowered for measuring has besides its rules.
#[derive(Debug)]
pub struct Profiling {
    pub(crate) clock: Clock,
    pub(crate) rules: Vec<Rule>,
    /// By rule, how it is evaluated, if it is by itself.
    pub(crate) plans: Vec<Option<Plan>>,
}

/// The view of an expression that is measured.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Meter {
    pub(crate) rule: RuleId,
    pub(crate) view: ViewKind,
}

/// What was measured so far.
#[derive(Debug, Clone)]
pub struct Profile {
    clock: Clock,
    /// By rule and view; the last one is the engine.
    rows: Vec<Row>,
    /// What is being evaluated, outermost first.
    open: Vec<Frame>,
    /// When the clock was read last.
    last: u64,
    /// How many evaluations have begun.
    begun: u64,
}

#[derive(Debug, Clone, Copy, Default)]
struct Row {
    count: u64,
    /// Time in it and in nothing within.
    own: u64,
    /// Evaluations begun right within it.
    inner: u64,
    /// Time in it, with all within.
    total: u64,
    /// Evaluations begun within it, at any depth.
    nested: u64,
    /// How many evaluations of it are going on.
    open: u32,
}

#[derive(Debug, Clone, Copy)]
struct Frame {
    row: usize,
    since: u64,
    begun: u64,
}

/// What measuring one evaluation takes itself, in nanoseconds: as part of its time and of the time of what is around
/// it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Overhead {
    inside: f64,
    outside: f64,
}

impl Overhead {
    /// How often nothing is measured, to find it out.
    const ROUNDS: u64 = 20_000;

    /// That of this clock.
    pub fn of(clock: Clock) -> Overhead {
        let mut profile = Profile::new(clock, 1);
        for _ in 0..Overhead::ROUNDS {
            profile.begin(Meter { rule: RuleId::new(0), view: ViewKind::Scalar });
            profile.end();
        }
        let each = |row: Option<&Row>| row.map_or(0.0, |row| row.own as f64 / Overhead::ROUNDS as f64);
        Overhead { inside: each(profile.rows.first()), outside: each(profile.rows.last()) }
    }

    /// The same in these games, which take so many nanoseconds without measuring: among other work it takes longer.
    #[must_use]
    pub fn fitted(self, profile: &Profile, plain: f64) -> Overhead {
        let (mut all, mut own) = (0.0, 0.0);
        for row in &profile.rows {
            all += row.own as f64;
            own += row.count as f64 * self.inside + row.inner as f64 * self.outside;
        }
        let factor = if own > 0.0 { ((all - plain) / own).max(0.0) } else { 1.0 };
        Overhead { inside: self.inside * factor, outside: self.outside * factor }
    }
}

/// What evaluating an expression by one of its views has cost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cost {
    /// The expression, by its number in [`plan::parts`](crate::engine::plan::parts); `None` for the engine.
    pub part: Option<usize>,
    /// The view.
    pub view: ViewKind,
    /// How often it was evaluated.
    pub count: u64,
    /// Nanoseconds in it and in nothing within.
    pub own: f64,
    /// Nanoseconds in it, with all within.
    pub total: f64,
}

impl Profile {
    pub(crate) fn new(clock: Clock, rules: usize) -> Profile {
        let rows = vec![Row::default(); rules * ViewKind::ALL.len() + 1];
        Profile { clock, rows, open: Vec::new(), last: clock(), begun: 0 }
    }

    /// Nothing measured yet of a game; `None` of one that is not lowered for it.
    pub(crate) fn of(profiling: Option<&Profiling>) -> Option<Box<Profile>> {
        profiling.map(|profiling| Box::new(Profile::new(profiling.clock, profiling.rules.len())))
    }

    /// Goes on measuring; what has passed since the clock was read last does not count.
    pub(crate) fn resume(&mut self) {
        self.last = (self.clock)();
    }

    /// Counts the time until now as that of what is being evaluated.
    pub(crate) fn tick(&mut self) -> u64 {
        let now = (self.clock)();
        let row = self.open.last().map_or(self.rows.len() - 1, |open| open.row);
        self.rows[row].own += now.saturating_sub(self.last);
        self.last = now;
        now
    }

    fn begin(&mut self, meter: Meter) {
        let since = self.tick();
        let around = self.open.last().map_or(self.rows.len() - 1, |open| open.row);
        self.rows[around].inner += 1;
        let row = meter.rule.index().map_or(self.rows.len(), |rule| rule * ViewKind::ALL.len() + meter.view as usize);
        let row = row.min(self.rows.len() - 1);
        self.begun += 1;
        self.rows[row].count += 1;
        self.rows[row].open += 1;
        self.open.push(Frame { row, since, begun: self.begun });
    }

    fn end(&mut self) {
        let now = self.tick();
        let Some(open) = self.open.pop() else { return };
        let row = &mut self.rows[open.row];
        row.open -= 1;
        // What it calls of itself is within it already.
        if row.open == 0 {
            row.total += now.saturating_sub(open.since);
            row.nested += self.begun - open.begun;
        }
    }

    /// Adds what was measured of the same game elsewhere.
    pub(crate) fn add(&mut self, other: &Profile) {
        for (row, more) in self.rows.iter_mut().zip(&other.rows) {
            row.count += more.count;
            row.own += more.own;
            row.inner += more.inner;
            row.total += more.total;
            row.nested += more.nested;
        }
    }

    /// What each expression has cost by each view that was used, without the costs of measuring, those with most time
    /// of their own first. Their times of their own make up the whole.
    pub fn costs(&self, overhead: Overhead) -> Vec<Cost> {
        let (inside, outside) = (overhead.inside, overhead.outside);
        let views = ViewKind::ALL.len();
        let mut costs = Vec::new();
        for (index, row) in self.rows.iter().enumerate() {
            let engine = index + 1 == self.rows.len();
            if row.count == 0 && !engine {
                continue;
            }
            let (count, own) = (row.count as f64, row.own as f64 - row.inner as f64 * outside);
            let own = (own - count * inside).max(0.0);
            let total = row.total as f64 - count * inside - row.nested as f64 * (inside + outside);
            let view = if engine { ViewKind::Engine } else { ViewKind::ALL[index % views] };
            let part = (!engine).then_some(index / views);
            costs.push(Cost { part, view, count: row.count, own, total: total.max(own) });
        }
        let all: f64 = costs.iter().map(|cost| cost.own).sum();
        costs.iter_mut().filter(|cost| cost.part.is_none()).for_each(|cost| cost.total = all);
        costs.sort_by(|a, b| b.own.total_cmp(&a.own).then(a.part.cmp(&b.part)).then(a.view.cmp(&b.view)));
        costs
    }
}

/// The share of the time by kind of view, the largest first; together they are 1.
pub fn by_view(costs: &[Cost]) -> Vec<(ViewKind, f64)> {
    let all: f64 = costs.iter().map(|cost| cost.own).sum();
    let of = |view| costs.iter().filter(|cost| cost.view == view).map(|cost| cost.own).sum::<f64>();
    let mut shares: Vec<_> = ViewKind::ALL.iter().map(|&view| (view, of(view) / all)).collect();
    shares.retain(|(_, share)| *share > 0.0);
    shares.sort_by(|a, b| b.1.total_cmp(&a.1));
    shares
}

impl Cx {
    /// Evaluates something that is measured.
    #[cold]
    pub(crate) fn measure<R>(&mut self, meter: Meter, run: impl FnOnce(&mut Cx) -> R) -> R {
        if let Some(profile) = &mut self.tally.profile {
            profile.begin(meter);
        }
        let value = run(self);
        if let Some(profile) = &mut self.tally.profile {
            profile.end();
        }
        value
    }
}

impl<T: ExprValue> Expr<T> {
    /// The same, its evaluations measured as those of this rule, by each of its views.
    pub(crate) fn metered(mut self, rule: RuleId) -> Expr<T> {
        let view = if self.is_looked_up() { ViewKind::Read } else { ViewKind::Scalar };
        self.view = self.view.map(|view| Box::new(view.metered(rule)));
        self.measured(Meter { rule, view })
    }

    /// The same, its evaluations measured. What is there without being looked for is left as it is: reading the clock
    /// would take longer.
    pub(crate) fn measured(mut self, meter: Meter) -> Expr<T> {
        self.eval = match self.eval {
            eval @ (Eval::Constant(_) | Eval::Read(_)) => eval,
            eval => Eval::Metered(meter, Box::new(eval)),
        };
        self
    }
}

/// A generator whose evaluations are measured.
struct Metered {
    inner: MovesExpr,
    rule: RuleId,
}

impl Metered {
    fn by(&self, view: ViewKind) -> Meter {
        Meter { rule: self.rule, view }
    }
}

/// Methods that pass on what the moves can tell, measured as this view.
macro_rules! measured {
    ($($view:ident: fn $name:ident(&self, cx: &mut Cx $(, $arg:ident: $kind:ty)*) $(-> $given:ty)?;)*) => {
        $(fn $name(&self, cx: &mut Cx $(, $arg: $kind)*) $(-> $given)? {
            cx.measure(self.by(ViewKind::$view), |cx| self.inner.inner().$name(cx $(, $arg)*))
        })*
    };
}

impl Generator for Metered {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        let view = match out.selection {
            Selection::Every if out.first_only || out.only_to.is_some() => ViewKind::First,
            Selection::Every => ViewKind::Listed,
            _ => ViewKind::Counted,
        };
        cx.measure(self.by(view), |cx| self.inner.inner().list(cx, out));
    }

    passed_on! {
        fn has_parts(&self) -> bool;
        fn most_slots(&self) -> Option<usize>;
        fn narrows(&self) -> bool;
        fn origins(&self, cx: &mut Cx, t: SiteType, start: i32, end: i32) -> Option<SiteSet>;
        fn ends(&self, from: i32, to: &SiteSet) -> Option<SiteSet>;
        fn allows_compact(&self) -> bool;
        fn filter_slots(&self, cx: &mut Cx, t: SiteType, start: i32, first: usize, filter: &mut FilterBuilder) -> bool;
        fn slot_of(&self, cx: &mut Cx, t: SiteType, counted: CountedMove) -> Option<usize>;
        fn counts(&self) -> bool;
        fn is_counted(&self, cx: &Cx) -> bool;
        fn sequel(&self) -> Option<Sequel<'_>>;
        fn branches(&self) -> bool;
        fn only_on(&self) -> Option<&View>;
        fn has_compact_effects(&self) -> bool;
        fn has_actions(&self) -> bool;
        fn carries_out(&self) -> bool;
        fn only_throws(&self) -> bool;
    }

    measured! {
        First: fn list_parts(&self, cx: &mut Cx, out: &mut Out, sieve: Sieve) -> bool;
        Slots: fn slots(&self, cx: &mut Cx) -> Option<usize>;
        Set: fn narrow(&self, cx: &mut Cx, t: SiteType, starts: &mut SiteSet);
        Slots: fn slot(&self, cx: &mut Cx, number: usize, out: &mut Out);
        Slots: fn slot_among(&self, cx: &mut Cx, slots: usize, choose: Choose, out: &mut Out);
        Slots: fn draw(&self, cx: &mut Cx, choose: Choose, out: &mut Out);
        Set: fn count_setwise(&self, cx: &mut Cx, t: SiteType, starts: &SiteSet, sets: &mut MoveSets) -> bool;
        Set: fn exact(&self, cx: &mut Cx, enough: usize) -> Option<usize>;
        Set: fn any(&self, cx: &mut Cx) -> Option<bool>;
        Set: fn pick(&self, cx: &mut Cx, number: usize, out: &mut Out);
        Scalar: fn branch(&self, cx: &mut Cx) -> Option<Branch<'_>>;
        Listed: fn compact_effects(&self, cx: &mut Cx, effects: &mut Effects);
        Applied: fn actions(&self, cx: &mut Cx, actions: &mut ActionList);
        Applied: fn carry_out(&self, cx: &mut Cx, executed: &mut Vec<Action>);
        Listed: fn pass_over(&self, cx: &mut Cx);
    }
}

impl Moves {
    /// The same, its evaluations measured as those of this rule, by each of its views.
    pub(crate) fn metered(inner: MovesExpr, rule: RuleId) -> MovesExpr {
        Moves::of(inner.is_deferrable(), Metered { inner, rule })
    }
}

impl fmt::Display for ViewKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
