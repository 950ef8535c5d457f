//! Elementwise work of tensors whose modes all have names, in any order: the left operand, or the target, says in which.
#![allow(
    clippy::arithmetic_side_effects,
    clippy::type_complexity,
    reason = "small numbers; the types are what is tested"
)]

use extents::expression::{computed, uniform_of};
use extents::prelude::*;
use extents::{error::Place, label::LabelName};

dims! { Batch, Time, Key, once Model, once Hidden, Rows = 2, Cols = 3, Width = 4 }

type Three<A, B, C> = StaticExtents<(Sym<A>, Sym<B>, Sym<C>)>;

/// The extent of a mode of this name.
fn extent(name: LabelName) -> usize {
    match name.as_str() {
        "Batch" => 2,
        "Time" => 3,
        _ => 4,
    }
}

/// The element at an index whose coordinates have names: of another one another element.
fn element(names: [LabelName; 3], index: [usize; 3], start: i64) -> i64 {
    let weight = |name: LabelName| match name.as_str() {
        "Batch" => 100,
        "Time" => 10,
        _ => 1,
    };
    start + names.iter().zip(index).map(|(&name, at)| weight(name) * at as i64).sum::<i64>()
}

fn names<A: Dim, B: Dim, C: Dim>() -> [LabelName; 3] {
    [A::NAME, B::NAME, C::NAME]
}

fn made<A: Dim, B: Dim, C: Dim>(start: i64) -> TensorOf<Three<A, B, C>, i64> {
    let names = names::<A, B, C>();
    let extents = Three::<A, B, C>::from_extents(&names.map(extent)).unwrap();
    Tensor::from_fn(extents, |index| element(names, index, start)).unwrap()
}

/// What elementwise work of operands that begin with 5 and 7 gives, by its definition.
fn assert_is<A: Dim, B: Dim, C: Dim>(
    found: &TensorOf<Three<A, B, C>, i64>,
    of_both: impl Fn(i64, i64) -> i64,
) {
    let names = names::<A, B, C>();
    assert_eq!(found.extents().extents(), names.map(extent));
    for index in found.extents().indices() {
        let expected = of_both(element(names, index, 5), element(names, index, 7));
        assert_eq!(found[index], expected, "{names:?} {index:?}");
    }
}

/// Calls a macro with two orders of three names on the left, and each on the right.
macro_rules! in_all_orders {
    ($check:ident) => {
        in_all_orders!(@left $check (Batch Time Key) (Key Batch Time));
    };
    (@left $check:ident $($left:tt)*) => {
        $(in_all_orders!(@right $check $left (Batch Time Key) (Batch Key Time) (Time Batch Key) (Time Key Batch)
            (Key Batch Time) (Key Time Batch));)*
    };
    (@right $check:ident $left:tt $($right:tt)*) => {
        $($check!($left $right);)*
    };
}

macro_rules! operators {
    (($A:ident $B:ident $C:ident) ($D:ident $E:ident $F:ident)) => {
        with(made::<$A, $B, $C>(5), made::<$D, $E, $F>(7), |a, b| {
            assert_is::<$A, $B, $C>(&(a + b).eval()?, |x, y| x + y);
            assert_is::<$A, $B, $C>(&(a - b).eval()?, |x, y| x - y);
            assert_is::<$A, $B, $C>(&(a * b.view()).eval()?, |x, y| x * y);
            assert_is::<$A, $B, $C>(&(3 * a - (b + b) * 2).eval()?, |x, y| 3 * x - 4 * y);
            assert_is::<$A, $B, $C>(&(a + (2 * b - a)).eval()?, |_, y| 2 * y);
            assert_is::<$A, $B, $C>(&a.zip_with(b, |x, y| x - 2 * y)?, |x, y| x - 2 * y);
            assert_is::<$A, $B, $C>(&a.lazy().zip(b, |x, y| 2 * x - y).eval()?, |x, y| 2 * x - y);
            // The names in the middle of a chain count as those at its ends.
            assert_eq!((a - b).sum()?, -2 * 24);
            Ok(())
        })?;
    };
}

fn with<A, B>(
    a: A,
    b: B,
    check: impl Fn(&A, &B) -> Result<(), ShapeError>,
) -> Result<(), ShapeError> {
    check(&a, &b)
}

#[test]
fn the_left_operand_says_in_which_order() -> Result<(), ShapeError> {
    in_all_orders!(operators);
    Ok(())
}

