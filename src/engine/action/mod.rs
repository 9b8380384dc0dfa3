//! Actions: the primitive changes of a state.

mod list;
mod text;

pub(crate) use list::ActionList;

use crate::board::SiteType;
use crate::engine::compact::Carried;
use crate::engine::hidden::HiddenKind;
use crate::engine::site_store::Piece;
use std::sync::Arc;

/// One primitive change of the state, and whether it is the decision of its move.
#[derive(Debug, Clone, PartialEq)]
pub struct Action {
    /// What it does.
    pub kind: ActionKind,
    /// Whether a player chose it (rather than the rules).
    pub decision: bool,
}

/// The data that an action gives a piece; -1 is "not given".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PieceData {
    /// Local state.
    pub state: i32,
    /// Rotation.
    pub rotation: i32,
    /// Piece value.
    pub value: i32,
}

impl PieceData {
    /// None are given.
    pub const NONE: PieceData = PieceData { state: -1, rotation: -1, value: -1 };

    /// A local state alone.
    pub(crate) fn state(state: i32) -> Self {
        PieceData { state, ..PieceData::NONE }
    }

    /// All those of a piece.
    pub(crate) fn of(piece: Piece) -> Self {
        PieceData { state: piece.state, rotation: piece.rotation, value: piece.value }
    }

    #[inline]
    pub(super) fn is_none(self) -> bool {
        self.state < 0 && self.rotation < 0 && self.value < 0
    }

    #[inline]
    pub(super) fn put_into(self, piece: &mut Piece) {
        if self.state >= 0 {
            piece.state = self.state;
        }
        if self.rotation >= 0 {
            piece.rotation = self.rotation;
        }
        if self.value >= 0 {
            piece.value = self.value;
        }
    }
}

