//! `(game "Name" (players ..) [(mode ..)] (equipment ..) (rules ..))`: the whole.

use super::{clauses, few_positions, meta, mode, phase, players};
use crate::board::{Graph, Options};
use crate::diag::Diagnostic;
use crate::engine::ends::EndRules;
use crate::engine::equipment::{Equipment, Track};
use crate::engine::features::Features;
use crate::engine::game::{Game, MEMORY_LIMIT, MOVE_LIMIT, Meta, Mode, Phase, TURN_LIMIT, WORK_LIMIT};
use crate::engine::layout::Layout;
use crate::engine::start::StartRule;
use crate::ludemes::prelude::*;
use crate::ludemes::puzzle;
use crate::ludemes::{Watch, registry, stores};

pub(super) const ROWS: &[Row] =
    &[Row::part("game", "game", "").any_order(), Row::part("rules", "rules", "").any_order()];

/// Compiles a checked game; with `watch` one whose rules are watched while it is played.
///
/// # Errors
///
/// All ludemes that cannot be played yet, or the first thing that does not fit together.
pub(crate) fn compile(call: &Ludeme, watch: Option<Watch>) -> Result<Game, Vec<Diagnostic>> {
    let unsupported = registry::unsupported(call);
    if !unsupported.is_empty() {
        let finding = |ludeme: &&Ludeme| {
            let message = format!("known, not yet playable: `({})`", ludeme.form.title());
            Diagnostic::error("LUD0401", &ludeme.origin, message).label("cannot be carried out yet")
        };
        return Err(unsupported.iter().map(finding).collect());
    }
    if call.form.head == "match" {
        let what = "a match is played by putting its games together";
        return Err(vec![Diagnostic::error("LUD0402", &call.origin, what)]);
    }
    lower(call, watch).map_err(|problem| vec![*problem])
}

/// A game with the rules of another in the place of its own, and of its equipment only what can be played.
pub(crate) fn with_rules_of(mut game: Ludeme, other: &Ludeme) -> Ludeme {
    for (slot, arg) in game.form.slots.iter().zip(&mut game.args) {
        match slot.name {
            "rules" => *arg = other.get("rules").cloned(),
            "mode" => *arg = None,
            "equipment" => {
                let Some(Arg { value: Value::Ludeme(equipment), .. }) = arg else { continue };
                for list in equipment.args.iter_mut().flatten() {
                    let Value::Array(items) = &mut list.value else { continue };
                    items.retain(|item| match &item.value {
                        Value::Ludeme(item) => registry::unsupported(item).is_empty(),
                        _ => true,
                    });
                }
            }
            _ => {}
        }
    }
    game
}

fn lower(call: &Ludeme, watch: Option<Watch>) -> Lowered<Game> {
    let missing = |what: &str| Box::new(Diagnostic::error("LUD0402", &call.origin, format!("the game has no {what}")));
    let players_call = *clauses(call, "players").first().ok_or_else(|| missing("players"))?;
    let equipment = *clauses(call, "equipment").first().ok_or_else(|| missing("equipment"))?;
    let rules = *clauses(call, "rules").first().ok_or_else(|| missing("rules"))?;

    let facings = players::read(players_call)?;
    let players = facings.len() as i32 - 1;
    let mut lo = Lowering::new(Arc::new(nothing(players)), Requirements::of(call, players));
    let mode = mode::read(clauses(call, "mode").first().copied(), &lo)?;
    let names = clauses(rules, "phases").into_iter().map(|phase| phase.text("name").cloned().unwrap_or_default());
    lo.phases = names.collect();
    lo.dead_store = stores::dead_store(call, lo.players());
    lo.watch(watch);
    lo.features.pieces_draw |= pieces_draw(equipment, &lo);
    let generators = crate::ludemes::equipment::read(equipment, facings, &mut lo)?;
    let pieces = lo.reads;

    let meta = clauses(rules, "meta").first().map_or_else(|| Ok(Meta::default()), |call| meta::read(call, &lo))?;
    let start = clauses(rules, "start").first().map_or(Ok(Vec::new()), |call| StartRule::read_all(call, &mut lo))?;
    lo.puzzle = puzzle::Constraints::read(rules, &mut lo)?.map(Arc::new);
    // End rules come before play rules: the strings of votes are numbered in that order.
    let end = clauses(rules, "end").first().map(|end| EndRules::read(end, &mut lo)).transpose()?;
    lo.reads = pieces;
    let phases = phases(rules, mode, &mut lo)?.ok_or_else(|| missing("play rules"))?;
    let scratch_work = lo.scratch_work();
    let equipment = Arc::clone(&lo.equipment);
    let regions = Arc::clone(&lo.regions);
    let constraints = lo.puzzle.take();
    let drawn = std::mem::take(&mut lo.drawn);
    let features = lo.features.clone();
    let (rules, profiling) = lo.take_rules();
    let shortcuts =
        Shortcuts { mode, meta: &meta, features: &features, counted: !rules.is_empty() && profiling.is_none() };
    let (allows_compact, lone_pieces) = (shortcuts.allows_compact(), shortcuts.has_lone_pieces(&equipment));
    let defers_stores = lo.dead_store.is_some() && phases.len() == 1 && shortcuts.defers_stores();
    let ahead = phases.iter().any(|phase| phase.draws_ahead);
    let draws_ahead = ahead && shortcuts.draws_ahead() && features.next_moves;
    let throws_first = shortcuts.throws_first();
    let memoryless = (mode != Mode::Simulation && meta == Meta::default())
        .then(|| few_positions::memoryless(call, &features, &lo))
        .flatten();
    let (places, reads_lists) = (lo.take_places(), lo.reads_lists);
    let (vars, votes, keeps) = lo.finish();
    Ok(Game {
        name: call.text("name").cloned().unwrap_or_default(),
        equipment,
        features,
        regions,
        mode,
        start,
        phases,
        end,
        meta,
        instances: None,
        generators,
        drawn,
        vars,
        votes,
        rules,
        profiling,
        places,
        puzzle: constraints,
        keeps,
        move_limit: MOVE_LIMIT,
        turn_limit: TURN_LIMIT,
        work_limit: WORK_LIMIT,
        memory_limit: MEMORY_LIMIT,
        scratch_work,
        allows_compact,
        lone_pieces,
        reads_lists,
        defers_stores,
        draws_ahead,
        memoryless,
        repeats: Default::default(),
        throws_first,
    })
}

