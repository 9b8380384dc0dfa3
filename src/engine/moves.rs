//! Ludemes that generate moves: a generator, the account of what it takes, and what of it never changes.

use crate::board::SiteType;
use crate::engine::action::{Action, ActionList};
use crate::engine::batch::Batch;
use crate::engine::choice::{Branch, Sequel};
use crate::engine::compact::Effects;
use crate::engine::context::{Cx, Iterators};
use crate::engine::count_cache::{CountedMove, MoveSets};
use crate::engine::expr::RegionExpr;
use crate::engine::fault::{Fault, PlaceId};
use crate::engine::generator::{Choose, Generator, SharedGenerator, Sieve};
use crate::engine::lanes::{Bound, InLanes, Lanes, Setwise};
use crate::engine::mv::Move;
use crate::engine::origins::Origins;
use crate::engine::out::{Deferral, MOST_MOVES, Out, Selection};
use crate::engine::site_set::SiteSet;
use crate::engine::slot_filter::FilterBuilder;
use crate::engine::uses::Uses;
use crate::engine::view::View;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// The work of making and keeping a move, in the units of [`Cx::spend`].
const MOVE_WORK: u64 = 100;

/// A ludeme that generates moves: a play rule, an effect, a consequence.
pub struct Moves {
    /// What of it never changes, as far as that has been asked for.
    invariants: Invariants,
    generator: SharedGenerator,
    /// Whether finding its moves and making them can be told apart.
    deferrable: bool,
    /// As [`Generator::allows_compact`].
    allows_compact: bool,
    /// As [`Generator::branches`].
    branches: bool,
    /// As [`Generator::has_compact_effects`].
    has_compact_effects: bool,
    /// As [`Generator::has_actions`].
    has_actions: bool,
    /// As [`Generator::carries_out`].
    carries_out: bool,
    /// Whether there are sites for [`Moves::is_elsewhere`].
    asks_where: bool,
    /// As a consequence, whether it waits until the moves of all players have been made.
    pub(super) after_all: bool,
    /// As a consequence, whether all that it does is to store what nothing reads until the game is over: until then, or
    /// until a move does not store it anew, it may be deferred in playouts.
    pub(super) only_stores: bool,
    /// As a consequence, the hash of its text; 0 for anything else.
    text: u64,
    /// Where it is written.
    pub(super) place: PlaceId,
}

/// What of a generator is the same in every state, each found when it is first asked for.
#[derive(Default)]
struct Invariants {
    /// As [`Generator::most_slots`].
    most_slots: OnceLock<Option<usize>>,
    /// As [`Generator::narrows`].
    narrows: OnceLock<bool>,
    /// As [`Generator::counts`].
    counts: OnceLock<bool>,
    /// The sites from which there is never a move, and the iterator variable that names one.
    never_from: OnceLock<Option<NeverFrom>>,
}

/// Reads an iterator variable; and sites.
type NeverFrom = (fn(&Iterators) -> i32, SiteSet);

/// A shared move generator; moves hold on to their consequences through it.
pub type MovesExpr = Arc<Moves>;

impl Moves {
    /// A generator.
    pub fn generator(eval: impl Fn(&mut Cx, &mut Out) + Send + Sync + 'static) -> MovesExpr {
        Moves::of(false, eval)
    }

    /// A generator of moves that lie in lanes, of which `bound` says how many there are at most and how many moves each
    /// has at most; `None` where all moves have to be listed.
    pub(crate) fn in_lanes<B: Into<Bound>>(
        deferrable: bool,
        bound: impl Fn() -> Option<B> + Send + Sync + 'static,
        lanes: impl Lanes + 'static,
    ) -> MovesExpr {
        Moves::in_setwise_lanes(deferrable, bound, (None, None), lanes)
    }

    /// The same, with what can be told of all the moves from several sites at once, and where moves to a site begin.
    pub(crate) fn in_setwise_lanes<B: Into<Bound>>(
        deferrable: bool,
        bound: impl Fn() -> Option<B> + Send + Sync + 'static,
        (setwise, origins): (Option<Box<dyn Setwise>>, Option<Origins>),
        lanes: impl Lanes + 'static,
    ) -> MovesExpr {
        let bound = move || bound().map(Into::into);
        Moves::of(deferrable, InLanes { lanes, bound, setwise, origins, known: OnceLock::new() })
    }

    /// As [`Generator::narrows`].
    #[inline]
    pub(crate) fn narrows(&self) -> bool {
        *self.invariants.narrows.get_or_init(|| self.generator.narrows())
    }

