//! Requests answered one after the other.

use crate::editing::Reading;
use crate::games::Games;
use crate::playouts::Tally;
use crate::request::{Description, Request};
use crate::think::Thinker;
use crate::{check, compare, playouts, position, think, verify};
use ludemic::{Failure, Parsed, PlayError};
use serde::Serialize;
use serde_json::{Value, json};

/// Answers requests, and remembers what makes the next answers faster.
#[derive(Default)]
pub struct Session {
    pub(crate) games: Games,
    pub(crate) thinker: Option<Thinker>,
    pub(crate) tally: Option<Tally>,
    reading: Option<Reading>,
}

/// Why there is no answer.
pub(crate) enum Refusal {
    /// The description has errors.
    Failure(Box<Failure>),
    /// Anything else, in words.
    Words(String),
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Refusal {
        Refusal::Failure(Box::new(failure))
    }
}

impl From<PlayError> for Refusal {
    fn from(error: PlayError) -> Refusal {
        Refusal::Words(error.to_string())
    }
}

impl Session {
    /// Answers a request, which is JSON as [`Request`] says. The answer is an object: with `answer`, or with `error` in words
    /// and, where it is the description that has errors, `findings`.
    ///
    /// # Examples
    ///
    /// ```
    /// use ludemic_web::Session;
    ///
    /// let answer = Session::default().answer(br#"{ "do": "format", "text": "(game  \"A\")" }"#);
    /// assert_eq!(answer, r#"{"answer":{"text":"(game \"A\")\n"}}"#);
    /// ```
    pub fn answer(&mut self, request: &[u8]) -> String {
        let answer = match serde_json::from_slice(request) {
            Ok(request) => self.carry_out(&request),
            Err(error) => Err(Refusal::Words(format!("this is no request: {error}"))),
        };
        let told = match answer {
            Ok(answer) => json!({ "answer": answer }),
            Err(Refusal::Words(error)) => json!({ "error": error }),
            Err(Refusal::Failure(failure)) => json!({
                "error": failure.to_string(),
                "findings": check::findings(&failure.sources, &failure.findings),
            }),
        };
        told.to_string()
    }

    fn carry_out(&mut self, request: &Request) -> Result<Value, Refusal> {
        match request {
            Request::Check(description) => value(check::check(description)),
            Request::Format { text } => {
                let parsed = Parsed::new("text", text)?;
                Ok(json!({ "text": parsed.ast().format() }))
            }
            Request::Hover { description, at } => Ok(self.reading(description).hover(*at)),
            Request::Complete { description, at } => Ok(self.reading(description).complete(*at)),
            Request::Definition { description, at } => Ok(self.reading(description).definition(*at)),
            Request::References { description, at } => Ok(self.reading(description).references(*at)),
            Request::Rename { description, at, name } => {
                self.reading(description).rename(*at, name).map_err(Refusal::Words)
            }
            Request::Inlays(description) => Ok(self.reading(description).inlays()),
            Request::Fixes { description, at } => Ok(self.reading(description).fixes(*at)),
            Request::Position(course) => value(position::position(self, course)?),
            Request::Think { course, player, chance } => think::think(self, course, player, *chance),
            Request::Playouts { description, seed, from, count } => {
                playouts::playouts(self, description, *seed, *from, *count)
            }
            Request::Compare { a, b, plies } => compare::compare(a, b, *plies),
            Request::Verify { text, recording } => verify::verify(text, recording),
        }
    }
}

impl Session {
    /// A text as the editor asks about it.
    fn reading(&mut self, description: &Description) -> &Reading {
        let reading = Reading::of(self.reading.take(), description);
        self.reading.insert(reading)
    }
}

/// An answer as a value of JSON.
fn value(answer: impl Serialize) -> Result<Value, Refusal> {
    serde_json::to_value(answer).map_err(|error| Refusal::Words(error.to_string()))
}
