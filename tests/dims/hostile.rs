//! Attempts to give one dim two extents from safe code, where that would be believed.

use std::thread;

use super::*;
use extents_static::__private::{DimCell, Once};

dims! { once Taken, once Raced, once Small ..= 4, once Late, Free, UpTo4 ..= 4 }

/// A dim that is written by hand, with the cell of another one: then the two have one extent.
enum Thief {}

impl Dim for Thief {
    const NAME: LabelName = LabelName::new("Thief");
    type Kind = Once<Const<4>>;
    const CELL: &'static DimCell = <Taken as Dim>::CELL;
}

/// Many dims, for which there is one static.
enum Many<T> {
    #[allow(dead_code)]
    Of(T),
}

impl<T: 'static> Dim for Many<T> {
    const NAME: LabelName = LabelName::new("Many");
    type Kind = Once<Dyn>;
    const CELL: &'static DimCell = {
        static CELL: DimCell = DimCell::new();
        &CELL
    };
}

/// Dims that name no cell have one together.
enum Careless {}

impl Dim for Careless {
    const NAME: LabelName = LabelName::new("Careless");
    type Kind = Once<Dyn>;
}

#[test]
fn nothing_has_a_mode_of_a_dim_before_it_is_bound() {
    assert_eq!(Sym::<Late>::bound(), None);
    let unbound = Err(ShapeError::Unbound { dim: LabelName::new("Late") });
    assert_eq!(Sym::<Late>::try_new(0), unbound);
    assert_eq!(Sym::<Late>::try_new(usize::MAX), unbound);
    assert!(<StaticExtents![dyn Late]>::from_extents(&[7]).is_err());
    assert!(extents![dyn 7].unwrap().strengthen::<StaticExtents![dyn Late]>().is_err());
    // Nothing is bound that is no extent.
    let most = isize::MAX as usize;
    for found in [usize::MAX, most + 1] {
        let dim = LabelName::new("Late");
        assert_eq!(Sym::<Late>::bind(found), Err(ShapeError::DimOverflow { dim, found, most }));
    }
    let dim = LabelName::new("Small");
    for found in [5, usize::MAX] {
        assert_eq!(Sym::<Small>::bind(found), Err(ShapeError::DimOverflow { dim, found, most: 4 }));
    }
    assert_eq!((Sym::<Late>::bound(), Sym::<Small>::bound()), (None, None));
}

#[test]
fn dims_of_one_cell_have_one_extent() {
    Sym::<Taken>::bind(7).unwrap();
    assert!(Sym::<Taken>::bind(8).is_err());
    assert!(Sym::<Taken>::try_new(8).is_err());
    assert!(extents![dyn 8].unwrap().strengthen::<StaticExtents![dyn Taken]>().is_err());
    // The extent of the one is too large for the other.
    assert!(Sym::<Thief>::bind(3).is_err());
    assert!(Sym::<Thief>::bind(7).is_err());
    assert_eq!(Sym::<Thief>::bound(), None);
    Sym::<Many<u8>>::bind(3).unwrap();
    assert!(Sym::<Many<u16>>::bind(4).is_err());
    Sym::<Careless>::bind(5).unwrap();
    assert!(Sym::<Careless>::bind(6).is_err());
}

#[test]
fn of_threads_that_bind_a_dim_one_wins() {
    let all: Vec<_> =
        (0..64).map(|n| thread::spawn(move || Sym::<Raced>::bind(n % 16).ok())).collect();
    let won: Vec<_> = all.into_iter().filter_map(|thread| thread.join().unwrap()).collect();
    assert_eq!(won.len(), 4);
    assert!(won.iter().all(|&mode| Some(mode) == Sym::bound()));
}

#[test]
fn two_values_of_a_stored_name_are_compared_wherever_they_meet() {
    let two = Tensor::full(extents![dyn Free = 2, 3].unwrap(), 1.0_f64).unwrap();
    let mut big = Tensor::full(extents![dyn Free = 300, 3].unwrap(), 2.0).unwrap();
    assert!(contract!(two[b, h] * big[b, k] => [h, k]).is_err());
    assert!(contract!(big[b, h] = two[b, h]).is_err());
    assert!((&two + &big).sum().is_err());
    assert!((&big + &two).eval().is_err());
    assert!((2.0 * &two).add_to(&mut big).is_err());
    assert!(ViewMut::from_slice(*big.extents(), &mut [0.0; 6]).is_err());
    assert!(big.as_slice().iter().all(|&x| x == 2.0));
    assert!(<StaticExtents![dyn UpTo4]>::from_extents(&[5]).is_err());
    assert!(extents![dyn 5].unwrap().strengthen::<StaticExtents![dyn UpTo4]>().is_err());
}

/// Bounded names that meet are compared too: a largest extent says nothing of two values.
#[test]
fn two_values_of_a_bounded_name_are_compared() {
    let one = Tensor::full(extents![dyn UpTo4 = 1, 3].unwrap(), 1.0).unwrap();
    let mut four = Tensor::full(extents![dyn UpTo4 = 4, 3].unwrap(), 2.0).unwrap();
    assert!(contract!(four[b, h] = one[b, h]).is_err());
    assert!(contract!(four[b, h] += one[b, k] * one[b, h]).is_err());
    assert!((&one + &four).sum().is_err());
    let shapes: Result<StaticExtents![3], ShapeError> =
        contract!((*one.extents())[b, h] * (*four.extents())[b, h] => [h]);
    assert!(shapes.is_err());
    // On a diagonal, and in one operand.
    let square = Tensor::full(extents![dyn UpTo4 = 3, dyn UpTo4 = 4].unwrap(), 1.0).unwrap();
    assert!(square.diagonal(Const::<0>, Const::<1>).is_err());
    assert!(contract!(square[b, b] => []).is_err());
}

/// A dim that is bound once has one extent, but a number or an extent without a name may be another one.
#[test]
fn what_is_bound_once_is_compared_with_what_is_not() {
    dims! { once Narrow ..= 8 }
    let two = Sym::<Narrow>::bind(2).unwrap().extent();
    let named = Tensor::full(extents![dyn Narrow = two, 3].unwrap(), 1.0_f64).unwrap();
    let mut wide = Tensor::full(extents![4, 3], 1.0_f64).unwrap();
    let shapes: Result<StaticExtents![3], ShapeError> =
        contract!((*named.extents())[b, h] * (*wide.extents())[b, h] => [h]);
    assert!(shapes.is_err());
    assert!(contract!(named[b, h] * wide[b, h] => []).is_err());
    assert!(contract!(wide[b, h] = named[b, h]).is_err());
    assert!((&named + &wide).sum().is_err());
    assert!((1.0_f64 * &named).add_to(&mut wide).is_err());
    let open = wide.weaken::<StaticExtents![dyn, 3]>();
    assert!(contract!((*named.extents())[b, h] * (*open.extents())[b, h] => [h]).is_err());
    assert!((&open + &named).sum().is_err());
    // Bounded ones too.
    let four = Tensor::full(extents![dyn UpTo4 = 3, 3].unwrap(), 1.0).unwrap();
    let known = extents![4, 3];
    assert!(contract!((*four.extents())[b, h] * known[b, h] => [h]).is_err());
}
