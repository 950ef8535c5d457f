//! Contractions of elements of every size and alignment, against the definition.
//!
//! Kernels cut rows into tiles by the number of elements that a vector holds, which need not be a power of two.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation,
    reason = "a test says what is wrong by panicking; the numbers are small"
)]

use std::fmt::Debug;

use extents::label::{i, j, k, l};
use extents::{DynExtents, InlineTensor, Scalar, StaticExtents, View, ViewMut, contract, einsum};

/// `N` bytes, each a number modulo 256, with the alignment of `A`, which is no larger than nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bytes<const N: usize, A = ()>([A; 0], [u8; N]);

impl<const N: usize, A: Copy> Scalar for Bytes<N, A> {
    const ZERO: Self = Bytes([], [0; N]);
    const CONTRACTS_IN_ANY_ORDER: bool = true;
    fn plus(mut self, other: Self) -> Self {
        for (to, from) in self.1.iter_mut().zip(other.1) {
            *to = to.wrapping_add(from);
        }
        self
    }
    fn times(mut self, other: Self) -> Self {
        for (to, from) in self.1.iter_mut().zip(other.1) {
            *to = to.wrapping_mul(from);
        }
        self
    }
}

/// Elements that differ from place to place, and in each byte.
trait Element: Scalar + Debug + PartialEq {
    fn of(seed: usize) -> Self;
}

impl<const N: usize, A: Copy + Debug + PartialEq> Element for Bytes<N, A> {
    fn of(seed: usize) -> Self {
        Bytes([], std::array::from_fn(|byte| (seed * 37 + byte * 101 + (seed >> 3)) as u8))
    }
}

macro_rules! aligned {
    ($($name:ident $to:literal)*) => {$(
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[repr(align($to))]
        struct $name;
    )*};
}
aligned! { To8 8 To16 16 To64 64 To4096 4096 }

fn elements<T: Element>(count: usize, from: usize) -> Vec<T> {
    (from..from + count).map(T::of).collect()
}

/// The sum of products, by definition; `so_far` is what it is added to.
fn sum<T: Element>(so_far: Option<T>, products: impl Iterator<Item = (T, T)>) -> T {
    let sum = products.fold(T::ZERO, |sum, (left, right)| sum.plus(left.times(right)));
    so_far.map_or(sum, |so_far| so_far.plus(sum))
}

/// Elements around a result, which stay as they are.
const AROUND: usize = 40;

/// The product of two matrices: `left` is row-major, `right` too unless it is transposed.
fn expected<T: Element>(
    [m, n, depth]: [usize; 3],
    (left, right): (&[T], &[T]),
    is_transposed: bool,
    so_far: Option<&[T]>,
) -> Vec<T> {
    let mut all = Vec::new();
    for row in 0..m {
        for column in 0..n {
            let factor = |t| if is_transposed { column * depth + t } else { t * n + column };
            let terms = (0..depth).map(|t| (left[row * depth + t], right[factor(t)]));
            all.push(sum(so_far.map(|so_far| so_far[row * n + column]), terms));
        }
    }
    all
}

/// Two matrices of static extents: their product on the stack, and with the right one transposed added to a part of a slice.
fn known_product<T: Element, const M: usize, const N: usize, const K: usize>() {
    let sizes = [M, N, K];
    let (left, right) = (elements::<T>(M * K, 1), elements::<T>(K * N, 500));
    let a = InlineTensor::<T, StaticExtents![M, K]>::inline_from_fn(|[r, t]| left[r * K + t]);
    let b = InlineTensor::<T, StaticExtents![K, N]>::inline_from_fn(|[t, c]| right[t * N + c]);
    let Ok(product) = contract!(a[i, j] * b[j, k] => [i, k]);
    let expects = expected(sizes, (&left, &right), false, None);
    assert_eq!(product.as_slice(), expects, "{} bytes, {sizes:?}", size_of::<T>());

    let turned = View::from_slice(<StaticExtents![N, K]>::new(), &right).unwrap();
    let before = elements::<T>(2 * AROUND + M * N, 900);
    let mut around = before.clone();
    let (range, target) = (AROUND..AROUND + M * N, <StaticExtents![M, N]>::new());
    let mut target = ViewMut::from_slice(target, &mut around[range.clone()]).unwrap();
    contract!(target[i, k] += a[i, j] * turned[k, j]).unwrap();
    let expects = expected(sizes, (&left, &right), true, Some(&before[range.clone()]));
    assert_eq!(around[range.clone()], expects, "{} bytes, {sizes:?}", size_of::<T>());
    assert_eq!(around[..AROUND], before[..AROUND], "{} bytes, {sizes:?}", size_of::<T>());
    assert_eq!(around[range.end..], before[range.end..], "{} bytes, {sizes:?}", size_of::<T>());
}

