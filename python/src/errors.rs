//! Errors as exceptions.

use crate::data::Finding;
use ludemic::Failure;
use ludemic::actions::ActionError as NoAction;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyIndexError};
use pyo3::prelude::*;

create_exception!(ludemic, LudemicError, PyException, "What the rules engine could not do.");
create_exception!(ludemic, DescriptionError, LudemicError, "A description with errors: `findings` has all of them.");
create_exception!(ludemic, PlayError, LudemicError, "The rules have no value in a position, or the game is over.");
create_exception!(ludemic, ActionError, LudemicError, "Moves without numbers: see `ActionSpace`.");

/// All findings of a description that cannot be taken further.
pub fn failure(py: Python<'_>, failure: &Failure) -> PyErr {
    let findings: Vec<Finding> = Finding::all(&failure.sources, &failure.findings);
    let error = DescriptionError::new_err(format!("{failure:#}"));
    match error.value(py).setattr("findings", findings) {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// An error of play.
pub fn play(error: ludemic::PlayError) -> PyErr {
    match error {
        ludemic::PlayError::NoSuchMove { .. } => PyIndexError::new_err(error.to_string()),
        error => PlayError::new_err(error.to_string()),
    }
}

/// An error of numbering.
pub fn action(error: NoAction) -> PyErr {
    match error {
        NoAction::Play(error) => play(error),
        error => ActionError::new_err(error.to_string()),
    }
}
