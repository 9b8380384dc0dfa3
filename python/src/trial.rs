//! A game being played.

use crate::errors;
use crate::game::Loaded;
use ludemic::actions::LegalAction;
use ludemic::playouts::rewards;
use ludemic::recording;
use ludemic::render::svg::{Drawing, Frame};
use ludemic::render::{self, Viewer};
use ludemic::{Outcome, PlayError, Winner};
use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadwriteArray1};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::sync::Arc;

/// A legal move.
#[pyclass(frozen, get_all, module = "ludemic")]
#[derive(Clone)]
pub struct Move {
    index: usize,
    text: String,
    mover: i32,
    from_site: Option<i32>,
    to_site: Option<i32>,
    actions: String,
}

#[pymethods]
impl Move {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Move {}: {}>", self.index, self.text)
    }
}

/// How a game came out.
#[pyclass(frozen, get_all, module = "ludemic")]
#[derive(Clone)]
pub struct Result {
    winner: Option<u8>,
    end: &'static str,
    ranks: Vec<f64>,
    text: String,
}

#[pymethods]
impl Result {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Result {}>", self.text)
    }
}

/// A game from its start on.
#[pyclass(module = "ludemic")]
pub struct Trial {
    /// Players who choose may look ahead in it; what changes it goes by [`Trial::changing`].
    pub trial: ludemic::Trial,
    pub loaded: Arc<Loaded>,
    /// The legal actions of the position, once they have been asked for.
    known: Option<Arc<[LegalAction]>>,
    chance: Chance,
}

/// What a trial is played again by, beside its choices.
#[derive(Clone, Default)]
struct Chance {
    seed: u64,
    /// Where chance took another course: after how many choices, and by which seed.
    courses: Vec<(usize, u64)>,
    /// How many choices are final.
    settled: usize,
}

/// What each seat has got: 1 for the first rank, -1 for the last; a single player has 1 for a win and otherwise 0.
pub fn returns(trial: &ludemic::Trial) -> Vec<f64> {
    let players = trial.state().players();
    if !trial.is_over() {
        return vec![0.0; usize::try_from(players).unwrap_or(0)];
    }
    let rewards = rewards(trial.state());
    rewards.iter().map(|reward| if players == 1 { *reward } else { 2.0 * reward - 1.0 }).collect()
}

/// The seat that is to choose, from 0; `None` once the game is over, and where nobody chooses.
pub fn seat(trial: &ludemic::Trial) -> Option<usize> {
    let chooser = trial.chooser();
    if trial.is_over() || chooser < 1 {
        return None;
    }
    usize::try_from(trial.state().agent(chooser) - 1).ok()
}

/// What a trial is pickled as: its game, the seed, courses of chance, how many moves are final, and choices.
type Again = (crate::game::Game, u64, Vec<(usize, u64)>, usize, Vec<usize>);

impl Trial {
    fn viewer(&self, player: Option<i32>) -> Viewer {
        player.map_or(Viewer::All, Viewer::Player)
    }

    pub fn start(loaded: &Arc<Loaded>, seed: u64) -> std::result::Result<Trial, PlayError> {
        let trial = ludemic::Trial::start(Arc::clone(loaded.compiled.game()), seed)?;
        let chance = Chance { seed, ..Chance::default() };
        Ok(Trial { trial, loaded: Arc::clone(loaded), known: None, chance })
    }

    /// A trial from its choices, and the courses that chance took.
    fn again(loaded: &Arc<Loaded>, chance: &Chance, choices: &[usize]) -> std::result::Result<Trial, PlayError> {
        let mut trial = Trial::start(loaded, chance.seed)?;
        let mut courses = chance.courses.iter().peekable();
        for played in 0..=choices.len() {
            if played == chance.settled {
                trial.settle();
            }
            while let Some(&(_, seed)) = courses.next_if(|(after, _)| *after == played) {
                trial.turn(seed)?;
            }
            if let Some(&index) = choices.get(played) {
                trial.trial.play(index)?;
            }
        }
        Ok(trial)
    }

    /// Chance takes another course. Moves are listed first: listing them may be a matter of chance as well, and then it is
    /// always the course before that they are listed by.
    fn turn(&mut self, seed: u64) -> std::result::Result<(), PlayError> {
        if !self.trial.is_over() {
            self.trial.legal()?;
        }
        self.changing().reseed(seed);
        self.chance.courses.push((self.trial.choices().len(), seed));
        Ok(())
    }

    /// The game, about to be changed.
    pub fn changing(&mut self) -> &mut ludemic::Trial {
        self.known = None;
        &mut self.trial
    }

    fn legal_list(&mut self) -> PyResult<Arc<[LegalAction]>> {
        if let Some(known) = &self.known {
            return Ok(Arc::clone(known));
        }
        let legal = match self.trial.is_over() {
            true => Vec::new(),
            false => self.loaded.space()?.legal(&mut self.trial).map_err(errors::action)?,
        };
        let legal: Arc<[LegalAction]> = legal.into();
        self.known = Some(Arc::clone(&legal));
        Ok(legal)
    }

