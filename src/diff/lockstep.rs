//! Two versions of a game in step, from the same moves.

use super::pair::Pair;
use crate::engine::game::Game;
use crate::engine::mv::Move;
use crate::engine::state::State;
use crate::engine::trial::{PlayError, Trial};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

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

/// A legal move of both versions.
#[derive(Debug, Clone)]
pub(super) struct Match {
    /// What it does.
    signature: Arc<str>,
    step: Step,
    a: usize,
    b: usize,
}

impl Match {
    /// Whether it is a pass.
    pub fn is_pass(&self) -> bool {
        self.step.pass
    }

    /// Where it ends.
    pub fn end(&self) -> i32 {
        self.step.to
    }
}

impl PartialEq for Match {
    fn eq(&self, other: &Self) -> bool {
        self.signature == other.signature
    }
}

/// One version being played.
pub(super) struct Side {
    /// The game; `None` if it cannot be started.
    pub trial: Option<Trial>,
    /// Why the rules cannot go on from here.
    pub fault: Option<String>,
}

impl Side {
    fn start(game: &Arc<Game>, seed: u64) -> Side {
        match Trial::start(Arc::clone(game), seed) {
            Ok(trial) => Side { trial: Some(trial), fault: None },
            Err(error) => Side { trial: None, fault: Some(error.to_string()) },
        }
    }

    fn legal(&mut self) -> &[Move] {
        let Some(trial) = &mut self.trial else { return &[] };
        match trial.legal() {
            Ok(legal) => legal,
            Err(error) => {
                self.fault = Some(error.to_string());
                &[]
            }
        }
    }

    fn play(&mut self, index: usize) -> bool {
        let Some(trial) = &mut self.trial else { return false };
        let played: Result<(), PlayError> = trial.play(index).map(|_| ());
        self.fault = played.err().map(|error| error.to_string());
        self.fault.is_none()
    }

    fn work(&self) -> u64 {
        self.trial.as_ref().map_or(0, Trial::work)
    }
}

/// Two versions in step.
pub(super) struct Lockstep<'p> {
    pair: &'p Pair,
    pub a: Side,
    pub b: Side,
    /// The legal moves, each once, as the last look found them.
    pub moves: Vec<Match>,
    /// Which of the sides played each move.
    played: Vec<(bool, bool)>,
    /// The cost of earlier games.
    before: u64,
    looks: u64,
    /// What a look costs; `None` for what it takes.
    price: Option<u64>,
}

impl<'p> Lockstep<'p> {
    /// Two versions at their start. `price` is the cost of a look, where the budget does not count evaluation work.
    pub fn new(pair: &'p Pair, seed: u64, price: Option<u64>) -> Self {
        let (a, b) = (Side::start(&pair.a, seed), Side::start(&pair.b, seed));
        Lockstep { pair, a, b, moves: Vec::new(), played: Vec::new(), before: 0, looks: 0, price }
    }

    /// Plays a move that a look at this position found.
    pub fn play_match(&mut self, m: &Match) {
        let played = (self.a.play(m.a), self.b.play(m.b));
        self.played.push(played);
    }

    /// Takes the last move back on both sides.
    pub fn undo(&mut self) {
        let Some((a, b)) = self.played.pop() else { return };
        for (side, played) in [(&mut self.a, a), (&mut self.b, b)] {
            side.fault = None;
            if let Some(trial) = side.trial.as_mut().filter(|_| played) {
                trial.undo();
            }
        }
    }

    /// A number for the position of both, as far as the rules can know it.
    pub fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for trial in [&self.a, &self.b].into_iter().filter_map(|side| side.trial.as_ref()) {
            let state = trial.state();
            (state.hash(), state.counter(), state.vars(), state.remembered()).hash(&mut hasher);
            (state.dice(), state.turn(), state.next()).hash(&mut hasher);
            for player in 0..=state.players() {
                (state.phase(player), state.amount(player)).hash(&mut hasher);
            }
            for (name, values) in state.remembered_named() {
                (name, values).hash(&mut hasher);
            }
            let last = trial.history().last().map(|m| (m.mover, m.from, m.to, m.is_pass()));
            last.hash(&mut hasher);
        }
        hasher.finish()
    }
}

