//! The names of columns and rows beside a board.

use indexmap::IndexMap;
use std::cmp::Ordering;

/// A place in the drawing of a board, y downwards.
type Point = (f64, f64);

/// The letters below and the numbers to the left of the lines of sites that share them in their labels, such as `B` and
/// `3` of `B3`: each name with its place, in the units of the sites. `unit` is the distance of neighbours. Lines that
/// run straight down or to the left end at the rim of the board, others beyond their last site. None where the sites of
/// a letter or a number lie on no line, as on rings, and where the lines lie too close together.
pub fn coordinates(sites: &[(Point, &str)], unit: f64) -> Vec<(Point, String)> {
    let (mut columns, mut rows) = (IndexMap::<&str, Vec<Point>>::new(), IndexMap::<&str, Vec<Point>>::new());
    for (at, label) in sites {
        let Some((letters, digits)) = split(label) else { return Vec::new() };
        columns.entry(letters).or_default().push(*at);
        rows.entry(digits).or_default().push(*at);
    }
    let below = |a: &Point, b: &Point| a.1.total_cmp(&b.1).then(b.0.total_cmp(&a.0));
    let left = |a: &Point, b: &Point| b.0.total_cmp(&a.0).then(a.1.total_cmp(&b.1));
    let columns = named(sites, unit, &columns, (0.0, 1.0), below);
    let rows = named(sites, unit, &rows, (-1.0, 0.0), left);
    match (columns, rows) {
        (Some(columns), Some(rows)) => columns.into_iter().chain(rows).collect(),
        _ => Vec::new(),
    }
}

/// The letters and the number of a label such as `B3`.
pub(super) fn split(label: &str) -> Option<(&str, &str)> {
    let at = label.find(|c: char| c.is_ascii_digit())?;
    Some(label.split_at(at))
}

/// The name of each line beyond its greatest site in this order; `None` where some are no lines. `out` is where the
/// name of a single site goes.
fn named(
    sites: &[(Point, &str)],
    unit: f64,
    lines: &IndexMap<&str, Vec<Point>>,
    out: Point,
    order: impl Fn(&Point, &Point) -> Ordering,
) -> Option<Vec<(Point, String)>> {
    let far = |a: &Point, b: &Point| (a.0 - b.0).hypot(a.1 - b.1);
    let all = || sites.iter().map(|(at, _)| at);
    let mut list: Vec<(Point, String)> = Vec::new();
    let mut usual = None;
    // The longest first: they say which way the short ones go.
    let mut sorted: Vec<_> = lines.iter().collect();
    sorted.sort_by_key(|(_, points)| std::cmp::Reverse(points.len()));
    for (name, points) in sorted {
        let end = *points.iter().max_by(|a, b| order(a, b))?;
        let start = *points.iter().max_by(|a, b| far(&end, a).total_cmp(&far(&end, b)))?;
        let length = far(&start, &end);
        let way = match length > 0.5 * unit {
            true => ((end.0 - start.0) / length, (end.1 - start.1) / length),
            false => usual.unwrap_or(out),
        };
        usual.get_or_insert(way);
        let aside = |p: &Point| ((p.0 - start.0) * way.1 - (p.1 - start.1) * way.0).abs();
        if points.iter().any(|p| aside(p) > 0.6 * unit) {
            return None;
        }
        let at = if way.0 * out.0 + way.1 * out.1 > 0.985 {
            if out.1 > 0.0 {
                (middle(points.iter().map(|p| p.0)), all().map(|p| p.1).fold(f64::MIN, f64::max) + 0.85 * unit)
            } else {
                (all().map(|p| p.0).fold(f64::MAX, f64::min) - 0.85 * unit, middle(points.iter().map(|p| p.1)))
            }
        } else {
            let beyond = |by: f64| (end.0 + way.0 * by * unit, end.1 + way.1 * by * unit);
            let free = |p: &Point| all().all(|site| far(site, p) > 0.7 * unit);
            let places = [0.85, 1.2, 1.55, 1.9].map(beyond);
            places.into_iter().find(free).unwrap_or(places[0])
        };
        // Lines so close together cannot be told apart by names at their ends.
        if list.iter().any(|(other, _)| far(other, &at) < 0.4 * unit) {
            return None;
        }
        list.push((at, (*name).to_owned()));
    }
    Some(list)
}

fn middle(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
