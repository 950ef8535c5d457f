//! XLA's shapes and layouts: texts are read, numbers are given to the constructors.

use std::fmt::Display;
use std::str::FromStr;

use extents::DType;
use extents_xla::{
    ArrayShape, Compare, Dimension, Layout, PaddingValue, ProgramShape, Shape, SplitConfig,
    TextError, Tile, TileDimension, inverse_permutation,
};

use super::bytes::Bytes;

/// Reads a text as everything that has a text.
pub(crate) fn parse(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Some(shape) = read::<Shape>(text) {
        look_into(&shape);
    }
    read::<ArrayShape>(text);
    read::<Layout>(text);
    read::<ProgramShape>(text);
}

/// Reads a text. An error names a column of it; what is printed reads back.
fn read<T: FromStr<Err = TextError> + Display>(text: &str) -> Option<T> {
    match text.parse::<T>() {
        Err(error) => {
            let column = error.column();
            assert!((1..=text.chars().count() + 1).contains(&column), "{text:?}: {error}");
            assert!(error.to_string().starts_with(&format!("column {column}: ")), "{error}");
            None
        }
        Ok(value) => {
            let printed = value.to_string();
            let again = printed.parse::<T>();
            let again = again.unwrap_or_else(|error| panic!("{text:?}, {printed:?}: {error}"));
            assert_eq!(again.to_string(), printed, "{text:?}");
            Some(value)
        }
    }
}

/// What the numbers of an input make.
struct Numbers<'a>(Bytes<'a>);

impl Numbers<'_> {
    fn byte(&mut self) -> u8 {
        self.0.byte()
    }

    fn size(&mut self) -> usize {
        self.0.size()
    }

    fn sizes(&mut self) -> Vec<usize> {
        (0..self.byte() % 8).map(|_| self.size()).collect()
    }

    fn order(&mut self, rank: usize) -> Vec<usize> {
        self.0.order(rank)
    }

    fn dimension(&mut self) -> Dimension {
        match self.byte() {
            0..=199 => Dimension::Static(self.size()),
            200..=239 => Dimension::Bounded(self.size()),
            _ => Dimension::Unbounded,
        }
    }

    fn tile(&mut self) -> Tile {
        let dimension = |numbers: &mut Self| match numbers.byte() {
            0..=63 => TileDimension::Combine,
            _ => TileDimension::Size(numbers.size()),
        };
        Tile::of((0..self.byte() % 4).map(|_| dimension(self)).collect::<Vec<_>>())
    }

    fn layout(&mut self, rank: usize) -> Option<Layout> {
        let mut layout = Layout::new(self.order(rank)).ok()?;
        let flags = self.byte();
        if flags & 1 != 0 {
            let tiles: Vec<Tile> = (0..self.byte() % 4).map(|_| self.tile()).collect();
            layout = layout.with_tiles(tiles).ok()?;
        }
        if flags & 2 != 0 {
            let widths: Vec<usize> = (0..rank).map(|_| self.size()).collect();
            layout = layout.with_padding(widths, PaddingValue::Lowest);
        }
        if flags & 4 != 0 {
            layout = layout.with_tail_padding_alignment(self.size()).ok()?;
        }
        if flags & 8 != 0 {
            layout = layout.with_split_configs([SplitConfig {
                dimension: usize::from(self.byte() % 6),
                indices: self.sizes(),
            }]);
        }
        if flags & 16 != 0 {
            layout = layout.with_element_size_in_bits(self.size());
        }
        if flags & 32 != 0 {
            layout = layout.with_memory_space(i64::from(self.byte()) - 128);
        }
        if flags & 64 != 0 {
            layout = layout.with_metadata_prefix_bytes(self.size());
        }
        if flags & 128 != 0 {
            layout = layout.with_physical_shape(self.shape(3)).ok()?;
        }
        Some(layout)
    }

    fn array(&mut self) -> ArrayShape {
        let number = usize::from(self.byte()) % DType::all().len();
        let dtype = DType::all().nth(number);
        let dimensions: Vec<Dimension> = (0..self.byte() % 6).map(|_| self.dimension()).collect();
        let array = ArrayShape::new(dtype.unwrap_or(DType::F32), dimensions);
        if self.byte() < 60 {
            return array;
        }
        let layout = self.layout(array.rank());
        layout.and_then(|layout| array.clone().with_layout(layout).ok()).unwrap_or(array)
    }

    fn shape(&mut self, depth: usize) -> Shape {
        match self.byte() {
            0..=20 => Shape::Token,
            21..=40 => Shape::Opaque,
            41..=80 if depth < 5 => {
                let parts: Vec<Shape> =
                    (0..self.byte() % 4).map(|_| self.shape(depth + 1)).collect();
                Shape::tuple(parts).unwrap_or(Shape::Token)
            }
            _ => Shape::Array(self.array()),
        }
    }
}

