//! Colours, those with names of the language among them.

use std::fmt;

/// A colour with its opacity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Colour {
    /// Red, 0 to 255.
    pub r: u8,
    /// Green, 0 to 255.
    pub g: u8,
    /// Blue, 0 to 255.
    pub b: u8,
    /// Opacity: 0 cannot be seen, 255 hides what is below.
    pub a: u8,
}

/// The colours that the language has words for, but for `Hidden`. The words are Ludii's; the values are ours.
const NAMED: &str = include_str!("colours.txt");

/// The colours of players 1 to 16 of whom the description says nothing: told apart on light and on dark boards.
const PLAYERS: [u32; 16] = [
    0xF5F0E4, 0x323238, 0xC83C46, 0x2D78B9, 0x3C9650, 0xEBB43C, 0x8C55A5, 0xE1783C, 0x3CAFAF, 0xE68CB9, 0x825F41,
    0xA5C350, 0x5A6496, 0xB9A582, 0x731E3C, 0x78827D,
];

impl Colour {
    /// An opaque colour.
    pub const fn rgb(r: u8, g: u8, b: u8) -> Self {
        Colour { r, g, b, a: 255 }
    }

    /// The colour of a word of the language, such as `DarkGreen`.
    pub fn named(word: &str) -> Option<Self> {
        if word == "Hidden" {
            return Some(Colour { r: 0, g: 0, b: 0, a: 0 });
        }
        let (_, code) = NAMED.lines().filter_map(|line| line.split_once(' ')).find(|(name, _)| *name == word)?;
        Colour::hexadecimal(code)
    }

    /// The colour of a code such as `#ff8000`, with or without `#`.
    pub fn hexadecimal(code: &str) -> Option<Self> {
        let digits = code.trim().trim_start_matches('#');
        let digits = digits.strip_prefix("0x").unwrap_or(digits);
        if digits.len() != 6 {
            return None;
        }
        let number = u32::from_str_radix(digits, 16).ok()?;
        Some(Colour::of_number(number))
    }

    /// The colour of a number such as `0xff8000`.
    fn of_number(number: u32) -> Self {
        let [_, r, g, b] = number.to_be_bytes();
        Colour::rgb(r, g, b)
    }

    /// The colour of a player of whom the description says nothing.
    pub fn of_player(player: usize) -> Self {
        Colour::of_number(PLAYERS[player.saturating_sub(1) % PLAYERS.len()])
    }

    /// Whether nothing of it can be seen.
    pub fn is_hidden(self) -> bool {
        self.a == 0
    }

    /// How light it is, 0 to 1, as the eye weighs the parts.
    fn light(self) -> f64 {
        (0.299 * f64::from(self.r) + 0.587 * f64::from(self.g) + 0.114 * f64::from(self.b)) / 255.0
    }

    /// So much of the way to another colour, 0 to 1.
    pub(super) fn towards(self, other: Colour, part: f64) -> Self {
        let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * part).round() as u8;
        Colour { r: mix(self.r, other.r), g: mix(self.g, other.g), b: mix(self.b, other.b), a: self.a }
    }

    /// How far it is from another, 0 to 1.
    pub(super) fn distance(self, other: Colour) -> f64 {
        let far = |a: u8, b: u8| (f64::from(a) - f64::from(b)) / 255.0;
        let (r, g, b) = (far(self.r, other.r), far(self.g, other.g), far(self.b, other.b));
        ((r * r + g * g + b * b) / 3.0).sqrt()
    }

    /// A colour for the outline of something of this colour: darker, or lighter where it is dark.
    pub fn outline(self) -> Self {
        let opaque = Colour { a: 255, ..self };
        if self.light() > 0.3 {
            opaque.towards(Colour::rgb(0, 0, 0), 0.55)
        } else {
            opaque.towards(Colour::rgb(255, 255, 255), 0.35)
        }
    }

    /// A colour for signs on something of this colour.
    pub fn ink(self) -> Self {
        if self.light() > 0.5 { Colour::rgb(35, 32, 30) } else { Colour::rgb(250, 248, 242) }
    }

    /// Its part in opacity, 0 to 1.
    pub fn opacity(self) -> f64 {
        f64::from(self.a) / 255.0
    }
}

impl fmt::Display for Colour {
    /// `#rrggbb`; the opacity is an attribute of its own.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.r, self.g, self.b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_language_is_a_colour() {
        let words = &crate::schema::Schema::get().kind("userColourType").expect("a kind of the language").constants;
        assert!(words.len() > 40, "the language has words for colours");
        for word in words {
            assert!(Colour::named(word).is_some(), "{word}");
        }
    }

    #[test]
    fn codes() {
        assert_eq!(Colour::hexadecimal("#ff8000"), Some(Colour::rgb(255, 128, 0)));
        assert_eq!(Colour::hexadecimal("0x102030"), Some(Colour::rgb(16, 32, 48)));
        assert_eq!(Colour::hexadecimal("orange"), None);
        assert_eq!(Colour::hexadecimal("ff800"), None);
    }
}
