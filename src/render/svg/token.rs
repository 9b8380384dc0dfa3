//! What stands on a site, drawn once and used wherever it stands.

use super::colour::Colour;
use super::frame::{Frame, Part, Stack};
use super::geometry::{Geometry, LocalSite, Point, polyline};
use super::glyphs::{glyph, lines};
use super::look::{Ground, Look, Shown};
use super::pips::{FAR, TILE, die, domino, pip, spots};
use super::shapes::{Paint, RADIUS, Shape, draw, letters, turned_letters};
use super::xml::{Num, Xml, opacity};
use crate::board::SiteType;
use crate::engine::equipment::Equipment;
use crate::engine::site_store::Piece;
use crate::render::Symbols;
use crate::render::sight::UNKNOWN;
use indexmap::IndexSet;
use std::collections::{HashMap, HashSet};

/// The width of the outline of a piece.
pub(super) const OUTLINE: f64 = 0.7;

/// The most seeds of a hole that are drawn one by one.
const SEEDS: usize = 16;

/// How far the levels of a stack are apart.
const STEP: f64 = 3.0;

/// The most pieces that lie beside each other on a point of backgammon.
const POINT: usize = 5;

/// So many kinds of pieces have letters of their own.
const LETTERS: usize = 26;

/// The colour of the values of a puzzle.
const LINE: Colour = Colour::rgb(45, 42, 38);

/// Where a stack stands, as far as it looks different there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Base {
    container: usize,
    edge: bool,
    /// Which way a stack grows where it lies on the table as in backgammon, with the steps from piece to piece; 0 where
    /// one piece lies on the other.
    grows: i32,
}

/// A sign on a piece.
enum Sign {
    Glyph(&'static str),
    Letter(String),
}

/// All looks of stacks in a drawing.
pub(super) struct Tokens<'a> {
    equipment: &'a Equipment,
    look: &'a Look,
    symbols: Symbols,
    known: HashMap<(Stack, Base, Option<String>), usize>,
    drawn: IndexSet<String>,
    /// The components that are seen anywhere in the drawing.
    present: HashSet<u16>,
}

impl<'a> Tokens<'a> {
    pub fn new(equipment: &'a Equipment, look: &'a Look, frames: &[Frame]) -> Self {
        let stacks = frames.iter().flat_map(|frame| frame.pieces.iter().map(|(_, stack)| stack));
        let present = stacks.flat_map(|stack| stack.pieces.iter().map(|piece| piece.what)).collect();
        let symbols = Symbols::of(equipment);
        Tokens { equipment, look, symbols, known: HashMap::new(), drawn: IndexSet::new(), present }
    }

    /// The number of the look of a stack in a place.
    pub fn of(&mut self, stack: &Stack, place: LocalSite, geometry: &Geometry) -> usize {
        let board = place.container == 0;
        let grows = if board { geometry.grows(place.t, place.site) } else { 0 };
        let ground = Base { container: place.container, edge: board && place.t == SiteType::Edge, grows };
        let corners = match stack.part {
            Part::Cell { .. } => geometry.shape(place.site),
            Part::Whole | Part::Used => None,
        };
        let key = (stack.clone(), ground, corners.as_deref().map(outline));
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mut xml = Xml::new();
        match (stack.part, stack.pieces.last(), corners) {
            (Part::Cell { border, root, half, .. }, Some(top), Some(corners)) => {
                self.polygon(&mut xml, top, (&corners, border), root, half.map(|(pips, ..)| pips));
            }
            (Part::Used, ..) => xml.group(&[("opacity", &"0.3")], |xml| self.stack(xml, stack, ground)),
            _ => self.stack(&mut xml, stack, ground),
        }
        let (number, _) = self.drawn.insert_full(xml.finish());
        self.known.insert(key, number);
        number
    }

    /// Writes the looks, each under the name `t` and its number.
    pub fn define(&self, xml: &mut Xml) {
        for (number, text) in self.drawn.iter().enumerate() {
            xml.group(&[("id", &format_args!("t{number}"))], |xml| xml.raw(text));
        }
    }

