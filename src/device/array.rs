//! [`Array`]: a buffer of a device under a typed mapping, and views of it.

use core::fmt;

use super::evaluate::Job;
use super::{ArrayExpression, BufferPlace, Device, Transfer};
use crate::elements::{AsView, Operand, likes, rearrangements, reshapes};
use crate::error::Quantity;
use crate::layout::{Layout, RowMajor, Strided, StridedLayout, TrustedLayout};
use crate::placement::Elsewhere;
use crate::rearrange::{
    Broadcast, BroadcastTo, Chip, Diagonal, DropMode, InsertMode, Like, List, Merge, Outcome,
    Permute, Rearrange, Reshape, Reverse, Seal, Sliced, Split, Tiles, Transposed, Windows,
    WindowsAlong,
};
use crate::{Extents, Mapping, ShapeError, Tensor, TensorOf};

/// A buffer of a device, and where in it the element at each index is.
///
/// ```
/// use extents::backend::{Array, Native};
/// use extents::{Const, Tensor, extents, slice};
/// let device = Native::<f64>::new();
/// let a = Array::upload(&device, &Tensor::from_vec(extents![2, 3], vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?)?;
/// // A view touches no element.
/// let Ok(columns) = a.slice(slice![.., 1..3]);
/// assert_eq!(columns.transpose().download()?.as_slice(), [2.0, 5.0, 3.0, 6.0]);
/// # Ok::<(), extents::backend::NativeError>(())
/// ```
pub struct Array<D: Device, E: Extents, L: Layout<E> = RowMajor> {
    // INVARIANT: `device` said that the buffer has at least as many elements as the mapping spans.
    device: D,
    buffer: D::Buffer,
    mapping: Mapping<E, L>,
}

/// A part of an [`Array`], which borrows it.
pub struct ArrayView<'a, D: Device, E: Extents, L: Layout<E> = RowMajor> {
    // INVARIANT: as that of `Array`, of the elements from `start` on.
    device: &'a D,
    buffer: &'a D::Buffer,
    start: usize,
    mapping: Mapping<E, L>,
}

/// A part of an [`Array`] that can be written, in which no two indices share an element.
pub struct ArrayViewMut<'a, D: Device, E: Extents, L: Layout<E> = RowMajor> {
    // INVARIANT: as that of `ArrayView`; the mapping is unique.
    device: &'a D,
    buffer: &'a mut D::Buffer,
    start: usize,
    mapping: Mapping<E, L>,
}

/// What a contraction reads is asked of an operand more than once, so that only this crate's arrays are operands.
trait Sealed {}

/// An array, or a view of one. No other types are: the kernels of [`Native`](crate::backend::Native) believe what it says.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an array of a device",
    label = "expected an `Array`, an `ArrayView` or an `ArrayViewMut`"
)]
#[allow(private_bounds, reason = "a seal")]
pub trait AsArrayView: Sealed {
    /// The device.
    type Device: Device;
    /// The extents.
    type Extents: Extents;
    /// The layout.
    type Layout: TrustedLayout<Self::Extents> + StridedLayout<Self::Extents>;
    /// Returns a view of the elements.
    fn as_array_view(&self) -> ArrayView<'_, Self::Device, Self::Extents, Self::Layout>;
}

impl<D: Device, E: Extents> Array<D, E> {
    /// Creates an array of zeros.
    ///
    /// # Errors
    /// [`ShapeError::Null`], and those of the device.
    pub fn zeros(device: &D, element: D::Element, extents: E) -> Result<Self, D::Error> {
        let mapping = dense(extents)?;
        let buffer = device.zeros(element, mapping.required_span_size())?;
        Array::from_parts(device.clone(), buffer, mapping)
    }

    /// Creates an array whose elements are written next.
    pub(super) fn allocate(device: &D, element: D::Element, extents: E) -> Result<Self, D::Error> {
        let mapping = dense(extents)?;
        let buffer = device.allocate(element, mapping.required_span_size())?;
        Array::from_parts(device.clone(), buffer, mapping)
    }

