//! What Ludii 1.3.12 accepts and nobody can have meant.

use super::MAX_FINDINGS;
use super::typed::{Arg, Ludeme, Value};
use crate::diag::{Diagnostic, Origin};
use crate::schema::nearest;
use std::collections::HashSet;
use std::ops::RangeInclusive;

/// Warnings for points and edges with another number of elements than they have ends or coordinates, and for the region
/// of an iteration where none goes on, variables that are read and never set, and equipment that is asked for and not there.
pub(super) fn odd(game: &Ludeme) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    ludeme(game, false, &mut findings);
    unset(game, &mut findings);
    unequipped(game, &mut findings);
    findings.truncate(MAX_FINDINGS);
    findings
}

fn ludeme(one: &Ludeme, iterating: bool, findings: &mut Vec<Diagnostic>) {
    let form = one.form;
    if matches!(form.kind, "graph" | "poly") {
        lengths(one, findings);
    }
    if form.kind == "sites" && form.head == "sites" && form.slots.is_empty() && form.keyword.is_none() && !iterating {
        let message = "`(sites)` alone is the region that is gone through, and none is here";
        findings.push(Diagnostic::warning("LUD0233", &one.origin, message).label("no region").hint(
            "say which sites, as in `(sites Empty)`; `(forEach Group …)` and `(all Groups …)` go through regions",
        ));
    }
    let iterating =
        iterating || matches!((form.head, form.keyword), ("forEach", Some("Group")) | ("all", Some("Groups")));
    for arg in one.args.iter().flatten() {
        self::arg(arg, iterating, findings);
    }
}

fn arg(one: &Arg, iterating: bool, findings: &mut Vec<Diagnostic>) {
    match &one.value {
        Value::Ludeme(inner) => ludeme(inner, iterating, findings),
        Value::Array(items) => items.iter().for_each(|item| arg(item, iterating, findings)),
        _ => {}
    }
}

/// How many elements each element of a slot has, and what it is.
fn expected(slot: &str) -> Option<(RangeInclusive<usize>, &'static str)> {
    match slot {
        "vertices" => Some((2..=3, "a vertex has two or three coordinates")),
        "edges" => Some((2..=2, "an edge has two ends")),
        "cells" => Some((3..=usize::MAX, "a cell has at least three corners")),
        "pts" => Some((2..=2, "a corner has two coordinates")),
        _ => None,
    }
}

fn lengths(graph: &Ludeme, findings: &mut Vec<Diagnostic>) {
    for (slot, arg) in graph.form.slots.iter().zip(&graph.args) {
        let (Some((count, what)), Some(Arg { value: Value::Array(items), .. })) = (expected(slot.name), arg) else {
            continue;
        };
        for item in items {
            if let Value::Array(elements) = &item.value
                && !count.contains(&elements.len())
            {
                let message = format!("{what}, and this has {}", elements.len());
                let label = if elements.len() < *count.start() { "too few" } else { "too many" };
                findings.push(Diagnostic::warning("LUD0232", &item.origin, message).label(label));
            }
        }
    }
}

/// Warns of variables and remembered values that are read and that nothing ever sets.
fn unset(game: &Ludeme, findings: &mut Vec<Diagnostic>) {
    let mut set = HashSet::new();
    let mut read = Vec::new();
    game.visit(&mut |ludeme| {
        let (kind, name) = match (ludeme.form.head, ludeme.form.keyword) {
            ("set", Some("Var")) | ("var", None) => ("variable", ludeme.texts().next()),
            ("remember", Some("Value")) | ("values", Some("Remembered")) => ("remembered value", ludeme.texts().next()),
            _ => return,
        };
        let Some((name, origin)) = name else { return };
        if matches!(ludeme.form.head, "set" | "remember") {
            set.insert((kind, name));
        } else {
            read.push((kind, name, origin));
        }
    });
    for (kind, name, origin) in read {
        if set.contains(&(kind, name)) {
            continue;
        }
        let message = format!("nothing ever sets the {kind} \"{name}\"");
        let finding = Diagnostic::warning("LUD0234", origin, message).label("read here");
        let others = set.iter().filter(|(other, _)| *other == kind).map(|(_, name)| *name);
        findings.push(match nearest(name, others).first() {
            Some(near) => finding.hint(format!("did you mean \"{near}\"?")),
            None => finding,
        });
    }
}

/// What ludemes ask of the equipment.
struct Equipment {
    name: &'static str,
    /// The items of the equipment that have it.
    items: &'static [&'static str],
    asked_by: &'static [(&'static str, Option<&'static str>)],
    example: &'static str,
}

const EQUIPMENT: &[Equipment] = &[
    Equipment {
        name: "dice",
        items: &["dice"],
        asked_by: &[
            ("roll", None),
            ("face", None),
            ("forEach", Some("Die")),
            ("count", Some("Pips")),
            ("all", Some("DiceEqual")),
            ("all", Some("DiceUsed")),
            ("is", Some("AnyDie")),
        ],
        example: "(dice num:1)",
    },
    Equipment {
        name: "hands",
        items: &["hand", "deck"],
        asked_by: &[("handSite", None), ("sites", Some("Hand"))],
        example: "(hand Each)",
    },
];

/// Warns of rules about dice and hands where the equipment has none: once of each.
fn unequipped(game: &Ludeme, findings: &mut Vec<Diagnostic>) {
    let mut there = HashSet::new();
    let mut asked = Vec::new();
    game.visit(&mut |ludeme| {
        let form = ludeme.form;
        if form.kind == "item" {
            there.insert(form.head);
        }
        // A hand that is called by its name and not there is an error when the board is made.
        if ludeme.texts().any(|(name, _)| name.starts_with("Hand")) {
            there.insert("hand");
        }
        asked.extend(
            EQUIPMENT.iter().filter(|of| of.asked_by.contains(&(form.head, form.keyword))).map(|of| (of, ludeme)),
        );
    });
    for of in EQUIPMENT {
        if of.items.iter().any(|item| there.contains(item)) {
            continue;
        }
        if let Some((_, ludeme)) = asked.iter().find(|(asked, _)| asked.name == of.name) {
            let message = format!("the equipment has no {}", of.name);
            let hint = format!("add them to the equipment, as in `{}`", of.example);
            findings.push(Diagnostic::warning("LUD0235", &ludeme.origin, message).label("asked for here").hint(hint));
        }
    }
}

impl Ludeme {
    /// The strings among the arguments.
    fn texts(&self) -> impl Iterator<Item = (&str, &Origin)> {
        self.args.iter().flatten().filter_map(|arg| match &arg.value {
            Value::Text(text) => Some((&**text, &arg.origin)),
            _ => None,
        })
    }
}
