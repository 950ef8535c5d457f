//! The rows of `einx`, and of `einops.pack`, whose modes are types: extents and places are known to the compiler.

use extents::arrange::{concat, stack};
use extents::einops::{rearrange, reduce, repeat};
use extents::label::{i, j, k, l};
use extents::rearrange::Named;
use extents::{Const, StaticExtents, Tensor, contract, extents, slice};

use super::assert_is;

/// Elements from a number on, one after the other.
macro_rules! from {
    ($first:literal; $($extent:literal),*) => {{
        let size = [$($extent),*].iter().product::<usize>();
        Tensor::from_vec(extents![$($extent),*], (0..size).map(|n| n as f64 + $first).collect()).unwrap()
    }};
}

/// The extents of a result, whose type is asserted.
fn of<E>(extents: &E) -> &E {
    extents
}

#[test]
fn folds_are_as_einx_has_them() {
    let x = from!(0.0; 2, 3, 4);
    assert_is(&reduce!(x[a, b, c] => [a, c]; sum).unwrap().view(), "x.first");
    let x = from!(0.0; 2, 3);
    assert_is(&reduce!(x[a, b] => [a]; sum).unwrap().view(), "x.sum");
    let x = from!(0.0; 2, 2, 3, 4);
    assert_is(&reduce!(x[b, .., c] => [b, c]; mean).unwrap().view(), "x.mean");
    let x = from!(0.0; 2, 4, 6, 3);
    let sums = reduce!(x[b, (h p), (w q), c] => [b, h, w, c]; sum; p = 2, q = 2).unwrap();
    let _: &StaticExtents![2, (4 / 2), (6 / 2), 3] = of(sums.extents());
    assert_is(&sums.view(), "x.pool");
}

#[test]
fn rearrangements_are_as_einx_has_them() {
    let x = from!(0.0; 3, 4);
    assert_is(&rearrange!(x[a, (b c)] => [(b a), c]; b = 2).unwrap().view(), "x.id");

    let x = from!(0.0; 2, 6);
    let pairs = rearrange!(x[.., (g c)] => [.., g, c]; c = 2).unwrap();
    let turned = pairs.reverse(Const::<2>);
    assert_is(&rearrange!(turned[.., g, c] => [.., (g c)]).unwrap().view(), "x.flip");

    let x = from!(0.0; 2, 5);
    let Ok(left) = x.slice(slice![.., ..2]);
    let Ok(right) = x.slice(slice![.., (2..)]);
    assert_is(&left, "x.split-left");
    assert_is(&right, "x.split-right");

    let x = from!(0.0; 2, 3);
    let number = Tensor::full(extents![2, 1], 42.0).unwrap();
    let longer = concat::<Named, _, _>(Const::<1>, (&x, &number)).unwrap();
    let _: &StaticExtents![2, (3 + 1)] = of(longer.extents());
    assert_is(&longer.view(), "x.append");
}

#[test]
fn products_and_sums_are_as_einx_has_them() {
    let (x, y) = (from!(0.0; 2), from!(0.0; 3));
    let (rows, columns) = (repeat!(x[a] => [a, 3]).unwrap(), repeat!(y[b] => [2, b]).unwrap());
    assert_is(&(rows + columns).eval().unwrap().view(), "x.outer");

    let (x, y) = (from!(0.0; 2, 3), from!(0.0; 3, 4));
    assert_is(&contract!(x[i, j] * y[j, k] => [i, k]).unwrap().view(), "x.product");
    let (left, right) =
        (repeat!(x[a, b] => [4, b, a]).unwrap(), repeat!(y[b, c] => [c, b, 2]).unwrap());
    assert_is(&(left + right).eval().unwrap().view(), "x.loops");

    let y = from!(0.0; 4, 3);
    let sums = reduce!(y[b, c] => [b]; sum).unwrap();
    let (left, right) =
        (repeat!(x[a, c] => [a, 4, c]).unwrap(), repeat!(sums[b] => [2, b, 3]).unwrap());
    assert_is(&(left * 2.0 + right).eval().unwrap().view(), "x.own");

    let (x, y) = (from!(0.0; 2, 3), from!(0.0; 3, 2));
    let all = contract!(x[i, j] * y[k, l] => [i, k, j, l]).unwrap();
    let product = rearrange!(all[i, k, j, l] => [(i k), (j l)]).unwrap();
    let _: &StaticExtents![(2 * 3), (3 * 2)] = of(product.extents());
    assert_is(&product.view(), "x.kronecker");
}

