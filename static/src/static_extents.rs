//! [`StaticExtents`]: extents of a rank that the type knows, each mode in the type or in a value.

use core::fmt;
use core::hash::{Hash, Hasher};

use crate::certainty::Certainty;
use crate::const_text::ConstText;
use crate::extents::{AddressedBy, Coordinates, check_index};
use crate::mode::{Carry, Mode};
use crate::mode_tuple::{ModeTuple, StaticModes};
use crate::names::{Names, Resolve};
use crate::size::{KnownExtents, check_size, fits, product_of};
use crate::{Extents, LabelName, ShapeError};

/// Extents whose rank is in the type, and whose modes are static, [`Const<N>`](crate::Const), or run-time values,
/// [`Dyn`](crate::Dyn).
///
/// What is static takes no space. Written with the macros [`StaticExtents!`](crate::StaticExtents!)
/// (the type) and [`extents!`](crate::extents!) (the value); rank 0 to 12.
///
/// ```
/// use extents_static::{Const, Dyn, StaticExtents};
/// assert_eq!(size_of::<StaticExtents<(Const<2>, Const<3>)>>(), 0);
/// assert_eq!(size_of::<StaticExtents<(Const<2>, Dyn)>>(), size_of::<usize>());
/// ```
#[derive(Copy)]
pub struct StaticExtents<T: ModeTuple> {
    // INVARIANT: `check_size` passes for the extents. `from_modes` and `adopt` see to the values,
    // `CHECK` to the types, and to all values where each mode has a largest extent. `carry` is told.
    modes: T,
}

/// Extents that are a tuple of modes: the bound of typed operations on shapes.
///
/// `StaticExtents<T>`, and `DynExtents<N>` up to rank 12, whose modes are all [`Dyn`](crate::Dyn).
///
/// ```
/// use extents_static::{StaticExtents, TypedExtents, extents};
/// fn typed<E: TypedExtents>(shape: &E) -> StaticExtents<E::Modes> {
///     shape.typed()
/// }
/// assert_eq!(typed(&extents![2, 3]), extents![2, 3]);
/// ```
///
/// # Safety
/// `typed` gives the same extents, and `Modes` knows of each what [`STATIC_EXTENTS`](Extents::STATIC_EXTENTS) says.
#[diagnostic::on_unimplemented(
    message = "the modes of `{Self}` are not in the type",
    label = "a typed operation needs each mode in the type, at most 12: generic code takes `StaticExtents<(M, N)>`",
    note = "extents whose numbers are in the type are written `extents![3, 2]`, not `(3, 2)`; the array `[3, 2]` is a list of run-time numbers: `reshape([3, 2])`, and with the mode as a number `split(1, [3, 2])`",
    note = "`strengthen` puts the rank into the type; operations that take run-time numbers, such as `reverse(1)`, need none"
)]
#[allow(unsafe_code)]
pub unsafe trait TypedExtents: Extents {
    /// The modes.
    type Modes: ModeTuple;
    /// Converts to a tuple of modes.
    fn typed(&self) -> StaticExtents<Self::Modes>;
}

// SAFETY: the same extents in the same type.
#[allow(unsafe_code)]
unsafe impl<T: ModeTuple> TypedExtents for StaticExtents<T> {
    type Modes = T;
    #[inline]
    fn typed(&self) -> Self {
        *self
    }
}

impl<T: ModeTuple> StaticExtents<T> {
    /// The rank.
    ///
    /// ```
    /// use extents_static::StaticExtents;
    /// assert_eq!(<StaticExtents![2, dyn]>::RANK, 2);
    /// ```
    pub const RANK: usize = T::STATIC.len();

    /// The extents, where all are static; else the program does not compile.
    ///
    /// ```
    /// use extents_static::StaticExtents;
    /// const ROWS: usize = <StaticExtents![2, 3]>::EXTENTS[0];
    /// assert_eq!(ROWS, 2);
    /// ```
    pub const EXTENTS: T::Index = T::EXTENTS;