    fn stack(&self, xml: &mut Xml, stack: &Stack, ground: Base) {
        let Some(&top) = stack.pieces.last() else { return };
        if self.equipment.has_no_components() {
            return self.value(xml, &top, ground);
        }
        if let Part::Cell { joined, parted, root, half, .. } = stack.part {
            return self.cell(xml, &top, (joined, parted, root), half);
        }
        if ground.edge {
            let Some(shown) = self.shown(&top, 0) else { return };
            return bar(xml, shown.fill, shown.stroke);
        }
        if ground.container == 0 && self.look.has_board_style("Mancala") && stack.pieces.len() == 1 {
            return self.seeds(xml, stack, &top);
        }
        let levels = stack.pieces.len();
        if ground.grows != 0 {
            let pieces = stack.many.min(POINT);
            let way = -f64::from(ground.grows) * 2.0 * RADIUS * 0.9;
            for number in 0..pieces {
                // Levels that are not kept are of the piece at the bottom.
                let level = (number + levels).saturating_sub(pieces);
                let Some(piece) = stack.pieces.get(level) else { continue };
                self.piece(xml, piece, ground, number as f64 * way, true);
            }
            if stack.many > pieces {
                badge(xml, stack.many, (0.0, (pieces as f64 - 1.0) * way));
            }
            return;
        }
        let lift = (levels as f64 - 1.0) * STEP / 2.0;
        for (level, piece) in stack.pieces.iter().enumerate() {
            self.piece(xml, piece, ground, lift - level as f64 * STEP, level + 1 == levels);
        }
        if stack.many > 1 {
            badge(xml, stack.many, (7.0, 7.0));
        }
    }

