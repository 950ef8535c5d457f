//! What a reshape or a transpose leaves as it is.

use crate::error::Required;
use alloc::vec;
use alloc::vec::Vec;

use super::factors::common_factors;
use super::permute::inverse;
use crate::tiles::product_of;
use crate::{ArrayShape, Dimension, Layout, XlaError};

/// The dimensions of size 1 by which two arrays differ.
///
/// ```
/// use extents::DType;
/// use extents_xla::{ArrayShape, OneSized};
/// let from = ArrayShape::new(DType::F32, [1, 4, 5]);
/// let to = ArrayShape::new(DType::F32, [4, 1, 5]);
/// let found = from.inserted_or_deleted_one_sized(&to)?;
/// assert_eq!(found, Some(OneSized { deleted: vec![0], inserted: vec![1] }));
/// # Ok::<(), extents_xla::XlaError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OneSized {
    /// The dimensions of the first array that the second one lacks.
    pub deleted: Vec<usize>,
    /// The dimensions of the second array that the first one lacks.
    pub inserted: Vec<usize>,
}

/// A transpose without dimensions of size 1, in which dimensions that stay adjacent are merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NormalizedTranspose {
    /// The sizes of the result.
    pub output: Vec<usize>,
    /// The dimension of the operand that each dimension of the result is.
    pub permutation: Vec<usize>,
}

impl ArrayShape {
    /// Returns the array `to` with a layout that makes the reshape to it a bitcast, or `None` if there is no such
    /// layout.
    ///
    /// The result has nothing of `to`'s own layout, and neither levels nor a physical shape. Its dimensions of size 1 are
    /// the slowest ones.
    ///
    /// # Errors
    /// Returns [`XlaError::Requires`], [`XlaError::Unbounded`], [`XlaError::TooLarge`];
    /// [`XlaError::Incompatible`] for another number of elements.
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// let from: ArrayShape = "f32[3,8,5,7,11]{3,2,1,0,4}".parse()?;
    /// let to = from.align_layouts(&"f32[4,3,2,7,5,11]".parse()?)?;
    /// assert_eq!(to.map(|to| to.to_string()), Some("f32[4,3,2,7,5,11]{4,3,2,1,0,5}".into()));
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn align_layouts(&self, to: &ArrayShape) -> Result<Option<ArrayShape>, XlaError> {
        let layout = self.layout().ok_or(XlaError::Requires(Required::Layout))?;
        if !layout.is_plain() {
            return Err(XlaError::Requires(Required::Dense));
        }
        // An error names the dimension among all of them, not among those that are left.
        self.elements_in()?;
        let is_empty = to.elements_in()? == 0;
        let many = |shape: &ArrayShape| -> Result<Vec<(usize, usize)>, XlaError> {
            let sizes = shape.sizes()?.into_iter().enumerate();
            Ok(sizes.filter(|(_, size)| *size != 1).collect())
        };
        let (from_many, to_many) = (many(self)?, many(to)?);
        let sizes =
            |many: &[(usize, usize)]| many.iter().map(|(_, size)| *size).collect::<Vec<_>>();
        let (from_sizes, to_sizes) = (sizes(&from_many), sizes(&to_many));
        let cuts = common_factors(&from_sizes, &to_sizes)?;
        // The dimensions of size not 1 by their numbers among themselves, the fastest first.
        let mut numbers: Vec<Option<usize>> = vec![None; self.rank()];
        for (number, &(dimension, _)) in from_many.iter().enumerate() {
            if let Some(place) = numbers.get_mut(dimension) {
                *place = Some(number);
            }
        }
        let number = |dimension: &usize| numbers.get(*dimension).copied().flatten();
        let order: Vec<usize> = layout.minor_to_major().iter().filter_map(number).collect();
        let aligned = aligned(&order, &cuts);
        let order = aligned.or_else(|| is_empty.then(|| (0..to_sizes.len()).rev().collect()));
        let Some(order) = order else { return Ok(None) };
        let ones = to.sizes()?.into_iter().enumerate().rev().filter(|(_, size)| *size == 1);
        let ones: Vec<usize> = ones.map(|(dimension, _)| dimension).collect();
        let order = order.iter().filter_map(|&number| to_many.get(number).map(|(at, _)| *at));
        // Levels are those of the old dimensions, and all dense; the physical shape would be that of the old array.
        let mut layout = Layout {
            minor_to_major: order.chain(ones).collect(),
            dim_levels: Vec::new(),
            physical_shape: None,
            depth: 0,
            ..layout.clone()
        };
        if self.dtype != to.dtype {
            layout.element_size_in_bits = 0;
        }
        to.clone().with_layout(layout).map(Some)
    }

