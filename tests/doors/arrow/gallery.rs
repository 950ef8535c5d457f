//! Columns that are refused, with the words in which they are.

use arrow_buffer::{Buffer, NullBuffer};
use arrow_data::ArrayData;
use arrow_schema::{DataType, Field};
use extents::StaticExtents;
use extents::storage::arrow;

use super::{field, list, lists};

type Matrix = StaticExtents![dyn, 2, 3];

fn refused(field: &Field, data: &ArrayData) -> String {
    arrow::view::<f32, Matrix>(field, data).unwrap_err().to_string()
}

/// Two matrices.
fn data() -> ArrayData {
    lists((0..12_u8).map(f32::from).collect(), 6, DataType::Float32)
}

#[test]
fn wrong_metadata_is_refused_in_words() {
    let cases: &[(&str, &str)] = &[
        ("", "the metadata is wrong: EOF while parsing a value"),
        ("{", "the metadata is wrong: EOF while parsing"),
        ("[2, 3]", "invalid type: sequence, expected an object"),
        ("2", "invalid type: integer `2`, expected an object"),
        ("{\"shape\":[2,3]} more", "trailing characters"),
        ("{}", "there is no entry `shape`"),
        ("{\"shape\":null}", "there is no entry `shape`"),
        ("{\"shape\":[2,null]}", "an entry of `shape` is null"),
        ("{\"shape\":6}", "invalid type: integer `6`, expected a sequence"),
        ("{\"shape\":[2,-3]}", "invalid type: integer `-3`, expected an extent"),
        ("{\"shape\":[2,3.0]}", "invalid type: floating point `3.0`, expected an extent"),
        ("{\"shape\":[2,\"3\"]}", "invalid type: string \"3\", expected an extent"),
        ("{\"shape\":[2,99999999999999999999]}", "invalid type: floating point"),
        ("{\"shape\":[2,3],\"shape\":[3,2]}", "there are two entries `shape`"),
        ("{\"shape\":[2,3],\"uniform_shape\":[2,3]}", "there is an entry `uniform_shape`"),
        (
            "{\"shape\":[2,3],\"dim_names\":[\"a\"]}",
            "`dim_names` should have 2 entries, one a mode, but has 1",
        ),
        ("{\"shape\":[2,3],\"dim_names\":[1,2]}", "invalid type: integer `1`, expected a string"),
        (
            "{\"shape\":[2,3],\"dim_names\":\"ab\"}",
            "invalid type: string \"ab\", expected a sequence",
        ),
        (
            "{\"shape\":[2,3],\"permutation\":[0]}",
            "`permutation` should have 2 entries, one a mode, but has 1",
        ),
        (
            "{\"shape\":[2,3],\"permutation\":[0,1,2]}",
            "`permutation` should have 2 entries, one a mode, but has 3",
        ),
        (
            "{\"shape\":[2,3],\"permutation\":[0,2]}",
            "entry 1 of the permutation should be one of the 2 modes, but is 2",
        ),
        (
            "{\"shape\":[2,3],\"permutation\":[1,1]}",
            "entries 0 and 1 of the permutation are both mode 1",
        ),
        ("{\"shape\":[2,3],\"permutation\":[-1,0]}", "invalid value: integer `-1`, expected usize"),
        (
            "{\"shape\":[2,3],\"permutation\":[0,1],\"permutations\":[1,0]}",
            "there are two entries `permutations`",
        ),
        ("{\"shape\":[2,2]}", "a tensor of the shape has 4 elements, but a list has 6"),
        ("{\"shape\":[6]}", "the rank should be 3, but is 2"),
        ("{\"shape\":[3,2]}", "mode 1 should have extent 2, but has 3"),
        ("{\"shape\":[2,3],\"permutation\":[1,0]}", "mode 1 should have extent 2, but has 3"),
        (
            "{\"shape\":[65536,65536]}",
            "the number of elements of a tensor is 4294967296, but Arrow has at most 2147483647",
        ),
        (
            "{\"shape\":[4294967296,4294967296]}",
            "the extents other than 0 make more than 9223372036854775807 elements: 4294967296 before mode 1, times its extent 4294967296",
        ),
        (
            "{\"shape\":[0,4294967296,4294967296]}",
            "the extents other than 0 make more than 9223372036854775807 elements",
        ),
    ];
    for (metadata, words) in cases {
        let error = refused(&field(list(DataType::Float32, 6), metadata), &data());
        assert!(error.contains(words), "{metadata}: {error}");
    }
    let nested = format!("{{\"shape\":{}", "[".repeat(100_000));
    assert!(!refused(&field(list(DataType::Float32, 6), &nested), &data()).is_empty());
    // Metadata that is cut anywhere.
    let whole = r#"{"shape":[2,3],"dim_names":["y","x"],"permutation":[0,1]}"#;
    assert!(arrow::view::<f32, Matrix>(&field(list(DataType::Float32, 6), whole), &data()).is_ok());
    for length in 0..whole.len() {
        let cut = field(list(DataType::Float32, 6), &whole[..length]);
        assert!(arrow::view::<f32, Matrix>(&cut, &data()).is_err(), "{length}");
    }
}

