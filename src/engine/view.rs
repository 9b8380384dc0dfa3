//! What expressions say of all sites at once.
//!
//! A condition that asks about one site can often be answered for every site of the board by operations on sets, as
//! bitboards do it. Where a ludeme knows how, it says so beside its evaluator; whoever would ask site by site looks for
//! it.

mod connectives;

pub(crate) use connectives::{chosen, joined, negated, while_threatening};

use crate::board::SiteType;
use crate::engine::bit_sliced::{BitSliced, Shifts};
use crate::engine::context::Cx;
use crate::engine::expr::{BoolExpr, Expr, IntExpr, RegionExpr, SlicedExpr};
use crate::engine::profile::{Meter, ViewKind};
use crate::engine::site_set::SiteSet;
use crate::engine::site_store::SiteStore;
use crate::engine::tally::RuleId;
use crate::engine::uses::Uses;
use std::sync::Arc;

/// What is known of an expression besides how to evaluate it.
#[derive(Debug)]
pub(crate) enum View {
    /// It is this iterator variable.
    Variable(Uses),
    /// It is the owner of what stands on the site that this iterator variable names, 0 for nobody.
    Owner(SiteType, Uses),
    /// It is the component that stands on the site that this iterator variable names, 0 for nothing.
    Component(SiteType, Uses),
    /// It is the local state of what stands on the site of the board that this iterator variable names, 0 where nothing
    /// does.
    State(SiteType, Uses),
    /// It is how many pieces stand on the site of the board that this iterator variable names.
    Count(SiteType, Uses),
    /// It is a condition that holds for a site of the board, named by this iterator variable, if the site is in the
    /// region; of a site type, or of any.
    Sites(Option<SiteType>, Uses, RegionExpr),
    /// It is a number for every site of the type, named by this iterator variable.
    Numbers(SiteType, Uses, SlicedExpr),
    /// It is a region: the neighbours of the site of the type that this iterator variable names, those in the region if
    /// one is given.
    Around(Arc<Neighbours>, Uses, Option<Arc<RegionExpr>>),
    /// It tells of the neighbour of each site, of which there is one, what this view tells of the site itself: of the
    /// place that a site leads to.
    Through(Arc<Neighbours>, Box<View>),
    /// It is a number that is never below 0, and above 0 where this condition holds, which takes less time.
    Sign(BoolExpr),
    /// It is a condition that holds, or does not, whenever `(is Threatened ..)` asks for moves.
    Threatening(bool),
}

impl View {
    /// The type of the sites it tells something of; `None` for all types.
    pub(crate) fn site_type(&self) -> Option<SiteType> {
        match *self {
            View::Owner(t, _) | View::Component(t, _) | View::State(t, _) | View::Count(t, _) => Some(t),
            View::Numbers(t, ..) => Some(t),
            View::Sites(t, ..) => t,
            View::Around(ref neighbours, ..) | View::Through(ref neighbours, _) => Some(neighbours.t),
            View::Variable(_) | View::Threatening(_) | View::Sign(_) => None,
        }
    }

    /// What is known of something of a site that an integer names, where this is known of it by the iterator variable
    /// that names the site.
    pub(crate) fn of_place(site: &IntExpr, told: impl FnOnce(Uses) -> View) -> Option<View> {
        match site.view()? {
            View::Variable(variable) => Some(told(*variable)),
            View::Through(next, view) => match **view {
                View::Variable(variable) => told(variable).through(next),
                _ => None,
            },
            _ => None,
        }
    }

    /// The same of the one neighbour of each site.
    pub(crate) fn through(self, next: &Arc<Neighbours>) -> Option<View> {
        if self.site_type().is_some_and(|t| t != next.t) {
            return None;
        }
        let map = Arc::clone(next);
        match self {
            View::Sites(_, variable, region) => {
                let (t, uses, costly) = (map.t, region.uses, region.costly);
                let led = Expr::new(uses, move |cx: &mut Cx| {
                    cx.charge(map.near.sites() as u64 / 16);
                    region.look(cx, |region| map.near.next_to(region))
                });
                Some(View::Sites(Some(t), variable, led.costly_if(costly)))
            }
            View::Variable(_) | View::Owner(..) | View::Component(..) | View::State(..) => {
                Some(View::Through(map, Box::new(self)))
            }
            _ => None,
        }
    }

