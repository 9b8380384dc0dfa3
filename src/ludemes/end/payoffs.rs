//! `(payoffs {..})`: all players are ranked by payoffs given here.
//!
//! As `(byScore)`, with real numbers; a single player wins when the payoff is above 0. (Ludii 1.3.12's behaviour.)

use super::for_each_clause;
use crate::engine::ends::Payoffs;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("result", "payoffs", ""), Row::part("payoff", "payoff", "")];

impl Payoffs {
    pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<Payoffs> {
        let mut finals = Vec::new();
        if let Some(arg) = call.get("finalPayoffs") {
            for_each_clause(arg, &mut |payoff| {
                finals.push((lo.int(payoff, "role")?, lo.float(payoff, "payoff")?));
                Ok(())
            })?;
        }
        Ok(Payoffs { finals })
    }
}
