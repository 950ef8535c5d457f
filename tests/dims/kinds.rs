//! Dims that are bound once a process, numbers with a name, and largest extents: what is compared, what takes room, and what
//! cannot fail.

use std::convert::Infallible;

use super::*;
use extents::arrange::concat;

dims! {
    once Hidden ..= 65536,
    pub once Vocab,
    Heads = 8,
    pub Rows ..= 4096,
    pub(crate) Cols ..= 8192,
}

fn is<T>(_: &T) {}

fn hidden() -> Sym<Hidden> {
    Sym::bind(6).unwrap()
}

#[test]
fn a_number_with_a_name_takes_no_room_and_has_strides_in_the_type() {
    let q: StaticExtents![(Heads), 64] = extents![(Heads), 64];
    assert_eq!((size_of_val(&q), q.extents()), (0, [8, 64]));
    assert_eq!(<StaticExtents![2, (Heads), 4]>::SIZE, 64);
    assert_eq!(Mapping::<StaticExtents![2, (Heads), 4]>::STRIDES, [32, 4, 1]);
    assert_eq!(size_of::<Mapping<StaticExtents![2, (Heads), 4]>>(), 0);
    assert_eq!(format!("{q:?} {q}"), "[Heads = 8, 64] [8, 64]");
    let mixed = extents![dyn 3, (Heads), dyn Batch = 2, (self::Heads)].unwrap();
    is::<StaticExtents![dyn, (Heads), dyn Batch, dyn Heads]>(&mixed);
    assert_eq!(mixed.extents(), [3, 8, 2, 8]);
}

#[test]
fn a_number_with_a_name_meets_the_number() {
    let (q, w) = (extents![(Heads), 64], extents![8, 3]);
    let Ok(both) = contract!(q[h, d] * w[h, k] => [d, h, k]);
    is::<StaticExtents![64, (Heads), 3]>(&both);
    let open = extents![dyn 8, 3].unwrap();
    let met = contract!(q[h, d] * open[h, k] => [h, k]).unwrap();
    is::<StaticExtents![(Heads), 3]>(&met);
    let short = extents![dyn 7, 3].unwrap();
    assert_eq!(
        contract!(q[h, d] * short[h, k] => [h, k]).unwrap_err().to_string(),
        "label `h` names modes of different extents: 8 and 7"
    );
    // Tensors, and elementwise.
    let a = Tensor::from_fn(extents![(Heads), 2], |[n, m]| (10 * n + m) as f64).unwrap();
    let b = Tensor::full(extents![8, 2], 1.0).unwrap();
    let sum: TensorOf<StaticExtents![(Heads), 2], f64> = (&a + &b).eval().unwrap();
    let mus: TensorOf<StaticExtents![(Heads), 2], f64> = (&b + &a).eval().unwrap();
    assert_eq!((sum[[7, 1]], mus[[7, 1]]), (72.0, 72.0));
    let rows: TensorOf<StaticExtents![(Heads)], f64> = contract!(a[h, d] * b[h, d] => [h]).unwrap();
    assert_eq!(rows[[3]], 61.0);
}

#[test]
fn a_number_with_a_name_weakens_and_strengthens() {
    let q = extents![(Heads), 2];
    let open: StaticExtents![dyn, 2] = q.weaken();
    assert_eq!(open.strengthen::<StaticExtents![(Heads), 2]>(), Ok(q));
    assert_eq!(q.strengthen::<StaticExtents![8, 2]>(), Ok(extents![8, 2]));
    let nine = DynRankExtents::new(&[9, 2]).unwrap();
    let error = nine.strengthen::<StaticExtents![(Heads), 2]>().unwrap_err();
    let place = Place::Dim(LabelName::new("Heads"));
    assert_eq!(error, ShapeError::ExtentMismatch { place, expected: 8, found: 9 });
    assert_eq!(error.to_string(), "dim `Heads` should have extent 8, but has 9");
}

#[test]
fn more_than_the_largest_extent_is_an_error_with_the_name_and_both_numbers() {
    let dim = LabelName::new("Rows");
    let most = ShapeError::DimOverflow { dim, found: 5000, most: 4096 };
    assert_eq!(extents![dyn Rows = 5000, 2].unwrap_err(), most);
    assert_eq!(Sym::<Rows>::try_new(5000), Err(most));
    assert_eq!(extents![dyn 5000].unwrap().strengthen::<StaticExtents![dyn Rows]>(), Err(most));
    assert_eq!(most.to_string(), "dim `Rows` has at most 4096 entries, but should get 5000");
    assert_eq!(extents![dyn Rows = 4096].unwrap().extents(), [4096]);
}

#[test]
fn a_dim_is_bound_once_and_has_one_extent() {
    let six = hidden();
    assert_eq!((Sym::<Hidden>::bind(6), Sym::bound()), (Ok(six), Some(six)));
    let place = Place::Dim(LabelName::new("Hidden"));
    let error = ShapeError::ExtentMismatch { place, expected: 6, found: 7 };
    assert_eq!(Sym::<Hidden>::bind(7), Err(error));
    assert_eq!(extents![dyn Hidden = 7, 2].unwrap_err(), error);
    assert_eq!(extents![dyn 7].unwrap().strengthen::<StaticExtents![dyn Hidden]>(), Err(error));
    assert_eq!(error.to_string(), "dim `Hidden` should have extent 6, but has 7");
    let shape = extents![dyn Hidden = six.extent(), 2].unwrap();
    assert_eq!(shape.weaken::<DynRankExtents>().strengthen(), Ok(shape));
    assert_eq!(format!("{shape:?}"), "[Hidden = 6, 2]");
}