/// Makes shapes out of numbers.
pub(crate) fn construct(data: &[u8]) {
    let mut numbers = Numbers(Bytes::new(data));
    let (first, second) = (numbers.shape(0), numbers.shape(0));
    for shape in [&first, &second] {
        let text = shape.to_string();
        let again: Shape = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(again.to_string(), text);
        look_into(shape);
    }
    compare(&first, &second);
    if let (Shape::Array(from), Shape::Array(to)) = (&first, &second) {
        between(from, to, &numbers.order(from.rank()));
        edit(from, &numbers.order(from.rank()), numbers.size(), numbers.dimension());
    }
}

/// Asks a shape for all that can be asked.
fn look_into(shape: &Shape) {
    assert!(shape.leaves().count() == shape.leaf_count());
    for (index, part) in shape.subshapes() {
        assert_eq!(shape.subshape(&index), Ok(part));
        let _ = part.tuple_index_table_bytes(8);
        if let Shape::Array(array) = part {
            let order: Vec<usize> = (0..array.rank()).rev().collect();
            edit(array, &order, 0, Dimension::Static(2));
            between(array, &array.in_physical_order(), &order);
        }
    }
    compare(shape, shape);
    assert!(shape.is_compatible(shape) && shape.equal_structure(shape));
    assert_eq!(shape.with_layouts_of(shape).as_ref(), Ok(shape));
}

fn compare(left: &Shape, right: &Shape) {
    assert_eq!(Compare::new().equal(left, right), left == right);
    assert!(left != right || left.is_compatible(right));
    let _ = left.dynamic_shape_is_compatible(right);
    if let Ok(copied) = left.with_layouts_of(right) {
        assert!(copied.layouts_equal(right) && copied.equal_ignoring_layout(left));
    }
}

fn edit(array: &ArrayShape, order: &[usize], at: usize, dimension: Dimension) {
    let dropped = array.drop_degenerate_dimensions();
    assert!(!dropped.has_degenerate_dimensions());
    assert_eq!(dropped.rank() == array.rank(), !array.has_degenerate_dimensions());
    let rank = array.rank();
    if let Ok(longer) = array.insert_dimensions(at, [dimension]) {
        assert_eq!(longer.rank(), rank + 1);
        let shorter = longer.delete_dimensions(&[at]).map(ArrayShape::without_layout);
        assert_eq!(shorter, Ok(array.clone().without_layout()));
    }
    if let Ok(longer) = array.prepend_major_dimension(dimension) {
        assert!(array.layout().is_none() || longer.is_effectively_most_major(0) == Ok(true));
    }
    let _ = (array.append_major_dimension(dimension), array.append_minor_dimension(dimension));
    let _ = (array.delete_dimensions(order), array.normalized_logical_transpose(order));
    let _ = (array.move_dimension_to_major(at), array.move_dimension_to_minor(at));
    if let Ok(permuted) = array.permute_dimensions(order) {
        let back = inverse_permutation(order).map(|back| permuted.permute_dimensions(&back));
        assert_eq!(back, Ok(Ok(array.clone())));
        let _ = permuted.permute_dimensions_ignoring_layout(order);
        if let Ok(is_bitcast) = array.transpose_is_bitcast_xla(&permuted, order) {
            assert!(is_bitcast);
            assert_ne!(array.transpose_is_bitcast_exact(&permuted, order), Ok(false));
        }
    }
}

fn between(from: &ArrayShape, to: &ArrayShape, order: &[usize]) {
    if from.transpose_is_bitcast_xla(to, order) == Ok(true) {
        assert_ne!(from.transpose_is_bitcast_exact(to, order), Ok(false));
    }
    let to = to.clone().with_default_layout();
    let _ = from.reshape_is_bitcast(&to);
    if let Ok(Some(aligned)) = from.align_layouts(&to.clone().with_dtype(from.dtype())) {
        assert_ne!(from.reshape_is_bitcast(&aligned), Ok(false), "{from} {aligned}");
    }
    if let Ok(parts) = from.decompose_bitcast_to_transposes(&to) {
        assert!(matches!(from.decompose_bitcast(&to), Ok(Some(_))), "{from} {to}");
        // A layout may say that elements take other bits than their type has, which the other layout does not say.
        if from.dtype().bits() == to.dtype().bits() {
            let reshaped = parts.reshaped.with_dtype(from.dtype());
            assert_eq!(parts.transposed.reshape_is_bitcast(&reshaped), Ok(true), "{from} {to}");
        }
    }
    let _ = from.deduce_transpose_for_bitcast(&to);
    if let Ok(pairs) = from.dimensions_unmodified_by_reshape(&to) {
        let kept: Vec<usize> = pairs.iter().map(|pair| pair.0).collect();
        let new = pairs.iter().map(|pair| pair.1).collect();
        assert_eq!(from.reshape_leaves_dimensions_unmodified(&to, &kept), Ok(Some(new)));
    }
    let _ = from.inserted_or_deleted_one_sized(&to);
    let _ = (from.same_dimensions(&to), from.dynamic_array_shape_is_compatible(&to));
}