macro_rules! targets {
    (($A:ident $B:ident $C:ident) ($D:ident $E:ident $F:ident)) => {
        with(made::<$A, $B, $C>(5), made::<$D, $E, $F>(7), |a, b| {
            assert_is::<$A, $B, $C>(&changed(a, |a| a.assign(b))?, |_, y| y);
            assert_is::<$A, $B, $C>(&changed(a, |a| a.copy_from(b))?, |_, y| y);
            assert_is::<$A, $B, $C>(&changed(a, |a| a.assign_map(b, |y| 2 * y))?, |_, y| 2 * y);
            assert_is::<$A, $B, $C>(&changed(a, |a| a.zip_apply(b, |x, y| *x -= y))?, |x, y| x - y);
            assert_is::<$A, $B, $C>(
                &changed(a, |a| {
                    a.zip_apply2(b, &made::<Time, Key, Batch>(7), |x, y, z| *x += y - 3 * z)
                })?,
                |x, y| x - 2 * y,
            );
            assert_is::<$A, $B, $C>(
                &changed(a, |a| a.assign_zip(&made::<Time, Key, Batch>(7), b, |y, z| y - 3 * z))?,
                |_, y| -2 * y,
            );
            assert_is::<$A, $B, $C>(&changed(a, |a| (2 * b).add_to(a))?, |x, y| x + 2 * y);
            assert_is::<$A, $B, $C>(&changed(a, |a| (b + 1).assign_to(a))?, |_, y| y + 1);
            assert_is::<$A, $B, $C>(
                &changed(a, |a| b.lazy().apply_to(a, |x, y| *x *= y))?,
                |x, y| x * y,
            );
            // Equal where each element is that of its names.
            assert!(*a == made::<$D, $E, $F>(5) && made::<$D, $E, $F>(5).view() == a.view());
            assert!(*a != *b && *a != changed(&made::<$D, $E, $F>(5), |b| Ok(b[[1, 1, 1]] += 1))?);
            Ok(())
        })?;
    };
}

fn changed<E: Extents, T: Clone>(
    to: &TensorOf<E, T>,
    change: impl Fn(&mut TensorOf<E, T>) -> Result<(), ShapeError>,
) -> Result<TensorOf<E, T>, ShapeError> {
    let mut to = to.clone();
    change(&mut to)?;
    Ok(to)
}

#[test]
fn the_target_says_in_which_order() -> Result<(), ShapeError> {
    in_all_orders!(targets);
    Ok(())
}

macro_rules! folds {
    (($A:ident $B:ident $C:ident) ($D:ident $E:ident $F:ident)) => {
        with(made::<$A, $B, $C>(5), made::<$D, $E, $F>(0), |a, other| {
            assert_folded::<$D, $E, $F>(
                &changed(&other.over(names![$E]).sum()?, |to| a.over(names![$E]).sum_into(to))?,
                |values| values.iter().sum(),
            );
            assert_folded::<$D, $E, $F>(
                &changed(&other.over(names![$E]).sum()?, |to| a.over(names![$E]).max_into(to))?,
                |values| values.iter().copied().max().unwrap(),
            );
            assert_folded::<$D, $E, $F>(
                &changed(&other.over(names![$E]).sum()?, |to| {
                    a.over(names![$E]).fold_into(0, |all, x| 7 * all + x, to)
                })?,
                |values| values.iter().fold(0, |all, x| 7 * all + x),
            );
            assert_folded::<$D, $E, $F>(
                &changed(&other.over(names![$E]).argmin()?, |to| {
                    a.over(names![$E]).argmax_into(to)
                })?
                .map(|at| *at as i64)?,
                |values| values.len() as i64 - 1,
            );
            Ok(())
        })?;
    };
}

/// What a fold of a tensor that begins with 5 along its mode `B` gives, by its definition.
fn assert_folded<A: Dim, B: Dim, C: Dim>(
    found: &TensorOf<StaticExtents<(Sym<A>, Sym<C>)>, i64>,
    fold: impl Fn(&[i64]) -> i64,
) {
    let names = names::<A, B, C>();
    assert_eq!(found.extents().extents(), [names[0], names[2]].map(extent));
    for [a, c] in found.extents().indices() {
        let values: Vec<_> = (0..extent(names[1])).map(|b| element(names, [a, b, c], 5)).collect();
        assert_eq!(found[[a, c]], fold(&values), "{names:?} {a} {c}");
    }
}

