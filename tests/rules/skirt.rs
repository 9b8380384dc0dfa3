//! Skirt by hand.
//!
//! The rules of the prose, numbered:
//!
//! 1. The goal is that the opponent cannot complete a turn.
//! 2. A player whose territory, sites that the other player can never reach, is more than half of the empty sites after
//!    one of his placements wins.
//! 3. One player sets up: two light stones (player 1) anywhere, then a dark one (player 2) beside one of them.
//! 4. The other player chooses a colour. Dark begins.
//! 5. A turn is two moves; as an option a single one.
//! 6. A move is an optional skirting move, then a placement.
//! 7. Skirting goes by steps: after each the stone is beside a stone, of either colour, that it was beside before it.
//! 8. Each step leads to a site with at least as many friendly as enemy stones beside it; the moving stone counts too.
//! 9. A stone is placed on an empty site beside more friendly than enemy stones.
//! 10. On boards of an even number of sites the player who set up needs half of the empty sites only.
//!
//! Where the published description departs from the prose:
//!
//! * 1: a player who has no ply at all, at the start of his turn or within it, loses at once. A skirting move is enough
//!   to have a ply; that no placement is left is seen when it has been made. The question is asked under the rules of the
//!   ply just made, so after the first ply that follows the set-up the choice of colours still counts as a ply of
//!   whoever is next. If he has none in truth, he makes a forced pass; then the opponent loses if he has no ply either,
//!   otherwise the player who passed.
//! * 2: territory is estimated. A site that the owner has more than half of the neighbours of is territory, and one
//!   that no walk leads from to an enemy stone (the steps are at `Skirt::passable`); while there is no enemy stone there
//!   is such a walk. A site of which he has exactly half of the neighbours is territory if beside one of these or beside
//!   another of its kind. Scores are this count, for both players after every ply but a forced pass.
//! * 2: "after a placement" is until the next skirting move, so a forced pass may win by territory.
//! * 4: the choice is a ply of dark before anything else in his first turn. Whoever wants light swaps seats; the colours
//!   keep their numbers, and the player who set up is then the dark one.
//! * 7, 8: the site that the stone started from counts as empty, and the steps do not lead over it again.
//! * 10: with no empty site left the player who set up wins, as half of nothing is enough.

use crate::branches;
use crate::game::{Combination, GameUnderTest, HandMove, Outcome, Rules};
use crate::replay::Recorded;
use ludemic::board::{NamedSet, Relation, SiteType, Topology};
use std::sync::Arc;

branches! {
    FirstLight = "3: the first light stone",
    SecondLight = "3: the second light stone",
    FirstDark = "3: the dark stone",
    Swapped = "4: light chosen",
    NotSwapped = "4: dark chosen, by making a ply",
    SkirtingOpen = "6: a ply that may be a skirting move",
    SkirtingDone = "6: a ply after a skirting move",
    Skirted = "6: a skirting move",
    SingleTurn = "5: a placement that is a turn",
    FirstPlacement = "5: the first placement of a turn",
    SecondPlacement = "5: the second placement of a turn",
    LosesContact = "7: a step away from all neighbours",
    Outnumbered = "8: a step to a site with more enemies",
    Step = "7, 8: a step",
    Placeable = "9: a site with more friends",
    NotPlaceable = "9: an empty site without more friends",
    MostNeighbours = "2: territory by more than half of the neighbours",
    CutOff = "2: territory by no walk to an enemy",
    NoEnemy = "2: no enemy stone on the board",
    HalfInTerritory = "2: half of the neighbours, in territory",
    HalfAlone = "2: half of the neighbours, not in territory",
    Gate = "2: no step between two stones of the owner",
    InnerStep = "2: a step to an inner site",
    InnerEnemy = "2: a step to an enemy on an inner site with three of the owner's stones",
    InnerClosed = "2: no step to an inner site with three of the owner's stones",
    EdgeClosed = "2: no step to a site of the edge with two of the owner's stones",
    EdgeEnemy = "2: an enemy on a site of the edge with two of the owner's stones",
    EdgeFree = "2: a step to the edge, none of the owner's stones beside its start",
    EdgePivot = "2: a step along the edge around a single stone",
    EdgeFromInner = "2: a step to the edge from an inner site",
    EdgeBlocked = "2: no step along the edge",
    OffererWins = "2: the player who set up wins by more than half",
    OffererWinsByHalf = "10: the player who set up wins by exactly half",
    OtherWins = "2: the other player wins by more than half",
    NextStuck = "1: the opponent cannot begin his turn",
    SelfStuck = "1: the mover cannot go on",
    ForcedPass = "1: a forced pass",
    PasserLoses = "1: the player who had to pass loses",
}

