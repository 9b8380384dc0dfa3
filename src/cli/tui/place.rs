//! Where the sites are on the screen, in columns and rows.

use ludemic::Game;
use ludemic::board::{Relation, SiteType};

/// A site that can be pointed at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// The container, 0 for the board.
    pub container: usize,
    /// Its type and number as moves name it.
    pub site: (SiteType, i32),
    /// Its number within the container.
    pub within: usize,
    /// Where it is, in the distance of neighbours; y goes down.
    pub at: (f64, f64),
}

/// All places of a game, and the lines of its board.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Sites of the board, those of hands after them, below the board.
    pub places: Vec<Place>,
    /// The lines of the board.
    pub lines: Vec<[(f64, f64); 2]>,
    /// What is written on the board: the hints of a puzzle.
    pub notes: Vec<((f64, f64), String)>,
    /// Width and height of all of it.
    pub size: (f64, f64),
}

impl Plan {
    /// The plan of a game.
    pub fn of(game: &Game) -> Plan {
        let equipment = &game.equipment;
        let board = &equipment.board;
        let t = equipment.layout.default_type();
        let at = |t: SiteType, site: usize| board.position(t, site).map_or((0.0, 0.0), |(x, y, _)| (x, y));
        // Sites of other types lie half way between those of one.
        let unit = unit(game, t, &at) / if game.features.other_types.is_empty() { 1.0 } else { 2.0 };
        let others = game.features.other_types.iter().copied().filter(|other| *other != t);
        let mut places: Vec<Place> = std::iter::once(t)
            .chain(others)
            .flat_map(|t| (0..board.len(t)).map(move |site| (t, site)))
            .map(|(t, site)| Place { container: 0, site: (t, site as i32), within: site, at: at(t, site) })
            .collect();
        let mut notes = notes(game, &at);
        let vertices: Vec<(f64, f64)> = (0..board.len(SiteType::Vertex)).map(|v| at(SiteType::Vertex, v)).collect();
        let mut lines: Vec<[(f64, f64); 2]> = board
            .graph()
            .edges()
            .iter()
            .filter_map(|edge| Some([*vertices.get(edge.a as usize)?, *vertices.get(edge.b as usize)?]))
            .collect();
        let points = || places.iter().map(|place| place.at).chain(vertices.iter().copied());
        let left = points().map(|p| p.0).fold(f64::INFINITY, f64::min);
        let top = points().map(|p| p.1).fold(f64::NEG_INFINITY, f64::max);
        let turned = |(x, y): (f64, f64)| ((x - left) / unit, (top - y) / unit);
        let bottom = points().map(turned).map(|p| p.1).fold(0.0, f64::max);
        places.iter_mut().for_each(|place| place.at = turned(place.at));
        lines.iter_mut().flatten().for_each(|point| *point = turned(*point));
        notes.iter_mut().for_each(|(point, _)| *point = turned(*point));
        let across =
            lines.iter().flatten().chain(places.iter().map(|place| &place.at)).map(|p| p.0).fold(0.0, f64::max);
        // Hands lie beside each other as long as the board is as wide: rows are dear on a screen.
        let (mut column, mut row) = (0.0, bottom + 1.0);
        for container in 1..equipment.containers.len() {
            let Some(stretch) = equipment.layout.stretch(container) else { continue };
            let last = f64::from(stretch.len.max(1)) - 1.0;
            if column > 0.0 && column + last > across {
                (column, row) = (0.0, row + 1.0);
            }
            for within in 0..usize::try_from(stretch.len).unwrap_or(0) {
                let site = (SiteType::Cell, stretch.from + within as i32);
                places.push(Place { container, site, within, at: (column + within as f64, row) });
            }
            column += last + 2.0;
        }
        let width = places.iter().map(|place| place.at.0).fold(across, f64::max);
        let height = if equipment.containers.len() > 1 { row } else { bottom };
        Plan { places, lines, notes, size: (width, height) }
    }

    /// The place of a site that a move names.
    pub fn find(&self, site: (SiteType, i32)) -> Option<usize> {
        self.places.iter().position(|place| place.site == site)
    }

    /// The nearest place in a direction: straight on before aside.
    pub fn step(&self, from: usize, (dx, dy): (f64, f64)) -> usize {
        let Some(start) = self.places.get(from) else { return 0 };
        let cost = |place: &Place| {
            let (x, y) = (place.at.0 - start.at.0, place.at.1 - start.at.1);
            let along = x * dx + y * dy;
            let aside = (x * dy - y * dx).abs();
            // Within sixty degrees or so; what lies aside is further away than it seems.
            (along > 0.1 && aside <= 1.8 * along).then_some(along + 2.0 * aside)
        };
        let candidates = self.places.iter().enumerate().filter_map(|(index, place)| Some((cost(place)?, index)));
        candidates.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(from, |(_, index)| index)
    }
}

