//! Actions as Ludii's trial files write them.

use super::{Action, ActionKind, PieceData};
use crate::board::SiteType;
use crate::engine::hidden::HiddenKind;
use std::fmt;

/// The type, number and level of a site. A level that is not given, -1, is not written.
type Spot = (SiteType, i32, i32);

const SITE: [&str; 3] = ["type", "to", "level"];
const FROM: [&str; 3] = ["typeFrom", "from", "levelFrom"];
const TO: [&str; 3] = ["typeTo", "to", "levelTo"];
const VARIABLE: [&str; 3] = ["type", "var", "level"];

/// Writes `,key=value` groups the way Ludii's trial files do: the first without a comma.
struct Fields<'a, 'b> {
    f: &'a mut fmt::Formatter<'b>,
    first: bool,
}

impl Fields<'_, '_> {
    fn put(&mut self, key: &str, value: impl fmt::Display) -> fmt::Result {
        if !self.first {
            self.f.write_str(",")?;
        }
        self.first = false;
        write!(self.f, "{key}={value}")
    }

    fn both(&mut self, one: &str, value: impl fmt::Display, other: &str, rest: impl fmt::Display) -> fmt::Result {
        self.put(one, value)?;
        self.put(other, rest)
    }

    /// A number, if it is given.
    fn given(&mut self, key: &str, value: i32) -> fmt::Result {
        if value >= 0 { self.put(key, value) } else { Ok(()) }
    }

    /// `key=true`, if it holds.
    fn flag(&mut self, key: &str, holds: bool) -> fmt::Result {
        if holds { self.put(key, true) } else { Ok(()) }
    }

    fn spot(&mut self, keys: [&str; 3], (t, site, level): Spot) -> fmt::Result {
        self.both(keys[0], t.name(), keys[1], site)?;
        self.given(keys[2], level)
    }

    /// A site, and what is set there.
    fn set(&mut self, spot: Spot, key: &str, value: impl fmt::Display) -> fmt::Result {
        self.spot(SITE, spot)?;
        self.put(key, value)
    }

    /// Where something goes from and to.
    fn way(&mut self, from: Spot, to: Spot) -> fmt::Result {
        self.spot(FROM, from)?;
        self.spot(TO, to)
    }

    /// What a piece brings along, and whether it is meant for a stack.
    fn data(&mut self, PieceData { state, rotation, value }: PieceData, stack: bool) -> fmt::Result {
        self.given("state", state)?;
        self.given("rotation", rotation)?;
        self.given("value", value)?;
        self.flag("stack", stack)
    }
}

impl fmt::Display for Action {
    /// The text of a Ludii 1.3.12 trial file: `[Name:key=value,…]`, `decision=true` last.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.kind.name();
        write!(f, "[{name}:")?;
        let mut fields = Fields { f, first: true };
        self.kind.fields(&mut fields)?;
        let forced = matches!(self.kind, ActionKind::Pass { forced: true });
        if forced && !self.decision {
            // Ludii writes the comma that follows the missing decision.
            fields.first = false;
        }
        fields.flag("decision", self.decision)?;
        fields.flag("forced", forced)?;
        f.write_str("]")
    }
}

