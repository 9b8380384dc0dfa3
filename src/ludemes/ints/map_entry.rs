//! `(mapEntry ["map"] key)`: the value of a key, an integer or a role, in the maps of the equipment.
//!
//! The first map that has the key counts, of all maps or of those with this name; an entry of -1 or -99 counts as
//! absent. Where no map has it, the key itself is the result. (Ludii 1.3.12's behaviour.)
//!
//! ASSUMPTION: of several entries for one key in one map the last counts.

use crate::ludemes::prelude::*;
use std::collections::BTreeMap;

pub(super) const ROWS: &[Row] = &[Row::int("mapEntry", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let key = lo.int(call, if call.get("key").is_some() { "key" } else { "keyRole" })?;
    let name = call.text("name");
    let mut table = BTreeMap::new();
    for map in lo.equipment.maps.iter().rev().filter(|map| name.is_none_or(|name| *name == map.name)) {
        let entries: BTreeMap<i32, i32> = map.entries.iter().copied().collect();
        table.extend(entries.into_iter().filter(|(_, value)| !matches!(value, -1 | -99)));
    }
    let table: Box<[(i32, i32)]> = table.into_iter().collect();
    Ok(super::map1(key, move |key| match table.binary_search_by_key(&key, |entry| entry.0) {
        Ok(found) => table[found].1,
        Err(_) => key,
    }))
}
