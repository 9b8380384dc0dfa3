//! The state as a recording shows it.

use crate::board::SiteType;
use crate::engine::game::Game;
use crate::engine::room::Room;
use crate::engine::state::State;
use serde_json::{Map, Value, json};

/// The state as JSON: mover, next, prev, counter; scores and variables where the game uses them; what stands where.
///
/// The board's default site type comes first; another one is left out where it is all zero.
pub fn state(game: &Game, state: &State) -> Value {
    let mut object = Map::new();
    object.insert("mover".into(), json!(state.mover()));
    object.insert("next".into(), json!(state.next()));
    object.insert("prev".into(), json!(state.prev()));
    object.insert("counter".into(), json!(state.counter()));
    if game.features.scores {
        let scores: Vec<i32> = (1..=state.players()).map(|p| state.score(p)).collect();
        object.insert("scores".into(), json!(scores));
    }
    if game.features.vars {
        let set = game.vars.iter().zip(state.vars.iter());
        let vars: Map<String, Value> =
            set.filter_map(|(name, value)| Some((name.to_string(), json!((*value)?)))).collect();
        object.insert("vars".into(), Value::Object(vars));
    }
    object.insert("c".into(), Value::Array(containers(state)));
    Value::Object(object)
}

fn containers(state: &State) -> Vec<Value> {
    let layout = state.layout();
    let mut list = Vec::new();
    let default = layout.default_type();
    let others = [SiteType::Cell, SiteType::Edge, SiteType::Vertex].into_iter().filter(|&t| t != default);
    for t in std::iter::once(default).chain(others) {
        let Some(room) = state.room(0, t) else { continue };
        let (object, zero) = container(t, 0, room);
        if t == default || !zero {
            list.push(object);
        }
    }
    for index in 1..layout.containers() {
        if let (Some(room), Some(stretch)) = (state.room(index, SiteType::Cell), layout.stretch(index)) {
            list.push(container(SiteType::Cell, stretch.from, room).0);
        }
    }
    list
}

/// One container and site type, and whether all of it is zero.
fn container(t: SiteType, from: i32, room: &Room) -> (Value, bool) {
    let sites = 0..room.len();
    let mut object = Map::new();
    object.insert("t".into(), json!(t.name()));
    object.insert("from".into(), json!(from));
    let what: Vec<Value> = sites
        .clone()
        .map(|site| match room.height(site) {
            0 | 1 => json!(room.piece(site, None).what),
            height => (0..height).map(|level| json!(room.piece(site, Some(level)).what)).collect(),
        })
        .collect();
    let mut zero = what.iter().all(|what| *what == json!(0));
    object.insert("what".into(), Value::Array(what));
    let pieces = || sites.clone().map(|site| room.piece(site, None));
    let mut put = |key: &str, values: Vec<i32>, shown: bool| {
        if shown {
            zero = false;
            object.insert(key.into(), json!(values));
        }
    };
    for (key, field) in [
        ("state", (|piece| piece.state) as fn(crate::engine::room::Piece) -> i32),
        ("value", |piece| piece.value),
        ("rot", |piece| piece.rotation),
    ] {
        let values: Vec<i32> = pieces().map(field).collect();
        let shown = values.iter().any(|&value| value != 0);
        put(key, values, shown);
    }
    if !room.stacking() {
        let counts: Vec<i32> = pieces().map(|piece| piece.count).collect();
        let shown = counts.iter().any(|&count| count > 1);
        put("count", counts, shown);
    }
    (Value::Object(object), zero)
}
