//! The typed tree as text.

use crate::check::typed::{Arg, Ludeme, Value};
use crate::source::on_one_line;
use std::fmt::Write as _;

/// A typed tree, one ludeme a line, indented: the kind of each ludeme, its form's name, and each argument behind the
/// name of the slot it fills.
pub fn typed(ludeme: &Ludeme) -> String {
    let mut out = String::new();
    write_ludeme(ludeme, 0, &mut out);
    out.push('\n');
    out
}

fn write_ludeme(ludeme: &Ludeme, depth: usize, out: &mut String) {
    let _ = write!(out, "({}):{}", ludeme.form.title(), ludeme.form.kind);
    for (slot, arg) in ludeme.form.slots.iter().zip(&ludeme.args) {
        let Some(arg) = arg else { continue };
        let _ = write!(out, "\n{:indent$}{} = ", "", slot.name, indent = (depth + 1) * 2);
        write_arg(arg, depth + 1, out);
    }
}

fn write_arg(arg: &Arg, depth: usize, out: &mut String) {
    match &arg.value {
        Value::Ludeme(ludeme) => write_ludeme(ludeme, depth, out),
        Value::Int(value) => {
            let _ = write!(out, "{value}");
        }
        Value::Float(value) => {
            let _ = write!(out, "{value:?}");
        }
        Value::Bool(value) => out.push_str(if *value { "True" } else { "False" }),
        Value::Text(text) => {
            let _ = write!(out, "\"{}\"", on_one_line(text));
        }
        Value::Word { kind, word } => {
            let _ = write!(out, "{word}:{kind}");
        }
        Value::Array(items) => {
            out.push('{');
            let simple = items.iter().all(|item| !matches!(item.value, Value::Ludeme(_) | Value::Array(_)));
            for item in items {
                if simple {
                    out.push(' ');
                } else {
                    let _ = write!(out, "\n{:indent$}", "", indent = (depth + 1) * 2);
                }
                write_arg(item, depth + 1, out);
            }
            if simple {
                out.push_str(" }");
            } else {
                let _ = write!(out, "\n{:indent$}}}", "", indent = depth * 2);
            }
        }
    }
}
