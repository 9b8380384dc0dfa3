//! The context an expression is evaluated in: state, history, iterator variables.

use crate::board::SiteType;
use crate::engine::action::{Action, ActionList};
use crate::engine::budget::Budget;
use crate::engine::count_cache::CachedCount;
use crate::engine::deferred::Deferred;
use crate::engine::dominoes::Dominoes;
use crate::engine::fault::RuleError;
use crate::engine::game::Game;
use crate::engine::history::{History, MoveHead};
use crate::engine::instances::Points;
use crate::engine::memo::Kept;
use crate::engine::mv::Move;
use crate::engine::on_tracks::OnTracks;
use crate::engine::out::Out;
use crate::engine::pool::Pool;
use crate::engine::profile::Profile;
use crate::engine::puzzle::Variables;
use crate::engine::repetitions::{RepetitionMark, RepetitionTables};
use crate::engine::rng::GameRng;
use crate::engine::site_set::SiteSet;
use crate::engine::speculation::Speculation;
use crate::engine::state::{Mark, State};
use crate::engine::tally::Tally;
use crate::engine::uses::Uses;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

/// How many generators of moves may be evaluated inside each other. The deepest rules of the published games need a
/// few dozen; each takes a kilobyte or two of the stack.
const DEEPEST: u32 = 300;

/// The iterator variables. Unset ones are -1 (or `None`).
///
/// Those that are kept for a while and put back together stand apart: two that stand side by side would be read as one
/// word, which waits until each of them, just written, has come to the memory (store forwarding).
#[derive(Debug, Clone, PartialEq)]
pub struct Iterators {
    /// Read by `(from)`.
    pub from: i32,
    /// Read by `(value)`.
    pub value: i32,
    /// Read by `(to)`.
    pub to: i32,
    /// Read by `(player)`.
    pub player: i32,
    /// Read by `(between)`.
    pub between: i32,
    /// Read by `(track)`.
    pub track: i32,
    /// Read by `(level)`.
    pub level: i32,
    /// Read by `(pips)`.
    pub pips: i32,
    /// Read by `(site)`.
    pub site: i32,
    /// Read by `(hint)`.
    pub hint: i32,
    /// Read by `(edge)`.
    pub edge: i32,
    /// Read by `(sites Hint)`.
    pub hint_region: Option<Arc<SiteSet>>,
    /// Read by `(sites)`.
    pub region: Option<Arc<SiteSet>>,
    /// Read by `(team)`.
    pub team: Option<Arc<[i32]>>,
}

impl Default for Iterators {
    fn default() -> Self {
        Iterators {
            from: -1,
            to: -1,
            site: -1,
            level: -1,
            between: -1,
            value: -1,
            player: -1,
            track: -1,
            pips: -1,
            hint: -1,
            edge: -1,
            hint_region: None,
            region: None,
            team: None,
        }
    }
}

impl Iterators {
    /// Unsets all of them.
    #[inline]
    pub(crate) fn unset(&mut self) {
        if self.hint_region.is_some() || self.region.is_some() || self.team.is_some() {
            *self = Iterators::default();
            return;
        }
        let Iterators { from, to, site, level, between, value, player, track, pips, hint, edge, .. } = self;
        for number in [from, to, site, level, between, value, player, track, pips, hint, edge] {
            *number = -1;
        }
    }

    /// Reads the number that an iterator variable has; -1 for one that is no number.
    pub(crate) fn reader(variable: Uses) -> fn(&Iterators) -> i32 {
        match variable {
            Uses::FROM => |it| it.from,
            Uses::TO => |it| it.to,
            Uses::SITE => |it| it.site,
            Uses::LEVEL => |it| it.level,
            Uses::BETWEEN => |it| it.between,
            Uses::VALUE => |it| it.value,
            Uses::PLAYER => |it| it.player,
            Uses::TRACK => |it| it.track,
            Uses::PIPS => |it| it.pips,
            _ => |_| -1,
        }
    }

    /// The site that an iterator variable names; -1 for one that names none.
    #[inline]
    pub(crate) fn site_of(&self, variable: Uses) -> i32 {
        match variable {
            Uses::SITE => self.site,
            Uses::TO => self.to,
            Uses::FROM => self.from,
            Uses::BETWEEN => self.between,
            _ => -1,
        }
    }
}

