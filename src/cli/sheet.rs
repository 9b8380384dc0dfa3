//! Comma-separated values.

use super::Stop;
use super::output::Ui;

/// Lines of fields, quoted where they need it.
pub struct Sheet(csv::Writer<Vec<u8>>);

fn failed(error: impl std::fmt::Display) -> Stop {
    Stop::CannotRun(format!("cannot write the table: {error}"))
}

impl Sheet {
    /// A sheet with these names of columns.
    pub fn new(head: &[&str]) -> Result<Sheet, Stop> {
        let mut sheet = Sheet(csv::Writer::from_writer(Vec::new()));
        sheet.row(head)?;
        Ok(sheet)
    }

    /// Adds a line.
    pub fn row<T: AsRef<[u8]>>(&mut self, fields: &[T]) -> Result<(), Stop> {
        self.0.write_record(fields).map_err(failed)
    }

    /// Prints all lines.
    pub fn print(self, ui: &mut Ui) -> Result<(), Stop> {
        let bytes = self.0.into_inner().map_err(failed)?;
        Ok(ui.print(String::from_utf8_lossy(&bytes))?)
    }
}
