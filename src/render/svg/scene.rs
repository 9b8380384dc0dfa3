//! A drawing as a whole: title, board, what stands beside it.

use super::board;
use super::colour::Colour;
use super::coordinates::{self, Coordinate, coordinates, reach};
use super::frame::{Frame, Stack};
use super::geometry::{Geometry, HAND, HAND_ROW, LocalSite, Point, Spot, hand_sites, polyline};
use super::goals::Goals;
use super::look::Look;
use super::shapes::{RADIUS, letters};
use super::token::Tokens;
use super::xml::{Num, Xml, opacity, transform};
use crate::board::SiteType;
use crate::engine::equipment::{ContainerKind, Equipment};
use crate::engine::game::Game;
use crate::render::Show;
use std::fmt::{Display, Write};

/// The space around everything.
const MARGIN: f64 = 16.0;

/// The height of the line with the title.
const TITLE: f64 = 34.0;

/// The height of the line with the last move.
const FOOT: f64 = 34.0;

/// The least width of what stands beside the board, and the width with the largest hands.
const PANEL: (f64, f64) = (150.0, 4.0 + HAND * HAND_ROW as f64);

/// The height of the line of a player.
const ROW: f64 = 32.0;

const INK: Colour = Colour::rgb(45, 42, 40);
const PALE: Colour = Colour::rgb(120, 114, 106);

/// The colour of the mark of the last move.
pub(super) const MARK: Colour = Colour::rgb(232, 93, 4);

/// A line of the panel.
struct Row {
    /// A player; `None` for what belongs to nobody in particular.
    player: Option<i32>,
    name: String,
    owner: i32,
    y: f64,
}

/// All that stays the same from position to position.
pub(super) struct Scene<'a> {
    pub game: &'a Game,
    pub look: &'a Look,
    pub geometry: Geometry<'a>,
    rows: Vec<Row>,
    /// Where the panel begins.
    panel: f64,
    panel_width: f64,
    pub width: f64,
    pub height: f64,
    scores: bool,
    names: Show,
    goals: Goals,
    coordinates: Vec<Coordinate>,
}

impl<'a> Scene<'a> {
    pub fn new(game: &'a Game, look: &'a Look, (names, outside): (Show, bool), frames: &[Frame]) -> Self {
        let equipment = &*game.equipment;
        let near: Vec<LocalSite> =
            frames.iter().flat_map(|frame| frame.pieces.iter().map(|(place, _)| *place)).collect();
        let near = look.board.endless.then_some(near.as_slice());
        let at = |left: f64, above: f64| {
            Geometry::new(equipment, near, (MARGIN + left, MARGIN + TITLE + above), look.table())
        };
        let mut geometry = at(0.0, 0.0);
        let mut list = if outside { coordinates(&geometry) } else { Vec::new() };
        let names = if outside && list.is_empty() && names == Show::Pieces { Show::Labels } else { names };
        let [before, above, behind, below] = reach(&geometry, &list);
        if before + above > 0.0 {
            geometry = at(before, above);
            list = coordinates(&geometry);
        }
        let [_, top, right, bottom] = geometry.board;
        let bottom = bottom + below;
        let panel = right + behind + 18.0;
        let (rows, end) = rows(equipment, look, &mut geometry, panel, top);
        let longest = geometry.hands.iter().map(Vec::len).max().unwrap_or(0).min(HAND_ROW);
        let panel_width = (4.0 + HAND * longest as f64).clamp(PANEL.0, PANEL.1);
        let title = game.name.chars().count() as f64 * 9.6;
        let goals = frames.first().map(|frame| Goals::of(&geometry, frame)).unwrap_or_default();
        Scene {
            game,
            look,
            goals,
            coordinates: list,
            rows,
            panel,
            panel_width,
            width: (panel + panel_width).max(MARGIN + title) + MARGIN,
            height: bottom.max(end) + FOOT + MARGIN / 2.0,
            scores: game.features.play_scores
                || frames.iter().any(|frame| frame.scores.iter().any(|score| *score != 0)),
            names,
            geometry,
        }
    }

