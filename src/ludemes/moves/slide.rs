//! `(move Slide [from] ["Track"] [directions] [between] [to] [stack:] [then])`, `(slide ..)`: moves along a line.
//!
//! Along each radial, as long as `between if:` (default: the site is empty) holds and as far as the range allows; a
//! site where `to if:` holds, not nearer than the range begins, is reached too and ends the line. `between` begins
//! every radial as it was outside and is then the site before. The `if:` of an `apply` in `to` filters all
//! destinations, its effect comes before at all of them (only at the ending ones with `level:` or `stack:`). The effect
//! of `between` is applied on each site passed for which its own condition holds, the last one's first. Regions in `to`
//! are ignored, one in `from` gives nothing. A false `from if:` leaves `from` set.
//!
//! On a track, from each place where the start occurs, the first blocked site is a destination too; the effect comes
//! before only at a site where `to if:` holds, there whatever its own `if:` says. With `"AllTracks"` only what comes
//! after a bump (a site that the list of the track repeats) is a destination. (Ludii 1.3.12's behaviour.)

use super::build::{emit, index, site_type, sites_of, transfer};
use super::rays::{Lines, Masks, Rays};
use super::{Apply, Between, From, To};
use crate::engine::compact::Carried;
use crate::engine::equipment::{Equipment, Track};
use crate::engine::lanes::{Lanes, SeeLane, Setwise};
use crate::engine::origins::{Origins, on_lines};
use crate::engine::slot_filter::Preconditions;
use crate::ludemes::prelude::*;
use smallvec::SmallVec;

/// The name that stands for all tracks.
const ALL_TRACKS: &str = "AllTracks";

pub(super) const ROWS: &[Row] = both_forms!("Slide", "slide", "", Requirements::stacks);

/// The greatest distance where no range is given.
const FAR: i32 = 1000;

struct Slide {
    decision: bool,
    from: From,
    between: Between,
    to: To,
    directions: Arc<DirectionsExpr>,
    track: Option<Arc<str>>,
    stack: bool,
    then: Option<MovesExpr>,
    board: Arc<Topology>,
    lines: Arc<Lines>,
    /// Whether its moves have a compact form.
    plain: bool,
    /// Whether conditions may be asked of more sites than those on the way.
    skips: bool,
}

type Passed = SmallVec<[i32; 8]>;

/// What kind of destination it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// One where `to if:` holds, on a line.
    Stop,
    /// Another one on a line.
    Open,
    /// One where `to if:` holds, on a track.
    TrackStop,
    /// Another one on a track.
    TrackOpen,
}

fn lower(call: &Ludeme, lo: &mut Lowering, decision: bool) -> Lowered<MovesExpr> {
    let from = From::read_or_variable(call, lo)?;
    let (between, to) = (Between::read(call, lo)?, To::read_or_variable(call, lo)?);
    let directions = Arc::new(lo.directions_or(call, "directions", Direction::Adjacent)?);
    let mut slide = Slide {
        plain: false,
        skips: lo.skips(call),
        decision,
        lines: Lines::new(lo.board(), from.t, &directions),
        from,
        between,
        to,
        directions,
        track: call.text("track").cloned(),
        stack: call.flag("stack", false),
        then: lo.then(call)?,
        board: lo.board(),
    };
    slide.plain = decision
        && !slide.stack
        && slide.from.level.is_none()
        && slide.between.trail.is_none()
        && slide.between.effect().is_none()
        && slide.to.apply.as_ref().is_none_or(Apply::is_compact);
    // Whether a slide that has an effect is a move at all is known once it is made.
    let deferrable = slide.to.apply.is_none() && lo.defers(call);
    let slide = Arc::new(slide);
    let bound = {
        let skips = slide.skips && slide.from.condition.is_none();
        let (slide, equipment) = (Arc::clone(&slide), Arc::clone(&lo.equipment));
        move || match &slide.track {
            Some(_) => slide.track_lanes(&equipment).filter(|_| skips),
            None => slide.lanes().filter(|_| skips),
        }
    };
    let free = slide.from.condition.is_none() && slide.track.is_none();
    let aimed = slide.skips && slide.from.location.is_from() && free;
    let origins = aimed.then(|| Origins::new(lo.board(), slide.from.t, &slide.directions, on_lines)).flatten();
    let setwise = slide.setwise();
    Ok(Moves::in_setwise_lanes(deferrable, bound, (setwise, origins), Slides(slide)))
}

