//! `(phase "Name" [role] (play ..) [(end ..)] [(nextPhase ..)])` and `(nextPhase [whose] [condition] ["Name"])`.
//!
//! A phase with play rules of its own beside common ones has both, its own first. After each move every player goes
//! through the exits of his phase; the first that concerns him and whose condition holds is taken, one at most per
//! move. Without a name the phase that follows is entered. (Ludii 1.3.12's behaviour.)
//!
//! ASSUMPTION: the strings of votes are numbered phase by phase, those of its end rules first.

use super::clauses;
use crate::engine::ends::EndRules;
use crate::engine::game::{Mode, NextPhase, Phase};
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[
    Row::part("phase", "phase", "").any_order(),
    Row::part("nextPhase", "nextPhase", ""),
    Row::part("play", "play", "").any_order(),
];

/// Whether moves of play rules that read this, with all below them, may be drawn before the turn has come.
pub(super) fn draws_ahead(read: Uses) -> bool {
    !read.any(Uses::COUNTER | Uses::VOLATILE)
}

/// Whether play rules that read this, with all below them, may ask for the last move.
pub(super) fn asks_back(read: Uses) -> bool {
    read.any(Uses::HISTORY | Uses::VOLATILE)
}

/// Reads a `(play ..)`. Where all players move at once, a move that has no consequence has that of the ludeme as a
/// whole, which some ludemes never give to their moves otherwise. (Ludii 1.3.12's behaviour.)
pub(super) fn play(call: &Ludeme, mode: Mode, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let moves = lo.moves(call, "moves")?;
    let whole = call.part("moves").filter(|_| mode == Mode::Simultaneous);
    let Some(then) = whole.map_or(Ok(None), |whole| lo.then(whole))? else { return Ok(moves) };
    let rule = Moves::generator(move |cx, out| {
        let before = out.moves.len();
        moves.eval(cx, out);
        for m in out.moves.iter_mut().skip(before).filter(|m| m.then.is_empty()) {
            m.then.push(Arc::clone(&then));
        }
    });
    Ok(Moves::at(rule, lo.place(call)))
}

/// Reads one phase; `common` are the play rules beside the phases, and what they and the generators of pieces read.
pub(super) fn read(
    call: &Ludeme,
    (common, read): (Option<&MovesExpr>, Uses),
    game_mode: Mode,
    lo: &mut Lowering,
) -> Lowered<Phase> {
    if let Some(mode) = clauses(call, "mode").first()
        && super::mode::read(Some(mode), lo)? != game_mode
    {
        return lo.unsupported(&mode.origin, "a phase of another mode than the game");
    }
    // As in the whole game: the strings of votes are numbered in that order.
    let end = clauses(call, "end").first().map(|end| EndRules::read(end, lo)).transpose()?;
    lo.reads = read;
    let own = clauses(call, "play").first().map(|rules| play(rules, game_mode, lo)).transpose()?;
    let (draws_ahead, asks_back) = (draws_ahead(lo.reads), asks_back(lo.reads));
    let play = match (own, common) {
        (Some(own), Some(common)) => {
            let common = Arc::clone(common);
            let both = Moves::generator(move |cx, out| {
                own.seek(cx, out);
                if !out.full() {
                    common.seek(cx, out);
                }
            });
            Moves::at(both, lo.place(call))
        }
        (Some(own), None) => own,
        (None, Some(common)) => Arc::clone(common),
        (None, None) => return lo.wrong(&call.origin, "this phase has no play rules"),
    };
    let ways = clauses(call, "nextPhase").into_iter().chain(clauses(call, "nextPhases"));
    let next = ways.map(|way| read_next(way, lo)).collect::<Lowered<Vec<_>>>()?;
    let owner = match lo.role_opt(call, "role")? {
        Some(Role::Player(n)) => i32::from(n),
        Some(Role::Neutral) => 0,
        _ => lo.players() + 1,
    };
    Ok(Phase { name: call.text("name").cloned().unwrap_or_default(), owner, play, draws_ahead, asks_back, end, next })
}

fn read_next(call: &Ludeme, lo: &mut Lowering) -> Lowered<NextPhase> {
    let player = match (call.get("role"), call.get("indexPlayer")) {
        (Some(role), _) => lo.role_arg(role)?.as_int(),
        (None, Some(player)) => lo.player_arg(player)?,
        (None, None) => Role::Shared.as_int(),
    };
    let condition = lo.bool_or(call, "cond", true)?;
    let target = match call.text("phaseName") {
        Some(name) => match lo.phases.iter().position(|phase| phase == name) {
            Some(index) => Some(index),
            None => {
                let at = call.get("phaseName").map_or(&call.origin, |arg| &arg.origin);
                return lo.wrong(at, format!("no phase is called \"{name}\""));
            }
        },
        None => None,
    };
    Ok(NextPhase { player, condition, target })
}
