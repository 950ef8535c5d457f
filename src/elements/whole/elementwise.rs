//! Elementwise work that reads: folds, sums, and new tensors.

use core::mem::MaybeUninit;

#[cfg(feature = "alloc")]
use crate::ShapeError;
#[cfg(feature = "alloc")]
use crate::elements::vec_tensor::reserved;
use crate::elements::walk::{Body, Way, with_walk};
use crate::elements::whole::as_view::{AsView, Disagreement, settle};
#[cfg(feature = "alloc")]
use crate::elements::whole::as_view::{agree, settle_both};
#[cfg(feature = "alloc")]
use crate::elements::whole::zip::zip_with_three;
use crate::elements::whole::zip::{strided, zip_with_one, zip_with_two};
use crate::elements::{Inline, Storage, Tensor, View, ViewMut};
use crate::layout::{Layout, RowMajor};
use crate::{Extents, InlineExtents, InlineTensor, Mapping, Scalar, StrengthensTo};

/// Elementwise work. Operands may have any layout, and extents of any layer; see [`ViewMut::assign`] for
/// when their extents are compared, and for panics.
impl<T, E: Extents, L: Layout<E>> View<'_, T, E, L> {
    /// Calls a function with each element in row-major order.
    ///
    /// ```
    /// use extents::{View, extents};
    /// let mut found = Vec::new();
    /// View::from_slice(extents![2], &[1, 2])?.for_each(|x| found.push(*x));
    /// assert_eq!(found, [1, 2]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn for_each(&self, f: impl FnMut(&T)) {
        self.iter().for_each(f);
    }

    /// Folds the elements in row-major order.
    ///
    /// ```
    /// use extents::{View, extents};
    /// let view = View::from_slice(extents![2, 2], &[1, 2, 3, 4])?;
    /// assert_eq!(view.fold(0, |digits, x| 10 * digits + x), 1234);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn fold<B>(&self, init: B, f: impl FnMut(B, &T) -> B) -> B {
        self.iter().fold(init, f)
    }

    /// The sum of all elements, added in any order: floats may round otherwise than in another order.
    ///
    /// An element that several indices share counts for each.
    ///
    /// ```
    /// use extents::{View, extents};
    /// assert_eq!(View::from_slice(extents![2, 2], &[1.0, 2.0, 3.0, 4.0])?.sum(), 10.0);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn sum(&self) -> T
    where
        T: Scalar,
    {
        let strides =
            (self.extents().size() > 0).then(|| strided(self.start(), self.mapping())).flatten();
        if let Some((strides, origin)) = strides {
            let strides = [strides.as_ref()];
            let sum = with_walk::<((E, L),), _, _, 1>(self.extents(), strides, Way::Free, |walk| {
                // SAFETY: there is an element; the extents and strides are those of the view, whose
                // elements are borrowed.
                walk.map(|walk| unsafe { walk.run(T::ZERO, &mut Sum(origin.cast_const())) })
            });
            if let Some(sum) = sum {
                return sum;
            }
        }
        self.iter_in_layout_order().fold(T::ZERO, |sum, x| sum.plus(*x))
    }

    /// A tensor, in a `Vec`, of a function of each element, called in any order.
    ///
    /// # Errors
    /// [`ShapeError::Allocation`].
    ///
    /// ```
    /// use extents::{View, extents};
    /// let view = View::from_slice(extents![2], &[1, 2])?;
    /// assert_eq!(view.map(|x| 10 * x)?.as_slice(), [10, 20]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[cfg(feature = "alloc")]
    #[inline]
    #[track_caller]
    pub fn map<U>(&self, mut f: impl FnMut(&T) -> U) -> Result<Tensor<U, E>, ShapeError> {
        // SAFETY: each element of the target, which has the extents of the view, is written.
        unsafe {
            written(self.extents(), |target| {
                zip_with_one(target, self, |to, x| {
                    to.write(f(x));
                });
            })
        }
    }

    /// An inline tensor of a function of each element, called in any order.
    ///
    /// ```
    /// use extents::{View, extents};
    /// let view = View::from_slice(extents![2], &[1, 2])?;
    /// assert_eq!(view.map_inline(|x| 10 * x).into_array(), [10, 20]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn map_inline<U>(&self, mut f: impl FnMut(&T) -> U) -> InlineTensor<U, E>
    where
        E: InlineExtents,
    {
        // SAFETY: each element of the target, which has the extents of the view, is written.
        unsafe {
            written_inline(|target| {
                zip_with_one(target, self, |to, x| {
                    to.write(f(x));
                });
            })
        }
    }

    /// A tensor, in a `Vec`, of a function of the elements of two operands, called in any order. It has
    /// the extents of the first.
    ///
    /// # Errors
    /// [`ShapeError::ExtentMismatch`], [`ShapeError::RankMismatch`], [`ShapeError::Null`],
    /// [`ShapeError::Allocation`].
    ///
    /// ```
    /// use extents::{Tensor, View, extents};
    /// let a = View::from_slice(extents![2], &[1, 2])?;
    /// let b = Tensor::full(extents![dyn 2]?, 0.5)?;
    /// assert_eq!(a.zip_with(&b, |&x, y| f64::from(x) + y)?.as_slice(), [1.5, 2.5]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[cfg(feature = "alloc")]
    #[inline]
    #[track_caller]
    pub fn zip_with<B, U>(
        &self,
        b: &B,
        mut f: impl FnMut(&T, &B::Elem) -> U,
    ) -> Result<Tensor<U, E>, ShapeError>
    where
        B: AsView,
        E: StrengthensTo<B::Extents>,
    {
        let b = b.as_view();
        agree(self.extents(), b.extents())?;
        // SAFETY: each element of the target, which has the extents of the view, is written. Those of `b` were compared
        // with them.
        unsafe {
            written(self.extents(), |target| {
                zip_with_two(target, self, &b, |to, x, y| {
                    to.write(f(x, y));
                });
            })
        }
    }

    /// An inline tensor of a function of the elements of two operands, called in any order.
    ///
    /// # Errors
    /// As [`zip_with`](Self::zip_with); none where both are static.
    ///
    /// ```
    /// use extents::{InlineTensor, StaticExtents};
    /// let a = InlineTensor::<_, StaticExtents![2]>::from_array([1, 2]);
    /// let Ok(sum) = a.view().zip_inline(&a, |x, y| x + y);
    /// assert_eq!(sum.into_array(), [2, 4]);
    /// ```
    #[inline]
    #[track_caller]
    pub fn zip_inline<B, U>(
        &self,
        b: &B,
        mut f: impl FnMut(&T, &B::Elem) -> U,
    ) -> Result<InlineTensor<U, E>, Disagreement<E, B::Extents>>
    where
        B: AsView,
        E: StrengthensTo<B::Extents> + InlineExtents,
    {
        let b = b.as_view();
        settle(self.extents(), b.extents())?;
        // SAFETY: each element of the target, which has the extents of the view, is written. Those of `b` were compared
        // with them.
        Ok(unsafe {
            written_inline(|target| {
                zip_with_two(target, self, &b, |to, x, y| {
                    to.write(f(x, y));
                });
            })
        })
    }

    /// A tensor, in a `Vec`, of a function of the elements of three operands, called in any order. It has
    /// the extents of the first.
    ///
    /// # Errors
    /// As [`zip_with`](Self::zip_with).
    ///
    /// ```
    /// use extents::{View, extents};
    /// let a = View::from_slice(extents![2], &[1, 2])?;
    /// assert_eq!(a.zip_with3(&a, &a, |x, y, z| x * y + z)?.as_slice(), [2, 6]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[cfg(feature = "alloc")]
    #[inline]
    #[track_caller]
    pub fn zip_with3<B, C, U>(
        &self,
        b: &B,
        c: &C,
        mut f: impl FnMut(&T, &B::Elem, &C::Elem) -> U,
    ) -> Result<Tensor<U, E>, ShapeError>
    where
        B: AsView,
        C: AsView,
        E: StrengthensTo<B::Extents> + StrengthensTo<C::Extents>,
    {
        let (b, c) = (b.as_view(), c.as_view());
        settle_both(self.extents(), b.extents(), c.extents()).map_err(Into::into)?;
        // SAFETY: each element of the target, which has the extents of the view, is written. Those of `b` and `c` were
        // compared with them.
        unsafe {
            written(self.extents(), |target| {
                zip_with_three(target, self, &b, &c, |to, x, y, z| {
                    to.write(f(x, y, z));
                });
            })
        }
    }
}

