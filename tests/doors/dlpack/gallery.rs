//! Managed tensors that are refused, with the words in which they are. Whatever is refused is freed, once.

use std::sync::atomic::Ordering;

use extents::dlpack::Managed;
use extents::error::DlpackError;
use extents::{ShapeError, StaticExtents};

use super::given::{Data, Given};

/// What each tensor should be.
type Rows = StaticExtents![dyn, 3];

fn but(change: impl FnOnce(&mut Given)) -> Given {
    let mut given = Given::floats();
    change(&mut given);
    given
}

/// The tensors that both structs can hold.
#[rustfmt::skip]
fn cases() -> Vec<(Given, &'static str)> {
    let strides = |row, column| but(|given| given.strides = Some(vec![row, column]));
    let shape = |rows, columns| but(|given| given.shape = Some(vec![rows, columns]));
    let element = |code, bits, lanes| but(|given| given.element = (code, bits, lanes));
    let at = |address, row| but(|given| { given.data = Data::At(address); given.strides = Some(vec![row, 1]); });
    vec![
        // Devices.
        (but(|given| given.device = (2, 1)), "the elements should be on cpu:0, but are on cuda:1"),
        (but(|given| given.device = (3, 0)), "the elements should be on cpu:0, but are on cuda_host:0"),
        (but(|given| given.device = (10, 7)), "the elements should be on cpu:0, but are on rocm:7"),
        (but(|given| given.device = (0, 0)), "the elements should be on cpu:0, but are on a device of kind 0:0"),
        (but(|given| given.device = (99, -1)), "the elements should be on cpu:0, but are on a device of kind 99:-1"),
        // Types.
        (element(2, 64, 1), "the elements should be f32, but are f64"),
        (element(0, 32, 1), "the elements should be f32, but are s32"),
        (element(4, 16, 1), "the elements should be f32, but are bf16"),
        (element(5, 64, 1), "the elements should be f32, but are c64"),
        (element(6, 8, 1), "the elements should be f32, but are pred"),
        (element(2, 32, 4), "the elements should be f32, but are vectors of 4 f32"),
        (element(2, 32, 0), "the elements should be f32, but are vectors of 0 f32"),
        (element(0, 4, 1), "the elements should be f32, but are s4"),
        (element(1, 2, 1), "the elements should be f32, but are u2"),
        (element(17, 4, 1), "the elements should be f32, but are f4e2m1fn"),
        (element(17, 4, 2), "the elements should be f32, but are vectors of 2 f4e2m1fn"),
        (element(15, 6, 1), "the elements should be f32, but are of type code 15 with 6 bits"),
        (element(3, 64, 1), "the elements should be f32, but are of type code 3 with 64 bits"),
        (element(2, 24, 1), "the elements should be f32, but are of type code 2 with 24 bits"),
        (element(255, 255, 1), "the elements should be f32, but are of type code 255 with 255 bits"),
        // Rank and extents.
        (but(|given| given.rank = -1), "the rank should be from 0 to 2147483647, but is -1"),
        (but(|given| given.rank = i32::MIN), "the rank should be from 0 to 2147483647, but is -2147483648"),
        (but(|given| given.rank = 0), "the rank should be 2, but is 0"),
        (but(|given| given.rank = 1), "the rank should be 2, but is 1"),
        (
            but(|given| { given.rank = 3; given.shape = Some(vec![1, 2, 3]); given.strides = Some(vec![6, 3, 1]); }),
            "the rank should be 2, but is 3",
        ),
        (but(|given| given.shape = None), "the rank is 2, but the pointer to the extents is null"),
        (shape(-1, 3), "mode 0 should have an extent of at least 0, but has -1"),
        (shape(2, i64::MIN), "mode 1 should have an extent of at least 0, but has -9223372036854775808"),
        (shape(2, 4), "mode 1 should have extent 3, but has 4"),
        (shape(2, 0), "mode 1 should have extent 3, but has 0"),
        (shape(i64::MAX, 3), "the extents other than 0 make more than 9223372036854775807 elements: 9223372036854775807 before mode 1, times its extent 3"),
        // Strides.
        (strides(i64::MAX, 1), "the mapping spans more than 9223372036854775807 elements: mode 0 has extent 2 and stride 9223372036854775807"),
        (strides(i64::MIN, 1), "the mapping spans more than 9223372036854775807 elements: mode 0 has extent 2 and stride -9223372036854775808"),
        (strides(1, i64::MAX / 2), "the mapping spans more than 9223372036854775807 elements: mode 1 has extent 3 and stride 4611686018427387903"),
        (
            strides(i64::MAX / 4, 1),
            "the elements reach over 2305843009213693954 of 4 bytes each, more than there are addresses there",
        ),
        // Memory.
        (but(|given| given.data = Data::At(0)), "there are 6 elements, but the pointer to them is null"),
        (
            but(|given| given.byte_offset = 2),
            "the elements should begin at a multiple of 4 bytes, but begin 2 bytes after one",
        ),
        (
            but(|given| given.byte_offset = u64::MAX),
            "the elements begin 18446744073709551615 bytes after the data, more than there are addresses there",
        ),
        (at(64, -1000), "the elements reach over 1003 of 4 bytes each, more than there are addresses there"),
        (at(usize::MAX - 63, 16), "the elements reach over 19 of 4 bytes each, more than there are addresses there"),
        (at(usize::MAX - 3, 0), "the elements reach over 3 of 4 bytes each, more than there are addresses there"),
    ]
}

