//! Columns of Arrow whose rows are tensors of different shapes, by its extension type `arrow.variable_shape_tensor`: the form in
//! which ragged tensors are exchanged.
//!
//! A column of `N` tensors is one ragged tensor of one mode more, whose slices along mode 0 are smooth. Ragged tensors whose slices
//! are ragged themselves, and those with an origin, have no such form, and are refused with the row that is the reason. The
//! elements are not copied, unless a permutation moves them; extents and offsets are, since Arrow has them in 32 bits.
//!
//! ```
//! use extents_shapes::arrow::{self, VariableShapeTensor};
//! use extents_shapes::{RaggedTensor, jagged};
//! let shape = jagged![[2, 2], [1, 2]]?;
//! let tensor = RaggedTensor::new(shape, vec![1, 2, 3, 4, 5, 6])?;
//! let kind = VariableShapeTensor::new(2)?.with_uniform_shape([None, Some(2)])?;
//! let data = arrow::array(&kind, tensor)?;
//!
//! let field = kind.field::<i32>("matrix")?;
//! let tensor = arrow::view::<i32>(&field, &data)?;
//! assert_eq!((tensor.shape(), tensor[[1, 0, 1]]), (&jagged![[2, 2], [1, 2]]?, 6));
//!
//! let deep = RaggedTensor::full(jagged![{ [1] }, { [2], [3] }]?, 0)?;
//! let rejected = arrow::array(&VariableShapeTensor::new(2)?, deep).unwrap_err();
//! assert_eq!(
//!     rejected.to_string(),
//!     "slice 1 along mode 0 is not smooth, as tensors of Arrow are: mode 1 is ragged: row 0 has extent 2, row 1 has 3"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod kind;

pub use error::RaggedColumnError;
pub use kind::VariableShapeTensor;

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

use arrow_buffer::ArrowNativeType;
use arrow_data::ArrayData;
use arrow_schema::{DataType, Field};
use bytemuck::checked::CheckedBitPattern;

use super::RaggedTensor;
use super::build::reserve;
use crate::{JaggedShape, ShapeBase, StructureError};
use extents::error::ColumnError;
use extents::layout::Strided;
use extents::storage::arrow::{Parameters, no_nulls, offsets_of, tensors_of, text, values_in};
use extents::{
    DynRankExtents, HasDType, Mapping, ModeArray, ShapeError, View, check_size, error::Rejected,
};

/// Returns the tensors of a column as one ragged tensor, whose mode 0 has an entry for each of them.
///
/// The elements are borrowed; those of a column with a permutation that moves modes are copied into the order of the modes.
///
/// # Errors
/// [`RaggedColumnError`]: a field of another extension type or with metadata that is not of this one, an array that is not of the
/// field or has nulls, elements of another type than `T`; negative extents, those that are not uniform where the type says so, and
/// lists of another number of elements than their shape. [`RaggedColumnError::Rank`] for a
/// column of no tensors with more than 65,536 modes. Of [`ShapeError`], `Allocation`.
///
/// ```
/// use extents_shapes::arrow::{self, VariableShapeTensor};
/// use extents_shapes::RaggedTensor;
/// let kind = VariableShapeTensor::new(1)?;
/// let words = RaggedTensor::from_rows(["four", "score", "and"].map(str::bytes))?;
/// let data = arrow::array(&kind, words)?;
/// // A part of the array is a part of the tensor.
/// let part = data.slice(1, 2);
/// let words = arrow::view::<u8>(&kind.field::<u8>("word")?, &part)?;
/// assert_eq!((words.row(0), words.row(1)), (Some(&b"score"[..]), Some(&b"and"[..])));
/// # Ok::<(), extents_shapes::error::RaggedColumnError>(())
/// ```
pub fn view<'a, T>(
    field: &Field,
    array: &'a ArrayData,
) -> Result<RaggedTensor<Cow<'a, [T]>>, RaggedColumnError>
where
    T: HasDType + CheckedBitPattern,
{
    let kind = VariableShapeTensor::of_field(field)?;
    if !field.data_type().equals_datatype(array.data_type()) {
        let (expected, found) = (text(field.data_type()), text(array.data_type()));
        return Err(ColumnError::Storage { expected, found }.into());
    }
    let tensors = array.len();
    // A file of a few bytes may state any number of modes of no tensor.
    let (found, most) = (kind.rank(), MOST_MODES_OF_NONE);
    if tensors == 0 && found > most {
        return Err(RaggedColumnError::Rank { found, most });
    }
    no_nulls(array, 0..tensors)?;
    // A row of a struct is that row of each child.
    let missing = ColumnError::Values { expected: tensors, found: 0 };
    let rows = array.offset()..array.offset().saturating_add(tensors);
    let [data, shape] = ["data", "shape"].map(|name| child(array, name));
    let (data, shape) = data.zip(shape).ok_or_else(|| missing.clone())?;
    no_nulls(data, rows.clone())?;
    no_nulls(shape, rows.clone())?;
    let extents = extents_of(&kind, shape, rows.clone())?;
    let offsets = offsets_of(data, rows)?;
    check_offsets(offsets)?;
    let place =
        |offset: Option<&i32>| offset.and_then(|&offset| usize::try_from(offset).ok()).unwrap_or(0);
    let (begin, end) = (place(offsets.first()), place(offsets.last()));
    let values = data.child_data().first().ok_or(missing)?;
    let elements: &[T] = values_in(values, begin..end, |value| {
        let at = value.saturating_add(begin);
        let tensor = offsets.partition_point(|offset| place(Some(offset)) <= at).saturating_sub(1);
        (tensor, at.saturating_sub(place(offsets.get(tensor))))
    })?;
    let shapes = Shapes { kind: &kind, extents, tensors };
    let sizes =
        offsets.windows(2).map(|pair| place(pair.last()).saturating_sub(place(pair.first())));
    shapes.check(sizes)?;
    let permuted = kind.parameters();
    let order: Option<ModeArray<usize>> = permuted.permutation.as_ref().map(|list| list[..].into());
    let elements = match order.filter(|order| !order.iter().copied().eq(0..kind.rank())) {
        Some(order) => Cow::Owned(moved(elements, shapes.in_memory(), &order)?),
        None => Cow::Borrowed(elements),
    };
    Ok(RaggedTensor::new(shapes.jagged()?, elements).map_err(|rejected| rejected.error)?)
}

