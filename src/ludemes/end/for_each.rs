//! `(forEach [role] if:condition result)` as an end rule: the result for every player who satisfies the condition.
//!
//! Players are visited in order, those out already are skipped, and each result takes effect at once. `NonMover`
//! skips the mover; every other role means all. `(forEach Track if:condition result)` does the same for every track,
//! while somebody is not out. (Ludii 1.3.12's behaviour.)

use crate::engine::ends::{ForEachPlayer, ResultRule};
use crate::engine::tally::RuleKind;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("endRule", "forEach", "")];

impl ForEachPlayer {
    pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<ForEachPlayer> {
        let by_track = call.args.iter().flatten().any(|arg| matches!(arg.value, Value::Word { word: "Track", .. }));
        let tracks = by_track.then(|| i32::try_from(lo.equipment.tracks.len()).unwrap_or(i32::MAX));
        let skip_mover = matches!(lo.role_opt(call, "type"), Ok(Some(Role::NonMover)));
        let rule = lo.enter(RuleKind::End, call);
        let around = std::mem::replace(&mut lo.iterates_tracks, by_track);
        let condition = lo.boolean(call, "if")?;
        lo.iterates_tracks = around;
        let Some(result) = call.part("result") else {
            return lo.wrong(&call.origin, "this end rule needs a result");
        };
        if result.form.head != "result" {
            return lo.unsupported(&result.origin, format_args!("`({} ..)` in `forEach`", result.form.head));
        }
        lo.leave(rule);
        Ok(ForEachPlayer { skip_mover, tracks, condition, result: ResultRule::read(result, lo)?, rule })
    }
}
