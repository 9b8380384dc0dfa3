//! Moves: what is listed as legal, applied, and recorded.

use crate::engine::action::{Action, ActionKind};
use crate::engine::moves::Moves;
use crate::engine::tally::RuleId;
use smallvec::SmallVec;
use std::fmt;
use std::sync::Arc;

/// An element of a move: a primitive action, or a whole move that is applied in its place.
#[derive(Debug, Clone)]
pub enum Item {
    /// A primitive action.
    Action(Action),
    /// A nested move with consequences of its own.
    Move(Box<Move>),
}

/// A move: an ordered list of actions plus bookkeeping.
#[derive(Clone)]
pub struct Move {
    /// The player recorded as making it, 0 for a plain effect.
    pub mover: i32,
    /// Recorded site it starts from, -1 for none.
    pub from: i32,
    /// Recorded site it ends on, -1 for none.
    pub to: i32,
    /// Recorded sites between.
    pub between: SmallVec<[i32; 2]>,
    /// Lowest stack level concerned.
    pub level_min: i32,
    /// Highest stack level concerned.
    pub level_max: i32,
    /// The edge it is about, -1 for none.
    pub edge: i32,
    /// The state in which a large piece is put down or moved, -1 for all other moves.
    pub state: i32,
    /// What is executed, in order.
    pub items: SmallVec<[Item; 1]>,
    /// Whether it stands twice in the list it comes from as one and the same move, so that whatever is done to each
    /// listed move is done to it twice.
    pub(crate) twin: bool,
    /// How long the longest series of its player's moves is that it begins, or what it takes (`true`), where that was
    /// found when it was listed: looking again from each move of a series would double the work with every move of it.
    /// It is forgotten when the move is changed.
    pub(crate) series: Option<(bool, i32)>,
    /// Whether it leads to a position that has been met, where that was seen when something was asked of the position;
    /// likewise.
    pub(crate) repeats: Option<bool>,
    /// Consequences, not yet evaluated, in order of attachment.
    pub(crate) then: SmallVec<[Arc<Moves>; 1]>,
    /// The innermost ludeme that made it, where the use of rules is counted.
    pub(crate) maker: RuleId,
}

impl Move {
    /// A move without sites and actions.
    pub fn new(mover: i32) -> Self {
        Move {
            mover,
            from: -1,
            to: -1,
            between: SmallVec::new(),
            level_min: 0,
            level_max: 0,
            edge: -1,
            state: -1,
            items: SmallVec::new(),
            twin: false,
            series: None,
            repeats: None,
            then: SmallVec::new(),
            maker: RuleId::NONE,
        }
    }

    /// The move as it is recorded: with the actions executed, consequences among them.
    pub(crate) fn executed(&self, actions: impl Iterator<Item = Action>) -> Self {
        Move {
            between: self.between.clone(),
            items: actions.map(Item::Action).collect(),
            then: SmallVec::new(),
            ..*self
        }
    }

    /// A move of one action, with recorded sites.
    pub fn of(mover: i32, from: i32, to: i32, action: Action) -> Self {
        let mut m = Move::new(mover);
        (m.from, m.to) = (from, to);
        m.items.push(Item::Action(action));
        m
    }

    /// Adds an action of the rules.
    pub(crate) fn act(&mut self, kind: ActionKind) {
        self.items.push(Item::Action(Action::new(kind)));
    }

    /// The forced pass that is supplied when there is nothing else.
    pub fn forced_pass(mover: i32) -> Self {
        Move::of(mover, -1, -1, Action::deciding(ActionKind::Pass { forced: true }, true))
    }

    /// The only move of a match when one of its games is over: on to the next.
    pub(crate) fn next_instance(mover: i32) -> Self {
        Move::of(mover, -1, -1, Action::deciding(ActionKind::NextInstance, true))
    }

    /// One move of each player, made at once: each with its consequences in its place, those that wait after all.
    /// `mover` is the number after the last player. (Ludii 1.3.12's behaviour.)
    pub(crate) fn together(mover: i32, moves: Vec<Move>) -> Self {
        let mut joint = Move::new(mover);
        (joint.from, joint.to) = (0, 0);
        for mut m in moves {
            let (waiting, at_once) = m.then.into_iter().partition(|then| then.after_all);
            m.then = at_once;
            joint.then.extend::<SmallVec<[Arc<Moves>; 1]>>(waiting);
            joint.items.push(Item::Move(Box::new(m)));
        }
        joint
    }

    /// Several effects carried out as one: the sites of the first, the actions of all, no consequences
    /// (Ludii 1.3.12's behaviour). `None` of none.
    pub(crate) fn merged(moves: Vec<Move>) -> Option<Self> {
        let first = moves.first()?;
        let mut all = Move::new(first.mover);
        (all.from, all.to, all.maker) = (first.from, first.to, first.maker);
        for m in &moves {
            m.for_each_action(&mut |action| all.items.push(Item::Action(action.clone())));
        }
        Some(all)
    }

    /// Two players exchange seats, and the mover moves again.
    pub fn swap(player1: i32, player2: i32, mover: i32) -> Self {
        let mut m = Move::of(mover, -1, -1, Action::deciding(ActionKind::Swap { player1, player2 }, true));
        m.act(ActionKind::SetNextPlayer { player: mover });
        m
    }

