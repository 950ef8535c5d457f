//! The rows of `einops.einsum` and of NumPy's ellipsis, under typed labels. An ellipsis stands in front there; where it stands elsewhere,
//! `rearrange!` puts it in front.

use extents::einops::rearrange;
use extents::{StaticExtents, Tensor, TensorOf, contract, extents, labels};

use super::assert_is;

labels! {
    a, b, c, h, i, j, k, t1, t2, w, head, middle, one, two, three, four, five, index, first_tensor, second_tensor, y, z
}

/// Elements 0, 1, 2 and so on.
macro_rules! counting {
    ($($extent:literal),*) => {{
        let size = [$($extent),*].iter().product::<usize>();
        Tensor::from_vec(extents![$($extent),*], (0..size).map(|n| n as f64).collect()).unwrap()
    }};
}

/// A test for each row: the operands, steps before, and the result.
macro_rules! rows {
    ($($name:ident $row:literal $($x:ident [$($extent:literal),*])+ $({$($step:tt)*})? => $call:expr;)*) => {$(
        #[test]
        fn $name() {
            $(let $x = counting!($($extent),*);)+
            $($($step)*)?
            assert_is(&$call.unwrap().view(), $row);
        }
    )*};
}

rows! {
    named_0 "s.0" x [2, 3, 4, 5] p [2, 5] => contract!(x[b, c, h, w] * p[b, w] => [b, h]);
    named_1 "s.1" x [2, 3, 4, 5] p [2, 5] q [2, 3] => contract!(x[b, c, h, w] * p[b, w] * q[b, c] => [b, h]);
    named_2 "s.2" x [3, 5, 2, 3, 4] p [4, 5, 6] => contract!(x[.., one, two, three] * p[three, four, five] => [.., two, five]);
    named_3 "s.3" x [2, 3, 4, 3, 5] p [4, 5, 6] => contract!(x[one, two, three, y, z] * p[three, four, five] => [two, five, y, z]);
    named_4 "s.4" x [3, 5, 2, 3, 4] p [3, 5, 4, 5, 6] => contract!(x[.., one, two, three] * p[.., three, four, five] => [.., two, five]);
    named_5 "s.5" x [5, 4] => contract!(x[first_tensor, second_tensor] => [first_tensor]);
    named_6 "s.6" x [5, 5] => contract!(x[i, i] => []);
    named_7 "s.7" x [2, 3] p [4, 5] => contract!(x[one, two] * p[three, four] => [two, four]);
    named_8 "s.8" x [5, 10, 5] => contract!(x[i, middle, i] => [middle]);
    named_9 "s.9" x [5, 3, 2, 1, 4, 5] { let x = rearrange!(x[i, .., j] => [.., i, j]).unwrap(); }
        => contract!(x[.., i, i] => [..]);
    named_10 "s.10" x [5, 3, 2, 1, 4, 5] { let x = rearrange!(x[i, .., j] => [.., i, j]).unwrap(); let x = contract!(x[.., i, i] => [.., i]).unwrap(); }
        => rearrange!(x[.., i] => [i, ..]);
    named_11 "s.11" x [5, 5, 5] => contract!(x[one, one, one] => [one]);
    named_12 "s.12" x [1, 2, 3] => contract!(x[i, j, k] => [j, i, k]);
    named_13 "s.13" x [5, 4, 3, 2, 1] => contract!(x[..] => [..]);
    named_14 "s.14" x [3, 2] p [3, 2] q [3, 2] => contract!(x[..] * p[..] * q[..] => [..]);
    named_15 "s.15" x [10] => contract!(x[index] => []);
    named_16 "s.16" x [2, 3, 2, 4] p [2, 5, 2, 4] => contract!(x[b, t1, head, c] * p[b, t2, head, c] => [b, head, t1, t2]);
    numpy_0 "n.0" x [2, 2, 3] p [3, 4] => contract!(x[.., i, j] * p[j, k] => [.., i, k]);
    numpy_1 "n.1" x [5, 2, 2, 3] p [5, 2, 3, 4] => contract!(x[.., i, j] * p[.., j, k] => [.., i, k]);
    numpy_2 "n.2" x [2, 2, 3] p [3, 4] => contract!(x[.., i, j] * p[j, k] => [.., i, k]);
    numpy_3 "n.3" x [2, 3, 4, 5] => rearrange!(x[b, .., a] => [.., a, b]);
    numpy_4 "n.4" x [2, 3, 3] => contract!(x[.., i, i] => [..]);
    numpy_5 "n.5" x [2, 3, 3] => contract!(x[.., i, i] => [..]);
    numpy_6 "n.6" x [2, 3, 4] p [3, 4, 2] { let x = rearrange!(x[i, ..] => [.., i]).unwrap(); }
        => contract!(x[.., i] * p[.., i] => [..]);
    numpy_7 "n.7" x [3] p [3] => contract!(x[..] * p[..] => [..]);
    numpy_8 "n.8" x [3] => contract!(x[.., i] => [.., i]);
    numpy_9 "n.9" x [4, 2] p [4, 3] { let x = contract!(x[.., a] * p[.., b] => [.., a, b]).unwrap(); }
        => rearrange!(x[.., a, b] => [a, b, ..]);
}

#[test]
fn types_know_the_modes_of_an_ellipsis() {
    let (x, p) = (counting!(3, 5, 2, 3, 4), counting!(4, 5, 6));
    let sums: TensorOf<StaticExtents![3, 5, 3, 6], f64> =
        contract!(x[.., one, two, three] * p[three, four, five] => [.., two, five]).unwrap();
    assert_is(&sums.view(), "s.2");
}
