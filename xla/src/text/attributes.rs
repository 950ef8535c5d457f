//! How layouts are read: the order, and the attributes behind the colon.

use alloc::vec::Vec;

use super::TextError;
use super::parse::shape;
use super::scan::{Placed, Scanner};
use crate::{
    DimLevel, Layout, LevelFormat, PaddingValue, SplitConfig, Tile, TileDimension, XlaError,
};

/// A layout, and where its parts stand, which cannot be checked without a shape.
pub(super) struct LayoutText {
    pub(super) layout: Layout,
    pub(super) brace: usize,
    pub(super) padding: usize,
    pub(super) widths: Placed<usize>,
    pub(super) splits: usize,
}

/// A layout in its braces. A shape within it stands in `depth` others.
pub(super) fn layout(scanner: &mut Scanner<'_>, depth: usize) -> Result<LayoutText, TextError> {
    let brace = scanner.mark();
    scanner.need("{", "`{`")?;
    let mut order = Placed { values: Vec::new(), at: Vec::new() };
    let mut has_attributes = scanner.take(":");
    let mut has_ended = !has_attributes && scanner.take("}");
    while !has_attributes && !has_ended {
        if !order.values.is_empty() {
            scanner.need(",", "`,`, `:` or `}`")?;
        }
        order.at.push(scanner.mark());
        order.values.push(scanner.number("a dimension")?);
        has_attributes = scanner.take(":");
        has_ended = !has_attributes && scanner.take("}");
    }
    let layout = Layout::new(order.values.iter().copied()).map_err(|problem| {
        let number = match problem {
            XlaError::DuplicateDimension { dimension } => {
                order.values.iter().rposition(|&found| found == dimension)
            }
            _ => order.values.iter().position(|&found| found >= order.values.len()),
        };
        scanner.wrong(order.place(number.unwrap_or(0), brace), |_| problem)
    })?;
    let widths = Placed { values: Vec::new(), at: Vec::new() };
    let mut text = LayoutText { layout, brace, padding: brace, widths, splits: brace };
    if has_attributes {
        attributes(scanner, &mut text, depth)?;
    }
    Ok(text)
}

/// What stands behind the colon, up to the brace.
fn attributes(
    scanner: &mut Scanner<'_>,
    text: &mut LayoutText,
    depth: usize,
) -> Result<(), TextError> {
    let mut layout = text.layout.clone();
    if scanner.take("D") {
        layout = levels(scanner, layout)?;
    }
    if scanner.take("T") {
        layout = tiles(scanner, layout)?;
    }
    if scanner.take("L") {
        let at = scanner.mark();
        let alignment = scanner.in_parentheses(Scanner::count)?;
        let with = layout.with_tail_padding_alignment(alignment);
        layout = with.map_err(|problem| scanner.wrong(at, |_| problem))?;
    }
    let mut type_after = |sign| -> Result<_, TextError> {
        if scanner.take(sign) { scanner.in_parentheses(Scanner::dtype).map(Some) } else { Ok(None) }
    };
    let (index, pointer) = (type_after("#")?, type_after("*")?);
    layout = layout.with_index_types(index, pointer);
    if scanner.take("E") {
        layout = layout.with_element_size_in_bits(scanner.in_parentheses(Scanner::count)?);
    }
    if scanner.is_next("S") && !scanner.is_next("SC") {
        scanner.advance(1);
        let space = scanner.in_parentheses(|scanner| scanner.number("a memory space"))?;
        layout = layout.with_memory_space(space);
    }
    text.splits = scanner.mark();
    if scanner.take("SC") {
        layout = layout.with_split_configs(splits(scanner)?);
    }
    if scanner.is_next("P") && !scanner.is_next("PAD") {
        scanner.advance(1);
        let at = scanner.mark();
        let with = layout.with_physical_shape(scanner.in_parentheses(|s| shape(s, depth))?);
        layout = with.map_err(|problem| scanner.wrong(at, |_| problem))?;
    }
    if scanner.take("M") {
        layout = layout.with_metadata_prefix_bytes(scanner.in_parentheses(Scanner::count)?);
    }
    text.padding = scanner.mark();
    if scanner.take("PAD") {
        let value;
        (text.widths, value) = scanner.in_parentheses(padding)?;
        layout = layout.with_padding(text.widths.values.iter().copied(), value);
    }
    scanner.need("}", "an attribute or `}`")?;
    text.layout = layout;
    Ok(())
}

fn tiles(scanner: &mut Scanner<'_>, layout: Layout) -> Result<Layout, TextError> {
    let begin = scanner.mark();
    let mut tiles = Vec::new();
    scanner.need("(", "`(`")?;
    loop {
        tiles.push(scanner.list(")", "`,` or `)`", tile_dimension)?);
        if !scanner.take("(") {
            break;
        }
    }
    let cut = tiles.iter().map(|tile| Tile::of(tile.values.iter().copied()));
    layout.with_tiles(cut).map_err(|problem| {
        let at = match problem {
            XlaError::ZeroTile { tile, dimension } => {
                tiles.get(tile).map(|tile| tile.place(dimension, begin))
            }
            XlaError::CombineAtEnd { tile } => {
                tiles.get(tile).and_then(|tile| tile.at.last().copied())
            }
            _ => None,
        };
        scanner.wrong(at.unwrap_or(begin), |_| problem)
    })
}

/// `(D,C+)`
fn levels(scanner: &mut Scanner<'_>, layout: Layout) -> Result<Layout, TextError> {
    scanner.need("(", "`(`")?;
    let levels = scanner.list(")", "`,` or `)`", |scanner| {
        let mut letters = LevelFormat::LETTERS.iter();
        let Some((format, _)) = letters.find(|(_, letter)| scanner.take(letter)) else {
            return Err(scanner.expected("`D`, `C`, `S` or `H`"));
        };
        let (unique, ordered) = (!scanner.take("+"), !scanner.take("~"));
        Ok(DimLevel { format: *format, unique, ordered })
    })?;
    layout.with_dim_levels(levels.values.iter().copied()).map_err(|problem| {
        let dimension = match problem {
            XlaError::DenseLevel { dimension } => dimension,
            _ => 0,
        };
        scanner.wrong(levels.place(dimension, 0), |_| problem)
    })
}

fn tile_dimension(scanner: &mut Scanner<'_>) -> Result<TileDimension, TextError> {
    if scanner.take("*") {
        return Ok(TileDimension::Combine);
    }
    Ok(TileDimension::Size(scanner.number("a size or `*`")?))
}

fn splits(scanner: &mut Scanner<'_>) -> Result<Vec<SplitConfig>, TextError> {
    let mut splits = Vec::new();
    scanner.need("(", "`(`")?;
    loop {
        let dimension = scanner.number("a dimension")?;
        scanner.need(":", "`:`")?;
        let indices = scanner.list(")", "`,` or `)`", |scanner| scanner.number("an index"))?;
        splits.push(SplitConfig { dimension, indices: indices.values });
        if !scanner.take("(") {
            return Ok(splits);
        }
    }
}

fn padding(scanner: &mut Scanner<'_>) -> Result<(Placed<usize>, PaddingValue), TextError> {
    let widths = scanner.list(":", "`,` or `:`", |scanner| scanner.number("a width"))?;
    scanner.skip();
    let before = *scanner;
    let name = scanner.word();
    let found = PaddingValue::NAMES.iter().find(|(_, known)| *known == name);
    let expected = "`zero`, `one`, `lowest`, `highest` or `unknown`";
    let (value, _) = found.ok_or_else(|| before.expected(expected))?;
    Ok((widths, *value))
}
