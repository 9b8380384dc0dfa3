//! Random edits of a description: most are nonsense, some are games.

use super::tree::Node;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Words of which each may stand for any other of its line.
const WORDS: &[&[&str]] = &[
    &["Mover", "Next", "P1", "P2", "Prev"],
    &["Orthogonal", "Adjacent", "All", "Diagonal"],
    &["Outer", "Inner", "Board", "Corners", "Empty", "Perimeter", "Centre"],
    &["Empty", "Occupied"],
    &["=", "!=", "<", "<=", ">", ">="],
    &["and", "or"],
    &["max", "min", "+", "-", "*", "%"],
    &["union", "intersection", "difference"],
    &["site", "from", "to"],
    &["mover", "next", "prev"],
    &["Win", "Loss", "Draw"],
    &["True", "False"],
    &["To", "From"],
    &["Neutral", "Mover"],
];

/// Conditions, regions and numbers that may take the place of others.
const CONDITIONS: &[&str] = &[
    "(no Moves Next)",
    "(no Moves Mover)",
    "(all Passed)",
    "(is In (last To) (sites Outer))",
    "(is Empty (to))",
    "(is Empty (site))",
    "(is Mover (who at:(to)))",
    "(is Next (who at:(site)))",
    "(is Prev Next)",
    "(is Prev Mover)",
    "(= 0 (% (counter) 3))",
    "(< (counter) 12)",
    "(< 6 (counter))",
    "(= (score Mover) (score Next))",
    "(< (score P1) 3)",
    "(no Pieces Next)",
    "(< (count Sites in:(sites Empty)) 8)",
    "(= (count Pieces Mover) (count Pieces Next))",
    "(= (who at:(last To)) (next))",
    "(< (count Pieces All in:(sites Around (to) Orthogonal)) 3)",
    "(!= (count Pieces Next in:(sites Around (site))) (count Pieces Mover in:(sites Around (site))))",
    "(= 1 (var \"MayCut\"))",
    "(is In (to) (sites Around (site)))",
    "(not (is In (to) (sites Around (from) Orthogonal)))",
    "(<= (count Pieces Mover in:(sites Around (site) Orthogonal)) (count Pieces Mover in:(sites Around (to) Orthogonal)))",
    "(<= (count Pieces Next in:(sites Around (from))) (count Pieces Next in:(sites Around (to))))",
    "(< (count Pieces All in:(sites Around (to))) (+ 1 (count Pieces Mover in:(sites Around (from)))))",
    "(!= Infinity (count Steps (step Orthogonal (to if:(is Empty (to)))) (site) (sites Outer)))",
    "(= Infinity (count Steps (step (to if:(!= 1 (who at:(to))))) (site) (sites Corners)))",
    "(!= Infinity (count Steps (step Orthogonal (to if:(or (is Empty (to)) (is In (from) (sites Outer))))) (site) (difference (sites Outer) (site))))",
    "(!= Infinity (count Steps (step Adjacent (to if:(< 1 (count Sites in:(intersection (sites Around (from)) (sites Around (to))))))) (to) (sites Occupied by:P2)))",
    "(all Sites (sites Around (last To) Orthogonal) if:(is Empty (site)))",
    "(all Sites (sites Occupied by:Mover) if:(< 0 (count Pieces Mover in:(sites Around (site)))))",
    "(all Sites (sites Around (last To) includeSelf:True) if:(!= Infinity (count Steps (step Adjacent (to if:(is Empty (to)))) (site) (sites Outer))))",
];

