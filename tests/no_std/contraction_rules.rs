//! Labelled composition by `contract!`: the rules, the types of the results, the forms, and the code
//! around it. That the numbers are the oracle's in all mixes is in `properties.rs`.
#![allow(
    clippy::indexing_slicing,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use extents::error::{Place, Quantity};
use std::cell::Cell;
use std::convert::Infallible;
use std::num::{Saturating, Wrapping};
use std::time::Duration;

use extents::label::{LabelName, a, b, i, j, k, l};
use extents::{
    Compose, Composed, Composition, ContractBy, DynExtents, DynRankExtents, InlineTensor,
    ShapeError, StaticExtents, Tensor, TensorOf, View, ViewMut, composition::DynOperand, contract,
    einsum, extents, labels,
};

type Inline<T, E> = InlineTensor<T, E>;
type Square = StaticExtents![2, 2];

fn mismatch(label: &str, left: usize, right: usize) -> ShapeError {
    ShapeError::ExtentMismatch {
        place: Place::Label(LabelName::new(label)),
        expected: left,
        found: right,
    }
}

/// `[[1, 2, 3], [4, 5, 6]]`
fn two_by_three() -> Inline<i32, StaticExtents![2, 3]> {
    InlineTensor::from_array([[1, 2, 3], [4, 5, 6]])
}

/// `[[1, 2], [3, 4]]`
fn square() -> Inline<i32, Square> {
    InlineTensor::from_array([[1, 2], [3, 4]])
}

// The rules, worked out by hand.

#[test]
fn one_operand_is_permuted_cut_to_its_diagonal_or_summed() {
    let (x, y) = (two_by_three(), square());
    let Ok(transposed) = contract!(x[i, j] => [j, i]);
    assert_eq!(transposed.into_array(), [[1, 4], [2, 5], [3, 6]]);
    let Ok(diagonal) = contract!(y[i, i] => [i]);
    assert_eq!(diagonal.into_array(), [1, 4]);
    let Ok(trace) = contract!(y[i, i] => []);
    assert_eq!(trace.into_array(), 5);
    let Ok(rows) = contract!(x[i, j] => [i]);
    assert_eq!(rows.into_array(), [6, 15]);
    let Ok(all) = contract!(x[i, j] => []);
    assert_eq!(all[[]], 21);
    let Ok(same) = contract!(x[i, j] => [i, j]);
    assert_eq!(same, x);
    // `new[i] = old[perm[i]]`: the extents move with their labels.
    let cube = Inline::<_, StaticExtents![2, 1, 3]>::from_array([[[1, 2, 3]], [[4, 5, 6]]]);
    let Ok(permuted) = contract!(cube[i, j, k] => [k, i, j]);
    let _: &Inline<i32, StaticExtents![3, 2, 1]> = &permuted;
    assert_eq!(permuted.into_array(), [[[1], [4]], [[2], [5]], [[3], [6]]]);
}

#[test]
fn shared_labels_are_contracted_or_kept_as_a_batch() {
    let (x, y) = (two_by_three(), square());
    let Ok(product) = contract!(y[i, j] * x[j, k] => [i, k]);
    assert_eq!(product.into_array(), [[9, 12, 15], [19, 26, 33]]);
    let Ok(outer) = contract!(y[i, j] * y[k, l] => [i, k, j, l]);
    assert_eq!(outer.into_array()[1][0], [[3, 6], [4, 8]]);
    let Ok(hadamard) = contract!(x[i, j] * x[i, j] => [i, j]);
    assert_eq!(hadamard.into_array(), [[1, 4, 9], [16, 25, 36]]);
    // A batch of two dot products, and of two matrix-vector products.
    let Ok(dots) = contract!(x[b, j] * x[b, j] => [b]);
    assert_eq!(dots.into_array(), [14, 77]);
    let batch =
        Inline::<_, StaticExtents![2, 2, 2]>::from_array([[[1, 2], [3, 4]], [[5, 6], [7, 8]]]);
    let Ok(images) = contract!(batch[b, i, j] * y[b, j] => [b, i]);
    assert_eq!(images.into_array(), [[5, 11], [39, 53]]);
    let Ok(double) = contract!(x[i, j] * x[i, j] => []);
    assert_eq!(double.into_array(), 91);
    // A sum over a label of one operand, beside a shared one.
    let Ok(sums) = contract!(x[i, j] * y[i, k] => [k]);
    assert_eq!(sums.into_array(), [6 + 3 * 15, 2 * 6 + 4 * 15]);
}

