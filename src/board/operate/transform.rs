//! `shift`, `scale`, `rotate`, `skew`: other places, the same numbers.

use crate::board::Graph;

/// Moves the graph.
pub fn shift(mut graph: Graph, x: f64, y: f64, z: f64) -> Graph {
    graph.transform(|p| [p[0] + x, p[1] + y, p[2] + z]);
    graph
}

/// Stretches the graph from the origin.
pub fn scale(mut graph: Graph, x: f64, y: f64, z: f64) -> Graph {
    graph.transform(|p| [p[0] * x, p[1] * y, p[2] * z]);
    graph
}

/// Turns the graph counter-clockwise, by degrees, about the centre of its bounding box.
pub fn rotate(mut graph: Graph, degrees: f64) -> Graph {
    let [x0, y0, x1, y1] = graph.bounds();
    let (x, y) = ((x0 + x1) / 2.0, (y0 + y1) / 2.0);
    let (sin, cos) = degrees.to_radians().sin_cos();
    graph.transform(|p| {
        let (dx, dy) = (p[0] - x, p[1] - y);
        [x + dx * cos - dy * sin, y + dx * sin + dy * cos, p[2]]
    });
    graph
}

/// Slants the graph: x grows with the height above the lowest vertex.
pub fn skew(mut graph: Graph, amount: f64) -> Graph {
    let [_, low, ..] = graph.bounds();
    graph.transform(|p| [p[0] + amount * (p[1] - low), p[1], p[2]]);
    graph
}
