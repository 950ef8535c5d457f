//! The rows of `einx`, and of `einops.pack`, by what this library has for them.

use extents::arrange::{concat, stack};
use extents::einops::Pattern;
use extents::rearrange::Slice;
use extents::{DynRankExtents, Tensor, einsum};

use super::{assert_is, counting};

type Array = Tensor<f64, DynRankExtents>;

fn plus(x: &Array, n: f64) -> Array {
    x.map(|x| x + n).unwrap()
}

fn pattern(text: &str) -> Pattern {
    Pattern::new(text).unwrap()
}

#[test]
fn folds_are_as_einx_has_them() {
    let x = counting(&[2, 3, 4]);
    assert_is(&pattern("a b c -> a c").reduce(&x, |over| over.sum()).unwrap().view(), "x.first");
    let x = counting(&[2, 3]);
    assert_is(&pattern("a b -> a").reduce(&x, |over| over.sum()).unwrap().view(), "x.sum");
    let x = counting(&[2, 2, 3, 4]);
    let mean = pattern("b ... c -> b c").reduce(&x, |over| over.mean()).unwrap();
    assert_is(&mean.view(), "x.mean");
    let x = counting(&[2, 4, 6, 3]);
    let pool = pattern("b (h p) (w q) c -> b h w c").with("p", 2).with("q", 2);
    assert_is(&pool.reduce(&x, |over| over.sum()).unwrap().view(), "x.pool");
}

#[test]
fn rearrangements_are_as_einx_has_them() {
    let x = counting(&[3, 4]);
    let id = pattern("a (b c) -> (b a) c").with("b", 2);
    assert_is(&id.rearrange(&x).unwrap().view(), "x.id");

    let x = counting(&[2, 6]);
    let pairs = x.rearrange(&pattern("... (g c) -> ... g c").with("c", 2)).unwrap();
    let turned = pairs.reverse(2).unwrap();
    assert_is(&pattern("... g c -> ... (g c)").rearrange(&turned).unwrap().view(), "x.flip");

    let x = counting(&[2, 5]);
    let (left, right) = ([Slice::from(..), Slice::from(..2)], [Slice::from(..), Slice::from(2..)]);
    assert_is(&x.slice(left).unwrap(), "x.split-left");
    assert_is(&x.slice(right).unwrap(), "x.split-right");

    let x = counting(&[2, 3]);
    let number = Tensor::full(DynRankExtents::new(&[2, 1]).unwrap(), 42.0).unwrap();
    assert_is(&concat(1, (&x, &number)).unwrap().view(), "x.append");
}

#[test]
fn products_and_sums_are_as_einx_has_them() {
    let (a, b) = (counting(&[2]), counting(&[3]));
    let (rows, columns) = (pattern("a -> a 3"), pattern("b -> 2 b"));
    let (rows, columns) = (rows.repeat(&a).unwrap(), columns.repeat(&b).unwrap());
    assert_is(&(rows.view() + columns.view()).eval().unwrap().view(), "x.outer");

    let (a, b) = (counting(&[2, 3]), counting(&[3, 4]));
    assert_is(&einsum("ab,bc->ac", &[&a, &b]).unwrap().view(), "x.product");
    let left = pattern("a b -> 4 b a").repeat(&a).unwrap();
    let right = pattern("b c -> c b 2").repeat(&b).unwrap();
    assert_is(&(left.view() + right.view()).eval().unwrap().view(), "x.loops");

    let sums = pattern("b c -> b").reduce(&counting(&[4, 3]), |over| over.sum()).unwrap();
    let (left, right) = (pattern("a c -> a 4 c"), pattern("b -> 2 b 3"));
    let (left, right) = (left.repeat(&a).unwrap(), right.repeat(&sums).unwrap());
    assert_is(&(left.view() * 2.0 + right.view()).eval().unwrap().view(), "x.own");

    let (a, b) = (counting(&[2, 3]), counting(&[3, 2]));
    let all = einsum("ij,kl->ikjl", &[&a, &b]).unwrap();
    assert_is(&all.rearrange("i k j l -> (i k) (j l)").unwrap(), "x.kronecker");
}

#[test]
fn entries_at_places_are_as_einx_has_them() {
    let x = counting(&[2, 2, 3, 2]);
    let places = [[[1, 2], [0, 0], [1, 1]], [[0, 2], [1, 0], [0, 1]]];
    // Of each image, some of its pixels in a row.
    let pixels = x.rearrange("b h w c -> b (h w) c").unwrap();
    let parts: Vec<Array> = (0..2)
        .map(|b| {
            let rows = places[b].map(|[h, w]| 3 * h + w);
            let image = pixels.chip([Slice::index(b), Slice::from(..), Slice::from(..)]).unwrap();
            image.take(0, rows).unwrap()
        })
        .collect();
    assert_is(&stack(0, &parts).unwrap().view(), "x.gather");
}

#[test]
fn packs_are_as_einops_has_them() {
    let planes: Vec<Array> = (0..3).map(|n| plus(&counting(&[2, 3]), 6.0 * f64::from(n))).collect();
    for (name, mode) in [("p.last", 2), ("p.middle", 1), ("p.first", 0)] {
        assert_is(&stack(mode, &planes).unwrap().view(), name);
    }
    for (name, mode) in [("p.columns", 1), ("p.rows", 0)] {
        assert_is(&concat(mode, &planes).unwrap().view(), name);
    }
    let deep = plus(&counting(&[2, 3, 4]), 18.0);
    let three = stack(2, &planes).unwrap();
    assert_is(&concat(2, (&three, &deep)).unwrap().view(), "p.depths");

    let (class, image, text) =
        (counting(&[2, 3]), plus(&counting(&[2, 2, 2, 3]), 6.0), plus(&counting(&[2, 4, 3]), 30.0));
    let class = class.rearrange("b c -> b 1 c").unwrap();
    let image = image.rearrange("b h w c -> b (h w) c").unwrap();
    let text = text.rearrange("b t c -> b t c").unwrap();
    assert_is(&concat(1, [&class, &image, &text]).unwrap().view(), "p.tokens");

    let packed = counting(&[2, 9, 3]);
    let part = |range: std::ops::Range<usize>| {
        packed.slice([Slice::from(..), Slice::from(range), Slice::from(..)]).unwrap()
    };
    let (class, image, text) = (part(0..1), part(1..5), part(5..9));
    assert_is(&class.rearrange("b 1 c -> b c").unwrap(), "p.unpack-0");
    let image = image.rearrange(&pattern("b (h w) c -> b h w c").with("h", 2)).unwrap();
    assert_is(&image, "p.unpack-1");
    assert_is(&text, "p.unpack-2");
}
