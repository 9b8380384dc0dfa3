//! A game as a page that needs nothing else.

use super::geometry::LocalSite;
use super::scene::{Scene, caption, mark_path};
use super::token::Tokens;
use super::xml::{Num, Xml};
use super::{Drawing, Frame, begin, define};
use indexmap::{IndexMap, IndexSet};
use quick_xml::escape::escape;
use serde::Serialize;

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// What the script of the page reads.
#[derive(Serialize)]
struct Data {
    /// Where pieces stand: x, y, scale, angle.
    places: Vec<[f64; 4]>,
    /// Outlines of coloured sites, each once.
    paths: Vec<String>,
    frames: Vec<Step>,
}

/// A position, as short as it can be.
#[derive(Serialize)]
struct Step {
    /// Place, look, place, look, …
    p: Vec<usize>,
    /// The outline of each coloured region, by its number in `paths`.
    r: Vec<usize>,
    /// The mark of the last move.
    m: String,
    /// Scores, player 1 first.
    s: Vec<i32>,
    /// Who is to move, 0 for nobody.
    w: i32,
    /// The line below the board.
    c: String,
}

pub(super) fn page(drawing: &Drawing, frames: &[Frame]) -> String {
    let scene = drawing.scene(frames);
    let mut tokens = Tokens::new(&drawing.game.equipment, drawing.look, frames);
    let data = data(&scene, frames, &mut tokens);
    // Within a page a text of data ends at the first `</script`.
    let data = serde_json::to_string(&data).unwrap_or_default().replace('<', "\\u003c");
    let game = &*drawing.game.name;
    fill(
        TEMPLATE,
        &[
            ("title", escape(game).as_ref()),
            ("style", STYLE),
            ("last", &frames.len().saturating_sub(1).to_string()),
            ("board", &board(drawing, &scene, frames.first(), &tokens)),
            ("moves", &moves(frames)),
            ("about", &about(&drawing.about)),
            ("data", &data),
            ("script", SCRIPT),
        ],
    )
}

/// The template with `{{name}}` replaced; what is filled in is not looked at again.
fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        text.push_str(before);
        let Some((name, tail)) = after.split_once("}}") else { break };
        text.push_str(values.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value));
        rest = tail;
    }
    text + rest
}

/// The board once, with groups for what changes and the first position in them.
fn board(drawing: &Drawing, scene: &Scene, first: Option<&Frame>, tokens: &Tokens) -> String {
    let mut xml = Xml::new();
    let description = first.map(|frame| drawing.description(frame)).unwrap_or_default();
    begin(&mut xml, (scene.width, scene.height), &drawing.game.name, &description);
    define(&mut xml, tokens);
    scene.paper(&mut xml);
    xml.open("g", &[("class", &"board")]);
    scene.ground(&mut xml);
    xml.open("g", &[("id", &"regions")]);
    for rule in &drawing.look.regions {
        let opacity = Num(rule.colour.opacity());
        xml.empty("path", &[("d", &""), ("fill", &rule.colour), ("fill-opacity", &opacity)]);
    }
    xml.close();
    scene.lines(&mut xml, first);
    xml.close();
    xml.empty("g", &[("id", &"pieces")]);
    mark_path(&mut xml, "");
    scene.names(&mut xml, None);
    if let Some(first) = first {
        xml.group(&[("class", &"panel")], |xml| scene.panel(xml, first));
        scene.foot(&mut xml, first);
    }
    xml.finish()
}

fn data(scene: &Scene, frames: &[Frame], tokens: &mut Tokens) -> Data {
    let mut places: IndexMap<LocalSite, [f64; 4]> = IndexMap::new();
    let mut paths: IndexSet<String> = IndexSet::new();
    let round = |x: f64| (x * 100.0).round() / 100.0;
    let steps = frames
        .iter()
        .map(|frame| {
            let mut p = Vec::with_capacity(2 * frame.pieces.len());
            for (place, stack) in &frame.pieces {
                let Some(spot) = scene.geometry.spot(*place) else { continue };
                let entry = places.entry(*place);
                p.push(entry.index());
                entry.or_insert_with(|| {
                    [round(spot.at.0), round(spot.at.1), round(spot.r / super::shapes::RADIUS), round(spot.angle)]
                });
                p.push(tokens.of(stack, *place, &scene.geometry));
            }
            Step {
                p,
                r: scene.region_paths(frame).into_iter().map(|path| paths.insert_full(path).0).collect(),
                m: scene.mark(frame),
                s: frame.scores.iter().skip(1).copied().collect(),
                w: frame.mover,
                c: caption(frame),
            }
        })
        .collect();
    Data { places: places.into_values().collect(), paths: paths.into_iter().collect(), frames: steps }
}

/// The list of moves, each a button that shows the position after it.
fn moves(frames: &[Frame]) -> String {
    let button = |(number, frame): (usize, &Frame)| {
        let (ply, name) = (frame.ply, escape(frame.last.as_ref().map_or("Start", |last| &last.text)));
        format!("<li value=\"{ply}\"><button type=\"button\" data-step=\"{number}\">{name}</button></li>\n")
    };
    frames.iter().enumerate().map(button).collect()
}

fn about(paragraphs: &[String]) -> String {
    if paragraphs.is_empty() {
        return String::new();
    }
    let paragraphs: String = paragraphs.iter().map(|text| format!("<p>{}</p>\n", escape(text.as_str()))).collect();
    format!("<details>\n<summary>Rules</summary>\n{paragraphs}</details>\n")
}
