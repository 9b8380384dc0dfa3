//! Generators whose moves lie in lanes: steps, hops, leaps, slides.

use crate::board::SiteType;
use crate::engine::census::{Strata, Surveyed};
use crate::engine::context::Cx;
use crate::engine::generator::Generator;
use crate::engine::origins::Origins;
use crate::engine::out::Out;
use crate::engine::site_set::SiteSet;
use crate::engine::uses::Uses;
use std::sync::OnceLock;

/// What can be told of all the moves from several sites at once.
pub(crate) trait Survey: Send + Sync {
    /// As [`Generator::narrow`].
    fn narrow(&self, cx: &mut Cx, t: SiteType, starts: &mut SiteSet);

    /// As [`Generator::survey`], where each lane has so many slots.
    fn survey(&self, cx: &mut Cx, t: SiteType, starts: &SiteSet, length: usize, strata: &mut Strata) -> bool;

    /// As [`Generator::surveys`].
    fn uses(&self) -> Uses;

    /// The slot of a move from a start that goes this way, where each lane has so many.
    fn slot_of(&self, cx: &mut Cx, t: SiteType, start: i32, way: usize, length: usize) -> Option<usize>;
}

/// A generator whose moves lie in lanes: it asks [`Out::follows`] before it goes along one, and [`Out::takes`] for each move.
pub(super) struct InLanes<F, B> {
    pub list: F,
    /// How many lanes there are at most, and how many moves each has at most.
    pub bound: B,
    pub survey: Option<Box<dyn Survey>>,
    pub origins: Option<Origins>,
    /// The most lanes, and the most moves in one, once that has been asked for.
    pub known: OnceLock<Option<(usize, usize)>>,
}

impl<F, B> Generator for InLanes<F, B>
where
    F: Fn(&mut Cx, &mut Out) + Send + Sync,
    B: Fn() -> Option<(usize, usize)> + Send + Sync,
{
    fn list(&self, cx: &mut Cx, out: &mut Out) {
        (self.list)(cx, out);
    }

    fn most_slots(&self) -> Option<usize> {
        self.known.get_or_init(|| (self.bound)()).map(|(lanes, length)| lanes * length)
    }

    fn narrows(&self) -> bool {
        self.survey.is_some()
    }

    fn narrow(&self, cx: &mut Cx, t: SiteType, starts: &mut SiteSet) {
        if let Some(survey) = &self.survey {
            survey.narrow(cx, t, starts);
        }
    }

    fn origins(&self, cx: &mut Cx, t: SiteType, start: i32, end: i32) -> Option<SiteSet> {
        self.origins.as_ref()?.of(cx, t, start, end)
    }

    fn survey(&self, cx: &mut Cx, t: SiteType, starts: &SiteSet, strata: &mut Strata) -> bool {
        match (&self.survey, self.known.get()) {
            (Some(survey), Some(Some((_, length)))) => survey.survey(cx, t, starts, *length, strata),
            _ => false,
        }
    }

    fn surveys(&self) -> Uses {
        self.survey.as_ref().map_or(Uses::VOLATILE, |survey| survey.uses())
    }

    fn slot_of(&self, cx: &mut Cx, t: SiteType, counted: Surveyed) -> Option<usize> {
        let (_, length) = (*self.known.get()?)?;
        self.survey.as_ref()?.slot_of(cx, t, counted.start, counted.way, length)
    }

    fn briefly(&self) -> bool {
        true
    }

    fn slot(&self, cx: &mut Cx, number: usize, out: &mut Out) {
        let Some(Some((_, length @ 1..))) = self.known.get() else { return };
        let (lane, number) = if *length == 1 { (number, 0) } else { (number / length, number % length) };
        out.aim(Some(lane), number);
        (self.list)(cx, out);
        out.relax();
    }
}
