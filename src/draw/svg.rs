//! Drawings as SVG.

use std::string::{String, ToString};
use std::vec::Vec;

use ::svg::Document;
use ::svg::node::element::{Group, Line, Rectangle, Text};

use super::{Cell, Drawing};

/// The measures, in pixels.
const CELL: (usize, usize) = (46, 30);
const EDGE: (usize, usize) = (40, 28);
const MARGIN: usize = 20;
const TITLE: usize = 34;
const GAP: usize = 26;
/// Where the text of a cell stands: its middle, and a little below.
const BASELINE: usize = CELL.1 / 2 + 4;
/// Slots in a line of memory.
const SLOTS: usize = 16;

impl Drawing {
    /// Returns the drawing as an SVG picture: the offset of each element, darker the later it is in memory, and below
    /// it the memory with the index that each slot holds, up to [`MOST_PLACES`](Self::MOST_PLACES) slots. Padding is
    /// grey.
    ///
    /// ```
    /// let drawing = extents::Mapping::new(extents::extents![2, 3]).draw()?;
    /// assert!(drawing.to_svg().starts_with("<svg"));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn to_svg(&self) -> String {
        let [planes, rows, columns] = self.extents;
        let plane_width = columns.saturating_mul(CELL.0).saturating_add(EDGE.0);
        let plane_height = rows.saturating_mul(CELL.1).saturating_add(EDGE.1);
        let top = MARGIN.saturating_add(TITLE);
        let mut drawn = Group::new();
        for plane in 0..planes {
            let step = plane_width.saturating_add(GAP);
            let left = MARGIN.saturating_add(plane.saturating_mul(step));
            drawn = drawn.add(self.plane(plane, (left, top)));
        }
        let memory_top = top.saturating_add(plane_height).saturating_add(GAP);
        let (memory, lines) = self.strip(memory_top);
        let all_planes = plane_width.saturating_add(GAP).saturating_mul(planes);
        let strip = SLOTS.min(self.span.max(1)).saturating_mul(CELL.0).saturating_add(EDGE.0);
        // A letter of the title is about 9 pixels wide.
        let title = self.title.chars().count().saturating_mul(9);
        let width = all_planes.max(strip).max(title).saturating_add(MARGIN.saturating_mul(2));
        let memory_height = lines.saturating_mul(CELL.1).saturating_add(EDGE.1);
        let height = memory_top.saturating_add(memory_height).saturating_add(MARGIN);
        let background =
            Rectangle::new().set("width", width).set("height", height).set("fill", "white");
        Document::new()
            .set("width", width)
            .set("height", height)
            .set("viewBox", (0, 0, width, height))
            .set("font-family", "monospace")
            .set("text-anchor", "middle")
            .add(background)
            .add(
                label(&self.title, (MARGIN, MARGIN.saturating_add(14)), 15)
                    .set("text-anchor", "start"),
            )
            .add(drawn)
            .add(memory)
            .to_string()
    }

    /// The cells of a plane with the numbers at their edges.
    fn plane(&self, plane: usize, (left, top): (usize, usize)) -> Group {
        let [_, rows, columns] = self.extents;
        let x = |column: usize| {
            left.saturating_add(EDGE.0).saturating_add(column.saturating_mul(CELL.0))
        };
        let y = |row: usize| top.saturating_add(EDGE.1).saturating_add(row.saturating_mul(CELL.1));
        let middle = |at: usize, size: usize| at.saturating_add(size / 2);
        let mut group = Group::new();
        if self.rank == 3 {
            let corner = (middle(left, EDGE.0), middle(top, EDGE.1).saturating_add(4));
            group = group.add(label(&std::format!("{plane}:"), corner, 12).set("fill", "#555"));
        }
        for column in 0..columns {
            let at = (middle(x(column), CELL.0), middle(top, EDGE.1).saturating_add(6));
            group = group.add(label(&column.to_string(), at, 11).set("fill", "#777"));
        }
        for row in 0..rows {
            let at = (middle(left, EDGE.0), middle(y(row), CELL.1).saturating_add(4));
            group = group.add(label(&row.to_string(), at, 11).set("fill", "#777"));
            for column in 0..columns {
                let Some(cell) = self.cell([plane, row, column]) else { continue };
                let text = cell.offset.map_or(String::new(), |offset| offset.to_string());
                group = group.add(self.tile(cell, &text, (x(column), y(row))));
            }
        }
        // Lines above the cells, so that they are seen.
        for column in (0..columns).filter(|&column| self.is_line(2, column)) {
            group = group.add(line((x(column), y(0)), (x(column), y(rows))));
        }
        for row in (0..rows).filter(|&row| self.is_line(1, row)) {
            group = group.add(line((x(0), y(row)), (x(columns), y(row))));
        }
        group.add(frame((x(0), y(0)), (x(columns), y(rows))))
    }

    /// The buffer: each slot with the index it holds; and how many lines that are.
    fn strip(&self, top: usize) -> (Group, usize) {
        let memory = self.memory();
        let heading = match self.span.saturating_sub(memory.len()) {
            0 => "in memory".to_string(),
            more => std::format!("in memory, without the last {more} slots"),
        };
        let mut group = Group::new();
        let at = (MARGIN, top.saturating_add(14));
        group = group.add(label(&heading, at, 12).set("text-anchor", "start").set("fill", "#555"));
        let lines: Vec<_> = memory.chunks(SLOTS).collect();
        for (number, slots) in lines.iter().enumerate() {
            let y = top.saturating_add(EDGE.1).saturating_add(number.saturating_mul(CELL.1));
            let first = number.saturating_mul(SLOTS);
            let edge = (MARGIN.saturating_add(EDGE.0 / 2), y.saturating_add(BASELINE));
            group = group.add(label(&first.to_string(), edge, 11).set("fill", "#777"));
            for (place, slot) in slots.iter().enumerate() {
                let x = MARGIN.saturating_add(EDGE.0).saturating_add(place.saturating_mul(CELL.0));
                let cell =
                    Cell { offset: Some(first.saturating_add(place)), is_padding: slot.is_none() };
                let text = slot.as_ref().map_or(String::new(), |index| {
                    index.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
                });
                group = group.add(self.tile(cell, &text, (x, y)));
            }
        }
        (group, lines.len())
    }

    /// A cell, darker the later it is in memory.
    fn tile(&self, cell: Cell, text: &str, (x, y): (usize, usize)) -> Group {
        let last = self.span.saturating_sub(1).max(1);
        let part = cell.offset.unwrap_or(0) as f32 / last as f32;
        let (fill, ink) = match cell {
            Cell { is_padding: true, .. } => ("#eeeeee".to_string(), "#999999"),
            _ if part > 0.6 => (shade(part), "white"),
            _ => (shade(part), "black"),
        };
        let rectangle = Rectangle::new()
            .set("x", x)
            .set("y", y)
            .set("width", CELL.0)
            .set("height", CELL.1)
            .set("fill", fill)
            .set("stroke", "#ffffff");
        let at = (x.saturating_add(CELL.0 / 2), y.saturating_add(BASELINE));
        Group::new().add(rectangle).add(label(text, at, 12).set("fill", ink))
    }
}