#[test]
fn many_operands_contract_at_once() {
    let (x, y) = (two_by_three(), square());
    let Ok(three) = contract!(y[i, j] * x[j, k] * x[l, k] => [i, l]);
    // [9 12 15; 19 26 33] times [1 4; 2 5; 3 6]
    assert_eq!(three.into_array(), [[78, 186], [170, 404]]);
    let Ok(four) = contract!(y[i, j] * y[j, k] * y[k, l] * y[l, i] => []);
    // The trace of [1 2; 3 4]^4 = [199 290; 435 634].
    assert_eq!(four.into_array(), 833);
    let ones = Inline::<i32, StaticExtents![1]>::from_array([2]);
    let Ok(twelve) = contract!(
        ones[i] * ones[i] * ones[i] * ones[i] * ones[i] * ones[i]
            * ones[i] * ones[i] * ones[i] * ones[i] * ones[i] * ones[i] => [i]
    );
    assert_eq!(twelve.into_array(), [4096]);
}

#[test]
fn scalars_are_factors() {
    let half = Inline::<f64, StaticExtents![]>::from_array(0.5);
    let x = Inline::<f64, StaticExtents![2]>::from_array([4.0, 6.0]);
    let Ok(scaled) = contract!(half[] * x[i] => [i]);
    assert_eq!(scaled.into_array(), [2.0, 3.0]);
    let Ok(product) = contract!(half[] * half[] => []);
    assert_eq!(product.into_array(), 0.25);
}

#[test]
fn zero_extents_give_zeros_or_nothing() {
    let empty = Inline::<i32, StaticExtents![2, 0]>::from_array([[], []]);
    let Ok(zeros) = contract!(empty[i, j] * empty[k, j] => [i, k]);
    assert_eq!(zeros.into_array(), [[0, 0], [0, 0]]);
    let Ok(nothing) = contract!(empty[i, j] => [j, i]);
    assert!(nothing.as_slice().is_empty());
    let open = Tensor::<i32, _>::zeros(DynExtents::new([0, 3]).unwrap()).unwrap();
    assert_eq!(contract!(open[i, j] => [j]).unwrap().as_slice(), [0, 0, 0]);
    assert!(contract!(open[i, j] => [i]).unwrap().as_slice().is_empty());
}

// What the types of the results know.

