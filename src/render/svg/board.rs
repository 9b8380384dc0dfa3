//! The board without pieces: background, cells, lines, points, symbols.

use super::colour::Colour;
use super::geometry::Geometry;
use super::look::{BoardLook, Ground, Line, Look, Pattern, Stroke};
use super::shapes::{Paint, RADIUS, Shape, draw, letters};
use super::table;
use super::xml::{Num, Xml, opacity};
use crate::board::{NamedSet, Relation, SiteType};

/// The colour of cells and boards of which the description says nothing.
const WOOD: Colour = Colour::rgb(236, 217, 180);

/// The colours of alternating cells of which the description says nothing.
const PHASES: [Colour; 6] = [
    Colour::rgb(181, 136, 99),
    Colour::rgb(240, 217, 181),
    Colour::rgb(213, 179, 140),
    Colour::rgb(200, 165, 120),
    Colour::rgb(226, 200, 160),
    Colour::rgb(190, 150, 112),
];

const LINES: Colour = Colour::rgb(90, 78, 66);

/// The widths of lines inside the board and at its rim.
const WIDTH: (f64, f64) = (1.2, 1.8);

/// Draws what lies below coloured sites: the background and the cells.
pub(super) fn ground(xml: &mut Xml, geometry: &Geometry, look: &Look) {
    if look.board.hidden {
        return;
    }
    let t = geometry.topology.default_type();
    backdrop(xml, geometry, look, t);
    cells(xml, geometry, &look.board, t);
}

/// Draws what lies over coloured sites: lines, points, holes, symbols. `symbols` are the sites of each symbol of the
/// look.
pub(super) fn lines(xml: &mut Xml, geometry: &Geometry, look: &Look, symbols: &[Vec<usize>]) {
    if look.board.hidden {
        return;
    }
    let t = geometry.topology.default_type();
    if geometry.middle.is_some() {
        return table::points(xml, geometry);
    }
    if !look.board.no_edges {
        edges(xml, geometry, look);
    }
    if table::has_river(geometry, look) {
        stroked(xml, &table::palaces(geometry), look.board.inner_edges.colour.unwrap_or(LINES), WIDTH.0, None);
    }
    if look.has_board_style("Sudoku") {
        boxes(xml, geometry);
    }
    if let Some((stroke, colour)) = look.board.diagonals {
        diagonals(xml, geometry, t, stroke, colour.unwrap_or(LINES));
    }
    for line in &look.lines {
        let t = line.t.unwrap_or(SiteType::Vertex);
        let path: String = line
            .paths
            .iter()
            .flat_map(|path| path.windows(2))
            .filter_map(|ends| match ends {
                [a, b] => geometry.between(t, usize::try_from(*a).ok()?, usize::try_from(*b).ok()?),
                _ => None,
            })
            .collect();
        stroked(xml, &path, line.colour.unwrap_or(LINES), WIDTH.1 * 1.5, Some(line.stroke));
    }
    points(xml, geometry, look, t);
    if look.has_board_style("Mancala") {
        table::holes(xml, geometry, t);
    }
    for (rule, sites) in look.symbols.iter().zip(symbols) {
        let t = rule.t.unwrap_or(t);
        for &site in sites {
            symbol(xml, geometry, look, t, site, &rule.ground);
        }
    }
}

/// What lies under the board: what the description says, or wood under boards of lines.
fn backdrop(xml: &mut Xml, geometry: &Geometry, look: &Look, t: SiteType) {
    let [left, top, right, bottom] = geometry.board;
    let said = look.board.backgrounds.iter().filter(|ground| !ground.front);
    let mut drawn = false;
    for ground in said {
        let Some(fill) = ground.fill.or(ground.edge).filter(|fill| !fill.is_hidden()) else { continue };
        match ground.image.as_deref().map(Shape::of) {
            None | Some(Some(Shape::SQUARE)) => {
                plate(xml, geometry.board, fill);
                drawn = true;
            }
            Some(Some(Shape::DISC)) => {
                let middle = ((left + right) / 2.0, (top + bottom) / 2.0);
                let r = (right - left).max(bottom - top) / 2.0 * ground.scale.0.abs().min(1.0);
                xml.circle(middle, r, &[("fill", &fill), ("fill-opacity", &opacity(fill))]);
                drawn = true;
            }
            Some(_) => {}
        }
    }
    if !drawn && (t != SiteType::Cell || look.has_board_style("Mancala")) {
        plate(xml, geometry.board, look.board.phases[0].unwrap_or(WOOD));
    }
}