#[test]
fn static_products_of_elements_of_odd_sizes_are_exact() {
    known_product::<Bytes<3>, 4, 7, 3>();
    known_product::<Bytes<3>, 9, 13, 5>();
    known_product::<Bytes<5>, 3, 6, 2>();
    known_product::<Bytes<7>, 3, 9, 6>();
    known_product::<Bytes<12>, 4, 11, 2>();
}

#[test]
fn static_products_of_elements_of_each_alignment_are_exact() {
    known_product::<Bytes<0, To4096>, 3, 11, 2>();
    known_product::<Bytes<20, To8>, 3, 6, 5>();
    known_product::<Bytes<64, To64>, 3, 6, 2>();
    known_product::<Bytes<8, To4096>, 2, 2, 2>();
}

/// What is no product of two matrices: of a batch, of a vector, of what has no sum, and of one operand.
fn known_others<T: Element, const B: usize, const M: usize, const N: usize>() {
    let about = format!("{} bytes", size_of::<T>());
    let (left, right) = (elements::<T>(B * M * N, 1), elements::<T>(B * M * N, 600));
    let a = InlineTensor::<T, StaticExtents![B, M, N]>::inline_from_fn(|[b, r, c]| {
        left[(b * M + r) * N + c]
    });
    let b = View::from_slice(<StaticExtents![B, M, N]>::new(), &right).unwrap();
    let at = |all: &[T], b: usize, r: usize, c: usize| all[(b * M + r) * N + c];

    let batch = contract!(a[l, i, k] * b[l, j, k] => [l, i, j]).unwrap();
    for ([b, r, c], value) in batch.indexed_iter() {
        let terms = (0..N).map(|t| (at(&left, b, r, t), at(&right, b, c, t)));
        assert_eq!(*value, sum(None, terms), "{about}");
    }
    let Ok(permuted) = contract!(a[i, j, k] => [k, i, j]);
    for ([c, b, r], value) in permuted.indexed_iter() {
        assert_eq!(*value, at(&left, b, r, c), "{about}");
    }
    let Ok(sums) = contract!(a[i, j, k] => [k]);
    for ([c], value) in sums.indexed_iter() {
        let terms = (0..B * M).map(|n| left[n * N + c]);
        assert_eq!(*value, terms.fold(T::ZERO, T::plus), "{about}");
    }
    let vector = InlineTensor::<T, StaticExtents![N]>::inline_from_fn(|[n]| right[n]);
    let Ok(products) = contract!(a[i, j, k] * vector[k] => [j, i]);
    for ([r, b], value) in products.indexed_iter() {
        let terms = (0..N).map(|c| (at(&left, b, r, c), right[c]));
        assert_eq!(*value, sum(None, terms), "{about}");
    }
    let Ok(outer) = contract!(vector[i] * vector[j] => [i, j]);
    for ([r, c], value) in outer.indexed_iter() {
        assert_eq!(*value, right[r].times(right[c]), "{about}");
    }
    let Ok(trace) = contract!(outer[i, i] => []);
    let squares = (0..N).map(|n| (right[n], right[n]));
    assert_eq!(trace[[]], sum(None, squares), "{about}");
}

#[test]
fn other_static_contractions_of_odd_sizes_are_exact() {
    known_others::<Bytes<6>, 3, 2, 11>();
    known_others::<Bytes<12, To16>, 2, 3, 7>();
}

/// Run-time extents: two matrices, in any order of their modes.
fn open_product<T: Element>(sizes: [usize; 3]) {
    let [m, n, depth] = sizes;
    let about = format!("{} bytes, {sizes:?}", size_of::<T>());
    let (left, right) = (elements::<T>(m * depth, 1), elements::<T>(depth * n, 500));
    let of = |extents: [usize; 2]| DynExtents::new(extents).unwrap();
    let a = View::from_slice(of([m, depth]), &left).unwrap();
    let b = View::from_slice(of([depth, n]), &right).unwrap();
    let turned = View::from_slice(of([n, depth]), &right).unwrap();

    let before = elements::<T>(2 * AROUND + m * n, 900);
    let range = AROUND..AROUND + m * n;
    for (is_transposed, adds) in [(false, false), (true, true)] {
        let mut around = before.clone();
        let mut target = ViewMut::from_slice(of([m, n]), &mut around[range.clone()]).unwrap();
        if is_transposed {
            contract!(target[i, k] += a[i, j] * turned[k, j]).unwrap();
        } else {
            contract!(target[i, k] = a[i, j] * b[j, k]).unwrap();
        }
        let so_far = adds.then_some(&before[range.clone()]);
        let expects = expected(sizes, (&left, &right), is_transposed, so_far);
        assert_eq!(around[range.clone()], expects, "{about}");
        assert_eq!(around[..AROUND], before[..AROUND], "{about}");
        assert_eq!(around[range.end..], before[range.end..], "{about}");
    }
}

