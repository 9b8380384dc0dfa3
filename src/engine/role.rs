//! Roles: who a word such as `Mover` or `P1` stands for.

use crate::engine::context::Cx;
use crate::engine::expr::{Expr, IntExpr};
use crate::engine::state::State;
use crate::engine::uses::Uses;

/// A role word of the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// Nobody, player 0.
    Neutral,
    /// Player 1 to 16.
    Player(u8),
    /// Team 1 to 16.
    Team(u8),
    /// The mover's team.
    TeamMover,
    /// Every player, one by one, in equipment.
    Each,
    /// Shared by all.
    Shared,
    /// Everybody.
    All,
    /// The player to move.
    Mover,
    /// The player due next.
    Next,
    /// The player who moved before.
    Prev,
    /// Everybody but the mover.
    NonMover,
    /// The mover's opponents.
    Enemy,
    /// The mover and his team.
    Friend,
    /// The mover's team without the mover.
    Ally,
    /// The iterator variable `player`.
    Iterated,
}

impl Role {
    /// The role of a word, as the language spells it.
    pub fn parse(word: &str) -> Option<Role> {
        Some(match word {
            "Neutral" => Role::Neutral,
            "TeamMover" => Role::TeamMover,
            "Each" => Role::Each,
            "Shared" => Role::Shared,
            "All" => Role::All,
            "Mover" => Role::Mover,
            "Next" => Role::Next,
            "Prev" => Role::Prev,
            "NonMover" => Role::NonMover,
            "Enemy" => Role::Enemy,
            "Friend" => Role::Friend,
            "Ally" => Role::Ally,
            "Player" => Role::Iterated,
            _ => {
                let (team, digits) = match word.strip_prefix("Team") {
                    Some(digits) => (true, digits),
                    None => (false, word.strip_prefix('P')?),
                };
                let number = digits.parse().ok().filter(|n| (1..=16).contains(n))?;
                if team { Role::Team(number) } else { Role::Player(number) }
            }
        })
    }

    /// The role as an integer: a player index, players + 1 for everybody, -1 where it denotes nobody in particular.
    pub fn as_int(self) -> Expr<i32> {
        match self {
            Role::Neutral => Expr::constant(0),
            Role::Player(n) | Role::Team(n) => Expr::constant(i32::from(n)),
            Role::Enemy | Role::Friend | Role::Ally | Role::NonMover => Expr::constant(-1),
            Role::Mover => Expr::read(Uses::TURN, |cx| cx.state.mover),
            Role::Next => Expr::read(Uses::TURN, |cx| cx.state.next),
            Role::Prev => Expr::read(Uses::TURN, |cx| cx.state.prev),
            Role::All | Role::Each | Role::Shared => Expr::read(Uses::NONE, |cx| cx.state.players + 1),
            Role::TeamMover => {
                Expr::new(Uses::TURN, |cx| if cx.game.features.teams { cx.state.team(cx.state.mover) } else { -1 })
            }
            Role::Iterated => Expr::read(Uses::PLAYER, |cx| cx.it.player),
        }
    }

    /// The role as a set of players, for counting and finding pieces: bit p stands for player p, bit 0 for the
    /// neutral one, bit players + 1 for shared pieces.
    pub fn as_players(self) -> Expr<u32> {
        match self {
            Role::All => Expr::new(Uses::NONE, |cx| (1 << (cx.state.players + 2)) - 1),
            Role::Each | Role::Shared => Expr::new(Uses::NONE, |cx| 1 << (cx.state.players + 1)),
            Role::NonMover => Expr::new(Uses::TURN, |cx| ((1 << (cx.state.players + 1)) - 1) & !bit(cx.state.mover)),
            Role::Enemy => Expr::new(Uses::TURN, |cx| all_players(&cx.state) & !team_mates(cx)),
            Role::Friend | Role::TeamMover => Expr::new(Uses::TURN, |cx| team_mates(cx)),
            Role::Ally => Expr::new(Uses::TURN, |cx| team_mates(cx) & !bit(cx.state.mover)),
            Role::Team(team) => Expr::new(Uses::TURN, move |cx| {
                if cx.game.features.teams { members(&cx.state, i32::from(team)) } else { bit(i32::from(team)) }
            }),
            _ => bits(self.as_int()),
        }
    }
}

/// The set of one player; empty for a negative one.
#[inline]
pub fn bit(player: i32) -> u32 {
    u32::try_from(player).ok().and_then(|p| 1u32.checked_shl(p)).unwrap_or(0)
}

/// The players of a set, from the lowest number.
pub(crate) fn players(mut left: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let player = left.trailing_zeros();
        left &= left.wrapping_sub(1);
        (player < u32::BITS).then_some(player as usize)
    })
}

/// The bit of a player.
pub(crate) fn bits(player: IntExpr) -> Expr<u32> {
    match player.as_constant() {
        Some(&player) => Expr::constant(bit(player)),
        None => Expr::new(player.uses, move |cx| bit(player.eval(cx))),
    }
}

fn all_players(state: &State) -> u32 {
    (1 << (state.players + 1)) - 2
}

fn members(state: &State, team: i32) -> u32 {
    (1..=state.players).filter(|&p| state.team(p) == team).fold(0, |set, p| set | bit(p))
}

/// The mover's team, which without teams is the mover alone.
fn team_mates(cx: &Cx) -> u32 {
    if cx.game.features.teams { members(&cx.state, cx.state.team(cx.state.mover)) } else { bit(cx.state.mover) }
}
