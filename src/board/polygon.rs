//! Closed outlines: point in polygon, inflation and rotational copies.

/// A closed outline in the plane; the last point joins the first.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Polygon {
    points: Vec<[f64; 2]>,
}

impl Polygon {
    /// The outline of `(poly {..})`: points are rounded to 32 bits, and a point with fewer than two coordinates
    /// empties the whole outline, as in Ludii 1.3.12.
    pub fn new(points: &[Vec<f64>]) -> Self {
        let point = |p: &Vec<f64>| Some([f64::from(*p.first()? as f32), f64::from(*p.get(1)? as f32)]);
        Self { points: points.iter().map(point).collect::<Option<_>>().unwrap_or_default() }
    }

    /// The outline of points that are exact already.
    pub(super) fn exact(points: Vec<[f64; 2]>) -> Self {
        Self { points }
    }

    /// `rotns:k`: the outline followed by its copies turned about the origin; a negative number runs the other way.
    #[must_use]
    pub fn rotations(&self, k: i32) -> Self {
        let mut base = self.points.clone();
        if k < 0 {
            base.reverse();
        }
        let copies = k.unsigned_abs().min(10_000);
        let mut points = base.clone();
        for i in 1..copies {
            let angle = std::f64::consts::TAU * f64::from(i) / f64::from(k);
            let (sin, cos) = angle.sin_cos();
            points.extend(base.iter().map(|p| {
                let turned = [p[0] * cos - p[1] * sin, p[0] * sin + p[1] * cos];
                [f64::from(turned[0] as f32), f64::from(turned[1] as f32)]
            }));
        }
        Self { points }
    }

    /// The points in order.
    pub fn points(&self) -> &[[f64; 2]] {
        &self.points
    }

    /// Even-odd rule; points on a left or bottom side tend to be outside (Ludii 1.3.12).
    pub fn contains(&self, x: f64, y: f64) -> bool {
        let mut odd = false;
        let mut j = self.points.len().wrapping_sub(1);
        for (i, &[ix, iy]) in self.points.iter().enumerate() {
            let [jx, jy] = self.points[j];
            let spans = (iy < y && y <= jy) || (jy < y && y <= iy);
            if spans && (ix <= x || jx <= x) && ix + (y - iy) / (jy - iy) * (jx - ix) < x {
                odd = !odd;
            }
            j = i;
        }
        odd
    }

    /// The outline with its vertices pushed outwards by 0.1; straight points stay where they are.
    #[must_use]
    pub fn inflated(&self) -> Self {
        let n = self.points.len();
        let unit = |from: [f64; 2], to: [f64; 2]| {
            let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
            let length = (dx * dx + dy * dy).sqrt();
            if length == 0.0 { [0.0, 0.0] } else { [dx / length, dy / length] }
        };
        let points = (0..n)
            .map(|i| {
                let (a, b, c) = (self.points[(i + n - 1) % n], self.points[i], self.points[(i + 1) % n]);
                let cross = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
                let (u, w) =
                    if cross < super::graph::EPS { (unit(a, b), unit(c, b)) } else { (unit(b, a), unit(b, c)) };
                [b[0] + 0.1 * (u[0] + w[0]) / 2.0, b[1] + 0.1 * (u[1] + w[1]) / 2.0]
            })
            .collect();
        Self { points }
    }

    /// Least x, least y, greatest x, greatest y; zeros for the empty outline.
    pub fn bounds(&self) -> [f64; 4] {
        let Some(&[x, y]) = self.points.first() else { return [0.0; 4] };
        let (mut low, mut high) = ([x, y], [x, y]);
        for p in &self.points {
            for axis in 0..2 {
                low[axis] = low[axis].min(p[axis]);
                high[axis] = high[axis].max(p[axis]);
            }
        }
        // Ludii keeps origin and extent, so the far sides carry one more rounding.
        [low[0], low[1], low[0] + (high[0] - low[0]), low[1] + (high[1] - low[1])]
    }
}
