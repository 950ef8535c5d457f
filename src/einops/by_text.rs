//! The verbs of a [`Pattern`].

use super::{Rearranged, of_operand};
use crate::elements::AsView;
use crate::layout::{Strided, StridedLayout, TrustedLayout};
use crate::over::Over;
use crate::rearrange::{Pattern, Planned, Verb};
use crate::{DynRankExtents, Extents, ModeArray, ShapeError, Tensor, View};

/// The folds along the modes that a pattern reduces: what [`Pattern::reduce`] calls its function with.
pub type Folds<'a, 'm, T> =
    Over<View<'a, T, DynRankExtents, Strided<ModeArray<isize>>>, &'m [usize]>;

impl Pattern {
    /// Splits, permutes and merges modes.
    ///
    /// Where strides reach the elements in their new places, this is a view, and nothing is copied; else the elements are
    /// copied once. The operation of the same name, `x.rearrange(&pattern)`, never copies, and gives
    /// [`ShapeError::NotMergeable`] instead.
    ///
    /// # Errors
    /// - Returns [`ShapeError::UnknownLabel`], [`ShapeError::LabelNotKept`] of a label on one side alone;
    /// - [`ShapeError::CountMismatch`] where there are other numbers of modes;
    /// - [`ShapeError::NoSize`], [`ShapeError::UnusedSize`], [`ShapeError::PartMismatch`], [`ShapeError::ExtentMismatch`]
    ///   where sizes are missing, or are not those of the modes;
    /// - [`ShapeError::SizeOverflow`] where an axis of extent 0 stands beside others that are too large together;
    /// - [`ShapeError::Null`], [`ShapeError::Allocation`].
    ///
    /// ```
    /// use extents::einops::Pattern;
    /// use extents::{Tensor, extents};
    /// let x = Tensor::from_fn(extents![2, 6], |[i, j]| 10 * i + j)?;
    /// let heads = Pattern::new("t (h d) -> h t d")?.with("h", 3);
    /// let y = heads.rearrange(&x)?;
    /// assert_eq!(y.extents().as_slice(), [3, 2, 2]);
    /// assert_eq!(y.view()[[2, 1, 0]], 14);
    /// let error = heads.rearrange(&Tensor::full(extents![2, 8], 0)?).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "label `d` of mode 1 has no whole size: the extent 8 is not a multiple of 3"
    /// );
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn rearrange<'a, A>(&self, x: &'a A) -> Result<Rearranged<'a, A::Elem>, ShapeError>
    where
        A: AsView<Elem: Clone, Layout: TrustedLayout<A::Extents> + StridedLayout<A::Extents>>,
    {
        self.merged(x, Verb::Rearrange)
    }

    /// Splits, permutes and merges modes, with new ones along which the elements repeat: those of labels that are on the
    /// right alone, which need a size, and of numbers there.
    ///
    /// A view where strides do this, else one copy.
    ///
    /// # Errors
    /// Returns the errors of [`rearrange`](Self::rearrange). [`ShapeError::SizeOverflow`] also where the result is too large.
    ///
    /// ```
    /// use extents::einops::Pattern;
    /// use extents::{Tensor, extents};
    /// let x = Tensor::from_vec(extents![2], vec![1, 2])?;
    /// let each = Pattern::new("i -> (i again)")?.with("again", 3);
    /// assert_eq!(each.repeat(&x)?.into_tensor()?.as_slice(), [1, 1, 1, 2, 2, 2]);
    /// let rows = Pattern::new("i -> 1000 i")?.repeat(&x)?;
    /// assert_eq!(rows.view()[[999, 1]], 2);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn repeat<'a, A>(&self, x: &'a A) -> Result<Rearranged<'a, A::Elem>, ShapeError>
    where
        A: AsView<Elem: Clone, Layout: TrustedLayout<A::Extents> + StridedLayout<A::Extents>>,
    {
        self.merged(x, Verb::Repeat)
    }

    /// Folds the labels that are on the left alone, by a fold of [`Over`] such as `|over| over.max()`. What is left is
    /// permuted and merged.
    ///
    /// The elements are read once, and only results are written.
    ///
    /// # Errors
    /// Returns the errors of [`rearrange`](Self::rearrange) and those of the fold.
    ///
    /// ```
    /// use extents::einops::Pattern;
    /// use extents::{Tensor, extents};
    /// let image = Tensor::from_fn(extents![4, 4], |[h, w]| (10 * h + w) as f64)?;
    /// let pool = Pattern::new("(h p) (w q) -> h w")?.with("p", 2).with("q", 2);
    /// assert_eq!(pool.reduce(&image, |over| over.max())?.as_slice(), [11., 13., 31., 33.]);
    /// assert_eq!(pool.reduce(&image, |over| over.mean())?.as_slice(), [5.5, 7.5, 25.5, 27.5]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn reduce<'a, A, U>(
        &self,
        x: &'a A,
        fold: impl FnOnce(Folds<'a, '_, A::Elem>) -> Result<Tensor<U, DynRankExtents>, ShapeError>,
    ) -> Result<Tensor<U, DynRankExtents>, ShapeError>
    where
        A: AsView<Layout: TrustedLayout<A::Extents> + StridedLayout<A::Extents>>,
    {
        let view = x.as_view();
        let axes = view.rearrange(Planned { pattern: self, verb: Verb::Reduce, merges: false })?;
        let rank = axes.extents().rank();
        let (extents, kept) = self.merged_extents(axes.extents().as_slice(), view.extents().rank());
        let folded: ModeArray<usize> = (kept..rank).collect();
        let result = fold(axes.over(&*folded))
            .map_err(|error| of_operand(error, view.extents().slice_in(&mut None)))?;
        in_shape(result, &extents)
    }

    fn merged<'a, A>(&self, x: &'a A, verb: Verb) -> Result<Rearranged<'a, A::Elem>, ShapeError>
    where
        A: AsView<Elem: Clone, Layout: TrustedLayout<A::Extents> + StridedLayout<A::Extents>>,
    {
        let view = x.as_view();
        let planned = Planned { pattern: self, verb, merges: true };
        match view.rearrange(planned) {
            Err(ShapeError::NotMergeable { .. }) => {}
            merged => return Ok(Rearranged::Borrowed(merged?)),
        }
        let axes = view.rearrange(Planned { merges: false, ..planned })?;
        let (extents, _) = self.merged_extents(axes.extents().as_slice(), view.extents().rank());
        Ok(Rearranged::Owned(in_shape(axes.map(Clone::clone)?, &extents)?))
    }
}

/// The tensor under other extents of the same size, its elements where they are.
fn in_shape<T>(
    tensor: Tensor<T, DynRankExtents>,
    extents: &[usize],
) -> Result<Tensor<T, DynRankExtents>, ShapeError> {
    let extents = DynRankExtents::new(extents)?;
    tensor.into_shape(extents).map_err(|rejected| rejected.error)
}
