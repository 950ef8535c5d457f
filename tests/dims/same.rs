//! Names that say the same, written in another way.

use super::*;
use extents::arrange::{concat, stack};
use extents::rearrange::Named;

dims! { Heads = 8, once Width ..= 64, Rows ..= 4096, Layers }

fn is<T>(_: &T) {}

/// A vector of one mode, of the entries `0..extent`.
fn count<E: Extents>(extent: usize) -> TensorOf<E, i32> {
    Tensor::from_vec(E::from_extents(&[extent]).unwrap(), (0..extent as i32).collect()).unwrap()
}

/// Whether extents of one mode say the same as others: the elements are as they were.
macro_rules! same {
    ($extent:literal: $($from:tt = $to:tt),+ $(,)?) => {$(
        let x = count::<StaticExtents![$from]>($extent);
        let same = x.same::<StaticExtents![$to]>().unwrap();
        is::<StaticExtents![$to]>(same.extents());
        assert!(same.iter().eq(x.as_slice()) && same.len() == $extent);
    )+};
}

#[test]
fn sums_in_another_order() {
    same!(6:
        (1 + Time) = (Time + 1),
        (Past + Time + 1) = (1 + Time + Past),
        (Past + (Time + 1)) = (Time + 1 + Past),
        (2 * (Time + Past)) = (Time + Past + Past + Time),
        ((Time + Past) * Batch) = (Batch * Past + Batch * Time),
        (Time + Time) = (2 * Time),
        (1 + Time + 1 - 3 + 1) = (Time + 0),
        (Time - 2 - 3) = (Time - (2 + 3)),
        (Time - (Past - Batch)) = (Time + Batch - Past),
    );
}

#[test]
fn products_with_numbers_and_in_another_order() {
    same!(24:
        (Batch * Time) = (Time * Batch),
        (2 * Time * 3) = (6 * Time),
        (Heads * Time) = (Time * 2 * 4),
        (Heads * 3) = 24,
        (Heads + Time - 8) = (1 * Time),
    );
    same!(24: (2 * 12) = 24, 24 = (30 - 6), (47 / 2) = (8 * 3));
}

#[test]
fn quotients_that_go_out() {
    same!(6:
        (2 * Time / 2) = (1 * Time),
        ((2 * Time + 4) / 2) = (Time + 2),
        ((2 * Time + 3) / 2) = (Time + 2),
        ((Time + 7) / 2) = (3 + (1 + Time) / 2),
        ((6 * Time + Past) / 3) = (2 * Time + Past / 3),
        ((Time + Past) / 2) = ((Past + Time) / 2),
        (Time / Past) = ((Time + 0) / (1 * Past)),
    );
}

#[test]
fn all_modes_at_once_and_with_dyn() {
    let x =
        Tensor::full(<StaticExtents![(1 + Time), dyn, 8]>::from_extents(&[3, 4, 8]).unwrap(), 1);
    let x = x.unwrap();
    let same = x.same::<StaticExtents![(Time + 1), dyn, (Heads)]>().unwrap();
    assert_eq!(format!("{:?}", same.extents()), "[Time+1 = 3, dyn 4, Heads = 8]");
    let mut y = x.clone();
    y.view_mut().same::<StaticExtents![(Time + 1), dyn, (2 * 4)]>().unwrap()[[2, 3, 7]] = 5;
    assert_eq!((y[[2, 3, 7]], y.iter().sum::<i32>()), (5, 100));
    let turned = x.permute(modes![2, 1, 0]);
    let turned = turned.same::<StaticExtents![(Heads), dyn, (Time + 1)]>().unwrap();
    assert_eq!(turned.mapping().strides(), [1, 8, 32]);
}

#[test]
fn numbers_are_compared_with_what_a_name_allows() {
    // A sum holds a number of its own.
    Sym::<Width>::bind(5).unwrap();
    let six = count::<StaticExtents![(Width + 0)]>(6);
    let error = six.same::<StaticExtents![dyn Width]>().unwrap_err();
    assert_eq!(error.to_string(), "dim `Width` should have extent 5, but has 6");
    assert!(count::<StaticExtents![(Width + 0)]>(5).same::<StaticExtents![dyn Width]>().is_ok());
}

/// A layer that adds to each entry the one before it: generic over dims.
fn with_the_one_before<D: Dim>(
    x: &TensorOf<StaticExtents![dyn D], i32>,
) -> Result<TensorOf<StaticExtents![dyn D], i32>, ShapeError> {
    let zero = Tensor::full(extents![1], 0)?;
    let last = x.slice(slice![(..-1)]).map_err(Into::into)?;
    let before = concat::<Named, _, _>(Const::<0>, (&zero, &last))?;
    let before: View<'_, i32, StaticExtents![(1 + (D - 1))]> = before.view();
    (before.same::<StaticExtents![dyn D]>()? + x).eval()
}

#[test]
fn generic_code_asks_where_it_is_used() {
    let x = count::<StaticExtents![dyn Time]>(4);
    assert_eq!(with_the_one_before(&x).unwrap().as_slice(), [0, 1, 3, 5]);
}

#[test]
fn any_mode_takes_a_name() {
    let x = count::<StaticExtents![dyn Time]>(3);
    let both = stack(Const::<0>, (&x, &x)).unwrap();
    is::<StaticExtents![2, dyn Time]>(both.extents());
    let layers = both.named::<Layers, _>(Const::<0>).unwrap();
    is::<StaticExtents![dyn Layers, dyn Time]>(layers.extents());
    assert_eq!((layers[[1, 2]], layers.mapping().strides()), (2, [3, 1]));
    let past = x.named::<Past, _>(Const::<0>).unwrap();
    assert_eq!(format!("{:?}", past.extents()), "[Past = 3]");
    let error = both.named::<Heads, _>(Const::<0>).unwrap_err();
    assert_eq!(error.to_string(), "dim `Heads` should have extent 8, but has 2");
    let mut both = both;
    both.view_mut().named::<Rows, _>(Const::<0>).unwrap()[[1, 0]] = 7;
    assert_eq!(both.as_slice(), [0, 1, 2, 7, 1, 2]);
}
