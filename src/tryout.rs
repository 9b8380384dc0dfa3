//! Trying a game out: what checks should also start, and be playable for a few moves.

use crate::board::{Direction, SiteType, Topology};
use crate::check::typed::{Arg, Ludeme, Value};
use crate::diag::{Diagnostic, Severity};
use crate::engine::action::{Action, ActionKind};
use crate::engine::fault::Fault;
use crate::engine::mv::Item;
use crate::engine::trial::{PlayError, Trial};
use crate::ludemes::regions::listed::is_coordinate;
use crate::pipeline::Compiled;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The random moves of the trial game, at most.
const PLIES: usize = 12;

/// How many random games that are over after one move say something about the rules.
const SHORT_GAMES: u64 = 8;

/// The evaluation work that is spent on it, about a twentieth of a second: a check should not be waited for. It is
/// counted, so that what is found is the same in every run.
const WORK: u64 = 2_000_000;

/// Sets a game up and plays some random moves, always the same ones. Failures are errors: Ludii 1.3.12 throws an
/// exception in these places. Sites that do not exist are warnings.
pub fn try_out(compiled: &Compiled) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    far_sites(compiled, &mut findings);
    far_rows(compiled, &mut findings);
    far_coordinates(compiled, &mut findings);
    far_lines(compiled, &mut findings);
    numbered(compiled, &mut findings);
    unnumbered(compiled, &mut findings);
    not_own(compiled, &mut findings);
    let typed = compiled.typed();
    let mut trial = match Trial::start_within(Arc::clone(compiled.game()), 1, WORK) {
        Ok(trial) => trial,
        Err(error) if error.fault() == Some(&Fault::Work) => {
            findings.push(given_up(typed));
            return findings;
        }
        Err(error) => {
            findings.push(failure("LUD0403", "the game does not start", typed, &error));
            return findings;
        }
    };
    // What the check has found may be the reason.
    let mut told = compiled.findings().iter().chain(&findings).any(|finding| finding.code.starts_with("LUD02"));
    if !told {
        findings.extend(idle(&mut trial, compiled));
        // Who cannot begin may well lose by that: this is why games are short.
        told = !findings.is_empty();
        findings.extend(taken(&trial, compiled));
    }
    for ply in 1..=PLIES {
        if trial.is_over() {
            findings.extend((ply == 2 && !told).then(|| at_once(compiled)).flatten());
            break;
        }
        if let Err(error) = trial.playout(1, ply) {
            if error.fault() == Some(&Fault::Work) {
                findings.extend((ply == 1).then(|| given_up(typed)));
                break;
            }
            let what = format!("a random game fails at move {ply}");
            findings.push(failure("LUD0404", &what, typed, &error));
            break;
        }
    }
    findings
}

/// What helps to find out about the start.
const SHOWS: &str = "`ludemic board FILE --seed 0 --ply 0` shows what the start rules come to";

/// Warns if the game is over before a move, or the first player has none: in a game without chance he will never have
/// one there.
fn idle(trial: &mut Trial, compiled: &Compiled) -> Option<Diagnostic> {
    let of_game = |message: &str| idle_at(compiled, "play", message).hint(SHOWS);
    if trial.is_over() {
        return Some(of_game("the game is over before the first move"));
    }
    let idle = matches!(trial.legal(), Ok([only]) if only.is_forced());
    let layout = &compiled.game().equipment.layout;
    if idle && layout.board_len(layout.default_type()) == 0 {
        return Some(idle_at(compiled, "board", "the board has no sites").label("nothing to play on"));
    }
    (idle && !compiled.game().features.stochastic)
        .then(|| of_game("the player who begins has no move").label("passes are all that this gives at the start"))
}

/// Warns if random games are over after one move.
fn at_once(compiled: &Compiled) -> Option<Diagnostic> {
    let short = |seed: u64| {
        let mut trial = Trial::start_within(Arc::clone(compiled.game()), seed, WORK).ok()?;
        trial.playout(seed, 2).ok()?;
        Some(trial.is_over() && trial.len() == 1)
    };
    let all = (1..=SHORT_GAMES).all(|seed| short(seed) == Some(true));
    let finding = || idle_at(compiled, "end", "random games are over after the first move");
    all.then(|| finding().hint("`ludemic trace FILE --seed 1` records one of them, with the state after the move"))
}

/// A warning at the first ludeme of a head.
fn idle_at(compiled: &Compiled, head: &str, message: &str) -> Diagnostic {
    let mut rules = None;
    compiled.typed().visit(&mut |ludeme| {
        if ludeme.form.head == head && rules.is_none() {
            rules = Some(&ludeme.origin);
        }
    });
    Diagnostic::warning("LUD0405", rules.unwrap_or(&compiled.typed().origin), message)
}

