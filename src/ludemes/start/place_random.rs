//! `(place Random [region] {"Piece" ..} [count:n] [state:] [value:] [type])`: pieces on sites drawn at random.
//!
//! `count:` of each piece in turn, each on a site drawn from those of the region (the board by default) that are empty
//! and not drawn yet, in ascending order; none when no site is left. The empty sites are looked for anew for each piece
//! named, state and value are found once for it, `count:` before every site drawn and once more at the end.
//!
//! A random stack, `(place Random {(count "Piece" n) ..} site ..)` or
//! `(place Random {"Piece" ..} [count:{n ..}] site ..)`: all these pieces on one site, the next one from the bottom up
//! drawn from those left. (Ludii 1.3.12's behaviour.)

use super::{Given, StartRule};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::part("startRule", "place", "Random").requires(|needs, call| {
        super::placed(needs, call);
        needs.features.stochastic = true;
        needs.features.stacking |= call.get("where").is_some();
    }),
    Row::part("count", "count", "").requires(|needs, _| needs.features.counts = true),
];

/// The most pieces of a random stack.
const MAX_PIECES: usize = 100_000;

/// Reads the rule.
pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<StartRule> {
    if call.get("where").is_some() {
        return random_stack(call, lo);
    }
    let items =
        call.items("item").unwrap_or_default().iter().map(|item| component(item, lo)).collect::<Lowered<Vec<i32>>>()?;
    let t = lo.site_type(call, "type");
    let region = lo.region_opt(call, "region")?;
    let count = lo.int_or(call, "count", 1)?;
    let given = Given::read(call, false, lo)?;
    Ok(StartRule::new(move |cx| {
        for &what in &items {
            let sites = match &region {
                Some(region) => region.eval(cx),
                None => SiteSet::below(usize::try_from(cx.state.layout().board_len(t)).unwrap_or(0)),
            };
            let mut left: Vec<i32> = sites.iter().filter(|&site| cx.state.is_empty_site(t, site)).collect();
            let data = given.data(cx);
            let mut placed = 0;
            while placed < count.eval(cx) && !left.is_empty() {
                placed += 1;
                let site = left.remove(cx.rng.index(left.len()));
                given.put(cx, (what, 1), site, data);
            }
        }
    }))
}

pub(super) fn component(item: &Arg, lo: &Lowering) -> Lowered<i32> {
    match &item.value {
        Value::Text(name) => match lo.equipment.component(name) {
            Some(component) => Ok(component as i32),
            None => crate::ludemes::moves::no_piece(name, &item.origin, lo),
        },
        _ => lo.wrong(&item.origin, "expected the name of a piece here"),
    }
}

/// The pieces of a random stack and how many there are of each.
fn counted(call: &Ludeme, lo: &mut Lowering) -> Lowered<Vec<(i32, IntExpr)>> {
    let mut pieces = Vec::new();
    for item in call.items("items").unwrap_or_default() {
        if let Value::Ludeme(count) = &item.value
            && let Some(name) = count.get("item")
        {
            pieces.push((component(name, lo)?, lo.int(count, "count")?));
        }
    }
    let counts = call.items("count").unwrap_or_default();
    for (i, item) in call.items("pieces").unwrap_or_default().iter().enumerate() {
        let count = counts.get(i).map_or_else(|| Ok(Expr::constant(1)), |count| lo.int_arg(count))?;
        pieces.push((component(item, lo)?, count));
    }
    Ok(pieces)
}

fn random_stack(call: &Ludeme, lo: &mut Lowering) -> Lowered<StartRule> {
    let pieces = counted(call, lo)?;
    let site = lo.int(call, "where")?;
    let given = Given::read(call, true, lo)?;
    Ok(StartRule::new(move |cx| {
        let mut pool = Vec::new();
        for (what, count) in &pieces {
            let count = usize::try_from(count.eval(cx)).unwrap_or(0).min(MAX_PIECES - pool.len());
            pool.extend(std::iter::repeat_n(*what, count));
        }
        while !pool.is_empty() && cx.spend(1 + pool.len() as u64 / 16) {
            let what = pool.remove(cx.rng.index(pool.len()));
            let site = site.eval(cx);
            if site < 0 {
                return;
            }
            let data = given.data(cx);
            given.put(cx, (what, 1), site, data);
        }
    }))
}
