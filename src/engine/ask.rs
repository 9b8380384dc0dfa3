//! Asking for the value of an expression in a position.

use crate::check::typed::Arg;
use crate::diag::Diagnostic;
use crate::engine::context::{Cx, Iterators};
use crate::engine::expr::{Expr, Worth};
use crate::engine::game::Game;
use crate::engine::trial::{PlayError, Trial};
use crate::engine::uses::Uses;
use crate::ludemes::{Lowered, Lowering};
use std::sync::Arc;

/// The kinds of value that can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// An integer.
    Int,
    /// A condition.
    Bool,
    /// A real number.
    Float,
    /// A region.
    Region,
    /// An integer array.
    Ints,
    /// A range.
    Range,
}

impl Question {
    /// The kind of the language, as the schema names it.
    pub fn kind(self) -> &'static str {
        match self {
            Question::Int => "int",
            Question::Bool => "boolean",
            Question::Float => "float",
            Question::Region => "sites",
            Question::Ints => "ints",
            Question::Range => "range",
        }
    }
}

/// The value of an expression.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// An integer.
    Int(i32),
    /// A condition.
    Bool(bool),
    /// A real number.
    Float(f32),
    /// The sites of a region, ascending.
    Region(Vec<i32>),
    /// An integer array.
    Ints(Vec<i32>),
    /// Both ends of a range, inclusive.
    Range(i32, i32),
}

/// Why an expression has no value.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum AskError {
    /// It cannot be carried out.
    #[error("{}", .0.message)]
    Expression(Box<Diagnostic>),
    /// It fails in this position.
    #[error(transparent)]
    Play(#[from] PlayError),
}

impl Trial {
    /// The value of an expression of this kind in this position, which stays as it is.
    ///
    /// The iterator variables are set as given; with a mover, it is taken to be that player's turn. Legal moves have
    /// not been generated for it, so that a player's stalemate bit is the one last stored.
    ///
    /// # Errors
    ///
    /// [`AskError::Expression`] when the expression is not one of this kind or cannot be played yet, and
    /// [`AskError::Play`] when its value does not exist here.
    pub fn ask(
        &self,
        question: Question,
        expression: &Arg,
        variables: Iterators,
        mover: Option<i32>,
    ) -> Result<Answer, AskError> {
        let mut cx = self.scratch_context();
        let mut lo = Lowering::resume(&cx.game);
        let answer = lower(question, expression, &mut lo).map_err(AskError::Expression)?;
        cx.keep_anew(lo.keeps());
        cx.it = variables;
        if let Some(mover) = mover {
            cx.state.mover = mover;
            cx.state.next = cx.following(mover);
            cx.state.prev = (1..mover)
                .rev()
                .chain((mover..=cx.state.players()).rev())
                .find(|&p| cx.state.is_active(p))
                .unwrap_or(0);
            cx.state.touch(Uses::TURN);
        }
        let answer = answer(&mut cx);
        match cx.take_fault() {
            Some(fault) => Err(AskError::Play(PlayError::Fault(fault))),
            None => Ok(answer),
        }
    }
}

/// The sites of a region that is the same in every position of a game, ascending; `None` for others and for those that have
/// no value.
pub(crate) fn fixed_region(game: &Arc<Game>, expression: &Arg) -> Option<Vec<i32>> {
    let mut lo = Lowering::resume(game);
    let region = lo.region_arg(expression).ok().filter(|region| region.uses == Uses::NONE)?;
    let mut cx = Cx::before_start(Arc::clone(game), 0);
    cx.keep_anew(lo.keeps());
    let sites = region.eval(&mut cx).iter().collect();
    cx.take_fault().is_none().then_some(sites)
}

fn lower(question: Question, arg: &Arg, lo: &mut Lowering) -> Lowered<Asked> {
    Ok(match question {
        Question::Int => answer(lo.int_arg(arg)?, Answer::Int),
        Question::Bool => answer(lo.bool_arg(arg)?, Answer::Bool),
        Question::Float => answer(lo.float_arg(arg)?, Answer::Float),
        Question::Region => answer(lo.region_arg(arg)?, |region| Answer::Region(region.iter().collect())),
        Question::Ints => answer(lo.ints_arg(arg)?, Answer::Ints),
        Question::Range => answer(lo.range_arg(arg)?, |(low, high)| Answer::Range(low, high)),
    })
}

/// An expression of any kind.
type Asked = Box<dyn Fn(&mut Cx) -> Answer>;

fn answer<T: Worth + 'static>(expr: Expr<T>, wrap: fn(T) -> Answer) -> Asked {
    Box::new(move |cx| wrap(expr.eval(cx)))
}
