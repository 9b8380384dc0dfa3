//! State, legal moves, apply, end.

pub mod action;
mod apply;
pub mod ask;
pub mod context;
mod dice;
mod dominoes;
pub mod equipment;
pub mod expr;
pub mod fault;
pub mod features;
mod flat;
mod flow;
pub mod game;
pub mod hidden;
pub mod instances;
mod journal;
mod keep;
pub mod layout;
mod leftovers;
mod met;
pub mod mv;
mod on_tracks;
pub(crate) mod playout;
pub mod puzzle;
mod reflexes;
mod results;
pub mod rng;
pub mod role;
pub mod room;
pub mod site_set;
pub mod state;
pub mod tally;
pub mod tile;
pub mod trial;
pub mod uses;

pub(crate) use keep::keeping;
