//! Games driven by events, and screens compared with how they were accepted.
//!
//! `INSTA_UPDATE=always cargo test --bin ludemic tui` accepts screens; `LUDEMIC_BLESS=1` writes the pictures in
//! `docs/pictures` anew.

use super::draw::draw;
use super::model::{Input, Model, Seats, Wish};
use super::place::Plan;
use super::worker::Insight;
use super::{click, input};
use ludemic::players::Spec;
use ludemic::render::svg::Table;
use ludemic::{Compiled, KnownDefines, Parsed};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use std::fmt::Write;
use std::path::Path;

const SCREEN: Rect = Rect::new(0, 0, 100, 30);

const LINES: &str = r#"(game "Rows" (players 2)
    (equipment { (board BOARD) (piece "Disc" P1) (piece "Cross" P2) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#;

const STEPS: &str = r#"(game "Steps" (players 2)
    (equipment { (board (square 4)) (piece "Man" P1 (move Step (to if:(is Empty (to))))) (piece "Man" P2 (move Step (to if:(is Empty (to))))) })
    (rules
        (start { (place "Man1" {0 1}) (place "Man2" {14 15}) })
        (play (or (forEach Piece) (move Pass)))
        (end (if (is In (last To) (sites Top)) (result Mover Win)))))"#;

fn compiled(text: &str, options: &[String]) -> Compiled {
    let steps = || Parsed::new("test.lud", text)?.expand(options, &KnownDefines::standard())?.check()?.compile();
    steps().unwrap_or_else(|failure| panic!("{:?}", failure.findings))
}

fn file(name: &str, option: &str) -> Compiled {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("lud").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let options: Vec<String> = if option.is_empty() { Vec::new() } else { vec![option.to_owned()] };
    compiled(&text, &options)
}

fn model(compiled: &Compiled) -> Model {
    Model::new(compiled, Seats::from([None, None]), &[], 0).expect("a game that starts")
}

fn expecting(chances: &[f64]) -> Insight {
    Insight { chances: chances.to_vec(), ..Insight::default() }
}

fn rows(board: &str) -> Model {
    model(&compiled(&LINES.replace("BOARD", board), &[]))
}

/// A screen of this size, with colours or without.
fn drawn(model: &Model, colours: bool, (width, height): (u16, u16)) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a screen");
    terminal.draw(|frame| draw(model, colours, frame)).expect("a drawing");
    terminal.backend().buffer().clone()
}

fn screen(model: &Model) -> Buffer {
    drawn(model, true, (SCREEN.width, SCREEN.height))
}

fn text(buffer: &Buffer) -> String {
    let rows = (0..buffer.area.height).map(|y| {
        let row: String = (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect();
        row.trim_end().to_owned() + "\n"
    });
    rows.collect()
}

fn site(model: &Model, label: &str) -> usize {
    let t = model.game.equipment.layout.default_type();
    let site = model.game.equipment.board.by_label(t, label).expect(label);
    model.plan.find((t, site as i32)).expect("a place")
}

fn tap(model: &mut Model, label: &str) {
    let place = site(model, label);
    assert_eq!(model.input(Input::Click(place)), Wish::Nothing);
}

#[test]
fn the_cursor_moves_by_geometry() {
    let cases = [
        // On a square board the four ways are the four ways; at the rim it stays.
        (
            "(square 3)",
            "B2",
            vec![(Input::Left, "A2"), (Input::Up, "A3"), (Input::Up, "A3"), (Input::Right, "B3"), (Input::Down, "B2")],
        ),
        ("(hex 3)", "C3", vec![(Input::Left, "B3"), (Input::Right, "C3"), (Input::Right, "D3")]),
    ];
    for (board, start, steps) in cases {
        let mut model = rows(board);
        model.cursor = site(&model, start);
        for (step, wanted) in steps {
            model.input(step);
            assert_eq!(model.cursor, site(&model, wanted), "{board} {step:?} to {wanted}");
        }
    }
}

#[test]
fn every_place_can_be_reached_by_arrows() {
    for board in ["(square 4)", "(hex 3)", "(tri 4)", "(tiling T33434 2)"] {
        let text = LINES.replace("BOARD", &format!("{board} use:Vertex"));
        let plan = Plan::of(model(&compiled(&text, &[])).game.as_ref(), Table::Graph);
        let mut reached = vec![false; plan.places.len()];
        let mut waiting = vec![0];
        while let Some(place) = waiting.pop() {
            if !std::mem::replace(&mut reached[place], true) {
                let ways = [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)];
                waiting.extend(ways.map(|way| plan.step(place, way)));
            }
        }
        assert!(reached.iter().all(|reached| *reached), "{board}: {reached:?}");
    }
}

