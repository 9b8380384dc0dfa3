//! The stages of a description, one type each; the only way forward is the next step.
//!
//! [`Parsed`] → [`Expansion`] → [`Checked`] → [`Compiled`]. Each keeps the texts it came from, so that a [`Failure`]
//! anywhere can be shown in the user's own file.

use crate::check::typed::Ludeme;
use crate::check::{check_among, check_metadata};
use crate::diag::{Diagnostic, Label, Origin};
use crate::engine::game::Game;
use crate::engine::profile::Clock;

use crate::expand::{Expanded, KnownDefines, ShortCall, expand_ast};
use crate::ludemes::Watch;
use crate::ludemes::rules::{self, Subgame};
use crate::schema::nearest;
use crate::source::{Sources, Span, on_one_line};
use crate::syntax::{Ast, parse};
use std::fmt;
use std::sync::Arc;

mod closing;

/// Why a stage could not be passed: at least one error among the findings.
#[derive(Debug, Clone)]
pub struct Failure {
    /// The texts that the findings point into.
    pub sources: Sources,
    /// Errors and warnings, in the order they were found.
    pub findings: Vec<Diagnostic>,
}

impl fmt::Display for Failure {
    /// One line: place and message of the first error, and how many more there are. `{:#}` gives one line per error.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let errors = self.findings.iter().filter(|finding| finding.is_error()).count();
        for (i, finding) in self.findings.iter().filter(|finding| finding.is_error()).enumerate() {
            if i > 0 && !f.alternate() {
                return write!(f, " (and {} more)", errors - 1);
            }
            if i > 0 {
                f.write_str("\n")?;
            }
            if let Some(origin) = &finding.origin {
                write!(f, "{}: ", self.sources.place(origin.span))?;
            }
            write!(f, "{} [{}]", finding.message, finding.code)?;
        }
        Ok(())
    }
}

impl std::error::Error for Failure {}

/// A description read into a syntax tree.
#[derive(Debug, Clone)]
pub struct Parsed {
    sources: Sources,
    ast: Ast,
}

/// A description without defines, options and ranges.
#[derive(Debug, Clone)]
pub struct Expansion {
    sources: Sources,
    expanded: Expanded,
    findings: Vec<Diagnostic>,
}

/// A description in which every clause is a ludeme of the language in its place.
#[derive(Debug, Clone)]
pub struct Checked {
    sources: Sources,
    expanded: Expanded,
    typed: Ludeme,
    findings: Vec<Diagnostic>,
}

/// A game ready to be played, and the description it came from.
#[derive(Debug, Clone)]
pub struct Compiled {
    sources: Sources,
    expanded: Expanded,
    typed: Ludeme,
    game: Arc<Game>,
    findings: Vec<Diagnostic>,
}

/// What every stage tells from expansion on.
macro_rules! tells_of_expansion {
    ($($stage:ident)*) => {$(
        impl $stage {
            /// The expanded description.
            pub fn expanded(&self) -> &Expanded {
                &self.expanded
            }

            /// The texts it came from.
            pub fn sources(&self) -> &Sources {
                &self.sources
            }

            /// Warnings so far, and errors in the metadata once they are checked.
            pub fn findings(&self) -> &[Diagnostic] {
                &self.findings
            }
        }
    )*};
}

tells_of_expansion! { Expansion Checked Compiled }

impl Parsed {
    /// Reads a text; `name` is what people are shown.
    ///
    /// # Errors
    ///
    /// Brackets or strings that do not match, characters outside the language, nesting or size beyond the limits.
    pub fn new(name: &str, text: &str) -> Result<Parsed, Failure> {
        let mut sources = Sources::new();
        let id = sources.add(name, text);
        match parse(&sources, id) {
            Ok(ast) => Ok(Parsed { sources, ast }),
            Err(finding) => {
                let finding = closing::narrowed(&sources, *finding);
                Err(Failure { sources, findings: vec![finding] })
            }
        }
    }

    /// The syntax tree, which prints back the text it was read from.
    pub fn ast(&self) -> &Ast {
        &self.ast
    }