#[test]
fn what_either_operand_knows_the_result_knows() -> Result<(), ShapeError> {
    let known = Tensor::full(extents![2, 3], 1)?;
    let mixed = Tensor::full(extents![dyn 3, 4]?, 1)?;
    let array = Tensor::full(DynExtents::new([3, 4])?, 1)?;
    let open = Tensor::full(DynRankExtents::new(&[3, 4])?, 1)?;
    let r: TensorOf<StaticExtents![2, 4], i32> = contract!(known[i, j] * mixed[j, k] => [i, k])?;
    assert_eq!(r.as_slice(), [3; 8]);
    let r: TensorOf<StaticExtents![2, dyn], i32> = contract!(known[i, j] * array[j, k] => [i, k])?;
    assert_eq!(r.as_slice(), [3; 8]);
    let r: TensorOf<StaticExtents![dyn, 2], i32> = contract!(known[i, j] * open[j, k] => [k, i])?;
    assert_eq!(r.as_slice(), [3; 8]);
    // The contracted label is static in one operand, and kept as a batch that is static.
    let r: TensorOf<StaticExtents![3, 2, dyn], i32> =
        contract!(open[j, k] * known[i, j] => [j, i, k])?;
    assert_eq!(r.as_slice(), [1; 24]);
    let r: TensorOf<DynExtents<2>, i32> = contract!(open[j, k] => [k, j])?;
    assert_eq!(r.extents(), &extents![4, 3]);
    let r: TensorOf<StaticExtents![dyn, 4], i32> = contract!(open[j, k] * mixed[j, k] => [j, k])?;
    assert_eq!(r.as_slice(), [1; 12]);
    let r: TensorOf<StaticExtents![3, 4], i32> =
        contract!(open[j, k] * mixed[j, k] * known[i, j] => [j, k])?;
    assert_eq!(r.as_slice(), [2; 12]);
    let r: TensorOf<DynExtents<0>, i32> = contract!(open[j, k] => [])?;
    assert_eq!(r[[]], 12);
    // A diagonal unifies the modes of one operand.
    let diagonal = Tensor::full(extents![3, dyn 3]?, 1)?;
    let r: TensorOf<StaticExtents![3], i32> = contract!(diagonal[i, i] => [i])?;
    assert_eq!(r.as_slice(), [1; 3]);
    Ok(())
}

#[test]
fn only_what_can_fail_has_an_error_type() {
    let inline = square();
    let vec = Tensor::full(extents![2, 2], 1).unwrap();
    let data = [1, 2, 3, 4];
    let view = View::from_slice(extents![2, 2], &data).unwrap();
    let open = Tensor::full(DynExtents::new([2, 2]).unwrap(), 1).unwrap();
    let r: Result<Inline<i32, Square>, Infallible> =
        contract!(inline[i, j] * inline[j, k] => [i, k]);
    assert_eq!(r.unwrap().into_array(), [[7, 10], [15, 22]]);
    let r: Result<TensorOf<Square, i32>, ShapeError> =
        contract!(inline[i, j] * vec[j, k] => [i, k]);
    assert_eq!(r.unwrap().as_slice(), [3, 3, 7, 7]);
    let r: Result<TensorOf<Square, i32>, ShapeError> = contract!(view[i, j] => [j, i]);
    assert_eq!(r.unwrap().as_slice(), [1, 3, 2, 4]);
    let r: Result<TensorOf<StaticExtents![2, dyn], i32>, ShapeError> =
        contract!(inline[i, j] * open[j, k] => [i, k]);
    assert_eq!(r.unwrap().as_slice(), [3, 3, 7, 7]);
    let r: Result<StaticExtents![2, 4], Infallible> =
        contract!(extents![2, 3][i, j] * extents![3, 4][j, k] => [i, k]);
    assert_eq!(r, Ok(extents![2, 4]));
    let r: Result<StaticExtents![2, 4], ShapeError> =
        contract!(extents![2, 3][i, j] * (extents![dyn 3, 4].unwrap())[j, k] => [i, k]);
    assert_eq!(r, Ok(extents![2, 4]));
    // Into an output of static extents nothing can fail, wherever the elements are.
    let mut target = vec.clone();
    let r: Result<(), Infallible> = contract!(target[i, k] = view[i, j] * vec[j, k]);
    r.unwrap();
    assert_eq!(target.as_slice(), [3, 3, 7, 7]);
    let mut target = open.clone();
    let r: Result<(), ShapeError> = contract!(target[i, k] = view[i, j] * vec[j, k]);
    r.unwrap();
    assert_eq!(target.as_slice(), [3, 3, 7, 7]);
}

// Errors at run time.