/// Warns of a piece that the start rules put on a site where another one stands, in a game without stacks.
fn taken(trial: &Trial, compiled: &Compiled) -> Option<Diagnostic> {
    let (game, typed) = (compiled.game(), compiled.typed());
    let mut there = HashMap::new();
    let placed = trial.history().take(trial.initial()).flat_map(|m| &m.items);
    let mut placed = placed.filter_map(|item| match item {
        Item::Action(Action { kind: ActionKind::Add { t, to, what, .. }, .. }) => Some(((*t, *to), *what)),
        _ => None,
    });
    let (site, first, second) = placed.find_map(|(place, what)| {
        let first = *there.entry(place).or_insert(what);
        (first != what && !game.features.stacking).then_some((place.1, first, what))
    })?;
    let name = |what: i32| Some(&*game.equipment.components.get(usize::try_from(what).ok()?)?.name);
    let (first, second) = (name(first)?, name(second)?);
    let mut rule = &typed.origin;
    typed.visit(&mut |ludeme| {
        let bare = second.trim_end_matches(|last: char| last.is_ascii_digit());
        if ludeme.form.head == "place" && ludeme.text("item").is_some_and(|item| [second, bare].contains(&&**item)) {
            rule = &ludeme.origin;
        }
    });
    let message = format!("`{second}` is put on site {site}, where `{first}` stands: it is not placed");
    Some(Diagnostic::warning("LUD0406", rule, message).label("one of its sites is taken").hint(SHOWS))
}

/// Notes that nothing was tried out.
fn given_up(typed: &Ludeme) -> Diagnostic {
    let message = "no move was tried out: the first one takes more work than a check does";
    let mut finding = Diagnostic::warning("LUD0407", &typed.origin, message).label("this game");
    finding.severity = Severity::Note;
    finding.hint("`ludemic playouts -n 1 FILE` plays a game, and `ludemic profile FILE` shows what takes the work")
}

/// A failure at the ludeme that was being evaluated, or at the rules.
fn failure(code: &'static str, what: &str, typed: &Ludeme, error: &PlayError) -> Diagnostic {
    let PlayError::Fault(error) = error else {
        return Diagnostic::error(code, &typed.origin, format!("{what}: {error}")).label("here");
    };
    let origin = error.stack.first().map_or(&typed.origin, |place| &place.origin);
    let message = format!("{what}: the rules fail in this position: {}", error.fault);
    Diagnostic::error(code, origin, message).label("here")
}

/// The sites of a row or a column by its number.
type Line = fn(&Topology, SiteType, usize) -> &[u32];

/// Warns of numbers of rows and columns that the board has not, among the sites that the game is played on.
fn far_rows(compiled: &Compiled, findings: &mut Vec<Diagnostic>) {
    let equipment = &compiled.game().equipment;
    let t = equipment.layout.default_type();
    // A board has no more lines than sites.
    let sites = usize::try_from(equipment.layout.board_len(t)).unwrap_or(0);
    compiled.typed().visit(&mut |ludeme| {
        let (what, line): (_, Line) = match (ludeme.form.head, ludeme.form.keyword) {
            ("sites", Some("Row")) => ("row", Topology::row_sites),
            ("sites", Some("Column")) => ("column", Topology::column_sites),
            _ => return,
        };
        let (Some(arg), None) = (ludeme.get("index"), ludeme.get("elementType")) else { return };
        let Value::Int(number) = arg.value else { return };
        let empty = |index: usize| line(&equipment.board, t, index).is_empty();
        let Some(index) = usize::try_from(number).ok().filter(|index| empty(*index)) else { return };
        let Some(last) = (0..index.min(sites)).rev().find(|index| !empty(*index)) else { return };
        let message = format!("there is no {what} {number}");
        let label = format!("the {what}s are 0 to {last}");
        findings.push(Diagnostic::warning("LUD0231", &arg.origin, message).label(label));
    });
}

/// Warns of pieces that `(forEach Piece ..)` is asked for with the number of their owner: it knows them without.
fn numbered(compiled: &Compiled, findings: &mut Vec<Diagnostic>) {
    let components = &compiled.game().equipment.components;
    let full: HashMap<&str, &str> = components.iter().map(|one| (&*one.name, &*one.base)).collect();
    let bases: HashSet<&str> = full.values().copied().collect();
    compiled.typed().visit(&mut |ludeme| {
        if (ludeme.form.head, ludeme.form.keyword) != ("forEach", Some("Piece")) {
            return;
        }
        for arg in ["item", "items"].iter().filter_map(|slot| ludeme.get(slot)).flat_map(Arg::each) {
            let Some(name) = arg.text().filter(|name| !bases.contains(&***name)) else { continue };
            let Some(base) = full.get(&**name) else { continue };
            let message = format!("no piece goes by \"{name}\" here: it is named without the number of its owner");
            let finding = Diagnostic::warning("LUD0224", &arg.origin, message).label("no moves");
            findings.push(finding.hint(format!("did you mean \"{base}\"?")));
        }
    });
}