    /// Applies options, defines and ranges. A selection is `Heading/Item` or the heading of a ruleset.
    ///
    /// # Errors
    ///
    /// A selection that does not exist, an endless define, no game, and whatever else prevents a complete expansion.
    pub fn expand(mut self, selections: &[String], known: &KnownDefines) -> Result<Expansion, Failure> {
        let (expanded, mut findings) = expand_ast(&mut self.sources, &self.ast, selections, known);
        fold(&mut findings);
        match expanded {
            Some(expanded) if !findings.iter().any(Diagnostic::is_error) => {
                Ok(Expansion { sources: self.sources, expanded, findings })
            }
            // What is wrong so far has left the tree whole, so that it shows what else is wrong.
            Some(expanded) if findings.iter().all(|finding| leaves_whole(finding, &self.sources)) => {
                let expansion = Expansion { sources: self.sources, expanded, findings };
                match expansion.check() {
                    Err(failure) => Err(failure),
                    Ok(checked) => Err(Failure { sources: checked.sources, findings: checked.findings }),
                }
            }
            _ => Err(Failure { sources: self.sources, findings }),
        }
    }
}

impl Expansion {
    /// Resolves every clause to a ludeme. Mistakes in the metadata are errors among the findings, as Ludii 1.3.12
    /// refuses a description for them; the rules can be played all the same, so that they do not end the way here.
    ///
    /// # Errors
    ///
    /// Whatever in the game is not a form of the language in its place.
    pub fn check(mut self) -> Result<Checked, Failure> {
        let (typed, mut findings) = check_among(&self.expanded.game, &self.expanded.tracks);
        for finding in findings.iter_mut().filter(|finding| finding.is_error()) {
            self.advise(finding);
        }
        self.findings.extend(findings);
        fold(&mut self.findings);
        let right = !self.findings.iter().any(Diagnostic::is_error);
        if let Some(metadata) = &self.expanded.metadata {
            self.findings.extend(check_metadata(metadata).1);
        }
        match typed {
            Some(typed) if right => {
                Ok(Checked { sources: self.sources, expanded: self.expanded, typed, findings: self.findings })
            }
            _ => Err(Failure { sources: self.sources, findings: self.findings }),
        }
    }
}

impl Expansion {
    /// Adds to a finding what the defines have to do with it: a call that leaves arguments out, a name without quotes.
    fn advise(&self, finding: &mut Diagnostic) {
        let Some(origin) = &mut finding.origin else { return };
        // Of the gap in which a marker stands only the marker.
        let text = self.sources.slice(origin.span);
        if !text.trim().is_empty() {
            origin.span.start += (text.len() - text.trim_start().len()) as u32;
            origin.span.end -= (text.len() - text.trim_end().len()) as u32;
        }
        let origin = origin.clone();
        if let Some(call) =
            self.bare_call(&origin).filter(|_| SHAPE.contains(&finding.code) || finding.code == "LUD0202")
        {
            *finding = call;
            return;
        }
        let short = &self.expanded.short_calls;
        // The outermost of them: what it leaves out is missing in all the calls within.
        let short = |call: Span| short.iter().find(|short| short.span == call);
        // Where the body has no marker for what is missing, the mistake is its own.
        let own = origin.trail.as_deref().and_then(|trail| short(trail.call));
        let clause = self.sources.get(origin.span.source).map_or("", |source| clause_around(&source.text, origin.span));
        let missed = own.map_or(clause.contains('#'), |own| own.is_missed_in(clause));
        let outermost = origin.steps().filter_map(|trail| Some((trail, short(trail.call)?))).last();
        if let Some((trail, ShortCall { words, .. })) = outermost.filter(|_| missed) {
            if SHAPE.contains(&finding.code) {
                let call = Origin { span: trail.call, trail: trail.outer.clone() };
                let inner = std::mem::replace(finding, Diagnostic::error("LUD0127", &call, words.clone()));
                finding.label = "arguments missing".into();
                let body = on_one_line(clause);
                if body.contains('#') && body.len() < SHOWN && !body.starts_with("define") {
                    finding.hints.push(format!("what is missing stands in `({body})` of its body"));
                }
                finding.labels.push(Label { span: origin.span, text: format!("so that {}", inner.message) });
                return;
            }
            finding.hints.push(words.clone());
        }
        let word = self.sources.slice(origin.span);
        let name = word.trim_matches('"');
        let advised =
            finding.hints.iter().any(|hint| hint.starts_with("did you mean") || hint.starts_with("leave the"));
        let near = nearest(name, self.expanded.defines.iter().map(|name| &**name));
        let Some(near) = near.first().filter(|near| **near == name || !advised) else { return };
        let hint = match finding.code {
            "LUD0201" | "LUD0202"
                if *near == name || finding.code == "LUD0201" && name.starts_with(|c: char| c.is_ascii_uppercase()) =>
            {
                format!("a define is called by its name in quotes: `\"{near}\"`")
            }
            "LUD0206" | "LUD0208" | "LUD0217" | "LUD0218" if name.len() < word.len() => {
                format!("a define \"{near}\" exists")
            }
            _ => return,
        };
        finding.hints = vec![hint];
    }
}

