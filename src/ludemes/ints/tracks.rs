//! `(trackSite Move [from:int] [player|role|"name"] steps:int)`, `(trackSite FirstSite ..)`, `(trackSite EndSite ..)`,
//! `(count StepsOnTrack ..)`: sites along a track.
//!
//! `Move` takes the first track whose name contains the name and that belongs to the player (the mover by default),
//! else the first one with the name; without a name the first of the player, else the first of nobody. From the first
//! index of the site (`(from)` by default; behind the end if it is not on the track) it goes so many steps, none for a
//! negative number; where an open track passes a site more than once, from the index the piece there has come to, and
//! -1 for a negative site; past the end of a looped track it starts again, past the end of an open one gives -1.
//! `FirstSite` and `EndSite` take the first track with the name (and the player, if one is given), or the first of the
//! player or of nobody (without a player of nobody), or else the very first; the one walks once around from the first
//! site, or from `from:`, to the first site for which the condition holds with `to` set, the other gives the last site.
//! -1 where there is none. `(count StepsOnTrack ..)` is the number of steps from a site forward to another; 0 if they
//! are the same, -1 if the other is not on the track, or does not come any more on an open one where pieces are
//! followed. (Ludii 1.3.12's behaviour.)

use crate::engine::equipment::Track;
use crate::ludemes::prelude::*;
use std::sync::OnceLock;

pub(super) const ROWS: &[Row] = &[
    Row::int("trackSite", "Move", step),
    Row::int("trackSite", "FirstSite", first),
    Row::int("trackSite", "EndSite", end),
    Row::int("count", "StepsOnTrack", distance),
];

/// Which of some tracks is that of a player.
type FindFn = dyn Fn(&[Track], i32) -> Option<usize> + Send + Sync;

/// The number of the track of each player, found once.
pub(crate) struct TracksByPlayer {
    find: Box<FindFn>,
    /// From player -1, which stands for none, to one more than there are.
    known: OnceLock<Box<[Option<usize>]>>,
}

impl TracksByPlayer {
    pub fn new(find: impl Fn(&[Track], i32) -> Option<usize> + Send + Sync + 'static) -> Self {
        TracksByPlayer { find: Box::new(find), known: OnceLock::new() }
    }

    /// The track of a player.
    pub fn of(&self, cx: &Cx, player: i32) -> Option<usize> {
        let equipment = &cx.game.equipment;
        let find = |player| (self.find)(&equipment.tracks, player);
        let known = self.known.get_or_init(|| (-1..equipment.players + 2).map(find).collect());
        let place = usize::try_from(i64::from(player) + 1).ok();
        place.and_then(|place| known.get(place).copied()).unwrap_or_else(|| find(player))
    }
}

/// The track of a `Move` or a distance, by number, and the player it was chosen for.
fn track_of_mover(call: &Ludeme, lo: &mut Lowering) -> Lowered<Expr<(Option<usize>, i32)>> {
    let player = super::player_opt(call, lo)?.unwrap_or_else(|| Role::Mover.as_int());
    let name = call.text("name").cloned();
    let tracks = TracksByPlayer::new(move |tracks, player| {
        let named = |track: &Track| name.as_ref().is_none_or(|name| track.name.contains(&**name));
        let own = tracks.iter().position(|track| named(track) && track.owner == player);
        own.or_else(|| tracks.iter().position(|track| if name.is_some() { named(track) } else { track.owner == 0 }))
    });
    Ok(player.with(Uses::NONE, move |cx, player| (tracks.of(cx, player), player)))
}