    /// The number of elements, where all extents are static; else the program does not compile.
    ///
    /// ```
    /// use extents_static::StaticExtents;
    /// let buffer = [0; <StaticExtents![2, 3]>::SIZE];
    /// assert_eq!(buffer.len(), 6);
    /// ```
    pub const SIZE: usize = {
        let () = Self::CHECK;
        match KnownExtents::all(T::STATIC) {
            Some(extents) => product_of(extents.as_slice()),
            None => refuse(&Self::unknown_size()),
        }
    };

    /// The extents that are not 1, as [`squeeze`](crate::squeeze_into) keeps them, where all extents
    /// are static; else the program does not compile.
    ///
    /// ```
    /// use extents_static::StaticExtents;
    /// assert_eq!(<StaticExtents![1, 3, 1, 2]>::SQUEEZED, [3, 2]);
    /// ```
    pub const SQUEEZED: &'static [usize] = {
        let _ = Self::SIZE;
        Self::WITHOUT_ONES.0.split_at(Self::WITHOUT_ONES.1).0
    };

    /// Fails to compile where the static extents alone hold more than `isize::MAX` elements, or might where all have a largest
    /// extent. Every constructor evaluates it; [`check!`](crate::check) does so for `cargo check`.
    #[doc(hidden)]
    pub const CHECK: () = {
        if !fits(T::STATIC) {
            refuse(&Self::too_large())
        }
        if T::Certainty::IS_BOUND && !T::Certainty::IS_KNOWN && !fits(T::MOST) {
            refuse(&Self::maybe_too_large())
        }
    };

    // Functions: constants would be evaluated for all extents, mistaken or not.
    const fn too_large() -> ConstText {
        ConstText::around_modes("extents ", T::STATIC, " hold more than isize::MAX elements")
    }
    const fn maybe_too_large() -> ConstText {
        ConstText::around_modes(
            "extents up to ",
            T::MOST,
            " may hold more than isize::MAX elements",
        )
    }
    const fn unknown_size() -> ConstText {
        ConstText::around_modes(
            "the size of extents ",
            T::STATIC,
            " is known only at run time: a mode is `dyn`",
        )
    }
    const WITHOUT_ONES: ([usize; 12], usize) = {
        let modes = KnownExtents::static_part(T::STATIC);
        let mut kept = [0; 12];
        let len = crate::predicates::squeeze_into(modes.as_slice(), &mut kept);
        (kept, len)
    };

    /// Creates extents that are all static.
    ///
    /// ```
    /// use extents_static::{StaticExtents, extents};
    /// assert_eq!(<StaticExtents![2, 3]>::new(), extents![2, 3]);
    /// ```
    #[inline]
    pub const fn new() -> Self
    where
        T: StaticModes,
    {
        let () = Self::CHECK;
        StaticExtents { modes: T::VALUE }
    }

    /// Creates extents from modes. `extents![2, dyn n]` calls this.
    ///
    /// # Errors
    /// Returns [`ShapeError::SizeOverflow`].
    ///
    /// ```
    /// use extents_static::{Const, Dyn, StaticExtents, extents};
    /// assert_eq!(StaticExtents::from_modes((Const::<2>, Dyn::new(3)))?, extents![2, 3]);
    /// # Ok::<(), extents_static::ShapeError>(())
    /// ```
    #[inline]
    pub fn from_modes(modes: T) -> Result<Self, ShapeError> {
        let () = Self::CHECK;
        // No size is larger than that of the largest extents.
        if const { !T::Certainty::IS_BOUND } {
            check_size(modes.extents().as_ref())?;
        }
        Ok(StaticExtents { modes })
    }

    /// Returns the tuple of modes.
    ///
    /// ```
    /// use extents_static::{Const, extents};
    /// assert_eq!(extents![2, 3].modes(), (Const::<2>, Const::<3>));
    /// ```
    #[inline]
    pub const fn modes(self) -> T {
        self.modes
    }

    /// Returns the extent of the mode that has a name. A name that no mode has does not compile, and neither does one that several
    /// have.
    ///
    /// ```
    /// use extents_static::{dims, extents, names};
    /// dims! { Batch, Time }
    /// let extents = extents![dyn Batch = 2, dyn Time = 7, 3]?;
    /// assert_eq!(extents.extent_of(names![Time]), 7);
    /// # Ok::<(), extents_static::ShapeError>(())
    /// ```
    #[inline]
    pub fn extent_of<N, M: Mode>(&self, _: Names<(N,)>) -> usize
    where
        Names<(N,)>: Resolve<T, Answer = (M,)>,
    {
        let () = const { <Names<(N,)> as Resolve<T>>::CHECK };
        let extents = self.modes.extents();
        match const { M::EXTENT }.and_then(|mode| extents.as_ref().get(mode)) {
            Some(extent) => *extent,
            None => unreachable!("the answer is the constant of a place of the tuple"),
        }
    }

    /// Returns whether an index is in bounds, also in constants: [`in_bounds`](crate::in_bounds) for extents that are
    /// all static. Does not compile for others. `false` for another number of coordinates.
    ///
    /// ```
    /// use extents_static::StaticExtents;
    /// const INSIDE: bool = <StaticExtents![2, 3]>::contains(&[1, 2]);
    /// assert!(INSIDE);
    /// assert!(!<StaticExtents![2, 3]>::contains(&[2, 2]));
    /// ```
    pub const fn contains(index: &[usize]) -> bool {
        let _ = Self::SIZE;
        crate::order::contains(KnownExtents::static_part(T::STATIC).as_slice(), index)
    }

    /// The extents that are static, and 1 for the others and behind the last one.
    pub(crate) const KNOWN: [usize; 12] = KnownExtents::static_part(T::STATIC).buffer();

    /// Creates extents from the first numbers of a list: there are as many as modes, each that of a mode of the same type.
    #[inline]
    pub(crate) fn from_first(extents: &[usize; 12]) -> Result<Self, ShapeError> {
        Self::from_modes(T::carry(extents, Carry))
    }

    /// Creates extents from the first numbers of a list: there are as many as modes, each that of a mode of the same type, and
    /// they are bounded or have been those of extents.
    #[inline]
    pub(crate) fn carry(extents: &[usize]) -> Self {
        let () = Self::CHECK;
        StaticExtents { modes: T::carry(extents, Carry) }
    }

    /// As `adopt`, for modes of scopes too, whose extents are those of modes of the same types.
    #[inline]
    pub(crate) fn moved(extents: &[usize]) -> Result<Self, ShapeError> {
        let () = Self::CHECK;
        if extents.len() != Self::RANK {
            return Err(ShapeError::RankMismatch { expected: Self::RANK, found: extents.len() });
        }
        Ok(StaticExtents { modes: T::moved(extents, Carry)? })
    }

    fn read(extents: &[usize]) -> Result<T, ShapeError> {
        if extents.len() != Self::RANK {
            return Err(ShapeError::RankMismatch { expected: Self::RANK, found: extents.len() });
        }
        T::read(extents)
    }
}

