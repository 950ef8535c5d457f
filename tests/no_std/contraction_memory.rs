//! What contractions allocate: nothing where all is inline or an output is given and no temporary is
//! worth it, the result alone where there is none, and never more than memory holds.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use crate::counting::{Asked, asked_by, with_at_most};
use extents::label::{a, b, i, j, k, l};
use extents::layout::{Canonical, ColMajor, IntoMapping, Strided};
use extents::{
    Composition, ContractBy, DynExtents, DynRankExtents, InlineTensor, Mapping, Scalar, ShapeError,
    StaticExtents, Tensor, TensorOf, View, composition::DynOperand, contract, einsum, extents,
};

type Inline<T, E> = InlineTensor<T, E>;

const NOTHING: Asked = Asked { times: 0, bytes: 0 };

fn ones<T: Clone + From<u8>, M: IntoMapping>(mapping: M) -> TensorOf<M::Extents, T, M::Layout> {
    Tensor::full(mapping, T::from(1)).unwrap()
}

fn fixed<const N: usize>(extents: [usize; N]) -> TensorOf<DynExtents<N>, f64> {
    ones(DynExtents::new(extents).unwrap())
}

fn open(extents: &[usize]) -> TensorOf<DynRankExtents, f64> {
    ones(DynRankExtents::new(extents).unwrap())
}

/// Each of these asks for nothing.
macro_rules! nothing {
    ($($contraction:expr;)*) => {$({
        let (asked, result) = asked_by(|| $contraction);
        result.unwrap();
        assert_eq!(asked, NOTHING, "{}", stringify!($contraction));
    })*};
}

/// Each of these asks once, for the result.
macro_rules! the_result {
    ($($contraction:expr;)*) => {$({
        let (asked, result) = asked_by(|| $contraction);
        let bytes = size_of_val(result.unwrap().as_slice());
        assert_eq!(asked, Asked { times: 1, bytes }, "{}", stringify!($contraction));
    })*};
}

/// The counters count: without this the other tests would say nothing.
#[test]
fn what_is_asked_for_is_counted() {
    assert_eq!(asked_by(|| Vec::<u8>::with_capacity(100)).0, Asked { times: 1, bytes: 100 });
    assert_eq!(asked_by(|| vec![0_u32; 100]).0, Asked { times: 1, bytes: 400 });
    assert_eq!(asked_by(|| ()).0, NOTHING);
    let refused = with_at_most(100, || Vec::<u8>::new().try_reserve_exact(101));
    assert!(refused.is_err());
    with_at_most(100, || Vec::<u8>::new().try_reserve_exact(100)).unwrap();
}

#[test]
fn inline_contractions_allocate_nothing() {
    fn of<T: Scalar + From<u8>>() {
        let x = Inline::<T, StaticExtents![4, 4]>::inline_full(T::from(1));
        let y = Inline::<T, StaticExtents![4, 4, 4]>::inline_full(T::from(1));
        let z = Inline::<T, StaticExtents![3, 5]>::inline_full(T::from(1));
        let w = Inline::<T, StaticExtents![16, 16]>::inline_full(T::from(1));
        let s = Inline::<T, StaticExtents![]>::inline_full(T::from(1));
        nothing! {
            contract!(x[i, j] * x[j, k] => [i, k]);
            contract!(x[j, i] * x[k, j] => [k, i]);
            contract!(w[i, j] * w[j, k] => [i, k]);
            contract!(z[i, j] * z[k, j] => [i, k]);
            contract!(y[i, j, k] * x[k, l] => [i, j, l]);
            contract!(y[b, i, j] * y[b, j, k] => [b, i, k]);
            contract!(z[i, j] * x[a, b] => [i, a, j, b]);
            contract!(z[i, j] => [j, i]);
            contract!(z[i, j] => [i]);
            contract!(x[i, i] => []);
            contract!(s[] * x[i, i] => [i]);
            contract!(x[i, j] * x[j, k] * x[k, l] => [i, l]);
            contract!(x[i, j] * x[j, k] * x[k, i] => []);
            contract!(x[i, j] * x[j, k] * x[k, l] * x[l, a] => [i, a]);
        }
    }
    of::<f32>();
    of::<f64>();
    of::<i32>();
    of::<u64>();
}

#[test]
fn small_static_contractions_into_an_output_allocate_nothing() {
    let x = Inline::<f64, StaticExtents![4, 4]>::inline_full(1.0);
    let cube = ones::<f64, _>(extents![4, 4, 4]);
    let [p, q] = [(); 2].map(|()| ones::<f64, _>(extents![16, 16]));
    let mut t = Inline::<f64, StaticExtents![4, 4]>::inline_zeros();
    let mut wide = ones::<f64, _>(extents![16, 16]);
    let mut columns = ones::<f64, _>(ColMajor.of(extents![16, 16]));
    let mut deep = ones::<f64, _>(extents![4, 4, 4]);
    nothing! {
        contract!(t[i, k] = x[i, j] * x[j, k]);
        contract!(t[i, k] += x[j, i] * x[k, j]);
        contract!(t[i, l] = x[i, j] * x[j, k] * x[k, l]);
        contract!(t[i, l] += x[i, j] * x[j, k] * x[k, l]);
        contract!(t[j, i] = x[i, j]);
        contract!(wide[i, k] = p[i, j] * q[j, k]);
        contract!(wide[i, k] += p[j, i] * q[j, k]);
        contract!(columns[i, k] = p[i, j] * q[k, j]);
        contract!(deep[i, j, l] = cube[i, j, k] * x[k, l]);
        contract!(deep[b, k, i] += cube[b, i, j] * cube[b, j, k]);
    }
    the_result! {
        contract!(p[i, j] * q[j, k] => [i, k]);
        contract!(x[i, j] * cube[j, k, l] => [l, k, i]);
    }
}