#[test]
fn extents_that_differ_name_the_label_and_both() {
    let x = Tensor::full(extents![2, dyn 3].unwrap(), 1).unwrap();
    let y = Tensor::full(DynExtents::new([8, 4]).unwrap(), 1).unwrap();
    let known = Tensor::full(extents![8, 4], 1).unwrap();
    let open = Tensor::full(DynRankExtents::new(&[8, 4]).unwrap(), 1).unwrap();
    let error = mismatch("j", 3, 8);
    assert_eq!(contract!(x[i, j] * y[j, k] => [i, k]).unwrap_err(), error);
    assert_eq!(contract!(x[i, j] * known[j, k] => [i, k]).unwrap_err(), error);
    assert_eq!(contract!(x[i, j] * open[j, k] => [i, k]).unwrap_err(), error);
    assert_eq!(contract!(known[j, k] * x[i, j] => [i, k]).unwrap_err(), mismatch("j", 8, 3));
    // The same words as for text labels.
    assert_eq!(einsum("ij,jk->ik", &[&x, &y]).unwrap_err(), error);
    assert_eq!(error.to_string(), "label `j` names modes of different extents: 3 and 8");
    // Batch and diagonal labels too.
    assert_eq!(contract!(x[b, j] * y[b, k] => [b]).unwrap_err(), mismatch("b", 2, 8));
    assert_eq!(contract!(y[i, i] => [i]).unwrap_err(), mismatch("i", 8, 4));
    assert_eq!(contract!(open[i, i] => []).unwrap_err(), mismatch("i", 8, 4));
}

#[test]
fn a_run_time_rank_is_checked_against_the_number_of_labels() {
    let x = Tensor::full(extents![2, 3], 1).unwrap();
    let open = Tensor::full(DynRankExtents::new(&[3, 4]).unwrap(), 1).unwrap();
    let count = |operand, labels| ShapeError::CountMismatch {
        of: Quantity::Labels { operand },
        expected: 2,
        found: labels,
    };
    assert_eq!(contract!(x[i, j] * open[j] => [i]).unwrap_err(), count(1, 1));
    assert_eq!(contract!(open[i, j, k] * x[i, j] => [k]).unwrap_err(), count(0, 3));
    assert_eq!(contract!(open[] => []).unwrap_err(), count(0, 0));
    let null = Tensor::<i32>::null();
    assert_eq!(contract!(null[] => []).unwrap_err(), ShapeError::Null);
    assert_eq!(contract!(x[i, j] * null[] => [i]).unwrap_err(), ShapeError::Null);
    assert_eq!(einsum("->", &[&null]).unwrap_err(), ShapeError::Null);
    assert_eq!(contract!((DynRankExtents::null())[i] => [i]).unwrap_err(), ShapeError::Null);
}

#[test]
fn a_result_that_is_too_large_is_an_error() {
    const LARGE: usize = 1 << 40;
    let empty: Vec<i32> = Vec::new();
    let x = Tensor::from_vec(extents![dyn LARGE, 0].unwrap(), empty.clone()).unwrap();
    let y = Tensor::from_vec(extents![0, dyn LARGE].unwrap(), empty).unwrap();
    let error = ShapeError::SizeOverflow { mode: 1, elements: LARGE, extent: LARGE };
    assert_eq!(contract!(x[i, j] * y[k, l] => [i, l]).unwrap_err(), error);
    assert_eq!(einsum("ij,kl->il", &[&x, &y]).unwrap_err(), error);
    assert_eq!(
        contract!((extents![dyn LARGE].unwrap())[i] * (extents![dyn LARGE].unwrap())[j] => [i, j]),
        Err(error)
    );
}

/// 2^51 numbers are more than an address space holds, so that no allocator gives them.
#[test]
fn a_result_that_no_memory_holds_is_an_error() {
    let x = Tensor::full(DynExtents::new([1 << 17]).unwrap(), 1_i64).unwrap();
    let error = ShapeError::Allocation { elements: 1 << 51 };
    assert_eq!(contract!(x[i] * x[j] * x[k] => [i, j, k]).unwrap_err(), error);
    assert_eq!(einsum("a,b,c->abc", &[&x, &x, &x]).unwrap_err(), error);
}

/// Runs `body` on a thread of its own, for two seconds at most.
fn ends<T: Send + 'static>(body: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || sender.send(body()));
    receiver.recv_timeout(Duration::from_secs(2)).ok()
}

