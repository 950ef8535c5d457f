//! Buffers of the native device that nothing was written to yet: they are not filled, and not read.

use extents::backend::{Array, Binary, Device, Native, NativeError, Transfer, concat};
use extents::label::{i, j, k};
use extents::{Const, Mapping, Tensor, contract, extents, modes, slice};

use super::{matrix, product};

#[test]
fn nothing_beside_huge_extents_takes_no_time() -> Result<(), NativeError> {
    let device = Native::<f64>::new();
    let x = Array::zeros(&device, (), extents![dyn 0, dyn 1 << 60]?)?;
    assert!(x.transpose().download()?.is_empty());
    let sum = x.transpose().lazy().over(modes![0, 1]).sum()?;
    assert_eq!(sum.download()?.as_slice(), [0.0]);
    Ok(())
}

#[test]
fn room_is_not_filled_and_reading_it_is_an_error() -> Result<(), NativeError> {
    let device = Native::<f64>::new();
    let room = device.allocate((), 6)?;
    assert_eq!((room.len(), room.capacity(), device.len(&room)), (0, 6, 6));
    let room = Array::from_parts(device, room, Mapping::new(extents![2, 3]))?;
    let words = "the shape needs 6 elements, but 0 were given";
    let other = Array::zeros(&device, (), extents![3, 2])?;
    assert_eq!(contract!(room[i, j] => [j, i]).unwrap_err().to_string(), words);
    assert_eq!(contract!(other[j, k] * room[k, i] => [j, i]).unwrap_err().to_string(), words);
    assert_eq!((&room + 1.0).eval().unwrap_err().to_string(), words);
    let turned = (&room.transpose() + 1.0).eval().unwrap_err().to_string();
    assert_eq!(turned, words);
    assert!(room.download().is_err());
    assert!(device.download(room.buffer())?.is_empty());

    // A product before it is not written, and nothing is added to it.
    let device = Native::<i32>::new();
    let room = Array::from_parts(device, device.allocate((), 4)?, Mapping::new(extents![4]))?;
    let ones = Array::upload(&device, &Tensor::full(extents![4], 1)?)?;
    let mut target = Array::upload(&device, &Tensor::full(extents![4], 7)?)?;
    let words = "the shape needs 4 elements, but 0 were given";
    let sum = &ones * &ones + &room;
    assert_eq!(sum.assign_to(&mut target.view_mut()).unwrap_err().to_string(), words);
    assert_eq!(target.download()?.as_slice(), [7; 4]);
    let mut target = Array::from_parts(device, device.allocate((), 4)?, Mapping::new(extents![4]))?;
    assert_eq!(contract!(target[i] += ones[i]).unwrap_err().to_string(), words);
    let added = ones.lazy().update_in(&mut target.view_mut(), Binary::Add);
    assert_eq!(added.unwrap_err().to_string(), words);
    assert!(target.download().is_err());

    // More than there is room for.
    let device = Native::<f64>::new();
    let room = device.allocate((), 6)?;
    let error = Array::from_parts(device, room, Mapping::new(extents![2, 4])).unwrap_err();
    assert_eq!(error.to_string(), "the shape needs 8 elements, but 6 were given");
    Ok(())
}

