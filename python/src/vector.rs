//! Many games of one kind, stepped together.

use crate::errors;
use crate::game::Loaded;
use crate::threads::STACK;
use crate::trial::{returns, seat};
use ludemic::PlayError;
use ludemic::actions::{ActionError, ActionSpace, LegalAction};
use ludemic::playouts::seed;
use ludemic::render::Viewer;
use numpy::{PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2, PyReadwriteArray3};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rayon::prelude::*;
use std::sync::Arc;

/// The place of "nobody" among seats.
const NOBODY: i32 = -1;

/// One of the games.
struct Lane {
    trial: ludemic::Trial,
    legal: Vec<LegalAction>,
    /// For each viewer the planes that are kept of the position and of those before it, the last first. Each viewer has his
    /// own, since what was shown to another is not his to see; none where no history is wanted.
    past: Vec<Vec<f32>>,
    /// How many games have been started here.
    games: u64,
    number: u64,
}

/// What all lanes share.
struct Shared {
    loaded: Arc<Loaded>,
    space: Arc<ActionSpace>,
    history: usize,
    master: u64,
    limit: usize,
}

/// Where a lane writes.
struct Out<'a> {
    observation: &'a mut [f32],
    mask: &'a mut [i8],
    rewards: &'a mut [f32],
    seat: &'a mut i32,
    done: &'a mut i8,
    truncated: &'a mut i8,
}

/// Many games of one kind, stepped together on all cores.
#[pyclass(module = "ludemic")]
pub struct VectorEnv {
    lanes: Vec<Lane>,
    shared: Shared,
    pool: Option<rayon::ThreadPool>,
}

impl Lane {
    fn new(shared: &Shared, number: u64) -> Result<Lane, ActionError> {
        let trial = shared.start(number, 0)?;
        let mut lane = Lane { trial, legal: Vec::new(), past: Vec::new(), games: 1, number };
        lane.begin(shared)?;
        Ok(lane)
    }

    fn begin(&mut self, shared: &Shared) -> Result<(), ActionError> {
        let viewers = if shared.history > 1 { shared.viewers() } else { 0 };
        self.past = vec![vec![0.0; shared.history * shared.local()]; viewers];
        self.legal = shared.space.legal(&mut self.trial)?;
        Ok(())
    }

    /// Makes a move, and begins anew where the game is over.
    fn step(&mut self, shared: &Shared, action: i64, out: &mut Out<'_>) -> Result<(), ActionError> {
        let found =
            u32::try_from(action).ok().and_then(|id| self.legal.binary_search_by_key(&id, |legal| legal.id).ok());
        let index = found.and_then(|at| self.legal.get(at)).map_or(usize::MAX, |legal| legal.index);
        self.trial.play(index)?;
        // Many games at once are to stay in the caches of a processor.
        self.trial.settle();
        let over = !self.trial.goes_on(shared.limit)?;
        *out.done = i8::from(over);
        *out.truncated = i8::from(!self.trial.is_over() && self.trial.len() >= shared.limit);
        out.rewards.fill(0.0);
        if over {
            for (entry, value) in out.rewards.iter_mut().zip(returns(&self.trial)) {
                *entry = value as f32;
            }
            self.trial = shared.start(self.number, self.games)?;
            self.games += 1;
            self.begin(shared)?;
        } else {
            self.legal = shared.space.legal(&mut self.trial)?;
        }
        self.show(shared, out);
        Ok(())
    }

    /// Writes the position. Nothing that the arrays held before is relied on: they may be others each time.
    fn show(&mut self, shared: &Shared, out: &mut Out<'_>) {
        let encoder = &shared.loaded.encoder;
        let chooser = self.trial.chooser();
        let (now, earlier) = out.observation.split_at_mut(encoder.len().min(out.observation.len()));
        encoder.write(&self.trial, shared.viewer(chooser), now);
        let local = shared.local();
        for (player, past) in (1..).zip(&mut self.past) {
            past.rotate_right(local);
            if let (Some(latest), Some(shown)) = (past.get_mut(..local), now.get(..local)) {
                if player == chooser || shared.viewers() == 1 {
                    latest.copy_from_slice(shown);
                } else {
                    encoder.write(&self.trial, shared.viewer(player), latest);
                }
            }
        }
        let own = usize::try_from(chooser - 1).unwrap_or(0).min(self.past.len().saturating_sub(1));
        if let Some(before) = self.past.get(own).and_then(|past| past.get(local..)) {
            earlier.copy_from_slice(before);
        }
        out.mask.fill(0);
        for action in &self.legal {
            if let Some(entry) = out.mask.get_mut(action.id as usize) {
                *entry = 1;
            }
        }
        *out.seat = seat(&self.trial).and_then(|seat| i32::try_from(seat).ok()).unwrap_or(NOBODY);
    }
}

