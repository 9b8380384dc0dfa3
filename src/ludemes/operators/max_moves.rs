//! `(max Moves [withValue:] moves [then])`: the moves that begin the longest series of the same player.
//!
//! Each move is played on a scratch copy, and while the same player is to move, so are his legal moves; those whose
//! longest continuation is the longest are kept. With `withValue:True` the values of the pieces removed count. What is
//! returned are the executed moves: their consequences have become actions. A `then` is read and never run. Whether
//! there is a move at all is asked of the moves themselves, without continuations. (Ludii 1.3.12's behaviour.)

use super::max_captures::captures;
use super::{expand, greatest};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("max", "Moves", lower).may_fail()];

/// How many moves of one turn are followed.
const FURTHEST: i32 = 100;

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let with_value = lo.bool_or(call, "withValue", false)?;
    let moves = lo.moves(call, "moves")?;
    Ok(Moves::of(false, MaxMoves { with_value, moves }))
}

struct MaxMoves {
    with_value: BoolExpr,
    moves: MovesExpr,
}

impl Generator for MaxMoves {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        // A pass asks whether the mover can move; to play series out for that would ask again in each of them.
        if out.first_only || out.every_alternative {
            return self.moves.eval(cx, out);
        }
        let with_value = self.with_value.eval(cx);
        let list = self.moves.list(cx);
        // Of one move alone the length does not matter here, and whoever asks for it finds it once.
        let (series, kept) = if list.len() == 1 && !with_value {
            (None, list)
        } else {
            let (length, kept) = greatest(cx, list, |cx, m| longest(cx, m, with_value));
            (Some((with_value, length)), kept)
        };
        for m in kept {
            let mut done = cx.scratch(|cx| expand(cx, &m, true));
            done.series = series;
            out.push(done);
        }
    }

    fn any(&self, cx: &mut Cx) -> Option<bool> {
        self.moves.any(cx)
    }
}

/// The length of the longest series of the same player that begins with a move, or the value it takes.
fn longest(cx: &mut Cx, m: &Move, with_value: bool) -> i32 {
    if let Some((of_values, length)) = m.series
        && of_values == with_value
    {
        return length;
    }
    if cx.state.moves_this_turn > FURTHEST {
        cx.fail(Fault::Nesting);
        return 0;
    }
    let value = if with_value { captures(cx, m, true) } else { 1 };
    let mover = cx.state.mover();
    let rest = cx.try_out(m, |cx| {
        if cx.state.is_over() || cx.state.mover() != mover || !cx.spend(1) {
            return 0;
        }
        let next = cx.legal_moves();
        next.iter().map(|m| longest(cx, m, with_value)).max().unwrap_or(0)
    });
    value + rest
}
