//! `(is Threatened [int] [type] [at:int | in:region] [moves])`: a piece could be moved onto.
//!
//! The component is put on each of the sites (where it stands, by default) in a copy of the state, and each enemy of
//! its owner is asked whether his play rules, or the given moves, have a move to that site. He is the mover there, the
//! owner is the previous player, and the next player is who he is. Without a component this is asked of the piece on
//! each of the sites, or on every occupied site, with the owner as next player, and is False where no player is due
//! next. A test within such a test is False, and a `do` with `next:` within it has no condition. (Ludii 1.3.12's
//! behaviour.)
//!
//! ASSUMPTION: in games with stacks the component is put on top.

use crate::engine::out::Deferral;
use crate::engine::site_store::Piece;
use crate::ludemes::prelude::*;
use smallvec::SmallVec;

pub(super) const ROWS: &[Row] = &[Row::boolean("is", "Threatened", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let t = lo.site_type(call, "type");
    let component = lo.int_opt(call, "what")?;
    let sites = call.get("at").or_else(|| call.get("in")).map(|sites| lo.sites_arg(sites)).transpose()?;
    lo.reads_lists |= sites.is_none();
    let moves = lo.moves_opt(call, "specificMoves")?;
    // The play rules of another phase are no part of these.
    let uses = if moves.is_none() && lo.phases.len() > 1 { Uses::VOLATILE } else { Uses::PARTWISE };
    Ok(Expr::new(uses, move |cx| {
        if cx.threatening {
            return false;
        }
        let component = component.as_ref().map(|component| component.eval(cx));
        if component.is_none() && !(1..=cx.state.players()).contains(&cx.state.next()) {
            return false;
        }
        let sites: Sites = match (&sites, component) {
            (Some(sites), _) => sites.eval(cx),
            (None, Some(component)) => standing_sites(cx, t, component),
            (None, None) => (0..cx.state.layout().board_len(t)).filter(|&site| cx.state.is_occupied(t, site)).collect(),
        };
        sites.into_iter().any(|site| {
            let what = component.unwrap_or_else(|| cx.state.what(t, site));
            what > 0 && threatened(cx, t, site, what, component.is_some(), moves.as_deref())
        })
    })
    .seen_as(Some(View::Threatening(false))))
}

type Sites = SmallVec<[i32; 4]>;

fn standing_sites(cx: &Cx, t: SiteType, component: i32) -> Sites {
    let component = usize::try_from(component).unwrap_or(0);
    cx.state.locations(component).iter().filter(|location| location.t == t).map(|location| location.site).collect()
}

fn threatened(cx: &mut Cx, t: SiteType, site: i32, what: i32, named: bool, moves: Option<&Moves>) -> bool {
    let owner = cx.game.equipment.owner(what);
    let teams = cx.game.features.teams;
    let turn = cx.state.whose_turn();
    let next = if named { cx.state.next() } else { owner };
    let found = cx.scratch(|cx| {
        place(cx, t, site, what, owner);
        cx.threatening = true;
        let mut out = cx.spare_lists.take();
        let found = (1..=cx.state.players()).any(|enemy| {
            if enemy == owner || teams && cx.state.team(enemy) == cx.state.team(owner) {
                return false;
            }
            cx.state.lend_turn([enemy, next, owner]);
            cx.state.touch(Uses::TURN);
            out.ask_whether(Some(site));
            match moves {
                Some(moves) => moves.seek(cx, &mut out),
                None => cx.with_game(|cx, game| game.phase(&cx.state, enemy).play.seek(cx, &mut out)),
            }
            let found = out.has_found(site);
            out.start_over(Deferral::Nothing);
            found
        });
        out.ask_whether(None);
        cx.spare_lists.give(out);
        cx.threatening = false;
        found
    });
    cx.state.lend_turn(turn);
    found
}

/// Puts the component on the site; without stacks, what else is known of the site stays.
fn place(cx: &mut Cx, t: SiteType, site: i32, what: i32, owner: i32) {
    let Some(place) = cx.state.layout().any_place(t, site) else { return };
    let there = cx.state.piece(t, site, None);
    if i32::from(there.what) == what {
        return;
    }
    let piece = Piece { what: u16::try_from(what).unwrap_or(0), who: u8::try_from(owner).unwrap_or(0), ..there };
    if cx.game.features.stacking {
        cx.state.push(place, None, Piece { count: 1, state: 0, rotation: 0, value: 0, ..piece });
    } else {
        cx.state.put(place, piece);
    }
}
