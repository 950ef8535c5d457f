//! Attributes, kinds, r-tensors and l-tensors, and when descriptions are the same.

use extents_graph::error::Required;
use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use extents::{DType, Extents, ShapeError};
use extents_graph::{
    Access, Assignable, Attribute, Attributes, Axes, Axis, DescriptionError, ElementSource,
    ReadOnly, TensorDescription, TensorKind,
};
use static_assertions::assert_impl_all;

assert_impl_all!(TensorDescription<Assignable>: Send, Sync);
assert_impl_all!(DescriptionError: Copy, std::error::Error, From<ShapeError>);

#[test]
fn constant_excludes_input_and_trainable() {
    use Attribute::{Constant, Input, Persistent, Trainable};
    for bits in 0..16 {
        let named = [Constant, Persistent, Trainable, Input];
        let set: Vec<Attribute> = named
            .into_iter()
            .enumerate()
            .filter(|(k, _)| bits >> k & 1 == 1)
            .map(|p| p.1)
            .collect();
        let clash = set.contains(&Constant) && (set.contains(&Input) || set.contains(&Trainable));
        match Attributes::new(set.clone()) {
            Ok(attributes) => {
                assert!(!clash);
                assert!(attributes.iter().eq(set.iter().copied()));
                let kind = match &set[..] {
                    [] => Some(TensorKind::Temporary),
                    [Constant, Persistent] => Some(TensorKind::Constant),
                    [Persistent, Input] => Some(TensorKind::Placeholder),
                    [Persistent] => Some(TensorKind::Persistent),
                    [Persistent, Trainable] => Some(TensorKind::Variable),
                    _ => None,
                };
                assert_eq!(attributes.kind(), kind);
            }
            Err(DescriptionError::Attributes { first, second }) => {
                assert!(clash);
                assert_eq!(first, "constant");
                assert_eq!(second, if set.contains(&Trainable) { "trainable" } else { "input" });
            }
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn what_is_assigned_shares_nothing() {
    let tensor = TensorDescription::<Assignable>::of_shape(DType::F32, &[2, 3]).unwrap();
    let error = tensor.with_strides(&[0, 1], 0).unwrap_err();
    assert_eq!(error, ShapeError::NotUnique.into());
    let shared = tensor.to_read_only().with_strides(&[0, 1], 0).unwrap();
    for view in [tensor.clone(), tensor.transpose().unwrap()] {
        assert_eq!(view.on_base(&shared).unwrap_err(), ShapeError::NotUnique.into());
        assert!(view.to_read_only().on_base(&shared).is_ok());
    }
    // A broadcast is an r-tensor, by its type.
    let spread: TensorDescription<ReadOnly> =
        tensor.row_major().unwrap().expand_dims(Axis::new("N", 2), 0).unwrap();
    assert!(spread.read_only() && !tensor.read_only());
    let scalar = TensorDescription::<Assignable>::of_shape(DType::F32, &[]).unwrap();
    assert_eq!(
        scalar.cast(Axes::of_shape(&[2])).unwrap_err().to_string(),
        "the rank should be 0, but is 1"
    );
    assert!(scalar.to_read_only().cast(Axes::of_shape(&[2])).is_ok());
    const { assert!(ReadOnly::READ_ONLY && !Assignable::READ_ONLY) };
}

#[test]
fn an_r_tensor_becomes_an_l_tensor() {
    let axes = Axes::new([Axis::new("H", 2), Axis::new("W", 3)]).unwrap();
    let sum = TensorDescription::computed(DType::F64, axes.clone()).unwrap();
    assert_eq!(
        (sum.source(), sum.is_stored(), sum.is_allocatable()),
        (ElementSource::Computed, false, false)
    );
    assert_eq!(sum.offset_of(&[0, 0]), Err(DescriptionError::Requires(Required::Storage)));
    assert_eq!(sum.with_strides(&[3, 1], 0), Err(DescriptionError::Requires(Required::Storage)));
    // Views of it are known by their index functions.
    let turned = sum.transpose().unwrap();
    assert_eq!(turned.index_map().apply(&[2, 0]).unwrap(), [0, 2]);
    let stored = turned.materialise().unwrap();
    assert_eq!((stored.shape(), stored.strides()), (vec![3, 2], Some(vec![2, 1])));
    assert_eq!(stored.axes().to_string(), "[W, H]");
    assert!(!stored.is_view_of_same(&sum) && stored.is_base() && stored.is_allocatable());

    let ones = TensorDescription::uniform(DType::F32, axes).unwrap();
    assert_eq!((ones.source(), ones.strides()), (ElementSource::Uniform, Some(vec![0, 0])));
    assert_eq!(ones.attributes().kind(), Some(TensorKind::Constant));
    let view = ones.transpose().unwrap();
    let storage = [1.0_f32];
    let view = view.view(&storage).unwrap();
    assert_eq!((view.extents().as_slice(), view[[2, 1]]), (&[3, 2][..], 1.0));
    assert_eq!(view.extents().size(), 6);
}

#[test]
fn descriptions_are_keys() {
    let tensor = || <TensorDescription>::of_shape(DType::F32, &[2, 3]).unwrap();
    let (one, other) = (tensor().row_major().unwrap(), tensor().row_major().unwrap());
    assert_ne!(one, other);
    assert_eq!(one, one.transpose().unwrap().transpose().unwrap());
    let mut seen = HashSet::new();
    assert!(seen.insert(one.clone()) && seen.insert(other.clone()));
    assert!(!seen.insert(one.transpose().unwrap().transpose().unwrap()));
    // Two slices of one tensor differ in what they read, even where no layout is known.
    let open = tensor();
    let row = |k: i64| open.slice(&[k.into()]).unwrap();
    assert_ne!(row(0), row(1));
    assert_eq!(row(0), row(0));

    let keys: HashSet<_> = [&one, &other].map(TensorDescription::parameter_key).into();
    assert_eq!(keys.len(), 1);
    let variants = [
        one.transpose().unwrap(),
        one.slice(&["1:".parse().unwrap()]).unwrap(),
        tensor().column_major().unwrap(),
        tensor(),
        <TensorDescription>::of_shape(DType::F64, &[2, 3]).unwrap().row_major().unwrap(),
    ];
    let keys: HashSet<_> = variants.iter().map(TensorDescription::parameter_key).collect();
    assert_eq!(keys.len(), 5);
    assert!(!keys.contains(&one.parameter_key()));
}

#[test]
fn descriptions_print() {
    let axes = Axes::new([Axis::new("H", 2), Axis::new("W", 3)]).unwrap();
    let tensor = <TensorDescription>::new(DType::Bf16, axes).unwrap();
    assert_eq!(tensor.to_string(), "bf16[H: 2, W: 3]");
    assert_eq!(tensor.row_major().unwrap().to_string(), "bf16[H: 2, W: 3] strides [3, 1] offset 0");
}

#[test]
fn buffers_must_fit() {
    let tensor = TensorDescription::<Assignable>::of_shape(DType::F32, &[2, 3]).unwrap();
    let tensor = tensor.row_major().unwrap();
    let says = |error: DescriptionError, expected: &str| assert_eq!(error.to_string(), expected);
    says(tensor.view(&[0_f64; 6]).unwrap_err(), "an element should have 4 bytes, but has 8");
    says(tensor.view(&[0_f32; 5]).unwrap_err(), "the tensor needs 6 elements, but 5 were given");
    let mut storage = [0_u32; 7];
    tensor.slice(&[(-1).into()]).unwrap().view_mut(&mut storage).unwrap()[[0]] = 5;
    assert_eq!(storage, [0, 0, 0, 5, 0, 0, 0]);
    let empty = TensorDescription::<Assignable>::of_shape(DType::F32, &[0, 3]).unwrap();
    let empty = empty.with_strides(&[3, 1], 9).unwrap();
    assert!(empty.view(&[0_f32; 0]).unwrap().extents().size() == 0);
}

#[test]
fn a_hash_sees_type_names_and_layout() {
    let tensor = <TensorDescription>::of_shape(DType::F32, &[2, 3]).unwrap();
    let views = [
        tensor.clone(),
        tensor.row_major().unwrap(),
        tensor.column_major().unwrap(),
        tensor.transpose().unwrap(),
        tensor.with_sizes(&[2, 4]).unwrap(),
        <TensorDescription>::of_shape(DType::F32, &[2, 3]).unwrap(),
        <TensorDescription>::of_shape(DType::F64, &[2, 3]).unwrap(),
    ];
    let hashes = views.map(|view| BuildHasherDefault::<DefaultHasher>::default().hash_one(view));
    assert_eq!(HashSet::from(hashes).len(), 7);
}

#[test]
fn new_attributes_make_another_tensor() {
    let tensor = <TensorDescription>::of_shape(DType::F32, &[2]).unwrap();
    let weights = tensor.with_attributes(TensorKind::Variable.attributes()).unwrap();
    assert_eq!(weights.attributes().kind(), Some(TensorKind::Variable));
    assert_eq!((tensor.attributes(), weights.shape()), (Attributes::default(), vec![2]));
    assert!(!weights.is_view_of_same(&tensor));
    assert!(weights.is_stored() && tensor.is_stored());
    assert_eq!(format!("{:?}", weights.attributes()), "{Persistent, Trainable}");
    assert_eq!(Attribute::Persistent.to_string(), "persistent");
}

#[test]
fn an_extent_of_0_does_not_hide_that_the_others_overflow() {
    // The elements fit; their bytes do not.
    let wide = usize::MAX / 16 + 1;
    assert!(<TensorDescription>::of_shape(DType::S8, &[0, wide]).is_ok());
    assert!(<TensorDescription>::of_shape(DType::F64, &[wide]).is_err());
    assert!(<TensorDescription>::of_shape(DType::F64, &[0, wide]).is_err());
}