/// How many modes are read of tensors of which there is none.
const MOST_MODES_OF_NONE: usize = 1 << 16;

/// The child of a field of a struct.
fn child<'a>(array: &'a ArrayData, name: &str) -> Option<&'a ArrayData> {
    let DataType::Struct(fields) = array.data_type() else { return None };
    array.child_data().get(fields.find(name)?.0)
}

/// The extents of all tensors, one after the other.
fn extents_of<'a>(
    kind: &VariableShapeTensor,
    shape: &'a ArrayData,
    rows: Range<usize>,
) -> Result<&'a [i32], ColumnError> {
    let rank = kind.rank();
    let at = |row: usize| row.saturating_add(shape.offset()).saturating_mul(rank);
    let range = at(rows.start)..at(rows.end);
    let missing = ColumnError::Values { expected: range.end, found: 0 };
    let values = shape.child_data().first().ok_or(missing)?;
    values_in(values, range, |value| {
        (value.checked_div(rank).unwrap_or(0), value.checked_rem(rank).unwrap_or(0))
    })
}

/// Checks that the elements of no tensor end before they begin.
fn check_offsets(offsets: &[i32]) -> Result<(), RaggedColumnError> {
    for (tensor, pair) in offsets.windows(2).enumerate() {
        if let &[begin, end] = pair
            && (begin < 0 || end < begin)
        {
            return Err(RaggedColumnError::Offsets { tensor, begin, end });
        }
    }
    Ok(())
}

/// The shapes of the tensors of a column.
struct Shapes<'a> {
    kind: &'a VariableShapeTensor,
    extents: &'a [i32],
    tensors: usize,
}

impl<'a> Shapes<'a> {
    /// The extents of each tensor, as the column has them.
    fn raw(&self) -> impl Iterator<Item = &'a [i32]> + use<'a> {
        let (extents, rank) = (self.extents, self.kind.rank());
        (0..self.tensors).map(move |tensor| {
            let begin = tensor.saturating_mul(rank);
            extents.get(begin..begin.saturating_add(rank)).unwrap_or_default()
        })
    }

