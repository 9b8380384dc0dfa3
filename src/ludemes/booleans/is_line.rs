//! `(is Line [type] int [direction] [through:int | throughAny:region] [role | what:int | whats:{int ..}]
//! [exact:boolean] [contiguous:boolean] [if:boolean] [byLevel:boolean] [top:boolean])`: so many pieces stand in a line
//! through a site.
//!
//! For each pivot (the last move's `to` by default, or the sites of `throughAny:` ascending, with `what:` or `whats:`
//! those that hold one of these): a pivot that is negative, off the board or fails the condition (with `to` set) ends
//! the search with False. The accepted components are the listed ones, or those of the role, or the pivot's own
//! content, so that an empty pivot makes lines of empty sites; a pivot with another content is passed over. Along every
//! line of the direction (`Adjacent` by default) through the pivot the sites in a row that are accepted and satisfy the
//! condition are counted, to both sides. The count must reach the length on the way; with `exact:True` the whole row
//! must have it. For length 1 the pivot must stand alone along some line. With `contiguous:False` sites that are not
//! accepted are passed over. In a stacking game a site is accepted by any of its levels, or with `top:` by its top,
//! only the site `through:` is a pivot, the condition is not tested on it, length 1 always holds, and `to` stays on the
//! last site looked at; with `byLevel:True` lines are counted as `line_levels` says. In any game `to` stays on a pivot
//! beyond the board. (Ludii 1.3.12's behaviour.)

use super::line_levels::{self, Levels};
use crate::board::Radial;
use crate::engine::role::bit;
use crate::engine::site_store::SiteStore;
use crate::ludemes::ints::site_or_last_to;
use crate::ludemes::prelude::*;
use smallvec::SmallVec;
use std::sync::OnceLock;

pub(super) const ROWS: &[Row] = &[Row::boolean("is", "Line", lower)];

/// Which components make a line.
enum Accepted {
    Listed(Vec<IntExpr>),
    OwnedBy(Expr<u32>),
    AsPivot,
}

type Components = SmallVec<[i32; 8]>;

struct Line {
    t: SiteType,
    board: Arc<Topology>,
    direction: Direction,
    length: IntExpr,
    pivots: Pivots,
    accepted: Accepted,
    condition: BoolExpr,
    exact: BoolExpr,
    contiguous: BoolExpr,
    top: BoolExpr,
    by_level: BoolExpr,
    stacking: bool,
    /// Where lines are of single pieces next to each other, in stacks level by level and not exact, and the length and
    /// whether it must be exact are constants.
    plain: Option<Plain>,
}

/// A line of single pieces next to each other.
struct Plain {
    length: i32,
    exact: bool,
    /// By owner, his components as bits; `None` where there are too many for that.
    components: Option<Vec<u64>>,
    /// By site, as soon as it has been asked about, what lies around it.
    around: Vec<OnceLock<Around>>,
}

/// What lies around a site along the lines through it.
struct Around {
    /// How many lines there are.
    lines: u64,
    /// The sites to one side and to the other along each line, as far as they matter, with [`Plain::end`] behind the
    /// last one where there are fewer.
    arms: Box<[u32]>,
    /// The stretches of lines through the site that are long enough, as masks, one of them again and again behind them
    /// so that there are as many for each site; `None` where a board is more than a word, and where longer ones are no
    /// line.
    masks: Option<Box<[u64]>>,
}

