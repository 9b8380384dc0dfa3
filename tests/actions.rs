//! Actions by number, over the library: different moves have different numbers, and a number always means the same.

mod common;
#[path = "common/library.rs"]
mod library;

use ludemic::actions::{ActionError, ActionSpace};
use ludemic::playouts::{Chooser, seed};
use ludemic::{Compiled, KnownDefines, Parsed, Trial};
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap};

/// Random games of each description, and the most plies of one.
const GAMES: u64 = 2;
const PLIES: usize = 120;

/// The evaluation work that is spent on a description, so that no game takes all the time.
const WORK: u64 = 30_000_000;

/// A game, and how many positions were looked at and how many actions it has, or why it has none.
type Watched = (String, Result<(usize, u32), ActionError>);

/// Plays random games and looks at the numbers of all legal moves; how many positions were looked at.
fn watch(compiled: &Compiled, space: &ActionSpace) -> Result<usize, ActionError> {
    let mut positions = 0;
    for number in 0..GAMES {
        let seed = seed(11, number);
        let Ok(mut trial) = Trial::start(compiled.game().clone(), seed) else { break };
        let mut chooser = Chooser::new(seed);
        while trial.work() < WORK / GAMES && trial.goes_on(PLIES).unwrap_or(false) {
            let Ok(count) = trial.legal().map(<[_]>::len) else { break };
            if count == 0 {
                break;
            }
            numbered(compiled, space, &mut trial)?;
            positions += 1;
            if trial.play(chooser.choose(count)).is_err() {
                break;
            }
        }
    }
    Ok(positions)
}

/// Looks at the numbers of the legal moves of a position, beside what is recorded when the moves are made.
fn numbered(compiled: &Compiled, space: &ActionSpace, trial: &mut Trial) -> Result<(), ActionError> {
    let name = &compiled.game().name;
    let legal = space.legal(trial)?;
    assert!(legal.windows(2).all(|pair| pair[0].id < pair[1].id), "{name}: numbers ascend");
    let moves = trial.legal()?.to_vec();
    let plain = space.len() / space.variants();
    let mut recorded: HashMap<u32, BTreeSet<String>> = HashMap::new();
    for m in &moves {
        let id = space.id(m)?;
        assert!(legal.binary_search_by_key(&id, |action| action.id).is_ok(), "{name}: {m} is not listed");
        let action = space.action(id).expect("a number of the space");
        assert_eq!(space.number(&action), Some(id), "{name}: {action}");
        let Ok(text) = trial.preview(m) else { continue };
        recorded.entry(id).or_default().insert(text);
        if let Some(decision) = m.decision()
            && let Some((_, to)) = action.to
        {
            assert_eq!(to, decision.to(), "{name}: {action}");
            assert!(action.from.is_none_or(|(_, from)| from == decision.from()), "{name}: {action}");
        }
    }
    for (id, texts) in recorded {
        let listed: Vec<_> = legal.iter().filter(|action| action.id % plain == id).collect();
        // In a simulation nobody chooses: it has one action.
        assert!(listed.len() == texts.len() || space.len() == 1, "{name}: {id} is {texts:?}");
        let mut shown = BTreeSet::new();
        for one in listed {
            let action = space.action(one.id).expect("a number of the space");
            assert_eq!(space.number(&action), Some(one.id), "{name}: {action}");
            let m = moves.get(one.index).expect("a legal move");
            shown.extend(trial.preview(m).ok());
        }
        assert!(shown == texts || space.len() == 1, "{name}: {shown:?} stand for {texts:?}");
    }
    Ok(())
}

/// Looks at all numbers of a space that is not too large: each has a text of its own, is found again by its action, and stays
/// where it is under the identity.
fn told_apart(name: &str, space: &ActionSpace) {
    if space.len() > 1 << 16 {
        return;
    }
    let texts: BTreeSet<String> = (0..space.len()).filter_map(|id| space.describe(id)).collect();
    assert_eq!(texts.len(), space.len() as usize, "{name}: two actions have one text");
    assert!(space.describe(space.len()).is_none());
    let identity: Vec<u32> = (0..space.sites().len() as u32).collect();
    let images = space.permuted(&identity).expect("the identity is a permutation");
    assert!(images.into_iter().eq(0..space.len()), "{name}: actions are moved by nothing");
}

#[test]
fn actions_move_with_their_sites() {
    let text = r#"(game "Fill" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) })
        (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"#;
    let stages = || Parsed::new("fill.lud", text)?.expand(&[], &KnownDefines::none())?.check()?.compile();
    let space = ActionSpace::new(&stages().unwrap_or_else(|failure| panic!("{failure:#}"))).expect("a space");
    let upside_down = [6, 7, 8, 3, 4, 5, 0, 1, 2];
    let images = space.permuted(&upside_down).expect("a permutation");
    let texts: Vec<String> = images.iter().filter_map(|&id| space.describe(id)).collect();
    assert_eq!(texts, ["Pass", "Add 6", "Add 7", "Add 8", "Add 3", "Add 4", "Add 5", "Add 0", "Add 1", "Add 2"]);
    for wrong in [&[0, 1, 2][..], &[0, 0, 2, 3, 4, 5, 6, 7, 8], &[0, 1, 2, 3, 4, 5, 6, 7, 9]] {
        assert!(space.permuted(wrong).is_none(), "{wrong:?} is no permutation of nine sites");
    }
}

#[test]
fn no_two_different_legal_moves_of_the_library_share_a_number() {
    let Some(files) = library::descriptions() else { return };
    let results: Vec<Watched> = files
        .par_iter()
        .filter_map(|file| {
            let compiled = library::compiled(file)?;
            let watched = |variants: u32| {
                let space = ActionSpace::new(&compiled)?.with_variants(variants)?;
                told_apart(&compiled.game().name, &space);
                Ok((watch(&compiled, &space)?, space.len()))
            };
            let name = compiled.game().name.to_string();
            let result = watched(1).or_else(|error| match error {
                ActionError::Ambiguous { .. } => {
                    println!("{name}: actions need variants");
                    watched(VARIANTS)
                }
                error => Err(error),
            });
            Some((name, result))
        })
        .collect();
    let mut sizes: Vec<u32> = results.iter().filter_map(|(_, result)| Some(result.as_ref().ok()?.1)).collect();
    sizes.sort_unstable();
    let positions: usize = results.iter().filter_map(|(_, result)| Some(result.as_ref().ok()?.0)).sum();
    for (name, result) in &results {
        match result {
            Err(error) => println!("{name}: {}", error.to_string().chars().take(400).collect::<String>()),
            Ok((_, size)) if *size > 1 << 20 => println!("{name}: {size} actions"),
            Ok(_) => {}
        }
    }
    let median = sizes.get(sizes.len() / 2).copied().unwrap_or(0);
    println!("actions: {} of {} games passed, {positions} positions, median {median}", sizes.len(), results.len());
    common::at_least(FLOOR, sizes.len(), "actions");
}

/// How many variants are tried where coordinates do not tell moves apart.
const VARIANTS: u32 = 16;

/// How many games of the library have a space in which all moves met have a place of their own.
const FLOOR: usize = 841;
