//! `(sow [type] [start] [count:] [numPerHole:] ["Track"] [owner:] [if:] [apply:] [includeSelf:] [origin:] [skipIf:]
//! [backtracking:|forward:] [then])`: sows the seeds of a hole along a track.
//!
//! The seeds of the start (default: the last move's `to`), or `count:` of them, go into the next holes of a track: of
//! the first track; with a name the first called exactly so; with an owner too the first of his whose name contains it.
//! Each hole takes `numPerHole:` of them; `origin:True` begins with the start itself. `to` is the hole and `value` the
//! holes left while `skipIf:` is asked, which passes over holes, and while `sowEffect:` is evaluated, whose moves' own
//! actions come before the seeds. `includeSelf:False` passes over the start, `to` staying there. A seed carries the
//! data of its hole where they differ from those of the start. After many skips in a row the hole reached gets its
//! seeds.
//!
//! Then, on a scratch copy with all seeds sown, as long as `if:` holds with `to` on the last hole, `apply:` is
//! evaluated, each of its moves is played on a copy of its own, with a copy of the random stream, and what it executes
//! is appended; that goes on, `from` being the start, while `backtracking:` or `forward:` holds on this hole and on the
//! one behind or ahead: back until the start is reached, and once around at most. One move. (Ludii 1.3.12's behaviour.)
//!
//! ASSUMPTION: nothing is sown past the end of an open track.

use super::build::{emit, site_type};
use crate::engine::equipment::Track;
use crate::engine::site_store::Piece;
use crate::ludemes::ints::tracks::TracksByPlayer;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("sow", "", lower).requires(|needs, _| needs.features.counts = true)];

struct Sow {
    t: SiteType,
    start: Option<IntExpr>,
    count: Option<IntExpr>,
    per_hole: IntExpr,
    tracks: TracksByPlayer,
    owner: Option<IntExpr>,
    condition: BoolExpr,
    effect: Option<MovesExpr>,
    apply: Option<MovesExpr>,
    include_self: bool,
    origin: BoolExpr,
    skip: Option<BoolExpr>,
    backtracking: Option<BoolExpr>,
    forward: Option<BoolExpr>,
    then: Option<MovesExpr>,
}

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let name = call.text("trackName").cloned();
    let sow = Sow {
        t: lo.site_type(call, "type"),
        start: lo.int_opt(call, "start")?,
        count: lo.int_opt(call, "count")?,
        per_hole: lo.int_or(call, "numPerHole", 1)?,
        tracks: TracksByPlayer::new(move |tracks, owner| {
            tracks.iter().position(|track| match name.as_deref() {
                None => true,
                Some(name) if owner == -1 => *track.name == *name,
                Some(name) => track.name.contains(name) && track.owner == owner,
            })
        }),
        owner: lo.int_opt(call, "owner")?,
        condition: lo.bool_or(call, "if", true)?,
        effect: lo.moves_opt(call, "sowEffect")?,
        apply: lo.moves_opt(call, "apply")?,
        include_self: call.flag("includeSelf", true),
        origin: lo.bool_or(call, "origin", false)?,
        skip: lo.bool_opt(call, "skipIf")?,
        backtracking: lo.bool_opt(call, "backtracking")?,
        forward: lo.bool_opt(call, "forward")?,
        then: lo.then(call)?,
    };
    Ok(Moves::of(false, sow))
}

/// How many holes in a row may be passed over.
const MOST_SKIPS: u32 = 10_000;

/// The hole whose seeds are sown.
struct Source {
    t: SiteType,
    site: i32,
    /// What lies in it.
    seed: Piece,
}

/// Where sowing begins and ends.
#[derive(Clone, Copy)]
struct Sown {
    start: i32,
    /// The number of the track, and the index on it of the last hole; none where no seed was sown.
    track: usize,
    last: Option<usize>,
}

