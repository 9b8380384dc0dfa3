//! `(match "Name" [(players n)] (games {(subgame "Game" ["Heading/Item"] [next:int] [result:int]) ..}) (end ..))`:
//! games played one after another.
//!
//! Each subgame is a description of its own. When one is over the players get points for it, then the end rules of the
//! match are looked at, and the next one begins: that of `next:`, or the following one, after the last the first.
//! `result:` is evaluated in the finished game, for its winners. (Ludii 1.3.12's behaviour.)
//!
//! ASSUMPTION: `next:` and the end rules of the match see the equipment and the numbers of players of the first
//! subgame.

use super::{clauses, players};
use crate::diag::Origin;
use crate::engine::ends::EndRules;
use crate::engine::game::Game;
use crate::engine::instances::{Instance, Match};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::part("game", "match", ""),
    Row::part("games", "games", ""),
    Row::part("subgame", "subgame", ""),
    Row::int("count", "Trials", trials),
];

/// The most subgames of a match.
pub(crate) const MAX_GAMES: usize = 64;

fn trials(_: &Ludeme, _: &mut Lowering) -> Lowered<IntExpr> {
    Ok(Expr::new(Uses::OTHER, |cx| cx.points.as_ref().map_or(0, |points| points.trials)))
}

/// A subgame as a match names it.
#[derive(Debug, Clone)]
pub struct Subgame {
    /// The name of its description: that of the file, without extension.
    pub name: Arc<str>,
    /// The selections of options it is played with; none for its defaults.
    pub selections: Vec<String>,
    /// Where it is named.
    pub(crate) origin: Origin,
}

/// The subgames of a match, in order; none in any other game.
pub(crate) fn subgames(call: &Ludeme) -> Vec<Subgame> {
    let subgame = |call: &Ludeme| Subgame {
        name: call.text("name").cloned().unwrap_or_default(),
        selections: call.text("option").into_iter().map(ToString::to_string).collect(),
        origin: call.origin.clone(),
    };
    calls(call).into_iter().map(subgame).collect()
}

fn calls(call: &Ludeme) -> Vec<&Ludeme> {
    let games = clauses(call, "games");
    games.into_iter().flat_map(|games| ["game", "games"].map(|slot| clauses(games, slot))).flatten().collect()
}

/// Puts a match together: the first game, which becomes the match, and for each subgame its game, `None` for the first.
pub(crate) fn compile(call: &Ludeme, mut first: Game, games: Vec<Option<Arc<Game>>>) -> Lowered<Game> {
    let mut lo = Lowering::resume(&first);
    let calls = calls(call);
    let wanted = match clauses(call, "players").first() {
        Some(call) => players::read(call)?.len() as i32 - 1,
        None => first.equipment.players,
    };
    let seats = |game: &Option<Arc<Game>>| game.as_ref().map_or(first.equipment.players, |game| game.equipment.players);
    if let Some((subgame, _)) = calls.iter().zip(&games).find(|(_, game)| seats(game) != wanted) {
        return lo.wrong(&subgame.origin, format!("this game is not for {wanted} players, as the match is"));
    }
    let mut instances = Vec::new();
    for (subgame, game) in calls.iter().zip(games) {
        let mut own = Lowering::resume(game.as_deref().unwrap_or(&first));
        instances.push(Instance {
            name: subgame.text("name").cloned().unwrap_or_default(),
            next: lo.int_opt(subgame, "next")?,
            result: own.int_opt(subgame, "result")?,
            game,
        });
    }
    let Some(end) = clauses(call, "end").first().copied() else {
        return lo.wrong(&call.origin, "a match needs end rules");
    };
    let end = EndRules::read(end, &mut lo)?;
    first.name = call.text("name").cloned().unwrap_or_default();
    first.instances = Some(Arc::new(Match { instances, end }));
    Ok(first)
}
