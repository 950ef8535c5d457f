//! Attention: scores, heads, caches.

use extents::arrange::concat;

use super::*;

/// The scores of queries against keys.
fn scores(
    queries: &TensorOf<StaticExtents![dyn Batch, dyn Time, 4], f64>,
    keys: &TensorOf<StaticExtents![dyn Batch, dyn Source, 4], f64>,
) -> Result<TensorOf<StaticExtents![dyn Batch, dyn Time, dyn Source], f64>, ShapeError> {
    contract!(queries[Batch, Time, x] * keys[Batch, Source, x] => [Batch, Time, Source])
}

#[test]
fn p01_scores_of_queries_and_keys() {
    let queries =
        Tensor::from_fn(extents![dyn Batch = 2, dyn Time = 3, 4].unwrap(), number).unwrap();
    let keys =
        Tensor::from_fn(extents![dyn Batch = 2, dyn Source = 5, 4].unwrap(), number).unwrap();
    for ([n, t, s], score) in scores(&queries, &keys).unwrap().indexed_iter() {
        let expected: f64 = (0..4).map(|l| number([n, t, l]) * number([n, s, l])).sum();
        assert_eq!(*score, expected);
    }
}

#[test]
fn p03_two_batches_of_one_name() {
    let queries = Tensor::full(extents![dyn Batch = 32, dyn Time = 1, 4].unwrap(), 1.0).unwrap();
    let keys = Tensor::full(extents![dyn Batch = 16, dyn Source = 1, 4].unwrap(), 1.0).unwrap();
    let error = scores(&queries, &keys).unwrap_err();
    assert_eq!(error, under_label("Batch", 32, 16));
    assert_eq!(error.to_string(), "label `Batch` names modes of different extents: 32 and 16");
}

#[test]
fn p04_one_function_for_batches_of_4_and_of_6() {
    let sum = |batch: usize| {
        let x = Tensor::full(extents![dyn Batch = batch, 1].unwrap(), 1.0).unwrap();
        let sum: TensorOf<StaticExtents![dyn Batch, 1], f64> = (&x + &x).eval().unwrap();
        sum.extents().extents()
    };
    assert_eq!([sum(4), sum(6)], [[4, 1], [6, 1]]);
}

#[test]
fn p05_heads_of_a_width_and_back() {
    let extents = <StaticExtents![dyn Time, (8 * Head)]>::from_extents(&[3, 40]).unwrap();
    let x = Tensor::from_fn(extents, number).unwrap();
    let heads = x.split(Const::<1>, extents![8, dyn Head = 5].unwrap()).unwrap();
    let turned = heads.permute(modes![1, 0, 2]);
    let _: &StaticExtents![8, dyn Time, dyn Head] = turned.extents();
    assert_eq!(turned[[7, 2, 4]], number([2, 39]));
    let back = turned.permute(modes![1, 0, 2]);
    let back = back.merge::<Named, _>(Const::<1>).unwrap();
    let _: &StaticExtents![dyn Time, (8 * Head)] = back.extents();
    assert_eq!((back - &x).eval().unwrap().as_slice(), [0.0; 120]);
}

#[test]
fn p07_queries_keys_and_values_of_one_width() {
    let extents = <StaticExtents![dyn Time, (3 * Model)]>::from_extents(&[2, 12]).unwrap();
    let x = Tensor::from_fn(extents, number).unwrap();
    let parts = x.split(Const::<1>, extents![3, dyn Model = 4].unwrap()).unwrap();
    for part in 0..3 {
        let part_of_three = parts.chip(slice![.., part, ..]).unwrap();
        let _: &StaticExtents![dyn Time, dyn Model] = part_of_three.extents();
        assert_eq!(part_of_three[[1, 3]], number([1, 4 * part + 3]));
    }
}

/// Scores of what is new against what was and what is new.
type Cached = StaticExtents![dyn Time, (Past + Time)];

fn cached(
    queries: &TensorOf<StaticExtents![dyn Time, 4], f64>,
    past: &TensorOf<StaticExtents![dyn Past, 4], f64>,
    mask: &TensorOf<Cached, f64>,
) -> Result<TensorOf<Cached, f64>, ShapeError> {
    let keys = concat::<Named, _, _>(Const::<0>, (past, queries))?;
    let scores = contract!(queries[t, x] * keys[s, x] => [t, s])?;
    (&scores + mask).eval()
}