/// Everything an expression can read, and the moves so far.
#[derive(Debug, Clone)]
pub struct Cx {
    /// The game being played.
    pub game: Arc<Game>,
    /// The state.
    pub state: State,
    /// The iterator variables.
    pub it: Iterators,
    /// All moves so far, those of the start rules first.
    pub(crate) history: History,
    /// How many of them were made by the start rules.
    pub(crate) initial: usize,
    /// The random stream of the game.
    pub(crate) rng: GameRng,
    /// Whether a `(no Moves Next)` look-ahead is running.
    pub(crate) looking_ahead: bool,
    /// The clock of the state, and how many moves had been made, when the last one had ended, if its answer lasts.
    pub(crate) looked_ahead: Option<(u64, usize)>,
    /// Whether a `(is Threatened ..)` look-ahead is running.
    pub(crate) threatening: bool,
    /// Where the piece stood that was last found to threaten: it is likely to do so again.
    pub(crate) attacker: i32,
    /// How many generators of moves are being evaluated inside each other.
    depth: u32,
    /// Whether a `(count LegalMoves)` is running.
    pub(crate) counting_moves: bool,
    /// What the start rules say that sites cost.
    pub(crate) costs: Arc<HashMap<(SiteType, i32), i32>>,
    /// The phases of sites that the start rules set.
    pub(crate) phases: Arc<HashMap<(SiteType, i32), i32>>,
    /// Where each component stood on the board when the start rules were done; that of no component, the first,
    /// nowhere.
    started: Arc<[SiteSet]>,
    /// What was drawn for the regions of [`Game::drawn`].
    pub(crate) drawn: Vec<SiteSet>,
    /// What the match has come to that the game is part of.
    pub(crate) points: Option<Points>,
    pub(crate) repetitions: RepetitionTables,
    pub(crate) kept: Kept,
    /// By slot.
    pub(crate) cached_counts: Vec<CachedCount>,
    /// A move of the player due next; away while it is drawn.
    pub(crate) speculation: Option<Box<Speculation>>,
    /// The elements whose values were asked for, while that is being noted.
    pub(crate) reads: Option<Vec<(SiteType, i32)>>,
    pub(crate) tally: Tally,
    /// Lists of actions for other uses of their memory.
    pub(crate) spare: Pool<Vec<Action>>,
    /// The same of the actions of several moves.
    pub(crate) spare_actions: Pool<Box<ActionList>>,
    /// Lists of moves for other uses of their memory.
    pub(crate) spare_lists: Pool<Box<Out>>,
    /// Whether the history keeps no more of a move than its head.
    pub(super) heads_only: bool,
    /// The consequence that is deferred.
    pub(crate) deferred: Option<Deferred>,
    /// Whether consequences are deferred, where the rules permit it.
    pub(crate) defers_stores: bool,
    /// Owners of the game that nobody uses, for [`Cx::with_game`].
    games: Pool<Arc<Game>>,
    pub(super) budget: Budget,
}

/// A position to go back to.
#[derive(Debug, Clone)]
pub(crate) struct Checkpoint {
    mark: Mark,
    rng: GameRng,
    repetitions: RepetitionMark,
    /// How long the history was.
    length: usize,
}

impl Cx {
    /// A context before the start rules; `seed` is the state of the random stream.
    pub(crate) fn before_start(game: Arc<Game>, seed: u64) -> Self {
        let equipment = &game.equipment;
        let mut state = State::new(
            Arc::clone(&equipment.layout),
            equipment.players as usize,
            equipment.components.len() - 1,
            game.vars.len(),
            &game.features,
        );
        state.on_tracks = OnTracks::new(equipment);
        for player in 1..=equipment.players {
            let own = |owner: i32| owner == player || owner == equipment.players + 1;
            let phase = game.phases.iter().position(|phase| own(phase.owner)).unwrap_or(0);
            state.phases[player as usize] = phase;
        }
        if game.features.puzzle {
            let lens = SiteType::ALL.map(|t| equipment.board.len(t));
            state.variables = Some(Variables::new(lens, equipment.puzzle.lasts()));
        }
        state.dominoes = Dominoes::at_start(&game);
        Cx::new(game, state, GameRng::from_state(seed))
    }

