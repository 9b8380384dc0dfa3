//! Text to tree and back: brackets, tokens, comments and places, and nothing about what any of it means.
//!
//! [`parse`] turns a text into an [`Ast`] that keeps every token and every comment; [`Ast::print`] turns it back.

mod ast;
mod balance;
mod format;
pub(crate) mod lookalikes;
mod parser;
mod quotes;
mod scan;

pub use ast::{Ast, Node, NodeKind};
pub use parser::{is_item, parse, parse_part};

/// The longest text that is read, in bytes. The longest description of Ludii's library has 170,000.
pub const MAX_TEXT: usize = 16 << 20;

/// The deepest nesting of brackets that is read. Ludii's library nests 44 deep after expansion.
pub const MAX_NESTING: usize = 128;
