//! `(custodial [from] [direction] [between] [to] [then])`: captures what is held between two friends.
//!
//! Along each radial from the start (default: the last move's `to`) a run of targets (`between if:`), at most as long
//! as the range allows and no shorter, followed by a friend (`to if:`, asked for -1 beyond the board if the range
//! allows more than one). Effect on each target, nearest first. The last move generated records all targets. (Ludii
//! 1.3.12's behaviour.)

use super::build::index;
use super::capture::{Capturing, Side, Sink, SiteVariable, acts, capture, test};
use crate::ludemes::moves::{Between, Endpoint, From, Lines, To};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("custodial", "", lower)];

/// The longest run where no range is given.
const FAR: i32 = 1000;

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let from = From::read_or_last_to(call, lo)?;
    let t = from.t;
    let directions = lo.directions_or(call, "dirnChoice", Direction::Adjacent)?;
    let between = Between::read(call, lo)?;
    let to = To::read_or_variable(call, lo)?;
    let then = lo.then(call)?;
    let skips = lo.skips(call);
    let directions = Arc::new(directions);
    let (board, known) = (lo.board(), Lines::new(lo.board(), t, &directions));
    let (between, to) = (Arc::new(between), Arc::new(to));
    let tells = skips && from.condition.is_none() && directions.as_absolute().is_some();
    let only_on = if tells { held(call, lo, &from, (&between, &to, &known)) } else { None };
    let acts = acts(between.apply.as_ref());
    let give = move |cx: &mut Cx, sink: &mut dyn Sink| {
        let Some(start) = from.start(cx) else { return };
        let saved = (cx.it.to, cx.it.between);
        let before = sink.moves();
        let (min, max) = between.range_or(cx, (0, FAR));
        let mut targets = Targets::of(between.condition.as_ref(), cx, t);
        let mut captured = smallvec::SmallVec::<[i32; 2]>::new();
        // What is held at the end of a line, and whether no other line need be followed.
        let mut hold = |cx: &mut Cx, line: &[u32]| {
            let mut length = 0;
            while (length as i32) < max
                && let Some(&site) = line.get(length)
                && cx.spend(1)
                && targets.have(cx, site as i32)
            {
                length += 1;
            }
            if (length as i32) < min.max(1) || min > max {
                return false;
            }
            let end = match line.get(length) {
                Some(&site) => site as i32,
                None if max > 1 => -1,
                None => return false,
            };
            if !test(to.condition.as_ref(), cx, end, SiteVariable::To, Side::Friend) {
                return false;
            }
            for &site in line.iter().take(length) {
                captured.push(site as i32);
                capture(between.apply.as_ref(), cx, sink, t, site as i32, SiteVariable::Between);
                if skips && sink.full() {
                    return true;
                }
            }
            false
        };
        match known.of_site(cx, start) {
            Some(lines) => {
                for line in lines {
                    if hold(cx, line) {
                        break;
                    }
                }
            }
            None => {
                let directions = directions.eval(cx, t, start);
                for radial in directions.iter().flat_map(|&d| board.radials(t, index(start), d)) {
                    if hold(cx, radial.path.get(1..).unwrap_or_default()) {
                        break;
                    }
                }
            }
        }
        (cx.it.to, cx.it.between) = saved;
        if sink.moves() != before {
            sink.between(captured);
        }
    };
    Ok(Moves::of(false, Capturing { give, then, acts, skips, only_on }))
}

/// The sites from which something may be held, where the start is an iterator variable, whatever the range.
fn held(
    call: &Ludeme,
    lo: &mut Lowering,
    from: &From,
    (between, to, lines): (&Arc<Between>, &Arc<To>, &Arc<Lines>),
) -> Option<View> {
    let t = from.t;
    let variable = match &from.location {
        Endpoint::Site(site) => match site.view()? {
            View::Variable(variable) => *variable,
            _ => return None,
        },
        _ => return None,
    };
    let targets = between.condition.as_ref()?.on_sites(t, Uses::BETWEEN)?;
    let friends = to.condition.as_ref()?.on_sites(t, Uses::TO)?;
    let uses = targets.uses | friends.uses;
    let everywhere = SiteSet::below(lo.board().len(t));
    let (between, to, lines) = (Arc::clone(between), Arc::clone(to), Arc::clone(lines));
    let region = Expr::new(uses, move |cx: &mut Cx| {
        let friend = to.condition.as_ref();
        let sites =
            |condition: Option<&BoolExpr>, variable, cx: &mut Cx| Some(condition?.on_sites(t, variable)?.eval(cx));
        let saved = cx.it.to;
        let beyond = test(friend, cx, -1, SiteVariable::To, Side::Friend);
        cx.it.to = saved;
        let targets = sites(between.condition.as_ref(), Uses::BETWEEN, cx);
        let friends = sites(friend, Uses::TO, cx);
        match (targets, friends) {
            // What is beyond the board is no site of a line.
            (Some(targets), Some(friends)) if !beyond => {
                lines.over(cx, &targets, &friends).unwrap_or_else(|| everywhere.clone())
            }
            _ => everywhere.clone(),
        }
    });
    Some(View::Sites(Some(t), variable, lo.keep(call, region)))
}

/// The sites that are targets, where that is known for all of them at once.
struct Targets<'a> {
    condition: Option<&'a BoolExpr>,
    all: Option<SiteSet>,
}

impl<'a> Targets<'a> {
    fn of(condition: Option<&'a BoolExpr>, cx: &mut Cx, t: SiteType) -> Self {
        let all = condition.and_then(|condition| condition.on_sites(t, Uses::BETWEEN));
        Targets { condition, all: all.map(|all| cx.find_kept(|cx| all.eval(cx))) }
    }

    /// Whether a site is one, with `between` on it.
    fn have(&mut self, cx: &mut Cx, site: i32) -> bool {
        let Some(all) = &self.all else {
            return test(self.condition, cx, site, SiteVariable::Between, Side::Enemy);
        };
        cx.charge(1);
        cx.it.between = site;
        all.contains(site)
    }
}
