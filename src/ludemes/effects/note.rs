//! `(note [player:] message [to:])`: a message, without effect on play.
//!
//! With a player it begins with his name, such as `P1`. One move of one action per player it is for, ascending, all of
//! them by default. Where it is asked whether there is a move, `(no Moves ..)` and `(can Move ..)`, it is none. (Ludii
//! 1.3.12's behaviour.) Messages that are regions, ranges, directions or graphs are not carried out.

use super::build::Players;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::effect("note", "", lower)];

enum Message {
    Text(Arc<str>),
    Int(IntExpr),
    Ints(IntsExpr),
    Float(FloatExpr),
    Bool(BoolExpr),
}

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<MovesExpr> {
    let message = if let Some(text) = call.text("message") {
        Message::Text(Arc::clone(text))
    } else if let Some(value) = lo.int_opt(call, "messageInt")? {
        Message::Int(value)
    } else if let Some(arg) = call.get("messageIntArray") {
        Message::Ints(lo.ints_arg(arg)?)
    } else if let Some(arg) = call.get("messageFloat") {
        Message::Float(lo.float_arg(arg)?)
    } else if let Some(value) = lo.bool_opt(call, "messageBoolean")? {
        Message::Bool(value)
    } else {
        return lo.unsupported(&call.origin, "a note of this kind");
    };
    let about = lo.int_opt(call, "player")?;
    let to = call.get("to").map(|arg| Players::read(arg, lo)).transpose()?;
    // A message that is drawn ahead would be a move.
    lo.reads |= Uses::VOLATILE;
    Ok(Moves::generator(move |cx, out| {
        if out.can_move {
            return;
        }
        let message: Arc<str> = match &message {
            Message::Text(text) => Arc::clone(text),
            Message::Int(value) => value.eval(cx).to_string().into(),
            Message::Ints(values) => format!("{:?}", values.eval(cx)).into(),
            Message::Float(value) => value.eval(cx).to_string().into(),
            Message::Bool(value) => value.eval(cx).to_string().into(),
        };
        let message = match &about {
            Some(player) => format!("P{} {message}", player.eval(cx)).into(),
            None => message,
        };
        let players: Vec<i32> = match &to {
            Some(to) => to.eval(cx).collect(),
            None => (1..=cx.state.players()).collect(),
        };
        for to in players {
            let action = Action::new(ActionKind::Note { message: Arc::clone(&message), to });
            out.push(Move::of(0, -1, -1, action));
        }
    }))
}
