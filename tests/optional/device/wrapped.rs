//! A device that wraps another one. What it does to its buffers, the inner device is not told of, and must notice.

use std::cell::Cell;
use std::rc::Rc;

use extents::backend::{
    Array, ContractTask, Device, EvaluateTask, GatherTask, Native, NativeError, Transfer, Unary,
};
use extents::label::{i, j, k};
use extents::{Const, Tensor, contract, extents, modes, slice};

use super::{matrix, product};

/// What a device does wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    /// It says that there are elements that there are not.
    Lies,
    /// It takes an element of the target away.
    Shortens,
}

/// Runs everything on the native device, and counts it.
#[derive(Clone)]
struct Outer<T> {
    inner: Native<T>,
    fault: Rc<Cell<Fault>>,
    contractions: Rc<Cell<usize>>,
    evaluations: Rc<Cell<usize>>,
}

impl<T: Clone> Outer<T> {
    fn new(inner: Native<T>) -> Self {
        let (fault, contractions, evaluations) =
            (Rc::new(Cell::new(Fault::None)), Rc::default(), Rc::default());
        Outer { inner, fault, contractions, evaluations }
    }
}

macro_rules! outer {
    ($($number:ident)*) => {$(
        impl Device for Outer<$number> {
            type Buffer = Vec<$number>;
            type Element = ();
            type Error = NativeError;

            fn len(&self, buffer: &Vec<$number>) -> usize {
                if self.fault.get() == Fault::Lies { usize::MAX } else { self.inner.len(buffer) }
            }

            fn element(&self, _: &Vec<$number>) {}

            fn zeros(&self, element: (), len: usize) -> Result<Vec<$number>, NativeError> {
                self.inner.zeros(element, len)
            }

            fn allocate(&self, element: (), len: usize) -> Result<Vec<$number>, NativeError> {
                self.inner.allocate(element, len)
            }

            fn contract(&self, mut task: ContractTask<'_, Self>) -> Result<(), NativeError> {
                self.contractions.set(self.contractions.get() + 1);
                if self.fault.get() == Fault::Shortens {
                    task.target().0.pop();
                }
                task.run_on(&self.inner)
            }

            fn evaluate(&self, mut task: EvaluateTask<'_, Self>) -> Result<(), NativeError> {
                self.evaluations.set(self.evaluations.get() + 1);
                if self.fault.get() == Fault::Shortens {
                    task.target().0.pop();
                }
                task.run_on(&self.inner)
            }

            fn gather(&self, task: GatherTask<'_, Self>) -> Result<(), NativeError> {
                task.run_on(&self.inner)
            }
        }

        impl Transfer<$number> for Outer<$number> {
            fn upload(&self, elements: &[$number]) -> Result<Vec<$number>, NativeError> {
                self.inner.upload(elements)
            }

            fn download(&self, buffer: &Vec<$number>) -> Result<Vec<$number>, NativeError> {
                self.inner.download(buffer)
            }
        }
    )*};
}
outer!(f64 i32);

#[test]
fn what_runs_on_another_device_has_the_same_values() -> Result<(), NativeError> {
    let device = Outer::new(Native::<f64>::new());
    let (a, b) = (matrix(2, 3, 1), matrix(3, 4, 2));
    let x = Array::upload(&device, &Tensor::from_vec(extents![2, dyn 3]?, a.clone())?)?;
    let y = Array::upload(&device, &Tensor::from_vec(extents![3, 4], b.clone())?)?;
    let z = contract!(x[i, j] * y[j, k] => [i, k])?;
    assert_eq!(z.download()?.as_slice(), product(&a, &b, (2, 3, 4)));
    // From its last row and its last column on, by negative strides.
    let rows = y.reverse(Const::<0>);
    let turned = rows.reverse(Const::<1>);
    let backwards: Vec<f64> = b.iter().rev().copied().collect();
    let z = contract!(x[i, j] * turned[j, k] => [i, k])?;
    assert_eq!(z.download()?.as_slice(), product(&a, &backwards, (2, 3, 4)));
    assert_eq!(device.contractions.get(), 2);
    let before = device.evaluations.get();
    let squares = (&turned * &turned - 1.0).over(modes![1]).sum()?;
    assert_eq!(device.evaluations.get(), before + 1);
    let rows: Vec<f64> =
        backwards.chunks(4).map(|row| row.iter().map(|x| x * x - 1.0).sum()).collect();
    assert_eq!(squares.download()?.as_slice(), rows);
    Ok(())
}