#[test]
fn moves_are_made_undone_and_made_again() {
    let mut model = rows("(square 3)");
    tap(&mut model, "A1");
    tap(&mut model, "B1");
    assert_eq!(model.names, [(1, "A1".to_owned()), (2, "B1".to_owned())]);
    model.input(Input::Char('u'));
    assert_eq!(model.trial.len(), 1);
    model.input(Input::Char('r'));
    assert_eq!(model.names.len(), 2);
    model.input(Input::Char('r'));
    assert_eq!(model.message, "there is no move to make again");
    tap(&mut model, "A1");
    assert_eq!(model.message, "no move begins or ends here");
    // A move of one's own forgets what was taken back.
    model.input(Input::Char('u'));
    tap(&mut model, "C3");
    model.input(Input::Char('r'));
    assert_eq!(model.names.last(), Some(&(2, "C3".to_owned())));
}

#[test]
fn a_game_is_won_and_over() {
    let mut model = rows("(square 3)");
    for label in ["A1", "A2", "B1", "B2", "C1"] {
        tap(&mut model, label);
    }
    assert_eq!(model.outcome().as_deref(), Some("P1 wins"));
    tap(&mut model, "C3");
    assert_eq!(model.message, "the game is over; u takes a move back");
}

#[test]
fn moves_from_a_place_to_another_take_two_steps() {
    let mut model = model(&compiled(STEPS, &[]));
    tap(&mut model, "A1");
    assert_eq!(model.from, Some(site(&model, "A1")));
    assert!(model.targets().contains(&site(&model, "A2")) && !model.targets().contains(&site(&model, "C3")));
    model.input(Input::Cancel);
    assert_eq!(model.from, None);
    tap(&mut model, "A1");
    tap(&mut model, "A2");
    assert_eq!(model.names, [(1, "A1-A2".to_owned())]);
    model.input(Input::Char('p'));
    assert_eq!(model.names.last(), Some(&(2, "Pass".to_owned())));
}

#[test]
fn the_list_of_moves_is_one_to_choose_from() {
    let mut model = model(&compiled(STEPS, &[]));
    model.input(Input::Char('m'));
    let moves = model.list.clone().expect("a list").moves.len();
    assert_eq!(moves, model.legal.len());
    model.input(Input::Down);
    model.input(Input::Choose);
    assert_eq!((model.trial.choices().collect::<Vec<_>>(), model.list.clone()), (vec![1], None));
    insta::assert_snapshot!("list", {
        model.input(Input::Char('m'));
        text(&screen(&model))
    });
}

#[test]
fn names_of_files_are_typed() {
    let mut model = rows("(square 3)");
    model.input(Input::Char('s'));
    for c in "quit".chars() {
        assert_eq!(model.input(Input::Char(c)), Wish::Nothing);
    }
    model.input(Input::Backspace);
    assert_eq!(model.input(Input::Choose), Wish::Save("qui".into()));
    model.input(Input::Char('o'));
    assert_eq!(model.input(Input::Cancel), Wish::Nothing);
    assert_eq!(model.input(Input::Char('q')), Wish::Quit);
}

#[test]
fn recordings_are_written_and_opened() {
    let mut model = rows("(square 3)");
    for label in ["A1", "A2", "B1"] {
        tap(&mut model, label);
    }
    let text = model.record().expect("a record").to_string();
    let recording = ludemic::recording::Recording::read(text.as_bytes()).expect("a recording");
    let mut other = rows("(square 3)");
    other.open(&recording);
    assert_eq!((other.names.clone(), other.message.as_str()), (model.names.clone(), "opened a game of 3 moves"));
    let mut third = self::model(&compiled(STEPS, &[]));
    third.open(&recording);
    assert_eq!(third.message, "that is a game of Rows");
}

#[test]
fn changed_rules_keep_what_they_can() {
    let mut model = rows("(square 3)");
    for label in ["A1", "A2", "C3"] {
        tap(&mut model, label);
    }
    model.reload(&compiled(&LINES.replace("BOARD", "(square 3)").replace("Line 3", "Line 2"), &[]));
    assert_eq!((model.trial.len(), model.message.contains("all 3 moves")), (3, true), "{}", model.message);
    model.reload(&compiled(&LINES.replace("BOARD", "(square 2)"), &[]));
    // The board has sites 0 and 3, but no site 8.
    assert_eq!(model.trial.len(), 2, "{}", model.message);
    assert!(model.message.contains("after 2 of 3 moves"), "{}", model.message);
}

