//! What the state holds besides the sites.

use crate::engine::dominoes::Dominoes;
use crate::engine::hidden::HiddenBits;
use crate::engine::on_tracks::OnTracks;
use crate::engine::pod_vec::PodVec;
use crate::engine::puzzle::Variables;
use crate::engine::residual_data::ResidualData;
use crate::engine::site_set::SiteSet;
use crate::engine::state::{Status, of_player};
use indexmap::IndexMap;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// What the state holds besides the sites: copied for a mark, where the sites are written to the journal.
#[derive(Debug, Clone)]
pub struct Scalars {
    /// Number of players.
    pub(crate) players: i32,
    pub(crate) mover: i32,
    pub(crate) next: i32,
    pub(crate) prev: i32,
    pub(crate) counter: i32,
    pub(crate) turn: i32,
    pub(crate) moves_this_turn: i32,
    pub(crate) consecutive_passes: i32,
    /// Bit p: player p is still playing.
    pub(crate) active: u32,
    /// By player, index 0 unused.
    pub(crate) scores: PodVec<[i32; 8]>,
    pub(crate) pot: i32,
    /// Phase by player, index 0 for simulations.
    pub(crate) phases: PodVec<[usize; 5]>,
    pub(crate) temp: i32,
    /// Bit p: player p was found unable to move.
    pub(crate) stalemated: u32,
    pub(crate) triggered: u32,
    pub(crate) decided: i32,
    pub(crate) status: Option<Status>,
    /// What each die shows, in site order; 0 for a used one.
    pub(crate) dice: PodVec<[i32; 8]>,
    /// The sum of the dice, taken when all are thrown and at the end of each move.
    pub(crate) dice_sum: i32,
    /// Whether all dice fell alike in the last roll.
    pub(crate) dice_equal: bool,
    /// Hash kept by `(remember State)`.
    pub(crate) stored_hash: u64,
    /// By variable number; `None` while never set.
    pub(crate) vars: PodVec<[Option<i32>; 8]>,
    /// The sites whose pieces are removed at the end of the turn.
    pub(crate) to_clear: PodVec<[i32; 2]>,
    /// `None` while nobody has a rank: in most games until they are over.
    ranking: Option<Box<Ranking>>,
    shared: Arc<SharedScalars>,
}

/// How far a game is decided.
#[derive(Debug, Clone)]
pub struct Ranking {
    /// Rank by player, 0 for none yet.
    pub(crate) ranks: PodVec<[f64; 4]>,
    pub(crate) winners: PodVec<[i32; 4]>,
    pub(crate) losers: PodVec<[i32; 4]>,
}

/// What of that changes seldom: shared by a state and its copies until one of them changes it.
#[derive(Debug, Clone)]
pub struct SharedScalars {
    pub(crate) payoffs: PodVec<[f64; 4]>,
    pub(crate) amounts: PodVec<[i32; 4]>,
    pub(crate) player_values: PodVec<[i32; 4]>,
    pub(crate) remembered: Vec<i32>,
    pub(crate) remembered_named: IndexMap<Arc<str>, Vec<i32>>,
    /// In insertion order, without duplicates.
    pub(crate) pending: PodVec<[i32; 2]>,
    pub(crate) visited: SiteSet,
    pub(crate) teams: PodVec<[i32; 4]>,
    pub(crate) propositions: PodVec<[i32; 2]>,
    pub(crate) votes: PodVec<[i32; 2]>,
    /// Agent by player.
    pub(crate) agents: PodVec<[i32; 4]>,
    /// How often each component is noted on each index of each track; only where a track has an inner loop.
    pub(crate) on_tracks: Option<Arc<OnTracks>>,
    /// What is left above stacks.
    pub(crate) residual_data: ResidualData,
    /// What the elements of the board can be, in a deduction puzzle.
    pub(crate) variables: Option<Variables>,
    pub(super) hidden: Arc<HiddenBits>,
    /// `None` in a game without dominoes.
    pub(crate) dominoes: Option<Arc<Dominoes>>,
}

impl Deref for Scalars {
    type Target = SharedScalars;

    #[inline]
    fn deref(&self) -> &SharedScalars {
        &self.shared
    }
}

impl DerefMut for Scalars {
    #[inline]
    fn deref_mut(&mut self) -> &mut SharedScalars {
        Arc::make_mut(&mut self.shared)
    }
}

impl Scalars {
    /// The rank of a player, 1 best, 0 for none yet.
    pub fn rank(&self, player: i32) -> f64 {
        self.ranking.as_ref().and_then(|ranking| of_player(&ranking.ranks, player)).unwrap_or(0.0)
    }

