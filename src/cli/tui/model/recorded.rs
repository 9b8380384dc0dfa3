//! Games that are written, opened and taken over by changed rules.

use super::{Insight, Model, Plan};
use ludemic::recording::{Record, Recorder, Recording};
use ludemic::render::svg::Look;
use ludemic::{Compiled, PlayError, Trial};
use std::sync::Arc;

impl Model {
    /// The game so far as a recording.
    ///
    /// # Errors
    ///
    /// [`PlayError`] when the rules fail, which they did not when the game was played.
    pub fn record(&self) -> Result<Record, PlayError> {
        let mut trial = Trial::start(Arc::clone(&self.game), self.seed)?;
        let mut recorder = Recorder::new(&trial, &self.options, self.seed);
        for index in self.trial.choices() {
            recorder.play(&mut trial, index)?;
        }
        Ok(recorder.finish(&trial))
    }

    /// Goes on from the end of a recording.
    pub fn open(&mut self, recording: &Recording) {
        if recording.game() != &*self.game.name {
            self.message = format!("that is a game of {}", recording.game());
            return;
        }
        match recording.again(&self.game, usize::MAX, &mut |_| {}) {
            Ok(trial) => {
                let choices: Vec<usize> = trial.choices().collect();
                self.seed = recording.seed();
                match Trial::start(Arc::clone(&self.game), self.seed) {
                    Ok(start) => self.restart(start),
                    Err(error) => return self.message = error.to_string(),
                }
                choices.into_iter().for_each(|index| self.make(index));
                self.message = format!("opened a game of {} moves", self.trial.len());
            }
            Err(error) => self.message = error.to_string(),
        }
    }

    fn restart(&mut self, trial: Trial) {
        self.trial = trial;
        self.names.clear();
        self.texts.clear();
        self.redo.clear();
        self.insight = Insight::default();
        self.changed();
    }

    /// Goes on by changed rules: the moves made so far are made again, as far as they are still legal.
    pub fn reload(&mut self, compiled: &Compiled) {
        let texts = std::mem::take(&mut self.texts);
        let trial = match Trial::start(Arc::clone(compiled.game()), self.seed) {
            Ok(trial) => trial,
            Err(error) => {
                self.texts = texts;
                self.message = format!("the changed rules cannot be played: {error}");
                return;
            }
        };
        self.game = Arc::clone(compiled.game());
        self.look = Look::of(compiled);
        self.plan = Plan::of(&self.game, self.look.table());
        self.cursor = self.cursor.min(self.plan.places.len().saturating_sub(1));
        self.seats.resize(usize::try_from(self.game.equipment.players).unwrap_or(0), None);
        self.restart(trial);
        for text in &texts {
            let found = self.trial.legal().ok().and_then(|moves| moves.iter().position(|m| m.legal_text() == *text));
            match found {
                Some(index) => self.make(index),
                None => break,
            }
        }
        let (kept, all) = (self.trial.len(), texts.len());
        self.message = if kept == all {
            format!("the rules were read anew; all {all} moves are still possible")
        } else {
            format!("the rules were read anew; after {kept} of {all} moves the next one is no longer possible")
        };
    }
}
