//! Strides: how far one entry along a mode is, in the type or in a value.

use core::fmt::{self, Debug};
use core::hash::Hash;
use core::marker::PhantomData;

use crate::ShapeError;
use crate::assert::stop;
use crate::certainty::{Certainty, Known, Open};
use crate::dense::{FixedStrides, StrideOf};
use crate::mode::Const;

/// The distance, in elements, between neighbors along a mode. Sealed.
///
/// [`Const<N>`](Const), [`Neg<S>`](Neg), [`Times<A, B>`](Times) and [`LeastMultiple<P, N>`](LeastMultiple)
/// are known to the compiler and take no space; [`DynStride`] is a value.
///
/// ```
/// use extents_static::{Const, DynStride, Neg, Stride, Times};
/// assert_eq!(<Times<Const<3>, Const<4>> as Stride>::STRIDE, Some(12));
/// assert_eq!(<Neg<Const<4>> as Stride>::STRIDE, Some(-4));
/// assert_eq!(DynStride::STRIDE, None);
/// ```
///
/// # Safety
/// The stride of a value never changes and is that of its copies. It is [`STRIDE`](Self::STRIDE), and that of all values,
/// where this says one; else the hidden `from_stride` gives one of the stride that it is given. The hidden types are the
/// products, sums and multiples that their names say.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no stride: a stride is `Const<N>`, `Neg<_>`, `Times<_, _>` or `DynStride`",
    label = "expected a stride"
)]
#[allow(unsafe_code)]
pub unsafe trait Stride: Copy + Debug + Eq + Hash + Send + Sync {
    /// The stride, where the type knows it.
    const STRIDE: Option<isize>;

    /// Says whether the type knows the stride.
    #[doc(hidden)]
    type Certainty: Certainty;
    /// This stride times one that the type knows.
    #[doc(hidden)]
    type Scaled<By: Stride>: Stride;
    /// The sum with another stride.
    #[doc(hidden)]
    type Sum<Other: Stride>: Stride;
    /// The sum with a stride that the type knows, which comes first.
    #[doc(hidden)]
    type After<Known: Stride>: Stride;
    /// The least multiple of this, as a padding, that is not below an extent that the type knows.
    #[doc(hidden)]
    type MultipleOver<Extent: Stride>: Stride;
    /// The negative of this stride.
    #[doc(hidden)]
    type Negated: Stride;

    /// Returns the stride, in elements.
    ///
    /// ```
    /// use extents_static::{Const, DynStride, Stride};
    /// assert_eq!(Const::<4>.stride(), DynStride::new(4).stride());
    /// ```
    fn stride(self) -> isize;

    /// Creates the stride of this type. If the type knows it, `stride` must be equal.
    #[doc(hidden)]
    fn from_stride(stride: isize) -> Self;
}

/// A stride that is a run-time value. It takes one word.
///
/// ```
/// use extents_static::{DynStride, Stride};
/// assert_eq!(DynStride::new(-7).stride(), -7);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct DynStride(isize);

impl DynStride {
    /// Creates a stride, in elements.
    ///
    /// ```
    /// use extents_static::{DynStride, Stride};
    /// assert_eq!(DynStride::new(0).stride(), 0);
    /// ```
    #[inline]
    pub const fn new(stride: isize) -> Self {
        DynStride(stride)
    }
}

/// The negative of a stride that the type knows.
///
/// ```
/// use extents_static::{Const, Neg, Stride};
/// assert_eq!(<Neg<Const<3>>>::default().stride(), -3);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Neg<S>(PhantomData<S>);

/// The product of two strides that the type knows.
///
/// Stable Rust cannot compute `Const<12>` from `Const<3>` and `Const<4>` in generic code, so the product
/// stands in the type as it is.
///
/// ```
/// use extents_static::{Const, Stride, Times};
/// assert_eq!(<Times<Const<3>, Const<4>>>::default().stride(), 12);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Times<A, B>(PhantomData<(A, B)>);

