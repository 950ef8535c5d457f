//! Derivatives by arrays, against differences of a sum that is spelled out.

use extents::backend::{Array, Native, NativeError};
use extents::composition::{Contract, gradient_by, gradients};
use extents::label::{a, b, i, j, k, l};
use extents::storage::placement::Elsewhere;
use extents::{Const, Extents, Mode, Operand, StaticExtents, Tensor, TensorOf, extents};

use super::loops::{Failure, Loops};
use crate::differences::{Values, differences, drawn, for_each_contraction};

fn random<E: Extents>(extents: E, seed: &mut u64) -> Result<TensorOf<E, f64>, Failure> {
    let elements = drawn(extents.size(), seed);
    Ok(Tensor::from_vec(extents, elements)?)
}

fn values<E: Extents>(tensor: &TensorOf<E, f64>) -> Values {
    let extents = tensor.extents().with_slice(<[usize]>::to_vec);
    Values { extents, elements: tensor.as_slice().to_vec() }
}

/// True of two values of one type.
fn are_alike<T>(_: &T, _: &T) -> bool {
    true
}

/// On a device that has products alone.
#[test]
fn derivatives_by_arrays_are_differences() -> Result<(), Failure> {
    let device = Loops::default();
    let mut seed = 3;
    let mut found = 0;
    macro_rules! check {
        ($text:literal, $ins:ty => $out:ty; $($operand:ident: $extents:expr),*) => {{
            $(let $operand = random($extents, &mut seed)?;)*
            let all = [$(values(&$operand)),*];
            $(let $operand = Array::upload(&device, &$operand)?;)*
            // The weights have the extents of the result.
            let weights = Contract::<(), $ins, $out>::contract(($(&$operand,)*))?;
            let weights = random(weights.extents().clone(), &mut seed)?;
            let on_device = Array::upload(&device, &weights)?;
            let derivatives = gradients::<$ins, $out, _, _>(&on_device, ($(&$operand,)*))?;
            // They have the types of the operands.
            assert!(are_alike(&($($operand,)*), &derivatives));
            let ($($operand,)*) = derivatives;
            for (operand, derivative) in [$(values(&$operand.download()?)),*].into_iter().enumerate() {
                assert_eq!(derivative.extents, all[operand].extents, $text);
                let expected = differences($text, &values(&weights), &all, operand);
                assert_eq!(derivative.elements, expected, "{}, {operand}", $text);
                found += 1;
            }
        }};
    }
    for_each_contraction!(check);
    assert_eq!(found, 27);
    Ok(())
}

/// A derivative that is a contraction is that one task; one that repeats, or stands on a diagonal, is copied once.
#[test]
fn nothing_is_copied_that_stands_where_it_should() -> Result<(), Failure> {
    let device = Loops::default();
    let tensor = random(extents![2, 2], &mut 1)?;
    let (x, y) = (Array::upload(&device, &tensor)?, Array::upload(&device, &tensor)?);
    device.forget();
    let dz = gradient_by::<((i, j), (j, k)), (i, k), _, _, _>(Const::<0>, &x, (&x, &y))?;
    let counts = device.counts();
    assert_eq!((counts.static_plans, counts.made_plans, counts.zeros), (1, 0, 0));
    assert_eq!(dz.extents(), &extents![2, 2]);
    let row = Array::upload(&device, &random(extents![2], &mut 1)?)?;
    device.forget();
    gradients::<((i, j),), (i,), _, _>(&row, (&x,))?;
    let counts = device.counts();
    assert_eq!((counts.static_plans, counts.made_plans, counts.zeros), (1, 1, 0));
    device.forget();
    gradients::<((i, i),), (i,), _, _>(&row, (&x,))?;
    let counts = device.counts();
    assert_eq!((counts.static_plans, counts.made_plans, counts.zeros), (1, 1, 1));
    Ok(())
}

/// Says that it has three rows, and contracts to one.
struct Liar;

impl Operand for Liar {
    type Extents = StaticExtents![3];
    type Placement = Elsewhere;
    fn operand_extents(&self) -> Self::Extents {
        extents![3]
    }
}

impl Contract<Liar, ((i,),), (i,)> for (&Liar,) {
    type Result = Result<Array<Native<f64>, StaticExtents![1]>, NativeError>;
    const CONTRACT: fn(Self) -> Self::Result = |_| Array::zeros(&Native::new(), (), extents![1]);
}

#[test]
fn what_contracts_to_less_than_it_says_is_refused() -> Result<(), NativeError> {
    let x = Array::zeros(&Native::<f64>::new(), (), extents![3, 1000])?;
    let error = gradients::<((i, j),), (i,), _, _>(&Liar, (&x,)).unwrap_err();
    assert_eq!(error.to_string(), "mode 0 should have extent 3, but has 1");
    Ok(())
}

type Rows<B, const N: usize> = Array<Native<f64>, StaticExtents<(B, Const<N>)>>;
type Weights<const N: usize, const M: usize> =
    Array<Native<f64>, StaticExtents<(Const<N>, Const<M>)>>;

/// Generic over the batch.
fn layer_backward<B: Mode>(
    dy: &Rows<B, 2>,
    x: &Rows<B, 3>,
    w: &Weights<3, 2>,
) -> Result<(Rows<B, 3>, Weights<3, 2>), NativeError> {
    gradients::<((b, i), (i, j)), (b, j), _, _>(dy, (x, w))
}

#[test]
fn derivatives_by_arrays_in_generic_code_need_no_bound() -> Result<(), Failure> {
    let device = Native::new();
    let mut seed = 5;
    let (x, w) = (random(extents![dyn 4, 3]?, &mut seed)?, random(extents![3, 2], &mut seed)?);
    let dy = random(extents![dyn 4, 2]?, &mut seed)?;
    let all = [values(&x), values(&w)];
    let weights = values(&dy);
    let (x, w) = (Array::upload(&device, &x)?, Array::upload(&device, &w)?);
    let (dx, dw) = layer_backward(&Array::upload(&device, &dy)?, &x, &w)?;
    assert_eq!(dx.download()?.as_slice(), differences("bi,ij->bj", &weights, &all, 0));
    assert_eq!(dw.download()?.as_slice(), differences("bi,ij->bj", &weights, &all, 1));

    let wide = Array::upload(&device, &random(extents![dyn 5, 2]?, &mut seed)?)?;
    let error = layer_backward(&wide, &x, &w).unwrap_err();
    assert_eq!(error.to_string(), "mode 0 should have extent 4, but has 5");
    Ok(())
}
