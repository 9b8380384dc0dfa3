//! The expanded tree to the typed tree, by the schema.

pub mod typed;
