//! Scripted sessions with `ludemic lsp`: each file of `tests/lsp` is a script, what the server says is a snapshot.

#[path = "common/folder.rs"]
mod folder;

use folder::Folder;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const URI: &str = "file:///games/game.lud";

/// An editor that has started the server.
struct Editor {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    id: i32,
    version: i32,
}

impl Editor {
    fn start() -> Editor {
        Editor::start_with(&["--stdio"])
    }

    fn start_with(arguments: &[&str]) -> Editor {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ludemic"))
            .arg("lsp")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let (to, from) = (child.stdin.take().expect("its input"), child.stdout.take().expect("its output"));
        Editor { child, to, from: BufReader::new(from), id: 0, version: 0 }
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.to, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server reads");
        self.to.flush().expect("the server reads");
    }

    fn read(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).expect("the server writes") > 0, "the server has ended");
            match line.trim().split_once(": ") {
                Some(("Content-Length", number)) => length = number.parse().expect("a number"),
                Some(_) => {}
                None => break,
            }
        }
        let mut bytes = vec![0; length];
        self.from.read_exact(&mut bytes).expect("a whole message");
        serde_json::from_slice(&bytes).expect("JSON")
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// The answer to a request; what else comes meanwhile is passed over.
    fn request(&mut self, method: &str, params: Value) -> Value {
        self.id += 1;
        let id = self.id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.read();
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
        }
    }

    fn initialize(&mut self) {
        let answer =
            self.request("initialize", json!({ "capabilities": {}, "initializationOptions": { "results": true } }));
        assert_eq!(answer["result"]["serverInfo"]["name"], "ludemic");
        self.notify("initialized", json!({}));
    }

    /// The findings of the version that was sent last, as they are told first.
    fn findings(&mut self) -> Vec<Value> {
        loop {
            let message = self.read();
            if message["method"] == "textDocument/publishDiagnostics" && message["params"]["version"] == self.version {
                return message["params"]["diagnostics"].as_array().cloned().unwrap_or_default();
            }
        }
    }

    /// Ends as the protocol wants; the exit code.
    fn end(mut self) -> Option<i32> {
        let answer = self.request("shutdown", Value::Null);
        assert_eq!(answer["result"], Value::Null);
        let late = self.request("textDocument/hover", json!({}));
        assert_eq!(late["error"]["code"], -32600, "{late}");
        self.notify("exit", Value::Null);
        self.child.wait().expect("it ends").code()
    }
}

fn place(text: &str) -> Value {
    let (line, character) = text.split_once(':').expect("line and column");
    json!({ "line": line.parse::<u32>().expect("a line"), "character": character.parse::<u32>().expect("a column") })
}

fn run(script: &str) -> String {
    let mut editor = Editor::start();
    editor.initialize();
    let mut out = String::new();
    let mut lines = script.lines();
    while let Some(line) = lines.next() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        writeln!(out, "{}", line.chars().take(160).collect::<String>()).unwrap();
        match word {
            "open" => {
                let text: Vec<&str> = lines.by_ref().take_while(|line| *line != ".").collect();
                editor.version += 1;
                let item = json!({ "uri": URI, "languageId": "ludii", "version": editor.version, "text": text.join("\n") + "\n" });
                editor.notify("textDocument/didOpen", json!({ "textDocument": item }));
            }
            "change" => {
                let (range, text) = rest.split_once(' ').unwrap_or((rest, ""));
                let (start, end) = range.split_once('-').expect("a range");
                editor.version += 1;
                let change = json!({ "range": { "start": place(start), "end": place(end) }, "text": text });
                let item = json!({ "uri": URI, "version": editor.version });
                editor.notify("textDocument/didChange", json!({ "textDocument": item, "contentChanges": [change] }));
            }
            "close" => editor.notify("textDocument/didClose", json!({ "textDocument": { "uri": URI } })),
            "findings" => {
                for finding in editor.findings() {
                    let range = &finding["range"];
                    let at = |end: &str| format!("{}:{}", range[end]["line"], range[end]["character"]);
                    let message = finding["message"].as_str().unwrap_or_default().replace('\n', "\n      ");
                    writeln!(
                        out,
                        "  {} {}-{} {message}",
                        finding["code"].as_str().unwrap_or_default(),
                        at("start"),
                        at("end")
                    )
                    .unwrap();
                    for further in finding["relatedInformation"].as_array().into_iter().flatten() {
                        writeln!(out, "      {} {}", further["location"]["range"]["start"], further["message"])
                            .unwrap();
                    }
                }
            }
            "request" => {
                let (method, params) = rest.split_once(' ').expect("a method and parameters");
                let mut params: Value =
                    serde_json::from_str(&params.replace("\"URI\"", &format!("\"{URI}\""))).expect("JSON");
                if method.starts_with("textDocument/") {
                    params["textDocument"] = json!({ "uri": URI });
                }
                let answer = editor.request(method, params);
                let shown = match answer.get("error") {
                    Some(error) => format!("error {error}"),
                    None => answer["result"].to_string(),
                };
                writeln!(out, "  {}", shown.replace(", ", ",\n    ")).unwrap();
            }
            "notify" => {
                let (method, params) = rest.split_once(' ').expect("a method and parameters");
                editor.notify(method, serde_json::from_str(params).expect("JSON"));
            }
            _ => {}
        }
    }
    writeln!(out, "exit code {:?}", editor.end()).unwrap();
    out
}

