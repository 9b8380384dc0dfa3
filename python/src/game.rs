//! Descriptions, loaded; what is done with whole games.

use crate::board::Board;
use crate::data::{Finding, json, to_python};
use crate::errors;
use crate::games::Games;
use crate::space::ActionSpace;
use crate::threads::{interruptible, spread};
use crate::trial::Trial;
use crate::vector::VectorEnv;
use ludemic::actions::{ActionError, ActionSpace as Space};
use ludemic::diff::{Changes, Monitor, Settings, search};
use ludemic::engine::game::Mode;
use ludemic::observation::Encoder;
use ludemic::players::{Clock, Player as Chooses, Spec};
use ludemic::playouts::{Series, Statistics};
use ludemic::render::svg::{Drawing, Frame, Look};
use ludemic::stats::inference::wilson;
use ludemic::stats::{Outcome, Summary};
use ludemic::tryout::try_out;
use ludemic::{Compiled, KnownDefines, Parsed, render};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

/// The most entries of a mask: it takes 64 MiB.
const MOST_MASKED: usize = 1 << 26;

/// A game with all that is made of it once and shared.
pub struct Loaded {
    pub compiled: Compiled,
    pub encoder: Encoder,
    name: String,
    text: String,
    options: Vec<String>,
    defines: Option<PathBuf>,
    games: Games,
    variants: u32,
    space: OnceLock<Result<Arc<Space>, ActionError>>,
    look: OnceLock<Look>,
}

impl Loaded {
    pub fn space(&self) -> PyResult<&Arc<Space>> {
        let make = || Space::new(&self.compiled)?.with_variants(self.variants).map(Arc::new);
        self.space.get_or_init(make).as_ref().map_err(|error| errors::action(error.clone()))
    }

    /// How many entries a mask of the actions has.
    pub fn mask(&self) -> PyResult<usize> {
        match self.space()?.len() as usize {
            size @ ..=MOST_MASKED => Ok(size),
            size => {
                let message = format!("a mask of {size} actions is too large: `legal_actions` has the numbers alone");
                Err(errors::ActionError::new_err(message))
            }
        }
    }

    pub fn look(&self) -> &Look {
        self.look.get_or_init(|| Look::of(&self.compiled))
    }

    fn series(&self) -> Series {
        Series::new(self.compiled.game())
    }
}

/// A game: what a description means under one selection of options.
#[pyclass(frozen, module = "ludemic")]
pub struct Game {
    pub loaded: Arc<Loaded>,
}

fn known(defines: Option<&PathBuf>) -> PyResult<KnownDefines> {
    let Some(folder) = defines else { return Ok(KnownDefines::standard()) };
    let own = KnownDefines::load_dir(folder).map_err(|error| PyOSError::new_err(error.to_string()))?;
    Ok(own.or(KnownDefines::standard()))
}