#[test]
fn p09_a_mask_over_what_was_and_what_is_new() {
    let new = Tensor::from_fn(extents![dyn Time = 2, 4].unwrap(), number).unwrap();
    let past = extents![dyn Past = 3, 4].unwrap();
    let past = Tensor::from_fn(past, |[s, x]| number([s + 9, x])).unwrap();
    let mask = |entries| Tensor::from_fn(Cached::from_extents(&[2, entries]).unwrap(), number);
    for ([t, s], score) in cached(&new, &past, &mask(5).unwrap()).unwrap().indexed_iter() {
        let key = |x| if s < 3 { number([s + 9, x]) } else { number([s - 3, x]) };
        let expected: f64 = (0..4).map(|x| number([t, x]) * key(x)).sum();
        assert_eq!(*score, expected + number([t, s]));
    }
    assert_eq!(cached(&new, &past, &mask(3).unwrap()).unwrap_err(), of_mode(1, 5, 3));
}

#[test]
fn p12_a_cache_that_is_named_anew_each_turn() {
    let one = Tensor::full(extents![1, 2], 1.0).unwrap();
    let mut cache = Tensor::full(extents![dyn Past = 3, 2].unwrap(), 0.0).unwrap();
    for _ in 0..4 {
        cache = concat::<Sym<Past>, _, _>(Const::<0>, (&cache, &one)).unwrap();
    }
    assert_eq!(format!("{:?}", cache.extents()), "[Past = 7, 2]");
    assert_eq!((cache[[2, 1]], cache[[3, 0]]), (0.0, 1.0));
}

#[test]
fn p27_a_width_of_any_number_in_heads_and_back() {
    let there_and_back = |width: usize, heads: usize| {
        let x =
            Tensor::from_fn(extents![dyn Time = 3, dyn Model = width].unwrap(), number).unwrap();
        let parts = extents![dyn Heads = heads, dyn Head = width / heads].unwrap();
        let split = x.split(Const::<1>, parts)?;
        let back: View<'_, f64, StaticExtents![dyn Time, dyn Model], _> =
            split.merge::<Sym<Model>, _>(Const::<1>)?;
        Ok::<bool, ShapeError>((back - &x).eval()?.iter().all(|x| *x == 0.0))
    };
    assert_eq!(there_and_back(12, 4), Ok(true));
    let error = there_and_back(14, 4).unwrap_err();
    assert_eq!(
        error.to_string(),
        "mode 1 of extent 14 cannot split into parts whose product is 12"
    );
}

/// A layer over heads side by side: generic over both numbers, and without a bound.
fn projected<const H: usize, const K: usize>(
    x: &TensorOf<StaticExtents![3, H, K], f64>,
    weights: &TensorOf<StaticExtents![({ H } * { K }), 2], f64>,
) -> Result<TensorOf<StaticExtents![3, 2], f64>, ShapeError> {
    let flat = x.merge::<Named, _>(Const::<1>)?;
    contract!(flat[t, m] * weights[m, o] => [t, o])
}

#[test]
fn p31_eight_heads_of_64_are_a_width_of_512() {
    let x = Tensor::from_fn(extents![3, 8, 64], number).unwrap();
    let weights = Tensor::full(extents![512, 2], 1.0).unwrap();
    let weights = weights.strengthen::<StaticExtents![(8 * 64), 2]>().unwrap();
    for ([t, _], y) in projected(&x, &weights).unwrap().indexed_iter() {
        let expected: f64 = (0..512).map(|m| number([t, m / 64, m % 64])).sum();
        assert_eq!(*y, expected);
    }
    // A number that is written meets one that is computed.
    let Ok(flat) = x.merge::<Named, _>(Const::<1>);
    let ones = Tensor::full(extents![512], 1.0).unwrap();
    let sums: TensorOf<StaticExtents![3], f64> = contract!(flat[t, m] * ones[m] => [t]).unwrap();
    assert_eq!(sums[[2]], projected(&x, &weights).unwrap()[[2, 0]]);
}