    /// Creates an array with the elements of a tensor or view.
    ///
    /// # Errors
    /// [`ShapeError::Null`], [`ShapeError::Allocation`], and those of the device.
    pub fn upload<T, O>(device: &D, tensor: &O) -> Result<Self, D::Error>
    where
        D: Transfer<T>,
        T: Clone,
        O: AsView<Elem = T, Extents = E, Layout: TrustedLayout<E>> + ?Sized,
    {
        let view = tensor.as_view();
        let mapping = dense(view.extents().clone())?;
        let copy = view.map(Clone::clone)?;
        let buffer = device.upload(copy.as_slice())?;
        Array::from_parts(device.clone(), buffer, mapping)
    }
}

fn dense<E: Extents>(extents: E) -> Result<Mapping<E>, ShapeError> {
    if extents.is_null() { Err(ShapeError::Null) } else { Ok(Mapping::new(extents)) }
}

impl<D: Device, E: Extents, L: TrustedLayout<E>> Array<D, E, L> {
    /// Puts a mapping beside a buffer.
    ///
    /// # Errors
    /// [`ShapeError::CountMismatch`] where the buffer has fewer elements than the mapping spans.
    pub fn from_parts(
        device: D,
        buffer: D::Buffer,
        mapping: Mapping<E, L>,
    ) -> Result<Self, D::Error> {
        let (expected, found) = (mapping.required_span_size(), device.len(&buffer));
        if found < expected {
            return Err(
                ShapeError::CountMismatch { of: Quantity::Elements, expected, found }.into()
            );
        }
        Ok(Array { device, buffer, mapping })
    }

    /// Returns the device, the buffer and the mapping.
    pub fn into_parts(self) -> (D, D::Buffer, Mapping<E, L>) {
        (self.device, self.buffer, self.mapping)
    }

    /// Returns a view that can be written. It does not compile where two indices share an element.
    pub fn view_mut(&mut self) -> ArrayViewMut<'_, D, E, L> {
        const {
            assert!(
                L::IS_ALWAYS_UNIQUE,
                "in this layout two indices may share an element, so that it cannot be written"
            )
        };
        let (device, buffer, mapping) = (&self.device, &mut self.buffer, self.mapping.clone());
        ArrayViewMut { device, buffer, start: 0, mapping }
    }
}

impl<'a, D: Device, E: Extents, L: Layout<E>> ArrayView<'a, D, E, L> {
    /// Returns the view that an operation of [`rearrange`](crate::rearrange) gives.
    ///
    /// # Errors
    /// The error of the operation, or [`ShapeError`] where it has run-time numbers.
    pub fn rearrange<O: Rearrange<E, L>>(&self, operation: O) -> Fallible<'a, D, E, L, O> {
        const { O::CHECK };
        let (offset, mapping) = operation.rearrange(&self.mapping, Seal)?.into_parts();
        let start = self.start.saturating_add(offset);
        Ok(ArrayView { device: self.device, buffer: self.buffer, start, mapping })
    }
}

impl<'a, D: Device, E: Extents, L: Layout<E>> ArrayViewMut<'a, D, E, L> {
    /// Returns the view to write that an operation of [`rearrange`](crate::rearrange) gives.
    ///
    /// # Errors
    /// The error of the operation, or [`ShapeError`] where it has run-time numbers.
    pub fn rearrange<O: Rearrange<E, L>>(self, operation: O) -> FallibleMut<'a, D, E, L, O> {
        const { O::CHECK_UNIQUE };
        let (offset, mapping) = operation.rearrange(&self.mapping, Seal)?.into_parts();
        let start = self.start.saturating_add(offset);
        Ok(ArrayViewMut { device: self.device, buffer: self.buffer, start, mapping })
    }

    /// Lends the view.
    pub fn view_mut(&mut self) -> ArrayViewMut<'_, D, E, L> {
        let (device, start, mapping) = (self.device, self.start, self.mapping.clone());
        ArrayViewMut { device, buffer: self.buffer, start, mapping }
    }
}