/// All findings of a description; trying it out is part of the check.
#[pyfunction]
#[pyo3(signature = (text, name="game.lud", options=Vec::new(), defines=None, games=BTreeMap::new(), file=None, folder=None))]
#[allow(clippy::too_many_arguments)]
pub fn check(
    py: Python<'_>,
    text: &str,
    name: &str,
    options: Vec<String>,
    defines: Option<PathBuf>,
    games: BTreeMap<String, String>,
    file: Option<PathBuf>,
    folder: Option<PathBuf>,
) -> PyResult<Vec<Finding>> {
    let known = known(defines.as_ref())?;
    let mut games = Games { texts: games, file, folder };
    py.detach(|| {
        Ok(match games.compile(name, text, &options, &known) {
            Ok(compiled) => {
                let mut findings = compiled.findings().to_vec();
                findings.extend(try_out(&compiled));
                Finding::all(compiled.sources(), &findings)
            }
            Err(failure) => Finding::all(&failure.sources, &failure.findings),
        })
    })
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (text, name="game.lud", options=Vec::new(), defines=None, max_moves=None, variants=1, games=BTreeMap::new(), file=None, folder=None))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        text: String,
        name: &str,
        options: Vec<String>,
        defines: Option<PathBuf>,
        max_moves: Option<i32>,
        variants: u32,
        games: BTreeMap<String, String>,
        file: Option<PathBuf>,
        folder: Option<PathBuf>,
    ) -> PyResult<Game> {
        let known = known(defines.as_ref())?;
        let mut games = Games { texts: games, file, folder };
        let compiled = py.detach(|| games.compile(name, &text, &options, &known));
        let mut compiled = compiled.map_err(|failure| errors::failure(py, &failure))?;
        if let Some(moves) = max_moves {
            let turns = compiled.game().turn_limit;
            compiled = compiled.with_limits(moves, turns);
        }
        let loaded = Loaded {
            encoder: Encoder::new(&compiled),
            compiled,
            name: name.to_owned(),
            text,
            options,
            defines,
            games,
            variants,
            space: OnceLock::new(),
            look: OnceLock::new(),
        };
        Ok(Game { loaded: Arc::new(loaded) })
    }

    /// For pickling: a game is made anew from its text.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        let loaded = &slf.get().loaded;
        let limit = loaded.compiled.game().move_limit;
        let (defines, games) = (&loaded.defines, &loaded.games.texts);
        let made = (&loaded.text, &loaded.name, &loaded.options, defines, limit, loaded.variants, games);
        Ok((slf.get_type().into_any(), made.into_pyobject(py)?))
    }

    #[getter]
    fn name(&self) -> &str {
        &self.loaded.compiled.game().name
    }

    #[getter]
    fn text(&self) -> &str {
        &self.loaded.text
    }

    #[getter]
    fn options(&self) -> Vec<String> {
        self.loaded.options.clone()
    }

    #[getter]
    fn players(&self) -> i32 {
        self.loaded.compiled.game().equipment.players
    }

    #[getter]
    fn components(&self) -> Vec<(String, i32)> {
        let components = &self.loaded.compiled.game().equipment.components;
        components.iter().skip(1).map(|component| (component.name.to_string(), component.owner)).collect()
    }

    #[getter]
    fn is_stochastic(&self) -> bool {
        self.loaded.compiled.game().features.stochastic
    }

    /// Whether it is a match: a game of several games.
    #[getter]
    fn is_match(&self) -> bool {
        self.loaded.compiled.game().instances.is_some()
    }

    #[getter]
    fn is_hidden(&self) -> bool {
        self.loaded.compiled.game().features.hidden
    }

    #[getter]
    fn is_simultaneous(&self) -> bool {
        self.loaded.compiled.game().mode == Mode::Simultaneous
    }

    #[getter]
    fn is_simulation(&self) -> bool {
        self.loaded.compiled.game().mode == Mode::Simulation
    }

    #[getter]
    fn max_moves(&self) -> i32 {
        self.loaded.compiled.game().move_limit
    }

    #[getter]
    fn findings(&self) -> Vec<Finding> {
        Finding::all(self.loaded.compiled.sources(), self.loaded.compiled.findings())
    }

    #[getter]
    fn actions(&self) -> PyResult<ActionSpace> {
        Ok(ActionSpace { space: Arc::clone(self.loaded.space()?) })
    }

    #[getter]
    fn board(&self) -> Board {
        Board::new(self.loaded.compiled.game())
    }

    #[pyo3(signature = (history=1))]
    fn planes(&self, history: usize) -> Vec<String> {
        let encoder = &self.loaded.encoder;
        let names: Vec<String> = encoder.planes().map(ToString::to_string).collect();
        let earlier = (1..history)
            .flat_map(|ago| names.iter().take(encoder.local()).map(move |name| format!("{name}, {ago} before")));
        names.iter().cloned().chain(earlier).collect()
    }

    #[pyo3(signature = (history=1))]
    fn observation_shape(&self, history: usize) -> (usize, usize) {
        let encoder = &self.loaded.encoder;
        (encoder.depth() + history.saturating_sub(1) * encoder.local(), encoder.sites().len())
    }

    #[pyo3(signature = (seed=0))]
    fn trial(&self, py: Python<'_>, seed: u64) -> PyResult<Trial> {
        py.detach(|| Trial::start(&self.loaded, seed)).map_err(errors::play)
    }

    #[pyo3(signature = (n=100, seed=0, threads=0, max_moves=usize::MAX))]
    fn playouts<'py>(
        &self,
        py: Python<'py>,
        n: u64,
        seed: u64,
        threads: usize,
        max_moves: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (statistics, failure, seconds) = py.detach(|| {
            let series = self.loaded.series();
            let start = Instant::now();
            let (mut total, mut failure) = (Statistics::default(), None);
            spread(
                n,
                threads,
                |next, sum: &mut (Statistics, Option<ludemic::PlayError>)| {
                    series.play(seed, max_moves, next, |_, playout| {
                        match playout {
                            Ok(playout) => sum.0.add(&playout),
                            Err(error) => sum.1 = Some(error),
                        }
                        sum.1.is_none()
                    });
                },
                |(sum, error)| {
                    total.merge(&sum);
                    failure = failure.take().or(error);
                },
            )?;
            PyResult::Ok((total, failure, start.elapsed().as_secs_f64()))
        })?;
        if let Some(error) = failure {
            return Err(errors::play(error));
        }
        let mut data = json(serde_json::to_value(&statistics))?;
        if let Value::Object(data) = &mut data {
            data.insert("mean_length".into(), json!(statistics.mean_length()));
            data.insert("median_length".into(), json!(statistics.median_length()));
            data.insert("seconds".into(), json!(seconds));
        }
        to_python(py, &data)
    }

    #[pyo3(signature = (n=1000, seed=0, threads=0, max_moves=usize::MAX))]
    fn stats<'py>(
        &self,
        py: Python<'py>,
        n: u64,
        seed: u64,
        threads: usize,
        max_moves: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let summary = py.detach(|| {
            let series = self.loaded.series();
            let mut total = Summary::default();
            spread(
                n,
                threads,
                |next, sum: &mut Summary| {
                    series.watch(seed, max_moves, next, |number, playout, choices| {
                        sum.add_playout(number, playout, choices);
                        true
                    });
                },
                |sum| total.merge(&sum),
            )?;
            PyResult::Ok(total)
        })?;
        to_python(py, &summary_data(&summary, self.players()))
    }

    #[pyo3(signature = (other, seed=0, positions=None, playouts=None, play=true))]
    fn diff<'py>(
        &self,
        py: Python<'py>,
        other: &Game,
        seed: u64,
        positions: Option<u64>,
        playouts: Option<u64>,
        play: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (a, b) = (&self.loaded, &other.loaded);
        let checked = |loaded: &Loaded| {
            let known = known(loaded.defines.as_ref())?;
            let stages = || Parsed::new(&loaded.name, &loaded.text)?.expand(&loaded.options, &known)?.check();
            stages().map_err(|failure| errors::failure(py, &failure))
        };
        let changes = Changes::between(&checked(a)?, &checked(b)?);
        let part = |part: &Option<ludemic::diff::Part>| part.as_ref().map(|part| part.text.clone());
        let list = |list: &[ludemic::diff::Change]| {
            let object = |change: &ludemic::diff::Change| json!({ "kind": change.kind, "a": part(&change.a), "b": part(&change.b), "paths": change.paths });
            list.iter().map(object).collect::<Vec<_>>()
        };
        let mut data = json!({
            "same_rules": changes.same_rules,
            "rules": list(&changes.rules),
            "metadata": list(&changes.metadata),
            "play": null,
        });
        if play && !changes.same_rules {
            let settings = Settings { seed, plies: positions, playouts };
            let monitor = Monitor::default();
            let report =
                py.detach(|| interruptible(&monitor.stop, || search(&a.compiled, &b.compiled, settings, &monitor)))?;
            let found = report.found.as_ref().map(|found| {
                json!({
                    "moves": found.moves.iter().map(|m| m.text.clone()).collect::<Vec<_>>(),
                    "shortest": found.shortest,
                    "headline": render::headline(found),
                    "text": render::difference(found, false),
                })
            });
            data["play"] =
                json!({ "positions": report.positions, "games": report.games, "depth": report.depth, "found": found });
        }
        to_python(py, &data)
    }

    #[pyo3(signature = (spec, seed=0))]
    fn player(&self, spec: &str, seed: u64) -> PyResult<Player> {
        let spec: Spec =
            spec.parse().map_err(|error: ludemic::players::SpecError| PyValueError::new_err(error.to_string()))?;
        spec.fits(self.loaded.compiled.game()).map_err(errors::play)?;
        let start = Instant::now();
        let clock: Clock = Arc::new(move || start.elapsed());
        let mut player = spec.player(&clock);
        player.begin(seed);
        Ok(Player { player: Mutex::new(player), loaded: Arc::clone(&self.loaded) })
    }

    #[pyo3(signature = (n, history=1, seed=0, max_moves=None, threads=0))]
    fn vector(
        &self,
        n: usize,
        history: usize,
        seed: u64,
        max_moves: Option<usize>,
        threads: usize,
    ) -> PyResult<VectorEnv> {
        VectorEnv::make(Arc::clone(&self.loaded), n, history, seed, max_moves, threads)
    }

    fn svg(&self) -> PyResult<String> {
        let game = self.loaded.compiled.game();
        let trial = ludemic::Trial::start(Arc::clone(game), 0).map_err(errors::play)?;
        let look = self.loaded.look();
        Ok(Drawing::new(game, look).position(&Frame::of(&trial, look)))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg()
    }

    fn __repr__(&self) -> String {
        let players = self.players();
        format!("<Game {}, {players} player{}>", self.name(), if players == 1 { "" } else { "s" })
    }
}

