//! Plans as tables.

use core::fmt::{self, Write};

use super::{Class, Loop, Plan};
use crate::text::Width;

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Class::Batch => "batch",
            Class::LeftFree => "left free",
            Class::RightFree => "right free",
            Class::Contracted => "contracted",
            Class::LeftSummed => "left summed",
            Class::RightSummed => "right summed",
        })
    }
}

impl PartialEq for Plan {
    fn eq(&self, other: &Self) -> bool {
        self.operands == other.operands && self.loops() == other.loops()
    }
}

impl Eq for Plan {}

impl fmt::Debug for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.loops()).finish()
    }
}

/// What a row has in each column: words, then numbers.
const COLUMNS: usize = 6;

impl Loop {
    fn write_cell(&self, column: usize, to: &mut dyn Write) -> fmt::Result {
        match column {
            0 => write!(to, "{}", self.label),
            1 if self.is_diagonal => write!(to, "{}, diagonal", self.class),
            1 => write!(to, "{}", self.class),
            2 => write!(to, "{}", self.extent),
            3 => write!(to, "{}", self.left),
            4 => write!(to, "{}", self.right),
            _ => write!(to, "{}", self.result),
        }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heads = ["label", "class", "extent", "left", "right", "result"];
        let mut widths = [0; COLUMNS];
        for (column, (width, head)) in widths.iter_mut().zip(heads).enumerate() {
            *width = head.len();
            for each in self.loops() {
                let mut cell = Width(0);
                each.write_cell(column, &mut cell)?;
                *width = cell.0.max(*width);
            }
        }
        // A plan of one operand has no column for a second one.
        let is_shown = |column: usize| column != 4 || self.operands == 2;
        let columns = || widths.into_iter().enumerate().filter(|&(column, _)| is_shown(column));
        for (column, width) in columns() {
            let head = heads.get(column).copied().unwrap_or_default();
            write_padded(f, column, width, head.len(), |f| f.write_str(head))?;
        }
        for each in self.loops() {
            f.write_str("\n")?;
            for (column, width) in columns() {
                let mut cell = Width(0);
                each.write_cell(column, &mut cell)?;
                write_padded(f, column, width, cell.0, |f| each.write_cell(column, f))?;
            }
        }
        Ok(())
    }
}

/// Words to the left, numbers to the right.
fn write_padded(
    f: &mut fmt::Formatter<'_>,
    column: usize,
    width: usize,
    length: usize,
    write: impl FnOnce(&mut fmt::Formatter<'_>) -> fmt::Result,
) -> fmt::Result {
    let spaces = width.saturating_sub(length);
    let between = if column == 0 { "" } else { "  " };
    if column < 2 {
        f.write_str(between)?;
        write(f)?;
        write!(f, "{:spaces$}", "")
    } else {
        write!(f, "{between}{:spaces$}", "")?;
        write(f)
    }
}