/// The legal moves of two versions side by side, repetitions left out.
pub(super) struct Matching {
    /// Moves of both.
    pub both: Vec<Match>,
    /// The numbers of moves that only A has.
    pub only_a: Vec<usize>,
    /// The numbers of moves that only B has.
    pub only_b: Vec<usize>,
}

/// Matches legal moves by what they do; then those that are left and begin alike, where they can only mean each other.
/// Whether such moves come to the same is seen when they have been played.
pub(super) fn matching(pair: &Pair, a: &[Move], b: &[Move]) -> Matching {
    let distinct = |moves: &[Move], of_b: bool| {
        let mut known: HashMap<Arc<str>, usize> = HashMap::with_capacity(moves.len());
        let mut order: Vec<(Arc<str>, usize)> = Vec::with_capacity(moves.len());
        for (index, m) in moves.iter().enumerate() {
            let signature: Arc<str> = pair.signature(m, of_b).into();
            if !known.contains_key(&signature) {
                known.insert(Arc::clone(&signature), index);
                order.push((signature, index));
            }
        }
        (order, known)
    };
    let ((left, known_a), (right, known_b)) = (distinct(a, false), distinct(b, true));
    let mut result = Matching { both: Vec::with_capacity(left.len()), only_a: Vec::new(), only_b: Vec::new() };
    for (signature, index) in left {
        match known_b.get(&signature) {
            Some(&other) => {
                let step = a.get(index).map_or(NOWHERE, |m| step(m, |what| what));
                result.both.push(Match { signature, step, a: index, b: other });
            }
            None => result.only_a.push(index),
        }
    }
    let rest = right.into_iter().filter(|(signature, _)| !known_a.contains_key(signature));
    result.only_b = rest.map(|(_, index)| index).collect();
    if !result.only_a.is_empty() && !result.only_b.is_empty() {
        pair_off(pair, a, b, &mut result);
    }
    result
}

/// Pairs off moves that begin alike, where there is one such move on either side.
fn pair_off(pair: &Pair, a: &[Move], b: &[Move], result: &mut Matching) {
    let mut begin: HashMap<Step, (Vec<usize>, Vec<usize>)> = HashMap::new();
    for &index in &result.only_a {
        let step = a.get(index).map_or(NOWHERE, |m| step(m, |what| what));
        begin.entry(step).or_default().0.push(index);
    }
    for &index in &result.only_b {
        let step = b.get(index).map_or(NOWHERE, |m| step(m, |what| pair.component(what)));
        begin.entry(step).or_default().1.push(index);
    }
    let mut pairs: Vec<(usize, usize, Step)> = Vec::new();
    for (step, sides) in &begin {
        if let ([one], [other]) = (sides.0.as_slice(), sides.1.as_slice())
            && *step != NOWHERE
        {
            pairs.push((*one, *other, *step));
        }
    }
    // In the order of the list, whatever the order of the table.
    pairs.sort_unstable_by_key(|(one, ..)| *one);
    for (one, other, step) in pairs {
        let signature = a.get(one).map(|m| pair.signature(m, false)).unwrap_or_default().into();
        result.both.push(Match { signature, step, a: one, b: other });
        result.only_a.retain(|index| *index != one);
        result.only_b.retain(|index| *index != other);
    }
}

/// What a move is about, as far as players tell moves apart by looking at the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Step {
    /// The component added.
    what: i32,
    pass: bool,
    swap: bool,
    from: i32,
    to: i32,
    remove: bool,
}

/// What is about no site and no piece, and so is like nothing.
const NOWHERE: Step = Step { what: 0, pass: false, swap: false, from: -1, to: -1, remove: false };

/// What a move is about.
fn step(m: &Move, component: impl Fn(i32) -> i32) -> Step {
    use crate::engine::action::ActionKind;
    let decision = m.decision().map(|action| &action.kind);
    let what = if let Some(ActionKind::Add { what, .. }) = decision { component(*what) } else { 0 };
    let remove = matches!(decision, Some(ActionKind::Remove { .. }));
    let (pass, swap) = (m.is_pass(), m.is_swap());
    let sites = if pass || swap { (-1, -1) } else { (m.from, m.to) };
    Step { what, pass, swap, from: sites.0, to: sites.1, remove }
}