#[test]
fn what_is_bound_once_is_not_compared_and_cannot_fail() {
    let n = hidden().extent();
    let shape: StaticExtents![dyn Hidden, dyn Hidden] =
        extents![dyn Hidden = n, dyn Hidden = n].unwrap();
    let done: Result<_, Infallible> = contract!(shape[h, k] * shape[k, d] => [h, d]);
    is::<Result<StaticExtents![dyn Hidden, dyn Hidden], Infallible>>(&done);
    assert_eq!(done, Ok(shape));

    let a = Tensor::from_fn(shape, |[n, m]| (n + 2 * m) as f64).unwrap();
    let mut c = Tensor::full(shape, 0.0).unwrap();
    let Ok(()) = contract!(c[h, d] = a[h, k] * a[k, d]);
    let entry =
        |n: usize, m: usize| (0..6).map(|k| ((n + 2 * k) * (k + 2 * m)) as f64).sum::<f64>();
    assert_eq!(c[[5, 4]], entry(5, 4));
    // Three operands would like memory.
    let Ok(()) = contract!(c[h, d] = a[h, k] * a[k, s] * a[s, d]);
    let whole: f64 = (0..6).map(|s| entry(2, s) * (s + 2 * 3) as f64).sum();
    assert_eq!(c[[2, 3]], whole);
    // Elementwise.
    let Ok(()) = (2.0 * &a).assign_to(&mut c);
    let Ok(sum) = (&a + &c).sum();
    assert_eq!(sum, 3.0 * a.iter().sum::<f64>());
    c += &a;
    assert_eq!(c[[1, 1]], 9.0);
    // Rearranged and sliced.
    let turned = a.transpose();
    assert_eq!(turned[[1, 0]], a[[0, 1]]);
    is::<StaticExtents![dyn Hidden, dyn Hidden]>(turned.extents());
}

#[test]
fn bounded_names_that_do_not_meet_cannot_fail() {
    let x = extents![dyn Rows = 3, dyn Cols = 5, 64].unwrap();
    let Ok(y) = contract!(x[b, t, h] * (extents![64, 128])[h, k] => [b, t, k]);
    is::<StaticExtents![dyn Rows, dyn Cols, 128]>(&y);
    assert_eq!(y, extents![3, 5, 128]);
    // Those that meet are compared.
    let four = extents![dyn Rows = 4, 64].unwrap();
    let met: Result<StaticExtents![dyn Cols], ShapeError> =
        contract!(x[b, t, h] * four[b, h] => [t]);
    assert_eq!(met.unwrap_err().to_string(), "label `b` names modes of different extents: 3 and 4");
    // Without a largest extent the result may be too large.
    let free: Result<StaticExtents![dyn Batch, 2], ShapeError> =
        contract!((extents![dyn Batch = 3, 64].unwrap())[b, h] * (extents![64, 2])[h, k] => [b, k]);
    assert_eq!(free.unwrap().extents(), [3, 2]);
}

#[test]
fn a_mode_that_can_refuse_a_number_makes_a_merge_fallible() {
    dims! { UpTo4 ..= 4 }
    let x = Tensor::full(extents![5, 1], 0).unwrap();
    let merged: Result<_, ShapeError> = x.merge::<Sym<UpTo4>, _>(Const::<0>);
    assert_eq!(
        merged.unwrap_err().to_string(),
        "dim `UpTo4` has at most 4 entries, but should get 5"
    );
    let y = Tensor::full(extents![2, 2], 0).unwrap();
    let merged = y.merge::<Sym<UpTo4>, _>(Const::<0>).unwrap();
    assert_eq!(merged.extents().extents(), [4]);
    let Ok(open) = x.merge::<Sym<Batch>, _>(Const::<0>);
    is::<StaticExtents![dyn Batch]>(open.extents());
    let z = Tensor::full(extents![3, 2], 0).unwrap();
    assert!(concat::<Sym<UpTo4>, _, _>(Const::<0>, (&y, &z)).is_err());
}

/// Layers whose dims are parameters, of whatever kind.
struct Linear<I: Dim, O: Dim> {
    weights: TensorOf<StaticExtents![dyn I, dyn O], f64>,
}

impl<I: Dim, O: Dim> Linear<I, O> {
    fn apply<B: Dim>(&self, x: &Matrix<B, I>) -> Result<Matrix<B, O>, ShapeError> {
        contract!(x[b, h] * self.weights[h, k] => [b, k])
    }
}

#[test]
fn layers_take_dims_of_every_kind() {
    hidden();
    let up =
        Linear { weights: Tensor::full(extents![(Heads), dyn Hidden = 6].unwrap(), 1.0).unwrap() };
    let down = Linear {
        weights: Tensor::full(extents![dyn Hidden = 6, dyn Cols = 3].unwrap(), 1.0).unwrap(),
    };
    for n in [2, 3] {
        let x = Tensor::full(extents![dyn Batch = n, (Heads)].unwrap(), 1.0).unwrap();
        let y = down.apply(&up.apply(&x).unwrap()).unwrap();
        is::<TensorOf<StaticExtents![dyn Batch, dyn Cols], f64>>(&y);
        assert_eq!(y.as_slice(), vec![48.0; n * 3]);
    }
}
