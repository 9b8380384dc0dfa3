//! Random games made up from nothing: small boards, few pieces, moves and conditions that look at each other's sites.

use super::edits::Edits;

const BOARDS: &[(&str, usize)] = &[
    ("(square 3)", 9),
    ("(square 4)", 16),
    ("(rectangle 2 7)", 14),
    ("(hex 2)", 7),
    ("(hex 3)", 19),
    ("(hex Limping 3)", 27),
    ("(tri 4)", 10),
    ("(square 9)", 81),
    ("(tiling T31212 2)", 18),
];

const AROUND: &[&str] = &["Orthogonal", "Adjacent", "All", "Diagonal"];
const WHOSE: &[&str] = &["Mover", "Next", "P1", "P2", "All"];
const COMPARED: &[&str] = &["=", "!=", "<", "<=", ">", ">="];

/// The variables that something around has bound.
type Bound<'a> = &'a [&'static str];

/// Makes games up.
pub struct Grown(Edits);

impl Grown {
    /// The game of a seed.
    pub fn game(seed: u64) -> String {
        let mut grown = Grown(Edits::new(seed));
        let &(board, sites) = grown.0.of(BOARDS);
        let mut free: Vec<usize> = (0..sites).collect();
        let mut place = |grown: &mut Grown, player: usize| {
            let count = grown.0.below(sites.min(18) / 3);
            let places: Vec<String> =
                (0..count).map(|_| free.swap_remove(grown.0.below(free.len())).to_string()).collect();
            if places.is_empty() { String::new() } else { format!("(place \"Ball{player}\" {{{}}})", places.join(" ")) }
        };
        let start = [1, 2].map(|player| place(&mut grown, player)).concat();
        let start = if start.is_empty() { start } else { format!("(start {{{start}}})") };
        // Loops in loops over many sites have very many moves.
        let play = grown.play(if sites > 20 { 1 } else { 2 });
        let end = match grown.0.below(4) {
            0 => "(if (no Moves Next) (result Mover Win))".to_owned(),
            1 => format!("(if (and (< 20 (counter)) {}) (result Next Win))", grown.condition(2, &[])),
            2 => format!("(if (and (< 9 (counter)) {}) (result Mover Win))", grown.condition(1, &[])),
            _ => "(if (all Passed) (byScore {(score P1 (count Pieces P1)) (score P2 (count Pieces P2))}))".to_owned(),
        };
        format!(
            "(game \"Grown\" (players 2) (equipment {{(board {board}) (piece \"Ball\" Each)}}) \
             (rules {start} (play {play}) (end {{{end} (if (< 40 (counter)) (result P1 Win))}})))"
        )
    }

    fn play(&mut self, depth: usize) -> String {
        let moves = self.moves(depth, &[]);
        match self.0.below(4) {
            0 => moves,
            1 => format!("(or {moves} (move Pass))"),
            2 => format!("(or {{{moves} {} (move Pass)}})", self.moves(depth, &[])),
            _ => format!("(if {} {moves} {})", self.condition(2, &[]), self.moves(1, &[])),
        }
    }

    fn moves(&mut self, depth: usize, bound: Bound) -> String {
        let inner = |more: &[&'static str]| [bound, more].concat();
        match self.0.below(if depth == 0 { 4 } else { 9 }) {
            0 => {
                format!("(move Add (to {} if:{}){})", self.region(2, bound), self.condition_of_end(bound), self.then())
            }
            1 => format!("(move Remove {}{})", self.region(2, bound), self.then()),
            2 if bound.contains(&"site") => {
                let to = inner(&["to"]);
                let (region, condition) = (self.region(2, bound), self.condition(2, &to));
                format!("(move (from (site)) (to {region} if:{condition}){})", self.then())
            }
            2..=4 => {
                let from = inner(&["from"]);
                let (region, condition) = (self.region(2, &from), self.condition_of_end(&from));
                format!("(forEach Piece (move (from) (to {region} if:{condition}){}))", self.then())
            }
            5 | 6 => {
                let site = inner(&["site"]);
                let (of, condition) = (self.pieces_or_region(bound), self.condition_of_end(&site));
                let region = self.region(2, &site);
                format!("(forEach Site {of} (move (from (site)) (to {region} if:{condition}){}))", self.then())
            }
            7 => {
                let of = self.pieces_or_region(bound);
                format!("(forEach Site {of} {})", self.moves(depth - 1, &inner(&["site"])))
            }
            _ => format!("(if {} {})", self.condition(2, bound), self.moves(depth - 1, bound)),
        }
    }

    fn then(&mut self) -> String {
        match self.0.below(8) {
            0 => format!(" (then (if {} (moveAgain)))", self.condition(1, &[])),
            1 => format!(" (then (set Var \"Kept\" {}))", self.number(1, &[])),
            2 => format!(" (then (set Score Mover {}))", self.number(1, &[])),
            _ => String::new(),
        }
    }

    fn condition_of_end(&mut self, bound: Bound) -> String {
        let bound = [bound, &["to"]].concat();
        let condition = self.condition(2, &bound);
        if self.0.below(2) == 0 { format!("(and (is Empty (to)) {condition})") } else { condition }
    }

    fn pieces_or_region(&mut self, bound: Bound) -> String {
        if self.0.below(3) > 0 { "(sites Occupied by:Mover)".to_owned() } else { self.region(1, bound) }
    }

    fn region(&mut self, depth: usize, bound: Bound) -> String {
        match self.0.below(if depth == 0 { 5 } else { 10 }) {
            0 | 1 => "(sites Empty)".to_owned(),
            2 => (*self.0.of(&["(sites Board)", "(sites Outer)", "(sites Inner)"])).to_owned(),
            3 => (*self.0.of(&["(sites Occupied by:Mover)", "(sites Occupied by:Next)"])).to_owned(),
            4 => self.around(bound),
            5 | 6 => {
                let join = *self.0.of(&["intersection", "union", "difference"]);
                format!("({join} {} {})", self.region(depth - 1, bound), self.region(depth - 1, bound))
            }
            7 => {
                let (condition, one) = (self.condition(depth - 1, bound), self.region(depth - 1, bound));
                format!("(if {condition} {one} {})", self.region(depth - 1, bound))
            }
            8 => {
                let of = self.region(depth - 1, bound);
                let condition = self.condition(depth - 1, &[bound, &["site"]].concat());
                format!("(forEach {of} if:{condition})")
            }
            _ => format!("(sites Around {} {})", self.region(depth - 1, bound), self.0.of(AROUND)),
        }
    }

    fn around(&mut self, bound: Bound) -> String {
        if bound.is_empty() {
            return "(sites Around (last To))".to_owned();
        }
        let (site, kind) = (*self.0.of(bound), *self.0.of(AROUND));
        let include = if self.0.below(5) == 0 { " includeSelf:True" } else { "" };
        format!("(sites Around ({site}) {kind}{include})")
    }

    fn condition(&mut self, depth: usize, bound: Bound) -> String {
        if bound.len() > 1 && self.0.below(2) == 0 {
            return self.comparison(bound);
        }
        match self.0.below(if depth == 0 { 5 } else { 9 }) {
            0 | 1 => {
                let compared = *self.0.of(COMPARED);
                format!("({compared} {} {})", self.number(1, bound), self.number(1, bound))
            }
            2 if !bound.is_empty() => {
                let site = *self.0.of(bound);
                format!("(is In ({site}) {})", self.region(depth.min(1), bound))
            }
            3 if !bound.is_empty() => {
                let site = *self.0.of(bound);
                let what = *self.0.of(&["(is Empty", "(is Mover (who at:", "(is Next (who at:"]);
                format!("{what} ({site}){}", ")".repeat(what.matches('(').count()))
            }
            2..5 => (*self.0.of(&["(is Mover P1)", "(< (counter) 4)", "(is Prev Mover)", "(= 1 (var \"Kept\"))"]))
                .to_owned(),
            5 | 6 => {
                let join = *self.0.of(&["and", "or"]);
                format!("({join} {} {})", self.condition(depth - 1, bound), self.condition(depth - 1, bound))
            }
            7 => format!("(not {})", self.condition(depth - 1, bound)),
            _ => {
                let (around, whose) = (self.around(bound), *self.0.of(WHOSE));
                format!("(no Pieces {whose} in:{around})")
            }
        }
    }

    /// Numbers of neighbours of the end of a move beside those of another site: many rewrites look for these.
    fn comparison(&mut self, bound: Bound) -> String {
        let (other, kind, compared) = (*self.0.of(bound), *self.0.of(AROUND), *self.0.of(COMPARED));
        let [one, two] = [*self.0.of(WHOSE), *self.0.of(WHOSE)];
        let end = bound.last().copied().unwrap_or("to");
        format!(
            "({compared} (count Pieces {one} in:(sites Around ({other}) {kind})) \
             (count Pieces {two} in:(sites Around ({end}) {kind})))"
        )
    }

    fn number(&mut self, depth: usize, bound: Bound) -> String {
        match self.0.below(if depth == 0 { 5 } else { 7 }) {
            0 | 1 => format!("(count Pieces {} in:{})", *self.0.of(WHOSE), self.around(bound)),
            2 => self.0.below(4).to_string(),
            3 => format!("(count Sites in:{})", self.region(0, bound)),
            4 => (*self.0.of(&["(count Pieces Mover)", "(score Next)", "(var \"Kept\")"])).to_owned(),
            _ => {
                let join = *self.0.of(&["+", "-", "max", "min"]);
                format!("({join} {} {})", self.number(depth - 1, bound), self.number(depth - 1, bound))
            }
        }
    }
}
