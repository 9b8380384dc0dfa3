//! Running a program.

mod alike;
#[cfg(feature = "jit")]
mod code;
#[cfg(not(feature = "jit"))]
#[path = "no_code.rs"]
mod code;
mod cycle;
mod effects;
mod flat;
mod groups;
mod joined;
mod lines;
mod lists;
mod machine;
mod moves;
mod open;
mod position;
mod profile;
mod sets;
mod snapshot;
mod sphere;
mod values;
mod walks;

pub use machine::{Machine, Prepared};
pub use moves::Kind;
pub(super) use moves::has_room;
pub use position::{OWNERS, Position};
pub use profile::Profile;
pub use snapshot::Snapshot;
