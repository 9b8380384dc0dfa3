//! `ludemic explain`: ludemes, codes, and how a game is evaluated.

use super::input::Choice;
use super::output::Ui;
use super::plan;
use super::{CLEAN, CommandResult};
use ludemic::KnownDefines;
use ludemic::check::example;
use ludemic::codes;
use ludemic::schema::{Form, Schema, nearest};
use serde_json::json;
use std::collections::BTreeSet;
use std::path::Path;

const EXAMPLES: &str = "\
Examples:
  ludemic explain \"sites Empty\"                 forms, meaning and an example of a ludeme
  ludemic explain LUD0102                       what a finding means
  ludemic explain game.lud --plan               how each expression of a game is evaluated

With --plan, a value is
  constant    known before the game begins
  read        in the state or in a table
  kept        computed when what it uses has changed
  set         found for all sites at once, numbers likewise
  scalar      computed each time, for one site where it asks about a site
  volatile    computed each time: it draws chance or does not tell what it depends on
and moves are
  slots       drawn one at a time, without looking for the others
  deferrable  counted, and one of them made
  listed      all made
`ludemic profile` measures what it costs.";

/// Explain a ludeme of the language, the code of a finding, or how a game is evaluated.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A ludeme such as `count` or `"count Pieces"`, a kind such as `siteType`, or a code such as LUD0102; with --plan
    /// a description, `-` for standard input
    #[arg(required = true)]
    what: Vec<String>,

    /// Tell of a description how each of its expressions is evaluated
    #[arg(long)]
    plan: bool,

    #[command(flatten)]
    choice: Choice,
}

/// Prints every form of a ludeme with its meaning and an example, or the meaning of a code.
pub fn run(args: Args, ui: &mut Ui) -> CommandResult {
    if args.plan {
        let [file] = &*args.what else {
            return Err("`--plan` tells of one description".into());
        };
        return plan::run(file, args.choice, ui);
    }
    if let [file] = &*args.what
        && (Path::new(file).is_file() || file.ends_with(".lud"))
    {
        return Err(format!(
            "`{file}` is a description: `ludemic info {file}` tells of it, `ludemic explain {file} --plan` how it is evaluated"
        ).into());
    }
    let words: Vec<&str> = args.what.iter().flat_map(|word| word.split_whitespace()).collect();
    let what = words.join(" ");
    let what = what.strip_prefix('(').map_or_else(|| what.clone(), title);
    if let Some(meaning) = codes::explain(&what) {
        let code = what.to_uppercase();
        ui.tell(&json!({ "code": code, "meaning": meaning }), format!("{code}: {meaning}"))?;
        return Ok(CLEAN);
    }
    let known = args.choice.known(ui)?;
    if let Some((name, text)) = define(&what, &known) {
        let told = format!("\"{name}\" is a define, which stands for:\n{text}");
        ui.tell(&json!({ "define": name, "text": text }), told)?;
        return Ok(CLEAN);
    }
    language(&what, ui)
}

/// The name and text of a define; of a name in other letters only what the language does not have.
fn define<'a>(what: &str, known: &'a KnownDefines) -> Option<(&'a str, String)> {
    let called = what.trim_matches('"');
    let in_language = Schema::get().forms().iter().any(|form| form.head.eq_ignore_ascii_case(called));
    let like = |name: &&str| !in_language && name.eq_ignore_ascii_case(called);
    let name = known.names().find(|name| *name == called).or_else(|| known.names().find(like))?;
    Some((name, known.text(name)?))
}