/// The sites that a line goes through.
enum Pivots {
    One(IntExpr),
    Any(SitesExpr),
}

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<BoolExpr> {
    if lo.features.puzzle {
        return crate::ludemes::puzzle::line::lower(call, lo);
    }
    let stacking = lo.features.stacking;
    let mut line = Line {
        t: lo.site_type(call, "type"),
        board: lo.board(),
        direction: call.word("dirn").and_then(Direction::parse).unwrap_or(Direction::Adjacent),
        length: lo.int(call, "length")?,
        pivots: match lo.sites_opt(call, "throughAny")? {
            Some(sites) if !stacking => Pivots::Any(sites),
            _ => Pivots::One(site_or_last_to(call, "through", lo)?),
        },
        accepted: accepted(call, lo)?,
        condition: lo.bool_or(call, "if", true)?,
        exact: lo.bool_or(call, "exact", false)?,
        contiguous: lo.bool_or(call, "contiguous", true)?,
        top: lo.bool_or(call, "top", false)?,
        by_level: lo.bool_or(call, "byLevel", false)?,
        stacking,
        plain: None,
    };
    let is = |flag: &BoolExpr, value| flag.as_constant() == Some(&value);
    let plain = match stacking {
        true => is(&line.by_level, true) && is(&line.exact, false) && lo.equipment.components.len() <= 64,
        false => is(&line.condition, true) && is(&line.contiguous, true),
    };
    let of_owner = |owner| kinds(&lo.equipment.components_of(owner).map(|component| component as i32).collect());
    let known = line.length.as_constant().copied().zip(line.exact.as_constant().copied());
    let lengths = if stacking { 2..LONGEST } else { 0..LONGEST };
    line.plain = known.filter(|(length, _)| plain && lengths.contains(length)).map(|(length, exact)| Plain {
        length,
        exact,
        components: (0..=lo.players() + 1).map(of_owner).collect(),
        around: std::iter::repeat_with(OnceLock::new).take(line.board.len(line.t)).collect(),
    });
    Ok(Expr::new(line.uses(), move |cx| line.exists(cx)))
}

fn accepted(call: &Ludeme, lo: &mut Lowering) -> Lowered<Accepted> {
    if let Some(role) = lo.role_opt(call, "who")? {
        return Ok(Accepted::OwnedBy(role.as_players()));
    }
    if let Some(items) = call.items("whats") {
        return Ok(Accepted::Listed(lo.int_args(items)?));
    }
    Ok(lo.int_opt(call, "what")?.map_or(Accepted::AsPivot, |what| Accepted::Listed(vec![what])))
}

/// How many lines there are through a site, on most boards at most.
const MOST_LINES: usize = 4;

/// The longest line for which the sites along it are listed.
const LONGEST: i32 = 64;

/// Components as a set of bits, where there are few enough.
fn kinds(components: &Components) -> Option<u64> {
    components.iter().try_fold(0, |set, &what| Some(set | 1u64.checked_shl(u32::try_from(what).ok()?)?))
}

/// The sites on which pieces of these components stand, as the bits of a word.
fn of_kinds(store: &SiteStore, mut kinds: u64) -> u64 {
    let mut standing = 0;
    while kinds != 0 {
        let placed = store.placed(kinds.trailing_zeros() as usize);
        standing |= placed.and_then(|sites| sites.words().first()).copied().unwrap_or(0);
        kinds &= kinds - 1;
    }
    standing
}

impl Plain {
    /// Stands behind the last site of an arm: the first number that is no site.
    fn end(&self) -> u32 {
        self.around.len() as u32
    }

    /// How far from the pivot sites matter.
    fn reach(&self) -> usize {
        self.length.max(1) as usize
    }

    /// Whether so many pieces in a row, of which no more than the reach are counted to each side, are a line.
    fn fits(&self, count: usize) -> bool {
        // A line of one stands alone.
        let least = self.length as usize;
        if self.exact || self.length < 2 { count == least } else { count >= least }
    }

    /// What lies around a site along these lines.
    fn around(&self, site: u32, radials: &[Radial]) -> Around {
        let arms = self.arms_of(radials);
        let told = self.around.len() <= 64 && self.length >= 2 && !self.exact;
        let masks = told.then(|| {
            let lines = self.lines(&arms);
            let mut masks: Vec<u64> = lines.flat_map(|(one, other)| self.masks_of(site, one, other)).collect();
            if let Some(&any) = masks.first() {
                masks.resize(masks.len().max(MOST_LINES * self.reach()), any);
            }
            masks.into()
        });
        Around { lines: radials.len() as u64, arms, masks }
    }

