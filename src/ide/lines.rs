//! Places in a text as lines and columns, and in units of UTF-16, as editors count.

/// How many bytes lie between two places whose units are known: a text may be one line, and all that is in it has a
/// column.
const STRIDE: usize = 256;

/// The lines of a text.
#[derive(Debug, Clone)]
pub struct Lines {
    /// For each line its first byte.
    starts: Vec<usize>,
    /// The units of UTF-16 before every byte whose number is a multiple of the stride.
    marks: Vec<usize>,
}

/// Line and column, both from zero; the column in units of UTF-16.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// The units of UTF-16 of the character that begins with a byte; none for a byte within a character.
fn units(byte: u8) -> usize {
    match byte {
        0x80..0xC0 => 0,
        0xF0.. => 2,
        _ => 1,
    }
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

impl Lines {
    /// The lines of a text whose lines end in LF.
    pub fn new(text: &str) -> Lines {
        let mut starts = vec![0];
        let mut marks = Vec::with_capacity(text.len() / STRIDE + 1);
        let mut before = 0;
        for (at, byte) in text.bytes().enumerate() {
            if at % STRIDE == 0 {
                marks.push(before);
            }
            before += units(byte);
            if byte == b'\n' {
                starts.push(at + 1);
            }
        }
        Lines { starts, marks }
    }

    /// The line and column of a byte of the text these are the lines of.
    pub fn position(&self, text: &str, offset: usize) -> Position {
        let line = self.starts.partition_point(|start| *start <= offset).saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or_default();
        let column = self.units_before(text, offset) - self.units_before(text, start);
        Position { line: narrow(line), column: narrow(column) }
    }

    /// The byte of a line and a column; the end of the line, or of the text, where it is shorter.
    pub fn offset(&self, text: &str, position: Position) -> usize {
        let line = position.line as usize;
        let Some(start) = self.starts.get(line) else { return text.len() };
        let end = self.starts.get(line + 1).map_or(text.len(), |next| next - 1);
        self.byte_at(text, self.units_before(text, *start).saturating_add(position.column as usize)).min(end)
    }

    /// How many units of UTF-16 stand before a byte, or before the character that it is within.
    pub fn units_before(&self, text: &str, offset: usize) -> usize {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let mark = (offset / STRIDE).min(self.marks.len().saturating_sub(1));
        let rest = text.as_bytes().get(mark * STRIDE..offset).unwrap_or_default();
        self.marks.get(mark).copied().unwrap_or_default() + rest.iter().copied().map(units).sum::<usize>()
    }

    /// The byte that so many units of UTF-16 stand before; the beginning of a character where one is split, the end
    /// where the text is shorter.
    pub fn byte_at(&self, text: &str, units_before: usize) -> usize {
        let mark = self.marks.partition_point(|before| *before <= units_before).saturating_sub(1);
        let mut seen = self.marks.get(mark).copied().unwrap_or_default();
        for (at, byte) in text.bytes().enumerate().skip(mark * STRIDE) {
            let own = units(byte);
            if own > 0 && seen + own > units_before {
                return at;
            }
            seen += own;
        }
        text.len()
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

    #[test]
    fn columns_of_a_text_that_is_one_line() {
        let text = "ä🙂xyz€".repeat(3 * STRIDE);
        let lines = Lines::new(&text);
        let mut before = 0;
        for (offset, c) in text.char_indices() {
            let position = Position { line: 0, column: narrow(before) };
            assert_eq!(lines.position(&text, offset), position, "{offset}");
            assert_eq!(lines.offset(&text, position), offset);
            before += c.len_utf16();
        }
        assert_eq!(lines.byte_at(&text, before), text.len());
        assert_eq!(lines.units_before(&text, text.len()), before);
    }
}
