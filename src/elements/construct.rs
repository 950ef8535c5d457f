//! Constructors of tensors that are known by name, and the elements by value.

use crate::error::Place;
use alloc::vec::{IntoIter, Vec};
use core::iter::Product;

use crate::elements::{Tensor, View};
use crate::layout::mapping::IntoMapping;
use crate::layout::{Layout, RowMajor};
use crate::{DynExtents, Extents, Rank, Scalar, ShapeError};

impl<T, E: Rank<2>, L: Layout<E>> Tensor<T, E, L> {
    /// Creates a matrix of ones on the diagonal and zeros beside it; it need not be square.
    ///
    /// # Errors
    /// As [`Tensor::from_fn`].
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let identity = Tensor::<f64, _>::eye(extents![2, 3])?;
    /// assert_eq!(identity.as_slice(), [1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn eye<M, K>(mapping: M) -> Result<Self, ShapeError>
    where
        M: IntoMapping<K, Extents = E, Layout = L>,
        T: Scalar + Product,
    {
        let one = || core::iter::empty().product();
        Tensor::from_fn(mapping, |[i, j]| if i == j { one() } else { T::ZERO })
    }

    /// Creates a square matrix with these elements on the diagonal and zeros beside it.
    ///
    /// # Errors
    /// Returns [`ShapeError::ExtentMismatch`] if a mode of the matrix does not have as many entries as the diagonal; the errors
    /// of [`Tensor::from_fn`].
    ///
    /// ```
    /// use extents::{Tensor, View, extents};
    /// let diagonal = View::from_slice(extents![2], &[3, 4])?;
    /// assert_eq!(Tensor::diag(extents![2, 2], &diagonal)?.as_slice(), [3, 0, 0, 4]);
    /// assert!(Tensor::diag(extents![2, 3], &diagonal).is_err());
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn diag<M, D, X, K>(mapping: M, diagonal: &View<'_, T, D, X>) -> Result<Self, ShapeError>
    where
        M: IntoMapping<K, Extents = E, Layout = L>,
        T: Scalar,
        D: Rank<1>,
        X: Layout<D>,
    {
        let mapping = mapping.into_mapping().map_err(Into::into)?;
        let [expected] = diagonal.extents().extents();
        for (mode, found) in mapping.extents().extents().into_iter().enumerate() {
            if found != expected {
                return Err(ShapeError::ExtentMismatch {
                    place: Place::Mode(mode),
                    expected,
                    found,
                });
            }
        }
        Tensor::from_fn(mapping, |[i, j]| match diagonal.get([i]) {
            Some(element) if i == j => *element,
            _ => T::ZERO,
        })
    }
}

impl<T: Clone> Tensor<T, DynExtents<2>> {
    /// Creates a matrix of rows that are slices, arrays or `Vec`s. Without rows, it has extents `[0, 0]`.
    ///
    /// # Errors
    /// Returns [`ShapeError::ExtentMismatch`], with the row, if one has another length than the first one;
    /// [`ShapeError::Allocation`], [`ShapeError::SizeOverflow`].
    ///
    /// ```
    /// use extents::Tensor;
    /// let matrix = Tensor::from_rows([vec![1, 2, 3], vec![4, 5, 6]])?;
    /// assert_eq!((matrix.len(), matrix[[1, 0]]), (6, 4));
    /// let error = Tensor::from_rows([vec![1, 2, 3], vec![4, 5]]).unwrap_err();
    /// assert_eq!(error.to_string(), "row 1 should have extent 3, but has 2");
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn from_rows<R: AsRef<[T]>>(rows: impl IntoIterator<Item = R>) -> Result<Self, ShapeError> {
        let (mut elements, mut columns, mut count) = (Vec::new(), 0, 0_usize);
        for row in rows {
            let row = row.as_ref();
            if count == 0 {
                columns = row.len();
            }
            if row.len() != columns {
                let (expected, found) = (columns, row.len());
                return Err(ShapeError::ExtentMismatch {
                    place: Place::Row(count),
                    expected,
                    found,
                });
            }
            elements
                .try_reserve(row.len())
                .map_err(|_| ShapeError::Allocation { elements: row.len() })?;
            elements.extend_from_slice(row);
            count = count.saturating_add(1);
        }
        Ok(Tensor::from_vec(DynExtents::new([count, columns])?, elements)?)
    }
}

/// `f32` and `f64`, which have numbers at equal distances.
#[diagnostic::on_unimplemented(
    message = "`linspace` makes numbers of `f32` or `f64`, not of `{Self}`",
    label = "`Tensor::from_fn` computes elements of any type from their index"
)]
trait Spaced: Copy {
    /// The number `i` of `steps` + 1, the first one `first` and the last one `last`.
    fn spaced(first: Self, last: Self, i: usize, steps: usize) -> Self;
}

macro_rules! spaced {
    ($($t:ident)*) => {$(
        impl Spaced for $t {
            fn spaced(first: $t, last: $t, i: usize, steps: usize) -> $t {
                let (steps_of_all, way) = (steps as $t, last - first);
                match i {
                    0 => first,
                    // As given, and not as it rounds.
                    i if i == steps => last,
                    // Both ends are large, and on both sides of 0.
                    i if way.is_infinite() => {
                        let half = last / 2.0 - first / 2.0;
                        (first / 2.0 + i as $t * (half / steps_of_all)) * 2.0
                    }
                    i => first + i as $t * (way / steps_of_all),
                }
            }
        }
    )*};
}
spaced! { f32 f64 }

#[allow(private_bounds, reason = "the documentation says which numbers")]
impl<T: Spaced, E: Rank<1>, L: Layout<E>> Tensor<T, E, L> {
    /// Creates a vector of numbers at equal distances, `f32` or `f64`, the first one `first` and the last one `last`. A single
    /// number is `first`. Between ends that are finite all are.
    ///
    /// # Errors
    /// As [`Tensor::from_fn`].
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let quarters = Tensor::linspace(extents![5], 0.0, 1.0)?;
    /// assert_eq!(quarters.as_slice(), [0.0, 0.25, 0.5, 0.75, 1.0]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn linspace<M, K>(mapping: M, first: T, last: T) -> Result<Self, ShapeError>
    where
        M: IntoMapping<K, Extents = E, Layout = L>,
    {
        let mapping = mapping.into_mapping().map_err(Into::into)?;
        let [count] = mapping.extents().extents();
        let steps = count.saturating_sub(1);
        Tensor::from_fn(mapping, |[i]| T::spaced(first, last, i, steps))
    }
}

/// The elements by value, in row-major order.
///
/// ```
/// use extents::{Tensor, extents};
/// let words = Tensor::from_vec(extents![2], vec![String::from("a"), String::from("b")])?;
/// assert_eq!(words.into_iter().collect::<String>(), "ab");
/// # Ok::<(), extents::ShapeError>(())
/// ```
impl<T, E: Extents> IntoIterator for Tensor<T, E, RowMajor> {
    type Item = T;
    type IntoIter = IntoIter<T>;

    #[inline]
    fn into_iter(self) -> IntoIter<T> {
        let size = self.len();
        let mut elements = self.into_storage();
        elements.truncate(size);
        elements.into_iter()
    }
}
