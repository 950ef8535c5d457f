//! [`ArrayFolds`]: sums, products, least and greatest elements along modes.

use alloc::vec::Vec;
use core::fmt;

use extents_static::__private::Open;

use super::evaluate::{Job, put_number, strides_of};
use super::{Array, ArrayExpression, Binary, Device, Fold};
use crate::elements::over::{Kept, Modes, check_entries, check_modes, entries};
use crate::layout::ModeSet;
use crate::{Extents, StaticExtents};

/// A fold of an expression along some modes, which [`ArrayExpression::over`] begins.
#[must_use = "this computes nothing until `sum` or another fold is called"]
pub struct ArrayFolds<'a, D: Device, E, M> {
    source: ArrayExpression<'a, D, E>,
    modes: M,
}

impl<'a, D: Device, E: Extents, M: Modes<E>> ArrayFolds<'a, D, E, M> {
    pub(super) fn new(source: ArrayExpression<'a, D, E>, modes: M) -> Self {
        ArrayFolds { source, modes }
    }

    /// Keeps the modes, with extent 1, instead of dropping them: the result can be broadcast back.
    pub fn keep(self) -> ArrayFolds<'a, D, E, Kept<M>> {
        ArrayFolds { source: self.source, modes: Kept::of(self.modes) }
    }

    /// Returns the sums; 0 of nothing.
    ///
    /// # Errors
    /// [`ShapeError::OutOfBounds`](crate::ShapeError::OutOfBounds) and [`ShapeError::Repeated`](crate::ShapeError::Repeated) of run-time modes; those of
    /// [`ArrayExpression::eval`].
    pub fn sum(self) -> Result<Array<D, M::Result>, D::Error> {
        self.fold(Fold::Sum)
    }

    /// Returns the products; 1 of nothing.
    ///
    /// # Errors
    /// As [`sum`](Self::sum).
    pub fn product(self) -> Result<Array<D, M::Result>, D::Error> {
        self.fold(Fold::Product)
    }

    /// Returns the least elements.
    ///
    /// # Errors
    /// As [`sum`](Self::sum); [`ShapeError::NothingToFold`](crate::ShapeError::NothingToFold).
    pub fn min(self) -> Result<Array<D, M::Result>, D::Error> {
        self.fold(Fold::Min)
    }

    /// Returns the greatest elements.
    ///
    /// # Errors
    /// As [`min`](Self::min).
    pub fn max(self) -> Result<Array<D, M::Result>, D::Error> {
        self.fold(Fold::Max)
    }

    /// Returns the means.
    ///
    /// # Errors
    /// As [`min`](Self::min).
    pub fn mean(self) -> Result<Array<D, M::Result>, D::Error> {
        let extents = self.source.extents.clone()?;
        let modes = self.modes;
        let count = modes.with_modes(|modes| {
            check_modes(modes, M::STATIC, &extents)?;
            check_entries(modes, &extents)?;
            Ok::<_, crate::ShapeError>(entries(modes, &extents))
        })?;
        let mut sums = self.sum()?;
        put_number(&mut sums.view_mut(), count as f64, Some(Binary::Div))?;
        Ok(sums)
    }

    /// Returns what a fold makes of the elements.
    ///
    /// # Errors
    /// As [`min`](Self::min).
    pub fn fold(self, fold: Fold) -> Result<Array<D, M::Result>, D::Error> {
        let extents = self.source.extents.clone()?;
        let job = Job::new(&self.source)?;
        self.modes.with_modes(|modes| {
            check_modes(modes, M::STATIC, &extents)?;
            if matches!(fold, Fold::Min | Fold::Max) {
                check_entries(modes, &extents)?;
            }
            let result = M::result(modes, &extents, crate::rearrange::Seal)?;
            let mut result = Array::allocate(job.device, job.element, result)?;
            let mut view = result.view_mut();
            let (_, buffer, offset, mapping) = view.target();
            let strides = strides_of(mapping);
            let folded = ModeSet::of(modes, extents.rank());
            let strides = without(&strides, &folded, M::KEEPS);
            let target = (buffer, offset, strides.as_slice());
            extents.with_slice(|extents| {
                job.fold_into(extents, |mode| folded.has(mode), fold, target)
            })?;
            Ok(result)
        })
    }
}

/// As many modes as there are, none of which is left.
#[derive(Clone, Copy, Debug)]
pub(super) struct AllModes(pub(super) usize);

impl<E: Extents> Modes<E> for AllModes {
    type Result = StaticExtents<()>;
    type Kept = E::Opened;
    type Certainty = Open;

    fn with_modes<R>(self, read: impl FnOnce(&[usize]) -> R) -> R {
        read(&Vec::from_iter(0..self.0))
    }
}

/// The strides of the modes that are not folded.
fn without(strides: &[isize], folded: &ModeSet<'_>, keeps: bool) -> Vec<isize> {
    let strides = strides.iter().enumerate();
    let strides = strides.filter(|(mode, _)| !keeps || !folded.has(*mode));
    strides.map(|(_, stride)| *stride).collect()
}

impl<D: Device, E: fmt::Debug, M: fmt::Debug> fmt::Debug for ArrayFolds<'_, D, E, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} along {:?}", self.source, self.modes)
    }
}