/// Sizes that no kernel holds in registers or blocks, and small ones.
const SIZES: [usize; 6] = [0, 1, 5, 64, 300, 1025];

#[test]
fn what_memory_bounds_allocates_no_temporaries() {
    for n in SIZES {
        let (x, y) = (fixed([n, 40]), fixed([40]));
        let (batch, vectors) = (fixed([n, 4, 7]), fixed([n, 7]));
        let (long, again) = (fixed([n]), open(&[n]));
        let mixed = ones::<f64, _>(extents![dyn n, 40].unwrap());
        let columns = ones::<f64, _>(ColMajor.of(DynExtents::new([n, 40]).unwrap()));
        let mut scalar = Inline::<f64, StaticExtents![]>::inline_zeros();
        let mut rows = ones::<f64, _>(extents![dyn n].unwrap());
        let mut forty = ones::<f64, _>(extents![40]);
        let mut images = fixed([n, 4]);
        let mut outer = open(&[40, n]);
        nothing! {
            // Dot products.
            contract!(scalar[] = long[i] * long[i]);
            contract!(scalar[] += long[i] * again[i]);
            contract!(scalar[] += x[i, j] * x[i, j]);
            contract!(scalar[] += x[i, j] * columns[i, j]);
            contract!(rows[i] = x[i, j] * mixed[i, j]);
            // Sums.
            contract!(scalar[] = x[i, j]);
            contract!(rows[i] = x[i, j]);
            contract!(forty[j] += x[i, j]);
            contract!(forty[j] = columns[i, j]);
            // Matrices times vectors.
            contract!(rows[i] = x[i, j] * y[j]);
            contract!(rows[i] += columns[i, j] * y[j]);
            contract!(forty[j] = x[i, j] * long[i]);
            contract!(forty[j] += mixed[i, j] * again[i]);
            contract!(images[b, i] = batch[b, i, j] * vectors[b, j]);
            contract!(images[b, i] += vectors[b, j] * batch[b, i, j]);
            // Products without sums.
            contract!(outer[j, i] = long[i] * y[j]);
            contract!(outer[j, i] += long[i] * y[j]);
            contract!(outer[j, i] = x[i, j] * mixed[i, j]);
            contract!(outer[j, i] = columns[i, j]);
        }
        if n == 0 {
            continue;
        }
        // Where something is left to be allocated, it is the result.
        the_result! {
            contract!(long[i] * again[i] => []);
            contract!(x[i, j] => []);
            contract!(x[i, j] => [i]);
            contract!(columns[i, j] => [j]);
            contract!(x[i, j] * y[j] => [i]);
            contract!(mixed[i, j] * long[i] => [j]);
            contract!(batch[b, i, j] * vectors[b, j] => [b, i]);
            contract!(long[i] * y[j] => [i, j]);
            contract!(x[i, j] * columns[i, j] => [j, i]);
            contract!(x[i, j] => [j, i]);
        }
    }
}

#[test]
fn operands_in_any_layout_allocate_no_temporaries() {
    let buffer = vec![1.0; 4000];
    let of = |strides: [isize; 2]| {
        let mapping =
            Mapping::with_layout(DynExtents::new([30, 40]).unwrap(), Strided::new(strides));
        let span = mapping.unwrap().required_span_size();
        View::from_slice(mapping.unwrap(), &buffer[..span]).unwrap()
    };
    let (y, z) = (fixed([40]), fixed([30]));
    let mut rows = fixed([30]);
    let mut turned = ones::<f64, _>(ColMajor.of(DynExtents::new([30, 40]).unwrap()));
    for strides in [[40, 1], [-40, -1], [2, 60], [50, 2], [0, 1], [1, 0], [-1, 30], [1, 1]] {
        let x = of(strides);
        nothing! {
            contract!(rows[i] = x[i, j]);
            contract!(rows[i] += x[i, j] * y[j]);
            contract!(rows[i] += x[i, j] * x[i, j]);
            contract!(turned[i, j] = x[i, j]);
            contract!(turned[i, j] += z[i] * y[j]);
        }
    }
}

