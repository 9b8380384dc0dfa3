//! Board, hands, dice, pieces, regions, maps, tracks.
//!
//! Items are put in kind order, keeping the order of declaration within a kind: board, hands, dice, regions, maps,
//! dominoes, pieces. Containers are numbered in that order, and so are components. (Ludii 1.3.12's behaviour.)

mod board;
mod dice;
mod dominoes;
mod hand;
mod map;
mod piece;
mod regions;

mod static_regions;
mod surakarta;
mod tile;
mod track;

pub(in crate::ludemes) use static_regions::static_lists;

use crate::engine::equipment::{Container, ContainerKind, Equipment, PuzzleEquipment};
use crate::engine::layout::Layout;
use crate::ludemes::prelude::*;
use crate::ludemes::puzzle;

family! { self board dice dominoes hand map piece regions surakarta tile track }

const ROWS: &[Row] = &[Row::part("equipment", "equipment", "").any_order()];

/// The most sites outside the board.
const MAX_HAND_SITES: usize = 10_000;

/// The most regions; the published games have some dozens.
const MAX_REGIONS: usize = 1_000;

/// Reads `(equipment {..})` into the lowering: board, containers, components, maps, tracks, regions. Returns the
/// generators declared in the pieces, by component index.
pub(crate) fn read(
    call: &Ludeme,
    facings: Vec<Option<Direction>>,
    lo: &mut Lowering,
) -> Lowered<Vec<Option<MovesExpr>>> {
    let items: Vec<&Ludeme> = call.items("items").unwrap_or_default().iter().filter_map(Arg::part).collect();
    let players = lo.players();
    let of_head = |heads: &'static [&'static str]| items.iter().copied().filter(move |i| heads.contains(&i.form.head));

    let mut boards = of_head(&["board", "boardless", "mancalaBoard", "surakartaBoard"]);
    let Some(board_item) = boards.next() else {
        return lo.wrong(&call.origin, "the equipment has no board");
    };
    if let Some(second) = boards.next() {
        return lo.wrong(&second.origin, "the equipment has a second board");
    }
    let board = Arc::new(board::read(board_item, lo)?);
    let mut containers = vec![Container { name: "Board".into(), kind: ContainerKind::Board, owner: 0 }];
    let mut sizes = Vec::new();
    for item in of_head(&["hand"]) {
        for (container, size) in hand::read(item, players, lo)? {
            containers.push(container);
            sizes.push(size);
        }
    }
    let dice = dice::read_all(of_head(&["dice"]), players, lo)?;
    if let Some(container) = dice.container {
        containers.push(container);
        sizes.push(dice.components.len());
    }
    if sizes.iter().fold(0, |sum: usize, &size| sum.saturating_add(size)) > MAX_HAND_SITES {
        return lo.wrong(&call.origin, format!("the hands have more than {MAX_HAND_SITES} sites"));
    }
    let lens = SiteType::ALL.map(|t| board.len(t));
    let layout = Arc::new(Layout::new(board.default_type(), lens, &sizes));

    let dominoes = dominoes::read_all(of_head(&["dominoes"]), &board, players, lo)?;
    let before = dice.components.into_iter().chain(dominoes).collect();
    let (mut components, mut sources) = piece::read_all(of_head(&["piece", "tile"]), before, &board, players, lo)?;
    if lo.features.puzzle {
        // Values stand on the sites of a puzzle; it has no components at all (Ludii 1.3.12's behaviour).
        components.truncate(1);
        sources.truncate(1);
    }
    let mut puzzle =
        PuzzleEquipment { values: puzzle::equipment::values(board_item, &board, lo)?, ..Default::default() };
    for item in of_head(&["hints"]) {
        puzzle::equipment::hints(item, &mut puzzle, lo)?;
    }
    lo.equipment = Arc::new(Equipment {
        players,
        facings,
        board,
        layout,
        dice: containers.iter().position(|container| container.kind == ContainerKind::Dice),
        containers,
        large: components.iter().filter_map(|c| c.tile.as_ref()).any(|tile| tile.placements.is_some()),
        components,
        maps: Vec::new(),
        tracks: Vec::new(),
        puzzle,
    });
    let tracks = track::read_all(board_item, lo)?;
    Arc::make_mut(&mut lo.equipment).tracks = tracks;
    let regions: Vec<&Ludeme> = of_head(&["regions"]).collect();
    // Regions may look into maps, and maps be made of regions.
    if of_head(&["map"]).any(asks_for_sites) {
        read_regions(&regions, lo)?;
    }
    for item in of_head(&["map"]) {
        map::read(item, lo)?;
    }
    read_regions(&regions, lo)?;
    sources.into_iter().map(|source| source.map_or(Ok(None), |call| lo.moves_opt(call, "generator"))).collect()
}

/// Whether it is made of regions.
fn asks_for_sites(call: &Ludeme) -> bool {
    let mut asks = false;
    call.visit(&mut |part| asks |= part.form.kind == "sites");
    asks
}

/// Reads the regions one by one, so that one can be made of those declared before it.
fn read_regions(items: &[&Ludeme], lo: &mut Lowering) -> Lowered<()> {
    lo.regions = Arc::default();
    for item in items {
        let region = regions::read(item, lo)?;
        // Those that are made of others hold on to the list as it was then, so that what they take grows with the
        // square.
        if lo.regions.len() == MAX_REGIONS {
            return lo.wrong(&item.origin, format!("more than {MAX_REGIONS} regions"));
        }
        Arc::make_mut(&mut lo.regions).push(region);
    }
    Ok(())
}

/// The clauses of an argument that is one clause or a list of them.
pub(super) fn clauses(arg: &Arg) -> Vec<&Ludeme> {
    arg.each().iter().filter_map(Arg::part).collect()
}

/// The owner of a piece of equipment as a number: players + 1 for what nobody in particular owns.
fn owner(role: Role, players: i32) -> i32 {
    match role {
        Role::Neutral => 0,
        Role::Player(n) => i32::from(n),
        _ => players + 1,
    }
}