/// Warns of `(id "Name")` where nothing is called exactly so, and of `(id "Name" P2)` where the player has no such
/// piece: it is -1, whatever is compared with it.
fn unnumbered(compiled: &Compiled, findings: &mut Vec<Diagnostic>) {
    let equipment = &compiled.game().equipment;
    compiled.typed().visit(&mut |ludeme| {
        let id = (ludeme.form.kind, ludeme.form.head) == ("int", "id");
        let Some((name, arg)) = ludeme.text("name").zip(ludeme.get("name")).filter(|_| id) else { return };
        let told = |found: &Diagnostic| found.origin.as_ref() == Some(&arg.origin);
        if compiled.findings().iter().any(told) {
            return;
        }
        let own = equipment.components.iter().skip(1).find(|one| one.name.contains(&**name));
        if ludeme.get("who").is_some() {
            let number = ludeme.word("who").and_then(|role| role.strip_prefix('P')?.parse::<i32>().ok());
            let player = number.filter(|number| (1..=equipment.players).contains(number));
            if let Some(player) = player.filter(|player| equipment.component_of(name, *player).is_none()) {
                let message = format!("no piece of `P{player}` is called \"{name}\"");
                let finding = Diagnostic::warning("LUD0224", &arg.origin, message).label("the number of nothing");
                let other = own.filter(|own| own.owner > 0);
                findings.push(finding.hint_if(other.map(|own| format!("one of `P{}` is", own.owner))));
            }
            return;
        }
        if equipment.component(name).is_some() || equipment.containers.iter().any(|one| one.name == *name) {
            return;
        }
        let message = format!("nothing is called \"{name}\": without a role a piece has its owner's number behind");
        let finding = Diagnostic::warning("LUD0224", &arg.origin, message).label("the number of nothing");
        let full = own.map(|own| format!("write `(id \"{}\")`, or `(id \"{name}\" Mover)`", own.name));
        findings.push(finding.hint_if(full));
    });
}

/// Warns of pieces that are added without being named, where the piece of some mover's number is none of theirs.
/// Vertices and edges are added without pieces, and where rules are for one player the others may not add.
fn not_own(compiled: &Compiled, findings: &mut Vec<Diagnostic>) {
    let equipment = &compiled.game().equipment;
    let pieces = equipment.components.get(1..).unwrap_or_default();
    let owners = pieces.iter().map(|piece| Some(piece.owner)).chain(std::iter::repeat(None));
    let players = 1..=equipment.players;
    let lacks = |player: &i32, owner: Option<i32>| owner.is_none_or(|own| own != *player && players.contains(&own));
    let Some((player, _)) = players.clone().zip(owners).find(|(player, owner)| lacks(player, *owner)) else { return };
    let (mut first, mut of_one) = (None, pieces.is_empty());
    compiled.typed().visit(&mut |ludeme| {
        let form = ludeme.form;
        of_one |= form.head == "phase" && ludeme.get("role").is_some() || form.keyword == Some("Mover");
        let name = (form.kind, form.head, form.keyword);
        let adds = matches!(name, ("nonDecision", "add", _) | (_, "move", Some("Add")));
        let plain = ludeme.part("to").is_some_and(|to| to.get("type").is_none());
        if adds && plain && ludeme.get("what").is_none() {
            first.get_or_insert(ludeme);
        }
    });
    let Some(first) = first.filter(|_| !of_one) else { return };
    let message = format!("without a name piece {player} is what `P{player}` adds, and that is none of theirs");
    let finding = Diagnostic::warning("LUD0248", &first.origin, message).label("which piece?");
    let hint = "name it, `(piece (id \"Disc\" Mover))`, or declare one for each: `(piece \"Disc\" Each)`";
    findings.push(finding.hint(hint));
}

/// On a board with more sites no line is looked for: where there is none, that takes long.
const SEARCHED: usize = 2000;

