//! [`Rooms`]: room that is kept between contractions.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::fmt;

use extents::Scalar;

use crate::DistError;
use crate::transport::room;

/// Room for elements that travel, which a rank keeps from one contraction to the next one: a system takes longer to hand out new pages
/// than to copy elements into them.
///
/// What is kept and what is in use are never more bytes together than the largest contraction had in use so far; of a plan with a limit
/// of memory, never more than that.
///
/// ```
/// use extents::{Composition, extents};
/// use extents_mpi::{DistError, DistPlan, DistTensor, World, simulated};
/// let product = Composition::einsum("ij,jk->ik")?;
/// let plan = DistPlan::at_home(4, &product, &[8, 8, 8])?;
/// let ends = simulated::run(4, |world| {
///     let a = DistTensor::from_fn(world, extents![8, 8], plan.operand(0)?, |[i, j]| i + j)?;
///     let b = DistTensor::from_fn(world, extents![8, 8], plan.operand(1)?, |[i, j]| i * j)?;
///     for _ in 0..3 {
///         plan.contract(world, &[&a, &b])?;
///     }
///     let kept = world.rooms().map(|rooms| rooms.bytes());
///     assert_eq!(kept, Some(plan.held(world.rank()) * size_of::<usize>()));
///     world.rooms().map(|rooms| rooms.clear());
///     Ok::<_, DistError>(world.rooms().map(|rooms| rooms.bytes()))
/// });
/// assert_eq!(ends, vec![Ok(Some(0)); 4]);
/// # Ok::<(), DistError>(())
/// ```
#[derive(Default)]
pub struct Rooms {
    /// From the one that was kept first.
    kept: RefCell<Vec<Kept>>,
    /// The number of bytes of the largest contraction so far.
    most: Cell<usize>,
}

struct Kept {
    bytes: usize,
    /// A `Vec` of elements.
    room: Box<dyn Any + Send>,
}

impl Rooms {
    /// Returns the number of bytes that are kept.
    pub fn bytes(&self) -> usize {
        self.kept.borrow().iter().map(|it| it.bytes).fold(0, usize::saturating_add)
    }

    /// Gives back what is kept.
    pub fn clear(&self) {
        self.kept.borrow_mut().clear();
        self.most.set(0);
    }

    /// Room for each of some numbers of elements, whose values may be those of another time; with what is kept, within a limit.
    pub(crate) fn take<T: Scalar + Send + 'static>(
        &self,
        counts: &[usize],
        limit: Option<usize>,
    ) -> Result<Vec<Vec<T>>, DistError> {
        let bytes = |elements: usize| elements.saturating_mul(size_of::<T>());
        let needed = counts.iter().map(|&count| bytes(count)).fold(0, usize::saturating_add);
        self.most.set(self.most.get().max(needed));
        let bound = limit.map_or(self.most.get(), bytes).max(needed);
        // By how much what is taken may be larger than what is needed.
        let mut slack = bound.saturating_sub(needed);
        let mut order: Vec<usize> = (0..counts.len()).collect();
        order.sort_by_key(|&n| std::cmp::Reverse(counts.get(n)));
        let mut rooms: Vec<Vec<T>> = counts.iter().map(|_| vec![]).collect();
        let mut kept = self.kept.borrow_mut();
        for n in order {
            let (Some(&count), Some(place)) = (counts.get(n), rooms.get_mut(n)) else { continue };
            let fitting = kept.iter().enumerate().filter_map(|(at, kept)| {
                let capacity = kept.room.downcast_ref::<Vec<T>>()?.capacity();
                let more = capacity.checked_sub(count).filter(|&it| bytes(it) <= slack)?;
                Some((more, at))
            });
            if let Some((more, at)) = fitting.min().filter(|_| count > 0)
                && let Ok(room) = kept.remove(at).room.downcast::<Vec<T>>()
            {
                *place = *room;
                slack = slack.saturating_sub(bytes(more));
            }
        }
        // What is left is too much where it does not fit beside what is in use.
        let left = |kept: &[Kept]| kept.iter().map(|it| it.bytes).fold(0, usize::saturating_add);
        while left(&kept) > slack {
            kept.remove(0);
        }
        drop(kept);
        for (place, &count) in rooms.iter_mut().zip(counts) {
            match place.capacity() >= count {
                true => place.resize(count, T::ZERO),
                false => *place = room(count)?,
            }
        }
        Ok(rooms)
    }

    /// Keeps rooms for the next contraction.
    pub(crate) fn keep<T: Scalar + Send + 'static>(&self, rooms: impl IntoIterator<Item = Vec<T>>) {
        let rooms = rooms.into_iter().filter_map(|room| {
            let bytes = room.capacity().saturating_mul(size_of::<T>());
            (bytes > 0).then(|| Kept { bytes, room: Box::new(room) })
        });
        self.kept.borrow_mut().extend(rooms);
    }
}

impl fmt::Debug for Rooms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rooms").field("bytes", &self.bytes()).finish_non_exhaustive()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    /// The same memory for as many elements or a few less, where that is no more than there was before.
    #[test]
    fn memory_is_that_of_the_time_before() {
        let rooms = Rooms::default();
        let places = |taken: &[Vec<u64>]| taken.iter().map(Vec::as_ptr).collect::<Vec<_>>();
        let first = rooms.take::<u64>(&[10, 0, 30], None).unwrap();
        assert_eq!(first.iter().map(Vec::len).collect::<Vec<_>>(), [10, 0, 30]);
        let before = places(&first);
        rooms.keep(first);
        assert_eq!(rooms.bytes(), 320);
        let again = rooms.take::<u64>(&[30, 8], None).unwrap();
        assert_eq!(places(&again), [before[2], before[0]]);
        assert_eq!((again[1].len(), rooms.bytes()), (8, 0));
        rooms.keep(again);
        // Another type, and a limit that leaves no place for what is kept.
        let bytes = rooms.take::<u8>(&[320], None).unwrap();
        assert_eq!((bytes[0].len(), rooms.bytes()), (320, 0));
        rooms.keep(bytes);
        let limited = rooms.take::<u8>(&[5], Some(6)).unwrap();
        assert_eq!((limited[0].capacity(), rooms.bytes()), (5, 0));
        assert!(rooms.take::<u64>(&[usize::MAX / 16], None).is_err());
    }
}