/// Elementwise work, as on [`View`].
impl<T, E: Extents, L: Layout<E>, S: Storage<Elem = T>> Tensor<T, E, L, S> {
    /// As [`View::sum`].
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// assert_eq!(Tensor::full(extents![2, 2], 0.5)?.sum(), 2.0);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn sum(&self) -> T
    where
        T: Scalar,
    {
        self.view().sum()
    }

    /// As [`View::map`].
    ///
    /// # Errors
    /// As there.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// assert_eq!(Tensor::full(extents![2], 2)?.map(|x| x * x)?.as_slice(), [4, 4]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[cfg(feature = "alloc")]
    #[inline]
    #[track_caller]
    pub fn map<U>(&self, f: impl FnMut(&T) -> U) -> Result<Tensor<U, E>, ShapeError> {
        self.view().map(f)
    }

    /// As [`View::map_inline`].
    ///
    /// ```
    /// use extents::{InlineTensor, StaticExtents};
    /// let a = InlineTensor::<_, StaticExtents![2]>::from_array([1, 2]);
    /// assert_eq!(a.map_inline(|x| x * x).into_array(), [1, 4]);
    /// ```
    #[inline]
    #[track_caller]
    pub fn map_inline<U>(&self, f: impl FnMut(&T) -> U) -> InlineTensor<U, E>
    where
        E: InlineExtents,
    {
        self.view().map_inline(f)
    }

