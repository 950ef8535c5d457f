//! `rearrange!` and its kin where extents are numbers and names: what merges is a product, and a product that splits gives its factors.

use extents::einops::{rearrange, reduce, repeat};
use extents::label::{i, k};
use extents::rearrange::Product;
use extents::{
    Const, Dim, Dyn, Mode, ShapeError, StaticExtents, Sym, Tensor, TensorOf, contract, dims,
    extents,
};

use super::message;

dims! { Batch, Time, Past, Heads = 8, Key = 4, Rows ..= 6, once Hidden }

/// The extents of a result, whose type is asserted.
fn of<E>(extents: &E) -> &E {
    extents
}

type Hours = StaticExtents![dyn Batch, dyn Time, (Heads), 5];

/// Each element says its index.
fn hours() -> TensorOf<Hours, usize> {
    let extents = extents![dyn Batch = 2, dyn Time = 3, (Heads), 5].unwrap();
    Tensor::from_fn(extents, |[b, t, h, k]| 1000 * b + 100 * t + 10 * h + k).unwrap()
}

#[test]
fn names_multiply() {
    let x = hours();
    let y = rearrange!(x[b, t, h, k] => [(b t), (h k)]).unwrap();
    let _: &StaticExtents![(Batch * Time), (Heads * 5)] = of(y.extents());
    assert_eq!(y.extents().to_string(), "[6, 40]");
    assert_eq!(y.view()[[5, 39]], 1274);
    // In the order of memory; of three, and of one.
    let y = rearrange!(x[b, t, h, k] => [(t), (h b k)]).unwrap();
    let _: &StaticExtents![dyn Time, (Heads * Batch * 5)] = of(y.extents());
    assert_eq!(y.view()[[1, (3 * 2 + 1) * 5 + 4]], 1134);
    // What has no name has none in a product.
    let plain = Tensor::full(extents![dyn Batch = 2, dyn 3].unwrap(), 1).unwrap();
    let _: &StaticExtents![dyn] = of(rearrange!(plain[b, t] => [(b t)]).unwrap().extents());
    // A number without a product, as there is nothing to multiply.
    let _: &StaticExtents![1, dyn, dyn Batch] =
        of(rearrange!(plain[b, t] => [(), t, b]).unwrap().extents());
    // New modes, too.
    let y = repeat!(x[b, .., k] => [(2 b), .., (k copy)]; copy = 3).unwrap();
    let _: &StaticExtents![(2 * Batch), dyn Time, (Heads), (5 * 3)] = of(y.extents());
    let y = repeat!(plain[b, t] => [(p b), t]; p = dyn Past = 7).unwrap();
    let _: &StaticExtents![(Past * Batch), dyn] = of(y.extents());
    assert_eq!(y.extents().to_string(), "[14, 3]");
}

#[test]
fn products_give_their_factors_back() {
    let x = hours();
    let y = rearrange!(x[b, t, h, k] => [(b t), (h k)]).unwrap();
    // Of the extents that are not in the type all but one are given; those that are none.
    let z = rearrange!(y[(b t), (h k)] => [h, t, b, k]; b = dyn Batch = 2).unwrap();
    let _: &StaticExtents![(Heads), dyn Time, dyn Batch, 5] = of(z.extents());
    for (found, n) in z.iter().zip(0..) {
        let (h, t, b, k) = (n / 30, n / 10 % 3, n / 5 % 2, n % 5);
        assert_eq!(*found, 1000 * b + 100 * t + 10 * h + k);
    }
    let z = rearrange!(y[(b t), c] => [c, b, t]; t = dyn Time = 3).unwrap();
    let _: &StaticExtents![(Heads * 5), dyn Batch, dyn Time] = of(z.extents());
    assert_eq!(z.extents().to_string(), "[40, 2, 3]");
    // The last label is what is left.
    let all = rearrange!(x[b, t, h, k] => [(b t h), k]).unwrap();
    let z = rearrange!(all[(b rows), k] => [rows, b, k]; b = dyn Batch = 2).unwrap();
    let _: &StaticExtents![(Time * Heads), dyn Batch, 5] = of(z.extents());
    let z = rearrange!(all[(b t h), k] => [t, b, h, k]; b = dyn Batch = 2).unwrap();
    let _: &StaticExtents![dyn Time, dyn Batch, (Heads), 5] = of(z.extents());
    assert_eq!(z[[2, 1, 7, 4]], 1274);
    // Numbers beside a name, given or not.
    let y = repeat!(x[b, ..] => [(b 2), ..]).unwrap();
    let z = reduce!(y[(b p), ..] => [b, ..]; max; p = 2).unwrap();
    let _: &Hours = of(z.extents());
    assert_eq!(z.as_slice(), x.as_slice());
    let z = rearrange!(y[(b p), ..] => [p, b, ..]).unwrap();
    let _: &StaticExtents![2, dyn Batch, dyn Time, (Heads), 5] = of(z.extents());
}

