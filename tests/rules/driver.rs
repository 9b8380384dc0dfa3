//! Plays a description and hand-written rules side by side and compares them at every ply.

use crate::coverage::uncounted;
use crate::game::{Combination, GameUnderTest, HandMove, Outcome, Rules, combinations, load};
use ludemic::board::SiteType;
use ludemic::{Game, State, Trial};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use std::sync::Arc;

/// How many plies a combination is played for: its share of `work`, divided by the square of the number of sites, since
/// an interpreted ply takes about that long, within bounds.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    /// What the combinations of a game share.
    pub work: usize,
    /// The fewest plies.
    pub least: usize,
    /// The most plies.
    pub most: usize,
}

impl Budget {
    fn plies(self, combinations: usize, sites: usize) -> usize {
        (self.work / (combinations * sites * sites).max(1)).clamp(self.least, self.most)
    }
}

/// The longest game that is played: Ludii ends games by their length at 1,250 turns a player, which is no rule of the
/// games.
const LONGEST: usize = 1_000;

/// The first thing on which the two do not agree.
#[derive(Debug)]
pub struct Disagreement(pub String);

/// What comparing a game gave.
#[derive(Debug, Default)]
pub struct Report {
    /// How many combinations were played.
    pub combinations: usize,
    /// How many games came to their end.
    pub finished: usize,
    /// How many plies were compared.
    pub plies: usize,
    /// One line for each combination that disagreed.
    pub disagreements: Vec<String>,
}

/// How a player chooses.
#[derive(Debug, Clone, Copy)]
enum Player {
    /// At random, as likely as listed.
    Random,
    /// Nearly always the move of the greatest appeal.
    Greedy,
    /// The one or the other.
    Mixed,
}

/// Who plays: the games of a combination take turns with these.
const PAIRS: [[Player; 2]; 5] = [
    [Player::Greedy, Player::Greedy],
    [Player::Random, Player::Random],
    [Player::Mixed, Player::Mixed],
    [Player::Greedy, Player::Random],
    [Player::Random, Player::Greedy],
];

/// Plays every combination of a description against the hand-written rules.
pub fn compare(game: &GameUnderTest, text: &str, budget: Budget) -> Report {
    let all = combinations(text);
    let results: Vec<_> =
        all.par_iter().enumerate().map(|(n, options)| compare_one(game, text, options, n, budget)).collect();
    let mut report = Report { combinations: all.len(), ..Report::default() };
    for (played, options) in results.into_iter().zip(&all) {
        report.plies += played.plies;
        report.finished += played.finished;
        if let Some(Disagreement(text)) = played.disagreement {
            report.disagreements.push(format!("{} {:?}: {text}", game.name, options.selections()));
        }
    }
    report
}

/// What comparing one combination gave.
#[derive(Debug, Default)]
pub struct Played {
    /// How many games came to their end.
    pub finished: usize,
    /// How many plies were compared.
    pub plies: usize,
    /// The first disagreement.
    pub disagreement: Option<Disagreement>,
}

/// Plays games of one combination until the budget is spent or the two disagree.
pub fn compare_one(under: &GameUnderTest, text: &str, options: &Combination, n: usize, budget: Budget) -> Played {
    let game = load(text, options);
    let board = Arc::clone(&game.equipment.board);
    let limit = budget.plies(under.combinations, board.len(board.default_type()));
    let mut played = Played::default();
    let mut round = n;
    while played.plies < limit && played.disagreement.is_none() {
        let rules = (under.make)(options, &board);
        let players = PAIRS[round % PAIRS.len()];
        let mut duel = match Duel::new(&game, rules, players, round as u64) {
            Ok(duel) => duel,
            Err(disagreement) => return Played { disagreement: Some(disagreement), ..played },
        };
        while played.plies < limit && duel.trial.len() < LONGEST {
            match duel.ply() {
                Ok(true) => played.plies += 1,
                Ok(false) => {
                    played.finished += 1;
                    break;
                }
                Err(Disagreement(text)) => {
                    let text = format!("game {round} ({players:?}), ply {}: {text}", duel.trial.len());
                    played.disagreement = Some(Disagreement(text));
                    break;
                }
            }
        }
        round += 1;
    }
    played
}