fn plate(xml: &mut Xml, [left, top, right, bottom]: [f64; 4], fill: Colour) {
    let size = (right - left, bottom - top);
    xml.rect((left, top), size, &[("rx", &Num(10.0)), ("fill", &fill), ("fill-opacity", &opacity(fill))]);
}

/// The cells: of boards that are played on them, and of others where the description gives them alternating colours.
fn cells(xml: &mut Xml, geometry: &Geometry, look: &BoardLook, t: SiteType) {
    let checkered = look.checkered
        || look.phases[1..].iter().any(Option::is_some)
        || look.style.is_some_and(|style| style == "Chess" || style == "Lasca");
    if t != SiteType::Cell && !(checkered && look.phases[1..].iter().any(Option::is_some)) {
        return;
    }
    if look.style == Some("Mancala") {
        return;
    }
    let mut paths: [String; 6] = Default::default();
    for cell in 0..geometry.topology.len(SiteType::Cell) {
        let phase = geometry.topology.phase(SiteType::Cell, cell).and_then(|phase| usize::try_from(phase).ok());
        let phase = if checkered { phase.unwrap_or(0) } else { 0 };
        if let Some(path) = paths.get_mut(phase) {
            path.push_str(&geometry.cell_path(cell));
        }
    }
    for (phase, path) in paths.iter().enumerate().filter(|(_, path)| !path.is_empty()) {
        let default = if checkered { PHASES[phase] } else { WOOD };
        let fill = look.phases[phase].unwrap_or(default);
        xml.empty("path", &[("d", path), ("fill", &fill), ("fill-opacity", &opacity(fill))]);
    }
}

/// Whether an element is at the rim of the board.
fn is_outer(geometry: &Geometry, t: SiteType, site: usize) -> bool {
    u32::try_from(site).is_ok_and(|site| geometry.topology.named(t, NamedSet::Outer).binary_search(&site).is_ok())
}

fn edges(xml: &mut Xml, geometry: &Geometry, look: &Look) {
    let river = table::has_river(geometry, look);
    let look = &look.board;
    if look.style == Some("Mancala") {
        return;
    }
    let (mut inner_path, mut outer_path) = (String::new(), String::new());
    for edge in geometry.edges().filter(|&edge| !(river && table::crosses_river(geometry, edge))) {
        let path = if is_outer(geometry, SiteType::Edge, edge) { &mut outer_path } else { &mut inner_path };
        path.push_str(&geometry.edge_path(edge));
    }
    // Edges that are claimed are only hinted at before.
    let faint = geometry.topology.default_type() == SiteType::Edge;
    let colour = |line: Line| line.colour.unwrap_or(if faint { Colour::rgb(190, 178, 160) } else { LINES });
    let width = |line: Line, width: f64| width * line.thickness.map_or(1.0, |by| by.clamp(0.0, 8.0).powf(0.4));
    stroked(xml, &inner_path, colour(look.inner_edges), width(look.inner_edges, WIDTH.0), None);
    stroked(xml, &outer_path, colour(look.outer_edges), width(look.outer_edges, WIDTH.1), None);
    stroked(xml, &geometry.loops, colour(look.inner_edges), width(look.inner_edges, WIDTH.0), None);
}

/// The boxes of a sudoku: of n² rows, n and n together, and columns as well.
fn boxes(xml: &mut Xml, geometry: &Geometry) {
    let topology = geometry.topology;
    let rows = (topology.len(SiteType::Cell) as f64).sqrt().sqrt().round() as i32;
    if rows.checked_pow(4).and_then(|cells| usize::try_from(cells).ok()) != Some(topology.len(SiteType::Cell)) {
        return;
    }
    let square = |cell: u32| {
        let place = topology.row(SiteType::Cell, cell as usize).zip(topology.column(SiteType::Cell, cell as usize));
        place.map(|(row, column)| (row / rows.max(1), column / rows.max(1)))
    };
    let parts = |edge: &usize| match topology.edge_cells(*edge) {
        [a, b] => square(*a) != square(*b),
        _ => false,
    };
    let path: String = geometry.edges().filter(parts).map(|edge| geometry.edge_path(edge)).collect();
    stroked(xml, &path, LINES, WIDTH.1 * 1.5, None);
}