/// A blue between the first and the last one.
fn shade(part: f32) -> String {
    const FIRST: [f32; 3] = [224.0, 238.0, 250.0];
    const LAST: [f32; 3] = [30.0, 80.0, 150.0];
    let mut shade = String::from("#");
    for (first, last) in FIRST.into_iter().zip(LAST) {
        // Between two numbers of a byte.
        let value = first + (last - first) * part.clamp(0.0, 1.0);
        shade.push_str(&std::format!("{:02x}", value as u8));
    }
    shade
}

fn label(text: &str, (x, y): (usize, usize), size: usize) -> Text {
    Text::new(text).set("x", x).set("y", y).set("font-size", size)
}

fn line(from: (usize, usize), to: (usize, usize)) -> Line {
    Line::new()
        .set("x1", from.0)
        .set("y1", from.1)
        .set("x2", to.0)
        .set("y2", to.1)
        .set("stroke", "#c2410c")
        .set("stroke-width", 2)
}

fn frame(from: (usize, usize), to: (usize, usize)) -> Rectangle {
    Rectangle::new()
        .set("x", from.0)
        .set("y", from.1)
        .set("width", to.0.saturating_sub(from.0))
        .set("height", to.1.saturating_sub(from.1))
        .set("fill", "none")
        .set("stroke", "#333333")
}
