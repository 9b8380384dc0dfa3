//! How each expression of a game is evaluated, as far as lowering says.

use crate::engine::context::Cx;
use crate::engine::expr::{Eval, Expr, ExprValue};
use crate::engine::fault::Place;
use crate::engine::game::Game;
use crate::engine::moves::{Moves, MovesExpr};
use crate::engine::profile::ViewKind;
use crate::engine::uses::Uses;
use crate::engine::view::View;
use std::sync::Arc;

/// What is done for the value of an expression each time it is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strategy {
    /// Nothing: it is known when the game is read.
    Constant,
    /// It is read from the state, or from a table by a number.
    Read,
    /// It is looked up; computed again only when something it uses has changed.
    Kept,
    /// It is computed.
    Computed,
    /// It is a generator of moves or effects.
    Moves,
}

impl Strategy {
    /// Its name in one word.
    pub fn name(self) -> &'static str {
        ["constant", "read", "kept", "computed", "moves"][self as usize]
    }
}

/// How an expression is evaluated.
#[derive(Debug, Clone)]
pub struct Plan {
    /// What is done each time.
    pub strategy: Strategy,
    /// Whether it can be told for all sites at once: [`ViewKind::Set`] or [`ViewKind::Numbers`]. Whoever asks site by
    /// site looks for that first.
    pub at_once: Option<ViewKind>,
    /// What its value depends on; of moves that is not known.
    pub uses: Uses,
    moves: Option<MovesExpr>,
}

impl Plan {
    pub(crate) fn of<T: ExprValue>(expr: &Expr<T>) -> Plan {
        let strategy = match &expr.eval {
            Eval::Constant(_) => Strategy::Constant,
            Eval::Read(_) | Eval::Stored(_) | Eval::Chosen(..) => Strategy::Read,
            Eval::Kept(..) | Eval::Tabled(..) | Eval::Paired(..) => Strategy::Kept,
            Eval::Computed(_) | Eval::Metered(..) => Strategy::Computed,
        };
        let at_once = match expr.view() {
            // A set that is another one for each start is found for each.
            Some(View::Sites(_, _, region)) if !region.uses.any(Uses::ITERATORS) => Some(ViewKind::Set),
            Some(View::Numbers(..)) => Some(ViewKind::Numbers),
            _ => None,
        };
        Plan { strategy, at_once, uses: expr.uses, moves: None }
    }

    pub(crate) fn of_moves(moves: &MovesExpr) -> Plan {
        Plan { strategy: Strategy::Moves, at_once: None, uses: Uses::NONE, moves: Some(Arc::clone(moves)) }
    }
}

/// How moves are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drawing {
    /// Whether a move is drawn from slots without looking for the others, as the game begins.
    pub slots: bool,
    /// How many slots there are at most, whatever the position is, where that is known.
    pub most_slots: Option<usize>,
    /// Whether moves are counted first and only the one that is drawn is made.
    pub deferrable: bool,
    /// Whether starts without a move are found by operations on sets.
    pub narrows: bool,
}

/// An expression of a game: a ludeme that has an evaluator.
#[derive(Debug, Clone)]
pub struct Part {
    /// Where it stands.
    pub place: Place,
    /// The expression it stands in, by index.
    pub parent: Option<usize>,
    /// How it is evaluated; `None` for what has no evaluator of its own, such as an end rule.
    pub plan: Option<Plan>,
    /// How its moves are drawn, if it gives moves.
    pub drawing: Option<Drawing>,
    /// The innermost expressions because of which its value is not kept, if it is volatile: they draw chance, try moves
    /// out, or look at what no part of the state tells.
    pub because: Vec<usize>,
}

/// The expressions of a game lowered by [`Compiled::profiled`](crate::Compiled::profiled), in the order in which they
/// were lowered; none of another.
pub fn parts(game: &Arc<Game>) -> Vec<Part> {
    let Some(profiling) = &game.profiling else { return Vec::new() };
    // How many slots there are is asked at the beginning.
    let mut start = Cx::start(Arc::clone(game), 0, None).ok();
    let volatile = |plan: &Option<Plan>| plan.as_ref().is_some_and(|plan| plan.uses.any(Uses::VOLATILE));
    let mut parts: Vec<Part> = Vec::new();
    for (rule, plan) in profiling.rules.iter().zip(&profiling.plans) {
        let moves = plan.as_ref().and_then(|plan| plan.moves.as_ref());
        parts.push(Part {
            place: game.places.locate(&rule.title, &rule.origin),
            parent: rule.parent,
            plan: plan.clone(),
            drawing: moves.map(|moves| drawing(moves, start.as_mut())),
            because: Vec::new(),
        });
    }
    let volatile: Vec<usize> = (0..parts.len()).filter(|&index| volatile(&parts[index].plan)).collect();
    // What stands in something comes behind it.
    for &index in volatile.iter().rev() {
        let within = |one: &&usize| parts[**one].parent == Some(index);
        let inner: Vec<usize> = volatile.iter().filter(within).flat_map(|&one| parts[one].because.clone()).collect();
        parts[index].because = if inner.is_empty() { vec![index] } else { inner };
    }
    parts
}

fn drawing(moves: &Moves, start: Option<&mut Cx>) -> Drawing {
    let most_slots = moves.most_slots();
    let slots = start.and_then(|cx| {
        cx.renew_work();
        let slots = moves.slots(cx);
        // Outside of what it stands in it may have no meaning.
        cx.take_fault().map_or(slots, |_| None)
    });
    let slots = slots.is_some() || most_slots.is_some();
    Drawing { slots, most_slots, deferrable: moves.is_deferrable(), narrows: moves.narrows() }
}
