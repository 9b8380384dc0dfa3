//! `(byScore [{scores}] [misere:])`: all players are ranked by their scores.
//!
//! Explicit scores are stored first. The highest score ranks first, or the lowest with `misere:True`; tied players
//! share the mean of their ranks; the winner is the one whose rank is exactly 1. (Ludii 1.3.12's behaviour.)

use crate::engine::ends::ByScore;
use crate::ludemes::prelude::*;
use crate::ludemes::rules::clauses;

pub(super) const ROWS: &[Row] = &[
    Row::part("result", "byScore", "").requires(|needs, _| needs.features.scores = true),
    Row::part("score", "score", ""),
];

impl ByScore {
    pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<ByScore> {
        let scores = clauses(call, "finalScore").into_iter();
        let finals = scores.map(|score| Ok((lo.int(score, "role")?, lo.int(score, "score")?)));
        let finals = finals.collect::<Lowered<_>>()?;
        Ok(ByScore { finals, misere: lo.bool_or(call, "misere", false)? })
    }
}
