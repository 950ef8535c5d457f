//! Labels made by hand: whatever digits they have, types and loops agree about which are the same.

use extents::label::{D0, D9, Label, digits, i, j, k, label_id};
use extents::{Tensor, contract, extents};

/// Has the digits of `j`, and a name that says otherwise.
#[allow(non_camel_case_types, reason = "as labels are written")]
enum twin {}
impl Label for twin {
    const NAME: &'static str = "i";
    type Id = D9<D0>;
}

extents::labels! { mine }
mod other {
    extents::labels! { pub theirs }
}

/// Has the digits of `mine`, whose number in its set is that of `theirs`.
#[allow(non_camel_case_types, reason = "as labels are written")]
enum both {}
impl Label for both {
    const NAME: &'static str = "both";
    type Id = <mine as Label>::Id;
    const HASH: u32 = <mine as Label>::HASH;
}

#[test]
fn equal_numbers_in_two_sets_are_two_labels() {
    assert_eq!(label_id::<both>(), label_id::<mine>());
    // The two digits that come first, each of which counts one more than it is, so that there are 17.
    let number = |id: u64| digits(id) % (17 * 17);
    assert_eq!(number(label_id::<both>()), number(label_id::<other::theirs>()));
    let a = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4]).unwrap();
    let turned = contract!(a[both, other::theirs] => [other::theirs, mine]).unwrap();
    assert_eq!(turned.as_slice(), [1, 3, 2, 4]);
}

#[test]
fn labels_of_equal_digits_are_one_label() {
    let a = Tensor::from_vec(extents![2, 3], vec![1, 2, 3, 4, 5, 6]).unwrap();
    let b = Tensor::from_vec(extents![3, 2], vec![1, 10, 100, 1000, 10_000, 100_000]).unwrap();
    // The product of matrices: 1 * 1 + 2 * 100 + 3 * 10,000, and so on.
    let product = [30_201, 302_010, 60_504, 605_040];
    assert_eq!(contract!(a[i, twin] * b[j, k] => [i, k]).unwrap().as_slice(), product);
    assert_eq!(contract!(a[i, mine] * b[both, k] => [i, k]).unwrap().as_slice(), product);
    let open = Tensor::from_vec(extents![dyn 2, dyn 3].unwrap(), a.as_slice().to_vec()).unwrap();
    assert_eq!(contract!(open[i, twin] * b[j, k] => [i, k]).unwrap().as_slice(), product);
    // As one label of the result, and as a diagonal.
    let square = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4]).unwrap();
    assert_eq!(contract!(square[j, twin] => [j]).unwrap().as_slice(), [1, 4]);
    assert_eq!(contract!(square[both, mine] => []).unwrap().as_slice(), [5]);
}

#[test]
fn labels_of_equal_digits_name_modes_of_equal_extents() {
    let a = Tensor::full(extents![2, dyn 3].unwrap(), 1).unwrap();
    let b = Tensor::full(extents![dyn 1000, 2].unwrap(), 1).unwrap();
    let error = contract!(a[i, twin] * b[j, k] => [i, k]).unwrap_err();
    assert_eq!(error.to_string(), "label `j` names modes of different extents: 3 and 1000");
    let square = Tensor::full(extents![dyn 2, dyn 3].unwrap(), 1).unwrap();
    assert!(contract!(square[both, mine] => []).is_err());
}
