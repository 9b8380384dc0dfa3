//! Two versions of a game played in step, from the same moves.

use crate::playouts::Chooser;

/// What a look at two positions shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// They are alike, and so are the legal moves.
    Alike,
    /// Both games are over, in the same way.
    Over,
    /// They differ.
    Differ,
    /// Neither can go on.
    Stuck,
}

/// Two games in step. Moves are those of A; B plays what does the same.
pub(super) trait Lockstep {
    /// A move.
    type Move: Clone + PartialEq + Send + Sync;

    /// Goes back to the start; `seed` is that of dice and other chance.
    fn restart(&mut self, seed: u64);

    /// Compares the positions. While they are alike the legal moves are known afterwards.
    fn look(&mut self) -> Verdict;

    /// The legal moves, each once, as the last look found them.
    fn moves(&self) -> &[Self::Move];

    /// Plays a legal move of this number on both sides.
    fn play(&mut self, index: usize);

    /// What was spent so far, in units of the budget.
    fn spent(&self) -> u64;

    /// Whether two moves are about the same sites.
    fn close(one: &Self::Move, other: &Self::Move) -> bool;

    /// Whether a move is a pass.
    fn is_pass(m: &Self::Move) -> bool;

    /// Where a move ends.
    fn end(m: &Self::Move) -> i32;

    /// How far apart two sites are drawn.
    fn distance(&self, one: i32, other: i32) -> f64;

    /// The number of the legal move that is this one, or one about the same sites.
    fn find(&self, wanted: &Self::Move) -> Option<usize> {
        let moves = self.moves();
        let exact = moves.iter().position(|m| m == wanted);
        exact.or_else(|| moves.iter().position(|m| Self::close(m, wanted)))
    }
}

/// A game from its start to a difference.
#[derive(Debug, Clone)]
pub(super) struct Line<M> {
    /// The seed of chance.
    pub seed: u64,
    /// The moves.
    pub moves: Vec<M>,
}

/// What came of playing a game in step.
pub(super) struct Outcome<M> {
    /// The moves to the difference, if there was one.
    pub found: Option<Line<M>>,
    /// How many positions were compared.
    pub positions: u64,
    /// What it cost.
    pub cost: u64,
    /// Whether the game came to its end, or to a difference.
    pub ended: bool,
}

/// How a game is to be played in step.
pub(super) struct Plan<'a, M> {
    /// The seed of chance.
    pub seed: u64,
    /// Moves to begin with; those that are not legal when their turn comes are left out.
    pub opening: &'a [M],
    /// How to go on; `None` to stop there.
    pub style: Option<Style>,
    /// The seed of the choices.
    pub choices: u64,
    /// The most moves.
    pub limit: usize,
    /// The most that it may cost.
    pub allowance: u64,
}

/// How random moves are chosen. Rules are often about neighbours or about passing, which uniform choice rarely brings up.
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
pub(super) fn play<L: Lockstep>(side: &mut L, plan: &Plan<L::Move>) -> Outcome<L::Move> {
    let before = side.spent();
    side.restart(plan.seed);
    let mut chooser = Chooser::new(plan.choices);
    let mut opening = plan.opening.iter();
    let mut moves: Vec<L::Move> = Vec::new();
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
        let Some(m) = side.moves().get(index).cloned() else { break (None, false) };
        side.play(index);
        moves.push(m);
    };
    Outcome { found, positions, cost: side.spent() - before, ended }
}

fn choose<L: Lockstep>(side: &L, past: &[L::Move], style: Style, chooser: &mut Chooser) -> Option<usize> {
    let moves = side.moves();
    if moves.is_empty() {
        return None;
    }
    match style {
        Style::Uniform => {}
        Style::Close => {
            // The move before the last is usually one's own.
            let near = past.len().checked_sub(1 + chooser.choose(2)).and_then(|at| past.get(at)).map(L::end);
            if let Some(near) = near.filter(|&site| site >= 0) {
                let few: Vec<usize> = (0..FEW).map(|_| chooser.choose(moves.len())).collect();
                let far = |index: usize| moves.get(index).map_or(f64::INFINITY, |m| side.distance(near, L::end(m)));
                return few.into_iter().min_by(|&x, &y| far(x).total_cmp(&far(y)));
            }
        }
        Style::Passing => {
            let pass = moves.iter().position(L::is_pass);
            if pass.is_some() && chooser.choose(2) == 0 {
                return pass;
            }
        }
    }
    Some(chooser.choose(moves.len()))
}