impl Shared {
    fn start(&self, lane: u64, game: u64) -> Result<ludemic::Trial, PlayError> {
        let seed = seed(seed(self.master, lane), game);
        ludemic::Trial::start(Arc::clone(self.loaded.compiled.game()), seed)
    }

    /// How many numbers are kept of a position.
    fn local(&self) -> usize {
        self.loaded.encoder.local() * self.loaded.encoder.sites().len()
    }

    /// How many see different positions: every player where something is hidden.
    fn viewers(&self) -> usize {
        let game = self.loaded.compiled.game();
        if game.features.hidden { usize::try_from(game.equipment.players).unwrap_or(0).max(1) } else { 1 }
    }

    fn viewer(&self, player: i32) -> Viewer {
        if player > 0 && self.loaded.compiled.game().features.hidden { Viewer::Player(player) } else { Viewer::All }
    }
}

impl VectorEnv {
    pub fn make(
        loaded: Arc<Loaded>,
        n: usize,
        history: usize,
        seed: u64,
        max_moves: Option<usize>,
        threads: usize,
    ) -> PyResult<VectorEnv> {
        if n == 0 || history == 0 {
            return Err(PyValueError::new_err(
                "a vector has at least one game, and a history of at least one position",
            ));
        }
        loaded.mask()?;
        let space = Arc::clone(loaded.space()?);
        let limit = max_moves.unwrap_or(usize::MAX);
        let shared = Shared { loaded, space, history, master: seed, limit };
        let pool = match threads {
            1 => None,
            threads => {
                let builder = rayon::ThreadPoolBuilder::new().num_threads(threads.min(256));
                let pool = builder.stack_size(STACK).build();
                Some(pool.map_err(|error| PyValueError::new_err(error.to_string()))?)
            }
        };
        let numbers = 0..n as u64;
        let lanes = numbers.map(|number| Lane::new(&shared, number)).collect::<Result<_, _>>();
        Ok(VectorEnv { lanes: lanes.map_err(errors::action)?, shared, pool })
    }

    /// Runs something for each lane with its rows of the arrays, on the pool where there is one.
    fn each(
        &mut self,
        out: Vec<Out<'_>>,
        work: impl Fn(&Shared, usize, &mut Lane, &mut Out<'_>) -> Result<(), ActionError> + Sync,
    ) -> Result<(), ActionError> {
        let shared = &self.shared;
        match &self.pool {
            None => {
                let mut rows = self.lanes.iter_mut().zip(out).enumerate();
                rows.try_for_each(|(number, (lane, mut out))| work(shared, number, lane, &mut out))
            }
            Some(pool) => {
                let lanes = &mut self.lanes;
                pool.install(|| {
                    let rows = lanes.par_iter_mut().zip(out).enumerate().with_min_len(4);
                    rows.try_for_each(|(number, (lane, mut out))| work(shared, number, lane, &mut out))
                })
            }
        }
    }

    fn fits(&self, name: &str, found: &[usize], wanted: &[usize]) -> PyResult<()> {
        if found == wanted {
            return Ok(());
        }
        Err(PyValueError::new_err(format!("`{name}` has the shape {found:?}, not {wanted:?}")))
    }

    fn depth(&self) -> (usize, usize) {
        let encoder = &self.shared.loaded.encoder;
        (encoder.depth() + (self.shared.history - 1) * encoder.local(), encoder.sites().len())
    }

    fn players(&self) -> usize {
        usize::try_from(self.shared.loaded.compiled.game().equipment.players).unwrap_or(0)
    }
}

/// The arrays of a step, borrowed from Python.
type Arrays<'py> = (
    PyReadwriteArray3<'py, f32>,
    PyReadwriteArray2<'py, i8>,
    PyReadwriteArray2<'py, f32>,
    PyReadwriteArray1<'py, i32>,
    PyReadwriteArray1<'py, i8>,
    PyReadwriteArray1<'py, i8>,
);

fn rows<'a>(arrays: &'a mut Arrays<'_>, sizes: (usize, usize, usize)) -> PyResult<Vec<Out<'a>>> {
    let (observations, masks, rewards, seats, dones, truncations) = arrays;
    let observations = observations.as_slice_mut()?.chunks_exact_mut(sizes.0.max(1));
    let masks = masks.as_slice_mut()?.chunks_exact_mut(sizes.1.max(1));
    let rewards = rewards.as_slice_mut()?.chunks_exact_mut(sizes.2.max(1));
    let ends = dones.as_slice_mut()?.iter_mut().zip(truncations.as_slice_mut()?);
    let rows = observations.zip(masks).zip(rewards).zip(seats.as_slice_mut()?).zip(ends);
    Ok(rows
        .map(|((((observation, mask), rewards), seat), (done, truncated))| Out {
            observation,
            mask,
            rewards,
            seat,
            done,
            truncated,
        })
        .collect())
}