#[test]
fn nothing_is_long_enough_for_nothing() -> Result<(), NativeError> {
    let device = Outer::new(Native::<f64>::new());
    let x = Array::upload(&device, &Tensor::from_vec(extents![2, dyn 0]?, vec![])?)?;
    let zeros = contract!(x[i, j] * x[k, j] => [i, k])?;
    assert_eq!(zeros.download()?.as_slice(), [0.0; 4]);
    assert!(contract!(x[i, j] * x[i, k] => [j, k])?.download()?.as_slice().is_empty());
    assert_eq!(x.exp().over(modes![1]).sum()?.download()?.as_slice(), [0.0; 2]);
    Ok(())
}

#[test]
fn a_buffer_that_is_too_short_is_noticed() -> Result<(), NativeError> {
    let device = Outer::new(Native::<f64>::new());
    let short = |expected: usize, found: usize| {
        format!("the shape needs {expected} elements, but {found} were given")
    };
    device.fault.set(Fault::Lies);
    let shape = *Tensor::full(extents![2, 3], 0.0)?.mapping();
    let x = Array::from_parts(device.clone(), vec![1.0; 5], shape)?;
    let y = Array::from_parts(device.clone(), vec![1.0; 6], shape)?;
    let said = |error: NativeError| error.to_string();
    assert_eq!(said(contract!(x[i, j] * y[k, j] => [i, k]).unwrap_err()), short(6, 5));
    assert_eq!(said(contract!(y[i, j] * x[k, j] => [i, k]).unwrap_err()), short(6, 5));
    assert_eq!(said(contract!(x[i, j] => [j]).unwrap_err()), short(6, 5));
    let mut into = Array::from_parts(device.clone(), vec![1.0; 3], shape)?;
    assert_eq!(said(contract!(into[i, j] = y[i, j]).unwrap_err()), short(6, 3));
    assert_eq!(said((&y + &x).eval().unwrap_err()), short(6, 5));
    let error = y.lazy().assign_to(&mut into.view_mut()).unwrap_err();
    assert_eq!(said(error), short(6, 3));
    // What it has of the row is enough.
    let Ok(row) = x.slice(slice![1..2, 0..2]);
    assert_eq!(row.download()?.as_slice(), [1.0; 2]);

    // Its last row is not all there; the first one is.
    assert_eq!(said(x.take(0, [0, 1]).unwrap_err()), short(6, 5));
    assert_eq!(x.take(0, [0])?.download()?.as_slice(), [1.0; 3]);

    device.fault.set(Fault::Shortens);
    let mut into = Array::from_parts(device.clone(), vec![1.0; 6], shape)?;
    assert_eq!(said(contract!(into[i, j] = y[i, j]).unwrap_err()), short(6, 5));
    let error = y.exp().assign_to(&mut into.view_mut()).unwrap_err();
    assert_eq!(said(error), short(6, 4));
    // There is nothing to take away from room for a result.
    assert_eq!(y.exp().eval()?.buffer().len(), 6);
    Ok(())
}

#[test]
fn sums_of_integers_are_contracted_by_the_inner_device() -> Result<(), NativeError> {
    let device = Outer::new(Native::<i32>::new());
    let x = Array::upload(&device, &Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?)?;
    let sum = (&x + &x * &x).eval()?;
    assert_eq!((device.contractions.get(), device.evaluations.get()), (0, 1));
    assert_eq!(sum.download()?.as_slice(), [2, 6, 12, 20]);
    let refused = x.tanh().eval().unwrap_err().to_string();
    assert_eq!(refused, format!("the device has no kernel for `{:?}`", Unary::Tanh));
    device.fault.set(Fault::Lies);
    let y = Array::from_parts(device.clone(), vec![1; 3], *x.mapping())?;
    let error = (&x + &y).eval().unwrap_err().to_string();
    assert_eq!(error, "the shape needs 4 elements, but 3 were given");
    Ok(())
}
