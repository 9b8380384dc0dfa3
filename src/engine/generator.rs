//! What generators of moves can tell: play rules, effects, consequences.

use crate::board::SiteType;
use crate::engine::action::{Action, ActionList};
use crate::engine::choice::{Branch, Sequel};
use crate::engine::compact::Effects;
use crate::engine::context::Cx;
use crate::engine::count_cache::{CountedMove, MoveSets};
use crate::engine::out::Out;
use crate::engine::site_set::SiteSet;
use crate::engine::slot_filter::FilterBuilder;
use crate::engine::view::View;
use std::sync::Arc;

/// Methods of a generator around other moves, its field `inner`, that pass on what these can tell.
macro_rules! passed_on {
    ($(fn $name:ident(&self $(, $arg:ident: $kind:ty)*) $(-> $given:ty)?;)*) => {
        $(fn $name(&self $(, $arg: $kind)*) $(-> $given)? {
            self.inner.inner().$name($($arg),*)
        })*
    };
}
pub(super) use passed_on;

/// Draws a number from 0 up to but without the one it is given, or that one where none of so many is meant.
pub(crate) type Choose<'a> = &'a mut dyn FnMut(usize) -> usize;

/// Looks at the moves of a part of a generator and takes them away; whether the next part is wanted.
pub(crate) type Sieve<'a> = &'a mut dyn FnMut(&mut Cx, &mut Out) -> bool;

/// A way to find moves: the list of all of them, and how one is drawn without looking for the others.
///
/// To draw, a generator has *slots*, each of which has one of its moves or none, every move in a slot of its own. A
/// slot is drawn, uniformly, until one has a move: that is as likely to be any of the moves as drawing from their list
/// (rejection sampling, J. von Neumann, 1951). What is asked only for slots that are drawn must not draw chance and not
/// fail.
pub(crate) trait Generator: Send + Sync {
    /// Appends all moves in order, duplicates kept. What it does with a move that it finds it asks [`Out::takes`], if
    /// it is deferrable.
    fn list(&self, cx: &mut Cx, out: &mut Out);

    /// Whether [`Generator::list_parts`] lists less than everything at once.
    fn has_parts(&self) -> bool {
        false
    }

    /// Lists the moves in parts, in order, until `sieve` wants no more: it looks at each part before the next is
    /// listed, in the state and with the variables that the whole list is asked for with. Whether the sieve wants more.
    fn list_parts(&self, cx: &mut Cx, out: &mut Out, sieve: Sieve) -> bool {
        self.list(cx, out);
        sieve(cx, out)
    }

    /// How many slots are enough whatever the state and the variables are; `None` where that is not known, or where the
    /// moves have to be listed.
    fn most_slots(&self) -> Option<usize> {
        None
    }

    /// How many slots there are now.
    fn slots(&self, _cx: &mut Cx) -> Option<usize> {
        self.most_slots()
    }

    /// Whether [`Generator::narrow`] may take sites out.
    fn narrows(&self) -> bool {
        false
    }

    /// Takes out of a set of board sites of a type, each with a piece of one component that moves, those from which it
    /// has no move now; what it cannot tell for all at once it leaves. Nothing that it would ask otherwise fails, draws
    /// chance or leaves a trace.
    fn narrow(&self, _cx: &mut Cx, _t: SiteType, _starts: &mut SiteSet) {}

    /// The board sites of a type from which a move of a piece could end on a site, whatever else stands on the board
    /// and however the state is; the piece is of the component that stands on `start`, and not turned otherwise. `None`
    /// where it cannot tell. Nothing that it would ask otherwise fails, draws chance or leaves a trace.
    fn origins(&self, _cx: &mut Cx, _t: SiteType, _start: i32, _end: i32) -> Option<SiteSet> {
        None
    }

    /// The board sites where its moves could end, with the variable `from` on a site and `to` on any of some, whatever
    /// the state is; `None` where it cannot tell. Nothing that it would ask otherwise fails, draws chance or leaves a
    /// trace.
    fn ends(&self, _from: i32, _to: &SiteSet) -> Option<SiteSet> {
        None
    }

    /// Whether the move of a slot may be left in compact form: it does nothing with it but what [`Out`] does.
    fn allows_compact(&self) -> bool {
        false
    }

    /// Appends the move of a slot, if it has one. It leaves the iterator variables as they are.
    fn slot(&self, _cx: &mut Cx, _number: usize, _out: &mut Out) {}

    /// Tells the filter for each board site of a type the slots, from `first` on, that may have a move of a piece there,
    /// as far as the board and the sites that are empty tell; the piece is of the component that stands on `start`, and
    /// not turned otherwise. `false` where it cannot tell.
    fn filter_slots(
        &self,
        _cx: &mut Cx,
        _t: SiteType,
        _start: i32,
        _first: usize,
        _filter: &mut FilterBuilder,
    ) -> bool {
        false
    }