#[test]
fn a_wrong_tensor_is_refused_in_words() {
    for (given, words) in cases() {
        for (managed, deleted) in [given.clone().versioned(), given.clone().unversioned()] {
            let rejected = managed.unwrap().typed::<f32, Rows>().unwrap_err();
            assert_eq!(rejected.to_string(), words);
            // It is given back, and freed when it is dropped.
            assert_eq!(deleted.load(Ordering::SeqCst), 0);
            drop(rejected);
            assert_eq!(deleted.load(Ordering::SeqCst), 1, "{words}");
        }
    }
}

#[test]
fn another_version_is_freed_and_not_read() {
    for (version, words) in [
        ((2, 0), "the tensor should be of version 1 of DLPack, but is of 2.0"),
        ((0, 8), "the tensor should be of version 1 of DLPack, but is of 0.8"),
        ((u32::MAX, 1), "the tensor should be of version 1 of DLPack, but is of 4294967295.1"),
    ] {
        let (managed, deleted) = but(|given| given.version = version).versioned();
        assert_eq!(managed.unwrap_err().to_string(), words);
        assert_eq!(deleted.load(Ordering::SeqCst), 1);
    }
    // A minor version that is not known may have codes that are not known, and is otherwise the same.
    let (managed, _) = but(|given| given.version = (1, 999)).versioned();
    assert_eq!(managed.unwrap().typed::<f32, Rows>().unwrap().view()[[1, 2]], 5.0);
}

#[test]
fn strides_are_left_out_in_older_versions_only() {
    for minor in [0, 1] {
        let (managed, _) =
            but(|given| (given.version, given.strides) = ((1, minor), None)).versioned();
        let tensor = managed.unwrap().typed::<f32, Rows>().unwrap();
        assert!(tensor.view().iter().eq(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]));
    }
    let (managed, deleted) =
        but(|given| (given.version, given.strides) = ((1, 2), None)).versioned();
    let rejected = managed.unwrap().typed::<f32, Rows>().unwrap_err();
    assert_eq!(
        rejected.to_string(),
        "the rank is 2, but the pointer to the strides is null, which version 1.2 does not allow"
    );
    drop(rejected);
    assert_eq!(deleted.load(Ordering::SeqCst), 1);
}

#[test]
fn a_null_pointer_is_refused() {
    // SAFETY: the pointers are null.
    let (versioned, unversioned) = unsafe {
        let null = std::ptr::null_mut();
        (Managed::from_versioned(null), Managed::from_unversioned(null))
    };
    assert_eq!(versioned.unwrap_err(), DlpackError::NullTensor);
    assert_eq!(unversioned.unwrap_err(), DlpackError::NullTensor);
}

