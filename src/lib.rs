//! ludemic: a native implementation of Ludii's `.lud` language for board games.

pub mod board;
pub mod check;
pub mod codes;
pub mod diag;
pub mod engine;
pub mod expand;
pub mod ludemes;
pub mod schema;
pub mod source;
pub mod syntax;