#[test]
fn other_fields_and_arrays_are_refused() {
    let good = r#"{"shape":[2,3]}"#;
    let plain = Field::new("column", list(DataType::Float32, 6), false);
    assert!(refused(&plain, &data()).ends_with("but is of no extension type"));
    let mut other = plain.clone();
    other.metadata_mut().insert("ARROW:extension:name", "arrow.variable_shape_tensor");
    assert_eq!(
        refused(&other, &data()),
        "the field should be of the type `arrow.fixed_shape_tensor`, but is of `arrow.variable_shape_tensor`"
    );
    // A name without metadata.
    other.metadata_mut().insert("ARROW:extension:name", "arrow.fixed_shape_tensor");
    assert!(refused(&other, &data()).contains("there is no entry `shape`"));
    assert_eq!(
        refused(&field(DataType::Float32, good), &data()),
        "the array should be of the type FixedSizeList, but is of Float32"
    );
    let large = DataType::LargeList(Field::new_list_field(DataType::Float32, true).into());
    assert!(
        refused(&field(large, good), &data())
            .starts_with("the array should be of the type FixedSizeList")
    );
    // The field of another column.
    let error = refused(&field(list(DataType::Float64, 6), good), &data());
    assert!(
        error.starts_with("the array should be of the type") && error.contains("Float64"),
        "{error}"
    );
    assert!(
        refused(&field(list(DataType::Float32, 5), good), &data())
            .contains("6 elements, but a list has 5")
    );
    assert_eq!(
        refused(&field(list(DataType::Float32, -1), good), &data()),
        "a tensor of the shape has 6 elements, but a list has -1"
    );
    let doubles = lists((0..12_u8).map(f64::from).collect(), 6, DataType::Float64);
    assert_eq!(
        refused(&field(list(DataType::Float64, 6), good), &doubles),
        "the elements should be f32, but are Float64"
    );
    // The same bytes with another meaning.
    let times = DataType::Timestamp(arrow_schema::TimeUnit::Second, None);
    let values =
        ArrayData::builder(times.clone()).len(6).add_buffer(Buffer::from_vec(vec![0_i64; 6]));
    let array =
        ArrayData::builder(list(times.clone(), 6)).len(1).add_child_data(values.build().unwrap());
    let array = array.build().unwrap();
    let error = arrow::view::<i64, Matrix>(&field(list(times, 6), good), &array).unwrap_err();
    assert!(
        error.to_string().starts_with("the elements should be s64, but are Timestamp"),
        "{error}"
    );
    // Arrow packs truth values, eight in a byte.
    let error =
        arrow::view::<bool, Matrix>(&field(list(DataType::Float32, 6), good), &data()).unwrap_err();
    assert_eq!(error.to_string(), "Arrow has no array of elements of pred");
}

