//! Scripted sessions with `ludemic lsp`: each file of `tests/lsp` is a script, what the server says is a snapshot.

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
        let mut child = Command::new(env!("CARGO_BIN_EXE_ludemic"))
            .args(["lsp", "--stdio"])
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
