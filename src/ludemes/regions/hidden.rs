//! `(sites Hidden [kind] [type] to:player)`: the sites of the board of which something is hidden from a player, or from
//! any of several.
//!
//! Of a stack the lowest level counts. (Ludii 1.3.12's behaviour.)

use crate::engine::hidden::HiddenKind;
use crate::ludemes::moves::build::Players;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] =
    &[Row::region("sites", "Hidden", lower).requires(|needs, _| needs.features.hidden = true)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let kind = call.word("dataType").and_then(HiddenKind::parse).unwrap_or(HiddenKind::All);
    let t = lo.site_type(call, "type");
    let players = Players::read(lo.one_of(call, &["to"], "`(sites Hidden ..)` needs `to:`")?, lo)?;
    let region = Expr::new(players.uses() | Uses::BOARD | Uses::OTHER, move |cx| {
        let players = players.eval(cx).fold(0, |set, player| set | crate::engine::role::bit(player));
        let hidden = cx.state.hidden_from(t, kind, players);
        cx.charge(hidden.len() as u64);
        hidden
    });
    Ok(lo.keep(call, region))
}
