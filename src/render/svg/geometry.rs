//! Where everything is in a drawing.

use super::look::Table;
use super::loops::{Loop, loops};
use super::shapes::RADIUS;
use super::table::ACROSS;
use super::xml::Num;
use crate::board::{Relation, SiteType, Topology};
use crate::engine::equipment::{ContainerKind, Equipment};
use std::fmt::Write;

/// A point of the drawing, y downwards.
pub(super) type Point = (f64, f64);

/// The wanted distance of neighbouring sites.
const SPACING: f64 = 46.0;

/// The larger side of a board is kept between these.
const BOARD: (f64, f64) = (230.0, 820.0);

/// The longest distance of neighbouring sites on small boards.
const WIDEST: f64 = 90.0;

/// Half of what a piece takes on the widest boards.
const LARGEST: f64 = 32.0;

/// The side of a place in a hand.
pub(super) const HAND: f64 = 34.0;

/// The most places of a hand in a row.
pub(super) const HAND_ROW: usize = 6;

/// The place of a site.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spot {
    pub at: Point,
    /// Half of what a piece may take.
    pub r: f64,
    /// The angle of an edge in degrees, clockwise; 0 for other sites.
    pub angle: f64,
}

/// A site of any container: container, type, number within the container.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct LocalSite {
    pub container: usize,
    pub t: SiteType,
    pub site: usize,
}

/// The part of a board that is drawn.
#[derive(Debug, Clone, Copy)]
struct Window {
    left: f64,
    right: f64,
    bottom: f64,
    top: f64,
}

impl Window {
    fn around(points: impl Iterator<Item = [f64; 2]>) -> Option<Window> {
        let start = Window { left: f64::MAX, right: f64::MIN, bottom: f64::MAX, top: f64::MIN };
        let window = points.filter(|p| p[0].is_finite() && p[1].is_finite()).fold(start, |w, [x, y]| Window {
            left: w.left.min(x),
            right: w.right.max(x),
            bottom: w.bottom.min(y),
            top: w.top.max(y),
        });
        (window.left <= window.right).then_some(window)
    }

    /// All of a board, with its arcs and the ways round its corners.
    fn of_board(topology: &Topology, loops: &[Loop]) -> Window {
        let graph = topology.graph();
        let points = graph.vertices().iter().map(|v| [v.at[0], v.at[1]]);
        let cells = graph.faces().iter().map(|f| [f.at[0], f.at[1]]);
        let arcs = graph.edges().iter().filter(|edge| edge.curved).filter_map(|edge| summit(topology, edge.a, edge.b));
        let around = loops.iter().flat_map(|one| {
            let ((x, y), r) = (one.corner, one.radius);
            [[x - r, y - r], [x + r, y + r]]
        });
        let whole = Window::around(points.chain(cells).chain(arcs).chain(around));
        whole.unwrap_or(Window { left: 0.0, right: 1.0, bottom: 0.0, top: 1.0 })
    }

    /// The part of this one that is not farther than `far` from sites of the board; `None` where there are none.
    fn near(&self, topology: &Topology, sites: &[LocalSite], far: f64) -> Option<Window> {
        let sites = sites.iter().filter(|site| site.container == 0);
        let points = sites.filter_map(|site| topology.position(site.t, site.site));
        let around = Window::around(points.map(|(x, y, _)| [x, y]))?;
        Some(Window {
            left: (around.left - far).max(self.left),
            right: (around.right + far).min(self.right),
            bottom: (around.bottom - far).max(self.bottom),
            top: (around.top + far).min(self.top),
        })
    }

    fn middle(&self) -> Point {
        ((self.left + self.right) / 2.0, (self.bottom + self.top) / 2.0)
    }

    fn extent(&self) -> f64 {
        (self.right - self.left).max(self.top - self.bottom)
    }

    fn holds(&self, x: f64, y: f64) -> bool {
        (self.left..=self.right).contains(&x) && (self.bottom..=self.top).contains(&y)
    }
}

/// How the board lies in the drawing.
struct Projection {
    window: Window,
    /// The upper left corner of the window in the drawing.
    corner: Point,
    scale: f64,
    /// How many times as far rows are apart as they would be without pieces beside each other.
    stretch: f64,
    /// The space around the window.
    margin: f64,
}