    fn new(game: Arc<Game>, state: State, rng: GameRng) -> Self {
        let kept = Kept::new(game.keeps);
        let tally = Tally::new(game.rules.len(), Profile::of(game.profiling.as_ref()));
        let budget = Budget::of(&game);
        Cx {
            game,
            state,
            it: Iterators::default(),
            spare: Pool::default(),
            spare_actions: Pool::default(),
            spare_lists: Pool::default(),
            history: History::default(),
            initial: 0,
            rng,
            looking_ahead: false,
            looked_ahead: None,
            threatening: false,
            attacker: -1,
            depth: 0,
            counting_moves: false,
            costs: Arc::default(),
            phases: Arc::default(),
            started: [SiteSet::new()].into(),
            drawn: Vec::new(),
            points: None,
            repetitions: RepetitionTables::default(),
            kept,
            cached_counts: Vec::new(),
            speculation: Some(Box::default()),
            reads: None,
            tally,
            heads_only: false,
            deferred: None,
            defers_stores: false,
            games: Pool::default(),
            budget,
        }
    }

    /// A context after the start rules of a game; with `work`, so much evaluation work for the whole game, instead of
    /// that of a ply for each ply.
    pub(crate) fn start(game: Arc<Game>, seed: u64, work: Option<u64>) -> Result<Self, RuleError> {
        let mut cx = Cx::before_start(game, seed);
        if let Some(work) = work {
            cx.bound_work(work);
        }
        cx.set_up();
        cx.take_fault().map_or(Ok(cx), Err)
    }

    /// Carries out the start rules.
    pub(crate) fn set_up(&mut self) {
        let game = Arc::clone(&self.game);
        self.place_dice();
        for region in &game.drawn {
            let sites = region.eval(self);
            self.drawn.push(sites);
        }
        for rule in &game.start {
            rule.run(self);
        }
        if let Some(constraints) = &game.puzzle {
            constraints.collect(self);
        }
        self.read_dice();
        self.initial = self.history.len();
        self.started = self.places_of_components();
        self.note_start();
    }

    /// Sets `team` to the members of one team that has any after the other, until `see` answers `false`. A game without
    /// teams has none. (Ludii 1.3.12's behaviour.)
    pub(crate) fn each_team(&mut self, mut see: impl FnMut(&mut Cx) -> bool) {
        let saved = self.it.team.take();
        let players = if self.game.features.teams { self.state.players() } else { 0 };
        for team in 1..=players {
            let members: Arc<[i32]> = (1..=players).filter(|&player| self.state.team(player) == team).collect();
            if !members.is_empty() {
                self.it.team = Some(members);
                if !see(self) {
                    break;
                }
            }
        }
        self.it.team = saved;
    }

    /// Keeps up to date only what rules of the game read.
    pub(crate) fn keep_what_is_read(&mut self) {
        self.heads_only = !self.game.features.last_move() && !self.game.features.last_removals();
        if !self.game.features.compares_positions() {
            self.state.forget_hash();
        }
        if !self.game.reads_lists {
            self.state.forget_lists();
        }
    }

    /// Forgets what was kept, and makes room for so many values.
    pub(crate) fn keep_anew(&mut self, slots: usize) {
        self.kept = Kept::new(slots);
        self.cached_counts.clear();
    }

    /// Where a component stood on the board when the start rules were done.
    pub(crate) fn started(&self, component: i32) -> &SiteSet {
        usize::try_from(component).ok().and_then(|component| self.started.get(component)).unwrap_or(&self.started[0])
    }

    /// Where each component stands now on the board, on sites of its default type.
    fn places_of_components(&self) -> Arc<[SiteSet]> {
        let t = self.state.layout().default_type();
        let mut places = vec![SiteSet::new(); self.game.equipment.components.len().max(1)];
        for site in 0..self.state.layout().sites() {
            for level in 0..self.state.height(t, site) {
                if let Some(sites) = places.get_mut(usize::from(self.state.piece(t, site, Some(level)).what)) {
                    sites.insert(site);
                }
            }
        }
        places.into()
    }

    /// Goes to the beginning of another game of the same start.
    pub(crate) fn restart(&mut self, start: &Cx) {
        self.state.copy_from(&start.state);
        self.it.unset();
        self.history.truncate(start.history.len());
        self.budget.restart(&start.budget);
        self.repetitions.roll_back(start.repetitions.mark());
        self.forget_speculation();
        self.deferred = None;
        self.forget_counts();
        (self.looking_ahead, self.threatening, self.counting_moves) = (false, false, false);
        self.depth = 0;
    }

