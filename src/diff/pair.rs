//! Two versions of a game: which of their parts stand for each other, and whether they can be played side by side.

use crate::board::{Relation, SiteType};
use crate::engine::action::{Action, ActionKind};
use crate::engine::game::Game;
use crate::engine::mv::Move;
use std::sync::Arc;

/// Two versions of a game.
#[derive(Debug, Clone)]
pub struct Pair {
    /// One version.
    pub a: Arc<Game>,
    /// The other.
    pub b: Arc<Game>,
    /// For each component of B the one of A that it stands for; a number beyond those of A where there is none.
    components: Vec<i32>,
}

/// What keeps two versions from being played side by side from the same moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Apart {
    /// The number of players.
    Players(i32, i32),
    /// The sites that the game is played on.
    Sites((SiteType, usize), (SiteType, usize)),
    /// As many sites of each type, but others are next to each other.
    Neighbours,
    /// The places outside the board, hands for example.
    Containers,
}

impl Pair {
    /// Pairs the components of two versions: those of one name and owner, then those of one owner in their order.
    pub fn new(a: &Arc<Game>, b: &Arc<Game>) -> Pair {
        let (ours, theirs) = (&a.equipment.components, &b.equipment.components);
        let mut components = vec![-1; theirs.len()];
        let mut taken = vec![false; ours.len()];
        for named in [true, false] {
            for (index, component) in theirs.iter().enumerate().filter(|(index, _)| *index > 0) {
                let fits = |other: usize| {
                    let candidate = &ours[other];
                    candidate.owner == component.owner && (!named || candidate.name == component.name)
                };
                if components[index] < 0
                    && let Some(other) = (1..ours.len()).find(|&other| !taken[other] && fits(other))
                {
                    components[index] = other as i32;
                    taken[other] = true;
                }
            }
        }
        let unmatched = components.iter_mut().skip(1).filter(|entry| **entry < 0);
        for (beyond, entry) in (ours.len() as i32..).zip(unmatched) {
            *entry = beyond;
        }
        if let Some(nothing) = components.first_mut() {
            *nothing = 0;
        }
        Pair { a: Arc::clone(a), b: Arc::clone(b), components }
    }

    /// The component of A that one of B stands for.
    pub(super) fn component(&self, what: i32) -> i32 {
        usize::try_from(what).ok().and_then(|what| self.components.get(what)).copied().unwrap_or(what)
    }

    /// What keeps the versions from being played side by side, if anything does.
    pub fn apart(&self) -> Option<Apart> {
        let (a, b) = (&self.a.equipment, &self.b.equipment);
        if a.players != b.players {
            return Some(Apart::Players(a.players, b.players));
        }
        let t = a.layout.default_type();
        let sites = |game: &Game| {
            let t = game.equipment.layout.default_type();
            (t, game.equipment.board.len(t))
        };
        if sites(&self.a) != sites(&self.b) {
            return Some(Apart::Sites(sites(&self.a), sites(&self.b)));
        }
        let others = SiteType::ALL.into_iter().any(|t| a.board.len(t) != b.board.len(t));
        let relations = [Relation::Adjacent, Relation::Orthogonal, Relation::Diagonal];
        let next = |site: usize, r: Relation| a.board.neighbours(t, site, r) != b.board.neighbours(t, site, r);
        if others || (0..a.board.len(t)).any(|site| relations.into_iter().any(|r| next(site, r))) {
            return Some(Apart::Neighbours);
        }
        let stretches = |game: &Game| {
            let layout = &game.equipment.layout;
            (0..layout.containers()).map(|index| layout.stretch(index)).collect::<Vec<_>>()
        };
        (stretches(&self.a) != stretches(&self.b)).then_some(Apart::Containers)
    }

    /// What a legal move does, so that moves of both versions can be told apart or matched: its own actions, with the
    /// components of A. What is only noted for the rules, such as a variable, is left out.
    pub(super) fn signature(&self, m: &Move, of_b: bool) -> String {
        if m.is_pass() {
            return "Pass".to_owned();
        }
        let mut text = String::new();
        m.for_each_action(&mut |action| {
            if is_note(&action.kind) {
                return;
            }
            let mut action = Action::new(action.kind.clone());
            if of_b {
                match &mut action.kind {
                    ActionKind::Add { what, .. }
                    | ActionKind::Insert { what, .. }
                    | ActionKind::Promote { what, .. }
                    | ActionKind::SetCount { what, .. } => *what = self.component(*what),
                    _ => {}
                }
            }
            text.push_str(&action.to_string());
        });
        text
    }
}

/// Whether an action only notes something for the rules.
fn is_note(kind: &ActionKind) -> bool {
    matches!(
        kind,
        ActionKind::SetVar { .. }
            | ActionKind::SetTemp { .. }
            | ActionKind::SetCounter { .. }
            | ActionKind::SetPending { .. }
            | ActionKind::Trigger { .. }
            | ActionKind::RememberValue { .. }
            | ActionKind::ForgetValue { .. }
            | ActionKind::Note { .. }
            | ActionKind::StoreState
    )
}