impl Expansion {
    /// The finding on a call without brackets whose arguments stand behind it, if what is wrong is one of these.
    fn bare_call(&self, wrong: &Origin) -> Option<Diagnostic> {
        let behind = |call: &Span| {
            let between = Span { start: call.end, end: wrong.span.start, ..*call };
            call.source == wrong.span.source
                && call.end < wrong.span.start
                && self.sources.slice(*call).starts_with('"')
                && !self.sources.slice(between).contains(['(', ')', '{', '}', '"'])
        };
        let ShortCall { span: call, words, .. } = self.expanded.short_calls.iter().find(|short| behind(&short.span))?;
        let text = &self.sources.get(call.source)?.text;
        let rest = text.get(call.end as usize..)?;
        let arguments = rest.split(['(', ')', '{', '}', '"']).next().unwrap_or_default().trim();
        let call_origin = Origin { span: *call, trail: wrong.trail.clone() };
        let finding = Diagnostic::error("LUD0127", &call_origin, words.clone()).label("arguments stand behind it");
        Some(finding.hint(match arguments {
            "" => "a call with arguments stands in brackets".to_owned(),
            _ => format!("a call with arguments stands in brackets: `({} {arguments})`", self.sources.slice(*call)),
        }))
    }
}

/// Whether a finding of the expansion says nothing of the tree: a define without quotes or one that does not exist, whose
/// call stands for anything, and signs between items.
fn leaves_whole(finding: &Diagnostic, sources: &Sources) -> bool {
    let between = || {
        let span = finding.origin.as_ref().map(|origin| origin.span)?;
        let text = &sources.get(span.source)?.text;
        let space = text.get(span.start as usize..)?.strip_prefix([',', ';'])?.starts_with(char::is_whitespace);
        // In a call of a define a sign counts as an argument.
        (space && !clause_around(text, span).starts_with('"')).then_some(())
    };
    !finding.is_error()
        || matches!(finding.code, "LUD0101" | "LUD0103")
        || finding.code == "LUD0007" && between().is_some()
}

/// The text of the innermost clause that a place is in, its brackets left out.
fn clause_around(text: &str, place: Span) -> &str {
    let (before, behind) = text.split_at_checked(place.start as usize).unwrap_or_default();
    let leaves = |open: char, close: char| {
        let mut depth = 0;
        move |c: char| {
            depth += i32::from(c == open) - i32::from(c == close);
            depth < 0
        }
    };
    let start = before.rfind(leaves(')', '(')).map_or(0, |open| open + 1);
    let end = behind.find(leaves('(', ')')).map_or(text.len(), |close| before.len() + close);
    text.get(start..end).unwrap_or_default()
}

/// The longest part of a define's body that is shown.
const SHOWN: usize = 60;

/// The findings on the shape of a clause, which an argument that a call leaves out can bring about.
const SHAPE: &[&str] = &["LUD0205", "LUD0206", "LUD0207", "LUD0208", "LUD0212"];