/// The target of a fold has the modes that are left, in any order.
#[test]
fn folds_write_to_targets_of_another_order() -> Result<(), ShapeError> {
    in_all_orders!(folds);
    Ok(())
}

#[test]
fn folds_of_no_entries_write_to_targets_of_another_order() -> Result<(), ShapeError> {
    let none = Tensor::full(extents![dyn Batch = 2, dyn Time = 0, dyn Key = 4]?, 1)?;
    let mut to = Tensor::full(extents![dyn Key = 4, dyn Batch = 2]?, 3)?;
    none.over(names![Time]).sum_into(&mut to)?;
    assert_eq!(to.as_slice(), [0; 8]);
    let mut short = Tensor::full(extents![dyn Key = 2, dyn Batch = 4]?, 3)?;
    let place = Place::Label(LabelName::new("Key"));
    let error = ShapeError::ExtentMismatch { place, expected: 2, found: 4 };
    assert_eq!(none.over(names![Time]).sum_into(&mut short), Err(error));
    assert_eq!(short.as_slice(), [3; 8]);
    Ok(())
}

/// Orders that lead back from which is another one, of modes that are values and of numbers.
#[test]
fn folds_write_to_targets_in_any_of_six_orders() -> Result<(), ShapeError> {
    let values =
        |[b, t, k, n]: [usize; 4]| element(names::<Batch, Time, Key>(), [b, t, k], n as i64);
    let a = Tensor::from_fn(extents![dyn Batch = 2, dyn Time = 3, dyn Key = 4, (Width)]?, values)?;
    let expected = |b, t, k| (0..4).map(|n| values([b, t, k, n])).sum::<i64>();
    let mut to = Tensor::full(extents![dyn Key = 4, dyn Batch = 2, dyn Time = 3]?, 0)?;
    a.over(names![Width]).sum_into(&mut to)?;
    assert!(to.extents().indices().all(|[k, b, t]| to[[k, b, t]] == expected(b, t, k)));
    let mut to = Tensor::full(extents![dyn Time = 3, dyn Key = 4, dyn Batch = 2]?, 0)?;
    a.over(names![Width]).sum_into(&mut to)?;
    assert!(to.extents().indices().all(|[t, k, b]| to[[t, k, b]] == expected(b, t, k)));

    // Numbers: nothing can fail, and the loops of each order are in the types.
    let a = Tensor::from_fn(extents![(Rows), (Cols), (Width), 4], values)?;
    let mut to = Tensor::full(extents![(Width), (Rows), (Cols)], 0)?;
    let Ok(()) = a.over(modes![3]).sum_into(&mut to);
    assert!(to.extents().indices().all(|[w, r, c]| to[[w, r, c]] == expected(r, c, w)));
    Ok(())
}

/// Variances are not folded to the target, but written to it from what was folded.
#[test]
fn variances_are_written_to_targets_in_any_of_six_orders() -> Result<(), ShapeError> {
    let value = |[b, t, k, n]: [usize; 4]| ((100 * b + 10 * t + k + 1) * n) as f64;
    // Of 0, 1, 2 and 3 times a number: 1.25 of its square.
    let expected = |b, t, k| 1.25 * value([b, t, k, 1]) * value([b, t, k, 1]);
    let a = Tensor::from_fn(extents![dyn Batch = 2, dyn Time = 3, dyn Key = 4, (Width)]?, value)?;
    let mut to = Tensor::full(extents![dyn Key = 4, dyn Batch = 2, dyn Time = 3]?, 0.0)?;
    a.over(names![Width]).var_into(0, &mut to)?;
    assert!(to.extents().indices().all(|[k, b, t]| to[[k, b, t]] == expected(b, t, k)));
    let mut to = Tensor::full(extents![dyn Time = 3, dyn Key = 4, dyn Batch = 2]?, 0.0)?;
    a.over(names![Width]).var_into(0, &mut to)?;
    assert!(to.extents().indices().all(|[t, k, b]| to[[t, k, b]] == expected(b, t, k)));
    let mut to = Tensor::full(extents![dyn Batch = 2, dyn Key = 4, dyn Time = 3]?, 0.0)?;
    a.over(names![Width]).std_into(0, &mut to)?;
    assert!(to.extents().indices().all(|[b, k, t]| to[[b, k, t]] == expected(b, t, k).sqrt()));

    let a = Tensor::from_fn(extents![(Rows), (Cols), (Width), 4], value)?;
    let mut to = Tensor::full(extents![(Width), (Rows), (Cols)], 0.0)?;
    let _ = a.over(modes![3]).var_into(0, &mut to);
    assert!(to.extents().indices().all(|[w, r, c]| to[[w, r, c]] == expected(r, c, w)));
    Ok(())
}

