//! `(map ["Name"] {pairs})`: a table from integers to integers, read by `(mapEntry ..)`.
//!
//! Keys and values may be integers or roles (the player's number), values also coordinates such as `"A1"`.
//! (Ludii 1.3.12's behaviour.)
//!
//! ASSUMPTION: the landmarks `FirstSite` and `LastSite` are the first and the last site of the board's default type.
//! Differences: the other landmarks are not carried out.

use crate::engine::equipment::Map;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("item", "map", ""), Row::part("pair", "pair", "")];

/// Reads one `(map ..)`.
pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<Map> {
    let mut entries = Vec::new();
    if let Some(arg) = call.get("pairs") {
        for pair in super::clauses(arg) {
            entries.push((entry(pair, "key", lo)?, entry(pair, "value", lo)?));
        }
    } else if let (Some(keys), Some(values)) = (call.get("keys"), call.get("values")) {
        let (Value::Array(keys), Value::Array(values)) = (&keys.value, &values.value) else {
            return lo.wrong(&call.origin, "a map needs lists of keys and values");
        };
        for (key, value) in keys.iter().zip(values) {
            entries.push((constant(key, lo)?, constant(value, lo)?));
        }
    }
    Ok(Map { name: call.text("name").cloned().unwrap_or_else(|| "Map".into()), entries })
}

fn entry(pair: &Ludeme, name: &str, lo: &mut Lowering) -> Lowered<i32> {
    match pair.get(name) {
        Some(arg) => constant(arg, lo),
        None => landmark(pair, lo),
    }
}

fn landmark(pair: &Ludeme, lo: &Lowering) -> Lowered<i32> {
    match pair.word("landmark") {
        Some("FirstSite") => Ok(0),
        Some("LastSite") => Ok(lo.equipment.layout.sites() - 1),
        _ => lo.unsupported(&pair.origin, "a map with this landmark"),
    }
}

fn constant(arg: &Arg, lo: &mut Lowering) -> Lowered<i32> {
    match &arg.value {
        Value::Text(label) => match lo.board().by_label(lo.default_type(), label) {
            Some(site) => Ok(i32::try_from(site).unwrap_or(-1)),
            None => lo.wrong(&arg.origin, format!("the board has no site \"{label}\"")),
        },
        Value::Word { word, .. } => match Role::parse(word) {
            Some(Role::Player(n)) => Ok(i32::from(n)),
            Some(Role::Neutral) => Ok(0),
            _ => lo.unsupported(&arg.origin, format_args!("`{word}` in a map")),
        },
        _ => match lo.int_arg(arg)?.as_constant() {
            Some(value) => Ok(*value),
            None => lo.unsupported(&arg.origin, "a map entry that is not a constant"),
        },
    }
}
