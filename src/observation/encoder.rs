//! Positions as planes.

use crate::actions::Sites;
use crate::board::SiteType;
use crate::engine::game::Game;
use crate::engine::site_store::Piece;
use crate::engine::state::State;
use crate::engine::trial::Trial;
use crate::pipeline::Compiled;
use crate::render::Viewer;
use std::fmt;
use std::sync::Arc;

/// What a plane shows. The first planes differ from site to site and are kept for earlier positions as well; the last
/// have one value on all sites.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Plane {
    /// 1 where this component is the top of what stands on a site.
    Top(usize),
    /// How many of this component are in the stack of a site.
    InStack(usize),
    /// 1 where something stands that is not known to the viewer.
    Unknown,
    /// How many pieces are on a site: the height of its stack, or its count.
    Amount,
    /// The local state of the top piece.
    State,
    /// Its rotation.
    Rotation,
    /// Its value; in a deduction puzzle what stands on the site for its value.
    Value,
    /// 1 on all sites where this player is to move.
    Mover(i32),
    /// 1 on all sites while the mover is in this phase.
    Phase(usize),
    /// The score of a player.
    Score(i32),
    /// What a die shows, by its number.
    Die(usize),
    /// The value of the named variable of this number.
    Variable(usize),
}

impl fmt::Display for Plane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Plane::Top(component) => write!(f, "top {component}"),
            Plane::InStack(component) => write!(f, "in stack {component}"),
            Plane::Unknown => f.write_str("unknown"),
            Plane::Amount => f.write_str("amount"),
            Plane::State => f.write_str("state"),
            Plane::Rotation => f.write_str("rotation"),
            Plane::Value => f.write_str("value"),
            Plane::Mover(player) => write!(f, "mover {player}"),
            Plane::Phase(phase) => write!(f, "phase {phase}"),
            Plane::Score(player) => write!(f, "score {player}"),
            Plane::Die(die) => write!(f, "die {die}"),
            Plane::Variable(number) => write!(f, "variable {number}"),
        }
    }
}

/// Writes positions of a game as planes. Which planes there are follows from the description alone.
///
/// # Examples
///
/// ```
/// use ludemic::observation::Encoder;
/// use ludemic::render::Viewer;
/// use ludemic::{KnownDefines, Parsed, Trial};
///
/// let text = r#"(game "Fill" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) })
///     (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"#;
/// let compiled = Parsed::new("fill.lud", text)?.expand(&[], &KnownDefines::none())?.check()?.compile()?;
/// let encoder = Encoder::new(&compiled);
/// let names: Vec<String> = encoder.planes().map(ToString::to_string).collect();
/// assert_eq!(names, ["top 1", "top 2", "mover 1", "mover 2"]);
///
/// let mut trial = Trial::start(compiled.game().clone(), 0)?;
/// trial.play(4)?;
/// let mut planes = vec![0.0; encoder.len()];
/// encoder.write(&trial, Viewer::All, &mut planes);
/// assert_eq!(planes[4], 1.0); // the disc of player 1 in the middle
/// assert_eq!(planes[27..], [1.0; 9]); // player 2 to move
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Encoder {
    game: Arc<Game>,
    sites: Sites,
    places: Vec<(usize, SiteType, i32)>,
    local: Vec<Plane>,
    global: Vec<Plane>,
    components: usize,
}

impl Encoder {
    /// The encoder of a game.
    pub fn new(compiled: &Compiled) -> Encoder {
        let game = Arc::clone(compiled.game());
        let (mut state, mut rotation, mut value) = (false, false, false);
        compiled.typed().visit(&mut |call| {
            let title = call.form.title();
            state |= title.contains("State") || call.form.head == "state" || call.get("state").is_some();
            rotation |= title.contains("otation") || call.get("rotation").is_some();
            value |= title.contains("Value") || call.get("value").is_some();
        });
        let equipment = &game.equipment;
        let features = &game.features;
        let components = equipment.components.len();
        let players = equipment.players;
        let mut local: Vec<Plane> = (1..components).map(Plane::Top).collect();
        if features.stacking {
            local.extend((1..components).map(Plane::InStack));
        }
        let mut extra = |wanted: bool, plane: Plane| {
            if wanted {
                local.push(plane);
            }
        };
        extra(features.hidden, Plane::Unknown);
        extra(features.stacking || features.counts, Plane::Amount);
        extra(state || equipment.has_large_pieces(), Plane::State);
        extra(rotation, Plane::Rotation);
        extra(value || features.puzzle, Plane::Value);
        let mut global: Vec<Plane> = (1..=players).map(Plane::Mover).collect();
        if game.phases.len() > 1 {
            global.extend((0..game.phases.len()).map(Plane::Phase));
        }
        if features.scores {
            global.extend((1..=players).map(Plane::Score));
        }
        global.extend((0..equipment.dice_sites().len()).map(Plane::Die));
        global.extend((0..game.vars.len()).map(Plane::Variable));
        let sites = Sites::of(&game);
        let places = sites.iter().collect();
        Encoder { game, sites, places, local, global, components }
    }