/// A shape with a zero extent has no index, so there is nothing to walk, however large the other
/// extents are.
#[test]
fn nothing_is_walked_where_there_are_no_elements() {
    const LARGE: usize = 1 << 40;
    let tensor = || {
        let extents = DynExtents::new([LARGE, 0]).unwrap();
        Tensor::from_vec(extents, Vec::<i64>::new()).unwrap()
    };
    let by_text = ends(move || einsum("ij->", &[&tensor()]).unwrap().into_storage());
    let typed = ends(move || contract!((tensor())[i, j] => []).unwrap().into_storage());
    let kept = ends(move || contract!((tensor())[i, j] => [i, j]).unwrap().into_storage());
    let kept_by_text = ends(move || einsum("ij->ij", &[&tensor()]).unwrap().into_storage());
    assert_eq!((by_text, typed), (Some(vec![0]), Some(vec![0])));
    assert_eq!((kept, kept_by_text), (Some(vec![]), Some(vec![])));
}

#[test]
fn without_operands_there_is_nothing_to_contract() {
    // The product of nothing would be 1, which a `Scalar` does not have: so never a 0.
    let error = Composition::of_labels(&[], "").unwrap_err();
    assert!(
        matches!(error, ShapeError::CountMismatch { of: Quantity::Parts, found: 0, .. }),
        "{error}"
    );
    let operands: [&dyn DynOperand<i32>; 0] = [];
    let scalar = Composition::einsum("").unwrap();
    let error = ShapeError::CountMismatch { of: Quantity::Operands, expected: 1, found: 0 };
    assert_eq!(ContractBy::new(&scalar).eval(&operands).unwrap_err(), error);
}

// Elements.

#[test]
fn a_permutation_moves_the_very_bits() {
    let nan = f32::from_bits(0x7fc0_1234);
    let x = Inline::<f32, Square>::from_array([[-0.0, 0.0], [nan, f32::NEG_INFINITY]]);
    let bits = |elements: &[f32]| elements.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    let expected = bits(&[-0.0, nan, 0.0, f32::NEG_INFINITY]);
    let Ok(typed) = contract!(x[i, j] => [j, i]);
    assert_eq!(bits(typed.as_slice()), expected);
    assert_eq!(bits(einsum("ij->ji", &[&x]).unwrap().as_slice()), expected);
    let Ok(diagonal) = contract!(x[i, i] => [i]);
    assert_eq!(bits(diagonal.as_slice()), bits(&[-0.0, f32::NEG_INFINITY]));
    // A product without a sum keeps the sign too.
    let one = Inline::<f32, StaticExtents![]>::from_array(1.0);
    let Ok(product) = contract!(one[] * x[i, j] => [i, j]);
    assert_eq!(product[[0, 0]].to_bits(), (-0.0_f32).to_bits());
}

#[test]
fn each_number_type_contracts() {
    macro_rules! check {
        ($($t:ty: $number:expr;)*) => {$({
            let number: fn(u8) -> $t = $number;
            let x = Inline::<$t, StaticExtents![2]>::from_array([number(3), number(5)]);
            let Ok(dot) = contract!(x[i] * x[i] => []);
            assert_eq!(dot.into_array(), number(34));
            assert_eq!(einsum("i,i->", &[&x, &x]).unwrap().as_slice(), [number(34)]);
        })*};
    }
    check! {
        f32: f32::from; f64: f64::from;
        u8: u8::from; u16: u16::from; u32: u32::from; u64: u64::from; u128: u128::from;
        i8: |n| n as i8; i16: i16::from; i32: i32::from; i64: i64::from; i128: i128::from;
        usize: usize::from; isize: isize::from;
        Wrapping<u8>: Wrapping; Saturating<u8>: Saturating;
    }
}

