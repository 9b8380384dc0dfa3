//! Elements, their attributes and numbers as text.

use super::colour::Colour;
use quick_xml::Writer;
use quick_xml::events::{BytesEnd, BytesStart, BytesText, Event};
use std::fmt::{self, Display};

/// The attributes of an element, in the order they are written.
pub(super) type Attributes<'a> = &'a [(&'a str, &'a dyn Display)];

/// A tree of elements being written.
pub(super) struct Xml {
    writer: Writer<Vec<u8>>,
    open: Vec<&'static str>,
}

impl Xml {
    pub fn new() -> Self {
        Xml { writer: Writer::new_with_indent(Vec::new(), b' ', 1), open: Vec::new() }
    }

    fn write(&mut self, event: Event<'_>) {
        // What is written to is memory and takes everything.
        let _ = self.writer.write_event(event);
    }

    fn start(name: &'static str, attributes: Attributes) -> BytesStart<'static> {
        let mut start = BytesStart::new(name);
        for (key, value) in attributes {
            let value = legible(&value.to_string());
            // What is whole is so without saying.
            if !(key.ends_with("opacity") && value == "1") {
                start.push_attribute((*key, value.as_str()));
            }
        }
        start
    }

    /// Begins an element.
    pub fn open(&mut self, name: &'static str, attributes: Attributes) {
        self.write(Event::Start(Self::start(name, attributes)));
        self.open.push(name);
    }

    /// Ends the element begun last.
    pub fn close(&mut self) {
        if let Some(name) = self.open.pop() {
            self.write(Event::End(BytesEnd::new(name)));
        }
    }

    /// A group of what is written by a function.
    pub fn group(&mut self, attributes: Attributes, write: impl FnOnce(&mut Xml)) {
        self.open("g", attributes);
        write(self);
        self.close();
    }

    /// An element with nothing in it.
    pub fn empty(&mut self, name: &'static str, attributes: Attributes) {
        self.write(Event::Empty(Self::start(name, attributes)));
    }

    /// A circle with these attributes after its place.
    pub fn circle(&mut self, (x, y): (f64, f64), r: f64, rest: Attributes) {
        let place: Attributes = &[("cx", &Num(x)), ("cy", &Num(y)), ("r", &Num(r))];
        self.empty("circle", &[place, rest].concat());
    }

    /// A rectangle with these attributes after its corner and its size.
    pub fn rect(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), rest: Attributes) {
        let place: Attributes = &[("x", &Num(x)), ("y", &Num(y)), ("width", &Num(width)), ("height", &Num(height))];
        self.empty("rect", &[place, rest].concat());
    }

    /// An element with a text in it.
    pub fn text(&mut self, name: &'static str, attributes: Attributes, text: &str) {
        self.open(name, attributes);
        self.write(Event::Text(BytesText::new(&legible(text))));
        self.close();
    }

    /// Elements that have been written before.
    pub fn raw(&mut self, text: &str) {
        self.write(Event::Text(BytesText::from_escaped(text.trim_end())));
    }

    /// The text, with a line end.
    pub fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        let mut text = String::from_utf8_lossy(&self.writer.into_inner()).into_owned();
        text.push('\n');
        text
    }
}

/// The text without the control characters that XML cannot hold.
fn legible(text: &str) -> String {
    text.chars().filter(|c| !c.is_control() && !matches!(c, '\u{FFFE}' | '\u{FFFF}')).collect()
}

/// A length or coordinate with at most two decimals, written the same on every machine.
#[derive(Clone, Copy)]
pub(super) struct Num(pub f64);

impl Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = (self.0 * 100.0).round();
        // Neither -0 nor what is no number at all.
        if !hundredths.is_finite() || hundredths == 0.0 {
            return f.write_str("0");
        }
        let text = format!("{:.2}", hundredths / 100.0);
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// A place as an attribute: what is drawn about the origin is scaled, turned by so many degrees, and moved to a point.
pub(super) fn transform((x, y): (f64, f64), turned: f64, scale: impl Display) -> String {
    let rotation = if turned == 0.0 { String::new() } else { format!(" rotate({})", Num(turned)) };
    format!("translate({} {}){rotation} scale({scale})", Num(x), Num(y))
}

/// How much of a colour covers what is below, as an attribute.
pub(super) fn opacity(colour: Colour) -> Num {
    Num(colour.opacity())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let text = |x: f64| Num(x).to_string();
        assert_eq!(text(0.0), "0");
        assert_eq!(text(-0.001), "0");
        assert_eq!(text(100.0), "100");
        assert_eq!(text(-1.5), "-1.5");
        assert_eq!(text(1.0 / 3.0), "0.33");
        assert_eq!(text(f64::NAN), "0");
    }

    #[test]
    fn what_is_not_ours_is_escaped() {
        let mut xml = Xml::new();
        xml.open("g", &[("id", &"a\"<b>&'")]);
        xml.text("text", &[], "1 < 2 & \u{7}\"3\"");
        let text = xml.finish();
        let tree = roxmltree::Document::parse(&text).expect("well-formed");
        assert_eq!(tree.root_element().attribute("id"), Some("a\"<b>&'"));
        assert_eq!(tree.descendants().find(|n| n.has_tag_name("text")).and_then(|n| n.text()), Some("1 < 2 & \"3\""));
    }
}
