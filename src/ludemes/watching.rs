//! Lowering a game whose rules are watched while it is played: how often they are used, or what evaluating them costs.

use crate::check::typed::Ludeme;
use crate::engine::expr::{Expr, ExprValue};
use crate::engine::moves::{Moves, MovesExpr};
use crate::engine::plan::Plan;
use crate::engine::profile::{Clock, Meter, Profiling, ViewKind};
use crate::engine::tally::{Rule, RuleId, RuleKind};
use crate::ludemes::Lowering;

/// What of the rules is watched.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Watch {
    /// How often they are used.
    Uses,
    /// What evaluating them costs, by this clock.
    Costs(Clock),
}

/// The rules met so far.
pub(super) struct Watching {
    watch: Watch,
    rules: Vec<Rule>,
    /// By rule, how it is evaluated, where costs are watched.
    plans: Vec<Option<Plan>>,
    /// Those that what is being lowered stands in, outermost first.
    around: Vec<RuleId>,
}

impl Lowering {
    /// From now on the rules that are met are watched.
    pub(crate) fn watch(&mut self, watch: Option<Watch>) {
        let watching = |watch| Watching { watch, rules: Vec::new(), plans: Vec::new(), around: Vec::new() };
        self.watching = watch.map(watching);
    }

    /// The rules met since [`Lowering::watch`]: those whose use is counted, or those whose costs are measured.
    pub(crate) fn take_rules(&mut self) -> (Vec<Rule>, Option<Profiling>) {
        match self.watching.take() {
            None => (Vec::new(), None),
            Some(Watching { watch: Watch::Uses, rules, .. }) => (rules, None),
            Some(Watching { watch: Watch::Costs(clock), rules, plans, .. }) => {
                (Vec::new(), Some(Profiling { clock, rules, plans }))
            }
        }
    }

    /// Whether the use of rules is counted.
    pub(super) fn counts(&self) -> bool {
        self.watching.as_ref().is_some_and(|watching| matches!(watching.watch, Watch::Uses))
    }

    /// Begins a rule that is watched, with everything in it; [`RuleId::NONE`] where it is not.
    pub(crate) fn enter(&mut self, kind: RuleKind, call: &Ludeme) -> RuleId {
        if kind == RuleKind::Value && self.counts() {
            return RuleId::NONE;
        }
        let Some(watching) = &mut self.watching else { return RuleId::NONE };
        let same = |rule: &Rule| rule.kind == kind && rule.origin == call.origin;
        let index = watching.rules.iter().position(same).unwrap_or_else(|| {
            let parent = watching.around.last().and_then(|rule| rule.index());
            watching.rules.push(Rule { kind, title: call.form.title(), origin: call.origin.clone(), parent });
            watching.plans.push(None);
            watching.rules.len() - 1
        });
        watching.around.push(RuleId::new(index));
        RuleId::new(index)
    }

    /// Ends what [`Lowering::enter`] began.
    pub(crate) fn leave(&mut self, rule: RuleId) {
        if let Some(watching) = &mut self.watching
            && let Some(at) = watching.around.iter().rposition(|around| *around == rule)
        {
            watching.around.truncate(at);
        }
    }

    /// What measures a view of the rule that is being lowered, where costs are watched.
    pub(super) fn meter(&self, view: ViewKind) -> Option<Meter> {
        let watching = self.watching.as_ref().filter(|watching| matches!(watching.watch, Watch::Costs(_)))?;
        watching.around.last().map(|&rule| Meter { rule, view })
    }

    /// The same expression, measured as this rule where costs are watched.
    pub(super) fn metered<T: ExprValue>(&mut self, expr: Expr<T>, rule: RuleId) -> Expr<T> {
        if self.plan(rule, || Plan::of(&expr)) { expr.metered(rule) } else { expr }
    }

    /// The same generator, counted or measured as this rule where it is watched.
    pub(super) fn watched(&mut self, moves: MovesExpr, rule: RuleId) -> MovesExpr {
        match () {
            () if self.counts() => Moves::counted(moves, rule),
            () if self.plan(rule, || Plan::of_moves(&moves)) => Moves::metered(moves, rule),
            () => moves,
        }
    }

    /// Notes how a rule is evaluated; `false` where costs are not watched.
    fn plan(&mut self, rule: RuleId, plan: impl FnOnce() -> Plan) -> bool {
        let Some(Watching { watch: Watch::Costs(_), plans, .. }) = &mut self.watching else { return false };
        if let Some(entry) = rule.index().and_then(|index| plans.get_mut(index)) {
            *entry = Some(plan());
        }
        true
    }
}
