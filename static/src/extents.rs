//! [`Extents`]: the trait that unites the layers, and the traits that address elements.

use core::fmt::{Debug, Display};
use core::hash::Hash;

use crate::certainty::{Certainty, Same};
use crate::convert::WeakenedFrom;
use crate::mode::Carry;
use crate::unite::UnitesWith;
use crate::{
    Indices, LabelName, ModeTuple, ShapeError, StaticExtents, StrideList, error::Bounded, order,
};

/// The extents of a shape: the number of entries along each mode.
///
/// Implemented by `StaticExtents<_>`, `DynExtents<N>` and `DynRankExtents`, and sealed. What the
/// type knows stands in associated consts, usable in const contexts; the methods answer for the
/// value and fold to constants where the type knows.
///
/// Every value of such a type holds at most `isize::MAX` elements, zero extents left out.
///
/// ```
/// use extents_static::{Extents, StaticExtents, extents};
/// fn describe<E: Extents>(shape: &E) -> (usize, usize, Option<usize>) {
///     (shape.rank(), shape.size(), E::STATIC_SIZE)
/// }
/// assert_eq!(describe(&extents![2, 3]), (2, 6, Some(6)));
/// assert_eq!(describe(&extents![2, dyn 3]?), (2, 6, None));
/// # Ok::<(), extents_static::ShapeError>(())
/// ```
///
/// # Safety
/// - A value has one list of extents, for which [`check_size`](crate::check_size) passes. It never changes, and a clone has
///   the same. All methods and consts answer for that list, and only the null shape, whose list is empty, `is_null`.
/// - `from_extents` and the hidden `adopt` give extents of just the list that they are given, or an error.
/// - `Index` and `Strides` hold as many numbers as `extents` and the hidden `zero_strides` give, and clones the same
///   ones. The hidden `Certainty` is `Known` only where `STATIC_SIZE` is; extents of type `Opened` may have any values.
/// - `ComposedOf<T>` knows of its extents no more than `T` does, and all of them where `T` does.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an extents type",
    label = "expected `StaticExtents<_>`, `DynExtents<N>` or `DynRankExtents`",
    note = "numbers are written `extents![2, 3]`; `extents![2, dyn n]` gives a `Result`: take the extents out of it with `?`"
)]
#[allow(unsafe_code)]
pub unsafe trait Extents:
    Clone
    + PartialEq
    + Eq
    + Hash
    + Debug
    + Display
    + Send
    + Sync
    + Sized
    + UnitesWith<Self, United = Self, Relation = Same>
{
    /// The rank, where the type knows it.
    const STATIC_RANK: Option<usize>;
    /// The extent of each mode, where the type knows it. Empty if the rank is a run-time value.
    const STATIC_EXTENTS: &'static [Option<usize>];
    /// The name of each mode, where it has one in the type. Empty if none has.
    #[doc(hidden)]
    const NAMES: &'static [Option<LabelName>] = &[];
    /// The id of the label that the name of each mode is, 0 where it is none. Empty if none is.
    #[doc(hidden)]
    const LABELS: &'static [u64] = &[];
    /// The largest extent of each mode, where the type knows one.
    #[doc(hidden)]
    const MOST: &'static [Option<usize>] = &[];
    /// Whether a mode is that of a dim of a scope, which no number makes.
    #[doc(hidden)]
    const IS_SCOPED: bool = false;
    /// The number of elements, if all extents are static.
    const STATIC_SIZE: Option<usize>;
    /// The result of [`valid`](crate::valid), where the type knows it.
    const IS_VALID: Option<bool> = crate::predicates::static_valid(Self::STATIC_SIZE);
    /// The result of [`is_scalar`](crate::is_scalar), where the type knows it.
    const IS_SCALAR: Option<bool> =
        crate::predicates::static_class(Self::STATIC_SIZE, Self::STATIC_EXTENTS, 0);
    /// The result of [`is_vector`](crate::is_vector), where the type knows it.
    const IS_VECTOR: Option<bool> =
        crate::predicates::static_class(Self::STATIC_SIZE, Self::STATIC_EXTENTS, 1);
    /// The result of [`is_matrix`](crate::is_matrix), where the type knows it.
    const IS_MATRIX: Option<bool> =
        crate::predicates::static_class(Self::STATIC_SIZE, Self::STATIC_EXTENTS, 2);
    /// The result of [`is_tensor`](crate::is_tensor), where the type knows it.
    const IS_TENSOR: Option<bool> =
        crate::predicates::static_class(Self::STATIC_SIZE, Self::STATIC_EXTENTS, 3);

    /// Says whether the type knows all extents.
    #[doc(hidden)]
    type Certainty: Certainty;
    /// The type of extents of this rank whose values are known at run time, such as those of a slice by run-time
    /// numbers.
    #[doc(hidden)]
    type Opened: Extents<Index = Self::Index>;
    /// This type where modes are in it, else the other one: which of the operands of a composition decides the layer of
    /// the result.
    #[doc(hidden)]
    type TypedOr<E: Extents>: Extents;
    /// What modes are that an operand of this type composes to, where it decides.
    #[doc(hidden)]
    type ComposedOf<T: ModeTuple>: Extents;
    /// The extents of this layer, of any rank, where only the rank is in the type; else of no meaning.
    #[doc(hidden)]
    type OfRank<const R: usize>: Extents;

    /// The type of an index, with one coordinate for each mode: `[usize; R]` if the rank is in the type.
    type Index: AsRef<[usize]>
        + AsMut<[usize]>
        + Clone
        + Debug
        + Eq
        + Hash
        + Send
        + Sync
        + IntoIterator<Item = usize, IntoIter: DoubleEndedIterator + ExactSizeIterator>;
    /// The type of strides, one for each mode, in elements: `[isize; R]` if the rank is in the type.
    type Strides: AsRef<[isize]> + AsMut<[isize]> + StrideList;

    /// Returns all extents, as an array if the rank is in the type.
    ///
    /// ```
    /// use extents_static::{Extents, extents};
    /// let [rows, cols] = extents![2, 3].extents();
    /// assert_eq!((rows, cols), (2, 3));
    /// ```
    fn extents(&self) -> Self::Index;

    /// Calls `read` with all extents, without copying them if they are in memory.
    #[doc(hidden)]
    #[inline]
    fn with_slice<R>(&self, read: impl FnOnce(&[usize]) -> R) -> R {
        read(self.extents().as_ref())
    }

    /// Returns all extents where they are in memory, else in `room`. What is asked of them needs no closure then, which the
    /// compiler would look at for each type of extents. Loops over elements ask by `with_slice`, since with a slot in memory
    /// the code of short rows is slower.
    #[doc(hidden)]
    #[inline]
    fn slice_in<'s>(&'s self, room: &'s mut Option<Self::Index>) -> &'s [usize] {
        let extents: &Self::Index = room.insert(self.extents());
        extents.as_ref()
    }

    /// Returns a stride of 0 for each mode.
    #[doc(hidden)]
    fn zero_strides(&self) -> Self::Strides;

    /// Creates extents of this type from a list of all extents, the static ones included.
    ///
    /// # Errors
    /// Returns [`ShapeError::RankMismatch`], [`ShapeError::ExtentMismatch`] where a static extent differs,
    /// [`ShapeError::SizeOverflow`].
    ///
    /// ```
    /// use extents_static::{Extents, StaticExtents, extents};
    /// let shape = <StaticExtents![2, dyn]>::from_extents(&[2, 5])?;
    /// assert_eq!(shape, extents![2, dyn 5]?);
    /// assert!(<StaticExtents![2, dyn]>::from_extents(&[3, 5]).is_err());
    /// # Ok::<(), extents_static::ShapeError>(())
    /// ```
    fn from_extents(extents: &[usize]) -> Result<Self, ShapeError>;

    /// Converts the modes that an operand of this type composes to.
    #[doc(hidden)]
    fn composed<T: ModeTuple>(modes: StaticExtents<T>) -> Result<Self::ComposedOf<T>, ShapeError>;

    /// Converts other extents to this type. Their size was checked when they were created.
    #[doc(hidden)]
    fn adopt<E: Extents>(other: &E) -> Result<Self, ShapeError>;

    /// As `adopt`, where the other type weakens to this one.
    #[doc(hidden)]
    #[inline]
    fn weakened<E: Extents>(other: &E, _: Carry) -> Result<Self, ShapeError> {
        Self::adopt(other)
    }

    /// Returns whether this is the null shape, which has no modes and, unlike the scalar, no elements.
    ///
    /// ```
    /// use extents_static::{Extents, extents};
    /// assert!(!extents![].is_null());
    /// ```
    #[inline]
    fn is_null(&self) -> bool {
        false
    }

    /// Returns the number of modes.
    ///
    /// ```
    /// use extents_static::{Extents, extents};
    /// assert_eq!(extents![2, 3].rank(), 2);
    /// ```
    #[inline]
    fn rank(&self) -> usize {
        match Self::STATIC_RANK {
            Some(rank) => rank,
            None => self.with_slice(<[usize]>::len),
        }
    }

    /// Returns the number of elements: the product of the extents, 1 for a scalar, 0 for the null shape.
    ///
    /// ```
    /// use extents_static::{Extents, extents};
    /// assert_eq!(extents![2, 3].size(), 6);
    /// assert_eq!(extents![].size(), 1);
    /// ```
    #[inline]
    fn size(&self) -> usize {
        if self.is_null() { 0 } else { self.with_slice(crate::size::product_of) }
    }

    /// Returns the extent of one mode, counted from 0.
    ///
    /// # Errors
    /// Returns [`ShapeError::OutOfBounds`].
    ///
    /// ```
    /// use extents_static::{Extents, ShapeError, error::{Bounded, Place}, extents};
    /// assert_eq!(extents![2, 3].extent(1), Ok(3));
    /// assert_eq!(extents![2, 3].extent(2), Err(ShapeError::OutOfBounds { of: Bounded::Mode, number: 2, limit: 2 }));
    /// ```
    #[inline]
    fn extent(&self, mode: usize) -> Result<usize, ShapeError> {
        self.with_slice(|extents| {
            let error =
                ShapeError::OutOfBounds { of: Bounded::Mode, number: mode, limit: extents.len() };
            extents.get(mode).copied().ok_or(error)
        })
    }

    /// Returns an iterator over the extents.
    ///
    /// ```
    /// use extents_static::{Extents, extents};
    /// assert!(extents![2, 3].iter().rev().eq([3, 2]));
    /// ```
    #[inline]
    fn iter(&self) -> <Self::Index as IntoIterator>::IntoIter {
        self.extents().into_iter()
    }

    /// Returns an iterator over all indices in row-major order: one index without coordinates for a scalar, none if an
    /// extent is 0.
    ///
    /// ```
    /// use extents_static::{Extents, extents};
    /// assert!(extents![2, 2].indices().eq([[0, 0], [0, 1], [1, 0], [1, 1]]));
    /// ```
    #[inline]
    fn indices(&self) -> Indices<Self> {
        Indices::new(self)
    }

    /// Returns whether two shapes of any layers have the same extents. The null shape equals only itself.
    ///
    /// ```
    /// use extents_static::{Extents, extents};
    /// assert!(extents![2, 3].same_extents(&extents![2, dyn 3]?));
    /// # Ok::<(), extents_static::ShapeError>(())
    /// ```
    #[inline]
    fn same_extents<E: Extents>(&self, other: &E) -> bool {
        self.is_null() == other.is_null()
            && self.with_slice(|left| other.with_slice(|right| order::equal(left, right)))
    }

    /// Converts to a type that knows less. Compiles only where this cannot fail.
    ///
    /// ```
    /// use extents_static::{Extents, StaticExtents, extents};
    /// let known = extents![2, 3];
    /// let open = known.weaken::<StaticExtents![2, dyn]>();
    /// assert_eq!(open, extents![2, dyn 3]?);
    /// # Ok::<(), extents_static::ShapeError>(())
    /// ```
    /// ```compile_fail,E0277
    /// use extents_static::{Extents, StaticExtents, extents};
    /// let _ = extents![2, 3].weaken::<StaticExtents![2, 4]>();
    /// ```
    #[inline]
    fn weaken<E: WeakenedFrom<Self>>(&self) -> E {
        match E::weakened(self, Carry) {
            Ok(weaker) => weaker,
            // `WeakenedFrom` holds exactly where ranks agree and each extent of `E` is the same or open.
            Err(error) => unreachable!("weakening was checked by the compiler: {error}"),
        }
    }

    /// Converts to a type that knows more, checked at run time. A conversion that can never succeed does not compile.
    ///
    /// # Errors
    /// Returns [`ShapeError::RankMismatch`], [`ShapeError::ExtentMismatch`] with the mode and both extents,
    /// [`ShapeError::Null`].
    ///
    /// ```
    /// use extents_static::{Extents, ShapeError, error::{Bounded, Place}, StaticExtents, extents};
    /// let open = extents![2, dyn 3]?;
    /// assert_eq!(open.strengthen::<StaticExtents![2, 3]>(), Ok(extents![2, 3]));
    /// assert_eq!(
    ///     open.strengthen::<StaticExtents![2, 4]>(),
    ///     Err(ShapeError::ExtentMismatch { place: Place::Mode(1), expected: 4, found: 3 }),
    /// );
    /// # Ok::<(), extents_static::ShapeError>(())
    /// ```
    /// ```compile_fail,E0277
    /// use extents_static::{Extents, StaticExtents, extents};
    /// let _ = extents![2, dyn 3].unwrap().strengthen::<StaticExtents![4, 3]>();
    /// ```
    #[inline]
    fn strengthen<E: Extents>(&self) -> Result<E, ShapeError>
    where
        Self: UnitesWith<E>,
    {
        const { <Self as UnitesWith<E>>::CHECK };
        E::adopt(self)
    }
}