/// Arrays of room, written by each way there is: what is not written is zero.
#[test]
fn what_is_written_to_a_part_of_room_leaves_zeros_around_it() -> Result<(), NativeError> {
    let device = Native::<f64>::new();
    let (a, b) = (matrix(2, 3, 1), matrix(3, 2, 2));
    let expected = product(&a, &b, (2, 3, 2));
    let a = Array::upload(&device, &Tensor::from_vec(extents![2, 3], a)?)?;
    let b = Array::upload(&device, &Tensor::from_vec(extents![3, 2], b)?)?;
    let whole = || Array::from_parts(device, device.allocate((), 8)?, Mapping::new(extents![4, 2]));
    let at = |rows: [usize; 2]| -> Vec<f64> {
        let mut all = vec![0.0; 8];
        for (row, values) in rows.into_iter().zip(expected.chunks(2)) {
            all[2 * row..2 * row + 2].copy_from_slice(values);
        }
        all
    };

    let mut first = whole()?;
    let Ok(mut rows) = first.view_mut().slice(slice![..2, ..]);
    contract!(rows[i, k] = a[i, j] * b[j, k])?;
    assert_eq!(first.download()?.as_slice(), at([0, 1]));
    let mut last = whole()?;
    let mut rows = last.view_mut().slice(slice![2.., ..])?;
    contract!(rows[i, k] = a[i, j] * b[j, k])?;
    assert_eq!(last.download()?.as_slice(), at([2, 3]));
    let mut apart = whole()?;
    let Ok(mut rows) = apart.view_mut().slice(slice![0..4; 2, ..]);
    contract!(rows[i, k] = a[i, j] * b[j, k])?;
    assert_eq!(apart.download()?.as_slice(), at([0, 2]));
    let mut reversed = whole()?;
    let Ok(rows) = reversed.view_mut().slice(slice![..2, ..]);
    let mut rows = rows.reverse(Const::<0>);
    contract!(rows[i, k] = a[i, j] * b[j, k])?;
    assert_eq!(reversed.download()?.as_slice(), at([1, 0]));
    let mut added = whole()?;
    let Ok(mut rows) = added.view_mut().slice(slice![..2, ..]);
    // Nothing is there yet to add to.
    let words = "the shape needs 4 elements, but 0 were given";
    let error = contract!(rows[i, k] += a[i, j] * b[j, k]).unwrap_err();
    assert_eq!(error.to_string(), words);
    assert!(added.buffer().is_empty());

    // By elements.
    let c = contract!(a[i, j] * b[j, k] => [i, k])?;
    assert_eq!(c.buffer().len(), 4);
    let mut first = whole()?;
    let Ok(mut rows) = first.view_mut().slice(slice![..2, ..]);
    c.lazy().assign_to(&mut rows)?;
    assert_eq!((first.buffer().len(), first.download()?.as_slice()), (8, &at([0, 1])[..]));
    let mut turned = whole()?;
    let rows = turned.view_mut().slice(slice![2.., ..])?;
    c.transpose().lazy().assign_to(&mut rows.transpose())?;
    assert_eq!(turned.download()?.as_slice(), at([2, 3]));
    let mut added = whole()?;
    let Ok(mut rows) = added.view_mut().slice(slice![..2, ..]);
    let error = c.lazy().update_in(&mut rows, Binary::Add).unwrap_err();
    assert_eq!(error.to_string(), words);
    assert!(added.buffer().is_empty());
    Ok(())
}

/// Arrays of each element type that come from parts, which are written one after another.
#[test]
fn parts_are_written_to_room_one_after_another() -> Result<(), NativeError> {
    fn check<D: Transfer<T, Error = NativeError>, T>(device: &D) -> Result<(), NativeError>
    where
        T: Copy + From<u8> + PartialEq + std::fmt::Debug,
    {
        let of = |numbers: &[u8]| numbers.iter().copied().map(T::from).collect::<Vec<T>>();
        let a = Array::upload(device, &Tensor::from_vec(extents![1, 2], of(&[1, 2]))?)?;
        let b = Array::upload(device, &Tensor::from_vec(extents![2, 2], of(&[3, 4, 5, 6]))?)?;
        let rows = concat::<Const<3>, _, _>(Const::<0>, (&a, &b))?;
        assert_eq!(rows.download()?.as_slice(), of(&[1, 2, 3, 4, 5, 6]));
        let columns = concat::<Const<4>, _, _>(Const::<1>, (&b, &b))?;
        assert_eq!(columns.download()?.as_slice(), of(&[3, 4, 3, 4, 5, 6, 5, 6]));
        let padded = a.pad::<Const<4>, _, _, _>(Const::<1>, (Const::<1>, Const::<1>), 0.0)?;
        assert_eq!(padded.download()?.as_slice(), of(&[0, 1, 2, 0]));
        let taken = b.take(Const::<1>, [1, 1, 0])?;
        assert_eq!(taken.download()?.as_slice(), of(&[4, 4, 3, 6, 6, 5]));
        Ok(())
    }
    check::<_, f64>(&Native::<f64>::new())?;
    check::<_, f32>(&Native::<f32>::new())?;
    check::<_, i64>(&Native::<i64>::new())?;
    check::<_, u8>(&Native::<u8>::new())
}

#[test]
fn a_buffer_of_more_capacity_stays_as_long_as_it_was() -> Result<(), NativeError> {
    let device = Native::<f64>::new();
    let mut buffer = Vec::with_capacity(10);
    buffer.extend([1.0, 2.0, 3.0]);
    assert_eq!(device.len(&buffer), 3);
    let mut array = Array::from_parts(device, buffer, Mapping::new(extents![3]))?;
    let two = Array::upload(&device, &Tensor::full(extents![3], 2.0)?)?;
    (&two + 1.0).assign_to(&mut array.view_mut())?;
    contract!(array[i] += two[i] * two[i])?;
    assert_eq!(array.into_parts().1, [7.0; 3]);
    Ok(())
}
