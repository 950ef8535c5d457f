//! How shapes and layouts are written.

use core::fmt::{self, Display, Formatter};

use crate::{ArrayShape, Dimension, Layout, PaddingValue, Shape, Tile, TileDimension};

impl Display for Dimension {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Dimension::Static(size) => write!(f, "{size}"),
            Dimension::Bounded(size) => write!(f, "<={size}"),
            Dimension::Unbounded => f.write_str("?"),
        }
    }
}

impl Display for TileDimension {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            TileDimension::Size(size) => write!(f, "{size}"),
            TileDimension::Combine => f.write_str("*"),
        }
    }
}

impl Display for Tile {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        list(f, &self.dimensions)?;
        f.write_str(")")
    }
}

impl PaddingValue {
    pub(super) const NAMES: [(PaddingValue, &'static str); 5] = [
        (PaddingValue::Zero, "zero"),
        (PaddingValue::One, "one"),
        (PaddingValue::Lowest, "lowest"),
        (PaddingValue::Highest, "highest"),
        (PaddingValue::Unknown, "unknown"),
    ];

    fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(value, _)| *value == self).map_or("unknown", |(_, name)| name)
    }
}

/// Writes the layout as XLA does, followed by the padding, which XLA's text omits: `PAD(3,5:zero)`.
impl Display for Layout {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        list(f, &self.minor_to_major)?;
        if self.has_attributes() {
            f.write_str(":")?;
        }
        if !self.dim_levels.is_empty() {
            f.write_str("D(")?;
            list(f, &self.dim_levels)?;
            f.write_str(")")?;
        }
        if !self.tiles.is_empty() {
            f.write_str("T")?;
            self.tiles.iter().try_for_each(|tile| tile.fmt(f))?;
        }
        if self.tail_padding_alignment != 1 {
            write!(f, "L({})", self.tail_padding_alignment)?;
        }
        if let Some(index) = self.index_type {
            write!(f, "#({index})")?;
        }
        if let Some(pointer) = self.pointer_type {
            write!(f, "*({pointer})")?;
        }
        if self.element_size_in_bits != 0 {
            write!(f, "E({})", self.element_size_in_bits)?;
        }
        if self.memory_space != 0 {
            write!(f, "S({})", self.memory_space)?;
        }
        if !self.split_configs.is_empty() {
            f.write_str("SC")?;
        }
        for split in &self.split_configs {
            write!(f, "({}:", split.dimension)?;
            list(f, &split.indices)?;
            f.write_str(")")?;
        }
        if let Some(physical) = &self.physical_shape {
            write!(f, "P({physical})")?;
        }
        if self.metadata_prefix_bytes != 0 {
            write!(f, "M({})", self.metadata_prefix_bytes)?;
        }
        if let Some(padded) = &self.padded_dimensions {
            f.write_str("PAD(")?;
            list(f, padded)?;
            write!(f, ":{})", self.padding_value.name())?;
        }
        f.write_str("}")
    }
}

impl Layout {
    /// Whether there is anything beside the order of the dimensions.
    pub(crate) fn has_attributes(&self) -> bool {
        *self != Layout::of_permutation(self.minor_to_major.clone())
    }
}

/// Writes the shape, without its layout in the alternate form, `{:#}`. The layout of a scalar, `{}`, is not written, as in XLA.
impl Display for ArrayShape {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}[", self.dtype)?;
        list(f, &self.dimensions)?;
        f.write_str("]")?;
        match &self.layout {
            Some(layout) if !f.alternate() && (self.rank() > 0 || layout.has_attributes()) => {
                layout.fmt(f)
            }
            _ => Ok(()),
        }
    }
}

/// Writes the shape, without layouts in the alternate form, `{:#}`.
impl Display for Shape {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Shape::Array(array) => array.fmt(f),
            Shape::Token => f.write_str("token[]"),
            Shape::Opaque => f.write_str("opaque[]"),
            Shape::Tuple(shapes) => {
                f.write_str("(")?;
                for (at, shape) in shapes.iter().enumerate() {
                    // XLA counts the parts of a long tuple.
                    match at {
                        0 => {}
                        _ if at % 5 == 0 => write!(f, ", /*index={at}*/")?,
                        _ => f.write_str(", ")?,
                    }
                    shape.fmt(f)?;
                }
                f.write_str(")")
            }
        }
    }
}

fn list<T: Display>(f: &mut Formatter<'_>, values: &[T]) -> fmt::Result {
    for (at, value) in values.iter().enumerate() {
        let comma = if at > 0 { "," } else { "" };
        write!(f, "{comma}{value}")?;
    }
    Ok(())
}
