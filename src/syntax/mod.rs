//! Text to tree and back.
