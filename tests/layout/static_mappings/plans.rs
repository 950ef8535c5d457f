//! Plans of operands of which the types know some extents: what one knows of a label, all know.

use extents::composition::Planned;
use extents::error::Place;
use extents::label::{LabelName, i, j, k, l};
use extents::layout::{Canonical, ColMajor, Padded, RowMajor};
use extents::plan::Plan;
use extents::{
    Const, DynExtents, DynRankExtents, Mapping, ShapeError, StaticExtents, Tensor, TensorOf,
    contract, extents, plan,
};

/// The loops of a plan: extent, and the strides of the operands and of the result.
fn loops(plan: &Plan) -> Vec<(&str, usize, [isize; 3])> {
    let each = plan.loops().iter();
    each.map(|each| (each.label.as_str(), each.extent, [each.left, each.right, each.result]))
        .collect()
}

macro_rules! known {
    ($Left:ty, $Right:ty, ($($ins:tt)*), ($($out:tt)*)) => {{
        const PLAN: Option<Plan> =
            Planned::<(&TensorOf<$Left>, &TensorOf<$Right>), ($($ins)*), ($($out)*)>::STATIC_PLAN;
        PLAN
    }};
}

#[test]
fn an_extent_that_one_operand_knows_makes_the_plan_of_all_a_const() {
    let expected = vec![("i", 4, [8, 0, 5]), ("k", 5, [0, 1, 1]), ("j", 8, [1, 5, 0])];
    // The stride of mode 0 follows from the extent that the right operand knows.
    let plan = known!(StaticExtents![4, dyn], StaticExtents![8, 5], ((i, j), (j, k)), (i, k));
    assert_eq!(loops(&plan.unwrap()), expected);
    let plan = known!(StaticExtents![4, 8], StaticExtents![dyn, 5], ((i, j), (j, k)), (i, k));
    assert_eq!(loops(&plan.unwrap()), expected);
    let a = Tensor::full(extents![4, dyn 8].unwrap(), 1.0_f32).unwrap();
    let b = Tensor::full(extents![8, 5], 1.0_f32).unwrap();
    assert_eq!(loops(&plan!(a[i, j] * b[j, k] => [i, k]).unwrap()), expected);
    // Under labels that are all shared, extents and even the rank may be values.
    let shared = vec![("i", 4, [8, 8, 8]), ("j", 8, [1, 1, 1])];
    let plan = known!(DynExtents<2>, StaticExtents![4, 8], ((i, j), (i, j)), (i, j));
    assert_eq!(loops(&plan.unwrap()), shared);
    let plan = known!(StaticExtents![4, 8], DynRankExtents, ((i, j), (i, j)), (i, j));
    assert_eq!(loops(&plan.unwrap()), shared);
    // A diagonal: one of the two knows.
    let plan = known!(StaticExtents![dyn, 3], StaticExtents![], ((i, i), ()), ());
    assert_eq!(loops(&plan.unwrap()), [("i", 3, [4, 0, 0])]);
    // What nobody knows leaves the plan to run time.
    assert!(
        known!(StaticExtents![dyn, 8], StaticExtents![8, 5], ((i, j), (j, k)), (i, k)).is_none()
    );
    assert!(
        known!(StaticExtents![4, dyn], StaticExtents![dyn, 5], ((i, j), (j, k)), (i, k)).is_none()
    );
}

#[test]
fn strides_that_are_known_make_const_plans_beside_run_time_extents() {
    type Left = Tensor<f32, StaticExtents![dyn, 3, 6], Padded<RowMajor, Const<4>>, Vec<f32>>;
    type Right = Tensor<f32, StaticExtents![6, dyn], ColMajor, Vec<f32>>;
    const PLAN: Option<Plan> = Planned::<(&Left, &Right), ((i, j, k), (k, i)), (i, j)>::STATIC_PLAN;
    // Nobody knows the extent of `i`.
    assert!(PLAN.is_none());
    const KNOWN: Option<Plan> = Planned::<
        (&Left, &TensorOf<StaticExtents![6, 2]>),
        ((i, j, k), (k, i)),
        (i, j),
    >::STATIC_PLAN;
    // The run along `k` has room for 8.
    let expected = [("i", 2, [24, 1, 3]), ("j", 3, [8, 0, 1]), ("k", 6, [1, 2, 0])];
    assert_eq!(loops(&KNOWN.unwrap()), expected);
}

