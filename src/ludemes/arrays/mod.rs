//! Integer arrays.

mod array;
mod if_else;
mod players;
mod results;
mod rotations;
mod sets;
mod sizes;
mod team;
mod values;

use crate::ludemes::Row;

family! { array if_else players results rotations sets sizes team values }