    /// The sites of each stretch of a line through a site that is as long as it has to be, as a mask.
    fn masks_of(&self, site: u32, one: &[u32], other: &[u32]) -> Vec<u64> {
        let whole: Vec<u32> = one.iter().rev().chain([&site]).chain(other).copied().collect();
        let through = whole.windows(self.reach()).skip(1).take(self.reach());
        let there = through.filter(|stretch| !stretch.contains(&self.end()));
        there.map(|stretch| stretch.iter().fold(0, |sites, site| sites | 1 << site)).collect()
    }

    /// Whether pieces that are accepted stand on the pivot and along one of its lines as they have to; none does at
    /// [`Plain::end`]. On which lines they stand, and how far, is not to be predicted: what is counted is counted without
    /// branches.
    #[inline]
    fn runs_along(&self, arms: &[u32], pivot: u32, accepted: impl Fn(u32) -> bool) -> bool {
        let run = |arm: &[u32]| {
            let mut goes_on = true;
            arm.iter().fold(0, |count, &site| {
                goes_on &= accepted(site);
                count + usize::from(goes_on)
            })
        };
        // The two nearest sites to each side come first: on most lines too few of them are in the run.
        let least = (self.length as usize).saturating_sub(1).min(2);
        // Of four in a row that go through the pivot, or more, the two nearest to one side are.
        let one_side = self.length >= 4;
        let near = |arm: &[u32]| run(arm.get(..2).unwrap_or(arm));
        let may_fit = self.lines(arms).fold(false, |any, (one, other)| {
            let (one, other) = (near(one), near(other));
            any | (if one_side { one.max(other) } else { one + other } >= least)
        });
        may_fit && accepted(pivot) && self.lines(arms).any(|(one, other)| self.fits(1 + run(one) + run(other)))
    }

    /// The arms of each line.
    #[inline]
    fn lines<'a>(&self, mut arms: &'a [u32]) -> impl Iterator<Item = (&'a [u32], &'a [u32])> {
        let reach = self.reach();
        std::iter::from_fn(move || {
            let (line, others) = arms.split_at_checked(2 * reach)?;
            arms = others;
            Some(line.split_at(reach))
        })
    }

    /// The sites along each line, to both sides.
    fn arms_of(&self, radials: &[Radial]) -> Box<[u32]> {
        let arm = |path: &[u32]| -> Vec<u32> {
            let sites = path.iter().skip(1).copied().chain(std::iter::repeat(self.end()));
            sites.take(self.reach()).collect()
        };
        let both = |radial: &Radial| [arm(&radial.path), arm(radial.opposite.as_deref().unwrap_or_default())].concat();
        radials.iter().flat_map(both).collect()
    }
}

impl Line {
    fn uses(&self) -> Uses {
        let accepted = match &self.accepted {
            Accepted::Listed(items) => uses_of(items),
            Accepted::OwnedBy(players) => players.uses,
            Accepted::AsPivot => Uses::NONE,
        };
        let flags = self.exact.uses
            | self.contiguous.uses
            | self.top.uses
            | self.by_level.uses
            | self.condition.uses.without(Uses::TO);
        let pivots = match &self.pivots {
            Pivots::One(site) => site.uses,
            Pivots::Any(sites) => sites.uses,
        };
        accepted | flags | self.length.uses | pivots | Uses::BOARD
    }

    #[inline]
    fn exists(&self, cx: &mut Cx) -> bool {
        match &self.pivots {
            Pivots::One(site) => {
                let site = site.eval(cx);
                match self.plain.as_ref().and_then(|plain| Some((plain, self.kinds(cx, plain, site)?))) {
                    Some((plain, kinds)) => self.exists_through(cx, site, plain, kinds),
                    None => self.exists_among(cx, &[site]),
                }
            }
            Pivots::Any(sites) => {
                let sites = sites.eval(cx);
                self.exists_among(cx, &sites)
            }
        }
    }

