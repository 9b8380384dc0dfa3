//! Arguments, exit codes, and one file for each subcommand.

mod arena;
mod board;
mod check;
mod compare;
mod diff;
mod drawing;
mod expand;
mod explain;
mod fmt;
mod info;
mod input;
mod library;
mod lsp;
mod output;
mod perft;
mod plan;
mod play;
mod playouts;
mod profile;
mod prose;
mod recorded;
mod replace;
mod seats;
mod selections;
mod shards;
mod sheet;
mod shell;
mod stats;
mod trace;
mod tui;
mod verify;
mod watch;
mod workers;

use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use output::Ui;
use std::io;
use std::process::ExitCode;

/// Nothing to tell of.
const CLEAN: u8 = 0;
/// Something is wrong with a description or a recording.
const FINDINGS: u8 = 1;
/// The work could not be begun: a missing file, a wrong argument.
pub const CANNOT_RUN: u8 = 2;
/// Stopped by Ctrl-C, with what was done until then.
const INTERRUPTED: u8 = 130;

const EXAMPLES: &str = "\
Examples:
  ludemic check my-game.lud                     is it right? errors with line, column and advice
  ludemic fmt my-game.lud                       lay it out the canonical way
  ludemic info lud/skirt.lud                    author, rules, board, pieces, options
  ludemic board lud/skirt.lud --labels          the board with the names of its sites
  ludemic board lud/skirt.lud --seed 7 --html game.html
                                                a random game as a page with a slider; --svg for pictures
  ludemic play lud/skirt.lud --p2 uct:500       play at the terminal, against a search
  ludemic trace lud/skirt.lud --seed 7          record a random game, one JSON object a line
  ludemic trace lud/skirt.lud --format trl      the same as a file that Ludii opens
  ludemic verify my-game.lud game.jsonl.gz      replay recordings and compare every field
  ludemic perft lud/skirt.lud --depth 3         count positions to a depth
  ludemic playouts lud/skirt.lud -n 1000        lengths, results and speed of random games
  ludemic profile lud/skirt.lud                 which expressions take the time, and by which view
  ludemic diff lud/skirt.lud my-skirt.lud       which rules differ, and the shortest game where it matters
  ludemic stats lud/skirt.lud                   what many games have in common, and rules never used
  ludemic compare lud/skirt.lud --sweep all     every combination of the options in one table
  ludemic expand lud/skirt.lud -o \"Board Size/H 4 (37)\"
                                                the description without defines and options

Options of a game are chosen by -o \"Heading/Item\"; `ludemic info` lists them. The file `-` is standard input.
Exit codes: 0 all is well, 1 errors in a description or differences in a recording or in play, 2 could not run,
130 stopped by Ctrl-C.";

/// Checks, plays and measures board games written in Ludii's .lud language.
#[derive(Parser)]
#[command(name = "ludemic", version, after_help = EXAMPLES, max_term_width = 110, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    /// When to use colours; with `auto`, on a terminal unless NO_COLOR is set
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    color: Color,

    /// Text for people or JSON for programs; findings in other ways too, a traced game as Ludii's trial file,
    /// statistics as CSV
    #[arg(long, global = true, value_enum, default_value_t = Format::Full)]
    format: Format,
}

// Where nothing is said, what the arguments say of themselves is shown.
#[derive(Subcommand)]
enum Command {
    Check(check::Args),
    /// Lay descriptions out the canonical way
    Fmt(fmt::Args),
    Info(info::Args),
    Expand(expand::Args),
    /// Draw the board with the numbers or labels of its sites
    Board(board::Args),
    /// Play a game at the terminal, against people or players of the machine's
    Play(play::Args),
    Trace(trace::Args),
    Verify(verify::Args),
    Perft(perft::Args),
    Playouts(playouts::Args),
    Profile(profile::Args),
    /// Play games and tell what they have in common
    Stats(stats::Args),
    /// Compare versions of a game, or all combinations of options, in one table
    Compare(compare::Args),
    /// Compare two versions of a game: their rules, and the shortest game that they play differently
    Diff(diff::Args),
    Explain(explain::Args),
    /// Answer an editor: findings as you type, meanings, completion (language server protocol)
    Lsp(lsp::Args),
    Completions(shell::Completions),
    Man(shell::Man),
}

/// When output has colours.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Color {
    Auto,
    Always,
    Never,
}