#[test]
fn integers_wrap_unless_they_saturate() {
    let x = Inline::<u8, StaticExtents![2]>::from_array([20, 30]);
    let Ok(dot) = contract!(x[i] * x[i] => []);
    assert_eq!(u32::from(dot.into_array()), (400 + 900) % 256);
    let x = Inline::<_, StaticExtents![2]>::from_array([Saturating(20_u8), Saturating(30)]);
    let Ok(dot) = contract!(x[i] * x[i] => []);
    assert_eq!(dot.into_array(), Saturating(u8::MAX));
    let mut least = Inline::<i32, StaticExtents![]>::from_array(i32::MAX);
    let one = Inline::<i32, StaticExtents![]>::from_array(1);
    let Ok(()) = contract!(least[] += one[]);
    assert_eq!(least.into_array(), i32::MIN);
}

// Extents.

#[test]
fn extents_compose_by_the_same_rules() {
    let x = extents![2, dyn 3].unwrap();
    let y = DynExtents::new([3, 4]).unwrap();
    let open = DynRankExtents::new(&[4, 2]).unwrap();
    let r: Result<StaticExtents![2, dyn], ShapeError> = contract!(x[i, j] * y[j, k] => [i, k]);
    assert_eq!(r.unwrap(), extents![2, 4]);
    let r: Result<StaticExtents![dyn, 2], ShapeError> =
        contract!(x[i, j] * y[j, k] * open[k, i] => [k, i]);
    assert_eq!(r.unwrap(), extents![4, 2]);
    assert_eq!(contract!(x[i, j] * y[i, k] => [k]).unwrap_err(), mismatch("i", 2, 3));
    assert_eq!(
        contract!(x[i, j] * open[j] => [i]).unwrap_err(),
        ShapeError::CountMismatch { of: Quantity::Labels { operand: 1 }, expected: 2, found: 1 }
    );
    let composed = Compose::<((i, j), (j, k)), (i, k)>::compose((x, y));
    assert_eq!(composed.unwrap(), extents![2, 4]);
    let table = Compose::<((i, j), (j, k)), (i, k)>::label_table((x, y)).unwrap();
    let lines: Vec<String> = table.iter().map(ToString::to_string).collect();
    assert_eq!(lines, ["i = 2", "j = dyn 3", "k = dyn 4"]);
    type Transposed<A> = Composed<(A,), ((i, j),), (j, i)>;
    static_assertions::assert_type_eq_all!(
        Transposed<StaticExtents![2, dyn]>,
        StaticExtents![dyn, 2]
    );
}

// Labels.

labels! { row, pub column, pub(crate) depth }

#[test]
fn labels_of_ones_own_mix_with_the_letters() {
    let (x, y) = (two_by_three(), square());
    let Ok(product) = contract!(y[row, j] * x[j, column] => [column, row]);
    assert_eq!(product.into_array(), [[9, 19], [12, 26], [15, 33]]);
    let open = Tensor::full(DynExtents::new([5, 2]).unwrap(), 1).unwrap();
    let error = contract!(open[depth, row] * x[depth, column] => [row]).unwrap_err();
    assert_eq!(error, mismatch("depth", 5, 2));
    {
        // Twenty-six and more labels of one set are told apart.
        labels! { m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, n0, n1, n2, n3, n4, n5, n6, n7, n8, n9, o0, o1, o2, o3, o4, o5, o6, o7, o8, o9 }
        let Ok(r) = contract!(y[m0, o9] * y[o9, n5] => [n5, m0]);
        assert_eq!(r.into_array(), [[7, 15], [10, 22]]);
    }
    let Ok(by_path) = contract!(y[extents::label::q, self::row] => [self::row, extents::label::q]);
    assert_eq!(by_path.into_array(), [[1, 3], [2, 4]]);
}

#[test]
fn values_named_as_labels_do_not_matter() {
    let (i, j) = (1_usize, 0_usize);
    let x = square();
    let Ok(transposed) = contract!(x[i, j] => [j, i]);
    assert_eq!((transposed[[i, j]], x[[i, j]]), (2, 3));
    for i in 0..2 {
        let Ok(row_sums) = contract!(x[i, j] => [i]);
        assert_eq!(row_sums[[i]], [3, 7][i]);
    }
    // A tensor named as a label, under that label.
    let k = square();
    let Ok(sums) = contract!(k[k, j] => [k]);
    assert_eq!(sums.into_array(), [3, 7]);
}

