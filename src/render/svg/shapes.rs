//! Simple shapes by the names of pieces, about the origin, within a radius of 10.

use super::colour::Colour;
use super::xml::{Num, Xml, opacity};

/// A shape of our own for pieces and signs of common names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Shape {
    Disc,
    /// Two discs, one on the other: a promoted piece of draughts.
    Double,
    Ring,
    Square,
    Diamond,
    Triangle,
    Hexagon,
    Star,
    /// `X`.
    Cross,
    /// Lines from corner to corner.
    ThinCross,
    /// `+`.
    Plus,
    Arrow,
    King,
    Queen,
    Rook,
    Bishop,
    Knight,
    Pawn,
    /// The wedge of the chess games of Japan: it points where it goes.
    Wedge,
    Cat,
    Dog,
    Rabbit,
    Elephant,
    Camel,
    Tiger,
    Fox,
    Goat,
    /// A disc with a star upon it: the officer of Lasca.
    Starred,
    /// Water.
    Waves,
}

/// The radius that shapes are drawn within.
pub(super) const RADIUS: f64 = 10.0;

impl Shape {
    /// The shape of pieces or signs of a name; `None` where there is none of our own.
    pub fn of(name: &str) -> Option<Shape> {
        let name = name.trim_end_matches(".svg").trim_end_matches(|c: char| c.is_ascii_digit()).to_ascii_lowercase();
        let name = name.trim_end_matches("_nocross");
        Some(match name {
            "disc" | "disk" | "counter" | "ball" | "marker" | "seed" | "stone" | "circle" | "dot" | "bead"
            | "pebble" | "discflat" | "nut" => Shape::Disc,
            "doublecounter" | "counterdouble" | "doubledisc" | "discdouble" => Shape::Double,
            "counterstar" | "discstar" => Shape::Starred,
            "wave" | "waves" | "water" => Shape::Waves,
            "ring" | "torus" | "halo" => Shape::Ring,
            "square" | "squareline" | "tile" | "box" | "block" | "cube" | "knotsquare" | "squarestar" => Shape::Square,
            "diamond" | "rhombus" => Shape::Diamond,
            "triangle" | "pyramid" | "cone" | "wedge" => Shape::Triangle,
            "hexagon" | "hex" => Shape::Hexagon,
            "star" | "staroutline" | "pentagram" | "flower" => Shape::Star,
            "x" | "cross" => Shape::Cross,
            "thincross" | "thincrosssquare" => Shape::ThinCross,
            "plus" => Shape::Plus,
            "arrow" => Shape::Arrow,
            "king" => Shape::King,
            "queen" | "ferz" => Shape::Queen,
            "rook" => Shape::Rook,
            "bishop" => Shape::Bishop,
            "knight" | "horse" => Shape::Knight,
            "pawn" => Shape::Pawn,
            "cat" => Shape::Cat,
            "dog" | "hound" => Shape::Dog,
            "rabbit" | "hare" => Shape::Rabbit,
            "elephant" => Shape::Elephant,
            "camel" => Shape::Camel,
            "tiger" | "lion" | "leopard" | "jaguar" => Shape::Tiger,
            "fox" | "wolf" | "jackal" | "hyena" => Shape::Fox,
            "goat" | "sheep" | "lamb" => Shape::Goat,
            _ => return None,
        })
    }

