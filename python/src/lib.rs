//! The extension module behind the Python package `ludemic`: what is documented for people stands in its stubs.

mod board;
mod data;
mod errors;
mod game;
mod games;
mod space;
mod threads;
mod trial;
mod vector;

use pyo3::prelude::*;

#[pymodule]
mod _ludemic {
    #[pymodule_export]
    use super::board::Board;
    #[pymodule_export]
    use super::data::Finding;
    #[pymodule_export]
    use super::errors::{ActionError, DescriptionError, LudemicError, PlayError};
    #[pymodule_export]
    use super::game::{Game, Player, check};
    #[pymodule_export]
    use super::space::ActionSpace;
    #[pymodule_export]
    use super::trial::{Move, Result, Trial};
    #[pymodule_export]
    use super::vector::VectorEnv;
}
