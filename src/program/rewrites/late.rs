//! Scores are computed when somebody asks for them.

use super::Rewrite;
use crate::program::build::Builder;
use crate::program::ir::{EffectId, EffectNode, IntId, IntNode, TemplateId, part};

/// The rewrite.
pub const REWRITE: Rewrite = Rewrite::new(
    "late",
    "an effect that stores scores computed from the position can wait until a score is read or the position it looked \
     at changes; if the same effect stores over it first, it need not happen at all",
);

/// What the machine has to know of the effect that is put off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lateness {
    /// Whether it stores the scores of all players, whoever is the mover.
    pub all_players: bool,
    /// Whether it stores the same scores whenever the mover is the same, so that it stores over what it stored before.
    pub same_for_mover: bool,
    /// Whether it looks at the pieces of the mover only.
    pub own_pieces: bool,
    /// Whether it is nothing but one store for each player that reads no score, so that each may be made by itself.
    pub apart: bool,
}

impl Lateness {
    /// Whether a move of one's own pieces concerns nothing that waits but what is put off again with it.
    pub fn drops_own(self) -> bool {
        self.same_for_mover && self.own_pieces
    }
}

/// What an effect that is put off may read.
const READS: u16 = part::BOARD | part::MOVERS | part::TURN | part::SCORES | part::REMEMBERED;

/// Puts off the one effect that can be; gives it.
pub fn put_off(builder: &mut Builder) -> Option<EffectId> {
    let templates: Vec<TemplateId> = (0..builder.table.templates.len() as u32).map(TemplateId).collect();
    let reads = builder.table.moves.needs.iter().fold(0, |reads, needs| reads | needs.reads);
    if reads & (part::SCORES | part::REMEMBERED) != 0 {
        return None;
    }
    // The consequences of every template, the part that can wait apart.
    let mut parted = Vec::new();
    let mut found: Option<EffectId> = None;
    for template in templates {
        let then = builder.table.templates.get(template.index())?.then.clone();
        let mut late = Vec::new();
        let mut rest = Vec::new();
        let mut turned = false;
        for effect in then {
            let (waits, stays) = part_of(builder, effect);
            // What waits is put first: it must not look at a turn that was changed before it.
            if waits.is_some_and(|id| builder.table.effect_needs(id).reads & part::TURN != 0)
                && (turned || stays.is_some_and(|_| turns_first(builder, effect)))
            {
                return None;
            }
            turned |= builder.table.effect_needs(effect).writes & part::TURN != 0;
            late.extend(waits);
            rest.extend(stays);
        }
        let late = match late.as_slice() {
            [] => None,
            [one] => Some(*one),
            _ => return None,
        };
        let others = rest.iter().fold((0, 0), |(reads, writes), id| {
            let needs = builder.table.effect_needs(*id);
            (reads | needs.reads, writes | needs.writes)
        });
        if others.0 & part::SCORES != 0 || others.1 & part::REMEMBERED != 0 {
            return None;
        }
        if let Some(late) = late {
            if found.is_some_and(|known| known != late)
                || others.1 & builder.table.effect_needs(late).reads & !part::TURN != 0
            {
                return None;
            }
            found = Some(late);
        }
        parted.push((template, late, rest));
    }
    let found = found?;
    let waiting = builder.table.push_effect(EffectNode::Late(found));
    for (template, late, rest) in parted {
        let then = late.map(|_| waiting).into_iter().chain(rest).collect();
        builder.table.templates[template.index()].then = then;
    }
    Some(found)
}

/// What is known of an effect that is put off.
pub fn lateness(builder: &Builder, effect: EffectId) -> Lateness {
    let reads = builder.table.effect_needs(effect).reads;
    Lateness {
        all_players: stores_all_first(builder, effect),
        same_for_mover: same_for_mover(builder, effect),
        own_pieces: reads & part::BOARD == 0,
        apart: stores_all_first(builder, effect) && matches!(builder.table.effect(effect), EffectNode::All(_)),
    }
}

/// Whether an effect stores scores whatever the position is, and of players that do not depend on more than the mover.
fn same_for_mover(builder: &Builder, effect: EffectId) -> bool {
    let fixed = |player: IntId| matches!(builder.table.int(player), IntNode::Mover | IntNode::Const(_));
    let stores = |id: EffectId| builder.table.effect_needs(id).writes & part::SCORES != 0;
    let fits = |id: EffectId| !stores(id) || same_for_mover(builder, id);
    match builder.table.effect(effect) {
        EffectNode::SetScore(player, _, then) => fixed(*player) && then.is_none_or(fits),
        EffectNode::All(all) => all.iter().all(|id| fits(*id)),
        EffectNode::Do(first, second) => fits(*first) && fits(*second),
        _ => false,
    }
}

