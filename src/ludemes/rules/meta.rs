//! `(meta ..)`: rules about rules.
//!
//! `(swap)`: the second player may take over the first player's seat, as a move listed last. `(no Repeat ..)`: a
//! move that brings back a position (or situation) is illegal. `(no Suicide)`: a move that makes the mover lose is
//! illegal. `(passEnd NoEnd)`: all players passing does not end the game. `(automove)`: moves to sites that only one
//! move goes to are made by themselves. `(gravity PyramidalDrop)`: pieces on vertices drop to empty ones below.
//! `(pin SupportMultiple)`: no piece below two others can be removed. (Ludii 1.3.12's behaviour.)

use crate::engine::game::{Meta, Repetition};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::part("meta", "meta", ""),
    Row::part("metaRule", "swap", ""),
    Row::part("metaRule", "no", "Repeat").requires(|needs, call| {
        needs.features.tries = true;
        repeats(needs, call);
    }),
    Row::part("metaRule", "no", "Suicide").requires(|needs, _| needs.features.tries = true),
    Row::part("metaRule", "passEnd", "").requires(|needs, call| {
        needs.features.no_pass_end |= call.word("type") == Some("NoEnd");
    }),
    Row::part("metaRule", "automove", ""),
    Row::part("metaRule", "gravity", ""),
    Row::part("metaRule", "gravity", "PyramidalDrop"),
    Row::part("metaRule", "pin", "SupportMultiple"),
];

/// Reads the meta rules.
pub(super) fn read(call: &Ludeme, lo: &Lowering) -> Lowered<Meta> {
    let mut meta = Meta::default();
    let rules = super::clauses(call, "rules").into_iter().chain(super::clauses(call, "rule"));
    for rule in rules {
        match (rule.form.head, rule.form.keyword) {
            ("swap", _) => meta.swap = true,
            ("no", Some("Suicide")) => meta.no_suicide = true,
            ("no", Some("Repeat")) => meta.no_repeat = Some(repetition(rule)),
            ("passEnd", _) => {}
            ("automove", _) => meta.automove = true,
            ("gravity", _) => meta.gravity = true,
            ("pin", _) => meta.pin = true,
            _ => return lo.unsupported(&rule.origin, format_args!("`({})`", rule.form.title())),
        }
    }
    Ok(meta)
}

/// The kind of repetition that a ludeme names, positions of the whole game by default.
pub(crate) fn repetition(call: &Ludeme) -> Repetition {
    let word = call.args.iter().flatten().find_map(Arg::word);
    match word {
        Some("Situational") => Repetition::Situational,
        Some("PositionalInTurn") => Repetition::PositionalInTurn,
        Some("SituationalInTurn") => Repetition::SituationalInTurn,
        _ => Repetition::Positional,
    }
}

/// Notes which repetition is asked for.
pub(in crate::ludemes) fn repeats(needs: &mut Requirements, call: &Ludeme) {
    let features = &mut needs.features;
    *match repetition(call) {
        Repetition::Positional => &mut features.positional,
        Repetition::PositionalInTurn => &mut features.positional_in_turn,
        Repetition::Situational => &mut features.situational,
        Repetition::SituationalInTurn => &mut features.situational_in_turn,
    } = true;
}
