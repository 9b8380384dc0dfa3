//! Prints forms and slots in the notation of the table.

use super::{Form, Slot};
use std::fmt;

impl fmt::Display for Slot {
    /// The slot without the marks of optional and exclusive ones: `of:<int>`, `{<string names>}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.labelled {
            write!(f, "{}:", self.name)?;
        }
        for _ in 0..self.depth {
            f.write_str("{")?;
        }
        if self.kind.starts_with(|c: char| c.is_ascii_uppercase()) {
            f.write_str(self.kind)?;
        } else {
            write!(f, "<{}{}", self.kind, if self.literal { "!" } else { "" })?;
            if !self.labelled && self.name != self.kind {
                write!(f, " {}", self.name)?;
            }
            f.write_str(">")?;
        }
        for _ in 0..self.depth {
            f.write_str("}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Form {
    /// The form as the table writes it, without its kind: `(count Pieces [<siteType type>] …)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}", self.head)?;
        if let Some(keyword) = self.keyword {
            write!(f, " {keyword}")?;
        }
        for unit in &self.units {
            let slots = &self.slots[unit.first..unit.end];
            let (open, close) = match (unit.optional, slots.len()) {
                (true, _) => ("[", "]"),
                (false, 1) => ("", ""),
                (false, _) => ("(", ")"),
            };
            write!(f, " {open}")?;
            for (index, slot) in slots.iter().enumerate() {
                write!(f, "{}{slot}", if index > 0 { " | " } else { "" })?;
            }
            f.write_str(close)?;
        }
        f.write_str(")")
    }
}
