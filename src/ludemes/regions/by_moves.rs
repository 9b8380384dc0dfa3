//! `(sites From moves)`, `(sites To moves)`: where the moves start or end that a generator gives now.
//!
//! The recorded sites of the moves count. Where only the ends are asked for, most moves need not be made.

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::region("sites", "From", |call, lo| of_moves(call, lo, |m, sites| sites.insert(m.from))),
    Row::region("sites", "To", ends),
];

/// The work of finding where a move ends.
const END_WORK: u64 = 50;

/// The sites that a generator's moves end on, not made where their generators find them one by one.
fn ends(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    // Where the use of rules is counted, whether there are moves is.
    let alone = !lo.counts() && call.get("moves").is_some_and(|moves| stands_alone(&moves.value));
    let moves = lo.moves(call, "moves")?;
    Ok(Expr::new(Uses::VOLATILE, move |cx| {
        let mut out = if alone { Out::ends() } else { Out::all() };
        moves.eval(cx, &mut out);
        let ends = out.into_ends();
        cx.charge(END_WORK * ends.len() as u64);
        ends
    }))
}

/// Whether moves are found without looking at those that were found before.
fn stands_alone(moves: &Value) -> bool {
    match moves {
        Value::Ludeme(call) => match (call.form.head, call.form.keyword) {
            ("slide" | "step" | "hop" | "leap", _) => true,
            ("move", Some("Slide" | "Step" | "Hop" | "Leap")) => true,
            ("if" | "or", _) => {
                // Whether something can move may be told by the moves themselves.
                let asks = call.part("cond").is_some_and(|condition| condition.form.head == "can");
                let mut moves = ["list", "elseList", "movesA", "movesB"].into_iter().filter_map(|slot| call.get(slot));
                !asks && moves.all(|arg| stands_alone(&arg.value))
            }
            _ => false,
        },
        Value::Array(items) => items.iter().all(|item| stands_alone(&item.value)),
        _ => false,
    }
}

/// The sites that a generator's moves name; `take` says which.
pub(super) fn of_moves(call: &Ludeme, lo: &mut Lowering, take: fn(&Move, &mut SiteSet)) -> Lowered<RegionExpr> {
    let moves = lo.moves(call, "moves")?;
    Ok(Expr::new(Uses::VOLATILE, move |cx| {
        let mut sites = SiteSet::new();
        moves.with_list(cx, |_, list| list.iter().for_each(|m| take(m, &mut sites)));
        sites
    }))
}