/// The sum of two strides that the type knows: that of a diagonal.
///
/// ```
/// use extents_static::{Const, Plus, Stride};
/// assert_eq!(<Plus<Const<3>, Const<1>>>::default().stride(), 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Plus<A, B>(PhantomData<(A, B)>);

/// The least multiple of the padding `P` that is not below the extent `N`; `N` for a padding of 0.
///
/// ```
/// use extents_static::{Const, LeastMultiple, Stride};
/// assert_eq!(<LeastMultiple<Const<4>, Const<6>>>::default().stride(), 8);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct LeastMultiple<P, N>(PhantomData<(P, N)>);

/// Returns the least multiple of `padding` that is not below `extent`; `extent` for a padding of 0.
#[inline]
pub const fn least_multiple(padding: usize, extent: usize) -> usize {
    if padding == 0 || extent == 0 || extent == padding {
        extent
    } else if extent < padding {
        padding
    } else {
        // A multiple that does not fit makes a span that is refused.
        match extent.checked_next_multiple_of(padding) {
            Some(multiple) => multiple,
            None => usize::MAX,
        }
    }
}

// SAFETY: the stride is the number in the type.
#[allow(unsafe_code)]
unsafe impl<const N: usize> Stride for Const<N> {
    const STRIDE: Option<isize> = {
        if N > isize::MAX as usize {
            too_large()
        }
        Some(N.cast_signed())
    };
    type Certainty = Known;
    type Scaled<By: Stride> = Times<By, Self>;
    type Sum<Other: Stride> = Other::After<Self>;
    type After<Known: Stride> = Plus<Known, Self>;
    type MultipleOver<Extent: Stride> = LeastMultiple<Self, Extent>;
    type Negated = Neg<Self>;

    #[inline]
    fn stride(self) -> isize {
        known::<Self>()
    }
    #[inline]
    fn from_stride(_: isize) -> Self {
        Const
    }
}

// SAFETY: the stride is the one field. No type knows it, nor one made of it.
#[allow(unsafe_code)]
unsafe impl Stride for DynStride {
    const STRIDE: Option<isize> = None;
    type Certainty = Open;
    type Scaled<By: Stride> = DynStride;
    type Sum<Other: Stride> = DynStride;
    type After<Known: Stride> = DynStride;
    type MultipleOver<Extent: Stride> = DynStride;
    type Negated = DynStride;

    #[inline]
    fn stride(self) -> isize {
        self.0
    }
    #[inline]
    fn from_stride(stride: isize) -> Self {
        DynStride(stride)
    }
}

/// The stride of a type that knows it.
#[inline]
fn known<S: Stride>() -> isize {
    const {
        match S::STRIDE {
            Some(stride) => stride,
            #[allow(clippy::panic, reason = "in a const: a compile error")]
            None => {
                panic!("the parts of `Neg`, `Times` and `LeastMultiple` are strides in the type")
            }
        }
    }
}

/// Stops the compiler: a number in a type is no stride.
#[track_caller]
pub(crate) const fn too_large() -> ! {
    stop("a stride is at most isize::MAX")
}

/// What the type knows of a product.
const fn product(left: Option<isize>, right: Option<isize>) -> Option<isize> {
    match (left, right) {
        (Some(left), Some(right)) => match left.checked_mul(right) {
            Some(product) => Some(product),
            None => too_large(),
        },
        _ => None,
    }
}

// SAFETY: the stride is a const of the type, whatever its source says.
#[allow(unsafe_code)]
unsafe impl<C: FixedStrides, const K: usize> Stride for StrideOf<C, K> {
    #[allow(clippy::indexing_slicing, reason = "in a const: a compile error")]
    const STRIDE: Option<isize> = Some(C::STRIDES[K]);
    type Certainty = Known;
    type Scaled<By: Stride> = Times<By, Self>;
    type Sum<Other: Stride> = Other::After<Self>;
    type After<Known: Stride> = Plus<Known, Self>;
    type MultipleOver<Extent: Stride> = LeastMultiple<Self, Extent>;
    type Negated = Neg<Self>;

