//! One Parquet file, written column by column.

use super::partial;
use crate::cli::Stop;
use crate::cli::replace::{Replacement, unwritable};
use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How many rows are written at once: a row group.
const GROUP: usize = 1 << 17;

/// A column: its name and its type in Parquet's message text.
pub type Column = (&'static str, &'static str);

/// The value of a row in a column.
pub enum Cell<'a> {
    None,
    Int(i32),
    /// Also of columns of unsigned numbers, bit by bit.
    Long(u64),
    Real(f64),
    Text(&'a str),
}

/// The values of a column since the last row group.
enum Values {
    Int(Vec<i32>),
    Long(Vec<i64>),
    Real(Vec<f64>),
    Text(Vec<ByteArray>),
}

struct Held {
    values: Values,
    /// 1 for a row with a value, 0 for one without; empty where every row has one.
    levels: Vec<i16>,
    optional: bool,
    /// The text of the row before: neighbours share it.
    last: Option<ByteArray>,
}

/// A file that is being written.
pub struct Table {
    path: PathBuf,
    out: SerializedFileWriter<Replacement>,
    columns: Vec<Held>,
    rows: usize,
}

impl Table {
    /// Begins a file with these columns.
    pub fn create(path: &Path, columns: &[Column], about: &[(&str, String)]) -> Result<Table, Stop> {
        let fields: String = columns.iter().map(|(name, kind)| field(name, kind)).collect();
        let schema =
            parse_message_type(&format!("message rows {{ {fields} }}")).map_err(|error| failed(path, error))?;
        let about = about.iter().map(|(key, value)| KeyValue::new((*key).to_owned(), value.clone())).collect();
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(concat!("ludemic ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_key_value_metadata(Some(about));
        let file = Replacement::create(path).map_err(|error| unwritable(path, &error))?;
        let out = SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties.build()));
        let out = out.map_err(|error| failed(path, error))?;
        let held = |(_, kind): &Column| {
            let values = match kind.split_whitespace().nth(1).unwrap_or_default() {
                "int32" => Values::Int(Vec::new()),
                "int64" => Values::Long(Vec::new()),
                "double" => Values::Real(Vec::new()),
                _ => Values::Text(Vec::new()),
            };
            Held { values, levels: Vec::new(), optional: kind.starts_with("optional"), last: None }
        };
        Ok(Table { path: path.to_owned(), out, columns: columns.iter().map(held).collect(), rows: 0 })
    }

    /// Adds a row: one cell for each column.
    pub fn push<const N: usize>(&mut self, cells: [Cell<'_>; N]) -> Result<(), Stop> {
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            column.push(cell);
        }
        self.rows += 1;
        if self.rows < GROUP { Ok(()) } else { self.group() }
    }

    /// Writes the rows since the last time.
    fn group(&mut self) -> Result<(), Stop> {
        let mut write = || {
            let mut group = self.out.next_row_group()?;
            for column in &mut self.columns {
                column.write(&mut group)?;
            }
            group.close().map(drop)
        };
        write().map_err(|error| failed(&self.path, error))?;
        self.rows = 0;
        Ok(())
    }

    /// Puts the file in its place; that of a run that was stopped gets a name that says so, the other takes away an
    /// older one of that name.
    pub fn finish(mut self, interrupted: bool) -> Result<PathBuf, Stop> {
        if self.rows > 0 {
            self.group()?;
        }
        let path = self.path;
        self.out.append_key_value_metadata(KeyValue::new("interrupted".to_owned(), interrupted.to_string()));
        let file = self.out.into_inner().map_err(|error| failed(&path, error))?;
        let part = partial(&path);
        let placed = if interrupted { file.commit_to(&part) } else { file.commit() };
        placed.map_err(|error| unwritable(&path, &error))?;
        if interrupted {
            return Ok(part);
        }
        // It is a part of what is there now; that it stays is no reason to fail.
        let _ = std::fs::remove_file(&part);
        Ok(path)
    }
}

/// A column in Parquet's message text: `required int64 seed (INTEGER(64,false));`.
fn field(name: &str, kind: &str) -> String {
    match kind.split_once('(') {
        Some((physical, logical)) => format!("{physical}{name} ({logical}; "),
        None => format!("{kind} {name}; "),
    }
}

impl Held {
    fn push(&mut self, cell: Cell<'_>) {
        let mut given = true;
        match (&mut self.values, cell) {
            (Values::Int(values), Cell::Int(value)) => values.push(value),
            (Values::Long(values), Cell::Long(value)) => values.push(value as i64),
            (Values::Real(values), Cell::Real(value)) => values.push(value),
            (Values::Text(values), Cell::Text(value)) => {
                let same = self.last.take().filter(|last| last.data() == value.as_bytes());
                let value = same.unwrap_or_else(|| ByteArray::from(value));
                self.last = Some(value.clone());
                values.push(value);
            }
            _ => given = false,
        }
        if self.optional {
            self.levels.push(i16::from(given));
        }
    }

    fn write(&mut self, group: &mut SerializedRowGroupWriter<'_, Replacement>) -> Result<(), ParquetError> {
        fn column<T: DataType>(
            group: &mut SerializedRowGroupWriter<'_, Replacement>,
            values: &mut Vec<T::T>,
            levels: Option<&[i16]>,
        ) -> Result<(), ParquetError> {
            let Some(mut column) = group.next_column()? else { return Ok(()) };
            column.typed::<T>().write_batch(values.as_slice(), levels, None)?;
            values.clear();
            column.close()
        }
        let levels = self.optional.then_some(&*self.levels);
        match &mut self.values {
            Values::Int(values) => column::<Int32Type>(group, values, levels)?,
            Values::Long(values) => column::<Int64Type>(group, values, levels)?,
            Values::Real(values) => column::<DoubleType>(group, values, levels)?,
            Values::Text(values) => column::<ByteArrayType>(group, values, levels)?,
        }
        self.levels.clear();
        Ok(())
    }
}

fn failed(path: &Path, error: ParquetError) -> Stop {
    Stop::CannotRun(format!("cannot write {}: {error}", path.display()))
}
