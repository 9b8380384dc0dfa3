//! `ludemic info`: what a game is.

use super::input::{Description, excuse, told};
use super::output::{Ui, count};
use super::prose::{columns, fill, plain};
use super::{CLEAN, CommandResult, FINDINGS};
use ludemic::board::SiteType;
use ludemic::check::typed::Ludeme;
use ludemic::diag::Diagnostic;
use ludemic::engine::equipment::{Component, ContainerKind};
use ludemic::engine::game::Game;
use ludemic::expand::{Expanded, OptionCategory, OptionItem, Ruleset};
use ludemic::source::on_one_line;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io;

/// Show what a game is: author, rules, board, pieces, options, ludemes.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    description: Description,
}

/// Shows as much as is known: a description with errors still has an author and options.
pub fn run(args: &Args, ui: &mut Ui) -> CommandResult {
    let choice = &args.description.choice;
    let known = choice.known(ui)?;
    let parsed = args.description.parsed(ui)?;
    let expansion = told(ui, parsed.expand(&choice.options, &known))?;
    let expanded = expansion.expanded().clone();
    let mut ludemes = BTreeSet::new();
    let compiled = expansion.check().and_then(|checked| {
        collect(checked.typed(), &mut ludemes);
        choice.compile(checked, &args.description.file, &known)
    });
    let game = compiled.as_ref().ok().map(|compiled| &**compiled.game());
    if ui.json() {
        ui.object(&record(&expanded, game, &ludemes))?;
    } else {
        about(&expanded, ui)?;
        if let Some(game) = game {
            equipment(game, ui)?;
        }
        options(&expanded, ui)?;
        if !ludemes.is_empty() {
            let list: Vec<String> = ludemes.iter().cloned().collect();
            section(&format!("Ludemes ({})", list.len()), &columns(&list, 96), ui)?;
        }
    }
    let Err(failure) = compiled else { return Ok(CLEAN) };
    let failure = excuse(failure);
    ui.finish()?;
    ui.failure(&failure);
    Ok(if failure.findings.iter().any(Diagnostic::is_error) { FINDINGS } else { CLEAN })
}

fn collect(typed: &Ludeme, ludemes: &mut BTreeSet<String>) {
    typed.visit(&mut |ludeme| {
        ludemes.insert(ludeme.form.title());
    });
}

fn section(title: &str, body: &str, ui: &mut Ui) -> io::Result<()> {
    ui.line(format!("\n{title}"))?;
    for line in body.lines() {
        ui.line(format!("  {line}"))?;
    }
    Ok(())
}

fn about(expanded: &Expanded, ui: &mut Ui) -> io::Result<()> {
    ui.line(expanded.name())?;
    let info = &expanded.info;
    for (what, texts) in [
        ("by", &info.author),
        ("date", &info.date),
        ("publisher", &info.publisher),
        ("origin", &info.origin),
        ("also known as", &info.aliases),
        ("class", &info.classification),
    ] {
        if !texts.is_empty() {
            ui.line(format!("  {what}: {}", texts.join(", ")))?;
        }
    }
    for (title, texts) in
        [("Description", &info.description), ("Rules", &info.rules), ("Source", &info.source), ("Credit", &info.credit)]
    {
        if !texts.is_empty() {
            let paragraphs: Vec<String> = texts.iter().map(|text| fill(&plain(text), 0)).collect();
            section(title, &paragraphs.join("\n"), ui)?;
        }
    }
    Ok(())
}

