// What the mistakes beside this file look like when they are put right.
use extents::label::{i, j, k};
use extents::{Extents, ShapeError, StaticExtents};
use extents::{InlineTensor, Tensor, ViewMut, contract, extents};

extents::check!(StaticExtents![1024, 1024]);

fn main() -> Result<(), ShapeError> {
    let a = InlineTensor::<f32, StaticExtents![2, 3]>::from_array([[1., 2., 3.], [4., 5., 6.]]);
    let b = InlineTensor::<f32, StaticExtents![3, 2]>::from_array([[1., 0.], [0., 1.], [1., 1.]]);
    let Ok(c) = contract!(a[i, j] * b[j, k] => [i, k]);
    assert_eq!(c.into_array(), [[4., 5.], [10., 11.]]);

    let rows = 2;
    let open = extents![dyn rows, 3]?.strengthen::<StaticExtents![2, 3]>()?;
    let d = Tensor::from_vec(open, vec![1.0; 6])?;
    let mut buffer = [0.0; <StaticExtents![2, 2]>::SIZE];
    let mut e = ViewMut::from_slice(extents![2, 2], &mut buffer)?;
    contract!(e[i, k] = d[i, j] * b[j, k])?;
    assert_eq!(e[[1, 0]], 2.0);
    Ok(())
}
