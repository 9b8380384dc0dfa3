//! Asking for the value of an expression that is no part of the rules.

use crate::check::typed::Arg;
use crate::engine::context::Cx;
use crate::engine::game::Game;
use crate::engine::trial::Trial;
use crate::engine::uses::Uses;
use crate::ludemes::Lowering;
use std::sync::Arc;

impl Trial {
    /// The sites of a region in this position, ascending, which stays as it is; `None` where it has no value.
    pub(crate) fn region(&self, expression: &Arg) -> Option<Vec<i32>> {
        let mut cx = self.scratch_context();
        let mut lo = Lowering::resume(&cx.game);
        let region = lo.region_arg(expression).ok()?;
        cx.keep_anew(lo.keeps());
        let sites = region.eval(&mut cx).iter().collect();
        cx.take_fault().is_none().then_some(sites)
    }
}

/// The sites of a region that is the same in every position of a game, ascending; `None` for others and for those that
/// have no value.
pub(crate) fn fixed_region(game: &Arc<Game>, expression: &Arg) -> Option<Vec<i32>> {
    let mut lo = Lowering::resume(game);
    let region = lo.region_arg(expression).ok().filter(|region| region.uses == Uses::NONE)?;
    let mut cx = Cx::before_start(Arc::clone(game), 0);
    cx.keep_anew(lo.keeps());
    let sites = region.eval(&mut cx).iter().collect();
    cx.take_fault().is_none().then_some(sites)
}

#[cfg(test)]
mod tests;
