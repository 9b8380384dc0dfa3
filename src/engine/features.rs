//! What a description makes use of, where that changes how the game is kept or played.

use crate::board::{Relation, SiteType};
use crate::check::typed::{Arg, Ludeme, Value};
use std::collections::HashSet;

/// Which relation the one table of distances holds when several are asked for (Ludii 1.3.12's behaviour).
const PRECEDENCE: [Relation; 5] =
    [Relation::Adjacent, Relation::All, Relation::OffDiagonal, Relation::Diagonal, Relation::Orthogonal];

/// Properties of a whole description, found before it is lowered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Features {
    /// Sites hold stacks.
    pub stacking: bool,
    /// Sites without stacks count their pieces.
    pub counts: bool,
    /// The owned lists fill holes with their last entry: no stacks, and only cells or only vertices in use.
    pub swap_remove: bool,
    /// Teams are set.
    pub teams: bool,
    /// Scores are shown in recordings.
    pub scores: bool,
    /// Named variables are shown in recordings.
    pub vars: bool,
    /// A deduction puzzle: what is on the board are values of variables.
    pub puzzle: bool,
    /// Start rules set phases of sites.
    pub set_phases: bool,
    /// Dice or other chance.
    pub stochastic: bool,
    /// Pieces have moves of their own that draw chance.
    pub pieces_draw: bool,
    /// A hand of dice exists.
    pub dice: bool,
    /// Removals wait for the end of the turn somewhere.
    pub end_of_turn_removal: bool,
    /// Visited sites are asked for.
    pub visited: bool,
    /// Moves are tried to see whether meta rules permit them.
    pub tries: bool,
    /// All players passing does not end the game.
    pub no_pass_end: bool,
    /// The relation of the one table of distances.
    pub distance: Option<Relation>,
    /// `set Score` or `addScore` occurs in the play rules, so that scores belong to the situation.
    pub play_scores: bool,
    /// `(layer ..)` is asked for, so that rows and columns are those of the clean-up.
    pub layered: bool,
    /// Something may be hidden from players.
    pub hidden: bool,
    /// The board stands for a plane without an end.
    pub boardless: bool,
    /// There are dominoes.
    pub dominoes: bool,
    /// Dominoes are laid along a line of play.
    pub line_of_play: bool,
    /// Positions of the game are remembered for `is Cycle`.
    pub cycle: bool,
    /// Moves may have to lead to another position than one that was remembered.
    pub stored_state: bool,
    /// Repetition of positions in the whole game is asked for.
    pub positional: bool,
    /// Repetition of positions within a turn is asked for.
    pub positional_in_turn: bool,
    /// Whether a player was stalemated when that was last found out is asked for, of others than the mover.
    pub stalemates: bool,
    /// Repetition of situations in the whole game is asked for.
    pub situational: bool,
    /// Repetition of situations within a turn is asked for.
    pub situational_in_turn: bool,
    /// The types of sites, besides the default one, that something is put on, moved or chosen on.
    pub other_types: Vec<SiteType>,
    /// Whether pieces may be turned.
    pub rotations: bool,
    /// The sites are asked for that the last move passed over.
    pub last_between: bool,
    /// Single actions of the last move are asked for: all their sites, the levels or the types of sites of the
    /// decision.
    pub last_actions: bool,
    /// The last site is asked for that an action of the last move was about, those of its consequences included.
    pub last_consequences: bool,
}

/// Ludemes whose site type is that of sites on which something happens.
const PLAYS_ON: [&str; 9] = ["to", "from", "place", "add", "remove", "move", "claim", "promote", "set"];

