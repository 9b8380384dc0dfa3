//! Start rules: the position before the first move.
//!
//! Each placement, score and the like is one initial move of nobody (mover 0) with a single action, applied at once;
//! a region gives one per site, ascending. Initial moves belong to the history but are not counted as moves.
//! (Ludii 1.3.12's behaviour.)

mod deal;
mod for_each;
mod place;
mod place_random;
mod place_stack;
mod remember_value;
mod set_amount;
mod set_cost;
mod set_count;
mod set_hidden;
mod set_phase;
mod set_role;
mod set_score;
mod set_team;

pub(in crate::ludemes) use deal::dealt;

use crate::engine::start::StartRule;
use crate::ludemes::prelude::*;

family! {
    self deal for_each place place_random place_stack remember_value set_amount set_cost set_count set_hidden set_phase
    set_role set_score set_team
}

const ROWS: &[Row] = &[Row::part("start", "start", "")];

impl StartRule {
    /// Reads `(start ..)`.
    pub(super) fn read_all(call: &Ludeme, lo: &mut Lowering) -> Lowered<Vec<StartRule>> {
        let rules = call.args.iter().flatten().flat_map(Arg::each).filter_map(|arg| match &arg.value {
            Value::Ludeme(rule) => Some(StartRule::read(rule, lo)),
            _ => None,
        });
        rules.collect()
    }

    fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<StartRule> {
        let place = lo.place(call);
        Ok(Self::read_form(call, lo)?.at(place))
    }

    fn read_form(call: &Ludeme, lo: &mut Lowering) -> Lowered<StartRule> {
        match (call.form.head, call.form.keyword) {
            ("deal", None) => deal::read(call, lo),
            ("place", None) => place::read(call, lo),
            ("place", Some("Random")) => place_random::read(call, lo),
            ("place", Some("Stack")) => place_stack::read(call, lo),
            ("set", Some("Score")) => set_score::read(call, lo),
            ("set", Some("Amount")) => set_amount::read(call, lo),
            ("set", Some("Cost")) => set_cost::read(call, lo),
            ("set", Some("Count")) => set_count::read(call, lo),
            ("set", Some("Hidden")) => set_hidden::read(call, lo),
            ("set", Some("Phase")) => set_phase::read(call, lo),
            ("set", Some("Team")) => set_team::read(call, lo),
            ("set", Some("RememberValue")) => remember_value::read(call, lo),
            ("set", None) if call.get("pairs").is_some() => crate::ludemes::puzzle::set_values::read(call, lo),
            ("set", None) => set_role::read(call, lo),
            ("forEach", _) => for_each::read(call, lo),
            _ => lo.unsupported(&call.origin, format_args!("`({})` as a start rule", call.form.title())),
        }
    }
}

/// What rules require that put pieces on sites.
fn placed(needs: &mut Requirements, call: &Ludeme) {
    needs.acts_on(call);
    needs.rotations(call);
    let mut counts = ["count", "counts"].iter().filter_map(|name| call.get(name)).flat_map(Arg::each);
    needs.features.counts |= counts.any(|count| !matches!(count.value, Value::Int(..=1)));
}

/// Makes one initial move of one action.
pub(super) fn initial(cx: &mut Cx, site: i32, kind: ActionKind) {
    if cx.spend(1) {
        let m = Move::of(0, site, site, Action::new(kind));
        cx.apply(&m, true, &mut Vec::new());
    }
}

/// A number for each of the sites of the slot `at` or `to`, by an action.
fn of_sites(call: &Ludeme, lo: &mut Lowering, set: fn(&Cx, SiteType, i32, i32) -> ActionKind) -> Lowered<StartRule> {
    let t = lo.site_type(call, "type");
    let value = lo.int(call, "value")?;
    let sites = lo.one_of(call, &["at", "to"], &format!("`({} ..)` needs a site", call.form.title()))?;
    let sites = lo.sites_arg(sites)?;
    Ok(StartRule::new(move |cx| {
        for site in sites.eval(cx) {
            let value = value.eval(cx);
            let kind = set(cx, t, site, value);
            initial(cx, site, kind);
        }
    }))
}

/// A number for each player of the slot `role`, by an action.
fn of_players(call: &Ludeme, lo: &mut Lowering, set: fn(i32, i32) -> ActionKind) -> Lowered<StartRule> {
    let whose = players(lo.role_opt(call, "role")?);
    let value = lo.int(call, "value")?;
    Ok(StartRule::new(move |cx| {
        for player in whose.eval(cx) {
            let value = value.eval(cx);
            initial(cx, -1, set(player, value));
        }
    }))
}

/// What a start rule gives the pieces it puts down.
pub(super) struct Given {
    t: SiteType,
    state: IntExpr,
    rotation: IntExpr,
    value: IntExpr,
    /// Whether they are put on a stack.
    stack: bool,
}

impl Given {
    fn read(call: &Ludeme, stack: bool, lo: &mut Lowering) -> Lowered<Given> {
        let mut number = |name| lo.int_or(call, name, -1);
        let (state, rotation, value) = (number("state")?, number("rotation")?, number("value")?);
        Ok(Given { t: lo.site_type(call, "type"), state, rotation, value, stack })
    }

    fn data(&self, cx: &mut Cx) -> PieceData {
        PieceData { state: self.state.eval(cx), rotation: self.rotation.eval(cx), value: self.value.eval(cx) }
    }

    /// Puts so many of a component on a site; one that the board does not have is a cell of another container.
    fn put(&self, cx: &mut Cx, (what, count): (i32, i32), to: i32, data: PieceData) {
        let outside = to >= cx.state.layout().board_len(self.t);
        let t = Some(if outside { SiteType::Cell } else { self.t });
        initial(cx, to, ActionKind::Add { t, to, level: -1, what, count, data, stack: self.stack });
    }
}

/// The players that a role means in a start rule: all for `Each` and `All`, else the one.
fn players(role: Option<Role>) -> Expr<Vec<i32>> {
    match role {
        None | Some(Role::Each | Role::All | Role::Shared) => {
            Expr::new(Uses::NONE, |cx| (1..=cx.state.players()).collect())
        }
        Some(role) => role.as_int().with(Uses::NONE, |_, player| vec![player]),
    }
}
