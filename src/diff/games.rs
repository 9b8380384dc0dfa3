//! Games of two versions played in step.

use super::lockstep::{Lockstep, Match, Verdict};
use crate::playouts::Chooser;

/// A game from its start to a difference.
#[derive(Debug, Clone)]
pub(super) struct Line {
    /// The seed of chance.
    pub seed: u64,
    /// The moves.
    pub moves: Vec<Match>,
}

/// What came of playing a game in step.
pub(super) struct Played {
    /// The moves to the difference, if there was one.
    pub found: Option<Line>,
    /// How many positions were compared.
    pub positions: u64,
    /// What it cost.
    pub cost: u64,
    /// Whether the game came to its end, or to a difference.
    pub ended: bool,
}

/// How a game is to be played in step.
pub(super) struct Plan<'a> {
    /// The seed of chance.
    pub seed: u64,
    /// Moves to begin with; those that are not legal when their turn comes are left out.
    pub opening: &'a [Match],
    /// How to go on; `None` to stop there.
    pub style: Option<Style>,
    /// The seed of the choices.
    pub choices: u64,
    /// The most moves.
    pub limit: usize,
    /// The most that it may cost.
    pub allowance: u64,
}

/// How random moves are chosen. Rules are often about neighbours or about passing, which uniform choice rarely brings
/// up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// Every move is as likely.
    Uniform,
    /// The move that ends closest to one of the last two, of a few.
    Close,
    /// A pass every other time there is one.
    Passing,
}

/// How many moves the style [`Style::Close`] chooses from.
const FEW: usize = 6;

/// Plays a game in step until the positions differ, it is over, or a limit is reached.
pub(super) fn play(side: &mut Lockstep<'_>, plan: &Plan<'_>) -> Played {
    let before = side.spent();
    side.restart(plan.seed);
    let mut chooser = Chooser::new(plan.choices);
    let mut opening = plan.opening.iter();
    let mut moves: Vec<Match> = Vec::new();
    let mut positions = 0;
    let (found, ended) = loop {
        let verdict = side.look();
        positions += 1;
        match verdict {
            Verdict::Differ => break (Some(Line { seed: plan.seed, moves }), true),
            Verdict::Over | Verdict::Stuck => break (None, true),
            Verdict::Alike => {}
        }
        if moves.len() >= plan.limit || side.spent() - before >= plan.allowance {
            break (None, false);
        }
        let planned = opening.find_map(|m| side.find(m));
        let Some(index) = planned.or_else(|| choose(side, &moves, plan.style?, &mut chooser)) else {
            break (None, false);
        };
        let Some(m) = side.moves.get(index).cloned() else { break (None, false) };
        side.play(index);
        moves.push(m);
    };
    Played { found, positions, cost: side.spent() - before, ended }
}

fn choose(side: &Lockstep<'_>, past: &[Match], style: Style, chooser: &mut Chooser) -> Option<usize> {
    let moves = &side.moves;
    if moves.is_empty() {
        return None;
    }
    match style {
        Style::Uniform => {}
        Style::Close => {
            // The move before the last is usually one's own.
            let near = past.len().checked_sub(1 + chooser.choose(2)).and_then(|at| past.get(at)).map(Match::end);
            if let Some(near) = near.filter(|&site| site >= 0) {
                let few: Vec<usize> = (0..FEW).map(|_| chooser.choose(moves.len())).collect();
                let far = |index: usize| moves.get(index).map_or(f64::INFINITY, |m| side.distance(near, m.end()));
                return few.into_iter().min_by(|&x, &y| far(x).total_cmp(&far(y)));
            }
        }
        Style::Passing => {
            let pass = moves.iter().position(Match::is_pass);
            if pass.is_some() && chooser.choose(2) == 0 {
                return pass;
            }
        }
    }
    Some(chooser.choose(moves.len()))
}