/// Leaves out what only follows from another finding: all that is said of one call which leaves arguments out but the
/// first, and options without a tag and defines without a call where there is an error. Errors come first.
fn fold(findings: &mut Vec<Diagnostic>) {
    let short = |finding: &Diagnostic| finding.code == "LUD0127" && finding.is_error();
    let mut calls: Vec<Span> = Vec::new();
    findings.retain(|finding| {
        let Some(origin) = finding.origin.as_ref().filter(|_| short(finding)) else { return true };
        let first = !calls.contains(&origin.span);
        calls.push(origin.span);
        first
    });
    let strangers = findings.iter().filter(|finding| finding.code == "LUD0007");
    let strangers: Vec<u32> = strangers.filter_map(|finding| Some(finding.origin.as_ref()?.span.start)).collect();
    let unbracketed = findings.iter().filter(|finding| finding.code == "LUD0202");
    let unbracketed: Vec<u32> = unbracketed.filter_map(|finding| Some(finding.origin.as_ref()?.span.end)).collect();
    let broken = findings.iter().any(Diagnostic::is_error);
    findings.retain(|finding| match finding.code {
        // The call may be there under another name or the tag mistyped, or the mistake has cut off where they, or arguments, stand.
        // A colon by itself has been told of as a label.
        "LUD0125" | "LUD0121" | "LUD0109" | "LUD0132" => !broken,
        // What follows a bracket that stands behind its ludeme is no call.
        "LUD0103" => !finding.origin.as_ref().is_some_and(|o| unbracketed.iter().any(|end| end + 1 == o.span.start)),
        // A sign that is no space has been told.
        "LUD0130" if !strangers.is_empty() && !finding.is_error() => false,
        "LUD0133" => !finding.origin.as_ref().is_some_and(|origin| strangers.contains(&origin.span.start)),
        "LUD0127" | "LUD0130" if !finding.is_error() => {
            !finding.origin.as_ref().is_some_and(|origin| origin.places().any(|place| calls.contains(&place)))
        }
        _ => true,
    });
    findings.sort_by_key(|finding| !finding.is_error());
}

impl Checked {
    /// The typed tree.
    pub fn typed(&self) -> &Ludeme {
        &self.typed
    }

    /// The games that a match is made of, in order; none for a game alone.
    pub fn subgames(&self) -> Vec<Subgame> {
        rules::subgames(&self.typed)
    }

    /// The game without its rules, and without the equipment that cannot be played yet: what is left to look at where
    /// [`Checked::compile`] says that the description is right and cannot be played.
    ///
    /// # Errors
    ///
    /// A match, which has no board of its own, and a board that cannot be built.
    pub fn without_rules(mut self) -> Result<Compiled, Failure> {
        let passing = "(game \"Board\" (players 2) (equipment {(board (square 1))})
            (rules (play (move Pass)) (end (if (is Mover P1) (result Mover Draw)))))";
        let passing = Parsed::new("", passing)?.expand(&[], &KnownDefines::none())?.check()?;
        self.typed = rules::with_rules_of(self.typed, &passing.typed);
        self.compile()
    }

    /// Builds the board and lowers the rules. A match needs its games as well: see [`Checked::compile_with`].
    ///
    /// # Errors
    ///
    /// Ludemes that cannot be played yet, a board that is too large, names that do not exist.
    pub fn compile(self) -> Result<Compiled, Failure> {
        self.compile_with(&mut |_| None)
    }

    /// The same; for a match `find` is asked for each of its games, and gives `None` for one it does not know.
    ///
    /// # Errors
    ///
    /// Also a game of a match that is not known, and what is wrong with one.
    ///
    /// # Examples
    ///
    /// ```
    /// use ludemic::{KnownDefines, Parsed, Trial};
    ///
    /// let text = r#"(game "Fill" (players 2) (equipment { (board (square 1)) (piece "Disc" Each) })
    ///     (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"#;
    /// let both = r#"(match "Both" (players 2) (games {(subgame "Fill") (subgame "Fill")})
    ///     (end (if (= 2 (count Trials)) (result P1 Draw))))"#;
    /// let known = KnownDefines::none();
    /// let checked = Parsed::new("both.lud", both)?.expand(&[], &known)?.check()?;
    /// let compiled = checked.compile_with(&mut |subgame| {
    ///     let stages = || Parsed::new(&subgame.name, text)?.expand(&subgame.selections, &known)?.check()?.compile();
    ///     (*subgame.name == *"Fill").then(stages)
    /// })?;
    /// let mut trial = Trial::start(compiled.game().clone(), 0)?;
    /// trial.playout(0, usize::MAX)?;
    /// assert_eq!(trial.match_state().map(|now| now.scores.to_vec()), Some(vec![2, 0]));
    /// assert_eq!(trial.len(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn compile_with(mut self, find: &mut FindGame<'_>) -> Result<Compiled, Failure> {
        let game = match &self.typed.form.head {
            &"match" => self.put_together(find)?,
            _ => rules::compile(&self.typed, None).map(|game| game.written_in(&self.sources)),
        };
        match game {
            Ok(game) => Ok(Compiled {
                sources: self.sources,
                expanded: self.expanded,
                typed: self.typed,
                game: Arc::new(game),
                findings: self.findings,
            }),
            Err(mut problems) => {
                // A name that Ludii lets pass and that stands for nothing is one mistake.
                for problem in problems.iter_mut().filter(|problem| problem.origin.is_some()) {
                    let weaker = self.findings.iter().position(|finding| finding.origin == problem.origin);
                    let hints = weaker.map_or_else(Vec::new, |weaker| self.findings.remove(weaker).hints);
                    if problem.hints.is_empty() {
                        problem.hints = hints;
                    }
                }
                problems.append(&mut self.findings);
                Err(Failure { sources: self.sources, findings: problems })
            }
        }
    }
}

