//! `(is Hidden [kind] [type] at:site [level:] to:player)`: whether something of a site is hidden from a player.
//!
//! Without a kind: all of it, which says nothing of the other kinds. False for a negative site. (Ludii 1.3.12's
//! behaviour.)
//!
//! Differences: in a stacking game Ludii fails at a site where no bit of the kind was ever set; here that is False.

use crate::engine::hidden::HiddenKind;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] =
    &[Row::boolean("is", "Hidden", lower).requires(|needs, _| needs.features.hidden = true)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let kind = call.word("dataType").and_then(HiddenKind::parse).unwrap_or(HiddenKind::All);
    let t = lo.site_type(call, "type");
    let site = lo.int(call, "at")?;
    let level = lo.int_or(call, "level", 0)?;
    let player = lo.player_arg(lo.one_of(call, &["to"], "`(is Hidden ..)` needs `to:`")?)?;
    Ok(site.with(level.uses | player.uses | Uses::BOARD | Uses::OTHER, move |cx, site| {
        let (level, player) = (level.eval(cx), player.eval(cx));
        cx.state.is_hidden(t, site, level, kind, player)
    }))
}