impl Features {
    /// What a typed game makes use of.
    pub(crate) fn of(game: &Ludeme) -> Features {
        let mut features = Features::default();
        let mut types = HashSet::new();
        let mut played = HashSet::new();
        let mut distances = HashSet::new();
        let mut hand = false;
        let single = is_single_player(game);
        game.visit(&mut |call| {
            if call.form.kind == "start" || call.form.kind == "startRule" {
                features.start_rule(call);
            }
            for arg in call.args.iter().flatten() {
                if let Value::Word { kind: "siteType", word } = arg.value {
                    types.insert(word);
                    if PLAYS_ON.contains(&call.form.head) {
                        played.insert(word);
                    }
                }
            }
            hand |= call.form.kind == "item" && matches!(call.form.head, "hand" | "dice" | "deck");
            features.rule(call, single);
            distances.extend(distance_relation(call));
            features.rotations |= call.form.keyword.is_some_and(|keyword| keyword.ends_with("Rotation"))
                || ["rotation", "rotations"].iter().any(|name| call.get(name).is_some());
        });
        visit_play(game, &mut |call| {
            let title = (call.form.head, call.form.keyword);
            features.play_scores |= matches!(title, ("addScore", _) | ("set", Some("Score")));
        });
        features.counts |= hand;
        features.distance = PRECEDENCE.into_iter().find(|relation| distances.contains(relation));
        types.insert(default_type(game));
        if hand {
            types.insert("Cell");
        }
        played.remove(default_type(game));
        features.other_types =
            SiteType::ALL.into_iter().filter(|t| played.iter().any(|word| SiteType::parse(word) == Some(*t))).collect();
        features.swap_remove = !features.stacking && types.len() == 1 && !types.contains("Edge");
        features
    }

    /// Whether more is asked of the last move than its head tells ([`crate::engine::history::Made`]).
    pub(crate) fn last_move(&self) -> bool {
        self.last_between || self.last_actions
    }

    /// Whether what is asked of the last move depends on what is removed when the turn ends.
    pub(crate) fn last_removals(&self) -> bool {
        self.end_of_turn_removal && (self.last_consequences || self.last_move())
    }

    /// Whether positions are compared again and again, by their hashes.
    pub(crate) fn compares_positions(&self) -> bool {
        let repetition = self.positional || self.positional_in_turn || self.situational || self.situational_in_turn;
        repetition || self.cycle || self.stored_state
    }

    fn start_rule(&mut self, call: &Ludeme) {
        match (call.form.head, call.form.keyword) {
            ("place", keyword) => {
                let random_stack = keyword == Some("Random") && call.get("where").is_some();
                self.stacking |= keyword == Some("Stack") || random_stack;
                self.stochastic |= keyword == Some("Random");
                self.counts |= call.get("count").is_some_and(above_one) || call.get("counts").is_some_and(above_one);
            }
            ("set", Some("Count")) => self.counts = true,
            ("set", Some("Score")) => self.scores = true,
            ("set", Some("Hidden")) => self.hidden = true,
            ("set", Some("Phase")) => self.set_phases = true,
            _ => {}
        }
    }

    fn rule(&mut self, call: &Ludeme, single: bool) {
        let stack = call.flag("stack", false);
        self.puzzle |= is_puzzle_ludeme(call);
        self.boardless |= call.form.head == "boardless";
        match (call.form.head, call.form.keyword) {
            ("move", Some("Add")) | ("add", _) => {
                self.stacking |= stack;
                self.counts |= call.get("count").is_some_and(|count| !matches!(count.value, Value::Int(1)));
            }
            ("sow" | "handSite", _) | ("count", None) => self.counts = true,
            ("score", None) if call.form.kind == "int" => self.scores = true,
            ("addScore", _) | ("set", Some("Score")) | ("byScore", _) => self.scores = true,
            ("var", _) | ("set", Some("Var")) => self.vars = true,
            ("set", Some("Team")) => self.teams = true,
            ("set", Some("TrumpSuit")) | ("playCard", _) | ("all", Some("Passed")) => self.no_pass_end = true,
            ("move", Some("PlayCard")) => self.no_pass_end = true,
            ("passEnd", _) => self.no_pass_end |= call.word("type") == Some("NoEnd"),
            ("move", Some("Pass")) | ("pass", _) => self.no_pass_end |= single,
            ("dice", _) => {
                self.no_pass_end = true;
                self.dice = true;
                self.stochastic = true;
            }
            ("random", _) | ("value" | "sites" | "directions", Some("Random")) | ("deck", _) => self.stochastic = true,
            ("level" | "topLevel", _)
            | ("size" | "count", Some("Stack"))
            | ("forEach", Some("Level"))
            | ("where", Some("Level")) => self.stacking = true,
            ("is" | "set" | "sites", Some("Hidden")) => self.hidden = true,
            ("dominoes", _) => {
                self.dominoes = true;
                self.hidden = true;
                self.stochastic = true;
            }
            ("sites", Some("LineOfPlay")) => self.line_of_play = true,
            ("layer", _) => self.layered = true,
            ("last", Some("Between")) => self.last_between = true,
            ("last", Some("To" | "From")) => self.last_consequences |= call.get("afterConsequence").is_some(),
            ("last", Some("LevelTo" | "LevelFrom")) | ("is" | "sites", Some("LastTo" | "LastFrom")) => {
                self.last_actions = true;
            }
            ("is", Some("Visited")) => self.visited = true,
            ("avoidStoredState", _) => self.stored_state = true,
            ("is", Some("Cycle")) => self.cycle = true,
            ("is" | "no", Some("Repeat")) => self.repetition(call),
            ("no", Some("Suicide")) => self.tries = true,
            ("no", Some("Moves")) => self.stalemates |= !matches!(call.word("playerFn"), Some("Next" | "Mover")),
            ("remove", _) | ("move", Some("Remove")) => {
                self.end_of_turn_removal |= call.word("at") == Some("EndOfTurn");
            }
            _ => self.stacking |= stack,
        }
    }