    /// The memory it takes, roughly: without what is nested in it.
    #[inline]
    pub(crate) fn bytes(&self) -> u64 {
        (size_of::<Move>() + self.items.len() * size_of::<Item>()) as u64
    }

    /// Forgets what was found of it before it was changed.
    #[inline]
    pub(crate) fn forget_found(&mut self) {
        (self.series, self.repeats) = (None, None);
    }

    /// Visits the primitive actions in order, those of nested moves included, consequences left out.
    pub fn for_each_action<'a>(&'a self, visit: &mut impl FnMut(&'a Action)) {
        for item in &self.items {
            match item {
                Item::Action(action) => visit(action),
                Item::Move(inner) => inner.for_each_action(visit),
            }
        }
    }

    /// The innermost ludeme that made it, by its index in [`Game::rules`](crate::Game::rules); `None` for moves that
    /// no ludeme made (a forced pass, a swap), and where the use of rules is not counted.
    pub fn maker(&self) -> Option<usize> {
        self.maker.index()
    }

    /// The work of making a copy, in the units of [`Cx::spend`](crate::engine::context::Cx::spend).
    pub(crate) fn copy_work(&self) -> usize {
        let inner = |item: &Item| match item {
            Item::Action(_) => 20,
            Item::Move(inner) => inner.copy_work(),
        };
        50 + self.items.iter().map(inner).sum::<usize>()
    }

    /// The primitive actions in order, nested moves flattened, consequences left out.
    pub fn actions(&self) -> Vec<&Action> {
        let mut list = Vec::new();
        self.for_each_action(&mut |action| list.push(action));
        list
    }

    /// The first action with the decision flag, nested moves searched too.
    pub fn decision(&self) -> Option<&Action> {
        self.items.iter().find_map(|item| match item {
            Item::Action(action) => action.decision.then_some(action),
            Item::Move(inner) => inner.decision(),
        })
    }

    /// From and to of the first decision action; -1 and -1 where there is none or it has no sites.
    pub fn decision_sites(&self) -> (i32, i32) {
        self.decision().map_or((-1, -1), |action| (action.from(), action.to()))
    }

    /// Whether it holds an action that passes the test and no decision that does not.
    #[inline]
    fn is_kind(&self, test: fn(&Action) -> bool) -> bool {
        if let [Item::Action(action)] = &self.items[..] {
            return test(action);
        }
        let mut found = false;
        let only = self.all_actions(&mut |action| {
            let fits = test(action);
            found |= fits;
            fits || !action.decision
        });
        found && only
    }

    /// Whether something holds of all primitive actions, asked in order until it does not.
    fn all_actions(&self, holds: &mut impl FnMut(&Action) -> bool) -> bool {
        self.items.iter().all(|item| match item {
            Item::Action(action) => holds(action),
            Item::Move(inner) => inner.all_actions(holds),
        })
    }

    /// Whether it is a pass: a pass action and no other decision (consequences do not matter).
    #[inline]
    pub fn is_pass(&self) -> bool {
        self.is_kind(Action::is_pass)
    }

    /// The last site that one of its actions starts from and the last that one ends on, -1 for none.
    pub(crate) fn last_sites(&self) -> (i32, i32) {
        let mut last = (-1, -1);
        self.for_each_action(&mut |action| action.note_sites(&mut last));
        last
    }

    /// Whether it is a swap of seats.
    #[inline]
    pub fn is_swap(&self) -> bool {
        self.is_kind(|action| matches!(action.kind, ActionKind::Swap { .. }))
    }

    /// Whether any of its actions is a forced one.
    pub fn is_forced(&self) -> bool {
        self.actions().iter().any(|action| matches!(action.kind, ActionKind::Pass { forced: true }))
    }

    /// The text of the own actions, flattened and joined by `;`.
    pub fn actions_text(&self) -> String {
        let mut text = String::new();
        self.for_each_action(&mut |action| {
            if !text.is_empty() {
                text.push(';');
            }
            text.push_str(&action.to_string());
        });
        text
    }

    /// The text of a legal move in a recording: `Pass`, or the decision's sites and the own actions.
    pub fn legal_text(&self) -> String {
        if self.is_pass() {
            return "Pass".to_owned();
        }
        let (from, to) = self.decision_sites();
        format!("{from}>{to} {}", self.actions_text())
    }
}

impl fmt::Display for Move {
    /// The text of a Ludii 1.3.12 trial file, nested moves written as such, consequences left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[Move:mover={}", self.mover)?;
        for (key, value) in [("from", self.from), ("to", self.to)] {
            if value != -1 {
                write!(f, ",{key}={value}")?;
            }
        }
        if self.edge != -1 {
            write!(f, ",oriented=false,edge={}", self.edge)?;
        }
        if self.state != -1 {
            write!(f, ",state={}", self.state)?;
        }
        if self.level_min != 0 && self.level_max != 0 {
            write!(f, ",levelMin={},levelMax={}", self.level_min, self.level_max)?;
        }
        f.write_str(",actions=")?;
        for (i, item) in self.items.iter().enumerate() {
            if i > 0 {
                f.write_str(",")?;
            }
            match item {
                Item::Action(action) => write!(f, "{action}")?,
                Item::Move(inner) => write!(f, "{inner}")?,
            }
        }
        f.write_str("]")
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")?;
        if self.then.is_empty() { Ok(()) } else { write!(f, " then×{}", self.then.len()) }
    }
}
