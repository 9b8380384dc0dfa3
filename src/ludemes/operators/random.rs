//! `(random {weights} {moves})`: the moves of one part, drawn by weight; `(random moves num:n)`: n of the moves.
//!
//! One real number is drawn and compared with the running sum of the normalised weights. With `num:` as many moves are
//! drawn, with replacement, but no more than there are. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] =
    &[Row::decision("random", "", lower).draws().requires(|needs, _| needs.features.stochastic = true)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    if call.get("num").is_some() { some(call, lo) } else { weighted(call, lo) }
}

fn some(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let moves = lo.moves(call, "moves")?;
    let count = lo.int(call, "num")?;
    Ok(Moves::generator(move |cx, out| {
        let list = moves.list(cx);
        let most = i32::try_from(list.len()).unwrap_or(i32::MAX);
        for _ in 0..count.eval(cx).min(most) {
            if let Some(m) = list.get(cx.rng.index(list.len())) {
                out.push(m.clone());
            }
        }
    }))
}

fn weighted(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let items = |name: &str| call.items(name).unwrap_or_default();
    let weights = items("probas").iter().map(|arg| lo.float_arg(arg)).collect::<Lowered<Vec<_>>>()?;
    let parts = items("moves").iter().map(|arg| lo.moves_arg(arg)).collect::<Lowered<Vec<_>>>()?;
    Ok(Moves::generator(move |cx, out| {
        let weights: Vec<f64> = weights.iter().map(|weight| f64::from(weight.eval(cx))).collect();
        let total: f64 = weights.iter().sum();
        let drawn = cx.rng.unit();
        let mut sum = 0.0;
        let chosen = weights.iter().position(|weight| {
            sum += weight / total;
            sum >= drawn
        });
        if let Some(part) = chosen.and_then(|index| parts.get(index)) {
            part.eval(cx, out);
        }
    }))
}
