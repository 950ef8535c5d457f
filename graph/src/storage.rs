//! Storage: which tensors are ready to be allocated, and where each lies in one buffer.

use alloc::collections::BTreeMap;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use super::access::Access;
use super::assigned::Assigned;
use super::attributes::Attribute;
use super::error::DescriptionError;
use super::strides::align;
use super::tensor::{ElementSource, TensorDescription};

const ADDRESS: DescriptionError = DescriptionError::TooLarge { what: "the size of the storage" };

impl<A: Access> TensorDescription<A> {
    /// Returns whether the tensor can be allocated: it is stored and has a layout.
    ///
    /// ```
    /// use extents_graph::{Assignable, TensorDescription};
    /// use extents::DType;
    /// let tensor = TensorDescription::<Assignable>::of_shape(DType::F32, &[2, 3])?;
    /// assert!(!tensor.is_allocatable() && tensor.row_major()?.is_allocatable());
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn is_allocatable(&self) -> bool {
        self.lacks().is_none()
    }

    fn lacks(&self) -> Option<&'static str> {
        match (self.base.source, &self.layout) {
            (ElementSource::Computed, _) => Some("it is computed, so materialise it first"),
            (ElementSource::Uniform, _) => Some("it is one value, so materialise it first"),
            (ElementSource::Stored, None) => Some("it has no layout"),
            (ElementSource::Stored, Some(_)) => None,
        }
    }

    /// The bytes that its base needs for it.
    fn bytes(&self) -> Result<usize, DescriptionError> {
        let span = self.span()?.wrapping_mul(self.dtype.bytes());
        Ok(if self.is_base() { span.max(self.tensor_size()) } else { span })
    }

    /// Whether it lies where this layout of its base puts it.
    fn lies_on(&self, base_layout: &Assigned) -> bool {
        let (Some(own), Ok(expected)) = (&self.layout, self.laid_on(base_layout)) else {
            return false;
        };
        let lengths = self.lengths();
        let mut strides = own.strides().iter().zip(expected.strides()).zip(&lengths);
        self.size() == 0
            || (own.offset() == expected.offset()
                && strides.all(|((own, expected), length)| own == expected || *length < 2))
    }
}

/// Checks that all tensors of a set can be allocated: each is stored and has a layout, and tensors that share a base
/// agree on the layout of that base, whether the base is in the set or not.
///
/// # Errors
/// Returns [`DescriptionError::NotAllocatable`] with the first tensor that is not ready;
/// [`DescriptionError::LayoutsDisagree`].
///
/// ```
/// use extents_graph::{Assignable, TensorDescription, check_allocatable};
/// use extents::DType;
/// let open = TensorDescription::<Assignable>::of_shape(DType::F32, &[2, 3])?;
/// let (rows, columns) = (open.row_major()?, open.column_major()?);
/// assert!(check_allocatable(&[rows.clone(), rows.transpose()?]).is_ok());
/// let error = check_allocatable(&[rows.clone(), open]).unwrap_err();
/// assert_eq!(error.to_string(), "tensor 1 cannot be allocated: it has no layout");
/// let error = check_allocatable(&[rows, columns.transpose()?]).unwrap_err();
/// assert_eq!(error.to_string(), "tensors 0 and 1 share a base, but not its layout");
/// # Ok::<(), extents_graph::DescriptionError>(())
/// ```
pub fn check_allocatable<A: Access>(
    tensors: &[TensorDescription<A>],
) -> Result<(), DescriptionError> {
    for (tensor, description) in tensors.iter().enumerate() {
        if let Some(lacks) = description.lacks() {
            return Err(DescriptionError::NotAllocatable { tensor, lacks });
        }
    }
    for group in groups(tensors) {
        if let Some((first, second)) = disagreeing(&group) {
            return Err(DescriptionError::LayoutsDisagree { first, second });
        }
    }
    Ok(())
}

type Numbered<'a, A> = (usize, &'a TensorDescription<A>);