/// The part of an effect that can wait, and the rest.
fn part_of(builder: &mut Builder, effect: EffectId) -> (Option<EffectId>, Option<EffectId>) {
    if can_wait(builder, effect) {
        return (Some(effect), None);
    }
    let EffectNode::All(all) = builder.table.effect(effect).clone() else { return (None, Some(effect)) };
    let (late, rest): (Vec<EffectId>, Vec<EffectId>) = all.into_iter().partition(|id| can_wait(builder, *id));
    let rest = match rest.as_slice() {
        [] => None,
        [one] => Some(*one),
        _ => Some(builder.table.push_effect(EffectNode::All(rest))),
    };
    let late = match late.as_slice() {
        [] => None,
        [one] => Some(*one),
        _ => Some(builder.table.push_effect(EffectNode::All(late))),
    };
    match late {
        Some(late) if !can_wait(builder, late) => (None, Some(effect)),
        late => (late, rest),
    }
}

/// Whether some part of an effect that changes the turn comes before one that can wait.
fn turns_first(builder: &Builder, effect: EffectId) -> bool {
    let EffectNode::All(all) = builder.table.effect(effect) else { return false };
    let turns = |id: &&EffectId| builder.table.effect_needs(**id).writes & part::TURN != 0;
    let first = all.iter().position(|id| turns(&id));
    let last = all.iter().rposition(|id| can_wait(builder, *id));
    first.zip(last).is_some_and(|(first, last)| first < last)
}

fn can_wait(builder: &Builder, effect: EffectId) -> bool {
    let needs = builder.table.effect_needs(effect);
    let scores = needs.writes & part::SCORES != 0 && needs.writes & !(part::SCORES | part::REMEMBERED) == 0;
    if !scores || needs.reads & !READS != 0 || needs.free != 0 {
        return false;
    }
    let remembers = (needs.writes | needs.reads) & part::REMEMBERED != 0;
    if remembers && !forgets(builder, effect) {
        return false;
    }
    needs.reads & part::SCORES == 0 || stores_all_first(builder, effect)
}

/// Whether an effect ends by forgetting all values.
fn forgets(builder: &Builder, effect: EffectId) -> bool {
    match *builder.table.effect(effect) {
        EffectNode::Do(_, last) => forgets(builder, last),
        EffectNode::SetScore(_, _, Some(then)) => matches!(builder.table.effect(then), EffectNode::ForgetAll),
        _ => false,
    }
}

/// Whether an effect stores the scores of both players before it reads any.
fn stores_all_first(builder: &Builder, effect: EffectId) -> bool {
    let mut stored = Vec::new();
    let unread = |value: IntId| builder.table.int_needs(value).reads & part::SCORES == 0;
    match builder.table.effect(effect) {
        EffectNode::SetScore(first, value, Some(then)) => {
            if !unread(*value) {
                return false;
            }
            stored.push(*first);
            match builder.table.effect(*then) {
                EffectNode::SetScore(second, value, _) if unread(*value) => stored.push(*second),
                _ => return false,
            }
        }
        EffectNode::All(all) => {
            for id in all {
                match builder.table.effect(*id) {
                    EffectNode::SetScore(player, value, None) if unread(*value) => stored.push(*player),
                    _ => return false,
                }
            }
        }
        _ => return false,
    }
    let has = |node: IntNode| stored.iter().any(|id| *builder.table.int(*id) == node);
    builder.game.equipment.players == 2
        && ((has(IntNode::Mover) && has(IntNode::Next)) || (has(IntNode::Const(1)) && has(IntNode::Const(2))))
}

#[cfg(test)]
mod tests {
    use crate::program::ir::{EffectNode, Table};
    use crate::program::rewrites::fixture::table;

    fn puts_off(table: &Table) -> bool {
        table.effects.nodes().iter().any(|node| matches!(node, EffectNode::Late(_)))
    }

    fn rules(condition: &str, effect: &str) -> String {
        format!(
            "(play (if {condition} (move Add (to (sites Empty)) (then {effect})))) \
             (end (if (no Moves Next) (byScore)))"
        )
    }

    const PIECES: &str = "(set Score Mover (count Pieces Mover))";

    #[test]
    fn scores_from_the_position_wait() {
        assert!(puts_off(&table(&rules("(is Mover P1)", PIECES), &["late"])));
        assert!(!puts_off(&table(&rules("(is Mover P1)", PIECES), &[])));
    }

    #[test]
    fn what_reads_more_than_the_position_does_not_wait() {
        assert!(!puts_off(&table(&rules("(< (score Mover) 3)", PIECES), &["late"])), "moves that depend on the score");
        for effect in
            ["(set Score Mover (+ 1 (score Mover)))", "(set Score Mover (counter))", "(set Score Mover (last To))"]
        {
            assert!(!puts_off(&table(&rules("(is Mover P1)", effect), &["late"])), "{effect}");
        }
    }
}
