//! End rules, as the ludemes of `end` are lowered to them.

use crate::engine::expr::{BoolExpr, FloatExpr, IntExpr};
use crate::engine::tally::RuleId;
use std::ops::RangeInclusive;

/// A list of end rules.
#[derive(Debug)]
pub struct EndRules(pub Vec<EndRule>);

/// One end rule.
#[derive(Debug)]
pub enum EndRule {
    /// `(if condition …)`.
    If(IfRule),
    /// `(forEach Player if:condition result)`.
    ForEach(ForEachPlayer),
}

/// A conditional end rule.
#[derive(Debug)]
pub struct IfRule {
    /// When it applies.
    pub condition: BoolExpr,
    /// Rules tried first, in order.
    pub subs: Vec<IfRule>,
    /// What it leads to.
    pub result: Option<Consequence>,
    /// For counting its use.
    pub(crate) rule: RuleId,
}

/// An end rule for each player.
#[derive(Debug)]
pub struct ForEachPlayer {
    /// Whether the mover is skipped.
    pub skip_mover: bool,
    /// Where tracks are visited instead of players, how many there are.
    pub tracks: Option<i32>,
    /// Tested with `player` bound, or `track`.
    pub condition: BoolExpr,
    /// Applied with `player` bound.
    pub result: ResultRule,
    /// For counting its use.
    pub(crate) rule: RuleId,
}

impl ForEachPlayer {
    /// The players that it is about, of so many, or the tracks.
    pub(crate) fn items(&self, players: i32) -> RangeInclusive<i32> {
        self.tracks.map_or(1..=players, |tracks| 0..=tracks - 1)
    }
}

/// What an end rule leads to.
#[derive(Debug)]
pub enum Consequence {
    /// `(result ..)`.
    Result(ResultRule),
    /// `(byScore ..)`.
    ByScore(ByScore),
    /// `(payoffs ..)`.
    Payoffs(Payoffs),
}

/// A result for a role.
#[derive(Debug)]
pub struct ResultRule {
    /// Whom it concerns: a player, players + 1 for all, below 1 for nobody.
    pub player: IntExpr,
    /// The team, where the role is one.
    pub team: Option<IntExpr>,
    /// What happens.
    pub outcome: Outcome,
}

/// What a result says of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The player wins.
    Win,
    /// The player loses.
    Loss,
    /// The game is drawn among those without a rank.
    Draw,
    /// The game is tied.
    Tie,
    /// The game is given up (also for `Crash`).
    Abandon,
}

/// A ranking by scores.
#[derive(Debug)]
pub struct ByScore {
    /// Scores stored before ranking: player and score.
    pub finals: Vec<(IntExpr, IntExpr)>,
    /// Whether the lowest score ranks first.
    pub misere: BoolExpr,
}

/// A ranking by payoffs.
#[derive(Debug)]
pub struct Payoffs {
    /// Player and payoff.
    pub finals: Vec<(IntExpr, FloatExpr)>,
}
