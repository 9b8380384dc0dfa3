//! Reading the graphics of the metadata.

use super::colour::Colour;
use super::look::{Ground, Line, LineRule, Look, Pattern, PieceLook, PieceRule, RegionRule, Stroke, SymbolRule, Where};
use super::look::{owner, stroke};
use crate::board::{Direction, NamedSet, SiteType};
use crate::check::check_as;
use crate::check::typed::{Arg, Ludeme, Value};
use crate::engine::equipment::Equipment;
use crate::expand::tree::{Term, TermKind};
use std::sync::Arc;

/// What the board itself says of how it looks.
pub(super) fn game(typed: &Ludeme, equipment: &Equipment, look: &mut Look) {
    typed.visit(&mut |call| match call.form.head {
        "mancalaBoard" => look.board.style = Some("Mancala"),
        "surakartaBoard" => look.board.style = Some("Surakarta"),
        "boardless" => look.board.endless = true,
        "regions" => look.goals.extend(goal(call)),
        "is" if call.form.keyword == Some("Connected") => joined(call, equipment, look),
        _ => {}
    });
}

/// What the metadata say. Each item is read on its own, so that a mistake in one leaves the others.
pub(super) fn graphics(metadata: &Term, equipment: &Equipment, look: &mut Look) {
    for part in metadata.items() {
        if let TermKind::Clause(part) = &part.kind
            && &*part.head == "graphics"
        {
            look.said = true;
            items(&part.items, equipment, look);
        }
    }
}

fn items(list: &[Term], equipment: &Equipment, look: &mut Look) {
    for term in list {
        match &term.kind {
            TermKind::Array(inner) => items(inner, equipment, look),
            TermKind::Clause(_) => {
                if let (Some(Value::Ludeme(call)), _) = check_as(term, "graphicsItem") {
                    item(&call, equipment, look);
                }
            }
            TermKind::Word(_) | TermKind::Text(_) => {}
        }
    }
}

fn item(call: &Ludeme, equipment: &Equipment, look: &mut Look) {
    let seat = || call.word("roleType").and_then(|word| usize::try_from(owner(word, equipment)?).ok());
    match call.form.title().as_str() {
        "player Colour" => {
            if let Some((entry, colour)) =
                seat().and_then(|seat| look.players.get_mut(seat)).zip(colour(call, "colour"))
            {
                *entry = colour;
            }
        }
        "player Name" => {
            if let Some((entry, name)) = seat().and_then(|seat| look.names.get_mut(seat)).zip(call.text("name")) {
                *entry = Some(name.to_string());
            }
        }
        "board Colour" => board_colour(call, look),
        "board Checkered" => look.board.checkered = call.flag("value", true),
        "board StyleThickness" => {
            if let Some(line) = call.word("boardGraphicsType").and_then(|part| line(look, part)) {
                line.thickness = float(call, "thickness");
            }
        }
        "board Style" => look.board.style = call.word("containerStyleType"),
        "board" if call.word("boardType") == Some("Hidden") => {}
        "board" => look.board.backgrounds.push(ground(call, call.word("boardType"))),
        "no Board" => look.board.hidden = call.flag("value", true),
        "show Edges" => show_edges(call, look),
        "show Line" => lines(call, look),
        "show Symbol" => look.symbols.extend(symbol(call)),
        "region Colour" => look.regions.extend(region(call)),
        "show Piece State" => look.pieces.push(rule(call, equipment, PieceLook::ShowState)),
        "show Piece Value" => look.pieces.push(rule(call, equipment, PieceLook::ShowValue)),
        title if title.starts_with("piece") => {
            if let Some(what) = piece(call, title) {
                look.pieces.push(rule(call, equipment, what));
            }
        }
        _ => {}
    }
}