/// Warns of lengths of lines that the board has not. A number beyond that of all sites is no slip: it says "never". In
/// stacks lines may go up.
fn far_lines(compiled: &Compiled, findings: &mut Vec<Diagnostic>) {
    let game = compiled.game();
    if game.features.stacking || game.features.puzzle {
        return;
    }
    let (board, default) = (&game.equipment.board, game.equipment.layout.default_type());
    compiled.typed().visit(&mut |ludeme| {
        let line = (ludeme.form.head, ludeme.form.keyword) == ("is", Some("Line"));
        let Some(Arg { value: Value::Int(number), origin }) = ludeme.get("length").filter(|_| line) else { return };
        let t = ludeme.word("type").and_then(SiteType::parse).unwrap_or(default);
        let sites = board.len(t);
        let slip = |length: &usize| sites <= SEARCHED && (2..=sites).contains(length);
        let Some(length) = usize::try_from(*number).ok().filter(slip) else { return };
        let direction = ludeme.word("dirn").and_then(Direction::parse).unwrap_or(Direction::Adjacent);
        let mut longest = 1;
        for line in (0..sites).flat_map(|site| board.radials(t, site, direction)) {
            let back = line.opposite.as_ref().map_or(0, |path| path.len().saturating_sub(1));
            longest = longest.max(line.path.len() + back);
            if longest >= length {
                return;
            }
        }
        let finding = Diagnostic::warning("LUD0231", origin, format!("the board has no line of {number} sites"));
        findings.push(finding.label(format!("the longest has {longest}")));
    });
}

/// Warns of numbers of sites that neither the board nor a hand has.
fn far_sites(compiled: &Compiled, findings: &mut Vec<Diagnostic>) {
    let layout = &compiled.game().equipment.layout;
    let ends = (1..layout.containers()).filter_map(|index| layout.stretch(index)).map(|s| s.from.saturating_add(s.len));
    let hands = ends.max().unwrap_or(0);
    let largest = SiteType::ALL.into_iter().map(|t| layout.board_len(t)).max().unwrap_or(0);
    let mut see = |arg: &Arg, board: i32| {
        let sites = board.max(hands);
        if let Value::Int(site) = arg.value
            && site >= sites
            && site != i32::MAX
        {
            // A range that goes beyond the board has one mistake.
            let told = |last: &Diagnostic| {
                last.code == "LUD0231" && last.origin.as_ref().is_some_and(|origin| origin.span == arg.origin.span)
            };
            if findings.last().is_some_and(told) {
                return;
            }
            let message = format!("there is no site {site}");
            let label = format!("the sites are 0 to {}", sites.saturating_sub(1));
            findings.push(Diagnostic::warning("LUD0231", &arg.origin, message).label(label));
        }
    };
    compiled.typed().visit(&mut |ludeme| {
        let slots: &[&str] = match (ludeme.form.kind, ludeme.form.head) {
            ("startRule", "place") => &["loc", "locs"],
            ("sites", "sites") if ludeme.form.keyword.is_none() => &["sites"],
            ("item", "regions") => &["sites"],
            ("track", "track") => &["track"],
            _ => return,
        };
        let t = ludeme.word("type").and_then(SiteType::parse).unwrap_or(layout.default_type());
        // What the sites of a list are is said where it is used.
        let board = if ludeme.form.head == "sites" { largest } else { layout.board_len(t) };
        for arg in slots.iter().filter_map(|slot| ludeme.get(slot)) {
            arg.each().iter().for_each(|item| see(item, board));
        }
    });
}

/// Warns of coordinates that no site of the board has: they name nothing.
fn far_coordinates(compiled: &Compiled, findings: &mut Vec<Diagnostic>) {
    let equipment = &compiled.game().equipment;
    compiled.typed().visit(&mut |ludeme| {
        let (coordinates, t) = match (ludeme.form.kind, ludeme.form.head) {
            ("int", "coord") => ("coordinate", "type"),
            ("sites", "sites") if ludeme.form.keyword.is_some() => return,
            // With an owner a text always names regions.
            ("sites", "sites") if ["player", "role"].iter().any(|slot| ludeme.get(slot).is_some()) => return,
            ("sites", "sites") if ludeme.get("name").is_some() => ("name", "siteType"),
            ("sites", "sites") => ("coords", "elementType"),
            _ => return,
        };
        let t = ludeme.word(t).and_then(SiteType::parse).unwrap_or(equipment.layout.default_type());
        let mut see = |arg: &Arg| {
            if let Value::Text(label) = &arg.value
                && equipment.board.by_label(t, label).is_none()
            {
                let message = format!("the board has no site \"{label}\"");
                let finding = Diagnostic::warning("LUD0231", &arg.origin, message).label("it names nothing");
                findings.push(finding.hint("`ludemic board FILE --labels` shows the names of the sites"));
            }
        };
        match ludeme.get(coordinates).map(|arg| (arg, &arg.value)) {
            Some((_, Value::Array(items))) => items.iter().for_each(see),
            // One text may also be the name of a region.
            Some((arg, Value::Text(text))) if ludeme.form.head == "coord" || is_coordinate(text) => see(arg),
            _ => {}
        }
    });
}