#[test]
fn entries_at_places_are_as_einx_has_them() {
    let x = from!(0.0; 2, 2, 3, 2);
    let pixels = rearrange!(x[b, h, w, c] => [b, (h w), c]).unwrap();
    let pixels = pixels.view();
    let (Ok(first), Ok(second)) = (pixels.chip(slice![0, .., ..]), pixels.chip(slice![1, .., ..]));
    // Of each image, some of its pixels in a row: 3 h + w.
    let first = first.take(Const::<0>, [5, 0, 4]).unwrap();
    let second = second.take(Const::<0>, [2, 3, 1]).unwrap();
    let picked = stack(Const::<0>, (&first, &second)).unwrap();
    let _: &StaticExtents![2, 3, 2] = of(picked.extents());
    assert_is(&picked.view(), "x.gather");
}

#[test]
fn packs_are_as_einops_has_them() {
    let (a, b, c) = (from!(0.0; 2, 3), from!(6.0; 2, 3), from!(12.0; 2, 3));
    assert_is(&stack(Const::<2>, (&a, &b, &c)).unwrap().view(), "p.last");
    assert_is(&stack(Const::<1>, (&a, &b, &c)).unwrap().view(), "p.middle");
    assert_is(&stack(Const::<0>, (&a, &b, &c)).unwrap().view(), "p.first");
    let columns = concat::<Named, _, _>(Const::<1>, (&a, &b, &c)).unwrap();
    assert_is(&columns.view(), "p.columns");
    let rows = concat::<Named, _, _>(Const::<0>, (&a, &b, &c)).unwrap();
    let _: &StaticExtents![(2 + 2 + 2), 3] = of(rows.extents());
    assert_is(&rows.view(), "p.rows");
    let (three, deep) = (stack(Const::<2>, (&a, &b, &c)).unwrap(), from!(18.0; 2, 3, 4));
    let all = concat::<Named, _, _>(Const::<2>, (&three, &deep)).unwrap();
    let _: &StaticExtents![2, 3, (3 + 4)] = of(all.extents());
    assert_is(&all.view(), "p.depths");

    let (class, image, text) = (from!(0.0; 2, 3), from!(6.0; 2, 2, 2, 3), from!(30.0; 2, 4, 3));
    let class = rearrange!(class[b, c] => [b, 1, c]).unwrap();
    let image = rearrange!(image[b, h, w, c] => [b, (h w), c]).unwrap();
    let tokens = concat::<Named, _, _>(Const::<1>, (&class, &image, &text)).unwrap();
    let _: &StaticExtents![2, (1 + (2 * 2) + 4), 3] = of(tokens.extents());
    assert_is(&tokens.view(), "p.tokens");

    let packed = from!(0.0; 2, 9, 3);
    let Ok(class) = packed.slice(slice![.., 0..1, ..]);
    assert_is(&rearrange!(class[b, 1, c] => [b, c]).unwrap(), "p.unpack-0");
    let Ok(image) = packed.slice(slice![.., 1..5, ..]);
    let image = rearrange!(image[b, (h w), c] => [b, h, w, c]; h = 2).unwrap();
    assert_is(&image, "p.unpack-1");
    let Ok(text) = packed.slice(slice![.., 5..9, ..]);
    assert_is(&text, "p.unpack-2");
}
