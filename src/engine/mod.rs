//! State, legal moves, apply, end.

pub mod action;
mod apply;
pub mod ask;
pub mod context;
mod dice;
pub mod equipment;
pub mod expr;
pub mod fault;
pub mod features;
mod flat;
mod flow;
pub mod game;
mod keep;
pub mod layout;
pub mod mv;
pub mod puzzle;
mod results;
pub mod rng;
pub mod role;
pub mod room;
pub mod site_set;
pub mod state;
pub mod tally;
pub mod trial;
pub mod uses;

pub(crate) use keep::keeping;
