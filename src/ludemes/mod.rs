//! One file a ludeme.