impl<D: Device, E: Extents, L: Layout<E>> Array<D, E, L> {
    /// Returns the view that an operation of [`rearrange`](crate::rearrange) gives.
    ///
    /// # Errors
    /// The error of the operation, or [`ShapeError`] where it has run-time numbers.
    pub fn rearrange<O: Rearrange<E, L>>(&self, operation: O) -> Fallible<'_, D, E, L, O> {
        const { O::CHECK };
        self.view().rearrange(operation)
    }
}

/// What an operation gives, or its error.
type Fallible<'a, D, E, L, O> = Result<
    ArrayView<'a, D, <O as Rearrange<E, L>>::Extents, <O as Rearrange<E, L>>::Layout>,
    <O as Rearrange<E, L>>::Error,
>;
/// What an operation gives: the view itself where it cannot fail, else a `Result`.
type Answer<'a, D, E, L, O> = <<O as Rearrange<E, L>>::Error as Outcome>::Of<
    ArrayView<'a, D, <O as Rearrange<E, L>>::Extents, <O as Rearrange<E, L>>::Layout>,
>;
/// The same of views to write.
type FallibleMut<'a, D, E, L, O> = Result<
    ArrayViewMut<'a, D, <O as Rearrange<E, L>>::Extents, <O as Rearrange<E, L>>::Layout>,
    <O as Rearrange<E, L>>::Error,
>;
/// The same of views to write.
type AnswerMut<'a, D, E, L, O> = <<O as Rearrange<E, L>>::Error as Outcome>::Of<
    ArrayViewMut<'a, D, <O as Rearrange<E, L>>::Extents, <O as Rearrange<E, L>>::Layout>,
>;

/// What `broadcast_like` gives.
type LikeView<'a, D, F> = ArrayView<'a, D, F, Strided<<F as Extents>::Strides>>;

/// What all three types have.
macro_rules! arrays {
    ($([$($generics:tt)*] $array:ty, $start:expr;)*) => {$(
        impl<$($generics)* D: Device, E: Extents, L: Layout<E>> $array {
            /// Returns the device.
            pub fn device(&self) -> &D {
                &self.device
            }

            /// Returns the buffer. The elements are those that the [mapping](Self::mapping) spans, from
            /// [`start`](Self::start) on.
            pub fn buffer(&self) -> &D::Buffer {
                &self.buffer
            }

            /// Returns the offset in the buffer at which the elements begin.
            pub fn start(&self) -> usize {
                $start(self)
            }

            /// Returns the mapping.
            pub fn mapping(&self) -> &Mapping<E, L> {
                &self.mapping
            }

            /// Returns the extents.
            pub fn extents(&self) -> &E {
                self.mapping.extents()
            }

            /// Returns the type of the elements.
            pub fn element(&self) -> D::Element {
                self.device.element(&self.buffer)
            }
        }

        impl<$($generics)* D: Device, E: Extents, L: TrustedLayout<E> + StridedLayout<E>> $array {
            /// Copies the elements into a tensor, row-major, after all that writes them.
            ///
            /// # Errors
            /// Those of the device; [`ShapeError::CountMismatch`] where it gives another number of elements than there are.
            pub fn download<T>(&self) -> Result<TensorOf<E, T>, D::Error>
            where
                D: Transfer<T>,
            {
                let expression = ArrayExpression::of(&self.view());
                let extents = expression.extents.clone()?;
                let copy = Job::of_copy(&expression)?.eval(extents.clone())?;
                let elements = copy.device.download(&copy.buffer)?;
                Ok(Tensor::from_vec(extents, elements).map_err(|rejected| rejected.error)?)
            }
        }

        impl<$($generics)* D: Device, E: Extents, L: Layout<E>> Operand for $array {
            type Extents = E;
            type Placement = Elsewhere;
            fn operand_extents(&self) -> E {
                self.extents().clone()
            }
        }

        impl<$($generics)* D: Device, E: Extents, L: Layout<E>> Sealed for $array {}

        impl<$($generics)* D: Device, E: Extents, L: TrustedLayout<E> + StridedLayout<E>> AsArrayView
            for $array
        {
            type Device = D;
            type Extents = E;
            type Layout = L;
            fn as_array_view(&self) -> ArrayView<'_, D, E, L> {
                self.view()
            }
        }

        impl<$($generics)* D: Device, E: Extents, L: Layout<E>> fmt::Debug for $array {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{:?} of {:?} from {}", self.mapping, self.element(), self.start())
            }
        }
    )*};
}
arrays! {
    [] Array<D, E, L>, |_: &Self| 0;
    ['a,] ArrayView<'a, D, E, L>, |this: &Self| this.start;
    ['a,] ArrayViewMut<'a, D, E, L>, |this: &Self| this.start;
}

impl<'a, D: Device, E: Extents, L: Layout<E>> ArrayView<'a, D, E, L> {
    /// Returns the view.
    pub fn view(&self) -> Self {
        self.clone()
    }
}

/// Views of what owns, or borrows mutably.
macro_rules! lends {
    ($([$($generics:tt)*] $array:ty;)*) => {$(
        impl<$($generics)* D: Device, E: Extents, L: Layout<E>> $array {
            /// Returns a view of the elements.
            pub fn view(&self) -> ArrayView<'_, D, E, L> {
                let (device, buffer, mapping) = (&self.device, &self.buffer, self.mapping.clone());
                ArrayView { device, buffer, start: self.start(), mapping }
            }
        }
    )*};
}
lends! { [] Array<D, E, L>; ['a,] ArrayViewMut<'a, D, E, L>; }

impl<A: AsArrayView + ?Sized> Sealed for &A {}

impl<A: AsArrayView + ?Sized> AsArrayView for &A {
    type Device = A::Device;
    type Extents = A::Extents;
    type Layout = A::Layout;
    fn as_array_view(&self) -> ArrayView<'_, A::Device, A::Extents, A::Layout> {
        (**self).as_array_view()
    }
}

impl<'a, D: Device, E: Extents, L: TrustedLayout<E> + StridedLayout<E>> ArrayView<'a, D, E, L> {
    /// The elements, as an operand of a task.
    pub(super) fn place(&self) -> BufferPlace<'a, D> {
        BufferPlace::new(self.buffer, self.origin())
    }

    pub(super) fn origin(&self) -> usize {
        origin(self.start, &self.mapping)
    }

    pub(super) fn shared_device(&self) -> &'a D {
        self.device
    }
}

