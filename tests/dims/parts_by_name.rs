//! Slices of modes by their names, and walks along them.

use super::*;

#[test]
fn slices_and_chips_by_name() -> Result<(), ShapeError> {
    let x = batch_by_time(3, 5)?;
    let part = x.slice(slice![Time = 1..4])?;
    let _: &StaticExtents![dyn Batch, 3] = part.extents();
    assert!(part == x.slice(slice![.., 1..4])?);
    // In another order, with a path, and names of what is left.
    let part = x.slice(slice![self::Time = (2..), Batch = (..; 2)])?;
    let _: &StaticExtents![(Batch / 2), (Time - 2)] = part.extents();
    assert_eq!(part.iter().copied().collect::<Vec<_>>(), [2.0, 3.0, 4.0, 22.0, 23.0, 24.0]);
    let (batch, n) = (x.chip(slice![Batch = 2])?, 1);
    let _: &StaticExtents![dyn Time] = batch.extents();
    assert_eq!(batch[[3]], 23.0);
    assert_eq!(x.chip(slice![Time = n + 1, Batch = n])?[[]], 12.0);
    let mut y = x.clone();
    y.view_mut().slice(slice![Time = n.. + 2])?.fill(0.0);
    assert_eq!(y.as_slice()[..5], [0.0, 0.0, 0.0, 3.0, 4.0]);
    // Errors name the mode of the tensor, not the place in the list.
    let error = x.slice(slice![Time = 3..7, Batch = 1..2]).unwrap_err();
    let mode = 1;
    assert_eq!(error, ShapeError::SliceOutOfBounds { mode, begin: 3, end: 7, extent: 5 });
    // Of static numbers beside a name nothing is left to fail.
    let z = Tensor::from_fn(extents![4, dyn Time = 2]?, |[m, n]| (m, n))?;
    let named = z.named::<Batch, _>(Const::<0>)?;
    assert_eq!(named.chip(slice![Batch = 3])?[[1]], (3, 1));
    Ok(())
}

#[test]
fn entries_lanes_and_chunks_by_name() -> Result<(), ShapeError> {
    let mut x = batch_by_time(2, 4)?;
    let sums: Vec<f64> = x.along(names![Time]).map(|of_all| of_all.sum()).collect();
    assert_eq!(sums, [10.0, 12.0, 14.0, 16.0]);
    let first: View<'_, f64, StaticExtents![dyn Batch], _> = x.along(names![Time]).next().unwrap();
    assert_eq!(first[[1]], 10.0);
    let lanes: Vec<f64> = x.lanes(names![Time]).map(|lane| lane.sum()).collect();
    assert_eq!(lanes, [6.0, 46.0]);
    let chunks: Vec<f64> = x.chunks(names![Time], 3)?.map(|chunk| chunk.sum()).collect();
    assert_eq!(chunks, [36.0, 16.0]);
    let (left, right) = x.split_at::<Dyn, _, _>(names![Time], Const::<1>)?;
    assert_eq!((left.sum(), right.sum()), (10.0, 42.0));
    for mut row in x.along_mut(names![Batch]) {
        let _: &StaticExtents![dyn Time] = row.extents();
        row[[0]] = 7.0;
    }
    assert_eq!(x.as_slice(), [7.0, 1.0, 2.0, 3.0, 7.0, 11.0, 12.0, 13.0]);
    Ok(())
}