/// What an [`Action`] does. Fields that are -1 are "not given", as in Ludii's trial files; a level is then the top.
///
/// `t` is the type of the site `to` or `site`, `from_type` and `to_type` those of the sites `from` and `to`; `what` is
/// the index of a component; `state`, `rotation` and `value` are those of a piece, `data` all three.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs, reason = "what a field is stands above, or with its variant where its name does not say it")]
pub enum ActionKind {
    /// Puts a component on a site, whose type is open where the generator leaves it so; `stack` is whether `stack:True`
    /// was asked for.
    Add { t: Option<SiteType>, to: i32, level: i32, what: i32, count: i32, data: PieceData, stack: bool },
    /// Inserts a component into a stack.
    Insert { t: SiteType, to: i32, level: i32, what: i32, state: i32 },
    /// Moves a piece, or the whole stack; `keeps_data` is whether the piece keeps its data when it is pushed on a
    /// stack.
    Move {
        from_type: SiteType,
        from: i32,
        level_from: i32,
        to_type: SiteType,
        to: i32,
        level_to: i32,
        data: PieceData,
        stack: bool,
        keeps_data: bool,
    },
    /// Moves some of the pieces counted on a site.
    MoveCount { from_type: SiteType, from: i32, to_type: SiteType, to: i32, count: i32 },
    /// Moves a piece and leaves the source as it was.
    Copy { from_type: SiteType, from: i32, level_from: i32, to_type: SiteType, to: i32, level_to: i32 },
    /// Moves the top levels of a stack.
    StackMove { from_type: SiteType, from: i32, to_type: SiteType, to: i32, levels: i32 },
    /// Replaces the component on a site.
    Promote { t: SiteType, to: i32, level: i32, what: i32 },
    /// Empties a site, or takes one level out of its stack; not `applied`, that waits for the end of the turn.
    Remove { t: SiteType, to: i32, level: i32, applied: bool },
    /// Chooses a site, or two, and changes nothing.
    Select { from_type: SiteType, from: i32, level_from: i32, to_type: SiteType, to: i32, level_to: i32 },
    /// Sets the count of a site.
    SetCount { t: SiteType, to: i32, what: i32, count: i32 },
    /// Sets the local state of a site.
    SetState { t: SiteType, to: i32, level: i32, state: i32 },
    /// Sets the piece value of a site.
    SetValue { t: SiteType, to: i32, level: i32, value: i32 },
    /// Sets the rotation of a site.
    SetRotation { t: SiteType, to: i32, rotation: i32 },
    /// Sets the cost of a site, which belongs to the board.
    SetCost { t: SiteType, to: i32, cost: i32 },
    /// Hides something of a site from a player, or shows it to him; the level counts in stacking games.
    SetHidden { what: HiddenKind, t: SiteType, to: i32, level: i32, player: i32, hidden: bool },
    /// Turns the die on a site to another face, its local state.
    SetDie { site: i32, state: i32 },
    /// Uses a die up: `hand` is the number of its container among those of dice, `die` its number there, from 0.
    UseDie { hand: i32, die: i32, site: i32 },
    /// Notes whether all dice fell alike.
    SetDiceAllEqual { equal: bool },
    /// Passes the turn; `forced` where there was no other move.
    Pass { forced: bool },
    /// Names the next player.
    SetNextPlayer { player: i32 },
    /// Sets a score, or adds to it where `add`.
    SetScore { player: i32, score: i32, add: bool },
    /// Sets the amount of a player.
    SetAmount { player: i32, amount: i32 },
    /// A bet of a player.
    Bet { player: i32, amount: i32 },
    /// Sets the pot.
    SetPot { pot: i32 },
    /// Sets the value of a player.
    SetValueOfPlayer { player: i32, value: i32 },
    /// Sets the counter.
    SetCounter { counter: i32 },
    /// Sets the unnamed variable.
    SetTemp { temp: i32 },
    /// Sets a named variable, `index` among those of the game.
    SetVar { name: Arc<str>, index: usize, value: i32 },
    /// Adds a pending value; where none was given, 1 is stored.
    SetPending { value: i32 },
    /// Marks a player as triggered; the event is not stored.
    Trigger { event: Arc<str>, player: i32 },
    /// Appends to the remembered values of a list, the unnamed one for `None`.
    RememberValue { name: Option<Arc<str>>, value: i32 },
    /// Takes the first equal value out of the remembered ones of a list, the unnamed one for `None`.
    ForgetValue { name: Option<Arc<str>>, value: i32 },
    /// Puts a proposition, with its number.
    Propose { text: Arc<str>, number: i32 },
    /// Votes for a text, with its number.
    Vote { text: Arc<str>, number: i32 },
    /// Two players exchange seats.
    Swap { player1: i32, player2: i32 },
    /// Puts a player into a team.
    AddPlayerToTeam { team: i32, player: i32 },
    /// A message for a player; no effect on play.
    Note { message: Arc<str>, to: i32 },
    /// Sets the phase of a site.
    SetPhase { t: SiteType, site: i32, phase: i32 },
    /// Leaves a variable of a puzzle a single value.
    SetVariable { t: SiteType, site: i32, value: i32 },
    /// Puts a value into the set of those a variable of a puzzle can take, or takes it out.
    ToggleVariable { t: SiteType, site: i32, value: i32 },
    /// Keeps the hash of the position.
    StoreState,
    /// Goes on to the next game of a match.
    NextInstance,
}

impl ActionKind {
    /// Moves what is named of a site to another one, as it is.
    pub(crate) fn moving(from: (SiteType, i32), to: (SiteType, i32), carried: Carried) -> Self {
        let Carried { level, stack, keeps_data, .. } = carried;
        ActionKind::Move {
            from_type: from.0,
            from: from.1,
            level_from: level,
            to_type: to.0,
            to: to.1,
            level_to: -1,
            data: PieceData::NONE,
            stack,
            keeps_data,
        }
    }

    /// Moves what stands on a site, one piece of a stack or count, to another one, where it gets these data.
    #[inline]
    pub(crate) fn moving_with(from: (SiteType, i32), to: (SiteType, i32), given: PieceData) -> Self {
        let mut kind = ActionKind::moving(from, to, Carried::TOP);
        if let ActionKind::Move { data, .. } = &mut kind {
            *data = given;
        }
        kind
    }

    /// Takes what stands on a site off at once.
    pub(crate) fn removing(t: SiteType, to: i32) -> Self {
        ActionKind::Remove { t, to, level: -1, applied: true }
    }

    /// Puts a piece on a site, on top of a stack of this height; -1 in games without stacks.
    pub(crate) fn adding(t: SiteType, to: i32, level: i32, what: i32) -> Self {
        ActionKind::Add { t: Some(t), to, level, what, count: 1, data: PieceData::NONE, stack: false }
    }
}

