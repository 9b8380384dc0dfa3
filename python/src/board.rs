//! Board geometry as arrays.

use ludemic::board::Relation;
use ludemic::observation::Graph;
use ludemic::{Game, render};
use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::Arc;

/// The sites of a game as a graph.
#[pyclass(frozen, module = "ludemic")]
pub struct Board {
    game: Arc<Game>,
    graph: Graph,
}

impl Board {
    pub fn new(game: &Arc<Game>) -> Board {
        Board { game: Arc::clone(game), graph: Graph::new(game, Relation::Adjacent) }
    }

    fn places(&self) -> impl Iterator<Item = (usize, ludemic::board::SiteType, i32)> + '_ {
        self.graph.sites.iter()
    }
}

#[pymethods]
impl Board {
    #[getter]
    fn sites(&self) -> Vec<(&'static str, i32)> {
        self.places().map(|(_, t, site)| (t.name(), site)).collect()
    }

    #[getter]
    fn names(&self) -> Vec<String> {
        self.places().map(|(_, t, site)| render::site_name(&self.game, t, site)).collect()
    }

    #[getter]
    fn containers(&self) -> Vec<String> {
        let name = |container: usize| self.game.equipment.containers.get(container).map(|held| held.name.to_string());
        self.places().map(|(container, _, _)| name(container).unwrap_or_default()).collect()
    }

    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f64>> {
        let points = &self.graph.points;
        let array = Array2::from_shape_fn((points.len(), 3), |(place, axis)| {
            points.get(place).copied().flatten().map_or(f64::NAN, |point| [point.0, point.1, point.2][axis])
        });
        array.into_pyarray(py)
    }

    #[pyo3(signature = (relation="Adjacent"))]
    fn edges<'py>(&self, py: Python<'py>, relation: &str) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let relation = Relation::parse(relation)
            .ok_or_else(|| PyValueError::new_err(format!("there is no relation `{relation}`")))?;
        let edges = Graph::new(&self.game, relation).edges;
        let array = Array2::from_shape_fn((2, edges.len()), |(end, edge)| {
            edges.get(edge).map_or(0, |&(a, b)| i64::from(if end == 0 { a } else { b }))
        });
        Ok(array.into_pyarray(py))
    }

    fn symmetries<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i64>> {
        let list = py.detach(|| self.graph.symmetries());
        let array = Array2::from_shape_fn((list.len(), self.graph.sites.len()), |(number, place)| {
            list.get(number).and_then(|permutation| permutation.get(place)).map_or(0, |&image| i64::from(image))
        });
        array.into_pyarray(py)
    }

    fn __len__(&self) -> usize {
        self.graph.sites.len()
    }

    fn __repr__(&self) -> String {
        format!("<Board of {}: {} sites>", self.game.name, self.graph.sites.len())
    }
}
