//! `(track "Name" sites [loop:] [owner])`: an ordered list of sites.
//!
//! Sites are listed, or walked: `"0,E,N1,W"` starts at a site and follows every line in a direction, to its end or so
//! many steps. `End` is -2. Equal sites in a row are one entry. (Ludii 1.3.12's behaviour.)

use crate::diag::Diagnostic;
use crate::engine::equipment::Track;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("track", "track", "")];

/// The site that stands for the end of a track.
const END: i32 = -2;

/// The tracks of a board, in declaration order.
pub(super) fn read_all(board: &Ludeme, lo: &mut Lowering) -> Lowered<Vec<Track>> {
    if board.form.head == "surakartaBoard" {
        return super::surakarta::tracks(board, lo);
    }
    let lists = [board.get("track"), board.get("tracks")];
    lists.into_iter().flatten().flat_map(super::clauses).map(|call| read(call, lo)).collect()
}

fn read(call: &Ludeme, lo: &mut Lowering) -> Lowered<Track> {
    let sites = match (call.get("track"), call.text("trackDirection")) {
        (Some(list), _) => {
            let list = lo.ints_arg(list)?;
            list.as_constant().cloned().map_or_else(|| constants(call, lo), Ok)?
        }
        (None, Some(text)) => walk(text, call, lo)?,
        (None, None) => return lo.wrong(&call.origin, "a track needs sites"),
    };
    let role = lo.role_opt(call, "role")?;
    let owner = match (call.get("owner"), role) {
        (Some(arg), _) => lo.dim_arg(arg)?,
        (None, Some(Role::Player(n))) => i32::from(n),
        _ => 0,
    };
    let name = call.text("name").cloned().unwrap_or_default();
    Ok(Track::new(name, owner, &sites, call.flag("loop", false)))
}

fn constants(call: &Ludeme, lo: &mut Lowering) -> Lowered<Vec<i32>> {
    match call.get("track") {
        Some(sites @ Arg { value: Value::Array(_), .. }) => lo.dims(sites),
        _ => lo.wrong(&call.origin, "a track needs a list of sites"),
    }
}

/// How a track is written in a string.
const WALK: &str = "a track is made of sites and of compass directions, with a number of steps where it ends before the edge: \"0,E,N2,W\"";

fn walk(text: &str, call: &Ludeme, lo: &Lowering) -> Lowered<Vec<i32>> {
    let t = lo.default_type();
    let board = lo.board();
    let mut sites: Vec<i32> = Vec::new();
    for token in text.split(',').map(str::trim).filter(|token| !token.is_empty()) {
        if token == "End" {
            sites.push(END);
        } else if let Ok(site) = token.parse() {
            sites.push(site);
        } else {
            let letters = token.trim_end_matches(|c: char| c.is_ascii_digit());
            let steps = token[letters.len()..].parse().unwrap_or(usize::MAX);
            let supported = |d: &Direction| board.supported(t, Relation::All).contains(d);
            let Some(direction) = Direction::parse(letters).filter(supported) else {
                let at = call.get("track").map_or(&call.origin, |arg| &arg.origin);
                let message = format!("`{token}` in a track is neither a site nor a direction of the board");
                let numbers: Vec<&str> = token.split_whitespace().collect();
                let numbered = numbers.iter().all(|number| number.parse::<u32>().is_ok());
                let hint = match numbers.as_slice() {
                    [one, other, ..] if numbered => format!("sites stand in braces: `{{{one} {other} …}}`"),
                    _ => WALK.to_owned(),
                };
                return Err(Box::new(Diagnostic::error("LUD0402", at, message).hint(hint)));
            };
            let Some(current) = sites.last().and_then(|&site| usize::try_from(site).ok()) else {
                return lo.wrong(&call.origin, "a track must begin with a site");
            };
            for radial in board.radials(t, current, direction) {
                sites.extend(radial.path.iter().skip(1).take(steps).filter_map(|&s| i32::try_from(s).ok()));
            }
        }
    }
    Ok(sites)
}
