//! Requests and answers, on the machine at hand.

use ludemic_web::Session;
use serde_json::{Value, json};

const TEXT: &str = r#"(game "Three" (players 2)
    (equipment { (board (square 3)) (piece "Disc" P1) (piece "Cross" P2) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#;

fn ask(session: &mut Session, request: &Value) -> Value {
    serde_json::from_str(&session.answer(request.to_string().as_bytes())).expect("an answer is JSON")
}

#[test]
fn what_is_no_request_is_refused() {
    let mut session = Session::default();
    let cut: &[u8] = &TEXT.as_bytes()[..40];
    for request in
        [&b""[..], b"\xff\x00", b"{}", br#"{"do":"dance"}"#, br#"{"do":"check"}"#, br#"{"do":"check","text":1}"#, cut]
    {
        let answer: Value = serde_json::from_str(&session.answer(request)).expect("an answer is JSON");
        assert!(answer["error"].as_str().is_some_and(|error| error.starts_with("this is no request")), "{answer}");
    }
}

#[test]
fn places_of_findings_count_as_pages_do() {
    let text = format!("// 😀\n{}", TEXT.replace("Empty", "Emty"));
    let answer = ask(&mut Session::default(), &json!({ "do": "check", "text": text }));
    let finding = &answer["answer"]["findings"][0];
    assert_eq!(finding["line"], 4);
    let units: Vec<u16> = text.encode_utf16().collect();
    let place = |n: usize| finding["place"][n].as_u64().and_then(|at| usize::try_from(at).ok()).expect("a place");
    assert_eq!(String::from_utf16_lossy(&units[place(0)..place(1)]), "Emty");
    assert_eq!(answer["answer"]["playable"], false);
}

#[test]
fn a_position_follows_from_the_request_alone() {
    let mut session = Session::default();
    let position = |session: &mut Session, choices: &[usize]| {
        ask(session, &json!({ "do": "position", "text": TEXT, "choices": choices }))
    };
    let first = position(&mut session, &[0, 0, 0, 0]);
    for other in [&[0, 0, 1][..], &[], &[8, 7, 6, 5, 4]] {
        position(&mut session, other);
        assert_eq!(position(&mut session, &[0, 0, 0, 0]), first);
    }
    assert_eq!(first, position(&mut Session::default(), &[0, 0, 0, 0]));
    let over = position(&mut session, &[0, 2, 0, 1, 0]);
    assert_eq!((&over["answer"]["result"], &over["answer"]["moves"]), (&json!("P1 wins"), &json!([])));
    let beyond = position(&mut session, &[0, 99]);
    assert_eq!(beyond["error"], "there is no legal move number 99: the legal moves are 0 to 7");
    let after = position(&mut session, &[0, 2, 0, 1, 0, 0]);
    assert_eq!(after["error"], "the game is over");
    assert_eq!(position(&mut session, &[0, 0, 0, 0]), first);
}

#[test]
fn random_games_add_up_and_stay_the_same() {
    let playouts = |session: &mut Session, from: u64, count: u64| {
        ask(session, &json!({ "do": "playouts", "text": TEXT, "seed": 7, "from": from, "count": count }))
    };
    let mut session = Session::default();
    playouts(&mut session, 0, 30);
    let slices = playouts(&mut session, 30, 70);
    assert_eq!(slices, playouts(&mut Session::default(), 0, 100));
    assert_eq!(slices["answer"]["games"], 100);
    let lost = playouts(&mut Session::default(), 30, 70);
    assert_eq!(lost["error"], "the games before number 30 are not known here");
}

#[test]
fn a_player_sees_the_winning_move() {
    let mut session = Session::default();
    // Discs on 0 and 1, crosses on 3 and 4.
    let request = json!({ "do": "think", "text": TEXT, "choices": [0, 2, 0, 1], "player": "uct:200" });
    assert_eq!(ask(&mut session, &request)["answer"]["index"], 0);
    let nobody = json!({ "do": "think", "text": TEXT, "player": "utc:200" });
    assert!(ask(&mut session, &nobody)["error"].as_str().is_some_and(|error| error.contains("did you mean `uct`")));
}

#[test]
fn versions_are_compared_in_text_and_in_play() {
    let request = json!({
        "do": "compare", "plies": 2000,
        "a": { "text": TEXT }, "b": { "text": TEXT.replace("Line 3", "Line 2") },
    });
    let answer = ask(&mut Session::default(), &request);
    let (rules, play) = (&answer["answer"]["rules"], &answer["answer"]["play"]);
    assert_eq!((&rules[0]["a"]["text"], &rules[0]["b"]["text"]), (&json!("3"), &json!("2")));
    assert_eq!(play["words"], "no end yet in A, P1 wins in B");
    assert_eq!(play["moves"].as_array().map(Vec::len), Some(3));
}

#[test]
fn names_and_what_is_left_unsaid() {
    let text =
        format!("// 😀\n{}\n{}", r#"(define "Free" (sites Empty))"#, TEXT.replace("(sites Empty)", r#"("Free")"#));
    let units: Vec<u16> = text.encode_utf16().collect();
    let mut session = Session::default();
    let at = String::from_utf16_lossy(&units).find("Free").expect("a name") - 2;
    let told = ask(&mut session, &json!({ "do": "references", "text": text, "at": at }));
    let places = told["answer"].as_array().expect("places").clone();
    let shown = |place: &Value| {
        let unit = |n: usize| place[n].as_u64().and_then(|at| usize::try_from(at).ok()).expect("a place");
        String::from_utf16_lossy(&units[unit(0)..unit(1)])
    };
    assert_eq!(places.iter().map(shown).collect::<Vec<_>>(), ["Free", "Free"]);
    let edits = ask(&mut session, &json!({ "do": "rename", "text": text, "at": at, "name": "Open" }));
    let edits = edits["answer"].as_array().expect("edits").clone();
    assert_eq!(
        edits.iter().map(|edit| (shown(&edit["place"]), &edit["text"])).collect::<Vec<_>>(),
        [("Free".to_owned(), &json!("Open")), ("Free".to_owned(), &json!("Open"))]
    );
    let refused = ask(&mut session, &json!({ "do": "rename", "text": text, "at": at, "name": "a\"b" }));
    assert_eq!(refused["error"], "\"a\"b\" cannot be written as a name");
    let refused = ask(&mut session, &json!({ "do": "rename", "text": text, "at": 0, "name": "Open" }));
    assert!(refused["error"].as_str().is_some_and(|error| error.starts_with("no name of")), "{refused}");
    let inlays = ask(&mut session, &json!({ "do": "inlays", "text": text }));
    let length =
        inlays["answer"].as_array().and_then(|all| all.iter().find(|inlay| inlay["text"] == "length:").cloned());
    let at = length.and_then(|inlay| inlay["at"].as_u64()).and_then(|at| usize::try_from(at).ok()).expect("a hint");
    assert_eq!(String::from_utf16_lossy(&units[at..at + 1]), "3");
}