    /// The extents of each tensor in memory; none of them is negative.
    fn in_memory(&self) -> impl Iterator<Item = ModeArray<usize>> + use<'a> {
        let extent = |&extent: &i32| usize::try_from(extent).unwrap_or(0);
        self.raw().map(move |raw| raw.iter().map(extent).collect())
    }

    /// Compares each tensor with the type, and with the number of its elements.
    fn check(&self, sizes: impl Iterator<Item = usize>) -> Result<(), RaggedColumnError> {
        let known = self.kind.uniform_shape().unwrap_or_default();
        for (tensor, (raw, found)) in self.raw().zip(sizes).enumerate() {
            let mut extents = ModeArray::<usize>::default();
            for (mode, &found) in raw.iter().enumerate() {
                let negative = |_| RaggedColumnError::Extent { tensor, mode, found };
                let extent = usize::try_from(found).map_err(negative)?;
                check_uniform(known, tensor, mode, extent)?;
                extents.push(extent);
            }
            check_size(&extents)?;
            let expected = extents.iter().fold(1_usize, |size, &extent| size.wrapping_mul(extent));
            if expected != found {
                return Err(RaggedColumnError::Elements { tensor, expected, found });
            }
        }
        Ok(())
    }

    /// The shape of all tensors, their modes in the order of the tensors.
    fn jagged(&self) -> Result<JaggedShape, StructureError> {
        let parameters = self.kind.parameters();
        if self.tensors == 0 {
            return self.of_no_tensors();
        }
        let of_tensor = |extents: ModeArray<usize>| -> ModeArray<usize> {
            parameters.permuted(&extents).copied().collect()
        };
        JaggedShape::of_leaves(&[self.tensors], self.kind.rank(), self.in_memory().map(of_tensor))
    }

    /// The shape of no tensors, of which all is known that the type says.
    fn of_no_tensors(&self) -> Result<JaggedShape, StructureError> {
        let known = self.kind.uniform_shape().unwrap_or_default();
        let permutation = self.kind.parameters().permutation.as_deref();
        let extent = |mode| {
            let place = permutation.map_or(Some(mode), |list| list.get(mode).copied())?;
            known.get(place).copied().flatten()
        };
        // The number of modes is a number in the type, for which no column has to have memory.
        let modes = (0..self.kind.rank().saturating_add(1))
            .map(|mode| mode.checked_sub(1).and_then(extent).unwrap_or(0));
        JaggedShape::of_modes(modes)
    }
}

/// Compares an extent in memory with the one that the type states for all tensors.
fn check_uniform(
    known: &[Option<usize>],
    tensor: usize,
    mode: usize,
    found: usize,
) -> Result<(), RaggedColumnError> {
    match known.get(mode).copied().flatten().filter(|&expected| expected != found) {
        Some(expected) => Err(RaggedColumnError::Uniform { tensor, mode, expected, found }),
        None => Ok(()),
    }
}

/// A copy of the elements of tensors in which mode `i` of each is mode `order[i]` of the ones that these extents are of.
fn moved<T: Copy>(
    elements: &[T],
    shapes: impl Iterator<Item = ModeArray<usize>>,
    order: &[usize],
) -> Result<Vec<T>, ShapeError> {
    let mut result = Vec::new();
    reserve(&mut result, elements.len())?;
    let mut rest = elements;
    for shape in shapes {
        let mapping = Mapping::<_>::new(DynRankExtents::new(&shape)?);
        let strides = mapping.strides();
        let pick = |list: &[isize]| -> ModeArray<isize> {
            order.iter().filter_map(|&mode| list.get(mode).copied()).collect()
        };
        let extents: ModeArray<usize> =
            order.iter().filter_map(|&mode| shape.get(mode).copied()).collect();
        let layout = Strided::new(pick(strides.as_ref()));
        let view = Mapping::with_layout(DynRankExtents::new(&extents)?, layout)?;
        let (tensor, others) =
            rest.split_at_checked(mapping.required_span_size()).unwrap_or_default();
        result.extend(View::from_slice(view, tensor)?.iter().copied());
        rest = others;
    }
    Ok(result)
}

