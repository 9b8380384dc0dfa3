//! Random games made up from nothing: small boards, few pieces, moves and conditions that look at each other's sites.

use super::edits::Edits;
use super::setting::Setting;

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
const KINDS: &[&str] = &["", "Empty ", "Own ", "NotEnemy "];
const AHEAD: &[&str] = &["N", "E", "SW", "NW", "steps:2 W", "steps:0 S"];
const COMPARED: &[&str] = &["=", "!=", "<", "<=", ">", ">="];

/// That a piece between is an enemy's, or one behind it the mover's.
const HELD: &str = "(is Next (who at:(between)))";
const FRIEND: &str = "(is Mover (who at:(to)))";

/// The variables that something around has bound.
type Bound<'a> = &'a [&'static str];

/// Meta rules: most games have none.
const METAS: &[&str] = &["", "", "", "", "", "", "(meta (swap))", "(meta (no Repeat))", "(meta (passEnd NoEnd))"];

/// Makes games up.
pub struct Grown {
    edits: Edits,
    setting: Setting,
}

impl Grown {
    /// The game of a seed.
    pub fn game(seed: u64) -> String {
        let (mut edits, setting) = Grown::begun(seed);
        let &(board, sites) = edits.of(BOARDS);
        let (players, equipment) = (setting.players, setting.equipment(board, sites));
        let start = setting.start(&mut edits, sites);
        let mut grown = Grown { edits, setting };
        // Loops in loops over many sites have very many moves.
        let play = grown.play(if sites > 20 { 1 } else { 2 });
        let play = if grown.setting.dice > 0 { format!("(do (roll) next:{play})") } else { play };
        let end = match grown.edits.below(4) {
            0 => "(if (no Moves Next) (result Mover Win))".to_owned(),
            1 => format!("(if (and (< 20 (counter)) {}) (result Next Win))", grown.condition(2, &[])),
            2 => format!("(if (and (< 9 (counter)) {}) (result Mover Win))", grown.condition(1, &[])),
            _ => {
                let scores: Vec<String> = (1..=players).map(|p| format!("(score P{p} (count Pieces P{p}))")).collect();
                format!("(if (all Passed) (byScore {{{}}}))", scores.join(" "))
            }
        };
        let meta = *grown.edits.of(METAS);
        format!(
            "(game \"Grown\" (players {players}) (equipment {{{equipment}}}) \
             (rules {meta} {start} (play {play}) (end {{{end} (if (< 40 (counter)) (result P1 Win))}})))"
        )
    }

    /// What the game of a seed has of that which not every game has.
    pub fn features(seed: u64) -> impl Iterator<Item = &'static str> {
        Grown::begun(seed).1.features().collect::<Vec<_>>().into_iter()
    }

    fn begun(seed: u64) -> (Edits, Setting) {
        let mut edits = Edits::new(seed);
        let setting = Setting::new(&mut edits);
        (edits, setting)
    }

    fn play(&mut self, depth: usize) -> String {
        let moves = self.moves(depth, &[]);
        match self.edits.below(4) {
            0 => moves,
            1 => format!("(or {moves} (move Pass))"),
            2 => format!("(or {{{moves} {} (move Pass)}})", self.moves(depth, &[])),
            _ => format!("(if {} {moves} {})", self.condition(2, &[]), self.moves(1, &[])),
        }
    }

    fn moves(&mut self, depth: usize, bound: Bound) -> String {
        let inner = |more: &[&'static str]| [bound, more].concat();
        if let Some(moves) = self.moves_of_setting(bound) {
            return moves;
        }
        match self.edits.below(if depth == 0 { 4 } else { 19 }) {
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
                let moves = self.moves(depth - 1, &inner(&["site"]));
                let none = match self.edits.below(3) {
                    0 => format!(" noMoveYet:{}", self.moves(depth - 1, bound)),
                    _ => String::new(),
                };
                format!("(forEach Site {of} {moves}{none})")
            }
            8 => {
                let starts = self.region(1, bound);
                let (from, to) = (self.condition(2, &inner(&["from"])), self.condition_of_end(&inner(&["from"])));
                let ends = self.region(2, bound);
                format!("(move (from {starts} if:{from}) (to {ends} if:{to}){})", self.then())
            }
            9 => {
                // Mostly nothing is done before.
                let (condition, before) = (self.condition(1, bound), self.region(0, bound));
                let (next, after) = (self.moves(depth - 1, bound), self.condition(1, &[]));
                let next = if self.edits.below(2) == 0 { format!("(do {next} ifAfterwards:{after})") } else { next };
                format!("(do (if (and (is Even (counter)) {condition}) (remove {before})) next:{next})")
            }
            10 => {
                let (of, held) = (self.pieces_or_region(bound), self.captures("(site)"));
                format!("(forEach Site {of} (append {held}{}))", self.then())
            }
            11 => {
                let (region, held) = (self.region(1, bound), self.captures("(to)"));
                format!("(move Add (to {region} if:(and (is Empty (to)) (can Move {held}))){})", self.then())
            }
            12 => {
                let (of, open) = (self.pieces_or_region(bound), self.condition_of_end(bound));
                let from = if bound.contains(&"site") { "(site)" } else { *self.edits.of(&["(last To)", "3", "6"]) };
                let ball = *self.edits.of(&["Ball1", "Ball2"]);
                let shot = format!("(move Shoot (piece \"{ball}\") (from {from}) (to if:{open}){})", self.then());
                if self.edits.below(2) == 0 { shot } else { format!("(forEach Site {of} {shot})") }
            }
            13 => {
                let (start, kept) = (self.region(1, &[]), self.condition_of_end(&inner(&["from"])));
                let (one, other) = (self.region(1, bound), self.region(1, bound));
                format!(
                    "(forEach Piece (or (if (is In (from) {start}) (move (from) (to {one} if:{kept}))) \
                     (if (not (is In (from) (sites Outer))) (move (from) (to {other} if:(is Empty (to)))))))"
                )
            }
            14 => format!("(if {} {})", self.condition(2, bound), self.moves(depth - 1, bound)),
            _ => format!("(forEach Piece {})", self.walk(bound)),
        }
    }

    /// A piece goes along lines from where it stands.
    fn walk(&mut self, bound: Bound) -> String {
        let directions = *self.edits.of(&["", "Orthogonal ", "Adjacent ", "N ", "(directions {N E SW}) "]);
        let (from, between) = ([bound, &["from"]].concat(), [bound, &["from", "between"]].concat());
        let (open, then) = (self.condition_of_end(&from), self.then());
        let (least, more) = (self.edits.below(4), self.edits.below(3));
        let range = match self.edits.below(4) {
            0 => format!("(range {least} {})", least + more),
            1 => format!("(exact {least})"),
            _ => String::new(),
        };
        match self.edits.below(7) {
            0 => format!("(move Step {directions}(to if:{open}){then})"),
            1 => format!("(move Leap {{{{F F R}} {{F L F}}}} (to if:{open}){then})"),
            2 | 3 => {
                let hurdle = self.condition(1, &between);
                let around = *self.edits.of(&["", "", "before:2", "after:2", "before:1 after:1"]);
                let (before, after) = around.split_once(' ').unwrap_or(match around.starts_with('b') {
                    true => (around, ""),
                    false => ("", around),
                });
                format!("(move Hop {directions}(between {before} {range} if:{hurdle} {after}) (to if:{open}){then})")
            }
            4 => format!("(move Slide {directions}(between {range}){then})"),
            5 => format!(
                "(move Slide {directions}(between {range} if:{}) (to if:{open}){then})",
                self.condition(1, &between)
            ),
            _ => format!("(move Slide {directions}(between {range} if:(is Empty (between))) (to if:{open}){then})"),
        }
    }

    /// An effect that captures from a site.
    fn captures(&mut self, from: &str) -> String {
        let held = if self.edits.below(2) == 0 { self.condition(1, &["between"]) } else { HELD.to_owned() };
        let apply = match self.edits.below(5) {
            0 => "(apply (remove (between)))".to_owned(),
            1 => "(apply (allCombinations (add (to (between)) stack:True) (set Score Mover (counter))))".to_owned(),
            2 => format!(
                "(apply (and (remove (between)) (if {} (set Var \"Kept\" 3))))",
                self.condition(1, &["between"])
            ),
            3 => "(apply (if (is Mover P1) (promote (between) (piece \"Ball1\"))))".to_owned(),
            _ => String::new(),
        };
        let friend = if self.edits.below(2) == 0 { self.condition(1, &["to"]) } else { FRIEND.to_owned() };
        match self.edits.below(6) {
            0 => format!("(intervene (from {from}) (to if:(is Next (who at:(to)))))"),
            1 => format!("(surround (from {from}) (between if:{held} {apply}) (to if:{friend}))"),
            2 => format!("(enclose (from {from}) Orthogonal (between if:{HELD} {apply}))"),
            _ => format!("(custodial (from {from}) (between if:{held} {apply}) (to if:{friend}))"),
        }
    }

    /// Moves that only hands, counts, stacks or dice make possible.
    fn moves_of_setting(&mut self, bound: Bound) -> Option<String> {
        let Setting { hand, counts, stacks, dice, .. } = self.setting;
        let to = [bound, &["to"]].concat();
        match self.edits.below(12) {
            0 | 1 if hand > 0 => {
                let site = self.edits.below(hand);
                let (region, condition) = (self.region(2, bound), self.condition(2, &to));
                Some(format!("(move (from (handSite Mover {site})) (to {region} if:{condition}){})", self.then()))
            }
            2 if hand > 0 => {
                let (whose, condition) = (*self.edits.of(&["Mover", "Next"]), self.condition(1, &["from", "to"]));
                Some(format!("(forEach Piece (move (from) (to (sites Hand {whose}) if:{condition}){}))", self.then()))
            }
            3 if hand > 0 => {
                Some(format!("(forEach Site (sites Hand Mover) {})", self.moves(0, &[bound, &["site"]].concat())))
            }
            4 | 5 if counts => {
                let condition = self.condition(1, &["from"]);
                Some(format!(
                    "(move Select (from (sites Board) if:(and (< 0 (count at:(from))) {condition})) (then (sow)))"
                ))
            }
            6 if counts => {
                let (region, count) = (self.region(1, bound), 1 + self.edits.below(3));
                Some(format!("(move Add (piece \"Seed\") (to {region}) count:{count}{})", self.then()))
            }
            7 if stacks => {
                let (region, condition) = (self.region(2, bound), self.condition(2, &to));
                Some(format!("(move Add (to {region} if:{condition}) stack:True{})", self.then()))
            }
            8 if stacks => {
                let (region, condition) = (self.region(1, &["from"]), self.condition(1, &["from", "to"]));
                Some(format!("(forEach Piece (move (from) (to {region} if:{condition}){}) top:True)", self.then()))
            }
            9..=11 if dice > 0 => {
                let (region, condition) = (self.region(1, bound), self.condition(1, &to));
                let compared = *self.edits.of(COMPARED);
                let number = self.number(0, &to);
                Some(format!(
                    "(forEach Die if:(!= 0 (pips)) \
                     (move Add (to {region} if:(and ({compared} (pips) {number}) {condition})){}))",
                    self.then()
                ))
            }
            _ => None,
        }
    }

    fn then(&mut self) -> String {
        if let Some(effect) = self.setting.consequence(&mut self.edits) {
            return format!(" (then {effect})");
        }
        match self.edits.below(10) {
            0 => format!(" (then (if {} (moveAgain)))", self.condition(1, &[])),
            1 => format!(" (then (set Var \"Kept\" {}))", self.number(1, &[])),
            2 => format!(" (then (set Score Mover {}))", self.number(1, &[])),
            3 => {
                let (removed, again) = (self.region(0, &[]), self.condition(1, &[]));
                format!(" (then (and (remove {removed} at:EndOfTurn) (if {again} (moveAgain))))")
            }
            4 | 5 => format!(" (then {})", self.captures("(last To)")),
            _ => String::new(),
        }
    }

    fn condition_of_end(&mut self, bound: Bound) -> String {
        let bound = [bound, &["to"]].concat();
        let condition = self.condition(2, &bound);
        if self.edits.below(2) == 0 { format!("(and (is Empty (to)) {condition})") } else { condition }
    }

    fn pieces_or_region(&mut self, bound: Bound) -> String {
        if self.edits.below(3) > 0 { "(sites Occupied by:Mover)".to_owned() } else { self.region(1, bound) }
    }

    fn region(&mut self, depth: usize, bound: Bound) -> String {
        if let Some(region) = self.setting.region(&mut self.edits) {
            return region;
        }
        match self.edits.below(if depth == 0 { 5 } else { 10 }) {
            0 | 1 => "(sites Empty)".to_owned(),
            2 => (*self.edits.of(&["(sites Board)", "(sites Outer)", "(sites Inner)"])).to_owned(),
            3 => (*self.edits.of(&["(sites Occupied by:Mover)", "(sites Occupied by:Next)"])).to_owned(),
            4 => self.around(bound),
            5 | 6 => {
                let join = *self.edits.of(&["intersection", "union", "difference"]);
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
            _ => {
                let (of, kind) = (self.region(depth - 1, bound), *self.edits.of(KINDS));
                format!("(sites Around {of} {kind}{})", self.edits.of(AROUND))
            }
        }
    }

    fn around(&mut self, bound: Bound) -> String {
        if bound.is_empty() {
            return "(sites Around (last To))".to_owned();
        }
        let (site, kind) = (*self.edits.of(bound), *self.edits.of(AROUND));
        let include = if self.edits.below(5) == 0 { " includeSelf:True" } else { "" };
        format!("(sites Around ({site}) {kind}{include})")
    }

    fn condition(&mut self, depth: usize, bound: Bound) -> String {
        if let Some(condition) = self.setting.condition(&mut self.edits, bound) {
            return condition;
        }
        if bound.len() > 1 && self.edits.below(2) == 0 {
            return self.comparison(bound);
        }
        match self.edits.below(if depth == 0 { 5 } else { 10 }) {
            0 | 1 => {
                let compared = *self.edits.of(COMPARED);
                format!("({compared} {} {})", self.number(1, bound), self.number(1, bound))
            }
            2 if !bound.is_empty() => {
                let site = self.place(bound);
                format!("(is In {site} {})", self.region(depth.min(1), bound))
            }
            3 if !bound.is_empty() => {
                let site = self.place(bound);
                let what = *self.edits.of(&["(is Empty", "(is Occupied", "(is Mover (who at:", "(= 1 (what at:"]);
                format!("{what} {site}{}", ")".repeat(what.matches('(').count()))
            }
            2..5 => (*self.edits.of(&["(is Mover P1)", "(< (counter) 4)", "(is Prev Mover)", "(= 1 (var \"Kept\"))"]))
                .to_owned(),
            5 | 6 => {
                let join = *self.edits.of(&["and", "or"]);
                format!("({join} {} {})", self.condition(depth - 1, bound), self.condition(depth - 1, bound))
            }
            7 => format!("(not {})", self.condition(depth - 1, bound)),
            8 => {
                let [one, two] = [self.condition(depth - 1, bound), self.condition(depth - 1, bound)];
                format!("(if {} {one} {two})", self.condition(depth - 1, bound))
            }
            _ => {
                let (around, whose) = (self.around(bound), self.setting.whose(&mut self.edits));
                format!("(no Pieces {whose} in:{around})")
            }
        }
    }

    /// The site of a variable, or the one ahead of it.
    fn place(&mut self, bound: Bound) -> String {
        let site = *self.edits.of(bound);
        if self.edits.below(3) == 0 {
            format!("(ahead ({site}) {})", self.edits.of(AHEAD))
        } else {
            format!("({site})")
        }
    }

    /// Numbers of neighbours of the end of a move beside those of another site: many rewrites look for these.
    fn comparison(&mut self, bound: Bound) -> String {
        let (other, kind, compared) = (*self.edits.of(bound), *self.edits.of(AROUND), *self.edits.of(COMPARED));
        let [one, two] = [self.setting.whose(&mut self.edits), self.setting.whose(&mut self.edits)];
        let end = bound.last().copied().unwrap_or("to");
        format!(
            "({compared} (count Pieces {one} in:(sites Around ({other}) {kind})) \
             (count Pieces {two} in:(sites Around ({end}) {kind})))"
        )
    }

    fn number(&mut self, depth: usize, bound: Bound) -> String {
        if let Some(number) = self.setting.number(&mut self.edits, bound) {
            return number;
        }
        match self.edits.below(if depth == 0 { 5 } else { 7 }) {
            0 | 1 => format!("(count Pieces {} in:{})", self.setting.whose(&mut self.edits), self.around(bound)),
            2 => self.edits.below(4).to_string(),
            3 => format!("(count Sites in:{})", self.region(0, bound)),
            4 => (*self.edits.of(&["(count Pieces Mover)", "(score Next)", "(var \"Kept\")"])).to_owned(),
            _ => {
                let join = *self.edits.of(&["+", "-", "max", "min"]);
                format!("({join} {} {})", self.number(depth - 1, bound), self.number(depth - 1, bound))
            }
        }
    }
}