/// The moves of a slide.
struct Slides(Arc<Slide>);

impl Lanes for Slides {
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        let slide = &*self.0;
        let Some(start) = slide.from.start(cx) else { return };
        let saved = (cx.it.from, cx.it.to, cx.it.between);
        cx.it.from = start;
        if !slide.from.allowed(cx) {
            return;
        }
        if slide.track.is_some() {
            cx.with_game(|cx, game| slide.along_tracks(cx, &game.equipment, out, start));
        } else {
            slide.along_lines(cx, out, start);
        }
        (cx.it.from, cx.it.to, cx.it.between) = saved;
    }

    fn on_board(&self, cx: &mut Cx, t: SiteType, start: i32, see: SeeLane) -> bool {
        let slide = &*self.0;
        let told = slide.track.is_none() && slide.from.condition.is_none() && slide.from.location.is_from();
        let open = slide.between.condition.as_ref();
        let empty = open.is_none_or(|open| passes_on(open, t).and_then(|sites| sites.filled) == Some(Occupancy::Empty));
        // The first move may end where the line does.
        let stops = slide.to.condition.is_some();
        let after = usize::from(stops);
        told && slide.lines.of_component(cx, t, start, |site, lane, line| {
            see(site, lane, line.len(), Preconditions { empty: if empty { line } else { &[] }, after, occupied: None });
        })
    }
}

/// The sites on which a line goes on: both variables name the site where that is asked.
fn passes_on(condition: &BoolExpr, t: SiteType) -> Option<&RegionExpr> {
    condition.on_sites(t, Uses::BETWEEN).or_else(|| condition.on_sites(t, Uses::TO))
}

impl Slide {
    /// How many lines there are from a site at most, and how many sites on one.
    fn lanes(&self) -> Option<(usize, usize)> {
        let (board, t) = (&self.board, self.from.t);
        let lanes = self.directions.most_lanes(board, t, &|site, d| board.most_lines(t, site, d))?;
        let furthest = self.between.range.as_ref().and_then(|range| range.as_constant()).map(|range| range.1);
        let length = board.longest_radial(t);
        Some((lanes, furthest.and_then(|most| usize::try_from(most).ok()).map_or(length, |most| most.min(length))))
    }

    /// The tracks it goes along.
    fn tracks<'a>(&'a self, equipment: &'a Equipment) -> impl Iterator<Item = &'a Track> {
        let name = self.track.as_deref().unwrap_or_default();
        equipment.tracks.iter().filter(move |track| name == ALL_TRACKS || &*track.name == name)
    }

    /// How often tracks pass through a site at most, and how many moves there are along one from there.
    fn track_lanes(&self, equipment: &Equipment) -> Option<(usize, usize)> {
        let passes = |site: i32| self.tracks(equipment).map(|track| track.places(site).len()).sum::<usize>();
        let lanes = (0..self.board.len(self.from.t) as i32).map(passes).max()?;
        let apply = self.to.apply.as_ref().and_then(|apply| apply.condition.as_ref());
        let only_stops = apply.is_some_and(|condition| condition.as_constant() == Some(&false));
        let longest = self.tracks(equipment).map(|track| track.sites.len()).max().unwrap_or(0);
        Some((lanes, if only_stops { 1 } else { longest }))
    }

