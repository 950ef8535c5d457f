//! Contractions of random operands with names against those of the same extents at run time.

use super::*;

dims! { pub Heads = 2, pub once Width ..= 8 }

/// A tensor of these extents, each element another number.
pub(super) fn numbered<E: Extents>(sizes: &[usize], start: i64) -> TensorOf<E, i64> {
    // Bound once for all tests, which run at the same time.
    Sym::<Width>::bind(5).unwrap();
    let extents = E::from_extents(sizes).unwrap();
    let elements = (0..extents.size() as i64).map(|n| start + 3 * n).collect();
    Tensor::from_vec(extents, elements).unwrap()
}

/// The same elements, of whose extents the type knows nothing.
pub(super) fn weak<E: Extents>(tensor: &TensorOf<E, i64>) -> Tensor<i64, DynRankExtents> {
    let extents = tensor.extents().with_slice(DynRankExtents::new).unwrap();
    Tensor::from_vec(extents, tensor.as_slice().to_vec()).unwrap()
}

/// The typed result, where extents agree: it has the extents and elements of the other one. Else both are errors.
pub(super) fn agree<E: Extents>(
    typed: Result<TensorOf<E, i64>, ShapeError>,
    weak: Result<Tensor<i64, DynRankExtents>, ShapeError>,
    agrees: bool,
) -> Option<TensorOf<E, i64>> {
    assert_eq!((typed.is_ok(), weak.is_ok()), (agrees, agrees), "{typed:?} {weak:?}");
    let (typed, weak) = (typed.ok()?, weak.ok()?);
    assert!(typed.extents().with_slice(|of| weak.extents().with_slice(|weak| of == weak)));
    assert_eq!(typed.as_slice(), weak.as_slice());
    Some(typed)
}