/// One game played on both sides.
struct Duel {
    trial: Trial,
    rules: Box<dyn Rules>,
    players: [Player; 2],
    random: SplitMix64,
}

impl Duel {
    fn new(game: &Arc<Game>, rules: Box<dyn Rules>, players: [Player; 2], seed: u64) -> Result<Duel, Disagreement> {
        let trial = Trial::start(Arc::clone(game), seed).map_err(|error| Disagreement(error.to_string()))?;
        Ok(Duel { trial, rules, players, random: SplitMix64::seed_from_u64(seed) })
    }

    /// Compares the position and plays a move; `false` when the game is over.
    fn ply(&mut self) -> Result<bool, Disagreement> {
        let state = self.trial.state();
        same("board", &board(state), &self.rules.board())?;
        same("outcome", &outcome(state), &self.rules.over())?;
        if let Some(scores) = self.rules.scores() {
            let found: Vec<i32> = (1..=state.players()).map(|p| state.score(p)).collect();
            same("scores", &found, &scores)?;
        }
        if self.trial.is_over() {
            return Ok(false);
        }
        same("mover", &state.mover(), &self.rules.mover())?;
        let legal = self.legal()?;
        let index = self.choose(&legal);
        self.trial.play(index).map_err(|error| Disagreement(error.to_string()))?;
        self.rules.play(legal[index]);
        Ok(true)
    }

    /// The legal moves in the interpreter's order, after comparing them with the hand-written ones.
    fn legal(&mut self) -> Result<Vec<HandMove>, Disagreement> {
        let list = self.trial.legal().map_err(|error| Disagreement(error.to_string()))?;
        let list: Result<Vec<HandMove>, String> = list.iter().map(HandMove::of).collect();
        let list = list.map_err(|text| Disagreement(format!("a move of a kind that no rule has: {text}")))?;
        let (mut found, mut by_hand) = (list.clone(), self.rules.legal());
        found.sort_unstable();
        by_hand.sort_unstable();
        if found != by_hand {
            let only = |a: &[HandMove], b: &[HandMove]| {
                let mut rest = b.to_vec();
                let without = a.iter().filter(|m| match rest.iter().position(|other| other == *m) {
                    Some(i) => {
                        rest.swap_remove(i);
                        false
                    }
                    None => true,
                });
                without.copied().collect::<Vec<_>>()
            };
            return Err(Disagreement(format!(
                "legal moves: only the interpreter has {:?}, only the rules by hand have {:?}",
                only(&found, &by_hand),
                only(&by_hand, &found)
            )));
        }
        if list.is_empty() {
            return Err(Disagreement("no legal move in a game that is not over".to_owned()));
        }
        Ok(list)
    }

    fn choose(&mut self, legal: &[HandMove]) -> usize {
        let greedy = match self.players[usize::from(self.rules.mover() == 2)] {
            Player::Random => false,
            Player::Greedy => self.below(16) != 0,
            Player::Mixed => self.below(2) != 0,
        };
        if !greedy {
            return self.below(legal.len());
        }
        let appeals: Vec<i32> = uncounted(|| legal.iter().map(|&m| self.rules.appeal(m)).collect());
        let best = appeals.iter().max().copied();
        let candidates: Vec<usize> = (0..legal.len()).filter(|&i| Some(appeals[i]) == best).collect();
        candidates[self.below(candidates.len())]
    }

    fn below(&mut self, n: usize) -> usize {
        (self.random.next_u64() % n as u64) as usize
    }
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: &T, by_hand: &T) -> Result<(), Disagreement> {
    if found == by_hand {
        return Ok(());
    }
    Err(Disagreement(format!("{what}: interpreter {found:?}, by hand {by_hand:?}")))
}

/// What stands on the sites of the board and of the hands.
fn board(state: &State) -> Vec<u16> {
    let layout = state.layout();
    let stores = (0..layout.containers()).filter_map(|container| {
        let t = if container == 0 { layout.default_type() } else { SiteType::Cell };
        state.site_store(container, t)
    });
    stores.flat_map(|store| (0..store.len()).map(|site| store.piece(site, None).what)).collect()
}

fn outcome(state: &State) -> Option<Outcome> {
    let status = state.status()?;
    Some(Outcome { winner: status.winner, ranking: (1..=state.players()).map(|p| state.rank(p)).collect() })
}
