//! The command line of ludemic.

mod cli;

use std::process::ExitCode;

/// Descriptions nest; a thread with a large stack cannot be overflowed by any that is read. The memory is only
/// reserved, and used as far as it is needed.
const STACK: usize = 256 << 20;

fn main() -> ExitCode {
    let work = std::thread::Builder::new().name("ludemic".to_owned()).stack_size(STACK).spawn(cli::main);
    match work.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        // The panic has been told of on standard error already.
        Ok(Err(_)) => ExitCode::from(101),
        Err(error) => {
            eprintln!("ludemic: cannot start a thread: {error}");
            ExitCode::from(cli::CANNOT_RUN)
        }
    }
}