    /// What changes seldom.
    pub(super) fn shared(&self) -> Arc<SharedScalars> {
        Arc::clone(&self.shared)
    }

    /// Writes down all that tells these from others but for counters and what changes seldom.
    pub(super) fn identify(&self, key: &mut Vec<i32>) {
        let bits = [self.active, self.stalemated, self.triggered].map(|bits| bits as i32);
        key.extend(self.status.map_or([-1; 2], |status| [status.winner, status.end as i32]));
        key.extend([self.mover, self.next, self.prev, self.consecutive_passes, self.pot, self.temp, self.decided]);
        key.extend(bits);
        key.extend(self.scores.iter());
        key.extend(self.phases.iter().map(|&phase| phase as i32));
        key.extend(self.vars.iter().flat_map(|var| [i32::from(var.is_some()), var.unwrap_or(0)]));
        if let Some(ranking) = &self.ranking {
            key.push(-1);
            key.extend(ranking.ranks.iter().map(|rank| (rank * 2.0) as i32));
            key.extend(ranking.winners.iter().chain(&*ranking.losers));
        }
    }

    /// Takes up what was written down so while nobody had a rank.
    pub(super) fn take_up(&mut self, words: &mut impl Iterator<Item = i32>) {
        let mut next = || words.next().unwrap_or(0);
        // It was not over.
        next();
        next();
        let Scalars { mover, next: due, prev, consecutive_passes, pot, temp, decided, .. } = self;
        [mover, due, prev, consecutive_passes, pot, temp, decided].into_iter().for_each(|field| *field = next());
        let Scalars { active, stalemated, triggered, .. } = self;
        [active, stalemated, triggered].into_iter().for_each(|bits| *bits = next() as u32);
        self.scores.iter_mut().for_each(|score| *score = next());
        self.phases.iter_mut().for_each(|phase| *phase = next() as usize);
        self.vars.iter_mut().for_each(|var| {
            let (set, value) = (next() == 1, next());
            *var = set.then_some(value);
        });
    }

    /// Whether somebody has a rank.
    pub(super) fn is_ranked(&self) -> bool {
        self.ranking.is_some()
    }

    /// Who has won, in this order.
    pub(crate) fn winners(&self) -> &[i32] {
        self.ranking.as_ref().map_or(&[], |ranking| &ranking.winners)
    }

    /// Who has lost, in this order.
    pub(crate) fn losers(&self) -> &[i32] {
        self.ranking.as_ref().map_or(&[], |ranking| &ranking.losers)
    }

    /// How far the game is decided, to be changed.
    pub(super) fn ranking(&mut self) -> &mut Ranking {
        let players = self.players as usize;
        self.ranking.get_or_insert_with(|| {
            Box::new(Ranking {
                ranks: PodVec::from_elem(0.0, players + 2),
                winners: PodVec::new(),
                losers: PodVec::new(),
            })
        })
    }

    /// Before the start rules.
    pub(super) fn new(players: usize, vars: usize) -> Self {
        let n = players + 2;
        let shared = SharedScalars {
            payoffs: PodVec::from_elem(0.0, n),
            amounts: PodVec::from_elem(0, n),
            player_values: PodVec::from_elem(-1, n),
            remembered: Vec::new(),
            remembered_named: IndexMap::new(),
            pending: PodVec::new(),
            visited: SiteSet::new(),
            teams: (0..n as i32).collect(),
            propositions: PodVec::new(),
            votes: PodVec::new(),
            agents: (0..n as i32).collect(),
            on_tracks: None,
            residual_data: ResidualData::default(),
            variables: None,
            hidden: Arc::default(),
            dominoes: None,
        };
        Scalars {
            players: players as i32,
            mover: players.min(1) as i32,
            next: players.min(2) as i32,
            prev: 0,
            counter: -1,
            turn: 1,
            moves_this_turn: 0,
            consecutive_passes: 0,
            active: ((1u64 << (players + 1)) - 2) as u32,
            scores: PodVec::from_elem(0, n),
            pot: 0,
            phases: PodVec::from_elem(0, n),
            temp: -1,
            stalemated: 0,
            triggered: 0,
            decided: -1,
            status: None,
            dice: PodVec::new(),
            dice_sum: 0,
            dice_equal: false,
            stored_hash: 0,
            vars: PodVec::from_elem(None, vars),
            to_clear: PodVec::new(),
            ranking: None,
            shared: Arc::new(shared),
        }
    }
}