impl Projection {
    /// For a board whose neighbouring sites are `unit` apart.
    fn new(topology: &Topology, window: Window, unit: f64, origin: Point, table: Table) -> Self {
        let extent = window.extent().max(unit * 0.5);
        let scale = (SPACING / unit).min(BOARD.1 / extent).max(BOARD.0 / extent).min(WIDEST / unit);
        // Points at the rim carry pieces; cells end where the board ends.
        let margin = if topology.default_type() == SiteType::Cell { 0.3 } else { 0.72 } * unit * scale;
        let rows = window.top - window.bottom;
        let stretch = match table {
            Table::Points if rows > 0.0 && two_rows(topology) => ACROSS * unit / rows,
            _ => 1.0,
        };
        Projection { window, corner: (origin.0 + margin, origin.1 + margin), scale, stretch, margin }
    }

    fn at(&self, (x, y): Point) -> Point {
        let (left, top) = self.corner;
        (left + (x - self.window.left) * self.scale, top + (self.window.top - y) * self.scale * self.stretch)
    }

    /// Width and height of the window and the space around it.
    fn size(&self) -> (f64, f64) {
        let (window, around) = (&self.window, 2.0 * self.margin);
        let height = (window.top - window.bottom) * self.scale * self.stretch + around;
        ((window.right - window.left) * self.scale + around, height)
    }
}

/// The places of all sites, and the shapes of the board.
pub(super) struct Geometry<'a> {
    pub topology: &'a Topology,
    /// The distance of neighbouring sites.
    pub spacing: f64,
    /// Least x and y, greatest x and y of the board itself.
    pub board: [f64; 4],
    spots: [Vec<Spot>; 3],
    /// Which sites of each type are in the part that is drawn.
    seen: [Vec<bool>; 3],
    /// By container; that of the board is empty.
    pub hands: Vec<Vec<Spot>>,
    vertices: Vec<Point>,
    scale: f64,
    /// The height of the middle between two rows of points on which pieces lie beside each other; none on other boards.
    pub middle: Option<f64>,
    /// Whether the sites are holes.
    pub holes: bool,
    /// The ways round the corners of the board, as path data.
    pub loops: String,
}

impl<'a> Geometry<'a> {
    /// Measures a board whose drawing begins at `origin`. With `near`, only what is near those sites is drawn.
    pub fn new(equipment: &'a Equipment, near: Option<&[LocalSite]>, origin: Point, table: Table) -> Self {
        let topology = &*equipment.board;
        let unit = topology.spacing(topology.default_type(), 1e-6);
        let loops = if table == Table::Loops { loops(equipment) } else { Vec::new() };
        let whole = Window::of_board(topology, &loops);
        let window = near.and_then(|near| whole.near(topology, near, 2.6 * unit)).unwrap_or(whole);
        let projection = Projection::new(topology, window, unit, origin, table);
        let (width, height) = projection.size();
        let mut geometry = Geometry {
            topology,
            spacing: unit * projection.scale,
            board: [origin.0, origin.1, origin.0 + width, origin.1 + height],
            spots: Default::default(),
            seen: Default::default(),
            hands: vec![Vec::new(); equipment.containers.len()],
            vertices: topology.graph().vertices().iter().map(|v| projection.at((v.at[0], v.at[1]))).collect(),
            scale: projection.scale,
            holes: table == Table::Holes,
            loops: loops.iter().map(|one| one.path(|point| projection.at(point), whole.middle())).collect(),
            middle: (projection.stretch != 1.0).then_some(projection.corner.1 + height / 2.0 - projection.margin),
        };
        for t in SiteType::ALL {
            let positions = || (0..topology.len(t)).map(move |site| topology.position(t, site).map(|(x, y, _)| (x, y)));
            let spot = |(site, at): (usize, Option<Point>)| Spot {
                at: projection.at(at.unwrap_or_default()),
                r: 0.0,
                angle: geometry.angle(t, site),
            };
            let spots = positions().enumerate().map(spot).collect();
            geometry.spots[t as usize] = spots;
            geometry.seen[t as usize] = positions().map(|at| at.is_some_and(|(x, y)| window.holds(x, y))).collect();
            geometry.size(t);
        }
        if table == Table::Holes {
            geometry.part_holes(topology.default_type());
        }
        geometry
    }

