//! `plan!` of three operands and more: the steps give the product, in the order of least cost.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test fails by panicking"
)]

use extents::composition::Planned;
use extents::label::{a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, x};
use extents::plan::{Cost, Path, PathPlan, PathStep, Plan, Source};
use extents::{
    Composition, DynExtents, Extents, InlineTensor, ShapeError, StaticExtents, Tensor, contract,
    extents, plan,
};

type Inline<E> = InlineTensor<i64, E>;

/// Runs the loops of a plan one by one.
fn run(plan: &Plan, left: &[i64], right: &[i64], result: &mut [i64]) {
    let loops = plan.loops();
    let count: usize = loops.iter().map(|each| each.extent).product();
    for turn in 0..count {
        let (mut rest, mut at) = (turn, [0_isize; 3]);
        for each in loops.iter().rev() {
            let step = (rest % each.extent) as isize;
            rest /= each.extent;
            at[0] += step * each.left;
            at[1] += step * each.right;
            at[2] += step * each.result;
        }
        result[at[2] as usize] += left[at[0] as usize] * right[at[1] as usize];
    }
}

/// Runs the steps of a path.
fn run_all(path: &PathPlan, operands: &[&[i64]], elements: usize) -> Vec<i64> {
    let mut made: Vec<Vec<i64>> = Vec::new();
    for step in path.steps() {
        let is_last = made.len() + 1 == path.len();
        let size = if is_last { elements } else { step.cost().temporary as usize };
        let mut result = vec![0; size];
        let taken: Vec<&[i64]> = step
            .sources()
            .iter()
            .map(|&source| match source {
                Source::Operand(position) => operands[position],
                Source::Temporary(step) => &made[step],
            })
            .collect();
        // One alone is multiplied by 1.
        run(step.plan(), taken[0], taken.get(1).unwrap_or(&&[1][..]), &mut result);
        made.push(result);
    }
    made.pop().unwrap()
}

fn values(count: usize, seed: i64) -> Vec<i64> {
    (0..count as i64).map(|at| (at * 7 + seed) % 11 - 5).collect()
}

#[test]
fn the_steps_give_the_product() {
    // With a diagonal, a batch label, a label of one operand alone, and labels of extent 1.
    let (x, y, z) = (values(3 * 4 * 4, 1), values(4 * 5 * 2, 2), values(5 * 2 * 6, 3));
    let w = values(6, 4);
    let a = Tensor::from_vec(extents![3, 4, 4], x.clone()).unwrap();
    let b = Tensor::from_vec(extents![4, dyn 5, 2].unwrap(), y.clone()).unwrap();
    let c = Tensor::from_vec(DynExtents::new([5, 2, 6]).unwrap(), z.clone()).unwrap();
    let d = Tensor::from_vec(extents![6, 1], w.clone()).unwrap();
    let path = plan!(a[i, j, j] * b[j, k, l] * c[k, l, m] * d[m, n] => [l, n, i]).unwrap();
    assert_eq!((path.operands(), path.len()), (4, 3));
    let mut expected = vec![0; 2 * 3];
    for [i, j, k, l, m] in DynExtents::new([3, 4, 5, 2, 6]).unwrap().indices() {
        let left = x[i * 16 + j * 5] * y[(j * 5 + k) * 2 + l];
        expected[l * 3 + i] += left * z[(k * 2 + l) * 6 + m] * w[m];
    }
    assert_eq!(run_all(&path, &[&x, &y, &z, &w], 6), expected);
    assert_eq!(run_all(&path, &[&x, &y, &z, &w], 6), {
        let c = extents::contract!(a[i, j, j] * b[j, k, l] * c[k, l, m] * d[m, n] => [l, n, i]);
        c.unwrap().as_slice().to_vec()
    });
}

