//! Every command of `docs/guide.md` is run, and what the guide shows is what comes; the same of some commands of other pages.
//!
//! Blocks of a page are read in order and share one folder, in which `lud` is a copy of that of the project:
//!
//! * `console`: a line `$ ludemic …` is run; what follows, up to the next command, is its output, standard error last. A
//!   line `…` stands for any lines, `…` within a line for any text. `> FILE` takes the standard output, and
//!   `printf 'TEXT' | ludemic …` gives an input. `$ cp A B` copies a file, and `$ echo $?` shows the exit code, which
//!   has to be shown when it is not 0.
//! * `diff`: the lines with `-`, in the file of the line `---`, are replaced by those with `+`.
//!
//! `LUDEMIC_BLESS=1` writes what comes into the page, except where what is there agrees.

#[path = "common/folder.rs"]
mod folder;

use folder::Folder;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// The folder that the commands of a page are run in.
fn folder_of(page: &str) -> Folder {
    let folder = Folder::new(&format!("guide-{}", page.replace('/', "-")));
    let lud = folder.0.join("lud");
    fs::create_dir_all(&lud).expect("a temporary folder");
    let games = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("lud")).expect("the games");
    for game in games {
        let game = game.expect("a file");
        fs::copy(game.path(), lud.join(game.file_name())).expect("a copy");
    }
    folder
}