    fn shown(&self, piece: &Piece, container: usize) -> Option<Shown<'_>> {
        let component = self.equipment.components.get(usize::from(piece.what))?;
        Some(self.look.piece(component, piece, container)).filter(|shown| !shown.hidden)
    }

    fn piece(&self, xml: &mut Xml, piece: &Piece, ground: Base, y: f64, on_top: bool) {
        if let Some(face) = self.equipment.face(piece.what, piece.state) {
            return die(xml, face, y);
        }
        if piece.what == UNKNOWN {
            return self.unknown(xml, piece, y);
        }
        let tile = self.equipment.tile(i32::from(piece.what));
        if let Some(pips) = tile.and_then(|tile| tile.pips) {
            return domino(xml, pips, y);
        }
        let Some(shown) = self.shown(piece, ground.container) else { return };
        for one in shown.grounds.iter().filter(|one| !one.front) {
            self.ground(xml, one, &shown, y);
        }
        let known = if shown.wedge { Some(Shape::WEDGE) } else { Shape::of(shown.name) };
        let shape = known.unwrap_or(Shape::DISC);
        let sign = self.sign(piece, &shown, shape);
        // A disc in the place of a picture that is not drawn would cover what the picture is to stand on.
        let plate = sign.as_ref().filter(|_| known.is_none()).and_then(|_| shown.plate());
        if plate.is_none() {
            let (stroke, width) = shown.ring.map_or((shown.stroke, OUTLINE), |ring| (ring, 3.0 * OUTLINE));
            let paint = Paint { fill: shown.fill, stroke, width };
            draw(xml, shape, paint, (shown.scale, shown.scale), (0.0, y), shown.rotation);
        }
        if !on_top {
            return;
        }
        for one in shown.grounds.iter().filter(|one| one.front) {
            self.ground(xml, one, &shown, y);
        }
        let ink = match (plate, &shown.stroke) {
            (None, stroke) if shown.wedge && *stroke != shown.fill.outline() => *stroke,
            (plate, _) => plate.unwrap_or(shown.fill).ink(),
        };
        // The middle of a wedge is below that of its place.
        let (size, low) = if shown.wedge { (0.86, 1.2) } else { (1.0, 0.0) };
        let low = if shown.rotation == 180.0 { -low } else { low };
        match sign {
            Some(Sign::Glyph(path)) => lines(xml, path, ink, shown.scale * size, (0.0, y + low), shown.rotation),
            Some(Sign::Letter(text)) => {
                let size = 10.0 * shown.scale * size / (text.chars().count() as f64).sqrt();
                turned_letters(xml, &text, size, ink, (0.0, y + low), if shown.wedge { shown.rotation } else { 0.0 });
            }
            None => {}
        }
        let notes = [(shown.state, piece.state, -6.5), (shown.value, piece.value, 6.5)];
        for (_, number, x) in notes.into_iter().filter(|(asked, ..)| *asked) {
            badge(xml, number, (x, y - 6.5));
        }
    }

    /// A piece, or whatever it is, that is hidden.
    fn unknown(&self, xml: &mut Xml, piece: &Piece, y: f64) {
        let fill = self.look.colour(i32::from(piece.who));
        let paint = Paint { fill, stroke: fill.outline(), width: OUTLINE };
        draw(xml, Shape::DISC, paint, (0.85, 0.85), (0.0, y), 0.0);
        letters(xml, "?", 11.0, fill.ink(), (0.0, y));
    }

    /// The colour of a large piece; `None` for one that is not drawn.
    fn tile(&self, piece: &Piece, domino: bool) -> Option<Colour> {
        let fill = match self.shown(piece, 0) {
            Some(shown) => shown.fill,
            None if piece.what == UNKNOWN => self.look.colour(i32::from(piece.who)),
            None => return None,
        };
        Some(if domino { TILE } else { fill })
    }

    /// A cell that a large piece covers: as far as the cell goes where the piece goes on.
    fn cell(&self, xml: &mut Xml, piece: &Piece, (joined, parted, root): (u8, u8, bool), half: Option<(i32, i8, i8)>) {
        let domino = half.is_some();
        let Some(fill) = self.tile(piece, domino) else { return };
        let end = |bit: u8| if joined & 1 << bit != 0 { RADIUS + 0.2 } else { RADIUS - if domino { 1.9 } else { 1.4 } };
        let (left, right, top, bottom) = (end(0), end(1), end(2), end(3));
        let size = (left + right, top + bottom);
        xml.rect((-left, -top), size, &[("fill", &fill), ("fill-opacity", &opacity(fill))]);
        // The line between the halves, which ends before the rim of the piece does.
        let inset = |bit: u8| if joined & 1 << bit != 0 { 0.0 } else { 2.4 };
        let (x, y) = ((-left + inset(0), right - inset(1)), (-top + inset(2), bottom - inset(3)));
        let sides = [
            [(-left, y.0), (-left, y.1)],
            [(right, y.0), (right, y.1)],
            [(x.0, -top), (x.1, -top)],
            [(x.0, bottom), (x.1, bottom)],
        ];
        for (_, [a, b]) in sides.into_iter().enumerate().filter(|(side, _)| parted & 1 << side != 0) {
            let path = polyline(&[a, b]);
            xml.empty("path", &[("class", &"halves"), ("d", &path), ("stroke", &fill.ink()), ("stroke-width", &"1")]);
        }
        match half {
            _ if piece.what == UNKNOWN => letters(xml, "?", 11.0, fill.ink(), (0.0, 0.0)),
            Some((pips, x, y)) => {
                let middle = (f64::from(x) * RADIUS, f64::from(y) * RADIUS);
                let far = if x == 0 && y == 0 { FAR } else { RADIUS };
                let here = |(x, y): &(f64, f64)| x.abs() <= RADIUS && y.abs() <= RADIUS;
                let spots = spots(pips).map(|(x, y)| (middle.0 + x * far, middle.1 + y * far));
                for at in spots.filter(here) {
                    pip(xml, at, far * 0.3, fill.ink());
                }
            }
            None if root => {
                xml.circle((0.0, 0.0), 2.0, &[("fill", &fill.ink()), ("fill-opacity", &"0.6")]);
            }
            None => {}
        }
    }

    /// A cell that a large piece covers, of any shape: all of it, with a line where the piece ends.
    fn polygon(&self, xml: &mut Xml, piece: &Piece, (corners, border): (&[Point], u32), root: bool, pips: Option<i32>) {
        let Some(fill) = self.tile(piece, pips.is_some()) else { return };
        let path = outline(corners);
        xml.empty("path", &[("d", &path), ("fill", &fill), ("fill-opacity", &opacity(fill)), ("stroke", &"none")]);
        let sides = corners.iter().zip(corners.iter().cycle().skip(1)).take(32).enumerate();
        let ends = sides.filter(|(side, _)| border >> side & 1 == 1);
        let path: String = ends.map(|(_, (a, b))| polyline(&[*a, *b])).collect();
        if !path.is_empty() {
            let width = Num(2.0 * OUTLINE);
            xml.empty(
                "path",
                &[("d", &path), ("stroke", &fill.outline()), ("stroke-width", &width), ("stroke-linecap", &"round")],
            );
        }
        match pips {
            _ if piece.what == UNKNOWN => letters(xml, "?", 11.0, fill.ink(), (0.0, 0.0)),
            Some(pips) => letters(xml, &pips.to_string(), 9.0, fill.ink(), (0.0, 0.0)),
            None if root => pip(xml, (0.0, 0.0), 2.0, fill.ink()),
            None => {}
        }
    }

    /// What is written on a piece: the sign it has by custom, or a letter that tells it from others of its owner that
    /// have the same shape.
    fn sign(&self, piece: &Piece, shown: &Shown, shape: Shape) -> Option<Sign> {
        let index = usize::from(piece.what);
        let component = self.equipment.components.get(index)?;
        if shown.grounds.iter().any(|one| one.front) {
            return None;
        }
        let plain = matches!(shape, Shape::DISC | Shape::WEDGE);
        if plain && let Some(path) = glyph(shown.name) {
            return Some(Sign::Glyph(path));
        }
        let mut others = self.equipment.components_of(component.owner).filter(|&other| other != index);
        let same = others.any(|other| {
            let what = u16::try_from(other).unwrap_or(0);
            if !self.present.contains(&what) {
                return false;
            }
            let other = self.shown(&Piece { what, ..Piece::default() }, 0);
            other.is_some_and(|other| other.wedge || Shape::of(other.name).unwrap_or(Shape::DISC) == shape)
        });
        if !same {
            return None;
        }
        if self.equipment.components_of(component.owner).count() > LETTERS {
            return Some(Sign::Letter(initials(&component.base)));
        }
        let sign = self.symbols.get(index).chars().next().filter(|c| c.is_alphanumeric());
        let sign = sign.or_else(|| component.base.chars().find(|c| c.is_alphanumeric()))?;
        Some(Sign::Letter(sign.to_uppercase().to_string()))
    }

    fn ground(&self, xml: &mut Xml, one: &Ground, shown: &Shown, y: f64) {
        let at = (one.offset.0 * 2.0 * RADIUS, y + one.offset.1 * 2.0 * RADIUS);
        if let Some(text) = &one.text {
            let size = 11.0 * one.scale.0.abs() * shown.scale;
            letters(xml, text, size, one.fill.unwrap_or(shown.fill.ink()), at);
        }
        if let Some(shape) = one.image.as_deref().and_then(Shape::of) {
            let fill = one.fill.unwrap_or(shown.fill);
            let paint = Paint { fill, stroke: one.edge.unwrap_or(Colour { a: 0, ..fill }), width: OUTLINE };
            let scale = (one.scale.0 * shown.scale, one.scale.1 * shown.scale);
            draw(xml, shape, paint, scale, at, one.rotation);
        }
    }

    /// A value of a puzzle: its number, on an edge a bar or, for 0, a cross, and a number beyond 1 only.
    fn value(&self, xml: &mut Xml, piece: &Piece, ground: Base) {
        let line = ground.edge && piece.what > 0;
        if line {
            let fill = self.look.colour(i32::from(piece.who));
            bar(xml, fill, fill.outline());
        }
        if ground.edge && piece.what == 0 {
            // A digit would lie on its side, as the edge does.
            let paint = Paint { fill: LINE, stroke: LINE, width: 0.0 };
            return draw(xml, Shape::CROSS, paint, (0.3, 0.3), (0.0, 0.0), 0.0);
        }
        if !line || piece.what > 1 {
            let size = if ground.edge { 6.0 } else { 12.0 };
            letters(xml, &piece.what.to_string(), size, LINE, (0.0, 0.0));
        }
    }

    /// Seeds in a hole, one by one as long as there are few, and their number.
    fn seeds(&self, xml: &mut Xml, stack: &Stack, piece: &Piece) {
        let Some(shown) = self.shown(piece, 0) else { return };
        let n = stack.many.min(SEEDS);
        let paint = Paint { fill: shown.fill, stroke: shown.stroke, width: 0.35 };
        for seed in 0..n {
            // Sunflower: each next seed turned by the golden angle.
            let angle = seed as f64 * 2.399_963;
            let far = if n == 1 { 0.0 } else { 6.6 * ((seed as f64 + 0.5) / n as f64).sqrt() };
            draw(xml, Shape::DISC, paint, (0.2, 0.2), (far * angle.cos(), far * angle.sin()), 0.0);
        }
        badge(xml, stack.many, (5.4, 5.8));
    }
}