    /// The same, its evaluations measured as those of this rule.
    pub(crate) fn metered(self, rule: RuleId) -> View {
        match self {
            View::Sites(t, by, region) => View::Sites(t, by, region.measured(Meter { rule, view: ViewKind::Set })),
            View::Numbers(t, by, all) => View::Numbers(t, by, all.measured(Meter { rule, view: ViewKind::Numbers })),
            View::Sign(above) => View::Sign(above.measured(Meter { rule, view: ViewKind::Set })),
            other => other,
        }
    }
}

impl IntExpr {
    /// Whether it is above 0, in place of its value, where that takes less time to tell and is all that a test of it
    /// depends on: then with what the test says of numbers above 0.
    pub(crate) fn sign(&mut self, other: &IntExpr, test: impl Fn(i32, i32) -> bool) -> Option<(BoolExpr, bool)> {
        let &bound = other.as_constant()?;
        let above = test(1, bound);
        // A comparison changes its answer at what is compared with, if at all.
        let like_above = |number: i32| number < 1 || test(number, bound) == above;
        let near = [bound.saturating_sub(1), bound, bound.saturating_add(1), i32::MAX];
        if test(0, bound) == above || !near.into_iter().all(like_above) {
            return None;
        }
        match *self.view.take_if(|view| matches!(**view, View::Sign(_)))? {
            View::Sign(sign) => Some((sign, above)),
            _ => None,
        }
    }
}

/// What an expression reads of the board that reads who or what stands on the site of another one.
pub(crate) fn board_at(site: &IntExpr) -> Uses {
    if let Some(View::Variable(_)) = site.view() { Uses::BOARD_HERE } else { Uses::BOARD }
}

/// Which sites are next to each site of a type.
#[derive(Debug)]
pub(crate) struct Neighbours {
    /// The type of the sites.
    pub t: SiteType,
    /// What is next to each of them.
    pub near: Shifts,
}

/// The number, for each site, of its neighbours that are in a set, where a region is the neighbours of a site.
pub(crate) fn neighbours_in(
    region: &RegionExpr,
    uses: Uses,
    set: impl Fn(&mut Cx) -> SiteSet + Send + Sync + 'static,
) -> Option<(SiteType, Uses, SlicedExpr)> {
    let View::Around(neighbours, variable, within) = region.view()? else { return None };
    let neighbours = Arc::clone(neighbours);
    let (t, within) = (neighbours.t, within.clone());
    let uses = uses | within.as_ref().map_or(Uses::NONE, |within| within.uses);
    let numbers = Expr::new(uses, move |cx: &mut Cx| {
        let mut set = set(cx);
        if let Some(within) = &within {
            within.look(cx, |within| set.intersect_with(within));
        }
        cx.charge(neighbours.near.sites() as u64 / 2);
        neighbours.near.count(&set)
    });
    Some((t, *variable, numbers))
}

/// The view of the neighbours of a site that are left when something that does not depend on it has been taken out.
pub(crate) fn narrowed(
    region: &RegionExpr,
    uses: Uses,
    narrow: impl Fn(&mut Cx, &mut SiteSet) + Send + Sync + 'static,
) -> Option<View> {
    let View::Around(neighbours, variable, within) = region.view()? else { return None };
    if uses.any(*variable | Uses::VOLATILE) {
        return None;
    }
    let (everywhere, within) = (SiteSet::below(neighbours.near.sites()), within.clone());
    let uses = uses | within.as_ref().map_or(Uses::NONE, |within| within.uses);
    let left = Expr::new(uses, move |cx: &mut Cx| {
        let mut left = within.as_ref().map_or_else(|| everywhere.clone(), |within| within.eval(cx));
        narrow(cx, &mut left);
        left
    });
    Some(View::Around(Arc::clone(neighbours), *variable, Some(Arc::new(left))))
}

/// Iterator variables, each going round within the rounds of those behind it.
const INNERMOST_FIRST: [Uses; 4] = [Uses::SITE, Uses::BETWEEN, Uses::TO, Uses::FROM];

/// The innermost of some iterator variables, and the number of the first that is it.
pub(crate) fn innermost(variables: impl Iterator<Item = Option<Uses>> + Clone) -> Option<(usize, Uses)> {
    INNERMOST_FIRST.into_iter().find_map(|by| Some((variables.clone().position(|variable| variable == Some(by))?, by)))
}

