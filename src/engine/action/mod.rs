//! Actions: the primitive changes of a state.

mod list;
mod text;

pub(crate) use list::ActionList;

use crate::board::SiteType;
use crate::engine::brief::Carried;
use crate::engine::hidden::HiddenKind;
use std::sync::Arc;

/// One primitive change of the state, and whether it is the decision of its move.
#[derive(Debug, Clone, PartialEq)]
pub struct Action {
    /// What it does.
    pub kind: ActionKind,
    /// Whether a player chose it (rather than the rules).
    pub decision: bool,
}

/// What an [`Action`] does. Fields that are -1 are "not given", as in Ludii's trial files.
#[derive(Debug, Clone, PartialEq)]
pub enum ActionKind {
    /// Puts a component on a site.
    Add {
        /// Site type; `None` when the generator leaves it open.
        t: Option<SiteType>,
        /// Site.
        to: i32,
        /// Level to insert at, -1 for the top.
        level: i32,
        /// Component index.
        what: i32,
        /// How many.
        count: i32,
        /// Local state given, or -1.
        state: i32,
        /// Rotation given, or -1.
        rotation: i32,
        /// Value given, or -1.
        value: i32,
        /// Whether `stack:True` was asked for.
        stack: bool,
    },
    /// Inserts a component into a stack.
    Insert {
        /// Site type.
        t: SiteType,
        /// Site.
        to: i32,
        /// Level.
        level: i32,
        /// Component index.
        what: i32,
        /// Local state given, or -1.
        state: i32,
    },
    /// Moves a piece.
    Move {
        /// Site type moved from.
        from_type: SiteType,
        /// Site moved from.
        from: i32,
        /// Level moved from, -1 for the top.
        level_from: i32,
        /// Site type moved to.
        to_type: SiteType,
        /// Site moved to.
        to: i32,
        /// Level moved to, -1 for the top.
        level_to: i32,
        /// Local state given, or -1.
        state: i32,
        /// Rotation given, or -1.
        rotation: i32,
        /// Value given, or -1.
        value: i32,
        /// Whether the whole stack moves.
        stack: bool,
        /// Whether the piece keeps its data when it is pushed on a stack.
        keeps_data: bool,
    },
    /// Moves some of the pieces counted on a site.
    MoveCount {
        /// Site type moved from.
        from_type: SiteType,
        /// Site moved from.
        from: i32,
        /// Site type moved to.
        to_type: SiteType,
        /// Site moved to.
        to: i32,
        /// How many.
        count: i32,
    },
    /// Moves a piece and leaves the source as it was.
    Copy {
        /// Site type moved from.
        from_type: SiteType,
        /// Site moved from.
        from: i32,
        /// Level moved from, -1 for the top.
        level_from: i32,
        /// Site type moved to.
        to_type: SiteType,
        /// Site moved to.
        to: i32,
        /// Level moved to, -1 for the top.
        level_to: i32,
    },
    /// Moves the top levels of a stack.
    StackMove {
        /// Site type moved from.
        from_type: SiteType,
        /// Site moved from.
        from: i32,
        /// Site type moved to.
        to_type: SiteType,
        /// Site moved to.
        to: i32,
        /// How many levels.
        levels: i32,
    },
    /// Replaces the component on a site.
    Promote {
        /// Site type.
        t: SiteType,
        /// Site.
        to: i32,
        /// Level, -1 for the top.
        level: i32,
        /// New component index.
        what: i32,
    },
    /// Empties a site, or takes one level out of its stack.
    Remove {
        /// Site type.
        t: SiteType,
        /// Site.
        to: i32,
        /// Level, -1 for the top.
        level: i32,
        /// `false` for a removal that waits for the end of the turn.
        applied: bool,
    },
    /// Chooses sites and changes nothing.
    Select {
        /// Site type chosen from.
        from_type: SiteType,
        /// Site chosen.
        from: i32,
        /// Level, -1 when not given.
        level_from: i32,
        /// Site type of the second site.
        to_type: SiteType,
        /// Second site, -1 when not given.
        to: i32,
        /// Its level, -1 when not given.
        level_to: i32,
    },
    /// Sets the count of a site.
    SetCount {
        /// Site type.
        t: SiteType,
        /// Site.
        to: i32,
        /// Component index.
        what: i32,
        /// New count.
        count: i32,
    },
    /// Sets the local state of a site.
    SetState {
        /// Site type.
        t: SiteType,
        /// Site.
        to: i32,
        /// Level, -1 for the top.
        level: i32,
        /// New state.
        state: i32,
    },
    /// Sets the piece value of a site.
    SetValue {
        /// Site type.
        t: SiteType,
        /// Site.
        to: i32,
        /// Level, -1 for the top.
        level: i32,
        /// New value.
        value: i32,
    },
    /// Sets the rotation of a site.
    SetRotation {
        /// Site type.
        t: SiteType,
        /// Site.
        to: i32,
        /// New rotation.
        rotation: i32,
    },
    /// Sets the cost of a site, which belongs to the board.
    SetCost {
        /// Site type.
        t: SiteType,
        /// Site.
        to: i32,
        /// The cost.
        cost: i32,
    },
    /// Hides something of a site from a player, or shows it to him.
    SetHidden {
        /// What of it.
        what: HiddenKind,
        /// Site type as it is written.
        t: SiteType,
        /// Site.
        to: i32,
        /// Level, which counts in stacking games.
        level: i32,
        /// The player.
        player: i32,
        /// Whether to hide.
        hidden: bool,
    },
    /// Turns a die to another face.
    SetDie {
        /// Site of the die.
        site: i32,
        /// Its new local state.
        state: i32,
    },
    /// Uses a die up.
    UseDie {
        /// Number among the containers of dice.
        hand: i32,
        /// Number of the die in it, from 0.
        die: i32,
        /// Site of the die.
        site: i32,
    },
    /// Notes whether all dice fell alike.
    SetDiceAllEqual {
        /// Whether they did.
        equal: bool,
    },
    /// Passes the turn.
    Pass {
        /// Whether there was no other move.
        forced: bool,
    },
    /// Names the next player.
    SetNextPlayer {
        /// The player.
        player: i32,
    },
    /// Sets a score, or adds to it.
    SetScore {
        /// The player.
        player: i32,
        /// The score or the increment.
        score: i32,
        /// Whether to add.
        add: bool,
    },
    /// Sets the amount of a player.
    SetAmount {
        /// The player.
        player: i32,
        /// The amount.
        amount: i32,
    },
    /// A bet of a player.
    Bet {
        /// The player.
        player: i32,
        /// The amount.
        amount: i32,
    },
    /// Sets the pot.
    SetPot {
        /// The new pot.
        pot: i32,
    },
    /// Sets the value of a player.
    SetValueOfPlayer {
        /// The player.
        player: i32,
        /// The value.
        value: i32,
    },
    /// Sets the counter.
    SetCounter {
        /// The new counter.
        counter: i32,
    },
    /// Sets the unnamed variable.
    SetTemp {
        /// The new value.
        temp: i32,
    },
    /// Sets a named variable.
    SetVar {
        /// Its name.
        name: Arc<str>,
        /// Its number among the variables of the game.
        index: usize,
        /// The new value.
        value: i32,
    },
    /// Adds a pending value.
    SetPending {
        /// The value, -1 when none was given (then 1 is stored).
        value: i32,
    },
    /// Marks a player as triggered.
    Trigger {
        /// The event, which is not stored.
        event: Arc<str>,
        /// The player.
        player: i32,
    },
    /// Appends to the remembered values.
    RememberValue {
        /// The list, `None` for the unnamed one.
        name: Option<Arc<str>>,
        /// The value.
        value: i32,
    },
    /// Takes the first equal value out of the remembered ones.
    ForgetValue {
        /// The list, `None` for the unnamed one.
        name: Option<Arc<str>>,
        /// The value.
        value: i32,
    },
    /// Puts a proposition.
    Propose {
        /// Its text.
        text: Arc<str>,
        /// Its number.
        number: i32,
    },
    /// Votes.
    Vote {
        /// Its text.
        text: Arc<str>,
        /// Its number.
        number: i32,
    },
    /// Two players exchange seats.
    Swap {
        /// One player.
        player1: i32,
        /// The other.
        player2: i32,
    },
    /// Puts a player into a team.
    AddPlayerToTeam {
        /// The team.
        team: i32,
        /// The player.
        player: i32,
    },
    /// A message; no effect on play.
    Note {
        /// The text.
        message: Arc<str>,
        /// The player it is for.
        to: i32,
    },
    /// Sets the phase of a site.
    SetPhase {
        /// Site type.
        t: SiteType,
        /// Site.
        site: i32,
        /// The phase.
        phase: i32,
    },
    /// Leaves a variable of a puzzle a single value.
    SetVariable {
        /// Site type.
        t: SiteType,
        /// Site.
        site: i32,
        /// The value.
        value: i32,
    },
    /// Puts a value into the set of those a variable of a puzzle can take, or takes it out.
    ToggleVariable {
        /// Site type.
        t: SiteType,
        /// Site.
        site: i32,
        /// The value.
        value: i32,
    },
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
            state: -1,
            rotation: -1,
            value: -1,
            stack,
            keeps_data,
        }
    }

    /// Puts a piece on a site, on top of a stack of this height; -1 in games without stacks.
    pub(crate) fn adding(t: SiteType, to: i32, level: i32, what: i32) -> Self {
        let (count, state, rotation, value) = (1, -1, -1, -1);
        ActionKind::Add { t: Some(t), to, level, what, count, state, rotation, value, stack: false }
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