    /// Its outline as path data; `None` for those made of circles.
    fn path(self) -> Option<&'static str> {
        Some(match self {
            Shape::Disc | Shape::Double | Shape::Ring => return None,
            Shape::Starred => "M-9.5 0A9.5 9.5 0 1 1 9.5 0A9.5 9.5 0 1 1 -9.5 0Z",
            Shape::Waves => {
                "M-9 -5.4C-6 -8.6 -3 -8.6 0 -5.4S6 -2.2 9 -5.4V-3.4C6 -0.2 3 -0.2 0 -3.4S-6 -6.6 -9 -3.4Z\
                 M-9 0.4C-6 -2.8 -3 -2.8 0 0.4S6 3.6 9 0.4V2.4C6 5.6 3 5.6 0 2.4S-6 -0.8 -9 2.4Z\
                 M-9 6.2C-6 3 -3 3 0 6.2S6 9.4 9 6.2V8.2C6 11.4 3 11.4 0 8.2S-6 5 -9 8.2Z"
            }
            Shape::Square => "M-8 -8H8V8H-8Z",
            Shape::Diamond => "M0 -10L7.5 0L0 10L-7.5 0Z",
            Shape::Triangle => "M0 -9.5L8.5 6.5H-8.5Z",
            Shape::Hexagon => "M0 -9.5L8.23 -4.75V4.75L0 9.5L-8.23 4.75V-4.75Z",
            Shape::Star => {
                "M0 -9.5L2.35 -3.24L9.04 -2.94L3.8 1.24L5.58 7.69L0 4L-5.58 7.69L-3.8 1.24L-9.04 -2.94L-2.35 -3.24Z"
            }
            Shape::Cross => "M-8 -5.8L-5.8 -8L0 -2.2L5.8 -8L8 -5.8L2.2 0L8 5.8L5.8 8L0 2.2L-5.8 8L-8 5.8L-2.2 0Z",
            Shape::ThinCross => "M-9.3 -10L10 9.3L9.3 10L-10 -9.3ZM9.3 -10L10 -9.3L-9.3 10L-10 9.3Z",
            Shape::Plus => "M-1.8 -8.5H1.8V-1.8H8.5V1.8H1.8V8.5H-1.8V1.8H-8.5V-1.8H-1.8Z",
            Shape::Arrow => "M0 -9L6.5 -1H2.6V9H-2.6V-1H-6.5Z",
            Shape::King => {
                "M-1.1 -10H1.1V-8.4H2.8V-6.4H1.1V-4.6C4.5 -6.6 8.5 -4 6.5 0.2L4.6 5L5.8 8.5H-5.8L-4.6 5L-6.5 0.2\
                 C-8.5 -4 -4.5 -6.6 -1.1 -4.6V-6.4H-2.8V-8.4H-1.1Z"
            }
            Shape::Queen => "M-8 -6L-4.2 -0.8L-3.8 -8.5L0 -1.6L3.8 -8.5L4.2 -0.8L8 -6L5.2 5L6.2 8.5H-6.2L-5.2 5Z",
            Shape::Rook => "M-6 -8H-3.5V-5.7H-1.3V-8H1.3V-5.7H3.5V-8H6V-3L4 -1.5V4.5L6.5 8.5H-6.5L-4 4.5V-1.5L-6 -3Z",
            Shape::Bishop => {
                "M0 -9.6A1.4 1.4 0 0 1 1 -7.2C4.8 -4 5.2 0 2.5 3L3.2 5.2L6.5 8.5H-6.5L-3.2 5.2L-2.5 3\
                 C-5.2 0 -4.8 -4 -1 -7.2A1.4 1.4 0 0 1 0 -9.6Z"
            }
            Shape::Knight => {
                "M-5.2 8.5C-5 3 -1.2 1.8 -0.8 -1.5C-2.8 -0.5 -4.3 1.1 -5.8 0.9C-7.4 0.6 -7.6 -1.4 -6.6 -2.6L-3.2 -7\
                 L-2.4 -9.6L-0.2 -7.8C4.6 -7.4 6.6 -1 6.2 8.5Z"
            }
            Shape::Pawn => {
                "M0 -8.5A3.6 3.6 0 0 1 2.3 -2.1L4.2 4.8L6.2 8.5H-6.2L-4.2 4.8L-2.3 -2.1A3.6 3.6 0 0 1 0 -8.5Z"
            }
            Shape::Wedge => "M0 -10L6.6 -7L8.6 9.4H-8.6L-6.6 -7Z",
            Shape::Cat => {
                "M-6.8 -9L-2.4 -5.6C-0.8 -6 0.8 -6 2.4 -5.6L6.8 -9L7.2 -0.8C7.2 4.8 3.4 8.4 0 8.4C-3.4 8.4 -7.2 4.8 -7.2 -0.8Z"
            }
            Shape::Dog => {
                "M-4 -6.8C-2 -7.8 2 -7.8 4 -6.8C7.6 -7.2 9.4 -3.5 9 1.4C8.8 4 6.6 4.2 5.6 2.4C5 6.4 3 9 0 9C-3 9 -5 6.4 -5.6 2.4\
                 C-6.6 4.2 -8.8 4 -9 1.4C-9.4 -3.5 -7.6 -7.2 -4 -6.8Z"
            }
            Shape::Rabbit => {
                "M-2.2 -2.2C-5 -5.6 -5.8 -10 -3.4 -10C-1.4 -10 -0.6 -6 -0.4 -2.8H0.4C0.6 -6 1.4 -10 3.4 -10\
                 C5.8 -10 5 -5.6 2.2 -2.2C5 -1.2 6.2 1 6.2 3.6C6.2 7 3.2 9 0 9C-3.2 9 -6.2 7 -6.2 3.6C-6.2 1 -5 -1.2 -2.2 -2.2Z"
            }
            Shape::Elephant => {
                "M-3.6 -7.2C-1.6 -8 1.6 -8 3.6 -7.2C6 -9.4 10 -6.8 9.6 -2C9.2 2.4 6.6 3.6 4.2 1.8C3.6 3.6 2.4 4.4 2.2 5.4\
                 C2 7 2.8 7.4 3.8 7V9.2C0.4 10.2 -2 8.2 -2 5.4C-2.2 4.4 -3.6 3.6 -4.2 1.8C-6.6 3.6 -9.2 2.4 -9.6 -2\
                 C-10 -6.8 -6 -9.4 -3.6 -7.2Z"
            }
            Shape::Camel => {
                "M-9.4 -5.6C-9.4 -7.8 -6.6 -8.2 -5.2 -6.6C-4.8 -4.2 -5 -2.6 -4.2 -1.4C-3.8 -5.6 -1 -6 -0.2 -1.8H0.8\
                 C1.4 -6 4.4 -5.6 5 -1.6C7.4 -0.8 8 1 7.8 3L7.4 9H5.2L4.8 4C2.4 5 -0.6 5 -2.6 4.2L-3 9H-5.2L-5.6 2.8\
                 C-7.2 1 -7.2 -2 -7.4 -4.4C-8.4 -4.2 -9.4 -4.6 -9.4 -5.6Z"
            }
            Shape::Tiger => {
                "M-5 -6.4C-7.8 -9.2 -9.8 -5.6 -7.4 -3.4C-9 4.2 -4.6 9 0 9C4.6 9 9 4.2 7.4 -3.4C9.8 -5.6 7.8 -9.2 5 -6.4\
                 C2 -8.2 -2 -8.2 -5 -6.4Z"
            }
            Shape::Fox => "M-8 -9L-2.8 -5.4C-1 -6 1 -6 2.8 -5.4L8 -9L8.2 -1L2.4 6.2L0 9L-2.4 6.2L-8.2 -1Z",
            Shape::Goat => {
                "M-2.6 -4.4C-7 -4.8 -8.8 -7.8 -6.6 -9.8C-6.6 -7.8 -4.6 -7 -2.2 -7C-1 -7.4 1 -7.4 2.2 -7C4.6 -7 6.6 -7.8 6.6 -9.8\
                 C8.8 -7.8 7 -4.8 2.6 -4.4L4.2 -1C4.2 4 2 5.6 1.6 8.8L0 10L-1.6 8.8C-2 5.6 -4.2 4 -4.2 -1Z"
            }
        })
    }

    /// Lines upon it: a face.
    fn lines(self) -> Option<&'static str> {
        Some(match self {
            Shape::Cat => {
                "M-3 -0.6V0.2M3 -0.6V0.2M-1.6 3.2L0 4.4L1.6 3.2M-2.6 4.6L-6 5.2M2.6 4.6L6 5.2M-2.6 3.4L-6 2.6M2.6 3.4L6 2.6"
            }
            Shape::Dog => {
                "M-2.4 -2V-1.2M2.4 -2V-1.2M-1.2 3.4H1.2L0 4.6ZM0 4.6V6.4M-4.6 -5.6C-5.6 -3 -5.8 0 -5.6 2.2M4.6 -5.6C5.6 -3 5.8 0 5.6 2.2"
            }
            Shape::Rabbit => "M-2.4 2.2V3M2.4 2.2V3M-1 5.2L0 6L1 5.2M0 6V7.4",
            Shape::Elephant => {
                "M-2.4 -2.4V-1.6M2.4 -2.4V-1.6M-4.4 -6C-5.2 -3.6 -5.2 -0.6 -4.2 1.8M4.4 -6C5.2 -3.6 5.2 -0.6 4.2 1.8M-1.4 3.4H1.4M-1.4 5.2H1.4"
            }
            Shape::Camel => "M-7 -6V-5.6",
            Shape::Tiger => {
                "M-3 -0.8V0M3 -0.8V0M-1.4 3L0 4.2L1.4 3M0 4.2V6M0 -7V-3.6M-2.4 -6.6V-4.4M2.4 -6.6V-4.4M-7.6 1.4L-5 1.8M7.6 1.4L5 1.8M-6.6 4.6L-4.4 4M6.6 4.6L4.4 4"
            }
            Shape::Fox => "M-3.2 -1.4L-2.2 -0.6M3.2 -1.4L2.2 -0.6M-1 6.4L0 7.4L1 6.4M-7.4 -0.6L-2 3.4M7.4 -0.6L2 3.4",
            Shape::Goat => "M-1.8 -1.8V-1M1.8 -1.8V-1M-0.8 4.6L0 5.4L0.8 4.6",
            Shape::Starred => "M0 -6.2L1.5 -2.1L5.9 -1.9L2.5 0.8L3.6 5L0 2.6L-3.6 5L-2.5 0.8L-5.9 -1.9L-1.5 -2.1Z",
            _ => return None,
        })
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
        Shape::Disc => circle(xml, at.1, r, &fill, width),
        Shape::Double => {
            circle(xml, at.1 + 1.6, r * 0.92, &fill, width);
            circle(xml, at.1 - 1.6, r * 0.92, &fill, width);
        }
        Shape::Ring => {
            circle(xml, at.1, r * 0.78, &"none", r * 0.44 + width);
            let inner = Num(r * 0.44 - width);
            xml.circle(at, r * 0.78, &[("fill", &"none"), ("stroke", &fill), ("stroke-width", &inner)]);
        }
        _ => {
            let Some(path) = shape.path() else { return };
            let mut place = format!("translate({} {})", Num(at.0), Num(at.1));
            if turned != 0.0 {
                place.push_str(&format!(" rotate({})", Num(turned)));
            }
            place.push_str(&format!(" scale({} {})", Num(scale.0), Num(scale.1)));
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
            if let Some(lines) = shape.lines() {
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
