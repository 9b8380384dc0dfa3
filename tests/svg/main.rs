//! Boards, positions and games drawn as SVG and HTML.

#[path = "../common/mod.rs"]
mod common;
mod library;
mod table;

use ludemic::playouts::Chooser;
use ludemic::render::svg::{Drawing, Frame, Look};
use ludemic::render::{Show, Viewer};
use ludemic::{Compiled, KnownDefines, Parsed, Trial};
use roxmltree::{Document, Node};
use std::path::Path;
use std::sync::Arc;

/// A description of this project by its path, with these options.
fn compiled(file: &str, options: &[&str]) -> Compiled {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = std::fs::read_to_string(path).expect("the file can be read");
    let options: Vec<String> = options.iter().map(|option| (*option).to_owned()).collect();
    let known = KnownDefines::standard();
    let stages = Parsed::new(file, &text).and_then(|parsed| parsed.expand(&options, &known));
    match stages.and_then(|expansion| expansion.check()).and_then(|checked| checked.compile()) {
        Ok(compiled) => compiled,
        Err(failure) => panic!("{failure}"),
    }
}

/// The positions of a random game up to a move.
fn frames(compiled: &Compiled, look: &Look, plies: usize) -> Vec<Frame> {
    let mut trial = Trial::start(Arc::clone(compiled.game()), 1).expect("the game starts");
    let mut chooser = Chooser::new(1);
    let mut frames = vec![Frame::of(&trial, look)];
    while !trial.is_over() && trial.len() < plies {
        let index = chooser.choose(trial.legal().expect("legal moves").len());
        trial.play(index).expect("a move");
        frames.push(Frame::of(&trial, look));
    }
    frames
}

/// A position of a random game, checked.
fn drawn(file: &str, options: &[&str], plies: usize, names: Show) -> String {
    let compiled = compiled(file, options);
    let look = Look::of(&compiled);
    let frames = frames(&compiled, &look, plies);
    let text = Drawing::new(compiled.game(), &look).names(names).position(&frames[frames.len() - 1]);
    check(&text);
    text
}

/// Sees to it that a document is well-formed, that what is used is there, and that no number is out of bounds.
fn check(text: &str) {
    let tree = Document::parse(text).unwrap_or_else(|error| panic!("{error}:\n{text}"));
    let ids: Vec<&str> = tree.descendants().filter_map(|node| node.attribute("id")).collect();
    for (n, id) in ids.iter().enumerate() {
        assert!(!ids[..n].contains(id), "{id} is there twice");
    }
    for node in tree.descendants().filter(Node::is_element) {
        if let Some(name) = node.attribute("href") {
            assert!(name.strip_prefix('#').is_some_and(|id| ids.contains(&id)), "{name} is not there");
        }
        for attribute in node.attributes() {
            assert!(!attribute.value().contains("NaN") && !attribute.value().contains("inf"), "{node:?}");
        }
    }
    let root = tree.root_element();
    let size = |name: &str| root.attribute(name).and_then(|value| value.parse::<f64>().ok()).expect("a size");
    assert!((50.0..20000.0).contains(&size("width")) && (50.0..100_000.0).contains(&size("height")), "the size");
    for name in ["title", "desc"] {
        let node = root.children().find(|node| node.has_tag_name(name));
        assert!(node.and_then(|node| node.text()).is_some_and(|text| !text.is_empty()), "no {name}");
    }
}

/// The texts of a document, one a line.
fn texts(text: &str) -> Vec<String> {
    let tree = Document::parse(text).expect("well-formed");
    let texts = tree.descendants().filter(|node| node.has_tag_name("text"));
    texts.filter_map(|node| node.text().map(str::to_owned)).collect()
}

#[test]
fn cells_with_all_the_graphics() {
    insta::assert_snapshot!(drawn("tests/svg/checks.lud", &[], 1, Show::Pieces));
}

#[test]
fn large_pieces_cover_their_cells() {
    insta::assert_snapshot!(drawn("tests/games/large.lud", &[], 3, Show::Pieces));
}