    /// Appends the move of one of its slots, of which there are so many now, if that has one; slots of which it is
    /// known beforehand that they have none may be drawn again.
    fn slot_among(&self, cx: &mut Cx, slots: usize, choose: Choose, out: &mut Out) {
        let slot = choose(slots);
        if slot < slots {
            self.slot(cx, slot, out);
        }
    }

    /// Draws a slot by `choose`, which may say that it is none of them, and appends its move, if it has one: what
    /// [`Generator::slots`] and [`Generator::slot`] do together.
    fn draw(&self, cx: &mut Cx, choose: Choose, out: &mut Out) {
        draw_slot(self, cx, choose, out);
    }

    /// Adds the moves from a set of board sites of a type, each with one piece of a component that moves, in an order
    /// of their own; `false` where they cannot be counted without looking at one after the other. Nothing that it would
    /// ask otherwise fails, draws chance or leaves a trace. It tells the sets what they depend on, but for where
    /// pieces stand.
    fn count_setwise(&self, _cx: &mut Cx, _t: SiteType, _starts: &SiteSet, _sets: &mut MoveSets) -> bool {
        false
    }

    /// The slot of a move that was added, after as many [`CountedMove::before`].
    fn slot_of(&self, _cx: &mut Cx, _t: SiteType, _counted: CountedMove) -> Option<usize> {
        None
    }

    /// Whether [`Generator::exact`] may give a number.
    fn counts(&self) -> bool {
        false
    }

    /// How many moves there are now, where they can be counted by [`Generator::count_setwise`]; some number from `enough` on
    /// where there are at least so many. Counting them takes less than listing them.
    fn exact(&self, _cx: &mut Cx, _enough: usize) -> Option<usize> {
        None
    }

    /// Whether [`Generator::exact`] has given the number of moves that there are now.
    fn is_counted(&self, _cx: &Cx) -> bool {
        false
    }

    /// Whether there is a move now, where that is told without listing any; `None` where it is not. Moves that lists
    /// come after, or that are chosen among others, need not be looked at for that.
    fn any(&self, cx: &mut Cx) -> Option<bool> {
        Some(self.exact(cx, 1)? > 0)
    }

    /// Appends the move of a number below [`Generator::exact`], in an order of its own. It leaves the iterator
    /// variables as they are. Asked only of what has slots: what chooses among others has said by [`Generator::branch`]
    /// which it is.
    fn pick(&self, _cx: &mut Cx, _number: usize, _out: &mut Out) {}

    /// Whether there is [`Generator::branch`].
    fn branches(&self) -> bool {
        false
    }

    /// What its moves are now, where it only chooses among other generators.
    fn branch(&self, _cx: &mut Cx) -> Option<Branch<'_>> {
        None
    }

    /// What its moves come after, where they are the moves that another generator has in the position to which a third
    /// leads.
    fn sequel(&self) -> Option<Sequel<'_>> {
        None
    }

    /// The board sites of a type that an iterator variable has to name so that it may have a move, [`View::Sites`].
    fn only_on(&self) -> Option<&View> {
        None
    }

    /// Whether there is [`Generator::compact_effects`].
    fn has_compact_effects(&self) -> bool {
        false
    }

    /// Appends the actions of all its moves, each of which is one without consequences.
    fn compact_effects(&self, _cx: &mut Cx, _effects: &mut Effects) {}

    /// Whether its moves are effects without consequences, whose actions [`Generator::actions`] gives.
    fn has_actions(&self) -> bool {
        false
    }

    /// Appends the actions of its moves, none of them carried out.
    fn actions(&self, _cx: &mut Cx, _actions: &mut ActionList) {}

    /// Whether there is [`Generator::carry_out`].
    fn carries_out(&self) -> bool {
        false
    }

    /// Does at once what finding all its moves and applying one after the other does; appends the actions executed.
    fn carry_out(&self, _cx: &mut Cx, _executed: &mut Vec<Action>) {}

    /// Whether all that it does is to throw the dice.
    fn only_throws(&self) -> bool {
        false
    }

    /// Draws the chance that listing its moves draws; nobody wants the moves.
    fn pass_over(&self, cx: &mut Cx) {
        self.list(cx, &mut Out::all());
    }
}

/// [`Generator::draw`] by asking for the slots first and for one of them then.
pub(crate) fn draw_slot<G: Generator + ?Sized>(generator: &G, cx: &mut Cx, choose: Choose, out: &mut Out) {
    if let Some(slots @ 1..) = generator.slots(cx) {
        generator.slot_among(cx, slots, choose, out);
    }
}

impl<F: Fn(&mut Cx, &mut Out) + Send + Sync> Generator for F {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        self(cx, out);
    }
}

/// A generator that is shared. Boxed: where a value of unknown alignment lies behind an [`Arc`] is worked out anew at
/// each call.
pub(crate) type SharedGenerator = Arc<Box<dyn Generator>>;