    /// Asks something of the game and of the context, which may change. Owners of the game are kept for that: making
    /// one counts them, which takes as long as many an expression (an atomic operation).
    #[inline]
    pub(crate) fn with_game<T>(&mut self, ask: impl FnOnce(&mut Cx, &Game) -> T) -> T {
        let game = self.games.take_or(|| Arc::clone(&self.game));
        let told = ask(self, &game);
        self.games.give(game);
        told
    }

    /// Goes into a generator of moves; `false` when too many are being evaluated inside each other.
    #[inline]
    pub(crate) fn descend(&mut self) -> bool {
        self.depth += 1;
        if self.depth > DEEPEST {
            self.depth -= 1;
            return false;
        }
        true
    }

    /// Comes out of a generator of moves.
    #[inline]
    pub(crate) fn ascend(&mut self) {
        self.depth -= 1;
    }

    /// Takes over the random stream, the match and the account of work from the context of an earlier game.
    pub(crate) fn inherit_match(&mut self, earlier: &Cx) {
        self.inherit_budget(earlier);
        self.rng = earlier.rng.clone();
        self.points = earlier.points.clone();
    }

    /// What a site costs, 0 where nothing was said.
    pub fn cost(&self, t: SiteType, site: i32) -> i32 {
        self.costs.get(&(t, site)).copied().unwrap_or(0)
    }

    /// Moves made so far, start placements not counted.
    #[inline]
    pub fn count_moves(&self) -> usize {
        self.history.len() - self.initial
    }

    /// What rules ask for most of the most recent move, a start placement included.
    #[inline]
    pub(crate) fn last(&self) -> Option<&MoveHead> {
        self.history.made().last()
    }

    /// The most recent move, a start placement included.
    pub(crate) fn last_move(&self) -> Option<Cow<'_, Move>> {
        self.history.get(self.history.len().checked_sub(1)?)
    }

    /// Appends to the history.
    pub(crate) fn record(&mut self, mut m: Move) {
        self.state.touch(Uses::HISTORY);
        self.remember(m.bytes());
        self.history.take(&mut m);
    }

    /// Forgets the moves of the history from this number on.
    pub(crate) fn forget_after(&mut self, length: usize) {
        let forgotten = self.history.bytes_from(length);
        self.budget.forget(forgotten);
        self.history.truncate(length);
    }

    /// Notes the present position, to go back to it.
    pub(crate) fn checkpoint(&mut self) -> Checkpoint {
        Checkpoint {
            mark: self.state.mark(),
            rng: self.rng.clone(),
            repetitions: self.repetitions.mark(),
            length: self.history.len(),
        }
    }

    /// Goes back to the position that was noted last, which is no longer noted then.
    pub(crate) fn go_back(&mut self, to: Checkpoint) {
        self.forget_after(to.length);
        self.state.roll_back(to.mark);
        self.repetitions.roll_back(to.repetitions);
        self.rng = to.rng;
    }

    /// A copy of the random stream, for a scratch copy that draws the numbers that come next.
    pub(crate) fn stream(&self) -> GameRng {
        self.rng.clone()
    }

    /// Runs something that leaves the state as it is and draws from this stream; for what does not, there is
    /// [`Cx::scratch_with_rng`].
    pub(crate) fn with_rng<T>(&mut self, stream: GameRng, run: impl FnOnce(&mut Cx) -> T) -> T {
        let mut rng = std::mem::replace(&mut self.rng, stream.clone());
        self.tally.enter_lookahead();
        let result = run(self);
        self.tally.leave_lookahead();
        // Each copy has a random stream of its own; one that drew nothing leaves it to the next, so that it does not
        // matter how many are made.
        if self.rng != stream {
            rng.next_copy();
        }
        self.rng = rng;
        result
    }

    /// Runs something on a scratch copy of state, variables and history, which are then put back.
    pub fn scratch<T>(&mut self, run: impl FnOnce(&mut Cx) -> T) -> T {
        self.scratch_with_rng(self.rng.of_copy(), run)
    }

    /// The same with this random stream.
    pub(crate) fn scratch_with_rng<T>(&mut self, stream: GameRng, run: impl FnOnce(&mut Cx) -> T) -> T {
        // What is written to is copied first: in the worst case all of the board.
        self.charge(self.game.scratch_work);
        let mark = self.state.mark();
        let it = self.it.clone();
        let length = self.history.len();
        let memory = self.budget.memory();
        let result = self.with_rng(stream, run);
        self.budget.put_back(memory);
        self.forget_after(length);
        self.it = it;
        self.state.roll_back(mark);
        result
    }
}