/// The words of a command, those in quotes as one.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut quote = None;
    let mut word: Option<String> = None;
    for c in line.chars() {
        match c {
            '"' | '\'' if quote == Some(c) => quote = None,
            '"' | '\'' if quote.is_none() => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            ' ' if quote.is_none() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// What the commands share.
struct Shell {
    folder: Folder,
    code: i32,
}

impl Shell {
    /// Runs a command and gives what it shows.
    fn run(&mut self, line: &str) -> String {
        if line == "echo $?" {
            let code = std::mem::replace(&mut self.code, 0);
            return format!("{code}\n");
        }
        assert_eq!(self.code, 0, "before `{line}`: an exit code that is not 0 has to be shown by `echo $?`");
        let (input, line) = match line.strip_prefix("printf ").and_then(|rest| rest.split_once(" | ")) {
            Some((text, line)) => (words(text).concat().replace("\\n", "\n"), line),
            None => (String::new(), line),
        };
        let (line, target) = line.split_once(" > ").map_or((line, None), |(line, target)| (line, Some(target)));
        let words = words(line);
        let (program, arguments) = words.split_first().expect("a command");
        if program == "cp" {
            fs::copy(self.folder.0.join(&arguments[0]), self.folder.0.join(&arguments[1])).expect("a copy");
            return String::new();
        }
        assert_eq!(program, "ludemic", "the guide runs {program}");
        let mut child = Command::new(env!("CARGO_BIN_EXE_ludemic"))
            .args(arguments)
            .current_dir(&self.folder.0)
            .env("NO_COLOR", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("standard input is a pipe");
        // The program may stop reading before the input is at its end.
        let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
        let output = child.wait_with_output().expect("the program ends");
        writer.join().expect("the writer ends");
        self.code = output.status.code().expect("no signal ends the program");
        let mut shown = String::from_utf8(output.stdout).expect("UTF-8");
        if let Some(target) = target {
            fs::write(self.folder.0.join(target), std::mem::take(&mut shown)).expect("a file is written");
        }
        shown + &String::from_utf8(output.stderr).expect("UTF-8")
    }

    /// Replaces lines of a file.
    fn edit(&self, block: &[&str]) {
        let name = block.first().and_then(|line| line.strip_prefix("--- ")).expect("a diff names its file");
        let lines = |sign: char| -> String {
            let lines = block[1..].iter().filter_map(|line| line.strip_prefix(sign));
            lines.map(|line| format!("{line}\n")).collect()
        };
        let path = self.folder.0.join(name);
        let text = fs::read_to_string(&path).expect("the file is there");
        let old = lines('-');
        assert_eq!(text.matches(&old).count(), 1, "not once in {name}:\n{old}");
        fs::write(path, text.replacen(&old, &lines('+'), 1)).expect("the file is written");
    }
}

/// Whether a line is as shown, `…` standing for anything.
fn line_agrees(shown: &str, line: &str) -> bool {
    match shown.split_once('…') {
        None => shown == line,
        Some((head, tail)) => line.strip_prefix(head).is_some_and(|rest| {
            rest.char_indices().map(|(at, _)| at).chain([rest.len()]).any(|at| line_agrees(tail, &rest[at..]))
        }),
    }
}

/// Whether lines are as shown, a line `…` standing for any of them.
fn agrees(shown: &[&str], lines: &[&str]) -> bool {
    match shown.split_first() {
        None => lines.is_empty(),
        Some((&"…", rest)) => (0..=lines.len()).any(|skip| agrees(rest, &lines[skip..])),
        Some((first, rest)) => {
            lines.split_first().is_some_and(|(line, more)| line_agrees(first, line) && agrees(rest, more))
        }
    }
}

#[test]
fn shown_lines() {
    assert!(agrees(&["a", "…", "d"], &["a", "b", "c", "d"]));
    assert!(agrees(&["a …: …s"], &["a b: 3 ms"]));
    assert!(!agrees(&["a", "…", "d"], &["a", "b"]));
    assert!(!agrees(&["a"], &["a", "b"]));
    assert!(!agrees(&["a … c"], &["a b"]));
}

#[test]
fn the_guide_is_true() {
    assert!(run_page("docs/guide.md") > 15, "the guide has commands");
}

#[test]
fn other_pages_show_what_comes() {
    for page in ["README.md", "docs/research.md"] {
        assert!(run_page(page) > 0, "{page} has commands");
    }
}

/// Runs the commands of a page, and gives how many there are.
fn run_page(page: &str) -> usize {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
    let guide = fs::read_to_string(&path).expect("a page");
    let bless = std::env::var_os("LUDEMIC_BLESS").is_some();
    let mut shell = Shell { folder: folder_of(page), code: 0 };
    let (mut blessed, mut wrong, mut commands) = (String::new(), String::new(), 0);
    let mut lines = guide.lines().peekable();
    while let Some(line) = lines.next() {
        blessed.push_str(line);
        blessed.push('\n');
        let kind = line.strip_prefix("```").unwrap_or("");
        if kind.is_empty() {
            continue;
        }
        let mut block = Vec::new();
        while let Some(line) = lines.next_if(|line| *line != "```") {
            block.push(line);
        }
        // The end of the block.
        lines.next();
        if kind != "console" {
            if kind == "diff" {
                shell.edit(&block);
            }
            block.iter().for_each(|line| blessed.push_str(&format!("{line}\n")));
            blessed.push_str("```\n");
            continue;
        }
        let mut block = block.into_iter().peekable();
        while let Some(line) = block.next() {
            let command = line.strip_prefix("$ ").unwrap_or_else(|| panic!("no command: {line}"));
            let mut shown = Vec::new();
            while let Some(line) = block.next_if(|line| !line.starts_with("$ ")) {
                shown.push(line);
            }
            let output = shell.run(command);
            let found: Vec<&str> = output.lines().map(str::trim_end).collect();
            commands += 1;
            blessed.push_str(&format!("{line}\n"));
            let keep = agrees(&shown, &found);
            for line in if keep { &shown } else { &found } {
                blessed.push_str(&format!("{line}\n"));
            }
            if !keep {
                wrong.push_str(&format!("$ {command}\n{output}\n--- {page} shows\n{}\n", shown.join("\n")));
            }
        }
        blessed.push_str("```\n");
    }
    if bless {
        fs::write(path, blessed).expect("the page is written");
    } else {
        assert!(wrong.is_empty(), "LUDEMIC_BLESS=1 takes these outputs:\n{wrong}");
    }
    commands
}
