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

/// A test of one contraction, as text and by types: operands and their number from 0, the modes of the result, and extents
/// that agree or differ. The result is then added to itself of which less is known, and may have two modes merged.
macro_rules! program {
    (@agrees agrees) => { true };
    (@agrees differs) => { false };
    (@split $test:ident $text:literal [$($contraction:tt)*] ; $($rest:tt)*) => {
        $crate::dims::random::program! { @test $test $text [$($contraction)*] $($rest)* }
    };
    (@split $test:ident $text:literal [$($contraction:tt)*] $next:tt $($rest:tt)*) => {
        $crate::dims::random::program! { @split $test $text [$($contraction)* $next] $($rest)* }
    };
    (@test $test:ident $text:literal [$($contraction:tt)*]
        $($operand:ident $at:literal: [$($modes:tt)*]),*;
        result: [$($result:tt)*] weakened: [$($weakened:tt)*];
        $(merged $first:literal: [$($merged:tt)*];)?
        cases: $($agrees:ident [$($sizes:tt),*],)*
    ) => {
        #[test]
        fn $test() {
            for (sizes, agrees) in
                [$(([$(&$sizes[..]),*], $crate::dims::random::program!(@agrees $agrees))),*]
            {
                $(let $operand = numbered::<StaticExtents![$($modes)*]>(sizes[$at], $at + 1);)*
                #[allow(clippy::useless_conversion, reason = "some cannot fail, and others can")]
                let typed: Result<TensorOf<StaticExtents![$($result)*], i64>, ShapeError> =
                    contract!($($contraction)*).map_err(Into::into);
                let expected = extents::einsum($text, &[$(&weak(&$operand)),*]);
                let Some(typed) = agree(typed, expected, agrees) else { continue };
                let less: TensorOf<StaticExtents![$($weakened)*], i64> = typed.clone().weaken();
                let twice: TensorOf<StaticExtents![$($result)*], i64> = (&less + &typed).eval().unwrap();
                assert!(twice.as_slice().iter().zip(typed.as_slice()).all(|(two, one)| *two == 2 * one));
                $(
                    let merged = typed.merge::<extents::rearrange::Named, _>(Const::<$first>).unwrap();
                    let found: &StaticExtents![$($merged)*] = merged.extents();
                    let of = typed.extents().extents();
                    assert_eq!(found.extents()[$first], of[$first] * of[$first + 1]);
                )?
            }
        }
    };
    ($test:ident, $text:literal, $($contraction:tt)*) => {
        $crate::dims::random::program! { @split $test $text [] $($contraction)* }
    };
}
pub(super) use program;
