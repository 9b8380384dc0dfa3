//! Machine code: the program once more, compiled for the processor it runs on.
//!
//! Dispatching on each node costs the machine more than what most nodes do, which is a few instructions on a few words.
//! So a program that is played often is compiled, by [Cranelift](https://cranelift.dev): the generator of moves, and for
//! each kind of decision what it does, its consequences and the end rules. Compiled code works on the fields of the
//! [`Machine`](super::machine::Machine) itself and notes changes as the machine does, so that any node may be left to the
//! machine: those that are rare or do much at once are ([`helpers`]).
//!
//! Within one piece of code a value is found once as long as the state stays the same. Nothing else is kept.
//!
//! This is the only place of the project with unsafe code. It relies on four things: the code runs on a machine of the
//! program and the prepared tables it was compiled for, which outlive it; sites are below the number of sites wherever
//! memory is addressed by them ([`emit`] and [`pieces`] see to that, also where the machine's orders of pieces hold sites
//! beside the board); and the machine's buffers stay where they are while code runs, and are large enough ([`has_room`]);
//! and instructions that not every processor has are used after asking for them ([`lanes`], [`pieces`], [`helpers`]).
#![allow(unsafe_code)]

mod alike;
mod decisions;
mod effects;
mod emit;
mod helpers;
mod lanes;
mod listing;
mod moves;
mod pieces;
mod places;
mod planes;
mod sets;
mod tables;
mod turn;
mod values;
mod versions;
mod walks;
mod words;

use super::machine::{Machine, Prepared};
use super::moves::{CLASSES, Class, has_room, row};
use crate::program::Program;
use crate::program::ir::{BoolId, BoolNode, EffectId, TemplateId};
use cranelift_codegen::ir::{AbiParam, UserFuncName, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Module};
use emit::{Context, Emit};
use std::collections::HashMap;
use tables::Tables;

pub(super) use tables::Kept;

type Act<const W: usize> = unsafe extern "C" fn(*mut Machine<'static, W>);
type Apply<const W: usize> = unsafe extern "C" fn(*mut Machine<'static, W>, i32, i32);
type Answer<const W: usize> = unsafe extern "C" fn(*mut Machine<'static, W>) -> u32;
type Play<const W: usize> = unsafe extern "C" fn(*mut Machine<'static, W>, i32) -> u32;

/// How far a turn has come.
pub(super) enum Turn {
    /// It has been finished.
    Finished,
    /// The end rules have been looked at, after an exchange of seats or not.
    Ending { swapped: bool },
}

/// The compiled program.
pub struct Code<const W: usize> {
    /// `None` once the memory has been given back.
    module: Option<JITModule>,
    turns: Play<W>,
    generate: Act<W>,
    asked: Option<Answer<W>>,
    /// By template (the first for none) and class of decision.
    apply: Vec<Option<Apply<W>>>,
    effects: HashMap<EffectId, Act<W>>,
    // What the code has the addresses of.
    _tables: Box<Tables<W>>,
}

impl<const W: usize> std::fmt::Debug for Code<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Code").field("decisions", &self.apply.iter().flatten().count()).finish_non_exhaustive()
    }
}

// The code and the tables are only read once they have been made.
unsafe impl<const W: usize> Send for Code<W> {}
unsafe impl<const W: usize> Sync for Code<W> {}

impl<const W: usize> Drop for Code<W> {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // Code is run by machines that borrow it: there is none left.
            unsafe { module.free_memory() };
        }
    }
}

impl<const W: usize> Code<W> {
    /// Compiles a program; `None` where that is not possible, such as on processors that Cranelift does not know.
    pub fn new(program: &Program, prepared: &Prepared<W>) -> Option<Code<W>> {
        // Compiled code does not ask whether there is room for what it lists.
        if !has_room(program) {
            return None;
        }
        let tables = Box::new(Tables::new(program, prepared)?);
        let mut flags = settings::builder();
        for (name, value) in [
            ("opt_level", "speed"),
            ("is_pic", "false"),
            ("use_colocated_libcalls", "false"),
            ("enable_verifier", "false"),
            ("unwind_info", "false"),
            // Tables on the stack may be longer than the page that guards its end.
            ("enable_probestack", "true"),
            ("probestack_strategy", "inline"),
        ] {
            flags.set(name, value).ok()?;
        }
        let isa = cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()?;
        let module = JITModule::new(JITBuilder::with_isa(isa, cranelift_module::default_libcall_names()));
        let convention = module.isa().default_call_conv();
        let context = Context::new(program, prepared, &tables, convention);
        let mut maker = Maker { module, context, room: FunctionBuilderContext::new(), generate: None };
        let made = maker.all();
        let mut module = maker.module;
        let finished = made.and_then(|ids| module.finalize_definitions().ok().map(|()| ids));
        let Some(ids) = finished else {
            // Nothing of it has been run.
            unsafe { module.free_memory() };
            return None;
        };
        let address = |id: FuncId| module.get_finalized_function(id);
        // The functions were made with these signatures.
        let (turns, generate, asked, apply, effects) = unsafe {
            let apply = ids.apply.iter().map(|id| id.map(|id| std::mem::transmute::<*const u8, Apply<W>>(address(id))));
            let effects =
                ids.effects.iter().map(|&(effect, id)| (effect, std::mem::transmute::<*const u8, Act<W>>(address(id))));
            (
                std::mem::transmute::<*const u8, Play<W>>(address(ids.turns)),
                std::mem::transmute::<*const u8, Act<W>>(address(ids.generate)),
                ids.asked.map(|id| std::mem::transmute::<*const u8, Answer<W>>(address(id))),
                apply.collect(),
                effects.collect(),
            )
        };
        Some(Code { module: Some(module), turns, generate, asked, apply, effects, _tables: tables })
    }

