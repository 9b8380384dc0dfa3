//! `(directions direction)`, `(directions {direction ..})`: absolute directions.
//!
//! `(directions [relative] [of:relation] [bySite:boolean])`: relative ones, chosen from the board's directions of a
//! relation (`Adjacent` by default), or with `bySite:True` from the site's own.
//! `(directions type from:int to:int)`: [`super::towards`].
//!
//! ASSUMPTION: without a word, `Forward` is meant.

use super::relative::{Supported, Word, of_words};
use super::towards;
use crate::board::facing::Relative;
use crate::ludemes::prelude::*;

pub(super) const ROWS: &[Row] = &[Row::directions("directions", "", lower)];

fn lower(call: &Ludeme, lo: &mut Lowering) -> Lowered<DirectionsExpr> {
    if call.get("to").is_some() {
        return towards::lower(call, lo);
    }
    let absolute: Vec<Direction> =
        words(call, "absoluteDirection", "absoluteDirections").filter_map(Direction::parse).collect();
    if ["absoluteDirection", "absoluteDirections"].iter().any(|slot| call.get(slot).is_some()) {
        return Ok(DirectionsExpr::absolute(absolute));
    }
    let mut relative: Vec<Word> =
        words(call, "relativeDirection", "relativeDirections").filter_map(Word::parse).collect();
    if ["relativeDirection", "relativeDirections"].iter().all(|slot| call.get(slot).is_none()) {
        relative.push(Word::Facing(Relative::Forward));
    }
    let relation = call.word("of").and_then(Relation::parse).unwrap_or(Relation::Adjacent);
    Ok(of_words(relative, Supported { relation, by_site: call.flag("bySite", false) }, lo))
}

/// The words of a slot for one and of a slot for several.
fn words<'a>(call: &'a Ludeme, one: &str, several: &str) -> impl Iterator<Item = &'static str> + use<'a> {
    let list = call.get(several).into_iter().flat_map(Arg::each);
    call.get(one).into_iter().chain(list).filter_map(Arg::word)
}