impl<D: Device, E: Extents, L: TrustedLayout<E> + StridedLayout<E>> ArrayViewMut<'_, D, E, L> {
    /// The elements, as the target of a task: device, buffer, offset of the index of zeros, mapping.
    pub(super) fn target(&mut self) -> (&D, &mut D::Buffer, usize, &Mapping<E, L>) {
        (self.device, self.buffer, origin(self.start, &self.mapping), &self.mapping)
    }
}

fn origin<E: Extents, L: StridedLayout<E>>(start: usize, mapping: &Mapping<E, L>) -> usize {
    start.saturating_add(mapping.layout().base_offset(mapping.extents()))
}

impl<D: Device, E: Extents, L: Layout<E>> Clone for ArrayView<'_, D, E, L> {
    fn clone(&self) -> Self {
        let (device, buffer, mapping) = (self.device, self.buffer, self.mapping.clone());
        ArrayView { device, buffer, start: self.start, mapping }
    }
}

// The methods of tensors and views that give other views. `T` is the device.
impl<T: Device, E: Extents, L: Layout<E>> Array<T, E, L> {
    rearrangements!([&self] self, CHECK, Fallible, Answer, '_);
    reshapes!([&self] self, CHECK, Fallible, '_);
    likes!('_);
}
impl<'a, T: Device, E: Extents, L: Layout<E>> ArrayView<'a, T, E, L> {
    rearrangements!([&self] self, CHECK, Fallible, Answer, 'a);
    reshapes!([&self] self, CHECK, Fallible, 'a);
    likes!('a);
}
impl<'a, T: Device, E: Extents, L: Layout<E>> ArrayViewMut<'a, T, E, L> {
    rearrangements!([self] self, CHECK_UNIQUE, FallibleMut, AnswerMut, 'a);
    reshapes!([self] self, CHECK_UNIQUE, FallibleMut, 'a);
    likes!('_);
}
