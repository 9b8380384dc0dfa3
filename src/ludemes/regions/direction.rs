//! `(sites Direction from:site-or-region [directions] [included:boolean] [stop:boolean] [stopIncluded:boolean]
//! [distance:int] [type])`: the sites along the lines from a site.
//!
//! Each line in each direction (`Adjacent` by default) is followed up to `distance:` sites, and ends before the first
//! site where `stop:` holds with `to` set, or with `stopIncluded:` after it. `included:` adds the sources.
//! (Ludii 1.3.12's behaviour.)

use super::on_board;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::region("sites", "Direction", lower)];

/// How far lines go by default: farther than any board.
const FAR: i32 = 1000;

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<RegionExpr> {
    let from = lo.sites_arg(lo.one_of(call, &["from"], "`(sites Direction ..)` needs `from:`")?)?;
    let t = lo.site_type(call, "type");
    let directions = lo.directions_or(call, "directions", Direction::Adjacent)?;
    let included = lo.bool_or(call, "included", false)?;
    let stop = lo.bool_opt(call, "stop")?;
    let stop_included = lo.bool_or(call, "stopIncluded", false)?;
    let distance = lo.int_or(call, "distance", FAR)?;
    let (board, harmless) = (lo.board(), lo.skips(call));
    let stop_uses = uses_of(&stop).without(Uses::TO);
    let uses = from.uses | directions.uses | included.uses | stop_uses | stop_included.uses | distance.uses;
    let region = Expr::new(uses, move |cx| {
        let mut found = SiteSet::new();
        let sources = from.eval(cx);
        let included = included.eval(cx);
        let stop_included = stop_included.eval(cx);
        let distance = usize::try_from(distance.eval(cx)).unwrap_or(0);
        let saved = cx.it.to;
        // What lies beyond a stop is not asked about: as a set it is.
        let at_once = stop.as_ref().filter(|_| harmless).and_then(|stop| stop.on_sites_while(t, Uses::TO, Uses::NONE));
        let stops = at_once.filter(|stops| !stops.costly).map(|stops| stops.eval(cx));
        for source in sources {
            let Some(site) = on_board(&board, t, source) else { continue };
            if included {
                found.insert(source);
            }
            for direction in directions.eval(cx, t, source) {
                for line in board.radials(t, site, direction) {
                    for &to in line.path.iter().skip(1).take(distance) {
                        cx.it.to = to as i32;
                        let stopped = match &stops {
                            Some(stops) => stops.contains(to as i32),
                            None => stop.as_ref().is_some_and(|stop| stop.eval(cx)),
                        };
                        if !stopped || stop_included {
                            found.insert(to as i32);
                        }
                        if stopped {
                            break;
                        }
                    }
                    if !cx.spend(1 + line.path.len() as u64 / 4) {
                        break;
                    }
                }
            }
        }
        cx.it.to = saved;
        found
    });
    Ok(lo.keep(call, region))
}