/// The game.
pub const GAME: GameUnderTest = GameUnderTest {
    name: "Skirt",
    file: "skirt.lud",
    published: "experimental/Skirt.lud",
    combinations: 32,
    make: |options, board| Box::new(Skirt::new(options, board)),
    branches,
};

/// What a ply may be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// 3: a light stone.
    FirstLight,
    /// 3: another light stone.
    SecondLight,
    /// 3: the dark stone.
    FirstDark,
    /// 4: the choice, or a ply of dark.
    Choice,
    /// 5, 6: the game.
    Play,
}

#[derive(Clone)]
pub struct Skirt {
    board: Arc<Topology>,
    double: bool,
    outer: Arc<[bool]>,
    /// By site, the player whose stone it is; 0 for none.
    stones: Vec<u16>,
    stage: Stage,
    mover: u16,
    /// 3: the colour of the player who set up.
    offerer: Option<u16>,
    /// 5: how many placements of the running turn were made, modulo the number that a turn has; unset at the start.
    placements: Option<u16>,
    /// 6: whether the latest change was a skirting move; unset until there was one or a placement in play.
    skirted: Option<bool>,
    /// Where the latest skirting move began.
    origin: Option<u32>,
    scores: [i32; 2],
    outcome: Option<Outcome>,
}

impl Skirt {
    fn new(options: &Combination, board: &Arc<Topology>) -> Self {
        let mut outer = vec![false; board.len(SiteType::Vertex)];
        for &site in board.named(SiteType::Vertex, NamedSet::Outer) {
            outer[site as usize] = true;
        }
        Skirt {
            board: Arc::clone(board),
            double: options.item("Alternation") == "Double Turns",
            stones: vec![0; outer.len()],
            outer: outer.into(),
            stage: Stage::FirstLight,
            mover: 1,
            offerer: None,
            placements: None,
            skirted: None,
            origin: None,
            scores: [0, 0],
            outcome: None,
        }
    }

    fn beside(&self, site: usize) -> &[u32] {
        self.board.neighbours(SiteType::Vertex, site, Relation::Orthogonal)
    }

    /// How many stones of a player are beside a site.
    fn count_beside(&self, site: usize, player: u16) -> usize {
        self.beside(site).iter().filter(|&&other| self.stones[other as usize] == player).count()
    }

    /// The neighbours that two sites share.
    fn shared(&self, a: usize, b: usize) -> impl Iterator<Item = usize> {
        let others = self.beside(b);
        self.beside(a).iter().filter(|site| others.contains(site)).map(|&site| site as usize)
    }

    fn empty(&self) -> impl Iterator<Item = usize> {
        (0..self.stones.len()).filter(|&site| self.stones[site] == 0)
    }

