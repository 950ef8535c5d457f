//! [`TilePlan`]: the arithmetic of places, from the index of an element to its place in a buffer and back.
//!
//! The coordinates are put in order from the most major dimension to the most minor one. Then each tile takes the
//! last ones, merges what `*` combines, and puts quotients and remainders in their place. What comes out is the place,
//! written in the radix of the last dimensions. The arithmetic is that of `extents::layout::Tiled`.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "`TilePlan::new` checks the products, which all numbers here stay below, and counts how many coordinates there \
              are at most, which is the length of the scratch memory"
)]

use crate::error::{Computed, Required};
use alloc::vec;
use alloc::vec::Vec;

use super::{ArrayShape, Layout, TileDimension, XlaError};
use extents::__private::tiles;
use extents::ModeArray;

/// How an index becomes a place, with all numbers that follow from the shape.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct TilePlan {
    pub(super) layout: Layout,
    /// The size of each dimension, which indices stay below.
    pub(super) sizes: ModeArray<usize>,
    /// The size of each dimension with its padding.
    pub(super) widths: ModeArray<usize>,
    /// So many dimensions of size 1 stand before the others, for tiles of a higher rank.
    pub(super) ones: usize,
    pub(super) cuts: Vec<Cut>,
    /// What the tiles leave, the most major first.
    // INVARIANT: the product of all that are not 0 is at most `isize::MAX`.
    pub(super) dims: Vec<usize>,
    /// The distance between neighbors along each dimension, if there are no tiles.
    pub(super) strides: Option<ModeArray<isize>>,
    /// The product of `dims`.
    pub(super) slots: usize,
    /// The slots with the padding of the tail.
    // INVARIANT: at least `slots`, at most `isize::MAX`.
    pub(super) allocated: usize,
    /// The most coordinates that there are at a time.
    room: usize,
}

/// What one tile does: the dimensions after the first `kept` ones are merged into groups, and each group is cut.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Cut {
    pub(super) kept: usize,
    /// The sizes of the dimensions in each group.
    pub(super) groups: Vec<Vec<usize>>,
    /// The product of each group.
    pub(super) sizes: Vec<usize>,
    // INVARIANT: none is 0.
    pub(super) tile: Vec<usize>,
    /// Whether a group has several dimensions.
    merges: bool,
}

/// The largest number of elements, of an array as of a buffer.
pub(super) const LIMIT: usize = isize::MAX as usize;

/// Coordinates up to this many need no memory.
const INLINE: usize = 16;

/// The number of elements of these sizes, if the product of all that are not 0 is at most `isize::MAX`.
pub(super) fn product_of(sizes: &[usize]) -> Result<usize, XlaError> {
    let mut elements = 1_usize;
    for (dimension, &size) in sizes.iter().enumerate().filter(|&(_, &size)| size > 0) {
        let product = elements.checked_mul(size).filter(|&product| product <= LIMIT);
        let of = Computed::Dimension { dimension };
        elements = product.ok_or(XlaError::TooLarge { of, elements, size })?;
    }
    Ok(sizes.iter().product())
}

impl TilePlan {
    pub(super) fn new(shape: &ArrayShape) -> Result<Self, XlaError> {
        let layout = shape.layout().ok_or(XlaError::Requires(Required::Layout))?.clone();
        Self::of(shape.sizes()?, layout)
    }

    /// The plan of a layout that suits these sizes.
    pub(super) fn of(sizes: ModeArray<usize>, layout: Layout) -> Result<Self, XlaError> {
        layout.check_dense()?;
        let rank = sizes.len();
        let widths = layout.padded_dimensions();
        let widths =
            widths.map_or_else(|| sizes.clone(), |widths| widths.iter().copied().collect());
        product_of(&widths)?;
        let ones = missing_dimensions(rank, &layout);
        let order = layout.minor_to_major().iter().rev();
        let mut dims = vec![1; ones];
        dims.extend(order.map(|&dimension| widths[dimension]));
        // At each dimension, the product of those up to it that are not 0: only what a tile adds is multiplied anew.
        let mut products: Vec<usize> = Vec::new();
        for &size in &dims {
            products.push(products.last().map_or(1, |&product| product) * size.max(1));
        }
        let (mut cuts, mut room) = (Vec::new(), dims.len());
        for (tile, sizes) in layout.tiles().iter().enumerate() {
            let kept = dims.len() - sizes.dimensions().len();
            let cut = Cut::new(kept, &dims[kept..], sizes.dimensions());
            dims.truncate(kept);
            products.truncate(kept);
            for size in cut.new_sizes() {
                let elements = products.last().map_or(1, |&product| product);
                let product = elements.checked_mul(size.max(1)).filter(|&product| product <= LIMIT);
                let too_large = XlaError::TooLarge { of: Computed::Tile { tile }, elements, size };
                products.push(product.ok_or(too_large)?);
                dims.push(size);
            }
            room = room.max(dims.len());
            cuts.push(cut);
        }
        let slots: usize = dims.iter().product();
        let align = layout.tail_padding_alignment();
        let allocated = slots.checked_next_multiple_of(align).filter(|&all| all <= LIMIT);
        let too_large = XlaError::TooLarge { of: Computed::Tail, elements: slots, size: align };
        let allocated = allocated.ok_or(too_large)?;
        let strides = cuts.is_empty().then(|| strides_of(&widths, &layout));
        Ok(TilePlan { layout, sizes, widths, ones, cuts, dims, strides, slots, allocated, room })
    }