    /// Whether pieces may stand beside the board.
    pub fn has_hands(&self) -> bool {
        self.geometry.hands.iter().any(|hand| !hand.is_empty())
    }

    /// The paper and the title.
    pub fn paper(&self, xml: &mut Xml) {
        xml.empty("rect", &[("width", &Num(self.width)), ("height", &Num(self.height)), ("fill", &"#fcfbf8")]);
        let place: &[(&str, &dyn Display)] =
            &[("x", &Num(MARGIN)), ("y", &Num(MARGIN + 14.0)), ("font-size", &"18"), ("font-weight", &"600")];
        let place: Vec<(&str, &dyn Display)> = place.iter().copied().chain([("fill", &INK as &dyn Display)]).collect();
        xml.text("text", &place, &self.game.name);
    }

    /// What lies below coloured sites.
    pub fn ground(&self, xml: &mut Xml) {
        board::ground(xml, &self.geometry, self.look);
    }

    /// What lies over coloured sites and below the pieces, and the places of the hands.
    pub fn lines(&self, xml: &mut Xml, frame: Option<&Frame>) {
        let symbols = frame.map_or(&[][..], |frame| &frame.symbols);
        board::lines(xml, &self.geometry, self.look, symbols);
        self.goals.draw(xml, self.look, self.game.equipment.players);
        self.hints(xml);
        for container in 1..self.geometry.hands.len() {
            for spot in &self.geometry.hands[container] {
                let corner = (spot.at.0 - HAND / 2.0, spot.at.1 - HAND / 2.0);
                xml.rect(corner, (HAND, HAND), &[("fill", &"#f1ece2"), ("stroke", &"#cfc6b6")]);
            }
        }
    }

    /// The hints of a puzzle: in the middle of a site that has no value itself, otherwise in a corner of the first.
    fn hints(&self, xml: &mut Xml) {
        let puzzle = &self.game.equipment.puzzle;
        for t in SiteType::ALL {
            for hint in &puzzle.hints[t as usize] {
                let site = hint.sites.first().and_then(|&site| usize::try_from(site).ok());
                let Some(spot) = site.and_then(|site| self.geometry.on_board(t, site)) else { continue };
                let Some(value) = hint.value else {
                    self.relation(xml, t, &hint.sites);
                    continue;
                };
                let alone = hint.sites.len() == 1 && puzzle.values[t as usize].1 == 0;
                let (size, aside) = if alone { (0.45, 0.0) } else { (0.2, spot.r * 0.62) };
                let at = (spot.at.0 - aside, spot.at.1 - aside);
                letters(xml, &value.to_string(), self.geometry.spacing * size, INK, at);
            }
        }
    }

    /// A hint without a number: its sites are joined, with a point at the first, as the rules tell them apart.
    fn relation(&self, xml: &mut Xml, t: SiteType, sites: &[i32]) {
        let spots = sites.iter().filter_map(|&site| self.geometry.on_board(t, usize::try_from(site).ok()?));
        let spots: Vec<Spot> = spots.collect();
        for pair in spots.windows(2) {
            let [from, to] = [pair[0], pair[1]];
            let along =
                |part: f64| (from.at.0 + (to.at.0 - from.at.0) * part, from.at.1 + (to.at.1 - from.at.1) * part);
            let (a, b) = (along(0.36), along(0.64));
            let path = polyline(&[a, b]);
            xml.empty("path", &[("d", &path), ("stroke", &PALE), ("stroke-width", &"3")]);
            xml.circle(a, 4.0, &[("fill", &PALE)]);
        }
    }

