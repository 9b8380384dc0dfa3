//! The search behind `(count Steps .. (step ..) ..)` and `(sites Distance .. (step ..) ..)`.
//!
//! Breadth first from one site: a step leads from `from` to `to`, one step in one of the step's directions, where the
//! `(to if:..)` of the step holds. The start is never tested; every other site on the way is, the last one included.
//! `from` and `to` inside the condition are those of the single step; everything else keeps its outer value. Of the
//! `(step ..)` only its directions (`Adjacent` by default) and the condition count. Directions relative to a facing are
//! those of the piece on the start, all along. (Ludii 1.3.12's behaviour.)
//!
//! Games ask for such distances from every site of the board after every move, so the steps out of a site and the
//! distances from a site are kept as long as nothing the condition reads has changed.

use crate::ludemes::prelude::*;
use smallvec::SmallVec;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// The distance of a site that is not reached.
pub(crate) const UNREACHED: i32 = -1;

/// What a `(step ..)` means for a search: where a step may lead.
pub(crate) struct StepTest {
    /// The directions of a step.
    pub directions: DirectionsExpr,
    /// What must hold of `from` and `to`.
    pub condition: Option<BoolExpr>,
    /// Whether the directions are relative to the piece on the start of the search.
    relative: bool,
}

impl StepTest {
    /// Reads a `(step ..)` argument.
    pub(crate) fn read(arg: &Arg, lo: &mut Lowering) -> Lowered<StepTest> {
        let Value::Ludeme(step) = &arg.value else {
            return lo.wrong(&arg.origin, "expected `(step ..)` here");
        };
        let relative = match step.get("directions").map(|arg| &arg.value) {
            Some(Value::Word { word, .. }) => Direction::parse(word).is_none(),
            Some(Value::Ludeme(call)) => call.form.head == "directions" && call.form.kind == "direction",
            _ => false,
        };
        let directions = lo.directions_or(step, "directions", Direction::Adjacent)?;
        let relative = relative && directions.as_absolute().is_none();
        let condition = match step.get("to").map(|arg| &arg.value) {
            Some(Value::Ludeme(to)) => lo.bool_opt(to, "if")?,
            _ => None,
        };
        Ok(StepTest { directions, condition, relative })
    }

    /// What the test reads, `from` and `to` left out.
    pub(crate) fn uses(&self) -> Uses {
        let condition = self.condition.as_ref().map_or(Uses::NONE, |condition| condition.uses);
        (self.directions.uses | condition).without(Uses::FROM | Uses::TO)
    }
}

/// A search over the sites of one type, with what it has found out so far.
pub(crate) struct StepSearch {
    board: Arc<Topology>,
    t: SiteType,
    test: StepTest,
    uses: Uses,
    /// Where the findings are kept; `None` where they depend on more than can be told.
    slot: Option<usize>,
}

/// Findings by the values of the free iterator variables.
type Findings = Mutex<HashMap<SmallVec<[i32; 4]>, Space>>;

/// The steps and distances found for one state.
struct Space {
    steps: Vec<Option<SmallVec<[u32; 8]>>>,
    distances: Vec<Option<Arc<[i32]>>>,
}

impl Space {
    fn new(n: usize) -> Self {
        Space { steps: vec![None; n], distances: vec![None; n] }
    }
}

impl StepSearch {
    /// A search by the steps of a `(step ..)` over the board's sites of this type.
    pub(crate) fn new(step: &Arg, t: SiteType, lo: &mut Lowering) -> Lowered<Self> {
        let test = StepTest::read(step, lo)?;
        let uses = test.uses();
        let keeps = !test.relative && !uses.any(Uses::VOLATILE | Uses::REGION | Uses::HINT);
        let slot = keeps.then(|| lo.keep_slot(t.name(), step));
        Ok(StepSearch { board: lo.board(), t, test, uses, slot })
    }

    /// Whether its directions are the same at every site.
    pub(crate) fn is_absolute(&self) -> bool {
        self.test.directions.as_absolute().is_some()
    }

    /// What the search reads besides its start.
    pub(crate) fn uses(&self) -> Uses {
        self.uses
    }

    /// The least number of steps from a site of the board to every site; 0 for itself and [`UNREACHED`] where no way
    /// leads. Empty for a site off the board.
    pub(crate) fn distances(&self, cx: &mut Cx, start: i32) -> Arc<[i32]> {
        let n = self.board.len(self.t);
        let Some(source) = usize::try_from(start).ok().filter(|&s| s < n) else {
            return Arc::from([]);
        };
        let Some(slot) = self.slot else {
            return self.flood(cx, source, &mut Space::new(n));
        };
        let findings = cx.kept::<Findings>(slot, self.uses).unwrap_or_else(|| {
            let fresh = Arc::new(Findings::default());
            cx.keep(slot, self.uses, Arc::clone(&fresh));
            fresh
        });
        let key = self.key(cx);
        // The lock is not held while conditions are evaluated: they may come back here.
        let taken = {
            let mut map = findings.lock().unwrap_or_else(PoisonError::into_inner);
            let known = map.get(&key).and_then(|space| space.distances[source].clone());
            if let Some(known) = known {
                return known;
            }
            map.remove(&key)
        };
        let mut space = taken.unwrap_or_else(|| Space::new(n));
        let distances = self.flood(cx, source, &mut space);
        if cx.fault().is_none() {
            space.distances[source] = Some(Arc::clone(&distances));
            findings.lock().unwrap_or_else(PoisonError::into_inner).insert(key, space);
        }
        distances
    }

    /// The values of the iterator variables that the condition takes from outside.
    fn key(&self, cx: &Cx) -> SmallVec<[i32; 4]> {
        let it = &cx.it;
        let variables = [
            (Uses::SITE, it.site),
            (Uses::LEVEL, it.level),
            (Uses::BETWEEN, it.between),
            (Uses::VALUE, it.value),
            (Uses::PLAYER, it.player),
            (Uses::TRACK, it.track),
            (Uses::PIPS, it.pips),
        ];
        variables.into_iter().filter(|(part, _)| self.uses.any(*part)).map(|(_, value)| value).collect()
    }

    fn flood(&self, cx: &mut Cx, source: usize, space: &mut Space) -> Arc<[i32]> {
        let mut distances = vec![UNREACHED; self.board.len(self.t)];
        distances[source] = 0;
        let mut queue = vec![source as u32];
        let mut next = 0;
        while let Some(&site) = queue.get(next) {
            next += 1;
            let site = site as usize;
            if space.steps[site].is_none() {
                space.steps[site] = Some(self.steps(cx, source, site));
            }
            let beyond = distances[site] + 1;
            for &to in space.steps[site].iter().flatten() {
                if distances[to as usize] == UNREACHED {
                    distances[to as usize] = beyond;
                    queue.push(to);
                }
            }
            if !cx.spend(1) {
                break;
            }
        }
        distances.into()
    }

    /// Where one step leads from a site.
    fn steps(&self, cx: &mut Cx, source: usize, site: usize) -> SmallVec<[u32; 8]> {
        let mut found = SmallVec::new();
        let saved = (cx.it.from, cx.it.to);
        cx.it.from = site as i32;
        let facing = if self.test.relative { source } else { site };
        for direction in self.test.directions.eval(cx, self.t, facing as i32) {
            for &to in self.board.steps(self.t, site, direction) {
                cx.it.to = to as i32;
                if self.test.condition.as_ref().is_none_or(|condition| condition.eval(cx)) {
                    found.push(to);
                }
            }
        }
        (cx.it.from, cx.it.to) = saved;
        found
    }
}
