//! `(sites {site ..})`, `(sites array)`, `(sites {"A1" ..})`: sites one by one, by index or by label.
//!
//! Negative indices and unknown labels are dropped; an index beyond the board stays. (Ludii 1.3.12's behaviour.)

use crate::ludemes::prelude::*;

/// `(sites {1 5 3})` and `(sites array)`.
pub(super) fn indices(arg: &Arg, lo: &mut Lowering) -> Lowered<RegionExpr> {
    if let Value::Array(items) = &arg.value {
        let items = lo.int_args(items)?;
        if let Some(sites) = items.iter().map(|item| item.as_constant().copied()).collect::<Option<SiteSet>>() {
            return Ok(Expr::constant(sites));
        }
        return Ok(Expr::new(uses_of(&items), move |cx| items.iter().map(|item| item.eval(cx)).collect()));
    }
    let array = lo.ints_arg(arg)?;
    Ok(Expr::new(array.uses, move |cx| array.eval(cx).into_iter().collect()))
}

/// `(sites {"A1" "C3"})`; one string that is no coordinate is the name of a region.
pub(super) fn labels(arg: &Arg, call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let t = lo.site_type(call, "elementType");
    let names: Vec<Arc<str>> = arg.each().iter().filter_map(Arg::text).cloned().collect();
    if let ([name], Value::Text(_)) = (names.as_slice(), &arg.value)
        && !is_coordinate(name)
    {
        return Ok(super::owned::by_name(name, lo));
    }
    Ok(Expr::constant(labelled(&lo.board(), t, &names)))
}

/// The sites of these labels.
pub(super) fn labelled(board: &Topology, t: SiteType, names: &[Arc<str>]) -> SiteSet {
    names.iter().filter_map(|name| board.by_label(t, name)).map(|site| site as i32).collect()
}

/// Whether a text is written like a coordinate: at most one letter, or the same one twice, then digits.
pub(crate) fn is_coordinate(text: &str) -> bool {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let letters = &text.as_bytes()[..text.len() - digits.len()];
    let lettered = match letters {
        [] | [_] => true,
        [a, b] => a == b,
        _ => false,
    };
    lettered && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}
