//! Places in a text as lines and columns, and in units of UTF-16, as editors count.

/// The lines of a text.
#[derive(Debug, Clone)]
pub struct Lines {
    /// For each line its first byte and its first unit of UTF-16.
    starts: Vec<(usize, usize)>,
}

/// Line and column, both from zero; the column in units of UTF-16.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// The units of UTF-16 of a text.
fn units(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// The byte of a text that so many units of UTF-16 stand before; the beginning of a character where one is split, the end
/// where the text is shorter.
fn byte(text: &str, units: usize) -> usize {
    let mut seen = 0;
    for (at, c) in text.char_indices() {
        seen += c.len_utf16();
        if seen > units {
            return at;
        }
    }
    text.len()
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

impl Lines {
    /// The lines of a text whose lines end in LF.
    pub fn new(text: &str) -> Lines {
        let mut starts = vec![(0, 0)];
        let (mut at, mut before) = (0, 0);
        for line in text.split_inclusive('\n') {
            at += line.len();
            before += units(line);
            if line.ends_with('\n') {
                starts.push((at, before));
            }
        }
        Lines { starts }
    }

    fn line(&self, text: &str, offset: usize) -> (usize, usize, usize) {
        let line = self.starts.partition_point(|(start, _)| *start <= offset).saturating_sub(1);
        let (start, before) = self.starts.get(line).copied().unwrap_or_default();
        let mut end = offset.min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        (line, before, units(text.get(start..end).unwrap_or_default()))
    }

    /// The line and column of a byte of the text these are the lines of.
    pub fn position(&self, text: &str, offset: usize) -> Position {
        let (line, _, column) = self.line(text, offset);
        Position { line: narrow(line), column: narrow(column) }
    }

    /// The byte of a line and a column; the end of the line, or of the text, where it is shorter.
    pub fn offset(&self, text: &str, position: Position) -> usize {
        let line = position.line as usize;
        let Some((start, _)) = self.starts.get(line) else { return text.len() };
        let end = self.starts.get(line + 1).map_or(text.len(), |(next, _)| next - 1);
        let line = text.get(*start..end).unwrap_or_default();
        start + byte(line, position.column as usize)
    }

    /// How many units of UTF-16 stand before a byte.
    pub fn units_before(&self, text: &str, offset: usize) -> usize {
        let (_, before, column) = self.line(text, offset);
        before + column
    }

    /// The byte that so many units of UTF-16 stand before.
    pub fn byte_at(&self, text: &str, units: usize) -> usize {
        let line = self.starts.partition_point(|(_, before)| *before <= units).saturating_sub(1);
        let (start, before) = self.starts.get(line).copied().unwrap_or_default();
        start + byte(text.get(start..).unwrap_or_default(), units - before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_units_of_utf16() {
        let text = "a🙂b\nüx\n";
        let lines = Lines::new(text);
        let places = [(0, 0, 0), (1, 0, 1), (5, 0, 3), (6, 0, 4), (7, 1, 0), (9, 1, 1), (10, 1, 2), (11, 2, 0)];
        for (offset, line, column) in places {
            let position = Position { line, column };
            assert_eq!(lines.position(text, offset), position, "{offset}");
            assert_eq!(lines.offset(text, position), offset, "{offset}");
            assert_eq!(lines.byte_at(text, lines.units_before(text, offset)), offset, "{offset}");
        }
        // Within a character, behind a line, behind the text.
        assert_eq!(lines.offset(text, Position { line: 0, column: 2 }), 1);
        assert_eq!(lines.offset(text, Position { line: 0, column: 99 }), 6);
        assert_eq!(lines.offset(text, Position { line: 9, column: 0 }), text.len());
        assert_eq!(lines.position(text, 3), Position { line: 0, column: 1 });
        assert_eq!(lines.position(text, 99), Position { line: 2, column: 0 });
    }
}
