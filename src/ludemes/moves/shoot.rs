//! `(move Shoot (piece ..) [from] [direction] [between] [to] [then])`, `(shoot ..)`: puts a piece down along a line.
//!
//! From the start (default: the last move's `to`) along every radial at each site as long as `to if:` (default: the site
//! is empty) holds. `from` stays as it is outside; `between` begins every radial as it is outside and is then the site
//! before. `between if:` is never consulted; the sites passed before are recorded. (Ludii 1.3.12's behaviour.)

use super::build::{emit, index, level_on_top, site_type};
use super::{From, Pieces, To};
use crate::engine::brief::{Brief, Schema};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::decision("move", "Shoot", |call, lo| lower(call, lo, true)),
    Row::effect("shoot", "", |call, lo| lower(call, lo, false)),
];

fn lower(call: &Ludeme, lo: &mut Lowering, decision: bool) -> Lowered<MovesExpr> {
    let Some(pieces) = Pieces::read(call, "what", lo)? else {
        return lo.wrong(&call.origin, "a shot needs a piece");
    };
    let pieces = pieces.by_full_name(call, lo)?;
    let from = From::read(call, lo)?;
    let t = from.as_ref().map_or(lo.default_type(), |from| from.t);
    let directions = lo.directions_or(call, "dirn", Direction::Adjacent)?;
    let to = To::read(call, lo)?;
    let then = lo.then(call)?;
    let board = lo.board();
    let deferrable = lo.defers(call);
    let directions = Arc::new(directions);
    let bound = {
        let (skips, directions, board) = (lo.skips(call), Arc::clone(&directions), lo.board());
        move || {
            let lanes = directions.most_lanes(&board, t, &|site, d| board.most_lines(t, site, d));
            lanes.filter(|_| skips).map(|lanes| (lanes, board.longest_radial(t)))
        }
    };
    Ok(Moves::in_lanes(deferrable, bound, move |cx, out| {
        let Some(start) = From::start_or_last_to(from.as_ref(), cx) else { return };
        let Some(what) = pieces.component(0, cx) else { return };
        let saved = (cx.it.to, cx.it.between);
        let (first, many) = out.lane().map_or((0, usize::MAX), |lane| (lane, 1));
        let directions = directions.eval(cx, t, start);
        let radials = directions.iter().flat_map(|&direction| board.radials(t, index(start), direction));
        for radial in radials.skip(first).take(many) {
            cx.it.between = saved.1;
            for (passed, &site) in radial.path.iter().skip(1).enumerate() {
                if out.full() || !cx.spend(1) {
                    break;
                }
                let site = site as i32;
                cx.it.to = site;
                let open = match to.as_ref().and_then(|to| to.condition.as_ref()) {
                    Some(condition) => condition.eval(cx),
                    None => cx.state.is_empty_site(t, site),
                };
                if !open {
                    break;
                }
                if !out.takes() {
                    cx.it.between = site;
                    continue;
                }
                let level = level_on_top(cx, t, site);
                if out.briefly && decision {
                    let schema = Schema::Add { t: site_type(cx, t, site), what, level, edge: false };
                    let brief = Brief::new(schema, cx.state.mover(), site, site);
                    out.push_brief(brief, then.as_ref());
                    break;
                }
                let kind = ActionKind::adding(site_type(cx, t, site), site, level, what);
                let mut m = Move::of(cx.state.mover(), site, site, Action::deciding(kind, decision));
                m.between = radial.path[1..=passed].iter().map(|&site| site as i32).collect();
                emit(out, m, then.as_ref());
                cx.it.between = site;
            }
        }
        (cx.it.to, cx.it.between) = saved;
    }))
}