/// The first two tensors of one base that lie on different layouts of it, so that an element could have two places, or
/// two elements one. The base itself says what its layout is; without it, one of two tensors must lie on the layout that
/// the base of the other had.
fn disagreeing<A: Access>(group: &[Numbered<'_, A>]) -> Option<(usize, usize)> {
    if let Some((base, tensor)) = group.iter().find(|(_, tensor)| tensor.is_base()) {
        let base_layout = tensor.base_layout.as_ref()?;
        let elsewhere = group.iter().find(|(_, tensor)| !tensor.lies_on(base_layout));
        return elsewhere.map(|(other, _)| (*base.min(other), *base.max(other)));
    }
    type OnLayout<'a, A> = (&'a Assigned, Vec<Numbered<'a, A>>);
    let mut of_layout = BTreeMap::<(&[isize], usize), OnLayout<'_, A>>::new();
    for (number, tensor) in group {
        let base_layout = tensor.base_layout.as_ref()?;
        let key = (base_layout.strides(), base_layout.offset());
        let (_, tensors) = of_layout.entry(key).or_insert_with(|| (base_layout, Vec::new()));
        tensors.push((*number, tensor));
    }
    let elsewhere = |tensors: &[Numbered<'_, A>], base_layout: &Assigned| {
        let mut elsewhere = tensors.iter().filter(|(_, tensor)| !tensor.lies_on(base_layout));
        elsewhere.next().map(|(number, _)| *number)
    };
    let mut first_two: Option<(usize, usize)> = None;
    for (place, (one, ones)) in of_layout.values().enumerate() {
        for (other, others) in of_layout.values().skip(place.saturating_add(1)) {
            if let (Some(one), Some(other)) = (elsewhere(ones, other), elsewhere(others, one)) {
                let found = (one.min(other), one.max(other));
                first_two = Some(first_two.map_or(found, |before| before.min(found)));
            }
        }
    }
    first_two
}

/// The tensors with their numbers, those of one base together, in the order of the first of each.
fn groups<A: Access>(tensors: &[TensorDescription<A>]) -> Vec<Vec<Numbered<'_, A>>> {
    let mut of_base = BTreeMap::<usize, usize>::new();
    let mut groups: Vec<Vec<Numbered<'_, A>>> = Vec::new();
    for (number, tensor) in tensors.iter().enumerate() {
        let place = *of_base.entry(Arc::as_ptr(&tensor.base).addr()).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.push((number, tensor)),
            None => groups.push(alloc::vec![(number, tensor)]),
        }
    }
    groups
}

/// The storage that a tensor needs, and the steps of the program in which it needs it.
///
/// ```
/// use extents_graph::StorageRequest;
/// let request = StorageRequest { bytes: 100, alignment: 64, live: 2..5 };
/// assert!(request.live.contains(&4));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StorageRequest {
    /// The number of bytes.
    pub bytes: usize,
    /// The alignment of its address, in bytes.
    pub alignment: usize,
    /// The steps in which it is live.
    pub live: Range<usize>,
}

impl StorageRequest {
    /// Whether both hold values in some step.
    fn meets(&self, other: &StorageRequest) -> bool {
        let begin = self.live.start.max(other.live.start);
        begin < self.live.end.min(other.live.end)
    }
}

/// A plan that gives each request an aligned place in one buffer. Requests that are live in the same step do not
/// overlap.
///
/// The largest comes first, and each goes into the smallest gap that holds it. No plan is shorter than the
/// [lower bound](Self::lower_bound); finding the shortest is a hard problem, and this does not try.
///
/// ```
/// use extents_graph::{StoragePlan, StorageRequest};
/// let request = |bytes, live| StorageRequest { bytes, alignment: 1, live };
/// let plan = StoragePlan::best_fit(&[request(10, 0..2), request(6, 2..3), request(4, 2..4)])?;
/// assert_eq!((plan.offsets(), plan.total()), (&[0, 0, 6][..], 10));
/// assert_eq!((plan.lower_bound(), plan.sum()), (10, 20));
/// # Ok::<(), extents_graph::DescriptionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoragePlan {
    offsets: Vec<usize>,
    total: usize,
    sum: usize,
    lower_bound: usize,
}

