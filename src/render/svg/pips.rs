//! Dice and dominoes.

use super::colour::Colour;
use super::shapes::letters;
use super::token::OUTLINE;
use super::xml::{Num, Xml};

/// How far the pips of a die are from its middle.
pub(super) const FAR: f64 = 4.6;

/// The colour of dominoes.
pub(super) const TILE: Colour = Colour::rgb(45, 42, 40);

/// A die that shows a number.
pub(super) fn die(xml: &mut Xml, face: i32, y: f64) {
    let ink = Colour::rgb(35, 32, 30);
    xml.rect(
        (-8.5, y - 8.5),
        (17.0, 17.0),
        &[("rx", &Num(3.0)), ("fill", &"#ffffff"), ("stroke", &ink), ("stroke-width", &Num(OUTLINE))],
    );
    match face {
        1..=6 => spots(face).for_each(|(x, dy)| pip(xml, (x * FAR, y + dy * FAR), 1.6, ink)),
        _ => letters(xml, &face.to_string(), 10.0, ink, (0.0, y)),
    }
}

/// A domino in a hand, one half above the other.
pub(super) fn domino(xml: &mut Xml, pips: [i32; 2], y: f64) {
    let ink = TILE.ink();
    xml.rect((-5.0, y - 9.6), (10.0, 19.2), &[("rx", &"1.2"), ("fill", &TILE)]);
    xml.empty("path", &[("d", &format_args!("M-4 {}h8", Num(y))), ("stroke", &ink), ("stroke-width", &"0.5")]);
    for (value, middle) in pips.into_iter().zip([y - 4.8, y + 4.8]) {
        spots(value).for_each(|(dx, dy)| pip(xml, (dx * 2.8, middle + dy * 2.8), 0.9, ink));
    }
}

/// A dot.
pub(super) fn pip(xml: &mut Xml, at: (f64, f64), r: f64, fill: Colour) {
    xml.circle(at, r, &[("fill", &fill)]);
}

/// The nine places for pips, row by row, as the numbers up to nine fill them.
const FACES: [&str; 10] = [
    "         ",
    "    o    ",
    "o       o",
    "o   o   o",
    "o o   o o",
    "o o o o o",
    "o oo oo o",
    "o ooooo o",
    "oooo oooo",
    "ooooooooo",
];

/// Where the pips of a number are, from the middle; as many as there can be of more than nine.
pub(super) fn spots(number: i32) -> impl Iterator<Item = (f64, f64)> {
    let filled = FACES[number.clamp(0, 9) as usize].bytes().zip(0_i32..).filter(|(pip, _)| *pip == b'o');
    filled.map(|(_, place)| (f64::from(place % 3 - 1), f64::from(place / 3 - 1)))
}
