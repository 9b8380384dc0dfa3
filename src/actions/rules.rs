//! Which actions a description can ask for: families of them, found in its typed tree.

use super::{CAPACITY, Choice, Kind, LARGE_CAPACITY};
use crate::check::typed::Ludeme;
use crate::engine::game::Game;
use indexmap::IndexSet;
use std::collections::BTreeSet;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The most dice of which any may be used up by one move.
const MOST_DICE: usize = 8;

/// A family of actions: one kind, with the choices that go with it and how many values each has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shape {
    pub kind: Kind,
    pub choices: Vec<(Choice, u32)>,
}

/// The hash of the text of a consequence, never 0: two that are written alike are one choice.
pub(crate) fn consequence(then: &Ludeme) -> u64 {
    let mut hasher = DefaultHasher::new();
    then.to_string().hash(&mut hasher);
    hasher.finish().max(1)
}

/// How many sites the actions of a kind have.
pub(super) fn sites(kind: Kind) -> usize {
    match kind {
        Kind::Add | Kind::Remove | Kind::Select | Kind::Promote | Kind::Rotate | Kind::Assign | Kind::Toggle => 1,
        Kind::Move | Kind::MoveCount | Kind::Copy | Kind::MoveStack | Kind::SelectTwo => 2,
        Kind::Pass | Kind::Swap | Kind::NextPlayer | Kind::Bet | Kind::Propose | Kind::Vote => 0,
    }
}

/// What a description shows of the moves it can make.
#[derive(Default)]
struct Signs {
    kinds: BTreeSet<Kind>,
    /// A piece to be put down is named.
    piece: bool,
    /// Levels of stacks are chosen.
    level: bool,
    state: bool,
    rotation: bool,
    value: bool,
    /// A number of pieces goes with what is put down.
    count: bool,
    /// Dice are used one by one.
    dice: bool,
    /// Remembered values are used up.
    forget: bool,
    /// The consequences of decisions that are no moves of pieces, in the order of the text.
    consequences: IndexSet<u64>,
}

/// The families of a game, by kind, and the numbers of consequences.
pub(super) fn shapes(typed: &Ludeme, game: &Game) -> (Vec<Shape>, HashMap<u64, u32>) {
    let mut signs = Signs::default();
    typed.visit(&mut |call| signs.see(call));
    if game.meta.swap {
        signs.kinds.insert(Kind::Swap);
    }
    signs.kinds.insert(Kind::Pass);
    if game.puzzle.is_some() || game.features.puzzle {
        signs.kinds.extend([Kind::Assign, Kind::Toggle]);
    }
    signs.level &= game.features.stacking;
    let shapes = signs.kinds.iter().map(|&kind| Shape { kind, choices: signs.choices(kind, game) }).collect();
    let numbers = signs.consequences.iter().zip(1..).map(|(&text, number)| (text, number)).collect();
    (shapes, numbers)
}

impl Signs {
    fn see(&mut self, call: &Ludeme) {
        let title = call.form.title();
        let words = title.strip_prefix("move ").unwrap_or(&title);
        let given = |name: &str| call.get(name).is_some();
        let kind = match words {
            "Add" | "add" | "Claim" | "claim" | "Shoot" | "shoot" => Some(Kind::Add),
            "Remove" | "remove" => Some(Kind::Remove),
            "Select" | "select" => Some(if given("to") { Kind::SelectTwo } else { Kind::Select }),
            "Promote" | "promote" => Some(Kind::Promote),
            "Set Rotation" if call.form.head == "move" => Some(Kind::Rotate),
            "Set NextPlayer" if call.form.head == "move" => Some(Kind::NextPlayer),
            "Bet" | "bet" => Some(Kind::Bet),
            "Propose" | "propose" => Some(Kind::Propose),
            "Vote" | "vote" => Some(Kind::Vote),
            "Swap Players" => Some(Kind::Swap),
            "Step" | "step" | "Slide" | "slide" | "Hop" | "hop" | "Leap" | "leap" | "PlayCard" | "playCard"
            | "Swap Pieces" | "sow" | "push" | "move" | "fromTo" => Some(Kind::Move),
            _ => None,
        };
        self.kinds.extend(kind);
        self.piece |= kind == Some(Kind::Add) && given("what");
        match words {
            "move" | "fromTo" => {
                if given("count") {
                    self.kinds.extend([Kind::MoveCount, Kind::MoveStack]);
                }
                self.kinds.extend(given("copy").then_some(Kind::Copy));
            }
            "forEach Die" => self.dice = true,
            "forEach Level" | "level" | "topLevel" => self.level = true,
            "forEach Piece" => self.level |= !call.flag("top", false),
            _ => {}
        }
        self.forget |= call.form.head == "forget";
        if matches!(call.form.head, "move" | "add" | "claim" | "to" | "piece" | "from") {
            self.level |= given("level");
            self.state |= given("state");
            self.rotation |= given("rotation") || given("rotations");
            self.value |= given("value");
            self.count |= given("count");
        }
        if call.form.head == "move"
            && !matches!(call.form.keyword, None | Some("Step" | "Slide" | "Hop" | "Leap"))
            && let Some(then) = call.part("then")
        {
            self.consequences.insert(consequence(then));
        }
    }

