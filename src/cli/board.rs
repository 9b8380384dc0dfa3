//! `ludemic board`: the board with the numbers or labels of its sites, and positions of a game as pictures.

use super::drawing::{self, Moment};
use super::input::Playable;
use super::output::Ui;
use super::{CLEAN, CommandResult, Stop};
use ludemic::board::{Relation, SiteType};
use ludemic::recording::state;
use ludemic::render::{Picture, Show, Viewer, describe, mover_name, outcome};
use ludemic::{Game, Trial};
use serde_json::{Value, json};

const EXAMPLES: &str = "\
Examples:
  ludemic board lud/skirt.lud --labels                        the sites and their names, as text
  ludemic board lud/skirt.lud --svg skirt.svg                 the start as a picture
  ludemic board lud/chess.lud --svg chess.svg --coordinates   with letters and numbers around the board
  ludemic board lud/skirt.lud --after game.jsonl --ply 20     a position of a recorded game, as text
  ludemic board lud/skirt.lud --after game.jsonl --ply 20 --svg - > skirt.svg
  ludemic board lud/skirt.lud --seed 7 --strip --every 5 --svg strip.svg
  ludemic board lud/skirt.lud --seed 7 --html game.html       a page with a slider, which needs nothing else

A game of --seed is the one that `ludemic trace --seed` records. Options are those of the recording unless given.";

/// Draw the board with the numbers or labels of its sites, or positions of a game as SVG or HTML.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    pub game: Playable,

    /// Labels such as B3 instead of numbers; beside the pieces of a picture
    #[arg(long)]
    pub labels: bool,

    /// Numbers of sites, beside the pieces of a picture
    #[arg(long, conflicts_with = "labels")]
    pub numbers: bool,

    /// The names of columns and rows outside the board
    #[arg(long, conflicts_with_all = ["labels", "numbers"])]
    pub coordinates: bool,

    /// The type of site to show; the one the game is played on unless given
    #[arg(long = "type", value_name = "Cell|Vertex|Edge", value_parser = site_type, conflicts_with_all = ["svg", "html"])]
    site_type: Option<SiteType>,

    /// Show a position of this recorded game, .jsonl, .jsonl.gz or .trl; `-` for standard input
    #[arg(long, value_name = "RECORDING")]
    pub after: Option<String>,

    /// Show a position of the random game of this seed
    #[arg(long, value_name = "N", conflicts_with = "after")]
    pub seed: Option<u64>,

    /// After so many moves, 0 for the start; the end of the game unless given
    #[arg(long, value_name = "N")]
    pub ply: Option<usize>,

    /// Who looks, in a game that hides something: a player such as P2, `mover` for the one to move, or `all`
    #[arg(long = "as", value_name = "PLAYER|all", value_parser = Sight::read, default_value = "mover", hide_default_value = true)]
    pub sight: Sight,

    /// Write the position as SVG to this file; `-` for standard output
    #[arg(long, value_name = "OUT")]
    pub svg: Option<String>,

    /// In the SVG, all positions up to there as small boards
    #[arg(long, requires = "svg")]
    pub strip: bool,

    /// Of the positions, only each K-th, the first and the last
    #[arg(long, value_name = "K", default_value_t = 1, hide_default_value = true,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub every: u64,

    /// Write all positions up to there as a page of HTML with a slider; `-` for standard output
    #[arg(long, value_name = "OUT")]
    pub html: Option<String>,
}

/// Who looks at positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sight {
    /// Whoever is to move; all is seen once the game is over.
    Mover,
    /// The same one always.
    Fixed(Viewer),
}

impl Sight {
    fn read(word: &str) -> Result<Sight, String> {
        let digits = word.strip_prefix(['P', 'p']).unwrap_or(word);
        match (word.to_ascii_lowercase().as_str(), digits.parse::<i32>()) {
            ("mover", _) => Ok(Sight::Mover),
            ("all", _) => Ok(Sight::Fixed(Viewer::All)),
            (_, Ok(player @ 1..)) => Ok(Sight::Fixed(Viewer::Player(player))),
            _ => Err("say a player such as P2, `mover` or `all`".to_owned()),
        }
    }

