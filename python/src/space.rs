//! Numbers of actions.

use crate::data::to_python;
use ludemic::actions::{Action, ActionSpace as Space};
use ludemic::board::SiteType;
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// The actions of a game, by number.
#[pyclass(frozen, module = "ludemic")]
pub struct ActionSpace {
    pub space: Arc<Space>,
}

#[pymethods]
impl ActionSpace {
    #[getter]
    fn n(&self) -> u32 {
        self.space.len()
    }

    fn __len__(&self) -> usize {
        self.space.len() as usize
    }

    fn describe(&self, id: u32) -> PyResult<String> {
        self.space.describe(id).ok_or_else(|| self.none(id))
    }

    fn action<'py>(&self, py: Python<'py>, id: u32) -> PyResult<Bound<'py, PyAny>> {
        let action = self.action_of(id)?;
        let site = |site: Option<(SiteType, i32)>| site.map(|(t, site)| json!([t.name(), site]));
        let choices: Map<String, Value> =
            action.choices.iter().map(|(choice, value)| (format!("{choice:?}"), json!(value))).collect();
        let kind = format!("{:?}", action.kind);
        to_python(py, &json!({ "kind": kind, "from": site(action.from), "to": site(action.to), "choices": choices }))
    }

    fn permuted<'py>(
        &self,
        py: Python<'py>,
        permutation: PyReadonlyArray1<'py, i64>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let places: Option<Vec<u32>> = permutation.as_array().iter().map(|&place| u32::try_from(place).ok()).collect();
        let images = py.detach(|| places.and_then(|places| self.space.permuted(&places)));
        let images = images.ok_or_else(|| {
            PyValueError::new_err(format!("no permutation of the {} sites of the board", self.space.sites().len()))
        })?;
        Ok(images.into_iter().map(i64::from).collect::<Vec<_>>().into_pyarray(py))
    }

    fn __repr__(&self) -> String {
        format!("<ActionSpace of {} actions>", self.space.len())
    }
}

impl ActionSpace {
    fn action_of(&self, id: u32) -> PyResult<Action> {
        self.space.action(id).ok_or_else(|| self.none(id))
    }

    fn none(&self, id: u32) -> PyErr {
        PyIndexError::new_err(format!("there is no action {id}: there are {}", self.space.len()))
    }
}
