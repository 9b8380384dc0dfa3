//! Which values are kept from one evaluation to the next.

use super::Lowering;
use crate::check::typed::Ludeme;
use crate::engine::context::{Cx, Iterators};
use crate::engine::expr::{Expr, ExprValue, IntExpr, RegionExpr};
use crate::engine::memo::MOST_BOUND;
use crate::engine::profile::ViewKind;
use crate::engine::uses::Uses;
use smallvec::SmallVec;
use std::fmt;

impl Lowering {
    /// The slot for what is kept of an expression. The same text is the same expression wherever it stands, and
    /// `purpose` tells different values kept of one expression apart.
    pub fn keep_slot(&mut self, purpose: &'static str, expression: &dyn fmt::Display) -> usize {
        let next = self.first_slot + self.slots.len();
        *self.slots.entry((purpose, expression.to_string())).or_insert(next)
    }

    /// Remembers the last value of an integer with free iterator variables: what is written in several places, as by a
    /// define that is used again and again, is evaluated once for the same variables and state.
    pub fn recall(&mut self, call: &Ludeme, expr: IntExpr) -> IntExpr {
        let variables: SmallVec<[Uses; MOST_BOUND]> =
            Uses::NUMBERS.into_iter().filter(|&variable| expr.uses.any(variable)).collect();
        let numbers = variables.iter().fold(Uses::NONE, |all, &variable| all | variable);
        let others = expr.uses.without(numbers).any(Uses::ITERATORS | Uses::VOLATILE | Uses::VALUES);
        if others || variables.len() > MOST_BOUND {
            return expr;
        }
        let slot = self.slot_of("last", call);
        let variables: SmallVec<[_; MOST_BOUND]> = variables.into_iter().map(Iterators::reader).collect();
        Expr::new(expr.uses, move |cx: &mut Cx| cx.recall(slot, &variables, &expr))
    }

    /// The same expression, computed again only when something it reads has changed. Worth it for expressions that
    /// look at many sites. `call` is the ludeme it was lowered from.
    pub fn keep<T: ExprValue + Send + Sync + 'static>(&mut self, call: &Ludeme, expr: Expr<T>) -> Expr<T> {
        if expr.as_constant().is_some() || expr.uses.any(Uses::ITERATORS | Uses::VOLATILE) {
            return expr;
        }
        let slot = self.slot_of(std::any::type_name::<T>(), call);
        Expr::keeping(
            slot,
            match self.meter(ViewKind::Renewed) {
                Some(meter) => expr.measured(meter),
                None => expr,
            },
        )
    }

    /// The same expression, found once where it depends on nothing, and once for each site, or each two, where it
    /// depends on no more than them.
    pub(in crate::ludemes) fn find_once<T: ExprValue>(&mut self, call: &Ludeme, expr: Expr<T>) -> Expr<T> {
        const SITES: [Uses; 4] = [Uses::FROM, Uses::TO, Uses::SITE, Uses::BETWEEN];
        if !expr.is_computed() {
            return expr;
        }
        let sites: SmallVec<[Uses; 4]> = SITES.into_iter().filter(|&site| expr.uses.any(site)).collect();
        if sites.iter().fold(Uses::NONE, |all, &site| all | site) != expr.uses {
            return expr;
        }
        match sites[..] {
            [] => self.keep(call, expr),
            [site] => Expr::tabled(self.slot_of("table", call), site, expr),
            [one, other] => Expr::paired(self.slot_of("table", call), [one, other], expr),
            _ => expr,
        }
    }

    /// The sites for which the condition `call` holds, or those of the region `call` where they are asked for more than
    /// once, kept like any other expression, or found once for each site where they depend on one.
    pub(crate) fn keep_view(&mut self, call: &Ludeme, region: RegionExpr) -> RegionExpr {
        let region = self.find_once(call, region);
        if region.is_computed() { self.keep(call, region) } else { region }
    }

    /// Where a count of moves is kept.
    pub(crate) fn count_slot(&mut self, call: &Ludeme) -> usize {
        self.slot_of("count", call)
    }

    fn slot_of(&mut self, purpose: &'static str, call: &Ludeme) -> usize {
        // A value kept for another place would hide the use of what is written here.
        match self.counts() {
            true => self.keep_slot(purpose, &format_args!("{call} {:?}", call.origin)),
            false => self.keep_slot(purpose, call),
        }
    }
}