    fn play_index(&mut self, py: Python<'_>, index: usize) -> PyResult<()> {
        if self.trial.is_over() {
            return Err(errors::play(PlayError::Over));
        }
        let trial = self.changing();
        py.detach(|| trial.play(index).map(drop)).map_err(errors::play)
    }

    /// Makes a move that was listed, maybe in another position: then the same one has to be legal here.
    fn play_move(&mut self, py: Python<'_>, wanted: &Move) -> PyResult<()> {
        if self.trial.is_over() {
            return Err(errors::play(PlayError::Over));
        }
        let moves = self.trial.legal().map_err(errors::play)?;
        let same = |m: &ludemic::Move| m.mover == wanted.mover && m.actions_text() == wanted.actions;
        let index = match moves.get(wanted.index).is_some_and(same) {
            true => Some(wanted.index),
            false => moves.iter().position(same),
        };
        let index = index.ok_or_else(|| PyValueError::new_err(format!("{} is not legal here", wanted.text)))?;
        self.play_index(py, index)
    }
}

#[pymethods]
impl Trial {
    fn legal(&mut self) -> PyResult<Vec<Move>> {
        if self.trial.is_over() {
            return Ok(Vec::new());
        }
        let game = Arc::clone(self.trial.game());
        let moves = self.trial.legal().map_err(errors::play)?;
        let names = render::names(&game, moves);
        let given = |site: i32| (site >= 0).then_some(site);
        Ok(moves
            .iter()
            .zip(names)
            .enumerate()
            .map(|(index, (m, text))| {
                let (from, to) = m.decision_sites();
                let actions = m.actions_text();
                Move { index, text, mover: m.mover, from_site: given(from), to_site: given(to), actions }
            })
            .collect())
    }