impl ActionKind {
    /// The name in a trial file.
    pub fn name(&self) -> &'static str {
        match self {
            ActionKind::Add { .. } => "Add",
            ActionKind::Insert { .. } => "Insert",
            ActionKind::Move { .. } | ActionKind::MoveCount { .. } => "Move",
            ActionKind::Copy { .. } => "Copy",
            ActionKind::StackMove { .. } => "StackMove",
            ActionKind::Promote { .. } => "Promote",
            ActionKind::Remove { .. } => "Remove",
            ActionKind::Select { .. } => "Select",
            ActionKind::SetCount { .. } => "SetCount",
            ActionKind::SetState { .. } => "SetState",
            ActionKind::SetValue { .. } => "SetValue",
            ActionKind::SetRotation { .. } => "SetRotation",
            ActionKind::SetCost { .. } => "SetCost",
            ActionKind::SetHidden { what, .. } => match what {
                HiddenKind::All => "SetHidden",
                HiddenKind::What => "SetHiddenWhat",
                HiddenKind::Who => "SetHiddenWho",
                HiddenKind::State => "SetHiddenState",
                HiddenKind::Count => "SetHiddenCount",
                HiddenKind::Rotation => "SetHiddenRotation",
                HiddenKind::Value => "SetHiddenValue",
            },
            ActionKind::SetDie { .. } => "SetStateAndUpdateDice",
            ActionKind::UseDie { .. } => "UseDie",
            ActionKind::SetDiceAllEqual { .. } => "SetDiceAllEqual",
            ActionKind::Pass { .. } => "Pass",
            ActionKind::SetNextPlayer { .. } => "SetNextPlayer",
            ActionKind::SetScore { .. } => "SetScore",
            ActionKind::SetAmount { .. } => "SetAmount",
            ActionKind::Bet { .. } => "Bet",
            ActionKind::SetPot { .. } => "SetPot",
            ActionKind::SetValueOfPlayer { .. } => "SetValueOfPlayer",
            ActionKind::SetCounter { .. } => "SetCounter",
            ActionKind::SetTemp { .. } => "SetTemp",
            ActionKind::SetVar { .. } => "SetVar",
            ActionKind::SetPending { .. } => "SetPending",
            ActionKind::Trigger { .. } => "Trigger",
            ActionKind::RememberValue { .. } => "RememberValue",
            ActionKind::ForgetValue { .. } => "ForgetValue",
            ActionKind::Propose { .. } => "Propose",
            ActionKind::Vote { .. } => "Vote",
            ActionKind::Swap { .. } => "Swap",
            ActionKind::AddPlayerToTeam { .. } => "AddPlayerToTeam",
            ActionKind::Note { .. } => "Note",
            ActionKind::SetPhase { .. } => "SetPhase",
            ActionKind::SetVariable { .. } => "Set",
            ActionKind::ToggleVariable { .. } => "Toggle",
            ActionKind::StoreState => "StoreStateInContext",
            ActionKind::NextInstance => "NextInstance",
        }
    }

    /// Writes all but whether it is a decision, and whether a pass is forced.
    fn fields(&self, out: &mut Fields<'_, '_>) -> fmt::Result {
        match *self {
            ActionKind::Add { t, to, level, what, count, data, stack } => {
                if let Some(t) = t {
                    out.put("type", t.name())?;
                }
                out.put("to", to)?;
                out.given("level", level)?;
                out.put("what", what)?;
                if count > 1 {
                    out.put("count", count)?;
                }
                out.data(data, stack)
            }
            ActionKind::Insert { t, to, level, what, state } => {
                out.spot(SITE, (t, to, -1))?;
                out.both("level", level, "what", what)?;
                out.given("state", state)
            }
            ActionKind::Move { from_type, from, level_from, to_type, to, level_to, data, stack, .. } => {
                out.way((from_type, from, level_from), (to_type, to, level_to))?;
                out.data(data, stack)
            }
            ActionKind::MoveCount { from_type, from, to_type, to, count } => {
                out.way((from_type, from, -1), (to_type, to, -1))?;
                out.put("count", count)
            }
            ActionKind::StackMove { from_type, from, to_type, to, levels } => {
                out.way((from_type, from, -1), (to_type, to, -1))?;
                out.put("numLevel", levels)
            }
            ActionKind::Select { from_type, from, level_from, to: ..0, .. } => {
                out.spot(FROM, (from_type, from, level_from))
            }
            ActionKind::Copy { from_type, from, level_from, to_type, to, level_to }
            | ActionKind::Select { from_type, from, level_from, to_type, to, level_to } => {
                out.way((from_type, from, level_from), (to_type, to, level_to))
            }
            ActionKind::Promote { t, to, level, what } => out.set((t, to, level), "what", what),
            ActionKind::Remove { t, to, level, applied } => {
                out.spot(SITE, (t, to, level))?;
                if applied { Ok(()) } else { out.put("applied", false) }
            }
            ActionKind::SetCount { t, to, what, count } => {
                out.spot(SITE, (t, to, -1))?;
                out.both("what", what, "count", count)
            }
            ActionKind::SetState { t, to, level, state } => out.set((t, to, level), "state", state),
            ActionKind::SetValue { t, to, level, value } => out.set((t, to, level), "value", value),
            ActionKind::SetRotation { t, to, rotation } => out.set((t, to, -1), "rotation", rotation),
            ActionKind::SetCost { t, to, cost } => out.set((t, to, -1), "cost", cost),
            ActionKind::SetPhase { t, site, phase } => out.set((t, site, -1), "phase", phase),
            ActionKind::SetHidden { t, to, level, player, hidden, .. } => {
                out.spot(SITE, (t, to, -1))?;
                out.both("level", level, "who", player)?;
                out.put("value", hidden)
            }
            ActionKind::SetVariable { t, site, value } | ActionKind::ToggleVariable { t, site, value } => {
                out.spot(VARIABLE, (t, site, -1))?;
                out.put("value", value)
            }
            ActionKind::SetDie { site, state } => out.both("site", site, "state", state),
            ActionKind::UseDie { hand, die, site } => {
                out.both("indexHandDice", hand, "indexDie", die)?;
                out.put("site", site)
            }
            ActionKind::SetDiceAllEqual { equal } => out.put("value", equal),
            ActionKind::Pass { .. } | ActionKind::StoreState | ActionKind::NextInstance => Ok(()),
            ActionKind::SetNextPlayer { player } => out.put("player", player),
            ActionKind::SetScore { player, score, add } => {
                out.both("player", player, "score", score)?;
                out.flag("add", add)
            }
            ActionKind::SetAmount { player, amount } => out.both("player", player, "amount", amount),
            ActionKind::Bet { player, amount } => out.both("player", player, "bet", amount),
            ActionKind::SetPot { pot } => out.put("pot", pot),
            ActionKind::SetValueOfPlayer { player, value } => out.both("player", player, "value", value),
            ActionKind::SetCounter { counter } => out.put("counter", counter),
            ActionKind::SetTemp { temp } => out.put("temp", temp),
            ActionKind::SetVar { ref name, value, .. } => out.both("name", name, "value", value),
            ActionKind::SetPending { value: -1 } => Ok(()),
            ActionKind::SetPending { value } => out.put("value", value),
            ActionKind::Trigger { ref event, player } => out.both("event", event, "player", player),
            ActionKind::RememberValue { ref name, value } | ActionKind::ForgetValue { ref name, value } => {
                out.both("name", name.as_deref().unwrap_or("null"), "value", value)
            }
            ActionKind::Propose { ref text, number } => out.both("proposition", text, "propositionInt", number),
            ActionKind::Vote { ref text, number } => out.both("vote", text, "voteInt", number),
            ActionKind::Swap { player1, player2 } => out.both("player1", player1, "player2", player2),
            ActionKind::AddPlayerToTeam { team, player } => out.both("team", team, "player", player),
            ActionKind::Note { ref message, to } => out.both("message", message, "to", to),
        }
    }
}
