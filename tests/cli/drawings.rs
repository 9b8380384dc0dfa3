//! `ludemic board`: positions as text, SVG and HTML.

use super::{Folder, clean, output, session};
use std::fs;

const FILL: &str = "tests/games/fill.lud";
const CORNERS: &str = "tests/games/corners.lud";

#[test]
fn positions_as_text() {
    let shown = session(&["board", CORNERS, "--seed", "3", "--ply", "2"], "")
        + &session(&["board", CORNERS, "--seed", "3", "--ply", "0"], "")
        + &session(&["board", CORNERS, "--seed", "3", "--ply", "1", "--format", "json"], "");
    insta::assert_snapshot!(shown);
}

#[test]
fn positions_of_every_kind_as_text() {
    let hidden = "tests/games/hidden.lud";
    let shown = [
        session(&["board", hidden, "--seed", "3", "--ply", "2"], ""),
        session(&["board", hidden, "--seed", "3", "--ply", "2", "--as", "P2"], ""),
        session(&["board", hidden, "--seed", "3", "--ply", "2", "--as", "all"], ""),
        session(&["board", hidden, "--seed", "3", "--ply", "2", "--as", "P3"], ""),
        session(&["board", "tests/games/large.lud", "--seed", "2", "--ply", "6"], ""),
        session(&["board", "tests/games/dominoes.lud", "--seed", "2", "--ply", "3"], ""),
        session(&["board", "tests/games/dice.lud", "--seed", "2", "--ply", "3"], ""),
        session(&["board", "tests/svg/edges.lud", "--seed", "2", "--ply", "3"], ""),
        session(&["play", hidden, "--p2", "random"], "1\n1\nquit\n"),
        session(&["play", hidden, "--p2", "uct:5"], ""),
        session(&["stats", hidden, "-n", "2", "--players", "greedy"], ""),
    ];
    insta::assert_snapshot!(shown.concat());
}

#[test]
fn what_cannot_be_drawn() {
    let folder = Folder::new("undrawn");
    let (game, other, broken) = (folder.file("game.jsonl"), folder.file("other.jsonl"), folder.file("broken.jsonl"));
    let text = clean(&["trace", CORNERS, "--seed", "3"]);
    let moves = text.lines().count() - 2;
    fs::write(&game, &text).expect("a file is written");
    fs::write(&other, clean(&["trace", FILL])).expect("a file is written");
    // The first move once more, which is illegal.
    let lines: Vec<&str> = text.lines().collect();
    fs::write(&broken, [lines[0], lines[1], lines[1]].join("\n")).expect("a file is written");
    let shown = [
        session(&["board", CORNERS, "--ply", "3"], ""),
        session(&["board", CORNERS, "--after", &game, "--ply", "99"], ""),
        session(&["board", CORNERS, "--after", &other], ""),
        session(&["board", CORNERS, "--after", &broken, "--svg", "-"], ""),
        session(&["board", CORNERS, "--after", "no-such-file.jsonl"], ""),
        session(&["board", CORNERS, "--after", FILL], ""),
        session(&["board", CORNERS, "--svg", "-", "--html", "-"], ""),
        session(&["board", CORNERS, "--strip"], ""),
    ];
    let shown = shown.concat().replace(&game, "game.jsonl").replace(&other, "other.jsonl");
    let shown = shown.replace(&broken, "broken.jsonl").replace(&format!("{moves} moves"), "N moves");
    insta::assert_snapshot!(shown);
}

