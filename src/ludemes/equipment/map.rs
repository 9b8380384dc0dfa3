//! `(map ["Name"] {pairs})`: a table from integers to integers, read by `(mapEntry ..)`.
//!
//! Keys and values are integers, evaluated once on the empty board with the first player to move; roles (the player's
//! number); or strings: a coordinate such as `"A1"`, and for a value also the name of a component. A value may be a
//! landmark: the first or last site, or the lowest site of a side or of the centre. A pair of which either side comes
//! out as -1 is left out. What is looked up in a map within a pair finds the pairs before it.
//! (Ludii 1.3.12's behaviour.)
//!
//! ASSUMPTION: landmarks are sites of the board's default type.

use crate::board::NamedSet;
use crate::engine::equipment::Map;
use crate::engine::fault::Places;
use crate::engine::game::{Game, MEMORY_LIMIT, MOVE_LIMIT, Meta, Mode, Phase, TURN_LIMIT, WORK_LIMIT};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("item", "map", ""), Row::part("pair", "pair", "")];

/// Reads one `(map ..)` and adds it to the equipment.
pub(super) fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<()> {
    let name = call.text("name").cloned().unwrap_or_else(|| "Map".into());
    Arc::make_mut(&mut lo.equipment).maps.push(Map { name, entries: Vec::new() });
    let mut reading = Reading { cx: None };
    if let Some(arg) = call.get("pairs") {
        for pair in super::clauses(arg) {
            let key = reading.entry(pair, "key", lo)?;
            let value = reading.entry(pair, "value", lo)?;
            reading.add(key, value, lo);
        }
    } else if let (Some(keys), Some(values)) = (call.get("keys"), call.get("values")) {
        let (Value::Array(keys), Value::Array(values)) = (&keys.value, &values.value) else {
            return lo.wrong(&call.origin, "a map needs lists of keys and values");
        };
        for (key, value) in keys.iter().zip(values) {
            let (key, value) = (reading.int(key, lo)?, reading.int(value, lo)?);
            reading.add(key, value, lo);
        }
    }
    Ok(())
}

/// A map being read, and the game that has not started in which its entries are evaluated, made when it is first
/// needed.
struct Reading {
    cx: Option<Cx>,
}

impl Reading {
    fn add(&mut self, key: i32, value: i32, lo: &mut Lowering) {
        if key == -1 || value == -1 {
            return;
        }
        if let Some(map) = Arc::make_mut(&mut lo.equipment).maps.last_mut() {
            map.entries.push((key, value));
        }
    }

    fn entry(&mut self, pair: &Ludeme, name: &str, lo: &mut Lowering) -> Lowered<i32> {
        let Some(arg) = pair.get(name) else { return landmark(pair, lo) };
        if let Value::Text(text) = &arg.value { Ok(named(text, name == "value", lo)) } else { self.int(arg, lo) }
    }

    fn int(&mut self, arg: &Arg, lo: &mut Lowering) -> Lowered<i32> {
        let value = lo.int_arg(arg)?;
        if let Some(value) = value.as_constant() {
            return Ok(*value);
        }
        let cx = self.cx.get_or_insert_with(|| Cx::before_start(unstarted(lo), 0));
        cx.keep_anew(lo.keeps());
        cx.renew_work();
        let value = value.eval(cx);
        match cx.take_fault() {
            Some(fault) => lo.wrong(&arg.origin, format!("this entry of the map has no value: {fault}")),
            None => Ok(value),
        }
    }
}

fn landmark(pair: &Ludeme, lo: &Lowering) -> Lowered<i32> {
    let set = match pair.word("landmark") {
        Some("FirstSite") => return Ok(0),
        Some("LastSite") => return Ok(lo.equipment.layout.sites() - 1),
        Some("BottomSite") => NamedSet::Bottom,
        Some("Topsite") => NamedSet::Top,
        Some("LeftSite") => NamedSet::Left,
        Some("RightSite") => NamedSet::Right,
        Some("CentreSite") => NamedSet::Centre,
        _ => return lo.unsupported(&pair.origin, "a map with this landmark"),
    };
    Ok(lo.board().named(lo.default_type(), set).iter().min().map_or(-1, |&site| site as i32))
}

/// The site of a coordinate, else, where components may be named, the component; -1 for neither.
fn named(text: &str, components: bool, lo: &Lowering) -> i32 {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let coordinate = digits.len() < text.len() && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    let site = lo.board().by_label(lo.default_type(), text).and_then(|site| i32::try_from(site).ok());
    match site {
        Some(site) => site,
        None if components && !coordinate => lo.equipment.component(text).map_or(-1, |index| index as i32),
        None => -1,
    }
}

/// A game without rules, with the equipment read so far.
fn unstarted(lo: &Lowering) -> Arc<Game> {
    let owner = lo.players() + 1;
    let play = Moves::generator(|_, _| {});
    Arc::new(Game {
        name: "".into(),
        equipment: Arc::clone(&lo.equipment),
        features: lo.features.clone(),
        regions: Arc::clone(&lo.regions),
        mode: Mode::Alternating,
        start: Vec::new(),
        phases: vec![Phase {
            name: "".into(),
            owner,
            play,
            draws_ahead: false,
            asks_back: false,
            end: None,
            next: Vec::new(),
        }],
        end: None,
        meta: Meta::default(),
        puzzle: None,
        instances: None,
        generators: lo.equipment.components.iter().map(|_| None).collect(),
        drawn: Vec::new(),
        vars: Vec::new(),
        votes: Vec::new(),
        rules: Vec::new(),
        profiling: None,
        places: Places::default(),
        keeps: 0,
        move_limit: MOVE_LIMIT,
        turn_limit: TURN_LIMIT,
        work_limit: WORK_LIMIT,
        memory_limit: MEMORY_LIMIT,
        scratch_work: lo.scratch_work(),
        allows_compact: false,
        lone_pieces: false,
        reads_lists: false,
        defers_stores: false,
        draws_ahead: false,
        memoryless: None,
        repeats: Default::default(),
        throws_first: false,
    })
}