const REGIONS: &[&str] = &[
    "(sites Outer)",
    "(sites Corners)",
    "(sites Empty)",
    "(sites Board)",
    "(sites Occupied by:Mover)",
    "(sites Occupied by:Next)",
    "(sites Occupied by:Prev)",
    "(sites Around (last To))",
    "(sites Around (last To) Diagonal includeSelf:True)",
    "(sites Around (sites Occupied by:Mover) Orthogonal)",
    "(sites Around (sites Occupied by:Next) if:(is Empty (to)))",
    "(sites Around (sites Occupied by:Mover) All if:(and (is Empty (to)) (is In (from) (sites Inner))) includeSelf:True)",
    "(forEach (sites Empty) if:(< 1 (count Pieces Mover in:(sites Around (site)))))",
    "(forEach (sites Board) if:(= (count Pieces P1 in:(sites Around (site))) (+ 1 (count Pieces P2 in:(sites Around (site))))))",
    "(forEach of:(sites Occupied by:Next) (sites Around (site) Orthogonal))",
    "(difference (sites Board) (sites Occupied by:Mover))",
    "(difference (sites Empty) (last To))",
    "(if (is Prev Next) (sites Empty) (sites Inner))",
    "(if (< 1 (count Pieces Next in:(sites Around (to)))) (sites Empty) (sites Outer))",
    "(if (< (count Pieces Mover in:(sites Around (from))) 2) (sites Empty) (intersection (sites Empty) (sites Around (from))))",
    "(difference (sites Empty) (sites Around (site)))",
    "(union (sites Corners) (sites Around (sites Corners)))",
];

const NUMBERS: &[&str] = &[
    "(count Pieces Mover)",
    "(count Pieces Next)",
    "(count Sites in:(sites Empty))",
    "(score Mover)",
    "(score Next)",
    "(counter)",
    "(who at:(last To))",
    "(last To)",
    "(max (sizes Group Orthogonal Mover))",
    "(min (sizes Group Next min:2))",
    "(size Array (difference (sizes Group Orthogonal Mover) (sizes Group Orthogonal Next)))",
    "(count Orthogonal at:(site))",
    "(if (is Mover P1) 2 5)",
    "(+ (results from:(sites Occupied by:Mover) to:(sites Around (from)) (who at:(to))))",
    "(- 0 3)",
    "40",
];

const BOARDS: &[&str] = &[
    "(square 3)",
    "(square 4)",
    "(square 5)",
    "(square 5 diagonals:Alternating)",
    "(rectangle 3 6)",
    "(hex 2)",
    "(hex 3)",
    "(hex Limping 3)",
    "(tri Hexagon 3)",
    "(tri 4)",
    "(hex Triangle 4)",
    "(tiling T33434 2)",
    "(tiling T31212 2)",
    "(dual (hex 2 4))",
    "(square 8)",
    "(square 9)",
    "(rectangle 2 17)",
];

/// A stream of random edits.
pub struct Edits(SplitMix64);

/// What a bracket stands for, as far as its head tells.
#[derive(PartialEq, Eq, Clone, Copy)]
enum Sort {
    Condition,
    Region,
    Number,
    Other,
}

fn sort(node: &Node) -> Sort {
    let second = node.items().get(1);
    let word = match second {
        Some(Node::Atom(word)) => word.as_str(),
        _ => "",
    };
    match node.head() {
        "is" | "=" | "!=" | "<" | "<=" | ">" | ">=" | "not" | "no" | "all" => Sort::Condition,
        "sites" | "union" | "intersection" => Sort::Region,
        "count" | "score" | "counter" | "+" | "-" | "*" | "%" | "max" | "min" | "var" | "who" => Sort::Number,
        "forEach" if !matches!(word, "Site" | "Piece" | "Group" | "Player") => Sort::Region,
        _ => Sort::Other,
    }
}

