//! Prose and lists on lines of a bearable length.

/// The length of lines of prose.
const WIDTH: usize = 100;

/// Words on lines, each line indented; no line end behind the last.
pub fn fill(text: &str, indent: usize) -> String {
    let mut out = String::new();
    let mut column = WIDTH;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if column + 1 + length > WIDTH {
            if !out.is_empty() {
                out.push('\n');
            }
            out.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out
}

/// The text without the markup of web pages that published descriptions have: tags such as `<br>` and `<i>`, and
/// `&amp;`.
pub fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        out.push_str(before);
        let inner = tag[1..].trim_start_matches('/');
        let end = tag.find('>').filter(|_| inner.starts_with(|c: char| c.is_ascii_alphabetic()));
        match end {
            Some(end) => {
                let gap =
                    ["br", "p", "li", "ul", "div"].iter().any(|name| inner.to_ascii_lowercase().starts_with(name));
                out.push_str(if gap { " " } else { "" });
                rest = &tag[end + 1..];
            }
            None => {
                out.push('<');
                rest = &tag[1..];
            }
        }
    }
    out.push_str(rest);
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&nbsp;", " "), ("&#39;", "'"), ("&amp;", "&")];
    entities.into_iter().fold(out, |text, (entity, sign)| text.replace(entity, sign))
}

/// Short entries in columns, read downwards, on lines of at most `width` characters.
pub fn columns(entries: &[String], width: usize) -> String {
    let widest = entries.iter().map(|entry| entry.chars().count()).max().unwrap_or(0) + 2;
    let across = (width / widest).max(1);
    let down = entries.len().div_ceil(across);
    let mut out = String::new();
    for row in 0..down {
        let mut line = String::new();
        for entry in entries.iter().skip(row).step_by(down) {
            let pad = widest - entry.chars().count();
            line.push_str(entry);
            line.extend(std::iter::repeat_n(' ', pad));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// A duration in seconds, short enough to read.
pub fn seconds(seconds: f64) -> String {
    match seconds {
        ..0.001 => format!("{:.0} µs", seconds * 1e6),
        ..1.0 => format!("{:.1} ms", seconds * 1e3),
        _ => format!("{seconds:.2} s"),
    }
}

/// A rate, with separators between thousands.
pub fn rate(count: u64, seconds: f64) -> String {
    if seconds <= 0.0 {
        return "-".to_owned();
    }
    let rate = count as f64 / seconds;
    if rate < 100.0 { format!("{rate:.1}") } else { thousands(rate.round() as u64) }
}

/// A number with separators between thousands.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_read_downwards() {
        let entries: Vec<String> = ["a", "b", "c", "d", "e"].map(str::to_owned).to_vec();
        assert_eq!(columns(&entries, 6), "a  d\nb  e\nc\n");
    }

    #[test]
    fn thousands_are_separated() {
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(1_234_567), "1,234,567");
    }
}