    /// Returns the pairs of dimensions, of this array and of `to`, that a reshape does not change.
    ///
    /// # Errors
    /// Returns [`XlaError::Unbounded`], [`XlaError::TooLarge`], [`XlaError::Incompatible`] for another number of
    /// elements.
    ///
    /// ```
    /// use extents::DType;
    /// use extents_xla::ArrayShape;
    /// let from = ArrayShape::new(DType::F32, [2, 3, 5, 7, 6]);
    /// let to = ArrayShape::new(DType::F32, [6, 5, 1, 7, 2, 3]);
    /// assert_eq!(from.dimensions_unmodified_by_reshape(&to)?, [(2, 1), (3, 3)]);
    /// assert_eq!(from.reshape_leaves_dimensions_unmodified(&to, &[2, 3])?, Some(vec![1, 3]));
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn dimensions_unmodified_by_reshape(
        &self,
        to: &ArrayShape,
    ) -> Result<Vec<(usize, usize)>, XlaError> {
        let cuts = common_factors(&self.sizes()?, &to.sizes()?)?;
        let one_each = cuts.windows(2).filter_map(|pair| match *pair {
            [(i, j), next] => (next == (i.checked_add(1)?, j.checked_add(1)?)).then_some((i, j)),
            _ => None,
        });
        Ok(one_each.collect())
    }

    /// Returns the dimensions of `to` that these dimensions of this array become in a reshape, or `None` if it changes
    /// one of them.
    ///
    /// `dimensions` have to be sorted, else the answer is `None`; one that is named twice is answered twice.
    ///
    /// # Errors
    /// Returns [`XlaError::OutOfBounds`], and those of
    /// [`dimensions_unmodified_by_reshape`](Self::dimensions_unmodified_by_reshape).
    pub fn reshape_leaves_dimensions_unmodified(
        &self,
        to: &ArrayShape,
        dimensions: &[usize],
    ) -> Result<Option<Vec<usize>>, XlaError> {
        let rank = self.rank();
        if let Some(&dimension) = dimensions.iter().find(|&&dimension| dimension >= rank) {
            return Err(crate::checks::out_of_range(dimension, rank));
        }
        let same = self.dimensions_unmodified_by_reshape(to)?;
        if !dimensions.is_sorted() {
            return Ok(None);
        }
        // The pairs rise, in both arrays.
        let new = |old: &usize| {
            let at = same.binary_search_by_key(old, |(from, _)| *from).ok()?;
            same.get(at).map(|(_, to)| *to)
        };
        Ok(dimensions.iter().map(new).collect())
    }

    /// Returns the dimensions of size 1 that a reshape deletes and inserts, or `None` if it does anything else, or is
    /// not a reshape.
    ///
    /// Where there are no elements nothing tells dimensions apart behind the ones that are equal in both arrays from the first
    /// on: then `None` may be the answer although only such dimensions differ.
    ///
    /// # Errors
    /// Returns the errors of [`dimensions_unmodified_by_reshape`](Self::dimensions_unmodified_by_reshape).
    pub fn inserted_or_deleted_one_sized(
        &self,
        to: &ArrayShape,
    ) -> Result<Option<OneSized>, XlaError> {
        let same = match self.dimensions_unmodified_by_reshape(to) {
            // No reshape: other dimensions differ too.
            Err(XlaError::Incompatible { .. }) => return Ok(None),
            same => same?,
        };
        let changed = |shape: &ArrayShape, kept: &dyn Fn(usize) -> bool| {
            let all = shape.dimensions().iter().enumerate().filter(|(at, _)| !kept(*at));
            let one = |(at, size): (usize, &Dimension)| (size.bound() == Some(1)).then_some(at);
            all.map(one).collect::<Option<Vec<_>>>()
        };
        // The pairs rise, in both arrays.
        let deleted =
            changed(self, &|at| same.binary_search_by_key(&at, |(from, _)| *from).is_ok());
        let inserted = changed(to, &|at| same.binary_search_by_key(&at, |(_, to)| *to).is_ok());
        Ok(deleted.zip(inserted).map(|(deleted, inserted)| OneSized { deleted, inserted }))
    }