    /// The plies that a player has at a stage.
    fn plies(&self, player: u16, stage: Stage) -> Vec<HandMove> {
        let add = |site: usize, what: u16| HandMove::Add { site: site as u32, what };
        match stage {
            Stage::FirstLight | Stage::SecondLight => self.empty().map(|site| add(site, player)).collect(),
            Stage::FirstDark => {
                let beside = self.empty().filter(|&site| self.count_beside(site, player) > 0);
                beside.map(|site| add(site, 3 - player)).collect()
            }
            Stage::Choice | Stage::Play => {
                let mut plies: Vec<HandMove> = self.placeable(player).map(|site| add(site, player)).collect();
                if stage == Stage::Choice {
                    plies.push(HandMove::Swap);
                }
                if self.skirted == Some(true) {
                    Branch::SkirtingDone.take();
                    return plies;
                }
                Branch::SkirtingOpen.take();
                for from in (0..self.stones.len()).filter(|&site| self.stones[site] == player) {
                    let to = self.skirting(from, player).into_iter();
                    plies.extend(to.map(|to| HandMove::Move { from: from as u32, to: to as u32 }));
                }
                plies
            }
        }
    }

    /// 9: where a player may place a stone.
    fn placeable(&self, player: u16) -> impl Iterator<Item = usize> {
        self.empty().filter(move |&site| {
            let placeable = self.count_beside(site, player) > self.count_beside(site, 3 - player);
            if placeable {
                Branch::Placeable.take()
            } else {
                Branch::NotPlaceable.take()
            }
            placeable
        })
    }

    /// 7, 8: where a stone of a player can skirt to.
    fn skirting(&self, origin: usize, player: u16) -> Vec<usize> {
        let mut seen: Vec<bool> = self.stones.iter().map(|&stone| stone != 0).collect();
        let (mut reached, mut next) = (Vec::new(), 0);
        let mut at = origin;
        loop {
            for &to in self.beside(at) {
                let to = to as usize;
                if !seen[to] && self.step(at, to, origin, player) {
                    seen[to] = true;
                    reached.push(to);
                }
            }
            let Some(&further) = reached.get(next) else { return reached };
            at = further;
            next += 1;
        }
    }

    /// 7, 8: whether a skirting stone may step to an empty site; the site it began from is as if empty.
    fn step(&self, from: usize, to: usize, origin: usize, player: u16) -> bool {
        let left = usize::from(self.beside(to).contains(&(origin as u32)));
        // With the moving stone among the friends, and without the place it left.
        if 1 + self.count_beside(to, player) - left < self.count_beside(to, 3 - player) {
            Branch::Outnumbered.take();
            return false;
        }
        let contact = self.shared(from, to).any(|site| site != origin && self.stones[site] != 0);
        if contact {
            Branch::Step.take()
        } else {
            Branch::LosesContact.take()
        }
        contact
    }

    /// 2: the size of a player's territory.
    fn territory(&self, owner: u16) -> i32 {
        let reachable = self.reachable(owner);
        let mut territory = vec![false; self.stones.len()];
        let mut half = vec![false; self.stones.len()];
        for site in self.empty() {
            let (own, all) = (self.count_beside(site, owner), self.beside(site).len());
            if 2 * own > all {
                Branch::MostNeighbours.take();
                territory[site] = true;
            } else if !reachable[site] {
                Branch::CutOff.take();
                territory[site] = true;
            }
            half[site] = 2 * own == all;
        }
        let counts = |&site: &usize| {
            if territory[site] || !half[site] {
                return territory[site];
            }
            let supported = self.beside(site).iter().any(|&other| territory[other as usize] || half[other as usize]);
            if supported {
                Branch::HalfInTerritory.take()
            } else {
                Branch::HalfAlone.take()
            }
            supported
        };
        self.empty().filter(counts).count() as i32
    }

    /// 2: the sites from which a walk leads to a stone of the owner's enemy. The walks are followed from their ends.
    fn reachable(&self, owner: u16) -> Vec<bool> {
        let mut reachable: Vec<bool> = self.stones.iter().map(|&stone| stone == 3 - owner).collect();
        let mut open: Vec<usize> = (0..reachable.len()).filter(|&site| reachable[site]).collect();
        if open.is_empty() {
            Branch::NoEnemy.take();
            return vec![true; reachable.len()];
        }
        while let Some(to) = open.pop() {
            for &from in self.beside(to) {
                let from = from as usize;
                if self.stones[from] == 0 && !reachable[from] && self.passable(from, to, owner) {
                    reachable[from] = true;
                    open.push(from);
                }
            }
        }
        reachable
    }

