//! Where the sites are on the screen, in columns and rows.

use ludemic::Game;
use ludemic::board::SiteType;
use ludemic::engine::equipment::ContainerKind;
use ludemic::render::coordinates;
use ludemic::render::svg::Table;

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
    /// What is written on the board and beside it: the hints of a puzzle, the names of columns, rows and hands.
    pub notes: Vec<((f64, f64), String)>,
    /// Which way stacks grow, beside each other, on points as in backgammon: the height of the middle between the rows.
    pub middle: Option<f64>,
    /// Width and height of all of it.
    pub size: (f64, f64),
}

impl Plan {
    /// The plan of a game.
    pub fn of(game: &Game, table: Table) -> Plan {
        let equipment = &game.equipment;
        let board = &equipment.board;
        let t = equipment.layout.default_type();
        let at = |t: SiteType, site: usize| board.position(t, site).map_or((0.0, 0.0), |(x, y, _)| (x, y));
        // Sites of other types lie half way between those of one.
        let unit = board.spacing(t, 1e-9) / if game.features.other_types.is_empty() { 1.0 } else { 2.0 };
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
        let two = points().all(|p| (p.1 - top).abs() < 1e-6 || (p.1 - top + unit).abs() < 1e-6);
        let apart = if table == Table::Points && two { ACROSS } else { 1.0 };
        let turned = |(x, y): (f64, f64)| ((x - left) / unit, (top - y) / unit * apart);
        let bottom = points().map(turned).map(|p| p.1).fold(0.0, f64::max);
        places.iter_mut().for_each(|place| place.at = turned(place.at));
        lines.iter_mut().flatten().for_each(|point| *point = turned(*point));
        notes.iter_mut().for_each(|(point, _)| *point = turned(*point));
        match table {
            Table::Points if apart > 1.0 => lines = points_of(&places, bottom),
            Table::Holes => lines = holes_of(&places, bottom),
            _ => {}
        }
        let own = places.iter().filter(|place| place.site.0 == t);
        let labels = own.filter_map(|place| Some((place.at, board.label(t, place.within)?)));
        let beside = coordinates(&labels.collect::<Vec<_>>(), 1.0);
        let below = beside.iter().map(|(at, _)| at.1).fold(bottom, f64::max);
        notes.extend(beside);
        let across =
            lines.iter().flatten().chain(places.iter().map(|place| &place.at)).map(|p| p.0).fold(0.0, f64::max);
        // Hands lie beside each other as long as the board is as wide: rows are dear on a screen.
        let (mut column, mut row) = (0.0, below + 1.0);
        for (container, what) in equipment.containers.iter().enumerate().skip(1) {
            let Some(stretch) = equipment.layout.stretch(container) else { continue };
            let last = f64::from(stretch.len.max(1)) - 1.0;
            if column > 0.0 && column + 1.5 + last > across {
                (column, row) = (0.0, row + 1.0);
            }
            let name = match what.kind {
                ContainerKind::Dice => "dice".to_owned(),
                _ if (1..=equipment.players).contains(&what.owner) => format!("P{}", what.owner),
                _ => "all".to_owned(),
            };
            notes.push(((column, row), name));
            for within in 0..usize::try_from(stretch.len).unwrap_or(0) {
                let site = (SiteType::Cell, stretch.from + within as i32);
                places.push(Place { container, site, within, at: (column + 1.5 + within as f64, row) });
            }
            column += last + 3.5;
        }
        let height = if equipment.containers.len() > 1 { row } else { below };
        let middle = (apart > 1.0).then_some(bottom / 2.0);
        Plan { places, lines, notes, middle, size: (across, height) }.moved_to_the_corner()
    }

