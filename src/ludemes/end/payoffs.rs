//! `(payoffs {..})`: all players are ranked by payoffs given here.
//!
//! As `(byScore)`, with real numbers; a single player wins when the payoff is above 0. (Ludii 1.3.12's behaviour.)

use crate::engine::ends::Payoffs;
use crate::ludemes::prelude::*;
use crate::ludemes::rules::clauses;

pub(super) const ROWS: &[Row] = &[Row::part("result", "payoffs", ""), Row::part("payoff", "payoff", "")];

impl Payoffs {
    pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<Payoffs> {
        let payoffs = clauses(call, "finalPayoffs").into_iter();
        let finals = payoffs.map(|payoff| Ok((lo.int(payoff, "role")?, lo.float(payoff, "payoff")?)));
        Ok(Payoffs { finals: finals.collect::<Lowered<_>>()? })
    }
}