#[test]
fn undo_goes_back_to_a_person() {
    let compiled = compiled(&LINES.replace("BOARD", "(square 3)"), &[]);
    let mut model = Model::new(&compiled, vec![None, Some(Spec::Random)], &[], 0).expect("a game that starts");
    tap(&mut model, "A1");
    assert!(model.waits_for_machine());
    tap(&mut model, "B1");
    assert_eq!((model.trial.len(), model.message.as_str()), (1, "it is not your turn"));
    model.play(0);
    model.input(Input::Char('u'));
    assert_eq!(model.trial.len(), 0);
    model.input(Input::Char('r'));
    assert_eq!(model.trial.len(), 2);
}

#[test]
fn advice_is_for_the_position_it_was_asked_for() {
    let mut model = rows("(square 3)");
    model.input(Input::Char('h'));
    assert_eq!(model.advised(), None);
    model.advise(5, 3, expecting(&[0.9, 0.1]));
    assert_eq!(model.advised(), None);
    model.advise(0, 4, expecting(&[0.7, 0.3]));
    assert_eq!(model.advised().map(|entry| entry.name.as_str()), Some("B2"));
    tap(&mut model, "A1");
    assert_eq!(model.advised(), None);
}

#[test]
fn clicks_find_the_places_that_are_drawn() {
    for board in ["(square 3)", "(hex 3)", "(tri 3)", "(tiling T33434 2)"] {
        let text = LINES.replace("BOARD", &format!("{board} use:Vertex"));
        let model = model(&compiled(&text, &[]));
        let buffer = screen(&model);
        let area = super::draw::areas(&model, SCREEN).board;
        let view = super::draw::view(&model, area);
        for (index, place) in model.plan.places.iter().enumerate() {
            let (x, y) = view.cell(place.at, (area.width, area.height)).expect("a place on the screen");
            assert_eq!(buffer[(area.x + x, area.y + y)].symbol(), "•", "{board} {index}");
            assert_eq!(click(&model, (area.x + x, area.y + y), SCREEN), Some(Input::Click(index)), "{board} {index}");
        }
    }
}

#[test]
fn keys_are_what_the_help_says() {
    let mut model = rows("(square 3)");
    let key = |code| Event::Key(KeyEvent::new(code, KeyModifiers::NONE));
    assert_eq!(input(&model, &key(KeyCode::Char(' ')), SCREEN), Some(Input::Choose));
    assert_eq!(input(&model, &key(KeyCode::Esc), SCREEN), Some(Input::Cancel));
    model.input(Input::Char('s'));
    assert_eq!(input(&model, &key(KeyCode::Char(' ')), SCREEN), Some(Input::Char(' ')));
    let ctrl_c = Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    assert!(super::is_interrupt(&ctrl_c) && !super::is_interrupt(&key(KeyCode::Char('c'))));
}

#[test]
fn small_screens_are_drawn_too() {
    let model = model(&file("skirt.lud", ""));
    for size in [(1, 1), (5, 2), (20, 5), (40, 10), (200, 60)] {
        drawn(&model, false, size);
    }
}

#[test]
fn pieces_have_the_colours_of_the_description() {
    let colours = r#"(metadata (graphics { (player Colour P1 (colour 10 20 30)) (player Colour P2 (colour 40 50 60))
        (piece Colour P2 "Man" fillColour:(colour 70 80 90)) }))"#;
    let model = model(&compiled(&format!("{STEPS}\n{colours}"), &[]));
    let buffer = screen(&model);
    let count = |r, g, b| buffer.content.iter().filter(|cell| cell.bg == Color::Rgb(r, g, b)).count();
    // Three columns for each of the two pieces, and three in front of the player's name.
    assert_eq!([count(10, 20, 30), count(40, 50, 60), count(70, 80, 90)], [9, 3, 6]);
}

#[test]
fn without_colours_nothing_has_one() {
    let mut model = rows("(square 3)");
    tap(&mut model, "A1");
    let buffer = drawn(&model, false, (100, 30));
    assert!(buffer.content.iter().all(|cell| (cell.fg, cell.bg) == (Color::Reset, Color::Reset)));
    assert!(text(&buffer).contains('X'));
}