impl StoragePlan {
    /// Plans a place for each request.
    ///
    /// # Errors
    /// Returns [`DescriptionError::ZeroAlignment`], [`DescriptionError::LifeTime`] where one ends before it begins,
    /// [`DescriptionError::TooLarge`] where the sum of all is more than an `isize`, or an end behind an aligned offset is.
    ///
    /// ```
    /// use extents_graph::{StoragePlan, StorageRequest};
    /// let request = |bytes| StorageRequest { bytes, alignment: 8, live: 0..1 };
    /// assert_eq!(StoragePlan::best_fit(&[request(5), request(20)])?.offsets(), [24, 0]);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn best_fit(requests: &[StorageRequest]) -> Result<Self, DescriptionError> {
        for (tensor, request) in requests.iter().enumerate() {
            let (begin, end) = (request.live.start, request.live.end);
            if begin > end {
                return Err(DescriptionError::LifeTime { tensor, begin, end });
            }
            align(0, request.alignment)?;
        }
        let sum = requests.iter().try_fold(0_usize, |sum, request| sum.checked_add(request.bytes));
        let sum = super::tensor::fits(sum, "the size of the storage")?;
        let lower_bound = lower_bound(requests);

        let mut order: Vec<(usize, &StorageRequest)> = requests.iter().enumerate().collect();
        order.sort_by_key(|(number, request)| {
            (core::cmp::Reverse(request.bytes), request.live.start, *number)
        });
        let mut offsets: Vec<usize> = requests.iter().map(|_| 0).collect();
        // Sorted by where they begin.
        let mut placed: Vec<(Range<usize>, &StorageRequest)> = Vec::with_capacity(requests.len());
        let mut total = 0;
        for (number, request) in order {
            let taken = placed.iter().filter(|(_, other)| other.meets(request)).map(|(at, _)| at);
            let offset = smallest_gap(request, taken)?;
            let end =
                super::tensor::fits(offset.checked_add(request.bytes), "the size of the storage")?;
            if let Some(to) = offsets.get_mut(number) {
                *to = offset;
            }
            if request.bytes > 0 {
                total = end.max(total);
                let place = placed.partition_point(|(at, _)| at.start < offset);
                placed.insert(place, (offset..end, request));
            }
        }
        Ok(StoragePlan { offsets, total, sum, lower_bound })
    }

    /// Returns the offset of each request, in bytes.
    ///
    /// ```
    /// use extents_graph::{StoragePlan, StorageRequest};
    /// let request = StorageRequest { bytes: 5, alignment: 8, live: 0..1 };
    /// assert_eq!(StoragePlan::best_fit(&[request])?.offsets(), [0]);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn offsets(&self) -> &[usize] {
        &self.offsets
    }

    /// Returns the size of the buffer, in bytes.
    ///
    /// ```
    /// use extents_graph::{StoragePlan, StorageRequest};
    /// let request = StorageRequest { bytes: 5, alignment: 8, live: 0..1 };
    /// assert_eq!(StoragePlan::best_fit(&[request])?.total(), 5);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn total(&self) -> usize {
        self.total
    }

    /// Returns the sum of the sizes of all requests, in bytes.
    ///
    /// ```
    /// use extents_graph::{StoragePlan, StorageRequest};
    /// let request = |live| StorageRequest { bytes: 5, alignment: 1, live };
    /// let plan = StoragePlan::best_fit(&[request(0..1), request(1..2)])?;
    /// assert_eq!((plan.total(), plan.sum()), (5, 10));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn sum(&self) -> usize {
        self.sum
    }

    /// Returns the largest number of bytes that are live in one step. No plan needs less.
    ///
    /// ```
    /// use extents_graph::{StoragePlan, StorageRequest};
    /// let request = |live| StorageRequest { bytes: 5, alignment: 1, live };
    /// assert_eq!(StoragePlan::best_fit(&[request(0..2), request(1..2)])?.lower_bound(), 10);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn lower_bound(&self) -> usize {
        self.lower_bound
    }

    /// Plans a place for each tensor, given the steps in which it is live.
    ///
    /// Views of one tensor share one place, which is live as long as any of them. What is
    /// [persistent](Attribute::Persistent) is live always. The place of a view is that of its base, so that its
    /// offset counts from there.
    ///
    /// # Errors
    /// Returns the errors of [`check_allocatable`] and [`best_fit`](Self::best_fit).
    ///
    /// ```
    /// use extents_graph::{Assignable, StoragePlan, TensorDescription};
    /// use extents::DType;
    /// let tensor = |n| TensorDescription::<Assignable>::of_shape(DType::F32, &[n])?.row_major();
    /// let (x, y, z) = (tensor(100)?, tensor(50)?, tensor(80)?);
    /// let plan = StoragePlan::for_tensors(&[(x, 0..2), (y, 1..3), (z, 2..4)], 64)?;
    /// assert_eq!((plan.offsets(), plan.total()), (&[0, 448, 0][..], 648));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn for_tensors<A: Access>(
        tensors: &[(TensorDescription<A>, Range<usize>)],
        alignment: usize,
    ) -> Result<Self, DescriptionError> {
        let descriptions: Vec<_> = tensors.iter().map(|(tensor, _)| tensor.clone()).collect();
        check_allocatable(&descriptions)?;
        let groups: Vec<Vec<usize>> = groups(&descriptions)
            .into_iter()
            .map(|group| group.into_iter().map(|(number, _)| number).collect())
            .collect();
        let mut requests = Vec::with_capacity(groups.len());
        for group in &groups {
            let (mut bytes, mut first, mut last) = (0, usize::MAX, 0);
            for (tensor, (description, live)) in
                group.iter().filter_map(|number| Some((*number, tensors.get(*number)?)))
            {
                let (begin, end) = (live.start, live.end);
                if begin > end {
                    return Err(DescriptionError::LifeTime { tensor, begin, end });
                }
                bytes = description.bytes()?.max(bytes);
                if description.attributes().has(Attribute::Persistent) {
                    (first, last) = (0, usize::MAX);
                } else if begin < end {
                    (first, last) = (first.min(begin), last.max(end));
                }
            }
            let live = first.min(last)..last;
            let all = StorageRequest { bytes, alignment, live };
            requests.push(all);
        }
        let plan = StoragePlan::best_fit(&requests)?;
        let mut offsets: Vec<usize> = tensors.iter().map(|_| 0).collect();
        for (group, offset) in groups.iter().zip(&plan.offsets) {
            for number in group {
                if let Some(to) = offsets.get_mut(*number) {
                    *to = *offset;
                }
            }
        }
        Ok(StoragePlan { offsets, ..plan })
    }
}

