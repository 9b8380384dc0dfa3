//! Which parts of a puzzle's constraints hold in a position, and which values each of them looked at.
//!
//! A part that has not looked at a variable stays as it is when that changes: of the values that a variable could take
//! only those parts are tested that looked at it, and from one position to the next only those that looked at what is
//! another now.

use super::Constraints;
use super::parts::Part;
use crate::ludemes::prelude::*;

/// The constraints in one position.
#[derive(Debug, Clone, Default)]
pub(super) struct ForwardCheck {
    tests: Vec<Test>,
    /// By site type, then by site: the tests that looked at it, ascending.
    readers: [Vec<Vec<u32>>; 3],
    /// By site type, then by site: the value of the variable and what is shown of it; nothing of types that no test has
    /// looked at.
    seen: [Vec<(Option<i32>, i32)>; 3],
    /// How many of the tests that read only values fail.
    failing: usize,
    /// The tests that read something else too, which are made whenever somebody asks.
    open: Vec<u32>,
}

/// A part for one of its items.
#[derive(Debug, Clone)]
struct Test {
    part: usize,
    item: i32,
    holds: bool,
    /// The variables it looked at.
    reads: Vec<(SiteType, i32)>,
}

impl ForwardCheck {
    /// Brings a check up to date, or makes the first one.
    pub(super) fn update(&mut self, cx: &mut Cx, parts: &[Part]) {
        let lens = SiteType::ALL.map(|t| cx.state.layout().board_len(t));
        cx.charge(lens.iter().map(|&len| len as u64).sum::<u64>() / 2);
        if self.tests.is_empty() {
            self.readers = lens.map(|len| vec![Vec::new(); len as usize]);
            for (part, rules) in parts.iter().enumerate() {
                for item in rules.items(cx) {
                    let number = self.tests.len() as u32;
                    self.tests.push(Test { part, item, holds: true, reads: Vec::new() });
                    if rules.is_local() {
                        self.test(cx, parts, number);
                    } else {
                        self.open.push(number);
                    }
                }
            }
            return;
        }
        let mut outdated = Vec::new();
        for ((t, seen), readers) in SiteType::ALL.into_iter().zip(&mut self.seen).zip(&self.readers) {
            if seen.is_empty() {
                continue;
            }
            for ((now, seen), readers) in cx.state.shown_values(t).zip(seen).zip(readers) {
                if *seen != now {
                    *seen = now;
                    outdated.extend_from_slice(readers);
                }
            }
        }
        outdated.sort_unstable();
        outdated.dedup();
        for number in outdated {
            self.test(cx, parts, number);
        }
    }

    /// Makes one test anew, and notes what it looks at.
    fn test(&mut self, cx: &mut Cx, parts: &[Part], number: u32) {
        let Some(test) = self.tests.get_mut(number as usize) else { return };
        for &(t, site) in &test.reads {
            let readers = &mut self.readers[t as usize][site as usize];
            if let Ok(at) = readers.binary_search(&number) {
                readers.remove(at);
            }
        }
        self.failing -= usize::from(!test.holds);
        let (holds, mut reads) = cx.reads_of(|cx| parts[test.part].holds(cx, test.item));
        reads.retain(|&(t, site)| usize::try_from(site).is_ok_and(|site| site < self.readers[t as usize].len()));
        reads.sort_unstable();
        reads.dedup();
        for &(t, site) in &reads {
            let readers = &mut self.readers[t as usize];
            if self.seen[t as usize].is_empty() {
                self.seen[t as usize] = cx.state.shown_values(t).collect();
            }
            let readers = &mut readers[site as usize];
            if let Err(at) = readers.binary_search(&number) {
                readers.insert(at, number);
            }
        }
        cx.charge(reads.len() as u64 * 2);
        self.failing += usize::from(!holds);
        (test.holds, test.reads) = (holds, reads);
    }

    /// Whether all constraints hold where a variable has this value. The check is up to date.
    pub(super) fn allow(&self, cx: &mut Cx, constraints: &Constraints, site: i32, value: i32) -> bool {
        let (t, parts) = (constraints.t, constraints.parts.as_deref().unwrap_or_default());
        let readers = usize::try_from(site).ok().and_then(|site| self.readers[t as usize].get(site));
        let Some(readers) = readers else { return false };
        let tests = readers.iter().filter_map(|&number| self.tests.get(number as usize));
        if tests.clone().filter(|test| !test.holds).count() != self.failing {
            return false;
        }
        let others = self.open.iter().filter_map(|&number| self.tests.get(number as usize));
        cx.supposing(t, site, value, |cx| tests.chain(others).all(|test| parts[test.part].holds(cx, test.item)))
    }
}