fn equipment(game: &Game, ui: &mut Ui) -> io::Result<()> {
    let equipment = &game.equipment;
    let board = &equipment.board;
    let mut lines = vec![count(usize::try_from(equipment.players).unwrap_or(0), "player")];
    lines.push(format!(
        "board of {} cells, {} vertices, {} edges; played on {}",
        board.len(SiteType::Cell),
        board.len(SiteType::Vertex),
        board.len(SiteType::Edge),
        board.default_type().plural(),
    ));
    for (index, container) in equipment.containers.iter().enumerate() {
        if container.kind != ContainerKind::Board
            && let Some(stretch) = equipment.layout.stretch(index)
        {
            lines.push(format!("{}: sites {} to {}", container.name, stretch.from, stretch.from + stretch.len - 1));
        }
    }
    if game.features.puzzle {
        for t in SiteType::ALL {
            let (first, last) = equipment.puzzle.values[t as usize];
            if last > 0 {
                lines.push(format!("values of {}: {first} to {last}", t.plural()));
            }
        }
        return section("Equipment", &lines.join("\n"), ui);
    }
    section("Equipment", &lines.join("\n"), ui)?;
    let pieces: Vec<String> = equipment
        .components
        .iter()
        .skip(1)
        .map(|component| format!("{} ({})", component.name, owner(component.owner, equipment.players)))
        .collect();
    section("Pieces", &columns(&pieces, 96), ui)
}

fn owner(owner: i32, players: i32) -> String {
    match owner {
        0 => "neutral".to_owned(),
        owner if owner > players => "shared".to_owned(),
        owner => format!("P{owner}"),
    }
}

fn options(expanded: &Expanded, ui: &mut Ui) -> io::Result<()> {
    for category in &expanded.options {
        let mut body = String::new();
        for (index, item) in category.items.iter().enumerate() {
            let mark = if index == category.chosen { "*" } else { " " };
            let default = if index == category.default { " (default)" } else { "" };
            body.push_str(&format!("{mark} {}/{}{default}\n", category.heading, item.name));
            if !item.description.trim().is_empty() {
                body.push_str(&fill(&plain(&item.description), 6));
                body.push('\n');
            }
        }
        section(&format!("Option {}", category.heading), &body, ui)?;
    }
    for (index, ruleset) in expanded.rulesets.iter().enumerate() {
        let mark = if expanded.ruleset == Some(index) { " (in use)" } else { "" };
        let body: Vec<String> = ruleset.settings.iter().map(ToString::to_string).collect();
        section(&format!("{}{mark}", ruleset.name), &body.join("\n"), ui)?;
    }
    Ok(())
}

fn record(expanded: &Expanded, game: Option<&Game>, ludemes: &BTreeSet<String>) -> Value {
    let option = |category: &OptionCategory| {
        let item = |(index, item): (usize, &OptionItem)| {
            json!({
                "item": &*item.name,
                "description": on_one_line(&item.description),
                "default": index == category.default,
                "chosen": index == category.chosen,
            })
        };
        let items: Vec<Value> = category.items.iter().enumerate().map(item).collect();
        json!({ "heading": &*category.heading, "items": items })
    };
    let ruleset = |ruleset: &Ruleset| {
        let settings: Vec<&str> = ruleset.settings.iter().map(|setting| &**setting).collect();
        json!({ "heading": &*ruleset.name, "settings": settings })
    };
    let mut object = json!(expanded.info);
    object["name"] = json!(expanded.name());
    object["options"] = expanded.options.iter().map(option).collect();
    object["rulesets"] = expanded.rulesets.iter().map(ruleset).collect();
    object["ludemes"] = json!(ludemes);
    object["playable"] = json!(game.is_some());
    if let Some(game) = game {
        let equipment = &game.equipment;
        let board = &equipment.board;
        let piece = |component: &Component| json!({ "name": &*component.name, "owner": component.owner });
        object["players"] = json!(equipment.players);
        object["board"] = json!({
            "siteType": board.default_type().name(),
            "cells": board.len(SiteType::Cell),
            "vertices": board.len(SiteType::Vertex),
            "edges": board.len(SiteType::Edge),
        });
        object["pieces"] = equipment.components.iter().skip(1).map(piece).collect();
        object["stochastic"] = json!(game.features.stochastic);
    }
    object
}
