//! Where typed and run-time knowledge meet in a contraction, and the ends of the scale.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "the numbers are small, and a test says what is wrong by panicking"
)]

use extents::error::{Place, Quantity};
use extents::label::{Label, LabelName, i, j};
use extents::{
    Composition, ContractBy, DynRankExtents, Extents, InlineTensor, Scalar, ShapeError,
    StaticExtents, Tensor, TensorOf, contract, einsum,
};

/// An inline tensor that was weakened keeps its elements inline, but its extents are values: what the
/// compiler can no longer check is an error at run time, and the result is in a `Vec`.
#[test]
fn inline_elements_under_open_extents() {
    let known = InlineTensor::<i32, StaticExtents![2, 3]>::from_array([[1, 2, 3], [4, 5, 6]]);
    let open = known.weaken::<StaticExtents![dyn, dyn]>();
    let trace: Result<TensorOf<StaticExtents![], i32>, ShapeError> = contract!(open[i, i] => []);
    let label = LabelName::new("i");
    assert_eq!(
        trace.unwrap_err(),
        ShapeError::ExtentMismatch { place: Place::Label(label), expected: 2, found: 3 }
    );
    let sums: TensorOf<StaticExtents![dyn], i32> = contract!(open[i, j] => [i]).unwrap();
    assert_eq!(sums.as_slice(), [6, 15]);

    let open = known.weaken::<DynRankExtents>();
    let error = contract!(open[i] => [i]).unwrap_err();
    assert_eq!(
        error,
        ShapeError::CountMismatch { of: Quantity::Labels { operand: 0 }, expected: 2, found: 1 }
    );
}

/// As many labels as a text can name, on the small stack of a thread.
#[test]
fn a_huge_rank_needs_no_huge_stack() {
    let run = || {
        let rank = 2_000;
        let names: Vec<String> = (0..rank).map(|n| format!("l{n}")).collect();
        let labels = names.join(",");
        let shape = DynRankExtents::new(&vec![1; rank]).unwrap();
        let scalar = Tensor::full(shape, 7).unwrap();
        let kept = Composition::of_labels(&[&labels], &labels).unwrap();
        let summed = Composition::of_labels(&[&labels], "").unwrap();
        let kept = ContractBy::new(&kept).eval(&[&scalar]).unwrap();
        assert_eq!((kept.extents().rank(), kept.as_slice()), (rank, &[7][..]));
        assert_eq!(ContractBy::new(&summed).eval(&[&scalar]).unwrap().as_slice(), [7]);
    };
    std::thread::Builder::new().stack_size(256 * 1024).spawn(run).unwrap().join().unwrap();
}

/// A label made by hand cannot pass for one label in the types and for another in the loops: its number
/// comes from the digits that the types compare, so this one is `j`.
#[test]
fn a_forged_label_is_the_one_it_copies() {
    enum Forged {}
    impl Label for Forged {
        const NAME: &'static str = "forged";
        type Id = <j as Label>::Id;
    }
    let wide = Tensor::full(DynRankExtents::new(&[2, 100]).unwrap(), 1).unwrap();
    let small = Tensor::full(DynRankExtents::new(&[2]).unwrap(), 1).unwrap();
    let error = contract!(wide[i, j] * small[Forged] => [i]).unwrap_err();
    let label = LabelName::new("forged");
    assert_eq!(
        error,
        ShapeError::ExtentMismatch { place: Place::Label(label), expected: 100, found: 2 }
    );
}

/// Quaternions, whose products depend on the order: of elements that do not say that it may change, products are taken in that of
/// the operands, however these lie.
#[test]
fn products_that_do_not_commute_keep_their_order() {
    let (left, right) = ([3, 70, 9], [9, 40]);
    let element = |n: usize| Quaternion([n % 5, n % 7, n % 3, 1].map(|part| part as i64));
    let read = |n: usize, other: usize| element(n * 13 + other);
    let a = from_fn(&left, |at| read(at[1] * 9 + at[2], at[0]));
    let b = from_fn(&right, |at| read(at[0], at[1]));
    for (text, order) in [("bik,kj->bij", [0, 1, 2]), ("bik,kj->jbi", [2, 0, 1])] {
        let found = einsum(text, &[&a, &b]).unwrap();
        for (b, i, j) in
            (0..3).flat_map(|b| (0..70).flat_map(move |i| (0..40).map(move |j| (b, i, j))))
        {
            let terms = (0..9).map(|k| read(i * 9 + k, b).times(read(k, j)));
            let expected = terms.fold(Quaternion::ZERO, Quaternion::plus);
            assert_eq!(
                found[&order.map(|n| [b, i, j][n])[..]],
                expected,
                "{text} at {b}, {i}, {j}"
            );
        }
    }
    // The other way round, where columns of the left operand lie along memory.
    let (c, d) =
        (from_fn(&[9, 40], |at| read(at[0], at[1])), from_fn(&[9, 70], |at| read(at[1], at[0])));
    let found = einsum("kj,ki->ij", &[&c, &d]).unwrap();
    for (i, j) in (0..70).flat_map(|i| (0..40).map(move |j| (i, j))) {
        let terms = (0..9).map(|k| read(k, j).times(read(i, k)));
        assert_eq!(
            found[&[i, j][..]],
            terms.fold(Quaternion::ZERO, Quaternion::plus),
            "at {i}, {j}"
        );
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Quaternion([i64; 4]);

impl Scalar for Quaternion {
    const ZERO: Self = Quaternion([0; 4]);
    fn plus(self, other: Self) -> Self {
        Quaternion(std::array::from_fn(|n| self.0[n] + other.0[n]))
    }
    fn times(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Quaternion([
            a * e - b * f - c * g - d * h,
            a * f + b * e + c * h - d * g,
            a * g - b * h + c * e + d * f,
            a * h + b * g - c * f + d * e,
        ])
    }
}

fn from_fn(
    extents: &[usize],
    mut element: impl FnMut(&[usize]) -> Quaternion,
) -> TensorOf<DynRankExtents, Quaternion> {
    Tensor::from_fn(DynRankExtents::new(extents).unwrap(), |at| element(&at)).unwrap()
}