mod with_a_type_of_the_user {
    use extents::prelude::*;

    /// Wins over the letter, which comes by a glob import.
    #[allow(non_camel_case_types, reason = "it shadows a label")]
    #[derive(Debug, PartialEq)]
    struct i;

    mod own {
        extents::labels! { pub(super) i }
    }

    #[test]
    fn a_users_name_wins_over_the_letter() {
        let x = InlineTensor::<i32, StaticExtents![2, 2]>::from_array([[1, 2], [3, 4]]);
        assert_eq!(format!("{i:?}"), "i");
        // The letter has a path; and a label named `i` of one's own is another label.
        let Ok(transposed) = contract!(x[extents::label::i, j] => [j, extents::label::i]);
        assert_eq!(transposed.into_array(), [[1, 3], [2, 4]]);
        let Ok(product) =
            contract!(x[own::i, j] * x[extents::label::i, j] => [own::i, extents::label::i]);
        assert_eq!(product.into_array(), [[5, 11], [11, 25]]);
    }
}

// Operands.

#[test]
fn an_operand_is_evaluated_once() {
    let calls = Cell::new(0);
    let called = || {
        calls.set(calls.get() + 1);
        square()
    };
    let Ok(r) = contract!(called()[i, j] * (called())[j, k] => [i, k]);
    assert_eq!((calls.get(), r.into_array()), (2, [[7, 10], [15, 22]]));
    let mut target = Tensor::<i32, _>::zeros(extents![2]).unwrap();
    let targeted = Cell::new(0);
    let place = |target| -> &mut Tensor<i32, StaticExtents![2]> {
        targeted.set(targeted.get() + 1);
        target
    };
    contract!((place(&mut target))[i] += (called())[i, j]).unwrap();
    assert_eq!((calls.get(), targeted.get(), target.as_slice()), (3, 1, &[3, 7][..]));
}

#[test]
fn an_operand_is_a_path_a_field_an_element_or_an_expression() {
    struct Model {
        w: Inline<i32, Square>,
        layers: Vec<Inline<i32, Square>>,
    }
    impl Model {
        fn get(&self, n: usize) -> &Inline<i32, Square> {
            &self.layers[n]
        }
        fn all(&self) -> [[i32; 2]; 2] {
            let (n, nested) = (0, (&self.w, [self]));
            let Ok(r) = contract!(
                self.w[i, j] * self.layers[n + 1][j, k] * self.get(0)[k, l] * nested.0[l, a]
                    * nested.1[0].w[a, b] * (if n == 0 { &self.w } else { self.get(n) })[b, b]
                    => [i, l]
            );
            r.into_array()
        }
    }
    static IDENTITY: [[i32; 2]; 2] = [[1, 0], [0, 1]];
    let one = || InlineTensor::from_array(IDENTITY);
    let model = Model { w: one(), layers: vec![square(), one()] };
    // With identities, all sums have one term: that of `square()`.
    assert_eq!(model.all(), [[1, 2], [3, 4]]);
    let boxed = Box::new(square());
    let by_reference: &&Inline<i32, Square> = &&square();
    let Ok(r) = contract!(*boxed[i, j] * by_reference[j, k] => [i, k]);
    assert_eq!(r.into_array(), [[7, 10], [15, 22]]);
    let mut data = [1, 2, 3, 4];
    let view = ViewMut::from_slice(extents![2, 2], &mut data).unwrap();
    assert_eq!(contract!(view[i, j] * view.view()[j, i] => []).unwrap()[[]], 29);
    // The operands are borrowed: they are still there.
    assert_eq!((boxed[[1, 1]], view[[1, 1]]), (4, 4));
}