    /// As [`Generator::narrow`]; what cannot narrow takes nothing out.
    pub(crate) fn narrow(&self, cx: &mut Cx, t: SiteType, starts: &mut SiteSet) {
        if self.narrows() {
            self.ask(cx, |generator, cx| generator.narrow(cx, t, starts));
        }
    }

    /// As [`Generator::origins`].
    pub(crate) fn origins(&self, cx: &mut Cx, t: SiteType, start: i32, end: i32) -> Option<SiteSet> {
        self.generator.origins(cx, t, start, end)
    }

    /// As [`Generator::ends`].
    pub(crate) fn ends(&self, from: i32, to: &SiteSet) -> Option<SiteSet> {
        self.generator.ends(from, to)
    }

    /// As [`Generator::count_setwise`].
    pub(crate) fn count_setwise(&self, cx: &mut Cx, t: SiteType, starts: &SiteSet, sets: &mut MoveSets) -> bool {
        // The slots are those that have been asked for.
        self.most_slots().is_some() && self.ask(cx, |generator, cx| generator.count_setwise(cx, t, starts, sets))
    }

    /// As [`Generator::slot_of`].
    pub(crate) fn slot_of(&self, cx: &mut Cx, t: SiteType, counted: CountedMove) -> Option<usize> {
        self.generator.slot_of(cx, t, counted)
    }

    /// What the generator gives; nothing where nothing can be evaluated any more.
    #[inline]
    fn ask<T: Default>(&self, cx: &mut Cx, ask: impl FnOnce(&dyn Generator, &mut Cx) -> T) -> T {
        if !cx.spend(1) {
            cx.skip_ludeme(self.place);
            return T::default();
        }
        let given = ask(&**self.generator, cx);
        cx.leave_ludeme(self.place);
        given
    }

    /// The same for a move that is drawn, in compact form where that is wanted and the generator permits it.
    #[inline]
    fn ask_move(&self, cx: &mut Cx, out: &mut Out, ask: impl FnOnce(&dyn Generator, &mut Cx, &mut Out)) {
        self.ask(cx, |generator, cx| {
            let asked = out.allows_compact;
            out.allows_compact &= self.allows_compact;
            ask(generator, cx, out);
            out.allows_compact = asked;
        });
    }

    /// What the generator can tell; `None` also where nothing can be evaluated any more.
    #[inline]
    fn told<T>(&self, cx: &mut Cx, ask: impl FnOnce(&dyn Generator, &mut Cx) -> Option<T>) -> Option<T> {
        if !cx.spend(1) {
            cx.skip_ludeme(self.place);
            return None;
        }
        if !cx.descend() {
            return None;
        }
        let told = ask(&**self.generator, cx);
        cx.ascend();
        cx.leave_ludeme(self.place);
        told
    }

    /// As [`Generator::exact`].
    pub(crate) fn exact(&self, cx: &mut Cx, enough: usize) -> Option<usize> {
        self.told(cx, |generator, cx| generator.exact(cx, enough))
    }

    /// As [`Generator::any`].
    pub(crate) fn any(&self, cx: &mut Cx) -> Option<bool> {
        self.told(cx, |generator, cx| generator.any(cx))
    }

