//! Signs of our own that are drawn in lines on a piece: the characters on the pieces of the chess games of China and
//! Japan.
//!
//! They are drawn, not written: few systems have a font for them in a place where pictures are shown. Promoted pieces
//! of shogi have the short forms that are usual in diagrams.

use super::colour::Colour;
use super::xml::{Num, Xml};

/// The characters by the names of pieces, in lower case; lines within 6.5 of the middle.
const GLYPHS: &[(&[&str], &str)] = &[
    (
        &["jiang", "shuai"],
        "M-3.4 -6L-4.4 -4.4M-5 -4.4V5.2M-5 -4.4H-1.6V-0.8H-5M-5 1.4H-1.6V5.2H-5M0.2 -3.2V3.4M0.2 -3.2H5.4V2.8L4 3.2\
         M2.8 -6V6.2",
    ),
    (&["shi"], "M-5.5 -1.5H5.5M0 -6V5.2M-3.8 5.2H3.8"),
    (
        &["xiang"],
        "M-1.5 -6.4L-4.5 -3.6M-1.9 -5.4H2.2L0.8 -3.4M-4 -3.4H4V-0.6H-4ZM0 -3.4V-0.6M0.4 -0.6L-5.2 2\
         M-1.4 0.6C1 2 1.4 4.6 0.4 6.2L-1.2 5.4M0.4 2L-5 4.6M0.8 3.6L-4.4 6.4M4.8 0L1.2 1.8M0.8 1.4L5.6 5.4",
    ),
    (
        &["ma", "ryuma", "dragonhorse"],
        "M-3.6 -6V0.6M-3.6 -6H4M-3.6 -3.8H3.6M-3.6 -1.6H3.6M0.2 -6V0.6M-3.6 0.6H4.8C5 3.5 4.6 5 3.6 6.2L2 5.4\
         M-5 2.4L-5.6 5M-2.6 2.6L-2.2 4.6M-0.4 2.6L0.2 4.4M1.8 2.4L2.6 4",
    ),
    (&["ju", "che", "chariot"], "M-4 -4.8H4M-3.4 -3H3.4V1.6H-3.4ZM-3.4 -0.7H3.4M-5.6 3.6H5.6M0 -6.4V6.4"),
    (
        &["pao", "cannon"],
        "M-5.8 -5H-1.6M-3.6 -5L-5.8 0.4M-4.6 -0.6H-2V3.8H-4.6ZM1.2 -6.2L-0.8 -2.8M0.4 -4.6H5.2C5.2 -1 5 0.6 4.4 1.8L3.2 1.4\
         M0.4 -2.2H3V0.2H0.4M0.4 -2.2V4.6C0.4 5.6 1 5.8 2 5.8H5.6V4.2",
    ),
    (
        &["zu", "bing"],
        "M0 -6.4V-4.8M-5 -4.6H5M-2.4 -4.4L-4.8 -0.6M-2.6 -3.2L-0.8 -0.8M2.4 -4.4L0.4 -0.6M2.4 -3.2L4.8 -0.8\
         M-5.8 1.8H5.8M0 -0.6V6.4",
    ),
    (
        &["fuhyo"],
        "M0 -6.4V-1.6M0 -4.2H3.6M-3.2 -4.6V-1.6M-5.4 -1.6H5.4M0 -0.4V3.6L-1.2 3M-2.6 0L-4.8 2.8M2.4 0L4.8 2.4\
         M4.2 2.8C2.5 5.2 -0.5 6.2 -4 6.4",
    ),
    (
        &["kyosha"],
        "M3.4 -6.4L-3 -5.4M-5.4 -3.6H5.4M0 -5.8V-0.2M-0.4 -3.4L-5.2 -0.4M0.4 -3.4L5.2 -0.4M-3 0.8H3V6H-3ZM-3 3.4H3",
    ),
    (
        &["keima"],
        "M-6 -3.2H-1.4M-3.6 -6.2V6.2M-3.8 -2.8L-6 1.8M-3.4 -2.8L-1.4 0.2M0 -4.6H5.4M2.7 -6.4V-1.8M-0.4 -1.8H5.8\
         M0 1.8H5.4M2.7 -0.2V5.2M-0.6 5.2H6",
    ),
    (
        &["ginsho", "silvergeneral"],
        "M-3.4 -6.4L-6.2 -2.6M-3.4 -6.4L-0.6 -3M-4.8 -2.2H-2M-5.8 0.4H-1M-3.4 -2.2V5.2M-5.4 2L-4.6 3.8M-1.4 2L-2.2 3.8\
         M-6 5.6H-0.8M1 -5.8H5V-0.4H1M1 -3.1H5M1 -5.8V5.6L3 4.2M5 1L3 2.6M2 -0.4C2.8 2.5 4 4.6 6 5.8",
    ),
    (
        &["kinsho", "goldgeneral"],
        "M0 -6.4L-5.8 -1.4M0 -6.4L5.8 -1.4M-2.6 -1.8H2.6M-4.4 1H4.4M0 -1.8V5.6M-3 2.6L-2 4.4M3 2.6L2 4.4M-5.2 5.8H5.2",
    ),
    (
        &["kakugyo"],
        "M-1.4 -6.4L-4.6 -3M-1.8 -5.4H2.2L0.8 -3.4M-3.4 -3.4H3.8V5.6L2.4 5.2M-3.4 -3.4C-3.4 1.5 -3.8 4 -5.2 6.2\
         M-3.4 -0.6H3.8M-3.6 2.2H3.8M0.2 -3.4V5",
    ),
    (
        &["hisha"],
        "M-5 -5.4H2.4C2.6 -3 3.6 -1 5.6 -0.8M5.2 -5L3.4 -3.4M-1 -3.8L-5 -1.8M-6 0.6H2.8C3 3 3.8 5.4 5.8 5.8M5.4 1.2L3.6 2.8\
         M-3.4 -2.4C-3.4 2 -3.8 4.4 -5.6 6.2M-0.6 -3.6V6.2",
    ),
    (&["osho", "gyokusho"], "M-4.6 -5.4H4.6M-3.8 -0.2H3.8M-5.4 5.4H5.4M0 -5.4V5.4"),
    (&["tokin"], "M-1.6 -6.2C-1.4 -3.4 -0.8 -2 0 -0.8M4 -3.2C-2 -0.6 -4 1.6 -4 3.4C-4 5.6 -1.6 6 4.6 5.2"),
    (&["narikyo"], "M-5.4 -4H5.4M0 -6.4V-0.2M-0.4 -3.8L-5 -0.4M0.4 -3.8L5 -0.4M-3.2 1.2H3.2V6H-3.2Z"),
    (&["narikei"], "M-4 -4.4H4M0 -6.4V-1.6M-5 -1.6H5M-4 2H4M0 0V5.6M-5.6 5.6H5.6"),
    (&["narigin"], "M0 -6.4L-5.8 -1.4M0 -6.4L5.8 -1.4M-3.6 -1.2H3.6M-3.2 2.2H3.2M0 -1.2V5.6M-5.2 5.6H5.2"),
    (
        &["ryuo", "dragonking"],
        "M0 -6.4V-4.8M-4.4 -4.8H4.4M-2.2 -4L-1.4 -2.6M2.2 -4L1.4 -2.6M-5.4 -2.2H5.4M-3.6 -0.6H3.6V3.4H-3.6ZM-3.6 1.4H3.6\
         M0 -0.6V5C0 5.8 0.6 6 1.4 6H5.4V4.6",
    ),
];

