//! What nothing reads is not stored.

use super::Rewrite;
use crate::program::build::Builder;
use crate::program::ir::{EffectId, EffectNode, part};

/// The rewrite.
pub const REWRITE: Rewrite = Rewrite::new(
    "unread",
    "a store into a part of the state that no rule reads changes neither legal moves nor results; conditions with \
     effects of their own stay",
);

/// Takes the stores out of all consequences that neither the play rules, the end rules (which read `ends`) nor what is
/// left of the consequences reads.
pub fn drop_unread(builder: &mut Builder, ends: u16) {
    let moves = builder.table.moves.needs.iter().fold(0, |reads, needs| reads | needs.reads);
    let mut live = moves | ends | part::TURN | part::STALE;
    loop {
        let mut reads = live;
        for index in 0..builder.table.templates.len() {
            for effect in builder.table.templates[index].then.clone() {
                let kept = strip(builder, effect, live);
                reads |= builder.table.effect_needs(kept).reads;
            }
        }
        if reads == live {
            break;
        }
        live = reads;
    }
    for index in 0..builder.table.templates.len() {
        let then = builder.table.templates[index].then.clone();
        let kept = then.into_iter().map(|effect| strip(builder, effect, live));
        let kept: Vec<EffectId> = kept.collect();
        let kept = kept.into_iter().filter(|id| *builder.table.effect(*id) != EffectNode::Nothing).collect();
        builder.table.templates[index].then = kept;
    }
}

/// An effect without the stores into parts that are not live.
fn strip(builder: &mut Builder, effect: EffectId, live: u16) -> EffectId {
    let nothing = builder.table.push_effect(EffectNode::Nothing);
    let then = |builder: &mut Builder, then: Option<EffectId>| {
        then.map(|id| strip(builder, id, live)).filter(|id| *id != nothing)
    };
    let node = match builder.table.effect(effect).clone() {
        EffectNode::All(all) => {
            let kept: Vec<EffectId> =
                all.into_iter().map(|id| strip(builder, id, live)).filter(|id| *id != nothing).collect();
            match kept.as_slice() {
                [] => EffectNode::Nothing,
                [one] => return *one,
                _ => EffectNode::All(kept),
            }
        }
        EffectNode::If(cond, yes, no) => {
            let yes = strip(builder, yes, live);
            let no = then(builder, no);
            if yes == nothing && no.is_none() && builder.table.truth_needs(cond).writes == 0 {
                EffectNode::Nothing
            } else {
                EffectNode::If(cond, yes, no)
            }
        }
        EffectNode::Do(a, b) => {
            let (a, b) = (strip(builder, a, live), strip(builder, b, live));
            match (a == nothing, b == nothing) {
                (true, _) => return b,
                (_, true) => return a,
                _ => EffectNode::Do(a, b),
            }
        }
        EffectNode::SetScore(player, value, after) => {
            let after = then(builder, after);
            if live & part::SCORES == 0 {
                return after.unwrap_or(nothing);
            }
            EffectNode::SetScore(player, value, after)
        }
        EffectNode::SetVar(var, value, after) => {
            let after = then(builder, after);
            if live & part::VARS == 0 {
                return after.unwrap_or(nothing);
            }
            EffectNode::SetVar(var, value, after)
        }
        EffectNode::Remember(..) | EffectNode::ForgetAll if live & part::REMEMBERED == 0 => EffectNode::Nothing,
        EffectNode::Each(set, inner) => match strip(builder, inner, live) {
            inner if inner == nothing => EffectNode::Nothing,
            inner => EffectNode::Each(set, inner),
        },
        EffectNode::EachGroup(rel, inner) => match strip(builder, inner, live) {
            inner if inner == nothing => EffectNode::Nothing,
            inner => EffectNode::EachGroup(rel, inner),
        },
        node => node,
    };
    builder.table.push_effect(node)
}

#[cfg(test)]
mod tests {
    use crate::program::ir::{EffectNode, Table};
    use crate::program::rewrites::fixture::table;

    /// Whether some move stores a variable.
    fn stores(table: &Table) -> bool {
        let mut then = table.templates.iter().flat_map(|template| &template.then);
        then.any(|effect| matches!(table.effect(*effect), EffectNode::SetVar(..)))
    }

    fn rules(condition: &str) -> String {
        format!("(play (if {condition} (move Add (to (sites Empty)) (then (set Var \"Last\" (last To))))))")
    }

    #[test]
    fn what_nothing_reads_is_not_stored() {
        assert!(!stores(&table(&rules("(is Mover P1)"), &["unread"])));
        assert!(stores(&table(&rules("(is Mover P1)"), &[])));
    }

    #[test]
    fn what_a_rule_reads_is_stored() {
        assert!(stores(&table(&rules("(< 3 (var \"Last\"))"), &["unread"])));
    }
}