#[test]
fn halves_of_dominoes() {
    let text = drawn("tests/games/dominoes.lud", &[], 3, Show::Pieces);
    assert!(!texts(&text).iter().any(|text| text == "?"), "nothing is unknown");
    insta::assert_snapshot!(text);
}

#[test]
fn what_is_hidden_is_not_drawn() {
    let compiled = compiled("tests/games/hidden.lud", &[]);
    let look = Look::of(&compiled);
    let trial = Trial::start(Arc::clone(compiled.game()), 1).expect("the game starts");
    let unknown = |viewer: Viewer| {
        let text = Drawing::new(compiled.game(), &look).position(&Frame::seen(&trial, &look, viewer));
        check(&text);
        let sign = texts(&text).iter().filter(|text| *text == "?").count();
        let sites = text.split("something hidden on ").nth(1).and_then(|rest| rest.split('.').next());
        (sign, sites.unwrap_or("").to_owned())
    };
    assert_eq!(unknown(Viewer::All), (0, String::new()));
    // To the first player the other's row looks empty; the second sees that something is in the first's.
    assert_eq!(unknown(Viewer::Player(1)), (0, String::new()));
    assert_eq!(unknown(Viewer::Player(2)), (1, "A1 B1 C1 D1".to_owned()));
    assert_eq!(unknown(Viewer::Nobody), (1, "A1 B1 C1 D1".to_owned()));
}

#[test]
fn points_of_triangles() {
    insta::assert_snapshot!(drawn("tests/games/corners.lud", &[], 3, Show::Labels));
}

#[test]
fn edges() {
    insta::assert_snapshot!(drawn("tests/svg/edges.lud", &[], 2, Show::Numbers));
}

#[test]
fn stacks_and_hands() {
    insta::assert_snapshot!(drawn("tests/svg/heaps.lud", &[], 1, Show::Pieces));
}

/// And no scores, which only the end of the game counts.
#[test]
fn water_and_officers() {
    let text = drawn("tests/svg/water.lud", &[], 0, Show::Pieces);
    assert!(!text.contains("class=\"score"), "{text}");
    insta::assert_snapshot!(text);
}

#[test]
fn seeds_in_holes() {
    insta::assert_snapshot!(drawn("tests/svg/holes.lud", &[], 1, Show::Pieces));
}

#[test]
fn curved_edges() {
    insta::assert_snapshot!(drawn("tests/svg/rings.lud", &[], 1, Show::Pieces));
    let points = drawn("tests/svg/rings.lud", &["Rings/Points"], 3, Show::Numbers);
    assert!(!points.contains("A46"), "the edges of squares are straight");
}

#[test]
fn dice_and_hands_of_three() {
    let text = drawn("tests/games/kinds.lud", &[], 4, Show::Pieces);
    assert!(texts(&text).iter().any(|text| text == "P3"));
    let text = drawn("tests/games/dice.lud", &[], 2, Show::Pieces);
    assert!(texts(&text).iter().any(|text| text == "Dice"));
}

#[test]
fn the_y_axis_goes_up() {
    let text = drawn("tests/games/corners.lud", &[], 0, Show::Labels);
    let tree = Document::parse(&text).expect("well-formed");
    let height = |label: &str| {
        let node = tree.descendants().find(|node| node.has_tag_name("text") && node.text() == Some(label));
        let y = node.and_then(|node| node.attribute("y")).expect("a label");
        y.parse::<f64>().expect("a number")
    };
    let compiled = compiled("tests/games/corners.lud", &[]);
    let board = &compiled.game().equipment.board;
    let t = board.default_type();
    let mut sites: Vec<(f64, &str)> =
        (0..board.len(t)).filter_map(|site| Some((board.position(t, site)?.1, board.label(t, site)?))).collect();
    sites.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (low, high) = (sites[0], sites[sites.len() - 1]);
    assert!(low.0 < high.0 && height(low.1) > height(high.1), "the lowest row of the board is that of the picture");
}

