//! Actions that change no site: players, scores, variables, votes, what is remembered.

use crate::engine::action::ActionKind;
use crate::engine::context::Cx;
use crate::engine::puzzle::Domain;
use crate::engine::role::bit;
use crate::engine::state::set_of_player;
use crate::engine::uses::Uses;
use std::sync::Arc;

impl Cx {
    /// The actions that change no site.
    pub(super) fn set(&mut self, kind: &ActionKind) {
        let state = &mut self.state;
        let slot = |player: i32| usize::try_from(player).unwrap_or(usize::MAX);
        match kind {
            ActionKind::SetNextPlayer { player } => {
                state.next = *player;
                state.touch(Uses::TURN);
            }
            ActionKind::SetScore { player, score, add } => {
                if let Some(entry) = state.scores.get_mut(slot(*player)) {
                    *entry = if *add { entry.wrapping_add(*score) } else { *score };
                }
                state.touch(Uses::SCORES);
            }
            ActionKind::SetAmount { player, amount } | ActionKind::Bet { player, amount } => {
                set_of_player(&mut state.amounts, *player, *amount);
                state.touch(Uses::SCORES);
            }
            ActionKind::SetPot { pot } => {
                state.pot = *pot;
                state.touch(Uses::SCORES);
            }
            ActionKind::SetValueOfPlayer { player, value } => {
                set_of_player(&mut state.player_values, *player, *value);
                state.touch(Uses::SCORES);
            }
            ActionKind::SetCounter { counter } => {
                state.counter = *counter;
                state.touch(Uses::COUNTER);
            }
            ActionKind::SetTemp { temp } => {
                state.temp = *temp;
                state.touch(Uses::var(usize::MAX));
            }
            ActionKind::SetVar { index, value, .. } => {
                if let Some(entry) = state.vars.get_mut(*index) {
                    *entry = Some(*value);
                }
                state.touch(Uses::var(*index));
            }
            ActionKind::Swap { player1, player2 } => {
                let (a, b) = (slot(*player1), slot(*player2));
                if a < state.agents.len() && b < state.agents.len() {
                    state.agents.swap(a, b);
                }
                state.touch_players();
            }
            ActionKind::AddPlayerToTeam { team, player } => {
                set_of_player(&mut state.teams, *player, *team);
                state.touch_players();
            }
            ActionKind::UseDie { die, .. } => {
                if let Some(entry) = state.dice.get_mut(slot(*die)) {
                    *entry = 0;
                }
                state.touch(Uses::OTHER);
            }
            ActionKind::SetDiceAllEqual { equal } => state.compare_dice(*equal),
            ActionKind::SetVariable { t, site, value } => {
                state.restrict(*t, *site, Domain::only(*value));
            }
            ActionKind::ToggleVariable { t, site, value } => state.toggle_value(*t, *site, *value),
            ActionKind::StoreState => {
                state.stored_hash = state.position_hash();
                state.touch(Uses::OTHER);
            }
            _ => self.memorise(kind),
        }
    }

    /// The actions on what is remembered, pending, proposed and voted.
    fn memorise(&mut self, kind: &ActionKind) {
        // The lists that are looked through can be as long as the memory of a ply allows.
        let searched = match kind {
            ActionKind::SetPending { .. } => self.state.pending.len(),
            ActionKind::ForgetValue { name: None, .. } => self.state.remembered.len(),
            ActionKind::ForgetValue { name: Some(name), .. } => {
                self.state.remembered_named.get(name).map_or(0, Vec::len)
            }
            _ => 0,
        };
        if searched > 0 && !self.spend(searched as u64 / 16) {
            return;
        }
        let state = &mut self.state;
        match kind {
            ActionKind::SetPending { value } => {
                // Ludii stores 1 where no value is given.
                let value = if *value == -1 { 1 } else { *value };
                if !state.pending.contains(&value) {
                    state.pending.push(value);
                }
            }
            ActionKind::Trigger { player, .. } => state.triggered |= bit(*player),
            ActionKind::RememberValue { name: None, value } => state.remembered.push(*value),
            ActionKind::RememberValue { name: Some(name), value } => {
                state.remembered_named.entry(Arc::clone(name)).or_default().push(*value);
            }
            ActionKind::ForgetValue { name: None, value } => {
                if let Some(index) = state.remembered.iter().position(|v| v == value) {
                    state.remembered.remove(index);
                }
            }
            ActionKind::ForgetValue { name: Some(name), value } => {
                if let Some(list) = state.remembered_named.get_mut(name) {
                    if let Some(index) = list.iter().position(|v| v == value) {
                        list.remove(index);
                    }
                    if list.is_empty() {
                        state.remembered_named.shift_remove(name);
                    }
                }
            }
            ActionKind::Propose { number, .. } => state.propositions.push(*number),
            ActionKind::Vote { number, .. } => {
                state.votes.push(*number);
                if state.votes.len() >= state.players.max(1) as usize {
                    self.count_votes();
                }
            }
            _ => return,
        }
        self.state.touch(Uses::OTHER);
    }

    /// When all have voted, the most frequent vote (the one that got there first on a tie) is the decision if more
    /// than half of the players gave it.
    fn count_votes(&mut self) {
        let state = &mut self.state;
        let mut best = (-1, 0);
        for (i, &vote) in state.votes.iter().enumerate() {
            let times = state.votes[..=i].iter().filter(|&&v| v == vote).count();
            if times > best.1 {
                best = (vote, times);
            }
        }
        if best.1 > state.players as usize / 2 {
            state.decided = best.0;
        }
        state.votes.clear();
        state.propositions.clear();
    }
}