#[test]
fn typing() {
    insta::assert_snapshot!(run(include_str!("lsp/typing.txt")));
}

#[test]
fn protocol() {
    insta::assert_snapshot!(run(include_str!("lsp/protocol.txt")));
}

#[test]
fn completion_and_commands() {
    let mut editor = Editor::start();
    // Nothing is answered before the beginning.
    editor.id += 1;
    editor.send(&json!({ "jsonrpc": "2.0", "id": 1, "method": "textDocument/hover", "params": {} }));
    assert_eq!(editor.read()["error"]["code"], -32002);
    editor.initialize();
    editor.version = 1;
    let text = include_str!("../lud/tic-tac-toe.lud");
    let item = json!({ "uri": URI, "languageId": "ludii", "version": 1, "text": text });
    editor.notify("textDocument/didOpen", json!({ "textDocument": item }));
    assert!(editor.findings().is_empty());
    let line = text.lines().position(|line| line.contains("(sites Empty")).expect("the play rules");
    let column = text.lines().nth(line).and_then(|line| line.find("(sites Empty")).expect("its place") + 7;
    let position = json!({ "line": line, "character": column });
    let document = json!({ "uri": URI });
    let offered = editor.request("textDocument/completion", json!({ "textDocument": document, "position": position }));
    assert!(offered["result"].as_array().is_some_and(|items| items.iter().any(|item| item["label"] == "Centre")));
    let command = |name: &str| json!({ "command": name, "arguments": [URI] });
    let board = editor.request("workspace/executeCommand", command("ludemic.board"));
    assert!(board["result"]["content"].as_str().is_some_and(|svg| svg.starts_with("<svg")), "{board}");
    let games = editor.request("workspace/executeCommand", command("ludemic.playouts"));
    assert!(games["result"]["content"].as_str().is_some_and(|text| text.contains("200")), "{games}");
    let diff = editor.request("workspace/executeCommand", command("ludemic.diff"));
    assert_eq!(diff["error"]["code"], -32803, "no such folder: {diff}");
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn an_end_without_a_word() {
    let mut editor = Editor::start();
    editor.initialize();
    editor.notify("exit", Value::Null);
    assert_ne!(editor.child.wait().expect("it ends").code(), Some(0));
    let mut editor = Editor::start();
    editor.initialize();
    drop(editor.to);
    assert_ne!(editor.child.wait().expect("it ends").code(), Some(0));
}

impl Editor {
    /// Opens a text of any address as the first version.
    fn open(&mut self, uri: &str, text: &str) {
        self.version = 1;
        let item = json!({ "uri": uri, "languageId": "ludii", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": item }));
    }

    /// Sends a request and does not wait for the answer.
    fn ask(&mut self, method: &str, params: Value) -> i32 {
        self.id += 1;
        let id = self.id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// The answer to a request that was sent before.
    fn answer(&mut self, id: i32) -> Value {
        loop {
            let message = self.read();
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
        }
    }
}

impl Folder {
    /// Writes a file; its address.
    fn write(&self, name: &str, text: &str) -> String {
        let file = self.0.join(name);
        std::fs::write(&file, text).expect("a file is written");
        format!("file://{}", file.display())
    }
}

/// Games that take long: every move is one of many.
const LONG: &str = r#"(game "Long" (players 2) (equipment { (board (square 90)) (piece "Disc" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 60) (result Mover Win)))))"#;

#[test]
fn a_command_is_cancelled() {
    let mut editor = Editor::start();
    editor.initialize();
    editor.open(URI, LONG);
    assert!(editor.findings().is_empty());
    let id = editor.ask("workspace/executeCommand", json!({ "command": "ludemic.playouts", "arguments": [URI] }));
    editor.notify("$/cancelRequest", json!({ "id": id }));
    let answer = editor.answer(id);
    assert_eq!(answer["error"]["code"], -32800, "{answer}");
    // No more than four at a time, and the server answers other things meanwhile.
    let command = || json!({ "command": "ludemic.playouts", "arguments": [URI] });
    let running: Vec<i32> = (0..4).map(|_| editor.ask("workspace/executeCommand", command())).collect();
    let hover = json!({ "textDocument": { "uri": URI }, "position": { "line": 1, "character": 20 } });
    assert!(editor.request("textDocument/hover", hover)["result"].is_object());
    let fifth = editor.request("workspace/executeCommand", command());
    assert_eq!(fifth["error"]["code"], -32803, "{fifth}");
    for id in &running {
        editor.notify("$/cancelRequest", json!({ "id": id }));
    }
    for _ in &running {
        let answer = editor.read();
        assert_eq!(answer["error"]["code"], -32800, "{answer}");
    }
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn rules_without_end_are_stopped() {
    let mut editor = Editor::start();
    let options = json!({ "results": true, "seconds": 2 });
    editor.request("initialize", json!({ "capabilities": {}, "initializationOptions": options }));
    editor.notify("initialized", json!({}));
    let add = "(move Add (to (sites Empty)))".to_owned();
    let loops = (0..5).fold(add.clone(), |inner, _| format!("(forEach Site (sites Board) {inner})"));
    editor.open(URI, &LONG.replace(&add, &loops).replace("90", "40"));
    // What playing a little costs is limited, and the editor does not wait for it.
    assert!(editor.findings().is_empty(), "the text is right");
    let command = json!({ "command": "ludemic.playouts", "arguments": [URI] });
    let games = editor.ask("workspace/executeCommand", command);
    let hover = json!({ "textDocument": { "uri": URI }, "position": { "line": 1, "character": 20 } });
    assert!(editor.request("textDocument/hover", hover)["result"].is_object());
    let games = editor.answer(games);
    assert_eq!(games["error"]["message"], "stopped after 2 seconds", "{games}");
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn binary_texts() {
    let mut editor = Editor::start();
    editor.initialize();
    let bytes: Vec<u8> = (0..20_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let binary = String::from_utf8_lossy(&bytes).into_owned();
    let deep = "(".repeat(50_000);
    for (version, text) in [(2, &*binary), (3, &*deep), (4, "\0\0\0"), (5, "\u{feff}\r\r\n\u{2028}"), (6, "")] {
        if version == 2 {
            editor.open(URI, "");
            editor.findings();
        }
        editor.version = version;
        let item = json!({ "uri": URI, "version": version });
        editor.notify("textDocument/didChange", json!({ "textDocument": item, "contentChanges": [{ "text": text }] }));
        assert!(!editor.findings().is_empty(), "version {version}");
        let document = json!({ "uri": URI });
        let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99_999, "character": 0 } });
        for method in [
            "semanticTokens/full",
            "documentSymbol",
            "foldingRange",
            "formatting",
            "codeLens",
            "inlayHint",
            "codeAction",
        ] {
            let params = json!({ "textDocument": document, "range": whole, "context": { "diagnostics": [] } });
            let answer = editor.request(&format!("textDocument/{method}"), params);
            assert!(answer.get("error").is_none(), "version {version}, {method}: {answer}");
        }
        for method in ["hover", "completion", "definition", "references"] {
            let params = json!({ "textDocument": document, "position": { "line": 0, "character": 7 }, "context": { "includeDeclaration": true } });
            let answer = editor.request(&format!("textDocument/{method}"), params);
            assert!(answer.get("error").is_none(), "version {version}, {method}: {answer}");
        }
    }
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn what_is_no_message_ends_the_server() {
    for bytes in [
        &b"\xff\xfe\0\0 this is no protocol\r\n\r\n"[..],
        b"Content-Length: 4\r\n\r\n\xff\xff\xff\xff",
        b"Content-Length: 9999999999999999999999\r\n\r\n",
    ] {
        let mut editor = Editor::start();
        editor.initialize();
        let _ = editor.to.write_all(bytes);
        drop(editor.to);
        assert_ne!(editor.child.wait().expect("it ends").code(), Some(0));
    }
}

#[test]
fn the_difference_to_the_last_commit() {
    let folder = Folder::new("diff");
    let text = include_str!("../lud/tic-tac-toe.lud");
    let uri = folder.write("a b.lud", text).replace(' ', "%20");
    let git = |words: &[&str]| {
        let identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
        let done = Command::new("git").current_dir(&folder.0).args(identity).args(words).output().expect("git");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    };
    let mut editor = Editor::start();
    editor.initialize();
    editor.open(&uri, &text.replace("(is Line 3)", "(is Line 2)"));
    editor.findings();
    let command = || json!({ "command": "ludemic.diff", "arguments": [uri] });
    git(&["init", "--quiet"]);
    let none = editor.request("workspace/executeCommand", command());
    assert!(none["error"]["message"].as_str().is_some_and(|why| why.starts_with("a b.lud is in no commit")), "{none}");
    git(&["add", "."]);
    git(&["commit", "--quiet", "--message", "First"]);
    let diff = editor.request("workspace/executeCommand", command());
    let result = &diff["result"];
    assert_eq!(result["title"], "a b.lud: difference to the last commit", "{diff}");
    let content = result["content"].as_str().expect("a text");
    for part in ["HEAD", "a b.lud", "1 difference", "- 3", "+ 2", "play"] {
        assert!(content.contains(part), "{part} is not in\n{content}");
    }
    assert!(!content.contains("stdin"), "{content}");
    // What is wrong is told of the file that the editor knows, not of what the process was given.
    let broken = folder.write("broken.lud", &text.replace("(sites Empty)", "(sites Emty)"));
    git(&["add", "."]);
    git(&["commit", "--quiet", "--message", "Second"]);
    editor.open(&broken, &text.replace("(sites Empty)", "(sites Emtpy)"));
    editor.findings();
    for command in ["ludemic.diff", "ludemic.playouts", "ludemic.board"] {
        let answer = editor.request("workspace/executeCommand", json!({ "command": command, "arguments": [broken] }));
        let why = answer["error"]["message"].as_str().unwrap_or_default();
        assert!(why.contains("LUD0203") && !why.contains("stdin") && !why.contains("ludemic-"), "{answer}");
    }
    assert_eq!(editor.end(), Some(0));
}

/// The file of a location, the line that it is in, and the text within.
fn located(answer: &Value) -> (String, String, String) {
    let uri = answer["result"]["uri"].as_str().unwrap_or_else(|| panic!("{answer}"));
    let file = uri.strip_prefix("file://").expect("a file").replace("%20", " ");
    let text = std::fs::read_to_string(&file).expect("the file is there");
    let at = |end: &str, part: &str| answer["result"]["range"][end][part].as_u64().expect("a number") as usize;
    let line = text.lines().nth(at("start", "line")).expect("a line").to_owned();
    let within = line[at("start", "character")..at("end", "character")].to_owned();
    (file, line, within)
}

#[test]
fn definitions_of_known_defines() {
    let folder = Folder::new("known defines");
    folder.write("own.def", "// Mine.\n(define \"Anywhere\" (sites Empty))\n");
    let mut editor = Editor::start_with(&["--defs", folder.0.to_str().expect("a path")]);
    editor.initialize();
    let text = r#"(game "G" (players 2) (equipment { (board (square 3)) (piece "Disc" Each "StepToEmpty") })
    (rules (play (or (forEach Piece) (move Add (to ("Anywhere"))))) (end (if (is Line 3) (result Mover Win)))))"#;
    editor.open(URI, text);
    assert_eq!(editor.findings(), Vec::<Value>::new());
    let definition = |editor: &mut Editor, line: usize, name: &str| {
        let character = text.lines().nth(line).and_then(|line| line.find(name)).expect("the name") + 2;
        let position = json!({ "line": line, "character": character });
        editor.request("textDocument/definition", json!({ "textDocument": { "uri": URI }, "position": position }))
    };
    let (own, line, within) = located(&definition(&mut editor, 1, "Anywhere"));
    assert_eq!((own, &*within), (folder.0.join("own.def").display().to_string(), "Anywhere"));
    assert!(line.starts_with("(define \"Anywhere\""));
    let answer = definition(&mut editor, 0, "StepToEmpty");
    let (copy, line, within) = located(&answer);
    assert!(line.starts_with("(define \"StepToEmpty\""), "{line}");
    assert_eq!(within, "StepToEmpty");
    assert_eq!(definition(&mut editor, 0, "StepToEmpty")["result"], answer["result"], "one copy");
    assert_eq!(definition(&mut editor, 0, "square")["result"], Value::Null);
    // A file of defines is none without a game.
    editor.open(
        answer["result"]["uri"].as_str().expect("an address"),
        &std::fs::read_to_string(&copy).expect("the copy"),
    );
    assert_eq!(editor.findings(), Vec::<Value>::new());
    assert_eq!(editor.end(), Some(0));
    assert!(!std::path::Path::new(&copy).exists(), "the copy goes with the server");
}

/// A piece is put on a site that the board does not have, which only building it shows.
const CROWDED: &str = r#"(game "Crowded" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules (start (place "Disc1" "Z99")) (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#;

#[test]
fn texts_that_are_opened_at_once_are_all_tried_out() {
    let mut editor = Editor::start();
    editor.initialize();
    let uris: Vec<String> = (0..4).map(|number| format!("file:///games/{number}.lud")).collect();
    // While this one is set up the others have to wait.
    editor.open("file:///games/!.lud", &LONG.replace("(square 90)", "(dual (dual (square 150)))"));
    for uri in &uris {
        editor.open(uri, CROWDED);
    }
    let mut tried = std::collections::BTreeSet::new();
    while tried.len() < uris.len() {
        let message = editor.read();
        let params = &message["params"];
        if params["diagnostics"][0]["code"] == "LUD0402" {
            tried.insert(params["uri"].to_string());
        }
    }
    assert_eq!(editor.end(), Some(0));
}

/// What is asked of each of many parts of a line must not depend on the length of the line, nor a word's on its own.
#[test]
fn one_long_line_and_one_long_word() {
    let items: String = (0..4000).map(|number| format!("(item \"é{number}\" <{number}> \"\")")).collect();
    let options = format!("{LONG} (option \"A\" <A> args:{{<a>}} {{{items}}})").replace('\n', " ");
    let word = LONG.replace("Add", &"A".repeat(200_000));
    let begin = std::time::Instant::now();
    for text in [options, word, "{".repeat(50_000) + &"}".repeat(50_000)] {
        let mut editor = Editor::start();
        editor.initialize();
        editor.open(URI, &text);
        editor.findings();
        let document = json!({ "uri": URI });
        for method in ["semanticTokens/full", "documentSymbol", "foldingRange"] {
            let answer = editor.request(&format!("textDocument/{method}"), json!({ "textDocument": document }));
            assert!(answer.get("error").is_none(), "{method}: {answer}");
        }
        assert_eq!(editor.end(), Some(0));
    }
    assert!(begin.elapsed().as_secs() < 30, "{:?}", begin.elapsed());
}
