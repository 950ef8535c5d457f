//! `contract!` in all layers and layouts against a loop over all indices: the shapes that a kernel for
//! small matrices, for large ones or for vectors will treat specially, and their neighbours.
//!
//! The elements of operands and results are read by iteration, which has tests of its own.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use std::cell::RefCell;

use crate::einsums::chance::Chance;
use crate::einsums::number::{Gauss, Number};
use crate::einsums::{Placed, definition, row_major, same, span, updated};
use extents::label::{a, b, c, d, e, f, i, j, k, l, m, n};
use extents::layout::{Canonical, ColMajor, IntoMapping, Layout, RowMajor, Strided};
use extents::storage::InlineExtents;
use extents::{
    Const, DynExtents, DynRankExtents, Extents, InlineTensor, Mapping, StaticExtents, Tensor,
    TensorOf, View, contract, extents, modes, slice,
};

thread_local! {
    /// Each test has a thread of its own, so it draws the same elements in each run.
    static CHANCE: RefCell<Chance> = const { RefCell::new(Chance(6)) };
}

fn draw<T: Number>() -> T {
    CHANCE.with_borrow_mut(T::draw)
}

/// Random elements in the tensor itself.
fn inline<T: Number, E: InlineExtents>() -> InlineTensor<T, E> {
    let mut tensor = InlineTensor::inline_zeros();
    tensor.view_mut().apply(|x| *x = draw());
    tensor
}

fn inline_columns<T: Number, E: InlineExtents>() -> InlineTensor<T, E, ColMajor> {
    let mut tensor = InlineTensor::inline_zeros();
    tensor.view_mut().apply(|x| *x = draw());
    tensor
}

/// Random elements, and gaps, in a `Vec`.
fn heap<T: Number, M: IntoMapping>(mapping: M) -> TensorOf<M::Extents, T, M::Layout> {
    let Ok(mapping) = mapping.into_mapping() else { unreachable!("extents are one") };
    let elements = (0..mapping.required_span_size()).map(|_| draw()).collect();
    Tensor::from_vec(mapping, elements).unwrap()
}

fn fixed<T: Number, const N: usize>(extents: [usize; N]) -> TensorOf<DynExtents<N>, T> {
    heap(DynExtents::new(extents).unwrap())
}

fn open<T: Number>(extents: &[usize]) -> TensorOf<DynRankExtents, T> {
    heap(DynRankExtents::new(extents).unwrap())
}

/// A number for each label, and its extent, as they come.
#[derive(Default)]
struct Labels {
    names: Vec<char>,
    extents: Vec<usize>,
}

impl Labels {
    /// The numbers of the labels in a bracket such as `[i, j]`.
    fn read(&mut self, bracket: &str) -> Vec<usize> {
        let letters = bracket.chars().filter(|letter| letter.is_alphabetic());
        let mut number = |letter| {
            self.names.iter().position(|name| *name == letter).unwrap_or_else(|| {
                self.names.push(letter);
                self.names.len() - 1
            })
        };
        letters.map(&mut number).collect()
    }

    fn extents_of(&self, labels: &[usize]) -> Vec<usize> {
        labels.iter().map(|&label| self.extents[label]).collect()
    }

