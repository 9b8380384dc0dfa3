//! The players of the machine, on a thread of their own, so that the screen stays alive while they think.

use super::super::workers::STACK;
use super::model::Seats;
use ludemic::players::{Budget, Clock, Player, Spec, Uct};
use ludemic::playouts::{Simulator, seed};
use ludemic::{Compiled, Trial};
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
    /// What each agent can expect, if that was looked into.
    pub chances: Vec<f64>,
}

/// The way to the thread. It ends when this is dropped, after the move it is thinking about.
pub struct Worker {
    questions: Sender<Question>,
    pub answers: Receiver<Answer>,
}

impl Worker {
    /// Starts a thread for the players of some seats.
    pub fn start(compiled: &Compiled, seats: &Seats, master: u64) -> io::Result<Worker> {
        let simulator = Arc::new(Simulator::new(compiled));
        let (questions, asked) = channel::<Question>();
        let (answer, answers) = channel();
        let seats = seats.clone();
        std::thread::Builder::new().stack_size(STACK).spawn(move || {
            let start = Instant::now();
            let clock: Clock = Arc::new(move || start.elapsed());
            let mut players: Vec<Option<Box<dyn Player + Send>>> =
                seats.iter().map(|seat| seat.map(|spec: Spec| spec.player(&simulator, &clock))).collect();
            for (agent, player) in players.iter_mut().enumerate() {
                if let Some(player) = player {
                    player.begin(seed(master, agent as u64 + 1));
                }
            }
            let mut adviser = Uct::new(Arc::clone(&simulator), Budget::Iterations(LOOK));
            while let Ok(first) = asked.recv() {
                // Only the last question matters.
                let mut question = asked.try_iter().last().unwrap_or(first);
                let player = question.agent.and_then(|agent| players.get_mut(agent)).and_then(Option::as_mut);
                let chosen = match player {
                    Some(player) => player.choose(&mut question.trial),
                    None => adviser.choose(&mut question.trial),
                };
                let chances = if question.agent.is_none() { adviser.expects().to_vec() } else { Vec::new() };
                let index = chosen.map_err(|error| error.to_string());
                let said = answer.send(Answer { number: question.number, agent: question.agent, index, chances });
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