fn piece(call: &Ludeme, title: &str) -> Option<PieceLook> {
    Some(match title {
        "piece Colour" => PieceLook::Colour { fill: colour(call, "fillColour"), stroke: colour(call, "strokeColour") },
        "piece Scale" => {
            let scale = float(call, "scale").or(float(call, "scaleX"))?;
            PieceLook::Scale(scale.clamp(0.05, 1.6))
        }
        "piece" if call.word("pieceType") == Some("Hidden") => PieceLook::Hidden,
        "piece" => PieceLook::Ground(ground(call, call.word("pieceType"))),
        "piece Rename" => PieceLook::Rename(call.text("name")?.to_string()),
        "piece Hidden" => PieceLook::Hidden,
        "piece Rotate" => PieceLook::Rotate(float(call, "degrees")?),
        _ => return None,
    })
}

fn rule(call: &Ludeme, equipment: &Equipment, what: PieceLook) -> PieceRule {
    let mut name = call.text("pieceName").or(call.text("piece"));
    if matches!(what, PieceLook::Hidden) {
        // Other forms give a new name there; a hidden piece needs none.
        name = name.or(call.text("name"));
    }
    PieceRule {
        owner: call.word("roleType").and_then(|word| owner(word, equipment)),
        name: name.map(|name| name.to_string()),
        container: int(call, "container"),
        state: int(call, "state"),
        value: int(call, "value"),
        what,
    }
}

fn line<'a>(look: &'a mut Look, part: &str) -> Option<&'a mut Line> {
    let board = &mut look.board;
    Some(match part {
        "InnerEdges" => &mut board.inner_edges,
        "OuterEdges" => &mut board.outer_edges,
        "InnerVertices" => &mut board.inner_vertices,
        "OuterVertices" => &mut board.outer_vertices,
        _ => return None,
    })
}

fn board_colour(call: &Ludeme, look: &mut Look) {
    let (Some(part), Some(colour)) = (call.word("boardGraphicsType"), colour(call, "colour")) else { return };
    if let Some(line) = line(look, part) {
        line.colour = Some(colour);
    } else if part == "Symbols" {
        look.board.symbols = Some(colour);
    } else if let Some(entry) = part.strip_prefix("Phase").and_then(|digit| digit.parse::<usize>().ok())
        && let Some(entry) = look.board.phases.get_mut(entry)
    {
        *entry = Some(colour);
    }
}

/// How lines are drawn; `None` for not at all.
fn style(call: &Ludeme) -> Option<Stroke> {
    call.word("style").map_or(Some(Stroke { thick: false, pattern: Pattern::Whole }), stroke)
}

fn show_edges(call: &Ludeme, look: &mut Look) {
    let style = style(call);
    match call.word("relationType") {
        Some("Diagonal") => look.board.diagonals = style.map(|style| (style, colour(call, "colour"))),
        _ => look.board.no_edges |= style.is_none() && matches!(call.word("type"), None | Some("All")),
    }
}

fn lines(call: &Ludeme, look: &mut Look) {
    let (Some(stroke), Some(paths)) = (style(call), call.items("lines")) else { return };
    let paths = paths.iter().map(ints).collect();
    let t = call.word("siteType").and_then(SiteType::parse);
    look.lines.push(LineRule { paths, t, stroke, colour: colour(call, "colour") });
}

fn symbol(call: &Ludeme) -> Option<SymbolRule> {
    let mut ground = ground(call, None);
    ground.image = call.text("imageName").map(|name| name.to_string());
    Some(SymbolRule { sites: places(call)?, t: site_type(call), ground })
}

/// The parts of a region of a player, where there are several: they are to be joined.
fn goal(call: &Ludeme) -> Vec<(i32, Where)> {
    let owner = call.word("role").and_then(|role| role.strip_prefix('P')?.parse().ok());
    match (owner, call.get("regionsFn").map(|arg| &arg.value)) {
        (Some(owner), Some(Value::Array(parts))) if parts.len() > 1 => {
            parts.iter().map(|part| (owner, Where::Region(part.clone()))).collect()
        }
        _ => Vec::new(),
    }
}

