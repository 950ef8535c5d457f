//! Random programs of rearrangements, whose extents and elements were computed elsewhere.

use super::*;
use extents::rearrange::Slice;

/// All but the last entries of a mode. Where it has fewer, an end that no mode has.
pub(super) fn but(mode: usize, last: usize, of: &Tensor<i64, DynRankExtents>) -> Slice {
    Slice::from(..of.extents().as_slice()[mode].wrapping_sub(last))
}

/// The result has these extents, and a sum of its elements, each times its number from 1; or both results are errors.
pub(super) fn check<E: Extents>(
    typed: Result<TensorOf<E, i64>, ShapeError>,
    weak: Result<Tensor<i64, DynRankExtents>, ShapeError>,
    expected: Option<(&[usize], i64)>,
) {
    let Some((extents, sum)) = expected else {
        assert!(typed.is_err() && weak.is_err(), "{typed:?} {weak:?}");
        return;
    };
    let (typed, weak) = (typed.unwrap(), weak.unwrap());
    assert!(typed.extents().with_slice(|of| of == extents), "{:?}", typed.extents());
    assert_eq!(weak.extents().as_slice(), extents);
    assert_eq!(typed.as_slice().iter().zip(1..).map(|(x, n)| n * x).sum::<i64>(), sum);
    assert_eq!(typed.as_slice(), weak.as_slice());
}

/// A test of one program: the names of the tensor and of another operand, with types and without; the modes that it begins with;
/// steps, each with the modes of its result; cases, each with the extents of all operands and what it gives.
macro_rules! shapes {
    ($test:ident, $x:ident $y:ident $z:ident $w:ident: [$($first:tt)*] => [$($last:tt)*];
        $([$($modes:tt)*] = $typed:expr $(, with [$($other:tt)*])?; $weak:expr;)*
        cases: $($sizes:tt $(fails)? $(gives $extents:tt $sum:literal)?,)*
    ) => {
        #[test]
        fn $test() {
            let typed = |sizes: &[&[usize]]| -> Result<TensorOf<StaticExtents![$($last)*], i64>, ShapeError> {
                let mut sizes = sizes.iter();
                let $x = $crate::dims::random::numbered::<StaticExtents![$($first)*]>(sizes.next().unwrap(), 1);
                $(
                    $(let $z = $crate::dims::random::numbered::<StaticExtents![$($other)*]>(sizes.next().unwrap(), 5);)?
                    let $x: TensorOf<StaticExtents![$($modes)*], i64> = $typed;
                )*
                assert!(sizes.next().is_none());
                Ok($x)
            };
            let weak = |sizes: &[&[usize]]| -> Result<Tensor<i64, DynRankExtents>, ShapeError> {
                let mut sizes = sizes.iter();
                let $y = $crate::dims::random_steps::weak_numbered(sizes.next().unwrap(), 1);
                $(
                    $(
                        let $w = $crate::dims::random_steps::weak_numbered(sizes.next().unwrap(), 5);
                        let _ = core::marker::PhantomData::<StaticExtents![$($other)*]>;
                    )?
                    let $y: Tensor<i64, DynRankExtents> = ($weak).weaken();
                )*
                Ok($y)
            };
            $(
                let sizes: &[&[usize]] = &$crate::dims::random_steps::shapes!(@sizes $sizes);
                let expected: &[(&[usize], i64)] = &[$((&$extents, $sum))?];
                $crate::dims::random_steps::check(typed(sizes), weak(sizes), expected.first().copied());
            )*
        }
    };
    (@sizes [$($sizes:tt),*]) => { [$(&$sizes),*] };
}
pub(super) use shapes;

/// A tensor of these extents, each element another number.
pub(super) fn weak_numbered(sizes: &[usize], start: i64) -> Tensor<i64, DynRankExtents> {
    let extents = DynRankExtents::new(sizes).unwrap();
    let elements = (0..extents.size() as i64).map(|n| start + 3 * n).collect();
    Tensor::from_vec(extents, elements).unwrap()
}
