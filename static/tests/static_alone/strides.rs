//! Strides in types, by multiplying and adding what they are made of.

use extents_static::__private::{Dense, FixedStrides, PaddedTo, StrideOf, least_multiple};
use extents_static::{
    Const, Dyn, DynStride, LeastMultiple, Mode, ModeTuple, Neg, Plus, ShapeError, Stride,
    StrideList, Times, strides,
};

#[test]
fn a_padded_extent_is_the_least_multiple() {
    for padding in 1..9 {
        for extent in 0..40 {
            let multiple = (0..).map(|k| k * padding).find(|&multiple| multiple >= extent);
            assert_eq!(Some(least_multiple(padding, extent)), multiple, "{padding} {extent}");
        }
    }
    // Without padding an extent stays, and a multiple that does not fit is too large for all.
    assert_eq!([least_multiple(0, 0), least_multiple(0, 1), least_multiple(0, 7)], [0, 1, 7]);
    assert_eq!(least_multiple(10, usize::MAX - 1), usize::MAX);
    assert_eq!(least_multiple(usize::MAX, usize::MAX), usize::MAX);
    assert_eq!(least_multiple(usize::MAX, 3), usize::MAX);
}

/// What a type says, and each value of it.
fn known<S: Stride + Default>() -> isize {
    let stride = S::STRIDE.unwrap();
    assert_eq!(S::default().stride(), stride);
    assert_eq!(S::from_stride(stride).stride(), stride);
    stride
}

#[test]
fn strides_of_types_are_those_that_their_names_say() {
    assert_eq!(known::<Const<7>>(), 7);
    assert_eq!(known::<Neg<Const<7>>>(), -7);
    assert_eq!(known::<Times<Const<3>, Neg<Const<4>>>>(), -12);
    assert_eq!(known::<Plus<Const<3>, Neg<Const<5>>>>(), -2);
    assert_eq!(known::<LeastMultiple<Const<4>, Const<6>>>(), 8);
    assert_eq!(known::<LeastMultiple<Const<0>, Const<6>>>(), 6);
    assert_eq!(known::<<Neg<Const<7>> as Stride>::Negated>(), 7);
    assert_eq!(known::<<Times<Const<3>, Const<4>> as Stride>::Negated>(), -12);
    assert_eq!(known::<<Const<3> as Stride>::Sum<Const<4>>>(), 7);
    assert_eq!(<Times<Const<3>, DynStride> as Stride>::STRIDE, None);
    assert_eq!(<Times<DynStride, Const<3>> as Stride>::STRIDE, None);
    assert_eq!(<Plus<Const<3>, DynStride> as Stride>::STRIDE, None);
    assert_eq!(<Plus<DynStride, Const<3>> as Stride>::STRIDE, None);
    assert_eq!(<LeastMultiple<Const<3>, DynStride> as Stride>::STRIDE, None);
    assert_eq!(<LeastMultiple<DynStride, Const<3>> as Stride>::STRIDE, None);
    assert_eq!(<Neg<DynStride> as Stride>::STRIDE, None);
    for stride in [-7, 0, 1, 7] {
        assert_eq!(DynStride::new(stride).stride(), stride);
        assert_eq!(DynStride::from_stride(stride).stride(), stride);
    }
}

#[test]
fn strides_print_as_numbers() {
    assert_eq!(format!("{:?}", DynStride::new(-7)), "dyn -7");
    assert_eq!(format!("{:?}", <Neg<Const<7>>>::default()), "-7");
    assert_eq!(format!("{:?}", <Times<Const<3>, Const<4>>>::default()), "12");
    assert_eq!(format!("{:?}", <Plus<Const<3>, Const<4>>>::default()), "7");
    assert_eq!(format!("{:?}", <LeastMultiple<Const<4>, Const<6>>>::default()), "8");
    assert_eq!(format!("{:?}", <StrideOf<Squares, 3>>::from_stride(9)), "9");
}

/// The strides 0, 1, 4, 9, ..
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Squares;
const SQUARES: [isize; 12] = [0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121];
impl FixedStrides for Squares {
    const STRIDES: [isize; 12] = SQUARES;
}