/// Run-time extents: what is no product of two matrices.
fn open_others<T: Element>(m: usize, n: usize) {
    let about = format!("{} bytes, {m} by {n}", size_of::<T>());
    let (left, right) = (elements::<T>(m * n, 1), elements::<T>(m * n, 600));
    let a = View::from_slice(DynExtents::new([m, n]).unwrap(), &left).unwrap();
    let b = View::from_slice(DynExtents::new([m, n]).unwrap(), &right).unwrap();
    let pairs = || left.iter().copied().zip(right.iter().copied());
    assert_eq!(einsum("ij,ij->", &[&a, &b]).unwrap()[[]], sum(None, pairs()), "{about}");
    let all = left.iter().fold(T::ZERO, |sum, &each| sum.plus(each));
    assert_eq!(einsum("ij->", &[&a]).unwrap()[[]], all, "{about}");
    let columns = einsum("ij->j", &[&a]).unwrap();
    let rows = einsum("ij,ij->i", &[&a, &b]).unwrap();
    for c in 0..n {
        let column = (0..m).fold(T::ZERO, |sum, r| sum.plus(left[r * n + c]));
        assert_eq!(columns.as_slice()[c], column, "{about}");
    }
    for r in 0..m {
        assert_eq!(rows.as_slice()[r], sum(None, pairs().skip(r * n).take(n)), "{about}");
    }
    let vector = View::from_slice(DynExtents::new([n]).unwrap(), &right[..n]).unwrap();
    let products = einsum("ij,j->i", &[&a, &vector]).unwrap();
    let outer = einsum("i,j->ji", &[&vector, &vector]).unwrap();
    for r in 0..m {
        let terms = (0..n).map(|c| (left[r * n + c], right[c]));
        assert_eq!(products.as_slice()[r], sum(None, terms), "{about}");
    }
    for r in 0..n {
        for c in 0..n {
            assert_eq!(outer.as_slice()[c * n + r], right[r].times(right[c]), "{about}");
        }
    }
    let trace = einsum("ii->", &[&outer]).unwrap();
    assert_eq!(trace[[]], sum(None, (0..n).map(|t| (right[t], right[t]))), "{about}");
    let turned = einsum("ij->ji", &[&a]).unwrap();
    let batch = einsum("bi,bj->bji", &[&a, &b]).unwrap();
    for (at, (r, c)) in (0..m).flat_map(|r| (0..n).map(move |c| (r, c))).enumerate() {
        assert_eq!(turned.as_slice()[c * m + r], left[at], "{about}");
        for other in 0..n {
            let product = left[at].times(right[r * n + other]);
            assert_eq!(batch.as_slice()[(r * n + other) * n + c], product, "{about}");
        }
    }
}

/// Extents on both sides of all widths of tiles, and of all blocks.
fn open_contractions<T: Element>() {
    for m in [1, 3, 5, 8] {
        for n in [1, 2, 3, 4, 5, 7, 8, 9, 13, 16, 20] {
            for depth in [1, 7] {
                open_product::<T>([m, n, depth]);
            }
        }
    }
    for sizes in [[4, 33, 9], [17, 16, 17], [20, 19, 90], [190, 5, 270]] {
        open_product::<T>(sizes);
    }
    for (m, n) in [(1, 1), (2, 3), (3, 8), (7, 5), (9, 13), (5, 70), (66, 12)] {
        open_others::<T>(m, n);
    }
}

macro_rules! open {
    ($($name:ident $of:ty;)*) => {$(
        #[test]
        fn $name() {
            open_contractions::<$of>();
        }
    )*};
}
open! {
    open_contractions_of_no_bytes_far_apart Bytes<0, To4096>;
    open_contractions_of_3_bytes Bytes<3>;
    open_contractions_of_6_bytes Bytes<6>;
    open_contractions_of_12_bytes_in_16 Bytes<12, To16>;
    open_contractions_of_33_bytes_in_64 Bytes<33, To64>;
}

#[test]
fn open_contractions_of_elements_as_large_as_a_page() {
    open_product::<Bytes<9, To4096>>([5, 6, 7]);
    open_others::<Bytes<9, To4096>>(3, 5);
}