#[test]
fn nulls_are_refused_where_they_are() {
    let good = field(list(DataType::Float32, 6), r#"{"shape":[2,3]}"#);
    let values = |nulls: Option<NullBuffer>| {
        let values = (0..24_u8).map(f32::from).collect::<Vec<_>>();
        let values =
            ArrayData::builder(DataType::Float32).len(24).add_buffer(Buffer::from_vec(values));
        values.nulls(nulls).build().unwrap()
    };
    let array = |values: ArrayData, nulls: Option<NullBuffer>| {
        let array = ArrayData::builder(list(DataType::Float32, 6)).len(4).add_child_data(values);
        array.nulls(nulls).build().unwrap()
    };
    let tensors = |at: &[usize]| Some(NullBuffer::from_iter((0..4).map(|n| !at.contains(&n))));
    let elements = |at: &[usize]| Some(NullBuffer::from_iter((0..24).map(|n| !at.contains(&n))));
    let with_tensors = array(values(None), tensors(&[1, 3]));
    assert_eq!(refused(&good, &with_tensors), "tensor 1 is null, the first of 2");
    let with_elements = array(values(elements(&[14, 20])), None);
    assert_eq!(refused(&good, &with_elements), "element 2 of tensor 2 is null");
    // Counted in the part, and only those of the part.
    assert_eq!(refused(&good, &with_tensors.slice(2, 2)), "tensor 1 is null, the first of 1");
    assert!(arrow::view::<f32, Matrix>(&good, &with_tensors.slice(2, 1)).is_ok());
    assert_eq!(refused(&good, &with_elements.slice(1, 2)), "element 2 of tensor 1 is null");
    assert!(arrow::view::<f32, Matrix>(&good, &with_elements.slice(0, 2)).is_ok());
    // A mask that says that nothing is null.
    assert!(arrow::view::<f32, Matrix>(&good, &array(values(elements(&[])), tensors(&[]))).is_ok());
}

#[test]
fn misaligned_values_are_refused() {
    let good = field(list(DataType::Float32, 6), r#"{"shape":[2,3]}"#);
    let bytes = Buffer::from_vec(vec![0_u8; 64]);
    let begin = (0..4).find(|&at| bytes.as_ptr().addr() % 4 == at).map_or(0, |at| 4 - at);
    for shift in 1..4 {
        let buffer = bytes.slice_with_length(begin + shift, 24);
        let values = ArrayData::builder(DataType::Float32).len(6).add_buffer(buffer);
        // SAFETY: nothing reads the values but the function that is tested, which looks at their alignment.
        let values = unsafe { values.build_unchecked() };
        let array = ArrayData::builder(list(DataType::Float32, 6)).len(1).add_child_data(values);
        // SAFETY: as above.
        let array = unsafe { array.build_unchecked() };
        let words =
            format!("should begin at a multiple of 4 bytes, but begin {shift} bytes after one");
        assert!(refused(&good, &array).contains(&words), "{}", refused(&good, &array));
    }
}

#[test]
fn arrays_that_nobody_checked_are_refused() {
    let good = field(list(DataType::Float32, 6), r#"{"shape":[2,3]}"#);
    let made = |buffers: usize, count: usize, children: usize, tensors: usize, offset: usize| {
        let mut values = ArrayData::builder(DataType::Float32).len(count);
        for _ in 0..buffers {
            values = values.add_buffer(Buffer::from_vec(vec![0_f32; 12]));
        }
        // SAFETY: only what is tested reads them, and it asks for no more than there are.
        let values = unsafe { values.build_unchecked() };
        let mut array = ArrayData::builder(list(DataType::Float32, 6)).len(tensors).offset(offset);
        for _ in 0..children {
            array = array.add_child_data(values.clone());
        }
        // SAFETY: as above.
        unsafe { array.build_unchecked() }
    };
    assert!(arrow::view::<f32, Matrix>(&good, &made(1, 12, 1, 2, 0)).is_ok());
    let cases = [
        (made(1, 12, 0, 2, 0), "the lists need 12 values, but the array has 0"),
        (made(0, 12, 1, 2, 0), "the lists need 12 values, but the array has 0"),
        (made(1, 24, 1, 4, 0), "the lists need 24 values, but the array has 12"),
        (made(1, 12, 1, 2, 1), "the lists need 18 values, but the array has 12"),
        (made(1, 12, 1, 3, 0), "the lists need 18 values, but the array has 12"),
        (made(1, 12, 1, 2, usize::MAX), "the lists need 18446744073709551615 values"),
        (
            made(1, 12, 1, usize::MAX, 0),
            "the extents other than 0 make more than 9223372036854775807 elements",
        ),
    ];
    for (array, words) in &cases {
        assert!(refused(&good, array).contains(words), "{words}: {}", refused(&good, array));
    }
}