    /// For a player whom the game does not have.
    pub fn check(self, game: &Game) -> Result<(), Stop> {
        let (Sight::Fixed(Viewer::Player(player)), players) = (self, game.equipment.players) else { return Ok(()) };
        let wrong = || format!("--as P{player}: the players of the game are P1 to P{players}");
        if player > players { Err(wrong().into()) } else { Ok(()) }
    }

    /// Who looks at this position.
    pub fn of(self, trial: &Trial) -> Viewer {
        match self {
            Sight::Mover => Viewer::mover(trial),
            Sight::Fixed(viewer) => viewer,
        }
    }
}

fn site_type(word: &str) -> Result<SiteType, String> {
    SiteType::ALL
        .into_iter()
        .find(|t| t.name().eq_ignore_ascii_case(word))
        .ok_or_else(|| "the types of site are Cell, Vertex and Edge".to_owned())
}

impl Args {
    /// What is written at the sites.
    pub fn names(&self) -> Option<Show> {
        match (self.labels, self.numbers) {
            (true, _) => Some(Show::Labels),
            (_, true) => Some(Show::Numbers),
            _ => None,
        }
    }
}

/// Prints or writes the picture, or prints the sites with their coordinates and neighbours.
pub fn run(args: &Args, ui: &mut Ui) -> CommandResult {
    let game_given = args.after.is_some() || args.seed.is_some();
    if args.ply.is_some() && !game_given {
        return Err("--ply counts the moves of a game: give one with --after RECORDING or --seed N".into());
    }
    if args.svg.is_some() || args.html.is_some() {
        return drawing::run(args, ui);
    }
    if game_given {
        return position(args, ui);
    }
    let compiled = args.game.description.drawable(ui)?;
    let game = compiled.game();
    let t = args.site_type.unwrap_or(game.equipment.layout.default_type());
    if ui.json() {
        ui.object(&record(game, t))?;
    } else {
        ui.print(
            Picture::board(game)
                .show(args.names().unwrap_or(if args.coordinates { Show::Pieces } else { Show::Numbers }))
                .site_type(t),
        )?;
    }
    Ok(CLEAN)
}

/// A position as text, or as the state of a recording.
fn position(args: &Args, ui: &mut Ui) -> CommandResult {
    let moment = drawing::moment(args, ui, &mut |_, _| ())?;
    let Moment { trial, plies, .. } = moment.map_err(|message| ui.refuse(message))?;
    let game = trial.game();
    args.sight.check(game)?;
    let last = if trial.is_empty() { None } else { trial.history().last() };
    // Data for programs are the whole state.
    let viewer = if ui.json() { Viewer::All } else { args.sight.of(&trial) };
    let seen = |m| if viewer.follows(game, trial.state(), m) { describe(game, m) } else { "unseen".to_owned() };
    let last = last.map(|m| format!("{} {}", mover_name(game, m.mover), seen(m)));
    if ui.json() {
        let value = json!({
            "game": &*game.name,
            "ply": trial.len(),
            "plies": plies,
            "move": last,
            "mover": trial.state().mover(),
            "outcome": outcome(trial.state()),
            "state": state(game, trial.state()),
        });
        ui.object(&value)?;
        return Ok(CLEAN);
    }
    let picture = Picture::position(game, trial.state()).seen_by(viewer);
    let picture = if let Some(t) = args.site_type { picture.site_type(t) } else { picture };
    ui.print(picture.color(ui.color()))?;
    let of = plies.map_or(String::new(), |plies| format!(" of {plies}"));
    let last = last.map_or("the start".to_owned(), |last| format!("move {}{of}, {last}", trial.len()));
    let now = outcome(trial.state()).unwrap_or_else(|| format!("{} to move", mover_name(game, trial.chooser())));
    ui.line(format!("{last}: {now}"))?;
    Ok(CLEAN)
}

fn record(game: &Game, t: SiteType) -> Value {
    let board = &game.equipment.board;
    let sites: Vec<Value> = (0..board.len(t))
        .map(|site| {
            let (x, y, _) = board.position(t, site).unwrap_or_default();
            json!({
                "site": site,
                "label": board.label(t, site),
                "x": x,
                "y": y,
                "row": board.row(t, site),
                "column": board.column(t, site),
                "neighbours": board.neighbours(t, site, Relation::Adjacent),
            })
        })
        .collect();
    json!({ "game": &*game.name, "siteType": t.name(), "sites": sites })
}
