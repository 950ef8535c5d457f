//! [`Compare`]: shapes that are equal, or equal but for some of their parts.

use crate::error::Required;
use alloc::vec::Vec;

use crate::{ArrayShape, Dimension, Layout, Shape, XlaError};
use extents::DType;

/// A comparison of shapes, which can ignore parts of them. `==` ignores nothing.
///
/// ```
/// use extents_xla::{Compare, Shape};
/// let a: Shape = "(f32[2,3]{0,1}, token[])".parse()?;
/// let b: Shape = "(bf16[2,3]{0,1}, token[])".parse()?;
/// assert!(!Compare::new().equal(&a, &b));
/// assert!(Compare::new().ignore_float_precision().equal(&a, &b));
/// # Ok::<(), extents_xla::XlaError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compare {
    layout: bool,
    tiles: bool,
    element_size: bool,
    memory_space: bool,
    tail_padding: bool,
    split_configs: bool,
    element_type: bool,
    float_precision: bool,
    dynamic_dimensions: bool,
    dimensions: bool,
}

impl Compare {
    /// Creates a comparison that ignores nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ignores layouts, present or not.
    pub fn ignore_layout(self) -> Self {
        Compare { layout: true, ..self }
    }

    /// Ignores tiles.
    pub fn ignore_tiles(self) -> Self {
        Compare { tiles: true, ..self }
    }

    /// Ignores the bits of an element that a layout states.
    pub fn ignore_element_size(self) -> Self {
        Compare { element_size: true, ..self }
    }

    /// Ignores memory spaces.
    pub fn ignore_memory_space(self) -> Self {
        Compare { memory_space: true, ..self }
    }

    /// Ignores the padding at the ends of buffers.
    pub fn ignore_tail_padding(self) -> Self {
        Compare { tail_padding: true, ..self }
    }

    /// Ignores splits.
    pub fn ignore_split_configs(self) -> Self {
        Compare { split_configs: true, ..self }
    }

    /// Ignores the types of elements.
    pub fn ignore_element_type(self) -> Self {
        Compare { element_type: true, ..self }
    }

    /// Treats all floats as one type.
    pub fn ignore_float_precision(self) -> Self {
        Compare { float_precision: true, ..self }
    }

    /// Treats a bound as a size. A dimension without a bound equals any size.
    pub fn ignore_dynamic_dimensions(self) -> Self {
        Compare { dynamic_dimensions: true, ..self }
    }

    /// Ignores the sizes and bounds of dimensions. How many they are still counts, and so does which of them are dynamic unless
    /// [`ignore_dynamic_dimensions`](Self::ignore_dynamic_dimensions) is set too.
    pub fn ignore_dimensions(self) -> Self {
        Compare { dimensions: true, ..self }
    }

    /// Returns whether two shapes are equal. Tuples are equal if their parts are.
    pub fn equal(&self, left: &Shape, right: &Shape) -> bool {
        match (left, right) {
            (Shape::Array(left), Shape::Array(right)) => self.arrays_equal(left, right),
            (Shape::Tuple(left), Shape::Tuple(right)) => {
                let mut pairs = left.iter().zip(right.iter());
                left.len() == right.len() && pairs.all(|(left, right)| self.equal(left, right))
            }
            (Shape::Token, Shape::Token) | (Shape::Opaque, Shape::Opaque) => true,
            _ => false,
        }
    }

    /// Returns whether two arrays are equal.
    pub fn arrays_equal(&self, left: &ArrayShape, right: &ArrayShape) -> bool {
        let dimensions = left.dimensions.iter().zip(right.dimensions.iter());
        self.types_equal(left.dtype, right.dtype)
            && left.rank() == right.rank()
            && dimensions.into_iter().all(|(left, right)| self.dimensions_equal(*left, *right))
            && (self.layout || self.layouts_equal(left.layout(), right.layout()))
    }

    fn types_equal(&self, left: DType, right: DType) -> bool {
        let floats = self.float_precision && left.is_float() && right.is_float();
        self.element_type || left == right || floats
    }

    fn dimensions_equal(&self, left: Dimension, right: Dimension) -> bool {
        let sizes = self.dimensions || sizes_equal(left, right);
        let dynamic = self.dynamic_dimensions || left.is_dynamic() == right.is_dynamic();
        // Two sorts of dynamic dimensions differ, if that they are dynamic is looked at.
        let bounds = self.dynamic_dimensions
            || self.dimensions
            || left.bound().is_some() == right.bound().is_some();
        sizes && dynamic && bounds
    }

    fn layouts_equal(&self, left: Option<&Layout>, right: Option<&Layout>) -> bool {
        let (left, right) = match (left, right) {
            (None, None) => return true,
            (Some(left), Some(right)) => (left, right),
            _ => return false,
        };
        // Everything that is not ignored is equal where a copy that takes what is ignored from the other one is.
        let mut copy = left.clone();
        if self.tiles {
            copy.tiles.clone_from(&right.tiles);
        }
        if self.element_size {
            copy.element_size_in_bits = right.element_size_in_bits;
        }
        if self.memory_space {
            copy.memory_space = right.memory_space;
        }
        if self.tail_padding {
            copy.tail_padding_alignment = right.tail_padding_alignment;
        }
        if self.split_configs {
            copy.split_configs.clone_from(&right.split_configs);
        }
        copy == *right
    }
}