impl Edits {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Edits(SplitMix64::seed_from_u64(seed))
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n.max(1) as u64) as usize
    }

    /// One of these.
    pub fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    /// A description with one to three edits.
    pub fn edit(&mut self, game: &Node) -> Node {
        let mut edited = game.clone();
        if self.below(3) == 0 {
            let board: &&str = self.of(BOARDS);
            let board = Node::read(board).expect("a board");
            edited.change(&mut |node| {
                if node.head() == "board"
                    && let Node::List(_, items) = node
                {
                    items[1] = board.clone();
                    return false;
                }
                true
            });
        }
        for _ in 0..1 + self.below(3) {
            self.one(&mut edited);
        }
        edited
    }

    /// Edits one place, or all that say the same.
    fn one(&mut self, game: &mut Node) {
        for _ in 0..20 {
            let mut places = Vec::new();
            game.visit(&mut |node| places.push(node));
            let place = (*self.of(&places)).clone();
            let others: Vec<Node> = places.into_iter().filter(|node| sort(node) == sort(&place)).cloned().collect();
            let Some(new) = self.changed(&place, &others).filter(|new| *new != place) else { continue };
            let everywhere = self.below(3) == 0;
            let mut done = false;
            game.change(&mut |node| {
                if *node == place && (everywhere || !done) {
                    *node = new.clone();
                    done = true;
                    return false;
                }
                true
            });
            return;
        }
    }

    fn changed(&mut self, node: &Node, others: &[Node]) -> Option<Node> {
        match node {
            Node::Labelled(..) => None,
            Node::Atom(word) => {
                if let Ok(number) = word.parse::<i32>() {
                    let number = match self.below(4) {
                        0 => number - 1,
                        1 => number + 1,
                        2 => self.below(5) as i32,
                        _ => -number,
                    };
                    return Some(Node::Atom(number.to_string()));
                }
                let line = WORDS.iter().filter(|line| line.contains(&word.as_str())).copied().collect::<Vec<_>>();
                if line.is_empty() {
                    return None;
                }
                let line = *self.of(&line);
                Some(Node::Atom((*self.of(line)).to_owned()))
            }
            Node::List(round, items) => self.changed_list(node, *round, items, others),
        }
    }

    fn changed_list(&mut self, node: &Node, round: bool, items: &[Node], others: &[Node]) -> Option<Node> {
        let snippets: &[&'static str] = match sort(node) {
            Sort::Condition => CONDITIONS,
            Sort::Region => REGIONS,
            Sort::Number => NUMBERS,
            Sort::Other => &[],
        };
        if !snippets.is_empty() {
            return match self.below(6) {
                0 | 1 => {
                    let snippet: &&str = self.of(snippets);
                    Node::read(snippet)
                }
                2 | 3 => Some(self.of(others).clone()),
                4 if sort(node) == Sort::Condition => Node::read(&format!("(not {node})")),
                4 if sort(node) == Sort::Region => {
                    let other = *self.of(snippets);
                    let join = *self.of::<&str>(&["union", "intersection", "difference"]);
                    Node::read(&format!("({join} {node} {other})"))
                }
                4 => {
                    let other = *self.of(snippets);
                    let join = *self.of::<&str>(&["+", "-", "*", "max", "min"]);
                    Node::read(&format!("({join} {node} {other})"))
                }
                _ => self.inner(items),
            };
        }
        match (node.head(), self.below(4)) {
            ("then", 0) => {
                let inner = items.get(1)?;
                Node::read(&format!("(then (and {inner} (moveAgain)))"))
            }
            ("then", 1) => {
                let (inner, cond) = (items.get(1)?, *self.of(CONDITIONS));
                Node::read(&format!("(then (if {cond} {inner}))"))
            }
            ("move", 0) => {
                let cond = *self.of(CONDITIONS);
                Node::read(&format!("(if {cond} {node})"))
            }
            ("move", 1) => Node::read("(move Pass)"),
            ("move" | "forEach", 2) => {
                let (region, cond) = (*self.of(REGIONS), *self.of(CONDITIONS));
                let moves = match self.below(4) {
                    0 => node.to_string(),
                    1 => format!("(forEach Piece (move (from) (to {region} if:{cond})))"),
                    2 => format!("(move (from (site)) (to {region} if:{cond}))"),
                    _ => {
                        format!("(forEach Site (sites Occupied by:Mover) (move (from (site)) (to {region} if:{cond})))")
                    }
                };
                let around = *self.of(&["Mover", "Next"]);
                Node::read(&format!("(forEach Site (sites Occupied by:{around}) {moves})"))
            }
            ("and" | "or", 0) => self.inner(items),
            ("if", 0) if items.len() == 4 => {
                let mut items = items.to_vec();
                items.swap(2, 3);
                Some(Node::List(round, items))
            }
            ("if", 1) => items.get(2).cloned(),
            ("game" | "equipment" | "players" | "rules", _) => None,
            _ => {
                let mut items = items.to_vec();
                if items.len() < 2 {
                    return None;
                }
                let last = items.len() - 1;
                items.remove(1 + self.below(last));
                Some(Node::List(round, items))
            }
        }
    }

    /// Something inside a bracket in place of the bracket.
    fn inner(&mut self, items: &[Node]) -> Option<Node> {
        let lists: Vec<&Node> = items.iter().filter(|item| matches!(item, Node::List(true, _))).collect();
        if lists.is_empty() { None } else { Some((*self.of(&lists)).clone()) }
    }
}