    /// What can be told of all slides at once, where it is known for all sites at once whether a line ends or goes on
    /// there.
    fn setwise(self: &Arc<Self>) -> Option<Box<dyn Setwise>> {
        let t = self.from.t;
        let range = match &self.between.range {
            None => (0, FAR),
            Some(range) => *range.as_constant()?,
        };
        let range = (usize::try_from(range.0).ok()?.max(1), usize::try_from(range.1).ok()?);
        let stops = self.to.condition.as_ref();
        let here = |condition: &BoolExpr| passes_on(condition, t).is_some();
        let told = self.skips
            && self.from.location.is_from()
            && self.from.condition.is_none()
            && self.track.is_none()
            && range.1 > 0
            && self.to.apply.as_ref().is_none_or(|apply| apply.condition.is_none())
            && stops.is_none_or(|stops| stops.on_sites(t, Uses::TO).is_some())
            && self.between.condition.as_ref().is_none_or(here)
            && !self.directions.uses.any(Uses::ITERATORS | Uses::VOLATILE);
        if !told {
            return None;
        }
        let slide = Arc::clone(self);
        let masks = Box::new(move |cx: &mut Cx| {
            let stops = slide.to.condition.as_ref();
            let open = match &slide.between.condition {
                Some(condition) => passes_on(condition, t).map_or_else(SiteSet::new, |sites| sites.eval(cx)),
                None => cx.state.empty_sites(t).clone(),
            };
            Masks { stops: sites_of(stops, cx, t, Uses::TO), open }
        });
        let open = self.between.condition.as_ref().and_then(|condition| passes_on(condition, t));
        let stops = stops.and_then(|stops| stops.on_sites(t, Uses::TO));
        let uses = self.directions.uses | uses_of([open, stops].into_iter().flatten());
        Some(Box::new(Rays { lines: Arc::clone(&self.lines), masks, uses, range }))
    }

    fn along_lines(&self, cx: &mut Cx, out: &mut Out, start: i32) {
        let range = self.between.range_or(cx, (0, FAR));
        let outside = cx.it.between;
        let (first, many) = out.lane().map_or((0, usize::MAX), |lane| (lane, 1));
        let mut along = |cx: &mut Cx, lane: usize, line: &[u32]| {
            let elsewhere = |end: i32| line.iter().all(|&site| site as i32 != end);
            if out.follows(lane) && !out.only_to.is_some_and(elsewhere) {
                cx.it.between = outside;
                self.along(cx, out, start, line, range);
            }
        };
        if let Some(lines) = self.lines.of_site(cx, start) {
            let lines = lines.iter().enumerate().skip(first).take(many);
            return lines.for_each(|(lane, line)| along(cx, lane, line));
        }
        let directions = self.directions.eval(cx, self.from.t, start);
        let radials = directions.iter().flat_map(|&d| self.board.radials(self.from.t, index(start), d));
        for (lane, radial) in radials.enumerate() {
            along(cx, lane, radial.path.get(1..).unwrap_or_default());
        }
    }

    fn along(&self, cx: &mut Cx, out: &mut Out, start: i32, line: &[u32], (min, max): (i32, i32)) {
        let mut passed = Passed::new();
        for (i, &site) in (1..).zip(line) {
            if i > max || out.full() || !cx.spend(1) {
                break;
            }
            let site = site as i32;
            cx.it.to = site;
            if i >= min && self.stops(cx) {
                self.arrive(cx, out, start, site, &passed, End::Stop);
                break;
            }
            cx.it.between = site;
            if !self.open(cx, site) {
                break;
            }
            if i >= min {
                self.arrive(cx, out, start, site, &passed, End::Open);
                cx.it.between = site;
            }
            passed.push(site);
        }
    }