/// A target without strides, and values that are computed from the index: index by index.
#[test]
fn folds_write_to_targets_of_any_layout() -> Result<(), ShapeError> {
    use extents::layout::{Blocked, Canonical, ColMajor};
    let a = made::<Batch, Time, Key>(5);
    let mut columns = Tensor::full(ColMajor.of(extents![dyn Key = 4, dyn Batch = 2]?), 0)?;
    a.over(names![Time]).sum_into(&mut columns)?;
    let names = names::<Batch, Time, Key>();
    let values = computed(*a.extents(), move |at| element(names, at, 5));
    let Ok(tiles) = Blocked::uniform(extents![2, 2]);
    let tiles = Mapping::with_layout(*columns.extents(), tiles)?;
    let mut tiles = Tensor::full(tiles, 0)?;
    values.over(names![Time]).sum_into(&mut tiles)?;
    for [key, batch] in columns.extents().indices() {
        let sum: i64 = (0..3).map(|time| element(names, [batch, time, key], 5)).sum();
        assert_eq!((columns[[key, batch]], tiles[[key, batch]]), (sum, sum));
    }
    Ok(())
}

/// Operands of other layouts, of which one has no strides, and none at all: what is computed from the index.
#[test]
fn operands_of_any_layout_align() -> Result<(), ShapeError> {
    use extents::layout::{Canonical, ColMajor};
    let a = made::<Batch, Time, Key>(5);
    let b = made::<Key, Batch, Time>(7);
    let columns = Tensor::from_fn(ColMajor.of(*b.extents()), |at| b[at])?;
    assert_is(&(&a + &columns).eval()?, |x, y| x + y);
    let part = made::<Key, Batch, Time>(7);
    let part = part.reverse(Const::<2>);
    let expected = Tensor::from_fn(*a.extents(), |[n, t, k]| a[[n, t, k]] - part[[k, n, t]])?;
    assert_eq!((&a - part).eval()?, expected);

    let names = names::<Key, Batch, Time>();
    let values = computed(*b.extents(), move |at| element(names, at, 7));
    assert_is(&(&a + values).eval()?, |x, y| x + y);
    let more = computed(*a.extents(), |at| element(self::names::<Batch, Time, Key>(), at, 7));
    assert_is(&(&made::<Time, Key, Batch>(5) * more).eval()?, |x, y| x * y);
    assert_is(&(&a + uniform_of(*b.extents(), 3)).eval()?, |x, _| x + 3);
    assert_is(&(uniform_of(*a.extents(), 3) + &b).eval()?, |_, y| y + 3);
    // Three operands, each in an order of its own.
    let c = made::<Time, Key, Batch>(7);
    assert_is(&a.lazy().zip3(&b, &c, |x, y: i64, z: i64| x + y * z).eval()?, |x, y| x + y * y);
    Ok(())
}

#[test]
fn extents_are_compared_name_by_name() -> Result<(), ShapeError> {
    let a = Tensor::full(extents![dyn Batch = 2, dyn Time = 3]?, 1)?;
    let same = Tensor::full(extents![dyn Time = 3, dyn Batch = 2]?, 1)?;
    // As many entries in either order; but a batch of 3 is no batch of 2.
    let other = Tensor::full(extents![dyn Time = 2, dyn Batch = 3]?, 1)?;
    assert_eq!((&a + &same).sum()?, 12);
    let error = |name| {
        let place = Place::Label(LabelName::new(name));
        Err(ShapeError::ExtentMismatch { place, expected: 2, found: 3 })
    };
    assert_eq!((&a + &other).sum(), error("Batch"));
    // The first mode of the one that says the order.
    assert_eq!((&other + &a).sum(), error("Time"));
    assert_eq!(a.clone().assign(&other).map(|()| 0), error("Batch"));
    assert_eq!(a.zip_with(&other, |x, y| x + y).map(|_| 0), error("Batch"));
    assert!(a == same && a != other);
    Ok(())
}