    /// 2: whether a walk may step from an empty site to one without a stone of the owner.
    fn passable(&self, from: usize, to: usize, owner: u16) -> bool {
        if self.shared(from, to).filter(|&site| self.stones[site] == owner).count() == 2 {
            Branch::Gate.take();
            return false;
        }
        let (guards, enemy) = (self.count_beside(to, owner), self.stones[to] != 0);
        if !self.outer[to] {
            match (guards < 3, enemy) {
                (true, _) => Branch::InnerStep.take(),
                (false, true) => Branch::InnerEnemy.take(),
                (false, false) => Branch::InnerClosed.take(),
            }
            return guards < 3 || enemy;
        }
        if guards >= 2 {
            if !enemy {
                Branch::EdgeClosed.take();
                return false;
            }
            Branch::EdgeEnemy.take();
        }
        if self.count_beside(from, owner) == 0 {
            Branch::EdgeFree.take();
        } else if self.shared(from, to).filter(|&site| self.stones[site] != 0).count() == 1 {
            Branch::EdgePivot.take();
        } else if !self.outer[from] {
            Branch::EdgeFromInner.take();
        } else {
            Branch::EdgeBlocked.take();
            return false;
        }
        true
    }

    /// 2, 10: whether the mover has won by territory.
    fn has_majority(&self) -> bool {
        if !matches!(self.stage, Stage::Choice | Stage::Play) || self.skirted != Some(false) {
            return false;
        }
        let empty = self.empty().count() as i32;
        let doubled = 2 * self.scores[self.mover as usize - 1];
        let offerer = self.offerer == Some(self.mover);
        if doubled > empty {
            if offerer {
                Branch::OffererWins.take()
            } else {
                Branch::OtherWins.take()
            }
            return true;
        }
        let by_half = offerer && self.stones.len().is_multiple_of(2) && doubled == empty;
        if by_half {
            Branch::OffererWinsByHalf.take();
        }
        by_half
    }

    /// 1, 2, 10: the winner after a ply, if there is one.
    fn winner(&self, next: u16, passed: bool) -> Option<u16> {
        if self.has_majority() {
            return Some(self.mover);
        }
        if self.plies(next, self.stage).is_empty() {
            if next == self.mover {
                Branch::SelfStuck.take()
            } else {
                Branch::NextStuck.take()
            }
            return Some(3 - next);
        }
        passed.then(|| {
            Branch::PasserLoses.take();
            3 - self.mover
        })
    }

    /// Changes the board and the bookkeeping of a ply; whether the mover goes on.
    fn make(&mut self, m: HandMove) -> bool {
        match (self.stage, m) {
            (_, HandMove::Swap) => {
                Branch::Swapped.take();
                self.offerer = Some(2);
                true
            }
            (_, HandMove::Move { from, to }) => {
                Branch::Skirted.take();
                self.stones[from as usize] = 0;
                self.stones[to as usize] = self.mover;
                self.skirted = Some(true);
                self.origin = Some(from);
                true
            }
            (stage, HandMove::Add { site, what }) => {
                self.stones[site as usize] = what;
                self.placed(stage)
            }
            _ => {
                Branch::ForcedPass.take();
                false
            }
        }
    }

    /// The bookkeeping of a placement; whether the mover goes on.
    fn placed(&mut self, stage: Stage) -> bool {
        match stage {
            Stage::FirstLight => {
                Branch::FirstLight.take();
                self.placements = Some(0);
                true
            }
            Stage::SecondLight => {
                Branch::SecondLight.take();
                self.offerer = Some(1);
                true
            }
            Stage::FirstDark => {
                Branch::FirstDark.take();
                false
            }
            Stage::Choice | Stage::Play => {
                self.skirted = Some(false);
                let again = self.double && self.placements != Some(1);
                self.placements = Some(u16::from(again));
                match (self.double, again) {
                    (false, _) => Branch::SingleTurn.take(),
                    (true, true) => Branch::FirstPlacement.take(),
                    (true, false) => Branch::SecondPlacement.take(),
                }
                again
            }
        }
    }
}