    fn along_tracks(&self, cx: &mut Cx, equipment: &Equipment, out: &mut Out, start: i32) {
        let all = self.track.as_deref() == Some(ALL_TRACKS);
        let (min, max) = self.between.range_or(cx, (0, FAR));
        // Few sites are asked about along one track.
        let (t, one) = (self.from.t, out.lane());
        let mut lanes = 0..;
        let at_once = |condition: Option<&BoolExpr>, variable: Uses, cx: &mut Cx| {
            let condition = condition.filter(|_| self.skips && one.is_none())?;
            let sites = condition.on_sites_while(t, variable, Uses::TO | Uses::BETWEEN)?;
            (!sites.costly).then(|| sites.eval(cx))
        };
        let open = at_once(self.between.condition.as_ref(), Uses::BETWEEN, cx);
        let stops = at_once(self.to.condition.as_ref(), Uses::TO, cx);
        for track in self.tracks(equipment) {
            let length = track.sites.len() as i32;
            for &at in track.places(start) {
                if lanes.next().is_some_and(|lane| !out.follows(lane)) {
                    continue;
                }
                let mut bumps = track.bumps(at);
                let mut place = at;
                for n in 1..length.min(max.saturating_add(1)) {
                    let Some(next) = track.after(place) else { break };
                    let site = track.sites[next];
                    if site < 0 {
                        break;
                    }
                    if out.full() || !cx.spend(1) {
                        return;
                    }
                    place = next;
                    cx.it.to = site;
                    if n >= min && (!all || bumps > 0) {
                        if stops.as_ref().map_or_else(|| self.stops(cx), |stops| stops.contains(site)) {
                            self.arrive(cx, out, start, site, &[], End::TrackStop);
                            break;
                        }
                        self.arrive(cx, out, start, site, &[], End::TrackOpen);
                    }
                    cx.it.between = site;
                    if !open.as_ref().map_or_else(|| self.open(cx, site), |open| open.contains(site)) {
                        break;
                    }
                    bumps += track.bumps(place);
                }
            }
        }
    }

    fn stops(&self, cx: &mut Cx) -> bool {
        self.to.condition.as_ref().is_some_and(|condition| condition.eval(cx))
    }

    fn open(&self, cx: &mut Cx, site: i32) -> bool {
        match &self.between.condition {
            Some(condition) => condition.eval(cx),
            None => cx.state.is_empty_site(self.from.t, site),
        }
    }

    fn arrive(&self, cx: &mut Cx, out: &mut Out, start: i32, site: i32, passed: &[i32], end: End) {
        let apply = self.to.apply.as_ref();
        let stands = |cx: &mut Cx| end != End::TrackOpen || apply.is_none_or(|apply| apply.applies(cx));
        if !out.wants(site) || !stands(cx) || !out.takes() {
            return;
        }
        let to_type = self.to.t.unwrap_or(self.from.t);
        if apply.is_none_or(|apply| apply.condition.is_none() && apply.is_optional()) && out.answers(site) {
            return;
        }
        if self.plain && if apply.is_none() { out.allows_compact } else { out.takes_effects(cx) } {
            let decision = transfer(cx, (self.from.t, start), (to_type, site), Carried::TOP);
            if end == End::TrackStop || apply.is_none_or(|apply| apply.applies(cx)) {
                let effect = apply.filter(|_| end != End::TrackOpen);
                out.push_with(decision, self.then.as_ref(), |before| {
                    effect.into_iter().for_each(|apply| apply.compact_effects(cx, before));
                });
            }
            return;
        }
        let level = self.from.level(cx);
        let carried = Carried { level, stack: self.stack, keeps_data: level >= 0, ..Carried::TOP };
        let (from, to) = (site_type(cx, self.from.t, start), site_type(cx, to_type, site));
        let kind = ActionKind::moving((from, start), (to, site), carried);
        let mut m = Move::of(cx.state.mover(), start, site, Action::deciding(kind, self.decision));
        m.between = passed.iter().copied().collect();
        if self.stack && cx.game.features.stacking {
            m.level_max = cx.state.height(self.from.t, start) - 1;
        } else if self.from.level.is_some() && cx.game.features.stacking {
            (m.level_min, m.level_max) = (level, level);
        }
        if let Some(trail) = &self.between.trail {
            let what = trail.eval(cx);
            for &behind in std::iter::once(&start).chain(passed) {
                m.act(ActionKind::adding(site_type(cx, self.from.t, behind), behind, -1, what));
            }
        }
        let effective = match end {
            End::Stop | End::TrackStop => true,
            End::Open => !(self.stack || self.from.level.is_some()),
            End::TrackOpen => false,
        };
        if effective && let Some(apply) = apply {
            m = apply.before(cx, m);
        }
        if let Some(between) = self.between.effect() {
            for &site in passed {
                cx.it.between = site;
                m = between.before_if_it_applies(cx, m);
            }
        }
        if end == End::TrackStop || apply.is_none_or(|apply| apply.applies(cx)) {
            emit(out, m, self.then.as_ref());
        }
    }
}