#[pymethods]
impl VectorEnv {
    #[getter]
    fn n(&self) -> usize {
        self.lanes.len()
    }

    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        let (depth, width) = self.depth();
        (self.lanes.len(), depth, width)
    }

    #[getter]
    fn mask_shape(&self) -> (usize, usize) {
        (self.lanes.len(), self.shared.space.len() as usize)
    }

    #[getter]
    fn rewards_shape(&self) -> (usize, usize) {
        (self.lanes.len(), self.players())
    }

    /// Begins all games anew and writes their first positions.
    #[allow(clippy::too_many_arguments)]
    fn reset_into(
        &mut self,
        py: Python<'_>,
        observations: PyReadwriteArray3<'_, f32>,
        masks: PyReadwriteArray2<'_, i8>,
        rewards: PyReadwriteArray2<'_, f32>,
        seats: PyReadwriteArray1<'_, i32>,
        dones: PyReadwriteArray1<'_, i8>,
        truncations: PyReadwriteArray1<'_, i8>,
    ) -> PyResult<()> {
        let mut arrays = (observations, masks, rewards, seats, dones, truncations);
        let sizes = self.shapes(&arrays)?;
        let out = rows(&mut arrays, sizes)?;
        let done = py.detach(|| {
            self.each(out, |shared, _, lane, out| {
                lane.games = 1;
                lane.trial = shared.start(lane.number, 0)?;
                lane.begin(shared)?;
                out.rewards.fill(0.0);
                *out.done = 0;
                *out.truncated = 0;
                lane.show(shared, out);
                Ok(())
            })
        });
        done.map_err(errors::action)
    }

    /// Makes one action in each game and writes what came of it. Nothing is done where one of the actions is not legal.
    #[allow(clippy::too_many_arguments)]
    fn step_into(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        observations: PyReadwriteArray3<'_, f32>,
        masks: PyReadwriteArray2<'_, i8>,
        rewards: PyReadwriteArray2<'_, f32>,
        seats: PyReadwriteArray1<'_, i32>,
        dones: PyReadwriteArray1<'_, i8>,
        truncations: PyReadwriteArray1<'_, i8>,
    ) -> PyResult<()> {
        let mut arrays = (observations, masks, rewards, seats, dones, truncations);
        let sizes = self.shapes(&arrays)?;
        let actions = actions.as_slice()?;
        self.fits("actions", &[actions.len()], &[self.lanes.len()])?;
        for (number, (lane, &action)) in self.lanes.iter().zip(actions).enumerate() {
            let id = u32::try_from(action).ok();
            if id.is_none_or(|id| lane.legal.binary_search_by_key(&id, |legal| legal.id).is_err()) {
                return Err(PyValueError::new_err(format!("action {action} is not legal in game {number}")));
            }
        }
        let out = rows(&mut arrays, sizes)?;
        let done = py.detach(|| {
            self.each(out, |shared, number, lane, out| {
                lane.step(shared, actions.get(number).copied().unwrap_or(-1), out)
            })
        });
        done.map_err(errors::action)
    }

    /// A legal action of each game, drawn uniformly: the same seed draws the same.
    fn sample_into(&self, mut actions: PyReadwriteArray1<'_, i64>, seed: u64) -> PyResult<()> {
        let actions = actions.as_slice_mut()?;
        self.fits("actions", &[actions.len()], &[self.lanes.len()])?;
        let mut chooser = ludemic::playouts::Chooser::new(seed);
        for (entry, lane) in actions.iter_mut().zip(&self.lanes) {
            let chosen = lane.legal.get(chooser.choose(lane.legal.len()));
            *entry = chosen.map_or(-1, |action| i64::from(action.id));
        }
        Ok(())
    }

    fn __len__(&self) -> usize {
        self.lanes.len()
    }

    fn __repr__(&self) -> String {
        format!("<VectorEnv of {} games of {}>", self.lanes.len(), self.shared.loaded.compiled.game().name)
    }
}

impl VectorEnv {
    /// How many numbers a game has in each array, after a look at their shapes.
    fn shapes(&self, arrays: &Arrays<'_>) -> PyResult<(usize, usize, usize)> {
        use numpy::PyUntypedArrayMethods;
        let n = self.lanes.len();
        let (depth, width) = self.depth();
        let space = self.shared.space.len() as usize;
        self.fits("observations", arrays.0.shape(), &[n, depth, width])?;
        self.fits("masks", arrays.1.shape(), &[n, space])?;
        self.fits("rewards", arrays.2.shape(), &[n, self.players()])?;
        self.fits("seats", arrays.3.shape(), &[n])?;
        self.fits("dones", arrays.4.shape(), &[n])?;
        self.fits("truncations", arrays.5.shape(), &[n])?;
        Ok((depth * width, space, self.players()))
    }
}
