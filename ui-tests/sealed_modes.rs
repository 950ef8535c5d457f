// Views trust what is said about extents, so that saying it takes unsafe code.
use extents::{Const, Dyn, Extents, Mode, ShapeError, StaticExtents, generic::{AddressedBy, ModeTuple, TypedExtents, UnitesWith, WeakenedFrom}};
use extents_static::__private::{
    Dense, FixedStrides, Known, Nil, Nth, Open, Room, Tuple,
};
use extents_static::{DynStride, Stride};

/// A mode that is longer each time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Growing;

impl Mode for Growing {
    const EXTENT: Option<usize> = None;
    type Certainty = Open;
    type AsStride = DynStride;
    type Scale<S: Stride> = DynStride;
    type PaddedTo<P: Stride> = DynStride;
    fn extent(self) -> usize {
        std::process::id() as usize
    }
    fn from_extent(_: usize) -> Option<Self> {
        Some(Growing)
    }
}

/// An index that is anywhere.
struct Anywhere(usize);

impl AddressedBy<Anywhere> for StaticExtents![4] {
    fn locate(&self, index: Anywhere) -> Result<[usize; 1], ShapeError> {
        Ok([index.0])
    }
}

/// What agrees with all.
struct Agreeable;

impl UnitesWith<Agreeable> for StaticExtents![4] {
    type United = StaticExtents![4000];
    type Knowledge = Open;
    type Relation = Known;
    fn unite(&self, _: &Agreeable) -> Result<StaticExtents![4000], ShapeError> {
        Ok(StaticExtents::new())
    }
}

/// A tuple that is another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Other;

impl Tuple for Other {
    type List = <(Dyn, Dyn) as Tuple>::List;
    fn into_list(self) -> Self::List {
        (Dyn::new(1), Dyn::new(2)).into_list()
    }
}
impl Nth<0> for Other {
    type Before = Nil;
    type Item = Const<1>;
    type After = Nil;
}
struct First;
impl FixedStrides<[isize; 1]> for First {
    const STRIDES: [isize; 1] = [1];
}
impl ModeTuple for Other {
    const STATIC: &'static [Option<usize>] = &[];
    const EXTENTS: [usize; 1] = [1000];
    type Certainty = Open;
    type Opened = (Dyn,);
    type Index = [usize; 1];
    type Strides = [isize; 1];
    const ZERO_STRIDES: [isize; 1] = [0];
    type RowMajor<R: Room> = ();
    type ColMajor<R: Room> = ();
    type OpenStrides = ();
    type Whole = ();
    type FirstOf<S: FixedStrides> = First;
    fn extents(self) -> [usize; 1] {
        [std::process::id() as usize]
    }
    fn read(_: &[usize]) -> Result<Self, ShapeError> {
        Ok(Other)
    }
}

/// Extents that other modes stand for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Mine(StaticExtents![4]);

impl std::fmt::Display for Mine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}
impl Extents for Mine {
    const STATIC_RANK: Option<usize> = Some(1);
    const STATIC_EXTENTS: &'static [Option<usize>] = &[Some(4)];
    const STATIC_SIZE: Option<usize> = Some(4);
    type Certainty = Open;
    type Opened = StaticExtents![dyn];
    type Index = [usize; 1];
    type Strides = [isize; 1];
    fn extents(&self) -> [usize; 1] {
        [4000]
    }
    fn zero_strides(&self) -> [isize; 1] {
        [0]
    }
    fn from_extents(_: &[usize]) -> Result<Self, ShapeError> {
        Err(ShapeError::Null)
    }
    fn adopt<E: Extents>(_: &E) -> Result<Self, ShapeError> {
        Err(ShapeError::Null)
    }
}
impl TypedExtents for Mine {
    type Modes = (Dyn,);
    fn typed(&self) -> StaticExtents![dyn] {
        StaticExtents::from_modes((Dyn::new(4000),)).unwrap()
    }
}

/// A name of one number in a scope, which is that of any extents.
impl<'b> WeakenedFrom<Mine> for StaticExtents<(extents::Sym<extents::names::In<'b, Batch>>,)> {}

extents::dims! { Batch }

fn main() {
    let _ = std::marker::PhantomData::<Dense>;
}