impl Checked {
    /// The game that is a match of others.
    fn put_together(&self, find: &mut FindGame<'_>) -> Result<Result<Game, Vec<Diagnostic>>, Failure> {
        let mut games: Vec<(Subgame, Option<Arc<Game>>)> = Vec::new();
        let mut first = None;
        let subgames = self.subgames();
        if subgames.len() > rules::MAX_GAMES {
            let message = format!("a match has at most {} games", rules::MAX_GAMES);
            return Ok(Err(vec![Diagnostic::error("LUD0402", &self.typed.origin, message)]));
        }
        for subgame in subgames {
            // The same game with the same options is compiled once; it is the first one where there is none.
            let same =
                |(known, _): &&(Subgame, _)| (&known.name, &known.selections) == (&subgame.name, &subgame.selections);
            if let Some((_, game)) = games.iter().find(same) {
                let game = game.clone();
                games.push((subgame, game));
                continue;
            }
            let Some(found) = find(&subgame) else {
                let message = format!("the game \"{}\" of this match is not known", subgame.name);
                let finding =
                    Diagnostic::error("LUD0226", &subgame.origin, message).label("there is no such description");
                let looked = format!(
                    "`{}.lud` is looked for around the match, or below the folder given with `--lud DIR`",
                    subgame.name
                );
                return Ok(Err(vec![finding.hint(looked)]));
            };
            let found = found?;
            if found.game.instances.is_some() {
                let message = "a match cannot be a game of a match";
                return Ok(Err(vec![Diagnostic::error("LUD0402", &subgame.origin, message)]));
            }
            if first.is_none() {
                first = Arc::try_unwrap(found.game).ok();
                games.push((subgame, None));
            } else {
                games.push((subgame, Some(found.game)));
            }
        }
        let Some(first) = first else {
            let message = "a match needs games of its own";
            return Ok(Err(vec![Diagnostic::error("LUD0402", &self.typed.origin, message)]));
        };
        let games = games.into_iter().map(|(_, game)| game).collect();
        Ok(rules::compile_match(&self.typed, first, games).map_err(|problem| vec![*problem]))
    }
}

/// Finds the games of a match by their names: `None` for one that is not known.
pub type FindGame<'a> = dyn FnMut(&Subgame) -> Option<Result<Compiled, Failure>> + 'a;

impl Compiled {
    /// The typed tree.
    pub fn typed(&self) -> &Ludeme {
        &self.typed
    }