/// Extents whose rank `R` is in the type: the bound for kernels.
///
/// ```
/// use extents_static::{Rank, extents};
/// fn area<E: Rank<2>>(shape: &E) -> usize {
///     let [rows, cols] = shape.extents();
///     rows * cols
/// }
/// assert_eq!(area(&extents![2, 3]), 6);
/// ```
#[diagnostic::on_unimplemented(
    message = "extents of rank {R} are needed here, found `{Self}`",
    label = "not of rank {R}",
    note = "`strengthen` turns extents of run-time rank into those of a rank, and checks it"
)]
pub trait Rank<const R: usize>:
    Extents<Index = [usize; R], Strides = [isize; R]> + AddressedBy<[usize; R]>
{
}

/// Extents whose elements can be addressed by an index of type `I`.
///
/// ```
/// use extents_static::{AddressedBy, ShapeError, error::{Bounded, Place}, extents};
/// assert_eq!(extents![2, 3].locate([1, 2]), Ok([1, 2]));
/// assert_eq!(
///     extents![2, 3].locate([1, 3]),
///     Err(ShapeError::OutOfBounds { of: Bounded::Index { mode: 1 }, number: 3, limit: 3 }),
/// );
/// ```
///
/// # Safety
/// `locate` gives an index in bounds, with one coordinate for each mode, or an error.
#[diagnostic::on_unimplemented(
    message = "`{I}` does not address an element of `{Self}`",
    label = "expected one coordinate per mode, such as `[i, j]`",
    note = "generic code states the rank, `{Self}: Rank<2>`, or this bound, `{Self}: extents::generic::AddressedBy<[usize; 2]>`, of the indices of its own `AddressedBy<<{Self} as Extents>::Index>`; `iter` and `indexed_iter` need neither"
)]
#[allow(unsafe_code)]
pub unsafe trait AddressedBy<I>: Extents {
    /// Checks that the index is in bounds, and returns it.
    ///
    /// # Errors
    /// Returns [`ShapeError::OutOfBounds`] names the first mode that is out of bounds;
    /// [`ShapeError::RankMismatch`] where the rank is a value.
    fn locate(&self, index: I) -> Result<Self::Index, ShapeError>;
}