/// The hints of a puzzle, where they belong: in a site that has no value itself, otherwise beside the first.
fn notes(game: &Game, at: &impl Fn(SiteType, usize) -> (f64, f64)) -> Vec<((f64, f64), String)> {
    let puzzle = &game.equipment.puzzle;
    let mut notes = Vec::new();
    for t in SiteType::ALL {
        let aside = if puzzle.values[t as usize].1 > 0 { 0.3 * unit(game, t, at) } else { 0.0 };
        for hint in &puzzle.hints[t as usize] {
            let Some(site) = hint.sites.first().and_then(|&site| usize::try_from(site).ok()) else { continue };
            let (x, y) = at(t, site);
            notes.push(((x - aside, y + aside), hint.value.to_string()));
        }
    }
    notes
}

/// The distance of neighbouring sites, the middle one of all.
fn unit(game: &Game, t: SiteType, at: &impl Fn(SiteType, usize) -> (f64, f64)) -> f64 {
    let board = &game.equipment.board;
    let distance = |a: usize, b: usize| {
        let (p, q) = (at(t, a), at(t, b));
        (p.0 - q.0).hypot(p.1 - q.1)
    };
    let mut all: Vec<f64> = (0..board.len(t))
        .filter_map(|site| {
            let near = board.neighbours(t, site, Relation::Adjacent).iter();
            near.map(|&other| distance(site, other as usize)).filter(|d| *d > 1e-9).min_by(f64::total_cmp)
        })
        .collect();
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or(1.0)
}

/// How a [`Plan`] lies on the screen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    /// Columns and rows for a unit.
    pub scale: (f64, f64),
    /// Column and row of the upper left corner of the plan, relative to that of the area; negative where the plan is larger.
    pub corner: (f64, f64),
}

/// Fewest and most columns for a unit; a row is two columns high.
const COLUMNS: (f64, f64) = (4.0, 10.0);

impl View {
    /// Fits a plan into so many columns and rows. What does not fit is shown around the place `centre`.
    pub fn fit(plan: &Plan, (columns, rows): (u16, u16), centre: usize) -> View {
        let (columns, rows) = (f64::from(columns) - 4.0, f64::from(rows) - 2.0);
        let wide = if plan.size.0 > 0.0 { columns / plan.size.0 } else { COLUMNS.1 };
        let high = if plan.size.1 > 0.0 { 2.0 * rows / plan.size.1 } else { COLUMNS.1 };
        // Even, so that rows of squares fall on rows of the screen.
        let per = 2.0 * (wide.min(high) / 2.0).floor();
        let per = per.clamp(COLUMNS.0, COLUMNS.1);
        let scale = (per, per / 2.0);
        let at = plan.places.get(centre).map_or((0.0, 0.0), |place| place.at);
        let place = |room: f64, size: f64, at: f64| {
            let spare = room - size;
            if spare >= 0.0 { spare / 2.0 } else { (room / 2.0 - at).clamp(spare, 0.0) }
        };
        let x = 2.0 + place(columns, plan.size.0 * scale.0, at.0 * scale.0);
        let y = 1.0 + place(rows, plan.size.1 * scale.1, at.1 * scale.1);
        View { scale, corner: (x, y) }
    }

    /// Where a point is, in columns and rows of the area.
    pub fn spot(&self, (x, y): (f64, f64)) -> (f64, f64) {
        (self.corner.0 + x * self.scale.0, self.corner.1 + y * self.scale.1)
    }

    /// The column and row of a point; `None` outside.
    pub fn cell(&self, at: (f64, f64), (columns, rows): (u16, u16)) -> Option<(u16, u16)> {
        let (x, y) = self.spot(at);
        let inside = |v: f64, n: u16| (v.round() >= 0.0 && v.round() < f64::from(n)).then(|| v.round() as u16);
        Some((inside(x, columns)?, inside(y, rows)?))
    }

    /// The place that is pointed at.
    pub fn hit(&self, plan: &Plan, (column, row): (u16, u16)) -> Option<usize> {
        let distance = |place: &Place| {
            let (x, y) = self.spot(place.at);
            ((x - f64::from(column)) / self.scale.0).hypot((y - f64::from(row)) / self.scale.1)
        };
        let near = plan.places.iter().enumerate().map(|(index, place)| (distance(place), index));
        near.min_by(|a, b| a.0.total_cmp(&b.0)).filter(|(distance, _)| *distance <= 0.6).map(|(_, index)| index)
    }
}
