//! Products and sums of names and numbers: what modes merge and concatenate to.

use super::*;
use extents::arrange::{concat, concat_into};
use extents::rearrange::Named;

dims! { once Width ..= 64, Heads = 8, Rows ..= 4096, Cols ..= 8192 }

fn is<T>(_: &T) {}

#[test]
fn merged_names_are_named_by_both_and_split_back() {
    let x = Tensor::from_fn(extents![dyn Batch = 2, dyn Time = 3, 4].unwrap(), |[n, m, l]| {
        100 * n + 10 * m + l
    })
    .unwrap();
    let rows = x.merge::<Named, _>(Const::<0>).unwrap();
    is::<StaticExtents![(Batch * Time), 4]>(rows.extents());
    assert_eq!(format!("{:?} {}", rows.extents(), rows.extents()), "[Batch*Time = 6, 4] [6, 4]");
    assert_eq!((rows[[4, 3]], size_of_val(rows.extents())), (113, size_of::<usize>()));
    let w = Tensor::full(extents![4, 7], 1_usize).unwrap();
    let y = contract!(rows[b, h] * w[h, k] => [b, k]).unwrap();
    let back = y.split(Const::<0>, extents![dyn Batch = 2, dyn Time = 3].unwrap()).unwrap();
    is::<StaticExtents![dyn Batch, dyn Time, 7]>(back.extents());
    assert_eq!(back[[1, 2, 6]], 4 * 120 + 6);
    assert!(y.split(Const::<0>, extents![dyn Batch = 3, dyn Time = 3].unwrap()).is_err());
    // It can still be stated.
    let stated = x.merge::<Sym<Past>, _>(Const::<0>).unwrap();
    is::<StaticExtents![dyn Past, 4]>(stated.extents());
}

#[test]
fn brackets_make_no_difference() {
    is::<Option<StaticExtents![(Batch * (Time * 8)), (Past + (Time + 1)), (Heads)]>>(
        &None::<StaticExtents![((Batch * Time) * 8), (Past + Time + 1), (Heads)]>,
    );
    is::<Option<StaticExtents![(self::Past * 2 + Time)]>>(
        &None::<StaticExtents![((Past * 2) + Time)]>,
    );
    let shape = extents![((Past + Time) * 2) = 10, (Time + 1) = 4].unwrap();
    is::<StaticExtents![((Past + Time) * 2), (Time + 1)]>(&shape);
    assert_eq!(format!("{shape:?}"), "[(Past+Time)*2 = 10, Time+1 = 4]");
    // Left to right and right to left.
    let x = Tensor::full(extents![dyn Batch = 2, dyn Time = 3, dyn Past = 4].unwrap(), 0).unwrap();
    let left = x.merge::<Named, _>(Const::<0>).unwrap().merge::<Named, _>(Const::<0>).unwrap();
    let right = x.merge::<Named, _>(Const::<1>).unwrap().merge::<Named, _>(Const::<0>).unwrap();
    is::<StaticExtents![(Batch * Time * Past)]>(left.extents());
    is::<StaticExtents![(Batch * Time * Past)]>(right.extents());
}

#[test]
fn merged_numbers_are_numbers() {
    let x = Tensor::full(extents![3, 8, 64], 1.0_f32).unwrap();
    let Ok(flat) = x.merge::<Named, _>(Const::<1>);
    is::<StaticExtents![3, (8 * 64)]>(flat.extents());
    assert_eq!(size_of_val(flat.extents()), 0);
    assert_eq!(<StaticExtents![3, (8 * 64)]>::SIZE, 3 * 512);
    assert_eq!(extents![3, (8 * 64)].extents(), [3, 512]);
    assert_eq!(Mapping::<StaticExtents![(8 * 64), (2 + 3), 2]>::STRIDES, [10, 2, 1]);
    assert_eq!(format!("{:?}", flat.extents()), "[3, 512]");
    // They meet the number, and take part in elementwise work.
    let Ok(y) = contract!((*flat.extents())[b, h] * (extents![512, 10])[h, k] => [b, k]);
    assert_eq!(y, extents![3, 10]);
    let ones = Tensor::full(extents![3, 512], 1.0).unwrap();
    let twos = (flat + &ones).eval().unwrap();
    is::<StaticExtents![3, (8 * 64)]>(twos.extents());
    assert_eq!(twos.as_slice(), [2.0; 1536]);
    assert_eq!(flat.extents().strengthen::<StaticExtents![3, 512]>(), Ok(extents![3, 512]));
    // With a name.
    let q = Tensor::full(extents![dyn Batch = 2, (Heads), 4].unwrap(), 0).unwrap();
    let q = q.merge::<Named, _>(Const::<1>).unwrap();
    assert_eq!(format!("{:?}", q.extents()), "[Batch = 2, Heads*4 = 32]");
    assert_eq!(size_of_val(q.extents()), size_of::<usize>());
}

