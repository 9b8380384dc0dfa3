//! `ludemic board`: the board with the numbers or labels of its sites.

use super::input::Description;
use super::output::Ui;
use super::{CLEAN, Outcome};
use ludemic::Game;
use ludemic::board::{Relation, SiteType};
use ludemic::render::{Picture, Show};
use serde_json::{Value, json};

/// Draw the board with the numbers or labels of its sites.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    description: Description,

    /// Labels such as B3 instead of numbers
    #[arg(long)]
    labels: bool,

    /// The type of site to show; the one the game is played on unless given
    #[arg(long = "type", value_name = "Cell|Vertex|Edge", value_parser = site_type)]
    site_type: Option<SiteType>,
}

fn site_type(word: &str) -> Result<SiteType, String> {
    SiteType::ALL
        .into_iter()
        .find(|t| t.name().eq_ignore_ascii_case(word))
        .ok_or_else(|| "the types of site are Cell, Vertex and Edge".to_owned())
}

/// Prints the picture, or the sites with their coordinates and neighbours.
pub fn run(args: &Args, ui: &mut Ui) -> Outcome {
    let game = args.description.game(ui)?;
    let t = args.site_type.unwrap_or(game.equipment.layout.default_type());
    if ui.json() {
        ui.object(&record(&game, t))?;
    } else {
        let show = if args.labels { Show::Labels } else { Show::Numbers };
        ui.print(Picture::board(&game).show(show).site_type(t))?;
    }
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
