//! Attempts to get a mode of a scope from elsewhere than its scope, or one of a `once` dim of another extent, from safe code.
//! Those that must not compile are in `ui-tests/scope_*.rs`, and what is read in `tests/doors/serde.rs`.

use std::any::{Any, TypeId};
use std::marker::PhantomData;

use super::*;
use extents::arrange::concat;
use extents::layout::Strides;
use extents::names::In;
use extents::over::Modes;
use extents::rearrange::{Name, Rename, Resize, Same};
use extents_static::__private::Open;

dims! { Wide ..= 4096, Other, once Read, once Kept }

type Row<'b> = StaticExtents![dyn 'b Wide];

/// The refusal of a number.
fn refusal(found: usize) -> ShapeError {
    ShapeError::Scoped { dim: LabelName::new("Wide"), found }
}

/// No number makes a mode, be it the right one: the type has many scopes' modes.
#[test]
fn no_number_makes_a_mode_of_a_scope() {
    fn attack<'b>(wide: Sym<In<'b, Wide>>) {
        for n in [0, 3, 4, 5000] {
            assert_eq!(Sym::<In<'b, Wide>>::try_new(n), Err(refusal(n)));
            assert_eq!(Sym::<In<'b, Wide>>::from_extent(n), None);
            assert_eq!(Row::<'b>::from_extents(&[n]), Err(refusal(n)));
            assert!(Strides::<Row<'b>, RowMajor>::from_values(&[n]).is_err());
            assert_eq!(extents![dyn n].unwrap().strengthen::<Row<'b>>(), Err(refusal(n)));
            assert_eq!(DynExtents::new([n]).unwrap().strengthen::<Row<'b>>(), Err(refusal(n)));
            assert!(Row::<'b>::try_from(DynExtents::new([n]).unwrap()).is_err());
            assert!(Row::<'b>::try_from(DynRankExtents::new(&[n]).unwrap()).is_err());
            let ranked = DynRankExtents::new(&[n]).unwrap();
            assert_eq!(ranked.strengthen::<Row<'b>>(), Err(refusal(n)));
            let x = Tensor::full(extents![dyn n, 1].unwrap(), 1.0).unwrap();
            assert!(x.merge::<Sym<In<'b, Wide>>, _>(Const::<0>).is_err());
            let x = Tensor::full(extents![dyn n].unwrap(), 1.0).unwrap();
            assert!(x.view().strengthen::<Row<'b>>().is_err());
            assert!(x.view().rearrange(Name::<In<'b, Wide>, _>::of(Const::<0>)).is_err());
            assert!(concat::<Sym<In<'b, Wide>>, _, _>(Const::<0>, (&x, &x)).is_err());
            assert!(x.clone().strengthen::<Row<'b>>().is_err());
            let named = Tensor::full(extents![dyn Other = n].unwrap(), 1.0).unwrap();
            assert!(named.view().rearrange(Rename::<Other, In<'b, Wide>>::new()).is_err());
        }
        assert_eq!(wide.of(4), Ok(wide));
        assert!([0, 3, 5, 5000].iter().all(|n| wide.of(*n).is_err()));
    }
    Sym::<Wide>::try_new(4).unwrap().scope(attack);
}

/// What was forgotten comes back by the mode alone, in its scope and in another one.
#[test]
fn what_was_forgotten_does_not_come_back_in_another_scope() {
    Sym::<Wide>::try_new(4).unwrap().scope(|wide| {
        let x = Tensor::full(extents![dyn = wide].unwrap(), 1.0).unwrap();
        let open = x.weaken::<StaticExtents![dyn]>();
        Sym::<Wide>::try_new(3).unwrap().scope(|other| {
            fn strengthened<'b>(
                open: &TensorOf<StaticExtents![dyn], f64>,
                _: Sym<In<'b, Wide>>,
            ) -> Option<TensorOf<Row<'b>, f64>> {
                open.clone().strengthen().ok()
            }
            assert!(strengthened(&open, other).is_none());
            assert!(strengthened(&open, wide).is_none());
            // Extents of the scope take what is equal to them.
            let taken = Tensor::full(extents![dyn = other].unwrap(), 0.0).unwrap();
            assert!((&taken + &open).eval().is_err());
        });
    });
}

/// What names the mode of a result by a type, and the place of it by a number.
#[test]
fn a_mode_of_a_scope_is_not_resized_by_number() {
    Sym::<Wide>::try_new(4).unwrap().scope(|wide| {
        let extents = extents![dyn 2, dyn = wide].unwrap();
        assert!(Resize::<Const<0>, Dyn>::resize(&extents, 1, 99).is_err());
        assert!(Resize::<Const<0>, Dyn>::resize(&extents, 0, 99).is_ok());
        let square = extents![dyn 4, dyn = wide].unwrap();
        assert!(Resize::<Const<0>, Dyn>::resize(&square, 1, 99).is_err());
    });
}

/// A list of modes that says of its results that they are of a scope.
#[derive(Clone, Copy)]
struct Liar<'b>(PhantomData<fn(&'b ()) -> &'b ()>);

impl<'b, E: Extents> Modes<E> for Liar<'b> {
    type Result = Row<'b>;
    type Kept = Row<'b>;
    type Certainty = Open;
    fn with_modes<R>(self, read: impl FnOnce(&[usize]) -> R) -> R {
        read(&[0])
    }
}

#[test]
fn a_fold_of_another_crates_list_makes_no_mode_of_a_scope() {
    fn attack<'b>(_: Sym<In<'b, Wide>>) {
        let x = Tensor::full(extents![dyn 2, dyn 9].unwrap(), 1.0).unwrap();
        let forged: Result<TensorOf<Row<'b>, f64>, ShapeError> =
            x.over(Liar::<'b>(PhantomData)).sum();
        assert_eq!(forged.unwrap_err(), refusal(9));
        assert!(x.over(Liar::<'b>(PhantomData)).keep().sum().is_err());
    }
    Sym::<Wide>::try_new(4).unwrap().scope(attack);
}

/// Names of one normal form are the same of stored dims; a dim of a scope has none.
#[test]
fn what_says_the_same_is_not_of_the_same_scope() {
    // `Same` from a product to one of a scope is a mistake that the compiler finds: `ui-tests/scope_same.rs`. Products of dims
    // of scopes are compared, as each has a number of its own.
    Sym::<Wide>::try_new(4).unwrap().scope(|wide| {
        type Square<'b> = StaticExtents![('b Wide * 'b Wide)];
        fn forged<'b>(_: Sym<In<'b, Wide>>, n: usize) -> TensorOf<Square<'b>, f64> {
            Tensor::full(Square::<'b>::from_extents(&[n]).unwrap(), 1.0).unwrap()
        }
        let (mut small, big) = (forged(wide, 16), forged(wide, 400));
        assert!((&small + &big).sum().is_err());
        assert!(contract!(small[b] = big[b]).is_err());
        // What it is split into is the mode, of which the product is another number.
        assert!(big.split(Const::<0>, extents![dyn = wide, dyn = wide].unwrap()).is_err());
        let _ = Same::<Square<'_>>::new();
    });
}

/// What goes through `dyn Any` comes back as what it was: a dim has one type and one cell, whoever asks.
#[test]
fn values_of_dims_come_back_through_any_as_they_were() {
    enum Generic<T> {
        #[allow(dead_code)]
        Of(T),
    }
    impl<T> Dim for Generic<T> {
        const NAME: LabelName = LabelName::new("Generic");
        type Kind = extents_static::__private::Once<Dyn>;
        const CELL: &'static extents_static::__private::DimCell = {
            static CELL: extents_static::__private::DimCell =
                extents_static::__private::DimCell::new();
            &CELL
        };
    }
    fn bound<D: Dim + 'static>(mode: Sym<D>) -> Box<dyn Any + Send> {
        Box::new(extents![dyn = mode, 2].unwrap())
    }
    let kept = Sym::<Kept>::bind(3).unwrap();
    let any = std::thread::spawn(move || bound(kept)).join().unwrap();
    assert!(any.downcast_ref::<StaticExtents![dyn Read, 2]>().is_none());
    assert!(any.downcast_ref::<StaticExtents![dyn, 2]>().is_none());
    assert_eq!(any.downcast_ref(), Some(&extents![dyn = kept, 2].unwrap()));
    // Types that differ in a lifetime alone have one cell, and types of other parameters too.
    assert_eq!(TypeId::of::<Sym<Generic<&'static u8>>>(), TypeId::of::<Sym<Generic<&u8>>>());
    fn of_a_borrow(_: &u8, n: usize) -> Option<Sym<Generic<&u8>>> {
        Sym::bind(n).ok()
    }
    let byte = 1;
    assert!(of_a_borrow(&byte, 5).is_some());
    assert!(of_a_borrow(&byte, 6).is_none());
    assert!(Sym::<Generic<u16>>::bind(6).is_err());
    assert!(Sym::<Generic<for<'a> fn(&'a u8)>>::bind(6).is_err());
    // Stored names: two extents of one type, which are compared.
    let two: Box<dyn Any> = Box::new(extents![dyn Other = 2].unwrap());
    let three = extents![dyn Other = 3].unwrap();
    let two = *two.downcast::<StaticExtents![dyn Other]>().unwrap();
    assert!(contract!(two[b] * three[b] => []).is_err());
}