/// Under labels that arrive as text the plan is in memory; but no temporary is, however large the operands are.
#[test]
fn text_allocates_a_plan_and_the_result() {
    const PLAN: usize = 8 * 1024;
    for n in [1, 64, 1025, 4000] {
        let (x, y, long) = (fixed([n, 40]), fixed([40]), fixed([n]));
        let columns = ones::<f64, _>(ColMajor.of(DynExtents::new([n, 40]).unwrap()));
        let cases: [(&str, &[&dyn DynOperand<f64>], usize); 9] = [
            ("i,i->", &[&long, &long], 1),
            ("ij,ij->", &[&x, &columns], 1),
            ("ij->i", &[&x], n),
            ("ij->j", &[&columns], 40),
            ("ij,j->i", &[&x, &y], n),
            ("ij,i->j", &[&columns, &long], 40),
            ("bj,bj->b", &[&x, &x], n),
            ("i,j->ji", &[&long, &y], 40 * n),
            ("ij->ji", &[&x], 40 * n),
        ];
        for (text, operands, elements) in cases {
            let (asked, result) = asked_by(|| einsum(text, operands));
            assert_eq!(result.unwrap().as_slice().len(), elements);
            let most = 8 * elements + PLAN;
            assert!(asked.bytes <= most, "{text} of {n}: {asked:?}, not {most} bytes");
            let mut target = vec![0.0; elements];
            let composition = Composition::einsum(text).unwrap();
            let extents = einsum(text, operands).unwrap().extents().clone();
            let mut target = Tensor::from_storage(extents, &mut target[..]).unwrap();
            let (asked, result) =
                asked_by(|| ContractBy::new(&composition).assign_to(operands, target.view_mut()));
            result.unwrap();
            assert!(asked.bytes <= PLAN, "{text} of {n}, into an output: {asked:?}");
            let (asked, result) =
                asked_by(|| ContractBy::new(&composition).add_to(operands, target.view_mut()));
            result.unwrap();
            assert!(asked.bytes <= PLAN, "{text} of {n}, added to an output: {asked:?}");
        }
    }
}

#[test]
fn a_result_that_is_refused_is_an_error() {
    let (x, y) = (fixed([100, 3]), fixed([3, 100]));
    let refused = ShapeError::Allocation { elements: 10_000 };
    let most = 10_000 * 8 - 1;
    let found = with_at_most(most, || contract!(x[i, j] * y[j, k] => [i, k]));
    assert_eq!(found.unwrap_err(), refused);
    let found = with_at_most(most, || einsum("ij,jk->ki", &[&x, &y]));
    assert_eq!(found.unwrap_err(), refused);
    let found = with_at_most(most, || einsum("ij,jk,kl->il", &[&x, &y, &x]));
    assert_eq!(found.unwrap().as_slice(), [300.0; 300]);
}

/// Three operands of which each pair has a large product; and two whose strides suit no kernel. Where the
/// allocator refuses a temporary (what is below 4 KiB is a plan), there is an error, and the target is as it was; or there is the result,
/// without the temporary. Whole numbers, because a foreign kernel may allocate as it likes.
#[test]
fn a_temporary_that_is_refused_is_an_error() {
    const N: usize = 40;
    let x: TensorOf<_, i64> = ones(DynExtents::new([N, N]).unwrap());
    let columns = ones::<i64, _>(ColMajor.of(DynExtents::new([N, N]).unwrap()));
    let cube: TensorOf<_, i64> = ones(DynExtents::new([8, N, 12]).unwrap());
    let n = N as i64;
    type Case<'a> = (&'a str, &'a [&'a dyn DynOperand<i64>], &'a [usize], i64);
    let cases: [Case<'_>; 4] = [
        ("ai,bi,ab->", &[&x, &x, &x], &[], n * n * n),
        ("ai,ib,bc->ac", &[&x, &columns, &x], &[N, N], n * n),
        ("ij,kj->ik", &[&columns, &x], &[N, N], n),
        ("ijk,jl->lki", &[&cube, &columns], &[N, 12, 8], n),
    ];
    for (text, operands, extents, expected) in cases {
        let composition = Composition::einsum(text).unwrap();
        let mut target = Tensor::full(DynRankExtents::new(extents).unwrap(), -7_i64).unwrap();
        for most in [4 * 1024, 10 * 1024, 64 * 1024] {
            target.fill(-7);
            let set = |to: &mut i64, value| *to = value;
            let view = target.view_mut();
            let found =
                with_at_most(most, || ContractBy::new(&composition).update(operands, view, set));
            let elements = match found {
                Ok(()) => expected,
                Err(ShapeError::Allocation { .. }) => -7,
                Err(error) => panic!("{text}, at most {most} bytes: {error}"),
            };
            assert!(target.iter().all(|x| *x == elements), "{text}, at most {most} bytes");
        }
    }
    let mut target: TensorOf<_, i64> = ones(DynExtents::new([N, N]).unwrap());
    let found =
        with_at_most(4 * 1024, || contract!(target[i, l] = x[i, j] * columns[j, k] * x[k, l]));
    match found {
        Ok(()) => assert!(target.iter().all(|x| *x == n * n)),
        Err(ShapeError::Allocation { .. }) => assert!(target.iter().all(|x| *x == 1)),
        Err(error) => panic!("{error}"),
    }
}