    /// Makes holes so small that none reaches into another.
    fn part_holes(&mut self, t: SiteType) {
        let spots = &mut self.spots[t as usize];
        let mut r = f64::INFINITY;
        for (index, one) in spots.iter().enumerate() {
            for other in &spots[..index] {
                let apart = (one.at.0 - other.at.0).hypot(one.at.1 - other.at.1) / 2.0;
                r = if apart > 1.0 { r.min(apart) } else { r };
            }
        }
        spots.iter_mut().for_each(|spot| spot.r = spot.r.min(r));
    }

    /// Which way a stack on a site grows where pieces lie beside each other: 1 up, -1 down; 0 where they lie on each
    /// other.
    pub fn grows(&self, t: SiteType, site: usize) -> i32 {
        let spot = self.on_board(t, site).filter(|_| t == self.topology.default_type());
        match (self.middle, spot) {
            (Some(middle), Some(spot)) if spot.at.1 > middle => 1,
            (Some(_), Some(_)) => -1,
            _ => 0,
        }
    }

    /// Gives each site of a type the room it has, and no more than most have.
    fn size(&mut self, t: SiteType) {
        let n = self.spots[t as usize].len();
        let room: Vec<f64> = (0..n).map(|site| self.room(t, site)).collect();
        let mut sorted = room.clone();
        sorted.sort_by(f64::total_cmp);
        let usual = sorted.get(n / 3).copied().unwrap_or(0.0);
        for (spot, room) in self.spots[t as usize].iter_mut().zip(room) {
            // An edge is as long as it is.
            spot.r = if t == SiteType::Edge { room } else { room.min(usual).min(LARGEST) };
        }
    }

    /// Half of what a piece may take on a site.
    fn room(&self, t: SiteType, site: usize) -> f64 {
        let at = self.spots[t as usize][site].at;
        let apart = |other: Point| (other.0 - at.0).hypot(other.1 - at.1);
        let found = match t {
            SiteType::Cell => {
                let ring: Vec<Point> = self.corners(site).collect();
                let sides = ring.iter().zip(ring.iter().cycle().skip(1));
                if ring.len() < 3 { None } else { sides.map(|(a, b)| distance(at, *a, *b)).min_by(f64::total_cmp) }
            }
            SiteType::Vertex => {
                let near = self.topology.neighbours(t, site, Relation::All).iter();
                let near = near.filter_map(|&other| self.spots[t as usize].get(other as usize));
                near.map(|other| apart(other.at) / 2.0).filter(|r| *r > 1e-6).min_by(f64::total_cmp)
            }
            SiteType::Edge => self.ends(site).map(|(a, b)| (a.0 - b.0).hypot(a.1 - b.1) * 0.45),
        };
        found.filter(|r| r.is_finite() && *r > 0.5).unwrap_or(self.spacing * 0.4)
    }

    fn angle(&self, t: SiteType, site: usize) -> f64 {
        match (t, self.ends(site)) {
            (SiteType::Edge, Some((a, b))) => (b.1 - a.1).atan2(b.0 - a.0).to_degrees(),
            _ => 0.0,
        }
    }

    /// The place of a site, if it is drawn.
    pub fn spot(&self, place: LocalSite) -> Option<Spot> {
        if place.container != 0 {
            return self.hands.get(place.container)?.get(place.site).copied();
        }
        let seen = self.seen[place.t as usize].get(place.site).copied().unwrap_or(false);
        self.spots[place.t as usize].get(place.site).copied().filter(|_| seen)
    }

    /// The place of a site of the board, if it is drawn.
    pub fn on_board(&self, t: SiteType, site: usize) -> Option<Spot> {
        self.spot(LocalSite { container: 0, t, site })
    }

    /// The corners of a cell.
    pub fn corners(&self, cell: usize) -> impl Iterator<Item = Point> {
        self.topology.cell_vertices(cell).iter().filter_map(|&v| self.vertices.get(v as usize).copied())
    }

