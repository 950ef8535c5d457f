//! Extents, mappings and tensors as text (JSON), and as bytes that do not say what they hold (`postcard`).

use std::fmt::Debug;

use extents::layout::{Canonical, ColMajor, RowMajor, Strided};
use extents::names::In;
use extents::{
    Const, DynExtents, DynRankExtents, Extents, Mapping, StaticExtents, Sym, Tensor, TensorOf,
    dims, extents, strides,
};
use serde_core::Serialize;
use serde_core::de::DeserializeOwned;

dims! { Batch ..= 100, once Read }

/// The text of a value, which is the value again, in both forms.
fn text<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    let bytes = postcard::to_allocvec(value).unwrap();
    assert_eq!(&postcard::from_bytes::<T>(&bytes).unwrap(), value);
    let text = serde_json::to_string(value).unwrap();
    assert_eq!(&serde_json::from_str::<T>(&text).unwrap(), value);
    text
}

fn wrong<T: DeserializeOwned + Debug>(text: &str) -> String {
    let error = serde_json::from_str::<T>(text).unwrap_err().to_string();
    error.split(" at line").next().unwrap().to_owned()
}

#[test]
fn extents_of_all_layers_are_lists() {
    assert_eq!(text(&extents![2, 3]), "[2,3]");
    assert_eq!(text(&extents![dyn 2, 3].unwrap()), "[2,3]");
    assert_eq!(text(&extents![]), "[]");
    assert_eq!(text(&DynExtents::new([2, 0, 3]).unwrap()), "[2,0,3]");
    assert_eq!(text(&DynExtents::<20>::new([1; 20]).unwrap()).len(), 41);
    assert_eq!(text(&DynRankExtents::new(&[2, 3]).unwrap()), "[2,3]");
    assert_eq!(text(&DynRankExtents::new(&[1; 30]).unwrap()).len(), 61);
    assert_eq!(text(&DynRankExtents::null()), "null");
    // One layer is read as another, from bytes too.
    let bytes = postcard::to_allocvec(&extents![2, 3]).unwrap();
    let open: DynRankExtents = postcard::from_bytes(&bytes).unwrap();
    assert!(open.same_extents(&extents![2, 3]));
    let named: StaticExtents![dyn Batch, 3] = postcard::from_bytes(&bytes).unwrap();
    assert!(named.same_extents(&extents![2, 3]));
}

#[test]
fn wrong_extents_are_refused_in_words() {
    type Known = StaticExtents![2, dyn];
    assert_eq!(wrong::<Known>("[3,5]"), "mode 0 should have extent 2, but has 3");
    assert_eq!(wrong::<Known>("[2]"), "the rank should be 2, but is 1");
    assert_eq!(wrong::<Known>("[2,3,4]"), "the rank should be 2, but is 3");
    assert_eq!(wrong::<Known>("[2,1,1,1,1,1,1,1,1,1,1,1,1,1]"), "the rank should be 2, but is 14");
    assert_eq!(wrong::<DynExtents<2>>("[2,3,4]"), "the rank should be 2, but is 3");
    assert_eq!(wrong::<DynExtents<0>>("[2]"), "the rank should be 0, but is 1");
    let too_many = "the extents other than 0 make more than 9223372036854775807 elements: 4294967296 before mode 1, times its extent 4294967296";
    assert_eq!(wrong::<DynExtents<2>>("[4294967296,4294967296]"), too_many);
    assert_eq!(wrong::<DynRankExtents>("[4294967296,4294967296]"), too_many);
    assert_eq!(wrong::<StaticExtents![dyn, dyn]>("[4294967296,4294967296]"), too_many);
    assert!(wrong::<StaticExtents![dyn Batch]>("[101]").contains("101"));
    for text in ["null", "[-1,2]", "[2.5,2]", "\"2,3\"", "{}", "[18446744073709551616,1]", "7"] {
        assert!(serde_json::from_str::<DynExtents<2>>(text).is_err(), "{text}");
    }
    // Bytes that say there are more numbers than follow.
    assert!(postcard::from_bytes::<DynRankExtents>(&[1, 0xff, 0xff, 0xff, 0xff, 0x0f, 2]).is_err());
}