/// The chain of six matrices in the textbook of Cormen, Leiserson, Rivest and Stein: 15,125 multiply-adds, by
/// `(A1 (A2 A3)) ((A4 A5) A6)`.
#[test]
fn the_chain_of_the_textbook() {
    let of = |rows, columns| Tensor::full(DynExtents::new([rows, columns]).unwrap(), 0).unwrap();
    let [a, b, c] = [of(30, 35), of(35, 15), of(15, 5)];
    let [d, e, f] = [of(5, 10), of(10, 20), of(20, 25)];
    let path = plan!(a[i, j] * b[j, k] * c[k, l] * d[l, m] * e[m, n] * f[n, o] => [i, o]).unwrap();
    assert_eq!(path.cost().multiply_adds, 15_125);
    assert_eq!(path.direct_cost().multiply_adds, 5 * 30 * 35 * 15 * 5 * 10 * 20 * 25);
    // The pairs that are multiplied, as sets of operands.
    let mut made: Vec<Vec<usize>> = Vec::new();
    for step in path.steps() {
        let taken = step.sources().iter().map(|&source| match source {
            Source::Operand(position) => vec![position],
            Source::Temporary(step) => made[step].clone(),
        });
        made.push(taken.flatten().collect());
    }
    for set in [vec![1, 2], vec![0, 1, 2], vec![3, 4], vec![3, 4, 5], vec![0, 1, 2, 3, 4, 5]] {
        assert!(made.contains(&set), "{made:?}");
    }
}

/// Three operands have three orders: the cheapest by definition is the one that is shown.
#[test]
fn the_cheapest_of_all_orders() {
    for sizes in DynExtents::new([3, 3, 3, 3]).unwrap().indices() {
        let [p, q, r, s] = sizes.map(|size| 2 + 3 * size);
        let of =
            |rows, columns| Tensor::full(DynExtents::new([rows, columns]).unwrap(), 0).unwrap();
        let (a, b, c) = (of(p, q), of(q, r), of(r, s));
        let path = plan!(a[i, j] * b[j, k] * c[k, l] => [i, l]).unwrap();
        let orders = [p * q * r + p * r * s, q * r * s + p * q * s, p * q * r * s * 2];
        assert_eq!(path.cost().multiply_adds, *orders.iter().min().unwrap() as u128);
        assert_eq!(path.cost(), path.steps().fold(Cost::NONE, |cost, step| cost.then(step.cost())));
    }
}

/// The sums come first, whatever the order: the cheapest one is that of what they leave.
#[test]
fn what_one_operand_alone_has_is_summed_first() {
    for sizes in DynExtents::new([2, 2, 2, 2, 2]).unwrap().indices() {
        let [p, q, r, s, t] = sizes.map(|size| 2 + 5 * size);
        let of =
            |rows, columns| Tensor::full(DynExtents::new([rows, columns]).unwrap(), 0).unwrap();
        let (u, v) = (of(p, s), of(p, q));
        let w = Tensor::full(DynExtents::new([q, t, r]).unwrap(), 0).unwrap();
        let path = plan!(u[i, x] * v[i, j] * w[j, l, k] => [k]).unwrap();
        let sums = p * s + q * t * r;
        let orders = [p * q + q * r, p * q * r + p * r, p * q * r * 2];
        assert_eq!(path.len(), 4);
        assert_eq!(path.cost().multiply_adds, (sums + orders.iter().min().unwrap()) as u128);
        let path = plan!(u[i, x] * v[i, j] * w[j, l, k] => [k, j]).unwrap();
        // All orders but the outer product keep `j`.
        let orders = [p * q + q * r, p * q * r * 2];
        assert_eq!(path.cost().multiply_adds, (sums + orders.iter().min().unwrap()) as u128);
    }
}

#[test]
fn a_sum_within_one_operand_is_a_step() {
    let (u, v, w) = (values(3 * 50, 1), values(3 * 4, 2), values(4, 3));
    let x3 = Tensor::from_vec(extents![3, dyn 50].unwrap(), u.clone()).unwrap();
    let y = Tensor::from_vec(extents![3, 4], v.clone()).unwrap();
    let z = Tensor::from_vec(extents![4], w.clone()).unwrap();
    let path = plan!(x3[i, x] * y[i, j] * z[j] => []).unwrap();
    let mut expected = 0;
    for [i, x, j] in DynExtents::new([3, 50, 4]).unwrap().indices() {
        expected += u[i * 50 + x] * v[i * 4 + j] * w[j];
    }
    assert_eq!(run_all(&path, &[&u, &v, &w], 1), [expected]);
    assert_eq!(contract!(x3[i, x] * y[i, j] * z[j] => []).unwrap()[[]], expected);
    // The sum of 150 elements, a matrix by a vector, and two vectors, by two temporaries of 3 elements.
    assert_eq!((path.cost().multiply_adds, path.scratch()), (150 + 12 + 3, 3 + 3));
    let text = path.to_string();
    let heads: Vec<&str> = text.lines().filter(|line| line.starts_with("step")).collect();
    let starts = [
        "step 0: operand 1 by operand 2 to temporary 0, 12 multiply-adds, 19 elements",
        "step 1: operand 0 to temporary 1, 150 multiply-adds, 153 elements moved, 3 elements",
        "step 2: temporary 1 by temporary 0 to the result, 3 multiply-adds, 7 elements",
    ];
    assert!(heads.iter().zip(starts).all(|(line, start)| line.starts_with(start)), "{text}");
    assert_eq!(heads.len(), 3);
    let step = path.step(1).unwrap();
    assert_eq!((step.sources(), step.plan().operands()), (&[Source::Operand(0)][..], 1));
    assert!(format!("{step:?}").starts_with("operand 0: [Loop { "));
    // One entry is no sum.
    let one = Tensor::full(extents![3, dyn 1].unwrap(), 1).unwrap();
    assert_eq!(plan!(one[i, x] * y[i, j] * z[j] => []).unwrap().len(), 2);
}