    /// As [`View::zip_with`].
    ///
    /// # Errors
    /// As there.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let (a, b) = (Tensor::full(extents![2], 2)?, Tensor::full(extents![2], 3)?);
    /// assert_eq!(a.zip_with(&b, |x, y| x * y)?.as_slice(), [6, 6]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[cfg(feature = "alloc")]
    #[inline]
    #[track_caller]
    pub fn zip_with<B, U>(
        &self,
        b: &B,
        f: impl FnMut(&T, &B::Elem) -> U,
    ) -> Result<Tensor<U, E>, ShapeError>
    where
        B: AsView,
        E: StrengthensTo<B::Extents>,
    {
        self.view().zip_with(b, f)
    }
}

/// Adds what it walks over.
struct Sum<T>(*const T);

impl<T: Scalar> Body<T, 1> for Sum<T> {
    #[inline(always)]
    unsafe fn at(&mut self, sum: T, [offset]: [isize; 1]) -> T {
        // SAFETY: the walk comes to elements of the view alone, which borrows them.
        sum.plus(unsafe { *self.0.wrapping_offset(offset) })
    }

    #[inline(always)]
    unsafe fn run(&mut self, sum: T, [from]: [isize; 1], count: usize) -> T {
        // SAFETY: the walk gives the place of `count` elements one after the other, which the view borrows.
        let all = unsafe { core::slice::from_raw_parts(self.0.wrapping_offset(from), count) };
        // Eight sums side by side, which the compiler adds at once where it may not reorder one. Where it may,
        // it does better by itself.
        let (chunks, rest) = all.as_chunks::<8>();
        if T::ADDS_IN_ANY_ORDER || chunks.len() < 2 {
            return all.iter().fold(sum, |sum, x| sum.plus(*x));
        }
        let mut sums = [T::ZERO; 8];
        for chunk in chunks {
            for (sum, x) in sums.iter_mut().zip(chunk) {
                *sum = sum.plus(*x);
            }
        }
        let [a, b, c, d, e, f, g, h] = sums;
        let halves = [a.plus(e), b.plus(f), c.plus(g), d.plus(h)];
        let [a, b, c, d] = halves;
        let sum = sum.plus(a.plus(c).plus(b.plus(d)));
        rest.iter().fold(sum, |sum, x| sum.plus(*x))
    }
}

/// A tensor whose elements `write` writes. Should it panic, those that it wrote are leaked, which is safe.
///
/// # Safety
/// `write` writes each element.
#[cfg(feature = "alloc")]
#[inline]
pub(in crate::elements) unsafe fn written<U, E: Extents>(
    extents: &E,
    write: impl FnOnce(ViewMut<'_, MaybeUninit<U>, E, RowMajor>),
) -> Result<Tensor<U, E>, ShapeError> {
    let (size, mapping) = (extents.size(), Mapping::new(extents.clone()));
    let mut elements = reserved(size)?;
    write(ViewMut::from_parts(elements.spare_capacity_mut(), mapping.clone()));
    // SAFETY: there is room for `size` elements, and `write` has written all of them, as the caller promises.
    unsafe { elements.set_len(size) };
    Ok(Tensor::from_parts(elements, mapping))
}

/// As [`written`], inline.
///
/// # Safety
/// As [`written`].
#[inline]
pub(in crate::elements) unsafe fn written_inline<U, E: InlineExtents>(
    write: impl FnOnce(ViewMut<'_, MaybeUninit<U>, E, RowMajor>),
) -> InlineTensor<U, E> {
    // SAFETY: the view is of all elements of the array, each of which `write` writes, as the caller promises.
    Tensor::of_inline(unsafe {
        Inline::written(|elements| {
            write(ViewMut::from_parts(elements, Mapping::new(E::default())));
        })
    })
}