#[test]
fn mappings_say_their_layout() {
    let rows = text(&Mapping::new(extents![2, 3]));
    assert_eq!(rows, r#"{"extents":[2,3],"layout":"row-major"}"#);
    let columns = text(&ColMajor.of(extents![dyn 2, 3].unwrap()));
    assert_eq!(columns, r#"{"extents":[2,3],"layout":"column-major"}"#);
    let known = Mapping::with_layout(extents![2, 3], Strided::new(strides![-6, 2])).unwrap();
    assert_eq!(text(&known), r#"{"extents":[2,3],"layout":[-6,2]}"#);
    let open = Mapping::with_layout(extents![2, 3], Strided::new([0, 1])).unwrap();
    assert_eq!(text(&open), r#"{"extents":[2,3],"layout":[0,1]}"#);
}

#[test]
fn wrong_mappings_are_refused_in_words() {
    type Rows = Mapping<DynExtents<2>, RowMajor>;
    type Known = Mapping<DynExtents<2>, Strided<(Const<3>, Const<1>)>>;
    type Open = Mapping<DynExtents<2>, Strided<[isize; 2]>>;
    let columns = r#"{"extents":[2,3],"layout":"column-major"}"#;
    assert_eq!(wrong::<Rows>(columns), "the layout should be row-major, but is column-major");
    assert_eq!(
        wrong::<Rows>(r#"{"extents":[2,3],"layout":"tiled"}"#),
        "the layout should be row-major"
    );
    assert_eq!(wrong::<Rows>(r#"{"extents":[2,3]}"#), "missing field `layout`");
    assert_eq!(
        wrong::<Rows>(r#"{"layout":"row-major","layout":"row-major"}"#),
        "duplicate field `layout`"
    );
    assert!(
        wrong::<Rows>(r#"{"extents":[2,3],"strides":[3,1]}"#)
            .starts_with("unknown field `strides`")
    );
    assert!(
        wrong::<Rows>(r#"{"extents":[2,3],"layout":"row-major","elements":[]}"#)
            .starts_with("unknown field")
    );
    let strides = wrong::<Known>(r#"{"extents":[2,3],"layout":[4,1]}"#);
    assert_eq!(strides, "mode 0 should have stride 3, but has 4");
    assert_eq!(
        wrong::<Open>(r#"{"extents":[2,3],"layout":[4]}"#),
        "the rank should be 2, but is 1"
    );
    let far = wrong::<Open>(r#"{"extents":[2,3],"layout":[9223372036854775807,1]}"#);
    assert!(far.starts_with("the mapping spans more than"), "{far}");
    // The number of a variant that is another layout, or none.
    for number in [1, 2, 77] {
        assert!(postcard::from_bytes::<RowMajor>(&[number]).is_err());
    }
    assert_eq!(postcard::from_bytes::<RowMajor>(&[0]).unwrap(), RowMajor);
}

#[test]
fn tensors_are_their_extents_their_layout_and_their_elements() {
    let rows = Tensor::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6]).unwrap();
    let expected = r#"{"extents":[2,3],"layout":"row-major","elements":[1,2,3,4,5,6]}"#;
    assert_eq!(text(&rows), expected);
    let columns = Tensor::from_slice(ColMajor.of(extents![2, 3]), &[1, 4, 2, 5, 3, 6]).unwrap();
    let by_columns = r#"{"extents":[2,3],"layout":"column-major","elements":[1,4,2,5,3,6]}"#;
    assert_eq!(text(&columns), by_columns);
    // What a view shows is written in row-major order.
    assert_eq!(serde_json::to_string(&columns.view()).unwrap(), expected);
    let transposed = serde_json::to_string(&rows.view().transpose()).unwrap();
    let found: Tensor<i32, StaticExtents![3, 2]> = serde_json::from_str(&transposed).unwrap();
    assert_eq!(found.as_slice(), [1, 4, 2, 5, 3, 6]);
    // Gaps belong to the elements in memory.
    let gaps = Mapping::with_layout(extents![2, 2], Strided::new([3, 1])).unwrap();
    let gaps = Tensor::from_slice(gaps, &[1, 2, 0, 3, 4]).unwrap();
    assert_eq!(text(&gaps), r#"{"extents":[2,2],"layout":[3,1],"elements":[1,2,0,3,4]}"#);
    // The fields come in any order, and other types of the same shape read them.
    let other = r#"{"elements":[1,2,3,4,5,6],"layout":"row-major","extents":[2,3]}"#;
    assert_eq!(serde_json::from_str::<TensorOf<DynRankExtents, i32>>(other).unwrap(), rows);
    assert_eq!(
        text(&Tensor::<i32>::null()),
        r#"{"extents":null,"layout":"row-major","elements":[]}"#
    );
    assert_eq!(
        text(&Tensor::full(extents![], 7).unwrap()),
        r#"{"extents":[],"layout":"row-major","elements":[7]}"#
    );
}

#[test]
fn wrong_tensors_are_refused_in_words() {
    type Known = TensorOf<StaticExtents![2, dyn], i32>;
    let with = |extents: &str, elements: &str| {
        format!(r#"{{"extents":{extents},"layout":"row-major","elements":{elements}}}"#)
    };
    assert_eq!(
        wrong::<Known>(&with("[2,2]", "[1,2,3]")),
        "the shape needs 4 elements, but 3 were given"
    );
    assert_eq!(
        wrong::<Known>(&with("[2,2]", "[1,2,3,4,5]")),
        "the shape needs 4 elements, but 5 were given"
    );
    assert_eq!(wrong::<Known>(&with("[3,1]", "[1,2,3]")), "mode 0 should have extent 2, but has 3");
    assert_eq!(
        wrong::<Known>(&with("null", "[]")),
        "the null shape has no modes and no elements to work on"
    );
    assert_eq!(
        wrong::<Known>(r#"{"extents":[2,1],"layout":"row-major"}"#),
        "missing field `elements`"
    );
    let huge = with("[2,4611686018427387903]", "[1]");
    assert_eq!(
        wrong::<Known>(&huge),
        "the shape needs 9223372036854775806 elements, but 1 were given"
    );
    // A seal of bytes cut anywhere is no tensor.
    let bytes = postcard::to_allocvec(&Tensor::full(extents![2, 3], 7_u16).unwrap()).unwrap();
    for length in 0..bytes.len() {
        assert!(postcard::from_bytes::<TensorOf<DynExtents<2>, u16>>(&bytes[..length]).is_err());
    }
}

#[test]
fn what_is_read_is_of_no_scope() {
    type Row<'b> = StaticExtents![dyn 'b Batch];
    fn attack<'b>(_: Sym<In<'b, Batch>>) {
        for text in ["[4]", "[3]", "[]", "null", "[4,4]"] {
            assert!(serde_json::from_str::<Row<'b>>(text).is_err());
        }
        let text =
            serde_json::to_string(&Tensor::full(extents![dyn 4].unwrap(), 1.0).unwrap()).unwrap();
        assert!(serde_json::from_str::<TensorOf<StaticExtents![dyn], f64>>(&text).is_ok());
        assert!(serde_json::from_str::<TensorOf<Row<'b>, f64>>(&text).is_err());
    }
    Sym::<Batch>::try_new(4).unwrap().scope(attack);
}

/// A dim that is bound once is read by comparing with its cell.
#[test]
fn what_is_read_of_a_dim_that_is_bound_once_is_compared() {
    type Rows = StaticExtents![dyn Read, 2];
    assert!(serde_json::from_str::<Rows>("[3,2]").is_err());
    Sym::<Read>::bind(3).unwrap();
    assert_eq!(serde_json::from_str::<Rows>("[3,2]").unwrap().modes().0, Sym::bound().unwrap());
    for text in ["[4,2]", "[0,2]", "[18446744073709551615,2]", "[3]", "null"] {
        assert!(serde_json::from_str::<Rows>(text).is_err(), "{text}");
    }
    let text =
        serde_json::to_string(&Tensor::full(extents![dyn 4, 2].unwrap(), 1.0).unwrap()).unwrap();
    assert!(serde_json::from_str::<TensorOf<Rows, f64>>(&text).is_err());
}
