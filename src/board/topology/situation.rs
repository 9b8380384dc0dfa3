//! Rows, columns, layers and labels.

use super::{Kind, Options};
use crate::board::SiteType;
use crate::board::graph::{Point, least};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::collections::HashSet;

/// The angles of rows and columns that were found for vertices and serve edges too.
type Angles = (f64, f64);

/// Fills rows, columns, layers and labels of all kinds.
pub(super) fn measure(kinds: &mut [Kind; 3], options: Options) {
    let mut angles = (0.0, 90.0);
    for kind in SiteType::ALL {
        angles = situate(&mut kinds[kind as usize], kind, angles, options);
    }
}

fn situate(kind: &mut Kind, of: SiteType, known: Angles, options: Options) -> Angles {
    let n = kind.at.len();
    if n == 0 {
        return known;
    }
    let frame = Frame::new(&kind.at);
    let angles = if of == SiteType::Edge { known } else { frame.best(&kind.at) };
    (kind.row, _) = frame.cluster(&frame.row_distances(&kind.at, angles.0));
    (kind.column, _) = frame.cluster(&frame.column_distances(&kind.at, angles.1));
    let heights: Vec<f64> = kind.at.iter().map(|p| p[2].abs()).collect();
    kind.layer = if options.boardless { vec![0; n] } else { frame.cluster(&heights).0 };
    let layered = kind.layer.windows(2).any(|pair| pair[0] != pair[1]);
    kind.labels = (0..n)
        .map(|i| {
            let label = format!("{}{}", letters(kind.column[i]), kind.row[i] + 1);
            if layered { format!("{label}/{}", kind.layer[i]) } else { label }
        })
        .collect();
    let mut seen = HashSet::new();
    let duplicated = !kind.labels.iter().all(|label| seen.insert(label.as_str()));
    if of == SiteType::Edge {
        // Edges are known by their ids, but whether they are cleaned up hangs on what their labels would be.
        kind.labels = (0..n).map(|i| i.to_string()).collect();
    }
    if duplicated || options.layered {
        clean(kind, of, duplicated, options.boardless);
    } else {
        kind.rows = lists(&kind.row);
        kind.columns = lists(&kind.column);
        kind.layers = lists(&kind.layer);
    }
    angles
}

/// The bounding box of a kind, and the length against which distances are judged.
struct Frame {
    x: f64,
    y: f64,
    w: f64,
    h: f64,
    unit: f64,
}

impl Frame {
    fn new(at: &[Point]) -> Self {
        let range = |axis: usize| {
            let values = at.iter().map(|p| p[axis]);
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
        };
        let ((x, right), (y, top)) = (range(0), range(1));
        let (w, h) = (right - x, top - y);
        Self { x, y, w, h, unit: (w + h) / 2.0 / (at.len() as f64).sqrt() }
    }

    /// The first angles of least error: rows among 0° … 60°, then columns 90° … 120° further.
    fn best(&self, at: &[Point]) -> Angles {
        let best = |angles: &[f64], distances: &dyn Fn(f64) -> Vec<f64>| {
            let errors = angles.iter().map(|&angle| (self.cluster(&distances(angle)).1, angle));
            least(errors).unwrap_or(angles[0])
        };
        let row = best(&[0.0, 15.0, 30.0, 45.0, 60.0], &|angle| self.row_distances(at, angle));
        let columns = [row + 90.0, row + 105.0, row + 120.0];
        (row, best(&columns, &|angle| self.column_distances(at, angle)))
    }

    fn row_distances(&self, at: &[Point], angle: f64) -> Vec<f64> {
        self.distances(at, [self.x + self.w / 2.0, self.y - self.h], angle)
    }

    fn column_distances(&self, at: &[Point], angle: f64) -> Vec<f64> {
        self.distances(at, [self.x - self.w, self.y + self.h / 2.0], angle)
    }

    /// Distances to the line through a point at an angle in degrees.
    fn distances(&self, at: &[Point], a: [f64; 2], angle: f64) -> Vec<f64> {
        let (sin, cos) = angle.to_radians().sin_cos();
        let (dx, dy) = (self.w * cos, self.w * sin);
        let square = dx * dx + dy * dy;
        at.iter()
            .map(|p| {
                let (px, py) = (p[0] - a[0], p[1] - a[1]);
                if square < 1e-14 {
                    (px * px + py * py).sqrt()
                } else {
                    let t = py * dx - px * dy;
                    (t * t / square).sqrt()
                }
            })
            .collect()
    }

