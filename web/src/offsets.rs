//! Places in a text as pages count them: in units of UTF-16.

/// How many bytes lie between two places that are remembered.
const STEP: usize = 512;

/// Offsets in one text.
pub struct Offsets<'a> {
    text: &'a str,
    /// The units before the last character boundary up to each multiple of [`STEP`], and that boundary.
    marks: Vec<(usize, usize)>,
}

impl<'a> Offsets<'a> {
    /// Of a text.
    pub fn new(text: &'a str) -> Offsets<'a> {
        let mut marks = Vec::new();
        let mut units = 0;
        let mut next = 0;
        for (at, c) in text.char_indices() {
            if at >= next {
                marks.push((units, at));
                next = (at / STEP + 1) * STEP;
            }
            units += c.len_utf16();
        }
        Offsets { text, marks }
    }

    /// The units before a byte; before the end for a byte beyond it.
    pub fn units(&self, byte: u32) -> usize {
        let byte = usize::try_from(byte).unwrap_or(usize::MAX).min(self.text.len());
        let mark = self.marks.partition_point(|&(_, at)| at <= byte).checked_sub(1);
        let (units, at) = mark.and_then(|mark| self.marks.get(mark)).copied().unwrap_or_default();
        let rest = self.text.get(at..).unwrap_or_default().char_indices();
        units + rest.take_while(|(offset, _)| at + offset < byte).map(|(_, c)| c.len_utf16()).sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_outside_of_the_first_plane_count_twice() {
        let text = "aä😀b".repeat(1000);
        let offsets = Offsets::new(&text);
        for (byte, _) in text.char_indices() {
            let units = text.get(..byte).map_or(0, |before| before.encode_utf16().count());
            assert_eq!(offsets.units(u32::try_from(byte).unwrap_or(0)), units);
        }
        assert_eq!(offsets.units(u32::MAX), text.encode_utf16().count());
    }
}