#[test]
fn tab_goes_through_pieces_that_can_move() {
    let mut model = model(&compiled(STEPS, &[]));
    let mut seen = Vec::new();
    for _ in 0..3 {
        model.input(Input::Next);
        seen.push(model.cursor);
    }
    let (a, b) = (site(&model, "A1"), site(&model, "B1"));
    assert!(seen == [a, b, a] || seen == [b, a, b], "{seen:?}");
    model.input(Input::Before);
    assert_eq!(model.cursor, seen[1]);
    // Once a move has begun, the places where it can end.
    model.input(Input::Choose);
    for _ in 0..4 {
        model.input(Input::Next);
        assert!(model.targets().contains(&model.cursor));
    }
    model.input(Input::Choose);
    assert_eq!(model.trial.len(), 1);
    let mut full = rows("(square 1)");
    tap(&mut full, "A1");
    full.input(Input::Next);
    assert_eq!(full.message, "there is no place to choose");
    let key = |code| input(&full, &Event::Key(KeyEvent::new(code, KeyModifiers::NONE)), SCREEN);
    assert_eq!((key(KeyCode::Tab), key(KeyCode::BackTab)), (Some(Input::Next), Some(Input::Before)));
}

/// The smallest screen that is common.
const SMALL: (u16, u16) = (80, 24);

fn small(model: &Model) -> String {
    text(&drawn(model, false, SMALL))
}

#[test]
fn nothing_is_cut_off_on_a_small_screen() {
    let accepted = ["chess", "hex", "go", "oware", "backgammon"];
    for name in accepted.into_iter().chain(["hnefatafl", "nine-mens-morris", "draughts", "skirt", "rabbit-warrens"]) {
        let model = played(&file(&format!("{name}.lud"), ""), 8);
        let area = super::draw::areas(&model, Rect::new(0, 0, SMALL.0, SMALL.1)).board;
        let view = super::draw::view(&model, area);
        let places = model.plan.places.iter().map(|place| place.at).chain(model.plan.notes.iter().map(|(at, _)| *at));
        for at in places {
            assert!(view.cell(at, (area.width, area.height)).is_some(), "{name}: {at:?} of {:?}", model.plan.size);
        }
        let mut seen = std::collections::HashSet::new();
        for place in &model.plan.places {
            assert!(seen.insert(view.cell(place.at, (area.width, area.height))), "{name}: two places in one");
        }
        let shown = small(&model);
        assert!(shown.contains("? help") && shown.contains("simulations/s"), "{name}:\n{shown}");
        if accepted.contains(&name) {
            insta::assert_snapshot!(format!("small-{name}"), shown);
        }
    }
}

#[test]
fn a_board_that_is_too_large_is_scrolled() {
    let mut model = rows("(square 60)");
    model.cursor = site(&model, "A1");
    // The player to move has a sign like that, too.
    let board = |model: &Model| small(model).split_once('\n').map_or(String::new(), |(_, rest)| rest.to_owned());
    let shown = board(&model);
    assert!(shown.contains('▶') && shown.contains('▲') && !shown.contains('◀') && !shown.contains('▼'), "{shown}");
    for _ in 0..59 {
        model.input(Input::Right);
        model.input(Input::Up);
    }
    let shown = board(&model);
    assert!(!shown.contains('▶') && !shown.contains('▲') && shown.contains('◀') && shown.contains('▼'), "{shown}");
}

#[test]
fn all_of_the_help_can_be_read() {
    let mut model = rows("(square 3)");
    model.input(Input::Char('?'));
    let whole = small(&model);
    let lost = |shown: &str| super::draw::HELP.lines().find(|line| !shown.contains(line)).map(str::to_owned);
    assert_eq!(lost(&whole), None, "{whole}");
    let mut read = String::new();
    for _ in 0..30 {
        read.push_str(&text(&drawn(&model, false, (60, 10))));
        model.input(Input::Down);
    }
    assert_eq!(lost(&read), None, "{read}");
    model.input(Input::Cancel);
    assert_eq!(model.help, None);
}

