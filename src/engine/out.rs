//! Lists of moves: what is asked of a generator, and what it has found.

use crate::engine::action::Action;
use crate::engine::batch::{After, Batch, Candidates, Condition, ConditionFn};
use crate::engine::compact::{CompactAction, CompactMove, Effects};
use crate::engine::context::{Cx, Iterators};
use crate::engine::generator::SharedGenerator;
use crate::engine::moves::MovesExpr;
use crate::engine::mv::{Item, Move};
use crate::engine::site_set::SiteSet;
use crate::engine::ski_rental::SkiRental;
use crate::engine::tally::RuleId;
use smallvec::SmallVec;
use std::ops::Range;
use std::sync::Arc;

/// The most moves that one list holds; no game comes near, and more would fill the memory.
pub(crate) const MOST_MOVES: usize = 1_000_000;

/// Where generators put their moves.
#[derive(Debug, Default)]
pub struct Out {
    /// The moves so far, in order, duplicates kept.
    pub moves: Vec<Move>,
    /// Whether one move is all that is asked for.
    pub first_only: bool,
    /// Whether moves of every alternative are asked for, as the meta rules may permit none of the first one's.
    pub(crate) every_alternative: bool,
    /// Whether it is asked whether somebody can move: a message is no move then.
    pub(crate) can_move: bool,
    /// The only recorded destination of interest, if there is one: moves to others may be left out.
    pub(crate) only_to: Option<i32>,
    /// Whether the first move to it answers the question, or the first one at all.
    one_is_enough: bool,
    /// Where moves end that were not made, where that is all that is asked of them.
    ends: Option<SiteSet>,
    found: bool,
    pub(crate) deferral: Deferral,
    /// The moves left for later.
    pub(crate) batches: Vec<Batch>,
    /// The actions that come before those of some moves: put there when one of them is drawn.
    prefixes: SmallVec<[Prefix; 1]>,
    pub(crate) selection: Selection,
    /// The only lane of a generator that is of interest.
    lane: Option<usize>,
    /// Where drawn moves are made.
    drawn: Option<Box<Out>>,
    /// Whether a move may be left in compact form.
    pub(crate) allows_compact: bool,
    /// Whether a move was left in compact form, in [`Out::compact`].
    is_compact: bool,
    /// The last move that was left in compact form.
    compact: Option<CompactMove>,
    /// What was carried out already of the move that was drawn.
    lead: Vec<Action>,
    /// How long slots are drawn before moves are counted.
    pub(crate) ski_rental: SkiRental,
}

/// What a generator may leave for later, where one move of the list will be drawn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Deferral {
    /// Nothing: it makes its moves.
    #[default]
    Nothing,
    /// Making them: it counts them.
    Making,
    /// Finding them: it says in how many slots there may be one.
    Finding,
}

/// What a generator does with a move that it finds.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) enum Selection {
    /// It makes the move.
    #[default]
    Every,
    /// It counts it.
    Count(usize),
    /// It leaves out so many and makes the next one.
    One(usize),
    /// It has made that one.
    Done,
}

/// Actions that come before those of the moves with these numbers.
#[derive(Debug, Clone)]
struct Prefix {
    moves: Range<usize>,
    actions: Vec<Action>,
}

impl Prefix {
    fn put_before(&self, m: &mut Move) {
        m.items.insert_many(0, self.actions.iter().cloned().map(Item::Action));
    }
}

