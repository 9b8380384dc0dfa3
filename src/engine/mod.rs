//! State, legal moves, apply, end.
