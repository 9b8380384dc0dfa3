//! Defines, options, rulesets and ranges.

pub mod tree;