/// Who reads the output.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    // Findings with the line they are about.
    #[value(alias = "text")]
    Full,
    // Findings on one line each.
    Concise,
    // One object a line.
    Json,
    // Findings as annotations of a GitHub workflow.
    Github,
    // All findings of `check` as one SARIF log.
    Sarif,
    // A game as Ludii's trial file, of `trace` only.
    Trl,
    // Numbers as a table for spreadsheets, of `stats` and `compare` only.
    Csv,
}

/// Why a subcommand ends early.
enum Stop {
    /// Findings, which have been reported.
    Findings,
    /// It cannot be done; the message says why.
    CannotRun(String),
    /// The output is gone.
    Output(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Stop::Output(error)
    }
}

impl From<String> for Stop {
    fn from(message: String) -> Self {
        Stop::CannotRun(message)
    }
}

impl From<&str> for Stop {
    fn from(message: &str) -> Self {
        message.to_owned().into()
    }
}

/// What a subcommand gives: its exit code.
type CommandResult = Result<u8, Stop>;

/// Reads the arguments, does the work and gives the exit code.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Where the text cannot be printed, nobody is there to read it.
            let _ = error.print();
            let first = std::env::args_os().nth(1).map(|first| first.to_string_lossy().into_owned());
            if let Some(file) = first.filter(|first| first.ends_with(".lud"))
                && error.kind() == clap::error::ErrorKind::InvalidSubcommand
            {
                eprintln!("\na command stands before the description: `ludemic check {file}`");
            }
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(CANNOT_RUN));
        }
    };
    if cli.format == Format::Sarif && !matches!(cli.command, Command::Check(_)) {
        eprintln!("ludemic: only `check` knows the format sarif");
        return ExitCode::from(CANNOT_RUN);
    }
    let mut ui = Ui::new(cli.color, cli.format);
    let refusal = match (cli.format, &cli.command) {
        (Format::Trl, Command::Trace(_)) | (Format::Csv, Command::Stats(_) | Command::Compare(_)) => None,
        (Format::Trl, _) => Some("only `trace` can write the format trl"),
        (Format::Csv, _) => Some("only `stats` and `compare` can write the format csv"),
        (Format::Concise | Format::Github, Command::Expand(_)) => {
            Some("`expand` prints a text; `check` tells findings in the formats concise and github")
        }
        _ => None,
    };
    if let Some(refusal) = refusal {
        ui.complain(refusal);
        return ExitCode::from(CANNOT_RUN);
    }
    // The table of the language takes as long to read as a description: both are read at the same time.
    let _ = std::thread::Builder::new().spawn(ludemic::schema::Schema::get);
    let outcome = match cli.command {
        Command::Check(args) => check::run(&args, &mut ui),
        Command::Fmt(args) => fmt::run(&args, &mut ui),
        Command::Info(args) => info::run(&args, &mut ui),
        Command::Expand(args) => expand::run(&args, &mut ui),
        Command::Board(args) => board::run(&args, &mut ui),
        Command::Play(args) => play::run(&args, &mut ui),
        Command::Trace(args) => trace::run(&args, cli.format == Format::Trl, &mut ui),
        Command::Verify(args) => verify::run(&args, &mut ui),
        Command::Perft(args) => perft::run(&args, &mut ui),
        Command::Playouts(args) => playouts::run(&args, &mut ui),
        Command::Profile(args) => profile::run(&args, &mut ui),
        Command::Stats(args) => stats::run(&args, &mut ui),
        Command::Compare(args) => compare::run(&args, &mut ui),
        Command::Diff(args) => diff::run(&args, &mut ui),
        Command::Explain(args) => explain::run(args, &mut ui),
        Command::Lsp(args) => lsp::run(&args, &mut ui),
        Command::Completions(args) => shell::completions(&args, Cli::command(), &mut ui),
        Command::Man(args) => shell::man(&args, Cli::command(), &mut ui),
    };
    let outcome = outcome.and_then(|code| ui.finish().map(|()| code).map_err(Stop::Output));
    ExitCode::from(match outcome {
        Ok(code) => code,
        Err(Stop::Findings) => {
            let _ = ui.finish();
            FINDINGS
        }
        Err(Stop::CannotRun(message)) => {
            let _ = ui.finish();
            ui.complain(&message);
            CANNOT_RUN
        }
        // The reader has seen enough, as `head` does.
        Err(Stop::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => CLEAN,
        Err(Stop::Output(error)) => {
            ui.complain(&format!("cannot write: {error}"));
            CANNOT_RUN
        }
    })
}
