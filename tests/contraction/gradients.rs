//! Derivatives of contractions, against differences of a sum that is spelled out.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test fails by panicking"
)]

use extents::composition::{Contract, Gradient, gradient, gradient_by, gradients};
use extents::label::{a, b, i, j, k, l};
use extents::{
    Composition, Const, DynRankExtents, Extents, InlineTensor, Mode, ShapeError, StaticExtents,
    Tensor, TensorOf, composition::DynOperand, contract, extents,
};

use crate::differences::{Values, differences, drawn, for_each_contraction};

type Any = TensorOf<DynRankExtents, f64>;

fn random<E: Extents>(extents: E, seed: &mut u64) -> TensorOf<E, f64> {
    let elements = drawn(extents.size(), seed);
    Tensor::from_vec(extents, elements).expect("as many elements")
}

fn values<E: Extents>(tensor: &TensorOf<E, f64>) -> Values {
    let extents = tensor.extents().with_slice(<[usize]>::to_vec);
    Values { extents, elements: tensor.as_slice().to_vec() }
}

#[test]
fn derivatives_by_text_are_differences() -> Result<(), ShapeError> {
    let cases: [(&str, &str, &[&[usize]]); 16] = [
        ("ij,jk->ik", "", &[&[2, 3], &[3, 4]]),
        ("ij,jk,kl->il", "", &[&[2, 3], &[3, 2], &[2, 4]]),
        ("bij,bjk->bik", "", &[&[2, 2, 3], &[2, 3, 2]]),
        ("ij->ji", "", &[&[2, 3]]),
        // Summed in one operand alone.
        ("ij->i", "", &[&[2, 3]]),
        ("ij->", "", &[&[2, 3]]),
        ("ij,k->i", "", &[&[2, 3], &[4]]),
        ("ija,jb->i", "", &[&[2, 3, 2], &[3, 2]]),
        // Twice in one operand.
        ("ii->i", "", &[&[3, 3]]),
        ("ii->", "", &[&[3, 3]]),
        ("iji->j", "", &[&[2, 3, 2]]),
        ("iij,jkk->ik", "", &[&[2, 2, 3], &[3, 2, 2]]),
        ("iiaa,a->i", "", &[&[2, 2, 3, 3], &[3]]),
        ("iiaa->i", "", &[&[2, 2, 3, 3]]),
        // Any number of modes, which the sum by definition calls by letters, and one operand twice.
        ("...ij,jk->...ik", "xyij,jk->xyik", &[&[2, 2, 2, 3], &[3, 2]]),
        ("i,i,i->", "", &[&[3], &[3], &[3]]),
    ];
    let mut seed = 7;
    for (text, spelled_out, shapes) in cases {
        let spelled_out = if spelled_out.is_empty() { text } else { spelled_out };
        let shapes: Vec<DynRankExtents> =
            shapes.iter().map(|shape| DynRankExtents::new(shape)).collect::<Result<_, _>>()?;
        let operands: Vec<Any> =
            shapes.iter().map(|shape| random(shape.clone(), &mut seed)).collect();
        let composition = Composition::einsum(text)?;
        let weights = random(composition.resolve(&shapes)?.result, &mut seed);
        let all: Vec<Values> = operands.iter().map(values).collect();
        for operand in 0..operands.len() {
            let given: Vec<&dyn DynOperand<f64>> = operands.iter().map(|x| x as _).collect();
            let derivative = gradient(&composition, operand, &weights, &given)?;
            assert_eq!(derivative.extents(), operands[operand].extents(), "{text}, {operand}");
            let expected = differences(spelled_out, &values(&weights), &all, operand);
            assert_eq!(derivative.as_slice(), expected, "{text}, {operand}");
        }
    }
    Ok(())
}

/// True of two values of one type.
fn are_alike<T>(_: &T, _: &T) -> bool {
    true
}

#[test]
fn typed_derivatives_are_differences() -> Result<(), ShapeError> {
    let mut seed = 3;
    let mut found = 0;
    macro_rules! check {
        ($text:literal, $ins:ty => $out:ty; $($operand:ident: $extents:expr),*) => {{
            $(let $operand = random($extents, &mut seed);)*
            // The weights have the extents of the result.
            let weights = Contract::<(), $ins, $out>::contract(($(&$operand,)*))?.map(|_| drawn(1, &mut seed)[0])?;
            let all = [$(values(&$operand)),*];
            let derivatives = gradients::<$ins, $out, _, _>(&weights, ($(&$operand,)*))?;
            // They have the types of the operands.
            assert!(are_alike(&($($operand,)*), &derivatives));
            let ($($operand,)*) = derivatives;
            for (operand, derivative) in [$(values(&$operand)),*].into_iter().enumerate() {
                assert_eq!(derivative.extents, all[operand].extents, $text);
                let expected = differences($text, &values(&weights), &all, operand);
                assert_eq!(derivative.elements, expected, "{}, {operand}", $text);
                found += 1;
            }
            assert_eq!(Composition::of_types::<$ins, $out>(), Composition::einsum($text)?);
        }};
    }
    for_each_contraction!(check);
    assert_eq!(found, 27);
    Ok(())
}

