// Views trust what is said about strides, slices and layouts, so that saying it takes unsafe code.
use extents::layout::{Block, Blocking};
use extents::{Mapping, Mode, ShapeError, StaticExtents, layout::{DynStride, Stride, StrideList}};
use extents_static::__private::{Cons, Nil, Open, Tuple};
use extents_static::slice::{Kept, KnownEntry, SliceEntry};

/// A stride that is longer each time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Growing;

impl Stride for Growing {
    const STRIDE: Option<isize> = None;
    type Certainty = Open;
    type Scaled<By: Stride> = DynStride;
    type Sum<Other: Stride> = DynStride;
    type After<Known: Stride> = DynStride;
    type MultipleOver<Extent: Stride> = DynStride;
    type Negated = DynStride;
    fn stride(self) -> isize {
        std::process::id() as isize
    }
    fn from_stride(_: isize) -> Self {
        Growing
    }
}

impl StrideList for Growing {
    const STATIC: &'static [Option<isize>] = &[Some(1)];
    fn with_strides<R>(&self, read: impl FnOnce(&[isize]) -> R) -> R {
        read(&[1000])
    }
    fn from_list(_: &[isize]) -> Result<Self, ShapeError> {
        Ok(Growing)
    }
    fn from_strides(_: &[isize]) -> Self {
        Growing
    }
}
impl Tuple for Growing {
    type List = Cons<DynStride, Nil>;
    fn into_list(self) -> Self::List {
        Cons(DynStride::new(1), Nil)
    }
}

/// Tiles beyond the end of a mode.
impl Blocking for Growing {
    const STATIC_RANK: Option<usize> = None;
    fn check(&self, _: &[usize]) -> Result<(), ShapeError> {
        Ok(())
    }
    fn count(&self, _: usize, _: usize) -> usize {
        1
    }
    fn block(&self, _: usize, extent: usize, tile: usize) -> Block {
        Block { tile, begin: extent, size: 1000 }
    }
    fn block_of(&self, _: usize, extent: usize, tile: usize) -> Block {
        Block { tile, begin: extent, size: 1000 }
    }
}

/// An entry of a slice that is out of bounds.
impl SliceEntry for Growing {
    const KNOWN: KnownEntry = KnownEntry::Full;
    type Certainty<M: Mode> = Open;
    type Extent<M: Mode> = M;
    type Scaled<S: Stride> = S;
    type Chipped<X, Rest> = Rest;
    fn kept(self, _: usize, extent: usize) -> Result<Kept, ShapeError> {
        Ok(Kept { begin: 1000, count: extent, step: 1, is_index: false })
    }
}

fn main() {
    let _ = Mapping::new(StaticExtents::<()>::new());
}
