//! Ranges: `1..5` and `"A1".."C2"`.

use super::draft::{Draft, Kind, push};
use super::limits::Limits;
use super::problems::Problems;
use crate::diag::{Diagnostic, Origin, Trail, Via};
use std::sync::Arc;

/// The most that the ends of a range may differ by; Ludii's limit.
const MAX_RANGE: u64 = 1000;

/// The most bytes that the ranges of one string may become.
const MAX_WRITTEN: usize = 1 << 20;

/// Why a range cannot be written out.
pub(super) struct TooLong;

/// Joins words that are glued to each other, then writes the ranges among the items out.
pub(super) fn expand(items: Vec<Draft>, limits: &mut Limits, problems: &mut Problems) -> Vec<Draft> {
    let joins = |(i, item): (usize, &Draft)| item.word().is_some_and(|word| i > 0 && item.glued || has_range(word));
    if !items.iter().enumerate().any(joins) {
        return items;
    }
    let mut joined = Vec::with_capacity(items.len());
    items.into_iter().for_each(|item| push(&mut joined, item));
    if !joined.iter().any(|item| item.word().is_some_and(has_range)) {
        return joined;
    }
    let mut out: Vec<Draft> = Vec::with_capacity(joined.len());
    let mut rest = joined.into_iter().peekable();
    while let Some(item) = rest.next() {
        let Some(word) = item.word().filter(|word| has_range(word)) else {
            out.push(item);
            continue;
        };
        let origin = item.origin();
        let starts = out.last().is_some_and(|before| before.text().is_some());
        if word == ".."
            && item.glued
            && starts
            && let Some(last) = rest.next_if(|next| next.glued && next.text().is_some())
            && let Some(first) = out.pop()
        {
            out.extend(sites(&first, &last, &origin, limits, problems));
            continue;
        }
        match numbers(word) {
            Ok(None) => out.push(item),
            Ok(Some(text)) => {
                if !limits.spend(text.split(' ').count(), Some(item.span), problems) {
                    return out;
                }
                let trail = range_trail(&origin);
                out.extend(text.split(' ').map(|word| made(&origin, &trail, Kind::Word(word.into()))));
            }
            Err(TooLong) => problems.push(too_long(&origin, word)),
        }
    }
    out
}

/// Whether a word holds two points in a row; few words hold any.
fn has_range(word: &str) -> bool {
    word.contains('.') && word.contains("..")
}

fn range_trail(origin: &Origin) -> Arc<Trail> {
    Arc::new(Trail { via: Via::Range, call: origin.span, outer: origin.trail.clone() })
}

fn made(origin: &Origin, trail: &Arc<Trail>, kind: Kind) -> Draft {
    Draft { kind, span: origin.span, trail: Some(trail.clone()), glued: false }
}

pub(super) fn too_long(origin: &Origin, range: &str) -> Diagnostic {
    let shown: String = range.chars().take(40).collect();
    Diagnostic::error("LUD0140", origin, format!("the range `{shown}` is too long"))
        .label(format!("its ends may differ by at most {MAX_RANGE}"))
}

/// A text with every `digits..digits` in it written out, the numbers apart by one space; `None` when it has none. The
/// sign before a number is no part of the range, as in Ludii.
pub(super) fn numbers(text: &str) -> Result<Option<String>, TooLong> {
    let mut written = once(text)?;
    // The last number of a range may be the first of another, as in `1..2..3`.
    while let Some(again) = written.as_deref().map(once).transpose()?.flatten() {
        written = Some(again);
    }
    Ok(written)
}

/// The ranges that stand apart from each other written out.
fn once(text: &str) -> Result<Option<String>, TooLong> {
    let mut out = String::new();
    let mut done = 0;
    let mut from = 0;
    while let Some(dots) = text[from..].find("..").map(|at| from + at) {
        let first = text[done..dots].bytes().rev().take_while(u8::is_ascii_digit).count();
        let last = text[dots + 2..].bytes().take_while(u8::is_ascii_digit).count();
        from = dots + 2;
        if first == 0 || last == 0 {
            continue;
        }
        let (low, high) = (&text[dots - first..dots], &text[dots + 2..dots + 2 + last]);
        let (Ok(low), Ok(high)) = (low.parse::<u64>(), high.parse::<u64>()) else { return Err(TooLong) };
        if low.abs_diff(high) > MAX_RANGE {
            return Err(TooLong);
        }
        out.push_str(&text[done..dots - first]);
        let mut list: Vec<String> = (low.min(high)..=low.max(high)).map(|n| n.to_string()).collect();
        if low > high {
            list.reverse();
        }
        if low == high {
            list.push(low.to_string());
        }
        out.push_str(&list.join(" "));
        if out.len() > MAX_WRITTEN {
            return Err(TooLong);
        }
        done = dots + 2 + last;
        from = done;
    }
    if done == 0 {
        return Ok(None);
    }
    out.push_str(&text[done..]);
    Ok(Some(out))
}

/// The column letter and row of a site such as `B11`.
fn site(text: &str) -> Option<(u8, u64)> {
    let (&letter, row) = text.as_bytes().split_first()?;
    if !letter.is_ascii_alphabetic() || row.is_empty() || !row.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some((letter, text.get(1..)?.parse().ok()?))
}

fn sites(first: &Draft, last: &Draft, origin: &Origin, limits: &mut Limits, problems: &mut Problems) -> Vec<Draft> {
    let ends = (first.text().and_then(|text| site(text)), last.text().and_then(|text| site(text)));
    let (Some((column, row)), Some((last_column, last_row))) = ends else {
        problems.push(
            Diagnostic::error("LUD0141", origin, "the ends of this range are not sites")
                .label("each end needs one letter and then a number")
                .hint("write a range of sites as \"A1\"..\"C2\", a range of numbers without quotes: 1..3"),
        );
        return Vec::new();
    };
    if last_row.saturating_sub(row) > MAX_RANGE {
        problems.push(too_long(origin, "a range of sites"));
        return Vec::new();
    }
    let columns = usize::from((last_column + 1).saturating_sub(column));
    let rows = (last_row + 1).saturating_sub(row) as usize;
    if !limits.spend(columns * rows, Some(origin.span), problems) {
        return Vec::new();
    }
    let trail = range_trail(origin);
    let names =
        (column..=last_column).flat_map(|column| (row..=last_row).map(move |row| format!("{}{row}", column as char)));
    names.map(|name| made(origin, &trail, Kind::Text(name.into()))).collect()
}
