//! Graphs, site numbering, directions and named site sets.