    /// Returns the transpose of this array by a permutation, without dimensions of size 1, and with dimensions that
    /// stay adjacent merged. Layouts are ignored. An array of one element becomes one dimension of size 1.
    ///
    /// # Errors
    /// Returns the errors of [`permute_dimensions`](Self::permute_dimensions), [`XlaError::Unbounded`],
    /// [`XlaError::TooLarge`].
    ///
    /// ```
    /// use extents::DType;
    /// use extents_xla::ArrayShape;
    /// let shape = ArrayShape::new(DType::F32, [10, 1, 11, 32]);
    /// let normal = shape.normalized_logical_transpose(&[3, 1, 0, 2])?;
    /// assert_eq!((normal.output, normal.permutation), (vec![32, 110], vec![1, 0]));
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn normalized_logical_transpose(
        &self,
        permutation: &[usize],
    ) -> Result<NormalizedTranspose, XlaError> {
        self.check_permutation(permutation)?;
        let sizes = self.sizes()?;
        product_of(&sizes)?;
        let is_many = |dimension: &usize| sizes.get(*dimension).is_some_and(|&size| size != 1);
        // The number of each dimension among those that are not of size 1.
        let mut count = 0_usize;
        let numbers = (0..sizes.len()).map(|dimension| {
            let number = count;
            count = count.saturating_add(usize::from(is_many(&dimension)));
            number
        });
        let numbers: Vec<usize> = numbers.collect();
        // Runs of dimensions that stay side by side: the first number of each, and its sizes.
        let mut runs: Vec<(usize, Vec<usize>)> = Vec::new();
        for &dimension in permutation.iter().filter(|dimension| is_many(dimension)) {
            let at = numbers.get(dimension).copied().unwrap_or(0);
            let size = sizes.get(dimension).copied().unwrap_or(1);
            match runs.last_mut() {
                Some((first, run)) if first.checked_add(run.len()) == Some(at) => run.push(size),
                _ => runs.push((at, vec![size])),
            }
        }
        if runs.is_empty() {
            return Ok(NormalizedTranspose { output: vec![1], permutation: vec![0] });
        }
        let output = runs.iter().map(|(_, run)| product_of(run)).collect::<Result<_, _>>()?;
        let mut by_operand: Vec<usize> = (0..runs.len()).collect();
        by_operand.sort_unstable_by_key(|&run| runs.get(run).map(|(first, _)| *first));
        let permutation = inverse(&by_operand);
        Ok(NormalizedTranspose { output, permutation })
    }
}

/// The order of the second list's dimensions, with which pieces between the cuts lie as the first one's do; `None` where a
/// piece of the first list does not lie in one run in row-major order.
fn aligned(order: &[usize], cuts: &[(usize, usize)]) -> Option<Vec<usize>> {
    let place = inverse(order);
    let mut pieces = Vec::new();
    for pair in cuts.windows(2) {
        let [(from, to), (from_end, to_end)] = *pair else { return None };
        let places = place.get(from..from_end)?;
        let falls = |pair: &[usize]| matches!(*pair, [a, b] if b.checked_add(1) == Some(a));
        if !places.windows(2).all(falls) {
            return None;
        }
        // A cut between no dimensions has no sizes but 1, which are not here.
        pieces.push((places.first().copied().unwrap_or(0), to..to_end));
    }
    pieces.sort_by_key(|(place, _)| *place);
    Some(pieces.into_iter().flat_map(|(_, dimensions)| dimensions.rev()).collect())
}
