//! Simple shapes by the names of pieces, about the origin, within a radius of 10.

use super::colour::Colour;
use super::xml::{Num, Xml, opacity, transform};

/// The shapes: for each the name, the names that it goes by, its outline and the lines upon it.
const SHAPES: &str = include_str!("shapes.txt");

/// A shape of our own for pieces and signs of common names, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Shape(&'static str);

/// The radius that shapes are drawn within.
pub(super) const RADIUS: f64 = 10.0;

/// The columns of each shape.
fn rows() -> impl Iterator<Item = [&'static str; 4]> {
    let rows = SHAPES.lines().filter(|line| !line.starts_with("//"));
    rows.map(|line| {
        let mut columns = line.split('|').map(str::trim);
        [(); 4].map(|()| columns.next().unwrap_or_default())
    })
}

impl Shape {
    pub const DISC: Shape = Shape("Disc");
    pub const DOUBLE: Shape = Shape("Double");
    pub const RING: Shape = Shape("Ring");
    pub const SQUARE: Shape = Shape("Square");
    pub const CROSS: Shape = Shape("Cross");
    pub const WEDGE: Shape = Shape("Wedge");

    /// The shape of pieces or signs of a name; `None` where there is none of our own.
    pub fn of(name: &str) -> Option<Shape> {
        let name = name.trim_end_matches(".svg").trim_end_matches(|c: char| c.is_ascii_digit()).to_ascii_lowercase();
        let name = name.trim_end_matches("_nocross");
        rows()
            .find(|[_, names, ..]| names.split(' ').any(|known| known == name && !name.is_empty()))
            .map(|row| Shape(row[0]))
    }

    /// Its outline as path data, and the lines upon it; either may be empty.
    fn paths(self) -> (&'static str, &'static str) {
        rows().find(|row| row[0] == self.0).map_or(("", ""), |[.., outline, lines]| (outline, lines))
    }
}

/// How a shape is filled and outlined.
#[derive(Debug, Clone, Copy)]
pub(super) struct Paint {
    pub fill: Colour,
    pub stroke: Colour,
    /// The width of the outline.
    pub width: f64,
}

/// Draws a shape about a point; `scale` 1 is a radius of 10.
pub(super) fn draw(xml: &mut Xml, shape: Shape, paint: Paint, scale: (f64, f64), at: (f64, f64), turned: f64) {
    let Paint { fill, stroke, width } = paint;
    let circle = |xml: &mut Xml, y: f64, r: f64, fill: &dyn std::fmt::Display, line: f64| {
        xml.circle(
            (at.0, y),
            r,
            &[
                ("fill", fill),
                ("fill-opacity", &opacity(paint.fill)),
                ("stroke", &stroke),
                ("stroke-opacity", &opacity(stroke)),
                ("stroke-width", &Num(line)),
            ],
        );
    };
    let r = RADIUS * scale.0 - width / 2.0;
    match shape {
        Shape::DISC => circle(xml, at.1, r, &fill, width),
        Shape::DOUBLE => {
            circle(xml, at.1 + 1.6, r * 0.92, &fill, width);
            circle(xml, at.1 - 1.6, r * 0.92, &fill, width);
        }
        Shape::RING => {
            circle(xml, at.1, r * 0.78, &"none", r * 0.44 + width);
            let inner = Num(r * 0.44 - width);
            xml.circle(at, r * 0.78, &[("fill", &"none"), ("stroke", &fill), ("stroke-width", &inner)]);
        }
        _ => {
            let (path, lines) = shape.paths();
            let place = transform(at, turned, format_args!("{} {}", Num(scale.0), Num(scale.1)));
            let thickness = width / scale.0.abs().max(0.05);
            xml.empty(
                "path",
                &[
                    ("d", &path),
                    ("transform", &place),
                    ("fill", &fill),
                    ("fill-opacity", &opacity(fill)),
                    ("stroke", &stroke),
                    ("stroke-opacity", &opacity(stroke)),
                    ("stroke-width", &Num(thickness)),
                    ("stroke-linejoin", &"round"),
                ],
            );
            if !lines.is_empty() {
                let line: &[(&str, &dyn std::fmt::Display)] =
                    &[("d", &lines), ("transform", &place), ("fill", &"none")];
                let ends: &[(&str, &dyn std::fmt::Display)] =
                    &[("stroke", &fill.ink()), ("stroke-width", &"0.9"), ("stroke-linecap", &"round")];
                xml.empty("path", &[line, ends].concat());
            }
        }
    }
}

/// Writes a text about a point, turned by so many degrees; `size` is the height of its letters.
pub(super) fn turned_letters(xml: &mut Xml, text: &str, size: f64, colour: Colour, at: (f64, f64), turned: f64) {
    if turned == 0.0 {
        return letters(xml, text, size, colour, at);
    }
    let place = format!("rotate({} {} {})", Num(turned), Num(at.0), Num(at.1));
    xml.group(&[("transform", &place)], |xml| letters(xml, text, size, colour, at));
}

/// Writes a text about a point; `size` is the height of its letters.
pub(super) fn letters(xml: &mut Xml, text: &str, size: f64, colour: Colour, at: (f64, f64)) {
    xml.text(
        "text",
        &[
            ("x", &Num(at.0)),
            ("y", &Num(at.1 + size * 0.35)),
            ("font-size", &Num(size)),
            ("text-anchor", &"middle"),
            ("fill", &colour),
        ],
        text,
    );
}