    /// Whether there is a plain line of these components, as a set of bits, through a site.
    #[inline]
    fn exists_through(&self, cx: &mut Cx, site: i32, plain: &Plain, kinds: u64) -> bool {
        if site < 0 {
            return false;
        }
        if self.stacking || site >= self.board.len(self.t) as i32 {
            cx.it.to = site;
        }
        match self.stacking {
            true => self.runs_by_level(cx, site, plain, kinds),
            false => self.runs_plainly(cx, site, plain, kinds),
        }
    }

    /// Whether there is a line through one of these sites.
    fn exists_among(&self, cx: &mut Cx, pivots: &[i32]) -> bool {
        let saved = cx.it.to;
        let found = self.search(cx, pivots);
        if !self.stacking && cx.it.to < self.board.len(self.t) as i32 {
            cx.it.to = saved;
        }
        found
    }

    fn search(&self, cx: &mut Cx, pivots: &[i32]) -> bool {
        let length = self.length.eval(cx);
        let flags = [self.exact.eval(cx), self.contiguous.eval(cx), self.top.eval(cx)];
        let by_level = self.stacking && self.by_level.eval(cx);
        let listed = self.components(cx);
        // Of many sites those count that hold one of the components named.
        let many = matches!((&self.pivots, &self.accepted), (Pivots::Any(_), Accepted::Listed(_)));
        let named = listed.as_ref().filter(|_| many);
        for &pivot in pivots {
            if named.is_some_and(|named| !named.contains(&cx.state.what(self.t, pivot))) {
                continue;
            }
            if pivot < 0 {
                return false;
            }
            cx.it.to = pivot;
            if pivot >= self.board.len(self.t) as i32 {
                return false;
            }
            if !self.stacking && !self.condition.eval(cx) {
                return false;
            }
            if self.stacking && length == 1 {
                return true;
            }
            let components = match &listed {
                Some(components) => components.clone(),
                None => SmallVec::from_elem(cx.state.what(self.t, pivot), 1),
            };
            if by_level {
                let levels = Levels { t: self.t, length, exact: flags[0], components: &components };
                let radials = self.board.distinct_radials(self.t, pivot as usize, self.direction);
                return levels.exists(cx, pivot, radials);
            }
            if let (Some(plain), Some(kinds)) = (&self.plain, kinds(&components)) {
                if self.runs_plainly(cx, pivot, plain, kinds) {
                    return true;
                }
            } else if self.holds(cx, pivot, &components, flags[2]) && self.runs(cx, pivot, length, &components, flags) {
                return true;
            }
        }
        false
    }

    /// The accepted components as a set of bits, for a line through one site; `None` where there are too many for that.
    fn kinds(&self, cx: &mut Cx, plain: &Plain, site: i32) -> Option<u64> {
        match &self.accepted {
            Accepted::AsPivot => 1u64.checked_shl(u32::try_from(cx.state.what(self.t, site)).ok()?),
            Accepted::OwnedBy(players) => {
                let by_owner = plain.components.as_ref()?;
                let players = players.eval(cx);
                let owned = by_owner.iter().enumerate().filter(|(owner, _)| players & bit(*owner as i32) != 0);
                Some(owned.fold(0, |all, (_, kinds)| all | kinds))
            }
            Accepted::Listed(items) => items.iter().try_fold(0, |kinds, item| {
                let kind = u32::try_from(item.eval(cx)).ok()?;
                Some(kinds | 1u64.checked_shl(kind)?)
            }),
        }
    }

