//! Work by the names that modes have in the types.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::type_complexity,
    reason = "small numbers; the types are what is tested"
)]

use extents::prelude::*;
use extents::{error::Place, label::LabelName};

dims! { Batch, Time, Past, Key, Short ..= 2 }
labels! { Width }

type Queries = StaticExtents![dyn Batch, dyn Time, dyn Key];
type Keys = StaticExtents![dyn Key, dyn Past, dyn Batch];

/// Elements that differ, of each index another number.
fn numbered<E: Rank<3>>(extents: E, start: i64) -> Result<TensorOf<E, i64>, ShapeError> {
    Tensor::from_fn(extents, |[l, m, n]| start + (100 * l + 10 * m + n) as i64)
}

fn queries() -> TensorOf<Queries, i64> {
    numbered(extents![dyn Batch = 2, dyn Time = 3, dyn Key = 4].unwrap(), 1).unwrap()
}

fn keys() -> TensorOf<Keys, i64> {
    numbered(extents![dyn Key = 4, dyn Past = 5, dyn Batch = 2].unwrap(), 7).unwrap()
}

/// The sum over `k` of q(b, t, k) k(k, p, b), by its definition.
fn score(b: usize, t: usize, p: usize) -> i64 {
    (0..4).map(|k| (1 + 100 * b + 10 * t + k) * (7 + 100 * k + 10 * p + b)).sum::<usize>() as i64
}

#[test]
fn dot_sums_over_names_and_keeps_those_that_both_have() -> Result<(), ShapeError> {
    let (q, k) = (queries(), keys());
    let scores: TensorOf<StaticExtents![dyn Batch, dyn Time, dyn Past], i64> =
        q.dot(names![Key], &k)?;
    for (b, t, p) in (0..2).flat_map(|b| (0..15).map(move |at| (b, at / 5, at % 5))) {
        assert_eq!(scores[[b, t, p]], score(b, t, p), "{b} {t} {p}");
    }
    // Of views, over two names and over none.
    let sums: TensorOf<StaticExtents![dyn Time, dyn Past], i64> =
        q.view().dot(names![Key, Batch], &k.view())?;
    assert_eq!(sums[[2, 4]], score(0, 2, 4) + score(1, 2, 4));
    let all: TensorOf<StaticExtents![dyn Batch, dyn Time, dyn Key, dyn Past], i64> =
        q.dot(names![], &k)?;
    assert_eq!(all[[1, 2, 3, 4]], (1 + 123) * (7 + 341));
    Ok(())
}

#[test]
fn operands_without_labels_have_their_names() -> Result<(), ShapeError> {
    let (q, k) = (queries(), keys());
    let scores: TensorOf<StaticExtents![dyn Past, dyn Batch, dyn Time], i64> =
        contract!(q * k => [Past, Batch, Time])?;
    assert_eq!(scores[[4, 1, 2]], score(1, 2, 4));
    // Beside one that has labels, with options, and of one operand.
    let w = Tensor::from_vec(extents![dyn 4, 2]?, vec![1, 0, 0, 1, 1, 0, 0, 1])?;
    let y: TensorOf<StaticExtents![dyn Batch, dyn Time, 2], i64> =
        contract!(q * w[Key, Width] => [Batch, Time, Width]; sum in i64)?;
    assert_eq!(y[[1, 2, 0]], (1 + 120) + (1 + 122));
    let y = contract!(w[Key, Width] * q => [Width, Time])?;
    assert_eq!(y[[1, 0]], (1 + 1) + (1 + 3) + (1 + 101) + (1 + 103));
    let turned: TensorOf<StaticExtents![dyn Key, dyn Time, dyn Batch], i64> =
        contract!(q => [Key, Time, Batch])?;
    assert_eq!(turned[[3, 2, 1]], q[[1, 2, 3]]);
    let shape: StaticExtents![dyn Time] = contract!((q.extents()) => [Time])?;
    assert_eq!(shape.extents(), [3]);
    Ok(())
}

#[test]
fn extents_of_one_name_are_compared() {
    let (q, k) = (queries(), keys());
    let k = k.slice(slice![0..3, .., ..]).unwrap();
    let k = k.try_convert::<Keys, extents::layout::Strided<[isize; 3]>>().unwrap();
    let mismatch = Err(ShapeError::ExtentMismatch {
        place: Place::Label(LabelName::new("Key")),
        expected: 4,
        found: 3,
    });
    assert_eq!(q.dot(names![Key], &k).map(|_| ()), mismatch);
    assert_eq!(contract!(q * k => [Batch]).map(|_| ()), mismatch);
}

#[test]
fn verbs_take_names_where_they_take_modes() -> Result<(), ShapeError> {
    let q = queries();
    let sums: TensorOf<StaticExtents![dyn Batch, dyn Time], i64> = q.over(names![Key]).sum()?;
    assert_eq!(sums[[1, 2]], 4 * 121 + 6);
    let most: TensorOf<StaticExtents![1, dyn Time, 1], i64> =
        q.over(names![Key, Batch]).keep().max()?;
    assert_eq!(most.as_slice(), [104, 114, 124]);
    let of_expression = (&q + &q).over(names![Batch, Time]).sum()?;
    assert_eq!(of_expression[[0]], 2 * (6 + 300 + 60));
    let turned = q.permute(names![Key, Batch, Time]);
    let _: &StaticExtents![dyn Key, dyn Batch, dyn Time] = turned.extents();
    assert_eq!(turned[[3, 1, 2]], q[[1, 2, 3]]);
    let mut q = q;
    q.view_mut().permute(names![Key, Time, Batch])[[3, 2, 1]] = 0;
    assert_eq!(q[[1, 2, 3]], 0);
    Ok(())
}