    /// The same of several.
    pub(crate) fn any_of<'a>(moves: impl IntoIterator<Item = &'a MovesExpr>, cx: &mut Cx) -> Option<bool> {
        let mut known = true;
        for moves in moves {
            if moves.is_elsewhere(cx) {
                continue;
            }
            match moves.any(cx) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => known = false,
            }
        }
        known.then_some(false)
    }

    /// As [`Generator::counts`].
    #[inline]
    pub(crate) fn counts(&self) -> bool {
        *self.invariants.counts.get_or_init(|| self.generator.counts())
    }

    /// As [`Generator::is_counted`].
    #[inline]
    pub(crate) fn is_counted(&self, cx: &Cx) -> bool {
        self.counts() && self.generator.is_counted(cx)
    }

    /// As [`Generator::pick`].
    pub(crate) fn pick(&self, cx: &mut Cx, number: usize, out: &mut Out) {
        self.ask_move(cx, out, |generator, cx, out| generator.pick(cx, number, out));
    }

    /// As [`Generator::branch`].
    pub(crate) fn branch(&self, cx: &mut Cx) -> Option<Branch<'_>> {
        if !cx.spend(1) {
            cx.skip_ludeme(self.place);
            return None;
        }
        if !self.branches {
            return None;
        }
        let branch = self.generator.branch(cx);
        cx.leave_ludeme(self.place);
        branch
    }

    /// As [`Generator::sequel`].
    pub(crate) fn sequel(&self) -> Option<Sequel<'_>> {
        self.generator.sequel()
    }

    /// As [`Generator::only_throws`].
    pub(crate) fn only_throws(&self) -> bool {
        self.generator.only_throws()
    }

    /// As [`Generator::only_on`].
    pub(crate) fn only_on(&self) -> Option<&View> {
        self.generator.only_on()
    }

    /// Whether an iterator variable names a board site from which there is no move, as is known without looking for
    /// any.
    #[inline]
    pub(crate) fn is_elsewhere(&self, cx: &mut Cx) -> bool {
        self.asks_where
            && match self.invariants.never_from.get_or_init(|| self.never_from(cx)) {
                Some((read, sites)) => sites.contains(read(&cx.it)),
                None => self.looks_elsewhere(cx),
            }
    }

    fn never_from(&self, cx: &Cx) -> Option<NeverFrom> {
        let (t, variable, sites) = known_sites(&**self.generator)?;
        let mut never = SiteSet::below(usize::try_from(board_sites(cx, t)).ok()?);
        never.subtract(sites.as_constant()?);
        Some((Iterators::reader(variable), never))
    }

    fn looks_elsewhere(&self, cx: &mut Cx) -> bool {
        let Some((t, variable, sites)) = known_sites(&**self.generator) else { return false };
        let site = cx.it.site_of(variable);
        (0..board_sites(cx, t)).contains(&site) && !sites.look(cx, |sites| sites.contains(site))
    }

    /// A generator with all its ways of finding moves. If it is `deferrable`, it asks [`Out::takes`] before it makes a
    /// move, and making one must not draw chance, fail, or change anything: it may be made later than it is found, or
    /// not at all.
    pub(crate) fn of(deferrable: bool, generator: impl Generator + 'static) -> MovesExpr {
        let asks_where = known_sites(&generator).is_some();
        Arc::new(Moves {
            invariants: Invariants::default(),
            deferrable,
            allows_compact: generator.allows_compact(),
            branches: generator.branches(),
            has_compact_effects: generator.has_compact_effects(),
            has_actions: generator.has_actions(),
            carries_out: generator.carries_out(),
            asks_where,
            generator: Arc::new(Box::new(generator)),
            after_all: false,
            only_stores: false,
            text: 0,
            place: PlaceId::NONE,
        })
    }

    /// The same as a consequence, with the hash of its text.
    pub(crate) fn consequence(inner: &MovesExpr, after_all: bool, only_stores: bool, text: u64) -> MovesExpr {
        let (invariants, generator) = (Invariants::default(), Arc::clone(&inner.generator));
        Arc::new(Moves { invariants, generator, after_all, only_stores, text, ..**inner })
    }

    /// The same, written at this place.
    pub(crate) fn at(mut moves: MovesExpr, place: PlaceId) -> MovesExpr {
        // One that others hold as well stands where they say.
        if let Some(own) = Arc::get_mut(&mut moves) {
            own.place = place;
        }
        moves
    }

    /// What it is carried out by.
    pub(super) fn inner(&self) -> &dyn Generator {
        &**self.generator
    }

    /// Whether finding its moves and making them can be told apart.
    pub(super) fn is_deferrable(&self) -> bool {
        self.deferrable
    }

    /// The hash of its text, where it is a consequence.
    pub(crate) fn text(&self) -> u64 {
        self.text
    }

    /// Appends the moves it generates now.
    pub fn eval(&self, cx: &mut Cx, out: &mut Out) {
        // Only what passes the question on, knowing that no other move matters, asks for one destination; only what
        // never looks at the moves of others leaves them to be made later.
        let asked = (out.only_to.take(), std::mem::take(&mut out.deferral));
        self.seek(cx, out);
        (out.only_to, out.deferral) = asked;
    }

    /// As [`Moves::seek`], nothing being left for later.
    pub(crate) fn seek_now(&self, cx: &mut Cx, out: &mut Out) {
        let asked = std::mem::take(&mut out.deferral);
        self.seek(cx, out);
        out.deferral = asked;
    }

    /// Appends the moves it generates now where it depends on them whether there are others: none is left to be found
    /// later, and none left out for its destination.
    pub(crate) fn seek_all(&self, cx: &mut Cx, out: &mut Out) {
        let (asked, end) = (out.deferral, out.only_to.take());
        if asked == Deferral::Finding {
            out.deferral = Deferral::Making;
        }
        self.seek(cx, out);
        (out.deferral, out.only_to) = (asked, end);
    }

    /// Appends the moves it generates now; where the list is for one destination, those to others may be missing, and
    /// where one will be drawn, they may be left for later.
    pub(crate) fn seek(&self, cx: &mut Cx, out: &mut Out) {
        if !cx.spend(1) {
            return cx.skip_ludeme(self.place);
        }
        // A piece whose own moves ask for the moves of its pieces would go down without end.
        if !cx.descend() {
            cx.fail(Fault::Nesting);
            return cx.leave_ludeme(self.place);
        }
        let left = match out.deferral {
            Deferral::Nothing => false,
            Deferral::Making => self.deferrable && self.count(cx, out),
            Deferral::Finding => self.offer(cx, out) || self.deferrable && self.count(cx, out),
        };
        let before = out.moves.len();
        if !left {
            self.generator.list(cx, out);
        }
        cx.ascend();
        let made = out.moves.len().saturating_sub(before) as u64;
        let room = (made as usize).saturating_mul(size_of::<Move>());
        if made > 0 && !(cx.spend(made * MOVE_WORK) && cx.hold(room)) || out.moves.len() > MOST_MOVES {
            cx.fail(Fault::Work);
        }
        cx.leave_ludeme(self.place);
    }

    /// As [`Generator::has_parts`].
    pub(crate) fn has_parts(&self) -> bool {
        self.generator.has_parts()
    }

    /// As [`Generator::list_parts`].
    pub(crate) fn list_parts(&self, cx: &mut Cx, out: &mut Out, sieve: Sieve) -> bool {
        if !self.has_parts() {
            self.seek(cx, out);
            return sieve(cx, out);
        }
        let goes_on = self.told(cx, |generator, cx| Some(generator.list_parts(cx, out, sieve)));
        if goes_on.is_none() {
            cx.fail(Fault::Nesting);
        }
        goes_on == Some(true)
    }

    /// Leaves its slots for later, if it has any.
    fn offer(&self, cx: &mut Cx, out: &mut Out) -> bool {
        let Some(slots) = self.generator.slots(cx) else { return false };
        if cx.hold(size_of::<Batch>()) {
            out.leave(&self.generator, cx.it.clone(), slots, true);
        }
        true
    }

    /// Leaves its moves for later, which can be counted without being made.
    fn count(&self, cx: &mut Cx, out: &mut Out) -> bool {
        // One move answers the question whether there is one.
        if out.first_only {
            return false;
        }
        let it = cx.it.clone();
        out.selection = Selection::Count(0);
        self.generator.list(cx, out);
        if let Selection::Count(count) = std::mem::take(&mut out.selection)
            && cx.hold(size_of::<Batch>())
        {
            out.leave(&self.generator, it, count, false);
        }
        true
    }

    /// As [`Generator::most_slots`].
    #[inline]
    pub(crate) fn most_slots(&self) -> Option<usize> {
        *self.invariants.most_slots.get_or_init(|| self.generator.most_slots())
    }

    /// As [`Generator::slots`].
    pub(crate) fn slots(&self, cx: &mut Cx) -> Option<usize> {
        self.told(cx, |generator, cx| generator.slots(cx))
    }

    /// As [`Generator::slot`].
    pub(crate) fn slot(&self, cx: &mut Cx, number: usize, out: &mut Out) {
        self.ask_move(cx, out, |generator, cx, out| generator.slot(cx, number, out));
    }

    /// As [`Generator::filter_slots`]; all slots where it cannot tell. Whether it could.
    pub(crate) fn filter_slots(
        &self,
        cx: &mut Cx,
        t: SiteType,
        start: i32,
        first: usize,
        filter: &mut FilterBuilder,
    ) -> bool {
        let told = self.generator.filter_slots(cx, t, start, first, filter);
        if !told {
            filter.add_everywhere(first..first + self.most_slots().unwrap_or(0));
        }
        told
    }

    /// As [`Generator::slot_among`].
    pub(crate) fn slot_among(&self, cx: &mut Cx, slots: usize, choose: Choose, out: &mut Out) {
        self.ask_move(cx, out, |generator, cx, out| generator.slot_among(cx, slots, choose, out));
    }

    /// Whether its slots are all that its moves are drawn from: it neither chooses among others nor counts.
    #[inline]
    pub(crate) fn draws_slots(&self) -> bool {
        !self.branches && !self.counts()
    }

    /// As [`Generator::draw`].
    #[inline]
    pub(crate) fn draw(&self, cx: &mut Cx, choose: Choose, out: &mut Out) {
        self.ask_move(cx, out, |generator, cx, out| generator.draw(cx, choose, out));
    }

    /// As [`Generator::has_compact_effects`].
    #[inline]
    pub(crate) fn has_compact_effects(&self) -> bool {
        self.has_compact_effects
    }

    /// As [`Generator::compact_effects`].
    pub(crate) fn compact_effects(&self, cx: &mut Cx, effects: &mut Effects) {
        self.ask(cx, |generator, cx| generator.compact_effects(cx, effects));
    }

    /// As [`Generator::has_actions`].
    #[inline]
    pub(crate) fn has_actions(&self) -> bool {
        self.has_actions
    }

    /// As [`Generator::actions`].
    pub(crate) fn actions(&self, cx: &mut Cx, actions: &mut ActionList) {
        if !cx.spend(1) {
            return cx.skip_ludeme(self.place);
        }
        let before = actions.len();
        self.generator.actions(cx, actions);
        let made = actions.len().saturating_sub(before);
        if made > 0 && !(cx.spend(made as u64 * MOVE_WORK) && cx.hold(made.saturating_mul(size_of::<Move>()))) {
            cx.fail(Fault::Work);
        }
        cx.leave_ludeme(self.place);
    }

    /// Calls a function with the actions of its moves, in memory that is used again.
    pub(crate) fn with_actions<T>(&self, cx: &mut Cx, see: impl FnOnce(&mut Cx, &mut ActionList) -> T) -> T {
        let mut actions = cx.spare_actions.take();
        self.actions(cx, &mut actions);
        let seen = see(cx, &mut actions);
        actions.clear();
        cx.spare_actions.give(actions);
        seen
    }

    /// Applies the moves it generates now, found before the first of them is applied, without recording them; appends
    /// the actions executed.
    pub(crate) fn carry_out(&self, cx: &mut Cx, executed: &mut Vec<Action>) {
        if self.has_actions {
            return self.with_actions(cx, |cx, actions| cx.execute_all(actions.actions(), executed));
        }
        if !self.carries_out {
            return self.with_list(cx, |cx, effects| {
                effects.iter_mut().for_each(|effect| cx.run_effect(effect, executed));
            });
        }
        if !cx.spend(1) {
            return cx.skip_ludeme(self.place);
        }
        if !cx.descend() {
            cx.fail(Fault::Nesting);
            return cx.leave_ludeme(self.place);
        }
        self.generator.carry_out(cx, executed);
        cx.ascend();
        cx.leave_ludeme(self.place);
    }

    /// As [`Generator::pass_over`].
    pub(crate) fn pass_over(&self, cx: &mut Cx) {
        self.ask(cx, |generator, cx| generator.pass_over(cx));
    }

    /// Calls a function with all the moves it generates now, in memory that is used again.
    pub(crate) fn with_list<T>(&self, cx: &mut Cx, see: impl FnOnce(&mut Cx, &mut Vec<Move>) -> T) -> T {
        let mut out = cx.spare_lists.take();
        self.eval(cx, &mut out);
        let seen = see(cx, &mut out.moves);
        out.start_over(Deferral::Nothing);
        cx.spare_lists.give(out);
        seen
    }

    /// All the moves it generates now.
    pub fn list(&self, cx: &mut Cx) -> Vec<Move> {
        let mut out = Out::all();
        self.eval(cx, &mut out);
        out.moves
    }
}

/// The iterator variable that has to name one of certain board sites, of a type or of any, so that there may be a move,
/// where these stay known for a while.
fn known_sites(generator: &dyn Generator) -> Option<(Option<SiteType>, Uses, &RegionExpr)> {
    match generator.only_on()? {
        View::Sites(t, variable, sites) if sites.is_kept() || sites.as_constant().is_some() => {
            Some((*t, *variable, sites))
        }
        _ => None,
    }
}

/// How many board sites there are of a type; of any type, so many as are no sites of hands.
fn board_sites(cx: &Cx, t: Option<SiteType>) -> i32 {
    let layout = cx.state.layout();
    layout.board_len(t.unwrap_or(layout.default_type()))
}

impl fmt::Debug for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Moves")
    }
}