    /// The accepted components; `None` for the content of each pivot.
    fn components(&self, cx: &mut Cx) -> Option<Components> {
        match &self.accepted {
            Accepted::AsPivot => None,
            Accepted::Listed(items) => Some(items.iter().map(|item| item.eval(cx)).collect()),
            Accepted::OwnedBy(players) => {
                let players = players.eval(cx);
                let equipment = &cx.game.equipment;
                let owned = |&i: &usize| players & bit(equipment.components[i].owner) != 0;
                Some((1..equipment.components.len()).filter(owned).map(|i| i as i32).collect())
            }
        }
    }

    /// Whether a site holds an accepted component.
    fn holds(&self, cx: &Cx, site: i32, components: &Components, top: bool) -> bool {
        let height = cx.state.height(self.t, site);
        if self.stacking && !top && height > 0 {
            return (0..height)
                .any(|level| components.contains(&i32::from(cx.state.piece(self.t, site, Some(level)).what)));
        }
        components.contains(&cx.state.what(self.t, site))
    }

    /// What lies around a site, if it is one.
    #[inline]
    fn around<'a>(&self, plain: &'a Plain, pivot: i32) -> Option<&'a Around> {
        let around = plain.around.get(pivot as usize)?;
        Some(around.get_or_init(|| {
            let radials = self.board.distinct_radials(self.t, pivot as usize, self.direction);
            plain.around(pivot as u32, radials)
        }))
    }

    /// Whether there is a plain line of these components, as a set of bits, level by level.
    fn runs_by_level(&self, cx: &mut Cx, pivot: i32, plain: &Plain, kinds: u64) -> bool {
        let Some(Around { lines, arms, .. }) = self.around(plain, pivot) else { return false };
        cx.charge(3 * lines);
        let stacks = cx.state.site_store(0, self.t).and_then(SiteStore::stacks);
        stacks.is_some_and(|stacks| line_levels::runs(stacks, pivot as usize, plain.length as usize, arms, kinds))
    }

    /// The same as [`Line::runs`] for a plain line of these components, as a set of bits.
    #[inline]
    fn runs_plainly(&self, cx: &mut Cx, pivot: i32, plain: &Plain, kinds: u64) -> bool {
        let Some(Around { lines, arms, masks }) = self.around(plain, pivot) else { return false };
        cx.charge(*lines);
        let Some(store) = cx.state.site_store(0, self.t) else { return false };
        // Where nothing stands is no set of a component.
        if let Some(masks) = masks
            && kinds & 1 == 0
        {
            let standing = of_kinds(store, kinds);
            // All of them are asked: which is the first one filled is not to be predicted.
            return masks.iter().fold(false, |found, mask| found | (standing & mask == *mask));
        }
        match store.placed(kinds.trailing_zeros() as usize) {
            Some(standing) if kinds.is_power_of_two() => {
                let words = standing.words();
                let holds = |site: u32| words.get(site as usize / 64).is_some_and(|word| word >> (site % 64) & 1 == 1);
                plain.runs_along(arms, pivot as u32, holds)
            }
            _ => plain.runs_along(arms, pivot as u32, |site| {
                let what = store.what(site as usize);
                site != plain.end() && what < 64 && kinds >> what & 1 == 1
            }),
        }
    }

    /// Whether a line through the pivot is long enough.
    fn runs(&self, cx: &mut Cx, pivot: i32, length: i32, components: &Components, flags: [bool; 3]) -> bool {
        let [exact, contiguous, top] = flags;
        for radial in self.board.distinct_radials(self.t, pivot as usize, self.direction) {
            let mut count = 1;
            cx.charge(if contiguous { 1 } else { radial.path.len() as u64 / 2 });
            for path in std::iter::once(&radial.path).chain(&radial.opposite) {
                for &site in &path[1..] {
                    let site = site as i32;
                    cx.it.to = site;
                    if self.holds(cx, site, components, top) && self.condition.eval(cx) {
                        count += 1;
                        if !exact && count == length {
                            return true;
                        }
                    } else if contiguous {
                        break;
                    }
                }
            }
            if count == length {
                return true;
            }
        }
        false
    }
}