#[test]
fn names_that_are_believed_need_no_comparison() {
    let (model, hidden) = (Sym::<Model>::bind(2).unwrap(), Sym::<Hidden>::bind(3).unwrap());
    let mut a = Tensor::full(extents![dyn Model = 2, dyn Hidden = 3].unwrap(), 1).unwrap();
    let b = Tensor::from_fn(extents![dyn Hidden = 3, dyn Model = 2].unwrap(), |[h, m]| 10 * h + m);
    let b = b.unwrap();
    let Ok(()) = a.assign(&b);
    a += &b;
    assert_eq!(a.as_slice(), [0, 20, 40, 2, 22, 42]);
    let Ok(sum) = (&a - &b).sum();
    assert_eq!(sum, 63);
    assert_eq!((model.extent(), hidden.extent()), (2, 3));
    // In a scope, and beside what is of none.
    Sym::<Batch>::new(2).scope(|batch| {
        let mut x = Tensor::full(extents![dyn = model, dyn = batch].unwrap(), 1).unwrap();
        let y = Tensor::from_fn(extents![dyn = batch, dyn = model].unwrap(), |[n, m]| 10 * n + m);
        let Ok(()) = x.assign(&y.unwrap());
        assert_eq!(x.as_slice(), [0, 10, 1, 11]);
        let z = Tensor::full(extents![dyn Batch = 2, dyn Model = 2].unwrap(), 1).unwrap();
        let sums = (&x + &z).eval().unwrap();
        assert_eq!(sums.as_slice(), [1, 11, 2, 12]);
        assert!(
            (&x + Tensor::full(extents![dyn Batch = 3, dyn Model = 2].unwrap(), 1).unwrap())
                .sum()
                .is_err()
        );
    });
}

#[test]
fn numbers_with_names_align_where_the_compiler_knows_all() {
    let a = Tensor::from_fn(extents![(Rows), (Cols)], |[r, c]| 10 * r + c).unwrap();
    let mut b = Tensor::from_fn(extents![(Cols), (Rows)], |[c, r]| 100 * c + r).unwrap();
    let Ok(sum) = (&a + &b).sum();
    assert_eq!(sum, 3 * 10 + 2 * 3 + 2 * 300 + 3);
    let Ok(()) = (&a * 2).add_to(&mut b);
    assert_eq!(b.as_slice(), [0, 21, 102, 123, 204, 225]);
    assert!(a != b && a == a.transpose());
}

/// One name in front and one number: only where all modes have names are they put in order.
#[test]
fn without_names_places_count() -> Result<(), ShapeError> {
    let a = Tensor::from_fn(extents![dyn Batch = 2, 2]?, |[n, m]| 10 * n + m)?;
    let b = Tensor::from_fn(extents![2, dyn Batch = 2]?, |[n, m]| 100 * n + m)?;
    assert_eq!((&a + &b).eval()?.as_slice(), [0, 2, 110, 112]);
    let c = Tensor::from_fn(extents![dyn 2, dyn 2]?, |[n, m]| 100 * n + m)?;
    assert_eq!((&a + &c).eval()?.as_slice(), [0, 2, 110, 112]);
    Ok(())
}

/// Code over any dim adds what is of one type, and never looks for another order.
#[test]
fn code_over_any_dim_adds_by_place() -> Result<(), ShapeError> {
    fn sum<A: Dim, B: Dim>(
        x: &TensorOf<StaticExtents![dyn A, dyn B], i32>,
        y: &TensorOf<StaticExtents![dyn A, dyn B], i32>,
    ) -> Result<TensorOf<StaticExtents![dyn A, dyn B], i32>, ShapeError> {
        (x + y).eval()
    }
    let x = Tensor::from_fn(extents![dyn Time = 2, dyn Time = 2]?, |[n, m]| (10 * n + m) as i32)?;
    // Two modes of one name stand where they stand.
    assert_eq!(sum(&x, &x)?.as_slice(), [0, 2, 20, 22]);
    fn modes<M: Mode, N: Mode>(
        x: &TensorOf<StaticExtents<(M, N)>, i32>,
    ) -> Result<i32, ShapeError> {
        (x + x).sum().map_err(Into::into)
    }
    assert_eq!(modes(&x)?, 44);
    Ok(())
}
