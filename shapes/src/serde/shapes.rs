//! Smooth and nested shapes, and ragged tensors. Jagged and tiled shapes are in the folders that know what they store.

use alloc::vec::Vec;
use core::ops::Deref;

use serde_core::de::Error;
use serde_core::{Deserialize, Deserializer, Serialize, Serializer};

use super::{read, write};
use crate::{
    JaggedShape, Nested, Origin, PlacedShape, RaggedTensor, Shape, ShapeBase, SmoothShape,
    StaticOrigin, StructureError, ValueOrigin, ZeroOrigin,
};
use extents::Extents;
use extents::generic::ModeTuple;
use extents::layout::ModeList;

const PLACED: [&str; 2] = ["extents", "origin"];

/// The extents and the origin, one coordinate a mode, also where it is 0: the same form for each kind of origin.
///
/// ```
/// use extents::StaticExtents;
/// use extents_shapes::{PlacedShape, Shape};
/// let shape = Shape::at(extents::extents![2, 3], [10, 10])?;
/// let text = serde_json::to_string(&shape)?;
/// assert_eq!(text, r#"{"extents":[2,3],"origin":[10,10]}"#);
/// assert_eq!(serde_json::from_str::<PlacedShape<StaticExtents![2, dyn]>>(&text)?, shape);
/// let error = serde_json::from_str::<Shape<StaticExtents![2, 3]>>(&text).unwrap_err();
/// assert!(error.to_string().starts_with("mode 0 should begin at 0, but begins at 10"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<E: Extents + Serialize, O: Origin<E>> Serialize for Shape<E, O> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let origin = SmoothShape::origin(self);
        write(serializer, "Shape", PLACED, (self.extents(), &List(origin.as_ref())))
    }
}

struct List<'a>(&'a [usize]);

impl Serialize for List<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0)
    }
}

fn read_placed<'de, E, D>(deserializer: D) -> Result<PlacedShape<E>, D::Error>
where
    E: Extents + Deserialize<'de>,
    D: Deserializer<'de>,
{
    let (extents, origin, (), ()): (E, Vec<usize>, _, _) = read(deserializer, "Shape", &PLACED)?;
    Shape::at(extents, origin).map_err(D::Error::custom)
}

/// Compares the origin with the coordinates that a type knows.
fn check_origin<E: Extents, R: Error>(
    shape: &PlacedShape<E>,
    known: impl Fn(usize) -> Option<usize>,
) -> Result<(), R> {
    for (mode, &found) in shape.origin().as_ref().iter().enumerate() {
        if let Some(expected) = known(mode).filter(|&expected| expected != found) {
            return Err(R::custom(format_args!(
                "mode {mode} should begin at {expected}, but begins at {found}"
            )));
        }
    }
    Ok(())
}

/// The extents and the origin, which has to be 0.
impl<'de, E: Extents + Deserialize<'de>> Deserialize<'de> for Shape<E, ZeroOrigin> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let shape = read_placed(deserializer)?;
        check_origin(&shape, |_| Some(0))?;
        Ok(shape.without_origin())
    }
}

/// The extents and the origin.
impl<'de, I, E: Extents<Index = I> + Deserialize<'de>> Deserialize<'de>
    for Shape<E, ValueOrigin<I>>
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_placed(deserializer)
    }
}

/// The extents and the origin, which is compared with what its type knows.
impl<'de, T, E> Deserialize<'de> for Shape<E, StaticOrigin<T>>
where
    T: ModeTuple,
    E: Extents<Index = T::Index> + Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let shape: PlacedShape<E> = read_placed(deserializer)?;
        check_origin(&shape, |mode| T::STATIC.get(mode).copied().flatten())?;
        let origin = T::read(shape.origin().as_ref()).map_err(D::Error::custom)?;
        Ok(Shape::of_parts(shape.extents().clone(), StaticOrigin(origin)))
    }
}

const NESTED: [&str; 2] = ["layers", "shape"];

/// The ranks of the layers, and the shape.
///
/// ```
/// use extents_shapes::{JaggedShape, Nested, Shape};
/// let nested = Nested::new([1, 2], Shape::new(extents::extents![10, 20, 30]))?;
/// let text = serde_json::to_string(&nested)?;
/// assert_eq!(text, r#"{"layers":[1,2],"shape":{"extents":[10,20,30],"origin":[0,0,0]}}"#);
/// assert_eq!(serde_json::from_str::<Nested<Shape>>(&text)?, nested);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<S: Serialize + ShapeBase, L: ModeList> Serialize for Nested<S, L> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        write(serializer, "Nested", NESTED, (&List(&self.layers()), self.shape()))
    }
}

/// The ranks of the layers, which are compared with those of the type and with the shape, and the shape.
impl<'de, S: Deserialize<'de> + ShapeBase, L: ModeList> Deserialize<'de> for Nested<S, L> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (ranks, shape, (), ()): (Vec<usize>, S, _, _) = read(deserializer, "Nested", &NESTED)?;
        check_ranks(L::STATIC.unwrap_or(&ranks), &ranks)?;
        let layers = L::build(ranks.len(), |layers| layers.copy_from_slice(&ranks));
        let layers = layers.map_err(D::Error::custom)?;
        Ok(Nested::of_parts(layers, Nested::new(ranks, shape).map_err(D::Error::custom)?))
    }
}

/// Compares the ranks of the layers with those that a type knows.
fn check_ranks<R: Error>(known: &[usize], ranks: &[usize]) -> Result<(), R> {
    let (expected, found) = (known.len(), ranks.len());
    if expected != found {
        return Err(R::custom(format_args!(
            "there should be {expected} layers, but there are {found}"
        )));
    }
    for (layer, (expected, found)) in known.iter().zip(ranks).enumerate() {
        if expected != found {
            return Err(R::custom(format_args!(
                "layer {layer} should have rank {expected}, but has {found}"
            )));
        }
    }
    Ok(())
}

const RAGGED: [&str; 2] = ["shape", "elements"];

/// The shape, and the elements row after row.
///
/// ```
/// use extents_shapes::RaggedTensor;
/// let rows = RaggedTensor::from_rows([vec![1], vec![], vec![2, 3]])?;
/// let text = serde_json::to_string(&rows)?;
/// let found: RaggedTensor<Vec<i32>> = serde_json::from_str(&text)?;
/// assert_eq!((found.shape(), found.row(2)), (rows.shape(), Some(&[2, 3][..])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<T: Serialize, S: Deref<Target = [T]>> Serialize for RaggedTensor<S> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        write(serializer, "RaggedTensor", RAGGED, (self.shape(), &self.as_slice()))
    }
}

/// The shape, and as many elements as it has.
impl<'de, T: Deserialize<'de>> Deserialize<'de> for RaggedTensor<Vec<T>> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let parts = read(deserializer, "RaggedTensor", &RAGGED)?;
        let (shape, elements, (), ()): (JaggedShape, Vec<T>, _, _) = parts;
        let tensor = RaggedTensor::new(shape, elements);
        tensor.map_err(|rejected| D::Error::custom(StructureError::from(rejected.error)))
    }
}