    /// The names or numbers of the sites: of this position, or where they can be read whatever the position.
    pub fn names(&self, xml: &mut Xml, frame: Option<&Frame>) {
        if !self.coordinates.is_empty() {
            coordinates::write(xml, &self.geometry, &self.coordinates);
        }
        if self.names == Show::Pieces {
            return;
        }
        let t = self.geometry.topology.default_type();
        let size = (self.geometry.spacing * 0.2).clamp(6.5, 13.0);
        xml.open(
            "g",
            &[
                ("class", &"names"),
                ("font-size", &Num(size)),
                ("text-anchor", &"middle"),
                ("fill", &INK),
                ("stroke", &"#ffffff"),
                ("stroke-opacity", &"0.75"),
                ("stroke-width", &Num(size / 4.0)),
                ("stroke-linejoin", &"round"),
                ("paint-order", &"stroke"),
            ],
        );
        for site in 0..self.geometry.topology.len(t) {
            let Some(spot) = self.geometry.on_board(t, site) else { continue };
            let name = match self.names {
                Show::Labels => self.geometry.topology.label(t, site).map(str::to_owned),
                _ => None,
            };
            let name = name.unwrap_or_else(|| site.to_string());
            let place = LocalSite { container: 0, t, site };
            let piece = frame.map(|frame| frame.pieces.iter().find(|(known, _)| *known == place));
            let aside = t == SiteType::Vertex && matches!(piece, None | Some(None));
            let (dx, dy) = match (t, piece) {
                _ if aside => (self.geometry.spacing * 0.24, self.geometry.spacing * 0.27),
                (SiteType::Cell, None) => (0.0, spot.r * 0.72),
                _ => (0.0, 0.0),
            };
            let (x, y) = (Num(spot.at.0 + dx), Num(spot.at.1 + dy + size * 0.35));
            let ink = piece.flatten().and_then(|(_, stack)| self.ink(stack));
            match ink {
                Some(ink) => xml.text("text", &[("x", &x), ("y", &y), ("fill", &ink), ("stroke", &"none")], &name),
                None => xml.text("text", &[("x", &x), ("y", &y)], &name),
            }
        }
        if self.names == Show::Numbers {
            self.hand_numbers(xml, size);
        }
        xml.close();
    }

    /// A colour for a name written on a piece.
    fn ink(&self, stack: &Stack) -> Option<Colour> {
        let top = stack.pieces.last()?;
        let component = self.game.equipment.components.get(usize::from(top.what))?;
        Some(self.look.piece(component, top, 0).fill.ink())
    }

    fn hand_numbers(&self, xml: &mut Xml, size: f64) {
        for (container, hand) in self.geometry.hands.iter().enumerate() {
            let Some(stretch) = self.game.equipment.layout.stretch(container) else { continue };
            for (number, spot) in (stretch.from..).zip(hand) {
                let y = spot.at.1 + HAND * 0.36 + size * 0.35;
                xml.text("text", &[("x", &Num(spot.at.0)), ("y", &Num(y))], &number.to_string());
            }
        }
    }

    /// Names of the players and the signs that change: `score` and `mover` with the number of the player.
    pub fn panel(&self, xml: &mut Xml, frame: &Frame) {
        for row in &self.rows {
            let (y, left) = (row.y + ROW / 2.0, self.panel);
            let fill = self.look.colour(row.owner);
            if let Some(player) = row.player {
                let here = if frame.mover == player { "visible" } else { "hidden" };
                let path = format!("M{} {}l8 5l-8 5Z", Num(left), Num(y - 5.0));
                let mover = format!("mover mover{player}");
                xml.empty("path", &[("class", &mover), ("d", &path), ("fill", &MARK), ("visibility", &here)]);
                xml.circle(
                    (left + 22.0, y),
                    8.0,
                    &[("fill", &fill), ("fill-opacity", &opacity(fill)), ("stroke", &fill.outline())],
                );
            }
            let x = if row.player.is_some() { left + 38.0 } else { left };
            let colour = if row.player.is_some() { INK } else { PALE };
            let text: &[(&str, &dyn Display)] =
                &[("x", &Num(x)), ("y", &Num(y + 5.0)), ("font-size", &"14"), ("fill", &colour)];
            xml.text("text", text, &shortened(&row.name));
            if let Some(player) = row.player.filter(|_| self.scores) {
                let score = usize::try_from(player).ok().and_then(|player| frame.scores.get(player)).copied();
                xml.text(
                    "text",
                    &[
                        ("class", &format_args!("score score{player}")),
                        ("x", &Num(left + self.panel_width - 4.0)),
                        ("y", &Num(y + 5.0)),
                        ("font-size", &"15"),
                        ("font-weight", &"600"),
                        ("text-anchor", &"end"),
                        ("fill", &INK),
                    ],
                    &score.unwrap_or(0).to_string(),
                );
            }
        }
    }