    /// The bucket of each element by distance, and the error of the division.
    fn cluster(&self, distances: &[f64]) -> (Vec<i32>, f64) {
        let mut order: Vec<usize> = (0..distances.len()).collect();
        order.sort_by(|&l, &r| distances[l].total_cmp(&distances[r]));
        let mut bucket = vec![0; distances.len()];
        let mut error = 0.0;
        let (mut index, mut size, mut sum, mut last) = (0, 0.0, 0.0, 0.0);
        for &i in &order {
            let d = distances[i];
            if size > 0.0 && (d - sum / size).abs() > 0.6 * self.unit {
                error += f64::powi(sum / size - last, 2) / size;
                index += 1;
                (size, sum) = (0.0, 0.0);
            }
            bucket[i] = index;
            size += 1.0;
            sum += d;
            last = d;
        }
        if size > 0.0 {
            error += f64::powi(sum / size - last, 2) / size;
        }
        (bucket, error + 0.01 * f64::from(index + 1))
    }
}

/// The letters of a column as in Ludii 1.3.12.
fn letters(column: i32) -> String {
    let letter = |n: i32| char::from(b'A' + n.rem_euclid(26) as u8);
    let mut text = vec![letter(column)];
    let mut rest = column;
    while rest >= 26 {
        rest /= 26;
        text.push(letter(rest - 1));
    }
    text.iter().rev().collect()
}

/// The ids by value.
fn lists(values: &[i32]) -> Vec<Vec<u32>> {
    let mut lists: Vec<Vec<u32>> = Vec::new();
    for (id, &value) in values.iter().enumerate() {
        let value = value.max(0) as usize;
        if lists.len() <= value {
            lists.resize_with(value + 1, Vec::new);
        }
        lists[value].push(id as u32);
    }
    lists
}

/// Rebuilds rows and columns, and labels and layers too where labels are repeated, from distinct coordinates.
fn clean(kind: &mut Kind, of: SiteType, duplicated: bool, boardless: bool) {
    let ground = |p: &&Point| p[2] == 0.0;
    (kind.rows, kind.row) =
        by_coordinate(&kind.at, 1, &distinct(kind.at.iter().filter(ground).map(|p| p[1])), &kind.row);
    (kind.columns, kind.column) =
        by_coordinate(&kind.at, 0, &distinct(kind.at.iter().filter(ground).map(|p| p[0])), &kind.column);
    if !duplicated || boardless {
        kind.layers = lists(&kind.layer);
        return;
    }
    (kind.layers, kind.layer) = by_coordinate(&kind.at, 2, &distinct(kind.at.iter().map(|p| p[2])), &kind.layer);
    if of != SiteType::Edge {
        kind.labels =
            kind.column.iter().zip(&kind.row).map(|(&c, &r)| format!("{}{}", short_letters(c), r + 1)).collect();
    }
}

/// A coordinate in an order that sets can keep.
#[derive(Clone, Copy, PartialEq)]
struct Ordered(f64);

impl Eq for Ordered {}

impl PartialOrd for Ordered {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ordered {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// The distinct values, the first seen standing for all within 0.001, ascending.
fn distinct(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut found: BTreeSet<Ordered> = BTreeSet::new();
    for value in values {
        let key = Ordered(value);
        let near = [found.range(..=key).next_back(), found.range(key..).next()];
        if !near.into_iter().flatten().any(|x| (x.0 - value).abs() < 0.001) {
            found.insert(key);
        }
    }
    found.into_iter().map(|x| x.0).collect()
}

/// For each value the elements within 0.001 of it, and the value's place for each element.
fn by_coordinate(at: &[Point], axis: usize, values: &[f64], old: &[i32]) -> (Vec<Vec<u32>>, Vec<i32>) {
    let mut place = old.to_vec();
    let mut sorted: Vec<u32> = (0..at.len() as u32).collect();
    let coordinate = |id: u32| at[id as usize][axis];
    sorted.sort_by(|&l, &r| coordinate(l).total_cmp(&coordinate(r)));
    let lists = values
        .iter()
        .enumerate()
        .map(|(i, value)| {
            // Twice as wide as needed, so that rounding loses none.
            let from = sorted.partition_point(|&id| coordinate(id) < value - 0.002);
            let candidates = sorted[from..].iter().copied().take_while(|&id| coordinate(id) <= value + 0.002);
            let mut list: Vec<u32> = candidates.filter(|&id| (coordinate(id) - value).abs() < 0.001).collect();
            list.sort_unstable();
            list.iter().for_each(|&id| place[id as usize] = i as i32);
            list
        })
        .collect();
    (lists, place)
}

/// The letters of a column where labels had to be cleaned up: at most two.
fn short_letters(column: i32) -> String {
    let letter = |n: i32| char::from(b'A' + n.rem_euclid(26) as u8);
    if column < 26 { letter(column).to_string() } else { format!("{}{}", letter(column / 26 - 1), letter(column)) }
}