#[test]
fn bytes_that_are_not_a_bool_are_refused() {
    let bytes = [0, 1, 1, 0, 2, 1];
    let refused = Given::of((6, 8, 1), &[2, 3], &bytes).versioned().0.unwrap();
    let rejected = refused.typed::<bool, Rows>().unwrap_err();
    assert_eq!(rejected.to_string(), "the bytes of element 4 are not a value of its type");
    // Columns: the element with index [0, 2] is the fifth in memory, and the third of the tensor.
    let mut columns = Given::of((6, 8, 1), &[2, 3], &bytes);
    columns.strides = Some(vec![1, 2]);
    let rejected = columns.versioned().0.unwrap().typed::<bool, Rows>().unwrap_err();
    assert_eq!(rejected.to_string(), "the bytes of element 4 are not a value of its type");
    // Only what the strides lead to is looked at.
    let mut around = Given::of((6, 8, 1), &[2, 3], &bytes);
    around.strides = Some(vec![2, -1]);
    around.byte_offset = 3;
    around.shape = Some(vec![1, 3]);
    let tensor = around.versioned().0.unwrap().typed::<bool, Rows>().unwrap();
    assert!(tensor.view().iter().eq(&[false, true, true]));
    // However often an element is repeated, it is looked at once.
    let mut often = Given::of((6, 8, 1), &[i64::MAX], &[1]);
    often.strides = Some(vec![0]);
    let tensor = often.versioned().0.unwrap().typed::<bool, StaticExtents![dyn]>().unwrap();
    assert_eq!(tensor.view().get([usize::MAX >> 2]), Some(&true));
}

#[test]
fn a_struct_without_flags_is_not_made_of_padded_elements() {
    // Four elements of 4 bits: in 4 bytes where they are padded, else in 2.
    let padded =
        || but(|given| (given.flags, given.element, given.version) = (4, (1, 4, 1), (1, 2)));
    let rejected = padded().versioned().0.unwrap().into_unversioned().unwrap_err();
    let words = "elements of 4 bits take a byte each, which a tensor without a version cannot say";
    assert_eq!(rejected.to_string(), words);
    drop(rejected);
    // The flag says nothing of whole bytes.
    let whole = but(|given| given.flags = 4).versioned().0.unwrap().into_unversioned().unwrap();
    // SAFETY: the pointer was given away a line above, and is used once.
    assert!(unsafe { Managed::from_unversioned(whole.as_ptr()) }.is_ok());
    let packed = but(|given| given.element = (1, 4, 1)).versioned().0.unwrap();
    let packed = packed.into_unversioned().unwrap();
    // SAFETY: as above.
    assert!(unsafe { Managed::from_unversioned(packed.as_ptr()) }.is_ok());
    let (managed, deleted) = padded().versioned();
    drop(managed.unwrap().into_unversioned());
    assert_eq!(deleted.load(Ordering::SeqCst), 1);
}

#[test]
fn what_may_not_be_written_is_not() {
    let (managed, _) = but(|given| given.flags = 1).versioned();
    let mut tensor = managed.unwrap().typed::<f32, Rows>().unwrap();
    assert_eq!(tensor.view_mut().unwrap_err(), DlpackError::ReadOnly);
    // A struct without flags cannot allow it.
    let mut tensor = Given::floats().unversioned().0.unwrap().typed::<f32, Rows>().unwrap();
    assert_eq!(tensor.view_mut().unwrap_err(), DlpackError::ReadOnly);
    for strides in [[0, 1], [1, 1], [2, 1], [-1, 1]] {
        let (managed, _) = but(|given| {
            given.strides = Some(strides.to_vec());
            given.byte_offset = 4;
        })
        .versioned();
        let mut tensor = managed.unwrap().typed::<f32, Rows>().unwrap();
        assert_eq!(tensor.view_mut().unwrap_err(), ShapeError::NotUnique.into());
        // They are read as the strides say, from the element 1 on.
        for (row, column) in [(0, 0), (0, 2), (1, 0), (1, 2)] {
            let expected = 1 + row as i64 * strides[0] + column as i64 * strides[1];
            assert_eq!(tensor.view()[[row, column]], expected as f32);
        }
    }
}