impl Rules for Skirt {
    fn legal(&self) -> Vec<HandMove> {
        let plies = self.plies(self.mover, self.stage);
        if plies.is_empty() { vec![HandMove::Pass] } else { plies }
    }

    fn play(&mut self, m: HandMove) {
        if self.stage == Stage::Choice && m != HandMove::Swap {
            Branch::NotSwapped.take();
        }
        let again = self.make(m);
        let passed = m == HandMove::Pass;
        if !passed {
            self.scores = [self.territory(1), self.territory(2)];
        }
        let next = if again { self.mover } else { 3 - self.mover };
        self.outcome = self.winner(next, passed).map(|winner| Outcome::won_by(i32::from(winner)));
        self.stage = match self.stage {
            Stage::FirstLight => Stage::SecondLight,
            Stage::SecondLight => Stage::FirstDark,
            Stage::FirstDark => Stage::Choice,
            Stage::Choice | Stage::Play => Stage::Play,
        };
        self.mover = next;
    }

    fn board(&self) -> Vec<u16> {
        self.stones.clone()
    }

    fn mover(&self) -> i32 {
        i32::from(self.mover)
    }

    fn scores(&self) -> Option<Vec<i32>> {
        Some(self.scores.to_vec())
    }

    fn over(&self) -> Option<Outcome> {
        self.outcome.clone()
    }

    /// Territory, and skirting moves rather than placements.
    fn appeal(&self, m: HandMove) -> i32 {
        let mut after = self.clone();
        after.make(m);
        let skirting = i32::from(matches!(m, HandMove::Move { .. }));
        2 * (after.territory(self.mover) - after.territory(3 - self.mover)) + 3 * skirting
    }

    fn boxed_clone(&self) -> Box<dyn Rules> {
        Box::new(self.clone())
    }
}

impl Recorded for Skirt {
    fn actions(&self, m: HandMove) -> Vec<String> {
        let add = |site, what| format!("[Add:type=Vertex,to={site},what={what},decision=true]");
        match m {
            HandMove::Pass | HandMove::Remove { .. } => vec!["[Pass:decision=true,forced=true]".to_owned()],
            HandMove::Swap => {
                vec![
                    "[Swap:player1=1,player2=2,decision=true]".to_owned(),
                    format!("[SetNextPlayer:player={}]", self.mover),
                ]
            }
            HandMove::Move { from, to } => vec![
                format!("[SetVar:name=LF,value={from}]"),
                format!("[Move:typeFrom=Vertex,from={from},typeTo=Vertex,to={to},decision=true]"),
            ],
            HandMove::Add { site, what } if matches!(self.stage, Stage::Choice | Stage::Play) => {
                let count = u16::from(self.double && self.placements != Some(1));
                vec![
                    format!("[SetVar:name=PlacementCount,value={count}]"),
                    "[SetVar:name=SkirtCount,value=0]".to_owned(),
                    add(site, what),
                ]
            }
            HandMove::Add { site, what } => vec![add(site, what)],
        }
    }

    fn values(&self) -> Vec<i32> {
        vec![0; self.stones.len()]
    }

    fn variables(&self) -> Vec<(&'static str, i32)> {
        let value = |variable: Option<i32>| variable.unwrap_or(-1);
        vec![
            ("PlacementCount", value(self.placements.map(i32::from))),
            ("SkirtCount", value(self.skirted.map(i32::from))),
            ("Offerer", value(self.offerer.map(i32::from))),
            ("LF", value(self.origin.map(|site| site as i32))),
        ]
    }
}

#[test]
fn recordings_are_replayed() {
    crate::replay::recordings(&GAME, "skirt", Skirt::new);
}
