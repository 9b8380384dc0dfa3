//! How many playouts a second the compiled program of a description gives on one thread.
//!
//! ```sh
//! cargo run --release --example rate -- lud/skirt.lud 1000 ["Heading/Item" ..]
//! ```

use ludemic::program::rewrites::Rewrites;
use ludemic::program::{Player, Program};
use ludemic::{KnownDefines, Parsed, playouts};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next().ok_or("a description is needed")?;
    let count: u64 = args.next().map_or(Ok(1000), |text| text.parse())?;
    let options: Vec<String> = args.collect();
    let text = std::fs::read_to_string(&file)?;
    let compiled = Parsed::new(&file, &text)?.expand(&options, &KnownDefines::standard())?.check()?.compile()?;
    let limit = 1000;

    let program =
        Program::new(compiled.typed(), compiled.game(), &Rewrites::all()).map_err(|unfit| unfit.to_string())?;
    let player = Player::new(program, compiled.game()).map_err(|unfit| unfit.to_string())?;
    let (mut played, mut moves) = (0u64, 0u64);
    let start = Instant::now();
    let mut index = 0;
    let next = || {
        index += 1;
        (index <= count).then(|| (index - 1, playouts::seed(0, index - 1)))
    };
    player.series(limit, next, |_, _, playout| {
        played += 1;
        moves += playout.map_or(0, |playout| playout.moves as u64);
        true
    });
    let spent = start.elapsed().as_secs_f64();
    println!("program  {:10.1} playouts/s {:12.0} moves/s", played as f64 / spent, moves as f64 / spent);
    Ok(())
}
