//! In the place of machine code where ludemic is built without the feature `jit`: no program is ever compiled.

use super::machine::{Machine, Prepared};
use super::moves::Class;
use super::position::Position;
use crate::program::Program;
use crate::program::ir::{EffectId, TemplateId};

/// A compiled program; there are none.
#[derive(Debug)]
pub enum Code<const W: usize> {}

/// How far a turn has come.
pub(super) enum Turn {
    /// It has been finished.
    Finished,
    /// The end rules have been looked at, after an exchange of seats or not.
    Ending { swapped: bool },
}

/// What is kept for compiled programs.
#[derive(Debug, Clone, Default)]
pub(super) struct Kept {}

impl Kept {
    pub fn renew<const W: usize>(&mut self, _: &Program, _: &Prepared<W>, _: &mut Position<W>) {}
}

impl<const W: usize> Code<W> {
    pub fn new(_: &Program, _: &Prepared<W>) -> Option<Code<W>> {
        None
    }

    pub(super) fn turns(&self, _: &mut Machine<'_, W>, _: i32) -> Turn {
        match *self {}
    }

    pub(super) fn generate(&self, _: &mut Machine<'_, W>) {
        match *self {}
    }

    pub(super) fn asked(&self, _: &mut Machine<'_, W>) -> u32 {
        match *self {}
    }

    pub(super) fn apply(&self, _: &mut Machine<'_, W>, _: Option<TemplateId>, _: Class, _: i32, _: i32) -> bool {
        match *self {}
    }

    pub(super) fn effect(&self, _: &mut Machine<'_, W>, _: EffectId) -> bool {
        match *self {}
    }
}
