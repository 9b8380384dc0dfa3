//! `ludemic lsp`: the language server, over standard input and output.

mod answers;
mod commands;
mod convert;
mod documents;
mod server;
mod trials;

use super::input::Choice;
use super::output::Ui;
use super::{CANNOT_RUN, CLEAN, CommandResult};
use lsp_server::Connection;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  ludemic lsp                        speaks the language server protocol on standard input and output
  ludemic lsp --defs my-defines      with further known defines

Neovim:  vim.lsp.config('ludemic', { cmd = { 'ludemic', 'lsp' }, filetypes = { 'ludii' } })
Helix:   [language-server.ludemic]
         command = \"ludemic\"
         args = [\"lsp\"]

Editors start it by themselves once they are told of it; editors/README.md of the project says how.";

/// Answer an editor: findings as you type, meanings, completion, names, layout (language server protocol).
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Speak over standard input and output: there is no other way
    #[arg(long)]
    stdio: bool,

    /// Folder of .def files: further defines, and others in the place of known ones of the same name
    #[arg(long, value_name = "DIR")]
    defs: Option<PathBuf>,
}

/// Serves until the editor says that it ends.
pub fn run(args: &Args, ui: &mut Ui) -> CommandResult {
    // The flag is for editors that always give it.
    let _ = args.stdio;
    // Editors are sent to these files by their addresses.
    let defs = args.defs.as_ref().map(|defs| std::path::absolute(defs).unwrap_or_else(|_| defs.clone()));
    let choice = Choice { options: Vec::new(), defs: defs.clone(), lud: None };
    let known = choice.known(ui)?;
    let (connection, threads) = Connection::stdio();
    let clean = server::serve(&connection, known, defs);
    // The thread that writes ends when nobody can send any more.
    drop(connection);
    match clean {
        Ok(true) => {
            let _ = threads.join();
            Ok(CLEAN)
        }
        // Left without a word: the thread that reads may wait for ever.
        Ok(false) => Ok(CANNOT_RUN),
        Err(message) => Err(message.into()),
    }
}