    /// The line below the board: the move that led here, and how the game stands.
    pub fn foot(&self, xml: &mut Xml, frame: &Frame) {
        let y = self.height - MARGIN;
        let place: &[(&str, &dyn Display)] =
            &[("class", &"caption"), ("x", &Num(MARGIN)), ("y", &Num(y)), ("font-size", &"14"), ("fill", &INK)];
        xml.text("text", place, &caption(frame));
    }

    /// The coloured sites of a position.
    pub fn regions(&self, xml: &mut Xml, frame: &Frame) {
        if self.look.regions.is_empty() {
            return;
        }
        xml.open("g", &[("class", &"regions")]);
        for (rule, path) in self.look.regions.iter().zip(self.region_paths(frame)) {
            if !path.is_empty() {
                xml.empty("path", &[("d", &path), ("fill", &rule.colour), ("fill-opacity", &opacity(rule.colour))]);
            }
        }
        xml.close();
    }

    /// Pieces and the mark of the last move.
    pub fn pieces(&self, xml: &mut Xml, frame: &Frame, tokens: &mut Tokens) {
        xml.open("g", &[("class", &"pieces")]);
        for (place, stack) in &frame.pieces {
            let Some(spot) = self.geometry.spot(*place) else { continue };
            let token = tokens.of(stack, *place, &self.geometry);
            let place = transform(spot.at, spot.angle, Num(spot.r / RADIUS));
            xml.empty("use", &[("href", &format_args!("#t{token}")), ("transform", &place)]);
        }
        xml.close();
        let mark = self.mark(frame);
        if !mark.is_empty() {
            mark_path(xml, &mark);
        }
    }

    /// The outlines of the coloured sites of each region, as path data.
    pub fn region_paths(&self, frame: &Frame) -> Vec<String> {
        let default = self.geometry.topology.default_type();
        let rules = self.look.regions.iter().zip(&frame.regions);
        rules
            .map(|(rule, sites)| {
                let t = rule.t.unwrap_or(default);
                if rule.colour.is_hidden() {
                    return String::new();
                }
                sites.iter().map(|&site| self.outline(t, site, rule.scale)).collect()
            })
            .collect()
    }

    /// The outline of a site as path data: a cell, a disc on a point, a bar along an edge.
    fn outline(&self, t: SiteType, site: usize, scale: f64) -> String {
        let Some(spot) = self.geometry.on_board(t, site) else { return String::new() };
        match t {
            SiteType::Cell => self.geometry.cell_path(site),
            SiteType::Vertex => circle(spot.at, spot.r * 0.62 * scale),
            SiteType::Edge => {
                let Some((a, b)) = self.geometry.ends(site) else { return String::new() };
                let (sin, cos) = (b.1 - a.1).atan2(b.0 - a.0).sin_cos();
                let (dx, dy) = (-sin * 3.0 * scale, cos * 3.0 * scale);
                let corners = [(a.0 + dx, a.1 + dy), (b.0 + dx, b.1 + dy), (b.0 - dx, b.1 - dy), (a.0 - dx, a.1 - dy)];
                polyline(&corners) + "Z"
            }
        }
    }

    /// The mark of the last move as path data: a ring where it ended, an arrow from where it began.
    pub fn mark(&self, frame: &Frame) -> String {
        let ways = frame.last.iter().flat_map(|last| &last.ways);
        ways.map(|way| self.way(frame, *way)).collect()
    }