/// Prints the forms of a ludeme, and the constants and ludemes of a kind.
fn language(what: &str, ui: &mut Ui) -> CommandResult {
    let schema = Schema::get();
    let (head, keyword) = match what.split_once(' ') {
        Some((head, keyword)) => (head, Some(keyword)),
        None => (what, None),
    };
    let named = |form: &&Form, exact: bool| {
        keyword.is_none_or(|keyword| {
            form.keyword.is_some_and(|own| if exact { own == keyword } else { own.eq_ignore_ascii_case(keyword) })
        })
    };
    let mut forms: Vec<&Form> = schema.forms_for(head).filter(|form| named(form, true)).collect();
    if forms.is_empty() {
        forms =
            schema.forms().iter().filter(|form| form.head.eq_ignore_ascii_case(head) && named(form, false)).collect();
    }
    for (index, form) in forms.iter().enumerate() {
        tell(form, index, ui)?;
    }
    // Which ludemes make a value of a kind is no news of a kind that its own ludeme makes.
    let kind = schema.kind(what).or_else(|| schema.kind_like(what));
    let kind = kind.filter(|_| keyword.is_none());
    let heads = kind.map(|kind| schema.heads_of(kind)).filter(|heads| *heads != [what]).unwrap_or_default();
    let kind = kind.filter(|kind| !kind.constants.is_empty() || !heads.is_empty());
    if let Some(kind) = kind {
        if ui.json() {
            ui.object(&json!({ "kind": kind.name, "constants": kind.constants, "ludemes": heads }))?;
        } else {
            if !forms.is_empty() {
                ui.line("")?;
            }
            let made = heads.iter().map(|head| format!("({head} …)")).collect::<Vec<_>>();
            let all = kind.constants.iter().map(ToString::to_string).chain(made);
            ui.line(format!("<{}> is one of {}", kind.name, all.collect::<Vec<_>>().join(" ")))?;
        }
    }
    if forms.is_empty() && kind.is_none() {
        return Err(unknown(what, head).into());
    }
    Ok(CLEAN)
}

fn tell(form: &Form, index: usize, ui: &mut Ui) -> std::io::Result<()> {
    let example = example(form);
    if ui.json() {
        return ui.object(&json!({
            "ludeme": form.title(),
            "form": form.to_string(),
            "kind": form.kind,
            "meaning": form.doc,
            "example": example,
        }));
    }
    if index > 0 {
        ui.line("")?;
    }
    ui.line(format!("{form} : {}", form.kind))?;
    if !form.doc.is_empty() {
        ui.line(format!("    {}", form.doc))?;
    }
    if let Some(example) = example {
        ui.line(format!("    such as {example}"))?;
    }
    Ok(())
}

/// The head of a clause, with its keyword if it has one.
fn title(clause: &str) -> String {
    let mut words = clause.split([' ', '(', ')', '{', '}']).filter(|word| !word.is_empty());
    let head = words.next().unwrap_or_default();
    let rest: Vec<&str> = words.take(2).collect();
    let keyword = (1..=rest.len()).rev().find_map(|count| {
        let said = rest.get(..count)?.join(" ");
        Schema::get().forms_for(head).any(|form| form.keyword == Some(&*said)).then_some(said)
    });
    keyword.map_or_else(|| head.to_owned(), |keyword| format!("{head} {keyword}"))
}

fn unknown(what: &str, head: &str) -> String {
    let mut message = format!("`{what}` is neither a ludeme nor a kind of the language nor a code");
    let schema = Schema::get();
    let keywords: BTreeSet<&str> = schema.forms_for(head).filter_map(|form| form.keyword).collect();
    let near = schema.heads_like(head, None);
    if !keywords.is_empty() {
        let keyword = what.split_once(' ').map_or("", |(_, keyword)| keyword);
        let near = nearest(keyword, keywords.iter().copied());
        message = match near.is_empty() {
            true => {
                let all: Vec<&str> = keywords.into_iter().collect();
                format!("`{head}` does not go with `{keyword}`; it goes with {}", list(&all))
            }
            false => format!("`{head}` does not go with `{keyword}`; did you mean {}?", list(&near)),
        };
    } else if let Some(form) = compound(head) {
        message.push_str(&format!("; did you mean `{}`?", form.title()));
    } else if !near.is_empty() {
        message.push_str(&format!("; did you mean {}?", list(&near)));
    }
    message
}

/// The form that is called as Ludii names it inside: `isLine`.
fn compound(word: &str) -> Option<&'static Form> {
    let (head, keyword) = word.split_at(word.find(|c: char| c.is_ascii_uppercase())?);
    Schema::get().forms_for(head).find(|form| form.keyword.is_some_and(|own| own.eq_ignore_ascii_case(keyword)))
}

fn list(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(" or ")
}