    /// The corners of a cell around its middle, in the units of what is drawn once and used in many places; `None` for
    /// a rectangle that stands upright, and for what is not drawn.
    pub fn shape(&self, cell: usize) -> Option<Vec<Point>> {
        let spot = self.on_board(SiteType::Cell, cell)?;
        let scale = RADIUS / spot.r;
        let around = |(x, y): Point| ((x - spot.at.0) * scale, (y - spot.at.1) * scale);
        let corners: Vec<Point> = self.corners(cell).map(around).collect();
        let next = corners.iter().cycle().skip(1);
        let upright = corners.iter().zip(next).all(|(a, b)| (a.0 - b.0).abs() < 0.1 || (a.1 - b.1).abs() < 0.1);
        (corners.len() > 2 && !(corners.len() == 4 && upright)).then_some(corners)
    }

    /// The ends of an edge.
    pub fn ends(&self, edge: usize) -> Option<(Point, Point)> {
        let (a, b) = self.topology.edge_ends(edge)?;
        Some((*self.vertices.get(a as usize)?, *self.vertices.get(b as usize)?))
    }

    /// The outline of a cell as path data; empty for one that is not drawn.
    pub fn cell_path(&self, cell: usize) -> String {
        let mut path = String::new();
        if self.on_board(SiteType::Cell, cell).is_none() {
            return path;
        }
        let vertices = self.topology.cell_vertices(cell);
        let edges = self.topology.cell_edges(cell);
        for (n, &v) in vertices.iter().enumerate() {
            let Some(&at) = self.vertices.get(v as usize) else { continue };
            if n == 0 {
                let _ = write!(path, "M{} {}", Num(at.0), Num(at.1));
            }
            let next = vertices[(n + 1) % vertices.len()];
            let Some(&to) = self.vertices.get(next as usize) else { continue };
            let curved = edges.get(n).and_then(|&e| self.topology.graph().edges().get(e as usize));
            match curved.filter(|edge| edge.curved).and_then(|_| self.arc(v, next)) {
                Some(arc) => path.push_str(&arc),
                None if n + 1 < vertices.len() => {
                    let _ = write!(path, "L{} {}", Num(to.0), Num(to.1));
                }
                None => {}
            }
        }
        if !path.is_empty() {
            path.push('Z');
        }
        path
    }

    /// An edge as path data; empty for one that is not drawn.
    pub fn edge_path(&self, edge: usize) -> String {
        if self.on_board(SiteType::Edge, edge).is_none() {
            return String::new();
        }
        let Some(((a, b), e)) = self.ends(edge).zip(self.topology.graph().edges().get(edge)) else {
            return String::new();
        };
        let rest = if e.curved { self.arc(e.a, e.b) } else { None };
        let rest = rest.unwrap_or_else(|| format!("L{} {}", Num(b.0), Num(b.1)));
        format!("M{} {}{rest}", Num(a.0), Num(a.1))
    }

    /// The arc from one vertex to another as path data; `None` where both are not on one circle.
    fn arc(&self, from: u32, to: u32) -> Option<String> {
        let (centre, radius) = pivot(self.topology, from, to)?;
        let vertex = |v: u32| self.topology.graph().vertices().get(v as usize).map(|vertex| vertex.at);
        let (a, b) = (vertex(from)?, vertex(to)?);
        let cross = (a[0] - centre.0) * (b[1] - centre.1) - (a[1] - centre.1) * (b[0] - centre.0);
        // Counter-clockwise on the board, whose y axis goes up, is sweep 0.
        let sweep = if cross < -1e-9 { 1 } else { 0 };
        let end = self.vertices.get(to as usize)?;
        let r = Num(radius * self.scale);
        Some(format!("A{r} {r} 0 0 {sweep} {} {}", Num(end.0), Num(end.1)))
    }

    /// The edges that are drawn.
    pub fn edges(&self) -> impl Iterator<Item = usize> {
        (0..self.topology.len(SiteType::Edge)).filter(|&edge| self.on_board(SiteType::Edge, edge).is_some())
    }

