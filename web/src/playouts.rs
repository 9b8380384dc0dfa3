//! Random games, some at a time, and what they have in common.

use crate::Session;
use crate::request::Description;
use crate::session::Refusal;
use ludemic::playouts::Series;
use ludemic::stats::{Distribution, Outcome, Summary};
use serde_json::{Value, json};

/// The most bars of a histogram.
const BARS: u64 = 32;

/// The games of one description so far.
pub(crate) struct Tally {
    description: Description,
    seed: u32,
    /// How many games were asked for.
    asked: u64,
    summary: Summary,
}

/// Plays games number `from` on and tells of all up to there.
pub(crate) fn playouts(
    session: &mut Session,
    description: &Description,
    seed: u32,
    from: u64,
    count: u64,
) -> Result<Value, Refusal> {
    let game = session.games.get(description)?;
    let series = Series::new(game.compiled.game());
    let kept = session
        .tally
        .take()
        .filter(|tally| from > 0 && tally.asked == from && tally.seed == seed && tally.description == *description);
    let tally = session.tally.insert(match kept {
        Some(tally) => tally,
        None if from == 0 => Tally { description: description.clone(), seed, asked: 0, summary: Summary::default() },
        None => return Err(Refusal::Words(format!("the games before number {from} are not known here"))),
    });
    let mut numbers = from..from.saturating_add(count);
    tally.asked = numbers.end;
    series.watch(
        u64::from(seed),
        usize::MAX,
        || numbers.next(),
        |number, playout, choices| {
            tally.summary.add_playout(number, playout, choices);
            true
        },
    );
    let summary = &tally.summary;
    let lengths = summary.lengths();
    let outcomes = summary.outcomes.iter().map(|(outcome, lengths)| {
        let name = match outcome {
            Outcome::Win(player) => format!("P{player} wins"),
            Outcome::Draw => "nobody wins".to_owned(),
            Outcome::Cut => "cut short".to_owned(),
        };
        let player = if let Outcome::Win(player) = outcome { *player } else { 0 };
        json!({ "name": name, "player": player, "games": lengths.count })
    });
    Ok(json!({
        "games": summary.games,
        "failures": summary.failures,
        "failure": summary.failure.as_ref().map(|(number, reason)| json!({ "number": number, "reason": reason })),
        "outcomes": outcomes.collect::<Vec<_>>(),
        "lengths": distribution(&lengths),
        "choices": distribution(&summary.choices),
        "forced": summary.forced,
    }))
}

fn distribution(of: &Distribution) -> Value {
    let shown = of.histogram(BARS);
    json!({
        "mean": of.mean(),
        "median": of.quantile(0.5),
        "min": of.min,
        "max": of.max,
        "bars": shown.bars,
        "beyond": shown.beyond,
    })
}
