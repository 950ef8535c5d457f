//! Drawings as tables of text.

use alloc::string::{String, ToString};
use core::fmt::{Display, Formatter, Result};

use super::{Cell, Drawing};

/// Writes one table per plane, with the numbers of rows and columns at its edges. Padding is in parentheses.
impl Display for Drawing {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let [planes, rows, columns] = self.extents;
        let texts = self.cells.iter().map(|cell| text(*cell).len());
        let width = texts.chain([columns.to_string().len()]).max().unwrap_or(1).max(2);
        let edge = rows.to_string().len().max(2);
        for plane in 0..planes {
            if self.rank == 3 {
                writeln!(f, "plane {plane}")?;
            }
            write!(f, "{:edge$}  ", "")?;
            for column in 0..columns {
                let line = if self.is_line(2, column) { "  " } else { "" };
                write!(f, "{line} {column:>width$}")?;
            }
            writeln!(f)?;
            self.write_line(f, edge, width, "+", "")?;
            for row in 0..rows {
                if self.is_line(1, row) {
                    self.write_line(f, edge, width, "|", "+-")?;
                }
                write!(f, "{row:>edge$} |")?;
                for column in 0..columns {
                    let line = if self.is_line(2, column) { " |" } else { "" };
                    let cell = self.cell([plane, row, column]).map_or(String::new(), text);
                    write!(f, "{line} {cell:>width$}")?;
                }
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

impl Drawing {
    fn write_line(
        &self,
        f: &mut Formatter<'_>,
        edge: usize,
        width: usize,
        corner: &str,
        crossing: &str,
    ) -> Result {
        let [.., columns] = self.extents;
        write!(f, "{:edge$} {corner}", "")?;
        for column in 0..columns {
            if self.is_line(2, column) {
                f.write_str(if crossing.is_empty() { "--" } else { "-+" })?;
            }
            write!(f, "-{:-<width$}", "")?;
        }
        writeln!(f)
    }
}

fn text(cell: Cell) -> String {
    match cell {
        Cell { offset: None, .. } => String::new(),
        Cell { offset: Some(offset), is_padding: true } => alloc::format!("({offset})"),
        Cell { offset: Some(offset), is_padding: false } => offset.to_string(),
    }
}