    #[inline]
    fn stride(self) -> isize {
        known::<Self>()
    }
    #[inline]
    fn from_stride(_: isize) -> Self {
        StrideOf(PhantomData)
    }
}

impl<C: FixedStrides, const K: usize> Debug for StrideOf<C, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.stride(), f)
    }
}

/// Implements what the strides made of others share.
macro_rules! composed_stride {
    ($Stride:ident<$($S:ident),*>, $known:expr, negated $Negated:ty) => {
        // SAFETY: the stride is a const of the type, made of those of its parts.
        #[allow(unsafe_code)]
        unsafe impl<$($S: Stride),*> Stride for $Stride<$($S),*> {
            const STRIDE: Option<isize> = $known;
            type Certainty = Known;
    type Scaled<By: Stride> = Times<By, Self>;
            type Sum<Other: Stride> = Other::After<Self>;
            type After<Known: Stride> = Plus<Known, Self>;
            type MultipleOver<Extent: Stride> = LeastMultiple<Self, Extent>;
            type Negated = $Negated;

            #[inline]
            fn stride(self) -> isize {
                known::<Self>()
            }
            #[inline]
            fn from_stride(_: isize) -> Self {
                Self::default()
            }
        }

        impl<$($S),*> Default for $Stride<$($S),*> {
            #[inline]
            fn default() -> Self {
                $Stride(PhantomData)
            }
        }

        impl<$($S: Stride),*> Debug for $Stride<$($S),*> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.stride(), f)
            }
        }
    };
}
composed_stride!(Neg<S>, product(Some(-1), S::STRIDE), negated S);
composed_stride!(Times<A, B>, product(A::STRIDE, B::STRIDE), negated Neg<Self>);
composed_stride!(Plus<A, B>, sum(A::STRIDE, B::STRIDE), negated Neg<Self>);
composed_stride!(LeastMultiple<P, N>, multiple(P::STRIDE, N::STRIDE), negated Neg<Self>);

/// What the type knows of a sum.
const fn sum(left: Option<isize>, right: Option<isize>) -> Option<isize> {
    match (left, right) {
        (Some(left), Some(right)) => match left.checked_add(right) {
            Some(sum) => Some(sum),
            None => too_large(),
        },
        _ => None,
    }
}

/// What the type knows of a padded extent.
const fn multiple(padding: Option<isize>, extent: Option<isize>) -> Option<isize> {
    match (padding, extent) {
        (Some(padding), Some(extent)) => {
            assert!(padding >= 0 && extent >= 0, "paddings and extents are not negative");
            Some(least_multiple(padding.cast_unsigned(), extent.cast_unsigned()).cast_signed())
        }
        _ => None,
    }
}

impl Debug for DynStride {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "dyn {}", self.0)
    }
}

/// A list of strides, one for each mode: a tuple of [strides](Stride), an array, or a `ModeArray`. Sealed.
///
/// ```
/// use extents_static::{StrideList, strides};
/// fn rank<S: StrideList>(list: &S) -> usize {
///     list.with_strides(<[isize]>::len)
/// }
/// assert_eq!(rank(&[3, 1]), rank(&strides![3, 1]));
/// ```
///
/// # Safety
/// A value has one list of strides, which never changes and is that of its clones: `with_strides` gives just that one to
/// `read`, and what it gives back. Where [`STATIC`](Self::STATIC) is not empty it has an entry for each, and is true of
/// all values. The hidden `from_list` gives the strides that it is given, but for those that the type knows, and so does the
/// hidden `from_strides`, which is given as many.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no list of strides",
    label = "expected a tuple such as `(Const<12>, DynStride)`, or `[isize; R]`"
)]
#[allow(unsafe_code)]
pub unsafe trait StrideList: Clone + Debug + Eq + Hash + Send + Sync {
    /// The strides, where the type knows them. Empty if it does not know their number.
    const STATIC: &'static [Option<isize>];
    /// Calls `read` with all strides.
    fn with_strides<R>(&self, read: impl FnOnce(&[isize]) -> R) -> R;
    /// Creates a list of this type from all strides. Those that the type knows must be equal.
    ///
    /// # Errors
    /// Returns [`ShapeError::RankMismatch`] where the type has another number of strides.
    #[doc(hidden)]
    fn from_list(strides: &[isize]) -> Result<Self, ShapeError>;
    /// As `from_list`, for as many strides as the type has.
    #[doc(hidden)]
    fn from_strides(strides: &[isize]) -> Self;
}

