//! Where sites lie so that steps are shifts.

use super::SHARED;
use crate::program::space::Relation;

/// How many wider distances between rows are tried than the least possible one.
const WIDER: usize = 3;

/// Places for all sites, in their order, such that the least step from a row to the next is the same in all rows.
pub(super) fn layouts(near: &[Vec<u16>]) -> impl Iterator<Item = Vec<usize>> {
    let leads = |from: usize, to: usize| near.get(from).is_some_and(|near| near.contains(&(to as u16)));
    let begins = |site: &usize| site.checked_sub(1).is_none_or(|left| !(leads(left, *site) && leads(*site, left)));
    let starts: Vec<usize> = (0..near.len()).filter(begins).collect();
    let ends = starts.iter().skip(1).copied().chain([near.len()]);
    let rows: Vec<(usize, usize)> = starts.iter().copied().zip(ends).collect();
    let least = rows.iter().zip(rows.iter().skip(1)).map(|(&(start, end), &(next, last))| {
        let steps = (start..end).flat_map(|from| near.get(from).into_iter().flatten().map(move |&to| (from, to)));
        let steps = steps.map(|(from, to)| (from, usize::from(to))).filter(|&(_, to)| (next..last).contains(&to));
        steps.map(|(from, to)| to - from).min().unwrap_or(end - start)
    });
    let least: Vec<usize> = least.collect();
    let widest = least.iter().copied().max().unwrap_or(0);
    (widest..=widest + WIDER).map(move |wide| {
        let (mut places, mut gap) = (Vec::new(), 0);
        for (row, &(start, end)) in rows.iter().enumerate() {
            places.extend((start..end).map(|site| site + gap));
            gap += least.get(row).map_or(0, |least| wide - least);
        }
        places
    })
}

/// How far the steps up lead, as [`Lattice::by`](super::Lattice::by) has it.
///
/// `None` where some shift leads from a site to one that it is not related to, or does not lead to one that it is, or where
/// other neighbours are shared by the ends of a step than those in the directions next to its own.
pub(super) fn steps(relation: &Relation, places: &[usize]) -> Option<Vec<u32>> {
    let mut leads: Vec<i64> = Vec::new();
    for (from, near) in places.iter().zip(&relation.near) {
        for &to in near {
            let by = *places.get(usize::from(to))? as i64 - *from as i64;
            if !leads.contains(&by) {
                leads.push(by);
            }
        }
        // No lattice has more directions than three and their opposites.
        if leads.len() > 6 {
            return None;
        }
    }
    if leads.iter().any(|by| !(1..64).contains(&by.abs()) || !leads.contains(&-by)) {
        return None;
    }
    for (&from, near) in places.iter().zip(&relation.near) {
        let to = leads.iter().filter_map(|by| usize::try_from(from as i64 + by).ok());
        if to.filter(|to| places.binary_search(to).is_ok()).count() != near.len() {
            return None;
        }
    }
    let mut ups: Vec<i64> = leads.iter().copied().filter(|&by| by > 0).collect();
    ups.sort_unstable();
    let shared = |by: &i64| leads.iter().filter(|&via| leads.contains(&(via - by))).count();
    let by = match *ups.as_slice() {
        [a, b] if leads.iter().all(|by| shared(by) == 0) => vec![a, b],
        [a, b, c] if a + b == c && leads.iter().all(|by| shared(by) == SHARED) => vec![a, c, b],
        _ => return None,
    };
    Some(by.into_iter().map(|by| by as u32).collect())
}

/// Sites that lie in one word as their places do.
#[derive(Debug, Clone, Copy)]
pub struct Run {
    /// The word they come from.
    pub word: usize,
    /// Turned upward by so much.
    pub by: u64,
    /// Where they are then.
    pub mask: u64,
}

/// For each word of the second numbers the runs by which they come from the first.
pub(super) fn runs(pairs: impl Iterator<Item = (usize, usize)>) -> Vec<Vec<Run>> {
    let mut words: Vec<Vec<Run>> = Vec::new();
    for (from, to) in pairs {
        let (word, by) = (from >> 6, (to as u64).wrapping_sub(from as u64) & 63);
        let bit = 1 << (to & 63);
        words.resize_with(words.len().max((to >> 6) + 1), Vec::new);
        let Some(runs) = words.last_mut() else { continue };
        match runs.iter_mut().find(|run| (run.word, run.by) == (word, by)) {
            Some(run) => run.mask |= bit,
            None => runs.push(Run { word, by, mask: bit }),
        }
    }
    words
}