/// Each sum is of two elements: 2 and 3 a row.
#[test]
fn twelve_operands_have_twelve_sums_and_eleven_pairs() {
    let v = Inline::<StaticExtents![2, 2]>::from_array([[1, 1], [1, 2]]);
    macro_rules! twelve {
        ($macro:ident, $v:ident) => {
            extents::$macro!($v[i, a] * $v[i, b] * $v[i, c] * $v[i, d] * $v[i, e] * $v[i, f]
                * $v[i, g] * $v[i, h] * $v[i, j] * $v[i, k] * $v[i, l] * $v[i, m] => [i])
        };
    }
    let Ok(product) = twelve!(contract, v);
    assert_eq!(product.into_array(), [1 << 12, 531_441]);
    let open = Tensor::from_vec(DynExtents::new([2, 2]).unwrap(), vec![1, 1, 1, 2]).unwrap();
    assert_eq!(twelve!(contract, open).unwrap().as_slice(), [1 << 12, 531_441]);
    let path = twelve!(plan, open).unwrap();
    assert_eq!((path.len(), path.cost().multiply_adds), (12 + 11, 12 * 4 + 11 * 2));
    let elements = [1, 1, 1, 2];
    assert_eq!(run_all(&path, &[&elements[..]; 12], 2), [1 << 12, 531_441]);
}

type Matrix = Inline<StaticExtents![3, 4]>;
type Square = Inline<StaticExtents![4, 4]>;
type Vector = Inline<StaticExtents![4]>;
type Operands<'a> = (&'a Matrix, &'a Square, &'a Vector);

/// What the types know is a const, and the same as at run time.
#[test]
fn static_operands_have_a_const_path() {
    const PATH: PathPlan =
        Planned::<Operands<'_>, ((i, j), (j, k), (k,)), (i,)>::STATIC_PATH.unwrap();
    const FIRST: PathStep = PATH.step(0).unwrap();
    const COST: Cost = PATH.cost();
    assert_eq!(FIRST.sources(), [Source::Operand(1), Source::Operand(2)]);
    assert_eq!(COST, Cost { multiply_adds: 16 + 12, elements_moved: 24 + 19, temporary: 4 });
    let a = Tensor::full(DynExtents::new([3, 4]).unwrap(), 0).unwrap();
    let b = Tensor::full(DynExtents::new([4, 4]).unwrap(), 0).unwrap();
    let c = Tensor::full(DynExtents::new([4]).unwrap(), 0).unwrap();
    let open = plan!(a[i, j] * b[j, k] * c[k] => [i]).unwrap();
    assert!(PATH.steps().eq(open.steps()));
    assert_eq!(PATH.steps().map(|step| step.cost().temporary).collect::<Vec<_>>(), [4, 0]);
    let step = format!("{:?}", PATH.step(1).unwrap());
    assert!(step.starts_with("operand 0 by temporary 0: [Loop { label: "), "{step}");
    assert_eq!(PATH.to_string(), open.to_string());
    assert!(!open.is_empty());
    let text = open.to_string();
    assert!(text.starts_with("step 0: operand 1 by operand 2 to temporary 0, "), "{text}");
    assert!(text.contains("\nstep 1: operand 0 by temporary 0 to the result, "), "{text}");
    // As a list of its steps.
    let steps: Vec<String> = open.steps().map(|step| format!("{step:?}")).collect();
    assert_eq!(format!("{open:?}"), format!("[{}]", steps.join(", ")));
    // One run-time extent, and the type does not know the steps.
    type Open<'a> = (&'a Tensor<i64, StaticExtents![dyn, 4]>, &'a Square, &'a Vector);
    assert!(Planned::<Open<'_>, ((i, j), (j, k), (k,)), (i,)>::STATIC_PATH.is_none());
}