/// How far a list has come: what follows are the moves of whoever asked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Watermark {
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

    /// Asks whether there is any move to a site, as `Moves::seek` fills the list, or, with `None`, for all moves again.
    pub(crate) fn ask_whether(&mut self, end: Option<i32>) {
        (self.only_to, self.one_is_enough) = (end, end.is_some());
    }

    /// A list for asking where moves end, of a generator that looks at none of those that others have found.
    pub(crate) fn ends() -> Self {
        Out { ends: Some(SiteSet::new()), ..Self::default() }
    }

    /// Where its moves end, those among them that were not made.
    pub(crate) fn into_ends(self) -> SiteSet {
        let mut ends = self.ends.unwrap_or_default();
        self.moves.iter().for_each(|m| ends.insert(m.to));
        ends
    }

    /// A list of which one move will be drawn, as `Moves::seek` fills it.
    pub(crate) fn deferring(deferral: Deferral) -> Self {
        Out { deferral, ski_rental: SkiRental::fresh(), ..Self::default() }
    }

    /// Begins another game, in which nothing has been drawn in vain.
    pub(crate) fn forget(&mut self) {
        self.ski_rental = SkiRental::fresh();
    }

    /// A list for candidates, of which those to sites of interest may be kept or not.
    pub fn candidates(&self) -> Self {
        Out { only_to: self.only_to, can_move: self.can_move, ..Self::default() }
    }

    /// Whether a move to this site, which is found, answers the question: then it need not be made, and no other one
    /// once the list is [`full`](Out::full).
    #[inline]
    pub(crate) fn answers(&mut self, site: i32) -> bool {
        if let Some(ends) = &mut self.ends {
            ends.insert(site);
            return true;
        }
        let answers = self.one_is_enough && self.only_to.map_or(self.first_only, |end| end == site);
        self.found |= answers;
        answers
    }

    /// Asks from now on whether there is any move, or, with `false`, for all moves again.
    pub(crate) fn ask_for_any(&mut self, asks: bool) {
        (self.first_only, self.one_is_enough) = (asks, asks);
    }

    /// Whether a move was found where any is asked for.
    pub(crate) fn has_any(&self) -> bool {
        self.found || !self.moves.is_empty()
    }

    /// Whether a move was found that answers the question.
    pub(crate) fn is_answered(&self) -> bool {
        self.found
    }

    /// Whether all that is asked is whether there is a move to the destination of interest.
    #[inline]
    pub(crate) fn asks_whether(&self) -> bool {
        self.one_is_enough && self.only_to.is_some()
    }

    /// Whether a move to this site was found, the only destination of interest.
    pub(crate) fn has_found(&self, site: i32) -> bool {
        self.found || self.moves.iter().any(|m| m.to == site)
    }

    /// Whether a move to this site is of interest.
    #[inline]
    pub fn wants(&self, site: i32) -> bool {
        self.only_to.is_none_or(|end| end == site)
    }

    /// Whether moves may be found that are not made now.
    #[inline]
    pub fn is_selective(&self) -> bool {
        !matches!(self.selection, Selection::Every)
    }

    /// Whether the move that a generator has found is to be made now. Asked once for every move it finds.
    #[inline]
    pub fn takes(&mut self) -> bool {
        match &mut self.selection {
            Selection::Every => true,
            Selection::Count(count) => {
                *count += 1;
                false
            }
            Selection::One(before) => match before.checked_sub(1) {
                Some(left) => {
                    *before = left;
                    false
                }
                None => {
                    self.selection = Selection::Done;
                    self.found = true;
                    true
                }
            },
            Selection::Done => false,
        }
    }

    /// The same for so many moves at once: which of them is to be made now, if it is not every one.
    #[inline]
    pub fn takes_among(&mut self, found: usize) -> Among {
        match &mut self.selection {
            Selection::Every => Among::Every,
            Selection::Count(count) => {
                *count += found;
                Among::None
            }
            Selection::One(before) if *before < found => {
                let number = *before;
                self.selection = Selection::Done;
                self.found = true;
                Among::One(number)
            }
            Selection::Done => Among::None,
            Selection::One(before) => {
                *before -= found;
                Among::None
            }
        }
    }

    /// Whether this lane of a generator is of interest. A generator whose moves lie in lanes, such as directions, asks
    /// before it follows one; that of a slot is followed alone.
    #[inline]
    pub fn follows(&self, lane: usize) -> bool {
        self.lane.is_none_or(|wanted| wanted == lane)
    }

    /// The only lane of interest, if there is one.
    #[inline]
    pub fn lane(&self) -> Option<usize> {
        self.lane
    }

    /// Asks for the move of this number in a lane, the lane of no number for all of them.
    pub(crate) fn aim(&mut self, lane: Option<usize>, number: usize) {
        (self.lane, self.selection) = (lane, Selection::One(number));
    }

    /// Ends what [`Out::aim`] began.
    pub(crate) fn relax(&mut self) {
        (self.lane, self.selection, self.found) = (None, Selection::Every, false);
    }

    /// Whether the question is answered and a generator may stop.
    #[inline]
    pub fn full(&self) -> bool {
        self.found || self.first_only && !self.moves.is_empty() || self.moves.len() > MOST_MOVES
    }

    /// Adds a move.
    #[inline]
    pub fn push(&mut self, m: Move) {
        self.found |= self.one_is_enough && self.only_to == Some(m.to);
        self.moves.push(m);
    }

    /// Where the next move will stand.
    #[inline]
    pub fn watermark(&self) -> Watermark {
        Watermark { moves: self.moves.len(), batches: self.batches.len() }
    }

    /// Whether there is a move from a place on.
    #[inline]
    pub(crate) fn has_more_than(&self, from: Watermark) -> bool {
        self.is_compact || self.watermark() != from
    }

    /// Adds a move of one decision, in compact form if that is asked for.
    #[inline]
    pub(crate) fn push_decision(&mut self, decision: CompactAction, then: Option<&MovesExpr>) {
        self.push_with(decision, then, |_| ());
    }

    /// The same with the effects that come before it.
    #[inline(always)]
    pub(crate) fn push_with(
        &mut self,
        decision: CompactAction,
        then: Option<&MovesExpr>,
        effects: impl FnOnce(&mut Effects),
    ) {
        if !self.allows_compact {
            let mut compact = CompactMove::new(decision, then);
            effects(&mut compact.before);
            return self.push(compact.written_out());
        }
        // Put together where it stays: to copy what has just been written has to wait for it (store forwarding).
        let compact = self.compact.get_or_insert_with(|| CompactMove::new(decision, None));
        compact.decision = decision;
        compact.before.clear();
        effects(&mut compact.before);
        // Mostly it follows from one move after the other: to count one owner more and one less takes as long as all the
        // rest (atomic operations).
        let stays = match (&compact.then[..], then) {
            ([], None) => true,
            ([there], Some(then)) => Arc::ptr_eq(there, then),
            _ => false,
        };
        if !stays {
            compact.then.clear();
            compact.then.extend(then.cloned());
        }
        self.is_compact = true;
    }

    /// The move that was left in compact form here.
    pub(super) fn compact_mut(&mut self) -> Option<&mut CompactMove> {
        self.compact.as_mut().filter(|_| self.is_compact)
    }

    /// Whether of a move of several effects nobody needs more than what they do, one after the other.
    #[inline]
    pub(crate) fn takes_effects(&self, cx: &Cx) -> bool {
        self.allows_compact && !cx.game.features.last_move()
    }

    /// Attaches a consequence to every move from a place on, after those attached by inner generators.
    pub fn attach(&mut self, from: Watermark, then: &MovesExpr) {
        if let Some(compact) = self.compact_mut() {
            compact.then.push(Arc::clone(then));
        }
        for m in self.moves.iter_mut().skip(from.moves) {
            After::Then(Arc::clone(then)).to(m);
        }
        self.afterwards(from, || After::Then(Arc::clone(then)));
    }

    /// Puts actions before those of every move from a place on; where one of the moves will be drawn, before those of
    /// that one. Moves that meta rules try are not left so.
    pub(crate) fn put_before(&mut self, cx: &Cx, from: Watermark, actions: Vec<Action>) {
        if self.deferral != Deferral::Nothing && !cx.game.meta.tries() {
            return self.prefixes.push(Prefix { moves: from.moves..self.moves.len(), actions });
        }
        match self.moves.get_mut(from.moves..).unwrap_or_default() {
            [m] => m.items.insert_many(0, actions.into_iter().map(Item::Action)),
            moves => {
                let prefix = Prefix { moves: 0..moves.len(), actions };
                moves.iter_mut().for_each(|m| prefix.put_before(m));
            }
        }
    }

    /// Puts the actions before all moves that are still without them.
    fn complete(&mut self) {
        for prefix in std::mem::take(&mut self.prefixes) {
            self.moves.iter_mut().take(prefix.moves.end).skip(prefix.moves.start).for_each(|m| prefix.put_before(m));
        }
    }

    /// Makes a player the mover of every move from a place on.
    #[inline]
    pub fn set_mover(&mut self, from: Watermark, mover: i32) {
        if let Some(compact) = self.compact_mut() {
            compact.decision.mover = mover;
        }
        for m in self.moves.iter_mut().skip(from.moves) {
            After::Mover(mover).to(m);
        }
        self.afterwards(from, || After::Mover(mover));
    }

    /// Notes the rule that made every move from a place on, unless a rule within has made it.
    pub(crate) fn set_maker(&mut self, from: Watermark, maker: RuleId) {
        for m in self.moves.iter_mut().skip(from.moves) {
            After::Maker(maker).to(m);
        }
        self.afterwards(from, || After::Maker(maker));
    }

    /// Keeps of the moves from a place on those for which a condition holds, in the order of the list.
    pub(crate) fn keep_if(&mut self, from: Watermark, cx: &mut Cx, holds: &Arc<ConditionFn>) {
        self.complete();
        let candidates: Vec<Move> = self.moves.drain(from.moves.min(self.moves.len())..).collect();
        if self.deferral == Deferral::Finding {
            // Those alone that are drawn are asked about.
            let count = candidates.len();
            let candidates: SharedGenerator = Arc::new(Box::new(Candidates(candidates)));
            self.leave(&candidates, cx.it.clone(), count, true);
        } else {
            for mut m in candidates {
                if !cx.spend(1) || self.full() {
                    break;
                }
                if self.wants(m.to) && holds(cx, &mut m) {
                    self.push(m);
                }
            }
        }
        self.afterwards(from, || After::Condition(Condition { it: cx.it.clone(), holds: Arc::clone(holds) }));
    }

    fn afterwards(&mut self, from: Watermark, after: impl Fn() -> After) {
        for batch in self.batches.iter_mut().skip(from.batches) {
            batch.after.push(after());
        }
    }

    /// Leaves moves of a generator for later: so many, or in so many slots.
    pub(crate) fn leave(&mut self, generator: &SharedGenerator, it: Iterators, count: usize, slots: bool) {
        if count > 0 {
            let (generator, made) = (Arc::clone(generator), self.moves.len());
            self.batches.push(Batch { generator, it, count, slots, made, after: SmallVec::new() });
        }
    }

    /// How many moves there are, those not made and slots included.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.moves.len() + self.batches.iter().map(|batch| batch.count).sum::<usize>()
    }

    /// Whether there is no move, and no slot for one.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.batches.is_empty()
    }

    /// The move of this number in the order of the full list, in the state that the list was made for; where its slot
    /// is empty, none. A move that was made before can be drawn once.
    pub(crate) fn draw(&mut self, index: usize, cx: &mut Cx) -> Option<Move> {
        self.draw_to(index, cx, false).then(|| self.take_drawn())?
    }

    /// Takes the move that was drawn and is written out.
    pub(crate) fn take_drawn(&mut self) -> Option<Move> {
        self.drawn.as_mut()?.moves.pop()
    }

    /// The same, the move staying here until another one is drawn, in compact form if it may be. Whether there is one.
    pub(crate) fn draw_to(&mut self, index: usize, cx: &mut Cx, allows_compact: bool) -> bool {
        let mut drawn = self.drawn.take().unwrap_or_default();
        drawn.forget_moves();
        drawn.is_compact = false;
        let (mut left, mut made, mut batch) = (index, 0, None);
        // Slots have no order: moves that have been made come last, where they can be taken away.
        let ordered = self.deferral != Deferral::Finding;
        for each in &self.batches {
            let before = if ordered { each.made - made } else { 0 };
            if left < before {
                break;
            }
            left -= before;
            made = if ordered { each.made } else { 0 };
            if left < each.count {
                batch = Some(each);
                break;
            }
            left -= each.count;
        }
        match batch {
            Some(batch) => {
                drawn.allows_compact = allows_compact && batch.allows_compact();
                batch.make(left, cx, &mut drawn);
                drawn.allows_compact = false;
            }
            None if made + left < self.moves.len() => {
                let number = made + left;
                let mut m = self.moves.swap_remove(number);
                if let Some(prefix) = self.prefixes.iter().find(|prefix| prefix.moves.contains(&number)) {
                    prefix.put_before(&mut m);
                }
                drawn.moves.push(m);
            }
            None => {}
        }
        self.drawn.insert(drawn).holds_one()
    }

    /// Whether a move was made, in compact form or written out.
    #[inline]
    fn holds_one(&self) -> bool {
        self.is_compact || !self.moves.is_empty()
    }

    /// The move that was drawn, written out.
    pub(crate) fn drawn(&mut self) -> Option<&mut Move> {
        let drawn = self.drawn.as_mut()?;
        if let Some(compact) = drawn.compact.take_if(|_| drawn.is_compact) {
            drawn.is_compact = false;
            drawn.moves.push(compact.written_out());
        }
        drawn.moves.last_mut()
    }

    /// Whether the move that was drawn is a pass.
    pub(crate) fn drawn_passes(&self) -> bool {
        self.drawn.as_ref().is_some_and(|out| !out.is_compact && out.moves.last().is_some_and(Move::is_pass))
    }

    /// What was carried out already of the move that was drawn.
    pub(crate) fn lead(&mut self) -> &mut Vec<Action> {
        &mut self.lead
    }

    /// The move that was drawn, with what was carried out already.
    pub(crate) fn whole(&mut self) -> Option<Move> {
        let mut m = self.drawn()?.clone();
        m.items.insert_many(0, self.lead.iter().cloned().map(Item::Action));
        Some(m)
    }

    /// The move that was drawn, if it was left in compact form.
    #[inline]
    pub(crate) fn compact(&self) -> Option<&CompactMove> {
        self.drawn.as_ref().filter(|drawn| drawn.is_compact)?.compact.as_ref()
    }

    /// Puts a move in compact form in the place of the one that was drawn.
    #[cfg(any(test, fuzzing))]
    pub(crate) fn leave_compact(&mut self, compact: CompactMove) {
        self.fill(true, |drawn| (drawn.compact, drawn.is_compact) = (Some(compact), true));
    }

    /// Draws what a generator finds: its last move, in compact form if it may be. Whether there is one.
    #[inline]
    pub(crate) fn fill(&mut self, allows_compact: bool, find: impl FnOnce(&mut Out)) -> bool {
        let drawn = self.drawn.get_or_insert_default();
        drawn.forget_moves();
        (drawn.is_compact, drawn.allows_compact) = (false, allows_compact);
        find(drawn);
        drawn.allows_compact = false;
        drawn.holds_one()
    }

    /// Empties the list of moves, which is usually empty: the moves of one that is not take long to drop.
    #[inline]
    fn forget_moves(&mut self) {
        if !self.moves.is_empty() {
            self.moves.clear();
        }
    }

    /// Takes the move that another list has drawn.
    pub(super) fn take_over(&mut self, other: &mut Out) {
        std::mem::swap(&mut self.drawn, &mut other.drawn);
    }

    /// Puts a move in the place of the one that was drawn.
    pub(crate) fn put(&mut self, m: Move) {
        self.fill(false, |drawn| drawn.moves.push(m));
    }

    /// Empties the list for another position, or another question.
    #[inline]
    pub(crate) fn start_over(&mut self, deferral: Deferral) {
        self.deferral = deferral;
        self.forget_moves();
        self.batches.clear();
        self.prefixes.clear();
        self.found = false;
        self.lane = None;
        self.selection = Selection::Every;
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
