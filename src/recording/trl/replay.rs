//! Replaying a trial file.

use super::{TrialFile, come_to};
use crate::engine::game::Game;
use crate::engine::trial::{PlayError, Trial};
use crate::recording::verify::{Difference, Verdict, differ, play_chosen};
use serde_json::{Value, json};
use std::sync::Arc;

impl TrialFile {
    /// Replays the file: the start moves, every move, and at the end what it says of the result.
    ///
    /// A move is looked for among the legal moves by its full text, consequences and what chance gave included, and
    /// that legal move is played: executing the recorded actions alone can go astray (see
    /// [`crate::recording::verify`]).
    ///
    /// # Errors
    ///
    /// [`PlayError`] when the rules have no value somewhere on the way.
    pub fn replay(&self, game: &Arc<Game>) -> Result<Verdict, PlayError> {
        let mut trial = Trial::start(Arc::clone(game), self.stream)?;
        let mut verdict = Verdict { plies: 0, complete: self.result.is_some(), difference: None };
        verdict.difference = self.start_difference(&trial);
        if verdict.difference.is_some() {
            return Ok(verdict);
        }
        for (ply, wanted) in self.moves.iter().skip(trial.initial()).enumerate() {
            if trial.is_over() || !play_chosen(&mut trial, wanted, &[])? {
                let legal: Vec<String> = trial.legal()?.iter().map(ToString::to_string).collect();
                let found = if legal.is_empty() { None } else { Some(json!(legal)) };
                let difference = differ("move", Some(json!(wanted)), found);
                verdict.difference = difference.map(|other| Difference { ply: Some(ply), ..other });
                return Ok(verdict);
            }
            verdict.plies += 1;
        }
        verdict.difference = self.end_difference(&trial);
        Ok(verdict)
    }

    fn start_difference(&self, trial: &Trial) -> Option<Difference> {
        let initial = trial.initial();
        if let Some(recorded) = self.initial
            && recorded != initial
        {
            return differ("numInitialPlacementMoves", Some(json!(recorded)), Some(json!(initial)));
        }
        let mut recorded = self.moves.iter();
        let differs = trial.history().take(initial).enumerate().find_map(|(n, m)| {
            let found = m.to_string();
            let recorded = recorded.next();
            (recorded != Some(&found)).then(|| (n, recorded.map(|text| json!(text)), found))
        });
        let (n, recorded, found) = differs?;
        differ(&format!("start[{n}]"), recorded, Some(json!(found)))
    }

    fn end_difference(&self, trial: &Trial) -> Option<Difference> {
        let (status, ranking) = come_to(trial);
        let of_result = |key: &str, recorded: Value, found: Option<Value>| {
            if found.as_ref() == Some(&recorded) { None } else { differ(key, Some(recorded), found) }
        };
        if let Some(result) = &self.result {
            let winner = status.map(|status| json!(status.winner));
            let end = status.map(|status| json!(status.end.name()));
            let found = of_result("result.winner", json!(result.winner), winner)
                .or_else(|| of_result("result.endType", json!(result.end.as_ref()?), end));
            if found.is_some() {
                return found;
            }
        }
        of_result("result.ranking", json!(self.ranking.as_ref()?), Some(json!(ranking)))
    }
}
