//! `(players All [of:int] [if:boolean])`, `(players NonMover ..)`, `(players Enemy ..)`, `(players Friend ..)`,
//! `(players Ally ..)`, `(players Team1 [if:boolean])` to `Team16`: players, ascending.
//!
//! `All` are 0 to players + 1; `NonMover` is 0 and every player but the reference player, who is the mover or the one
//! of `of:`; enemies, friends and allies are those of the reference player; a team is its members, without teams the
//! player of its number. The condition is tested with `player` set. A reference player who does not exist gives
//! nothing. (Ludii 1.3.12's behaviour.)

use crate::engine::role::bit;
use crate::ludemes::prelude::*;

macro_rules! rows {
    ($($keyword:literal $which:expr),* $(,)?) => {
        pub(super) const ROWS: &[Row] = &[$(Row::ints("players", $keyword, |call, lo| lower($which, call, lo))),*];
    };
}

rows! {
    "All" Which::All,
    "NonMover" Which::NonMover,
    "Enemy" Which::Enemy,
    "Friend" Which::Friend,
    "Ally" Which::Ally,
    "Team1" Which::Team(1),
    "Team2" Which::Team(2),
    "Team3" Which::Team(3),
    "Team4" Which::Team(4),
    "Team5" Which::Team(5),
    "Team6" Which::Team(6),
    "Team7" Which::Team(7),
    "Team8" Which::Team(8),
    "Team9" Which::Team(9),
    "Team10" Which::Team(10),
    "Team11" Which::Team(11),
    "Team12" Which::Team(12),
    "Team13" Which::Team(13),
    "Team14" Which::Team(14),
    "Team15" Which::Team(15),
    "Team16" Which::Team(16),
}

#[derive(Clone, Copy)]
enum Which {
    All,
    NonMover,
    Enemy,
    Friend,
    Ally,
    Team(i32),
}

fn lower(which: Which, call: &Ludeme, lo: &mut Lowering) -> Lowered<IntsExpr> {
    let of = lo.int_opt(call, "of")?;
    let condition = lo.bool_opt(call, "if")?;
    let uses = Uses::TURN | uses_of(&of) | uses_of(&condition).without(Uses::PLAYER);
    Ok(Expr::new(uses, move |cx| {
        let of = of.as_ref().map_or(cx.state.mover(), |of| of.eval(cx));
        if !(1..=cx.state.players()).contains(&of) {
            return Vec::new();
        }
        let set = members(which, of, cx);
        let saved = cx.it.player;
        let mut players: Vec<i32> = (0..=cx.state.players() + 1).filter(|&player| set & bit(player) != 0).collect();
        if let Some(condition) = &condition {
            players.retain(|&player| {
                cx.it.player = player;
                condition.eval(cx)
            });
        }
        cx.it.player = saved;
        players
    }))
}

fn members(which: Which, of: i32, cx: &Cx) -> u32 {
    let state = &cx.state;
    let team_of = |player: i32| if cx.game.features.teams { state.team(player) } else { player };
    let mates = |team: i32| (1..=state.players()).filter(|&p| team_of(p) == team).fold(0, |set, p| set | bit(p));
    let players = (2 << state.players()) - 2;
    match which {
        Which::All => players | 1 | bit(state.players() + 1),
        Which::NonMover => (players | 1) & !bit(of),
        // With teams the mover is nobody's enemy, whoever the reference player is (Ludii 1.3.12's behaviour).
        Which::Enemy if cx.game.features.teams => players & !mates(team_of(of)) & !bit(state.mover()),
        Which::Enemy => players & !bit(of),
        Which::Friend => mates(team_of(of)),
        Which::Ally => mates(team_of(of)) & !bit(of),
        Which::Team(team) => mates(team),
    }
}