/// Whether sizes or bounds are equal; what has no bound goes with any size.
fn sizes_equal(left: Dimension, right: Dimension) -> bool {
    left.bound().zip(right.bound()).is_none_or(|(left, right)| left == right)
}

impl Shape {
    /// Returns whether the shapes are equal except for layouts and for which dimensions are dynamic.
    ///
    /// ```
    /// use extents_xla::Shape;
    /// let shape = |text: &str| text.parse::<Shape>();
    /// assert!(shape("f32[3,2]{0,1}")?.is_compatible(&shape("f32[3,<=2]")?));
    /// assert!(!shape("f32[3,2]")?.is_compatible(&shape("f16[3,2]")?));
    /// assert!(shape("f32[3,2]")?.is_compatible_ignoring_float_precision(&shape("f16[3,2]")?));
    /// assert!(shape("f32[3,2]")?.is_compatible_ignoring_element_type(&shape("s8[3,2]")?));
    /// assert!(shape("f32[3,2]")?.is_compatible_kind(&shape("s8[5,9]")?));
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn is_compatible(&self, other: &Shape) -> bool {
        compatible().equal(self, other)
    }

    /// Returns whether the shapes are [compatible](Self::is_compatible) except for the types of elements.
    pub fn is_compatible_ignoring_element_type(&self, other: &Shape) -> bool {
        compatible().ignore_element_type().equal(self, other)
    }

    /// Returns whether the shapes are [compatible](Self::is_compatible), with all floats treated as one type.
    pub fn is_compatible_ignoring_float_precision(&self, other: &Shape) -> bool {
        compatible().ignore_float_precision().equal(self, other)
    }

    /// Returns whether the shapes have tuples, arrays of equal rank, tokens and opaque values at the same positions.
    pub fn is_compatible_kind(&self, other: &Shape) -> bool {
        compatible().ignore_element_type().ignore_dimensions().equal(self, other)
    }

    /// Returns whether the shapes are equal, with all floats treated as one type.
    pub fn equal_ignoring_float_precision(&self, other: &Shape) -> bool {
        Compare::new().ignore_float_precision().equal(self, other)
    }

    /// Returns whether the shapes are equal except for the types of elements.
    pub fn equal_ignoring_element_type(&self, other: &Shape) -> bool {
        Compare::new().ignore_element_type().equal(self, other)
    }

    /// Returns whether the shapes are equal except for their layouts.
    pub fn equal_ignoring_layout(&self, other: &Shape) -> bool {
        Compare::new().ignore_layout().equal(self, other)
    }

    /// Returns whether both shapes have tuples at the same positions with the same numbers of parts. Nothing else is
    /// compared.
    ///
    /// ```
    /// use extents_xla::Shape;
    /// let shape = |text: &str| text.parse::<Shape>();
    /// assert!(shape("(f32[], (s8[2]))")?.equal_structure(&shape("(token[], (f32[]))")?));
    /// assert!(!shape("(f32[], (s8[2]))")?.equal_structure(&shape("((f32[]), s8[2])")?));
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn equal_structure(&self, other: &Shape) -> bool {
        match (self, other) {
            (Shape::Tuple(left), Shape::Tuple(right)) => {
                let mut pairs = left.iter().zip(right.iter());
                left.len() == right.len() && pairs.all(|(left, right)| left.equal_structure(right))
            }
            (Shape::Tuple(_), _) | (_, Shape::Tuple(_)) => false,
            _ => true,
        }
    }

    /// Returns whether the arrays at the same positions have equal ranks and equal layouts, or none. Types and sizes
    /// may differ. Tokens and opaque values have no layouts, and equal each other.
    ///
    /// ```
    /// use extents_xla::Shape;
    /// let shape = |text: &str| text.parse::<Shape>();
    /// assert!(shape("f32[2,3]{0,1}")?.layouts_equal(&shape("s8[4,5]{0,1}")?));
    /// assert!(!shape("f32[2,3]{0,1}")?.layouts_equal(&shape("f32[2,3]{1,0}")?));
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn layouts_equal(&self, other: &Shape) -> bool {
        match (self, other) {
            (Shape::Array(left), Shape::Array(right)) => {
                left.rank() == right.rank() && left.layout() == right.layout()
            }
            (Shape::Tuple(left), Shape::Tuple(right)) => {
                let mut pairs = left.iter().zip(right.iter());
                left.len() == right.len() && pairs.all(|(left, right)| left.layouts_equal(right))
            }
            (Shape::Token | Shape::Opaque, Shape::Token | Shape::Opaque) => true,
            _ => false,
        }
    }