/// The sides or corners of the board, some of which whoever wins has joined.
fn joined(call: &Ludeme, equipment: &Equipment, look: &mut Look) {
    let (board, t) = (&equipment.board, equipment.board.default_type());
    let numbers = |sites: &[u32]| sites.iter().filter_map(|&site| i32::try_from(site).ok()).collect::<Vec<i32>>();
    let corners = numbers(board.named(t, NamedSet::Corners));
    let kind = call.word("regionType");
    match kind {
        Some("Corners") => look.corners = corners,
        Some("Sides" | "SidesNoCorners") if look.goals.is_empty() => {
            let sides = Direction::ALL.iter().map(|&wind| numbers(board.side(t, wind)));
            for mut side in sides {
                side.retain(|site| kind == Some("Sides") || !corners.contains(site));
                look.goals.push((equipment.players + 1, Where::Sites(side)));
            }
        }
        _ => {}
    }
}

fn region(call: &Ludeme) -> Option<RegionRule> {
    let scale = float(call, "scale").unwrap_or(1.0).clamp(0.05, 1.6);
    Some(RegionRule { sites: places(call)?, t: site_type(call), colour: colour(call, "colour")?, scale })
}

fn site_type(call: &Ludeme) -> Option<SiteType> {
    call.word("graphElementType").or(call.word("regionSiteType")).and_then(SiteType::parse)
}

/// The sites that are listed, those of a region of the language, or those of a named region.
fn places(call: &Ludeme) -> Option<Where> {
    if let Some(arg) = call.get("sites").or(call.get("site")) {
        return Some(Where::Sites(ints(arg)));
    }
    if let Some(arg) = call.get("regionFunction") {
        return Some(Where::Region(arg.clone()));
    }
    let name = call.text("region")?;
    let mut items = Vec::new();
    if let Some(role) = call.word("roleType") {
        items.push(Term::new(TermKind::Word(Arc::from(role)), &call.origin));
    }
    items.push(Term::new(TermKind::Text(Arc::clone(name)), &call.origin));
    let (value, _) = check_as(&Term::clause("sites", items, &call.origin), "sites");
    Some(Where::Region(Arg { value: value?, origin: call.origin.clone() }))
}

fn ground(call: &Ludeme, place: Option<&str>) -> Ground {
    let scale = float(call, "scale").unwrap_or(1.0);
    let length = |name: &str, default: f64| float(call, name).unwrap_or(default).clamp(-10.0, 10.0);
    Ground {
        front: place == Some("Foreground"),
        image: call.text("image").map(|text| text.to_string()),
        text: call.text("text").map(|text| text.to_string()),
        fill: colour(call, "fillColour"),
        edge: colour(call, "edgeColour"),
        scale: (length("scaleX", scale), length("scaleY", scale)),
        offset: (length("offsetX", 0.0), length("offsetY", 0.0)),
        rotation: float(call, "rotation").unwrap_or(0.0),
    }
}

fn int(call: &Ludeme, name: &str) -> Option<i32> {
    if let Value::Int(value) = call.get(name)?.value { Some(value) } else { None }
}

fn float(call: &Ludeme, name: &str) -> Option<f64> {
    match call.get(name)?.value {
        Value::Int(value) => Some(f64::from(value)),
        Value::Float(value) => Some(value),
        _ => None,
    }
}

/// All integers of a list, however deep, or the one.
fn ints(arg: &Arg) -> Vec<i32> {
    match &arg.value {
        Value::Int(value) => vec![*value],
        Value::Array(items) => items.iter().flat_map(ints).collect(),
        _ => Vec::new(),
    }
}

fn colour(call: &Ludeme, name: &str) -> Option<Colour> {
    let Value::Ludeme(call) = &call.get(name)?.value else { return None };
    if let Some(code) = call.text("hexCode") {
        return Colour::hexadecimal(code);
    }
    if let Some(word) = call.word("type") {
        return Colour::named(word);
    }
    let part = |name: &str| int(call, name).map(|value| value.clamp(0, 255) as u8);
    Some(Colour { r: part("r")?, g: part("g")?, b: part("b")?, a: part("a").unwrap_or(255) })
}