    /// The same, moved to where nothing is to the left or above.
    fn moved_to_the_corner(mut self) -> Plan {
        let points = || self.places.iter().map(|place| place.at).chain(self.notes.iter().map(|(at, _)| *at));
        // By whole units, so that rows of squares fall on rows of the screen.
        let whole = self.places.iter().all(|place| place.at.0.fract() < 0.01);
        let before = |v: f64| if whole { v.floor() } else { v };
        let (left, top) = points().fold((0.0, 0.0), |(x, y), p| (f64::min(x, before(p.0)), f64::min(y, before(p.1))));
        let right = points().map(|p| p.0).fold(self.size.0, f64::max);
        let low = points().map(|p| p.1).fold(self.size.1, f64::max);
        let moved = |p: &mut (f64, f64)| *p = (p.0 - left, p.1 - top);
        self.places.iter_mut().for_each(|place| moved(&mut place.at));
        self.notes.iter_mut().for_each(|(at, _)| moved(at));
        self.lines.iter_mut().flatten().for_each(moved);
        self.middle = self.middle.map(|middle| middle - top);
        self.size = (right - left, low - top);
        self
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

/// How far the rows of points of backgammon are apart: five pieces from either side, and some more.
const ACROSS: f64 = 11.0;

/// The lines along which pieces lie on points, and the bar in the middle of an odd number of them.
fn points_of(places: &[Place], bottom: f64) -> Vec<[(f64, f64); 2]> {
    let right = places.iter().map(|place| place.at.0).fold(0.0, f64::max);
    let bar = right / 2.0;
    let on_bar = |x: f64| (x - bar).abs() < 0.1;
    let along = |place: &Place| {
        let (x, y) = place.at;
        [(x, y), (x, if y > bottom / 2.0 { y - 4.0 } else { y + 4.0 })]
    };
    let points = places.iter().filter(|place| !on_bar(place.at.0)).map(along);
    let sides = [bar - 0.5, bar + 0.5].map(|x| [(x, 0.0), (x, bottom)]);
    let has_bar = places.iter().any(|place| on_bar(place.at.0));
    points.chain(sides.into_iter().filter(|_| has_bar)).collect()
}

/// A box around each hole; those at the ends, between the rows, are stores and as high as the board.
fn holes_of(places: &[Place], bottom: f64) -> Vec<[(f64, f64); 2]> {
    let right = places.iter().map(|place| place.at.0).fold(0.0, f64::max);
    let boxed = |place: &Place| {
        let (x, y) = place.at;
        let end = x < 0.1 || x > right - 0.1;
        let store =
            end && y > 0.1 && y < bottom - 0.1 && !places.iter().any(|o| o.at != place.at && (o.at.0 - x).abs() < 0.1);
        let (top, low) = if store { (-0.4, bottom + 0.4) } else { (y - 0.4, y + 0.4) };
        let corners = [(x - 0.38, top), (x + 0.38, top), (x + 0.38, low), (x - 0.38, low)];
        [0, 1, 2, 3].map(|side| [corners[side], corners[(side + 1) % 4]])
    };
    places.iter().flat_map(boxed).collect()
}

/// The hints of a puzzle, where they belong: in a site that has no value itself, otherwise beside the first.
fn notes(game: &Game, at: &impl Fn(SiteType, usize) -> (f64, f64)) -> Vec<((f64, f64), String)> {
    let puzzle = &game.equipment.puzzle;
    let mut notes = Vec::new();
    for t in SiteType::ALL {
        let aside = if puzzle.values[t as usize].1 > 0 { 0.3 * game.equipment.board.spacing(t, 1e-9) } else { 0.0 };
        for hint in &puzzle.hints[t as usize] {
            let first = hint.sites.first().and_then(|&site| usize::try_from(site).ok());
            let Some((site, value)) = first.zip(hint.value) else { continue };
            let (x, y) = at(t, site);
            notes.push(((x - aside, y + aside), value.to_string()));
        }
    }
    notes
}

/// How a [`Plan`] lies on the screen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    /// Columns and rows for a unit.
    pub scale: (f64, f64),
    /// Column and row of the upper left corner of the plan, relative to that of the area; negative where the plan is
    /// larger.
    pub corner: (f64, f64),
}

/// The columns for a unit that are tried, and the rows with them; a row is two columns high as a rule.
const SCALES: [(f64, f64); 7] = [(10.0, 5.0), (8.0, 4.0), (6.0, 3.0), (4.0, 2.0), (4.0, 1.5), (4.0, 1.0), (2.0, 1.0)];

/// Of them, those with room for a mark on either side of a piece.
const ROOMY: usize = 6;

/// The scale of a plan that does not fit whatever its scale.
const LARGE: (f64, f64) = (4.0, 2.0);

/// The columns and rows beside a plan.
const BESIDE: (f64, f64) = (4.0, 1.0);

impl View {
    /// The largest scale in which a plan fits into so many columns and rows, by its number.
    fn scale(plan: &Plan, (columns, rows): (u16, u16)) -> Option<usize> {
        let room = (f64::from(columns) - BESIDE.0, f64::from(rows) - BESIDE.1);
        // Rows of whole units would be one or two rows apart.
        let whole = plan.places.iter().all(|place| place.at.1.fract() < 0.01);
        let even = |y: f64| y.fract() == 0.0 || !whole;
        let fits = |(x, y): &(f64, f64)| plan.size.0 * x <= room.0 && plan.size.1 * y <= room.1 && even(*y);
        SCALES.iter().position(fits)
    }

    /// Whether all of a plan is seen in so many columns and rows, with room for marks beside the pieces.
    pub fn is_roomy(plan: &Plan, size: (u16, u16)) -> bool {
        View::scale(plan, size).is_some_and(|at| at < ROOMY)
    }

    /// Fits a plan into so many columns and rows. What does not fit is shown around the place `centre`.
    pub fn fit(plan: &Plan, (columns, rows): (u16, u16), centre: usize) -> View {
        let scale = View::scale(plan, (columns, rows)).and_then(|at| SCALES.get(at)).copied().unwrap_or(LARGE);
        let (columns, rows) = (f64::from(columns) - BESIDE.0, f64::from(rows) - BESIDE.1);
        let at = plan.places.get(centre).map_or((0.0, 0.0), |place| place.at);
        let place = |room: f64, size: f64, at: f64| {
            let spare = room - size;
            if spare >= 0.0 { (spare / 2.0).floor() } else { (room / 2.0 - at).clamp(spare, 0.0) }
        };
        let x = BESIDE.0 / 2.0 + place(columns, plan.size.0 * scale.0, at.0 * scale.0);
        let y = place(rows, plan.size.1 * scale.1, at.1 * scale.1);
        View { scale, corner: (x, y) }
    }

    /// Whether there is room for a mark on either side of a piece.
    pub fn has_room(&self) -> bool {
        self.scale.0 >= 4.0
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