/// The product by its definition: all are row-major.
fn product(a: &[i64], b: &[i64], [rows, depth, columns]: [usize; 3]) -> Vec<i64> {
    let at = |row: usize, column: usize| {
        (0..depth).map(|d| a[row * depth + d] * b[d * columns + column]).sum()
    };
    (0..rows)
        .flat_map(|row| (0..columns).map(move |column| (row, column)))
        .map(|(r, c)| at(r, c))
        .collect()
}

#[test]
fn contractions_by_plans_of_several_types_compute_and_check() {
    let numbers = |n: usize| -> Vec<i64> { (0..n as i64).map(|n| n * n % 17 - 5).collect() };
    let (left, right) = (numbers(12), numbers(20));
    let expected = product(&left, &right, [3, 4, 5]);
    /// All kinds of operands into all kinds of targets, by one plan each.
    macro_rules! each {
        ($($a:expr, $b:expr, $c:expr;)*) => {$({
            let a = Tensor::from_vec($a, left.clone()).unwrap();
            let b = Tensor::from_vec($b, right.clone()).unwrap();
            let mut c = Tensor::full($c, 1_000_i64).unwrap();
            contract!(c[i, k] = a[i, j] * b[j, k]).unwrap();
            assert_eq!(c.as_slice(), expected);
            contract!(c[i, k] += a[i, j] * b[j, k]).unwrap();
            assert!(c.as_slice().iter().zip(&expected).all(|(c, expected)| *c == 2 * expected));
        })*};
    }
    let any = |extents: &[usize]| DynRankExtents::new(extents).unwrap();
    each! {
        extents![dyn 3, 4].unwrap(), extents![4, 5], extents![3, 5];
        extents![dyn 3, dyn 4].unwrap(), extents![4, dyn 5].unwrap(), extents![3, 5];
        extents![3, dyn 4].unwrap(), extents![4, dyn 5].unwrap(), extents![dyn 3, 5].unwrap();
        DynExtents::new([3, 4]).unwrap(), extents![4, 5], extents![3, dyn 5].unwrap();
        any(&[3, 4]), extents![4, 5], extents![3, 5];
        extents![3, 4], any(&[4, 5]), extents![3, 5];
        extents![3, 4], extents![4, 5], any(&[3, 5]);
    }

    // An extent that is not the one that the others know is an error, before anything is written.
    let mut c = Tensor::full(extents![3, 5], 7_i64).unwrap();
    let b = Tensor::from_vec(extents![4, 5], right.clone()).unwrap();
    let mismatch = |label, left, right| {
        Err(ShapeError::ExtentMismatch {
            place: Place::Label(LabelName::new(label)),
            expected: left,
            found: right,
        })
    };
    let a = Tensor::full(DynExtents::new([3, 2]).unwrap(), 1_i64).unwrap();
    assert_eq!(contract!(c[i, k] = a[i, j] * b[j, k]), mismatch("j", 2, 4));
    let a = Tensor::full(extents![dyn 2, 4].unwrap(), 1_i64).unwrap();
    assert_eq!(contract!(c[i, k] = a[i, j] * b[j, k]), mismatch("i", 2, 3));
    let a = Tensor::full(any(&[3, 4, 1]), 1_i64).unwrap();
    assert!(contract!(c[i, k] = a[i, j] * b[j, k]).is_err());
    assert_eq!(c.as_slice(), [7; 15]);
}

