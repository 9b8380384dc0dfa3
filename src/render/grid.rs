//! Sites on a grid of characters, by their coordinates.

/// The columns a picture should keep within where the board allows it.
const WIDTH: usize = 112;

/// The most blank lines between two lines with sites.
const MAX_GAP: usize = 3;

/// A line of a picture: the sites on it, from left to right, each with the column at which it begins.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// Column and site.
    pub sites: Vec<(usize, usize)>,
    /// How many blank lines stand above it.
    pub gap: usize,
}

/// Places sites on lines, the highest first.
///
/// `points` are the coordinates by site, `unit` the distance of neighbours, `token` the width of what is written at a
/// site. Sites of nearly one height share a line; columns are spread until neighbours on a line have a space between.
pub(super) fn place(points: &[(f64, f64)], unit: f64, token: usize) -> Vec<Line> {
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|&a, &b| points[b].1.total_cmp(&points[a].1).then(points[a].0.total_cmp(&points[b].0)));
    let rows = [0.4, 0.25, 0.1]
        .into_iter()
        .map(|part| rows(&order, points, part * unit))
        .find(|rows| !crowded(rows, points, 0.6 * unit))
        .unwrap_or_else(|| rows(&order, points, 0.02 * unit));
    let gaps = gaps(&rows, points);
    let scale = scale(&rows, points, token + 1);
    let left = points.iter().map(|point| point.0).fold(f64::INFINITY, f64::min);
    let mut lines = Vec::with_capacity(rows.len());
    for (row, gap) in rows.iter().zip(gaps) {
        let mut free = 0;
        let mut sites = Vec::with_capacity(row.len());
        for &site in row {
            let wanted = ((points[site].0 - left) * scale).round();
            let column = (wanted as usize).max(free);
            free = column + token + 1;
            sites.push((column, site));
        }
        lines.push(Line { sites, gap });
    }
    lines
}

/// Groups sites whose heights differ by at most `tolerance` from the first of their group; from left to right.
fn rows(order: &[usize], points: &[(f64, f64)], tolerance: f64) -> Vec<Vec<usize>> {
    let mut rows: Vec<Vec<usize>> = Vec::new();
    let mut top = f64::INFINITY;
    for &site in order {
        match rows.last_mut() {
            Some(row) if top - points[site].1 <= tolerance => row.push(site),
            _ => {
                top = points[site].1;
                rows.push(vec![site]);
            }
        }
    }
    for row in &mut rows {
        row.sort_by(|&a, &b| points[a].0.total_cmp(&points[b].0));
    }
    rows
}

/// Whether two sites of a row are nearer to each other, from left to right, than they should be.
fn crowded(rows: &[Vec<usize>], points: &[(f64, f64)], least: f64) -> bool {
    rows.iter().any(|row| row.windows(2).any(|pair| points[pair[1]].0 - points[pair[0]].0 < least))
}

/// Columns per unit of the board: enough to keep `step` columns between neighbours, unless that makes the picture
/// wider than it has to be.
fn scale(rows: &[Vec<usize>], points: &[(f64, f64)], step: usize) -> f64 {
    let (mut left, mut right) = (f64::INFINITY, f64::NEG_INFINITY);
    for point in points {
        left = left.min(point.0);
        right = right.max(point.0);
    }
    let span = right - left;
    if span.is_nan() || span <= f64::EPSILON {
        return 0.0;
    }
    let nearest = rows
        .iter()
        .flat_map(|row| row.windows(2))
        .map(|pair| points[pair[1]].0 - points[pair[0]].0)
        .filter(|distance| *distance > 1e-6)
        .fold(f64::INFINITY, f64::min);
    let longest = rows.iter().map(Vec::len).max().unwrap_or(0);
    let most = WIDTH.max(step * longest) as f64 / span;
    if nearest.is_finite() { (step as f64 / nearest).min(most) } else { (step * longest.max(1)) as f64 / span }
}

/// The blank lines above each row: none between rows of the usual distance.
fn gaps(rows: &[Vec<usize>], points: &[(f64, f64)]) -> Vec<usize> {
    let heights: Vec<f64> = rows.iter().map(|row| row.first().map_or(0.0, |&site| points[site].1)).collect();
    let mut distances: Vec<f64> = heights.windows(2).map(|pair| pair[0] - pair[1]).collect();
    let mut gaps = vec![0];
    if distances.is_empty() {
        return gaps;
    }
    let steps = distances.clone();
    distances.sort_by(f64::total_cmp);
    let usual = distances[distances.len() / 2].max(1e-9);
    gaps.extend(steps.into_iter().map(|step| ((step / usual).round() as usize).saturating_sub(1).min(MAX_GAP)));
    gaps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_a_hexagon_are_shifted_by_half_a_site() {
        let height = 3f64.sqrt() / 2.0;
        let points = [(0.5, 0.0), (1.5, 0.0), (0.0, height), (1.0, height), (2.0, height)];
        let lines = place(&points, 1.0, 1);
        let columns: Vec<Vec<usize>> =
            lines.iter().map(|line| line.sites.iter().map(|&(column, _)| column).collect()).collect();
        assert_eq!(columns, [vec![0, 2, 4], vec![1, 3]]);
    }

    #[test]
    fn a_missing_row_leaves_a_blank_line() {
        let points = [(0.0, 0.0), (0.0, 1.0), (0.0, 2.0), (0.0, 4.0)];
        let gaps: Vec<usize> = place(&points, 1.0, 1).iter().map(|line| line.gap).collect();
        assert_eq!(gaps, [0, 1, 0, 0]);
    }
}
