//! The baselines of `benches/native` against the rules by hand: a playout of theirs is replayed on both, and games are
//! played that lead where rules are rarely at work.
//!
//! A playout draws its moves without listing them, so that it is also checked whether it prefers any: the place of the
//! drawn move in the sorted list must be evenly distributed, and moves of each kind as frequent as in the lists.

use crate::coverage::uncounted;
use crate::game::{Combination, GameUnderTest, HandMove, Outcome, Rules, combinations, load};
use crate::native::{self, End, Graph, Items, Move};
use crate::{GAMES, native::Game};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;

/// The length at which playouts are cut off.
const CAP: u32 = 1_000;

/// How often the drawn moves came from each sixteenth of the sorted list, and how often they were of some kind.
#[derive(Debug, Default, Clone)]
struct Draws {
    plies: f64,
    sixteenths: [f64; 16],
    /// For each kind: drawn, expected, variance.
    kinds: [[f64; 3]; 6],
}

impl Draws {
    /// Adds a drawn move and the sorted list it is from.
    fn add(&mut self, drawn: HandMove, legal: &[HandMove], random: &mut SplitMix64) {
        let part = |n: usize| n as f64 / legal.len() as f64;
        let first = legal.partition_point(|m| *m < drawn);
        let same = legal[first..].iter().take_while(|m| **m == drawn).count();
        let within = (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        self.sixteenths[((part(first) + part(same) * within) * 16.0) as usize % 16] += 1.0;
        self.plies += 1.0;
        let kind = |m: HandMove| match m {
            HandMove::Pass => 0,
            HandMove::Add { .. } => 1,
            HandMove::Remove { .. } => 2,
            HandMove::Move { .. } => 3,
            HandMove::Swap => 4,
        };
        let mut shares = [0.0; 6];
        for m in legal {
            shares[kind(*m)] += part(1);
        }
        // The sixth kind: moves that are listed more than once.
        for pair in legal.windows(2).filter(|pair| pair[0] == pair[1]) {
            shares[5] += part(pair.len());
        }
        for (i, share) in shares.into_iter().enumerate() {
            let is = if i == 5 { same > 1 } else { kind(drawn) == i };
            let [found, expected, variance] = &mut self.kinds[i];
            *found += f64::from(is);
            *expected += share;
            *variance += share * (1.0 - share);
        }
    }

    fn merge(mut self, other: Draws) -> Draws {
        self.plies += other.plies;
        for (sum, more) in self.sixteenths.iter_mut().zip(other.sixteenths) {
            *sum += more;
        }
        for (sum, more) in self.kinds.as_flattened_mut().iter_mut().zip(other.kinds.as_flattened()) {
            *sum += more;
        }
        self
    }

    /// Complains if a deviation is beyond what chance does once in many thousand times.
    fn check(&self) -> Result<(), String> {
        let expected = self.plies / 16.0;
        let deviation: f64 = self.sixteenths.iter().map(|n| (n - expected).powi(2) / expected).sum();
        if deviation > 50.0 {
            return Err(format!("moves are drawn unevenly: {:?}", self.sixteenths));
        }
        for (kind, [found, expected, variance]) in self.kinds.iter().enumerate() {
            if (found - expected).powi(2) > 20.0 * variance + 0.5 {
                return Err(format!("kind {kind} was drawn {found} times instead of {expected}"));
            }
        }
        Ok(())
    }
}

fn by_hand(m: Move) -> HandMove {
    match m {
        Move::Pass => HandMove::Pass,
        Move::Swap => HandMove::Swap,
        Move::Add { site, what } => HandMove::Add { site: site as u32, what: u16::from(what) },
        Move::Remove { site } => HandMove::Remove { site: site as u32 },
        Move::Jump { from, to } => HandMove::Move { from: from as u32, to: to as u32 },
    }
}

fn fast(m: HandMove) -> Move {
    match m {
        HandMove::Pass => Move::Pass,
        HandMove::Swap => Move::Swap,
        HandMove::Add { site, what } => Move::Add { site: site as usize, what: what as u8 },
        HandMove::Remove { site } => Move::Remove { site: site as usize },
        HandMove::Move { from, to } => Move::Jump { from: from as usize, to: to as usize },
    }
}

fn outcome(end: Option<End>) -> Option<Outcome> {
    end.map(|end| match end {
        End::Draw => Outcome { winner: 0, ranking: vec![1.5, 1.5] },
        End::Win(winner) => Outcome::won_by(i32::from(winner)),
    })
}

/// Both sides in the same position.
struct Pair {
    rules: Box<dyn Rules>,
    plies: u32,
}

impl Pair {
    /// The sorted legal moves; `None` at the end of the game.
    fn compare(&self, baseline: &dyn Game) -> Result<Option<Vec<HandMove>>, String> {
        let board: Vec<u16> = baseline.board().into_iter().map(u16::from).collect();
        self.same("board", &board, &self.rules.board())?;
        self.same("outcome", &outcome(baseline.end()), &self.rules.over())?;
        if self.rules.over().is_some() {
            return Ok(None);
        }
        self.same("mover", &i32::from(baseline.mover()), &self.rules.mover())?;
        let mut found: Vec<HandMove> = baseline.legal().into_iter().map(by_hand).collect();
        let mut legal = self.rules.legal();
        found.sort_unstable();
        legal.sort_unstable();
        self.same("legal moves", &found, &legal)?;
        Ok(Some(legal))
    }