/// A type of coordinates for extents of rank `R`: `[usize; R]` or a reference to it.
///
/// ```
/// use extents_static::Coordinates;
/// assert_eq!(Coordinates::<2>::coordinates(&[1, 2]), [1, 2]);
/// ```
#[diagnostic::on_unimplemented(
    message = "an index into extents of rank {R} is a `[usize; {R}]`, not `{Self}`",
    label = "one coordinate per mode is needed"
)]
pub trait Coordinates<const R: usize> {
    /// Returns the coordinates as an array.
    fn coordinates(self) -> [usize; R];
}

impl<const R: usize> Coordinates<R> for [usize; R] {
    #[inline(always)]
    fn coordinates(self) -> [usize; R] {
        self
    }
}

impl<const R: usize> Coordinates<R> for &[usize; R] {
    #[inline(always)]
    fn coordinates(self) -> [usize; R] {
        *self
    }
}

/// Checks that an index is in bounds, and returns it.
///
/// The error is built here and not in a function of its own, so that the compiler sees that nothing
/// is left of it where it is dropped.
#[doc(hidden)]
#[inline]
#[allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "the mode is below the number of coordinates, which is that of extents"
)]
pub fn check_index<I: AsRef<[usize]>>(extents: &[usize], index: I) -> Result<I, ShapeError> {
    let coordinates = index.as_ref();
    if extents.len() != coordinates.len() {
        return Err(ShapeError::RankMismatch { expected: extents.len(), found: coordinates.len() });
    }
    let refuse = |mode: usize, number: usize, limit: usize| {
        Err(ShapeError::OutOfBounds { of: Bounded::Index { mode }, number, limit })
    };
    // With optimization, checks by an iterator let more loops over elements become vectors. Without it, a step of an
    // iterator is a dozen calls.
    if cfg!(debug_assertions) {
        let mut mode = 0;
        while mode < coordinates.len() {
            if coordinates[mode] >= extents[mode] {
                return refuse(mode, coordinates[mode], extents[mode]);
            }
            mode += 1;
        }
    } else {
        for (mode, (&limit, &number)) in extents.iter().zip(coordinates).enumerate() {
            if number >= limit {
                return refuse(mode, number, limit);
            }
        }
    }
    Ok(index)
}