    /// The sites of a plane, in order.
    pub fn sites(&self) -> &Sites {
        &self.sites
    }

    /// The planes in order.
    pub fn planes(&self) -> impl Iterator<Item = &Plane> {
        self.local.iter().chain(&self.global)
    }

    /// How many planes there are.
    pub fn depth(&self) -> usize {
        self.local.len() + self.global.len()
    }

    /// How many of them come first and differ from site to site: those that are worth keeping of earlier positions.
    pub fn local(&self) -> usize {
        self.local.len()
    }

    /// How many numbers a position has: planes by sites.
    pub fn len(&self) -> usize {
        self.depth() * self.sites.len()
    }

    /// Whether a position has no numbers.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Writes the position of a trial as this viewer sees it, plane after plane. Of a shorter slice only as many planes
    /// are written as it has room for.
    pub fn write(&self, trial: &Trial, viewer: Viewer, out: &mut [f32]) {
        out.fill(0.0);
        let width = self.sites.len();
        let state = trial.state();
        if width == 0 || *trial.game().equipment.layout != *self.game.equipment.layout {
            return;
        }
        let (local, global) = out.split_at_mut((self.local.len() * width).min(out.len()));
        for (place, &(container, t, site)) in self.places.iter().enumerate() {
            self.write_site(state, viewer, (container, t, site), place, local);
        }
        for (plane, row) in self.global.iter().zip(global.chunks_exact_mut(width)) {
            let value = self.global(trial, plane);
            if value != 0.0 {
                row.fill(value);
            }
        }
    }

    fn write_site(
        &self,
        state: &State,
        viewer: Viewer,
        (container, t, site): (usize, SiteType, i32),
        place: usize,
        out: &mut [f32],
    ) {
        let width = self.sites.len();
        let Some(store) = state.site_store(container, t) else { return };
        let Some(at) = state.layout().any_place(t, site).map(|at| at.site) else { return };
        let height = store.height(at);
        let mut put = |plane: usize, value: f32| {
            if let Some(entry) = out.get_mut(plane * width + place) {
                *entry = value;
            }
        };
        let see =
            |level: usize| viewer.sees(state, (t, site), level, store.piece(at, store.stacking().then_some(level)));
        let top: Piece = see(height.saturating_sub(1));
        let what = usize::from(top.what);
        if height == 0 || what == 0 {
            return;
        }
        if what < self.components {
            put(what - 1, 1.0);
        }
        let mut next = self.components.saturating_sub(1);
        if self.game.features.stacking {
            let mut amounts = vec![0.0_f32; self.components];
            for level in 0..height {
                if let Some(amount) = amounts.get_mut(usize::from(see(level).what)) {
                    *amount += 1.0;
                }
            }
            for amount in amounts.into_iter().skip(1) {
                put(next, amount);
                next += 1;
            }
        }
        for plane in self.local.iter().skip(next) {
            let value = match plane {
                Plane::Unknown => f32::from(u8::from(what >= self.components && !self.game.features.puzzle)),
                Plane::Amount if store.stacking() => height as f32,
                Plane::Amount => top.count as f32,
                Plane::State => top.state as f32,
                Plane::Rotation => top.rotation as f32,
                Plane::Value if self.game.features.puzzle => f32::from(top.what),
                Plane::Value => top.value as f32,
                _ => 0.0,
            };
            put(next, value);
            next += 1;
        }
    }

    fn global(&self, trial: &Trial, plane: &Plane) -> f32 {
        let state = trial.state();
        let is = |holds: bool| f32::from(u8::from(holds));
        match *plane {
            Plane::Mover(player) => is(!trial.is_over() && trial.chooser() == player),
            Plane::Phase(phase) => is(state.phase(trial.chooser()) == phase),
            Plane::Score(player) => state.score(player) as f32,
            Plane::Die(die) => state.dice().get(die).map_or(0.0, |&value| value as f32),
            Plane::Variable(number) => state.vars().get(number).copied().flatten().map_or(0.0, |value| value as f32),
            _ => 0.0,
        }
    }
}
