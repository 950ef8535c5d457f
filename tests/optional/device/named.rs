//! Arrays whose modes all have names, in any order: the left operand, or the target, says in which.

use extents::backend::{Array, Binary, Native, NativeError};
use extents::{
    Extents, ShapeError, StaticExtents, Tensor, dims, error::Place, extents, label::LabelName,
    names,
};

dims! { Batch, Time, Key, Rows = 2, Cols = 3 }

type Words = StaticExtents![dyn Batch, dyn Time, dyn Key];

fn value(batch: usize, time: usize, key: usize) -> f64 {
    (100 * batch + 10 * time + key) as f64
}

#[test]
fn operands_and_targets_align_by_name() -> Result<(), NativeError> {
    let device = Native::<f64>::new();
    let a = Tensor::from_fn(extents![dyn Batch = 2, dyn Time = 3, dyn Key = 4]?, |[b, t, k]| {
        value(b, t, k)
    })?;
    let b = Tensor::from_fn(extents![dyn Key = 4, dyn Batch = 2, dyn Time = 3]?, |[k, b, t]| {
        value(b, t, k)
    })?;
    let c = Tensor::from_fn(extents![dyn Time = 3, dyn Key = 4, dyn Batch = 2]?, |[t, k, b]| {
        value(b, t, k)
    })?;
    let values = a.as_slice();
    let times = |factor: f64| values.iter().map(|x| factor * x).collect::<Vec<_>>();
    let (a, b, c) =
        (Array::upload(&device, &a)?, Array::upload(&device, &b)?, Array::upload(&device, &c)?);

    let sum: Array<_, Words> = (&a + &b).eval()?;
    assert_eq!(sum.download()?.as_slice(), times(2.0));
    // A chain to the right, whose own operands have two orders.
    assert_eq!((&a + (2.0 * &b - &c)).eval()?.download()?.as_slice(), times(2.0));
    assert_eq!(a.lazy().maximum(&c).minimum(&b).eval()?.download()?.as_slice(), times(1.0));

    let mut to = Array::zeros(&device, (), *a.extents())?;
    (&b * 3.0).assign_to(&mut to.view_mut())?;
    assert_eq!(to.download()?.as_slice(), times(3.0));
    c.lazy().update_in(&mut to.view_mut(), Binary::Add)?;
    assert_eq!(to.download()?.as_slice(), times(4.0));

    // A fold of what has the order of the left operand.
    let sums = (&c + &a).over(names![Batch]).sum()?.download()?;
    for [t, k] in sums.extents().indices() {
        assert_eq!(sums[[t, k]], 2.0 * (value(0, t, k) + value(1, t, k)));
    }
    Ok(())
}

#[test]
fn what_repeats_goes_to_its_name() -> Result<(), NativeError> {
    let device = Native::<f64>::new();
    let x = Tensor::from_fn(extents![dyn Batch = 3, dyn Time = 3]?, |[b, t]| value(b, t, 0))?;
    let x = Array::upload(&device, &x)?;
    let batches = x.over(names![Time]).min()?;
    let differences = (&x - batches.broadcast_like(&x)?).eval()?.download()?;
    for [b, t] in differences.extents().indices() {
        assert_eq!(differences[[b, t]], value(0, t, 0));
    }
    let turned = batches.broadcast_to(extents![dyn Time = 3, dyn Batch = 3]?)?;
    assert_eq!(turned.lazy().eval()?.download()?.as_slice()[..3], [0.0, 100.0, 200.0]);
    Ok(())
}

#[test]
fn extents_are_compared_name_by_name() -> Result<(), NativeError> {
    let device = Native::<f64>::new();
    let a = Array::zeros(&device, (), extents![dyn Batch = 2, dyn Time = 3]?)?;
    let other = Array::zeros(&device, (), extents![dyn Time = 2, dyn Batch = 3]?)?;
    let error = |name| -> NativeError {
        let place = Place::Label(LabelName::new(name));
        ShapeError::ExtentMismatch { place, expected: 2, found: 3 }.into()
    };
    assert_eq!((&a + &other).eval().unwrap_err(), error("Batch"));
    let mut to = Array::zeros(&device, (), *a.extents())?;
    assert_eq!(other.lazy().assign_to(&mut to.view_mut()).unwrap_err(), error("Time"));
    Ok(())
}

#[test]
fn numbers_with_names_align() -> Result<(), NativeError> {
    let device = Native::<f64>::new();
    let a = Tensor::from_fn(extents![(Rows), (Cols)], |[r, c]| value(0, r, c))?;
    let b = Tensor::from_fn(extents![(Cols), (Rows)], |[c, r]| value(1, r, c))?;
    let sum = (&Array::upload(&device, &a)? + &Array::upload(&device, &b)?).eval()?.download()?;
    assert_eq!(sum.as_slice(), [100.0, 102.0, 104.0, 120.0, 122.0, 124.0]);
    Ok(())
}
