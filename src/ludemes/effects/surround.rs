//! `(surround [from] [relation] [between] [to] [except:] [with:])`: captures neighbours that friends surround.
//!
//! Each neighbour of the start (default: the iterator variable `from`) that is a target (`between if:`) and whose own
//! neighbours are friends (`to if:`) or the start, but for `except:` others; with `with:` a piece of that kind must be
//! among them. A `then` is read and never run. (Ludii 1.3.12's behaviour.)

use super::build::index;
use super::capture::{Side, SiteVariable, acts, capture, capturing, test};
use crate::ludemes::moves::{Between, From, Pieces, To};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("surround", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let from = From::read_or_variable(call, lo)?;
    let relation = call.word("relation").and_then(Relation::parse).unwrap_or(Relation::Adjacent);
    let between = Between::read(call, lo)?;
    let to = To::read_or_variable(call, lo)?;
    let except = lo.int_or(call, "except", 0)?;
    let with = Pieces::read(call, "with", lo)?.map(|pieces| pieces.by_full_name(lo)).transpose()?;
    let board = lo.board();
    let t = from.t;
    Ok(capturing(acts(between.apply.as_ref()), None, move |cx, sink| {
        let Some(start) = from.start(cx) else { return };
        let saved = (cx.it.to, cx.it.between);
        let except = except.eval(cx);
        let wanted: Option<Vec<i32>> =
            with.as_ref().map(|with| (0..with.len()).filter_map(|at| with.component(at, cx)).collect());
        for &target in board.neighbours(t, index(start), relation) {
            if !cx.spend(1) {
                return;
            }
            let target = target as i32;
            if !test(between.condition.as_ref(), cx, target, SiteVariable::Between, Side::Enemy) {
                continue;
            }
            let mut others = 0;
            let mut found = wanted.is_none();
            for &neighbour in board.neighbours(t, index(target), relation) {
                let neighbour = neighbour as i32;
                found |= wanted.as_ref().is_some_and(|wanted| wanted.contains(&cx.state.what(t, neighbour)));
                if neighbour != start && !test(to.condition.as_ref(), cx, neighbour, SiteVariable::To, Side::Friend) {
                    others += 1;
                }
            }
            if others <= except && found {
                capture(between.apply.as_ref(), cx, sink, t, target, SiteVariable::Between);
            }
        }
        (cx.it.to, cx.it.between) = saved;
    }))
}
