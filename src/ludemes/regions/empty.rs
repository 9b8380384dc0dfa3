//! `(sites Empty [type] [container])`: the empty sites of the board, or of another container, by global number.
//!
//! A game without stacks that uses only cells, or only vertices, keeps account of those alone, so that there the type
//! does not matter. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("sites", "Empty", lower)
    .may_fail_unless(|call, _| call.get("index").is_none())
    .on_board_if(|_| true)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let t = if lo.features.swap_remove { lo.default_type() } else { lo.site_type(call, "elementType") };
    let container = lo.int_or(call, "index", 0)?;
    if container.as_constant() == Some(&0) {
        return Ok(Expr::stored(Uses::BOARD, move |cx| cx.state.empty_sites(t)).spanning(Some(Span::Each)));
    }
    Ok(Expr::new(container.uses | Uses::BOARD, move |cx| {
        let number = container.eval(cx);
        if number == 0 {
            return cx.state.empty_sites(t).clone();
        }
        let container = usize::try_from(number).ok();
        let stretch =
            container.and_then(|c| Some((cx.state.layout().stretch(c)?, cx.state.site_store(c, SiteType::Cell)?)));
        match stretch {
            Some((stretch, store)) => store.empty().iter().map(|site| site + stretch.from).collect(),
            None => {
                cx.fail(Fault::NoSuchContainer(number));
                SiteSet::new()
            }
        }
    }))
}