    fn repetition(&mut self, call: &Ludeme) {
        self.tries |= call.form.head == "no";
        let word = call.args.iter().flatten().find_map(Arg::word);
        match word {
            Some("Situational") => self.situational = true,
            Some("PositionalInTurn") => self.positional_in_turn = true,
            Some("SituationalInTurn") => self.situational_in_turn = true,
            _ => self.positional = true,
        }
    }
}

/// Whether a ludeme makes the game a deduction puzzle.
fn is_puzzle_ludeme(call: &Ludeme) -> bool {
    match (call.form.head, call.form.keyword) {
        ("satisfy", _) | ("is", Some("Solved" | "Unique" | "Sum" | "Count")) | ("sites", Some("Hint")) => true,
        ("forAll", _) => call.form.kind == "boolean",
        ("all", Some("Different")) => call.get("if").is_none(),
        ("set", None) => call.get("pairs").is_some(),
        _ => false,
    }
}

/// Whether a count is, or may be, more than one.
fn above_one(arg: &Arg) -> bool {
    match &arg.value {
        Value::Int(count) => *count > 1,
        Value::Array(items) => items.iter().any(above_one),
        _ => true,
    }
}

fn is_single_player(game: &Ludeme) -> bool {
    let mut single = false;
    game.visit(&mut |call| {
        if call.form.kind == "players" {
            single = match call.get("numPlayers").or_else(|| call.get("players")).map(|arg| &arg.value) {
                Some(Value::Int(n)) => *n == 1,
                Some(Value::Array(items)) => items.len() == 1,
                _ => false,
            };
        }
    });
    single
}

/// The word for the default site type of the board.
fn default_type(game: &Ludeme) -> &'static str {
    let mut t = "Cell";
    game.visit(&mut |call| match call.form.head {
        "board" if call.form.kind == "item" => t = call.word("use").unwrap_or("Cell"),
        "mancalaBoard" | "surakartaBoard" => t = "Vertex",
        _ => {}
    });
    t
}

/// The relation that a distance expression without steps of its own asks the table for.
fn distance_relation(call: &Ludeme) -> Option<Relation> {
    let asks = matches!((call.form.head, call.form.keyword), ("count", Some("Steps")) | ("sites", Some("Distance")));
    let own_steps = call.args.iter().flatten().any(|arg| match &arg.value {
        Value::Ludeme(step) => step.form.kind == "step",
        _ => false,
    });
    if !asks || own_steps {
        return None;
    }
    let named = call.args.iter().flatten().find_map(|arg| match arg.value {
        Value::Word { kind: "relationType", word } => Relation::parse(word),
        _ => None,
    });
    Some(named.unwrap_or(Relation::Adjacent))
}

/// Visits what makes moves: the play rules, and what the equipment declares.
fn visit_play<'a>(game: &'a Ludeme, see: &mut impl FnMut(&'a Ludeme)) {
    game.visit(&mut |call| {
        if call.form.kind == "play" || call.form.kind == "item" {
            call.args.iter().flatten().for_each(|arg| arg.visit(see));
        }
    });
}
