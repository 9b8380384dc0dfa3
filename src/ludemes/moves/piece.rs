//! `(piece <names or component indices> [state:])`: which pieces a move puts down.
//!
//! A name is the full name of a component (`Disc1`), except where a ludeme also names the owner. The index 0 stands for
//! nothing, which can be put down too; another index that is no component puts nothing down.

use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::part("piece", "piece", "")];

/// Components by name or by index, and the local state they get.
pub(in crate::ludemes) struct Pieces {
    list: Vec<Piece>,
    /// Local state.
    pub state: Option<IntExpr>,
}

enum Piece {
    Named(Arc<str>),
    Index(IntExpr),
}

impl Pieces {
    /// Reads a slot that holds a `(piece ..)`, if it is filled.
    pub fn read(call: &Ludeme, name: &str, lo: &mut Lowering) -> Lowered<Option<Self>> {
        let Some(part) = call.part(name) else { return Ok(None) };
        let slots = ["nameComponent", "nameComponents", "component", "components"];
        let list = slots.iter().find_map(|slot| part.get(slot)).map_or(&[][..], Arg::each);
        let list = list.iter().map(|arg| Piece::of(arg, lo)).collect::<Lowered<_>>()?;
        Ok(Some(Pieces { list, state: lo.int_opt(part, "state")? }))
    }

    /// Turns the names into components; each must be the full name of one.
    pub fn by_full_name(mut self, call: &Ludeme, lo: &Lowering) -> Lowered<Self> {
        for piece in &mut self.list {
            if let Piece::Named(name) = piece {
                match lo.equipment.component(name) {
                    Some(what) => *piece = Piece::Index(Expr::constant(what as i32)),
                    None => return lo.wrong(&call.origin, format!("there is no component `{name}`")),
                }
            }
        }
        Ok(self)
    }

    /// How many are listed.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The component listed at this place; `None` where it is none.
    pub fn component(&self, at: usize, cx: &mut Cx) -> Option<i32> {
        match &self.list[at] {
            Piece::Named(name) => cx.game.equipment.component(name).map(|what| what as i32),
            Piece::Index(what) => {
                let what = what.eval(cx);
                (0..cx.game.equipment.components.len() as i32).contains(&what).then_some(what)
            }
        }
    }

    /// The component listed at this place, a name meaning the first component of the owner whose name contains it.
    pub fn component_of(&self, at: usize, owner: i32, cx: &mut Cx) -> Option<i32> {
        match &self.list[at] {
            Piece::Named(name) => cx.game.equipment.component_of(name, owner).map(|what| what as i32),
            Piece::Index(_) => self.component(at, cx),
        }
    }
}

impl Piece {
    fn of(arg: &Arg, lo: &mut Lowering) -> Lowered<Self> {
        match &arg.value {
            Value::Text(name) => Ok(Piece::Named(Arc::clone(name))),
            _ => Ok(Piece::Index(lo.int_arg(arg)?)),
        }
    }
}
