//! Signs of our own that are drawn in lines on a piece: the characters on the pieces of the chess games of China and
//! Japan.
//!
//! They are drawn, not written: few systems have a font for them in a place where pictures are shown. Promoted pieces
//! of shogi have the short forms that are usual in diagrams.

use super::colour::Colour;
use super::xml::{Num, Xml, transform};

/// The characters by the names of pieces, and what they stand on.
const GLYPHS: &str = include_str!("glyphs.txt");

/// The row of a name: what the character stands on, and its lines.
fn row(name: &str) -> Option<(&'static str, &'static str)> {
    let name = name.to_ascii_lowercase();
    let mut rows = GLYPHS.lines().filter_map(|line| line.split_once(" | "));
    let (_, row) = rows.find(|(names, _)| names.split(' ').any(|known| known == name))?;
    row.split_once(" | ")
}

/// The lines of the character of a piece; `None` where there is none of our own.
pub(super) fn glyph(name: &str) -> Option<&'static str> {
    row(name).map(|(_, lines)| lines)
}

/// Whether the picture of this name is a wedge. Any piece can have one: it is that of the piece's own name, or of the one
/// that the metadata give it.
pub(super) fn is_wedge(name: &str) -> bool {
    row(name).is_some_and(|(ground, _)| ground == "wedge")
}

/// Draws lines about a point; with `scale` 1 they are within 6.5 of it.
pub(super) fn lines(xml: &mut Xml, path: &str, colour: Colour, scale: f64, at: (f64, f64), turned: f64) {
    xml.empty(
        "path",
        &[
            ("d", &path),
            ("transform", &transform(at, turned, Num(scale))),
            ("fill", &"none"),
            ("stroke", &colour),
            ("stroke-width", &"1.1"),
            ("stroke-linecap", &"round"),
            ("stroke-linejoin", &"round"),
        ],
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_one_glyph() {
        let rows = GLYPHS.lines().filter_map(|line| line.split_once(" | "));
        let names: Vec<&str> = rows.flat_map(|(names, _)| names.split(' ')).collect();
        for (index, name) in names.iter().enumerate() {
            assert!(!names[..index].contains(name), "{name} twice");
            assert_eq!(*name, name.to_ascii_lowercase());
            assert!(glyph(&name.to_uppercase()).is_some());
        }
        assert!(glyph("Pawn").is_none());
    }
}