    /// The choices of a kind, with how many values each has, "not given" among them.
    fn choices(&self, kind: Kind, game: &Game) -> Vec<(Choice, u32)> {
        let players = u32::try_from(game.equipment.players).unwrap_or(0) + 1;
        let pieces = u32::try_from(game.equipment.components.len()).unwrap_or(1);
        let votes = u32::try_from(game.votes.len()).unwrap_or(0);
        let lies =
            (1..pieces).filter_map(|what| game.equipment.placements(what as i32)).map(|large| large.states()).max();
        let open = CAPACITY + 1;
        let large = LARGE_CAPACITY + 1;
        let mut list = Vec::new();
        let mut add = |wanted: bool, choice: Choice, size: u32| {
            if wanted && size > 1 {
                list.push((choice, size));
            }
        };
        match kind {
            Kind::Pass => {}
            Kind::Swap => {
                add(true, Choice::Player, players);
                add(true, Choice::Number, players);
            }
            Kind::Assign | Kind::Toggle => {
                let last = game.equipment.puzzle.lasts().into_iter().max().unwrap_or(0).max(1);
                add(true, Choice::Value, u32::try_from(last).unwrap_or(1) + 2);
            }
            Kind::NextPlayer => add(true, Choice::Player, players + 1),
            Kind::Bet => {
                add(true, Choice::Player, players + 1);
                add(true, Choice::Number, open);
            }
            Kind::Propose | Kind::Vote => add(true, Choice::Number, votes + 1),
            Kind::Promote => {
                add(true, Choice::Piece, pieces + 1);
                add(self.level, Choice::Level, large);
            }
            Kind::Rotate => add(true, Choice::Rotation, open),
            Kind::Add => {
                add(self.piece, Choice::Piece, pieces + 1);
                add(self.level, Choice::Level, large);
                add(self.count, Choice::Count, large);
                add(self.state && lies.is_none(), Choice::State, open);
                add(self.rotation, Choice::Rotation, open);
                add(self.value, Choice::Value, open);
            }
            Kind::Select | Kind::Remove | Kind::SelectTwo | Kind::Move | Kind::Copy => {
                add(self.level, Choice::Level, large);
                add(self.rotation && matches!(kind, Kind::Move | Kind::Copy), Choice::Rotation, open);
            }
            Kind::MoveCount | Kind::MoveStack => add(true, Choice::Count, large),
        }
        if let Some(lies) = lies {
            add(matches!(kind, Kind::Add | Kind::Move), Choice::State, u32::try_from(lies).unwrap_or(0) + 1);
        }
        if sites(kind) > 0 {
            let dice = game.equipment.dice_sites().len().min(MOST_DICE);
            add(self.dice && dice > 0, Choice::Dice, 1 << dice);
            add(self.forget, Choice::Remembered, large);
        }
        if (sites(kind) < 2 || kind == Kind::SelectTwo)
            && !matches!(kind, Kind::Assign | Kind::Toggle)
            && self.consequences.len() > 1
        {
            add(true, Choice::Consequence, self.consequences.len() as u32 + 1);
        }
        list
    }
}
