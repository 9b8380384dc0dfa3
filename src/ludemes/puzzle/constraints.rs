//! What the `(satisfy ..)` of a puzzle asks for, and the variables it is about.
//!
//! The variables are collected once, after the start rules, constraint by constraint, each the first time it is met:
//! `(forAll ..)` is about all sites of the default type and ends the collection; `(all Different ..)`, `(is Sum ..)`
//! and `(is Unique)` are about their region, or without one about all regions of the equipment, whoever they are named
//! after; other constraints are about none. (Ludii 1.3.12's behaviour.)

use super::equipment::ints;
use super::parts::Part;
use crate::diag::Origin;
use crate::engine::equipment::NamedRegion;
use crate::ludemes::prelude::*;

/// The constraints of a puzzle.
pub struct Constraints {
    /// Where they stand.
    pub(super) origin: Origin,
    /// The default site type.
    pub(super) t: SiteType,
    /// The first and the last value of an element of that type.
    pub(super) values: (i32, i32),
    list: Vec<BoolExpr>,
    /// The same in parts that can be tested alone, where it can be taken apart.
    pub(super) parts: Option<Vec<Part>>,
    sources: Vec<Source>,
    /// Sites that the first start rule gave a value.
    fixed: SiteSet,
}

/// Where a constraint has its variables from.
enum Source {
    /// All sites of the default type, and nothing after them.
    All,
    /// A region.
    Region(RegionExpr),
    /// The regions of the equipment.
    Equipment(Arc<Vec<NamedRegion>>),
}

/// What only a whole move changes, its end rules and the change of turn included.
const REST_OF_MOVE: [Uses; 5] = [Uses::TURN, Uses::SCORES, Uses::COUNTER, Uses::OTHER, Uses::VOLATILE];

impl Constraints {
    /// Reads the constraints of the first phase; `None` where it has none.
    pub(crate) fn read(rules: &Ludeme, lo: &mut Lowering) -> Lowered<Option<Constraints>> {
        let Some(call) = satisfy(rules) else { return Ok(None) };
        let t = lo.default_type();
        let mut constraints = Constraints {
            origin: call.origin.clone(),
            t,
            values: lo.equipment.puzzle.values[t as usize],
            list: Vec::new(),
            parts: None,
            sources: Vec::new(),
            fixed: fixed(rules),
        };
        let rule = lo.enter(crate::engine::tally::RuleKind::Moves, call);
        for arg in call.args.iter().flatten().flat_map(Arg::each) {
            if let Some(source) = Source::read(arg, lo)? {
                constraints.sources.push(source);
            }
            constraints.list.push(lo.bool_arg(arg)?);
        }
        let parts = Part::read_all(call.args.iter().flatten().flat_map(Arg::each), lo)?;
        constraints.parts = parts.filter(|_| !constraints.read_rest_of_move());
        lo.leave(rule);
        Ok(Some(constraints))
    }

    /// What the constraints read.
    pub(super) fn uses(&self) -> Uses {
        (Uses::BOARD | uses_of(&self.list)).without(Uses::ITERATORS)
    }

    /// Whether they read what only a whole move changes.
    fn read_rest_of_move(&self) -> bool {
        let uses = self.uses();
        REST_OF_MOVE.iter().any(|&part| uses.any(part))
    }

    /// Finds the variables and notes them in the state.
    pub(crate) fn collect(&self, cx: &mut Cx) {
        let mut variables = Vec::new();
        let mut seen = SiteSet::new();
        let mut add = |site: i32| {
            if site >= 0 && !seen.contains(site) {
                seen.insert(site);
                variables.push(site);
            }
        };
        for source in &self.sources {
            match source {
                Source::All => {
                    (0..cx.state.layout().board_len(self.t)).for_each(&mut add);
                    break;
                }
                Source::Region(region) => region.eval(cx).iter().for_each(&mut add),
                Source::Equipment(regions) => {
                    for region in regions.iter() {
                        let lists = region.families.iter().flat_map(|family| &family.lists);
                        lists.flatten().copied().for_each(&mut add);
                        if let Some(listed) = &region.listed {
                            listed.iter().copied().for_each(&mut add);
                            continue;
                        }
                        for part in &region.parts {
                            part.eval(cx).iter().for_each(&mut add);
                        }
                    }
                }
            }
        }
        if let Some(state) = &mut cx.state.variables {
            let free = variables.iter().copied().filter(|&site| !self.fixed.contains(site)).collect();
            state.constrain(&variables, free);
        }
    }

    /// Whether all constraints hold, with nothing iterated around them.
    fn hold(&self, cx: &mut Cx) -> bool {
        cx.with_nothing_bound(|cx| self.list.iter().all(|constraint| constraint.eval(cx)))
    }

    /// Whether all constraints hold after this move, which leaves a site one value.
    ///
    /// They are looked at in the state itself, the one variable changed and put back, unless they read what the rest of
    /// a move changes.
    pub(super) fn allow(&self, cx: &mut Cx, m: &Move, site: i32, value: i32) -> bool {
        if self.read_rest_of_move() {
            return cx.try_out(m, |cx| self.hold(cx));
        }
        let uses = self.uses();
        cx.supposing(self.t, site, value, |cx| {
            let history = cx.history.len();
            if uses.any(Uses::HISTORY) {
                cx.record(m.clone());
            }
            let hold = self.hold(cx);
            if cx.history.len() > history {
                cx.forget_after(history);
                cx.state.touch(Uses::HISTORY);
            }
            hold
        })
    }

    /// Whether all constraints hold where every variable that is not resolved is 0.
    pub(super) fn solved(&self, cx: &mut Cx) -> bool {
        cx.with_zeros(self.t, |cx| self.hold(cx))
    }
}

impl Source {
    fn read(arg: &Arg, lo: &mut Lowering) -> Lowered<Option<Source>> {
        let Value::Ludeme(call) = &arg.value else { return Ok(None) };
        match (call.form.head, call.form.keyword) {
            ("forAll", _) => return Ok(Some(Source::All)),
            ("all", Some("Different")) if call.get("if").is_none() => {}
            ("is", Some("Sum" | "Unique")) => {}
            _ => return Ok(None),
        }
        Ok(Some(match lo.region_opt(call, "region")? {
            Some(region) => Source::Region(region),
            None => Source::Equipment(Arc::clone(&lo.regions)),
        }))
    }
}

/// The clause in a slot of the rules, or the first of several.
fn first<'a>(call: &'a Ludeme, head: &str) -> Option<&'a Ludeme> {
    let mut clauses = call.args.iter().flatten().flat_map(Arg::each).filter_map(Arg::part);
    clauses.find(|clause| clause.form.head == head)
}

/// The `(satisfy ..)` that is the whole play rule of the first phase.
fn satisfy(rules: &Ludeme) -> Option<&Ludeme> {
    let common = first(rules, "play");
    let own = first(rules, "phase").and_then(|phase| first(phase, "play"));
    let play = match (common, own) {
        (Some(play), None) | (None, Some(play)) => play,
        _ => return None,
    };
    first(play, "satisfy")
}

/// The sites that the first start rule gives values.
fn fixed(rules: &Ludeme) -> SiteSet {
    let start = first(rules, "start");
    let rule = start.and_then(|start| start.args.iter().flatten().flat_map(Arg::each).find_map(Arg::part));
    let pairs = rule.and_then(|rule| rule.get("pairs")).map_or(&[][..], Arg::each);
    pairs.iter().filter_map(|pair| ints(pair).first().copied()).collect()
}