// Not derived: that would clone each mode, a function each for the compiler.
impl<T: ModeTuple> Clone for StaticExtents<T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

// SAFETY: the extents are those of the modes, whose sizes `from_modes` and `adopt` check; an index and the strides are
// arrays of as many numbers.
#[allow(unsafe_code)]
unsafe impl<T: ModeTuple> Extents for StaticExtents<T> {
    const STATIC_RANK: Option<usize> = Some(Self::RANK);
    const STATIC_EXTENTS: &'static [Option<usize>] = T::STATIC;
    const NAMES: &'static [Option<LabelName>] = T::NAMES;
    const LABELS: &'static [u64] = T::LABELS;
    const MOST: &'static [Option<usize>] = T::MOST;
    const IS_SCOPED: bool = T::IS_SCOPED;
    const STATIC_SIZE: Option<usize> = {
        let () = Self::CHECK;
        crate::predicates::static_size(T::STATIC)
    };
    type Certainty = T::Certainty;
    type Opened = StaticExtents<T::Opened>;
    type TypedOr<E: Extents> = Self;
    type ComposedOf<U: ModeTuple> = StaticExtents<U>;
    type OfRank<const R: usize> = Self;
    type Index = T::Index;
    type Strides = T::Strides;

    #[inline]
    fn extents(&self) -> T::Index {
        self.modes.extents()
    }