/// Where the request fits most closely between what is taken, or behind all of it.
fn smallest_gap<'a>(
    request: &StorageRequest,
    taken: impl Iterator<Item = &'a Range<usize>>,
) -> Result<usize, DescriptionError> {
    // `None` is no error yet: there may be a gap before.
    let aligned = |free: usize| free.checked_next_multiple_of(request.alignment);
    let mut free = 0_usize;
    let mut best: Option<(usize, usize)> = None;
    for at in taken {
        let is_free =
            |begin: &usize| begin.checked_add(request.bytes).is_some_and(|end| end <= at.start);
        if let Some(begin) = aligned(free).filter(is_free) {
            let gap = at.start.saturating_sub(free);
            if best.is_none_or(|(smallest, _)| gap < smallest) {
                best = Some((gap, begin));
            }
        }
        free = free.max(at.end);
    }
    match best {
        Some((_, begin)) => Ok(begin),
        None => aligned(free).ok_or(ADDRESS),
    }
}

/// The most bytes that are live at once. The sum of all fits.
fn lower_bound(requests: &[StorageRequest]) -> usize {
    let mut changes: Vec<(usize, bool, usize)> = Vec::with_capacity(requests.len());
    for request in requests.iter().filter(|request| !request.live.is_empty()) {
        changes.push((request.live.start, true, request.bytes));
        changes.push((request.live.end, false, request.bytes));
    }
    // What ends in a step makes room before what begins there.
    changes.sort_unstable();
    let (mut live, mut most) = (0_usize, 0_usize);
    for (_, begins, bytes) in changes {
        live = if begins { live.wrapping_add(bytes) } else { live.wrapping_sub(bytes) };
        most = most.max(live);
    }
    most
}
