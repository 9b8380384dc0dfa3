//! `ludemic profile`: what evaluating each expression costs.

use super::input::Playable;
use super::output::Ui;
use super::plan::{Entry, Table, measured, short};
use super::prose::{fill, rate, thousands};
use super::workers::{Progress, interrupt};
use super::{CLEAN, CommandResult, FINDINGS, INTERRUPTED};
use indexmap::IndexMap;
use ludemic::Compiled;
use ludemic::engine::profile::{Cost, Overhead, Profile, ViewKind, by_view};
use ludemic::playouts::Series;
use serde_json::{Value, json};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  ludemic profile game.lud                      two seconds of random games: what takes the time
  ludemic profile game.lud -n 100 --seed 7      the same hundred games each time
  ludemic profile game.lud --top 0              every expression that was evaluated
  ludemic explain game.lud --plan               how each expression is evaluated, without playing

The games are played once more without measuring, so that what measuring takes can be taken out.
Views:
  scalar    one value, of one site where it asks about a site
  read      a value that is kept or stands in the state, looked up
  renewed   a kept value, computed again
  set       all sites at once
  numbers   a number for every site at once
  slots     a move drawn without looking for the others
  counted   moves counted, one of them made
  first     moves looked for up to the first
  listed    all moves made
  applied   effects carried out as they are found, without a list
  engine    what no expression does: making moves, end rules, turns
What a define brings to several places is one line, such as 3× (sites Around (to)). docs/ludemes.md tells what to do about
what is slow.";

/// How much of the text of an expression is shown, in characters.
const WIDTH: usize = 60;

/// Play random games and tell which expressions take the time.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    game: Playable,

    /// How many games to play, instead of those of a few seconds
    #[arg(short = 'n', long, value_name = "N", conflicts_with = "seconds", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,

    /// How long to play while measuring; a game that has begun is played to its end
    #[arg(long, default_value = "2", value_name = "S", value_parser = duration)]
    seconds: Duration,

    /// Seed from which the seed of every game is derived
    #[arg(long, default_value_t = 0, value_name = "S")]
    seed: u64,

    /// Give a game up after so many moves
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true, value_name = "N")]
    max_moves: usize,

    /// How many expressions to show, those that take most time themselves first; 0 for all
    #[arg(long, default_value_t = 20, value_name = "N")]
    top: usize,
}

fn duration(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "a number of seconds such as 2 or 0.5".to_owned())
}

/// Nanoseconds since it was called first.
pub fn nanoseconds() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    u64::try_from(START.get_or_init(Instant::now).elapsed().as_nanos()).unwrap_or(u64::MAX)
}

/// Plays on one thread and tells what it has cost; on Ctrl-C that of the games until then.
pub fn run(args: &Args, ui: &mut Ui) -> CommandResult {
    let compiled = args.game.compiled(ui)?;
    let game = measured(&compiled, ui)?;
    let (interrupted, overhead) = (interrupt()?, Overhead::of(nanoseconds));
    let (start, mut progress) = (Instant::now(), Progress::new(1000, "{bar:40} {percent}%, {eta} left"));
    let (mut numbers, mut games, mut plies, mut failure) = (0.., 0, 0, None);
    let profile = Series::new(&game).profile(
        args.seed,
        args.max_moves,
        || numbers.next(),
        |_, playout| {
            match playout {
                Ok(playout) => plies += playout.moves as u64,
                Err(error) => failure = Some(error.to_string()),
            }
            games += u64::from(failure.is_none());
            let done = match args.games {
                Some(wanted) => games as f64 / wanted as f64,
                None => start.elapsed().as_secs_f64() / args.seconds.as_secs_f64().max(f64::MIN_POSITIVE),
            };
            progress.show((1000.0 * done) as u64);
            failure.is_none() && done < 1.0 && !interrupted.load(Ordering::Relaxed)
        },
    );
    progress.clear();
    let plain = plain(&compiled, args, games, interrupted);
    let overhead = |profile: &Profile| plain.map_or(overhead, |plain| overhead.fitted(profile, plain));
    let costs = profile.map(|profile| profile.costs(overhead(&profile))).unwrap_or_default();
    let table = Table::new(&compiled, &game, &args.game.description.file);
    let walks = Series::new(compiled.game()).walks();
    let told = Told { costs, table, games, plies, walks };
    let stopped = interrupted.load(Ordering::Relaxed);
    if ui.json() {
        ui.object(&told.object(&game.name, args.seed, stopped))?;
    } else {
        told.print(args.top, ui)?;
    }
    ui.finish()?;
    if let Some(reason) = failure {
        ui.complain(&format!("game number {games}: {reason}"));
        return Ok(FINDINGS);
    }
    Ok(if stopped { INTERRUPTED } else { CLEAN })
}

