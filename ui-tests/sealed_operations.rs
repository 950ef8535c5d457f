// Extents of another crate may have operations that this crate has not, but none that says what is a part of what: views
// would read it.
use extents::layout::{RowMajor, Strided};
use extents::rearrange::{Broadcast, Part, Rearrange};
use extents::{Const, Dyn, DynExtents, Extents, Mapping, ShapeError, StaticExtents, generic::UnitesWith};
use extents_static::__private::{AlignsWith, Open, Same};
use extents_static::{ModeTuple, TypedExtents};
use std::fmt::{Display, Formatter, Result as Written};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Honest(StaticExtents<(Dyn,)>);
impl Display for Honest {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        self.0.fmt(f)
    }
}
unsafe impl UnitesWith<Honest> for Honest {
    type United = Honest;
    type Knowledge = Open;
    type Relation = Same;
    fn unite(&self, other: &Honest) -> Result<Honest, ShapeError> {
        if self == other { Ok(*self) } else { Err(ShapeError::Null) }
    }
}
unsafe impl AlignsWith<Honest> for Honest {
    type Aligned = Honest;
    type Meeting = Same;
    fn align(&self, other: &Honest) -> Result<Honest, ShapeError> {
        self.unite(other)
    }
}
unsafe impl Extents for Honest {
    const STATIC_RANK: Option<usize> = Some(1);
    const STATIC_EXTENTS: &'static [Option<usize>] = &[None];
    const STATIC_SIZE: Option<usize> = None;
    type Certainty = Open;
    type Opened = Honest;
    type TypedOr<E: Extents> = Honest;
    type ComposedOf<T: ModeTuple> = DynExtents<1>;
    type OfRank<const R: usize> = Honest;
    type Index = [usize; 1];
    type Strides = [isize; 1];
    fn extents(&self) -> [usize; 1] {
        self.0.extents()
    }
    fn zero_strides(&self) -> [isize; 1] {
        [0]
    }
    fn from_extents(extents: &[usize]) -> Result<Self, ShapeError> {
        StaticExtents::from_extents(extents).map(Honest)
    }
    fn composed<T: ModeTuple>(modes: StaticExtents<T>) -> Result<DynExtents<1>, ShapeError> {
        DynExtents::adopt(&modes)
    }
    fn adopt<E: Extents>(other: &E) -> Result<Self, ShapeError> {
        StaticExtents::adopt(other).map(Honest)
    }
}
unsafe impl TypedExtents for Honest {
    type Modes = (Dyn,);
    fn typed(&self) -> StaticExtents<(Dyn,)> {
        self.0
    }
}

struct Liar;
impl Rearrange<Honest, RowMajor> for Broadcast<Const<0>, Liar> {
    type Extents = DynExtents<1>;
    type Layout = Strided<[isize; 1]>;
    type Error = ShapeError;
    fn rearrange(
        self,
        _: &Mapping<Honest, RowMajor>,
    ) -> Result<Part<DynExtents<1>, Strided<[isize; 1]>>, ShapeError> {
        Err(ShapeError::Null)
    }
}

fn main() {}