    /// The number of elements that are no padding.
    pub(super) fn elements(&self) -> usize {
        self.sizes.iter().product()
    }

    /// The place of an index that is in bounds; any number for another.
    #[inline]
    pub(super) fn place(&self, index: &[usize]) -> usize {
        if let Some(strides) = &self.strides {
            let steps = strides.iter().zip(index);
            return steps.fold(0_usize, |place, (stride, &at)| {
                place.wrapping_add(stride.cast_unsigned().wrapping_mul(at))
            });
        }
        if index.len() != self.sizes.len() {
            return 0;
        }
        self.with_scratch(|places| {
            self.order_physically(index, places);
            for cut in &self.cuts {
                cut.split(places);
            }
            tiles::number_of(places, &self.dims)
        })
    }

    /// Writes the index of the element at a place. False where there is padding, or nothing.
    #[inline]
    pub(super) fn write_index(&self, place: usize, index: &mut [usize]) -> bool {
        if place >= self.slots || index.len() != self.sizes.len() {
            return false;
        }
        if self.cuts.is_empty() {
            let mut rest = place;
            let last = self.layout.minor_to_major().iter().zip(self.dims.iter().rev());
            for (&dimension, &size) in last {
                index[dimension] = rest % size;
                rest /= size;
            }
            return index.iter().zip(self.sizes.iter()).all(|(at, size)| at < size);
        }
        self.with_scratch(|places| {
            tiles::write_digits(place, &self.dims, places);
            if !self.cuts.iter().rev().all(|cut| cut.join(places)) {
                return false;
            }
            let order = self.layout.minor_to_major().iter().rev();
            for (&at, &dimension) in places[self.ones..].iter().zip(order) {
                index[dimension] = at;
            }
            index.iter().zip(self.sizes.iter()).all(|(at, size)| at < size)
        })
    }

    /// Puts the coordinates in order, the most major first.
    #[inline]
    pub(super) fn order_physically(&self, index: &[usize], places: &mut [usize]) {
        places[..self.ones].fill(0);
        let order = self.layout.minor_to_major().iter().rev();
        for (at, &dimension) in places[self.ones..].iter_mut().zip(order) {
            *at = index[dimension];
        }
    }

    /// Memory for as many coordinates as there are at a time.
    #[inline]
    pub(super) fn with_scratch<R>(&self, work: impl FnOnce(&mut [usize]) -> R) -> R {
        if self.room <= INLINE {
            work(&mut [0; INLINE][..self.room])
        } else {
            work(&mut vec![0; self.room])
        }
    }
}

impl Cut {
    fn new(kept: usize, window: &[usize], tile: &[TileDimension]) -> Self {
        let (mut groups, mut sizes, mut list) = (Vec::new(), Vec::new(), Vec::new());
        let mut group = Vec::new();
        for (&size, dimension) in window.iter().zip(tile) {
            group.push(size);
            if let &TileDimension::Size(tile) = dimension {
                sizes.push(group.iter().product());
                groups.push(core::mem::take(&mut group));
                list.push(tile);
            }
        }
        let merges = groups.len() < window.len();
        Cut { kept, groups, sizes, tile: list, merges }
    }

    /// The sizes of the quotients, then those of the remainders.
    pub(super) fn new_sizes(&self) -> impl Iterator<Item = usize> {
        let counts = self.sizes.iter().zip(&self.tile).map(|(size, &tile)| size.div_ceil(tile));
        counts.chain(self.tile.iter().copied())
    }

    /// Merges and cuts the coordinates after the kept ones.
    #[inline]
    pub(super) fn split(&self, places: &mut [usize]) {
        if self.merges {
            let mut next = self.kept;
            for (at, group) in self.groups.iter().enumerate() {
                places[self.kept + at] = tiles::number_of(&places[next..], group);
                next += group.len();
            }
        }
        tiles::cut(places, self.kept, &self.tile);
    }

    /// The inverse of [`split`](Self::split). False in the padding of a tile at the end.
    #[inline]
    fn join(&self, places: &mut [usize]) -> bool {
        if !tiles::join(places, self.kept, &self.tile, &self.sizes) {
            return false;
        }
        if self.merges {
            // From the last one on, so that nothing is overwritten which is still to be read.
            let mut next = self.kept + self.groups.iter().map(Vec::len).sum::<usize>();
            for (at, group) in self.groups.iter().enumerate().rev() {
                next -= group.len();
                tiles::write_digits(places[self.kept + at], group, &mut places[next..]);
            }
        }
        true
    }
}

/// How many dimensions the tiles need before those of the array.
fn missing_dimensions(rank: usize, layout: &Layout) -> usize {
    let (mut count, mut missing) = (rank, 0);
    for tile in layout.tiles() {
        let covered = tile.dimensions().len();
        let more = covered.saturating_sub(count);
        let groups = tile.dimensions().iter().filter(|&&size| size != TileDimension::Combine);
        missing += more;
        count = count + more - covered + 2 * groups.count();
    }
    missing
}

fn strides_of(widths: &[usize], layout: &Layout) -> ModeArray<isize> {
    let mut strides: ModeArray<isize> = widths.iter().map(|_| 0).collect();
    let mut stride = 1_isize;
    for &dimension in layout.minor_to_major() {
        strides[dimension] = stride;
        stride = stride.wrapping_mul(widths[dimension].cast_signed());
    }
    strides
}