#[test]
fn every_site_has_its_name() {
    let compiled = compiled("tests/games/corners.lud", &[]);
    let board = &compiled.game().equipment.board;
    let shown = texts(&drawn("tests/games/corners.lud", &[], 2, Show::Labels));
    let t = board.default_type();
    for site in 0..board.len(t) {
        let label = board.label(t, site).expect("a label");
        assert_eq!(shown.iter().filter(|text| *text == label).count(), 1, "{label}");
    }
}

#[test]
fn the_five_games_at_all_sizes() {
    let games = ["brain-coral", "dogtown-clans", "rabbit-warrens", "skirt", "wrigglers-squared"];
    for game in games {
        let file = format!("lud/{game}.lud");
        let whole = compiled(&file, &[]);
        let chosen: Vec<String> =
            whole.expanded().options.iter().flat_map(|option| option.selections().collect::<Vec<_>>()).collect();
        assert!(chosen.len() > 1, "{game} has options");
        for option in &chosen {
            drawn(&file, &[option], 6, Show::Labels);
        }
    }
}

#[test]
fn a_strip_draws_the_board_once() {
    let compiled = compiled("lud/dogtown-clans.lud", &[]);
    let look = Look::of(&compiled);
    let frames = frames(&compiled, &look, 7);
    let text = Drawing::new(compiled.game(), &look).strip(&frames);
    check(&text);
    let tree = Document::parse(&text).expect("well-formed");
    let steps: Vec<Node> = tree.descendants().filter(|node| node.attribute("class") == Some("step")).collect();
    assert_eq!(steps.len(), 8);
    for (ply, step) in steps.iter().enumerate() {
        let pieces = step.descendants().filter(|node| {
            node.has_tag_name("use") && node.attribute("href").is_some_and(|name| name.starts_with("#t"))
        });
        assert!(pieces.count() <= ply, "a move places one piece at most");
    }
    assert_eq!(text.matches("id=\"ground\"").count(), 1);
}

#[test]
fn a_page_has_every_position_and_needs_nothing_else() {
    let compiled = compiled("lud/rabbit-warrens.lud", &[]);
    let look = Look::of(&compiled);
    let frames = frames(&compiled, &look, 12);
    let about = ["1 < 2 & </script>".to_owned()];
    let page = Drawing::new(compiled.game(), &look).about(&about).page(&frames);
    let drawing = page.split_once("<svg").and_then(|(_, rest)| rest.split_once("</svg>")).expect("a drawing").0;
    check(&format!("<svg{drawing}</svg>"));
    let data = page.split_once("id=\"data\">").and_then(|(_, rest)| rest.split_once("</script>")).expect("data").0;
    let data: serde_json::Value = serde_json::from_str(data).expect("JSON");
    let steps = data["frames"].as_array().expect("frames");
    assert_eq!(steps.len(), 13);
    let places = data["places"].as_array().expect("places").len();
    let looks = drawing.matches("<g id=\"t").count();
    for step in steps {
        let pieces: Vec<usize> =
            step["p"].as_array().expect("pieces").iter().map(|n| n.as_u64().expect("a number") as usize).collect();
        assert!(!pieces.is_empty());
        assert!(pieces.chunks(2).all(|pair| pair[0] < places && pair[1] < looks));
        assert_eq!(step["r"].as_array().expect("regions").len(), 3);
    }
    assert_eq!(page.matches("data-step=").count(), 13);
    assert!(page.contains("1 &lt; 2 &amp; &lt;/script&gt;"), "the text is escaped");
    assert!(!page.contains("{{"), "the template is filled");
    let outside = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!outside.contains("http") && !outside.contains("src="), "nothing is fetched");
}

#[test]
fn the_same_position_gives_the_same_text() {
    let once = || drawn("lud/skirt.lud", &[], 20, Show::Numbers);
    assert_eq!(once(), once());
}