#[test]
fn all_other_verbs_take_the_places_of_names() -> Result<(), ShapeError> {
    let q = queries();
    let (time, key) = q.places(names![Time, Key]);
    let (_, _): (Const<1>, Const<2>) = (time, key);
    assert_eq!(q.reverse(time)[[1, 0, 3]], q[[1, 2, 3]]);
    let Some(second) = q.along(time).nth(1) else { panic!("three entries") };
    let _: &StaticExtents![dyn Batch, dyn Key] = second.extents();
    assert_eq!(second[[1, 3]], q[[1, 1, 3]]);
    assert_eq!(q.view().lanes(time).len(), 8);
    let split = q.split(key, extents![2, 2])?;
    let _: &StaticExtents![dyn Batch, dyn Time, 2, 2] = split.extents();
    assert_eq!(split[[1, 2, 1, 0]], q[[1, 2, 2]]);
    assert_eq!(q.running_sum(time)?[[1, 1, 3]], q[[1, 0, 3]] + q[[1, 1, 3]]);
    Ok(())
}

#[test]
fn modes_without_a_name_may_stand_between() -> Result<(), ShapeError> {
    let x = numbered(extents![2, dyn Time = 3, dyn 4]?, 0)?;
    let sums: TensorOf<StaticExtents![2, dyn], i64> = x.over(names![Time]).sum()?;
    assert_eq!(sums[[1, 3]], 3 * 103 + 30);
    // What takes no names takes places.
    let (time,): (Const<1>,) = x.places(names![Time]);
    assert_eq!(x.roll(time, 1)?[[1, 0, 3]], x[[1, 2, 3]]);
    Ok(())
}

#[test]
fn a_mode_gets_another_name() -> Result<(), ShapeError> {
    let q = queries();
    let renamed = q.rename::<Time, Past>()?;
    let _: &StaticExtents![dyn Batch, dyn Past, dyn Key] = renamed.extents();
    assert_eq!((renamed.as_slice(), renamed.strides()), (q.as_slice(), q.strides()));
    let scores: TensorOf<StaticExtents![dyn Batch, dyn Time, dyn Past], i64> =
        q.dot(names![Key], &renamed)?;
    let of =
        |b: usize, t: usize, p: usize| -> i64 { (0..4).map(|k| q[[b, t, k]] * q[[b, p, k]]).sum() };
    assert_eq!(scores[[1, 2, 0]], of(1, 2, 0));
    // Of a permuted view, whose strides stay.
    let turned = q.permute(names![Key, Batch, Time]);
    assert_eq!(turned.rename::<Key, Past>()?[[3, 1, 2]], q[[1, 2, 3]]);
    assert_eq!(
        q.rename::<Time, Short>().map(|_| ()).unwrap_err().to_string(),
        "dim `Short` has at most 2 entries, but should get 3"
    );
    Ok(())
}

#[test]
fn elementwise_work_aligns_names_on_request() -> Result<(), ShapeError> {
    let q = queries();
    let k = numbered(extents![dyn Key = 4, dyn Batch = 2, dyn Time = 3]?, 50)?;
    let sum = (&q + k.aligned_to(&q)).eval()?;
    let _: &Queries = sum.extents();
    for (b, t, n) in (0..2).flat_map(|b| (0..12).map(move |at| (b, at / 4, at % 4))) {
        assert_eq!(sum[[b, t, n]], q[[b, t, n]] + k[[n, b, t]]);
    }
    let turned = contract!(q => [Key, Batch, Time])?;
    assert!(turned.aligned_to(&q) == q.view());
    assert!(turned.view().aligned_to(q.extents()) == q.view());
    // Names that stand in order already cost nothing but the call.
    assert_eq!(q.aligned_to(&q).strides(), q.strides());
    Ok(())
}

#[test]
fn modes_beside_what_is_made_of_dims() {
    let x = Tensor::from_fn(extents![dyn Time = 2, dyn Batch = 3, 2].unwrap(), |[t, n, m]| {
        100 * t + 10 * n + m
    });
    let x = x.unwrap();
    let wide = x.merge::<extents::rearrange::Named, _>(Const::<1>).unwrap();
    let _: &StaticExtents![dyn Time, (Batch * 2)] = wide.extents();
    // By places, and by the name that is one; what is made of dims has none that could be asked for.
    assert_eq!(wide.permute(modes![1, 0])[[3, 1]], 111);
    assert_eq!(wide.slice(slice![(1..), ..]).unwrap()[[0, 5]], 121);
    let sums: TensorOf<StaticExtents![(Batch * 2)], usize> = wide.over(names![Time]).sum().unwrap();
    assert_eq!(sums.as_slice(), [100, 102, 120, 122, 140, 142]);
    assert_eq!(wide.places(names![Time]), (Const::<0>,));
    let later = x.slice(slice![(1..), .., ..]).unwrap().permute(modes![1, 0, 2]);
    assert_eq!(later.places(names![Batch]), (Const::<0>,));
}