/// The number for every site of an integer that has them by this iterator variable.
fn numbers(x: &IntExpr, by: Uses) -> Option<(SiteType, &SlicedExpr)> {
    match x.view() {
        Some(View::Numbers(t, variable, numbers)) if *variable == by => Some((*t, numbers)),
        _ => None,
    }
}

/// What two integers are that are put together site by site: of the site type and by the variable of those that have a
/// number for every site; one that is the same for all sites is evaluated once. `None` where neither has, or where that
/// is not known.
fn together(a: &IntExpr, b: &IntExpr) -> Option<(SiteType, Uses)> {
    let alike = |x: &IntExpr, by: Uses| !x.uses.any(by | Uses::VOLATILE);
    INNERMOST_FIRST.into_iter().find_map(|by| match (numbers(a, by), numbers(b, by)) {
        (Some((t, _)), Some((u, _))) if t == u => Some((t, by)),
        (Some((t, _)), None) if alike(b, by) => Some((t, by)),
        (None, Some((t, _))) if alike(a, by) => Some((t, by)),
        _ => None,
    })
}

/// What a function makes of both values of each site that the variable may name.
fn each_pair(cx: &mut Cx, by: Uses, (a, b): (&IntExpr, &IntExpr), f: impl Fn(i32, i32) -> i32) -> BitSliced {
    match (numbers(a, by), numbers(b, by)) {
        (Some((_, xs)), Some((_, ys))) => {
            let ys = ys.eval(cx);
            xs.look(cx, |xs| xs.together(&ys, f))
        }
        (Some((_, xs)), None) => {
            let y = b.eval(cx);
            xs.look(cx, |xs| xs.map(|x| f(x, y)))
        }
        (None, Some((_, ys))) => {
            let x = a.eval(cx);
            ys.look(cx, |ys| ys.map(|y| f(x, y)))
        }
        (None, None) => BitSliced::default(),
    }
}

/// A function of two integers, which the compiler knows where it is applied to many of them.
pub(crate) trait Binary<T>: Fn(i32, i32) -> T + Copy + Send + Sync + 'static {}

impl<T, F: Fn(i32, i32) -> T + Copy + Send + Sync + 'static> Binary<T> for F {}

/// An integer made of two, with a number for every site where they have.
pub(crate) fn combined(a: IntExpr, b: IntExpr, f: impl Binary<i32>) -> Result<IntExpr, Box<(IntExpr, IntExpr)>> {
    let Some((t, variable)) = together(&a, &b) else { return Err(Box::new((a, b))) };
    let uses = a.uses | b.uses;
    let (a, b) = (Arc::new(a), Arc::new(b));
    let (first, second) = (Arc::clone(&a), Arc::clone(&b));
    let numbers = Expr::new(uses.without(variable), move |cx: &mut Cx| each_pair(cx, variable, (&first, &second), f));
    let scalar = Expr::new(uses, move |cx: &mut Cx| {
        let x = a.eval(cx);
        f(x, b.eval(cx))
    });
    Ok(scalar.seen_as(Some(View::Numbers(t, variable, numbers))))
}

