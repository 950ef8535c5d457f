//! Extents of another crate, of which what unsafe code believes is true, and what traits say of them that are safe to
//! implement, which is not.

#![allow(clippy::unwrap_used, reason = "a panic fails the test, as it should")]

use std::fmt::{Display, Formatter, Result as Written};

use extents::generic::{ModeTuple, TypedExtents, UnitesWith};
use extents::rearrange::{EntryCount, ModesAt, Resize};
use extents::{Dyn, DynExtents, Extents, ShapeError, StaticExtents, Tensor};
use extents_static::__private::{AlignsWith, Open, Same};

/// Extents as those that it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Honest(StaticExtents![dyn]);

impl Display for Honest {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        self.0.fmt(f)
    }
}
// SAFETY: passes for equal extents alone.
unsafe impl UnitesWith<Honest> for Honest {
    type United = Honest;
    type Knowledge = Open;
    type Relation = Same;
    fn unite(&self, other: &Honest) -> Result<Honest, ShapeError> {
        if self == other { Ok(*self) } else { Err(ShapeError::Null) }
    }
}
// SAFETY: as above, with the one mode at its place.
unsafe impl AlignsWith<Honest> for Honest {
    type Aligned = Honest;
    type Meeting = Same;
    fn align(&self, other: &Honest) -> Result<Honest, ShapeError> {
        self.unite(other)
    }
}
// SAFETY: all is that of the extents that it holds.
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
// SAFETY: the same extents.
unsafe impl TypedExtents for Honest {
    type Modes = (Dyn,);
    fn typed(&self) -> StaticExtents![dyn] {
        self.0
    }
}

/// Mode 0, of which it is said what is taken of it.
#[derive(Clone, Copy)]
struct First;
impl EntryCount for First {
    type Mode = Dyn;
    type Stated<X> = ();
    fn mode(self) -> Dyn {
        Dyn::new(0)
    }
}
impl Resize<ModesAt<First>, Honest> for Honest {
    type Extents = DynExtents<1>;
    fn replaced(&self, _: &Honest, _: &[usize]) -> Result<DynExtents<1>, ShapeError> {
        DynExtents::new([1000])
    }
}

#[test]
fn extents_of_what_a_tensor_of_indices_takes_are_compared() {
    let of = |list: Vec<usize>| {
        Tensor::from_vec(Honest::from_extents(&[list.len()]).unwrap(), list).unwrap()
    };
    let taken = of(vec![1, 2, 3]).take_by(First, &of(vec![0, 1]));
    let error = taken.map(|taken| taken.as_slice().len()).unwrap_err();
    assert_eq!(error.to_string(), "mode 0 should have extent 2, but has 1000");
    // What is written there is compared with what there is.
    let mut list = of(vec![1, 2, 3]);
    list.add_by(First, &of(vec![0, 1]), &of(vec![1, 1])).unwrap();
    assert_eq!(list.as_slice(), [2, 3, 3]);
    let error = list.put_by(First, &of(vec![0, 1]), &of(vec![1; 1000])).unwrap_err();
    assert_eq!(error.to_string(), "mode 0 of operand 2 should have extent 2, but has 1000");
}