/// The track of `FirstSite` and `EndSite`, by number.
fn track_by_name(call: &Ludeme, lo: &mut Lowering) -> Lowered<Expr<Option<usize>>> {
    let player = super::player_opt(call, lo)?;
    let name = call.text("name").cloned();
    let given = player.is_some();
    let tracks = TracksByPlayer::new(move |tracks, owner| {
        let found = match &name {
            Some(name) => {
                tracks.iter().position(|track| track.name.contains(&**name) && (!given || track.owner == owner))
            }
            None => tracks.iter().position(|track| track.owner == owner || track.owner == 0),
        };
        found.or(if tracks.is_empty() { None } else { Some(0) })
    });
    Ok(Expr::new(uses_of(&player), move |cx: &mut Cx| {
        let owner = player.as_ref().map_or(0, |player| player.eval(cx));
        tracks.of(cx, owner)
    }))
}

fn step(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let track = track_of_mover(call, lo)?;
    let from = lo.int_opt(call, "from")?.unwrap_or_else(|| Expr::new(Uses::FROM, |cx: &mut Cx| cx.it.from));
    let steps = lo.int(call, "steps")?;
    let step = Expr::new(track.uses | from.uses | steps.uses | Uses::BOARD, move |cx: &mut Cx| {
        let (from, steps) = (from.eval(cx), steps.eval(cx));
        let (Some(number), player) = track.eval(cx) else { return -1 };
        if from < 0 && cx.follows(number) {
            return -1;
        }
        let start = cx.index_on_track(number, from, player);
        let track = &cx.game.equipment.tracks[number];
        let length = track.sites.len();
        let start = start.unwrap_or(length);
        let index = start.saturating_add(usize::try_from(steps).unwrap_or(0));
        let index = if track.looped && length > 0 { index % length } else { index };
        track.sites.get(index).copied().unwrap_or(-1)
    });
    Ok(lo.recall(call, step))
}

fn first(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let track = track_by_name(call, lo)?;
    let from = lo.int_opt(call, "from")?;
    let condition = lo.bool_or(call, "if", true)?;
    Ok(Expr::new(track.uses | uses_of(&from) | condition.uses.without(Uses::TO), move |cx| {
        let from = from.as_ref().map(|from| from.eval(cx));
        let Some(track) = track.eval(cx) else { return -1 };
        let game = Arc::clone(&cx.game);
        let sites = &game.equipment.tracks[track].sites;
        let start = match from {
            None => 0,
            Some(from) => match game.equipment.tracks[track].places(from).first() {
                Some(&index) => index,
                None => return -1,
            },
        };
        let (before, after) = sites.split_at(start);
        let saved = cx.it.to;
        let found = after.iter().chain(before).find(|&&site| {
            cx.it.to = site;
            condition.eval(cx)
        });
        cx.it.to = saved;
        found.copied().unwrap_or(-1)
    }))
}

fn end(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let track = track_by_name(call, lo)?;
    Ok(track.with(Uses::NONE, move |cx, track| {
        track.and_then(|track| cx.game.equipment.tracks[track].sites.last().copied()).unwrap_or(-1)
    }))
}

fn distance(call: &Ludeme, lo: &mut Lowering) -> Lowered<IntExpr> {
    let track = track_of_mover(call, lo)?;
    let (from, to) = (lo.int(call, "site1")?, lo.int(call, "site2")?);
    let distance = Expr::new(track.uses | from.uses | to.uses | Uses::BOARD, move |cx: &mut Cx| {
        let (from, to) = (from.eval(cx), to.eval(cx));
        let (Some(track), player) = track.eval(cx) else { return -1 };
        if cx.follows(track) {
            let start = if from < 0 { None } else { cx.index_on_track(track, from, player) };
            let ahead = start.and_then(|start| cx.game.equipment.tracks[track].sites.get(start..));
            let steps = ahead.and_then(|ahead| ahead.iter().position(|&site| site == to));
            return steps.map_or(-1, |steps| steps as i32);
        }
        if from == to {
            return 0;
        }
        let track = &cx.game.equipment.tracks[track];
        let Some(&start) = track.places(from).first() else { return -1 };
        let (before, after) = track.sites.split_at(start);
        after.iter().chain(before).position(|&site| site == to).map_or(-1, |steps| steps as i32)
    });
    Ok(lo.recall(call, distance))
}