/// Lines between sites that are neighbours across a corner.
fn diagonals(xml: &mut Xml, geometry: &Geometry, t: SiteType, stroke: Stroke, colour: Colour) {
    let mut path = String::new();
    for site in 0..geometry.topology.len(t) {
        for &other in geometry.topology.neighbours(t, site, Relation::Diagonal) {
            let other = other as usize;
            if site < other
                && let Some(line) = geometry.between(t, site, other)
            {
                path.push_str(&line);
            }
        }
    }
    stroked(xml, &path, colour, WIDTH.0, Some(stroke));
}

fn stroked(xml: &mut Xml, path: &str, colour: Colour, width: f64, stroke: Option<Stroke>) {
    if path.is_empty() || colour.is_hidden() || width <= 0.0 {
        return;
    }
    let width = if stroke.is_some_and(|stroke| stroke.thick) { width * 2.0 } else { width };
    let dashes = match stroke.map(|stroke| stroke.pattern) {
        None | Some(Pattern::Whole) => "none".to_owned(),
        // The round ends take a width of every gap.
        Some(Pattern::Dashed) => format!("{} {}", Num(width * 3.5), Num(width * 3.0)),
        Some(Pattern::Dotted) => format!("0.1 {}", Num(width * 3.3)),
    };
    xml.empty(
        "path",
        &[
            ("d", &path),
            ("fill", &"none"),
            ("stroke", &colour),
            ("stroke-opacity", &opacity(colour)),
            ("stroke-width", &Num(width)),
            ("stroke-dasharray", &dashes),
            ("stroke-linecap", &"round"),
            ("stroke-linejoin", &"round"),
        ],
    );
}

/// Points: where they are played on and the description or the style shows them, and wherever no line meets.
fn points(xml: &mut Xml, geometry: &Geometry, look: &Look, t: SiteType) {
    let board = &look.board;
    let said = board.inner_vertices.colour.or(board.outer_vertices.colour).is_some();
    let all = t == SiteType::Edge
        || (t == SiteType::Vertex && (said || look.has_board_style("Graph")))
        || look.has_board_style("PenAndPaper");
    for vertex in 0..geometry.topology.len(SiteType::Vertex) {
        let alone = t == SiteType::Vertex && geometry.topology.vertex_edges(vertex).is_empty();
        let Some(spot) = geometry.on_board(SiteType::Vertex, vertex).filter(|_| all || alone) else { continue };
        let outer = is_outer(geometry, SiteType::Vertex, vertex);
        let line = if outer { board.outer_vertices } else { board.inner_vertices };
        let colour = line.colour.unwrap_or(LINES);
        if colour.is_hidden() {
            continue;
        }
        let size = if t == SiteType::Edge { 0.09 } else { 0.07 };
        let r = geometry.spacing * size * line.thickness.map_or(1.0, |by| by.clamp(0.0, 4.0).powf(0.5));
        xml.circle(spot.at, r, &[("fill", &colour)]);
    }
}

fn symbol(xml: &mut Xml, geometry: &Geometry, look: &Look, t: SiteType, site: usize, ground: &Ground) {
    let Some(spot) = geometry.on_board(t, site) else { return };
    let colour = ground.fill.or(look.board.symbols).unwrap_or(LINES);
    let k = spot.r / RADIUS;
    let at = (spot.at.0 + ground.offset.0 * 2.0 * spot.r, spot.at.1 + ground.offset.1 * 2.0 * spot.r);
    if let Some(shape) = ground.image.as_deref().and_then(Shape::of) {
        let paint = Paint { fill: colour, stroke: ground.edge.unwrap_or(colour), width: 0.8 };
        // Thin crosses are lines from corner to corner, the others stand within their sites.
        draw(xml, shape, paint, (k * ground.scale.0, k * ground.scale.1), at, ground.rotation);
    }
    if let Some(text) = &ground.text {
        letters(xml, text, spot.r * ground.scale.0.abs(), colour, at);
    }
}