/// The first letters of the words of a name such as `SilverGeneral`, or its first two letters.
fn initials(name: &str) -> String {
    let large: String = name.chars().filter(|c| c.is_uppercase()).take(3).collect();
    if large.chars().count() > 1 { large } else { name.chars().take(2).collect() }
}

/// The corners of a cell as path data.
fn outline(corners: &[Point]) -> String {
    polyline(corners) + "Z"
}

/// A number on a small disc.
fn badge(xml: &mut Xml, number: impl std::fmt::Display, at: (f64, f64)) {
    let text = number.to_string();
    let ink = Colour::rgb(35, 32, 30);
    let paint = Paint { fill: Colour::rgb(255, 255, 255), stroke: ink, width: 0.4 };
    let long = text.chars().count();
    draw(xml, Shape::DISC, paint, (0.4, 0.4), at, 0.0);
    let size = match long {
        0..=1 => 6.0,
        2 => 5.0,
        _ => 3.6,
    };
    letters(xml, &text, size, ink, at);
}

/// A piece on an edge lies along it.
fn bar(xml: &mut Xml, fill: Colour, stroke: Colour) {
    xml.rect(
        (-RADIUS, -1.6),
        (2.0 * RADIUS, 3.2),
        &[
            ("rx", &Num(1.6)),
            ("fill", &fill),
            ("fill-opacity", &opacity(fill)),
            ("stroke", &stroke),
            ("stroke-width", &Num(0.35)),
        ],
    );
}