#[test]
fn recordings_of_every_kind_are_drawn_alike() {
    let folder = Folder::new("drawn");
    let (lines, packed, trial) = (folder.file("game.jsonl"), folder.file("game.jsonl.gz"), folder.file("game.trl"));
    fs::write(&lines, clean(&["trace", CORNERS, "--seed", "8"])).expect("a file is written");
    fs::write(&trial, clean(&["trace", CORNERS, "--seed", "8", "--format", "trl"])).expect("a file is written");
    output(&["play", CORNERS, "--random", "all", "--seed", "8", "--save", &packed], b"");
    let of_seed = clean(&["board", CORNERS, "--seed", "8", "--ply", "3", "--svg", "-"]);
    assert!(of_seed.starts_with("<svg "));
    for file in [&lines, &packed, &trial] {
        assert_eq!(clean(&["board", CORNERS, "--after", file, "--ply", "3", "--svg", "-"]), of_seed, "{file}");
    }
    let text = fs::read(&lines).expect("the file is there");
    let piped = output(&["board", CORNERS, "--after", "-", "--ply", "3", "--svg", "-"], &text);
    assert_eq!(String::from_utf8_lossy(&piped.stdout), of_seed);
}

#[test]
fn the_options_of_a_recording_hold() {
    let folder = Folder::new("options");
    let file = folder.file("game.jsonl");
    fs::write(&file, clean(&["trace", FILL, "-o", "Board Size/2x2", "--seed", "3"])).expect("a file is written");
    let text = clean(&["board", FILL, "--after", &file]);
    assert!(text.starts_with("2 ") && text.contains("move 4 of 4"), "{text}");
}

#[test]
fn files_are_written() {
    let folder = Folder::new("files");
    let (svg, html) = (folder.file("strip.svg"), folder.file("game.html"));
    let arguments = ["board", FILL, "--seed", "2", "--strip", "--every", "2", "--svg", &svg, "--html", &html];
    assert_eq!(clean(&arguments), "");
    let (svg, html) = (fs::read_to_string(svg).expect("a strip"), fs::read_to_string(html).expect("a page"));
    let game = clean(&["board", FILL, "--seed", "2"]);
    let plies: usize = game
        .rsplit("of ")
        .next()
        .and_then(|rest| rest.split(',').next())
        .and_then(|n| n.parse().ok())
        .expect("the number of moves");
    let steps = plies / 2 + 1 + plies % 2;
    assert_eq!(svg.matches("class=\"step\"").count(), steps);
    assert_eq!(html.matches("data-step=").count(), steps);
    let nowhere = session(&["board", FILL, "--svg", "no-such-folder/out.svg"], "");
    assert!(nowhere.contains("cannot write no-such-folder/out.svg") && nowhere.ends_with("=> 2\n"), "{nowhere}");
}

/// The pictures of the documents and the commands that draw them; `LUDEMIC_BLESS=1` draws them anew.
const PICTURES: [(&str, &[&str]); 7] = [
    ("chess", &["lud/chess.lud", "--seed", "4", "--ply", "24", "--coordinates"]),
    ("rabbit-warrens", &["lud/rabbit-warrens.lud", "--seed", "5", "--ply", "70"]),
    ("skirt", &["lud/skirt.lud", "--seed", "3", "--ply", "60"]),
    ("wrigglers-squared", &["lud/wrigglers-squared.lud", "--seed", "3", "--ply", "40"]),
    (
        "brain-coral",
        &[
            "lud/brain-coral.lud",
            "-o",
            "Board Grid/TriSquare connections to edge All directions - Orthogonal only form groups",
            "--seed",
            "1",
            "--ply",
            "26",
        ],
    ),
    ("dogtown-clans", &["lud/dogtown-clans.lud", "--seed", "3", "--ply", "24", "--labels"]),
    ("strip", &["lud/dogtown-clans.lud", "--seed", "3", "--strip", "--every", "6"]),
];

#[test]
fn the_pictures_of_the_documents_are_those_of_the_program() {
    for (name, arguments) in PICTURES {
        let text = clean(&[&["board"], arguments, &["--svg", "-"]].concat());
        let file = format!("{}/docs/pictures/{name}.svg", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("LUDEMIC_BLESS").is_some() {
            fs::write(&file, &text).expect("a picture is written");
        }
        assert!(fs::read_to_string(&file).is_ok_and(|known| known == text), "{name}: LUDEMIC_BLESS=1 draws it anew");
    }
}
