//! Whether steps lead to a target at all, where a step depends on the site stepped to alone and can be taken back.
//!
//! Then the sites that may be stepped to fall into areas, and every search of one state shares them: a way leads from a
//! site, which is itself not tested, to all sites of the areas beside it. An area is found when it is first asked for.

use crate::ludemes::prelude::*;

/// No area has been looked for here yet.
const UNKNOWN: u32 = u32::MAX;
/// No step may lead here.
const CLOSED: u32 = u32::MAX - 1;

/// The areas found in one state.
#[derive(Clone, Default)]
pub(super) struct Areas {
    /// By site: the number of its area.
    of: Vec<u32>,
    areas: Vec<SiteSet>,
    /// The sites that may be stepped to, where they are known at once.
    open: Option<SiteSet>,
    todo: Vec<u32>,
}

impl Areas {
    /// Forgets everything, for a board of so many sites, and takes over which may be stepped to, where that is known at once.
    pub(super) fn reset(&mut self, n: usize, open: Option<SiteSet>) {
        self.open = open;
        self.of.clear();
        self.of.resize(n, UNKNOWN);
        self.areas.clear();
    }

    /// Whether a way leads from a site to one of the targets, itself not among them.
    pub(super) fn lead(
        &mut self,
        cx: &mut Cx,
        steps: &[Box<[u32]>],
        source: usize,
        targets: &SiteSet,
        asks: impl Fn(&mut Cx, usize, u32) -> bool,
    ) -> bool {
        let open = self.open.take();
        let allows = |cx: &mut Cx, from: usize, to: u32| match &open {
            Some(open) => open.contains(to as i32),
            None => asks(cx, from, to),
        };
        let leads = self.leads(cx, steps, source, targets, allows);
        self.open = open;
        leads
    }

    fn leads(
        &mut self,
        cx: &mut Cx,
        steps: &[Box<[u32]>],
        source: usize,
        targets: &SiteSet,
        allows: impl Fn(&mut Cx, usize, u32) -> bool,
    ) -> bool {
        steps[source].iter().any(|&next| {
            if self.of[next as usize] == UNKNOWN {
                self.explore(cx, steps, source, next, &allows);
            }
            self.areas.get(self.of[next as usize] as usize).is_some_and(|area| area.intersects(targets))
        })
    }

    /// Finds the area of a site, if a step may lead there.
    fn explore(
        &mut self,
        cx: &mut Cx,
        steps: &[Box<[u32]>],
        source: usize,
        site: u32,
        allows: &impl Fn(&mut Cx, usize, u32) -> bool,
    ) {
        if !allows(cx, source, site) {
            self.of[site as usize] = CLOSED;
            return;
        }
        let number = self.areas.len() as u32;
        let mut area = SiteSet::new();
        self.of[site as usize] = number;
        self.todo.clear();
        self.todo.push(site);
        while let Some(from) = self.todo.pop() {
            area.insert(from as i32);
            if !cx.spend(1 + steps[from as usize].len() as u64) {
                break;
            }
            for &to in &steps[from as usize] {
                if self.of[to as usize] == UNKNOWN {
                    let open = allows(cx, from as usize, to);
                    self.of[to as usize] = if open { number } else { CLOSED };
                    if open {
                        self.todo.push(to);
                    }
                }
            }
        }
        self.areas.push(area);
    }
}

/// Whether every step can be taken back.
pub(super) fn can_be_taken_back(steps: &[Box<[u32]>]) -> bool {
    steps.iter().enumerate().all(|(from, ways)| ways.iter().all(|&to| steps[to as usize].contains(&(from as u32))))
}