    /// Plays random moves, drawn by the machine's chooser, at least one and so many at most, until the game is over or only
    /// the plain evaluator can judge it; how far the last turn has come.
    #[inline]
    pub(super) fn turns(&self, machine: &mut Machine<'_, W>, most: i32) -> Turn {
        match unsafe { (self.turns)(pointer(machine), most) } {
            turn::FINISHED => Turn::Finished,
            turn::ENDING_SWAPPED => Turn::Ending { swapped: true },
            _ => Turn::Ending { swapped: false },
        }
    }

    /// Appends the legal moves.
    #[inline]
    pub(super) fn generate(&self, machine: &mut Machine<'_, W>) {
        unsafe { (self.generate)(pointer(machine)) }
    }

    /// The answers to the conditions of the play rules about the counter, as bits.
    #[inline]
    pub(super) fn asked(&self, machine: &mut Machine<'_, W>) -> u32 {
        self.asked.map_or(0, |asked| unsafe { asked(pointer(machine)) })
    }

    /// Does what a decision does, runs its consequences and looks at the end rules; `false` for what is not compiled.
    #[inline]
    pub(super) fn apply(
        &self,
        machine: &mut Machine<'_, W>,
        template: Option<TemplateId>,
        class: Class,
        to: i32,
        operand: i32,
    ) -> bool {
        let Some(&Some(apply)) = self.apply.get(row(template, class)) else { return false };
        unsafe { apply(pointer(machine), to, operand) };
        true
    }

    /// Runs an effect; `false` for one that is not compiled.
    #[inline]
    pub(super) fn effect(&self, machine: &mut Machine<'_, W>, id: EffectId) -> bool {
        let Some(&effect) = self.effects.get(&id) else { return false };
        unsafe { effect(pointer(machine)) };
        true
    }
}

/// Lifetimes are no matter to compiled code: it keeps no references.
fn pointer<const W: usize>(machine: &mut Machine<'_, W>) -> *mut Machine<'static, W> {
    std::ptr::from_mut(machine).cast()
}

/// The functions of a program.
struct Made {
    turns: FuncId,
    generate: FuncId,
    asked: Option<FuncId>,
    apply: Vec<Option<FuncId>>,
    effects: Vec<(EffectId, FuncId)>,
}

/// What makes the functions one by one.
struct Maker<'a, const W: usize> {
    module: JITModule,
    context: Context<'a, W>,
    room: FunctionBuilderContext,
    /// The function that finds legal moves, once it is declared.
    generate: Option<FuncId>,
}

impl<const W: usize> Maker<'_, W> {
    fn all(&mut self) -> Option<Made> {
        let program = self.context.program;
        let generate = self.function(0, false, |emit| emit.legal_moves(program.play))?;
        // Where little is done to find moves, and at the beginning of a turn only, that is made part of it.
        let ahead = program.table.bools.nodes().contains(&BoolNode::NoMovesNext);
        self.generate = (ahead || !moves::is_short(program, program.play)).then_some(generate);
        let turns = self.function(1, true, |emit| emit.turns(emit.arguments[1]))?;
        let asked = if program.asked.is_empty() { None } else { Some(self.answers(&program.asked)?) };
        let mut apply = vec![None; (program.table.templates.len() + 1) * CLASSES];
        for (template, class) in decisions::decisions(program) {
            if let Some(slot) = apply.get_mut(row(template, class)) {
                *slot = Some(self.function(2, false, |emit| {
                    let (to, operand) = (emit.arguments[1], emit.arguments[2]);
                    emit.decision(template, class, to, operand);
                })?);
            }
        }
        let mut compiled = Vec::new();
        for effect in effects::put_off(program) {
            compiled.push((effect, self.function(0, false, |emit| emit.effect(effect))?));
        }
        Some(Made { turns, generate, asked, apply, effects: compiled })
    }

    fn answers(&mut self, conditions: &[BoolId]) -> Option<FuncId> {
        self.function(0, true, |emit| {
            let answers = emit.answers(conditions);
            emit.give(answers);
        })
    }

    /// A function of the machine and so many numbers, which may give a number.
    fn function(&mut self, numbers: usize, answers: bool, body: impl FnOnce(&mut Emit<'_, '_, W>)) -> Option<FuncId> {
        let mut context = self.module.make_context();
        let pointer = self.module.target_config().pointer_type();
        let signature = &mut context.func.signature;
        signature.params.push(AbiParam::new(pointer));
        signature.params.extend((0..numbers).map(|_| AbiParam::new(types::I32)));
        if answers {
            signature.returns.push(AbiParam::new(types::I32));
        }
        let id = self.module.declare_anonymous_function(signature).ok()?;
        context.func.name = UserFuncName::user(0, id.as_u32());
        let builder = FunctionBuilder::new(&mut context.func, &mut self.room);
        let mut emit = Emit::new(&self.context, builder);
        emit.generate = self.generate.map(|id| self.module.declare_func_in_func(id, emit.b.func));
        body(&mut emit);
        emit.finish();
        self.module.define_function(id, &mut context).ok()?;
        self.module.clear_context(&mut context);
        Some(id)
    }
}
