//! Counting which rules are used while a game is played.
//!
//! A game that is lowered for counting ([`Compiled::counting`]) has a list of [`Rule`]s: ludemes that make moves,
//! conditions and end rules, with their places. A trial of it counts how often each is used. Any other game has no
//! rules to count, and playing it costs nothing more.
//!
//! [`Compiled::counting`]: crate::Compiled::counting

use crate::board::SiteType;
use crate::diag::Origin;
use crate::engine::context::Cx;
use crate::engine::count_cache::{CountedMove, MoveSets};
use crate::engine::generator::{Choose, Generator, passed_on};
use crate::engine::moves::{Moves, MovesExpr};
use crate::engine::out::{Deferral, Out};
use crate::engine::profile::Profile;
use crate::engine::site_set::SiteSet;
use crate::engine::slot_filter::FilterBuilder;

/// What kind of rule is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RuleKind {
    /// A ludeme that makes moves or effects: a generator, an operator, a consequence.
    Moves,
    /// A condition.
    Condition,
    /// An end rule.
    End,
    /// Any other expression: how often it is used is not counted, but what it costs can be measured.
    Value,
}

/// The number of a rule that is counted; of a game that is not lowered for counting there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleId(u32);

impl RuleId {
    /// No rule.
    pub(crate) const NONE: RuleId = RuleId(u32::MAX);

    /// The rule of this index.
    pub(crate) fn new(index: usize) -> RuleId {
        u32::try_from(index).map_or(RuleId::NONE, RuleId)
    }

    /// Its index in [`Game::rules`](crate::Game::rules); `None` where nothing is counted.
    pub fn index(self) -> Option<usize> {
        (self != RuleId::NONE).then_some(self.0 as usize)
    }
}

/// A part of the rules whose use is counted.
#[derive(Debug, Clone)]
pub struct Rule {
    /// What it is.
    pub kind: RuleKind,
    /// Head and keyword of the ludeme, such as `move Add`.
    pub title: String,
    /// Where it was written. Each call of a define has rules of its own.
    pub origin: Origin,
    /// The rule it is written in, by index.
    pub parent: Option<usize>,
}

/// How often a rule was used in a game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Use {
    /// Moves: how often it was asked for moves, trials of what would happen left out. Conditions: how often it was
    /// false. End rules: how often its condition was asked for.
    pub first: u64,
    /// Moves: how often it gave at least one, trials included. Conditions: how often it was true. End rules: how
    /// often it gave a result.
    pub second: u64,
}

/// The counts of a game, by rule.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tally {
    pub(super) uses: Vec<Use>,
    /// How many trials of what would happen are going on inside each other.
    lookahead: u32,
    /// What evaluating each expression has cost, where that is measured.
    pub(crate) profile: Option<Box<Profile>>,
}

impl Tally {
    /// Counts from nothing.
    pub(crate) fn new(rules: usize, profile: Option<Box<Profile>>) -> Self {
        Tally { uses: vec![Use::default(); rules], lookahead: 0, profile }
    }

    /// What follows is tried out on a copy of the state.
    pub(crate) fn enter_lookahead(&mut self) {
        self.lookahead += 1;
    }

    /// The copy is given up.
    pub(crate) fn leave_lookahead(&mut self) {
        self.lookahead = self.lookahead.saturating_sub(1);
    }

    /// A ludeme was asked for moves and gave some or none.
    pub(crate) fn moves(&mut self, rule: RuleId, gave: bool) {
        let real = self.lookahead == 0;
        if let Some(used) = self.entry(rule) {
            used.first += u64::from(real);
            used.second += u64::from(gave);
        }
    }

    /// A condition had this value.
    pub(crate) fn condition(&mut self, rule: RuleId, value: bool) {
        if let Some(used) = self.entry(rule) {
            used.first += u64::from(!value);
            used.second += u64::from(value);
        }
    }

    /// An end rule was looked at and gave a result or not.
    pub(crate) fn end(&mut self, rule: RuleId, gave: bool) {
        if self.lookahead > 0 {
            return;
        }
        if let Some(used) = self.entry(rule) {
            used.first += 1;
            used.second += u64::from(gave);
        }
    }

    fn entry(&mut self, rule: RuleId) -> Option<&mut Use> {
        self.uses.get_mut(rule.0 as usize)
    }
}

impl Moves {
    /// The same, its use counted for this rule, and its moves marked as made by it unless a ludeme within has made
    /// them. It takes no work of its own, so that counting changes no game.
    pub(crate) fn counted(inner: MovesExpr, rule: RuleId) -> MovesExpr {
        Moves::of(false, Counted { inner, rule })
    }
}

/// A generator whose use is counted.
struct Counted {
    inner: MovesExpr,
    rule: RuleId,
}

/// Methods that pass on the search for one move, and mark what it finds.
macro_rules! with_maker {
    ($(fn $name:ident($($arg:ident: $kind:ty),*);)*) => {
        $(fn $name(&self, cx: &mut Cx, $($arg: $kind,)* out: &mut Out) {
            let before = out.watermark();
            self.inner.inner().$name(cx, $($arg,)* out);
            out.set_maker(before, self.rule);
        })*
    };
}

impl Generator for Counted {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        let (before, answered) = (out.watermark(), out.is_answered());
        let asked = out.deferral;
        // Whether there are moves is known once they are made; to draw one, nothing is counted.
        if asked == Deferral::Making {
            out.deferral = Deferral::Nothing;
        }
        self.inner.inner().list(cx, out);
        out.deferral = asked;
        out.set_maker(before, self.rule);
        cx.tally.moves(self.rule, out.watermark() != before || out.is_answered() && !answered);
    }

    passed_on! {
        fn most_slots(&self) -> Option<usize>;
        fn slots(&self, cx: &mut Cx) -> Option<usize>;
        fn filter_slots(&self, cx: &mut Cx, t: SiteType, start: i32, first: usize, filter: &mut FilterBuilder) -> bool;
        fn count_setwise(&self, cx: &mut Cx, t: SiteType, starts: &SiteSet, sets: &mut MoveSets) -> bool;
        fn slot_of(&self, cx: &mut Cx, t: SiteType, counted: CountedMove) -> Option<usize>;
        fn counts(&self) -> bool;
        fn exact(&self, cx: &mut Cx, enough: usize) -> Option<usize>;
        fn is_counted(&self, cx: &Cx) -> bool;
    }

    with_maker! {
        fn slot_among(slots: usize, choose: Choose);
        fn draw(choose: Choose);
        fn pick(number: usize);
        fn slot(number: usize);
    }
}
