//! `(forEach Site|Value|Player|Team|<ints> .. rule)` as a start rule: the rule once for each, its variable bound.
//!
//! Of listed players, numbers below 0 or above the number of players and one are passed over; a team is the array of
//! its players, and one without players is passed over. (Ludii 1.3.12's behaviour.)

use super::StartRule;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::part("startRule", "forEach", ""),
    Row::part("startRule", "forEach", "Player"),
    Row::part("startRule", "forEach", "Site"),
    Row::part("startRule", "forEach", "Team"),
    Row::part("startRule", "forEach", "Value"),
];

/// Reads the rule.
pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<StartRule> {
    let Some(body) = call.part("startingRule") else {
        return lo.wrong(&call.origin, "`(forEach ..)` needs a start rule");
    };
    let body = StartRule::read(body, lo)?;
    match call.form.keyword {
        Some("Site") => {
            let region = lo.region(call, "regionFn")?;
            let condition = lo.bool_or(call, "if", true)?;
            Ok(StartRule::new(move |cx| {
                let saved = cx.it.site;
                for site in &region.eval(cx) {
                    cx.it.site = site;
                    if condition.eval(cx) {
                        body.run(cx);
                    }
                }
                cx.it.site = saved;
            }))
        }
        Some("Value") => {
            let (min, max) = (lo.int(call, "min")?, lo.int(call, "max")?);
            Ok(StartRule::new(move |cx| {
                let saved = cx.it.value;
                for value in min.eval(cx)..=max.eval(cx) {
                    if !cx.spend(1) {
                        break;
                    }
                    cx.it.value = value;
                    body.run(cx);
                }
                cx.it.value = saved;
            }))
        }
        Some("Team") => Ok(StartRule::new(move |cx| {
            cx.each_team(|cx| {
                body.run(cx);
                true
            });
        })),
        keyword => {
            let listed = match keyword {
                None => Some(lo.ints(call, "players")?),
                Some(_) => None,
            };
            Ok(StartRule::new(move |cx| {
                let saved = cx.it.player;
                let players = match &listed {
                    Some(list) => list.eval(cx),
                    None => (1..=cx.state.players()).collect(),
                };
                let numbers = 0..=cx.state.players() + 1;
                for player in players.into_iter().filter(|player| numbers.contains(player)) {
                    cx.it.player = player;
                    body.run(cx);
                }
                cx.it.player = saved;
            }))
        }
    }
}
