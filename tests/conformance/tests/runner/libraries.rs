//! Labels and dims of another crate beside those of this one.

use extents::label::{digits, label_id};
use extents::prelude::*;
use extents_library as library;

labels! { batch, class }
dims! { Width }

#[test]
fn labels_of_two_crates_mix() {
    let a = Tensor::from_vec(extents![dyn 2, 3].unwrap(), vec![1, 2, 3, 4, 5, 6]).unwrap();
    // Each is the first of its set: the last two digits of base 17 are those of its number.
    let numbers = [
        label_id::<batch>(),
        label_id::<Width>(),
        label_id::<library::batch>(),
        label_id::<library::Width>(),
    ];
    let first = digits(numbers[0]) % 289;
    assert!(numbers.iter().all(|number| digits(*number) % 289 == first), "{numbers:?}");
    let sums = contract!(a[batch, library::batch] => [library::batch]).unwrap();
    assert_eq!(sums.as_slice(), [5, 7, 9]);
    let square = contract!(a[library::batch, class] * a[batch, class] => [batch, library::batch]);
    assert_eq!(square.unwrap().as_slice(), [14, 32, 32, 77]);
    let outer = contract!(a[Width, k] * a[library::Width, library::class] => [library::class, k]);
    assert_eq!(outer.unwrap().as_slice(), [25, 35, 45, 35, 49, 63, 45, 63, 81]);
    let b = Tensor::full(extents![dyn 5].unwrap(), 1).unwrap();
    let error = contract!(a[library::batch, class] * b[library::batch] => [class]).unwrap_err();
    assert_eq!(error.to_string(), "label `batch` names modes of different extents: 2 and 5");
}

#[test]
fn functions_of_a_library_take_labels_of_their_callers() {
    let a = Tensor::from_vec(extents![dyn 2, 3].unwrap(), vec![1, 2, 3, 4, 5, 6]).unwrap();
    let b = Tensor::from_vec(extents![3, 1], vec![1, 10, 100]).unwrap();
    assert_eq!(library::product::<batch, class, _, _>(&a, &b).unwrap().as_slice(), [321, 654]);
    assert_eq!(library::product::<class, Width, _, _>(&a, &b).unwrap().as_slice(), [321, 654]);
    assert_eq!(library::product::<i, library::class, _, _>(&a, &b).unwrap().as_slice(), [321, 654]);
}
