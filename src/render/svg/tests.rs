//! Whose a piece is can be seen in every game that is published.

use super::frame::{Part, Stack};
use super::geometry::{Geometry, LocalSite};
use super::look::Table;
use super::token::Tokens;
use super::xml::Xml;
use super::*;
use crate::common;
use crate::engine::site_store::Piece;
use crate::{Compiled, KnownDefines, Parsed};
use std::path::Path;

fn compiled(path: &Path, known: &KnownDefines) -> Option<Compiled> {
    let text = std::fs::read_to_string(path).ok()?;
    Parsed::new("library", &text).ok()?.expand(&[], known).ok()?.check().ok()?.compile().ok()
}

/// Pieces of one name and two owners that are drawn alike.
fn alike(compiled: &Compiled) -> Vec<String> {
    let (game, look) = (compiled.game(), Look::of(compiled));
    let equipment = &*game.equipment;
    let geometry = Geometry::new(equipment, None, (0.0, 0.0), Table::Graph);
    let mut tokens = Tokens::new(equipment, &look, &[]);
    let place = LocalSite { container: 0, t: equipment.board.default_type(), site: 0 };
    let owned = |owner: i32| (1..=equipment.players).contains(&owner);
    let mut found = Vec::new();
    for (index, one) in equipment.components.iter().enumerate().filter(|(_, one)| owned(one.owner)) {
        let mut drawn = |what: usize, who: i32| {
            let (what, who) = (u16::try_from(what).unwrap_or(0), u8::try_from(who).unwrap_or(0));
            let pieces = vec![Piece { what, who, count: 1, ..Piece::default() }];
            tokens.of(&Stack { pieces, many: 1, part: Part::Whole }, place, &geometry)
        };
        let own = drawn(index, one.owner);
        for (other, two) in equipment.components.iter().enumerate().skip(index + 1) {
            let same = one.base == two.base && owned(two.owner) && one.owner != two.owner;
            // What is not drawn, and what lies on its side, is left to the description.
            if same && drawn(other, two.owner) == own && !look.piece(one, &Piece::default(), 0).hidden {
                found.push(format!("{} and {}", one.name, two.name));
            }
        }
    }
    let mut xml = Xml::new();
    tokens.define(&mut xml);
    assert!(!xml.finish().contains("NaN"), "{}", game.name);
    found
}

#[test]
fn whose_a_piece_is_can_be_seen() {
    let Some(reference) = common::reference() else { return };
    let known = KnownDefines::standard();
    let (mut drawn, mut wrong) = (0, Vec::new());
    for (file, _) in common::index(&reference) {
        let Some(compiled) = compiled(&reference.join("ludii/lud").join(&file), &known) else { continue };
        drawn += 1;
        wrong.extend(alike(&compiled).into_iter().map(|pair| format!("{file}: {pair}")));
    }
    assert!(drawn > 800, "{drawn} games of the library can be played");
    assert!(wrong.is_empty(), "{} pairs of pieces look alike:\n{}", wrong.len(), wrong.join("\n"));
}