/// Whether finding the moves of a piece draws chance.
fn pieces_draw(equipment: &Ludeme, lo: &Lowering) -> bool {
    let mut draw = false;
    equipment.visit(&mut |item| {
        let own = item.part("generator").filter(|_| item.form.kind == "item");
        draw |= own.is_some_and(|moves| registry::hazard(moves, lo) == Hazard::Draws);
    });
    draw
}

/// The phases as they are written, or one without a name where there are only play rules; `None` without either.
fn phases(rules: &Ludeme, mode: Mode, lo: &mut Lowering) -> Lowered<Option<Vec<Phase>>> {
    let common = clauses(rules, "play").first().map(|play| phase::play(play, mode, lo)).transpose()?;
    let read = lo.reads;
    let written = clauses(rules, "phases");
    if !written.is_empty() {
        let phases = written.into_iter().map(|call| phase::read(call, (common.as_ref(), read), mode, lo));
        return phases.collect::<Lowered<Vec<_>>>().map(Some);
    }
    let owner = lo.players() + 1;
    let (draws_ahead, asks_back) = (phase::draws_ahead(read), phase::asks_back(read));
    let only = |play| Phase { name: "".into(), owner, play, draws_ahead, asks_back, end: None, next: Vec::new() };
    Ok(common.map(|play| vec![only(play)]))
}

/// What decides which short cuts playing may take.
struct Shortcuts<'a> {
    mode: Mode,
    meta: &'a Meta,
    features: &'a Features,
    /// Whether the use of its rules is counted.
    counted: bool,
}

impl Shortcuts<'_> {
    /// Whether nothing looks at a move before it is made, adds to it, or counts it.
    fn is_unwatched(&self) -> bool {
        !self.meta.tries() && !self.meta.automove && !self.meta.gravity && !self.counted
    }

    /// As [`Game::allows_compact`].
    fn allows_compact(&self) -> bool {
        let features = self.features;
        self.is_unwatched()
            && !features.dominoes
            && !features.last_removals()
            && !features.last_between
            && (!features.stacking || !features.last_move())
            && !features.puzzle
    }

    /// As [`Game::lone_pieces`].
    fn has_lone_pieces(&self, equipment: &Equipment) -> bool {
        let features = self.features;
        !features.stacking
            && !features.dominoes
            && !features.hidden
            && !equipment.has_large_pieces()
            && !equipment.tracks.iter().any(Track::has_inner_loop)
    }

    /// As [`Game::defers_stores`], if there is one phase and something to be deferred.
    fn defers_stores(&self) -> bool {
        self.is_undisturbed() && !self.features.stochastic && !self.features.compares_positions()
    }

    /// As [`Game::draws_ahead`], if a phase does and the end rules ask.
    fn draws_ahead(&self) -> bool {
        self.mode == Mode::Alternating && !self.meta.tries() && !self.counted && !self.features.stochastic
    }

    /// As [`Game::throws_first`].
    fn throws_first(&self) -> bool {
        self.features.dice && self.is_undisturbed()
    }

    /// Whether, besides, players take turns and nothing asks afterwards for what a move did.
    fn is_undisturbed(&self) -> bool {
        self.mode == Mode::Alternating
            && self.is_unwatched()
            && !self.features.last_move()
            && !self.features.end_of_turn_removal
    }
}

/// The equipment while the board is still being built.
fn nothing(players: i32) -> Equipment {
    let board = Topology::new(Graph::new(), SiteType::Cell, Options::default());
    Equipment {
        players,
        facings: Vec::new(),
        board: Arc::new(board),
        layout: Arc::new(Layout::new(SiteType::Cell, [0; 3], &[])),
        containers: Vec::new(),
        dice: None,
        components: Vec::new(),
        large: false,
        maps: Vec::new(),
        tracks: Vec::new(),
        puzzle: Default::default(),
    }
}