/// A comparison of two integers, with the sites it holds for where they have a number for every site; `keep` wraps the
/// region.
pub(crate) fn compared(
    a: IntExpr,
    b: IntExpr,
    holds: impl Binary<bool>,
    keep: impl FnOnce(RegionExpr) -> RegionExpr,
) -> Result<BoolExpr, Box<(IntExpr, IntExpr)>> {
    let Some((t, variable)) = together(&a, &b) else { return Err(Box::new((a, b))) };
    let uses = a.uses | b.uses;
    let (a, b) = (Arc::new(a), Arc::new(b));
    let (first, second) = (Arc::clone(&a), Arc::clone(&b));
    let region = Expr::new(uses.without(variable), move |cx: &mut Cx| {
        match (numbers(&first, variable), numbers(&second, variable)) {
            (Some((_, xs)), None) => {
                let y = second.eval(cx);
                xs.look(cx, |xs| xs.holding(|x| holds(x, y)))
            }
            (None, Some((_, ys))) => {
                let x = first.eval(cx);
                ys.look(cx, |ys| ys.holding(|y| holds(x, y)))
            }
            (Some((_, xs)), Some((_, ys))) => {
                let ys = ys.eval(cx);
                xs.look(cx, |xs| xs.compared(&ys, holds))
            }
            (None, None) => SiteSet::new(),
        }
    });
    let region = Arc::new(keep(region.costly_if(true)));
    let sites = Arc::clone(&region);
    let plain = !region.is_kept();
    let scalar = Expr::new(uses, move |cx: &mut Cx| {
        if plain {
            let x = a.eval(cx);
            return holds(x, b.eval(cx));
        }
        let site = cx.it.site_of(variable);
        if (0..cx.state.layout().board_len(t)).contains(&site)
            && let Some(known) = sites.known_to_contain(cx, site)
        {
            return known;
        }
        // Whether the set is known depends on what was evaluated before: neither way counts.
        cx.find_kept(|cx| {
            let x = a.eval(cx);
            holds(x, b.eval(cx))
        })
    });
    let region = Expr::new(region.uses, move |cx: &mut Cx| region.eval(cx)).costly_if(true);
    Ok(scalar.seen_as(Some(View::Sites(Some(t), variable, region))))
}

impl BoolExpr {
    /// Whether it holds whenever `(is Threatened ..)` asks for moves, where that is known.
    pub(crate) fn while_threatening(&self) -> Option<bool> {
        if let Some(View::Threatening(holds)) = self.view() { Some(*holds) } else { self.as_constant().copied() }
    }

    /// The sites for which it holds, where it asks about sites of this type by this iterator variable and by no other.
    pub(crate) fn on_sites(&self, t: SiteType, variable: Uses) -> Option<&RegionExpr> {
        self.on_sites_from(t, variable).filter(|region| !region.uses.any(Uses::FROM))
    }

    /// The same, where it may ask about the start of a move, `from`, as well: the sites are those for the start now.
    pub(crate) fn on_sites_from(&self, t: SiteType, variable: Uses) -> Option<&RegionExpr> {
        self.on_sites_while(t, variable, Uses::ITERATORS.without(Uses::FROM))
    }

    /// The sites for which it holds, where it asks about sites of this type by this iterator variable and not by those
    /// that vary: the sites are those for the other variables as they are now.
    pub(crate) fn on_sites_while(&self, t: SiteType, variable: Uses, varying: Uses) -> Option<&RegionExpr> {
        match self.view()? {
            View::Sites(of, by, region)
                if of.is_none_or(|of| of == t)
                    && *by == variable
                    && !region.uses.any(varying | variable | Uses::VOLATILE) =>
            {
                Some(region)
            }
            _ => None,
        }
    }
}

/// The view of a condition on what an integer tells of a site: the owner, the component or the local state of what
/// stands there. `ask` says, once for all sites, for which numbers it holds; it reads `uses`. `None` where it tells
/// nothing of a site. `keep` wraps a region that takes more work than most.
pub(crate) fn of_site<F, H>(
    integer: &IntExpr,
    uses: Uses,
    most: NumberBounds,
    ask: F,
    keep: impl FnOnce(RegionExpr) -> RegionExpr,
) -> Option<View>
where
    F: Fn(&mut Cx) -> H + Send + Sync + 'static,
    H: Fn(&Cx, i32) -> bool,
{
    let (view, next) = match integer.view()? {
        View::Through(next, view) => (&**view, Some(next)),
        view => (view, None),
    };
    let NumberBounds { owner, component, sites } = most;
    let found = match *view {
        View::Owner(t, variable) => {
            let region = Expr::new(uses | Uses::BOARD, move |cx: &mut Cx| {
                let holds = ask(cx);
                let of = |player: i32| cx.state.site_store(0, t)?.owned(player as u8);
                by_holder(sites, |player| holds(cx, player), (1..=owner).map(|player| (player, of(player))))
            });
            View::Sites(Some(t), variable, region)
        }
        View::Component(t, variable) => {
            let region = Expr::new(uses | Uses::BOARD, move |cx: &mut Cx| {
                let holds = ask(cx);
                cx.charge(component as u64 / 16);
                let of = |what: i32| cx.state.site_store(0, t)?.placed(usize::try_from(what).ok()?);
                by_holder(sites, |what| holds(cx, what), (1..=component).map(|what| (what, of(what))))
            });
            View::Sites(Some(t), variable, region)
        }
        View::State(t, variable) => {
            let region = Expr::new(uses | Uses::BOARD, move |cx: &mut Cx| {
                let holds = ask(cx);
                match cx.state.site_store(0, t).and_then(SiteStore::in_states) {
                    Some(states) => by_holder(sites, |state| holds(cx, state), (1..).zip(states.iter().map(Some))),
                    None => {
                        let held = (0..sites as i32).filter(|&site| holds(cx, cx.state.piece(t, site, None).state));
                        held.collect::<SiteSet>().widened(sites)
                    }
                }
            });
            View::Sites(Some(t), variable, keep(region))
        }
        _ => return None,
    };
    if let Some(next) = next { found.through(next) } else { Some(found) }
}

