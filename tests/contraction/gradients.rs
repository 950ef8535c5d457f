//! Derivatives of contractions, against differences of the contraction itself and of a sum that is spelled out.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test fails by panicking"
)]

use extents::composition::{Gradient, gradient, gradients};
use extents::label::{i, j};
use extents::{
    Composition, DynRankExtents, ShapeError, StaticExtents, Tensor, TensorOf,
    composition::DynOperand, contract, einsum, extents,
};

type Any = TensorOf<DynRankExtents, f64>;

/// A tensor of small integers that depend on a seed.
fn drawn(extents: &[usize], seed: &mut u64) -> Any {
    let draw = |_| {
        *seed =
            seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f64::from((*seed >> 40) as u8 % 7) - 3.0
    };
    let extents = DynRankExtents::new(extents).expect("small extents");
    let elements = (0..extents.as_slice().iter().product()).map(draw).collect();
    Tensor::from_vec(extents, elements).expect("as many elements")
}

/// The sum of the elements of a result, each times that of `weights`. In each operand it is linear, so that a difference is
/// the derivative, of integers without an error.
fn weighed(text: &str, weights: &Any, operands: &[Any]) -> f64 {
    let operands: Vec<&dyn DynOperand<f64>> = operands.iter().map(|x| x as _).collect();
    let result = einsum(text, &operands).expect("a contraction");
    result.as_slice().iter().zip(weights.as_slice()).map(|(x, w)| x * w).sum()
}

#[test]
fn derivatives_are_differences() -> Result<(), ShapeError> {
    let cases: [(&str, &[&[usize]]); 16] = [
        ("ij,jk->ik", &[&[2, 3], &[3, 4]]),
        ("ij,jk,kl->il", &[&[2, 3], &[3, 2], &[2, 4]]),
        ("bij,bjk->bik", &[&[2, 2, 3], &[2, 3, 2]]),
        ("ij->ji", &[&[2, 3]]),
        // Summed in one operand alone.
        ("ij->i", &[&[2, 3]]),
        ("ij->", &[&[2, 3]]),
        ("ij,k->i", &[&[2, 3], &[4]]),
        ("ija,jb->i", &[&[2, 3, 2], &[3, 2]]),
        // Twice in one operand.
        ("ii->i", &[&[3, 3]]),
        ("ii->", &[&[3, 3]]),
        ("iji->j", &[&[2, 3, 2]]),
        ("iij,jkk->ik", &[&[2, 2, 3], &[3, 2, 2]]),
        ("iiaa,a->i", &[&[2, 2, 3, 3], &[3]]),
        ("iiaa->i", &[&[2, 2, 3, 3]]),
        // Any number of modes, and one operand twice.
        ("...ij,jk->...ik", &[&[2, 2, 3], &[3, 2]]),
        ("i,i,i->", &[&[3], &[3], &[3]]),
    ];
    let mut seed = 7;
    for (text, shapes) in cases {
        let operands: Vec<Any> = shapes.iter().map(|shape| drawn(shape, &mut seed)).collect();
        let composition = Composition::einsum(text)?;
        let values: Vec<DynRankExtents> = operands.iter().map(|x| x.extents().clone()).collect();
        let weights = drawn(composition.resolve(&values)?.result.as_slice(), &mut seed);
        for operand in 0..operands.len() {
            let given: Vec<&dyn DynOperand<f64>> = operands.iter().map(|x| x as _).collect();
            let derivative = gradient(&composition, operand, &weights, &given)?;
            assert_eq!(derivative.extents(), operands[operand].extents(), "{text}, {operand}");
            let before = weighed(text, &weights, &operands);
            for n in 0..derivative.as_slice().len() {
                let mut changed = operands.clone();
                changed[operand].as_mut_slice()[n] += 1.0;
                let difference = weighed(text, &weights, &changed) - before;
                assert_eq!(derivative.as_slice()[n], difference, "{text}, {operand}, {n}");
            }
        }
    }
    Ok(())
}

#[test]
fn typed_derivatives_have_the_extents_of_the_operands() -> Result<(), ShapeError> {
    let a = Tensor::from_vec(extents![2, dyn 3]?, vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
    let b = Tensor::from_vec(extents![3], vec![1.0, 0.0, -1.0])?;
    let dc = Tensor::from_vec(extents![2], vec![10.0, 1.0])?;
    let (da, db) = gradients::<((i, j), (j,)), (i,), _, _>(&dc, (&a, &b))?;
    let da: TensorOf<StaticExtents![2, dyn], f64> = da;
    let db: TensorOf<StaticExtents![3], f64> = db;
    assert_eq!(da.as_slice(), [10.0, 0.0, -10.0, 1.0, 0.0, -1.0]);
    assert_eq!(db.as_slice(), [14.0, 25.0, 36.0]);
    // The first is what one would write.
    assert_eq!(contract!(dc[i] * b[j] => [i, j])?.as_slice(), da.as_slice());

    let wide = Tensor::full(extents![dyn 5]?, 1.0)?;
    let error = gradients::<((i, j), (j,)), (i,), _, _>(&wide, (&a, &b)).unwrap_err();
    assert_eq!(error.to_string(), "mode 0 should have extent 2, but has 5");
    Ok(())
}

#[test]
fn an_operand_that_is_not_there_has_no_derivative() -> Result<(), ShapeError> {
    let product = Composition::einsum("ij,jk->ik")?;
    assert_eq!(Gradient::new(&product, 2), None);
    let a = drawn(&[2, 2], &mut 1);
    let error = gradient(&product, 2, &a, &[&a, &a]).unwrap_err();
    assert_eq!(error.to_string(), "the number of operands should be 3, but is 2");
    // What is derived by has the extents of the result, also along labels that only the operand has.
    let wide = drawn(&[2, 3], &mut 1);
    let error = gradient(&product, 0, &wide, &[&a, &a]).unwrap_err();
    assert_eq!(error.to_string(), "mode 1 should have extent 2, but has 3");
    Ok(())
}