/// Turns a ragged tensor into a column of this type with a row for each slice along mode 0. The array takes over the storage of the
/// elements; with a permutation that moves modes, they are copied into the order of memory.
///
/// # Errors
/// With the tensor: [`RaggedColumnError::Jagged`] where a slice along mode 0 is not smooth, [`RaggedColumnError::Origin`],
/// [`RaggedColumnError::Uniform`]; [`ColumnError::TooLarge`] for extents and numbers of elements beyond 32 bits,
/// [`ColumnError::NoType`]; of [`ShapeError`], `RankMismatch` and `Null`.
///
/// ```
/// use extents_shapes::arrow::{self, VariableShapeTensor};
/// use extents_shapes::RaggedTensor;
/// let rows = RaggedTensor::from_rows([vec![1.5], vec![], vec![2.5, 3.5]])?;
/// let kind = VariableShapeTensor::new(1)?;
/// assert_eq!(arrow::array(&kind, rows.clone())?.len(), 3);
/// let rejected = arrow::array(&kind.with_uniform_shape([Some(1)])?, rows).unwrap_err();
/// assert_eq!(
///     rejected.to_string(),
///     "mode 0 of tensor 1 should have extent 1, as the type states, but has 0"
/// );
/// assert_eq!(rejected.value.as_slice(), [1.5, 2.5, 3.5]);
/// # Ok::<(), extents_shapes::error::RaggedColumnError>(())
/// ```
pub fn array<T: HasDType + ArrowNativeType>(
    kind: &VariableShapeTensor,
    tensor: RaggedTensor<Vec<T>>,
) -> Result<ArrayData, Rejected<RaggedTensor<Vec<T>>, RaggedColumnError>> {
    let described = describe(kind, &tensor.shape).and_then(|described| {
        let permutation =
            kind.permutation().filter(|list| !list.iter().copied().eq(0..kind.rank()));
        let copied = match permutation {
            Some(_) => {
                let shapes = described.shapes(kind.rank());
                Some(moved(&tensor.elements, shapes, &inverse(kind.parameters()))?)
            }
            None => None,
        };
        Ok((described, copied))
    });
    let (described, copied) = match described {
        Ok(described) => described,
        Err(error) => return Err(Rejected { value: tensor, error }),
    };
    let RaggedTensor { shape, elements } = tensor;
    let Described { offsets, in_memory, .. } = described;
    let result = match copied {
        Some(copied) => {
            tensors_of(copied, offsets, in_memory, kind.count()).map_err(|it| (elements, it.error))
        }
        None => tensors_of(elements, offsets, in_memory, kind.count())
            .map_err(|it| (it.value, it.error)),
    };
    result.map_err(|(elements, error)| Rejected {
        value: RaggedTensor { shape, elements },
        error: error.into(),
    })
}

/// The mode of a tensor that each mode in memory is.
fn inverse(parameters: &Parameters) -> ModeArray<usize> {
    let list = parameters.permutation.as_deref().unwrap_or_default();
    let mut inverse: ModeArray<usize> = list.into();
    for (mode, &place) in list.iter().enumerate() {
        if let Some(slot) = inverse.get_mut(place) {
            *slot = mode;
        }
    }
    inverse
}

/// What a column says of the tensors: where their elements end, and their extents in memory.
struct Described {
    offsets: Vec<i32>,
    in_memory: Vec<i32>,
    /// The extents in the order of the modes of the tensors.
    extents: Vec<i32>,
}

impl Described {
    fn shapes(&self, rank: usize) -> impl Iterator<Item = ModeArray<usize>> {
        let tensors = self.offsets.len().saturating_sub(1);
        (0..tensors).map(move |tensor| {
            let extents = self.extents.iter().skip(tensor.saturating_mul(rank)).take(rank);
            extents.map(|&extent| usize::try_from(extent).unwrap_or(0)).collect()
        })
    }
}

fn describe(
    kind: &VariableShapeTensor,
    shape: &JaggedShape,
) -> Result<Described, RaggedColumnError> {
    if shape.is_null() {
        return Err(ShapeError::Null.into());
    }
    let (expected, found) = (kind.rank().saturating_add(1), shape.rank());
    if expected != found {
        return Err(ShapeError::RankMismatch { expected, found }.into());
    }
    if let Some((mode, row, origin)) = shape.first_origin() {
        return Err(RaggedColumnError::Origin { mode, row, origin });
    }
    let narrow = |what, found: usize| {
        i32::try_from(found)
            .map_err(|_| RaggedColumnError::from(ColumnError::TooLarge { what, found }))
    };
    narrow("the number of elements", shape.size())?;
    let tensors = shape.rows().len();
    let known = kind.uniform_shape().unwrap_or_default();
    let (mut offsets, mut in_memory, mut logical) = (Vec::new(), Vec::new(), Vec::new());
    reserve(&mut offsets, tensors.saturating_add(1))?;
    reserve(&mut in_memory, tensors.saturating_mul(kind.rank()))?;
    offsets.push(0);
    let places = kind.permutation().map(|_| inverse(kind.parameters()));
    for tensor in 0..tensors {
        let found = shape.slice_at(&[tensor])?;
        let Some(extents) = found.extents else {
            let error = shape.leaf(&[tensor]).err().unwrap_or(ShapeError::Null.into());
            return Err(RaggedColumnError::Jagged { tensor, error });
        };
        offsets.push(narrow("the number of elements", found.elements.end)?);
        for mode in 0..kind.rank() {
            let place = places.as_ref().map_or(Some(mode), |places| places.get(mode).copied());
            let extent = place.and_then(|place| extents.get(place)).copied().unwrap_or(0);
            check_uniform(known, tensor, mode, extent)?;
            in_memory.push(narrow("an extent", extent)?);
        }
        if places.is_some() {
            for &extent in extents.iter() {
                logical.push(narrow("an extent", extent)?);
            }
        }
    }
    Ok(Described { offsets, in_memory, extents: logical })
}
