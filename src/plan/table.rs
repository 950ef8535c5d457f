//! Tables that a person reads.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::cost::{Count, write_total};
use super::path::Path;

/// The steps of a path, and below them what it costs and saves.
pub(super) fn write_path(f: &mut fmt::Formatter<'_>, path: &Path) -> fmt::Result {
    let head = ["step", "takes", "labels", "multiply-adds", "temporary"].map(String::from);
    let mut rows = alloc::vec![head.to_vec()];
    for (number, step) in path.steps().iter().enumerate() {
        let sources: Vec<String> = step.sources().iter().map(ToString::to_string).collect();
        let cost = step.cost();
        rows.push(alloc::vec![
            number.to_string(),
            sources.join(", "),
            step.composition().to_string(),
            Count(cost.multiply_adds).to_string(),
            Count(cost.temporary).to_string(),
        ]);
    }
    write_rows(f, &rows, 3)?;
    f.write_str("\n")?;
    write_total(f, path.cost(), path.direct_cost())
}

/// Rows of equally many cells: the first `words` columns to the left, the numbers behind them to the
/// right.
fn write_rows(f: &mut fmt::Formatter<'_>, rows: &[Vec<String>], words: usize) -> fmt::Result {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for (line, row) in rows.iter().enumerate() {
        if line > 0 {
            f.write_str("\n")?;
        }
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            let gap = if column == 0 { "" } else { "  " };
            match column < words {
                true => write!(f, "{gap}{cell:<width$}")?,
                false => write!(f, "{gap}{cell:>width$}")?,
            }
        }
    }
    Ok(())
}
