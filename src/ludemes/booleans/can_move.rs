//! `(can Move moves)`: the moves generate at least one move now that the meta rules permit; a `(note ..)` is none.
//!
//! In games that ask for visited sites, where the last move came from and went to count as visited while the moves are
//! generated, and as not visited afterwards, even if they were before. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("can", "Move", lower).any_order()];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let moves = lo.moves(call, "moves")?;
    // Where the use of rules is counted, it is asked of every site.
    let narrows = !lo.features.visited && !lo.counts();
    Ok(Expr::new(Uses::PARTWISE, move |cx| {
        if narrows && moves.is_elsewhere(cx) {
            return false;
        }
        let saved = cx.it.clone();
        let last = if cx.game.features.visited { cx.last().map(|m| [m.from, m.to]) } else { None };
        for site in last.into_iter().flatten().filter(|&site| site >= 0) {
            cx.state.visited.insert(site);
            cx.state.touch(Uses::OTHER);
        }
        let found = cx.with_game(|cx, game| !cx.has_no_move(game, &moves));
        for site in last.into_iter().flatten() {
            cx.state.visited.remove(site);
            cx.state.touch(Uses::OTHER);
        }
        cx.it = saved;
        found
    }))
}