#[test]
fn the_cursor_tells_what_it_is_on() {
    let stacks = r#"(game "Stacks" (players 2)
        (equipment { (board (square 2)) (piece "Disc" Each) })
        (rules (start { (place Stack items:{"Disc1" "Disc2" "Disc2"} 0) (place "Disc1" 1) })
            (play (forEach Piece (move Step (to if:(is Empty (to))))))
            (end (if (is Full) (result Mover Win)))))"#;
    let mut model = model(&compiled(stacks, &[]));
    let mut told = |label: &str| {
        model.cursor = site(&model, label);
        model.here()
    };
    assert_eq!([told("A1"), told("B1"), told("A2")], ["A1: O on O X", "B1: X", "A2"]);
}

/// A game of so many seeded random moves.
fn played(compiled: &Compiled, moves: usize) -> Model {
    let mut model = model(compiled);
    let mut chooser = ludemic::playouts::Chooser::new(2);
    for _ in 0..moves {
        if !model.trial.is_over() {
            model.play(chooser.choose(model.legal.len()));
        }
    }
    model.insight = Insight { chances: vec![0.62, 0.38], rate: 12_345.6, line: vec!["A1".into(), "B2".into()] };
    model
}

#[test]
fn boards_look_as_they_were_accepted() {
    let t33434 = "Board Grid/TriSquare connections to edge All directions - Orthogonal only form groups";
    let boards = [
        ("hex", file("rabbit-warrens.lud", "Board Type/Hex (6,8)"), 6),
        ("tri", file("skirt.lud", ""), 24),
        ("square", file("wrigglers-squared.lud", ""), 24),
        ("t33434", file("brain-coral.lud", t33434), 18),
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures");
    for (name, compiled, moves) in boards {
        let model = played(&compiled, moves);
        let buffer = screen(&model);
        insta::assert_snapshot!(name, text(&buffer));
        let file = folder.join(format!("play-{name}.svg"));
        let picture = svg(&buffer);
        if std::env::var_os("LUDEMIC_BLESS").is_some() {
            std::fs::create_dir_all(&folder).expect("a folder for pictures");
            std::fs::write(&file, &picture).expect("a picture");
        }
        let known = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(known == picture, "{} is not what is drawn; LUDEMIC_BLESS=1 writes it anew", file.display());
    }
}

/// A screen as a picture.
fn svg(buffer: &Buffer) -> String {
    const W: u16 = 8;
    const H: u16 = 16;
    let (width, height) = (buffer.area.width * W, buffer.area.height * H);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"monospace\" font-size=\"13\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#16161c\"/>\n"
    );
    for y in 0..buffer.area.height {
        for x in 0..buffer.area.width {
            let cell = &buffer[(x, y)];
            let (mut fg, mut bg) = (colour(cell.fg, "#d8d8d8"), colour(cell.bg, "#16161c"));
            if cell.modifier.contains(Modifier::REVERSED) {
                std::mem::swap(&mut fg, &mut bg);
            }
            let (left, top) = (x * W, y * H);
            if bg != "#16161c" {
                let _ = writeln!(out, "<rect x=\"{left}\" y=\"{top}\" width=\"{W}\" height=\"{H}\" fill=\"{bg}\"/>");
            }
            match cell.symbol() {
                " " => {}
                dots if braille(dots).is_some() => {
                    let bits = braille(dots).unwrap_or(0);
                    let places = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)];
                    for (_, (dx, dy)) in places.iter().enumerate().filter(|(bit, _)| bits >> bit & 1 == 1) {
                        let (cx, cy) = (left + 2 + 4 * dx, top + 2 + 4 * dy);
                        let _ = writeln!(out, "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"1\" fill=\"{fg}\"/>");
                    }
                }
                symbol => {
                    let symbol = symbol.replace('&', "&amp;").replace('<', "&lt;");
                    let _ = writeln!(out, "<text x=\"{left}\" y=\"{}\" fill=\"{fg}\">{symbol}</text>", top + 12);
                }
            }
        }
    }
    out.push_str("</svg>\n");
    out
}

fn braille(symbol: &str) -> Option<u32> {
    let code = u32::from(symbol.chars().next()?);
    (0x2800..0x2900).contains(&code).then(|| code - 0x2800)
}

fn colour(colour: Color, default: &str) -> String {
    match colour {
        Color::Rgb(r, g, b) => format!("#{r:02x}{g:02x}{b:02x}"),
        Color::Green => "#4ec94e".into(),
        Color::Cyan => "#4ed0e0".into(),
        Color::Yellow => "#e0c040".into(),
        Color::Magenta => "#c050c0".into(),
        Color::DarkGray => "#606068".into(),
        Color::Black => "#000000".into(),
        Color::White => "#ffffff".into(),
        _ => default.into(),
    }
}
