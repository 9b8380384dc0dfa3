//! The state as a recording shows it.

use crate::board::SiteType;
use crate::engine::game::Game;
use crate::engine::hidden::HiddenKind;
use crate::engine::site_store::{Piece, SiteStore};
use crate::engine::state::State;
use serde_json::{Map, Value, json};

/// The state as JSON: mover, next, prev, counter; scores and variables where the game uses them; what stands where.
///
/// The board's default site type comes first; another one is left out where it is all zero.
pub fn state(game: &Game, state: &State) -> Value {
    state_with(game, state, game.features.hidden)
}

/// The same, with what is hidden from players or without it.
pub(super) fn state_with(game: &Game, state: &State, hidden: bool) -> Value {
    let mut object = json!({
        "mover": state.mover(),
        "next": state.next(),
        "prev": state.prev(),
        "counter": state.counter(),
    });
    if game.features.scores {
        let scores: Vec<i32> = (1..=state.players()).map(|p| state.score(p)).collect();
        object["scores"] = json!(scores);
    }
    if game.features.vars {
        let set = game.vars.iter().zip(state.vars.iter());
        let vars: Map<String, Value> =
            set.filter_map(|(name, value)| Some((name.to_string(), json!((*value)?)))).collect();
        object["vars"] = Value::Object(vars);
    }
    object["c"] = Value::Array(containers(state, hidden));
    object
}

fn containers(state: &State, hidden: bool) -> Vec<Value> {
    let layout = state.layout();
    let shown = |index: usize, t: SiteType, from: i32, store: &SiteStore| {
        let bits = if hidden { hidden_bits(state, index, t, from, store) } else { Map::new() };
        container(t, from, store, bits)
    };
    let mut list = Vec::new();
    let default = layout.default_type();
    let others = [SiteType::Cell, SiteType::Edge, SiteType::Vertex].into_iter().filter(|&t| t != default);
    for t in std::iter::once(default).chain(others) {
        let Some(store) = state.site_store(0, t) else { continue };
        let (object, zero) = shown(0, t, 0, store);
        if t == default || !zero {
            list.push(object);
        }
    }
    for index in 1..layout.containers() {
        if let (Some(store), Some(stretch)) = (state.site_store(index, SiteType::Cell), layout.stretch(index)) {
            list.push(shown(index, SiteType::Cell, stretch.from, store).0);
        }
    }
    list
}

/// What is hidden in a container: kind, then player, then sites, or pairs of site and level above the lowest level.
/// Levels above a stack are left out.
fn hidden_bits(state: &State, container: usize, t: SiteType, from: i32, store: &SiteStore) -> Map<String, Value> {
    let mut kinds = Map::new();
    for kind in HiddenKind::ALL {
        let mut players = Map::new();
        for player in 1..=state.players() {
            let mut sites = Vec::new();
            for (site, level, hidden) in state.hidden_in(container, t, kind) {
                let global = from + site as i32;
                match level {
                    _ if hidden & crate::engine::role::bit(player) == 0 => {}
                    0 => sites.push(json!(global)),
                    _ if level < store.height(site) => sites.push(json!([global, level])),
                    _ => {}
                }
            }
            if !sites.is_empty() {
                players.insert(player.to_string(), Value::Array(sites));
            }
        }
        if !players.is_empty() {
            let name = if kind == HiddenKind::All { "all".to_owned() } else { kind.name().to_lowercase() };
            kinds.insert(name, Value::Object(players));
        }
    }
    kinds
}

/// One container and site type, and whether all of it is zero.
fn container(t: SiteType, from: i32, store: &SiteStore, hidden: Map<String, Value>) -> (Value, bool) {
    let sites = 0..store.len();
    let mut object = Map::new();
    object.insert("t".into(), json!(t.name()));
    object.insert("from".into(), json!(from));
    let what: Vec<Value> = sites
        .clone()
        .map(|site| match store.height(site) {
            0 | 1 => json!(store.piece(site, None).what),
            height => (0..height).map(|level| json!(store.piece(site, Some(level)).what)).collect(),
        })
        .collect();
    let mut zero = what.iter().all(|what| *what == json!(0));
    object.insert("what".into(), Value::Array(what));
    let mut put = |key: &str, usual: &[i32], field: fn(Piece) -> i32| {
        let values: Vec<i32> = sites.clone().map(|site| field(store.piece(site, None))).collect();
        if values.iter().any(|value| !usual.contains(value)) {
            zero = false;
            object.insert(key.into(), json!(values));
        }
    };
    put("state", &[0], |piece| piece.state);
    put("value", &[0], |piece| piece.value);
    put("rot", &[0], |piece| piece.rotation);
    if !store.stacking() {
        put("count", &[0, 1], |piece| piece.count);
    }
    if !hidden.is_empty() {
        zero = false;
        object.insert("hidden".into(), Value::Object(hidden));
    }
    (Value::Object(object), zero)
}