    fn play(&mut self, py: Python<'_>, chosen: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Ok(index) = chosen.extract::<usize>() {
            return self.play_index(py, index);
        }
        if let Ok(chosen) = chosen.cast::<Move>() {
            return self.play_move(py, chosen.get());
        }
        match chosen.extract::<String>() {
            Ok(text) => {
                render::follow(self.changing(), [text]).map_err(|error| PyValueError::new_err(error.to_string()))
            }
            Err(_) => Err(PyTypeError::new_err("a move is a Move, its number or its text")),
        }
    }

    fn undo(&mut self) -> bool {
        let undone = self.changing().undo();
        let decided = self.trial.choices().len();
        self.chance.courses.retain(|(after, _)| *after <= decided);
        undone
    }

    fn settle(&mut self) {
        // The position stays what it is.
        self.trial.settle();
        self.chance.settled = self.trial.choices().len();
    }

    /// For pickling: a trial is played again.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Again)> {
        let trial = slf.borrow();
        let again = slf.get_type().getattr("_again")?;
        let Chance { seed, courses, settled } = trial.chance.clone();
        Ok((again, (trial.game(), seed, courses, settled, trial.choices())))
    }

    #[staticmethod]
    #[pyo3(name = "_again")]
    fn replay(
        py: Python<'_>,
        game: &crate::game::Game,
        seed: u64,
        courses: Vec<(usize, u64)>,
        settled: usize,
        choices: Vec<usize>,
    ) -> PyResult<Trial> {
        let chance = Chance { seed, courses, settled };
        py.detach(|| Trial::again(&game.loaded, &chance, &choices)).map_err(errors::play)
    }

    fn legal_actions<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let ids: Vec<i64> = self.legal_list()?.iter().map(|action| i64::from(action.id)).collect();
        Ok(ids.into_pyarray(py))
    }

    #[pyo3(signature = (out=None))]
    fn action_mask<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<Bound<'py, PyArray1<i8>>>,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let size = self.loaded.mask()?;
        let legal = self.legal_list()?;
        let out = out.unwrap_or_else(|| PyArray1::zeros(py, size, false));
        let mut borrowed: PyReadwriteArray1<'_, i8> = out.readwrite();
        let mask = borrowed.as_slice_mut()?;
        if mask.len() != size {
            return Err(PyValueError::new_err(format!("a mask has {size} entries, not {}", mask.len())));
        }
        mask.fill(0);
        for action in &*legal {
            if let Some(entry) = mask.get_mut(action.id as usize) {
                *entry = 1;
            }
        }
        drop(borrowed);
        Ok(out)
    }

    fn act(&mut self, py: Python<'_>, id: u32) -> PyResult<()> {
        let legal = self.legal_list()?;
        let found = legal.binary_search_by_key(&id, |action| action.id).ok().and_then(|at| legal.get(at));
        match found {
            Some(action) => self.play_index(py, action.index),
            None => {
                let name = self.loaded.space()?.describe(id).map(|name| format!(" ({name})")).unwrap_or_default();
                Err(PyValueError::new_err(format!("action {id}{name} is not legal here")))
            }
        }
    }

    fn action_of(&mut self, index: usize) -> PyResult<u32> {
        let loaded = Arc::clone(&self.loaded);
        let moves = self.trial.legal().map_err(errors::play)?;
        let count = moves.len();
        let m = moves.get(index).ok_or_else(|| errors::play(PlayError::NoSuchMove { index, count }))?;
        loaded.space()?.id(m).map_err(errors::action)
    }

    #[pyo3(signature = (viewer=None, history=1))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        viewer: Option<i32>,
        history: usize,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let encoder = &self.loaded.encoder;
        let width = encoder.sites().len();
        let local = encoder.local() * width;
        let earlier = history.saturating_sub(1);
        let mut planes = vec![0.0_f32; encoder.len()];
        encoder.write(&self.trial, self.viewer(viewer), &mut planes);
        if earlier > 0 {
            let mut back = self.trial.clone();
            for _ in 0..earlier {
                let mut old = vec![0.0_f32; local];
                if back.undo() {
                    encoder.write(&back, self.viewer(viewer), &mut old);
                }
                planes.extend(old);
            }
        }
        let depth = encoder.depth() + earlier * encoder.local();
        let array =
            Array2::from_shape_vec((depth, width), planes).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(array.into_pyarray(py))
    }

    #[pyo3(signature = (seed, max_moves=usize::MAX))]
    fn playout(&mut self, py: Python<'_>, seed: u64, max_moves: usize) -> PyResult<()> {
        let trial = self.changing();
        py.detach(|| trial.playout(seed, max_moves)).map_err(errors::play)
    }

    fn perft(&mut self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        py.detach(|| self.trial.perft(depth)).map_err(errors::play)
    }

    fn reseed(&mut self, seed: u64) -> PyResult<()> {
        self.turn(seed).map_err(errors::play)
    }

    fn copy(&self) -> Trial {
        let (loaded, known) = (Arc::clone(&self.loaded), self.known.clone());
        Trial { trial: self.trial.clone(), loaded, known, chance: self.chance.clone() }
    }

    fn __copy__(&self) -> Trial {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Trial {
        self.copy()
    }

    fn __len__(&self) -> usize {
        self.trial.len()
    }

    #[getter]
    fn game(&self) -> crate::game::Game {
        crate::game::Game { loaded: Arc::clone(&self.loaded) }
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.trial.is_over()
    }

    /// Whether anything can be played: a simulation ends where nothing happens any more.
    #[getter]
    fn goes_on(&mut self) -> PyResult<bool> {
        self.trial.goes_on(usize::MAX).map_err(errors::play)
    }

    #[getter]
    fn mover(&self) -> i32 {
        self.trial.chooser()
    }

    #[getter]
    fn seat(&self) -> Option<usize> {
        seat(&self.trial)
    }

    #[getter]
    fn returns(&self) -> Vec<f64> {
        returns(&self.trial)
    }

    #[getter]
    fn result(&self) -> Option<Result> {
        let outcome: Outcome = self.trial.result()?;
        let state = self.trial.state();
        let winner = match outcome.winner {
            Winner::Player(player) => Some(player),
            _ => None,
        };
        Some(Result {
            winner,
            end: outcome.end.name(),
            ranks: (1..=state.players()).map(|player| state.rank(player)).collect(),
            text: outcome.to_string(),
        })
    }

    #[getter]
    fn scores(&self) -> Vec<i32> {
        let state = self.trial.state();
        (1..=state.players()).map(|player| state.score(player)).collect()
    }

    #[getter]
    fn hash(&self) -> u64 {
        self.trial.state().hash()
    }

    #[getter]
    fn choices(&self) -> Vec<usize> {
        self.trial.choices().collect()
    }

    #[getter]
    fn history(&self) -> Vec<String> {
        self.trial.history().map(|m| render::describe(self.trial.game(), m)).collect()
    }

    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        crate::data::to_python(py, &recording::state(self.trial.game(), self.trial.state()))
    }

    #[pyo3(signature = (viewer=None))]
    fn picture(&self, viewer: Option<i32>) -> String {
        let viewer = self.viewer(viewer);
        render::Picture::position(self.trial.game(), self.trial.state()).seen_by(viewer).to_string()
    }

    #[pyo3(signature = (viewer=None))]
    fn svg(&self, viewer: Option<i32>) -> String {
        let look = self.loaded.look();
        let frame = Frame::seen(&self.trial, look, self.viewer(viewer));
        Drawing::new(self.trial.game(), look).position(&frame)
    }

    fn _repr_svg_(&self) -> String {
        self.svg(None)
    }

    fn __str__(&self) -> String {
        render::Picture::position(self.trial.game(), self.trial.state()).to_string()
    }

    fn __repr__(&self) -> String {
        let name = &self.trial.game().name;
        match self.trial.result() {
            Some(result) => format!("<Trial of {name}, {} moves: {result}>", self.trial.len()),
            None => format!("<Trial of {name}, {} moves, player {} to move>", self.trial.len(), self.trial.chooser()),
        }
    }
}