impl Generator for Sow {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        let saved = (cx.it.from, cx.it.to, cx.it.value);
        let mut actions = cx.spare.take();
        if let Some(sown) = cx.with_game(|cx, game| self.seeds(cx, &game.equipment.tracks, &mut actions)) {
            let mut captured = Vec::new();
            if let Some(apply) = &self.apply {
                captured = cx.scratch_with_rng(cx.stream(), |cx| {
                    cx.execute_all(&mut actions.clone(), &mut Vec::new());
                    cx.with_game(|cx, game| self.captures(cx, &game.equipment.tracks, apply, sown))
                });
            }
            let mut m = Move::new(0);
            m.items = actions.drain(..).chain(captured).map(Item::Action).collect();
            emit(out, m, self.then.as_ref());
        }
        cx.reuse(actions);
        (cx.it.from, cx.it.to, cx.it.value) = saved;
    }

    fn carries_out(&self) -> bool {
        true
    }

    fn carry_out(&self, cx: &mut Cx, executed: &mut Vec<Action>) {
        let saved = (cx.it.from, cx.it.to, cx.it.value);
        let mut actions = cx.spare.take();
        let sown = cx.with_game(|cx, game| self.seeds(cx, &game.equipment.tracks, &mut actions));
        if let Some(sown) = sown {
            cx.execute_all(&mut actions, executed);
            if let Some(apply) = &self.apply {
                let mut captured = cx.with_rng(cx.stream(), |cx| {
                    cx.with_game(|cx, game| self.captures(cx, &game.equipment.tracks, apply, sown))
                });
                cx.execute_all(&mut captured, executed);
            }
        }
        cx.reuse(actions);
        (cx.it.from, cx.it.to, cx.it.value) = saved;
        if let Some(then) = self.then.as_ref().filter(|_| sown.is_some()) {
            then.carry_out(cx, executed);
        }
    }
}

impl Sow {
    /// The actions of the seeds, none of them carried out yet; `None` where there is nothing to sow along.
    fn seeds(&self, cx: &mut Cx, tracks: &[Track], actions: &mut Vec<Action>) -> Option<Sown> {
        let start = if let Some(start) = &self.start { start.eval(cx) } else { cx.last()?.to };
        let count = match &self.count {
            Some(count) => count.eval(cx),
            None => cx.state.count(site_type(cx, self.t, start), start),
        };
        let mut per_hole = self.per_hole.eval(cx);
        let outer = cx.it.from;
        let owner = self.owner.as_ref().map_or(-1, |owner| owner.eval(cx));
        let number = self.tracks.of(cx, owner)?;
        let track = &tracks[number];
        let mut at = track.places(start).first().copied();
        let mut sown = 0;
        let t = site_type(cx, self.t, start);
        let source = Source { t, site: start, seed: cx.state.piece(t, start, None) };
        cx.it.from = start;
        if self.origin.eval(cx) {
            self.affect(cx, actions);
            sown += self.put(cx, actions, &source, start, per_hole.min(count));
            cx.it.to = start;
        }
        cx.it.from = outer;
        let mut passed = 0;
        while sown < count && passed < count {
            cx.it.value = count - passed;
            let mut hole = step(track, at?, 1)?;
            cx.it.to = track.sites[hole];
            hole = self.past_skipped(cx, track, hole)?;
            let mut site = track.sites[hole];
            if !self.include_self && site == start {
                hole = step(track, hole, 1)?;
                site = track.sites[hole];
            }
            per_hole = self.per_hole.eval(cx);
            self.affect(cx, actions);
            sown += self.put(cx, actions, &source, site, per_hole.min(count - sown));
            if !cx.spend(1) {
                return None;
            }
            at = Some(hole);
            passed += 1;
        }
        let nowhere = self.apply.is_some() && at.is_none();
        (!nowhere).then_some(Sown { start, track: number, last: at })
    }

    /// The hole itself, or the next one that `skipIf:` does not pass over, with `to` on it.
    fn past_skipped(&self, cx: &mut Cx, track: &Track, mut hole: usize) -> Option<usize> {
        let Some(skip) = &self.skip else { return Some(hole) };
        for _ in 0..MOST_SKIPS {
            if !cx.spend(1) {
                return None;
            }
            if !skip.eval(cx) {
                break;
            }
            hole = step(track, hole, 1)?;
            cx.it.to = track.sites[hole];
        }
        Some(hole)
    }

