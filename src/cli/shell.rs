//! `ludemic completions` and `ludemic man`: what a shell and a reader of manuals want to know of the arguments.

use super::output::Ui;
use super::{CLEAN, CommandResult};
use clap_complete::Shell;

/// Print a script that completes commands and arguments in a shell.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludemic completions bash > ~/.local/share/bash-completion/completions/ludemic
  ludemic completions zsh > ~/.zfunc/_ludemic
  ludemic completions fish > ~/.config/fish/completions/ludemic.fish")]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Print the manual page of ludemic or of one of its commands.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  ludemic man > ludemic.1
  ludemic man play | man -l -")]
pub struct Man {
    /// A command; without one the page of all
    command: Option<String>,
}

/// Prints the script.
pub fn completions(args: &Completions, mut command: clap::Command, ui: &mut Ui) -> CommandResult {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "ludemic", &mut script);
    ui.print(String::from_utf8_lossy(&script))?;
    Ok(CLEAN)
}

/// Prints the page.
pub fn man(args: &Man, mut command: clap::Command, ui: &mut Ui) -> CommandResult {
    command.build();
    let (page, title) = match &args.command {
        None => (command, "ludemic".to_owned()),
        Some(name) => {
            let found = command.find_subcommand(name).cloned();
            let found = found.ok_or_else(|| format!("there is no command `{name}`"))?;
            let title = format!("ludemic-{}", found.get_name());
            (found, title)
        }
    };
    let mut text = Vec::new();
    let page = clap_mangen::Man::new(page).title(title).source(concat!("ludemic ", env!("CARGO_PKG_VERSION")));
    page.render(&mut text)?;
    ui.print(String::from_utf8_lossy(&text))?;
    Ok(CLEAN)
}