#[test]
fn strides_of_a_source_are_its_numbers() {
    fn check<const K: usize>() {
        assert_eq!(<StrideOf<Squares, K>>::STRIDE, Some(SQUARES[K]));
        assert_eq!(<StrideOf<Squares, K>>::from_stride(SQUARES[K]).stride(), SQUARES[K]);
    }
    check::<0>();
    check::<1>();
    check::<3>();
    check::<11>();
}

#[test]
fn first_strides_are_as_many_as_there_are_modes() {
    use extents_static::__private::FixedStrides;
    fn first<T: ModeTuple>() -> Vec<isize> {
        <T::FirstOf<Squares> as FixedStrides<T::Strides>>::STRIDES.as_ref().to_vec()
    }
    assert_eq!(first::<()>(), [0; 0]);
    assert_eq!(first::<(Dyn,)>(), [0]);
    assert_eq!(first::<(Dyn, Const<2>, Dyn, Dyn)>(), SQUARES[..4]);
    assert_eq!(first::<(Dyn, Dyn, Dyn, Dyn, Dyn, Dyn, Dyn, Dyn, Dyn, Dyn, Dyn, Dyn)>(), SQUARES);
}

#[test]
fn dense_modes_know_the_strides_that_depend_on_no_value() {
    type Mixed = (Const<5>, Dyn, Const<3>, Const<4>);
    fn of<S: StrideList>() -> Vec<Option<isize>> {
        S::STATIC.to_vec()
    }
    assert_eq!(of::<<Mixed as ModeTuple>::RowMajor<Dense>>(), [None, Some(12), Some(4), Some(1)]);
    assert_eq!(of::<<Mixed as ModeTuple>::ColMajor<Dense>>(), [Some(1), Some(5), None, None]);
    type Padded = PaddedTo<Const<8>>;
    assert_eq!(of::<<Mixed as ModeTuple>::RowMajor<Padded>>(), [None, Some(24), Some(8), Some(1)]);
    assert_eq!(of::<<Mixed as ModeTuple>::ColMajor<Padded>>(), [Some(1), Some(8), None, None]);
    assert_eq!(of::<<Mixed as ModeTuple>::OpenStrides>(), [None; 4]);
    assert_eq!(of::<<() as ModeTuple>::RowMajor<Dense>>(), []);
}

#[test]
fn lists_of_strides_give_back_what_they_are_made_of() {
    fn list<S: StrideList>(strides: &S) -> Vec<isize> {
        strides.with_strides(<[isize]>::to_vec)
    }
    assert_eq!(list(&[3, -1]), [3, -1]);
    assert_eq!(list(&strides![12, 4, 1]), [12, 4, 1]);
    assert_eq!(<[isize; 2]>::from_list(&[5, 6]), Ok([5, 6]));
    let error = |expected, found| ShapeError::RankMismatch { expected, found };
    assert_eq!(<[isize; 2]>::from_list(&[5]), Err(error(1, 2)));
    type Mixed = (Const<4>, DynStride);
    assert_eq!(list(&Mixed::from_list(&[4, 9]).unwrap()), [4, 9]);
    assert_eq!(list(&Mixed::from_strides(&[4, 9])), [4, 9]);
    assert_eq!(Mixed::from_list(&[4, 9, 1]), Err(error(3, 2)));
    assert_eq!(<[isize; 3]>::STATIC, [None; 3]);
    assert_eq!(Mixed::STATIC, [Some(4), None]);
}

#[test]
fn modes_have_the_extents_that_they_are_made_of() {
    assert_eq!((Const::<7>.extent(), <Const<7>>::EXTENT), (7, Some(7)));
    assert_eq!((Dyn::new(7).extent(), Dyn::EXTENT), (7, None));
    assert_eq!(<Const<7>>::from_extent(7), Some(Const::<7>));
    assert_eq!(<Const<7>>::from_extent(6), None);
    assert_eq!(Dyn::from_extent(6), Some(Dyn::new(6)));
}
