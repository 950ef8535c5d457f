//! Texts and bytes as extents, mappings and tensors by `serde`: what is read is what the text says, read as JSON.

use std::fmt::Debug;

use extents::layout::{ColMajor, RowMajor, Strided};
use extents::{DynExtents, DynRankExtents, Extents, Mapping, ModeArray, StaticExtents, Tensor};
use serde_core::Serialize;
use serde_core::de::DeserializeOwned;
use serde_json::Value;

use super::bytes::Bytes;
use super::oracle::strided;

type Open = DynRankExtents;
type Rank = DynExtents<2>;
type Known = StaticExtents![2, dyn];
type Strides = Strided<ModeArray<isize>>;

pub(crate) fn serde(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let rest = data.get(1..).unwrap_or_default();
    if bytes.byte() % 2 == 1 {
        from_bytes(rest);
        return;
    }
    let text = bytes.text();
    let value = serde_json::from_str::<Value>(&text).ok();
    // By the definition: `null`, or a list of numbers whose product, but for zeros, can be counted.
    let list = value.as_ref().and_then(list);
    let is_null = value == Some(Value::Null);
    let counts = list.as_ref().is_some_and(|list| size(list).is_some());
    let found = both::<Open>(&text);
    assert_eq!(found.is_some(), counts || is_null, "{text}");
    assert_eq!(found.as_ref().is_some_and(Extents::is_null), is_null);
    if let (Some(found), Some(list)) = (&found, &list) {
        assert_eq!(found.as_slice(), list);
    }
    let of_two = list.as_ref().filter(|list| counts && list.len() == 2);
    let found = both::<Rank>(&text);
    assert_eq!(found.as_ref().map(|found| found.extents().to_vec()), of_two.cloned(), "{text}");
    let found = both::<Known>(&text);
    let expected = of_two.filter(|list| list[0] == 2).cloned();
    assert_eq!(found.as_ref().map(|found| found.extents().to_vec()), expected, "{text}");

    let layout = value.as_ref().map(|value| &value["layout"]);
    let extents = value.as_ref().and_then(|value| self::list(&value["extents"]));
    let is_null = value.as_ref().is_some_and(|value| value.get("extents") == Some(&Value::Null));
    let is = |name: &str| layout.and_then(Value::as_str) == Some(name);
    if let Some(found) = both::<Mapping<Open, RowMajor>>(&text).filter(|_| is_object(&value)) {
        assert!(is("row-major"));
        assert_eq!(found.extents().is_null(), is_null);
        assert!(is_null || extents.as_deref() == Some(found.extents().as_slice()));
    }
    if let Some(found) = both::<Mapping<Open, Strides>>(&text).filter(|_| is_object(&value)) {
        let strides = strides(layout).expect("strides");
        assert!(found.strides().as_ref() == &strides[..] || found.extents().size() == 0);
    }
    both::<Mapping<Known, ColMajor>>(&text);
    tensors(&text, &value);
}

/// A struct is an object; as a list of its fields it is read too, but for its definition one form is enough.
fn is_object(value: &Option<Value>) -> bool {
    value.as_ref().is_some_and(Value::is_object)
}

fn list(value: &Value) -> Option<Vec<usize>> {
    let number = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok());
    value.as_array()?.iter().map(number).collect()
}

fn strides(layout: Option<&Value>) -> Option<Vec<isize>> {
    let number = |value: &Value| value.as_i64().and_then(|number| isize::try_from(number).ok());
    layout?.as_array()?.iter().map(number).collect()
}

fn size(extents: &[usize]) -> Option<isize> {
    let counted = extents.iter().filter(|&&extent| extent > 0);
    let size = counted.copied().try_fold(1_usize, usize::checked_mul);
    size.and_then(|size| isize::try_from(size).ok())
}

/// Reads a text as tensors, and compares each element.
fn tensors(text: &str, value: &Option<Value>) {
    let rows = both::<Tensor<i32, Open>>(text);
    both::<Tensor<i32, Known, ColMajor>>(text);
    both::<Tensor<bool, Rank, RowMajor>>(text);
    let gaps =
        serde_json::from_str::<Tensor<i32, Open, Strides>>(text).ok().filter(has_few_indices);
    if let Some(gaps) = &gaps {
        same(gaps);
    }
    let Some(value) = value.as_ref().filter(|value| value.is_object()) else { return };
    let elements = value["elements"].as_array().map_or(&[][..], Vec::as_slice);
    if let Some(rows) = rows {
        let found = rows.as_slice().iter().map(|&element| Some(i64::from(element)));
        assert!(found.eq(elements.iter().map(Value::as_i64)));
        let extents = list(&value["extents"]).unwrap_or_default();
        assert_eq!(rows.extents().as_slice(), extents);
        assert_eq!(rows.extents().size(), elements.len());
    }
    if let Some(gaps) = gaps.filter(|gaps| gaps.extents().size() < 512) {
        let strides = strides(value.get("layout")).expect("strides");
        let extents = gaps.extents().as_slice().to_vec();
        if gaps.extents().size() > 0 {
            let offsets = strided::offsets(&extents, &strides);
            let expected = offsets.iter().map(|&offset| elements[offset].as_i64());
            assert!(gaps.view().iter().map(|&element| Some(i64::from(element))).eq(expected));
        }
    }
}

/// What a text says, which is written as a text and as bytes that say the same.
fn both<T: Serialize + DeserializeOwned + PartialEq + Debug>(text: &str) -> Option<T> {
    let found = match serde_json::from_str::<T>(text) {
        Ok(found) => found,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return None;
        }
    };
    same(&found);
    Some(found)
}

fn same<T: Serialize + DeserializeOwned + PartialEq + Debug>(found: &T) {
    let text = serde_json::to_string(found).expect("what was read is written");
    let again = serde_json::from_str::<T>(&text).expect("what is written is read");
    assert_eq!(&again, found, "{text}");
    let bytes = postcard::to_allocvec(found).expect("what was read is written");
    let again = postcard::from_bytes::<T>(&bytes).expect("what is written is read");
    assert_eq!(&again, found, "{text}");
}

/// Whether all indices can be gone through.
fn has_few_indices<T>(tensor: &Tensor<T, Open, Strides>) -> bool {
    tensor.extents().size() <= 1 << 12
}

/// Reads bytes that do not say what they hold.
fn from_bytes(bytes: &[u8]) {
    fn one<T: Serialize + DeserializeOwned + PartialEq + Debug>(bytes: &[u8]) {
        if let Ok(found) = postcard::from_bytes::<T>(bytes) {
            same(&found);
        }
    }
    one::<Open>(bytes);
    one::<Rank>(bytes);
    one::<DynExtents<9>>(bytes);
    one::<Known>(bytes);
    one::<Mapping<Open, RowMajor>>(bytes);
    one::<Mapping<Open, Strides>>(bytes);
    one::<Mapping<Known, ColMajor>>(bytes);
    one::<Tensor<u8, Open>>(bytes);
    one::<Tensor<bool, Known, ColMajor>>(bytes);
    // Strides of 0 give few elements any number of indices.
    let gaps = postcard::from_bytes::<Tensor<u8, Open, Strides>>(bytes).ok();
    if let Some(gaps) = gaps.filter(has_few_indices) {
        same(&gaps);
        assert_eq!(gaps.view().iter().count(), gaps.extents().size());
    }
}
