//! The players of the machine, on a thread of their own, so that the screen stays alive while they think.

use super::super::play::players;
use super::super::workers::STACK;
use super::model::Seats;
use ludemic::players::{Budget, Clock, Player, Uct};
use ludemic::render::names;
use ludemic::{Game, Trial};
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Instant;

/// How many games are tried out for a hint and for the bars.
const LOOK: u32 = 300;

/// A position to think about.
pub struct Question {
    pub trial: Trial,
    /// The player who is to choose, or nobody for a hint.
    pub agent: Option<usize>,
    /// How many questions were asked before: answers to others than the last are out of date.
    pub number: u64,
}

/// What came of it.
pub struct Answer {
    pub number: u64,
    pub agent: Option<usize>,
    /// The move, or why there is none.
    pub index: Result<usize, String>,
    /// What was found out about the position for the people who look at it.
    pub insight: Insight,
}

/// What a search says of a position.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Insight {
    /// What each agent can expect; empty where that was not looked into.
    pub chances: Vec<f64>,
    /// How many games were tried out in a second.
    pub rate: f64,
    /// The moves that were tried most, by name.
    pub line: Vec<String>,
}

/// The most moves of a line that are named.
const NAMED: usize = 8;

/// The way to the thread. It ends when this is dropped, after the move it is thinking about.
pub struct Worker {
    questions: Sender<Question>,
    pub answers: Receiver<Answer>,
}

/// The names of moves that follow each other.
fn named(game: &Game, mut trial: Trial, line: &[usize]) -> Vec<String> {
    let mut list = Vec::new();
    for &index in line.iter().take(NAMED) {
        let Ok(moves) = trial.legal() else { break };
        let name = names(game, moves).into_iter().nth(index);
        let Some(name) = name.filter(|_| !trial.is_over()) else { break };
        list.push(name);
        if trial.play(index).is_err() {
            break;
        }
    }
    list
}

impl Worker {
    /// Starts a thread for the players of some seats.
    pub fn start(game: &Arc<Game>, seats: &Seats, master: u64) -> io::Result<Worker> {
        let (questions, asked) = channel::<Question>();
        let (answer, answers) = channel();
        let seats = seats.clone();
        let game = Arc::clone(game);
        std::thread::Builder::new().stack_size(STACK).spawn(move || {
            let start = Instant::now();
            let clock: Clock = Arc::new(move || start.elapsed());
            let mut players = players(&seats, &clock, master);
            let mut adviser = Uct::new(Budget::Iterations(LOOK));
            while let Ok(first) = asked.recv() {
                // Only the last question matters.
                let mut question = asked.try_iter().last().unwrap_or(first);
                let begin = clock();
                let player = question.agent.and_then(|agent| players.get_mut(agent)).and_then(Option::as_mut);
                let chosen = match player {
                    Some(player) => player.choose(&mut question.trial),
                    None => adviser.choose(&mut question.trial),
                };
                let insight = match (question.agent, &chosen) {
                    (None, Ok(_)) => Insight {
                        chances: adviser.expects().to_vec(),
                        rate: f64::from(adviser.iterations()) / (clock() - begin).as_secs_f64().max(1e-6),
                        line: named(&game, question.trial, adviser.line()),
                    },
                    _ => Insight::default(),
                };
                let index = chosen.map_err(|error| error.to_string());
                let said = answer.send(Answer { number: question.number, agent: question.agent, index, insight });
                if said.is_err() {
                    break;
                }
            }
        })?;
        Ok(Worker { questions, answers })
    }

    /// Asks; the answer comes later. Nothing comes when the thread has ended.
    pub fn ask(&self, question: Question) {
        let _ = self.questions.send(question);
    }
}