    fn same<T: PartialEq + std::fmt::Debug>(&self, what: &str, found: &T, wanted: &T) -> Result<(), String> {
        if found == wanted {
            return Ok(());
        }
        Err(format!("ply {}: {what}: baseline {found:?}, by hand {wanted:?}", self.plies))
    }

    fn play(&mut self, baseline: &mut dyn Game, m: HandMove) {
        baseline.play(fast(m));
        self.rules.play(m);
        self.plies += 1;
    }
}

/// Replays a playout of the baseline; only its first `compared` plies and its end are looked at.
fn replay(mut pair: Pair, baseline: &mut dyn Game, seed: u64, compared: u32, draws: &mut Draws) -> Result<u32, String> {
    let (playout, moves) = baseline.recorded(&mut native::Random::new(seed), CAP);
    pair.same("plies", &playout.plies, &(moves.len() as u32))?;
    let mut random = SplitMix64::seed_from_u64(seed);
    baseline.restart();
    for m in moves {
        let m = by_hand(m);
        if pair.plies < compared {
            let legal = pair.compare(baseline)?.ok_or("the game goes on after its end")?;
            if legal.binary_search(&m).is_err() {
                return Err(format!("ply {}: {m:?} is not legal", pair.plies));
            }
            draws.add(m, &legal, &mut random);
        } else if pair.rules.over().is_some() {
            return Err("the game goes on after its end".to_owned());
        }
        pair.play(baseline, m);
    }
    pair.same("end of the playout", &outcome(playout.end), &pair.rules.over())?;
    pair.same("end of the replay", &outcome(baseline.end()), &pair.rules.over())?;
    pair.same("cut off", &playout.end.is_none(), &(playout.plies == CAP && pair.rules.over().is_none()))?;
    Ok(pair.plies)
}

/// Plays moves of the greatest appeal, now and then others.
fn explore(mut pair: Pair, baseline: &mut dyn Game, seed: u64, longest: u32) -> Result<u32, String> {
    let mut random = SplitMix64::seed_from_u64(seed);
    let mut below = |n: usize| (random.next_u64() % n as u64) as usize;
    baseline.restart();
    while let Some(mut candidates) = pair.compare(baseline)? {
        if pair.plies >= longest {
            break;
        }
        if below(4) != 0 {
            let appeals: Vec<i32> = candidates.iter().map(|&m| pair.rules.appeal(m)).collect();
            let best = appeals.iter().max().copied();
            let mut appeals = appeals.into_iter();
            candidates.retain(|_| appeals.next() == best);
        }
        let m = candidates[below(candidates.len())];
        pair.play(baseline, m);
    }
    Ok(pair.plies)
}

/// Compares the two for about `plies` plies, fewer on large boards.
fn compare(
    under: &GameUnderTest,
    text: &str,
    options: &Combination,
    seed: u64,
    plies: u32,
) -> Result<(u32, Draws), String> {
    let game = load(text, options);
    let board = &game.equipment.board;
    let graph = Graph::from(&**board);
    let plies = plies.min(2_000_000 / (graph.at.len() * graph.at.len()) as u32);
    let mut baseline = native::game(under.name, &Items::new(options.0.clone()), &graph);
    let mut draws = Draws::default();
    let pair = || Pair { rules: (under.make)(options, board), plies: 0 };
    let (mut done, mut round) = (0, 0);
    while done < plies {
        done += replay(pair(), &mut *baseline, seed + round, plies, &mut draws)?;
        done += explore(pair(), &mut *baseline, seed + round, plies / 4)?;
        round += 1;
    }
    let ten = baseline.playouts(10, seed, CAP);
    if ten != baseline.playouts(10, seed, CAP) {
        return Err("the same seed gives other playouts".to_owned());
    }
    Ok((done, draws))
}

fn agrees(name: &str, plies: u32) {
    let under = GAMES.iter().find(|game| game.name == name).expect("a game of this name");
    let text = under.ours().expect("a description in lud");
    let results: Vec<_> = combinations(&text)
        .par_iter()
        .enumerate()
        .map(|(n, options)| {
            uncounted(|| compare(under, &text, options, 1_000 * n as u64, plies))
                .map_err(|error| format!("{:?}: {error}", options.selections()))
        })
        .collect();
    let mut all = Draws::default();
    let (mut compared, mut disagreements) = (0, Vec::new());
    for result in results {
        match result {
            Ok((plies, draws)) => {
                compared += plies;
                all = all.merge(draws);
            }
            Err(error) => disagreements.push(error),
        }
    }
    println!("{name}: {compared} plies, kinds of moves (drawn, expected, variance) {:?}", all.kinds);
    assert!(disagreements.is_empty(), "{name}:\n{}", disagreements.join("\n"));
    if let Err(error) = all.check() {
        panic!("{name}: {error}");
    }
}

#[test]
fn brain_coral_agrees() {
    agrees("Brain Coral", 100);
}

#[test]
fn dogtown_clans_agrees() {
    agrees("Dogtown Clans", 400);
}

#[test]
fn rabbit_warrens_agrees() {
    agrees("Rabbit Warrens", 2_000);
}

#[test]
fn skirt_agrees() {
    agrees("Skirt", 400);
}

#[test]
fn wrigglers_squared_agrees() {
    agrees("Wrigglers Squared", 2_000);
}
