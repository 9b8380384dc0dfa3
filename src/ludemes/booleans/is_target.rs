//! `(is Target [container] {int ..} [int | {int ..}])`: the board holds these components.
//!
//! One after the other from the first site of the container (the board by default), or on the listed sites one by one.
//! In a stacking game, some site (of the listed ones) holds exactly this stack, from the bottom.
//! (Ludii 1.3.12's behaviour.)

use crate::engine::layout::Stretch;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::boolean("is", "Target", lower).may_fail()];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    let container = match (lo.int_opt(call, "containerIdFn")?, call.text("containerName")) {
        (Some(container), _) => container,
        (None, Some(name)) => Expr::constant(lo.container(name, &call.origin)? as i32),
        (None, None) => Expr::constant(0),
    };
    let wanted = lo.ints(call, "configuration")?;
    let sites = match (lo.int_opt(call, "specificSite")?, call.get("specificSites")) {
        (Some(site), _) => Some(Expr::new(site.uses, move |cx| vec![site.eval(cx)])),
        (None, Some(arg)) => Some(lo.ints_arg(arg)?),
        (None, None) => None,
    };
    let t = lo.default_type();
    Ok(Expr::new(container.uses | wanted.uses | uses_of(&sites) | Uses::BOARD, move |cx| {
        let computed;
        let wanted = match wanted.as_constant() {
            Some(wanted) => wanted,
            None => {
                computed = wanted.eval(cx);
                &computed
            }
        };
        let container = container.eval(cx);
        let stretch = usize::try_from(container).ok().and_then(|c| cx.state.layout().stretch(c));
        let Some(Stretch { from, len }) = stretch else {
            cx.fail(Fault::NoSuchContainer(container));
            return false;
        };
        match &sites {
            Some(sites) => {
                let sites = sites.eval(cx);
                holds(cx, t, sites.iter().copied(), wanted)
            }
            None => holds(cx, t, from..from + len, wanted),
        }
    }))
}

/// Whether these components are held, as the game has stacks or none.
fn holds(cx: &Cx, t: SiteType, mut sites: impl ExactSizeIterator<Item = i32>, wanted: &[i32]) -> bool {
    let state = &cx.state;
    if cx.game.features.stacking {
        return sites.any(|site| {
            let levels = 0..state.height(t, site);
            levels.map(|level| i32::from(state.piece(t, site, Some(level)).what)).eq(wanted.iter().copied())
        });
    }
    sites.len() == wanted.len() && sites.zip(wanted).all(|(site, &what)| state.what(t, site) == what)
}
