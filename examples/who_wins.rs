//! How often each player wins random games under each item of each option: a first look at the balance of a design.
//!
//! `cargo run --release --example who_wins -- lud/dogtown-clans.lud 200`

use ludemic::playouts::Series;
use ludemic::{KnownDefines, Parsed};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next().unwrap_or_else(|| "lud/dogtown-clans.lud".to_owned());
    let count: u64 = args.next().map_or(Ok(100), |count| count.parse())?;
    let text = std::fs::read_to_string(&file)?;
    let parsed = Parsed::new(&file, &text)?;
    let known = KnownDefines::none();
    let options = parsed.clone().expand(&[], &known)?.expanded().options.clone();
    for selection in options.iter().flat_map(|category| category.selections()) {
        let compiled = parsed.clone().expand(std::slice::from_ref(&selection), &known)?.check()?.compile()?;
        let statistics = Series::new(compiled.game()).statistics(0, count, usize::MAX)?;
        let wins: Vec<String> = (1..=compiled.game().equipment.players)
            .map(|player| format!("P{player} {:3}", statistics.wins.get(&player).copied().unwrap_or(0)))
            .collect();
        let length = statistics.mean_length().unwrap_or(0.0);
        println!("{selection:60} {}, no winner {:3}, {length:.0} moves", wins.join(", "), statistics.draws);
    }
    Ok(())
}