#[test]
fn what_is_no_product_is_divided() {
    let x = hours();
    let y = rearrange!(x[(b p), t, (h q), k] => [b, p, t, h, q, k]; p = 2, q = 4).unwrap();
    let _: &StaticExtents![(Batch / 2), 2, dyn Time, (Heads / 4), 4, 5] = of(y.extents());
    assert_eq!(y.extents().to_string(), "[1, 2, 3, 2, 4, 5]");
    let y = rearrange!(x[b, (t p), ..] => [t, p, b, ..]; p = dyn Past = 3).unwrap();
    let _: &StaticExtents![(Time / Past), dyn Past, dyn Batch, (Heads), 5] = of(y.extents());
    let y = rearrange!(x[b, (t p), ..] => [t, p, b, ..]; p = dyn 3).unwrap();
    let _: &StaticExtents![dyn, dyn, dyn Batch, (Heads), 5] = of(y.extents());
    // A product by what is not said to be a factor: nobody knows that the 2 entries are a batch.
    let y = rearrange!(x[b, t, ..] => [(b t), ..]).unwrap();
    let z = rearrange!(y[(b t), ..] => [t, b, ..]; b = 2).unwrap();
    let _: &StaticExtents![(Batch * Time / 2), 2, (Heads), 5] = of(z.extents());
    let z = rearrange!(y[(b t), ..] => [t, b, ..]; b = dyn 2).unwrap();
    let _: &StaticExtents![dyn, dyn, (Heads), 5] = of(z.extents());
    // Numbers alone have parts of any size.
    let numbers = Tensor::full(extents![8, 6], 1).unwrap();
    let flat = rearrange!(numbers[a, b] => [(a b)]).unwrap();
    let z = rearrange!(flat[(a b)] => [a, b]; b = 4).unwrap();
    let _: &StaticExtents![(8 * 6 / 4), 4] = of(z.extents());
    let _: &StaticExtents![8, 6] = of(rearrange!(flat[(a b)] => [a, b]).unwrap().extents());
}

/// A product or quotient of numbers is a number: it takes no room, and meets the number.
#[test]
fn products_of_numbers_are_numbers() {
    let x = Tensor::from_fn(extents![8, 6], |[a, b]| 6 * a + b).unwrap();
    let flat = rearrange!(x[a, b] => [(a b)]).unwrap();
    assert_eq!(size_of_val(flat.extents()), 0);
    let ones = Tensor::full(extents![48], 1).unwrap();
    assert_eq!(contract!(flat[k] * ones[k] => []).unwrap()[[]], 47 * 48 / 2);
    assert_eq!((flat.view() + &ones).eval().unwrap().as_slice()[..3], [1, 2, 3]);
    let small = Tensor::full(extents![4], 1).unwrap();
    let rows = rearrange!(x[(a p), b] => [(p b), a]; p = 2).unwrap();
    assert_eq!(contract!(rows[i, k] * small[k] => [i]).unwrap().as_slice()[0], 12 * 6);
}

