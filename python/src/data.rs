//! Plain data for Python.

use ludemic::diag::Diagnostic;
use ludemic::render::{self, FindingRecord};
use ludemic::source::Sources;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A finding about a description.
#[pyclass(frozen, get_all, module = "ludemic")]
#[derive(Clone)]
pub struct Finding {
    code: &'static str,
    severity: &'static str,
    message: String,
    hint: Option<String>,
    file: Option<String>,
    line: Option<usize>,
    column: Option<usize>,
    end_line: Option<usize>,
    end_column: Option<usize>,
    trail: Vec<String>,
    text: String,
}

impl Finding {
    /// Findings with their places.
    pub fn all(sources: &Sources, findings: &[Diagnostic]) -> Vec<Finding> {
        findings.iter().map(|finding| Finding::new(sources, finding)).collect()
    }

    fn new(sources: &Sources, finding: &Diagnostic) -> Finding {
        let record = FindingRecord::new(sources, finding);
        Finding {
            code: record.code,
            severity: record.severity,
            message: record.message,
            hint: record.hint,
            file: record.file,
            line: record.line,
            column: record.column,
            end_line: record.end_line,
            end_column: record.end_column,
            trail: record.trail,
            text: render::finding(sources, finding, false),
        }
    }
}

#[pymethods]
impl Finding {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        let line = self.line.map_or(String::new(), |line| format!(" line {line}"));
        format!("<Finding {}{line}: {}>", self.code, self.message)
    }
}

/// Data as Python's own dictionaries and lists.
pub fn to_python<'py>(py: Python<'py>, data: &serde_json::Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (data.to_string(),))
}

/// Something that serde writes, as JSON.
pub fn json(value: Result<serde_json::Value, serde_json::Error>) -> PyResult<serde_json::Value> {
    value.map_err(|error| PyValueError::new_err(error.to_string()))
}
