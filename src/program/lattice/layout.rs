//! Where sites lie so that steps are shifts.

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

/// Sites that lie in one word as their places do.
#[derive(Debug, Clone, Copy)]
pub struct Run {
    /// The word they come from.
    pub word: usize,
    /// Turned upward by so much.
    pub by: u32,
    /// Where they are then.
    pub mask: u64,
}

/// For each word of the second numbers the runs by which they come from the first.
pub(super) fn runs(pairs: impl Iterator<Item = (usize, usize)>) -> Vec<Vec<Run>> {
    let mut words: Vec<Vec<Run>> = Vec::new();
    for (from, to) in pairs {
        let (word, by) = (from >> 6, (to as u32).wrapping_sub(from as u32) & 63);
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