    fn operand<T: Number, E, L>(&mut self, bracket: &str, view: &View<'_, T, E, L>) -> Placed<T>
    where
        E: Extents,
        L: Layout<E>,
    {
        let labels = self.read(bracket);
        let extents: Vec<usize> = view.extents().iter().collect();
        self.extents.resize(self.names.len(), 0);
        for (label, extent) in labels.iter().zip(&extents) {
            self.extents[*label] = *extent;
        }
        let strides = row_major(&extents);
        Placed { labels, extents, strides, front: 0, buffer: view.iter().copied().collect() }
    }
}

fn add<T: Number>(to: &mut T, value: T) {
    *to = to.and(value);
}

/// A target of which each mode is reversed, with gaps.
fn target<T: Number>(extents: &[usize]) -> Placed<T> {
    let wide: Vec<usize> = extents.iter().map(|extent| extent + 1).collect();
    let strides: Vec<isize> = row_major(&wide).iter().map(|stride| -2 * stride).collect();
    let buffer = (0..span(extents, &strides) + 4).map(|_| draw()).collect();
    Placed { labels: vec![], extents: extents.to_vec(), strides, front: 3, buffer }
}

/// Contracts operands with elements `T`, and compares the result with the definition's: a new one, and
/// one that is added to a target.
macro_rules! check {
    ($t:ty: $($operand:ident $labels:tt = $make:expr),+ => $out:tt) => {{
        #[allow(dead_code, reason = "some operands are made elsewhere")]
        type T = $t;
        $(let $operand = $make;)+
        let text = concat!($(stringify!($operand), stringify!($labels), " "),+, "=> ", stringify!($out));
        let mut labels = Labels::default();
        let operands: Vec<Placed<T>> =
            vec![$(labels.operand(stringify!($labels), &$operand.view())),+];
        let out = labels.read(stringify!($out));
        let expected = definition(&labels.extents, &operands, &out);
        let of_result = labels.extents_of(&out);

        let found = check!(@contract $(($operand $labels))+ => $out).unwrap();
        let extents: Vec<usize> = found.extents().iter().collect();
        assert_eq!(extents, of_result, "{text}");
        let found: Vec<T> = found.iter().copied().collect();
        assert!(same(&found, &expected), "{text}: {found:?}\nis not\n{expected:?}");

        let mut target = target::<T>(&of_result);
        let in_target = updated(&target, &expected, add);
        let mut view = target.target();
        check!(@add view $out $(($operand $labels))+).unwrap();
        let found = &target.buffer;
        assert!(same(found, &in_target), "into {text}: {found:?}\nis not\n{in_target:?}");
    }};
    // A target of its own type: set, and then added to.
    ($t:ty: $target:ident $out:tt = $into:expr; $($operand:ident $labels:tt = $make:expr),+) => {{
        type T = $t;
        $(let $operand = $make;)+
        let mut $target = $into;
        let mut labels = Labels::default();
        let operands: Vec<Placed<T>> =
            vec![$(labels.operand(stringify!($labels), &$operand.view())),+];
        let out = labels.read(stringify!($out));
        let expected = definition(&labels.extents, &operands, &out);
        check!(@set $target $out $(($operand $labels))+).unwrap();
        assert!($target.iter().eq(&expected), "{:?}\nis not\n{expected:?}", $target);
        check!(@add $target $out $(($operand $labels))+).unwrap();
        let doubled: Vec<T> = expected.iter().map(|&x| x.and(x)).collect();
        assert!($target.iter().eq(&doubled), "{:?}\nis not\n{doubled:?}", $target);
    }};
    (@contract ($first:ident $of_first:tt) $(($rest:ident $of_rest:tt))* => $out:tt) => {
        contract!($first $of_first $(* $rest $of_rest)* => $out)
    };
    (@set $target:ident $out:tt ($first:ident $of_first:tt) $(($rest:ident $of_rest:tt))*) => {
        contract!($target $out = $first $of_first $(* $rest $of_rest)*)
    };
    (@add $target:ident $out:tt ($first:ident $of_first:tt) $(($rest:ident $of_rest:tt))*) => {
        contract!($target $out += $first $of_first $(* $rest $of_rest)*)
    };
}

#[test]
fn small_products_of_inline_matrices() {
    check!(f64: x[i, j] = inline::<T, StaticExtents![1, 1]>(), y[j, k] = inline::<T, StaticExtents![1, 1]>() => [i, k]);
    check!(f32: x[i, j] = inline::<T, StaticExtents![2, 3]>(), y[j, k] = inline::<T, StaticExtents![3, 4]>() => [i, k]);
    check!(f32: x[i, j] = inline::<T, StaticExtents![4, 4]>(), y[j, k] = inline::<T, StaticExtents![4, 4]>() => [i, k]);
    check!(f64: x[i, j] = inline::<T, StaticExtents![5, 7]>(), y[j, k] = inline::<T, StaticExtents![7, 3]>() => [i, k]);
    check!(f32: x[i, j] = inline::<T, StaticExtents![8, 8]>(), y[j, k] = inline::<T, StaticExtents![8, 8]>() => [i, k]);
    check!(f64: x[i, j] = inline::<T, StaticExtents![16, 16]>(), y[j, k] = inline::<T, StaticExtents![16, 16]>() => [i, k]);
    check!(f32: x[i, j] = inline::<T, StaticExtents![17, 3]>(), y[j, k] = inline::<T, StaticExtents![3, 17]>() => [i, k]);
    check!(i32: x[i, j] = inline::<T, StaticExtents![3, 17]>(), y[j, k] = inline::<T, StaticExtents![17, 3]>() => [k, i]);
    check!(u8: x[i, j] = inline::<T, StaticExtents![9, 15]>(), y[j, k] = inline::<T, StaticExtents![15, 9]>() => [i, k]);
    check!(Gauss: x[i, j] = inline::<T, StaticExtents![3, 3]>(), y[j, k] = inline::<T, StaticExtents![3, 3]>() => [i, k]);
    check!(i16: x[i, j] = inline::<T, StaticExtents![4, 0]>(), y[j, k] = inline::<T, StaticExtents![0, 4]>() => [i, k]);
}

#[test]
fn inline_operands_in_another_order() {
    check!(f32: x[j, i] = inline::<T, StaticExtents![4, 4]>(), y[j, k] = inline::<T, StaticExtents![4, 4]>() => [i, k]);
    check!(f64: x[i, j] = inline::<T, StaticExtents![8, 8]>(), y[k, j] = inline::<T, StaticExtents![8, 8]>() => [i, k]);
    check!(f32: x[j, i] = inline::<T, StaticExtents![5, 16]>(), y[k, j] = inline::<T, StaticExtents![17, 5]>() => [k, i]);
    check!(f64: x[i, j] = inline_columns::<T, StaticExtents![4, 4]>(), y[j, k] = inline::<T, StaticExtents![4, 4]>() => [i, k]);
    check!(f32: x[i, j] = inline_columns::<T, StaticExtents![8, 8]>(), y[j, k] = inline_columns::<T, StaticExtents![8, 8]>() => [k, i]);
    check!(f64: x[i, j] = inline::<T, StaticExtents![4, 4]>(), y[j, k] = heap::<T, _>(extents![4, 4]) => [i, k]);
}

#[test]
fn inline_tensors_of_higher_rank() {
    check!(f32: x[i, j, k] = inline::<T, StaticExtents![4, 4, 4]>(), y[k, l] = inline::<T, StaticExtents![4, 4]>() => [i, j, l]);
    check!(f64: x[i, j, k] = inline::<T, StaticExtents![4, 4, 4]>(), y[j, l] = inline::<T, StaticExtents![4, 4]>() => [l, k, i]);
    check!(f32: x[b, i, j] = inline::<T, StaticExtents![3, 4, 4]>(), y[b, j, k] = inline::<T, StaticExtents![3, 4, 4]>() => [b, i, k]);
    check!(i64: x[i, b, j] = inline::<T, StaticExtents![2, 3, 4]>(), y[j, k, b] = inline::<T, StaticExtents![4, 2, 3]>() => [k, b, i]);
    check!(f64: x[i, j, k, l] = inline::<T, StaticExtents![2, 3, 4, 2]>(), y[k, l, m, n] = inline::<T, StaticExtents![4, 2, 2, 3]>() => [i, j, m, n]);
    check!(f32: x[a, d, b, c] = inline::<T, StaticExtents![2, 3, 2, 4]>(), y[f, c, e, d] = inline::<T, StaticExtents![3, 4, 2, 3]>() => [a, b, e, f]);
}

#[test]
fn vectors_and_scalars_contract_by_the_definition() {
    check!(f32: x[i] = inline::<T, StaticExtents![7]>(), y[i] = inline::<T, StaticExtents![7]>() => []);
    check!(f64: x[i] = fixed::<T, 1>([1000]), y[i] = open::<T>(&[1000]) => []);
    check!(f64: x[i, j] = fixed::<T, 2>([31, 33]), y[i, j] = heap::<T, _>(extents![31, 33]) => []);
    check!(f32: x[i, j] = inline::<T, StaticExtents![4, 4]>(), y[j] = inline::<T, StaticExtents![4]>() => [i]);
    check!(f64: x[i, j] = heap::<T, _>(ColMajor.of(extents![40, 33])), y[i] = fixed::<T, 1>([40]) => [j]);
    check!(f32: x[b, i, j] = heap::<T, _>(extents![5, dyn 8, 9].unwrap()), y[b, j] = fixed::<T, 2>([5, 9]) => [b, i]);
    check!(i32: x[i] = inline::<T, StaticExtents![5]>(), y[j] = inline::<T, StaticExtents![3]>() => [j, i]);
    check!(u64: x[i] = open::<T>(&[65]), y[j] = fixed::<T, 1>([33]) => [i, j]);
    check!(f32: x[i, j] = inline::<T, StaticExtents![3, 5]>(), y[i, j] = inline::<T, StaticExtents![3, 5]>() => [j, i]);
    check!(f64: s[] = inline::<T, StaticExtents![]>(), x[i, j] = fixed::<T, 2>([3, 20]) => [i, j]);
}

#[test]
fn one_operand_contracts_by_the_definition() {
    check!(f32: x[i, j] = inline::<T, StaticExtents![4, 7]>() => [j, i]);
    check!(f64: x[i, j, k] = fixed::<T, 3>([9, 17, 5]) => [k, i, j]);
    check!(i8: x[i, i] = inline::<T, StaticExtents![5, 5]>() => [i]);
    check!(f64: x[i, i] = open::<T>(&[35, 35]) => []);
    check!(f32: x[i, j] = heap::<T, _>(ColMajor.of(extents![dyn 30, 20].unwrap())) => [j]);
    check!(f32: x[i, j, i] = fixed::<T, 3>([6, 3, 6]) => [i, j]);
    check!(u32: x[i, j] = inline::<T, StaticExtents![6, 3]>() => []);
}

#[test]
fn three_and_four_operands() {
    check!(f32: x[i, j] = inline::<T, StaticExtents![4, 4]>(), y[j, k] = inline::<T, StaticExtents![4, 4]>(),
        z[k, l] = inline::<T, StaticExtents![4, 4]>() => [i, l]);
    check!(f64: x[i, j] = fixed::<T, 2>([9, 2]), y[j, k] = open::<T>(&[2, 18]), z[k, i] = heap::<T, _>(extents![18, dyn 9].unwrap()) => []);
    check!(i64: x[i, j] = heap::<T, _>(extents![3, 11]), y[j, k] = fixed::<T, 2>([11, 2]),
        z[k, l] = inline::<T, StaticExtents![2, 19]>(), w[l, m] = open::<T>(&[19, 4]) => [i, m]);
    check!(f32: x[n, i, j] = fixed::<T, 3>([3, 8, 8]), y[k, i] = inline::<T, StaticExtents![8, 8]>(),
        z[l, j] = inline::<T, StaticExtents![8, 8]>() => [n, k, l]);
    check!(f64: x[i] = inline::<T, StaticExtents![3]>(), y[j] = inline::<T, StaticExtents![4]>(),
        z[k] = inline::<T, StaticExtents![2]>(), w[k, i] = inline::<T, StaticExtents![2, 3]>() => [k, j]);
    check!(i32: x[i, i] = inline::<T, StaticExtents![3, 3]>(), y[j, k] = inline::<T, StaticExtents![4, 5]>(), z[k] = inline::<T, StaticExtents![5]>() => [i]);
}

#[test]
fn several_operands_with_labels_of_their_own() {
    check!(f64: x[i, l] = inline::<T, StaticExtents![3, 5]>(), y[i, j] = inline::<T, StaticExtents![3, 4]>(),
        z[j] = inline::<T, StaticExtents![4]>() => []);
    check!(f32: x[l, i, i, m] = inline::<T, StaticExtents![2, 3, 3, 4]>(), y[j, j] = inline::<T, StaticExtents![5, 5]>(),
        z[k, i] = inline::<T, StaticExtents![4, 3]>() => [k, i]);
    check!(i32: x[i, l] = fixed::<T, 2>([6, 7]), y[m, i, j] = open::<T>(&[3, 6, 2]), z[j, k] = heap::<T, _>(extents![2, dyn 9].unwrap()),
        w[k, n] = inline::<T, StaticExtents![9, 3]>() => [k, i]);
    check!(u8: x[i] = open::<T>(&[11]), y[j] = fixed::<T, 1>([7]), z[k] = heap::<T, _>(extents![5]) => []);
    check!(Gauss: x[i, l] = inline::<T, StaticExtents![3, 5]>(), y[i, j] = inline::<T, StaticExtents![3, 4]>(),
        z[j, k] = inline::<T, StaticExtents![4, 2]>() => [k]);
}

#[test]
fn products_on_the_heap() {
    check!(f64: x[i, j] = heap::<T, _>(extents![4, 4]), y[j, k] = heap::<T, _>(extents![4, 4]) => [i, k]);
    check!(f32: x[i, j] = heap::<T, _>(extents![33, 17]), y[j, k] = heap::<T, _>(extents![17, 40]) => [i, k]);
    check!(f32: x[i, j] = heap::<T, _>(extents![8, dyn 8].unwrap()), y[j, k] = heap::<T, _>(extents![8, dyn 8].unwrap()) => [i, k]);
    check!(f64: x[i, j] = fixed::<T, 2>([64, 65]), y[j, k] = fixed::<T, 2>([65, 63]) => [i, k]);
    check!(f32: x[i, j] = open::<T>(&[16, 70]), y[k, j] = open::<T>(&[31, 70]) => [k, i]);
    check!(i32: x[i, j] = heap::<T, _>(ColMajor.of(DynExtents::new([21, 34]).unwrap())), y[j, k] = open::<T>(&[34, 29]) => [i, k]);
    check!(u8: x[b, i, j] = fixed::<T, 3>([3, 18, 7]), y[b, j, k] = heap::<T, _>(extents![3, 7, dyn 20].unwrap()) => [b, i, k]);
    check!(f64: x[a, b, c, d] = fixed::<T, 4>([3, 4, 5, 6]), y[f, c, d, e] = open::<T>(&[4, 5, 6, 3]) => [e, a, f, b]);
}

#[test]
fn views_that_are_sliced_transposed_reversed_and_broadcast() {
    let x = heap::<f32, _>(extents![9, 12]);
    let y = fixed::<f32, 2>([12, 20]);
    let part = x.view().slice(slice![1..5, ..+4; 3]).unwrap();
    check!(f32: p[i, j] = part, q[j, k] = inline::<T, StaticExtents![4, 4]>() => [i, k]);
    check!(f32: p[j, i] = part.transpose(), q[j, k] = part.reverse(Const::<1>) => [i, k]);
    check!(f32: p[i, j] = x.view().reverse(Const::<0>), q[j, k] = y.view().reverse(Const::<0>).reverse(Const::<1>) => [i, k]);
    check!(f32: p[i, j] = y.view().permute(modes![1, 0]), q[k, j] = x.view() => [k, i]);
    let row = y.view().slice(slice![2..3, 0..12]).unwrap();
    check!(f32: p[i, j] = row.broadcast(Const::<0>, Const::<9>).unwrap(), q[i, j] = x.view() => [i]);
    check!(f32: p[i, j] = row.broadcast(Const::<0>, Const::<9>).unwrap(), q[k, j] = x.view() => [i, k]);
    let padded = Mapping::with_layout(extents![8, 6], RowMajor.padded(Const::<4>)).unwrap();
    check!(i16: p[i, j] = heap::<T, _>(padded), q[k, j] = heap::<T, _>(padded) => [i, k]);
    let strided = Mapping::with_layout(DynExtents::new([5, 6]).unwrap(), Strided::new([-13, 2]));
    check!(f64: p[i, j] = heap::<T, _>(strided.unwrap()), q[i, k] = heap::<T, _>(strided.unwrap()) => [k, j]);
    // All entries overlap: the matrix of a convolution.
    let hankel = Mapping::with_layout(extents![7, 4], Strided::new([1, 1])).unwrap();
    check!(i64: p[i, j] = heap::<T, _>(hankel), q[j] = inline::<T, StaticExtents![4]>() => [i]);
}

#[test]
fn targets_of_static_extents() {
    check!(f32: t[i, k] = inline::<T, StaticExtents![4, 4]>();
        x[i, j] = inline::<T, StaticExtents![4, 4]>(), y[j, k] = inline::<T, StaticExtents![4, 4]>());
    check!(f64: t[k, i] = inline_columns::<T, StaticExtents![16, 8]>();
        x[i, j] = inline::<T, StaticExtents![8, 17]>(), y[j, k] = inline::<T, StaticExtents![17, 16]>());
    check!(i32: t[i, j, l] = heap::<T, _>(extents![4, 4, 4]);
        x[i, j, k] = inline::<T, StaticExtents![4, 4, 4]>(), y[k, l] = heap::<T, _>(extents![4, 4]));
    check!(f32: t[i, k] = heap::<T, _>(ColMajor.of(extents![33, dyn 20].unwrap()));
        x[i, j] = heap::<T, _>(extents![33, 18]), y[j, k] = open::<T>(&[18, 20]));
    check!(f64: t[i] = inline::<T, StaticExtents![6]>();
        x[i, j] = fixed::<T, 2>([6, 40]), y[j] = fixed::<T, 1>([40]));
    check!(u16: t[] = inline::<T, StaticExtents![]>();
        x[i] = heap::<T, _>(extents![90]), y[i] = heap::<T, _>(extents![90]));
    check!(f32: t[j, i] = fixed::<T, 2>([5, 9]); x[i] = fixed::<T, 1>([9]), y[j] = fixed::<T, 1>([5]));
}