    /// Appends the own actions of the effect on the present hole.
    fn affect(&self, cx: &mut Cx, actions: &mut Vec<Action>) {
        let Some(effect) = &self.effect else { return };
        effect.with_list(cx, |_, effects| {
            effects.iter().for_each(|effect| effect.for_each_action(&mut |action| actions.push(action.clone())));
        });
    }

    /// Appends the actions of so many seeds for one hole, or of those that there is memory for; how many these are.
    fn put(&self, cx: &mut Cx, actions: &mut Vec<Action>, source: &Source, to: i32, seeds: i32) -> i32 {
        if seeds <= 0 {
            return 0;
        }
        let sown = (0..seeds).take_while(|_| cx.hold_action()).count();
        // Made where they stay, one by one: to copy what has just been written has to wait for it (store forwarding).
        actions.extend((0..sown).map(|_| self.seed(cx, source, to)));
        sown as i32
    }

    #[inline]
    fn seed(&self, cx: &Cx, &Source { t: from_type, site: from, seed: here }: &Source, to: i32) -> Action {
        let to_type = site_type(cx, self.t, to);
        let there = cx.state.piece(to_type, to, None);
        let differing = |here: i32, there: i32| if here == there { -1 } else { there };
        let data = PieceData {
            state: differing(here.state, there.state),
            rotation: differing(here.rotation, there.rotation),
            value: differing(here.value, there.value),
        };
        Action::new(ActionKind::moving_with((from_type, from), (to_type, to), data))
    }

    /// What `apply:` does with the holes that have been sown. All conditions see the board with the seeds and no
    /// capture.
    fn captures(&self, cx: &mut Cx, tracks: &[Track], apply: &Moves, sown: Sown) -> Vec<Action> {
        let mut executed = Vec::new();
        let (Some(mut at), track) = (sown.last, &tracks[sown.track]) else { return executed };
        for _ in 0..track.sites.len() {
            if !cx.spend(1) || !self.condition.eval(cx) {
                break;
            }
            cx.it.from = sown.start;
            apply.with_list(cx, |cx, effects| {
                for effect in effects {
                    if !cx.game.features.end_of_turn_removal && is_settled(effect) {
                        effect.for_each_action(&mut |action| executed.push(action.clone()));
                        continue;
                    }
                    cx.scratch_with_rng(cx.stream(), |cx| {
                        cx.state.pending.clear();
                        cx.state.touch(Uses::OTHER);
                        cx.apply(effect, true, &mut executed);
                    });
                }
            });
            let (goes_on, by) = match (&self.backtracking, &self.forward) {
                (Some(condition), _) => (condition, -1),
                (None, Some(condition)) => (condition, 1),
                (None, None) => break,
            };
            if !goes_on.eval(cx) {
                break;
            }
            let Some(next) = step(track, at, by) else { break };
            at = next;
            cx.it.to = track.sites[at];
            if !goes_on.eval(cx) || by < 0 && cx.it.to == sown.start {
                break;
            }
        }
        executed
    }
}

/// Whether what is executed of an effect is what it has, whatever the state is: adding a piece fills in what was left
/// open, and consequences are not known beforehand.
fn is_settled(effect: &Move) -> bool {
    let settled = |item: &Item| matches!(item, Item::Action(action) if !matches!(action.kind, ActionKind::Add { .. }));
    effect.then.is_empty() && effect.items.iter().all(settled)
}

/// The index of the neighbouring hole of a track.
fn step(track: &Track, at: usize, by: i64) -> Option<usize> {
    let count = track.sites.len() as i64;
    let next = at as i64 + by;
    let next = if track.looped { next.rem_euclid(count) } else { next };
    let next = usize::try_from(next).ok()?;
    track.sites.get(next).filter(|&&site| site >= 0).map(|_| next)
}