    /// The game.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// The game once more, lowered so that its trials count how often each of its rules is used ([`Trial::uses`]).
    /// They go as those of [`Compiled::game`], a little slower.
    ///
    /// # Errors
    ///
    /// None that making the game itself did not have.
    ///
    /// [`Trial::uses`]: crate::Trial::uses
    pub fn counting(&self) -> Result<Arc<Game>, Failure> {
        self.watched(Watch::Uses)
    }

    /// The game once more, lowered so that a series of its playouts measures what evaluating each expression costs
    /// ([`Series::profile`]). They go as those of [`Compiled::game`], slower. The games of a match are not measured.
    ///
    /// # Errors
    ///
    /// None that making the game itself did not have.
    ///
    /// [`Series::profile`]: crate::playouts::Series::profile
    pub fn profiled(&self, clock: Clock) -> Result<Arc<Game>, Failure> {
        self.watched(Watch::Costs(clock))
    }

    fn watched(&self, watch: Watch) -> Result<Arc<Game>, Failure> {
        if self.game.instances.is_some() {
            // The games of a match would count each other's rules.
            return Ok(Arc::clone(&self.game));
        }
        let failure = |findings| Failure { sources: self.sources.clone(), findings };
        let mut game = rules::compile(&self.typed, Some(watch)).map_err(failure)?;
        game = game.written_in(&self.sources);
        game.move_limit = self.game.move_limit;
        game.turn_limit = self.game.turn_limit;
        game.work_limit = self.game.work_limit;
        game.memory_limit = self.game.memory_limit;
        Ok(Arc::new(game))
    }

    /// The game with other limits than Ludii's defaults of 10,000 moves and 1,250 turns a player.
    #[must_use]
    pub fn with_limits(mut self, moves: i32, turns: i32) -> Self {
        if let Some(game) = Arc::get_mut(&mut self.game) {
            game.move_limit = moves;
            game.turn_limit = turns;
        }
        self
    }

    /// The game with another bound on the evaluation work of a ply than [`WORK_LIMIT`]; beyond it the rules fail with
    /// [`Fault::Work`](crate::engine::fault::Fault::Work).
    ///
    /// [`WORK_LIMIT`]: crate::engine::game::WORK_LIMIT
    #[must_use]
    pub fn with_work(mut self, units: u64) -> Self {
        if let Some(game) = Arc::get_mut(&mut self.game) {
            game.work_limit = units;
        }
        self
    }

    /// The game with another bound on the memory of a ply, and of the moves of a game, than [`MEMORY_LIMIT`]; beyond it
    /// the rules fail with [`Fault::Memory`](crate::engine::fault::Fault::Memory).
    ///
    /// [`MEMORY_LIMIT`]: crate::engine::game::MEMORY_LIMIT
    #[must_use]
    pub fn with_memory(mut self, bytes: u64) -> Self {
        if let Some(game) = Arc::get_mut(&mut self.game) {
            game.memory_limit = bytes;
        }
        self
    }
}

impl Game {
    /// Reads a description with these selections of options, all the way to a game.
    ///
    /// # Errors
    ///
    /// The first stage that finds an error gives all it found.
    ///
    /// # Examples
    ///
    /// ```
    /// use ludemic::{Game, KnownDefines};
    ///
    /// let text = r#"(game "Fill"
    ///     (players 2)
    ///     (equipment { (board (square 2)) (piece "Disc" Each) })
    ///     (rules
    ///         (play (move Add (to (sites Empty))))
    ///         (end (if (is Full) (result Mover Win)))))"#;
    /// let game = Game::load("fill.lud", text, &[], &KnownDefines::none())?;
    /// assert_eq!(&*game.name, "Fill");
    /// # Ok::<(), ludemic::Failure>(())
    /// ```
    pub fn load(name: &str, text: &str, selections: &[String], known: &KnownDefines) -> Result<Arc<Game>, Failure> {
        let compiled = Parsed::new(name, text)?.expand(selections, known)?.check()?.compile()?;
        Ok(Arc::clone(&compiled.game))
    }
}