// SAFETY: the strides are those of the array.
#[allow(unsafe_code)]
unsafe impl<const N: usize> StrideList for [isize; N] {
    const STATIC: &'static [Option<isize>] = &[None; N];
    #[inline]
    fn with_strides<R>(&self, read: impl FnOnce(&[isize]) -> R) -> R {
        read(self)
    }
    #[inline]
    fn from_list(strides: &[isize]) -> Result<Self, ShapeError> {
        let error = ShapeError::RankMismatch { expected: strides.len(), found: N };
        strides.try_into().map_err(|_| error)
    }
    #[inline]
    fn from_strides(strides: &[isize]) -> Self {
        core::array::from_fn(|mode| strides.get(mode).copied().unwrap_or(0))
    }
}

macro_rules! stride_tuple {
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        // SAFETY: the strides of the tuple in their order.
        #[allow(unsafe_code, unused_variables, clippy::unused_unit)]
        unsafe impl<$($A: Stride),*> StrideList for ($($A,)*) {
            const STATIC: &'static [Option<isize>] = &[$($A::STRIDE),*];
            #[inline]
            fn with_strides<R>(&self, read: impl FnOnce(&[isize]) -> R) -> R {
                read(&[$(self.$k.stride()),*])
            }
            #[inline]
            fn from_list(strides: &[isize]) -> Result<Self, ShapeError> {
                if strides.len() == $rank {
                    Ok(Self::from_strides(strides))
                } else {
                    Err(ShapeError::RankMismatch { expected: strides.len(), found: $rank })
                }
            }
            #[inline]
            fn from_strides(strides: &[isize]) -> Self {
                ($($A::from_stride(strides.get($k).copied().unwrap_or(0)),)*)
            }
        }
    };
}
for_each_arity!(stride_tuple);

/// What else only the compiler evaluates.
#[cfg(test)]
mod tests {
    use super::{multiple, product, sum};

    #[test]
    fn what_the_type_knows_of_both_it_knows_of_the_result() {
        assert_eq!((product(Some(-3), Some(4)), sum(Some(-3), Some(4))), (Some(-12), Some(1)));
        assert_eq!(multiple(Some(4), Some(9)), Some(12));
        for (left, right) in [(None, Some(2)), (Some(2), None), (None, None)] {
            assert_eq!([product(left, right), sum(left, right), multiple(left, right)], [None; 3]);
        }
    }

    #[test]
    #[should_panic(expected = "a stride is at most isize::MAX")]
    fn a_product_that_does_not_fit_is_refused() {
        product(Some(isize::MAX), Some(2));
    }

    #[test]
    #[should_panic(expected = "a stride is at most isize::MAX")]
    fn a_sum_that_does_not_fit_is_refused() {
        sum(Some(isize::MAX), Some(1));
    }

    #[test]
    #[should_panic(expected = "not negative")]
    fn a_negative_padding_is_refused() {
        multiple(Some(-1), Some(2));
    }

    #[test]
    #[should_panic(expected = "not negative")]
    fn a_negative_extent_is_refused() {
        multiple(Some(2), Some(-1));
    }
}