#[test]
fn one_nest_of_loops() {
    let a = Tensor::full(extents![2, 0], 1).unwrap();
    let path = plan!(a[i, j] * a[k, j] * a[l, j] => [i, k, l]).unwrap();
    assert!(path.is_empty() && path.step(0).is_none());
    assert_eq!(path.cost(), Cost { multiply_adds: 0, elements_moved: 8, temporary: 0 });
    assert_eq!(
        path.to_string(),
        "one nest of loops\nin all: 0 multiply-adds, 8 elements moved, no temporary\n\
         saved: none of the 0 multiply-adds of one nest of loops"
    );
    // Sums that stop at the largest number depend on the order, so they have one.
    let b = Tensor::full(extents![2, 2], core::num::Saturating(1_i32)).unwrap();
    let path = plan!(b[i, j] * b[j, k] * b[k, l] => [i, l]).unwrap();
    assert_eq!((path.len(), path.cost().multiply_adds), (0, 2 * 16));
}

#[test]
fn twelve_operands_have_eleven_steps() {
    let v = Tensor::full(DynExtents::new([3]).unwrap(), 1).unwrap();
    let path = plan!(
        v[i] * v[i] * v[i] * v[i] * v[i] * v[i] * v[i] * v[i] * v[i] * v[i] * v[i] * v[i] => [i]
    );
    let path = path.unwrap();
    assert_eq!((path.operands(), path.len()), (12, 11));
    assert_eq!(path.cost(), Cost { multiply_adds: 33, elements_moved: 99, temporary: 3 });
}

#[test]
fn labels_of_unlike_extents_are_refused() {
    let a = Tensor::full(DynExtents::new([2, 3]).unwrap(), 1).unwrap();
    let error = plan!(a[i, j] * a[k, j] * a[j, l] => [i, k, l]).unwrap_err();
    assert_eq!(error.to_string(), "label `j` names modes of different extents: 3 and 2");
    let _: ShapeError = error;
}

/// One operand is one addition at each index, for types as for values.
#[test]
fn a_sum_of_one_operand_costs_its_elements() {
    type A = InlineTensor<f32, StaticExtents![4, 4]>;
    const PATH: Option<PathPlan> = Planned::<(&A,), ((i, j),), (i,)>::STATIC_PATH;
    const PLAN: Option<Plan> = Planned::<(&A,), ((i, j),), (i,)>::STATIC_PLAN;
    assert_eq!(PATH.unwrap().cost().multiply_adds, 16);
    assert_eq!(PLAN.unwrap().cost().multiply_adds, 16);
    let shape = extents::DynRankExtents::new(&[4, 4]).unwrap();
    let path = Path::direct(&Composition::einsum("ij->i").unwrap(), &[shape]).unwrap();
    assert_eq!(path.cost().multiply_adds, 16);
}

/// Labels of one name from two sets.
mod query {
    extents::labels! { pub row }
}
mod key {
    extents::labels! { pub row }
}

#[test]
fn steps_keep_labels_of_one_name_apart() {
    let of = |extents: &[usize]| extents::DynRankExtents::new(extents).unwrap();
    type Names = ((query::row, j), (j, key::row), (key::row, k));
    let chain = Composition::of_types::<Names, (query::row, k)>();
    let path = Path::given(&chain, &[of(&[2, 3]), of(&[3, 4]), of(&[4, 5])], &[(0, 1), (0, 1)]);
    let path = path.unwrap();
    assert_eq!(path.steps()[0].sources().len(), 2);
    let operands = path.steps()[0].composition().operands().iter().map(AsRef::as_ref);
    assert_eq!(operands.collect::<Vec<&[usize]>>(), [[0, 1], [1, 2]]);
    assert_eq!(path.steps()[0].composition().result(), [0, 2]);
    // What is summed is one of two labels, and no diagonal.
    let sum = Composition::of_types::<((query::row, key::row), (key::row,)), (key::row,)>();
    let path = Path::in_order(&sum, &[of(&[2, 2]), of(&[2])]).unwrap();
    assert_eq!(path.steps()[0].composition().operands()[0].as_ref(), [0, 1]);
}