/// How many of them stand on discs; the others are written on wedges.
const ON_DISCS: usize = 7;

/// The lines of the character of a piece; `None` where there is none of our own.
pub(super) fn glyph(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    GLYPHS.iter().find(|(names, _)| names.contains(&&*name)).map(|(_, lines)| *lines)
}

/// Whether the picture of this name is a wedge. Any piece can have one: it is that of the piece's own name, or of the one
/// that the metadata give it.
pub(super) fn is_wedge(name: &str) -> bool {
    let named = |(names, _): &&(&[&str], &str)| names.contains(&&*name.to_ascii_lowercase());
    GLYPHS.iter().skip(ON_DISCS).any(|entry| named(&entry)) && !name.eq_ignore_ascii_case("dragonhorse")
}

/// Draws lines about a point; with `scale` 1 they are within 6.5 of it.
pub(super) fn lines(xml: &mut Xml, path: &str, colour: Colour, scale: f64, at: (f64, f64), turned: f64) {
    let mut place = format!("translate({} {})", Num(at.0), Num(at.1));
    if turned != 0.0 {
        place.push_str(&format!(" rotate({})", Num(turned)));
    }
    place.push_str(&format!(" scale({})", Num(scale)));
    xml.empty(
        "path",
        &[
            ("d", &path),
            ("transform", &place),
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
        let names: Vec<&str> = GLYPHS.iter().flat_map(|(names, _)| names.iter().copied()).collect();
        for (index, name) in names.iter().enumerate() {
            assert!(!names[..index].contains(name), "{name} twice");
            assert_eq!(*name, name.to_ascii_lowercase());
            assert!(glyph(&name.to_uppercase()).is_some());
        }
        assert!(glyph("Pawn").is_none());
    }
}