/// Layers generic over dims and numbers, without a where-clause.
#[test]
fn generic_code_needs_no_bounds() {
    type Wide<B, const H: usize, const K: usize> =
        StaticExtents<(Sym<B>, Sym<Product<Const<H>, Const<K>>>)>;
    type Split<B, const H: usize, const K: usize> = StaticExtents<(Const<H>, Sym<B>, Const<K>)>;
    fn split<B: Dim, const H: usize, const K: usize>(
        x: &TensorOf<Wide<B, H, K>, i32>,
    ) -> Result<TensorOf<Split<B, H, K>, i32>, ShapeError> {
        rearrange!(x[b, (h k)] => [h, b, k])?.map(|x| *x)
    }
    fn join<B: Dim, const H: usize, const K: usize>(
        x: &TensorOf<Split<B, H, K>, i32>,
    ) -> Result<TensorOf<Wide<B, H, K>, i32>, ShapeError> {
        rearrange!(x[h, b, k] => [b, (h k)])?.into_tensor()
    }
    fn halves<M: Mode>(
        x: &TensorOf<StaticExtents<(M, Dyn)>, i32>,
    ) -> Result<TensorOf<StaticExtents<(Const<2>, Dyn)>, i32>, ShapeError> {
        reduce!(x[(a p), b] => [p, b]; sum; p = 2)
    }
    let x = Tensor::from_fn(extents![2, dyn Batch = 3, 4].unwrap(), |[h, b, k]| {
        (100 * h + 10 * b + k) as i32
    });
    let x = x.unwrap();
    let wide = join(&x).unwrap();
    assert_eq!(wide.as_slice()[..8], [0, 1, 2, 3, 100, 101, 102, 103]);
    assert_eq!(split(&wide).unwrap().as_slice(), x.as_slice());
    let rows = Tensor::from_fn(extents![dyn Batch = 4, dyn 1].unwrap(), |[a, _]| a as i32);
    assert_eq!(halves(&rows.unwrap()).unwrap().as_slice(), [2, 4]);
}

#[test]
fn extents_that_names_do_not_have_are_errors() {
    let x = hours();
    let y = rearrange!(x[b, t, ..] => [(b t), ..]).unwrap();
    let error = message(rearrange!(y[(b t), ..] => [t, b, ..]; b = dyn Batch = 4));
    assert_eq!(error, "label `t` of mode 0 has no whole size: the extent 6 is not a multiple of 4");
    let error =
        message(rearrange!(y[(b t), ..] => [t, b, ..]; b = dyn Batch = 2, t = dyn Time = 4));
    assert_eq!(error, "mode 0 of extent 6 cannot split into parts whose product is 8");
    let error = message(rearrange!(x[b, ..] => [b, ..]; b = dyn Past = 5));
    assert_eq!(error, "mode 0 should have extent 5, but has 2");
    // A mode behind `..` has the number that it has in the operand.
    let error = message(rearrange!(y[.., (k p)] => [.., k, p]; p = dyn 2));
    assert_eq!(error, "label `k` of mode 2 has no whole size: the extent 5 is not a multiple of 2");
    // More than the largest extent of a name; a name that is not bound, and then bound to another extent.
    let long = Tensor::full(extents![dyn 14].unwrap(), 1).unwrap();
    let error = message(rearrange!(long[(a r)] => [a, r]; r = dyn Rows = 7));
    assert_eq!(error, "dim `Rows` has at most 6 entries, but should get 7");
    assert_eq!(
        message(rearrange!(long[(a r)] => [a, r]; r = dyn Hidden = 7)),
        "dim `Hidden` is bound to no extent yet: `Sym::bind` binds it"
    );
    Sym::<Hidden>::bind(2).unwrap();
    let error = message(rearrange!(long[(a r)] => [a, r]; r = dyn Hidden = 7));
    assert_eq!(error, "dim `Hidden` should have extent 2, but has 7");
    let y = rearrange!(long[(a r)] => [a, r]; r = dyn Hidden = 2).unwrap();
    let _: &StaticExtents![dyn, dyn Hidden] = of(y.extents());
}