#[test]
fn chains_of_operands_that_know_each_a_part_compute() {
    let numbers = |n: usize| -> Vec<i64> { (0..n as i64).map(|n| n * 7 % 11 - 3).collect() };
    let (x, y, z) = (numbers(6), numbers(12), numbers(8));
    let expected = product(&product(&x, &y, [2, 3, 4]), &z, [2, 4, 2]);
    let a = Tensor::from_vec(extents![2, dyn 3].unwrap(), x).unwrap();
    let b = Tensor::from_vec(DynExtents::new([3, 4]).unwrap(), y).unwrap();
    let c = Tensor::from_vec(extents![4, 2], z.clone()).unwrap();
    let mut out = Tensor::full(extents![2, 2], 0_i64).unwrap();
    // Nobody knows the extent of `j`, then `b` does.
    contract!(out[i, l] = a[i, j] * b[j, k] * c[k, l]).unwrap();
    assert_eq!(out.as_slice(), expected);
    let b = Tensor::from_vec(extents![3, dyn 4].unwrap(), b.as_slice().to_vec()).unwrap();
    let fresh = contract!(a[i, j] * b[j, k] * c[k, l] => [i, l]).unwrap();
    assert_eq!(fresh.as_slice(), expected);
    contract!(out[i, l] += a[i, j] * b[j, k] * c[k, l]).unwrap();
    assert!(out.as_slice().iter().zip(&expected).all(|(out, expected)| *out == 2 * expected));
    // Where the last one is too short, nothing is written.
    let c = Tensor::from_vec(extents![dyn 3, 2].unwrap(), z[..6].to_vec()).unwrap();
    assert!(contract!(out[i, l] = a[i, j] * b[j, k] * c[k, l]).is_err());
    assert!(out.as_slice().iter().zip(&expected).all(|(out, expected)| *out == 2 * expected));
}

#[test]
fn elementwise_work_on_operands_that_know_each_a_part() {
    let numbers: Vec<i64> = (0..12).map(|n| n * n - 7).collect();
    // Row `i`, column `j` of the source is number `4 * i + j`; in columns it is number `i + 3 * j`.
    let expected = |in_columns: bool| -> Vec<i64> {
        let places = (0..12).map(|n| if in_columns { n / 4 + 3 * (n % 4) } else { n });
        places.map(|n| 10 * numbers[n]).collect()
    };
    macro_rules! each {
        ($($target:expr, $source:expr, $in_columns:literal;)*) => {$({
            let source = Tensor::from_vec($source, numbers.clone()).unwrap();
            let mut target = Tensor::full($target, 3_i64).unwrap();
            target.zip_apply(&source, |to, from| *to = 10 * from).unwrap();
            let rows: Vec<i64> = target.iter().copied().collect();
            assert_eq!(rows, expected($in_columns));
            target.zip_apply(&source, |to, from| *to -= 10 * from).unwrap();
            assert_eq!(target.sum(), 0);
            let other = Tensor::full(extents![dyn 2, dyn 4].unwrap(), 1_i64).unwrap();
            assert!(target.zip_apply(&other, |to, from| *to = *from).is_err());
            assert_eq!(target.sum(), 0);
        })*};
    }
    let any = DynRankExtents::new(&[3, 4]).unwrap();
    let padding = RowMajor.padded(Const::<4>);
    each! {
        extents![dyn 3, 4].unwrap(), extents![3, dyn 4].unwrap(), false;
        extents![3, dyn 4].unwrap(), DynExtents::new([3, 4]).unwrap(), false;
        any.clone(), extents![3, dyn 4].unwrap(), false;
        any.clone(), extents![3, 4], false;
        extents![3, 4], any.clone(), false;
        extents![dyn 3, 4].unwrap(), ColMajor.of(extents![3, dyn 4].unwrap()), true;
        ColMajor.of(any.clone()), extents![3, 4], false;
        extents![3, 4], ColMajor.of(any.clone()), true;
        Mapping::with_layout(extents![dyn 3, 4].unwrap(), padding).unwrap(), extents![3, 4], false;
        DynRankExtents::new(&[3, 4]).unwrap(), DynRankExtents::new(&[3, 4]).unwrap(), false;
    }
    let scalar = Tensor::full(extents![], 4_i64).unwrap();
    let mut same = Tensor::full(DynRankExtents::new(&[]).unwrap(), 1_i64).unwrap();
    same.zip_apply(&scalar, |to, from| *to += from).unwrap();
    assert_eq!(same.as_slice(), [5]);
    assert!(
        Tensor::full(extents![], 1_i64)
            .unwrap()
            .zip_apply(
                &Tensor::from_vec(DynRankExtents::null(), Vec::new()).unwrap(),
                |to, from| *to += from,
            )
            .is_err()
    );
}