    // Not by `extents`, which is one more function of each type to compile.
    #[inline]
    fn with_slice<R>(&self, read: impl FnOnce(&[usize]) -> R) -> R {
        read(self.modes.extents().as_ref())
    }

    #[inline]
    fn slice_in<'s>(&'s self, room: &'s mut Option<T::Index>) -> &'s [usize] {
        let extents: &T::Index = room.insert(self.modes.extents());
        extents.as_ref()
    }

    #[inline]
    fn zero_strides(&self) -> T::Strides {
        T::ZERO_STRIDES
    }

    #[inline]
    fn from_extents(extents: &[usize]) -> Result<Self, ShapeError> {
        // Here too, so that an error shows the line of the caller.
        let () = Self::CHECK;
        Self::from_modes(Self::read(extents)?)
    }

    #[inline]
    fn composed<U: ModeTuple>(modes: StaticExtents<U>) -> Result<StaticExtents<U>, ShapeError> {
        Ok(modes)
    }

    #[inline]
    fn adopt<E: Extents>(other: &E) -> Result<Self, ShapeError> {
        let () = Self::CHECK;
        if other.is_null() {
            return Err(ShapeError::Null);
        }
        Ok(StaticExtents { modes: Self::read(other.slice_in(&mut None))? })
    }

    #[inline]
    fn weakened<E: Extents>(other: &E, _: Carry) -> Result<Self, ShapeError> {
        if other.is_null() {
            return Err(ShapeError::Null);
        }
        Self::moved(other.slice_in(&mut None))
    }
}

impl<T: StaticModes> Default for StaticExtents<T> {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

impl<T: ModeTuple, U: ModeTuple> PartialEq<StaticExtents<U>> for StaticExtents<T> {
    #[inline]
    fn eq(&self, other: &StaticExtents<U>) -> bool {
        self.same_extents(other)
    }
}

impl<T: ModeTuple> Eq for StaticExtents<T> {}

impl<T: ModeTuple> Hash for StaticExtents<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.extents().as_ref().hash(state);
    }
}

impl<T: ModeTuple> fmt::Debug for StaticExtents<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::notation::debug(self, f)
    }
}

impl<T: ModeTuple> fmt::Display for StaticExtents<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::notation::display(self, f)
    }
}

impl<T: ModeTuple> IntoIterator for &StaticExtents<T> {
    type Item = usize;
    type IntoIter = <T::Index as IntoIterator>::IntoIter;
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

// SAFETY: `check_index` compares each coordinate; what `coordinates` gives is asked for once.
#[allow(unsafe_code)]
unsafe impl<T: ModeTuple, I, const R: usize> AddressedBy<I> for StaticExtents<T>
where
    Self: Extents<Index = [usize; R]>,
    I: Coordinates<R>,
{
    #[inline(always)]
    fn locate(&self, index: I) -> Result<[usize; R], ShapeError> {
        check_index(&self.extents(), index.coordinates())
    }
}

/// Stops the compiler, which then shows the line that calls this, and no line of the standard library.
#[track_caller]
#[allow(clippy::panic, reason = "in a const: a compile error")]
const fn refuse(text: &ConstText) -> ! {
    panic!("{}", text.as_str())
}