    /// A line between the places of two sites as path data.
    pub fn between(&self, t: SiteType, a: usize, b: usize) -> Option<String> {
        let (a, b) = (self.on_board(t, a)?.at, self.on_board(t, b)?.at);
        Some(polyline(&[a, b]))
    }

    /// Lays the sites of a container other than the board out in rows; gives the height they take.
    pub fn lay_hand(&mut self, container: usize, sites: usize, left: f64, top: f64) -> f64 {
        let spot = |site: usize| Spot {
            at: (left + HAND * ((site % HAND_ROW) as f64 + 0.5), top + HAND * ((site / HAND_ROW) as f64 + 0.5)),
            r: HAND * 0.44,
            angle: 0.0,
        };
        if let Some(hand) = self.hands.get_mut(container) {
            *hand = (0..sites).map(spot).collect();
        }
        sites.div_ceil(HAND_ROW) as f64 * HAND
    }
}

/// The centre and radius of the circle that both vertices lie on: about the pivot of one of them, or else the middle of
/// the board.
fn pivot(topology: &Topology, a: u32, b: u32) -> Option<(Point, f64)> {
    let vertices = topology.graph().vertices();
    let (va, vb) = (vertices.get(a as usize)?, vertices.get(b as usize)?);
    let about = |centre: Point| {
        let radius = |at: [f64; 3]| (at[0] - centre.0).hypot(at[1] - centre.1);
        let (ra, rb) = (radius(va.at), radius(vb.at));
        (ra > 1e-9 && (ra - rb).abs() < 0.01 * ra).then_some((centre, (ra + rb) / 2.0))
    };
    let pivots = [va.pivot, vb.pivot].into_iter().flatten();
    let pivots = pivots.filter_map(|pivot| vertices.get(pivot as usize).map(|vertex| (vertex.at[0], vertex.at[1])));
    let middle = Window::around(vertices.iter().map(|v| [v.at[0], v.at[1]]))?.middle();
    pivots.chain([middle]).find_map(about)
}

/// The middle of the arc from one vertex to another, which bulges out of the chord.
fn summit(topology: &Topology, a: u32, b: u32) -> Option<[f64; 2]> {
    let (centre, radius) = pivot(topology, a, b)?;
    let at = |v: u32| topology.graph().vertices().get(v as usize).map(|vertex| vertex.at);
    let (a, b) = (at(a)?, at(b)?);
    let mid = [(a[0] + b[0]) / 2.0 - centre.0, (a[1] + b[1]) / 2.0 - centre.1];
    let length = mid[0].hypot(mid[1]);
    (length > 1e-9).then(|| [centre.0 + mid[0] / length * radius, centre.1 + mid[1] / length * radius])
}

/// Whether all sites that are played on lie in two rows.
fn two_rows(topology: &Topology) -> bool {
    let t = topology.default_type();
    let mut heights: Vec<f64> = (0..topology.len(t)).filter_map(|site| Some(topology.position(t, site)?.1)).collect();
    heights.sort_by(f64::total_cmp);
    heights.dedup_by(|a, b| (*a - *b).abs() < 1e-6);
    heights.len() == 2
}

/// A line from point to point as path data.
pub(super) fn polyline(points: &[Point]) -> String {
    let mut path = String::new();
    for (n, (x, y)) in points.iter().enumerate() {
        let _ = write!(path, "{}{} {}", if n == 0 { 'M' } else { 'L' }, Num(*x), Num(*y));
    }
    path
}

/// The distance of a point from a side.
fn distance(p: Point, a: Point, b: Point) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = dx * dx + dy * dy;
    let along = if length > 0.0 { (((p.0 - a.0) * dx + (p.1 - a.1) * dy) / length).clamp(0.0, 1.0) } else { 0.0 };
    (p.0 - a.0 - along * dx).hypot(p.1 - a.1 - along * dy)
}

/// How many sites a container other than the board has; 0 for the board.
pub(super) fn hand_sites(equipment: &Equipment, container: usize) -> usize {
    let kind = equipment.containers.get(container).map(|container| container.kind);
    if kind == Some(ContainerKind::Board) {
        return 0;
    }
    equipment.layout.stretch(container).and_then(|stretch| usize::try_from(stretch.len).ok()).unwrap_or(0)
}