    /// Returns the shape with the layouts that `from` has at the same positions, and without one where `from` has none.
    ///
    /// # Errors
    /// Returns [`XlaError::Incompatible`] for other tuples, [`XlaError::LayoutRank`] for other ranks; and what
    /// [`ArrayShape::with_layout`] says if padding or splits do not suit the sizes. A tuple where the other has
    /// something else is [`XlaError::Requires`] of [`Required::Tuple`], an array of [`Required::Array`].
    ///
    /// ```
    /// use extents_xla::Shape;
    /// let from: Shape = "(f32[2,3]{0,1}, token[])".parse()?;
    /// let to: Shape = "(s8[4,5], token[])".parse()?;
    /// assert_eq!(to.with_layouts_of(&from)?.to_string(), "(s8[4,5]{0,1}, token[])");
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn with_layouts_of(&self, from: &Shape) -> Result<Shape, XlaError> {
        match (self, from) {
            (Shape::Array(array), Shape::Array(from)) => {
                let array = array.clone().without_layout();
                let (found, rank) = (from.rank(), array.rank());
                if found != rank {
                    return Err(XlaError::LayoutRank { part: "minor_to_major", found, rank });
                }
                let layout = from.layout().cloned();
                let array = match layout {
                    Some(layout) => array.with_layout(layout)?,
                    None => array,
                };
                Ok(Shape::Array(array))
            }
            (Shape::Tuple(to), Shape::Tuple(from)) if to.len() == from.len() => {
                let parts = to.iter().zip(from.iter());
                let parts = parts.map(|(to, from)| to.with_layouts_of(from));
                Shape::tuple(parts.collect::<Result<Vec<_>, _>>()?)
            }
            (Shape::Tuple(to), Shape::Tuple(from)) => {
                let (left, right) = (to.len(), from.len());
                Err(XlaError::Incompatible { what: "the parts of a tuple", left, right })
            }
            (Shape::Tuple(_), _) | (_, Shape::Tuple(_)) => Err(XlaError::Requires(Required::Tuple)),
            (Shape::Array(_), _) | (_, Shape::Array(_)) => Err(XlaError::Requires(Required::Array)),
            _ => Ok(self.clone()),
        }
    }

    /// Returns whether a run-time shape fits a shape of bounds: tuples are at the same positions, and no array is
    /// larger in any dimension. Types are ignored, and so are arrays without a dynamic dimension.
    pub fn dynamic_shape_is_compatible(&self, bounded: &Shape) -> bool {
        match (self, bounded) {
            (Shape::Tuple(left), Shape::Tuple(right)) => {
                let mut pairs = left.iter().zip(right.iter());
                left.len() == right.len()
                    && pairs.all(|(left, right)| left.dynamic_shape_is_compatible(right))
            }
            (Shape::Tuple(_), _) | (_, Shape::Tuple(_)) => false,
            (Shape::Array(array), bounded) if array.dimensions.iter().any(|d| d.is_dynamic()) => {
                let fits = |bounded| array.dynamic_array_shape_is_compatible(bounded);
                bounded.array().is_ok_and(fits)
            }
            _ => true,
        }
    }
}

impl ArrayShape {
    /// Returns whether the dimensions of two arrays are equal. A bound counts as a size, and a dimension without a
    /// bound equals any.
    ///
    /// ```
    /// use extents::DType;
    /// use extents_xla::ArrayShape;
    /// let shape = ArrayShape::new(DType::F32, [1, 2]);
    /// assert!(shape.same_dimensions(&ArrayShape::new(DType::S8, [1, 2])));
    /// assert!(!shape.same_dimensions(&ArrayShape::new(DType::F32, [1])));
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn same_dimensions(&self, other: &ArrayShape) -> bool {
        let mut pairs = self.dimensions.iter().zip(other.dimensions.iter());
        self.rank() == other.rank() && pairs.all(|(left, right)| sizes_equal(*left, *right))
    }

    /// Returns whether a run-time array fits an array of bounds: it has as many dimensions, and none is larger. A
    /// dimension without a bound fits only one without a bound, which any dimension fits.
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// let bounded: ArrayShape = "f32[<=4,?]".parse()?;
    /// let shape = |text: &str| text.parse::<ArrayShape>();
    /// assert!(shape("f32[3,9]")?.dynamic_array_shape_is_compatible(&bounded));
    /// assert!(!shape("f32[5,9]")?.dynamic_array_shape_is_compatible(&bounded));
    /// assert!(!shape("f32[3]")?.dynamic_array_shape_is_compatible(&bounded));
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn dynamic_array_shape_is_compatible(&self, bounded: &ArrayShape) -> bool {
        let fits = |(size, bound): (&Dimension, &Dimension)| match (size.bound(), bound.bound()) {
            (Some(size), Some(bound)) => size <= bound,
            (_, bound) => bound.is_none(),
        };
        let mut pairs = self.dimensions.iter().zip(bounded.dimensions.iter());
        self.rank() == bounded.rank() && pairs.all(fits)
    }
}

fn compatible() -> Compare {
    Compare::new().ignore_layout().ignore_dynamic_dimensions()
}