/// The view of a comparison of the site that an iterator variable names with a number. Like all comparisons it holds
/// alike for all sites below the number, and for all above. `sites` as for [`negated`].
pub(crate) fn of_variable(
    variable: Uses,
    number: Arc<IntExpr>,
    sites: usize,
    holds: impl Fn(i32, i32) -> bool + Send + Sync + 'static,
) -> View {
    let compared = move |number: i32| {
        let lower = SiteSet::below(usize::try_from(number).unwrap_or(0).min(sites));
        let mut found = if holds(1, 0) { SiteSet::below(sites) } else { SiteSet::new().widened(sites) };
        if holds(1, 0) {
            found.subtract(&lower);
        }
        if holds(0, 1) {
            found.union_with(&lower);
        }
        if let Some(site) = usize::try_from(number).ok().filter(|&site| site < sites) {
            found.set(site, holds(0, 0));
        }
        found
    };
    let region = match number.as_constant() {
        Some(&number) => Expr::constant(compared(number)),
        None => Expr::new(number.uses, move |cx: &mut Cx| compared(number.eval(cx))),
    };
    View::Sites(None, variable, region)
}

/// The view of a comparison of how many pieces stand on the site that an iterator variable names with a number. Most
/// are compared with none or one: it holds alike for all sites that are not empty then. `keep` as for [`of_site`].
pub(crate) fn of_count(
    (t, variable): (SiteType, Uses),
    number: Arc<IntExpr>,
    sites: usize,
    holds: impl Binary<bool>,
    keep: impl FnOnce(RegionExpr) -> RegionExpr,
) -> View {
    // Whether it holds alike for one piece and for more.
    let alike = move |number: i32| number < 1 || number == 1 && holds(1, 1) == holds(2, 1);
    let plain = number.as_constant().is_some_and(|&number| alike(number));
    let region = Expr::new(number.uses | Uses::BOARD, move |cx: &mut Cx| {
        let number = number.eval(cx);
        if alike(number) {
            let empty = cx.state.empty_sites(t);
            return match (holds(0, number), holds(2, number)) {
                (true, true) => SiteSet::below(sites),
                (true, false) => empty.clone(),
                (false, true) => empty.complement(sites),
                (false, false) => SiteSet::new().widened(sites),
            };
        }
        cx.charge(sites as u64 / 4);
        cx.state.site_store(0, t).map_or_else(SiteSet::new, |store| store.with_count(|count| holds(count, number)))
    });
    View::Sites(Some(t), variable, if plain { region } else { keep(region) })
}

/// How far the numbers go.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NumberBounds {
    /// The highest of an owner.
    pub owner: i32,
    /// The highest of a component.
    pub component: i32,
    /// One more than that of a site of the type that is told of, or of the type that has most.
    pub sites: usize,
}

/// The sites whose holder, such as an owner, a condition holds for. The sites of each holder from 1 are given; holder 0
/// has the others.
fn by_holder<'a>(
    sites: usize,
    holds: impl Fn(i32) -> bool,
    holders: impl Iterator<Item = (i32, Option<&'a SiteSet>)>,
) -> SiteSet {
    let nobody = holds(0);
    let mut found = if nobody { SiteSet::below(sites) } else { SiteSet::new() };
    for (holder, held) in holders {
        if let Some(held) = held
            && holds(holder) != nobody
        {
            if nobody {
                found.subtract(held);
            } else {
                found.union_with(held);
            }
        }
    }
    found
}
