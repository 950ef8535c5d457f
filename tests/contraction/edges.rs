//! Where typed and run-time knowledge meet in a contraction, and the ends of the scale.

use extents::error::{Place, Quantity};
use extents::label::{Label, LabelName, i, j};
use extents::{
    Composition, ContractBy, DynRankExtents, Extents, InlineTensor, ShapeError, StaticExtents,
    Tensor, TensorOf, contract,
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
