//! `(forAll Cell|Vertex|Edge constraint)`, `(forAll Hint constraint)`: a constraint holds for all elements of a type
//! with `from` set, or for all hints of the default type.
//!
//! For a hint, `from` and `to` are its first two sites (`to` stays where it has one), `hint` is its number,
//! `(sites Hint)` its sites. `edge` adds up the values of the edges at its last site, taken for a vertex; it is the
//! number of the hint itself where that is more and an edge at any of its sites is not resolved. The first failure ends
//! it. Afterwards `from` has the value that `to` had before, and `(sites Hint)` stays. (Ludii 1.3.12's behaviour.)

use crate::engine::equipment::Hint;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("forAll", "", lower).requires(|needs, _| needs.features.puzzle = true)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let constraint = lo.boolean(call, "constraint")?;
    let uses = constraint.uses | Uses::VALUES | Uses::TO;
    let Some(t) = call.word("type").and_then(SiteType::parse) else {
        let (board, equipment) = (lo.board(), Arc::clone(&lo.equipment));
        let t = lo.default_type();
        return Ok(Expr::new(uses, move |cx| {
            restoring(cx, |cx| {
                let mut hints = equipment.puzzle.hints[t as usize].iter();
                hints.all(|hint| {
                    bind(cx, &board, hint);
                    constraint.eval(cx)
                })
            })
        }));
    };
    let len = lo.board().len(t) as i32;
    Ok(Expr::new(uses, move |cx| {
        restoring(cx, |cx| {
            (0..len).all(|site| {
                cx.it.from = site;
                constraint.eval(cx)
            })
        })
    }))
}

/// Evaluates with the variables of a hint, and leaves them as Ludii does.
fn restoring(cx: &mut Cx, holds: impl FnOnce(&mut Cx) -> bool) -> bool {
    let (hint, edge, to) = (cx.it.hint, cx.it.edge, cx.it.to);
    let holds = holds(cx);
    (cx.it.hint, cx.it.edge, cx.it.to, cx.it.from) = (hint, edge, to, to);
    holds
}

pub(super) fn bind(cx: &mut Cx, board: &Topology, hint: &Hint) {
    cx.it.hint = hint.number();
    cx.it.hint_region = Some(Arc::clone(&hint.region));
    let mut sites = hint.sites.iter().copied();
    cx.it.from = sites.next().unwrap_or(-1);
    cx.it.to = sites.next().unwrap_or(cx.it.to);
    let mut sum = 0;
    let mut open = false;
    for &vertex in &hint.sites {
        sum = 0;
        let edges = usize::try_from(vertex).map_or(&[][..], |vertex| board.vertex_edges(vertex));
        cx.charge(edges.len() as u64);
        for &edge in edges {
            match cx.value_of(SiteType::Edge, edge as i32) {
                Some(value) => sum += value,
                None => open = true,
            }
        }
    }
    cx.it.edge = if open && sum < hint.number() { hint.number() } else { sum };
}