impl Lockstep<'_> {
    /// Goes back to the start; `seed` is that of dice and other chance.
    pub fn restart(&mut self, seed: u64) {
        self.before += self.a.work() + self.b.work();
        (self.a, self.b) = (Side::start(&self.pair.a, seed), Side::start(&self.pair.b, seed));
        self.moves.clear();
        self.played.clear();
    }

    /// Compares the positions. While they are alike the legal moves are known afterwards.
    pub fn look(&mut self) -> Verdict {
        self.looks += 1;
        self.moves.clear();
        match (&self.a.fault, &self.b.fault) {
            (Some(_), Some(_)) => return Verdict::Stuck,
            (None, None) => {}
            _ => return Verdict::Differ,
        }
        let (Some(a), Some(b)) = (&self.a.trial, &self.b.trial) else { return Verdict::Stuck };
        if !same_positions(self.pair, a.state(), b.state()) {
            return Verdict::Differ;
        }
        if a.is_over() {
            return Verdict::Over;
        }
        let matching = matching(self.pair, self.a.legal(), self.b.legal());
        self.moves = matching.both;
        match (&self.a.fault, &self.b.fault) {
            (Some(_), Some(_)) => Verdict::Stuck,
            (None, None) if matching.only_a.is_empty() && matching.only_b.is_empty() => Verdict::Alike,
            _ => Verdict::Differ,
        }
    }

    /// Plays a legal move of this number on both sides.
    pub fn play(&mut self, index: usize) {
        if let Some(m) = self.moves.get(index).cloned() {
            self.play_match(&m);
        }
    }

    /// What was spent so far, in units of the budget.
    pub fn spent(&self) -> u64 {
        if let Some(price) = self.price { price * self.looks } else { self.before + self.a.work() + self.b.work() }
    }

    /// How far apart two sites are drawn.
    pub fn distance(&self, one: i32, other: i32) -> f64 {
        distance(&self.pair.a, one, other)
    }

    /// The number of the legal move that is this one, or one about the same sites.
    pub fn find(&self, wanted: &Match) -> Option<usize> {
        let exact = self.moves.iter().position(|m| m == wanted);
        let about = |m: &Match| Step { what: 0, ..m.step };
        exact.or_else(|| self.moves.iter().position(|m| about(m) == about(wanted)))
    }
}

/// How far apart two board sites of a game are drawn; very far if one of them is none.
fn distance(game: &Game, one: i32, other: i32) -> f64 {
    let t = game.equipment.layout.default_type();
    let point = |site: i32| usize::try_from(site).ok().and_then(|site| game.equipment.board.position(t, site));
    match (point(one), point(other)) {
        (Some((x, y, _)), Some((v, w, _))) => (x - v).hypot(y - w),
        _ => f64::MAX,
    }
}

/// Whether what players see of two positions is the same: the result, whose turn it is, scores, what stands where.
fn same_positions(pair: &Pair, a: &State, b: &State) -> bool {
    same_result(a, b)
        && (a.is_over() || a.mover() == b.mover())
        && (1..=a.players()).all(|player| a.score(player) == b.score(player))
        && other_sites(pair, a, b).next().is_none()
}

/// Whether two games have the same result, or both none yet.
pub(super) fn same_result(a: &State, b: &State) -> bool {
    let mut players = 1..=a.players().max(b.players());
    a.status() == b.status() && (!a.is_over() || players.all(|p| a.rank(p) == b.rank(p)))
}

/// The sites on which different things stand: store and site within it.
pub(super) fn other_sites<'a>(pair: &'a Pair, a: &'a State, b: &'a State) -> impl Iterator<Item = (usize, usize)> + 'a {
    let stores = 2 + a.layout().containers();
    (0..stores).flat_map(move |store| {
        let (left, right) = (a.site_store_at(store), b.site_store_at(store));
        let sites = left.map_or(0, |store| store.len()).max(right.map_or(0, |store| store.len()));
        let same = left.zip(right).is_some_and(|(left, right)| std::ptr::eq(left, right));
        (0..if same { 0 } else { sites }).filter_map(move |site| {
            let (left, right) = (left?, right?);
            let levels = left.height(site).max(right.height(site)).max(1);
            let alike = left.height(site) == right.height(site)
                && (0..levels).all(|level| {
                    let (one, mut other) = (left.piece(site, Some(level)), right.piece(site, Some(level)));
                    other.what = u16::try_from(pair.component(i32::from(other.what))).unwrap_or(other.what);
                    one == other
                });
            (!alike).then_some((store, site))
        })
    })
}