    fn way(&self, frame: &Frame, (from, to): (Option<LocalSite>, Option<LocalSite>)) -> String {
        let end = to;
        let spot = |place: Option<LocalSite>| place.and_then(|place| self.geometry.spot(place));
        let Some(to) = spot(end) else { return String::new() };
        let piece = frame.pieces.iter().find(|(place, _)| Some(*place) == end);
        let piece = piece.and_then(|(place, stack)| {
            let top = stack.pieces.last()?;
            let component = self.game.equipment.components.get(usize::from(top.what))?;
            Some(self.look.piece(component, top, place.container).scale)
        });
        let r = to.r * piece.map_or(0.98, |scale| (scale + 0.08).clamp(0.3, 1.0));
        let edge = end.filter(|place| place.container == 0 && place.t == SiteType::Edge);
        let mut path = match edge {
            Some(place) => self.outline(SiteType::Edge, place.site, 2.2),
            None => circle(to.at, r),
        };
        if let Some(from) = spot(from) {
            let (dx, dy) = (to.at.0 - from.at.0, to.at.1 - from.at.1);
            let length = dx.hypot(dy);
            if length > r * 1.2 {
                let (ux, uy) = (dx / length, dy / length);
                let end = (to.at.0 - ux * r, to.at.1 - uy * r);
                let wing = |side: f64| (end.0 - 7.0 * ux - side * 4.0 * uy, end.1 - 7.0 * uy + side * 4.0 * ux);
                let (a, b) = (wing(1.0), wing(-1.0));
                path.push_str(&polyline(&[from.at, end]));
                path.push_str(&polyline(&[a, end, b]));
            }
        }
        path
    }
}

/// Draws the mark of the last move.
pub(super) fn mark_path(xml: &mut Xml, path: &str) {
    xml.empty(
        "path",
        &[
            ("class", &"mark"),
            ("d", &path),
            ("fill", &"none"),
            ("stroke", &MARK),
            ("stroke-width", &"2.4"),
            ("stroke-opacity", &"0.9"),
            ("stroke-linecap", &"round"),
            ("stroke-linejoin", &"round"),
        ],
    );
}

fn circle(at: Point, r: f64) -> String {
    let (r2, x) = (Num(2.0 * r), Num(at.0 - r));
    let r = Num(r);
    format!("M{x} {}a{r} {r} 0 1 0 {r2} 0a{r} {r} 0 1 0 -{r2} 0Z", Num(at.1))
}

/// `After move 12, P1 B3: P2 to move`.
pub(super) fn caption(frame: &Frame) -> String {
    let mut text = match &frame.last {
        Some(last) => format!("Move {}: {}", frame.ply, last.text),
        None => "Start".to_owned(),
    };
    if let Some(outcome) = &frame.outcome {
        let _ = write!(text, " – {outcome}");
    }
    text
}

fn shortened(name: &str) -> String {
    if name.chars().count() <= 16 { name.to_owned() } else { name.chars().take(15).chain(['…']).collect() }
}

/// The lines of the panel, and where it ends: every player with the hands, then containers of nobody in particular.
fn rows(equipment: &Equipment, look: &Look, geometry: &mut Geometry, left: f64, top: f64) -> (Vec<Row>, f64) {
    let mut rows = Vec::new();
    let mut y = top;
    for player in 1..=equipment.players {
        rows.push(Row { player: Some(player), name: look.name(player), owner: player, y });
        y += ROW;
        for (index, container) in equipment.containers.iter().enumerate() {
            if container.kind == ContainerKind::Hand && container.owner == player {
                y += geometry.lay_hand(index, hand_sites(equipment, index), left, y) + 6.0;
            }
        }
    }
    for (index, container) in equipment.containers.iter().enumerate() {
        let owned = container.kind == ContainerKind::Hand && (1..=equipment.players).contains(&container.owner);
        let sites = hand_sites(equipment, index);
        if container.kind == ContainerKind::Board || owned || sites == 0 {
            continue;
        }
        let name = if container.kind == ContainerKind::Dice { "Dice" } else { "Shared" };
        rows.push(Row { player: None, name: name.to_owned(), owner: container.owner, y });
        y += ROW;
        y += geometry.lay_hand(index, sites, left, y) + 6.0;
    }
    (rows, y)
}

/// A text in the middle of a tile.
pub(super) fn tile_text(xml: &mut Xml, text: &str, at: Point) {
    letters(xml, text, 13.0, INK, at);
}
