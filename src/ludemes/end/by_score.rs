//! `(byScore [{scores}] [misere:])`: all players are ranked by their scores.
//!
//! Explicit scores are stored first. The highest score ranks first, or the lowest with `misere:True`; tied players
//! share the mean of their ranks; the winner is the one whose rank is exactly 1. (Ludii 1.3.12's behaviour.)

use super::for_each_clause;
use crate::engine::ends::ByScore;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("result", "byScore", ""), Row::part("score", "score", "")];

impl ByScore {
    pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<ByScore> {
        let mut finals = Vec::new();
        if let Some(arg) = call.get("finalScore") {
            for_each_clause(arg, &mut |score| {
                finals.push((lo.int(score, "role")?, lo.int(score, "score")?));
                Ok(())
            })?;
        }
        Ok(ByScore { finals, misere: lo.bool_or(call, "misere", false)? })
    }
}
