//! With two players, the pieces of players that are not those of one are those of the other.

use super::Rewrite;
use crate::program::build::Builder;
use crate::program::ir::{IntId, IntNode, SetId, SetNode};

/// The rewrite.
pub const REWRITE: Rewrite = Rewrite {
    set: Some(rewrite),
    ..Rewrite::new(
        "sides",
        "a piece of one of two players that is not of player p is of player 3 - p; an owner without components owns \
         nothing",
    )
};

fn rewrite(builder: &mut Builder, node: &SetNode) -> Option<SetId> {
    match *node {
        SetNode::Owned(player) => {
            let owner = builder.as_number(player)?;
            let owns = builder.game.equipment.components.iter().skip(1).any(|component| component.owner == owner);
            (!owns).then(|| builder.table.no_sites())
        }
        SetNode::Diff(all, own) => others(builder, all, own),
        _ => None,
    }
}

/// The pieces of both players without those of one of them.
fn others(builder: &mut Builder, all: SetId, own: SetId) -> Option<SetId> {
    let SetNode::Union(a, b) = *builder.table.set(all) else { return None };
    let player = owner(builder, own)?;
    let is_player = match builder.table.int(player) {
        IntNode::Mover | IntNode::Next => true,
        IntNode::Const(number) => (1..=2).contains(number),
        _ => false,
    };
    let mut both = [a, b].map(|set| owner(builder, set).and_then(|player| builder.as_number(player)));
    both.sort_unstable();
    if !is_player || both != [Some(1), Some(2)] {
        return None;
    }
    let three = builder.number(3);
    let other = builder.int_node(IntNode::Sub(three, player));
    Some(builder.set_node(SetNode::Owned(other)))
}

fn owner(builder: &Builder, set: SetId) -> Option<IntId> {
    match *builder.table.set(set) {
        SetNode::Owned(player) => Some(player),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::program::Program;
    use crate::program::rewrites::Rewrites;
    use crate::program::view::print;
    use crate::{KnownDefines, Parsed};

    fn program(cond: &str, rewrites: &Rewrites) -> String {
        let text = format!(
            r#"(game "Sides" (players 2) (equipment {{ (board (square 3)) (piece "Disc" Each) }})
                (rules (play (move Remove (forEach (sites Board) if:(and (< 0 (who at:(site))) {cond}))))
                    (end (if (no Moves Next) (result Mover Win)))))"#
        );
        let compiled = Parsed::new("sides", &text)
            .and_then(|parsed| parsed.expand(&[], &KnownDefines::none()))
            .and_then(|expansion| expansion.check())
            .and_then(|checked| checked.compile())
            .expect("a right description");
        print(&Program::new(compiled.typed(), compiled.game(), rewrites).expect("a game over sets"))
    }

    #[test]
    fn the_others_are_the_other() {
        let cond = "(!= (id Mover) (who at:(site)))";
        assert!(program(cond, &Rewrites::all()).contains("3 - "), "{}", program(cond, &Rewrites::all()));
        let without = Rewrites::without(&["sides"]).expect("a rewrite of this name");
        assert!(!program(cond, &without).contains("3 - "));
        // The previous player is 0 at first.
        assert!(!program("(!= (id Prev) (who at:(site)))", &Rewrites::all()).contains("3 - "));
    }
}
