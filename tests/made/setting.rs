//! What a game that is made up is played with: how many play, and whether there are hands, counts, stacks and dice.

use super::edits::Edits;

/// All that the rules of a game may speak of beside its board.
pub struct Setting {
    pub players: usize,
    /// The sites of each hand, none where nobody has a hand.
    pub hand: usize,
    pub counts: bool,
    pub stacks: bool,
    pub dice: usize,
}

impl Setting {
    /// Two players and a board in every third game, more or otherwise in the others.
    pub fn new(edits: &mut Edits) -> Self {
        if edits.below(3) == 0 {
            return Setting { players: 2, hand: 0, counts: false, stacks: false, dice: 0 };
        }
        Setting {
            players: *edits.of(&[2, 2, 3, 4]),
            hand: *edits.of(&[0, 1, 2]),
            counts: edits.below(3) == 0,
            stacks: edits.below(3) == 0,
            dice: *edits.of(&[0, 0, 1, 2]),
        }
    }

    /// The names of what it has of that which not every game has.
    pub fn features(&self) -> impl Iterator<Item = &'static str> {
        let has = [
            ("more than two players", self.players > 2),
            ("hands", self.hand > 0),
            ("counts", self.counts),
            ("stacks", self.stacks),
            ("dice", self.dice > 0),
        ];
        has.into_iter().filter_map(|(name, has)| has.then_some(name))
    }

    /// The items of the equipment; the tracks go around all sites of the board.
    pub fn equipment(&self, board: &str, sites: usize) -> String {
        let mut items = String::new();
        if self.counts {
            let sites: Vec<String> = (0..sites).map(|site| site.to_string()).collect();
            items +=
                &format!("(piece \"Seed\" Shared) (board {board} (track \"Round\" {{{}}} loop:True))", sites.join(" "));
        } else {
            items += &format!("(board {board})");
        }
        if self.hand > 0 {
            items += &format!(" (hand Each size:{})", self.hand);
        }
        if self.dice > 0 {
            items += &format!(" (dice d:3 num:{})", self.dice);
        }
        items + " (piece \"Ball\" Each)"
    }

    /// What lies where at the start, on some sites of the board and in hands.
    pub fn start(&self, edits: &mut Edits, sites: usize) -> String {
        let mut free: Vec<usize> = (0..sites).collect();
        let mut rules = Vec::new();
        for player in 1..=self.players {
            let count = edits.below(sites.min(18) / (self.players + 1));
            let places: Vec<String> =
                (0..count).map(|_| free.swap_remove(edits.below(free.len())).to_string()).collect();
            if !places.is_empty() {
                rules.push(format!("(place \"Ball{player}\" {{{}}})", places.join(" ")));
            }
            if self.stacks && edits.below(2) == 0 {
                let site = free.swap_remove(edits.below(free.len()));
                let other = 1 + edits.below(self.players);
                rules.push(format!("(place Stack items:{{\"Ball{player}\" \"Ball{other}\" \"Ball{player}\"}} {site})"));
            }
            if self.hand > 0 && edits.below(4) > 0 {
                let site = edits.below(self.hand);
                let count = if self.stacks { 1 } else { 1 + edits.below(3) };
                rules.push(format!("(place \"Ball{player}\" (handSite P{player} {site}) count:{count})"));
            }
        }
        if self.counts {
            let seeds = [free.swap_remove(edits.below(free.len())), free.swap_remove(edits.below(free.len()))];
            rules.push(format!("(set Count {} to:(sites {{{} {}}}))", 1 + edits.below(4), seeds[0], seeds[1]));
        }
        if rules.is_empty() { String::new() } else { format!("(start {{{}}})", rules.join(" ")) }
    }

    /// Whose pieces may be asked for.
    pub fn whose(&self, edits: &mut Edits) -> &'static str {
        const WHOSE: &[&str] = &["Mover", "Next", "All", "P1", "P2", "P3", "P4"];
        WHOSE[edits.below(3 + self.players)]
    }

    /// A region beyond the sites of the board.
    pub fn region(&self, edits: &mut Edits) -> Option<String> {
        let whose = *edits.of(&["Mover", "Next"]);
        match edits.below(8) {
            0 if self.hand > 0 => Some(format!("(sites Hand {whose})")),
            1 if self.hand > 0 => Some(format!("(union (sites Empty) (sites Hand {whose}))")),
            2 if self.hand > 0 => Some("(difference (sites Around (last From)) (last To))".to_owned()),
            3 if self.players > 2 => Some(format!("(sites Occupied by:P{})", 3 + edits.below(self.players - 2))),
            4 if self.stacks => Some(format!("(sites Occupied by:{whose} top:False)")),
            _ => None,
        }
    }

    /// A number that has to do with what lies on the sites of these variables, in hands, or on the dice.
    pub fn number(&self, edits: &mut Edits, bound: &[&'static str]) -> Option<String> {
        let site = if bound.is_empty() { "last To" } else { *edits.of(bound) };
        match edits.below(8) {
            0 if self.counts || self.stacks => Some(format!("(count at:({site}))")),
            1 if self.stacks => Some(format!("(size Stack at:({site}))")),
            2 if self.stacks => Some(format!("(topLevel at:({site}))")),
            3 if self.hand > 0 => Some("(count in:(sites Hand Mover))".to_owned()),
            4 if self.hand > 0 => Some("(count at:(handSite Next))".to_owned()),
            5 if self.dice > 0 => Some("(count Pips)".to_owned()),
            6 if self.players > 2 => Some("(count Players)".to_owned()),
            _ => None,
        }
    }

    /// A condition of hands, dice or more players.
    pub fn condition(&self, edits: &mut Edits, bound: &[&'static str]) -> Option<String> {
        let site = if bound.is_empty() { "last To" } else { *edits.of(bound) };
        match edits.below(8) {
            0 if self.hand > 0 => Some("(is Occupied (handSite Mover))".to_owned()),
            1 if self.hand > 0 => Some("(no Pieces Next in:(sites Hand Next))".to_owned()),
            2 if self.hand > 0 => Some(format!("(is In ({site}) (sites Hand Mover))")),
            3 if self.dice > 1 => Some("(all DiceEqual)".to_owned()),
            4 if self.dice > 0 => Some("(all DiceUsed)".to_owned()),
            5 if self.players > 2 => Some(format!("(is Enemy (who at:({site})))")),
            _ => None,
        }
    }

    /// What happens after a move.
    pub fn consequence(&self, edits: &mut Edits) -> Option<String> {
        match edits.below(8) {
            0 if self.hand > 0 => Some("(fromTo (from (last To)) (to (handSite Next)))".to_owned()),
            1 if self.hand > 0 => Some("(add (piece \"Ball1\") (to (handSite P1)))".to_owned()),
            2 if self.stacks => Some("(add (piece \"Ball2\") (to (last To)) stack:True)".to_owned()),
            3 if self.counts => Some("(add (piece \"Seed\") (to (last From)) count:2)".to_owned()),
            4 | 5 if self.dice > 0 => Some("(if (not (all DiceUsed)) (moveAgain))".to_owned()),
            6 if self.players > 2 => Some("(if (no Pieces Next) (moveAgain))".to_owned()),
            _ => None,
        }
    }
}
