//! `(piece <names or component indices> [state:])`: which pieces a move puts down.
//!
//! A name is the full name of a component (`Disc1`), except where a ludeme also names the owner. The index 0 stands for
//! nothing, which can be put down too; another index that is no component puts nothing down.

use crate::diag::{Diagnostic, Origin};
use crate::ludemes::prelude::*;
use crate::schema::nearest;

pub(super) const ROWS: &[Row] = &[Row::part("piece", "piece", "")];

/// Components by name or by index, and the local state they get.
pub(in crate::ludemes) struct Pieces {
    list: Vec<Piece>,
    /// Local state.
    pub state: Option<IntExpr>,
}

enum Piece {
    Named(Arc<str>, Origin),
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
    pub fn by_full_name(mut self, lo: &Lowering) -> Lowered<Self> {
        for piece in &mut self.list {
            if let Piece::Named(name, place) = piece {
                match lo.equipment.component(name) {
                    Some(what) => *piece = Piece::Index(Expr::constant(what as i32)),
                    None => return no_piece(name, place, lo),
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
            Piece::Named(name, _) => cx.game.equipment.component(name).map(|what| what as i32),
            Piece::Index(what) => {
                let what = what.eval(cx);
                (0..cx.game.equipment.components.len() as i32).contains(&what).then_some(what)
            }
        }
    }

    /// The component listed at this place, a name meaning the first component of the owner whose name contains it.
    pub fn component_of(&self, at: usize, owner: i32, cx: &mut Cx) -> Option<i32> {
        match &self.list[at] {
            Piece::Named(name, _) => cx.game.equipment.component_of(name, owner).map(|what| what as i32),
            Piece::Index(_) => self.component(at, cx),
        }
    }
}

impl Piece {
    fn of(arg: &Arg, lo: &mut Lowering) -> Lowered<Self> {
        match &arg.value {
            Value::Text(name) => Ok(Piece::Named(Arc::clone(name), arg.origin.clone())),
            _ => Ok(Piece::Index(lo.int_arg(arg)?)),
        }
    }
}

/// A name that no component has, with the components that can be meant: those of the players have a number behind.
pub(in crate::ludemes) fn no_piece<T>(item: &str, at: &Origin, lo: &Lowering) -> Lowered<T> {
    let finding = Diagnostic::error("LUD0402", at, format!("no piece is called \"{item}\"")).label("unknown name");
    let base = |name: &str| name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
    let names: Vec<String> = lo.equipment.components.iter().skip(1).map(|c| c.name.to_string()).collect();
    let same: Vec<&String> = names.iter().filter(|name| base(name) == base(item)).collect();
    let near = nearest(item, names.iter().map(String::as_str));
    Err(Box::new(match (same.as_slice(), near.as_slice()) {
        ([], []) => finding,
        ([], near) => finding.hint(format!("did you mean \"{}\"?", near.join("\" or \""))),
        (same, _) => {
            let list: Vec<String> = same.iter().map(|name| format!("\"{name}\"")).collect();
            finding.hint(format!("a piece is called by its name and the number of its owner: {}", list.join(", ")))
        }
    }))
}