/// Generic over numbers, without a bound on them.
fn project<const H: usize, const K: usize>(
    x: &TensorOf<StaticExtents![dyn Batch, H, K], f64>,
    weights: &TensorOf<StaticExtents![({ H } * { K }), 3], f64>,
) -> Result<TensorOf<StaticExtents![dyn Batch, 3], f64>, ShapeError> {
    let flat = x.merge::<Named, _>(Const::<1>)?;
    contract!(flat[b, h] * weights[h, k] => [b, k])
}

/// Generic over modes: whatever they are, they merge.
fn flatten<M: Mode, N: Mode>(
    x: &TensorOf<StaticExtents<(M, N)>, i32>,
) -> Result<TensorOf<StaticExtents<(M::MergedWith<N>,)>, i32>, ShapeError> {
    x.merge::<Named, _>(Const::<0>).map_err(Into::into)?.lazy().eval()
}

#[test]
fn generic_code_states_no_bound() {
    let x = Tensor::full(extents![dyn Batch = 2, 4, 5].unwrap(), 1.0).unwrap();
    let weights = Tensor::full(extents![(4 * 5), 3], 0.5).unwrap();
    assert_eq!(project(&x, &weights).unwrap().as_slice(), [10.0; 6]);
    let flat = flatten(&Tensor::full(extents![2, 3], 1).unwrap()).unwrap();
    is::<StaticExtents![(2 * 3)]>(flat.extents());
    let open = flatten(&Tensor::full(extents![dyn 2, 3].unwrap(), 1).unwrap()).unwrap();
    is::<StaticExtents![dyn]>(open.extents());
}

#[test]
fn concatenated_names_are_named_by_both() {
    let past = Tensor::full(extents![dyn Past = 4, 2].unwrap(), 1).unwrap();
    let time = Tensor::full(extents![dyn Time = 3, 2].unwrap(), 2).unwrap();
    let last = Tensor::full(extents![1, 2], 3).unwrap();
    let all = concat::<Named, _, _>(Const::<0>, (&past, &time, &last)).unwrap();
    is::<StaticExtents![(Past + Time + 1), 2]>(all.extents());
    assert_eq!(format!("{:?}", all.extents()), "[Past+Time+1 = 8, 2]");
    assert_eq!(all.as_slice(), [1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3]);
    let two = concat::<Named, _, _>(Const::<0>, (&last, &last)).unwrap();
    is::<StaticExtents![(1 + 1), 2]>(two.extents());
    let open = concat::<Named, _, _>(
        Const::<0>,
        (&past.clone().weaken::<StaticExtents![dyn, 2]>(), &last),
    );
    is::<StaticExtents![dyn, 2]>(open.unwrap().extents());
    // Into a target of that name.
    let mut target = Tensor::full(*all.extents(), 0).unwrap();
    concat_into(Const::<0>, (&past, &time, &last), &mut target).unwrap();
    assert_eq!(target.as_slice(), all.as_slice());
    // Two sums of one name are compared.
    let nine = <StaticExtents![(Past + Time + 1), 2]>::from_extents(&[9, 2]).unwrap();
    assert!((&all + &Tensor::full(nine, 1).unwrap()).sum().is_err());
}

#[test]
fn what_is_made_of_bounded_names_is_bounded() {
    let x = Tensor::full(extents![dyn Rows = 2, dyn Cols = 3].unwrap(), 1).unwrap();
    let flat = x.merge::<Named, _>(Const::<0>).unwrap();
    let w = extents![4, 5];
    let Ok(y) = contract!((*flat.extents())[b] * w[h, k] => [b, k]);
    assert_eq!(format!("{y:?}"), "[Rows*Cols = 6, 5]");
    let error = <StaticExtents![(Rows + Cols)]>::from_extents(&[12289]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "dim `Rows+Cols` has at most 12288 entries, but should get 12289"
    );
    assert!(<StaticExtents![(8 * 64)]>::from_extents(&[500]).is_err());
    // Two products of one name are two numbers, though the width is one.
    let wide = Sym::<Width>::bind(5).unwrap().extent();
    let ok = <StaticExtents![(Width * 2), dyn Width]>::from_extents(&[10, wide]);
    let odd = <StaticExtents![(Width * 2), dyn Width]>::from_extents(&[11, wide]);
    assert!(contract!((ok.unwrap())[b, h] * (odd.unwrap())[b, k] => [h, k]).is_err());
}
