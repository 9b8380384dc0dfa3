//! Nothing but a test: see `tests/generated.rs`.
