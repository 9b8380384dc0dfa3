//! How much a JSON text holds, found before it is read: a short text can hold many values, and each takes memory.

/// How much memory a value takes more than the smallest one, in values. An object has room for eleven members from the
/// first on; a member has a name.
const OBJECT: usize = 20;
const MEMBER: usize = 4;

/// What a JSON text holds. Of a text that is not JSON it says nothing useful, but is found all the same.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct JsonExtent {
    /// How deep arrays and objects are nested.
    pub depth: usize,
    /// How many values there are, objects and their members counted by the memory they take.
    pub values: usize,
}

impl JsonExtent {
    /// Looks through a text once, at no cost but the time.
    pub fn of(text: &[u8]) -> JsonExtent {
        let mut extent = JsonExtent { depth: 0, values: 1 };
        let mut open = 0_usize;
        let mut bytes = text.iter();
        while let Some(byte) = bytes.next() {
            match byte {
                b'"' => skip_string(&mut bytes),
                b'[' | b'{' => {
                    open += 1;
                    extent.depth = extent.depth.max(open);
                    extent.values += if *byte == b'{' { OBJECT } else { 1 };
                }
                b']' | b'}' => open = open.saturating_sub(1),
                b':' => extent.values += MEMBER,
                b',' => extent.values += 1,
                _ => {}
            }
        }
        extent
    }
}

/// Goes to the end of a string whose first quote has been read.
fn skip_string(bytes: &mut std::slice::Iter<u8>) {
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' => drop(bytes.next()),
            b'"' => return,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{JsonExtent, MEMBER, OBJECT};

    #[test]
    fn counted_outside_strings() {
        let of = |text: &str| JsonExtent::of(text.as_bytes());
        assert_eq!(of("7"), JsonExtent { depth: 0, values: 1 });
        assert_eq!(of("[1,[2,3]]"), JsonExtent { depth: 2, values: 5 });
        assert_eq!(of(r#"{"a,[\"{":"]\\"}"#), JsonExtent { depth: 1, values: 1 + OBJECT + MEMBER });
        assert_eq!(of("]]][").depth, 1);
        assert_eq!(of("\"[[[").depth, 0);
    }
}