/// The summary of a series with what is derived from it.
fn summary_data(summary: &Summary, players: i32) -> Value {
    let outcomes = (1..=players).map(Outcome::Win).chain([Outcome::Draw, Outcome::Cut]);
    let results: serde_json::Map<String, Value> = outcomes
        .map(|outcome| {
            let count = summary.of(outcome);
            let share = count as f64 / summary.games.max(1) as f64;
            (outcome.to_string(), json!({ "games": count, "share": share, "interval": wilson(count, summary.games) }))
        })
        .collect();
    let distribution = |of: &ludemic::stats::Distribution, scale: f64| {
        json!({
            "mean": of.mean().map(|mean| mean / scale),
            "deviation": of.deviation().map(|deviation| deviation / scale),
            "min": of.min.map(|value| value as f64 / scale),
            "max": of.max.map(|value| value as f64 / scale),
            "median": of.quantile(0.5).map(|value| value as f64 / scale),
            "histogram": of.values().map(|(value, count)| (value as f64 / scale, count)).collect::<Vec<_>>(),
        })
    };
    json!({
        "games": summary.games,
        "failures": summary.failures,
        "results": results,
        "length": distribution(&summary.lengths(), 1.0),
        "branching": distribution(&summary.choices, 1.0),
        "decision_moves": summary.decisions(),
        "forced_moves": summary.forced,
        "decision_factor": summary.decision_factor(),
    })
}

/// Somebody who chooses moves.
#[pyclass(frozen, module = "ludemic")]
pub struct Player {
    player: Mutex<Box<dyn Chooses + Send>>,
    loaded: Arc<Loaded>,
}

#[pymethods]
impl Player {
    #[getter]
    fn name(&self) -> String {
        self.player.lock().unwrap_or_else(PoisonError::into_inner).name()
    }

    fn begin(&self, seed: u64) {
        self.player.lock().unwrap_or_else(PoisonError::into_inner).begin(seed);
    }

    fn choose(&self, py: Python<'_>, trial: &mut Trial) -> PyResult<usize> {
        if !Arc::ptr_eq(&self.loaded, &trial.loaded) {
            return Err(PyValueError::new_err("the trial is of another game than the player"));
        }
        if trial.trial.is_over() {
            return Err(errors::play(ludemic::PlayError::Over));
        }
        let chosen = py.detach(|| {
            let mut player = self.player.lock().unwrap_or_else(PoisonError::into_inner);
            player.choose(&mut trial.trial)
        });
        chosen.map_err(errors::play)
    }

    fn __repr__(&self) -> String {
        format!("<Player {}>", self.name())
    }
}