/// Nanoseconds that the same games take without measuring; `None` after Ctrl-C.
fn plain(compiled: &Compiled, args: &Args, games: u64, interrupted: &AtomicBool) -> Option<f64> {
    let (start, mut numbers) = (nanoseconds(), 0..games);
    let going = || !interrupted.load(Ordering::Relaxed);
    let series = Series::new(compiled.game()).making_moves();
    series.play(args.seed, args.max_moves, || numbers.next(), |_, _| going());
    (games > 0 && going()).then(|| (nanoseconds() - start) as f64)
}

/// What is told of the games.
struct Told {
    costs: Vec<Cost>,
    table: Table,
    games: u64,
    plies: u64,
    /// Whether playouts walk positions that are known.
    walks: bool,
}

impl Told {
    /// Nanoseconds of all games, without the costs of measuring.
    fn time(&self) -> f64 {
        self.costs.iter().map(|cost| cost.own).sum()
    }

    fn object(&self, game: &str, seed: u64, interrupted: bool) -> Value {
        let time = self.time();
        let views = by_view(&self.costs).into_iter().map(|(view, share)| (view.name().to_owned(), json!(share)));
        let cost = |cost: &Cost| {
            let measured = json!({
                "view": cost.view.name(),
                "evaluations": cost.count,
                "self_share": cost.own / time,
                "total_share": cost.total / time,
                "nanoseconds": (cost.count > 0).then(|| cost.total / cost.count as f64),
            });
            match cost.part.and_then(|part| self.table.entry(part)) {
                Some(entry) => entry.object(measured),
                None => measured,
            }
        };
        json!({
            "game": game,
            "seed": seed,
            "interrupted": interrupted,
            "games": self.games,
            "plies": self.plies,
            "walks": self.walks,
            "seconds": time / 1e9,
            "plies_per_second": self.plies as f64 * 1e9 / time,
            "views": views.collect::<serde_json::Map<_, _>>(),
            "costs": self.costs.iter().map(cost).collect::<Vec<_>>(),
        })
    }

    /// The costs by place and view, with the number of expressions that a define or an option brings from there.
    fn by_place(&self) -> Vec<(Cost, usize)> {
        let mut places: IndexMap<_, (Cost, usize)> = IndexMap::new();
        for cost in &self.costs {
            let place = cost.part.and_then(|part| self.table.entry(part)).map(Entry::place);
            let (sum, uses) =
                places.entry((place, cost.view)).or_insert((Cost { count: 0, own: 0.0, total: 0.0, ..*cost }, 0));
            sum.count += cost.count;
            sum.own += cost.own;
            sum.total += cost.total;
            *uses += 1;
        }
        let mut costs: Vec<_> = places.into_values().collect();
        costs.sort_by(|(a, _), (b, _)| b.own.total_cmp(&a.own));
        costs
    }

    fn print(&self, top: usize, ui: &mut Ui) -> std::io::Result<()> {
        let time = self.time();
        let each = time / self.plies.max(1) as f64;
        ui.line(format!(
            "games     {} with {} plies; {each:.0} ns a ply, {} plies/s",
            thousands(self.games),
            thousands(self.plies),
            rate(self.plies, time / 1e9),
        ))?;
        if self.walks {
            ui.line("positions few: playouts that are not measured walk those they know, and take less time")?;
        }
        let shares = by_view(&self.costs);
        let shares = shares.iter().filter(|(_, share)| *share >= 0.0005);
        let shares: Vec<String> = shares.map(|(view, share)| format!("{view}\u{a0}{:.1}%", 100.0 * share)).collect();
        ui.line(format!("views     {}\n", fill(&shares.join(", "), 10).trim_start().replace('\u{a0}', " ")))?;
        ui.line(" self   total   evaluated        ns  view     place    expression")?;
        let costs = self.by_place();
        let shown = if top == 0 { costs.len() } else { top.min(costs.len()) };
        let (top, rest) = costs.split_at(shown);
        for (cost, uses) in top {
            let percent = |time_of: f64| format!("{:.1}%", 100.0 * time_of / time);
            let (own, total, view) = (percent(cost.own), percent(cost.total), cost.view);
            let (place, text) = match cost.part.and_then(|part| self.table.entry(part)) {
                Some(entry) if *uses > 1 => (&*entry.position, format!("{uses}× {}", short(&entry.text, WIDTH - 3))),
                Some(entry) => (&*entry.position, short(&entry.text, WIDTH)),
                None => ("-", "making moves, end rules, turns".to_owned()),
            };
            let (count, ns) = match cost.view {
                ViewKind::Engine => ("-".to_owned(), "-".to_owned()),
                _ => (thousands(cost.count), format!("{:.0}", cost.total / cost.count as f64)),
            };
            ui.line(format!("{own:>5}  {total:>6}  {count:>10}  {ns:>8}  {view:8} {place:8} {text}"))?;
        }
        if !rest.is_empty() {
            let own: f64 = rest.iter().map(|(cost, _)| cost.own).sum();
            ui.line(format!("{:>5}  {} more: --top 0 shows all", format!("{:.1}%", 100.0 * own / time), rest.len()))?;
        }
        Ok(())
    }
}