#[test]
fn typed_derivatives_have_the_extents_of_the_operands() -> Result<(), ShapeError> {
    let x = Tensor::from_vec(extents![2, dyn 3]?, vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
    let y = Tensor::from_vec(extents![3], vec![1.0, 0.0, -1.0])?;
    let dz = Tensor::from_vec(extents![2], vec![10.0, 1.0])?;
    let (dx, dy) = gradients::<((i, j), (j,)), (i,), _, _>(&dz, (&x, &y))?;
    let dx: TensorOf<StaticExtents![2, dyn], f64> = dx;
    let dy: TensorOf<StaticExtents![3], f64> = dy;
    assert_eq!(dx.as_slice(), [10.0, 0.0, -10.0, 1.0, 0.0, -1.0]);
    assert_eq!(dy.as_slice(), [14.0, 25.0, 36.0]);
    // The first is what one would write.
    assert_eq!(contract!(dz[i] * y[j] => [i, j])?.as_slice(), dx.as_slice());
    // Alone, and by a view.
    let alone = gradient_by::<((i, j), (j,)), (i,), _, _, _>(Const::<1>, &dz, (&x, &y))?;
    assert_eq!(alone.as_slice(), dy.as_slice());
    let turned = x.transpose();
    let (dx, _) = gradients::<((j, i), (j,)), (i,), _, _>(&dz, (&turned, &y))?;
    let dx: TensorOf<StaticExtents![dyn, 2], f64> = dx;
    assert_eq!(dx.as_slice(), [10.0, 1.0, 0.0, 0.0, -10.0, -1.0]);

    let wide = Tensor::full(extents![dyn 5]?, 1.0)?;
    let error = gradients::<((i, j), (j,)), (i,), _, _>(&wide, (&x, &y)).unwrap_err();
    assert_eq!(error.to_string(), "mode 0 should have extent 2, but has 5");
    let long = Tensor::full(extents![dyn 4]?, 1.0)?;
    let error = gradients::<((i, j), (j,)), (i,), _, _>(&dz, (&x, &long)).unwrap_err();
    assert_eq!(error.to_string(), "label `j` names modes of different extents: 3 and 4");
    Ok(())
}

#[test]
fn derivatives_by_inline_tensors_are_in_a_vec() -> Result<(), ShapeError> {
    let x = InlineTensor::<f64, StaticExtents![2, 2]>::from_array([[1.0, 2.0], [3.0, 4.0]]);
    let one = InlineTensor::<f64, StaticExtents![]>::from_array(1.0);
    let (square, same) = gradients::<((i, j), (j, i)), (), _, _>(&one, (&x, &x))?;
    let square: TensorOf<StaticExtents![2, 2], f64> = square;
    assert_eq!(
        (square.as_slice(), same.as_slice()),
        (&[1.0, 3.0, 2.0, 4.0][..], square.as_slice())
    );
    let (trace,) = gradients::<((i, i),), (), _, _>(&one, (&x,))?;
    assert_eq!(trace.as_slice(), [1.0, 0.0, 0.0, 1.0]);
    Ok(())
}

type Rows<B, const N: usize> = TensorOf<StaticExtents<(B, Const<N>)>, f64>;
type Weights<const N: usize, const M: usize> = TensorOf<StaticExtents<(Const<N>, Const<M>)>, f64>;

/// Generic over the batch.
fn layer_backward<B: Mode>(
    dy: &Rows<B, 2>,
    x: &Rows<B, 3>,
    w: &Weights<3, 2>,
) -> Result<(Rows<B, 3>, Weights<3, 2>), ShapeError> {
    gradients::<((b, i), (i, j)), (b, j), _, _>(dy, (x, w))
}

#[test]
fn derivatives_in_generic_code_need_no_bound() -> Result<(), ShapeError> {
    let mut seed = 5;
    let (x, w) = (random(extents![dyn 4, 3]?, &mut seed), random(extents![3, 2], &mut seed));
    let dy = random(extents![dyn 4, 2]?, &mut seed);
    let (dx, dw) = layer_backward(&dy, &x, &w)?;
    let all = [values(&x), values(&w)];
    assert_eq!(dx.as_slice(), differences("bi,ij->bj", &values(&dy), &all, 0));
    assert_eq!(dw.as_slice(), differences("bi,ij->bj", &values(&dy), &all, 1));
    Ok(())
}

#[test]
fn an_operand_that_is_not_there_has_no_derivative() -> Result<(), ShapeError> {
    let product = Composition::einsum("ij,jk->ik")?;
    assert_eq!(Gradient::new(&product, 2), None);
    let square = random(DynRankExtents::new(&[2, 2])?, &mut 1);
    let error = gradient(&product, 2, &square, &[&square, &square]).unwrap_err();
    assert_eq!(error.to_string(), "there is no operand 2: there are 2, counted from 0");
    // What is derived by has the extents of the result, also along labels that only the operand has.
    let wide = random(DynRankExtents::new(&[2, 3])?, &mut 1);
    let error = gradient(&product, 0, &wide, &[&square, &square]).unwrap_err();
    assert_eq!(error.to_string(), "mode 1 should have extent 2, but has 3");
    Ok(())
}