impl Action {
    /// An action of the rules.
    pub fn new(kind: ActionKind) -> Self {
        Action { kind, decision: false }
    }

    /// An action a player chooses, if `decision`.
    pub fn deciding(kind: ActionKind, decision: bool) -> Self {
        Action { kind, decision }
    }

    /// The type and the number of its site where it has one alone, -1 where it has none.
    fn site(&self) -> (Option<SiteType>, i32) {
        match self.kind {
            ActionKind::Add { t, to, .. } => (t, to),
            ActionKind::Insert { t, to, .. }
            | ActionKind::Promote { t, to, .. }
            | ActionKind::Remove { t, to, .. }
            | ActionKind::SetCount { t, to, .. }
            | ActionKind::SetState { t, to, .. }
            | ActionKind::SetValue { t, to, .. }
            | ActionKind::SetRotation { t, to, .. }
            | ActionKind::SetHidden { t, to, .. }
            | ActionKind::SetCost { t, to, .. } => (Some(t), to),
            ActionKind::SetPhase { t, site, .. }
            | ActionKind::SetVariable { t, site, .. }
            | ActionKind::ToggleVariable { t, site, .. } => (Some(t), site),
            _ => (None, -1),
        }
    }

    /// The types of the sites it starts from and ends on; `None` for the default type of the board, and where it has
    /// no site.
    pub fn site_types(&self) -> (Option<SiteType>, Option<SiteType>) {
        match self.kind {
            ActionKind::Move { from_type, to_type, .. }
            | ActionKind::MoveCount { from_type, to_type, .. }
            | ActionKind::Copy { from_type, to_type, .. }
            | ActionKind::StackMove { from_type, to_type, .. }
            | ActionKind::Select { from_type, to_type, .. } => (Some(from_type), Some(to_type)),
            _ => (self.site().0, self.site().0),
        }
    }

    /// The site it starts from, -1 where it has none.
    pub fn from(&self) -> i32 {
        match self.kind {
            ActionKind::Move { from, .. }
            | ActionKind::MoveCount { from, .. }
            | ActionKind::Copy { from, .. }
            | ActionKind::StackMove { from, .. }
            | ActionKind::Select { from, .. } => from,
            _ => self.site().1,
        }
    }

    /// The site it ends on, -1 where it has none.
    pub fn to(&self) -> i32 {
        match self.kind {
            ActionKind::Move { to, .. }
            | ActionKind::MoveCount { to, .. }
            | ActionKind::Copy { to, .. }
            | ActionKind::StackMove { to, .. }
            | ActionKind::Select { to: to @ 0.., .. } => to,
            _ => self.from(),
        }
    }

    /// Puts the sites that it starts from and ends on in the place of those of an action before it, where it has any.
    pub(crate) fn note_sites(&self, last: &mut (i32, i32)) {
        let (from, to) = (self.from(), self.to());
        *last = (if from >= 0 { from } else { last.0 }, if to >= 0 { to } else { last.1 });
    }

    /// The level it starts from, -1 where it has none.
    pub fn level_from(&self) -> i32 {
        match self.kind {
            ActionKind::Move { level_from, .. }
            | ActionKind::Copy { level_from, .. }
            | ActionKind::Select { level_from, .. } => level_from,
            ActionKind::Add { level, .. }
            | ActionKind::Insert { level, .. }
            | ActionKind::Promote { level, .. }
            | ActionKind::Remove { level, .. } => level,
            _ => -1,
        }
    }

    /// The level it ends on, -1 where it has none.
    pub fn level_to(&self) -> i32 {
        match self.kind {
            ActionKind::Move { level_to, .. }
            | ActionKind::Copy { level_to, .. }
            | ActionKind::Select { level_to, .. } => level_to,
            _ => self.level_from(),
        }
    }

    /// Whether it is part of a throw of the dice.
    pub(crate) fn turns_dice(&self) -> bool {
        matches!(self.kind, ActionKind::SetDie { .. } | ActionKind::SetDiceAllEqual { .. })
    }

    /// Whether it is a pass.
    pub fn is_pass(&self) -> bool {
        matches!(self.kind, ActionKind::Pass { .. })
    }
}
