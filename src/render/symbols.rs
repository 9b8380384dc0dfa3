//! The signs that stand for pieces in a picture.

use super::sight::UNKNOWN;
use crate::engine::equipment::{Component, Equipment};
use crate::engine::site_store::Piece;
use std::collections::HashSet;
use std::sync::Arc;

/// Signs for pieces of nobody in particular.
const NEUTRAL: [&str; 8] = ["#", "*", "@", "%", "&", "+", "=", "~"];

/// The sign of every component of a game.
///
/// A game for two in which each player has one kind of piece shows `X` and `O`. Otherwise a piece is shown by a letter
/// of its name, large for the first player and small for the second; with more players the letter is followed by the
/// player's number. Pieces that belong to no single player are shown by signs such as `#`,
/// dominoes by their pips: `3|5`, dice by what they show: `[5]`. In a deduction puzzle, which
/// has no pieces, values are shown as numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbols {
    list: Vec<String>,
    /// Whether values stand on the sites instead of components.
    values: bool,
    /// Which components are dominoes: their sign says all about them.
    dominoes: Vec<bool>,
    players: i32,
    /// What dice show, by component and local state; empty for what is no die.
    faces: Vec<Arc<[i32]>>,
    /// Which components are shown without their states; all with them where there are none.
    stateless: Vec<bool>,
}

impl Symbols {
    /// Chooses the signs of a game.
    pub fn of(equipment: &Equipment) -> Self {
        let players = equipment.players;
        let owned = |owner: i32| (1..=players).contains(&owner);
        let single = (1..=players).all(|player| equipment.components_of(player).count() <= 1);
        let mut letters = Letters::default();
        let mut neutral = NEUTRAL.iter();
        let list = equipment
            .components
            .iter()
            .enumerate()
            .map(|(index, component)| match component.owner {
                _ if !component.faces.is_empty() => "[]".to_owned(),
                _ if pips(component).is_some() => pips(component).unwrap_or_default(),
                _ if index == 0 => ".".to_owned(),
                owner if !owned(owner) => {
                    neutral.next().map_or_else(|| letters.of(&component.name).to_string(), |sign| (*sign).to_owned())
                }
                1 if single && players == 2 => "X".to_owned(),
                2 if single && players == 2 => "O".to_owned(),
                owner if single && players > 2 => owner.to_string(),
                1 if players <= 2 => letters.of(&component.base).to_string(),
                2 if players == 2 => letters.of(&component.base).to_lowercase().to_string(),
                owner => format!("{}{owner}", letters.of(&component.base)),
            })
            .collect();
        let faces = equipment.components.iter().map(|component| Arc::clone(&component.faces)).collect();
        let dominoes = equipment.components.iter().map(|component| pips(component).is_some()).collect();
        Symbols { list, values: equipment.has_no_components(), dominoes, players, faces, stateless: Vec::new() }
    }

    /// The same, with local states only of the components whose states tell something.
    #[must_use]
    pub fn with_states_of(self, equipment: &Equipment, tells: impl Fn(&Component) -> bool) -> Self {
        Symbols { stateless: equipment.components.iter().map(|component| !tells(component)).collect(), ..self }
    }

    /// The sign of a component by index; `.` for 0, `?` for one that does not exist.
    pub fn get(&self, component: usize) -> &str {
        self.list.get(component).map_or("?", String::as_str)
    }

    /// A piece as it stands in a picture: its sign, how many there are where there are several, `:` and its state, `/`
    /// and its value where these are not 0.
    pub fn token(&self, piece: &Piece, many: i32) -> String {
        let mut text = self.get(usize::from(piece.what)).to_owned();
        if piece.what == 0 || self.dominoes.get(usize::from(piece.what)) == Some(&true) {
            return text;
        }
        let faces = self.faces.get(usize::from(piece.what)).map_or(&[][..], |faces| faces);
        if let Some(face) = usize::try_from(piece.state).ok().and_then(|state| faces.get(state)) {
            return format!("[{face}]");
        }
        if piece.what == UNKNOWN {
            let owner =
                if (1..=self.players).contains(&i32::from(piece.who)) { piece.who.to_string() } else { String::new() };
            return if many > 1 { format!("?{owner}x{many}") } else { format!("?{owner}") };
        }
        if self.values {
            return piece.what.to_string();
        }
        if many > 1 {
            text.push_str(&many.to_string());
        }
        if piece.state != 0 && self.stateless.get(usize::from(piece.what)) != Some(&true) {
            text.push_str(&format!(":{}", piece.state));
        }
        if piece.value != 0 {
            text.push_str(&format!("/{}", piece.value));
        }
        text
    }

    /// What the signs stand for, in one line: `X Disc1, O Disc2`.
    pub fn legend(&self, equipment: &Equipment) -> String {
        let entries = self.list.iter().zip(&equipment.components).skip(1);
        let entries = entries.filter(|(_, component)| pips(component).is_none() && component.faces.is_empty());
        entries.map(|(sign, component)| format!("{sign} {}", component.name)).collect::<Vec<_>>().join(", ")
    }
}

/// The pips of a domino: `3|5`.
fn pips(component: &Component) -> Option<String> {
    let [first, second] = component.tile.as_ref()?.pips?;
    Some(format!("{first}|{second}"))
}

/// One capital letter for each name.
#[derive(Default)]
struct Letters {
    given: Vec<(String, char)>,
    used: HashSet<char>,
}

impl Letters {
    fn of(&mut self, name: &str) -> char {
        if let Some((_, letter)) = self.given.iter().find(|(known, _)| known == name) {
            return *letter;
        }
        let own = name.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_uppercase());
        let letter = own.chain('A'..='Z').find(|c| !self.used.contains(c)).unwrap_or('?');
        self.used.insert(letter);
        self.given.push((name.to_owned(), letter));
        letter
    }
}
